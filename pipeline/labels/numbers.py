"""Numbers of devices: arabic, roman and letters, with the suffixes of inserted devices.

In: what stands in a label. Out: `Number`, which knows its order, its LexML form and its printed
form. Strict: a roman numeral that is not the canonical spelling of its value is none.
"""

import re
from dataclasses import dataclass
from functools import total_ordering

_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_VALUES = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


def roman(value: int) -> str:
    """Write a number from 1 to 3999 in roman numerals.

    >>> roman(49)
    'XLIX'
    """
    written = []
    for worth, sign in _VALUES:
        while value >= worth:
            written.append(sign)
            value -= worth
    return "".join(written)


def parse_roman(text: str) -> int | None:
    """Read a roman numeral in capitals; None if it is not in canonical spelling.

    >>> parse_roman("XLIX"), parse_roman("IIII"), parse_roman("IL")
    (49, None, None)
    """
    if not text or not _ROMAN.fullmatch(text):
        return None
    value, rest = 0, text
    for worth, sign in _VALUES:
        while rest.startswith(sign):
            value += worth
            rest = rest[len(sign) :]
    return value


def letter(value: int) -> str:
    """Write a number as a letter, in bijective base 26: a … z, aa, ab (LexML).

    >>> letter(1), letter(26), letter(27)
    ('a', 'z', 'aa')
    """
    written = ""
    while value:
        value, rest = divmod(value - 1, 26)
        written = chr(ord("a") + rest) + written
    return written


def parse_letter(text: str) -> int:
    """Read a letter label, in either case.

    >>> parse_letter("l"), parse_letter("AB")
    (12, 28)
    """
    value = 0
    for sign in text.lower():
        value = value * 26 + ord(sign) - ord("a") + 1
    return value


@total_ordering
@dataclass(frozen=True, slots=True)
class Number:
    """The number of a device: 14, 14-A (suffixes (1,)), 359-M-A (suffixes (13, 1)), or único.

    Order is that of the law: 14 < 14-A < 14-B < 15; `único` counts as 1 (LexML matches both).
    `words` is the number as printed where it is written out: GERAL, Primeira; or where a stop
    parts group and place in it: 1.01 (suffixes (1,)).
    """

    value: int
    suffixes: tuple[int, ...] = ()
    unico: bool = False
    words: str = ""

    def __lt__(self, other: "Number") -> bool:
        return self._key < other._key

    @property
    def _key(self) -> tuple[int, tuple[int, ...]]:
        return self.value, self.suffixes

    @property
    def fragment(self) -> str:
        """The LexML form: 14-A is 14-1, único is 1u.

        >>> Number(359, (13, 1)).fragment
        '359-13-1'
        """
        if self.unico:
            return "1u"
        return "-".join(str(part) for part in (self.value, *self.suffixes))

    @property
    def suffix(self) -> str:
        """The letters of an inserted device as printed: '-A', '-M-A' or nothing."""
        return "".join(f"-{letter(part).upper()}" for part in self.suffixes)

    @property
    def is_dotted(self) -> bool:
        """Whether it is a group and a place in it, parted by a stop: 2.01 is the second's first."""
        return "." in self.words

    @property
    def opens_group(self) -> bool:
        """Whether it is the first of its group: 2.01."""
        return self.is_dotted and self.suffixes == (1,)

    def follows(self, last: "Number") -> bool:
        """Whether this number is the one that comes next after `last`, with nothing left out.

        >>> Number(15).follows(Number(14)), Number(14, (1,)).follows(Number(14))
        (True, True)
        >>> Number(359, (14,)).follows(Number(359, (13, 1))), Number(16).follows(Number(14))
        (True, False)
        >>> Number(2, (1,), words="2.01").follows(Number(1, (9,), words="1.09"))
        True
        """
        if self.opens_group and self.value != last.value:
            return self.value == last.value + 1
        mine, theirs = (self.value, *self.suffixes), (last.value, *last.suffixes)
        if len(mine) == len(theirs) + 1:
            return mine == (*theirs, 1)
        depth = len(mine)
        return depth <= len(theirs) and mine == (*theirs[: depth - 1], theirs[depth - 1] + 1)
