"""Reads PDFs with pdfium, in a process of its own: a program, which `pdf` starts and asks.

In, on standard input: the size of a PDF in decimal, a line end, the PDF; and so on. Out, on
standard output: answers of the kinds below, page by page, each its size in the same way and what
`marshal` makes of it: the same Python reads it. It runs apart since nothing else stops pdfium: a
small file may keep it busy for ever, or bring it down. And it imports nothing of ours, so that it
starts in a twentieth of a second.
"""

import marshal
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes import CFUNCTYPE, c_double, c_float, c_int, c_void_p, cast
from itertools import accumulate, repeat
from pathlib import Path
from queue import SimpleQueue
from struct import Struct
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

HEAD, PAGE, LOST, END, REFUSED, FAULT = "head", "page", "lost", "end", "refused", "fault"
"""Kinds of answers: `HEAD` pages, whether the index was mended, version; then for each page `PAGE`
number, width, height, rotation, whether it is a picture, crop box, lines, their details where the
page is uneven, strokes; or `LOST` number; then `END` files attached. Instead: `REFUSED` whether for
want of a password; `FAULT` a traceback of ours."""

MEMORY = 2 << 30
"""Bytes; 300 MB a second is what pdfium takes for a form that draws itself."""
FEW_LINES = 4
"""A page with no more lines than these may be a picture with a stamp on it."""
MANY_SHAPES = 200
"""More shapes than these on a page without text are letters turned into outlines."""
TURNED = 0.3
"""Radians by which a part of a line is turned."""
THIN = 2.5
"""Points; a stroke is not thicker."""

# Shares of a line's height, which is a sixth more than its type size.
LOWER = 0.5
"""By so much a line stands below the one before."""
GAP, WIDE = 0.6, 1.5
"""What may part columns, and what is too wide to be a blank."""
RAISED = 0.25
"""By so much a small sign stands above the foot of those before it."""
TOUCH = 0.05
"""Signs that are no further apart touch."""
ALIGNED = 4
"""So many gaps one below the other may part columns."""

_PRINTED = re.compile("([^\r\n\v\x85\u2028\u2029\ufffe\x02]+)([\ufffe\x02]?)")
"""A printed line, and the sign that pdfium puts in the place of a hyphen and of the line's end."""
_EDGES = Struct("8f").unpack_from
"""Left, top, right and bottom of two boxes, as pdfium keeps them."""

