"""What acts changed in a norm: act by act, each device with its words before and after.

In: a `NormView`, and the other norms of the site. Out: values of `alteracoes.md.j2`. Promises: both
wordings stand on the page sign for sign; what an act took out and put in is told by words, too, and
not by colour alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from pipeline.compare.records import Trecho
from pipeline.compare.words import compare_words
from pipeline.emit.page_norm import NormView
from pipeline.model import Alteracao, Dispositivo, Versao


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a device, an annex or the ementa: its wording until then and since.

    `name` is its citation and `href` its address, from the norm's own folder; `words` are both
    wordings, word by word.
    """

    change: Alteracao
    name: str
    href: str
    before: Versao | None
    after: Versao | Dispositivo
    words: tuple[Trecho, ...]

    @property
    def text(self) -> str:
        """The wording since then; empty where nothing stands any more."""
        return _text(self.after)


@dataclass(frozen=True, slots=True)
class ActView:
    """What an act changed on a day; `view` is the act itself, where the site has it."""

    name: str
    day: date
    view: NormView | None
    steps: tuple[Step, ...]

    @property
    def anchor(self) -> str:
        """Where the page of changes tells of it."""
        return f"ato-{self.name}-{self.day.isoformat()}"


def acts(view: NormView, others: Sequence[NormView]) -> list[ActView]:
    """The acts that changed a norm, the newest first."""
    known = {one.catalogue.norma.id: one for one in others}
    ordered = sorted(view.catalogue.alteracoes, key=lambda one: (one.inicio, one.norma))
    found = [
        ActView(name, day, known.get(name), tuple(_step(view, one) for one in changes))
        for (day, name), changes in groupby(ordered, key=lambda one: (one.inicio, one.norma))
    ]
    return found[::-1]


def _step(view: NormView, change: Alteracao) -> Step:
    wordings: Sequence[Versao]
    now: Versao | Dispositivo
    part = next((one for one in view.catalogue.partes_alteradas if one.id == change.alvo), None)
    if part is not None:
        wordings, now = part.versoes[:-1], part.versoes[-1]
        name, href = _part(view, part.id)
    else:
        device = view.places[change.alvo].device
        wordings, now = device.versoes, device
        name, href = view.places.brief(device.id), view.places.href(device.id)
    before = next(_ended(wordings, change), None)
    after = next(_begun(wordings, change), now)
    return Step(change, name, href, before, after, compare_words(_text(before), _text(after)))


def _part(view: NormView, name: str) -> tuple[str, str]:
    """What readers call the ementa or an annex, and where it stands."""
    annex = next((one for one in view.catalogue.anexos if one.id == name), None)
    return (annex.rotulo, f"lei.html#{name}") if annex else ("Ementa", "lei.html")


def _ended(wordings: Sequence[Versao], change: Alteracao) -> Iterator[Versao]:
    """The wordings that the change ended, the last first."""
    for one in reversed(wordings):
        if one.fim is not None and one.fim < change.inicio:
            yield one


def _begun(wordings: Sequence[Versao], change: Alteracao) -> Iterator[Versao]:
    """The wording that the change made, if a later one has ended it."""
    for one in wordings:
        if one.norma == change.norma and one.inicio == change.inicio:
            yield one


def _text(wording: Versao | Dispositivo | None) -> str:
    if wording is None:
        return ""
    name = wording.nome if isinstance(wording, Dispositivo) else None
    return name or wording.texto or ""
