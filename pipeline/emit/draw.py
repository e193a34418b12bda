"""Draws pages of a PDF with pdfium, in a process of its own: a program, which `page_images` starts.

In, on standard input: a line of JSON, the seconds that it may work and the pages (index, scale) to
draw; then the PDF. Out, on standard output: for each page the size of its image in decimal, a line
end, and the image, a PNG in four greys. It runs apart since nothing else stops pdfium: a small file
may keep it busy for ever. And it imports nothing of ours, so that it starts at once.
"""

import io
import json
import math
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

MEMORY = 2 << 30
"""Bytes that drawing may take."""
GREYS = (0, 85, 170, 255)
_PAPER = 240
"""What is at least as light as this is paper: a faint stamp must not become white."""
_PACKING = 7  # of 9; more takes three times as long and saves one part in thirty


def drawn(page: "PdfPage", scale: float) -> bytes:
    """A page as a PNG."""
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        image: Image = bitmap.to_pil().point([grey(shade) for shade in range(256)])
    finally:
        bitmap.close()
    image.putpalette([part for one in GREYS for part in (one, one, one)])
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=_PACKING)
    return out.getvalue()


def grey(value: int) -> int:
    """The place in `GREYS` of what is nearest to a shade of 0 to 255.

    >>> [grey(value) for value in (0, 60, 200, 230, 250)]
    [0, 1, 2, 2, 3]
    """
    return 3 if value >= _PAPER else min(2, round(value / 85))


def main() -> None:
    """Answer one request."""
    seconds, wanted = json.loads(sys.stdin.buffer.readline())
    _limit(seconds)
    import pypdfium2

    document = pypdfium2.PdfDocument(sys.stdin.buffer.read())
    for index, scale in wanted:
        image = drawn(document[index], scale)
        sys.stdout.buffer.write(b"%d\n" % len(image) + image)
    sys.stdout.buffer.flush()


def _limit(seconds: float) -> None:
    """Bound memory and time, so that this ends even where nobody is left who waits for it."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        longest = math.ceil(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
    except (OSError, ValueError):
        return


if __name__ == "__main__":
    main()
