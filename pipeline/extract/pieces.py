"""Pieces of text: what stands together on one line, with no gap wide enough to part columns.

In: a printed line, its box and the boxes of its signs, all in a frame in which text runs to the
right. Out: `Piece`s. Promises: a sign printed twice at one place is one, a blank where there is no
gap is none, and a small raised sign is written as what it is; each of these is told.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import groupby
from statistics import median
from typing import NamedTuple

from pipeline.extract.pdfium import GAP, WIDE
from pipeline.spans import Box

_BLANK = 0.15
"""Share of the height: as wide as this is no gap within a word."""
_SMALL, _RAISED = 0.8, 0.15
"""A raised sign is no higher than this share of its line, and stands so much above its foot."""
_MARKS = "ºª⁰¹²³⁴⁵⁶⁷⁸⁹"
_ABOVE = str.maketrans("oa0123456789", _MARKS)


Glyph = Box | tuple[()] | None
"""The box of a sign; None for a blank, `()` for a sign or a blank that is none."""


class Mended(Enum):
    """What the print shows other than the signs of the file have it."""

    RAISED = auto()
    """a small sign stands raised: an ordinal, or the mark of a footnote"""
    DOUBLED = auto()
    """a sign is printed twice at one place, to look bold"""


class Piece(NamedTuple):
    """A piece of text and its place; `line` counts the lines in the order in which they are drawn,
    `hidden` is what is there to be searched and not to be seen."""

    text: str
    box: Box
    line: int
    hidden: bool = False
    mended: frozenset[Mended] = frozenset()

    @property
    def height(self) -> float:
        """Its height in points: a sixth more than its type size, as a rule."""
        return self.box.y1 - self.box.y0

    @property
    def middle(self) -> float:
        """Half its height up."""
        return (self.box.y0 + self.box.y1) / 2


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of these.

    >>> around([Box(0, 0, 2, 1), Box(1, 0, 4, 3)])
    Box(x0=0, y0=0, x1=4, y1=3)
    """
    left, bottom, right, top = zip(*boxes, strict=True)
    return Box(min(left), min(bottom), max(right), max(top))


def pieces_of(
    text: str, box: Box, glyphs: Sequence[Glyph] | None, line: int, *, hidden: bool = False
) -> Iterator[Piece]:
    """Part a line where its gaps are wide; without the boxes of its signs it is one piece.

    >>> a, b = Box(0, 0, 6, 12), Box(60, 0, 66, 12)
    >>> [one.text for one in pieces_of("a b", Box(0, 0, 66, 12), [a, None, b], 0)]
    ['a', 'b']
    """
    signs = [(sign, at) for sign, at in zip(text, glyphs or (), strict=False) if at]
    if not signs or glyphs is None:
        yield Piece(text.strip(), box, line, hidden)
        return
    yield from _parted(text, glyphs, line, hidden)


def _parted(text: str, glyphs: Sequence[Glyph], line: int, hidden: bool) -> Iterator[Piece]:
    usual = _usual(glyphs)
    height = usual.y1 - usual.y0
    words: list[str] = []
    boxes: list[Box] = []
    mended: set[Mended] = set()
    blanks = ""
    # A hyphen that pdfium swallowed stands at the end of the text, and may have no glyph.
    missing = [None] * (len(text) - len(glyphs))
    for sign, at in zip(_marked(text, glyphs, usual), [*glyphs, *missing], strict=False):
        if not isinstance(at, Box):
            if at == ():
                mended.add(Mended.DOUBLED)
            elif sign.isspace():
                blanks += sign
            else:
                words.append(blanks + sign)
                blanks = ""
            continue
        if boxes:
            gap = at.x0 - boxes[-1].x1
            if Mended.DOUBLED in mended and not blanks and gap > _BLANK * height:
                blanks = " "  # pdfium saw its end hidden by the copy
            if (blanks and gap > GAP * height) or gap > WIDE * height or gap < -height:
                yield Piece("".join(words).strip(), around(boxes), line, hidden, frozenset(mended))
                words, boxes, mended, blanks = [], [], set(), ""
        if sign in _MARKS and is_raised(at, usual):
            mended.add(Mended.RAISED)
        words.append(blanks + sign)
        boxes.append(at)
        blanks = ""
    if boxes:
        yield Piece("".join(words).strip(), around(boxes), line, hidden, frozenset(mended))


def _marked(text: str, glyphs: Sequence[Glyph], usual: Box) -> str:
    """The text with its raised signs as such: behind a sign that is none, at no distance."""
    small = [isinstance(at, Box) and is_raised(at, usual) for at in glyphs]
    if not any(small):
        return text
    signs = list(text)
    at = 0
    for is_small, group in groupby(range(len(small)), small.__getitem__):
        run = len([*group])
        mark = raised(text[at : at + run]) if is_small and at else None
        if (
            mark
            and isinstance(before := glyphs[at - 1], Box)
            and isinstance(here := glyphs[at], Box)
        ) and here.x0 - before.x1 < _BLANK * (usual.y1 - usual.y0):
            signs[at : at + run] = mark
        at += run
    return "".join(signs)


def _usual(glyphs: Sequence[Glyph]) -> Box:
    """A box as high, and as far up, as those of most signs of a line."""
    boxes = [at for at in glyphs if at]
    height = median(at.y1 - at.y0 for at in boxes)
    common = [at for at in boxes if at.y1 - at.y0 >= height]
    return Box(0, median(at.y0 for at in common), 0, median(at.y1 for at in common))


def is_raised(small: Box, usual: Box) -> bool:
    """Whether a box is smaller than its neighbour's, and its foot above that one's.

    >>> is_raised(Box(0, 3, 4, 10), Box(0, 0, 0, 13)), is_raised(Box(0, 0, 4, 7), Box(0, 0, 0, 13))
    (True, False)
    """
    height = usual.y1 - usual.y0
    return small.y1 - small.y0 < _SMALL * height and small.y0 - usual.y0 > _RAISED * height


def raised(text: str) -> str | None:
    """A text that stands small and raised, as it is written; None if it is no mark of that kind.

    >>> raised("o"), raised("12"), raised("a vez")
    ('º', '¹²', None)
    """
    return text.translate(_ABOVE) if text in ("o", "a") or text.isdecimal() else None
