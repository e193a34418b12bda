"""Quotations that hold labels: what an amending act writes into another norm.

In: the lines of a norm. Out: where each such quotation begins and ends, and whether its signs say
so. A device between quotes is not the act's own; it is text of the article that quotes it.

Guarantees: no article of the act goes into a quotation that is not closed before it, unless the
same number comes again behind the quotation; a quotation without an end, or without signs, is told.
Source: LC 95/1998, art. 12, III; LC 107/2001 ("(NR)" once, at the end of the article).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from pipeline.artefacts import Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import is_announcement, label_at
from pipeline.labels import SANCTIONS, Kind, Number, exact_reading, spoken
from pipeline.normalise.draft import Draft
from pipeline.normalise.flow import Flow, flow

_PAIRS = {"“": "”", "«": "»", "‘": "’", '"': '"', "'": "'", "”": "”"}
_OPENS = re.compile(r"[“\"«‘'”] *")
_OPENS_INSIDE = re.compile(r"[:,] *(?P<sign>[“\"«]) *(?=[Aa]rt|§|[Pp]ar[áa]g|[IVX])")
_SIGN = re.compile('[“"«]')
_MARK = r"\( ?(?:NR|N\. ?R\.|AC|A\. ?C\.) ?\)"
_CLOSES = re.compile(rf"[”\"»’'] *(?:{_MARK})?[.;,]?$")
_MARKED = re.compile(rf"{_MARK} *[.;,]?$")
_COMMANDS = re.compile(
    r"\bredaç|\bacrescid|\bacrescent|\binclu[íi]d|\bvigorar?\b|\bd[êá]-se\b", re.IGNORECASE
)
_WORDING = re.compile(r"\bredaç", re.IGNORECASE)
_OTHER_NORM = re.compile(
    r"\b(?:lei|decreto|decreto-lei|resoluç[ãa]o|portaria|emenda)s?\b[^;:]{0,40}?\bn[.º°o]{1,3} ?\d"
    r"|\b(?:c[óo]digo|regimento|regulamento|lei org[âa]nica|constituiç[ãa]o|estatuto)\b",
    re.IGNORECASE,
)
_COMMAND_LINES = 8
"""Lines above a colon in which the command of an amendment may stand."""


_END = re.compile(rf"[”\"»’'](?= *(?:{_MARK})?[.;,]?$)")


def unquote_history(draft: Draft) -> Draft:
    """Take the quotes off a former wording of the norm's own device.

    "Dispositivo revogado:" and the like announce it; then what is quoted is no other norm's.
    """
    texts = [line.text for line in draft.lines]
    if not any(map(is_announcement, texts)):
        return draft
    lines, edits = list(draft.lines), []
    for one in quotations(texts):
        if (
            one.signs is not Signs.PAIRED
            or not one.first
            or not is_announcement(texts[one.first - 1])
        ):
            continue
        for at, signs in ((one.first, _OPENS), (one.behind - 1, _END)):
            line = lines[at]
            lines[at] = line._replace(text=signs.sub("", line.text, count=1))
            reason = "as aspas cercam a redação anterior do próprio dispositivo"
            edits.append(Edit(line.text, lines[at].text, "aspas", reason, line.spot))
    return draft.with_(lines=lines, edits=edits)


class Signs(Enum):
    """How a quotation is set."""

    PAIRED = auto()
    """it opens and closes"""
    OPEN = auto()
    """it opens and is never closed"""
    NONE = auto()
    """it has no signs: the command before it and what follows tell it"""


@dataclass(frozen=True, slots=True)
class Quotation:
    """The lines that are quoted, from `first` to before `behind`; `article` is the one that
    quotes, None above the first."""

    first: int
    behind: int
    signs: Signs
    article: Number | None


def quotations(lines: Sequence[str]) -> Iterator[Quotation]:
    """The quotations that begin with a label.

    >>> lines = ["Art. 1º Altera:", "“Art. 6º Um.", "§ 1º Dois.” (NR)", "Art. 2º Fim."]
    >>> [(one.first, one.behind) for one in quotations(lines)]
    [(1, 3)]
    """
    return _Quotations(lines).all()


class _Quotations:
    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._article: Number | None = None

    def all(self) -> Iterator[Quotation]:
        at = 0
        while at < len(self._lines):
            self._enter(at)
            found = self._at(at)
            if found is not None and found.first < found.behind:
                yield found
            at = max(at + 1, found.behind if found else 0)

    def _at(self, at: int) -> Quotation | None:
        """The quotation that opens at a line, or that the line's command introduces."""
        text = self._lines[at]
        opening = _OPENS.match(text)
        if opening is not None and _is_device(text[opening.end() :]):
            return self._quotation(at, at, opening.end(), text[0])
        for inside in _OPENS_INSIDE.finditer(text) if _SIGN.search(text) else ():
            if _is_device(text[inside.end() :]) and self._commands(at):
                return self._quotation(at, at + 1, inside.end(), inside["sign"])
        return self._unsigned(at) if text.endswith(":") else None

    def _quotation(self, at: int, first: int, start: int, sign: str) -> Quotation:
        """The quotation whose sign stands before `start` in line `at`."""
        end, own = self._close(at, start, sign), self._next_own(at + 1)
        if end is not None and (own is None or own >= end or self._next_own(end) is not None):
            return Quotation(first, end, Signs.PAIRED, self._article)
        if end is None and self._is_next(at, start):
            own = at + 1  # a stray sign before an article of the act's own
        return Quotation(first, len(self._lines) if own is None else own, Signs.OPEN, self._article)

    def _close(self, at: int, start: int, sign: str) -> int | None:
        """The line behind the one that closes a quotation; None if nothing does."""
        closing = _PAIRS[sign]
        depth = 1
        for line in range(at, len(self._lines)):
            text = self._lines[line]
            rest = text[start:] if line == at else text
            if sign == closing:
                depth += rest.count(sign)
                open_ = depth % 2 == 1
            else:
                # Each quoted article may open anew, and one sign close them all.
                depth += rest.count(sign) - rest.count(closing)
                open_ = depth > 0
            if _CLOSES.search(rest) and (not open_ or self._ends_before(line + 1)):
                return line + 1
        return None

    def _ends_before(self, at: int) -> bool:
        """Whether the act goes on at a line with an article of its own, or is at its end."""
        return at >= len(self._lines) or self._is_next(at)

    def _unsigned(self, at: int) -> Quotation | None:
        """What a command introduces without signs of quotation.

        The mark (NR) or (AC) right before the act's next article closes it; an article whose
        number is not the act's next one needs no mark.
        """
        first = at + 1
        if self._article is None or first >= len(self._lines) or not self._commands(at):
            return None
        label = exact_reading(self._lines[first])
        if label is None or label.kind is None or label.kind.is_grouping:
            return None
        if not self._commands(at, _OTHER_NORM):
            return None
        if label.kind is Kind.ARTIGO and label.number == self._article:
            return None  # another wording of the same article
        own = None
        for line in range(first + 1, len(self._lines)):
            if self._is_next(line):
                own = line
                if _MARKED.search(self._lines[line - 1]):
                    return Quotation(first, line, Signs.NONE, self._article)
        marked = own is None and _MARKED.search(self._lines[-1]) is not None
        if marked and self._commands(at, _WORDING):
            return Quotation(first, len(self._lines), Signs.NONE, self._article)
        if own is not None and label.kind is Kind.ARTIGO and not self._is_next(first):
            return Quotation(first, own, Signs.NONE, self._article)
        return None

    def _commands(self, at: int, words: re.Pattern[str] = _COMMANDS) -> bool:
        """Whether the sentence that ends or opens a quotation at a line orders an amendment."""
        for line in range(at, max(-1, at - _COMMAND_LINES), -1):
            if words.search(self._lines[line]):
                return True
            if exact_reading(self._lines[line]) is not None:
                return False
        return False

    def _enter(self, at: int) -> None:
        """Note the article that opens at a line."""
        number = _article(self._lines[at])
        if number is not None and (
            self._is_next(at) or self._article is None
            or (number > self._article and self._closed_before(at))
        ):  # fmt: skip
            self._article = number

    def _next_own(self, first: int) -> int | None:
        """The first line from here on that opens the act's next article."""
        return next((at for at in range(first, len(self._lines)) if self._is_next(at)), None)

    def _is_next(self, at: int, start: int = 0) -> bool:
        """Whether a line opens the article behind the one that is open."""
        number = _article(self._lines[at][start:])
        if number is None or not self._closed_before(at):
            return False
        return number.follows(self._article) if self._article else number == Number(1)

    def _closed_before(self, at: int) -> bool:
        above = self._lines[at - 1] if at else ""
        return flow(above) is Flow.CLOSED or bool(_MARKED.search(above))


