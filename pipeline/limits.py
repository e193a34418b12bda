"""How large an input may be, and how long it may take to read.

In: nothing. Out: `Limits`, which commands set and `extract` keeps to.
"""

from typing import NamedTuple


class Limits(NamedTuple):
    """What is larger is refused (ENT012), and so is a PDF that takes longer (ENT016): a file that
    is no norm must not run for hours.
    """

    pages: int = 2000
    characters: int = 5_000_000
    seconds: int = 10
    """For opening a PDF; each page that was read adds a twentieth, so a long one has long."""
    pixels: int = 36_000_000
    """Of the image of a page that OCR reads: a sheet of A2 at 300 dots an inch."""

    def allowed(self, pages: int) -> float:
        """The seconds by which so many pages of a PDF, and the next one, must have been read.

        >>> Limits(seconds=10).allowed(0), Limits(seconds=10).allowed(13)
        (10.0, 16.5)
        """
        return self.seconds * (1 + pages / 20)

    @property
    def for_ocr(self) -> float:
        """The seconds that one reading of one page by OCR may take: it is the slower reader.

        >>> Limits(seconds=10).for_ocr
        60
        """
        return self.seconds * 6


DEFAULT = Limits()
