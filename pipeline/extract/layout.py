"""From what pdfium tells of a page to its printed lines in reading order.

In: the lines of a page as they are drawn, with their details, and its strokes. Out: `Layout`: lines
to be read, lines set aside, and what is to be said of the page. Promises: every sign of a drawn
line is in one of these, but for signs printed twice at one place, which are told; a plain page is
left as it is drawn.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pipeline.artefacts import Page
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.extract.aside import Aside, set_aside
from pipeline.extract.pieces import Mended, Piece, around, is_raised, pieces_of, raised
from pipeline.extract.reading_order import Order, read_in_order
from pipeline.spans import Box, Region, regions

if TYPE_CHECKING:
    from pipeline.extract.pdfium import Box as Rectangle
    from pipeline.extract.pdfium import Detail, Line

_QUARTER = math.pi / 2
_STRAIGHT = 0.3
"""Radians by which a line may lean."""
_MUCH, _LONG = 0.25, 5
"""Share of a page's signs, and lines, from which on what is turned is no stamp."""
_STRUCK = 0.28, 0.68
"""How far up its line a stroke through its words may stand; one under them stands lower."""
_WHOLE, _PART = 0.85, 0.1
"""Shares of a line that are struck, if all of it is, and if some is."""
_NOTES_ONLY = re.compile(r"(?:\([^()]*\) *)*(?:\([^()]*)?")
_NEAR = 0.06
"""Share of a line by which a place in it is missed, since not all signs are of one width."""
_TOUCHING = 0.1
"""Share of the height from which on there is a blank between two pieces."""


class LaidOut(NamedTuple):
    """A printed line: its text, its box, how much of it is struck through."""

    text: str
    box: Box | None
    struck: float = 0.0

    @property
    def is_struck(self) -> bool:
        """Whether a stroke runs through all of its words."""
        return self.struck >= _WHOLE

    @property
    def is_partly_struck(self) -> bool:
        """Whether a stroke runs through some of its words."""
        return _PART <= self.struck < _WHOLE


class Layout(NamedTuple):
    """A page: lines in reading order, lines set aside with their motives, how it was read."""

    lines: Sequence[LaidOut]
    aside: Sequence[tuple[LaidOut, str]] = ()
    order: Order = Order.DRAWN
    mended: frozenset[Mended] = frozenset()


def lay_out(
    crop: "Rectangle",
    lines: Sequence["Line"],
    details: Sequence["Detail"] | None,
    strokes: Sequence["Rectangle"],
) -> Layout:
    """The lines of a page in reading order; `details` are None where they are drawn in it.

    >>> [one.text for one in lay_out(Box(0, 0, 9, 9), [("Art. 1º Fica", None)], None, []).lines]
    ['Art. 1º Fica']
    """
    level = [Box(*stroke) for stroke in strokes]
    if details is None:
        boxes = [_rounded(box) if box else None for _, box in lines]
        return Layout([
            LaidOut(text, box, _struck(text, box, level) if box and _meets(box, level) else 0.0)
            for (text, _), box in zip(lines, boxes, strict=True)
        ])  # fmt: skip
    return _laid_out(Box(*crop), lines, details, level)


def _laid_out(
    crop: Box, lines: Sequence["Line"], details: Sequence["Detail"], strokes: list[Box]
) -> Layout:
    turns = [_turn(angle) for angle, _, _ in details]
    signs: Counter[int] = Counter()
    for turn, (text, _) in zip(turns, lines, strict=True):
        if turn is not None:
            signs[turn] += len(text)
    main = signs.most_common(1)[0][0] if signs else 0
    frame, back = _FRAMES[main]
    pieces: list[Piece] = []
    turned: list[Aside] = []
    unplaced: list[tuple[int, LaidOut]] = []
    for n, ((text, box), (_, hidden, glyphs), turn) in enumerate(
        zip(lines, details, turns, strict=True)
    ):
        if box is None:
            unplaced.append((n, LaidOut(text, None)))
        elif turn != main:
            turned.append((Piece(text.strip(), frame(Box(*box)), n, hidden), "carimbo"))
        else:
            placed = [frame(Box(*at)) if at else at for at in glyphs] if glyphs else None
            pieces += pieces_of(text, frame(Box(*box)), placed, n, hidden=hidden)
    pieces, apart = set_aside(pieces, frame(crop))
    strokes = [frame(stroke) for stroke in strokes]
    ordered = read_in_order(pieces, strokes)
    order, drawn = ordered.order, ordered.lines
    share = sum(len(piece.text) for piece, _ in turned) / sum(len(text) for text, _ in lines)
    if share > _MUCH and len(turned) >= _LONG:
        order, drawn = Order.TURNED, [*drawn, *([piece] for piece, _ in turned)]
    else:
        apart += turned
    printed = [_joined(line, strokes, back) for line in drawn]
    for n, line in reversed(unplaced):  # it stays behind what is drawn before it
        at = next((at for at, one in enumerate(drawn, 1) if one[-1].line == n - 1), len(drawn))
        printed.insert(at, line)
    return Layout(
        printed,
        [(_joined([piece], strokes, back), motive) for piece, motive in apart],
        order,
        frozenset().union(*(piece.mended for piece in pieces), *_raised_apart(ordered.lines)),
    )


