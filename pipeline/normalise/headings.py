"""Headings without a label: "DAS DISPOSIÇÕES GERAIS" above an article (LexML's `agh`).

In: the lines of a norm, the readings of their heads, the places of notes. Out: the lines that form
such a heading. It stands apart: behind a finished sentence or the name of a labelled heading, with
no final mark, and above an article or a further heading. What it looks like is the grammar's to
say. Pure functions.
"""

from collections.abc import Mapping, Sequence

from pipeline.grammar import can_be_heading
from pipeline.labels import Kind, Reading
from pipeline.normalise.flow import Flow, begins_name, flow
from pipeline.normalise.heads import is_cited
from pipeline.normalise.notes import NotePlaces

MOST_LINES = 3
_LONGEST = 80
"""Characters of a heading that neither begins as headings do nor stands in capitals."""
_PROVISIONS = ("DISPOSIÇÕES ", "DAS DISPOSIÇÕES ", "DISPOSICOES ", "DAS DISPOSICOES ")
"""How a heading begins that names no subject: so below a name it is a heading of its own."""


def find_headings(
    lines: Sequence[str], readings: Sequence[Sequence[Reading]], notes: NotePlaces
) -> Mapping[int, int]:
    """Where a heading without a label begins, and the line behind its last.

    >>> from pipeline.labels import readings
    >>> lines = ["Art. 1º A taxa é anual.", "DAS DISPOSIÇÕES", "FINAIS", "Art. 2º O selo é azul."]
    >>> find_headings(lines, [readings(line) for line in lines], NotePlaces())
    {1: 3}
    """
    own = [line[: notes.starts.get(at, [len(line)])[0]].rstrip() for at, line in enumerate(lines)]
    found: dict[int, int] = {}
    name: str | None = None  # that of the labelled heading above; empty while it is still to come
    articles = False
    at = -1
    while (at := at + 1) < len(lines):
        label = _label(readings[at])
        if not own[at]:
            continue
        if label and label.kind and label.kind.is_grouping:
            name = own[at][len(label.printed) :]
        elif label and (label.kind is None or label.kind.depth <= Kind.PARAGRAFO.depth):
            name = None
            articles = articles or label.kind is Kind.ARTIGO
        elif name == "":
            name = own[at]
        elif end := _heading(own, readings, at, name, articles=articles):
            found[at], name = end, None
            at = end - 1
        else:
            name = own[at] if name and not label else None
    return found


def _heading(
    lines: Sequence[str],
    readings: Sequence[Sequence[Reading]],
    at: int,
    name: str | None,
    *,
    articles: bool,
) -> int | None:
    """The line behind a heading that begins here; None if none does."""
    above = next((line for line in reversed(lines[max(0, at - 4) : at]) if line), "")
    provisions = lines[at].upper().startswith(_PROVISIONS)
    # Above the first article stands an epígrafe or an ementa, which may have no final mark.
    opens = provisions and not articles and flow(above) is Flow.OPEN and above[-1:] != ","
    if name is None and flow(above) is not Flow.CLOSED and not opens:
        return None
    if name and not (provisions and flow(name) is Flow.OPEN):
        return None
    for end in range(at + 1, min(at + MOST_LINES, len(lines) - 1) + 1):
        label = _label_below(lines, readings, end)
        if label is None:
            if _label(readings[end]) is not None or not lines[end]:
                return None
            continue
        text = " ".join(lines[at:end])
        if (
            not can_be_heading(text, above, lines[end] or label.printed)
            or flow(text) is Flow.RUNS_ON
        ):
            return None
        number = _label(readings[at])
        named = begins_name(text[len(number.printed) if number else 0 :])
        if named or (text.isupper() and name is None and articles):
            return end if named or label.kind is Kind.ARTIGO else None
        lone = end == at + 1 and len(text) <= _LONGEST and above.endswith(".")
        return end if lone and articles and label.kind is Kind.ARTIGO else None
    return None


def _label(readings: Sequence[Reading]) -> Reading | None:
    """The clear label of a line."""
    return readings[0] if readings and readings[0].exact else None


def _label_below(
    lines: Sequence[str], readings: Sequence[Sequence[Reading]], at: int
) -> Reading | None:
    """The label of an article or a heading on the first line from here on that is no note."""
    while at < len(lines) - 1 and not lines[at]:
        at += 1
    label = _label(readings[at])
    if label is None or label.kind is None or label.kind.depth > Kind.ARTIGO.depth:
        return None
    rest = lines[at][len(label.printed) :]
    return None if is_cited(label, rest) or rest[:1].islower() else label
