"""Labels in the middle of a line: "Art. 7º São direitos: I - exercer a profissão;".

Guarantees: a line is parted only before an inciso for which the numbers speak on both sides: it
follows the inciso before it, or opens the list behind a colon, and the next label of its article
is the one after it, or is no inciso. Each is reported (ROT006); no sign changes.
"""

import re
from collections.abc import Iterator, Sequence

from pipeline.artefacts import Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Kind, Number, Reading, exact_reading
from pipeline.normalise.draft import Draft

_INSIDE = re.compile(r"(?P<mark>[:;.]) (?=[IVXLC]+ ?[-–—]+ )")
_RULE = "rotulo_no_meio"


def part_run_on(draft: Draft) -> Draft:
    """Part each line before the incisos that run on in it."""
    lines: list[NormalLine] = []
    edits: list[Edit] = []
    found: list[Diagnostic] = []
    heads = [exact_reading(line.text) for line in draft.lines]
    before: Number | None = None  # the last inciso of the list that is open
    for at, line in enumerate(draft.lines):
        before = _after(heads[at], before)
        start = 0
        for cut, inciso in _run_on(line.text, before, _next_label(heads, at)):
            lines.append(line._replace(text=line.text[start:cut].rstrip()))
            before, start = inciso.number, cut
            reason = f"{inciso.shown} continua a lista e está no meio da linha"
            edits.append(Edit(" ", "\n", _RULE, reason, line.spot))
            message = f"«{inciso.printed.strip()}» lido como {inciso.shown} no meio da linha"
            found.append(diagnose("ROT006", message, place=line.spot, mark=inciso.printed.strip()))
        lines.append(line._replace(text=line.text[start:]))
    return draft.with_(
        lines=lines, edits=edits, diagnostics=found, absorbed=len(draft.lines) - len(lines)
    )


def _after(head: Reading | None, before: Number | None) -> Number | None:
    """The last inciso behind the head of a line: articles and paragraphs close a list."""
    if head is not None and head.kind is Kind.INCISO:
        return head.number
    closes = head is not None and head.kind is not None and head.kind.depth < Kind.INCISO.depth
    return None if closes else before


def _next_label(heads: Sequence[Reading | None], at: int) -> Reading | None:
    """The next label below a line that is an inciso or closes the list."""
    for head in heads[at + 1 :]:
        if head is not None and head.kind is not None and head.kind.depth <= Kind.INCISO.depth:
            return head
    return None


def _run_on(
    text: str, before: Number | None, coming: Reading | None
) -> Iterator[tuple[int, Reading]]:
    """Where a line is parted, and the inciso that begins there."""
    inside = []
    for found in _INSIDE.finditer(text):
        inciso = exact_reading(text[found.end() :])
        if inciso is None or inciso.kind is not Kind.INCISO or inciso.number is None:
            continue
        opens = before is None and inciso.number == Number(1) and found["mark"] == ":"
        if opens or (before is not None and inciso.number.follows(before)):
            inside.append((found.end(), inciso))
            before = inciso.number
    if not inside:
        return
    last = inside[-1][1].number
    assert last is not None
    goes_on = coming is not None and coming.kind is Kind.INCISO
    alone = inside[0][1].number == last == Number(1)
    if goes_on and coming is not None and coming.number is not None:
        if coming.number.follows(last):
            yield from inside
    elif not alone:
        yield from inside  # the list ends with the line
