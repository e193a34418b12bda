"""Where on the page a piece of text stands.

In: the boxes that pdfium reports. Out: `Spot`, the place of one printed line, and `Region`,
the part of a page that a device occupies. Promises: pages and lines count from 1, lines count
the printed non-blank lines of their page (headers included), boxes are PDF points of the
unrotated page with the origin at the bottom left.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in PDF points: left, bottom, right, top."""

    x0: float
    y0: float
    x1: float
    y1: float

    def union(self, other: "Box") -> "Box":
        """The smallest box that holds both.

        >>> Box(0, 0, 2, 2).union(Box(1, 1, 5, 3))
        Box(x0=0, y0=0, x1=5, y1=3)
        """
        return Box(
            min(self.x0, other.x0),
            min(self.y0, other.y0),
            max(self.x1, other.x1),
            max(self.y1, other.y1),
        )


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of one printed line; `box` is None for plain text input."""

    page: int
    line: int
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Region:
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
    joined: dict[int, Region] = {}
    for spot in spots:
        known = joined.get(spot.page)
        if known is None:
            joined[spot.page] = Region(spot.page, spot.line, spot.line, spot.box)
            continue
        box = known.box.union(spot.box) if known.box and spot.box else known.box or spot.box
        joined[spot.page] = Region(
            spot.page, min(known.first, spot.line), max(known.last, spot.line), box
        )
    return tuple(joined.values())


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