# ── frames ───────────────────────────────────────────────────────────────────────────────────
# A page's text may run upwards, upside down or downwards: it is turned until it runs to the right.

Turn = Callable[[Box], Box]


def _turn(angle: float) -> int | None:
    """Quarter turns of a line, anticlockwise, from pdfium's angle, clockwise; None if it leans."""
    quarters = round(angle / _QUARTER)
    return -quarters % 4 if abs(angle - quarters * _QUARTER) < _STRAIGHT else None


def _upright(box: Box) -> Box:
    return box


def _once(box: Box) -> Box:
    return Box(box.y0, -box.x1, box.y1, -box.x0)


def _twice(box: Box) -> Box:
    return Box(-box.x1, -box.y1, -box.x0, -box.y0)


def _thrice(box: Box) -> Box:
    return Box(-box.y1, box.x0, -box.y0, box.x1)


_FRAMES: tuple[tuple[Turn, Turn], ...] = (
    (_upright, _upright),
    (_once, _thrice),
    (_twice, _twice),
    (_thrice, _once),
)
"""For each quarter turn of the text: into the frame in which it runs to the right, and back."""


# ── lines ────────────────────────────────────────────────────────────────────────────────────


def _joined(line: Sequence[Piece], strokes: Sequence[Box], back: Turn) -> LaidOut:
    text = ""
    before: Piece | None = None
    after_small = False
    usual = max(line, key=lambda one: one.height).box
    for piece in line:
        small = is_raised(piece.box, usual)
        part = (raised(piece.text) if small else None) or piece.text
        if before is not None:
            apart = piece.box.x0 - before.box.x1 > _TOUCHING * before.height
            text += "" if (small or after_small or not part[0].isalnum()) and not apart else " "
        text += part
        before, after_small = piece, small
    box = around([piece.box for piece in line])
    return LaidOut(text, _rounded(back(box)), _struck(text, box, strokes))


def _rounded(box: "Rectangle") -> Box:
    """In hundredths of a point; what is turned by a quarter knows a zero below zero."""
    x0, y0, x1, y1 = box
    return Box(round(x0, 2) + 0.0, round(y0, 2) + 0.0, round(x1, 2) + 0.0, round(y1, 2) + 0.0)


def _raised_apart(lines: Sequence[Sequence[Piece]]) -> Iterator[frozenset[Mended]]:
    """Signs that stand raised, drawn apart from what they stand beside."""
    for line in lines:
        usual = max(line, key=lambda one: one.height).box
        if any(is_raised(one.box, usual) and raised(one.text) for one in line):
            yield frozenset({Mended.RAISED})


def _meets(box: Box, strokes: Sequence[Box]) -> bool:
    """Whether a stroke stands at the height of a line at all; few do."""
    _, low, _, high = box
    for stroke in strokes:  # noqa: SIM110 (a generator takes three times as long)
        if low < stroke[1] < high:
            return True
    return False


