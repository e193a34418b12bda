"""Which conducts a group of sanction lines punishes.

In: the devices in printed order and the groups between them. Out: `Sancao`s with their targets.
Rules (the pattern of the CTB): a group punishes all conducts that stand before it since the group
before, in the same article, or in its paragraph if any waits there; of a device whose alíneas are
among them, the alíneas; vetoed and repealed ones are passed over; where no conduct is waiting, the
caput, or else the last device again. Measures behind the alíneas in which a penalty goes on belong
to the group of that penalty.
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.artefacts import SanctionBlock
from pipeline.labels import SANCTIONS
from pipeline.model import Dispositivo, LinhaDeSancao, Sancao, locate, paths

Path = tuple[Dispositivo, ...]


def find_targets(
    devices: Sequence[Dispositivo], blocks: Iterable[SanctionBlock]
) -> tuple[Sancao, ...]:
    """Number the groups and give each its targets, by id (a caput by its caput's id)."""
    waiting_blocks: dict[str, list[SanctionBlock]] = {}
    for block in blocks:
        waiting_blocks.setdefault(block.after, []).append(block)
    found: list[Sancao] = []
    pending: list[Path] = []
    for path in paths(devices):
        device = path[-1]
        if device.tipo == "artigo":
            pending = []
        elif device.texto is not None:
            if pending and _is_rule(pending[-1][-1]):
                pending.pop()
            pending.append(path)
        for block in waiting_blocks.get(device.id, ()):
            if found and (_goes_on(block, found[-1], path) or _completes(block, found[-1], path)):
                pending = []
                lines = (*found[-1].linhas, *_lines(block))
                found[-1] = found[-1].model_copy(update={"linhas": lines})
                continue
            if len(pending) > 1 and _is_rule(pending[-1][-1]):
                pending.pop()
            waiting = _innermost(_in_paragraph(pending, path))
            targets = [one[-1].id for one in waiting] or [_again(path)]
            pending = []
            found.append(
                Sancao(id=f"san{len(found) + 1}", alvos=tuple(targets), linhas=tuple(_lines(block)))
            )
    return tuple(found)


def _goes_on(block: SanctionBlock, last: Sancao, path: Path) -> bool:
    """Whether measures belong to the group before: its penalty went on in the alíneas between."""
    measures = all(line.terminal == "MEDIDA" for line in block.lines)
    holders = {name for holder in path[:-1] for name in (holder.id, holder.caput_id)}
    return measures and not holders.isdisjoint(last.alvos)


def _completes(block: SanctionBlock, last: Sancao, path: Path) -> bool:
    """Whether a gravity belongs to the group before: its penalty is printed above it."""
    printed = {line.rotulo for line in last.linhas}
    further = {SANCTIONS[line.terminal] for line in block.lines}
    own = {path[-1].id, path[-1].caput_id}
    return "Infração" in further and not further & printed and not own.isdisjoint(last.alvos[-1:])


def _in_paragraph(pending: list[Path], path: Path) -> list[Path]:
    """What waits in the paragraph in which a group stands; else all that waits.

    A list of the caput that nobody punished is none of a paragraph's conducts.
    """
    paragraph = next((one.id for one in path if one.tipo == "paragrafo"), None)
    inside = [one for one in pending if paragraph in [holder.id for holder in one]]
    return inside or pending


def _is_rule(device: Dispositivo) -> bool:
    """Whether a paragraph is a rule and no conduct of a list: its sentence ends before the next."""
    return device.tipo == "paragrafo" and (device.texto or "").endswith(".")


def _innermost(pending: list[Path]) -> list[Path]:
    """The waiting devices that are in force and hold no other waiting one."""
    holders = {holder.id for path in pending for holder in path[:-1]}
    return [
        path
        for path in pending
        if path[-1].id not in holders and path[-1].situacao not in ("vetado", "revogado")
    ]


def _again(path: Path) -> str:
    """Where no conduct is waiting: the caput of the article just opened, or the same device."""
    return path[-1].caput_id or path[-1].id


def _lines(block: SanctionBlock) -> Iterator[LinhaDeSancao]:
    for line in block.lines:
        yield LinhaDeSancao(
            rotulo=SANCTIONS[line.terminal],  # type: ignore[arg-type]
            rotulo_original=line.printed,
            texto=line.text,
            origem=locate(line.place),
        )
