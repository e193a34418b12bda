"""The words of a text, each with its place and its neighbours.

In: the lines to which errata are applied, and the labels that were found at their heads. Out:
`Text`: the words, labels aside, and how often the text has each of them and each pair of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pipeline.artefacts import NormalLine
from pipeline.spans import Spot

_CHUNK = re.compile(r"\S+")
_PIECE = re.compile(r"[^/–—…(]+")
_LETTERS = r"(?:(?![ªº])[^\W\d_])"
_PLAIN = re.compile(rf"{_LETTERS}+(?:[-’'‐‑]{_LETTERS}+)*")
_LETTER = re.compile(_LETTERS)
_INITIALS = re.compile(rf"(?:{_LETTERS}\.)+{_LETTERS}?")
_ROMAN = re.compile(r"[IVXLCDM]+")
_ADDRESS = re.compile(r"@|www\.|://|\.(?:com|gov|org|net|leg|jus|br)\b", re.IGNORECASE)
_CLOSING = (".", ";", ":", "!", "?")
_NOT_INSIDE = "ªº°§$%&=+*#"


class Kind(Enum):
    """What a piece between blanks is."""

    PLAIN = auto()
    """letters, and hyphens between them"""
    ODD = auto()
    """letters, and signs or digits among them"""
    OTHER = auto()
    """a number, a roman, a code, an address: no word"""


class Word(NamedTuple):
    """A word of the text: `line` is the index of its line, `before` and `after` are the signs
    that stand at it.
    """

    text: str
    line: int
    start: int
    kind: Kind
    before: str = ""
    after: str = ""

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)

    @property
    def low(self) -> str:
        """It in small letters."""
        return self.text.lower()

    @property
    def closes(self) -> bool:
        """Whether a sentence, or a part of one, ends behind it."""
        return self.after.endswith(_CLOSING)

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[:1].isupper()


class Text:
    """The words of a text, in order, and how often it has them."""

    def __init__(self, lines: Sequence[NormalLine], heads: Mapping[Spot, str]) -> None:
        self.lines = tuple(lines)
        self.words = tuple(
            word
            for at, line in enumerate(self.lines)
            for word in _words(line.text, at, _behind(line, heads))
        )

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each plain word stands in the text, in small letters."""
        return Counter(word.low for word in self.words if word.kind is Kind.PLAIN)

    @cached_property
    def pairs(self) -> Counter[tuple[str, str]]:
        """How often two plain words stand beside each other within a sentence."""
        return Counter(
            (one.low, two.low)
            for one, two in pairwise(self.words)
            if one.kind is two.kind is Kind.PLAIN and not one.after and not two.before
        )

    @cached_property
    def names(self) -> frozenset[str]:
        """Words that stand more than once, and in capitals or with a capital each time."""
        small = {word.low for word in self.words if word.text[:1].islower()}
        return frozenset(
            word.low for word in self.words if self.counts[word.low] > 1 and word.low not in small
        )

    def word(self, at: int) -> Word | None:
        """The word at an index; None beyond both ends."""
        return self.words[at] if 0 <= at < len(self.words) else None

    def parted(self, at: int) -> bool:
        """Whether a word is one of the two halves that a hyphen at a line's end parts."""
        word, before = self.words[at], self.word(at - 1)
        return self._hyphened(word) or (
            before is not None and before.line != word.line and self._hyphened(before)
        )

    def _hyphened(self, word: Word) -> bool:
        return word.after in ("-", "\u00ad") and self.lines[word.line].text.endswith(word.after)


def _behind(line: NormalLine, heads: Mapping[Spot, str]) -> int:
    """The offset behind the label of a line."""
    head = heads.get(line.spot, "")
    return len(head) if line.text.startswith(head) else 0


def _words(text: str, at: int, start: int) -> Iterable[Word]:
    for chunk in _CHUNK.finditer(text, start):
        if _ADDRESS.search(chunk[0]):
            yield Word(chunk[0], at, chunk.start(), Kind.OTHER)
            continue
        for piece in _PIECE.finditer(chunk[0]):
            bare = piece[0].strip(_signs(piece[0]))
            if not bare:
                continue
            offset = piece[0].index(bare)
            first = chunk.start() + piece.start() + offset
            yield Word(
                bare, at, first, _kind(bare),
                piece[0][:offset], piece[0][offset + len(bare) :],
            )  # fmt: skip


def _signs(text: str) -> str:
    return "".join({sign for sign in text if not sign.isalnum()})


def _kind(text: str) -> Kind:
    if _PLAIN.fullmatch(text):
        return Kind.OTHER if _ROMAN.fullmatch(text) and len(text) > 1 else Kind.PLAIN
    if _INITIALS.fullmatch(text):
        return Kind.OTHER
    letters = len(_LETTER.findall(text))
    code = any(sign in _NOT_INSIDE for sign in text)
    return Kind.ODD if letters > 2 and letters * 2 > len(text) and not code else Kind.OTHER
