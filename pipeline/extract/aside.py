"""What stands on a page and is no part of the text that people read down it.

In: the pieces of a page, in a frame in which most of its text runs to the right. Out: those of the
text, and those set aside, each with its motive. Rules: what stands outside the crop box is not
shown; what runs in another direction is a stamp or a signature; what is printed twice at one place
counts once, and of an OCR layer and the text over it, the text; what stands beside all lines, short
and now and then, is a note in the margin. A label is never such a note.
"""

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from statistics import median

from pipeline.extract.pieces import Piece
from pipeline.labels import readings
from pipeline.spans import Box

Aside = tuple[Piece, str]
"""A piece, and why it is none of the text: a motive of discards."""

_COVERED = 0.6
"""Share of the smaller of two pieces that both cover."""
_ALIKE = 0.75
_LONG = 0.5
"""Share of the longest piece from which on one tells where the text begins and ends."""
_APART = 0.7
"""Heights between the text and a note in its margin."""
_FEW_PIECES, _FEW_SIGNS = 0.35, 0.2
"""Shares of a page that notes in the margin are at most."""
_SMALLER = 0.9
"""Share of the height of most of the text from which down a note is set smaller."""
_EDGE = 0.12
"""Share of a page's width that is its margin."""
_SAME_EDGE = 2.0
"""Points between edges that are one."""
_MOST_PIECES = 1000
"""On a page of more no copies are looked for: each piece is compared with those at its height."""


def set_aside(pieces: Sequence[Piece], crop: Box) -> tuple[list[Piece], list[Aside]]:
    """Part what is text from what is not, by each rule in turn.

    >>> text = [
    ...     Piece("Art. 7º A vistoria é feita", Box(90, 28, 300, 40), 0),
    ...     Piece("até dez dias depois.", Box(90, 0, 260, 12), 1),
    ... ]
    >>> note = Piece("Prazo", Box(20, 14, 50, 24), 9)
    >>> [(one.text, motive) for one, motive in set_aside([*text, note], Box(0, 0, 595, 842))[1]]
    [('Prazo', 'margem')]
    """
    kept, apart = list(pieces), list[Aside]()
    for motive, rule in _RULES:
        found = {id(piece) for piece in rule(kept, crop)}
        apart += [(piece, motive) for piece in kept if id(piece) in found]
        kept = [piece for piece in kept if id(piece) not in found]
    return kept, apart


def _outside(pieces: Sequence[Piece], crop: Box) -> Iterator[Piece]:
    """The pieces that the crop box cuts off; none if it cuts off all."""
    cut = [one for one in pieces if not _shows(crop, one.box)]
    yield from cut if len(cut) < len(pieces) else ()


def _shows(crop: Box, box: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return crop.x0 <= x <= crop.x1 and crop.y0 <= y <= crop.y1


def _printed_twice(pieces: Sequence[Piece], _: Box) -> Iterator[Piece]:
    """The copies: hidden under text that is shown, or the same words at the same place."""
    if len(pieces) > _MOST_PIECES:
        return
    shown = [one for one in pieces if not one.hidden]
    dropped: set[int] = set()
    by_height = sorted(enumerate(pieces), key=lambda entry: entry[1].middle)
    for at, (n, one) in enumerate(by_height):
        for m, other in by_height[at + 1 :]:
            if other.box.y0 > one.box.y1:
                break
            first, last = sorted((n, m))
            if {n, m} & dropped or not _cover(one.box, other.box):
                continue
            if one.hidden != other.hidden and shown:
                dropped.add(n if one.hidden else m)
            elif _same_words(pieces[first].text, pieces[last].text):
                dropped.add(last)
    yield from (pieces[n] for n in sorted(dropped))


def _cover(one: Box, other: Box) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    up = min(one.y1, other.y1) - max(one.y0, other.y0)
    least = min((box.x1 - box.x0) * (box.y1 - box.y0) for box in (one, other))
    return across > 0 and up > 0 and across * up >= _COVERED * least


def _same_words(one: str, other: str) -> bool:
    one, other = "".join(one.split()), "".join(other.split())
    return one in other or other in one or SequenceMatcher(None, one, other).ratio() >= _ALIKE


def _in_margins(pieces: Sequence[Piece], crop: Box) -> Iterator[Piece]:
    """Short notes beside the text, to the left or the right of all its lines.

    They stand at the edge of the sheet or are set smaller: the terms before their definitions, in a
    column of their own, are neither.
    """
    if not pieces:
        return
    longest = max(one.box.x1 - one.box.x0 for one in pieces)
    text = [one for one in pieces if one.box.x1 - one.box.x0 >= _LONG * longest]
    left, right = min(one.box.x0 for one in text), max(one.box.x1 for one in text)
    inside = [one for one in pieces if one.box.x1 > left and one.box.x0 < right]
    top, foot = max(one.box.y1 for one in inside), min(one.box.y0 for one in inside)
    may_left = _is_edge([one.box.x0 for one in inside], left)
    may_right = _is_edge([one.box.x1 for one in text], right)
    beside = [
        one
        for one in pieces
        if foot < one.middle < top
        and (
            (may_left and one.box.x1 < left - _APART * one.height)
            or (may_right and one.box.x0 > right + _APART * one.height)
        )
    ]
    few = len(beside) <= _FEW_PIECES * len(pieces)
    signs = sum(len(one.text) for one in beside) <= _FEW_SIGNS * sum(len(p.text) for p in pieces)
    if few and signs and not _is_column(beside):
        usual = median(one.height for one in inside)
        edge = _EDGE * (crop.x1 - crop.x0)
        yield from (
            one
            for one in beside
            if _may_be_note(one.text)
            and (
                one.height < _SMALLER * usual
                or one.box.x1 < crop.x0 + edge
                or one.box.x0 > crop.x1 - edge
            )
        )


def _is_edge(edges: Sequence[float], edge: float) -> bool:
    """Whether lines begin or end there: one alone may stand out."""
    return sum(abs(one - edge) < _SAME_EDGE for one in edges) > 1


def _is_column(beside: Sequence[Piece]) -> bool:
    """Whether notes stand on line after line, as the cells of a table do."""
    middles = sorted((one.middle for one in beside), reverse=True)
    close = [a - b < 1.5 * beside[0].height for a, b in pairwise(middles)]
    return len(close) > 4 and all(close)


def _may_be_note(text: str) -> bool:
    """Whether a text may stand beside the law: a word, or a bare number; no label.

    >>> _may_be_note("Prazo"), _may_be_note("15"), _may_be_note("Art. 2º"), _may_be_note("a)")
    (True, True, False, False)
    """
    if text.isdecimal():
        return True
    return any(len(word) > 2 and word.isalpha() for word in text.split()) and not readings(text)


_RULES: tuple[tuple[str, Callable[[Sequence[Piece], Box], Iterator[Piece]]], ...] = (
    ("fora_da_pagina", _outside),  # first: what is not shown is beside nothing
    ("duplicado", _printed_twice),
    ("margem", _in_margins),
)
