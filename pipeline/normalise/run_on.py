"""Labels in the middle of a line: "Art. 7º São direitos: I - exercer a profissão;".

Guarantees: a line is parted only before an article, a paragraph, an inciso or an alínea for which
the numbers speak on both sides: it follows the one before it, or opens the list (incisos and
alíneas behind a colon, the first article behind the epígrafe), and the next label of its kind is
the one after it, or there is none. Alíneas behind which the sentence may go on stay text. Each is
reported (ROT008); no sign changes.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pipeline.artefacts import Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import opens_norm
from pipeline.labels import Kind, Number, Reading, exact_reading
from pipeline.normalise.draft import Draft

_INSIDE = {
    Kind.ARTIGO: re.compile(r"[.;] (?=Art\. ?[\d.]+[º°]?(?:-[A-Z])?\.? (?:[-–—] )?[A-ZÀ-Ý])"),
    Kind.PARAGRAFO: re.compile(
        r"[.;] (?=(?:§ ?\d+|Parágrafo [úÚ]nico)[º°.]{0,2} ?(?:[-–—] ?)?[A-ZÀ-Ý])"
    ),
    Kind.INCISO: re.compile(r"[:;.] (?=[IVXLC]+ ?[-–—]+ )"),
    Kind.ALINEA: re.compile(r"[:;](?: e| ou)? (?=[a-z] ?\) ?[^\W\d_])"),
}
_BEHIND_TITLE = re.compile(r"\d (?=Art\. ?1[º°o]?\.? (?:[-–—] )?[A-ZÀ-Ý])")
"""The first article on the line of the epígrafe."""
_LISTS = (Kind.INCISO, Kind.ALINEA)
_FIRST = Number(1)


class _Inside(NamedTuple):
    """A label in the middle of a line, and where it begins."""

    at: int
    reading: Reading


def part_run_on(draft: Draft) -> Draft:
    """Part each line before the labels that run on in it."""
    whole = "\n".join(line.text for line in draft.lines)
    if not any(one.search(whole) for one in (*_INSIDE.values(), _BEHIND_TITLE)):
        return draft
    lines: list[NormalLine] = []
    edits: list[Edit] = []
    found: list[Diagnostic] = []
    heads = [exact_reading(line.text) for line in draft.lines]
    last: dict[Kind, Number] = {}  # of the lists that are open
    for at, line in enumerate(draft.lines):
        _open(last, heads[at])
        start = 0
        for inner in sorted(_run_on(draft.lines, heads, at, last)):
            _open(last, inner.reading)
            lines.append(line._replace(text=line.text[start : inner.at].rstrip()))
            start = inner.at
            shown, mark = inner.reading.shown, inner.reading.printed.strip()
            reason = f"{shown} continua a sequência e está no meio da linha"
            edits.append(Edit(" ", "\n", "rotulo_no_meio", reason, line.spot))
            message = f"«{mark}» lido como {shown} no meio da linha"
            found.append(diagnose("ROT008", message, place=line.spot, mark=mark))
        lines.append(line._replace(text=line.text[start:]))
    return draft.with_(
        lines=lines, edits=edits, diagnostics=found, absorbed=len(draft.lines) - len(lines)
    )


def _open(last: dict[Kind, Number], head: Reading | None) -> None:
    """Remember a label, and forget the lists that it closes."""
    if head is None or head.kind is None or head.number is None:
        return
    for kind in _INSIDE:
        if head.kind.depth < kind.depth:
            last.pop(kind, None)
    if head.kind in _INSIDE:
        last[head.kind] = head.number


def _run_on(
    lines: Sequence[NormalLine],
    heads: Sequence[Reading | None],
    at: int,
    last: dict[Kind, Number],
) -> Iterator[_Inside]:
    """The labels inside a line that the numbers before and behind them confirm."""
    for kind in _INSIDE:
        inside = list(_following(lines[at].text, kind, last.get(kind)))
        if kind is Kind.ARTIGO and not last:
            inside = list(_behind_title(lines[at].text)) or inside
        if not inside or (kind is Kind.ALINEA and _may_close(lines[at].text[inside[-1].at :])):
            continue
        if _goes_on(kind, inside[-1].reading, _below(lines, heads, at)):
            yield from inside


def _following(text: str, kind: Kind, before: Number | None) -> Iterator[_Inside]:
    """The labels of a kind in a line that follow each other."""
    for found in _INSIDE[kind].finditer(text):
        reading = exact_reading(text[found.end() :])
        if reading is None or reading.kind is not kind or reading.number is None:
            continue
        opens = found[0][0] == ":" if kind in _LISTS else kind is Kind.PARAGRAFO
        first = before is None and opens and reading.number.value == 1
        if first or (before is not None and reading.number.follows(before)):
            yield _Inside(found.end(), reading)
            before = reading.number


def _behind_title(text: str) -> Iterator[_Inside]:
    """The first article that stands on the line of the epígrafe, and what follows it."""
    found = _BEHIND_TITLE.search(text)
    if found and opens_norm(text):
        reading = exact_reading(text[found.end() :])
        if reading is not None and reading.number is not None:
            yield _Inside(found.end(), reading)


def _may_close(last: str) -> bool:
    """Whether text behind a list may stand in its last member: "c) nome; sob pena de nulidade."."""
    return ";" in last.rstrip(" ;") or not last.rstrip().endswith((";", "."))


def _below(
    lines: Sequence[NormalLine], heads: Sequence[Reading | None], at: int
) -> Iterator[tuple[NormalLine, Reading | None]]:
    return ((lines[n], heads[n]) for n in range(at + 1, len(lines)))


def _goes_on(
    kind: Kind, inner: Reading, below: Iterable[tuple[NormalLine, Reading | None]]
) -> bool:
    """Whether the list goes on below with the next number, or ends here with more than its first;
    a sole paragraph ends with itself."""
    number = inner.number
    assert number is not None
    for line, head in below:
        if head is not None and head.kind is not None and head.kind.depth <= kind.depth:
            if head.kind is kind and head.number is not None:
                return head.number.follows(number) and not number.unico
            break
        if any(_following(line.text, kind, number)):
            return True
    return number.unico or number != _FIRST
