"""How large an input may be.

In: nothing. Out: `Limits`, which commands set and `extract` keeps to.
"""

from typing import NamedTuple


class Limits(NamedTuple):
    """What is larger is refused (ENT012): a file that is no norm must not run for hours."""

    pages: int = 2000
    characters: int = 5_000_000


DEFAULT = Limits()
