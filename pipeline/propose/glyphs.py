"""Glyphs that scanners take for each other, as data.

In: a faulty form. Out: the forms that may have been printed. The table says what was read and what
may have stood there, in small letters; accents that were lost as well are looked up afterwards.
"""

from collections.abc import Iterator
from typing import NamedTuple

GLYPHS: tuple[tuple[str, str], ...] = (
    # digits and signs for letters
    ("0", "o"), ("1", "l"), ("1", "i"), ("|", "l"), ("|", "i"), ("!", "l"), ("!", "i"),
    ("5", "s"), ("6", "b"), ("8", "b"), ("9", "g"), ("$", "s"), ("ß", "b"),
    # one letter for another
    ("l", "i"), ("i", "l"), ("l", "t"), ("t", "l"), ("f", "t"), ("t", "f"), ("i", "t"),
    ("c", "e"), ("e", "c"), ("o", "e"), ("e", "o"), ("e", "a"), ("a", "e"), ("o", "c"),
    ("h", "b"), ("b", "h"), ("n", "u"), ("u", "n"), ("v", "y"), ("y", "v"), ("q", "g"),
    ("g", "q"), ("ç", "c"), ("c", "ç"), ("o", "p"), ("í", "i"), ("i", "í"), ("é", "e"),
    # two letters for one, and one for two
    ("rn", "m"), ("m", "rn"), ("in", "m"), ("m", "in"), ("ni", "m"), ("m", "ni"), ("tn", "m"),
    ("cl", "d"), ("d", "cl"), ("ii", "u"), ("ii", "n"), ("u", "ii"), ("ll", "u"), ("li", "h"),
    ("h", "li"), ("fi", "â"), ("fi", "á"), ("fi", "ã"), ("vv", "w"), ("w", "vv"), ("í", "ni"),
    ("ri", "n"), ("n", "ri"), ("ci", "d"), ("il", "ll"), ("lo", "b"), ("ti", "h"),
)  # fmt: skip
"""(what was read, what may have been printed)"""


class Misreading(NamedTuple):
    """A form that may have been printed, and the glyphs that were misread."""

    form: str
    swaps: tuple[tuple[str, str], ...]


def misreadings(form: str, most: int) -> Iterator[Misreading]:
    """The forms that at most so many misread glyphs away may have been printed, nearest first.

    >>> [one.form for one in misreadings("gravidacle", 1) if one.form.endswith("de")]
    ['gravidade']
    """
    seen, last = {form}, [Misreading(form, ())]
    for _ in range(most):
        further = []
        for known in last:
            for swap in GLYPHS:
                for other in _swapped(known.form, *swap):
                    if other not in seen:
                        seen.add(other)
                        further.append(Misreading(other, (*known.swaps, swap)))
        yield from further
        last = further


def _swapped(form: str, seen: str, meant: str) -> Iterator[str]:
    at = form.find(seen)
    while at >= 0:
        yield form[:at] + meant + form[at + len(seen) :]
        at = form.find(seen, at + 1)
