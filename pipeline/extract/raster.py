"""Draws a page of a PDF for OCR, in a process of its own: a program, which `ocr` starts.

In, on standard input: a line of JSON (index of the page, further turn in degrees clockwise, most
pixels); then the PDF. Out, on standard output: a line of JSON, `Drawn` without its image; then the
image, a PGM. It runs apart since nothing else stops pdfium: a small file may keep it busy for ever.
Promise: no image of more than so many pixels is ever made; a page that would need one is drawn
coarser, and too coarse to be read, not at all.
"""

import json
import math
import sys
from typing import NamedTuple

from pipeline.interpreter import limit_memory

MEMORY = 2 << 30
"""Bytes that drawing may take."""
DPI, LEAST_DPI = 300, 150
"""Dots an inch: what OCR is trained for, and below which small print is lost."""
INK = 128
"""What is darker than this is ink."""


class Drawn(NamedTuple):
    """A page as an image for OCR: pixels a point, the part of the unrotated page that it shows (in
    points), how far that was turned in all, the share of the image that is ink; no image, where it
    would need more pixels than allowed."""

    scale: float
    shown: tuple[float, float, float, float]
    turned: int
    ink: float
    image: bytes


def main() -> None:
    """Answer one request."""
    limit_memory(MEMORY)
    import pypdfium2

    index, turn, pixels = json.loads(sys.stdin.buffer.readline())
    page = pypdfium2.PdfDocument(sys.stdin.buffer.read())[index]
    width, height = page.get_size()
    scale = min(DPI / 72, math.sqrt(pixels / (width * height)))
    shown, turned = page.get_bbox(), (page.get_rotation() + turn) % 360
    if scale < LEAST_DPI / 72:
        sys.stdout.buffer.write(json.dumps((scale, shown, turned, 0)).encode() + b"\n")
        return
    image = page.render(scale=scale, rotation=turn, grayscale=True).to_pil().convert("L")
    ink = sum(image.histogram()[:INK]) / (image.width * image.height)
    sys.stdout.buffer.write(json.dumps((scale, shown, turned, ink)).encode() + b"\n")
    image.save(sys.stdout.buffer, "PPM")


def drawn(answer: bytes) -> Drawn:
    """What `main` answered."""
    head, _, image = answer.partition(b"\n")
    scale, shown, turned, ink = json.loads(head)
    return Drawn(scale, tuple(shown), turned, ink, image)


if __name__ == "__main__":
    main()
