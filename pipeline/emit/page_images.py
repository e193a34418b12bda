"""Draws the pages of a published PDF, for the site to show beside the text.

In: the bytes of the PDF, and the images that the last site left. Out: a `PageImage` a page: a PNG
in four greys, and which part of the page it shows. Promises: the same file gives the same bytes;
an image that is there already, of the same file and drawn in the same way, is not drawn again; a
page of any size gets no more than about `LARGEST` pixels.
"""

import hashlib
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pipeline.signature import pdf_at
from pipeline.spans import Box

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

SCALE = 2.0
"""Pixels a point, 144 an inch: letters stay sharp on a telephone, and where a line is enlarged."""
LARGEST = 6_000_000
"""Pixels of an image: a sheet of A3 at the scale above has four million."""
_GREYS = (0, 85, 170, 255)
_PAPER = 240
"""What is at least as light as this is paper: a faint stamp must not become white."""
_PACKING = 7  # of 9; more takes three times as long and saves one part in thirty

_LOCK = Lock()
"""pdfium is not safe to call from two threads at once."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as an image. `shown` is the part of the page that it shows, in points of the unrotated
    page; `rotation` how far that was turned, in degrees clockwise; `size` width and height in
    pixels. `name` is the image's file name, another one for each other content."""

    number: int
    name: str
    data: bytes
    size: tuple[int, int]
    shown: Box
    rotation: int


def draw_pages(data: bytes, kept: Mapping[str, Path]) -> tuple[PageImage, ...]:
    """The images of all pages of a PDF, in order; `kept` are those of an earlier run, by name.

    None at all where a page can't be drawn: the site then does without, and its text is whole.

    >>> # draw_pages(pdf, {})[0].name → 'p01-6f95e3232c56.png'
    """
    import pypdfium2

    way = _way_of(data)
    with _LOCK:
        document = pypdfium2.PdfDocument(data[pdf_at(data) or 0 :])
        try:
            digits = max(2, len(str(len(document))))
            return tuple(
                _image(document[at], at + 1, f"p{at + 1:0{digits}}-{way}.png", kept)
                for at in range(len(document))
            )
        except pypdfium2.PdfiumError:
            return ()
        finally:
            document.close()


def _way_of(data: bytes) -> str:
    """A short hash of all that an image depends on: the file, who draws and packs it, and how."""
    digest = hashlib.sha256(data)
    for part in (version("pypdfium2"), version("pillow"), Path(__file__).read_text("utf-8")):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:12]


def _image(page: "PdfPage", number: int, name: str, kept: Mapping[str, Path]) -> PageImage:
    try:
        width, height = page.get_size()
        scale = min(SCALE, math.sqrt(LARGEST / (width * height)))
        size = (math.ceil(width * scale), math.ceil(height * scale))
        there = kept.get(name)
        data = there.read_bytes() if there else _drawn(page, scale)
        return PageImage(number, name, data, size, Box(*page.get_bbox()), page.get_rotation())
    finally:
        page.close()


def _drawn(page: "PdfPage", scale: float) -> bytes:
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        image: Image = bitmap.to_pil().point([_grey(shade) for shade in range(256)])
    finally:
        bitmap.close()
    image.putpalette([part for grey in _GREYS for part in (grey, grey, grey)])
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=_PACKING)
    return out.getvalue()


def _grey(value: int) -> int:
    """The place in `_GREYS` of what is nearest to a shade of 0 to 255.

    >>> [_grey(value) for value in (0, 60, 200, 230, 250)]
    [0, 1, 2, 2, 3]
    """
    return 3 if value >= _PAPER else min(2, round(value / 85))
