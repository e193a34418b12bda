"""A quotation within a quotation: what an act writes into another act that itself amends a norm.

In: the lines of a quotation. Out: its lines with the inner quotation as text of the sentence that
opens it, and that sentence with the inner lines, which are a command of its own. Only a line that
orders a change and ends in a colon opens one; where it does not end, nothing is taken out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.amend.commands import looks_like_command
from pipeline.artefacts import NormalLine
from pipeline.labels import exact_reading
from pipeline.labels.quotations import CLOSES, is_labelled

_BOTH = re.compile(r"[”\"»’'] *(?:\( ?(?:NR|AC) ?\))?[.;,]? *(?=[”\"»’'] *(?:\(|[.;,]?$))")
"""A closing sign, with its mark, right before another one at the line's end."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A sentence that orders a change, and the lines that it quotes."""

    sentence: str
    lines: tuple[NormalLine, ...]


def unnest(lines: Sequence[NormalLine]) -> tuple[tuple[NormalLine, ...], tuple[Inner, ...]]:
    """Part a quotation from those in it.

    >>> # unnest(lines)[1][0].sentence → 'O art. 7º da Lei nº 5 passa a vigorar com a redação:'
    """
    outer: list[NormalLine] = []
    found: list[Inner] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        sentence = _sentence(outer)
        end = _end(lines, at) if sentence and is_labelled(line.text) else None
        if sentence is None or end is None:
            outer.append(line)
            at += 1
            continue
        inner = list(lines[at : end + 1])
        both = _BOTH.search(inner[-1].text)
        if end == len(lines) - 1 and both:
            # The last line closes both: the outer quotation with its last sign.
            own, rest = inner[-1].text[: both.end()].rstrip(), inner[-1].text[both.end() :]
            joined = " ".join((*(one.text for one in inner[:-1]), own, rest))
            inner[-1] = inner[-1]._replace(text=own)
        else:
            joined = " ".join(one.text for one in inner)
        found.append(Inner(sentence, tuple(inner)))
        outer[-1] = outer[-1]._replace(text=f"{outer[-1].text} {joined}")
        at = end + 1
    return tuple(outer), tuple(found)


def _sentence(outer: Sequence[NormalLine]) -> str | None:
    """The words from the last label on, if they order a change and open a quotation."""
    if not outer or not outer[-1].text.rstrip().endswith(":"):
        return None
    words: list[str] = []
    for line in reversed(outer):
        bare = line.text.lstrip("“\"«‘' ")
        label = exact_reading(bare)
        if label is not None and label.kind is not None:
            words.insert(0, bare[len(label.printed) :])
            text = " ".join(words).replace("\v", " ").strip()
            return text if looks_like_command(text.rstrip(":")) else None
        words.insert(0, line.text)
    return None


def _end(lines: Sequence[NormalLine], start: int) -> int | None:
    """The line on which an inner quotation ends."""
    for n in range(start, len(lines)):
        text = lines[n].text
        if not CLOSES.search(text):
            continue
        return n if n < len(lines) - 1 or _BOTH.search(text) else None
    return None
