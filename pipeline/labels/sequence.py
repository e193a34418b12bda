"""The sequences that are open at a place of the text, and whether a label continues one.

In: the labels accepted so far. Out: how a further label fits, and the id of the device that is
open. It never decides and never renumbers; gaps and repeats are told apart, not mended.
"""

from enum import Enum, auto

from pipeline.labels.ids import Kind, caput_id, device_id
from pipeline.labels.numbers import Number, parse_letter
from pipeline.labels.readings import Reading


class Fit(Enum):
    """How a label stands to the sequence of its kind."""

    STARTS = auto()
    """the first of a new sequence"""
    CONTINUES = auto()
    """the next number of an open sequence"""
    AHEAD = auto()
    """a later number: some are left out"""
    REPEATS = auto()
    """the number that came last"""
    BACK = auto()
    """an earlier number"""
    ORPHAN = auto()
    """a device outside any article"""

    @property
    def good(self) -> bool:
        """Whether nothing is missing before the label."""
        return self in (Fit.STARTS, Fit.CONTINUES)


_LEFT_OUT = frozenset(parse_letter(sign) for sign in "kwy")
"""Letters that the older alphabet of 23 has not."""


def comes_next(kind: Kind, number: Number, last: Number) -> bool:
    """Whether nothing is left out between two numbers; alíneas may have no k, w and y.

    >>> comes_next(Kind.ALINEA, Number(12), Number(10))
    True
    """
    if number.follows(last):
        return True
    between = range(last.value + 1, number.value)
    return kind is Kind.ALINEA and bool(between) and _LEFT_OUT.issuperset(between)


class Sequence:
    """Open numbers by kind; a label of an outer kind closes all inner ones.

    >>> open = Sequence()
    >>> open.accept(Kind.ARTIGO, Number(14)); open.accept(Kind.INCISO, Number(23))
    >>> open.fit(Kind.INCISO, Number(25)), open.device
    (<Fit.AHEAD: 3>, 'art14_cpt_inc23')
    """

    def __init__(self, container: str | None = None) -> None:
        self._container = container  # id of the act in which the numbers begin anew
        self._open: dict[Kind, Number] = {}
        self._ids: dict[Kind, str] = {}  # of what is open inside an article
        self._of_caput: Number | None = None  # the last inciso of a caput with paragraphs behind it
        self.device: str | None = None
        """The id of the innermost open device of an article; None outside articles."""

    def fit(self, kind: Kind, number: Number) -> Fit:
        """How a label of this kind and number would stand here."""
        if kind.depth > Kind.ARTIGO.depth and self.device is None:
            return Fit.ORPHAN
        last = self._open.get(kind)
        if last is None:
            # Articles may begin anywhere: a chapter of a code is a text of its own. So may the
            # groups of items 2.01, 2.02: each may have an article.
            first = number.opens_group if number.is_dotted else number.value == 1
            return Fit.STARTS if first or kind is Kind.ARTIGO else Fit.AHEAD
        if comes_next(kind, number, last):
            return Fit.CONTINUES
        if number == last:
            return Fit.REPEATS
        return Fit.AHEAD if number > last else Fit.BACK

    def fits(self, reading: Reading) -> Fit:
        """How a reading stands; a sanction line fits wherever an article is open."""
        if reading.kind is None or reading.number is None:
            return Fit.CONTINUES if self.device else Fit.ORPHAN
        return self.fit(reading.kind, reading.number)

    def inserts(self, reading: Reading) -> bool:
        """Whether a label is an inserted device of the number that came last: 2-B behind 2."""
        last = self._open.get(reading.kind) if reading.kind else None
        number = reading.number
        return bool(last and number and number.suffixes and number.value == last.value) and (
            number > last  # type: ignore[operator]
        )

    def is_open(self, kind: Kind) -> bool:
        """Whether a sequence of this kind is open."""
        return kind in self._open

    def accept(self, kind: Kind, number: Number) -> None:
        """Open this device and close what it ends."""
        if kind.depth <= Kind.ARTIGO.depth:
            self._of_caput = None
        elif kind is Kind.PARAGRAFO and kind not in self._ids:
            self._of_caput = self._open.get(Kind.INCISO, self._of_caput)
        # Articles number through: a grouping does not end their sequence.
        self._open = {
            other: last
            for other, last in self._open.items()
            if other.depth < kind.depth or (other is Kind.ARTIGO and kind.is_grouping)
        }
        self._open[kind] = number
        self._ids = {other: one for other, one in self._ids.items() if other.depth < kind.depth}
        self.device = None if kind.is_grouping else self._enter(kind, number)

    def resume(self, reading: Reading) -> None:
        """End a paragraph without incisos before one that goes on the list of the caput.

        >>> open = Sequence()
        >>> for kind in (Kind.ARTIGO, Kind.INCISO, Kind.PARAGRAFO): open.accept(kind, Number(1))
        >>> open.resume(Reading("INCISO", "II - ", "II - ", Kind.INCISO, Number(2)))
        >>> open.accept(Kind.INCISO, Number(2)); open.device
        'art1_cpt_inc2'
        """
        last, number = self._of_caput, reading.number
        if reading.kind is not Kind.INCISO or Kind.INCISO in self._open or not last or not number:
            return
        if Kind.PARAGRAFO in self._ids and comes_next(Kind.INCISO, number, last):
            self._ids = {Kind.ARTIGO: self._ids[Kind.ARTIGO]}

    def interrupt(self) -> None:
        """A heading without a label: it ends the article, and not the sequence of articles."""
        self._open = {
            kind: last for kind, last in self._open.items() if kind.depth <= Kind.ARTIGO.depth
        }
        self._ids = {}
        self.device = None

    def _enter(self, kind: Kind, number: Number) -> str:
        """The id of a device of an article, which stands in the innermost one that stays open."""
        parent = next(reversed(self._ids.values()), None)
        if parent and kind is not Kind.PARAGRAFO and parent == self._ids.get(Kind.ARTIGO):
            parent = caput_id(parent)
        self._ids[kind] = device_id(kind, number, parent, self._container)
        return self._ids[kind]
