"""Where on the page a piece of text stands.

In: the boxes that pdfium reports. Out: `Spot`, the place of one printed line, and `Region`,
the part of a page that a device occupies. Promises: pages and lines count from 1, lines count
the printed non-blank lines of their page (headers included), boxes are PDF points of the
unrotated page with the origin at the bottom left.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in PDF points: left, bottom, right, top."""

    x0: float
    y0: float
    x1: float
    y1: float


class Spot(NamedTuple):
    """The place of one printed line; `box` is None for plain text input."""

    page: int
    line: int
    box: Box | None = None


class Region(NamedTuple):
    """Consecutive lines of one page, both inclusive; 0 and 0 for a page without lines."""

    page: int
    first: int
    last: int
    box: Box | None = None


def regions(spots: Iterable[Spot]) -> tuple[Region, ...]:
    """Join places into one region a page, in the order in which the pages first appear.

    >>> regions([Spot(7, 60), Spot(8, 4), Spot(8, 5)])
    (Region(page=7, first=60, last=60, box=None), Region(page=8, first=4, last=5, box=None))
    """
    pages: dict[int, list[Spot]] = {}
    for spot in spots:
        pages.setdefault(spot.page, []).append(spot)
    return tuple(
        Region(
            page,
            min(spot.line for spot in found),
            max(spot.line for spot in found),
            _around([spot.box for spot in found if spot.box]),
        )
        for page, found in pages.items()
    )


def _around(boxes: list[Box]) -> Box | None:
    """The smallest box that holds all of these."""
    if not boxes:
        return None
    left, bottom, right, top = zip(*boxes, strict=True)
    return Box(min(left), min(bottom), max(right), max(top))


def merge(*groups: Iterable[Region]) -> tuple[Region, ...]:
    """Join the regions of several pieces of text into one region a page.

    >>> merge([Region(1, 5, 6)], [Region(1, 7, 8)])
    (Region(page=1, first=5, last=8, box=None),)
    """
    ends = (
        Spot(region.page, line, region.box)
        for group in groups
        for region in group
        for line in (region.first, region.last)
    )
    return regions(ends)
