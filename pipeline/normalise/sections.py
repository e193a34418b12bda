"""The stretches of a text that are numbered apart: the norm itself, its annexes, a transitory act.

In: the lines of a norm and the readings of their heads. Out: `Section`s, which cover all lines, and
where in each the fecho opens. Guarantees: a heading counts only where nothing runs into it and
numbers begin anew behind it; an annex without an article 1 has no labels at all; the norm has one
fecho outside of annexed acts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.artefacts import NormalLine
from pipeline.grammar import container_behind_signatures
from pipeline.labels import Kind, Number, Reading, comes_next, container_reading, device_id
from pipeline.normalise.closing import Closing, find_closing, is_signature, opens_fecho
from pipeline.normalise.flow import Flow, flow
from pipeline.normalise.heads import is_cited, is_unnamed_act

Readings = Sequence[tuple[Reading, ...]]
_LOOKED_AT = 7
"""Lines below a heading that may tell what it is."""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines from `first` to before `behind`.

    `heading` is the label of the first of them, None for the norm's own; `articulated` tells
    whether there are devices in it; at `closing` its fecho opens, or it ends.
    """

    first: int
    behind: int
    closing: Closing
    heading: Reading | None = None
    articulated: bool = True

    @property
    def container(self) -> str | None:
        """The id that is put before the ids of its articles."""
        if self.heading is None or self.heading.kind is None or self.heading.number is None:
            return None
        return device_id(self.heading.kind, self.heading.number, None)


def find_sections(
    lines: Sequence[NormalLine], all_readings: Readings, quoted: Sequence[range] = ()
) -> list[Section]:
    """Part the lines of a norm; what stands between quotes opens nothing.

    >>> # … "ANEXO I", "Leve 3", … → a section with heading «ANEXO I», not articulated
    """
    return _Finder(lines, all_readings, quoted).sections()


def articulated(
    lines: Sequence[NormalLine],
    all_readings: Readings,
    sections: Sequence[Section],
    quoted: Sequence[range],
) -> list[str]:
    """The text of each line among devices; empty for all others.

    Between quotes there are no devices, and what stands between the heading of an annexed act and
    its first label is its name.
    """
    texts = [""] * len(lines)
    for one in sections:
        if one.articulated:
            inside = range(one.first, one.closing.at)
            labelled = (at for at in inside if all_readings[at])
            first = one.first if one.heading is None else next(labelled, one.closing.at)
            texts[first : one.closing.at] = [line.text for line in lines[first : one.closing.at]]
    for passage in quoted:
        for at in passage:
            texts[at] = ""
    return texts


