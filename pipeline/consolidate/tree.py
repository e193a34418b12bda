"""The devices of a norm as a tree that changes: what `consolidate` works on.

In: an `Articulation`. Out: an `Articulation` again, with the wordings that each device had. A node
knows who gave it its present wording, and since when; a change keeps the one before as a `Versao`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from pipeline.artefacts import Articulation, SanctionBlock, SanctionLine
from pipeline.consolidate.parts import changed, parts
from pipeline.labels import Kind, Number
from pipeline.labels.citations import is_grouping, parts_of
from pipeline.model import (
    GROUPINGS,
    Dispositivo,
    HistoricoDispositivo,
    TipoAlteracao,
    Versao,
)

Lines = tuple[SanctionLine, ...]

_DEEPER = ("inciso", "alinea", "item", "conduta")


@dataclass(slots=True, eq=False)
class Node:
    """A device: its present wording, what hangs on it, and the wordings that it had."""

    device: Dispositivo
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    blocks: list[Lines] = field(default_factory=list)
    versions: list[Versao] = field(default_factory=list)
    kind: TipoAlteracao = "original"
    since: date | None = None
    act: str | None = None
    source: str | None = None

    @property
    def id(self) -> str:
        """Its id."""
        return self.device.id

    @property
    def active(self) -> bool:
        """Whether it is in force."""
        return self.device.situacao == "vigente"

    @property
    def number(self) -> tuple[Kind, Number] | None:
        """Kind and number, as far as its id tells."""
        parts = parts_of(self.id.rsplit("_", 1)[-1])
        return parts[-1] if parts else None

    def walk(self) -> Iterator["Node"]:
        """It and all that hangs on it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def change(
        self, kind: TipoAlteracao, day: date, act: str, source: str | None, **what: object
    ) -> None:
        """Take another wording from a day on, and keep the present one, if it ever held."""
        if self.since is None or self.since < day:
            self.versions.append(self.version(fim=day - timedelta(days=1)))
        # What changes before the norm is in force holds from its first day on.
        self.since = day if self.since is None else max(day, self.since)
        self.kind, self.act, self.source = kind, act, source
        own = {name: value for name, value in what.items() if name != "blocks"}
        self.device = self.device.model_copy(update={"origem": (), **own})
        if "blocks" in what:
            self.blocks = list(what["blocks"])  # type: ignore[call-overload]

    def version(self, fim: date | None = None) -> Versao:
        """The present wording as a version."""
        one = self.device
        return Versao(
            tipo=self.kind, rotulo=one.rotulo, rotulo_original=one.rotulo_original,
            texto=one.nome if one.tipo in GROUPINGS else one.texto,
            texto_final=one.texto_final,
            sancao=tuple(line.written for lines in self.blocks for line in lines),
            situacao=one.situacao, notas=one.notas, inicio=self.since, fim=fim, norma=self.act,
            dispositivo=self.source, riscado=False, origem=one.origem, filhos=(),
        )  # fmt: skip


