"""A norm as it read before each change, and as it will read after those to come.

In: a `NormView` with the versions of an amended norm. Out: a `Reading` for each interval between
changes but that of the site's own text: values of `redacao.md.j2`. Promises: each device has one
wording on a day; a norm that no act changed has none of these pages.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from pipeline.emit.page_law import written_label
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_words import AGRUPADORES
from pipeline.model import (
    ARTICLES,
    CONTAINERS,
    Anexo,
    HistoricoDispositivo,
    Situacao,
    TipoDispositivo,
    Versao,
    Versoes,
)

FOLDER = "redacoes"


@dataclass(frozen=True, slots=True)
class Row:
    """A device on a day, with its wording and what hung on it."""

    tipo: TipoDispositivo
    wording: Versao
    rows: tuple["Row", ...]

    @property
    def is_heading(self) -> bool:
        """Whether it groups articles."""
        return self.tipo in AGRUPADORES or self.tipo in CONTAINERS

    @property
    def is_article(self) -> bool:
        """Whether it is an article, on which the others hang."""
        return self.tipo in ARTICLES

    @property
    def label(self) -> str:
        """Its label as the text is printed."""
        return written_label(self.tipo, self.wording.rotulo)


@dataclass(frozen=True, slots=True)
class Sheet:
    """An annex on a day."""

    label: str
    situacao: Situacao
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A norm from a day to a day; `path` is the page's, from the norm's own folder.

    `later` is whether it comes after the site's own text.
    """

    first: date | None
    last: date | None
    path: str
    ementa: str | None
    rows: tuple[Row, ...]
    annexes: tuple["Sheet", ...]
    later: bool


def readings(view: NormView) -> list[Reading]:
    """All intervals but the one that the site's text is of, the oldest first."""
    versions = view.versions
    if versions is None:
        return []
    own = view.catalogue.vigencia.de
    edges = [versions.inicio, *versions.datas]
    intervals = [
        (first, following - timedelta(days=1)) for first, following in pairwise([*edges, None])
        if following is not None and (first is None or first < following)
    ] + [(edges[-1], None)]  # fmt: skip
    shown = own if own in edges else versions.inicio
    return [
        _reading(view, versions, first, last, shown) for first, last in intervals if first != shown
    ]


def _reading(
    view: NormView, versions: Versoes, first: date | None, last: date | None, shown: date | None
) -> Reading:
    day = first or (last or date.max)
    parts = {one.id: one.versoes for one in versions.partes}
    own = view.catalogue.norma.ementa
    ementa = held_on(parts.get("ementa", ()), day)
    return Reading(
        first, last, f"{FOLDER}/{first.isoformat() if first else 'original'}",
        ementa.texto if ementa else own.texto if own else None,
        tuple(_rows(versions, day)),
        tuple(_annexes(view.catalogue.anexos, parts, day)),
        bool(first and shown and first > shown),
    )  # fmt: skip


def _annexes(
    annexes: Sequence[Anexo], parts: Mapping[str, Sequence[Versao]], day: date
) -> Iterator[Sheet]:
    """The annexes of a day: as they were then, or as they always were."""
    for annex in annexes:
        if annex.id not in parts:
            lines = tuple(filter(None, (annex.nome, *annex.linhas)))
            yield Sheet(annex.rotulo, annex.situacao, lines)
        elif (wording := held_on(parts[annex.id], day)) is not None:
            lines = tuple((wording.texto or "").splitlines())
            yield Sheet(annex.rotulo, wording.situacao, lines)


def _rows(versions: Versoes, day: date) -> Iterator[Row]:
    """All devices of a day, in the order of the text."""
    held: dict[str | None, list[HistoricoDispositivo]] = {}
    for one in versions.dispositivos:
        held.setdefault(one.pai, []).append(one)

    def inside(name: str | None) -> Iterator[Row]:
        for one in held.get(name, ()):
            wording = held_on(one.versoes, day)
            if wording is not None:
                yield Row(one.tipo, wording, tuple(inside(one.id)))

    yield from inside(None)


def held_on(wordings: Sequence[Versao], day: date) -> Versao | None:
    """The wording that held on a day; None if the device was not there yet."""
    return next(
        (
            one for one in reversed(wordings)
            if (one.inicio is None or one.inicio <= day) and (one.fim is None or day <= one.fim)
        ),
        None,
    )  # fmt: skip
