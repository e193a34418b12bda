"""Decides which lines begin a device, by the sequence.

Guarantees: a label is accepted only where it can stand; a doubtful one (look-alike glyphs, or a
value that lost its label) only if exactly one reading of it continues an open sequence and the line
before does not run on. What is accepted with a doubt is rewritten as the grammar reads it, and
recorded; what looks like a label and is not taken for one stays text, joined to the line before,
and is reported. No number changes.
"""

from collections.abc import Iterator, Mapping
from enum import Enum, auto

from pipeline.artefacts import BREAK, NAMED, WRAP, Edit, NormalLine
from pipeline.diagnostics import Diagnostic
from pipeline.grammar import (
    can_be_heading,
    container_at,
    is_announcement,
    is_subtitle,
)
from pipeline.labels import (
    SANCTIONS,
    Fit,
    Kind,
    Number,
    Reading,
    Sequence,
    exact_reading,
    readings,
)
from pipeline.normalise.closing import Closing, is_signature
from pipeline.normalise.closing_text import closes
from pipeline.normalise.doubts import (
    bare_heading,
    doubt,
    doubt_of_name,
    open_doubt,
    unread_label,
)
from pipeline.normalise.draft import Draft
from pipeline.normalise.flow import Flow, begins_name, flow, is_heading
from pipeline.normalise.headings import find_headings
from pipeline.normalise.heads import (
    begins_something,
    clear_from,
    cut_sanctions,
    inline_label,
    is_bare,
    is_cited,
    is_of_level,
    is_unnamed_act,
    label_in_name,
    mended,
    names_others,
    part_sanctions,
    precedes,
    repeats_label,
    resembles_closing,
    resembles_label,
    resembles_rubric,
    resembles_sanction,
    value_goes_on,
)
from pipeline.normalise.notes import NotePlaces, find_notes, part_notes
from pipeline.normalise.quotes import Quotation, quotation, quotations
from pipeline.normalise.rubrics import find_rubrics
from pipeline.normalise.sections import Section, articulated, find_sections
from pipeline.normalise.small_romans import is_small_roman, small_item
from pipeline.normalise.unclosed import stands_unclosed

Readings = tuple[Reading, ...]


class Role(Enum):
    """What a line is part of."""

    TEXT = auto()
    NAME = auto()
    """the name of a grouping"""
    SANCTION = auto()


def settle_labels(draft: Draft) -> Draft:
    """Accept, mend or refuse the label at the head of each line."""
    return _Settler(draft).run()


