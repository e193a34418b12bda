"""A quotation taken over into a norm: devices reworded, added, given another sanction.

In: a `Payload` and what its command names. Out: the tree, changed. What is quoted whole, without
dots, takes the place of all that it does not repeat, and that is reported; a grouping must repeat
all its articles. Raises `RefusedError` where a quotation holds more or less than its command says.
"""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.amendments import Change, Payload
from pipeline.consolidate.groupings import homed
from pipeline.consolidate.refusing import RefusedError
from pipeline.consolidate.step import Applied, Step, cited
from pipeline.consolidate.tree import Lines, Node, Tree
from pipeline.labels import fold
from pipeline.labels.citations import is_grouping
from pipeline.model import Dispositivo, TipoAlteracao, walk


class Quotation(Step):
    """A quotation that is being taken over."""

    def __init__(self, tree: Tree, change: Change, done: Applied) -> None:
        super().__init__(tree, change, done)
        self._grouped: frozenset[str] = frozenset()
        """What is quoted in a grouping that the command names."""

    def take_over(self, payload: Payload) -> None:
        change = self._change
        payload = replace(
            payload,
            devices=tuple(homed(self._tree, one, change.targets) for one in payload.devices),
        )
        self._grouped = frozenset(
            one.id
            for holder in walk(payload.devices)
            if is_grouping(holder.id) and self._names(holder.id)
            for one in walk([holder])
        )
        named = {one.id for device in payload.devices for one in walk([device])}
        for target in change.existing:
            self._target(target)
        for target in change.targets:
            bare = target.removesuffix("_cpt")
            node = self._tree.find(target) if is_grouping(target) else None
            held = (node is not None and node.id in named) or (
                bare in named
            ) if bare == target else bare in payload.own or any(
                name.startswith(f"{target}_") for name in payload.own
            )  # fmt: skip
            if not held:
                raise RefusedError(f"a citação não traz {cited(target)}, que o comando nomeia")
        blocks: dict[str, list[Lines]] = {}
        for block in payload.blocks:
            lines = tuple(replace(line, place=()) for line in block.lines)
            blocks.setdefault(block.after, []).append(lines)
        for device in payload.devices:
            above = device.id.rpartition("_")[0] if is_grouping(device.id) else ""
            self._merge(device, self._tree.nodes.get(above), payload, blocks)
        self._refuse_dead_holders()
        self._refuse_unpunished(payload)

    def _merge(
        self,
        device: Dispositivo,
        parent: Node | None,
        payload: Payload,
        blocks: dict[str, list[Lines]],
    ) -> None:
        """Take over a quoted device, and then what hangs on it."""
        self._take_number(device, payload)
        node = self._tree.nodes.get(device.id)
        if node is None:
            self._add(device, parent, payload, blocks)
            return
        self._target(device.id)
        if device.situacao == "vetado":
            return  # of what the act was to say nothing came
        own = device.id in payload.own
        covered = self._covers(device.id)
        grouping = is_grouping(device.id)
        if grouping:
            self._entitle(node, device, payload, covered=covered)
        elif own:
            self._reword(node, device, payload, blocks, covered=covered)
        elif device.id in blocks:
            self._resanction(node, blocks[device.id], payload)
        for child in device.filhos:
            self._merge(child, node, payload, blocks)
        if own and not grouping and covered and not self._is_only_caput(device.id):
            self._drop_rest(node, device, payload)

    def _entitle(self, node: Node, device: Dispositivo, payload: Payload, *, covered: bool) -> None:
        """A grouping quoted with its articles: as a heading above them, or with another name."""
        same = fold(node.device.nome or "") == fold(device.nome or "")
        if node.active and device.nome and not same:
            if not covered or self._change.action != "redacao":
                raise RefusedError(f"a citação muda o nome de {cited(device.id)}")
            self._set(node, "redacao", nome=device.nome)
        elif not node.active and device.nome:
            if not covered:
                raise RefusedError(f"{cited(device.id)} está revogado, e o comando não o nomeia")
            self._reused(node)
            self._set(node, "inclusao", nome=device.nome, situacao="vigente")
        repeated = {one.id for one in device.filhos}
        rest = [one for one in node.children if one.active and one.id not in repeated]
        whole = self._change.action == "redacao" and self._names(node.id) and device.filhos
        if whole and rest and not payload.open:
            raise RefusedError(
                f"{cited(node.id)} foi dado por inteiro, sem linha pontilhada e sem "
                f"{cited(rest[0].id)}, de que o ato nada diz"
            )

    def _names(self, name: str) -> bool:
        """Whether a command names a grouping itself."""
        return any(
            name in (target, node.id if (node := self._tree.find(target)) else None)
            for target in self._change.targets
            if is_grouping(target)
        )

    def _reword(
        self, node: Node, device: Dispositivo, payload: Payload, blocks: dict[str, list[Lines]],
        *, covered: bool,
    ) -> None:  # fmt: skip
        same = _plain(node.device.texto) == _plain(device.texto)
        if not covered and not same:
            raise RefusedError(f"a citação muda {cited(device.id)}, que o comando não nomeia")
        if same and node.active:
            if device.id in blocks:
                self._resanction(node, blocks[device.id], payload)
            return
        if self._change.action == "acrescimo" and node.active:
            raise RefusedError(
                f"o comando acrescenta {cited(device.id)}, que já existe com outro texto"
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
            what["blocks"] = self._new_blocks(node, blocks[device.id], payload)
        elif node.blocks:
            message = f"a nova redação de {cited(node.id)} não repete a sanção, que foi mantida"
            self._say("ALT005", message, node)
        self._set(node, kind, **what)

    def _resanction(self, node: Node, blocks: list[Lines], payload: Payload) -> None:
        merged = self._new_blocks(node, blocks, payload)
        if _texts(merged) != _texts(node.blocks):
            self._set(node, "redacao", blocks=merged)

    def _new_blocks(self, node: Node, blocks: list[Lines], payload: Payload) -> list[Lines]:
        """The sanction that a device gets; the one before it, where that was common to others of
        which the act says nothing, stays theirs.

        >>> # "I - parar; / II - andar: / Penalidade - A", and an act gives II with Penalidade - B:
        >>> # I keeps A
        """
        merged = self._merged(node, blocks, payload)
        before = self._waiting(node) if _texts(merged) != _texts(node.blocks) else None
        if before is not None and before.id not in payload.own:
            self._hand_down(node)
            message = (
                f"a sanção de {cited(node.id)} era também de {cited(before.id)}, de que o ato nada "
                "diz: este fica com a anterior"
            )
            self._say("ALT005", message, before)
        return merged

    def _merged(self, node: Node, blocks: list[Lines], payload: Payload) -> list[Lines]:
        """The sanction of a device with the quoted lines in it; below dots the others stay."""
        if not node.blocks and self._waiting(node) is not None:
            raise RefusedError(f"a sanção de {cited(node.id)} é comum a outros dispositivos")
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
                f"{cited(node.id)} foi dado por inteiro, sem linha pontilhada: "
                f"{cited(child.id)}, que a nova redação não repete, deixa de valer"
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
        if device.id not in payload.own and not is_grouping(device.id):
            raise RefusedError(f"a norma não tem {cited(device.id)}")
        if not self._covers(device.id):
            raise RefusedError(f"a citação traz {cited(device.id)}, que o comando não nomeia")
        taken = next((one.id for one in walk([device]) if one.id in self._tree.nodes), None)
        if taken is not None:
            raise RefusedError(f"a norma já tem {cited(taken)}")
        node = self._tree.plant(device, parent, blocks)
        for one in node.walk():
            if one.id not in payload.own and not is_grouping(one.id):
                raise RefusedError(f"a norma não tem {cited(one.id)}")
            one.kind, one.since, one.act, one.source = (
                "inclusao",
                change.day,
                change.act,
                change.device,
            )
            self._done.touched.append((one, "inclusao"))
        within = self._target(change.within) if change.within else None
        if not self._tree.insert(node, within if device.tipo == "artigo" else None):
            where = within or parent
            raise RefusedError(
                f"o número de {cited(device.id)} não cabe em {cited(where.id if where else '')}"
            )
        if node.blocks and self._waiting(node) is not None:
            raise RefusedError(
                f"a sanção de {cited(node.id)} alcançaria também o dispositivo anterior"
            )

    def _refuse_dead_holders(self) -> None:
        """Nothing is put in force within what is revoked: it would punish nobody, unsaid.

        Raises RefusedError: an article that an act adds to a chapter which another one revoked.
        """
        for node in [one for one, _ in self._done.touched if isinstance(one, Node) and one.active]:
            holder = node.parent
            while holder is not None and holder.active:
                holder = holder.parent
            if holder is not None:
                raise RefusedError(
                    f"{cited(node.id)} ficaria em {cited(holder.id)}, que não está em vigor"
                )

    def _refuse_unpunished(self, payload: Payload) -> None:
        """A new device without a sanction among those that have their own would get the next one's.

        Raises RefusedError: "I-A - voar;" put between I and II, each with lines of its own.
        """
        for node in [one for one, kind in self._done.touched if kind == "inclusao"]:
            if not isinstance(node, Node) or node.device.tipo not in ("inciso", "alinea", "item"):
                continue
            among = [
                one for one in self._tree.siblings(node)
                if one.active and one.device.tipo == node.device.tipo
            ]  # fmt: skip
            if node not in among or _is_punished(node):
                continue
            at = among.index(node)
            heir = next((one for one in among[at:] if _is_punished(one)), None)
            others = [one for one in among[:at] if one.id not in payload.own]
            shares = others and not _is_punished(others[-1])
            if heir is not None and heir.id not in payload.own and not shares:
                raise RefusedError(
                    f"a sanção de {cited(heir.id)} alcançaria também {cited(node.id)}, que o ato "
                    "acrescenta sem sanção"
                )

    def _take_number(self, device: Dispositivo, payload: Payload) -> None:
        """A sole paragraph is the first one, as soon as a quotation has § 1º or a second one.

        Where the quotation says what becomes of the sole paragraph, it keeps its name.
        """
        article, _, own = device.id.rpartition("_")
        sole = self._tree.nodes.get(f"{article}_par1u")
        first = f"{article}_par1"
        told = any(one.id == f"{article}_par1u" for one in walk(payload.devices))
        if sole and not told and own in ("par1", "par2") and first not in self._tree.nodes:
            self._renumber(sole, "par1")

    def _covers(self, name: str) -> bool:
        """Whether a command names a device, or what holds it."""
        return (
            not self._change.targets
            or name in self._grouped
            or any(
                name == target or name.startswith(f"{target}_") or f"{name}_cpt" == target
                for target in self._change.targets
            )
        )

    def _is_only_caput(self, name: str) -> bool:
        targets = self._change.targets
        return bool(targets) and name not in targets and f"{name}_cpt" in targets


def _is_punished(node: Node) -> bool:
    return any(one.blocks for one in node.walk())


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())


def _texts(blocks: Sequence[Lines]) -> list[tuple[str, str | None]]:
    return [(line.terminal, line.text) for lines in blocks for line in lines]
