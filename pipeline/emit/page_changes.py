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
    """A change of a device: its wording until then and since, word by word."""

    change: Alteracao
    device: Dispositivo
    before: Versao | None
    after: Versao | Dispositivo
    words: tuple[Trecho, ...]


@dataclass(frozen=True, slots=True)
class ActView:
    """What an act changed on a day; `view` is the act itself, where the site has it."""

    name: str
    day: date
    view: NormView | None
    steps: tuple[Step, ...]


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
    device = view.places[change.alvo].device
    before = next(_ended(device, change), None)
    after = next(_begun(device, change), device)
    return Step(change, device, before, after, compare_words(_text(before), _text(after)))


def _ended(device: Dispositivo, change: Alteracao) -> Iterator[Versao]:
    """The wordings that the change ended, the last first."""
    for one in reversed(device.versoes):
        if one.fim is not None and one.fim < change.inicio:
            yield one


def _begun(device: Dispositivo, change: Alteracao) -> Iterator[Versao]:
    """The wording that the change made, if a later one has ended it."""
    for one in device.versoes:
        if one.norma == change.norma and one.inicio == change.inicio:
            yield one


def _text(wording: Versao | Dispositivo | None) -> str:
    return wording.texto or "" if wording else ""
