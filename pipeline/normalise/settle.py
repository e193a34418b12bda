"""Decides which lines begin a device, by the sequence.

Guarantees: a label is accepted only where it can stand; a doubtful one (look-alike glyphs, or a
value that lost its label) only if exactly one reading of it continues an open sequence and the line
before does not run on. What is accepted with a doubt is rewritten as the grammar reads it, and
recorded; what looks like a label and is not taken for one stays text, joined to the line before,
and is reported. No number changes.
"""

from dataclasses import replace
from enum import Enum, auto

from pipeline.artefacts import BREAK, WRAP, Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import opens_closing
from pipeline.labels import SANCTIONS, Fit, Kind, Reading, Sequence, readings
from pipeline.normalise.draft import Draft
from pipeline.normalise.flow import Flow, begins_name, flow, is_heading

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
        self._sequence = Sequence()
        self._before = Flow.CLOSED
        self._role = Role.TEXT
        self._label_before: str | None = None  # terminal of the label on the line before
        self._lines: list[NormalLine] = []
        self._edits: list[Edit] = []
        self._found: list[Diagnostic] = []

    def run(self) -> Draft:
        closing = self._closing()
        for at, line in enumerate(self._draft.lines):
            if at >= closing:
                self._lines.append(replace(line, lead=BREAK))
                continue
            accepted = self._accepted(at, line.text)
            if accepted is None:
                self._text(at, line)
            else:
                self._label(line, accepted)
        return self._draft.with_(lines=self._lines, edits=self._edits, diagnostics=self._found)

    def _closing(self) -> int:
        """The index of the fecho: the last line that can open one with no label after it."""
        lines = self._draft.lines
        for at in range(len(lines) - 1, -1, -1):
            closed = at == 0 or flow(lines[at - 1].text) is Flow.CLOSED
            if closed and opens_closing(lines[at].text):
                return at
            if any(reading.exact for reading in self._readings[at]):
                break
        return len(lines)

    # ── decisions ────────────────────────────────────────────────────────────────────────────

    def _accepted(self, at: int, text: str) -> Reading | None:
        """The reading that stands at a line, if one does."""
        candidates = self._readings[at]
        exact = next((one for one in candidates if one.exact and self._stands(one, text)), None)
        others = [one for one in candidates if not one.exact and self._may_stand(one)]
        if exact is None:
            return others[0] if len(others) == 1 else None
        # Two readings can stand here: the label that comes next tells which sequence it is.
        coming = self._next_label(at)
        follows = [one for one in others if _precedes(one, coming)]
        return follows[0] if len(follows) == 1 and not _precedes(exact, coming) else exact

    def _stands(self, reading: Reading, text: str) -> bool:
        """Whether a clear label stands here, whatever number it has."""
        fit = self._sequence.fits(reading)
        rest = text[len(reading.printed) :]
        if fit is Fit.ORPHAN or self._before is Flow.RUNS_ON:
            return False
        if reading.kind is not None and reading.kind.is_grouping:
            # A heading stands apart, and its label is hardly ever the head of a wrapped line.
            return not rest[:1].islower() and (fit.good or not rest or self._before is Flow.CLOSED)
        if self._before is Flow.OPEN and not fit.good:
            return False
        if reading.kind is Kind.ARTIGO:
            return not (rest[:1] in ",;" and rest) and (fit.good or not rest[:1].islower())
        if reading.kind in (Kind.ITEM, Kind.ALINEA):
            # "10. " or "e)" may begin any line; only an open list makes a label of it.
            open_list = self._sequence.is_open(reading.kind)
            return fit.good or (open_list and fit in (Fit.AHEAD, Fit.REPEATS))
        return True

    def _may_stand(self, reading: Reading) -> bool:
        """Whether a doubtful label continues a sequence behind a closed line."""
        if self._before is not Flow.CLOSED or not self._sequence.fits(reading).good:
            return False
        if reading.printed:
            return True
        # A value without its label stands where its line must stand in a group of sanctions.
        if reading.terminal == "INFRACAO":
            return self._role is Role.TEXT
        if reading.terminal == "PENALIDADE":
            return self._label_before == "INFRACAO"
        return self._role is Role.SANCTION

    def _next_label(self, at: int) -> Reading | None:
        """The next clear label of a list behind a line, before the next article."""
        for candidates in self._readings[at + 1 :]:
            for one in candidates[:1]:
                if one.exact and one.kind is not None:
                    return one
        return None

    # ── outcomes ─────────────────────────────────────────────────────────────────────────────

    def _label(self, line: NormalLine, reading: Reading) -> None:
        text = line.text
        if not reading.exact:
            text = reading.clear + text[len(reading.printed) :]
            self._mended(line, reading)
        self._accept(reading, text)
        self._label_before = reading.terminal
        if reading.terminal in SANCTIONS:
            self._role = Role.SANCTION
        else:
            grouping = reading.kind is not None and reading.kind.is_grouping
            self._role = Role.NAME if grouping else Role.TEXT
        self._push(replace(line, text=text, lead=BREAK, head=reading))

    def _mended(self, line: NormalLine, reading: Reading) -> None:
        printed, clear = reading.printed.strip(), reading.clear.strip()
        if printed:
            reason = f"lido como {reading.shown}, que continua a sequência"
            message = f"«{printed}» {reason}"
        else:
            reason = f"o valor está sem o rótulo {reading.shown}, que só pode ser este"
            message = f"«{line.text}» lido como {reading.shown}: {reason}"
        self._edits.append(Edit(printed, clear, "rotulo", reason, line.spot))
        mark = printed or line.text
        self._found.append(
            diagnose("ROT002", message, place=line.spot, excerpt=line.text, mark=mark)
        )

    def _accept(self, reading: Reading, text: str) -> None:
        """Open the device of a label, and of each further label behind it on the line."""
        if reading.kind is None or reading.number is None:
            return
        self._sequence.accept(reading.kind, reading.number)
        rest = text[len(reading.clear) :]
        for inner in readings(rest)[:1]:
            if inner.exact:
                self._accept(inner, rest)

    def _text(self, at: int, line: NormalLine) -> None:
        lead = BREAK
        exact = any(reading.exact for reading in self._readings[at])
        if self._before is Flow.RUNS_ON or exact or opens_closing(line.text):
            lead = WRAP
        elif self._role is Role.SANCTION and line.text[:1].islower():
            lead = WRAP  # the value of a sanction line, wrapped
        doubt = self._doubt(at, line)
        if doubt is not None:
            self._found.append(doubt)
        if self._role is Role.SANCTION and lead == BREAK:
            self._role = Role.TEXT
        self._label_before = None
        self._push(replace(line, lead=lead))

    def _push(self, line: NormalLine) -> None:
        if not self._lines:
            line = replace(line, lead=BREAK)
        self._lines.append(replace(line, device=self._sequence.device))
        ends = flow(line.text)
        if ends is Flow.OPEN and self._role is not Role.TEXT:
            # Names and values need no final mark; a comma promises more.
            ends = Flow.RUNS_ON if line.text.endswith(",") else Flow.CLOSED
        self._before = ends

    # ── doubts ───────────────────────────────────────────────────────────────────────────────

    def _doubt(self, at: int, line: NormalLine) -> Diagnostic | None:
        """What a line that stays text looks like, if it looks like more."""
        text, closed = line.text, self._before is Flow.CLOSED
        for reading in self._readings[at]:
            if reading.printed and (
                reading.exact or self._sequence.fits(reading) is not Fit.ORPHAN
            ):
                mark = reading.printed.strip()
                return _report("ROT001", line, mark, f"rótulo ({reading.shown})")
        if not closed:
            return None
        if opens_closing(text):
            return _report("ROT001", line, text, "fecho")
        if self._role is Role.NAME:
            # A caput whose label is lost would pass for a further line of the heading's name.
            above = self._lines[-1]
            if above.head is None and above.text.isupper() and not text.isupper():
                return _report("ROT001", line, text, "início de dispositivo sem rótulo")
            if above.head is None and begins_name(text):
                return _report("ROT001", line, text, "título sem rótulo")
            return None
        if is_heading(text) and (self._sequence.device or self._label_follows(at)):
            return _report("ROT001", line, text, "título sem rótulo")
        if self._sequence.device and not text[:1].islower() and not self._is_conduct(at):
            return _report("ROT003", line, text[:40], "início de dispositivo sem rótulo")
        return None

    def _label_follows(self, at: int) -> bool:
        """Whether the next line has a clear label."""
        following = self._readings[at + 1 : at + 2]
        return any(one.exact and one.kind is not None for one in (following or [()])[0])

    def _is_conduct(self, at: int) -> bool:
        """Whether a text is an unnumbered conduct: it stands behind a colon or a sanction, and the
        next label is a sanction's. `check` judges those."""
        if self._role is Role.TEXT and not self._lines[-1].text.endswith(":"):
            return False
        for candidates in self._readings[at + 1 :]:
            if candidates and candidates[0].exact:
                return candidates[0].terminal in SANCTIONS
        return False


def _precedes(reading: Reading, coming: Reading | None) -> bool:
    """Whether the label that comes next is the one after this reading."""
    if coming is None or coming.number is None or reading.number is None:
        return False
    return reading.kind is coming.kind and coming.number.follows(reading.number)


def _report(code: str, line: NormalLine, mark: str, what: str) -> Diagnostic:
    message = f"«{mark}» parece {what} e ficou no texto"
    return diagnose(code, message, place=line.spot, excerpt=line.text, mark=mark)
