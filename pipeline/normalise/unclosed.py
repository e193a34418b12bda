"""A label behind a line that nothing closes: "as taxas são as de" / "I - táxi;".

In: the reading of a line's head, what stands behind it and above it, how it fits, and the next
label of its level. Out: whether the numbers on both sides show it to be a label all the same.
Promises: behind a word that names a device, or a number, it is a citation ("nos incisos I e" /
"II - …"). Pure functions.
"""

import re

from pipeline.labels import Fit, Kind, Reading
from pipeline.normalise.flow import NAMES_OF_DEVICES, Flow, flow
from pipeline.normalise.heads import is_cited, precedes

_LISTED = (Kind.INCISO, Kind.ALINEA, Kind.ITEM)
_AND = ("e", "ou")
_JOINING = (*_AND, "a", "ao", "até")
_NUMERAL = re.compile(r"[\"“'‘(]?(?:[IVXLC]+|[a-z]|\d+[º°ª]?)(?:-[A-Z])?[\"”'’)]?,?")


def stands_unclosed(
    reading: Reading, rest: str, above: str, fit: Fit, coming: Reading | None
) -> bool:
    """Whether a label stands behind an open line; `coming` is the next label that is no deeper.

    >>> # "II - a de feira e" / "III - a do selo." / "Art. 2º …" → True
    """
    if is_cited(reading, rest) or above.endswith(("-", "(")):
        return False
    if reading.kind is Kind.ARTIGO:
        # The next number would have been taken; of a later one its follower is the proof.
        later = fit is Fit.AHEAD and flow(above) is Flow.OPEN
        return later and rest[:1].isupper() and precedes(reading, coming)
    if reading.kind not in _LISTED or not fit.good or _cites(above):
        return False
    return precedes(reading, coming) or (_ends_in(above, _AND) and _is_over(reading, coming))


def _cites(above: str) -> bool:
    """Whether a line ends in the name of a device, or in a number and a word that joins two."""
    words = above.split()[-2:]
    last = words[-1].lower().strip("(\"'“")
    if last in NAMES_OF_DEVICES:
        return True
    return last in _JOINING and len(words) > 1 and _NUMERAL.fullmatch(words[0]) is not None


def _ends_in(above: str, words: tuple[str, ...]) -> bool:
    return above.split()[-1] in words


def _is_over(reading: Reading, coming: Reading | None) -> bool:
    """Whether a label is the last of its list."""
    return coming is None or coming.kind is not reading.kind
