"""The text of the law: the page for continuous reading, and a page an article.

In: a `NormView`. Out: the values of `lei.md.j2`, `artigos.md.j2`, `capitulo.md.j2` and
`artigo.md.j2`. Promises:
every device is shown once on the first and once on its article's page, under its id; headings go
down one level at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_places import ARTICLES, Place
from pipeline.emit.page_words import AGRUPADORES
from pipeline.model import Dispositivo

_DEEPEST = 6  # HTML has no heading below h6


@dataclass(frozen=True, slots=True)
class Entry:
    """A grouping's heading or an article, in printed order, with the level of its heading."""

    device: Dispositivo
    level: int

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

    def walk(devices: tuple[Dispositivo, ...], level: int) -> Iterator[Entry]:
        for device in devices:
            yield Entry(device, min(level, _DEEPEST))
            if device.tipo in AGRUPADORES:
                yield from walk(device.filhos, level + 1)

    return list(walk(view.catalogue.dispositivos if chapter is None else chapter.filhos, 2))


def pieces(view: NormView, article: Dispositivo) -> list[Piece]:
    """What hangs on an article, cut so that a search finds each citation by itself.

    Its direct children have a heading each; below them only what has a sanction of its own.
    """

    def walk(device: Dispositivo, level: int) -> Iterator[Piece]:
        apart = tuple(one for one in device.filhos if _has_own_heading(view, one))
        inside = tuple(one for one in device.filhos if one not in apart)
        yield Piece(device, min(level, _DEEPEST), inside)
        for one in apart:
            yield from walk(one, level + 1)

    return [piece for child in article.filhos for piece in walk(child, 2)]


def _has_own_heading(view: NormView, device: Dispositivo) -> bool:
    return bool(view.infractions(device)) or any(
        _has_own_heading(view, child) for child in device.filhos
    )


def label(device: Dispositivo) -> str:
    """The label as the text is printed: «Art. 14.», «XXV –», «a)»; empty where there is none.

    >>> # label(the inciso XXV) → 'XXV –'
    """
    if device.rotulo is None:
        return ""
    if device.tipo == "inciso":
        return f"{device.rotulo} –"
    # From 10 on an article's number has a full stop, up to 9º it has none (LC 95, art. 10, I).
    needs_stop = device.tipo == "artigo" and not device.rotulo.endswith((".", "º"))
    needs_stop = needs_stop or device.rotulo == "Parágrafo único"
    return device.rotulo + "." if needs_stop else device.rotulo


def path(view: NormView, place: Place) -> list[tuple[str, str, str]]:
    """The groupings above a device: id, citation of its own part, name in sentence case."""
    return [
        (one.id, view.places.own(one.id), view.vocabulary.sentence(one.nome or ""))
        for one in place.groupings
    ]
