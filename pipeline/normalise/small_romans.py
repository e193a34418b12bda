"""Small romans that number what hangs on an alínea: "a) táxi:" / "i) comum;" / "ii) especial;".

LC 95/1998, art. 10, has items in digits there; other law counts on in small romans, which look like
alíneas. Promises: an i is an item only where a list opens, behind a colon, and ii comes next; and
what follows only as the next one of such a list. Everything else is an alínea, or nothing.
"""

from collections.abc import Sequence

from pipeline.labels import Fit, Kind, Number, Reading
from pipeline.labels import Sequence as Numbers
from pipeline.normalise.heads import precedes


def is_small_roman(reading: Reading) -> bool:
    """Whether a reading takes a small roman for an item.

    >>> from pipeline.labels import readings
    >>> [[is_small_roman(one) for one in readings(line)][-1] for line in ("ii) rara;", "2. rara;")]
    [True, False]
    """
    return reading.kind is Kind.ITEM and reading.printed[:1] in ("i", "v", "x")


def small_item(
    readings: Sequence[Reading], coming: Sequence[Reading], above: str, numbers: Numbers
) -> Reading | None:
    """The small roman at a line's head as an item; `coming` are the readings of the next label.

    >>> # behind "a) táxi:", of "i) comum;" and then "ii) especial;" → the item 1
    """
    own = next(filter(is_small_roman, readings), None)
    if own is None or not numbers.is_open(Kind.ALINEA):
        return None
    if numbers.is_open(Kind.ITEM):
        return own if numbers.fits(own) is Fit.CONTINUES else None
    goes_on = any(is_small_roman(one) and precedes(own, one) for one in coming)
    return own if own.number == Number(1) and above.endswith(":") and goes_on else None
