"""Names the pages whose text is missing or can't be trusted.

In: pages as they were read, or recognised. Out: a diagnostic for each, with its place; images in a
row are one finding. It changes no page.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.artefacts import Page
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.legibility import fault, language
from pipeline.model import listing
from pipeline.spans import Region

SURE = 0.8
"""Confidence of a page below which OCR may have misread any of its lines; of clean print it is
above 0.9."""

MUCH = 0.05
"""Share of a page's ink outside its lines from which on a reader must look what it is: a line of a
page of thirty is less, and so are specks."""


def judge_pages(pages: Sequence[Page]) -> Iterator[Diagnostic]:
    """Name the pages whose text is missing or can't be trusted; images in a row are one finding."""
    for kind, found in groupby(pages, _kind):
        run = list(found)
        if kind == "imagem":
            yield diagnose("EXT001", _images(run), place=[_region(page) for page in run])
        elif kind == "vazia":
            for page in run:
                message = f"a página {page.number} está em branco"
                yield diagnose("EXT005", message, place=[_region(page)])
        elif kind == "ilegivel":
            for page in run:
                yield diagnose("EXT002", _unreadable(page), place=[_region(page)])
        else:
            for page in run:
                yield from _foreign(page)
                yield from _recognised(page)


def _foreign(page: Page) -> Iterator[Diagnostic]:
    """EXT023: a page that is not in Portuguese."""
    named = language(_text(page))
    if named:
        message = f"a página {page.number} parece escrita em {named}"
        yield diagnose("EXT023", message, place=[_region(page)])


def _recognised(page: Page) -> Iterator[Diagnostic]:
    """EXT020 a page that had to be turned, EXT021 the doubtful words of each of its lines, EXT022
    a page that OCR is not sure of, EXT024 one with ink where it found no line."""
    if page.turn:
        how = "de cabeça para baixo" if page.turn == 180 else "deitada"
        message = f"a página {page.number} está {how} e foi lida depois de girada {page.turn}°"
        yield diagnose("EXT020", message, place=[_region(page)])
    if page.confidence is not None and page.confidence < SURE:
        message = f"o OCR da página {page.number} só tem {page.confidence:.0%} de confiança"
        yield diagnose("EXT022", message, place=[_region(page)])
    if page.unread >= MUCH:
        message = f"{page.unread:.0%} da tinta da página {page.number} está fora das linhas lidas"
        yield diagnose("EXT024", message, place=[_region(page)])
    for line, found in groupby(page.doubts, key=lambda doubt: doubt.spot.line):
        doubts = list(found)
        words = ", ".join(f"«{one.word}» ({one.confidence:.0%})" for one in doubts)
        message = f"o OCR não tem certeza de {words}"
        yield diagnose("EXT021", message, place=page.lines[line - 1].spot, mark=doubts[0].word)


def _unreadable(page: Page) -> str:
    which = f"a página {page.number} não é legível"
    if page.confidence is not None:
        which += f" nem por OCR (confiança de {page.confidence:.0%})"
    why = fault(_text(page), page.quality)
    return f"{which}: {why}" if why else which


def _text(page: Page) -> str:
    return "\n".join(line.text for line in page.lines)


def _kind(page: Page) -> str:
    if page.method != "ilegivel" or page.confidence is not None:
        return page.method
    return "ilegivel" if fault(_text(page), page.quality) else "imagem"


def _images(run: Sequence[Page]) -> str:
    what = "só um carimbo por texto" if any(page.lines for page in run) else "sem texto"
    first, last = run[0].number, run[-1].number
    if first == last:
        return f"a página {first} é imagem, {what}"
    return f"as páginas {listed([page.number for page in run])} são imagem, {what}"


def _region(page: Page) -> Region:
    return Region(page.number, 1 if page.lines else 0, len(page.lines))


def listed(numbers: Sequence[int]) -> str:
    """Page numbers, rising, with their runs.

    >>> listed([2, 5, 6, 7, 12])
    '2, 5 a 7 e 12'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return listing([" a ".join(map(str, run)) for run in runs])
