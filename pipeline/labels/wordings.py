"""Which of two wordings of a device is the later one, by the notes printed with them.

In: notes. Out: what a note tells of its wording (`Told`), and the date by which it is compared.
Two acts are compared by their days, their years, or, of one type and year, their numbers; where
that does not part them nothing is said. Source: the notes of official portals; LC 95/1998,
art. 12, III, d: the mark (NR) stands once, at the end.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto

from pipeline.grammar import is_announcement
from pipeline.labels.titles import read_date
from pipeline.labels.urn import fold

_FORMER = re.compile(
    r"redacao (?:original|anterior|antiga)|(?:dispositivos?|texto) (?:revog|anter|alter)"
)
_ACT = re.compile(
    r"\b(?P<tipo>lei complementar|lei|decreto-lei|decreto|emenda[^\d]{0,40}?|resolucao|portaria"
    r"|medida provisoria|lc|ec|mp)\b[^\d]{0,30}?(?P<numero>\d[\d.]*)(?:/(?P<ano>\d{4}))?"
)
_YEAR = re.compile(r"\bde (?P<ano>[12]\d{3})\b")
_DAY = r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})"
_FROM = re.compile(rf"(?:desde|partir de) {_DAY}")
_UNTIL = re.compile(rf"ate {_DAY}")


class Told(Enum):
    """What a note tells of the wording with which it stands."""

    NEW = auto()
    """an act gave it"""
    ADDED = auto()
    """an act added the device"""
    FORMER = auto()
    """another wording came after it"""


@dataclass(frozen=True, slots=True)
class Amending:
    """The act that a note names, as far as acts can be compared."""

    year: int
    day: date | None
    tipo: str
    number: int

    def before(self, other: "Amending") -> bool | None:
        """Whether it is earlier than another; None if that can't be told."""
        if self.year != other.year:
            return self.year < other.year
        if self.day and other.day and self.day != other.day:
            return self.day < other.day
        if self.tipo == other.tipo and self.number != other.number:
            return self.number < other.number
        return None


def told_by(note: str, kind: str) -> Told | None:
    """What a note of this kind (`TipoNota`) tells of its wording; None if nothing.

    >>> told_by("(Redação dada pela Lei nº 8, de 2011)", "redacao")
    <Told.NEW: 1>
    """
    apart = note.startswith(("(", "[")) or is_announcement(note)
    if apart and _FORMER.match(fold(note).lstrip("([ ")):
        return Told.FORMER
    if kind in ("redacao", "nova_redacao"):
        return Told.NEW
    return Told.ADDED if kind in ("inclusao", "acrescimo") else None


def amending_act(note: str) -> Amending | None:
    """The act that a note names; None if it has no year.

    >>> amending_act("(Redação dada pela Lei nº 1.187/2007)")
    Amending(year=2007, day=None, tipo='lei', number=1187)
    """
    words = fold(note)
    act = _ACT.search(words)
    day = read_date(note)
    year = _YEAR.search(words)
    if act is None or not (act["ano"] or day or year):
        return None
    value = int(act["ano"]) if act["ano"] else day.year if day else int(year["ano"])  # type: ignore[index]
    number = int(act["numero"].replace(".", "") or 0)
    return Amending(value, day, act["tipo"].split(" ")[0], number)


def span_of(note: str) -> tuple[date | None, date | None]:
    """The first and the last day that a note gives its wording, as far as it does.

    >>> span_of("Redação original. Efeitos até 3/4/2019.")
    (None, datetime.date(2019, 4, 3))
    """
    words = fold(note)
    return _day(_FROM.search(words)), _day(_UNTIL.search(words))


def _day(found: re.Match[str] | None) -> date | None:
    if found is None:
        return None
    day, month, year = map(int, found.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None
