"""Reads the published file: pages of printed lines, each with its place.

In: a `Source`, PDF or plain UTF-8 text with pages parted by form feeds. Out: `Pages`. Promises:
every non-blank character that pdfium gives is in a line; line ends that pdfium swallows (U+FFFE
and U+0002 stand for a hyphen at the end of a line) end a line again; a page that holds no
readable text is named, never passed as empty. It leaves all judgement of the text to `normalise`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pipeline.artefacts import Discard, Page, Pages, PrintedLine, Source
from pipeline.codes import CODES
from pipeline.diagnostics import Diagnostic, InputError, diagnose
from pipeline.extract import pdfium
from pipeline.extract.layout import Layout, judge, lay_out
from pipeline.extract.verdicts import judge_pages, listed
from pipeline.legibility import fault, quality
from pipeline.limits import DEFAULT, Limits
from pipeline.spans import Spot

if TYPE_CHECKING:
    from pipeline.extract.ocr import Engine
    from pipeline.extract.pdf import Unread
    from pipeline.extract.pdfium import Answer

_LINE_END = re.compile("\r\n|[\r\n\v\x85\u2028\u2029]")
"""Ends of lines, and the soft ones that word processors write."""
_WITH_END = re.compile(
    "[^\r\n\v\x85\u2028\u2029]*(?:\r\n|[\r\n\v\x85\u2028\u2029])|[^\r\n\v\x85\u2028\u2029]+"
)


def extract(source: Source, *, limits: Limits = DEFAULT, ocr: "Engine | None" = None) -> Pages:
    """Read the pages of a norm; those that hold no readable text are read by `ocr`, if it is given.

    Raises `InputError` where the file can't be read at all: ENT003 empty, ENT004 neither PDF nor
    UTF-8 text, ENT005 damaged, ENT006 password, ENT012 above the limits, ENT016 not to be
    read by pdfium within them; ENT021 where a page needs OCR and its program is missing.
    """
    if not source.data:
        raise InputError("ENT003", "o arquivo está vazio", file=source.path)
    pages = _pdf(source, limits) if source.is_pdf else _plain(source, limits)
    if ocr is not None and source.is_pdf:
        from pipeline.extract.ocr import recognise

        pages = recognise(pages, source, ocr, limits)
    return replace(pages, diagnostics=(*pages.diagnostics, *judge_pages(pages.pages)))


# ── plain text ───────────────────────────────────────────────────────────────────────────────


_AS_UTF_8 = (
    "abra o texto num editor e grave-o de novo com a codificação UTF-8; se não for texto, "
    "confira se o arquivo baixado é mesmo a norma"
)
_AS_PDF = "abra o documento no programa que o fez e exporte-o como PDF"

# What is often taken for a norm: how it begins, what it is, what to do.
_OTHERS: tuple[tuple[bytes, str, str], ...] = (
    (rb"(?:\xef\xbb\xbf)?\s*(?=HTTP/|<).{0,4000}<(?:!doctype|html|head|body|title|script|\?xml)\b",
     "é uma página da web",
     "o endereço devolveu uma página no lugar do arquivo: abra-o no navegador e baixe o PDF"),
    (rb"PK\x03\x04", "é um documento do Word ou um ZIP", _AS_PDF),
    (rb"\xd0\xcf\x11\xe0", "é um documento antigo do Word", _AS_PDF),
    (rb"\{\\rtf", "é um documento RTF", _AS_PDF),
    (rb"\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*", "é uma imagem",
     "a imagem precisa de OCR: faça dela um PDF com texto e compile o PDF"),
    (rb"\xff\xfe|\xfe\xff", "é texto em UTF-16", _AS_UTF_8),
)  # fmt: skip


def file_lines(text: str) -> tuple[tuple[int, ...], ...]:
    """Where an editor shows the printed lines of a plain text, page by page: a `Spot` counts
    neither blank lines nor those of the pages before.

    >>> file_lines("LEI Nº 1\\n\\nArt. 1º\\n\\fArt. 2º")
    ((1, 3), (4,))
    """
    found, line = [], 1
    for sheet in text.split("\f"):
        own = []
        for piece in _WITH_END.findall(sheet):
            if piece.strip():
                own.append(line)
            line += piece.endswith(("\n", "\r"))
        found.append(tuple(own))
    return tuple(found)


def _refuse_others(source: Source) -> None:
    for pattern, what, cure in _OTHERS:
        if re.match(pattern, source.data[:4096], re.IGNORECASE | re.DOTALL):
            message = f"o arquivo não é PDF nem texto UTF-8: {what}"
            raise InputError("ENT004", message, file=source.path, help=cure)


def _plain(source: Source, limits: Limits) -> Pages:
    _refuse_others(source)
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
            help=_AS_UTF_8,
        ) from error
    if "\0" in text:
        raise InputError("ENT004", "o arquivo não é PDF nem texto UTF-8", file=source.path)
    sheets = text.split("\f")
    if len(sheets) > 1 and not sheets[-1].strip():
        sheets.pop()
    _limit_pages(len(sheets), limits, source)
    _limit_text(len(text), limits, source)
    pages = []
    for number, sheet in enumerate(sheets, 1):
        printed = [line for line in _LINE_END.split(sheet) if line.strip()]
        lines = tuple(PrintedLine(line, Spot(number, n)) for n, line in enumerate(printed, 1))
        share = quality(sheet)
        method = "texto" if lines else "vazia"
        if fault(sheet, share):
            method = "ilegivel"
        pages.append(Page(number, None, None, 0, method, share, lines))
    return Pages(tuple(pages), "texto")


# ── PDF ──────────────────────────────────────────────────────────────────────────────────────


def _pdf(source: Source, limits: Limits) -> Pages:
    from pipeline.extract.pdf import Unread, answers

    try:
        # pdfium itself skips 1024 bytes before the header at most.
        with answers(source.data[source.pdf_at :], limits.allowed) as found:
            return _told(found, source, limits)
    except Unread as unread:
        raise _unread(unread, source, limits) from None


def _told(answers: Iterator["Answer"], source: Source, limits: Limits) -> Pages:
    """The pages that the answers tell of."""
    kind, *facts = next(answers)
    if kind == pdfium.REFUSED:
        code, message = (
            ("ENT006", "o PDF pede senha para abrir")
            if facts[0]
            else ("ENT005", "o PDF está danificado ou incompleto")
        )
        raise InputError(code, message, file=source.path)
    count, mended, version = facts
    _limit_pages(count, limits, source)
    pages: list[Page] = []
    lost: list[int] = []
    found: list[Diagnostic] = []
    signs = attached = 0
    for kind, *facts in answers:
        if kind == pdfium.PAGE:
            *sheet, crop, lines, details, strokes = facts
            layout = lay_out(crop, lines, details, strokes)
            pages.append(page := _page(layout, *sheet))
            found += judge(page, layout)
            signs += sum(len(text) for text, _ in lines)
            _limit_text(signs, limits, source)
        elif kind == pdfium.LOST:
            lost += facts
        else:
            (attached,) = facts
    _require_all(pages, lost, source, mended)
    diagnostics = (*_judge_file(attached, mended), *found)
    return Pages(tuple(pages), f"pypdfium2 {version}", diagnostics)


def _page(
    layout: Layout, number: int, width: float, height: float, rotation: int, picture: bool
) -> Page:
    lines = tuple(
        PrintedLine(one.text, Spot(number, line, one.box), one.is_struck)
        for line, one in enumerate(layout.lines, 1)
    )
    aside = tuple(
        Discard(one.text, motive, Spot(number, line, one.box))
        for line, (one, motive) in enumerate(layout.aside, len(lines) + 1)
    )
    whole = "\n".join(line.text for line in lines)
    share = quality(whole)
    method = "ilegivel" if fault(whole, share) else "nativo"
    if picture:
        method = "ilegivel"
    elif not lines:
        method = "vazia"
    return Page(number, width, height, rotation, method, share, lines, aside)


def _require_all(pages: Sequence[Page], lost: list[int], source: Source, mended: bool) -> None:
    """Pages that are lost are named, and so is a blank one where the file is broken."""
    if mended:
        lost = sorted([*lost, *(page.number for page in pages if page.method == "vazia")])
    if lost:
        which = (
            f"a página {lost[0]} do PDF não pôde ser lida"
            if len(lost) == 1
            else f"as páginas {listed(lost)} do PDF não puderam ser lidas"
        )
        raise InputError("ENT005", which, file=source.path, page=lost[0])


def _unread(unread: "Unread", source: Source, limits: Limits) -> InputError:
    what = f"a página {unread.page} do PDF" if unread.page else "o PDF"
    if unread.seconds is None:
        message = f"{what} derruba o leitor de PDF, ou esgota a memória que ele pode usar"
        return InputError("ENT016", message, file=source.path, page=unread.page)
    seconds = f"{unread.seconds:g}".replace(".", ",")
    return InputError(
        "ENT016",
        f"{what} não pôde ser lid{'a' if unread.page else 'o'} em {seconds} s, que é o prazo",
        file=source.path,
        page=unread.page,
        help=f"{CODES['ENT016'].ajuda}; se for só demorado, use --prazo {limits.seconds * 6}",
    )


def _limit_pages(found: int, limits: Limits, source: Source) -> None:
    if found > limits.pages:
        raise InputError(
            "ENT012",
            f"o arquivo tem {found} páginas; o limite é {limits.pages}",
            file=source.path,
            help=f"se o arquivo for mesmo desse tamanho, use --max-paginas {found}",
        )


def _limit_text(found: int, limits: Limits, source: Source) -> None:
    if found > limits.characters:
        raise InputError(
            "ENT012",
            f"o texto passa de {limits.characters} caracteres, que é o limite",
            file=source.path,
            help="se o texto for mesmo desse tamanho, aumente o limite com --max-caracteres",
        )


def _judge_file(attached: int, mended: bool) -> Iterator[Diagnostic]:
    """Name what the file holds besides its pages, and what it may have lost."""
    if attached:
        what = "um arquivo anexado" if attached == 1 else f"{attached} arquivos anexados"
        yield diagnose("EXT003", f"o PDF traz {what}, que o compilador não lê")
    if mended:
        yield diagnose("EXT004", "o índice do PDF está quebrado e foi refeito")
