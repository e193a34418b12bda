"""Labels that end a page and are printed again, with their text, at the head of the next.

Guarantees: only a label behind which nothing stands is dropped, and only where the next page begins
with the same one and its text; it is recorded as printed twice. Portals print pages so: the label
kept its place, and its text no longer had room.
"""

from itertools import pairwise

from pipeline.artefacts import Discard, NormalLine
from pipeline.labels import readings
from pipeline.normalise.draft import Draft

_BEHIND = " .:)-–—"


def drop_repeated_labels(draft: Draft) -> Draft:
    """Take off the first of two equal labels that only a page's end parts."""
    again = {id(last) for last, first in pairwise(draft.lines) if _is_printed_again(last, first)}
    if not again:
        return draft
    discards = [Discard(one.text, "duplicado", one.spot) for one in draft.lines if id(one) in again]
    return draft.with_(
        lines=(one for one in draft.lines if id(one) not in again), discards=discards
    )


def _is_printed_again(last: NormalLine, first: NormalLine) -> bool:
    """Whether a line is a bare label, and the next one, on another page, begins with it."""
    if last.spot.page == first.spot.page or len(first.text) <= len(last.text):
        return False
    return first.text.startswith(last.text) and is_bare_label(last.text)


def is_bare_label(text: str) -> bool:
    """Whether a line is a label and nothing else.

    >>> is_bare_label("Art. 21 -"), is_bare_label("Art. 21 - A taxa"), is_bare_label("21")
    (True, False, False)
    """
    return any(
        not text[len(one.printed.rstrip(_BEHIND)) :].strip(_BEHIND) for one in readings(text)
    )
