"""Where a quoted grouping of articles belongs in the norm that is changed.

In: a quoted device, and what the command names. Out: the device with the ids that it has there:
"Seção II" of a quotation is `cap3_sec2`, if that is where the command, or its number, puts it.
Source: LC 95/1998, art. 12, III, b: what is inserted has the number of the one before it.
"""

from collections.abc import Sequence

from pipeline.consolidate.refusing import RefusedError
from pipeline.consolidate.tree import Tree
from pipeline.labels import write_citation
from pipeline.labels.citations import is_grouping, parts_of
from pipeline.model import Dispositivo


def homed(tree: Tree, device: Dispositivo, targets: Sequence[str]) -> Dispositivo:
    """A quoted device with its id in the norm; raises `RefusedError` where that is in doubt.

    >>> # homed(tree, device, ("cap2_sec3",)).id → 'cap2_sec3'
    """
    if not is_grouping(device.id) or device.id in tree.nodes:
        return device
    name = _home(tree, device.id, targets)
    return _moved(device, device.id, name)


def _home(tree: Tree, name: str, targets: Sequence[str]) -> str:
    named = [one for one in targets if is_grouping(one) and f"_{one}".endswith(f"_{name}")]
    if len(named) == 1:
        above, _, _ = named[0].rpartition(f"_{name}")
        held = tree.find(above) if above else None
        if above and held is None:
            raise RefusedError(f"a norma não tem {write_citation(above)}")
        if held is not None:
            return f"{held.id}_{name}"
    alike = tree.groupings(name)
    if len(alike) == 1:
        return alike[0].id
    kind, number = parts_of(name)[0]
    siblings = [node for node in tree.walk() if node.number and node.number[0] is kind]
    before = [
        node for node in siblings
        if node.number and node.number[1].value == number.value - (not number.suffixes)
        and (bool(number.suffixes) or not node.number[1].suffixes)
    ]  # fmt: skip
    holders = {node.parent for node in before or siblings}
    if alike or len(holders) > 1:
        raise RefusedError(f"não se sabe em que parte da norma entra {write_citation(name)}")
    holder = holders.pop() if holders else None
    return f"{holder.id}_{name}" if holder else name


def _moved(device: Dispositivo, old: str, new: str) -> Dispositivo:
    """Groupings carry the ids of those above them; articles do not."""
    if not is_grouping(device.id):
        return device
    return device.model_copy(
        update={
            "id": new + device.id[len(old) :],
            "filhos": tuple(_moved(one, old, new) for one in device.filhos),
        }
    )
