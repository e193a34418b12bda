"""The text of the law: the page for continuous reading, and a page an article.

In: a `NormView`. Out: the values of `lei.md.j2`, `artigos.md.j2`, `capitulo.md.j2` and
`artigo.md.j2`. Promises: every device is shown once on the first and once on its article's page,
under its id; headings go down one level at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_places import Place
from pipeline.emit.page_words import AGRUPADORES
from pipeline.model import ARTICLES, CONTAINERS, Dispositivo, Origem, TipoDispositivo, walk

_DEEPEST = 6  # HTML has no heading below h6


@dataclass(frozen=True, slots=True)
class Entry:
    """A grouping's heading or an article, in printed order, with the level of its heading."""

    device: Dispositivo
    level: int
    closing: tuple[str, ...] = ()
    """Texts that close the groupings which end here, such as the fecho of an annexed act."""

    @property
    def is_grouping(self) -> bool:
        """Whether it is a heading alone."""
        return self.device.tipo not in ARTICLES


@dataclass(frozen=True, slots=True)
class Piece:
    """A device under a heading of its own on its article's page.

    `nested` are those below it that are shown inside, without one.
    """

    device: Dispositivo
    level: int
    nested: tuple[Dispositivo, ...]


def chapters(view: NormView) -> list[Dispositivo]:
    """The outermost groupings: they have a page each."""
    return [one for one in view.catalogue.dispositivos if one.tipo in AGRUPADORES]


def entries(view: NormView, chapter: Dispositivo | None = None) -> list[Entry]:
    """All groupings and articles, or those inside one chapter."""

    def rows_of(devices: tuple[Dispositivo, ...], level: int) -> Iterator[Entry]:
        for device in devices:
            rows = [Entry(device, min(level, _DEEPEST))]
            if device.tipo in AGRUPADORES:
                rows += rows_of(device.filhos, level + 1)
                if device.texto_final:
                    rows[-1] = replace(rows[-1], closing=(*rows[-1].closing, device.texto_final))
            yield from rows

    return list(rows_of(view.catalogue.dispositivos if chapter is None else chapter.filhos, 2))


def text(view: NormView) -> dict[str, list[Entry] | bool]:
    """The whole text in printed order: the norm's own entries, and those of the acts beside it.

    The fecho of the norm stands between the two, or behind both.
    """
    beside = [one for one in view.catalogue.dispositivos if one.tipo in CONTAINERS]
    inside = {id(one) for one in walk(beside)}
    found = entries(view)
    fecho = view.catalogue.norma.fecho
    first = beside[0].origem[0] if beside else None
    return {
        "entradas": [one for one in found if id(one.device) not in inside],
        "ao_lado": [one for one in found if id(one.device) in inside],
        "fecho_no_fim": not (fecho and first) or _place(fecho.origem[0]) > _place(first),
    }


def _place(origem: Origem) -> tuple[int, int]:
    return origem.pagina, origem.linhas[0]


def pieces(view: NormView, article: Dispositivo) -> list[Piece]:
    """What hangs on an article, cut so that a search finds each citation by itself.

    Its direct children have a heading each; below them only what has a sanction of its own.
    """

    def cut(device: Dispositivo, level: int) -> Iterator[Piece]:
        apart = tuple(one for one in device.filhos if _has_own_heading(view, one))
        inside = tuple(one for one in device.filhos if one not in apart)
        yield Piece(device, min(level, _DEEPEST), inside)
        for one in apart:
            yield from cut(one, level + 1)

    return [piece for child in article.filhos for piece in cut(child, 2)]


def _has_own_heading(view: NormView, device: Dispositivo) -> bool:
    return bool(view.infractions(device)) or any(
        _has_own_heading(view, child) for child in device.filhos
    )


def label(device: Dispositivo) -> str:
    """The label as the text is printed: «Art. 14.», «XXV –», «a)»; empty where there is none.

    >>> # label(the inciso XXV) → 'XXV –'
    """
    return written_label(device.tipo, device.rotulo)


def written_label(tipo: TipoDispositivo, rotulo: str | None) -> str:
    """A label as the text of a device of this kind is printed with it.

    >>> written_label("inciso", "XXV"), written_label("artigo", "Art. 14")
    ('XXV –', 'Art. 14.')
    """
    if rotulo is None:
        return ""
    if tipo == "inciso":
        return f"{rotulo} –"
    # From 10 on an article's number has a full stop, up to 9º it has none (LC 95, art. 10, I).
    needs_stop = tipo == "artigo" and not rotulo.endswith((".", "º"))
    needs_stop = needs_stop or rotulo == "Parágrafo único"
    return rotulo + "." if needs_stop else rotulo


def path(view: NormView, place: Place) -> list[tuple[str, str, str]]:
    """The groupings above a device: id, citation of its own part, name in sentence case."""
    return [
        (one.id, view.places.own(one.id), view.vocabulary.sentence(one.nome or ""))
        for one in place.groupings
    ]