class Tree:
    """The devices of a norm, by their ids."""

    def __init__(self, articulation: Articulation, first: date | None) -> None:
        self._articulation = articulation
        blocks: dict[str, list[Lines]] = {}
        for block in articulation.blocks:
            blocks.setdefault(block.after, []).append(block.lines)
        self.nodes: dict[str, Node] = {}
        self.roots = [self.plant(one, None, blocks) for one in articulation.devices]
        for node in self.nodes.values():
            node.since = first
        self.parts = parts(articulation, first)

    def plant(
        self, device: Dispositivo, parent: Node | None, blocks: dict[str, list[Lines]]
    ) -> Node:
        """A device and all that hangs on it as nodes, known by their ids."""
        node = Node(device, parent, blocks=list(blocks.get(device.id, ())))
        self.nodes[device.id] = node
        node.children = [self.plant(one, node, blocks) for one in device.filhos]
        return node

    def find(self, name: str) -> Node | None:
        """The device of an id, or of the id of its caput; a grouping, wherever it stands alone."""
        found = self.nodes.get(name) or self.nodes.get(name.removesuffix("_cpt"))
        if found is None and is_grouping(name):
            alike = self.groupings(name)
            return alike[0] if len(alike) == 1 else None
        return found

    def groupings(self, name: str) -> list[Node]:
        """The groupings that "o Capítulo II" may be, where titles number theirs anew."""
        bare = name.replace("1u", "1")
        return [
            node for node in self.walk()
            if is_grouping(node.id) and f"_{node.id}".replace("1u", "1").endswith(f"_{bare}")
        ]  # fmt: skip

    def walk(self) -> Iterator[Node]:
        """All devices in the order of the text."""
        for root in self.roots:
            yield from root.walk()

    def siblings(self, node: Node) -> list[Node]:
        """The devices among which one stands."""
        return node.parent.children if node.parent else self.roots

    def insert(self, node: Node, within: Node | None = None) -> bool:
        """Put a new device at the place of its number: behind the last smaller one of its kind.

        An article goes where the articles around it stand, in the grouping `within` which it must
        be; False where the numbers do not let it.
        """
        if node.device.tipo == "artigo" and not self._home_article(node, within or node.parent):
            return False
        among = self.siblings(node)
        alike = [one for one in among if one.device.tipo == node.device.tipo]
        smaller = [one for one in alike if _less(one, node)]
        if smaller:
            at = among.index(smaller[-1]) + 1
        elif alike:
            at = among.index(alike[0])
        else:
            # Articles stand before the groupings beside them, incisos before paragraphs.
            later = "paragrafo" if node.device.tipo in _DEEPER else None
            at = next(
                (
                    n for n, one in enumerate(among)
                    if (one.device.tipo == later if later else node.device.tipo == "artigo")
                ),
                len(among),
            )  # fmt: skip
        among.insert(at, node)
        return True

    def _home_article(self, node: Node, within: Node | None) -> bool:
        """Find the grouping of a new article."""
        container = node.id.rpartition("_")[0]
        articles = [
            one for one in self.walk()
            if one.device.tipo == "artigo" and one.id.rpartition("_")[0] == container
        ]  # fmt: skip
        before = [one for one in articles if _less(one, node)][-1:]
        after = [one for one in articles if not _less(one, node)][:1]
        beside = [one for one in (*before, *after) if within is None or one in within.walk()]
        if beside:
            node.parent = beside[0].parent
        elif within is not None:
            node.parent = within
            return not any(one.device.tipo == "artigo" for one in within.walk())
        return True

    def rename(self, node: Node, name: str, rotulo: str, numero: str) -> None:
        """Give a device another id, and with it all that hangs on it; the old ids are kept."""
        old = node.id
        self.siblings(node).remove(node)
        for one in node.walk():
            new = name + one.id[len(old) :]
            del self.nodes[one.id]
            caput = f"{new}_cpt" if one.device.caput_id else None
            aliases = (*one.device.aliases, one.id)
            update = {"id": new, "caput_id": caput, "aliases": aliases}
            if one is node:
                update |= {"rotulo": rotulo, "numero": numero}
            one.device = one.device.model_copy(update=update)
        for one in node.walk():
            self.nodes[one.id] = one
        self.insert(node)

    def articulation(self) -> Articulation:
        """The devices as they stand now."""
        blocks = [SanctionBlock(node.id, lines) for node in self.walk() for lines in node.blocks]
        return replace(
            changed(self._articulation, self.parts),
            devices=tuple(self._device(one) for one in self.roots),
            blocks=tuple(blocks),
        )  # fmt: skip

    def _device(self, node: Node) -> Dispositivo:
        free = tuple(one for one in node.device.aliases if one not in self.nodes)
        return node.device.model_copy(
            update={
                "filhos": tuple(self._device(one) for one in node.children),
                "versoes": (*node.device.versoes, *node.versions),
                "aliases": tuple(dict.fromkeys(free)),
            }
        )

    def history(self) -> Sequence[HistoricoDispositivo]:
        """All wordings of each device, in the order of the text."""
        return [
            HistoricoDispositivo(
                id=node.id,
                aliases=tuple(one for one in node.device.aliases if one not in self.nodes),
                tipo=node.device.tipo,
                pai=node.parent.id if node.parent else None,
                versoes=(*node.device.versoes, *node.versions, node.version()),
            )
            for node in self.walk()
        ]


def _less(one: Node, other: Node) -> bool:
    mine, theirs = one.number, other.number
    if mine is None or theirs is None:
        return False
    # A sole paragraph that was repealed stands before the § 1º that came in its place.
    both = mine[1].value == theirs[1].value == 1 and mine[1].unico and not theirs[1].unico
    return mine[1] < theirs[1] or both
