"""What speaks for a form: the text itself, and the word list.

In: a `Text` and a `WordList`. Out: scores, and the reason in Portuguese. What the text prints
elsewhere outweighs any list; between listed forms the more common one weighs more.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pipeline.labels import fold
from pipeline.propose.lexicon import WordList, adds_accents, origins, plurals
from pipeline.propose.words import Kind, Text, Word

IN_TEXT = 1000
"""What it adds to a score that the text itself has the form."""
RECURRENT = 3
"""A form that the text uses so often is its own."""
_UNLISTED = 900
"""The class that an unlisted form is given: rarer than any listed one."""
_RAREST = ((4, 480), (5, 560), (6, 600), (99, 740))
"""(letters, class): the shorter a form, the more common it must be for the list to speak for it."""
_SURE, _LIKELY = 145, 120
"""Classes between a bare and an accented form, 28 and 16 times: enough for the list alone, and
where the text has the accented form as well. In seven real norms each form beyond was a fault."""


class Candidate(NamedTuple):
    """A form that may have been printed, and what speaks for it."""

    form: str
    score: int
    reason: str


@dataclass(frozen=True)
class Evidence:
    """The text and the list, asked together."""

    text: Text
    words: WordList

    def score(self, form: str) -> int | None:
        """What speaks for a form; None where nothing does."""
        rank = self._rank(form)
        common = _UNLISTED - (_UNLISTED if rank is None else rank)
        # What is not listed may be a fault itself, unless the text has it again and again.
        if self.text.counts[form] >= (RECURRENT if rank is None else 1):
            return IN_TEXT + common
        return common if rank is not None and rank <= _rarest(form) else None

    def _rank(self, form: str) -> int | None:
        """The class of a form; the list has no hyphens, so the rarest part counts."""
        ranks = [self.words.rank(part) for part in form.split("-") if len(part) > 1]
        listed = [rank for rank in ranks if rank is not None]
        return max(listed) if listed and len(listed) == len(ranks) else None

    def told(self, form: str) -> str:
        """What speaks for a form, in words."""
        count = self.text.counts[form]
        return (
            f"o texto imprime «{form}» {count}×" if count else f"a lista de palavras tem «{form}»"
        )

    def gain(self, form: str, other: str) -> int:
        """By how many classes another form is more common than this one."""
        ranks = [_UNLISTED if rank is None else rank
                 for rank in (self.words.rank(form), self.words.rank(other))]  # fmt: skip
        return ranks[0] - ranks[1]

    def is_doubtful(self, word: Word) -> bool:
        """Whether a word may be no word: unlisted, not recurrent, no name, whole, long enough."""
        if word.kind is Kind.ODD:
            return True
        return (
            word.kind is Kind.PLAIN
            and len(word.text) > 2
            and self.text.counts[word.low] < RECURRENT
            and not self.words.knows(word.text)
            and word.low not in self.text.names
            and not self._is_inflected(word.low)
        )

    def _is_inflected(self, form: str) -> bool:
        """Whether the text uses another form of an unlisted word again and again."""
        others = (form.removesuffix("s"), *origins(form), *plurals(form))
        return any(self.text.counts[one] >= RECURRENT for one in others)

    def accented(self, form: str, *, capital: bool = False) -> list[Candidate]:
        """The forms of which this one has lost the accents.

        A name may be written without: of a word with a capital only the text itself can tell.
        """
        found = []
        listed = self.words.accented(form)
        own = (one for one in self._own_accented.get(fold(form), ()) if adds_accents(form, one))
        for other in dict.fromkeys((*own, *listed)):
            gain = self.gain(form, other)
            count = sum(self.text.counts[one] for one in (other, *plurals(other)))
            unlisted = self.words.rank(form) is None
            if not (gain >= (_LIKELY if count else _SURE) or (count and unlisted)):
                continue
            if capital and not count:
                continue
            reason = f"acento perdido; {self._compared(form, other)}"
            found.append(Candidate(other, (IN_TEXT if count else 0) + gain, reason))
        return found

    def _compared(self, form: str, other: str) -> str:
        parts = []
        shown = next((one for one in (other, *plurals(other)) if self.text.counts[one]), None)
        if shown:
            parts.append(self.told(shown))
        if self.words.rank(form) is None:
            parts.append(f"«{form}» não está na lista de palavras")
        elif self.words.rank(other) is not None:
            times = round(10 ** (self.gain(form, other) / 100))
            parts.append(f"na lista de palavras, «{other}» é {times} vezes mais comum que «{form}»")
        return "; ".join(parts)

    @cached_property
    def _own_accented(self) -> dict[str, list[str]]:
        by_bare: dict[str, list[str]] = {}
        for form in self.text.counts:
            if not form.isascii():
                by_bare.setdefault(fold(form), []).append(form)
        return by_bare

    def fits(self, at: int, form: str) -> str | None:
        """The pair of words of the text that a form would make here once more."""
        word = self.text.words[at]
        before, after = self.text.word(at - 1), self.text.word(at + 1)
        pairs = self.text.pairs
        if before and not before.after and not word.before and pairs[before.low, form]:
            return f"{before.low} {form}"
        if after and not word.after and not after.before and pairs[form, after.low]:
            return f"{form} {after.low}"
        return None


def _rarest(form: str) -> int:
    return next(rank for letters, rank in _RAREST if len(form) <= letters)
