"""Draws PDFs for the tests, and the facsimile of a law from the text of its pages.

In: pages of lines, each line with its place on the page. Out: the bytes of a PDF that holds exactly
this text, in drawing order, in the typeface that comes with reportlab (Vera, embedded as a subset).
Same pages, same bytes: no date, no random id, and no compressed stream, since two builds of zlib
need not pack alike. Points throughout (1/72 inch), origin at the bottom left of the unrotated page.

    pdf = draw([DrawnPage([DrawnLine("Art. 1º Fica criada a taxa.", x=60, y=700)])])
"""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

A4_WIDTH, A4_HEIGHT = 595.2756, 841.8898


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A piece of text in one run; `x`, `y` is where its baseline begins, `size` its type size.

    `turn` is the angle of the baseline, in degrees anticlockwise; `hidden` text is there to be
    searched and not to be seen, as an OCR layer is; `depth` tells in how many forms (Form XObjects),
    one in the other, it is drawn.
    """

    text: str
    x: float
    y: float
    size: float = 11.0
    turn: float = 0.0
    hidden: bool = False
    depth: int = 0


@dataclass(frozen=True, slots=True)
class DrawnRule:
    """A thin straight stroke from (`x0`, `y0`) to (`x1`, `y1`)."""

    x0: float
    y0: float
    x1: float
    y1: float
    thickness: float = 0.6


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page: its lines in drawing order, then its rules.

    `rotate` is the page's /Rotate (0, 90, 180, 270), which turns how the page is shown and not the
    coordinates; `crop_box` is (left, bottom, right, top), or None for the whole page.
    """

    lines: Sequence[DrawnLine]
    width: float = A4_WIDTH
    height: float = A4_HEIGHT
    rotate: int = 0
    crop_box: tuple[float, float, float, float] | None = None
    rules: Sequence[DrawnRule] = ()


def draw(
    pages: Sequence[DrawnPage],
    *,
    title: str | None = None,
    user_password: str | None = None,
    owner_password: str | None = None,
) -> bytes:
    """The bytes of a PDF of `pages`.

    With `user_password` nobody opens it without; with `owner_password` alone it opens, but copying
    is forbidden.

    >>> draw([DrawnPage([DrawnLine("Art. 1º", x=60, y=700)])]).startswith(b"%PDF-")
    True
    """
    _register_typeface()
    out = io.BytesIO()
    canvas = Canvas(
        out,
        pageCompression=0,
        invariant=1,
        encrypt=_encryption(user_password, owner_password),
    )
    if title is not None:
        canvas.setTitle(title)
    for page in pages:
        _draw_page(canvas, page)
    canvas.save()
    return out.getvalue()


def width_of(text: str, size: float) -> float:
    """How wide `text` is when drawn at `size`, in points."""
    _register_typeface()
    return float(pdfmetrics.stringWidth(text, _TYPEFACE, size))


_TYPEFACE = "Vera"


def _register_typeface() -> None:
    if _TYPEFACE not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(_TYPEFACE, "Vera.ttf"))


def _encryption(user: str | None, owner: str | None) -> StandardEncryption | None:
    if user is None and owner is None:
        return None
    return StandardEncryption(user or "", ownerPassword=owner, canCopy=0, strength=128)


def _draw_page(canvas: Canvas, page: DrawnPage) -> None:
    canvas.setPageSize((page.width, page.height))
    canvas.setPageRotation(page.rotate)
    canvas.setCropBox(page.crop_box)
    for line in page.lines:
        _draw_line(canvas, page, line, line.depth)
    for rule in page.rules:
        canvas.setLineWidth(rule.thickness)
        canvas.line(rule.x0, rule.y0, rule.x1, rule.y1)
    canvas.showPage()


def _draw_line(canvas: Canvas, page: DrawnPage, line: DrawnLine, depth: int) -> None:
    if depth:
        name = f"form{canvas.getPageNumber()}-{depth}-{line.x:g}-{line.y:g}"
        canvas.beginForm(name, 0, 0, page.width, page.height)
        _draw_line(canvas, page, line, depth - 1)
        canvas.endForm()
        canvas.doForm(name)
        return
    if not (line.turn or line.hidden):
        canvas.setFont(_TYPEFACE, line.size)
        canvas.drawString(line.x, line.y, line.text)
        return
    canvas.saveState()
    canvas.translate(line.x, line.y)
    canvas.rotate(line.turn)
    text = canvas.beginText(0, 0)
    text.setFont(_TYPEFACE, line.size)
    if line.hidden:
        text.setTextRenderMode(3)
    text.textOut(line.text)
    canvas.drawText(text)
    canvas.restoreState()


# --- the facsimile --------------------------------------------------------------------------------
# A printed municipal law on A4: letterhead over a rule, headings in the middle, the ementa set to
# the right, the body flush left, the page's number at the foot.

