"""Reads the pages that hold no readable text from their image.

In: `Pages` as pdfium read them, and an engine. Out: `Pages` in which each page that is an image, or
whose text is garbage, has the lines that the engine read, with boxes in points of the unrotated
page. Promises: a page with readable text of its own is left alone; a page that was scanned upside
down or sideways is read upright, and how far it had to be turned is kept; what the engine reads
badly in every direction stays unreadable, and is named.
"""

import io
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

from pipeline.artefacts import Doubt, Page, Pages, PrintedLine, Source
from pipeline.diagnostics import InputError
from pipeline.extract import raster
from pipeline.extract.raster import Drawn
from pipeline.extract.tesseract import Unrecognised, Word
from pipeline.interpreter import PYTHON, environment
from pipeline.legibility import fault, quality
from pipeline.limits import Limits
from pipeline.spans import Box, Spot

TURNS, SIDEWAYS = (180, 90, 270), (90, 270, 180)
"""Degrees clockwise, the likeliest first: for a page that can't be read, and for one that is read
with its words standing upright."""
LEAST = 0.5
"""Confidence below which a reading is none. Of six real scans the worst page, typewritten and torn,
had 0.64; read upside down or sideways, none had more than 0.24."""
DOUBTFUL = 0.6
"""Confidence below which a word is named."""
_BLANK = 0.002
"""Share of ink below which a page without a word is a blank one: specks and the scanner's edge."""
_AROUND = 8
"""Pixels round a line that are still its own: accents, and what the engine cut off."""
_LONG = 4
"""Letters from which on a word that stands upright is wider than high."""


class Engine(Protocol):
    """What reads letters: `tesseract.Tesseract`, or a stand-in of the tests."""

    @property
    def name(self) -> str:
        """Program, version, language; `InputError` where it is not installed."""

    def read(self, image: bytes, dpi: int, seconds: float) -> list[list[Word]]:
        """The lines of an image, each a list of words; raises `Unrecognised`."""


def recognise(pages: Pages, source: Source, engine: Engine, limits: Limits) -> Pages:
    """Read by the engine the pages whose method is `ilegivel`.

    Raises `InputError`: ENT021 where the engine is missing, ENT012 for a page whose image would be
    too large, ENT016 for one that takes too long.
    """
    wanted = [page for page in pages.pages if page.method == "ilegivel"]
    if not wanted:
        return pages
    try:
        name = engine.name
    except InputError as error:
        raise InputError(
            error.code, error.message, file=source.path, page=wanted[0].number, help=error.help
        ) from None
    reader = _Reader(source, engine, limits)
    # Each reading is another process, so threads keep all cores busy; the order is that of pages.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = {page.number: page for page in pool.map(reader.page, wanted)}
    read = tuple(found.get(page.number, page) for page in pages.pages)
    # What was said of the lines that the file has there is said of them alone.
    again = {page.number for page in found.values() if page.confidence is not None}
    kept = (one for one in pages.diagnostics if not {at.page for at in one.place} & again)
    return Pages(read, f"{pages.extractor}; {name}", tuple(kept))


@dataclass(frozen=True, slots=True)
class _Reading:
    """A page as the engine read it, turned in one direction."""

    turn: int
    drawn: Drawn
    lines: list[list[Word]]

    @property
    def words(self) -> list[Word]:
        return [word for line in self.lines for word in line]

    @property
    def confidence(self) -> float:
        """The mean of all letters'."""
        letters = sum(len(word.text) for word in self.words)
        sure = sum(len(word.text) * word.confidence for word in self.words)
        return round(sure / letters, 2) if letters else 0.0

    @property
    def is_upright(self) -> bool:
        """Whether long words lie flat: of a page on its side the engine reads some all the same."""
        long = [word.box for word in self.words if len(word.text) >= _LONG]
        flat = sum(right - left > bottom - top for left, top, right, bottom in long)
        return 2 * flat >= len(long)


