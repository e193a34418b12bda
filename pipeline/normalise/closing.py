"""Where the fecho opens, and which of its lines run on.

In: the lines of a stretch of the norm and the readings of their heads. Out: `Closing`. Guarantees:
it opens behind a finished sentence, nothing behind it has a label, and it has a date. Source:
LC 95/1998, art. 3, III; place and date may be printed over several lines, and above them stands
what orders the norm to be published. Pure functions.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.artefacts import NormalLine
from pipeline.grammar import ends_closing, opens_closing, signs
from pipeline.labels import Reading
from pipeline.normalise.flow import Flow, flow
from pipeline.normalise.heads import is_initial

_MOST_LINES = 5
"""Of print that place and date take."""
_MOST_SIGNING = 16
"""Of print that signatures without a date take."""
_GOES_ON = re.compile(r"(?:e )?\d{1,3}[º°ªo] d[aeo] |e ")
"""The years since an event, below the date."""
_DAY_OPEN = re.compile(r", aos \d{1,2}\S* (?:\([^()]*\) )?dias?(?: do)?(?: m[êe]s)?(?: de)?$")
"""A date written out over two lines."""

Readings = Sequence[Sequence[Reading]]


@dataclass(frozen=True, slots=True)
class Closing:
    """The line at which a fecho opens, and those that run on from the one above them."""

    at: int
    running: range = range(0)


def find_closing(lines: Sequence[NormalLine], readings: Readings, section: range) -> Closing:
    """The fecho of a stretch: the last that can open with no label after it; else its end.

    >>> # … "Vila Azul, 3 de", "maio de 2017.", "BELTRANA" → Closing(at=7, running=range(8, 9))
    """
    for at in reversed(section):
        running = _running(lines, readings, at, section) if _may_open(lines, at) else None
        if running is not None:
            first = _place_above(lines, readings, at, section)
            if first < at:
                running = _running(lines, readings, first, section) or running
            return Closing(_order_above(lines, first, section), running)
        if _labelled(readings[at]):
            break
    return Closing(_signature(lines, readings, section))


def _signature(lines: Sequence[NormalLine], readings: Readings, section: range) -> int:
    """The line at which names sign without a date; the end of the stretch, if there are none."""
    lowest = max(section.start + 1, section.stop - _MOST_SIGNING)
    first = section.stop
    for at in range(section.stop - 1, lowest - 1, -1):
        if _labelled(readings[at]):
            break
        if is_signature(lines, at):
            first = at
    return first


def is_signature(lines: Sequence[NormalLine], at: int) -> bool:
    """Whether a name stands at a line that signs a norm without a date."""
    if not at or not lines[at].text.isupper():
        return False
    below = "".join(f"{line.text}\n" for line in lines[at + 1 : at + 4])
    return signs(lines[at - 1].text, lines[at].text, below)


def opens_fecho(lines: Sequence[NormalLine], readings: Readings, at: int) -> bool:
    """Whether place and date stand at a line, or end a few lines below."""
    opening = opens_closing(lines[at].text)
    whole = opening in ("FECHO", "FECHO_ABERTO")
    return whole and _running(lines, readings, at, range(len(lines))) is not None


def _opens_alone(lines: Sequence[NormalLine], at: int) -> bool:
    """Whether a fecho opens at a line that is not finished, and a year ends it below."""
    text = lines[at].text
    runs_on = flow(text) is Flow.RUNS_ON and not _DAY_OPEN.search(text)
    opening = opens_closing(text) if not runs_on else None
    below = lines[at + 1 : at + 8]
    return opening == "FECHO" or (
        opening == "FECHO_ABERTO" and any(ends_closing(line.text) for line in below)
    )


def _may_open(lines: Sequence[NormalLine], at: int) -> bool:
    """Whether what stands above a line is finished; a whole date may follow a lost full stop."""
    above = flow(lines[at - 1].text) if at else Flow.CLOSED
    whole = above is Flow.OPEN and opens_closing(lines[at].text) == "FECHO"
    return above is Flow.CLOSED or whole


def _running(
    lines: Sequence[NormalLine], readings: Readings, first: int, section: range
) -> range | None:
    """The lines that run on from the first of a fecho; None if none opens there."""
    text = ""
    for at in range(first, min(first + _MOST_LINES, section.stop)):
        if at > first and _labelled(readings[at]):
            break
        text = f"{text} {lines[at].text}".lstrip()
        if opens_closing(text) != "FECHO":
            continue
        below = lines[at + 1].text if at + 1 < section.stop else ""
        if flow(text) is not Flow.RUNS_ON and not _GOES_ON.match(below):
            return range(first + 1, at + 1)
    return range(0) if _opens_alone(lines, first) else None


def _place_above(lines: Sequence[NormalLine], readings: Readings, at: int, section: range) -> int:
    """The first line of a place that is printed over several, behind a finished sentence."""
    first = at
    while first > section.start and flow(lines[first - 1].text) is not Flow.CLOSED:
        first -= 1
        if at - first > _MOST_LINES or _labelled(readings[first]):
            return at
    return first if _running(lines, readings, first, section) is not None else at


def _order_above(lines: Sequence[NormalLine], at: int, section: range) -> int:
    """The first of the orders to publish the norm that stand right above a date."""
    first = at
    while first > section.start and opens_closing(lines[first - 1].text) == "ORDEM":
        first -= 1
    return first if not first or flow(lines[first - 1].text) is Flow.CLOSED else at


def _labelled(readings: Sequence[Reading]) -> bool:
    return any(one.exact and not is_initial(one) for one in readings)