class _Finder:
    def __init__(
        self, lines: Sequence[NormalLine], all_readings: Readings, quoted: Sequence[range]
    ) -> None:
        self._lines = lines
        self._readings = all_readings
        self._quoted = {at for one in quoted for at in one}
        self._numbers: set[int] = set()  # of annexes: as printed, and as counted
        self._free = 1
        self._articles = self._next_articles()
        self._last: Number | None = None  # the last article of the norm itself
        self._highest: Number | None = None  # the highest above a line
        self._closed = False

    def sections(self) -> list[Section]:
        headings = dict(self._headings())
        edges = [*headings, len(self._lines)]
        found = [self._section(0, edges[0], None)] if edges[0] else []
        for first, behind in pairwise(edges):
            found += self._behind_heading(first, behind, headings[first])
        return found

    def _behind_heading(self, first: int, behind: int, heading: Reading) -> Iterator[Section]:
        """The section of a heading; articles that go on the norm's own numbering end it."""
        article = self._article_behind(first + 1, behind)
        if article is None or heading.terminal == "ARRAZOADO":
            yield self._section(first, behind, heading, articulated=False)
            return
        at, number = article
        if (
            heading.kind is Kind.ANEXO
            and self._last
            and comes_next(Kind.ARTIGO, number, self._last)
        ):
            yield self._section(first, at, heading, articulated=False)
            yield self._section(at, behind, None)
        else:
            own = number.value == 1 or heading.kind is Kind.ADT
            yield self._section(first, behind, heading, articulated=own)

    def _section(
        self, first: int, behind: int, heading: Reading | None, *, articulated: bool = True
    ) -> Section:
        if heading is None:
            articles = (self._article_at(at) for at in range(first, behind))
            self._last = max((one for one in articles if one), default=self._last)
        # A table may hold a date; behind the norm's fecho only an annexed act has one of its own.
        closing = Closing(behind)
        if articulated or not self._closed:
            closing = find_closing(self._lines, self._readings, range(first, behind))
        self._closed = self._closed or closing.at < behind
        return Section(first, behind, closing, heading, articulated)

    # ── headings ─────────────────────────────────────────────────────────────────────────────

    def _headings(self) -> Iterator[tuple[int, Reading]]:
        """The lines at which an annex or an act beside the norm begins."""
        found = {at: one for at in range(len(self._lines)) if (one := self._container(at))}
        self._numbers = {
            one.number.value for one in found.values() if one.number and _numbered(one)
        }
        dated = inside = False
        last: str | None = None
        for at, line in enumerate(self._lines):
            if at in self._quoted:
                continue
            reading = found.get(at)
            if reading is None and dated and not inside and self._highest:
                reading = self._behind_signatures(at)
            if reading is not None:
                reading = self._counted(reading)
                of_table = inside and last is not None and last.startswith("TABELA")
                if self._opens(at, reading, dated=dated, inside=inside, of_table=of_table):
                    shown = reading.printed or line.text
                    if shown != last or not inside:  # else it is repeated on its next page
                        last = shown
                        inside = True
                        self._numbers |= {reading.number.value} if reading.number else set()
                        yield at, reading
                    continue
            number = self._article_at(at)
            if number is not None:
                self._highest = max(self._highest or number, number)
                dated = inside = False
            dated = dated or opens_fecho(self._lines, self._readings, at)
            dated = dated or is_signature(self._lines, at)

    def _container(self, at: int) -> Reading | None:
        """The heading in a line; that of a transitory act is told by its first article, and may
        begin with a label of its own on the line above."""
        text = self._lines[at].text
        if text[:1] not in "ATRED":
            return None
        found = container_reading(text, self._below(at))
        above = self._container(at - 1) if found and found.kind is Kind.ADT and at else None
        return None if above and above.kind is Kind.ADT else found

    def _below(self, at: int) -> str:
        return "\n".join(line.text for line in self._lines[at + 1 : at + 1 + _LOOKED_AT])

    def _behind_signatures(self, at: int) -> Reading | None:
        """What a line behind a date opens without the word for it."""
        line = self._lines[at].text
        if not line[:4].isupper():
            return None
        above = self._lines[at - 1].text
        terminal = container_behind_signatures(above, line, self._below(at))
        return Reading(terminal, "", "", Kind.ANEXO, Number(1)) if terminal else None

    def _counted(self, reading: Reading) -> Reading:
        """An annex without a number gets the first that no other has."""
        if reading.kind is not Kind.ANEXO or _numbered(reading):
            return reading
        while self._free in self._numbers:
            self._free += 1
        return reading._replace(number=Number(self._free))

    def _opens(
        self, at: int, reading: Reading, *, dated: bool, inside: bool, of_table: bool
    ) -> bool:
        text = self._lines[at].text
        above = self._lines[at - 1].text if at else ""
        if flow(above) is Flow.RUNS_ON or text.endswith((";", ",")):
            return False
        if reading.terminal == "ANEXO":
            alone = " " not in reading.printed.partition(" ")[2] and not _goes_on(reading, text)
            apart = alone and flow(above) is Flow.CLOSED and not above.endswith((";", ":"))
            # A table inside an annex is a part of it.
            apart_from_annex = (not inside or of_table) and self._numbers_end(at)
            own = not text.startswith("TABELA") or apart_from_annex
            return own and (dated or inside or apart)
        if reading.terminal == "ARRAZOADO":
            return True
        article = self._article_behind(at + 1, len(self._lines))
        anew = article is not None and article[1].value == 1
        if reading.terminal == "ADT":
            # "DISPOSIÇÕES TRANSITÓRIAS" may also head the first articles of a norm.
            begun = self._highest is not None
            back = article and self._highest and not article[1] > self._highest
            return (anew and (begun or not is_unnamed_act(reading))) or bool(back)
        behind = dated and not inside and self._highest is not None
        return (anew or article is None) and behind and text.isupper()

    def _numbers_end(self, at: int) -> bool:
        """Whether no article stands behind a line."""
        return self._article_behind(at, len(self._lines)) is None

    def _article_behind(self, first: int, behind: int) -> tuple[int, Number] | None:
        """The first article from a line on, and its number."""
        found = self._articles[first] if first < len(self._articles) else None
        return found if found is not None and found[0] < behind else None

    def _next_articles(self) -> list[tuple[int, Number] | None]:
        """For each line the first article from there on."""
        following: list[tuple[int, Number] | None] = []
        found: tuple[int, Number] | None = None
        for at in range(len(self._lines) - 1, -1, -1):
            number = self._article_at(at)
            found = found if number is None else (at, number)
            following.append(found)
        return following[::-1]

    def _article_at(self, at: int) -> Number | None:
        """The number of the article that clearly begins at a line."""
        reading = self._readings[at][0] if self._readings[at] else None
        if reading is None or not reading.exact or reading.kind is not Kind.ARTIGO:
            return None
        if at in self._quoted or (at and flow(self._lines[at - 1].text) is Flow.RUNS_ON):
            return None
        rest = self._lines[at].text[len(reading.printed) :]
        return None if is_cited(reading, rest) or rest[:1].islower() else reading.number


def _goes_on(heading: Reading, line: str) -> bool:
    """Whether a line goes on behind its label with no sign between: "ANEXO À LEI Nº 9"."""
    return line[len(heading.printed) :].lstrip(" ")[:1].isalpha()


def _numbered(heading: Reading) -> bool:
    """Whether the number of an annex is printed."""
    return heading.kind is Kind.ANEXO and " " in heading.printed
