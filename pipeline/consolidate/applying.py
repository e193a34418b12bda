"""One change applied to the tree of a norm.

In: a `Tree` and a `Change`. Out: the tree, changed; who was changed, and what must be said of it.
Raises `RefusedError` where the norm does not bear the change: a target that is not there, a number
that is taken, a quotation that holds more or less than its command names. What is quoted whole,
without dots, takes the place of all that it does not repeat, and that is reported.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pipeline.amendments import Change, Payload
from pipeline.artefacts import SanctionLine
from pipeline.consolidate.tree import Lines, Node, Tree
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import canonical, numeral, write_citation
from pipeline.labels.citations import parts_of
from pipeline.model import GROUPINGS, Dispositivo, TipoAlteracao, walk


class RefusedError(ValueError):
    """A change that the norm does not bear; the text is the reason, in Portuguese."""


@dataclass(slots=True)
class Applied:
    """What a change did: to which devices, and what is to be said."""

    touched: list[tuple[Node, TipoAlteracao]] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def apply(tree: Tree, change: Change) -> Applied:
    """Carry out a change; raises `RefusedError` before anything is published of it."""
    return _Change(tree, change).run()


class _Change:
    def __init__(self, tree: Tree, change: Change) -> None:
        self._tree, self._change = tree, change
        self._done = Applied()

    def run(self) -> Applied:
        change = self._change
        if change.action == "revogacao":
            self._revoke()
        elif change.action == "renumeracao":
            self._renumber(self._target(change.targets[0]), change.number or "")
        elif change.action in ("expressao", "retificacao"):
            self._replace_words()
        elif change.payload is not None:
            self._quoted(change.payload)
        else:
            self._words()
        return self._done

    # ── common ───────────────────────────────────────────────────────────────────────────────

    def _target(self, name: str) -> Node:
        node = self._tree.find(name)
        if node is None:
            raise RefusedError(f"a norma não tem {_cited(name)}")
        if f"{node.id}_rep2" in self._tree.nodes:
            raise RefusedError(f"a norma tem dois dispositivos com o número de {_cited(name)}")
        return node

    def _set(self, node: Node, kind: TipoAlteracao, **what: object) -> None:
        change = self._change
        same_day = node.since == change.day and node.act not in (None, change.act)
        if same_day:
            message = (
                f"{_cited(node.id)} é alterado no mesmo dia por {node.act} e por {change.act}: "
                "fica a redação do ato posterior"
            )
            self._say("ALT006", message, node)
        node.change(kind, change.day, change.act, change.device, **what)
        self._done.touched.append((node, kind))

    def _say(self, code: str, message: str, node: Node) -> None:
        self._done.diagnostics.append(diagnose(code, message, device=node.id))

    # ── revogação ────────────────────────────────────────────────────────────────────────────

    def _revoke(self) -> None:
        change = self._change
        nodes = [self._revocable(name) for name in change.targets] or list(self._tree.roots)
        if change.ranged:
            nodes = list(self._between(nodes))
        for node in nodes:
            self._end(node)
        for holder in {node.parent for node in nodes if node.parent}:
            text = (holder.device.texto or "").rstrip()
            items = [one for one in holder.children if one.device.tipo != "paragrafo"]
            if holder.active and text.endswith(":") and not any(one.active for one in items):
                message = f"{_cited(holder.id)} anuncia itens, e todos foram revogados"
                self._say("ALT009", message, holder)

    def _revocable(self, name: str) -> Node:
        node = self._target(name)
        others = [one for one in node.children if one.device.tipo == "paragrafo" and one.active]
        if name.endswith("_cpt") and others:
            raise RefusedError(
                f"só o caput de {_cited(node.id)} seria revogado, e não os parágrafos"
            )
        return node

    def _between(self, nodes: Sequence[Node]) -> Iterator[Node]:
        """The targets of a range, and the inserted devices that lie within it."""
        last = nodes[-1]
        for node in nodes:
            yield node
            if node is last:
                return
            kind = node.number
            for one in self._tree.walk():
                number = one.number
                if (
                    number and kind and one.device.tipo == node.device.tipo
                    and (one.parent is node.parent or node.device.tipo == "artigo")
                    and number[1].value == kind[1].value and number[1].suffixes
                ):  # fmt: skip
                    yield one

    def _end(self, node: Node) -> None:
        """Take the force from a device and from all that hangs on it; its place stays."""
        for one in node.walk():
            if not one.active:
                continue
            self._hand_down(one)
            self._set(
                one, "revogacao", texto=None, texto_final=None, situacao="revogado", blocks=[]
            )

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

    # ── renumeração ──────────────────────────────────────────────────────────────────────────

    def _renumber(self, node: Node, fragment: str) -> None:
        prefix, _, own = node.id.rpartition("_")
        parts = parts_of(fragment)
        if not parts or own[:3] != fragment[:3]:
            raise RefusedError(f"{_cited(node.id)} não pode receber o número de outra espécie")
        name = f"{prefix}_{fragment}" if prefix else fragment
        if name in self._tree.nodes:
            raise RefusedError(f"a norma já tem {_cited(name)}")
        kind, number = parts[-1]
        self._set(node, "renumeracao")
        self._tree.rename(node, name, canonical(kind, number), numeral(kind, number))

    # ── expressões ───────────────────────────────────────────────────────────────────────────

    def _replace_words(self) -> None:
        change = self._change
        old, new = change.old or "", change.new or ""
        pattern = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
        kind: TipoAlteracao = "expressao" if change.action == "expressao" else "retificacao"
        groups = [self._reach(name) for name in change.targets] or [list(self._tree.walk())]
        for name, nodes in zip(change.targets or ("",), groups, strict=True):
            found = False
            for node in nodes:
                one = node.device
                update = {
                    key: pattern.sub(lambda _: new, value)
                    for key in ("texto", "texto_final", "nome")
                    if (value := getattr(one, key)) and pattern.search(value)
                }
                blocks = [
                    tuple(
                        line
                        if not line.text
                        else _with(line, pattern.sub(lambda _: new, line.text))
                        for line in lines
                    )
                    for lines in node.blocks
                ]
                if update or blocks != node.blocks:
                    found = True
                    self._set(node, kind, **update, blocks=blocks)
            if not found:
                where = _cited(name) if name else "a norma"
                raise RefusedError(f"{where} não tem a expressão «{old}»")

    def _reach(self, name: str) -> list[Node]:
        node = self._target(name)
        return [node] if name.endswith("_cpt") else [one for one in node.walk() if one.active]

    # ── redação e acréscimo ──────────────────────────────────────────────────────────────────

    def _words(self) -> None:
        """An unlabelled text in quotes: the whole own text of the one target."""
        node = self._target(self._change.targets[0])
        if not node.active:
            self._reused(node)
        self._set(node, "redacao", texto=self._change.words, situacao="vigente")

    def _quoted(self, payload: Payload) -> None:
        change = self._change
        named = {one.id for device in payload.devices for one in walk([device])}
        for target in change.existing:
            self._target(target)
        for target in change.targets:
            bare = target.removesuffix("_cpt")
            held = bare in named if bare == target else bare in payload.own or any(
                name.startswith(f"{target}_") for name in payload.own
            )  # fmt: skip
            if not held:
                raise RefusedError(f"a citação não traz {_cited(target)}, que o comando nomeia")
        blocks: dict[str, list[Lines]] = {}
        for block in payload.blocks:
            lines = tuple(replace(line, place=()) for line in block.lines)
            blocks.setdefault(block.after, []).append(lines)
        for device in payload.devices:
            self._merge(device, None, payload, blocks)

    def _merge(
        self,
        device: Dispositivo,
        parent: Node | None,
        payload: Payload,
        blocks: dict[str, list[Lines]],
    ) -> None:
        """Take over a quoted device, and then what hangs on it."""
        self._take_number(device)
        node = self._tree.nodes.get(device.id)
        if node is None:
            self._add(device, parent, payload, blocks)
            return
        self._target(device.id)
        if device.situacao == "vetado":
            return  # of what the act was to say nothing came
        own = device.id in payload.own
        covered = self._covers(device.id)
        grouping = _is_named(device)
        if own and not grouping:
            self._reword(node, device, payload, blocks, covered=covered)
        elif device.id in blocks:
            self._resanction(node, blocks[device.id], payload)
        for child in device.filhos:
            self._merge(child, node, payload, blocks)
        if own and covered and not self._is_only_caput(device.id):
            self._drop_rest(node, device, payload)

    def _reword(
        self, node: Node, device: Dispositivo, payload: Payload, blocks: dict[str, list[Lines]],
        *, covered: bool,
    ) -> None:  # fmt: skip
        same = _plain(node.device.texto) == _plain(device.texto)
        if not covered and not same:
            raise RefusedError(f"a citação muda {_cited(device.id)}, que o comando não nomeia")
        if same and node.active:
            if device.id in blocks:
                self._resanction(node, blocks[device.id], payload)
            return
        if self._change.action == "acrescimo" and node.active:
            raise RefusedError(
                f"o comando acrescenta {_cited(device.id)}, que já existe com outro texto"
            )
        if device.situacao == "revogado":
            self._end(node)
            return
        kind: TipoAlteracao = "redacao"
        if not node.active:
            self._reused(node)
            kind = "inclusao"
        what: dict[str, object] = {
            "texto": device.texto, "texto_final": device.texto_final, "situacao": device.situacao,
        }  # fmt: skip
        if device.nome:
            what["nome"] = device.nome
        if device.id in blocks:
            what["blocks"] = self._merged(node, blocks[device.id], payload)
        elif node.blocks:
            message = f"a nova redação de {_cited(node.id)} não repete a sanção, que foi mantida"
            self._say("ALT005", message, node)
        self._set(node, kind, **what)

    def _resanction(self, node: Node, blocks: list[Lines], payload: Payload) -> None:
        merged = self._merged(node, blocks, payload)
        if _texts(merged) != _texts(node.blocks):
            self._set(node, "redacao", blocks=merged)

    def _merged(self, node: Node, blocks: list[Lines], payload: Payload) -> list[Lines]:
        """The sanction of a device with the quoted lines in it; below dots the others stay."""
        if not node.blocks and self._waiting(node) is not None:
            raise RefusedError(f"a sanção de {_cited(node.id)} é comum a outros dispositivos")
        if node.id not in payload.open or len(node.blocks) != 1 or len(blocks) != 1:
            return blocks
        new = {line.terminal: line for line in blocks[0]}
        kept = [new.pop(line.terminal, line) for line in node.blocks[0]]
        return [(*kept, *new.values())]

    def _drop_rest(self, node: Node, device: Dispositivo, payload: Payload) -> None:
        """End what a device quoted whole does not repeat."""
        if node.id in payload.open or self._change.action != "redacao":
            return
        repeated = {one.id for one in device.filhos}
        for child in [one for one in node.children if one.active and one.id not in repeated]:
            message = (
                f"{_cited(node.id)} foi dado por inteiro, sem linha pontilhada: "
                f"{_cited(child.id)}, que a nova redação não repete, deixa de valer"
            )
            self._say("ALT005", message, child)
            self._end(child)

    def _add(
        self,
        device: Dispositivo,
        parent: Node | None,
        payload: Payload,
        blocks: dict[str, list[Lines]],
    ) -> None:
        """A device that the norm did not have."""
        change = self._change
        if device.id not in payload.own and not _is_named(device):
            raise RefusedError(f"a norma não tem {_cited(device.id)}")
        if not self._covers(device.id):
            raise RefusedError(f"a citação traz {_cited(device.id)}, que o comando não nomeia")
        taken = next((one.id for one in walk([device]) if one.id in self._tree.nodes), None)
        if taken is not None:
            raise RefusedError(f"a norma já tem {_cited(taken)}")
        alike = [one for one in self._tree.walk() if one.device.tipo == device.tipo]
        if _is_named(device) and parent is None and any(one.parent for one in alike):
            raise RefusedError(f"não se sabe em que parte da norma entra {_cited(device.id)}")
        node = self._tree.plant(device, parent, blocks)
        for one in node.walk():
            if one.id not in payload.own and not _is_named(one.device):
                raise RefusedError(f"a norma não tem {_cited(one.id)}")
            one.kind, one.since, one.act, one.source = (
                "inclusao",
                change.day,
                change.act,
                change.device,
            )
            self._done.touched.append((one, "inclusao"))
        self._tree.insert(node)
        if node.blocks and self._waiting(node) is not None:
            raise RefusedError(
                f"a sanção de {_cited(node.id)} alcançaria também o dispositivo anterior"
            )

    def _take_number(self, device: Dispositivo) -> None:
        """A sole paragraph is the first one, as soon as a quotation has § 1º or a second one."""
        article, _, own = device.id.rpartition("_")
        sole = self._tree.nodes.get(f"{article}_par1u")
        first = f"{article}_par1"
        if sole is not None and own in ("par1", "par2") and first not in self._tree.nodes:
            self._renumber(sole, "par1")

    def _reused(self, node: Node) -> None:
        message = f"{_cited(node.id)} estava revogado, e o número foi usado de novo"
        self._say("ALT007", message, node)

    def _covers(self, name: str) -> bool:
        """Whether a command names a device, or what holds it."""
        return not self._change.targets or any(
            name == target or name.startswith(f"{target}_") or f"{name}_cpt" == target
            for target in self._change.targets
        )

    def _is_only_caput(self, name: str) -> bool:
        targets = self._change.targets
        return bool(targets) and name not in targets and f"{name}_cpt" in targets


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())


def _texts(blocks: Sequence[Lines]) -> list[tuple[str, str | None]]:
    return [(line.terminal, line.text) for lines in blocks for line in lines]


def _is_named(device: Dispositivo) -> bool:
    """Whether a device is a grouping with a name, which is all that is its own."""
    return device.tipo in GROUPINGS and device.nome is not None


def _with(line: SanctionLine, text: str) -> SanctionLine:
    return line if text == line.text else replace(line, text=text)


def _cited(name: str) -> str:
    """A device as people cite it, in the middle of a sentence."""
    written = write_citation(name)
    return f"{written[:1].lower()}{written[1:]}" if written.startswith("Art") else written
