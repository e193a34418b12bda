"""Draws the pages of a published PDF, for the site to show beside the text.

In: the bytes of the PDF, and the images that the last site left. Out: a `PageImage` a page: a PNG
in four greys, and which part of the page it shows. Promises: the same file gives the same bytes;
an image that is there already, of the same file and drawn in the same way, is not drawn again; a
page of any size gets no more than about `LARGEST` pixels; nothing is waited for without end.
"""

import hashlib
import json
import math
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pipeline.emit import draw
from pipeline.interpreter import PYTHON, environment
from pipeline.limits import DEFAULT
from pipeline.signature import pdf_at
from pipeline.spans import Box

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

SCALE = 2.0
"""Pixels a point, 144 an inch: letters stay sharp on a telephone, and where a line is enlarged."""
LARGEST = 6_000_000
"""Pixels of an image: a sheet of A3 at the scale above has four million."""

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


def draw_pages(
    data: bytes, kept: Mapping[str, Path], allowed: Callable[[int], float] = DEFAULT.allowed
) -> tuple[PageImage, ...]:
    """The images of all pages of a PDF, in order; `kept` are those of an earlier run, by name.

    `allowed` tells how many seconds so many pages may take. None at all where a page can't be
    drawn, or not in time: the site then does without, and its text is whole.

    >>> # draw_pages(pdf, {})[0].name → 'p01-6f95e3232c56.png'
    """
    import pypdfium2

    pdf = data[pdf_at(data) or 0 :]
    with _LOCK:
        document = pypdfium2.PdfDocument(pdf)
        try:
            plans = _plans(document, _way_of(data))
        except (pypdfium2.PdfiumError, ValueError):
            return ()
        finally:
            document.close()
    missing = [one for one in plans if one.image.name not in kept]
    found = _drawn(pdf, missing, allowed(len(missing))) if missing else {}
    if found is None:
        return ()
    return tuple(
        replace(one.image, data=found.get(one.image.number) or kept[one.image.name].read_bytes())
        for one in plans
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """An image that is to be, and how much larger than its page it is."""

    image: PageImage
    scale: float


def _plans(document: "PdfDocument", way: str) -> list[_Plan]:
    digits = max(2, len(str(len(document))))
    return [
        _plan(document[at], at + 1, f"p{at + 1:0{digits}}-{way}.png") for at in range(len(document))
    ]


def _plan(page: "PdfPage", number: int, name: str) -> _Plan:
    try:
        width, height = page.get_size()
        if not width * height > 0:
            raise ValueError("nothing of the page can be seen")
        scale = min(SCALE, math.sqrt(LARGEST / (width * height)))
        size = (math.ceil(width * scale), math.ceil(height * scale))
        shown = Box(*page.get_bbox())
        return _Plan(PageImage(number, name, b"", size, shown, page.get_rotation()), scale)
    finally:
        page.close()


def _drawn(pdf: bytes, plans: Sequence[_Plan], seconds: float) -> dict[int, bytes] | None:
    """The images by page; None where pdfium fell or was not ready in time."""
    wanted = json.dumps([seconds, [[one.image.number - 1, one.scale] for one in plans]])
    try:
        done = subprocess.run(
            [*PYTHON, draw.__file__], input=wanted.encode() + b"\n" + pdf, timeout=seconds,
            capture_output=True, check=True, env=environment(),
        )  # fmt: skip
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError, OSError):
        return None
    images, rest = {}, done.stdout
    for one in plans:
        size, _, rest = rest.partition(b"\n")
        images[one.image.number], rest = rest[: int(size)], rest[int(size) :]
    return images


def _way_of(data: bytes) -> str:
    """A short hash of all that an image depends on: the file, who draws and packs it, and how."""
    digest = hashlib.sha256(data)
    own = (Path(__file__), Path(draw.__file__))
    for part in (version("pypdfium2"), version("pillow"), *(one.read_text("utf-8") for one in own)):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:12]
