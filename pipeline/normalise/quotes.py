"""Quotations that hold labels: what an amending act writes into another norm.

In: the lines of a norm. Out: where each such quotation begins and ends. A device between quotes is
not the act's own; until amendments are applied it is text of the article that quotes it.
"""

import re
from collections.abc import Iterator, Sequence

from pipeline.grammar import label_at
from pipeline.labels import SANCTIONS

_OPENS = re.compile(r"[“\"«‘'] *")
_CLOSES = re.compile(r"[”\"»’'] *(?:\( ?(?:NR|N\. ?R\.|AC) ?\))?[.;,]?$")
LONGEST = 600
"""Lines after which an open quotation is taken for a stray sign."""


def quotations(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The quotations that begin with a label: (first line, line behind the last).

    >>> list(quotations(["Art. 1º Altera:", "“Art. 6º Um.", "§ 1º Dois.” (NR)", "Art. 2º Fim."]))
    [(1, 3)]
    """
    at = 0
    while at < len(lines):
        opening = _OPENS.match(lines[at])
        label = label_at(lines[at][opening.end() :]) if opening else None
        if opening is None or label is None or label[0] in SANCTIONS:
            at += 1
            continue
        end = _end(lines, at, opening.end())
        yield at, end
        at = end


def _end(lines: Sequence[str], first: int, behind: int) -> int:
    """The line behind the one that closes a quotation; only its own line if none does."""
    if _CLOSES.search(lines[first][behind:]):
        return first + 1
    for at in range(first + 1, min(len(lines), first + LONGEST)):
        if _CLOSES.search(lines[at]):
            return at + 1
    return first + 1
