"""What every change has in common: who is changed, how, and what is said of it.

In: a `Tree` and a `Change`. Out: `Applied`. Raises `RefusedError` where the norm does not bear the
change: a target that is not there, a number that is taken.
"""

from dataclasses import dataclass, field

from pipeline.amendments import Change
from pipeline.consolidate.parts import Part
from pipeline.consolidate.refusing import RefusedError
from pipeline.consolidate.tree import Node, Tree
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import canonical, numeral, write_citation
from pipeline.labels.citations import is_grouping, parts_of
from pipeline.model import Anexo, TipoAlteracao


@dataclass(slots=True)
class Applied:
    """What a change did: to which devices, and what is to be said."""

    touched: list[tuple[Node | Part, TipoAlteracao]] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


class Step:
    """A change that is being carried out on a tree."""

    def __init__(self, tree: Tree, change: Change, done: Applied) -> None:
        self._tree, self._change, self._done = tree, change, done

    def _target(self, name: str) -> Node:
        node = self._tree.find(name)
        if node is None and is_grouping(name) and len(self._tree.groupings(name)) > 1:
            raise RefusedError(f"a norma tem mais de um dispositivo com o número de {cited(name)}")
        if node is None:
            raise RefusedError(f"a norma não tem {cited(name)}")
        if f"{node.id}_rep2" in self._tree.nodes:
            raise RefusedError(f"a norma tem dois dispositivos com o número de {cited(name)}")
        return node

    def _set(self, node: Node, kind: TipoAlteracao, **what: object) -> None:
        change = self._change
        self._same_day(node)
        node.change(kind, change.day, change.act, change.device, **what)
        self._done.touched.append((node, kind))

    def _same_day(self, one: Node | Part) -> None:
        change = self._change
        if one.since == change.day and one.act not in (None, change.act):
            message = (
                f"{cited(one.id)} é alterado no mesmo dia por {one.act} e por {change.act}: "
                "fica a redação do ato posterior"
            )
            self._say("ALT006", message, one)

    def _say(self, code: str, message: str, one: Node | Part) -> None:
        # A finding is of a device; the ementa and the annexes are none.
        device = one.id if isinstance(one, Node) else None
        self._done.diagnostics.append(diagnose(code, message, device=device))

    def _part(self, name: str) -> Part:
        part = self._tree.parts.get(name) or self._tree.parts.get(other(name))
        if part is None:
            held = self._tree.find(name) or self._tree.find(other(name))
            if held is not None:
                raise RefusedError(f"{cited(name)} da norma tem artigos, e não se troca inteiro")
            raise RefusedError(f"a norma não tem {cited(name)}")
        return part

    def _set_part(
        self, part: Part, kind: TipoAlteracao, text: str | None, annex: Anexo | None
    ) -> None:
        change = self._change
        self._same_day(part)
        part.change(kind, change.day, change.act, change.device, text=text, annex=annex)
        self._done.touched.append((part, kind))

    def _end(self, node: Node) -> None:
        """Take the force from a device and from all that hangs on it; its place stays."""
        for one in node.walk():
            if not one.active:
                continue
            self._hand_down(one)
            name: dict[str, object] = {"nome": None} if is_grouping(one.id) else {}
            self._set(
                one, "revogacao", texto=None, texto_final=None, situacao="revogado", blocks=[],
                **name,
            )  # fmt: skip

    def _hand_down(self, node: Node) -> None:
        """A sanction common to several conducts stays with those before the one that ends."""
        before = self._waiting(node)
        if node.blocks and before is not None:
            before.blocks += node.blocks

    def _waiting(self, node: Node) -> Node | None:
        """The conduct right before a device that has no sanction of its own yet, if one waits."""
        among = self._tree.siblings(node)
        earlier = [
            one for one in among[: among.index(node)]
            if one.active and one.device.tipo == node.device.tipo
        ]  # fmt: skip
        last = earlier[-1] if earlier else None
        return last if last is not None and not any(one.blocks for one in last.walk()) else None

    def _renumber(self, node: Node, fragment: str) -> None:
        prefix, _, own = node.id.rpartition("_")
        parts = parts_of(fragment)
        if not parts or own[:3] != fragment[:3]:
            raise RefusedError(f"{cited(node.id)} não pode receber o número de outra espécie")
        name = f"{prefix}_{fragment}" if prefix else fragment
        if name in self._tree.nodes:
            raise RefusedError(f"a norma já tem {cited(name)}")
        kind, number = parts[-1]
        self._set(node, "renumeracao")
        self._tree.rename(node, name, canonical(kind, number), numeral(kind, number))

    def _reused(self, node: Node) -> None:
        message = f"{cited(node.id)} estava revogado, e o número foi usado de novo"
        self._say("ALT007", message, node)


def other(name: str) -> str:
    """A sole annex under its number, or the first one as the sole (LexML: 1u ≡ 1)."""
    return f"{name}u" if name == "anexo1" else name.replace("1u", "1")


def cited(name: str) -> str:
    """A device as people cite it, in the middle of a sentence."""
    written = write_citation(name)
    return f"{written[:1].lower()}{written[1:]}" if written.startswith("Art") else written