Answer = tuple[Any, ...]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top, in points of the unrotated page."""
Line = tuple[str, Box | None]
Span = tuple[int, int, int]
"""Where a line begins in the text; its first and its last sign, as pdfium counts them."""
Gap = tuple[float, float]
Glyphs = list[Box | tuple[()] | None]
"""The box of each sign of a line; None for a blank, `()` for what is none: a sign printed once more
a little beside itself, to look bold, or a blank made up between two that touch."""
Detail = tuple[float, bool, Glyphs | None]
"""The angle at which a line runs, in radians; whether it is hidden; its glyphs, if it has parts."""


def read(data: bytes) -> Iterator[Answer]:
    """Read a PDF, page by page: `HEAD`, then `PAGE` or `LOST` for each, then `END`; or `REFUSED`.

    >>> # [answer[0] for answer in read(pdf)] → ['head', 'page', 'page', 'end']
    """
    import pypdfium2
    from pypdfium2 import raw

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        password = raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD or "assword" in str(error)
        yield (REFUSED, password)
        return
    try:
        mended = not raw.FPDF_DocumentHasValidCrossReferenceTable(document)
        yield (HEAD, len(document), mended, str(pypdfium2.PYPDFIUM_INFO.version))
        for number in range(1, len(document) + 1):
            yield _page_or_lost(document, number)
        yield (END, raw.FPDFDoc_GetAttachmentCount(document))
    finally:
        document.close()


def _page_or_lost(document: "PdfDocument", number: int) -> Answer:
    from pypdfium2 import PdfiumError

    try:
        return _page(document[number - 1], number)
    except PdfiumError:
        return (LOST, number)


def _page(page: "PdfPage", number: int) -> Answer:
    """Read one page and close it; text page first, for pdfium wants that order."""
    try:
        left, bottom, right, top = page.get_mediabox()
        crop = page.get_cropbox(fallback_ok=False) or (left, bottom, right, top)
        text = page.get_textpage()
        try:
            reader = _TextReader(text)
            lines, details = reader.lines(), None
            if not reader.is_even(crop):
                lines, details = reader.details()
        finally:
            text.close()
        picture = len(lines) <= FEW_LINES and _is_picture(page)
        size = (round(right - left, 2), round(top - bottom, 2))
        strokes = _strokes(page) if lines else []
        return (PAGE, number, *size, page.get_rotation(), picture, crop, lines, details, strokes)
    finally:
        page.close()


def _is_picture(page: "PdfPage") -> bool:
    """Whether what a page shows is an image, or letters drawn as shapes, and not text.

    A stamp of a line or two over the scan of a page does not make it readable.
    """
    from pypdfium2 import raw

    width, height = page.get_size()
    shapes = 0
    for shown in page.get_objects(max_depth=3):
        if shown.type == raw.FPDF_PAGEOBJ_PATH:
            shapes += 1
        elif shown.type == raw.FPDF_PAGEOBJ_IMAGE:
            left, bottom, right, top = shown.get_bounds()
            if (right - left) * (top - bottom) >= width * height / 3:
                return True
    return shapes > MANY_SHAPES


def _strokes(page: "PdfPage") -> list[Box]:
    """The thin level strokes of a page: rules of tables, lines under words and through them."""
    from pypdfium2 import raw

    # Every page is asked for them: by address, since to make a pointer takes longer than the call.
    shown = cast(raw.FPDFPage_GetObject, CFUNCTYPE(c_void_p, c_void_p, c_int))
    kind = cast(raw.FPDFPageObj_GetType, CFUNCTYPE(c_int, c_void_p))
    at = cast(page.raw, c_void_p)
    edges = [c_float() for _ in range(4)]
    found = []
    for n in range(raw.FPDFPage_CountObjects(page)):
        one = shown(at, n)
        if kind(one) == raw.FPDF_PAGEOBJ_PATH:
            raw.FPDFPageObj_GetBounds(cast(one, raw.FPDF_PAGEOBJECT), *edges)
            left, bottom, right, top = (edge.value for edge in edges)
            if top - bottom <= THIN < right - left:
                found.append((left, bottom, right, top))
    return found


class _TextReader:
    """Reads the printed lines of a page.

    Most pages are even: each line stands below the one before, and is one piece. What that takes is
    cheap to ask; where a page is uneven, the box of each sign is asked for too, which costs four
    times what the text does.
    """

    def __init__(self, text: "PdfTextPage") -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._text = text.raw
        self._whole = text.get_text_range(errors="replace")
        self._index_of = _char_index(text, self._whole)
        self._spans: list[Span] = []
        self._lines: list[Line] = []
        self._turned = False

    def lines(self) -> list[Line]:
        """The printed, non-blank lines with their boxes.

        A line's box is that of its first and its last sign; None where pdfium has none, as for a
        sign that it made up.
        """
        text, index_of, box_of = self._text, self._index_of, self._raw.FPDFText_GetLooseCharBox
        lines, spans = self._lines, self._spans
        edges = (self._raw.FS_RECTF * 2)()
        one, two = edges
        for found in _PRINTED.finditer(self._whole):
            part, swallowed = found.groups()
            if part.isspace():
                continue
            begin, end = found.span()
            first = index_of(begin + len(part) - len(part.lstrip()))
            last = index_of(end - 1 if swallowed else begin + len(part.rstrip()) - 1)
            spans.append((begin, first, last))
            if swallowed:
                part += "-"
            if box_of(text, first, one) and box_of(text, last, two):
                x0, top, x1, foot, x2, top2, x3, foot2 = _EDGES(edges)
                if x2 < x0 or foot > top2 or foot2 > top:  # it runs to the left, up or down
                    self._turned = True
                box = (min(x0, x2), min(foot, foot2), max(x1, x3), max(top, top2))
                lines.append((part, box))
            else:
                lines.append((part, None))
        return lines

    def is_even(self, crop: Box) -> bool:
        """Whether its lines are to be read as they are: all on the page, each in one piece, each
        below the one before and none beside the others."""
        left, foot, right, top = crop
        before, height_before = float("inf"), 0.0
        for _, box in self._lines:
            if box is None:
                return False
            height, middle = box[3] - box[1], (box[3] + box[1]) / 2
            if before - middle < LOWER * min(height, height_before):
                return False
            if not (foot <= middle <= top and left <= (box[0] + box[2]) / 2 <= right):
                return False
            before, height_before = middle, height
        if self._turned or _has_margin(self._lines, crop):
            return False
        return not self._has_parts()

    def _has_parts(self) -> bool:
        """Whether a line has parts that may not belong together.

        Each line is one rectangle at least: if there are no more of them, none has parts.
        """
        if self._raw.FPDFText_CountRects(self._text, 0, -1) <= len(self._lines):
            return False
        gaps: list[Gap] = []
        return any(map(self._is_parted, self._lines, self._spans, repeat(gaps))) or _are_aligned(
            gaps
        )

    def _is_parted(self, line: Line, span: Span, gaps: list[Gap]) -> bool:
        """Whether a line has a wide gap, a sign twice, or a small raised one, or is drawn letter by
        letter. What may be the gap between two columns is added to `gaps`."""
        (part, box), (_, first, last) = line, span
        rects = self._raw.FPDFText_CountRects(self._text, first, last - first + 1)
        if rects < 2 or box is None:
            return False
        if rects > 3 and rects >= len(part) - part.count(" "):
            return True
        height = box[3] - box[1]
        text, read = self._text, self._raw.FPDFText_GetRect
        edges = left, top, right, bottom = [c_double() for _ in range(4)]
        before = low = None
        for n in range(rects):
            if not read(text, n, *edges):
                continue
            x0, x1, y0 = left.value, right.value, bottom.value
            if before is not None:
                gap = x0 - before
                if gap > WIDE * height or -gap > (x1 - x0) / 2:
                    return True
                if gap > GAP * height:
                    gaps.append((before, x0))
            if low is not None and y0 - low > RAISED * height and top.value - y0 > height / 7:
                return True
            before, low = x1, y0 if low is None else min(low, y0)
        return False

    def details(self) -> tuple[list[Line], list[Detail]]:
        """The lines of an uneven page once more, with what is to be known of each.

        A line of which one part is turned, such as a watermark drawn behind it, is two.
        """
        lines, details = [], []
        for (part, box), (start, first, last) in zip(self._lines, self._spans, strict=True):
            angle, cut = self._angle(first), None
            if box and abs(angle - self._angle(last)) > TURNED:
                cut = next(
                    (n for n in range(len(part)) if not part[n].isspace()
                     and abs(angle - self._angle(self._index_of(start + n))) > TURNED),
                    None,
                )  # fmt: skip
            if cut:
                turned = self._index_of(start + cut)
                before = self._index_of(start + len(part[:cut].rstrip()) - 1)
                spans = [
                    (part[:cut], start, first, before),
                    (part[cut:], start + cut, turned, last),
                ]
                for text, begin, one, two in spans:
                    lines.append((text, self._around(one, two)))
                    details.append(self._detail(lines[-1], (begin, one, two)))
            else:
                lines.append((part, box or self._around(first, last)))
                details.append(self._detail(lines[-1], (start, first, last)))
        return lines, details

    def _angle(self, at: int) -> float:
        return float(self._raw.FPDFText_GetCharAngle(self._text, at))

    def _around(self, first: int, last: int) -> Box | None:
        """The box of so many signs, each asked for its own."""
        box, box_of = self._raw.FS_RECTF(), self._raw.FPDFText_GetLooseCharBox
        found = [
            (box.left, box.bottom, box.right, box.top)
            for at in range(first, last + 1)
            if box_of(self._text, at, box) and box.right > box.left
        ]
        if not found:
            return None
        left, foot, right, top = zip(*found, strict=True)
        return min(left), min(foot), max(right), max(top)

    def _detail(self, line: Line, span: Span) -> Detail:
        raw, text = self._raw, self._text
        start, first, last = span
        drawn = raw.FPDFText_GetTextObject(text, first)
        mode = raw.FPDFTextObj_GetTextRenderMode(drawn) if drawn else None
        angle = self._angle(first)
        gaps: list[Gap] = []
        parts = self._is_parted(line, span, gaps) or gaps or abs(angle) > TURNED
        glyphs = self._glyphs(start, first, last) if parts else None
        return (angle, mode == raw.FPDF_TEXTRENDERMODE_INVISIBLE, glyphs)

    def _glyphs(self, start: int, first: int, last: int) -> Glyphs:
        text, whole, index_of = self._text, self._whole, self._index_of
        box, box_of = self._raw.FS_RECTF(), self._raw.FPDFText_GetLooseCharBox
        found: Glyphs = []
        made_up: list[int] = []
        before: tuple[int, str, Box] | None = None
        for offset in range(start, len(whole)):
            at, sign = index_of(offset), whole[offset]
            if at > last:
                break
            if sign.isspace() or not box_of(text, at, box):
                found.append(None)
                continue
            here = (box.left, box.bottom, box.right, box.top)
            if before is None:
                found.append(here)
            elif sign == before[1] and self._is_copy(before, at, here):
                found.append(())
                continue
            else:
                if at - before[0] == 2 and self._is_made_up(before, at, here):
                    made_up.append(len(found) - 1)
                found.append(here)
            before = (at, sign, here)
        if made_up:
            rects = self._raw.FPDFText_CountRects(text, first, last - first + 1)
            if rects >= len(found) - found.count(None):  # drawn letter by letter
                for blank in made_up:
                    found[blank] = ()
        return found

    def _is_copy(self, before: tuple[int, str, Box], at: int, here: Box) -> bool:
        """Whether a sign is the one before it, drawn once more a little beside."""
        there = before[2]
        shared = min(here[2], there[2]) - max(here[0], there[0])
        width, height = here[2] - here[0], here[3] - here[1]
        beside = shared > width / 2 and abs(here[1] - there[1]) < height / 4
        return beside and not self._drawn_together(before[0], at)

    def _is_made_up(self, before: tuple[int, str, Box], at: int, here: Box) -> bool:
        """Whether a blank between two signs is not drawn, nor is there room for one."""
        touch = here[0] - before[2][2] < TOUCH * (here[3] - here[1])
        made_up = touch and self._raw.FPDFText_IsGenerated(self._text, at - 1) == 1
        return made_up and not self._drawn_together(before[0], at)

    def _drawn_together(self, one: int, other: int) -> bool:
        drawn = [self._raw.FPDFText_GetTextObject(self._text, at) for at in (one, other)]
        return cast(drawn[0], c_void_p).value == cast(drawn[1], c_void_p).value


def _char_index(text: "PdfTextPage", whole: str) -> Callable[[int], int]:
    """Maps an offset of the text to pdfium's character; they differ where it left some out."""
    if text.count_chars() == len(whole):
        return lambda offset: offset
    from pypdfium2 import raw

    return lambda offset: int(raw.FPDFText_GetCharIndexFromTextIndex(text, offset))


