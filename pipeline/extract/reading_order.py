"""The order in which people read the pieces of a page.

In: pieces, in the order in which they are drawn, and the strokes of the page. Out: printed lines,
each its pieces from left to right. Rules, in this order:
1. columns: where gaps lie one below the other, and text runs on from line to line on both sides of
   them, the left side is read before the right; what crosses the gap parts what is above and below;
2. the drawn order stands as long as it is one in which people read: what comes earlier stands
   higher, or to the left;
3. what is drawn out of turn (labels, headers) goes to its place: beside what stands at its height,
   or before what stands below it;
4. where most is drawn out of turn, the page is read by columns, else from top to bottom.
A table is none of the columns: its rules cross the gap, or its rows begin at one height on both
sides. Nothing is dropped: the lines hold each piece once.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from pipeline.extract.pdfium import GAP
from pipeline.extract.pieces import Piece, around
from pipeline.spans import Box

_HIGHER = 0.5
"""Share of the height by which a piece stands higher than what is on another line."""
_TOUCH = 0.3
"""Share of the height by which two pieces side by side may overlap."""
_JOIN = 4.0
"""Heights between two pieces that are drawn apart, at one height, and are one printed line."""
_MOST = 0.6
"""Share of a page's signs that must be drawn in turn."""
_FEW, _LONGER = 2, 3
"""So few pieces, no more than so many times longer than the next, are out of turn, and not it."""
_CANDIDATES = 12
"""Gaps that are tried for columns."""
_MOST_PIECES = 1000
"""A page of more is left as it is drawn: each piece is compared with all."""

Gap = tuple[float, float]
Band = list[Piece]


class Order(Enum):
    """How a page was found to be read."""

    DRAWN = auto()
    """as it is drawn, but for what is out of turn; or there is only one way, down the page"""
    COLUMNS = auto()
    """column by column"""
    DOUBTFUL = auto()
    """text stands side by side, and it is not plain how it is read"""
    TURNED = auto()
    """much of it runs in another direction, and is read behind the rest"""
    PLACE = auto()
    """by the place of each line, for it is drawn in no order, and some stand side by side"""


class Ordered(NamedTuple):
    """The printed lines of a page, in order, and how they were found."""

    lines: list[list[Piece]]
    order: Order


def read_in_order(pieces: Sequence[Piece], strokes: Sequence[Box] = ()) -> Ordered:
    """Put the pieces of a page in order.

    >>> text, label = Piece("Fica criada.", Box(90, 0, 160, 12), 0), Piece("Art. 1º",
    ...     Box(50, 1, 85, 11), 1)
    >>> [[one.text for one in line] for line in read_in_order([text, label]).lines]
    [['Art. 1º', 'Fica criada.']]
    """
    found, order = _in_order(list(pieces), strokes)
    return Ordered(_lines(found), order)


def _in_order(pieces: Band, strokes: Sequence[Box]) -> tuple[Band, Order]:
    if len(pieces) > _MOST_PIECES:
        return pieces, Order.DOUBTFUL
    beside = [
        (before.box.x1, after.box.x0)
        for before, after in pairwise(pieces)
        if level(before, after) and after.box.x0 - before.box.x1 > GAP * before.height
    ]
    doubtful = False
    if gap := _shared(beside):
        columns, doubtful = _by_columns(pieces, gap, strokes)
        if columns:
            return columns, Order.COLUMNS
    pieces = _whole(pieces)
    main, strays = _runs(pieces)
    if _signs(main) >= _MOST * _signs(pieces):
        for stray in strays:
            main.insert(_place(main, stray), stray)
        return main, Order.DOUBTFUL if doubtful else Order.DRAWN
    for gap in _corridors(pieces):
        columns, _ = _by_columns(pieces, gap, strokes)
        if columns:
            return columns, Order.COLUMNS
    found = _from_top(pieces)
    beside_each_other = any(level(*pair) for pair in pairwise(found))
    return found, Order.PLACE if beside_each_other else Order.DRAWN


def _whole(pieces: Band) -> Band:
    """The pieces of each drawn line as one again: where they part no columns, it stands."""
    whole: Band = []
    for piece in pieces:
        if whole and whole[-1].line == piece.line:
            before = whole.pop()
            piece = before._replace(  # noqa: PLW2901
                text=f"{before.text} {piece.text}",
                box=around([before.box, piece.box]),
                mended=before.mended | piece.mended,
            )
        whole.append(piece)
    return whole


# ── where pieces stand ───────────────────────────────────────────────────────────────────────


def higher(one: Piece, other: Piece) -> bool:
    """Whether a piece stands on a higher line than another."""
    return one.middle - other.middle > _HIGHER * min(one.height, other.height)


def level(one: Piece, other: Piece) -> bool:
    """Whether two pieces stand at one height."""
    return not higher(one, other) and not higher(other, one)