@dataclass(frozen=True, slots=True)
class _Reader:
    source: Source
    engine: Engine
    limits: Limits

    def page(self, page: Page) -> Page:
        """The page with the lines that the engine read; without any, if it is blank."""
        best = self._read(page, 0)
        if not best.words and best.drawn.ink < _BLANK:
            return replace(page, method="vazia", quality=None, lines=(), aside=())
        for turn in TURNS if best.is_upright else SIDEWAYS:
            if best.confidence >= LEAST and best.is_upright:
                break
            other = self._read(page, turn)
            best = max(best, other, key=lambda one: (one.is_upright, one.confidence))
        if not best.words:
            return page  # a drawing, or handwriting: what was known of it stays
        return _page(page, best)

    def _read(self, page: Page, turn: int) -> _Reading:
        drawn = self._draw(page, turn)
        try:
            dpi = round(drawn.scale * 72)
            lines = self.engine.read(drawn.image, dpi, self.limits.for_ocr)
        except Unrecognised as refused:
            raise self._refusal(page, refused.reason) from None
        return _Reading(turn, drawn, lines)

    def _draw(self, page: Page, turn: int) -> Drawn:
        wanted = json.dumps((page.number - 1, turn, self.limits.pixels)).encode()
        try:
            done = subprocess.run(
                [*PYTHON, raster.__file__],
                input=wanted + b"\n" + self.source.data[self.source.pdf_at or 0 :],
                timeout=self.limits.for_ocr, capture_output=True, check=True, env=environment(),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise self._refusal(page, None) from None
        except subprocess.CalledProcessError:
            raise self._refusal(page, "a página não pôde ser desenhada") from None
        drawn = raster.drawn(done.stdout)
        if not drawn.image:
            raise InputError(
                "ENT012",
                f"para ser lida, a imagem da página {page.number} passaria de "
                f"{self.limits.pixels} pixels, que é o limite",
                file=self.source.path,
                page=page.number,
                help="se a página for mesmo desse tamanho, aumente o limite com --max-pixels",
            )
        return drawn

    def _refusal(self, page: Page, reason: str | None) -> InputError:
        what = f"o OCR da página {page.number}"
        if reason is not None:
            message, cure = f"{what} falhou: {reason}", None
        else:
            message = f"{what} passou de {self.limits.for_ocr:g} s, que é o prazo"
            cure = f"se a página for só difícil, use --prazo {self.limits.seconds * 4}"
        return InputError("ENT016", message, file=self.source.path, page=page.number, help=cure)


def _page(page: Page, reading: _Reading) -> Page:
    """The page as it was read."""
    lines = tuple(
        PrintedLine(" ".join(word.text for word in words), _spot(page, n, words, reading.drawn))
        for n, words in enumerate(reading.lines, 1)
    )
    whole = "\n".join(line.text for line in lines)
    share = quality(whole)
    good = reading.confidence >= LEAST and not fault(whole, share)
    return replace(
        page,
        method="ocr" if good else "ilegivel",
        quality=share,
        lines=lines,
        aside=(),
        confidence=reading.confidence,
        turn=reading.turn,
        doubts=tuple(_doubts(page, reading)),
        unread=_unread(reading),
    )


def _unread(reading: _Reading) -> float:
    """The share of a page's ink that stands in no line: a seal, a table, text not seen."""
    from PIL import Image, ImageDraw

    drawn = reading.drawn
    if not drawn.ink:
        return 0.0
    image = Image.open(io.BytesIO(drawn.image))
    eraser = ImageDraw.Draw(image)
    for words in reading.lines:
        left, top, right, bottom = _around(words)
        line = (left - _AROUND, top - _AROUND, right + _AROUND, bottom + _AROUND)
        eraser.rectangle(line, fill=255)
    left_over = sum(image.histogram()[: raster.INK])
    return round(left_over / (drawn.ink * image.width * image.height), 2)


def _doubts(page: Page, reading: _Reading) -> Iterator[Doubt]:
    for n, words in enumerate(reading.lines, 1):
        for word in words:
            if word.confidence < DOUBTFUL and any(sign.isalnum() for sign in word.text):
                yield Doubt(word.text, word.confidence, _spot(page, n, [word], reading.drawn))


def _spot(page: Page, line: int, words: Sequence[Word], drawn: Drawn) -> Spot:
    return Spot(page.number, line, on_page(_around(words), drawn))


def _around(words: Sequence[Word]) -> tuple[int, int, int, int]:
    """The box that holds all of these."""
    lefts, tops, rights, bottoms = zip(*(word.box for word in words), strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def on_page(box: tuple[int, int, int, int], drawn: Drawn) -> Box:
    """A box of the image (pixels, from its top left) in points of the unrotated page.

    >>> on_page((10, 20, 30, 40), Drawn(2.0, (0, 0, 100, 200), 180, 0.1, b""))
    Box(x0=85.0, y0=10.0, x1=95.0, y1=20.0)
    """
    left, top, right, bottom = (side / drawn.scale for side in box)
    x0, y0, x1, y1 = drawn.shown
    across, along = {
        0: ((x0 + left, x0 + right), (y1 - bottom, y1 - top)),
        90: ((x0 + top, x0 + bottom), (y0 + left, y0 + right)),
        180: ((x1 - right, x1 - left), (y0 + top, y0 + bottom)),
        270: ((x1 - bottom, x1 - top), (y1 - right, y1 - left)),
    }[drawn.turned]
    return Box(*(round(side, 2) for side in (across[0], along[0], across[1], along[1])))