def _are_aligned(gaps: list[Gap]) -> bool:
    """Whether so many gaps lie one below the other that they may part columns."""
    if len(gaps) < ALIGNED:
        return False
    edges = sorted([(left, 1) for left, _ in gaps] + [(right, -1) for _, right in gaps])
    return max(accumulate(step for _, step in edges)) >= ALIGNED


def _has_margin(lines: list[Line], crop: Box) -> bool:
    """Whether a line stands beside all those that are wide."""
    half = (crop[2] - crop[0]) / 2
    boxes = [box for _, box in lines if box]
    wide = [box for box in boxes if box[2] - box[0] > half]
    if not wide:
        return False
    left, right = min(box[0] for box in wide), max(box[2] for box in wide)
    return any(box[2] <= left or box[0] >= right for box in boxes)


# ── the process ──────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Answer until standard input ends, which ends this process even where pdfium is stuck."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started this process ends it
    _limit_memory()
    # Whatever a library prints must not get between the answers.
    with os.fdopen(os.dup(1), "wb") as answers, Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        requests: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_take_in, args=(sys.stdin.buffer, requests), daemon=True).start()
        while True:
            for answer in _guarded(requests.get()):
                packed = marshal.dumps(answer)
                answers.write(b"%d\n%b" % (len(packed), packed))
                answers.flush()


def _take_in(stream: BinaryIO, requests: "SimpleQueue[bytes]") -> None:
    while size := stream.readline():
        requests.put(stream.read(int(size)))
    signal.raise_signal(signal.SIGTERM)


def _guarded(data: bytes) -> Iterator[Answer]:
    """The answers, and a fault of ours as the last of them."""
    try:
        yield from read(data)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 (who asked raises it again)
        import traceback

        yield (FAULT, traceback.format_exc())


def _limit_memory() -> None:
    """Where the system can: a file that eats the memory brings down this process alone."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, hard))


if __name__ == "__main__":
    main()