def _left_of(one: Piece, other: Piece) -> bool:
    return one.box.x1 <= other.box.x0 + _TOUCH * min(one.height, other.height)


def _overlap(one: Piece, other: Piece) -> bool:
    """Whether one stands under the other."""
    shared = min(one.box.x1, other.box.x1) - max(one.box.x0, other.box.x0)
    return shared > _TOUCH * min(one.height, other.height)


def _signs(pieces: Iterable[Piece]) -> int:
    return sum(len(piece.text) for piece in pieces)


# ── the drawn order ──────────────────────────────────────────────────────────────────────────


def _runs(pieces: Band) -> tuple[Band, Band]:
    """The longest run of pieces that are drawn in the order of reading, and all others."""
    runs: list[Band] = [[]]
    strays: Band = []
    lowest: Piece | None = None
    for piece in pieces:
        run = runs[-1]
        if lowest is None or higher(lowest, piece):
            run.append(piece)
            lowest = piece
            continue
        against = [one for one in run if not higher(one, piece) and not _left_of(one, piece)]
        if not against and all(higher(piece, one) for one in run):
            against = run  # a header on the right, and no column: that begins as high as the left
        if against and len(against) <= _FEW and _signs(against) <= _LONGER * len(piece.text):
            strays += against
            run[:] = [one for one in run if one not in against]
        elif against:
            runs.append(run := [])
        run.append(piece)
        lowest = min(run, key=lambda one: one.middle)
    main = max(runs, key=_signs)
    rest = [piece for run in runs if run is not main for piece in run]
    return main, _as_drawn(pieces, [*strays, *rest])


def _as_drawn(pieces: Band, some: Iterable[Piece]) -> Band:
    place = {id(piece): n for n, piece in enumerate(pieces)}
    return sorted(some, key=lambda one: place[id(one)])


def _place(main: Band, stray: Piece) -> int:
    """Where a piece that is drawn out of turn belongs."""
    beside = [(n, one) for n, one in enumerate(main) if level(one, stray)]
    right = [(one.box.x0, n) for n, one in beside if _left_of(stray, one)]
    if right:
        return min(right)[1]
    left = [(one.box.x1, n) for n, one in beside if _left_of(one, stray)]
    if left:
        return max(left)[1] + 1
    lower = [n for n, one in enumerate(main) if higher(stray, one)]
    if not lower or len(lower) == len(main):
        return 0 if lower else len(main)
    column = [n for n, one in enumerate(main) if _overlap(one, stray)]
    below = [n for n in column if higher(stray, main[n])]
    return below[0] if below else column[-1] + 1 if column else lower[0]


def _from_top(pieces: Band) -> Band:
    """Row by row, each from left to right."""
    rows: list[Band] = []
    for piece in sorted(pieces, key=lambda one: -one.middle):
        row = next((row for row in rows[-3:] if level(row[0], piece)), None)
        if row is None:
            rows.append([piece])
        else:
            row.append(piece)
    return [piece for row in rows for piece in sorted(row, key=lambda one: one.box.x0)]


# ── columns ──────────────────────────────────────────────────────────────────────────────────

_LEAST_LINES, _LEAST_SIGNS = 2, 12
_DOUBT = 3
"""Lines on both sides from which on text side by side may be columns."""
_FILLED = 0.5
"""Share of a column's width that half of its lines fill."""
_NARROW = 0.15
"""Share of the text's width below which a column is none, but a list of labels."""
_RUNNING = 0.25
"""Share of a column's lines that go on a sentence: they begin in a small letter."""
_PARTED = 1.5
"""Leadings between two rows of a table."""
_HALF = 0.5
"""Share of a page that stands in its columns, and of their lines that begin at one place."""
_RULED = 2
"""Strokes across the gap that make it a table's."""


def _shared(gaps: Sequence[Gap]) -> Gap | None:
    """What most of some gaps have in common, if two have."""
    if len(gaps) < _LEAST_LINES:
        return None
    lefts, rights = (sorted(edges) for edges in zip(*gaps, strict=True))
    at = max(lefts, key=lambda x: bisect_right(lefts, x) - bisect_right(rights, x))
    common = [gap for gap in gaps if gap[0] <= at < gap[1]]
    if len(common) < _LEAST_LINES:
        return None
    return max(left for left, _ in common), min(right for _, right in common)


def _corridors(pieces: Band) -> list[Gap]:
    """The widest strips between pieces, at whose sides others stand."""
    edges = sorted({x for piece in pieces for x in (piece.box.x0, piece.box.x1)})
    least = GAP * median(piece.height for piece in pieces)
    wide = [(right - left, left, right) for left, right in pairwise(edges) if right - left > least]
    return [(left, right) for _, left, right in sorted(wide, reverse=True)[:_CANDIDATES]]