def _struck(text: str, box: Box, strokes: Sequence[Box]) -> float:
    """The share of a line's width through which strokes run: all, if but a note is left.

    The notes of portals, as "(Revogado pela Lei nº 2)", are of those who strike, and not struck.
    """
    x0, y0, x1, y1 = box
    low, high = (y0 + share * (y1 - y0) for share in _STRUCK)
    through = sorted(
        (max(stroke.x0, x0), min(stroke.x1, x1))
        for stroke in strokes
        if low <= (stroke.y0 + stroke.y1) / 2 <= high and stroke.x0 < x1 and stroke.x1 > x0
    )
    if not through or x1 <= x0:
        return 0.0
    reached = x0
    covered = 0.0
    for left, right in through:
        covered += max(0.0, right - max(left, reached))
        reached = max(reached, right)
    share = covered / (x1 - x0)
    from_left = covered > _WHOLE * (reached - x0)
    if _PART <= share < _WHOLE and from_left and _is_note_from(text, (reached - x0) / (x1 - x0)):
        return 1.0
    return share


def _is_note_from(text: str, share: float) -> bool:
    """Whether a line is nothing but notes in brackets from a share of its width on.

    >>> _is_note_from("A taxa é anual. (Revogado pela Lei nº 2)", 0.4)
    True
    """
    starts = [n for n, sign in enumerate(text) if sign == "(" and _NOTES_ONLY.fullmatch(text, n)]
    return any(abs(n / len(text) - share) < _NEAR for n in starts)


# ── what is to be said ───────────────────────────────────────────────────────────────────────

_GLUED = re.compile(r"[^\W\d_]{20}")
_TOLD = 3
_UNSHOWN = {
    "carimbo": "girado",
    "fora_da_pagina": "além da área visível",
    "duplicado": "impresso duas vezes no mesmo lugar",
}
_NOTES = {"margem": "ao lado das linhas"}


def judge(page: Page, layout: Layout) -> Iterator[Diagnostic]:
    """Name what of a page was read otherwise than it is drawn, or may be read wrong."""
    whole = [Region(page.number, 1, len(page.lines))]
    for code, which in (("EXT006", _UNSHOWN), ("EXT012", _NOTES)):
        found = [one for one in page.aside if one.motive in which]
        if found:
            told = "; ".join(f"«{one.text}», {which[one.motive]}" for one in found[:_TOLD])
            more = f" e outros {len(found) - _TOLD}" if len(found) > _TOLD else ""
            message = f"fora do texto na página {page.number}: {told}{more}"
            yield diagnose(code, message, place=regions(one.spot for one in found))
    if layout.order in _ORDERS:
        yield diagnose("EXT007", _ORDERS[layout.order].format(page.number), place=whole)
    elif layout.order is Order.COLUMNS:
        message = f"a página {page.number} foi lida em colunas, a da esquerda primeiro"
        yield diagnose("EXT008", message, place=whole)
    glued = [line.spot for line in page.lines if _is_glued(line.text)]
    if glued:
        message = f"a página {page.number} tem palavras coladas, sem brancos entre elas"
        yield diagnose("EXT009", message, place=regions(glued))
    for sign in sorted(layout.mended, key=lambda one: one.value):
        yield diagnose("EXT010", _MENDED[sign].format(page.number), place=whole)
    for line, printed in zip(layout.lines, page.lines, strict=True):
        if line.is_partly_struck:
            message = f"parte da linha está riscada: «{line.text.strip()}»"
            yield diagnose("EXT011", message, place=printed.spot)


_ORDERS = {
    Order.PLACE: "a página {} não traz as linhas em ordem: foi lida de cima para baixo",
    Order.TURNED: "a página {} tem muito texto em outra direção, que foi lido depois do resto",
    Order.DOUBTFUL: "a página {} tem textos lado a lado, que podem ser colunas ou tabela",
}
_MENDED = {
    Mended.RAISED: "na página {}, letras ou algarismos pequenos e elevados foram lidos como tais",
    Mended.DOUBLED: "na página {}, letras impressas em dobro foram lidas uma vez",
}


def _is_glued(text: str) -> bool:
    """Whether a line is words without a blank between them.

    >>> _is_glued("Art.1ºFicaproibidoestacionarnavia."), _is_glued("Art. 1º Fica proibido")
    (True, False)
    """
    bare = text.strip()
    return len(bare) > 24 and len(bare.split(None, 1)) == 1 and _GLUED.search(bare) is not None