class _Settler:
    """One pass over the lines; what it knows of the line before stands in three fields."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._readings: list[Readings] = [readings(line.text) for line in draft.lines]
        self._clear_from = clear_from(self._readings)
        self._own = Sequence()
        self._sequence = self._own
        self._before = Flow.CLOSED
        self._role = Role.TEXT
        self._label_before: str | None = None  # terminal of the label on the line before
        self._lines: list[NormalLine] = []
        self._edits: list[Edit] = []
        self._found: list[Diagnostic] = []
        self._notes = NotePlaces()
        self._quotations = 0
        self._headings: Mapping[int, int] = {}
        self._rubrics: Mapping[int, int] = {}
        self._rubric_to = 0
        self._heading_to = 0

    def run(self) -> Draft:
        lines = self._draft.lines
        quoted = {one.first: one for one in quotations([line.text for line in lines])}
        ranges = [range(one.first, one.behind) for one in quoted.values()]
        sections = find_sections(lines, self._readings, ranges)
        self._find_places(sections, ranges)
        for section in sections:
            self._section(section, quoted)
        return self._draft.with_(lines=self._lines, edits=self._edits, diagnostics=self._found)

    def _section(self, section: Section, quoted: dict[int, Quotation]) -> None:
        """The lines of a section: its heading, what has labels, and what has none."""
        first = section.first
        self._sequence = self._own
        if section.heading is not None:
            self._sequence = Sequence(section.container)
            heading = self._draft.lines[first]
            if is_unnamed_act(section.heading):
                self._found.append(
                    bare_heading(heading, "ato transitório, porque os artigos recomeçam")
                )
            self._push(heading, heading.text, BREAK, section.heading)
            self._before, self._role = Flow.CLOSED, Role.NAME
            first += 1
        quoted_to = 0
        for at in range(first, section.behind):
            line = self._draft.lines[at]
            if at >= section.closing.at or not section.articulated:
                self._plain(at, line, section.closing)
                continue
            if at in quoted:
                quoted_to = min(quoted[at].behind, section.closing.at)
                self._quotations += 1
                self._found.append(quotation(line, quoted[at], quoted_to))
            if at < quoted_to:
                self._quoted(line)
                continue
            label = max((len(one.printed) for one in self._readings[at]), default=0)
            noted = part_notes(line, self._notes.starts.get(at, ()), label)
            if at in self._notes.inside or self._notes.starts.get(at, [1])[0] == 0:
                self._push(noted, noted.text, WRAP if at in self._notes.inside else BREAK)
            elif at in self._rubrics or at < self._rubric_to:
                self._rubric(at, line)
            elif at in self._headings or at < self._heading_to:
                self._heading(at, noted)
            elif (accepted := self._accepted(at, noted.text)) is None:
                self._text(at, noted)
            else:
                self._label(noted, accepted, NAMED if at and at == self._rubric_to else BREAK)
            noted_at = at in self._notes.starts or at in self._notes.inside
            if noted_at and at not in self._notes.leading:
                self._before = Flow.CLOSED  # what a note is about is finished

    def _find_places(self, sections: list[Section], quoted: list[range]) -> None:
        """Find the notes, the headings without a label and the rubrics."""
        texts = articulated(self._draft.lines, self._readings, sections, quoted)
        self._notes = find_notes(texts)
        self._rubrics = find_rubrics(texts, self._readings, self._notes)
        headings = find_headings(texts, self._readings, self._notes)
        self._headings = {at: end for at, end in headings.items() if at not in self._rubrics}

    def _plain(self, at: int, line: NormalLine, closing: Closing) -> None:
        """A line of an annex without articles, or of the end: whatever it looks like, no label.

        The line at which the fecho opens alone begins something.
        """
        looks_like = at != closing.at and begins_something(line.text, closed=at > closing.at)
        looks_like = looks_like or (at < closing.at and is_signature(self._draft.lines, at))
        self._push(line, line.text, WRAP if looks_like or at in closing.running else BREAK)

    @property
    def _above(self) -> str:
        """The text of the line before; empty at the beginning."""
        return self._lines[-1].text if self._lines else ""

    def _below(self, at: int) -> str:
        """The text of the line behind another; empty at the end."""
        return self._draft.lines[at + 1].text if at + 1 < len(self._draft.lines) else ""

    @property
    def _below_bare(self) -> bool:
        """Whether the line before is a sanction's label without its value."""
        return bool(self._lines) and is_bare(self._lines[-1])

    # ── decisions ────────────────────────────────────────────────────────────────────────────

    def _accepted(self, at: int, text: str) -> Reading | None:
        """The reading that stands at a line, if one does."""
        candidates = self._readings[at]
        if not candidates:
            return None
        if self._before is Flow.CLOSED:
            behind = self._readings[self._clear_from[at + 1] or at]
            if item := small_item(candidates, behind, self._above, self._sequence):
                return item
        exact = candidates[0] if candidates[0].exact and self._holds(at, text) else None
        others = [one for one in candidates if not one.exact and self._may_stand(one, text)]
        if exact is None:
            return others[0] if len(others) == 1 else None
        if not others:
            return exact
        if len(others) == 1 and not self._sequence.fits(exact).good:
            return others[0]  # "C)" behind "B)" is the letter, not the hundredth inciso
        # Two readings can stand here: the label that comes next tells which sequence it is.
        coming = self._next_label(at)
        follows = [one for one in others if precedes(one, coming)]
        return follows[0] if len(follows) == 1 and not precedes(exact, coming) else exact

    def _holds(self, at: int, text: str) -> bool:
        """Whether the clear label of a line stands here, if need be by the numbers around it."""
        reading = self._readings[at][0]
        if self._stands(reading, text, at):
            return True
        if self._before is Flow.CLOSED or reading.kind is None or not self._sequence.device:
            return False
        rest, fit = text[len(reading.printed) :], self._sequence.fits(reading)
        level = (one for one in self._labels_behind(at) if is_of_level(one, reading.kind))
        return stands_unclosed(reading, rest, self._above, fit, next(level, None))

    def _stands(self, reading: Reading, text: str, at: int) -> bool:
        """Whether a clear label stands here, whatever number it has."""
        fit, kind = self._sequence.fits(reading), reading.kind
        rest = text[len(reading.printed) :]
        if self._role is Role.NAME and kind is Kind.ARTIGO and fit.good:
            return True  # the name of a heading ends where its first article begins
        if fit is Fit.ORPHAN or self._before is Flow.RUNS_ON or is_cited(reading, rest):
            return False
        if kind is not None and kind.is_grouping:
            # A heading stands apart, and its label is hardly ever the head of a wrapped line.
            if kind is Kind.PARTE and reading.number and reading.number.words and self._below_bare:
                return False  # "LIVRO I", and below it "PARTE GERAL", its name
            return not rest[:1].islower() and (fit.good or not rest or self._before is Flow.CLOSED)
        if self._before is Flow.OPEN:
            # A sentence goes on in small letters; a label that misses its final mark before it
            # must at least be the next one.
            small = rest if kind in (Kind.ARTIGO, Kind.PARAGRAFO) else text if not kind else ""
            # "(a)" may be the feminine of the word above: "o diretor" / "(a) da escola".
            return fit.good and not small[:1].islower() and text[:1] != "("
        if kind is Kind.ARTIGO:
            return fit.good or not rest[:1].islower()
        if kind is Kind.ITEM:
            # "10. " may begin any line; only an open list makes a label of it.
            open_list = self._sequence.is_open(kind)
            return fit.good or (open_list and fit in (Fit.AHEAD, Fit.REPEATS))
        if kind is Kind.ALINEA:
            begun = self._sequence.is_open(kind) or reading.number == Number(2)
            return fit.good or begun or precedes(reading, self._next_label(at))
        return True

    def _may_stand(self, reading: Reading, text: str) -> bool:
        """Whether a doubtful label continues a sequence behind a closed line."""
        good = self._sequence.fits(reading).good or self._sequence.inserts(reading)
        if self._before is not Flow.CLOSED or not good or is_small_roman(reading):
            return False
        rest = text[len(reading.printed) :]
        if is_cited(reading, rest) or (reading.kind is Kind.ARTIGO and rest[:1].islower()):
            return False
        if reading.printed:
            return True
        if self._below_bare:
            return False
        # A value without its label stands where its line must stand in a group of sanctions.
        if reading.terminal == "INFRACAO":
            return self._role is Role.TEXT
        if reading.terminal == "PENALIDADE":
            return self._label_before == "INFRACAO"
        return self._role is Role.SANCTION

    def _labels_behind(self, at: int) -> Iterator[Reading]:
        """The clear labels behind a line, those of sanctions among them."""
        following = self._clear_from[at + 1]
        while following is not None:
            yield self._readings[following][0]
            following = self._clear_from[following + 1]

    def _next_label(self, at: int) -> Reading | None:
        """The next clear label of a device behind a line."""
        return next((one for one in self._labels_behind(at) if one.kind is not None), None)

    # ── outcomes ─────────────────────────────────────────────────────────────────────────────

    def _label(self, line: NormalLine, reading: Reading, lead: str) -> None:
        text = line.text
        if not reading.exact:
            text = (reading.clear + text[len(reading.printed) :]).rstrip()
            edit, told = mended(line, reading)
            self._edits.append(edit)
            self._found.append(told)
        if reading.kind is not None and reading.number is not None:
            if self._above[-1:] != ":":  # else a list of the paragraph's own begins
                self._sequence.resume(reading)
            own = self._accept(reading, text)
            text = cut_sanctions(own)
            punished = text != own
        else:
            text, punished = part_sanctions(text), True
        self._label_before = reading.terminal
        if punished:
            self._role = Role.SANCTION
        else:
            grouping = reading.kind is not None and reading.kind.is_grouping
            self._role = Role.NAME if grouping else Role.TEXT
        if self._role is Role.TEXT:
            said = text[len(reading.clear) :].partition(BREAK)[0]
            self._look_inside(line, said)
            if names_others(said):
                self._found.append(doubt("ROT001", line, said, "rótulo de vários dispositivos"))
        elif self._role is Role.NAME and (inner := label_in_name(text)):
            self._found.append(doubt("ROT001", line, inner, "rótulo"))
        self._push(line, text, lead, reading)

    def _heading(self, at: int, line: NormalLine) -> None:
        """A line of a heading without a label, which is one line of the text."""
        opens = at in self._headings
        if opens:
            self._heading_to = self._headings[at]
            self._sequence.interrupt()
            if not (line.text.isupper() or begins_name(line.text)):
                self._found.append(bare_heading(line))
        self._role = Role.NAME
        self._label_before = None
        self._push(line, line.text, BREAK if opens else WRAP)

    def _rubric(self, at: int, line: NormalLine) -> None:
        """A line of the name that stands above the label of a device."""
        opens = at in self._rubrics
        if opens:
            self._rubric_to = self._rubrics[at]
            self._found.append(bare_heading(line, "nome do dispositivo abaixo"))
        self._push(line, line.text, BREAK if opens else WRAP)
        self._before = Flow.CLOSED

    def _look_inside(self, line: NormalLine, text: str) -> None:
        """Report a label in the middle of a line: the device that it may begin is not read."""
        inline = inline_label(text)
        if inline is not None:
            self._found.append(doubt("ROT001", line, inline.printed.strip(), "rótulo"))

    def _accept(self, reading: Reading, text: str) -> str:
        """Open the device of a label, and of the label behind it where that begins a list.

        Any other label behind a label is a citation ("I - Art. 3º da Lei…"): it gets the sign of a
        wrapped line before it, so that the grammar reads text.
        """
        assert reading.kind is not None
        assert reading.number is not None
        self._sequence.accept(reading.kind, reading.number)
        clear = reading.clear
        rest = text[len(clear) :]
        inner = exact_reading(rest)
        if inner is None:
            return text
        if inner.kind is None or inner.number is None or not self._begins_list(reading, inner):
            return clear + ("" if clear.endswith(WRAP) else WRAP) + rest
        return clear + self._accept(inner, rest)

    def _begins_list(self, outer: Reading, inner: Reading) -> bool:
        assert outer.kind is not None
        assert inner.kind is not None
        inside = outer.kind.depth >= Kind.ARTIGO.depth and inner.kind.depth > outer.kind.depth
        return inside and self._sequence.fits(inner) is Fit.STARTS

    def _text(self, at: int, line: NormalLine) -> None:
        subtitle = self._is_subtitle(at)
        lead = self._lead(at, line.text, subtitle)
        said = line._replace(text=line.text.partition(BREAK)[0])
        final = None if subtitle else self._final(at, said, lead)
        told = (subtitle and lead == BREAK) or (final and not self._lines[-1].closes)
        looks_like = None if told else self._doubt(at, said)
        if looks_like is not None:
            self._found.append(looks_like)
        elif self._role is Role.TEXT and self._sequence.device:
            self._look_inside(line, cut_sanctions(said.text).partition(BREAK)[0])
        if self._role is Role.SANCTION and lead == BREAK:
            self._role = Role.TEXT
        text = cut_sanctions(line.text) if self._sequence.device else line.text
        if text != line.text:
            self._role = Role.SANCTION
        self._label_before = None
        self._push(line, text, lead)
        self._lines[-1] = self._lines[-1]._replace(closes=final)
        if subtitle and lead == BREAK:
            self._before = Flow.CLOSED

    def _final(self, at: int, line: NormalLine, lead: str) -> Kind | None:
        """What a line closes behind a list, as that or as a further line of such a text."""
        above = self._lines[-1].closes if self._lines else None
        if above or self._role is not Role.TEXT or (lead, self._before) != (BREAK, Flow.CLOSED):
            return above
        return closes(self._lines, line.text, line.spot, next(self._labels_behind(at), None))

    def _lead(self, at: int, text: str, subtitle: bool) -> str:
        """WRAP before a line that runs on, or that would be read as what it is not."""
        runs_on = (
            self._before is Flow.RUNS_ON
            or any(reading.exact for reading in self._readings[at])
            or resembles_closing(text, in_device=self._sequence.device is not None)
            or is_signature(self._draft.lines, at)
            or container_at(text) is not None
            or is_announcement(text)
            or at in self._notes.behind  # the sentence of a parenthesis goes on
            or self._role is Role.NAME  # a name is one line, which runs on from its label
            or (self._lines and can_be_heading(text, self._above, self._below(at)))
            or self._below_bare  # the value stands below its label
            or (self._role is Role.SANCTION and value_goes_on(self._above, text))
            or (subtitle and self._before is not Flow.CLOSED)  # a sentence that goes on
        )
        return WRAP if runs_on else BREAK

    def _is_subtitle(self, at: int) -> bool:
        """Whether a line is a heading over a list of an article: a label follows, and no text."""
        last = self._notes.last_behind(at)
        below = self._draft.lines[last + 1].text if self._label_follows(last) else ""
        return bool(self._sequence.device and below) and is_subtitle(
            self._draft.lines[at].text, below
        )

    def _quoted(self, line: NormalLine) -> None:
        """A line of a quotation: text of the device that quotes, whatever it looks like."""
        self._label_before = None
        self._role = Role.TEXT
        self._push(line, line.text, WRAP)
        self._lines[-1] = self._lines[-1]._replace(quoted=self._quotations)
        self._before = Flow.CLOSED

    def _push(
        self, line: NormalLine, text: str, lead: str = BREAK, head: Reading | None = None
    ) -> None:
        """Take the line over, with what was decided of it."""
        first = BREAK if not self._lines else lead
        line = NormalLine(text, line.spot, first, head, self._sequence.device, line.struck)
        self._lines.append(line)
        ends = flow(line.text)
        if line.head is not None and self._role is Role.SANCTION and is_bare(line):
            ends = Flow.CLOSED
        elif ends is Flow.OPEN and self._role is not Role.TEXT:
            # Names and values need no final mark; a comma promises more.
            ends = Flow.RUNS_ON if line.text.endswith(",") else Flow.CLOSED
        self._before = ends

    # ── doubts ───────────────────────────────────────────────────────────────────────────────

    def _doubt(self, at: int, line: NormalLine) -> Diagnostic | None:
        """What a line that stays text looks like, if it looks like more."""
        text = line.text
        heading = self._lines[-1].head if self._lines and self._role is Role.NAME else None
        if heading and repeats_label(heading, self._readings[at]):
            return None
        looks_like = unread_label(
            line, self._readings[at], self._sequence, self._before, bare=self._below_bare
        )
        if looks_like is not None:
            return looks_like
        if self._sequence.device and resembles_sanction(text) and not self._below_bare:
            return doubt("ROT003", line, text[:40], "linha de sanção")
        if self._before is Flow.OPEN and self._role is Role.TEXT:
            return open_doubt(self._lines, line, above_label=self._label_follows(at))
        if self._before is not Flow.CLOSED or at in self._notes.behind:
            return None
        if resembles_label(text):
            return doubt("ROT001", line, text[:40], "rótulo")
        if resembles_closing(text, in_device=self._sequence.device is not None):
            return doubt("ROT001", line, text, "fecho")
        if self._role is Role.NAME:
            return doubt_of_name(self._lines[-1 - self._notes.above(at)], line)
        if is_heading(text) and (self._sequence.device or self._label_follows(at)):
            return doubt("ROT001", line, text, "título sem rótulo")
        small = text[:1].islower() and not self._above.endswith((";", ")", "."))
        if self._sequence.device:
            begins = not small and not self._is_conduct(at)
        else:
            begins = resembles_rubric(text) and self._label_follows(at)
        if begins:
            return doubt("ROT003", line, text[:40], "início de dispositivo sem rótulo")
        return None

    def _label_follows(self, at: int) -> bool:
        """Whether the next line has a clear label."""
        following = self._readings[at + 1 : at + 2]
        return any(one.exact and one.kind is not None for one in (following or [()])[0])

    def _is_conduct(self, at: int) -> bool:
        """Whether a text is an unnumbered conduct: it stands behind a colon or a sanction, and the
        next label is a sanction's. `check` judges those."""
        if self._role is Role.TEXT and not self._above.endswith(":"):
            return False
        following = next(self._labels_behind(at), None)
        return following is not None and following.terminal in SANCTIONS