def quotation(line: NormalLine, found: Quotation, behind: int) -> Diagnostic:
    """What is said of quoted lines, `line` the first of them, up to where the articles end."""
    count = behind - found.first
    what, read = ("1 linha", "lida") if count == 1 else (f"{count} linhas", "lidas")
    where = spoken(Kind.ARTIGO, found.article) if found.article else "o texto antes do artigo 1º"
    if found.signs is Signs.PAIRED:
        code = "ROT004"
        message = f"{what} entre aspas, com rótulos de outra norma, {read} como texto"
    elif found.signs is Signs.OPEN:
        code = "REC002"
        message = f"as aspas abertas n{where} não se fecham: {what} {read} como texto dele"
    else:
        code = "REC003"
        message = f"{what} com rótulos de outra norma, sem aspas, {read} como texto d{where}"
    return diagnose(code, message, place=line.spot, mark=line.text[:40])


def _article(text: str) -> Number | None:
    """The number of the article that a line opens; None where it opens none, or cites one."""
    if text[:1] not in ("A", "a"):
        return None
    label = exact_reading(text)
    if label is None or label.kind is not Kind.ARTIGO:
        return None
    rest = text[len(label.printed) :]
    return None if rest[:1] in (",", ";") or rest[:1].islower() else label.number


def _is_device(text: str) -> bool:
    label = label_at(text)
    return label is not None and label[0] not in SANCTIONS
