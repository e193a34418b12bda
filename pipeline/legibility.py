"""Whether the text of a page can be Portuguese at all.

In: the text of a page. Out: a share of plausible words, and a verdict. It proves nothing of single
words: it tells a page of text from a page of what a scanner made of it upside down.
"""

import re
from functools import lru_cache

FEW = 10
"""Below so many words there is too little to judge."""
LEAST_SPEAKABLE = 0.55
"""Below this share of words that could be spoken a text is none."""
DOUBTFUL_SPEAKABLE = 0.85
LEAST_COMMON = 0.15
"""A doubtful text must at least have its share of the commonest words. In eight real norms the
lowest share of a good page was 0.20, and a page scanned upside down had 0.09."""

# Every block of letters, and what stands for signs that could not be read; no punctuation. Twice
# as fast as asking for the category of each sign.
_WORD = re.compile("[A-Za-zÀ-ÖØ-öø-\u1fff\u2c00-\uffff]{3,}")
_CONSONANT, _VOWEL = "[b-df-hj-np-tv-zç]", "[aeiouáàâãéêíóôõúü]"
_SPOKEN = re.compile(
    rf"{_CONSONANT}{{0,3}}{_VOWEL}{{1,4}}(?:{_CONSONANT}{{1,4}}{_VOWEL}{{1,4}})*{_CONSONANT}{{0,2}}",
    re.IGNORECASE,
)
_ANY = re.compile(r"[^\W\d_]+")
_COMMON = frozenset(
    "a à ao aos as às com da das de do dos e é em lei na nas no nos não o os ou para pela pelo por "
    "que se sem ser será seu sua um uma".split()
)


def quality(text: str) -> float | None:
    """The share of words that could be spoken; None where there are too few to tell.

    >>> quality("o serviço de transporte de escolares rege-se por este código disciplinar " * 2)
    1.0
    """
    words = _WORD.findall(text)
    return round(sum(map(_is_spoken, words)) / len(words), 2) if len(words) >= FEW else None


@lru_cache(maxsize=16_384)
def _is_spoken(word: str) -> bool:
    return _SPOKEN.fullmatch(word) is not None


def is_legible(text: str, share: float | None) -> bool:
    """Whether a page's text, of which `share` is plausible, can be trusted to be text.

    >>> garbage = "xrsao qstj rtnx kcrts o pwqz ttrl vbnm ocroo jklm " * 3
    >>> is_legible(garbage, quality(garbage))
    False
    """
    if share is None or share >= DOUBTFUL_SPEAKABLE:
        return True
    words = _ANY.findall(text.lower())
    common = sum(word in _COMMON for word in words) / len(words)
    return share >= LEAST_SPEAKABLE and common >= LEAST_COMMON