_SIDE, _TOP, _FOOT = 57.0, 54.0, 40.0
_LETTERHEAD_LINES, _LETTERHEAD_LEADING = 3, 15.0
_TEXT_WIDTH = A4_WIDTH - 2 * _SIDE
_BODY_TOP = A4_HEIGHT - _TOP - 62.0
_BODY_BOTTOM = _FOOT + 30.0
_EMENTA_WIDTH = 0.58 * _TEXT_WIDTH
_EMENTA_X = A4_WIDTH - _SIDE - _EMENTA_WIDTH
_LARGEST_SIZE, _LARGEST_LEADING = 11.0, 1.5
_BLOCK_GAP, _INCISO_GAP = 0.5, 0.3
_OPENS_A_BLOCK = ("CAPÍTULO", "Seção", "Art.", "§", "Parágrafo")
_OPENS_AN_INCISO = re.compile("[IVXL]+ ?—")


def draw_facsimile(record_pages: list[list[str]], *, title: str | None = None) -> bytes:
    """A PDF that prints these pages as a law: one drawn line for each line given, in order.

    Each page is its letterhead (three lines), its body and, last, its number. One type size for
    all, so that the longest line fits between the margins, and one leading, so that the longest
    page fits between letterhead and number. A blank at a line's end is drawn too.
    """
    return draw(facsimile_pages(record_pages), title=title)


def facsimile_pages(record_pages: list[list[str]]) -> list[DrawnPage]:
    """Where `draw_facsimile` puts each line."""
    longest = max(width_of(line.rstrip(), 1) for page in record_pages for line in page)
    size = min(_LARGEST_SIZE, int(_TEXT_WIDTH / longest * 10) / 10)
    bodies = [page[_LETTERHEAD_LINES:-1] for page in record_pages]
    indents = [_indents(body, size) for body in bodies]
    drops = [_drops(*body) for body in zip(bodies, indents, strict=True)]
    tallest = max(of_page[-1] for of_page in drops)
    leading = min(_LARGEST_LEADING * size, (_BODY_TOP - _BODY_BOTTOM) / tallest)
    facsimile = []
    for page, body, xs, ys in zip(record_pages, bodies, indents, drops, strict=True):
        lines = _letterhead(page[:_LETTERHEAD_LINES], size + 1)
        for text, x, drop in zip(body, xs, ys, strict=True):
            lines.append(DrawnLine(text, x, _BODY_TOP - drop * leading, size))
        lines.append(DrawnLine(page[-1], _centred(page[-1], size), _FOOT, size))
        facsimile.append(DrawnPage(lines, rules=[_rule_under_letterhead()]))
    return facsimile


def _letterhead(texts: list[str], size: float) -> list[DrawnLine]:
    top = A4_HEIGHT - _TOP
    return [
        DrawnLine(text, _centred(text, size), top - n * _LETTERHEAD_LEADING, size)
        for n, text in enumerate(texts)
    ]


def _rule_under_letterhead() -> DrawnRule:
    y = A4_HEIGHT - _TOP - (_LETTERHEAD_LINES - 1) * _LETTERHEAD_LEADING - 12
    return DrawnRule(_SIDE, y, A4_WIDTH - _SIDE, y)


def _indents(body: list[str], size: float) -> list[float]:
    """Where each line begins: headings centred, the ementa to the right, all else at the margin."""
    indents: list[float] = []
    in_ementa = names_a_secao = False
    for line in body:
        in_ementa = in_ementa and width_of(line.rstrip(), size) <= _EMENTA_WIDTH
        if in_ementa:
            indents.append(_EMENTA_X)
        elif names_a_secao or _is_heading(line):
            indents.append(_centred(line, size))
        else:
            indents.append(_SIDE)
        in_ementa = in_ementa or line.startswith("LEI N")
        names_a_secao = line.startswith("Seção")
    return indents


def _is_heading(line: str) -> bool:
    return line.startswith("Seção") or (len(line.strip()) > 2 and line.isupper())


def _drops(body: list[str], indents: list[float]) -> list[float]:
    """How many leadings below the first line each line stands: one, and a gap before a block."""
    drops = [0.0]
    for (x_before, x), line in zip(pairwise(indents), body[1:], strict=True):
        alignment_changes = x != x_before and {x, x_before} & {_SIDE, _EMENTA_X}
        if alignment_changes or line.startswith(_OPENS_A_BLOCK):
            drops.append(drops[-1] + 1 + _BLOCK_GAP)
        elif _OPENS_AN_INCISO.match(line):
            drops.append(drops[-1] + 1 + _INCISO_GAP)
        else:
            drops.append(drops[-1] + 1)
    return drops


def _centred(text: str, size: float) -> float:
    return (A4_WIDTH - width_of(text.rstrip(), size)) / 2
