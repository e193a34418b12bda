"""Decides which lines begin a device, by the sequence.

Guarantees: a label is accepted only where it can stand; a doubtful one (look-alike glyphs) only if
exactly one reading of it continues an open sequence and the line before does not run on. What is
accepted with a doubt is rewritten as the grammar reads it, and recorded; what looks like a label
and is not taken for one stays text, joined to the line before, and is reported. No number changes.
"""

import re
from dataclasses import replace
from enum import Enum, auto

from pipeline.artefacts import BREAK, WRAP, Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import opens_closing
from pipeline.labels import SANCTIONS, Fit, Kind, Reading, Sequence, readings
from pipeline.normalise.draft import Draft

_UNFINISHED = frozenset(
    "a à ao aos as às até com contra da das de desta deste do dos e em entre nas na neste nesta no "
    "nos o os ou para pela pelas pelo pelos por que se sem seu sua seus suas sob sobre um uma art "
    "arts inciso incisos alínea alíneas n nº n° § §§ lei".split()
)
_CLOSED = re.compile(r"""[.:;!?][)\]"'”’»]*$|[;,] (?:e|ou)$""")


class Flow(Enum):
    """Whether a line leaves its sentence open."""

    CLOSED = auto()
    """it ends a sentence, a heading or a sanction"""
    OPEN = auto()
    """nothing closes it"""
    RUNS_ON = auto()
    """it ends in a word or sign after which more must come"""


def settle_labels(draft: Draft) -> Draft:
    """Accept, mend or refuse the label at the head of each line."""
    return _Settler(draft).run()


def flow(text: str) -> Flow:
    """How a line of running text ends.

    >>> flow("observado o disposto no"), flow("conforme a lei"), flow("a taxa é anual.")
    (<Flow.RUNS_ON: 3>, <Flow.OPEN: 2>, <Flow.CLOSED: 1>)
    """
    bare = text.rstrip()
    if _CLOSED.search(bare):
        return Flow.CLOSED
    if not bare:
        return Flow.CLOSED
    last = bare.split()[-1].lower().strip("(\"'“")
    return Flow.RUNS_ON if last in _UNFINISHED or bare[-1] in "-(" else Flow.OPEN


def _is_heading(text: str) -> bool:
    """Whether a line is set as headings are: capitals, several words, no final mark.

    >>> _is_heading("DAS DISPOSIÇÕES GERAIS"), _is_heading("LEI:")
    (True, False)
    """
    return text.isupper() and len(text.split()) > 1 and text[-1].isalpha()


class _Settler:
    """One pass over the lines; `_before` is how the line before ended."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._sequence = Sequence()
        self._before = Flow.CLOSED
        self._role = "texto"  # of the line before: texto, nome (of a grouping), sancao
        self._lines: list[NormalLine] = []
        self._edits: list[Edit] = []
        self._found: list[Diagnostic] = []

    def run(self) -> Draft:
        closing = self._closing()
        for index, line in enumerate(self._draft.lines):
            if index >= closing:
                self._lines.append(replace(line, lead=BREAK))
            else:
                self._settle(line)
        return self._draft.with_(lines=self._lines, edits=self._edits, diagnostics=self._found)

    def _closing(self) -> int:
        """The index of the fecho: the last line that can open one with no label after it."""
        lines = self._draft.lines
        for index in range(len(lines) - 1, -1, -1):
            closed = index == 0 or flow(lines[index - 1].text) is Flow.CLOSED
            if closed and opens_closing(lines[index].text):
                return index
            if any(reading.exact for reading in readings(lines[index].text)):
                break
        return len(lines)

    def _settle(self, line: NormalLine) -> None:
        candidates = readings(line.text)
        accepted = next(
            (r for r in candidates if r.exact and self._stands(r, line.text)), None
        ) or self._only_one_that_fits(candidates)
        if accepted is None:
            self._text(line, candidates)
        else:
            self._label(line, accepted)

    # ── decisions ────────────────────────────────────────────────────────────────────────────

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

    def _only_one_that_fits(self, candidates: tuple[Reading, ...]) -> Reading | None:
        """The doubtful reading that continues a sequence, if there is exactly one."""
        if self._before is not Flow.CLOSED:
            return None
        fitting = [r for r in candidates if not r.exact and self._sequence.fits(r).good]
        return fitting[0] if len(fitting) == 1 else None

    # ── outcomes ─────────────────────────────────────────────────────────────────────────────

    def _label(self, line: NormalLine, reading: Reading) -> None:
        text = line.text
        if not reading.exact:
            text = reading.clear + text[len(reading.printed) :]
            reason = f"lido como {reading.shown}, que continua a sequência"
            self._edits.append(
                Edit(reading.printed.strip(), reading.clear.strip(), "rotulo", reason, line.spot)
            )
            message = f"«{reading.printed.strip()}» {reason}"
            self._found.append(
                diagnose(
                    "ROT002", message, place=line.spot, excerpt=line.text,
                    mark=reading.printed.strip(),
                )
            )  # fmt: skip
        self._accept(reading, text)
        grouping = reading.kind is not None and reading.kind.is_grouping
        sanction = reading.terminal in SANCTIONS
        self._role = "nome" if grouping else "sancao" if sanction else "texto"
        self._push(replace(line, text=text, lead=BREAK, head=reading))

    def _accept(self, reading: Reading, text: str) -> None:
        """Open the device of a label, and of each further label behind it on the line."""
        if reading.kind is None or reading.number is None:
            return
        self._sequence.accept(reading.kind, reading.number)
        rest = text[len(reading.clear) :]
        for inner in readings(rest):
            if inner.exact:
                self._accept(inner, rest)

    def _text(self, line: NormalLine, candidates: tuple[Reading, ...]) -> None:
        lead = BREAK
        if self._before is Flow.RUNS_ON or any(reading.exact for reading in candidates):
            lead = WRAP
        elif self._role == "sancao" and line.text[:1].islower():
            lead = WRAP  # the value of a sanction line, wrapped
        elif self._role == "sancao":
            self._role = "texto"
        if candidates and self._looks_like_label(candidates):
            self._doubt(line, candidates[0].printed.strip(), f"rótulo ({candidates[0].shown})")
        elif opens_closing(line.text):
            lead = WRAP
            if self._before is Flow.CLOSED:
                self._doubt(line, line.text, "fecho")
        elif self._before is Flow.CLOSED and self._sequence.device and _is_heading(line.text):
            self._doubt(line, line.text, "título sem rótulo")
        self._push(replace(line, lead=lead))

    def _doubt(self, line: NormalLine, mark: str, what: str) -> None:
        message = f"«{mark}» parece {what} e ficou no texto"
        self._found.append(
            diagnose("ROT001", message, place=line.spot, excerpt=line.text, mark=mark)
        )

    def _looks_like_label(self, candidates: tuple[Reading, ...]) -> bool:
        """Whether to report a line that stays text: clear labels always, doubtful if one fits."""
        return any(
            reading.exact or self._sequence.fits(reading) is not Fit.ORPHAN
            for reading in candidates
        )

    def _push(self, line: NormalLine) -> None:
        if not self._lines:
            line = replace(line, lead=BREAK)
        self._lines.append(replace(line, device=self._sequence.device))
        ends = flow(line.text)
        if ends is Flow.OPEN and self._role in ("nome", "sancao"):
            ends = Flow.CLOSED
        self._before = ends
