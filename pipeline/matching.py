"""Where the printed text of an erratum stands.

In: lines and the `de` of an erratum. Out: places. A word is matched whole: where `de` begins or
ends with a letter or digit, its neighbour must be none; a line break in it is the end of a line.
Who applies errata and who proposes them count by this, and so count alike.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pipeline.artefacts import NormalLine


def places(
    lines: Sequence[NormalLine], among: Iterable[int], before: str
) -> Iterator[tuple[int, int]]:
    """Where `before` matches: (index of its first line, offset in it), in order.

    `among` are the indices of the lines at which a match may begin.

    >>> from pipeline.spans import Spot
    >>> lines = [NormalLine(text, Spot(1, 1)) for text in ("de oficio, de", "oficios e oficio")]
    >>> list(places(lines, (0, 1), "oficio")), list(places(lines, (0, 1), "de\\noficios"))
    ([(0, 3), (1, 10)], [(0, 11)])
    """
    parts = before.split("\n")
    pattern = _whole(parts[0])
    for first in among:
        if parts[0] in lines[first].text and first + len(parts) <= len(lines):
            for found in pattern.finditer(lines[first].text):
                if len(parts) == 1 or _runs_over(lines, first, found, parts):
                    yield first, found.start()


def _runs_over(
    lines: Sequence[NormalLine], first: int, found: "re.Match[str]", parts: Sequence[str]
) -> bool:
    """Whether a match at the end of a line goes on through the following lines."""
    if found.end() != len(lines[first].text):
        return False
    inner = all(lines[first + n].text == part for n, part in enumerate(parts[1:-1], 1))
    head = _whole(parts[-1]).match(lines[first + len(parts) - 1].text)
    return inner and head is not None


@lru_cache(maxsize=1024)
def _whole(text: str) -> re.Pattern[str]:
    before = r"(?<![^\W_])" if text[:1].isalnum() else ""
    after = r"(?![^\W_])" if text[-1:].isalnum() else ""
    return re.compile(before + re.escape(text) + after)
