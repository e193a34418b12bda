"""What acts changed in a norm: act by act, each device with its words before and after.

In: a `NormView`, and the other norms of the site. Out: values of `alteracoes.md.j2`. Promises: both
wordings stand on the page sign for sign, with the sanction lines that each had; what an act took
out and put in is told by words, too, and not by colour alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby, zip_longest

from pipeline.compare.records import Trecho
from pipeline.compare.words import compare_words
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_wordings import held_on
from pipeline.model import Alteracao, Dispositivo, Infracao, LinhaDeSancao, Versao

# As differences are told: gravity before group and fine, and these before measures.
_ORDER = ("Infração", "Penalidade", "Medida administrativa")


@dataclass(frozen=True, slots=True)
class LineChange:
    """A sanction line until then and since, word by word; None on the side that had none."""

    label: str
    before: LinhaDeSancao | None
    after: LinhaDeSancao | None
    words: tuple[Trecho, ...]


@dataclass(frozen=True, slots=True)
class GroupWords:
    """What a penalty group was worth on a day, in the words of the device that sets it."""

    codigo: str
    device: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a device, an annex or the ementa: its wording until then and since.

    `name` is its citation and `href` its address, from the norm's own folder; `words` are both
    wordings, word by word. `lines` are the sanction lines of both, gravity first; `shared` are the
    other devices that the lines punish now, `touched` the infractions whose gravity, fine or points
    the device sets.
    """

    change: Alteracao
    name: str
    href: str
    before: Versao | None
    after: Versao | Dispositivo
    words: tuple[Trecho, ...]
    lines: tuple[LineChange, ...] = ()
    shared: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    fines: tuple[tuple[GroupWords, ...], tuple[GroupWords, ...]] = ((), ())
    """What the groups that the lines name were worth until then, and since."""

    @property
    def changes_sanction(self) -> bool:
        """Whether a sanction line differs."""
        return any(len(one.words) > 1 or not (one.before and one.after) for one in self.lines)

    @property
    def keeps_text(self) -> bool:
        """Whether both wordings have the same text, so that the sanction alone differs."""
        return self.before is not None and _text(self.before) == self.text

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
    device: Dispositivo | None = None
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
    words = compare_words(_text(before), _text(after))
    if device is None:
        return Step(change, name, href, before, after, words)
    since = _since(view, change)
    standing = after if isinstance(after, Versao) else held_on(view.wordings(device), since)
    lines = tuple(_lines(before.sancao if before else (), standing.sancao if standing else ()))
    return Step(
        change, name, href, before, after, words, lines,
        tuple(_shared(view, device, lines)),
        tuple(one.dispositivo for one in _touched(view, device)),
        (
            tuple(_fines(view, [one.before for one in lines], since - timedelta(days=1))),
            tuple(_fines(view, [one.after for one in lines], since)),
        ),
    )  # fmt: skip


def _since(view: NormView, change: Alteracao) -> date:
    """The day from which a change shows: none before the norm itself is in force."""
    first = view.versions.inicio if view.versions else None
    return max(change.inicio, first or change.inicio)


def _fines(
    view: NormView, lines: Sequence[LinhaDeSancao | None], day: date
) -> Iterator[GroupWords]:
    """The groups that lines name and a device of the norm sets, in its words of a day."""
    said = " ".join(one.texto for one in lines if one and one.texto)
    for group in view.catalogue.grupos:
        code = rf"\bgrupo\W{{1,3}}{re.escape(group.codigo)}(?![\w-])"
        if group.base_legal is None or not re.search(code, said, re.IGNORECASE):
            continue
        device = view.places[group.base_legal].device
        wordings = view.wordings(device)
        wording = held_on(wordings, day) if wordings else device
        if wording and wording.texto:
            yield GroupWords(group.codigo, device.id, wording.texto)


def _lines(before: Sequence[LinhaDeSancao], after: Sequence[LinhaDeSancao]) -> Iterator[LineChange]:
    """Lines of one label side by side, the first with the first."""
    for label in _ORDER:
        old, new = ([one for one in side if one.rotulo == label] for side in (before, after))
        for one, other in zip_longest(old, new):
            texts = (line.texto if line else None for line in (one, other))
            yield LineChange(label, one, other, compare_words(*texts))


def _shared(view: NormView, device: Dispositivo, lines: Sequence[LineChange]) -> Iterator[str]:
    """The other devices that the lines of a change punish now: the new ones, or those left behind.

    A sanction common to several conducts stays with the others when the last of them ends.
    """
    own = {device.id, device.caput_id}
    told = [one.after for one in lines if one.after] or [one.before for one in lines if one.before]
    for one in view.catalogue.sancoes:
        if any(line in one.linhas for line in told):
            yield from (name for name in one.alvos if name not in own)


def _touched(view: NormView, device: Dispositivo) -> Iterator[Infracao]:
    """The infractions to which a device gives gravity, fine or points: their group's, or so."""
    own = {device.id, device.caput_id} - {None}
    for one in view.catalogue.infracoes:
        bases = {one.multa.base_legal if one.multa else None, one.base_da_gravidade}
        bases |= {view.points(one), view.unread(one), *(x.base_legal for x in one.penalidades)}
        if one.dispositivo not in own and not own.isdisjoint(bases):
            yield one


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
