"""Reads PDFs with pdfium, in a process of its own: a program, which `pdf` starts and asks.

In, on standard input: the size of a PDF in decimal, a line end, the PDF; and so on. Out, on
standard output: answers of JSON, a line each, of the kinds below, page by page. It runs apart since
nothing else stops pdfium: a small file may keep it busy for ever, or bring it down. And it imports
nothing of ours, so that it starts in a twentieth of a second.
"""

import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage, PdfTextPage

HEAD, PAGE, LOST, END, REFUSED, FAULT = "head", "page", "lost", "end", "refused", "fault"
"""Kinds of answers: `HEAD` pages, whether the index was mended, version; then for each page `PAGE`
number, width, height, rotation, whether it is a picture, lines; or `LOST` number; then `END` files
attached. Instead: `REFUSED` whether for want of a password; `FAULT` a traceback of ours."""

MEMORY = 2 << 30
"""Bytes; 300 MB a second is what pdfium takes for a form that draws itself."""
FEW_LINES = 4
"""A page with no more lines than these may be a picture with a stamp on it."""
MANY_SHAPES = 200
"""More shapes than these on a page without text are letters turned into outlines."""

_PRINTED = re.compile("([^\r\n\v\x85\u2028\u2029\ufffe\x02]+)([\ufffe\x02]?)")
"""A printed line, and the sign that pdfium puts in the place of a hyphen and of the line's end."""

Answer = tuple[Any, ...]
Line = tuple[str, int, tuple[float, float, float, float] | None]


def read(data: bytes) -> Iterator[Answer]:
    """Read a PDF, page by page."""
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
        text = page.get_textpage()
        try:
            lines = list(_lines(text))
        finally:
            text.close()
        left, bottom, right, top = page.get_mediabox()
        picture = len(lines) <= FEW_LINES and _is_picture(page)
        size = (round(right - left, 2), round(top - bottom, 2))
        return (PAGE, number, *size, page.get_rotation(), picture, lines)
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


def _lines(text: "PdfTextPage") -> Iterator[Line]:
    """The printed, non-blank lines of a page, with the number and the box of each."""
    whole = text.get_text_range(errors="replace")
    index_of = _char_index(text, whole)
    box_of = _box_reader(text)
    number = 0
    for found in _PRINTED.finditer(whole):
        part, swallowed = found.groups()
        if part.isspace():
            continue
        first = found.start() + len(part) - len(part.lstrip())
        last = found.end() - 1 if swallowed else found.start() + len(part.rstrip()) - 1
        number += 1
        box = box_of(index_of(first), index_of(last))
        yield (part + "-" if swallowed else part, number, box)


def _char_index(text: "PdfTextPage", whole: str) -> Callable[[int], int]:
    """Maps an offset of the text to pdfium's character; they differ where it left some out."""
    if text.count_chars() == len(whole):
        return lambda offset: offset
    from pypdfium2 import raw

    return lambda offset: int(raw.FPDFText_GetCharIndexFromTextIndex(text, offset))


def _box_reader(
    text: "PdfTextPage",
) -> Callable[[int, int], tuple[float, float, float, float] | None]:
    """Makes the box of a line from its first and last character; one for each costs four times
    more. None where pdfium has no box, as for a sign that it made up."""
    from pypdfium2 import raw

    one, two, read = raw.FS_RECTF(), raw.FS_RECTF(), raw.FPDFText_GetLooseCharBox

    def box(first: int, last: int) -> tuple[float, float, float, float] | None:
        if not (read(text, first, one) and read(text, last, two)):
            return None
        return (
            round(min(one.left, two.left), 2),
            round(min(one.bottom, two.bottom), 2),
            round(max(one.right, two.right), 2),
            round(max(one.top, two.top), 2),
        )

    return box


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
                answers.write(json.dumps(answer).encode() + b"\n")
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
