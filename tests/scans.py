"""Scans for the tests of OCR: pages drawn, made into images, and put into a PDF as images.

In: pages of `pdf_maker`. Out: the bytes of a PDF without a letter of text; and a stand-in for the
program that reads letters, for tests that are not about it. Same call, same bytes.
"""

import io
import random
import shutil
import subprocess
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache

import pypdfium2
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pipeline.extract.tesseract import Word
from tests.pdf_maker import DrawnPage, draw

DPI = 300


def images_of(pages: Sequence[DrawnPage], *, dpi: int = DPI) -> list[Image.Image]:
    """The pages as a scanner without a fault would see them."""
    document = pypdfium2.PdfDocument(draw(pages))
    try:
        return [
            page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L") for page in document
        ]
    finally:
        document.close()


def worn(image: Image.Image, *, seed: int, specks: float = 0.002, blur: float = 0.7) -> Image.Image:
    """An image as a bad copier makes it: blurred, and sprinkled with specks of black and white."""
    chance = random.Random(seed)
    image = image.filter(ImageFilter.GaussianBlur(blur))
    for _ in range(int(specks * image.width * image.height)):
        at = (chance.randrange(image.width), chance.randrange(image.height))
        image.putpixel(at, chance.choice((0, 255)))
    return image


def scan(images: Sequence[Image.Image], *, dpi: float = DPI, rotate: int = 0) -> bytes:
    """A PDF whose pages are these images; `rotate` is the pages' /Rotate."""
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=0, invariant=1)
    for image in images:
        width, height = (side * 72 / dpi for side in image.size)
        # reportlab turns the sheet with the page; here only the page is to be turned.
        canvas.setPageSize((height, width) if rotate in (90, 270) else (width, height))
        canvas.setPageRotation(rotate)
        canvas.drawImage(ImageReader(image), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def accuracy(found: str, right: str) -> float:
    """The share of characters that two texts have in common, blanks aside."""
    found, right = ("".join(text.split()) for text in (found, right))
    matcher = SequenceMatcher(None, found, right, autojunk=False)
    return 2 * sum(one.size for one in matcher.get_matching_blocks()) / (len(found) + len(right))


@cache
def can_recognise() -> bool:
    """Whether tesseract and its Portuguese are here."""
    if shutil.which("tesseract") is None:
        return False
    told = subprocess.run(
        ["tesseract", "--list-langs"], capture_output=True, check=False, text=True
    )
    return "por" in (told.stdout + told.stderr).split()


class StandIn:
    """An engine that reads what it is told to, the same on each page."""

    name = "olho 1.0 (por)"

    def __init__(self, *lines: str, confidence: float = 0.95, **doubtful: float) -> None:
        self.asked = 0
        self._lines = lines
        self._confidence = confidence
        self._doubtful = doubtful

    def read(self, image: bytes, dpi: int, seconds: float) -> list[list[Word]]:
        self.asked += 1
        return [
            [self._word(word, row, place) for place, word in enumerate(line.split())]
            for row, line in enumerate(self._lines)
        ]

    def _word(self, word: str, row: int, place: int) -> Word:
        confidence = self._doubtful.get(word, self._confidence)
        left, top = 100 + 120 * place, 100 + 60 * row
        return Word(word, confidence, (left, top, left + 110, top + 40))


class Turned(StandIn):
    """Reads well only the attempt of this number."""

    def __init__(self, good: int, *lines: str, flat: bool = True) -> None:
        super().__init__(*lines)
        self._good, self._flat = good, flat

    def read(self, image: bytes, dpi: int, seconds: float) -> list[list[Word]]:
        lines = super().read(image, dpi, seconds)
        if self.asked - 1 == self._good:
            return lines
        standing = (0, 0, 10, 50)
        return [
            [
                Word(word.text, 0.2, word.box) if self._flat else Word(word.text, 0.9, standing)
                for word in line
            ]
            for line in lines
        ]