def _by_columns(pieces: Band, gap: Gap, strokes: Sequence[Box]) -> tuple[Band, bool]:
    """The pieces column by column, or none if these are no columns, and whether they might be."""
    across = [one for one in pieces if one.box.x0 < gap[0] - 1 and one.box.x1 > gap[1] + 1]
    across = _from_top(across)
    crossing = {id(one) for one in across}
    depths = [-one.middle for one in across]
    bands: list[tuple[Band, Band]] = [([], []) for _ in range(len(across) + 1)]
    for piece in pieces:
        if id(piece) not in crossing:
            band = bands[bisect_right(depths, -piece.middle)]
            band[piece.box.x0 >= gap[1] - 1].append(piece)
    width = max(one.box.x1 for one in pieces) - min(one.box.x0 for one in pieces)
    columns = [_are_columns(*band, gap, strokes, width) for band in bands]
    inside = _signs(
        one for n, band in enumerate(bands) if columns[n] for side in band for one in side
    )
    if inside < _HALF * _signs(pieces):
        return [], None in columns
    found: Band = []
    for n, (left, right) in enumerate(bands):
        sides = (left, right) if columns[n] else (_as_drawn(pieces, [*left, *right]),)
        for side in sides:
            found += _in_order(side, strokes)[0] if side else []
        found += across[n : n + 1]
    return found, False


def _are_columns(
    left: Band, right: Band, gap: Gap, strokes: Sequence[Box], width: float
) -> bool | None:
    """Whether what stands on both sides of a gap is two columns; None if that is not plain."""
    if len(left) < _LEAST_LINES or len(right) < _LEAST_LINES:
        return False
    top = min(max(one.box.y1 for one in side) for side in (left, right))
    foot = max(min(one.box.y0 for one in side) for side in (left, right))
    ruled = sum(
        one[0] < gap[0] and one[2] > gap[1] and foot < (one[1] + one[3]) / 2 < top
        for one in strokes
    )
    if top <= foot or ruled >= _RULED:
        return False
    lines = [_lines(_from_top(side)) for side in (left, right)]
    short = any(
        _signs(side) < _LEAST_SIGNS * len(of) for side, of in zip((left, right), lines, strict=True)
    )
    narrow = any(_width(side) < _NARROW * width for side in (left, right))
    if short or narrow or _rows_align(*lines):
        return False
    if all(_runs_on(of) and _is_flush(of) and _is_filled(of, _width(side))
           for side, of in zip((left, right), lines, strict=True)):  # fmt: skip
        return True
    return None if min(map(len, lines)) > _DOUBT and all(map(_is_flush, lines)) else False


def _width(side: Iterable[Piece]) -> float:
    boxes = [one.box for one in side]
    return max(box.x1 for box in boxes) - min(box.x0 for box in boxes)


def _is_filled(lines: list[Band], width: float) -> bool:
    return len(lines) >= _LEAST_LINES and median(map(_width, lines)) >= _FILLED * width


def _is_flush(lines: list[Band]) -> bool:
    """Whether most lines begin at one place, as those of a column do; gaps between words do not."""
    begins = [line[0].box.x0 for line in lines]
    edge = min(begins) + _TOUCH * lines[0][0].height
    return sum(begin <= edge for begin in begins) >= _HALF * len(lines)


def _runs_on(lines: list[Band]) -> bool:
    running = sum(line[0].text[:1].islower() for line in lines[1:])
    return running >= _RUNNING * len(lines[1:])


def _rows_align(left: list[Band], right: list[Band]) -> bool:
    """Whether rows are parted at one height on both sides, as those of a table are."""
    parted = [_partings(side) for side in (left, right)]
    fewer, more = sorted(parted, key=len)
    same = sum(any(abs(y - other) < near for other, _ in more) for y, near in fewer)
    return same >= _RULED and same >= _MOST * len(fewer)


def _partings(lines: list[Band]) -> list[tuple[float, float]]:
    """Where lines stand further apart than most: the height, and how near another is to be."""
    middles = [line[0].middle for line in lines]
    steps = [above - below for above, below in pairwise(middles)]
    if not steps:
        return []
    leading = min(steps)
    return [
        (above - step / 2, leading / 2)
        for above, step in zip(middles, steps, strict=False)
        if step > _PARTED * leading
    ]


# ── lines ────────────────────────────────────────────────────────────────────────────────────


def _lines(pieces: Band) -> list[Band]:
    """Join what follows each other on one printed line."""
    lines: list[Band] = []
    for piece in pieces:
        if lines and _goes_on(lines[-1][-1], piece):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return lines


def _goes_on(before: Piece, piece: Piece) -> bool:
    if not (level(before, piece) and _left_of(before, piece)):
        return False
    apart = piece.box.x0 - before.box.x1
    return before.line == piece.line or apart <= _JOIN * max(before.height, piece.height)
