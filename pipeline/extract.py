"""Reads the published file: pages of printed lines, each with its place.

In: a `Source`, PDF or plain UTF-8 text with pages parted by form feeds. Out: `Pages`. Promises:
every non-blank character that pdfium gives is in a line; line ends that pdfium swallows (U+FFFE
and U+0002 stand for a hyphen at the end of a line) end a line again; a page that holds no
readable text is named, never passed as empty. It leaves all judgement of the text to `normalise`.
"""

import re
from collections.abc import Callable, Iterator
from threading import Lock
from typing import TYPE_CHECKING

from pipeline.artefacts import Page, Pages, PrintedLine, Source
from pipeline.diagnostics import Diagnostic, InputError, diagnose
from pipeline.legibility import is_legible, quality
from pipeline.spans import Box, Region, Spot

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

MAX_PAGES = 2000
FEW_LINES = 4
"""A page with no more lines than these may be a picture with a stamp on it."""
MANY_SHAPES = 200
"""More shapes than these on a page without text are letters turned into outlines."""

_pdfium = Lock()  # pdfium is not safe to call from two threads at once
_PRINTED = re.compile("([^\r\n\ufffe\x02]+)([\ufffe\x02]?)")
"""A printed line, and the sign that pdfium puts in the place of a hyphen and of the line's end."""


def extract(source: Source, *, max_pages: int = MAX_PAGES) -> Pages:
    """Read the pages of a norm.

    Raises `InputError` where the file can't be read at all: ENT003 empty, ENT004 neither PDF nor
    UTF-8 text, ENT005 damaged, ENT006 password, ENT012 too many pages.
    """
    if not source.data:
        raise InputError("ENT003", "o arquivo está vazio", file=source.path)
    return _pdf(source, max_pages) if source.is_pdf else _plain(source, max_pages)


# ── plain text ───────────────────────────────────────────────────────────────────────────────


def _plain(source: Source, max_pages: int) -> Pages:
    try:
        text = source.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.data[: error.start].count(b"\n") + 1
        raise InputError(
            "ENT004",
            f"o arquivo não é PDF nem texto UTF-8: byte 0x{source.data[error.start]:02x} "
            f"na linha {line}",
            file=source.path,
            line=line,
        ) from error
    if "\0" in text or re.match(r"\s*<(?:!doctype|html|\?xml)", text, re.IGNORECASE):
        raise InputError("ENT004", "o arquivo não é PDF nem texto simples", file=source.path)
    sheets = text.split("\f")
    if len(sheets) > 1 and not sheets[-1].strip():
        sheets.pop()
    _limit(len(sheets), max_pages, source)
    pages = []
    for number, sheet in enumerate(sheets, 1):
        printed = [line for line in re.split("\r\n|\r|\n", sheet) if line.strip()]
        lines = tuple(PrintedLine(line, Spot(number, n)) for n, line in enumerate(printed, 1))
        method = "texto" if lines else "vazia"
        pages.append(Page(number, None, None, 0, method, quality(sheet), lines))
    return Pages(tuple(pages), "texto")


# ── PDF ──────────────────────────────────────────────────────────────────────────────────────


def _pdf(source: Source, max_pages: int) -> Pages:
    import pypdfium2
    from pypdfium2 import raw

    with _pdfium:
        try:
            # What a download left before the header; pdfium itself skips 1024 bytes at most.
            document = pypdfium2.PdfDocument(source.data[source.data.index(b"%PDF-") :])
        except pypdfium2.PdfiumError as error:
            if raw.FPDF_GetLastError() == raw.FPDF_ERR_PASSWORD or "assword" in str(error):
                raise InputError(
                    "ENT006", "o PDF pede senha para abrir", file=source.path
                ) from error
            raise InputError(
                "ENT005", "o PDF está danificado ou incompleto", file=source.path
            ) from error
        try:
            _limit(len(document), max_pages, source)
            pages = tuple(_page(document[index], index + 1) for index in range(len(document)))
        except pypdfium2.PdfiumError as error:
            raise InputError(
                "ENT005", "uma página do PDF não pôde ser lida", file=source.path
            ) from error
        finally:
            document.close()
    found = [diagnostic for page in pages for diagnostic in _judge(page)]
    return Pages(pages, f"pypdfium2 {pypdfium2.PYPDFIUM_INFO.version}", tuple(found))


def _page(page: "PdfPage", number: int) -> Page:
    """Read one page and close it; text page first, for pdfium wants that order."""
    try:
        text = page.get_textpage()
        try:
            lines = tuple(_lines(text, number))
        finally:
            text.close()
        left, bottom, right, top = page.get_mediabox()
        whole = "\n".join(line.text for line in lines)
        share = quality(whole)
        method = "nativo" if is_legible(whole, share) else "ilegivel"
        if len(lines) <= FEW_LINES and _is_picture(page):
            method = "ilegivel"
        elif not lines:
            method = "vazia"
        size = (round(right - left, 2), round(top - bottom, 2))
        return Page(number, *size, page.get_rotation(), method, share, lines)
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


def _lines(text: "PdfTextPage", page: int) -> Iterator[PrintedLine]:
    """The printed, non-blank lines of a page, with the box of each."""
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
        yield PrintedLine(part + "-" if swallowed else part, Spot(page, number, box))


def _char_index(text: "PdfTextPage", whole: str) -> Callable[[int], int]:
    """Maps an offset of the text to pdfium's character; they differ where it left some out."""
    if text.count_chars() == len(whole):
        return lambda offset: offset
    from pypdfium2 import raw

    return lambda offset: int(raw.FPDFText_GetCharIndexFromTextIndex(text, offset))


def _box_reader(text: "PdfTextPage") -> Callable[[int, int], Box | None]:
    """Makes the box of a line from its first and last character; one for each costs four times
    more. None where pdfium has no box, as for a sign that it made up."""
    from pypdfium2 import raw

    one, two, read = raw.FS_RECTF(), raw.FS_RECTF(), raw.FPDFText_GetLooseCharBox

    def box(first: int, last: int) -> Box | None:
        if not (read(text, first, one) and read(text, last, two)):
            return None
        return Box(
            round(min(one.left, two.left), 2),
            round(min(one.bottom, two.bottom), 2),
            round(max(one.right, two.right), 2),
            round(max(one.top, two.top), 2),
        )

    return box


def _limit(found: int, most: int, source: Source) -> None:
    if found > most:
        raise InputError(
            "ENT012",
            f"o arquivo tem {found} páginas; o limite é {most}",
            file=source.path,
            help=f"se o arquivo for mesmo desse tamanho, use --max-paginas {found}",
        )


def _judge(page: Page) -> Iterator[Diagnostic]:
    """Name the page whose text is missing or can't be trusted."""
    if page.method != "ilegivel":
        return
    last = len(page.lines)
    place = (Region(page.number, 1 if last else 0, last),)
    whole = "\n".join(line.text for line in page.lines)
    if not is_legible(whole, page.quality):
        share = round(100 * (page.quality or 0))
        message = f"só {share}% das palavras da página {page.number} são legíveis"
        yield diagnose("EXT002", message, place=place)
    else:
        what = "só um carimbo por texto" if page.lines else "sem texto"
        yield diagnose("EXT001", f"a página {page.number} é imagem, {what}", place=place)
