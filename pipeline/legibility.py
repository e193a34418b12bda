"""Whether the text of a page can be Portuguese at all.

In: the text of a page. Out: a share of plausible words, and what is wrong with the whole. It proves
nothing of single words: it tells a page of text from what a scanner, or a font without a table of
characters, made of one.
"""

import re
from collections import Counter
from functools import lru_cache

FEW = 10
"""Below so many words there is too little to judge."""
LEAST_SPEAKABLE = 0.55
"""Below this share of words that could be spoken a text is none."""
DOUBTFUL_SPEAKABLE = 0.85
LEAST_COMMON = 0.15
"""A doubtful text must at least have its share of the commonest words. In eight real norms the
lowest share of a good page was 0.20, and a page scanned upside down had 0.09."""
LEAST_CODED = 0.2
"""Share of a text in codes of glyphs above which it is none."""
FEW_SIGNS, LEAST_WRITTEN = 40, 0.7
"""A text of no fewer signs than these must have this share of letters, digits and marks."""
MOST_ALONE = 0.4
"""Share of letters on their own from which on a text is parted; of print they are less than 0.1."""
FEW_BROKEN, MOST_BROKEN = 4, 0.025
"""Different broken words from which on, and their share, a page is badly recognised. In eight real
norms no good page had more than 0.012; of six of a typewritten scan five had 0.047 to 0.4."""

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
_OTHERS = {
    "espanhol": frozenset("el la los las y en del al con por que de un una su es lo o".split()),
    "inglês": frozenset("the of and to in shall be for by is any or that this as on with".split()),
    "francês": frozenset("le la les des du et en est un une par pour que de dans au aux".split()),
    "italiano": frozenset("il la le di e del della dei che in per un una al è sono con".split()),
}
"""The commonest words of the languages that laws near ours are written in."""

_MARKS = frozenset(
    ".,;:!?()[]{}/-–—―_ºª°§%$&+*=\"'“”‘’«»<>@#|\N{SOFT HYPHEN}\N{BULLET}\N{HORIZONTAL ELLIPSIS}"
)
_UNWRITTEN = re.compile(rf"[^\w{re.escape(''.join(sorted(_MARKS)))}]")
_CODE = re.compile(r"\(cid:\d{1,5}\)")
_SEPARATE = re.compile(r"\w+")
_ADDRESS = re.compile(r"://|www\.|\.(?:com|gov|org|leg)\b|@", re.IGNORECASE)
_LETTER, _SMALL, _CAPITAL = r"[^\W\d_]", "[a-zà-öø-ÿ]", "[A-ZÀ-ÖØ-Þ]"
_ENDS = ".,;:"
_BROKEN = re.compile(
    rf"{_SMALL}{{2}}{_CAPITAL}|{_CAPITAL}{{2}}{_SMALL}{{1,9}}{_CAPITAL}|{_LETTER}\d{{1,9}}{_LETTER}"
    rf"|{_LETTER}[.,;:]?[*•«»#=<>!?+&%@£€¥{{}}\[\]]{{1,9}}{_LETTER}{{2}}|[\^~■□|\\©®¬¦¢¥£]"
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


def fault(text: str, share: float | None) -> str | None:
    """Why the text of a page, of which `share` is plausible, can't be trusted to be text; or None.

    >>> garbage = "xrsao qstj rtnx kcrts o pwqz ttrl vbnm ocroo jklm sdfg " * 3
    >>> fault(garbage, quality(garbage))
    'só 20% das palavras podem ser lidas'
    """
    return next(filter(None, (look(text, share) for look in _LOOKS)), None)


def _coded(text: str, _: float | None) -> str | None:
    """Glyphs of a font without a table of characters: "(cid:12)(cid:7)"."""
    inside = sum(len(code) for code in _CODE.findall(text))
    if inside <= LEAST_CODED * len(text):
        return None
    return "o texto está em códigos da fonte, como «(cid:12)», e não em letras"


def _symbols(text: str, _: float | None) -> str | None:
    """Signs where letters should stand, as of a font of symbols."""
    bare = "".join(text.split())
    written = len(bare) - len(_UNWRITTEN.findall(bare))
    if len(bare) < FEW_SIGNS or written >= LEAST_WRITTEN * len(bare):
        return None
    return f"só {written / len(bare):.0%} dos sinais são letras, algarismos ou pontuação"


def _parted(text: str, _: float | None) -> str | None:
    """Letters that stand apart: "F i c a c r i a d a"; where one word ends cannot be told."""
    if "  " in text:
        text = "\n".join(line for line in text.splitlines() if "  " not in line)
    words = _SEPARATE.findall(text)
    alone = sum(word.lower() not in "aeoàé" for word in words if len(word) == 1)
    if len(words) < FEW * 3 or alone < MOST_ALONE * len(words):
        return None
    return "as letras das palavras estão separadas por espaços"


def _unspeakable(text: str, share: float | None) -> str | None:
    """Words that nobody could pronounce, and none of the commonest."""
    if share is None or share >= DOUBTFUL_SPEAKABLE:
        return None
    distinct = set(_WORD.findall(text))  # CPF is no fault, however often a form asks for it
    if len(distinct) < FEW or sum(map(_is_spoken, distinct)) >= DOUBTFUL_SPEAKABLE * len(distinct):
        return None
    words = _ANY.findall(text.lower())
    common = sum(word in _COMMON for word in words) / len(words)
    if share >= LEAST_SPEAKABLE and common >= LEAST_COMMON:
        return None
    return f"só {share:.0%} das palavras podem ser lidas"


def _broken(text: str, _: float | None) -> str | None:
    """Words with capitals, digits or signs in their midst, as bad recognition leaves them."""
    found = set(text.split())  # a code of a table is one, however often it stands there
    suspect = {word for word in found if not _is_plain(word) and _BROKEN.search(word)}
    if len(suspect) < FEW_BROKEN:
        return None  # as on nearly every page
    words = [word for word in found if _ANY.search(word) and not _ADDRESS.search(word)]
    broken = sum(word in suspect for word in words)
    if broken < FEW_BROKEN or broken < MOST_BROKEN * len(words):
        return None
    return f"{broken / len(words):.0%} das palavras têm sinais, algarismos ou maiúsculas no meio"


def _is_plain(word: str) -> bool:
    """Whether a word is letters alone, in one case but for the first: hardly any others are there,
    and to look into it takes three times as long."""
    bare = word.rstrip(_ENDS)
    return bare.isalpha() and (bare[1:].islower() or bare.isupper())


_LOOKS = (_coded, _symbols, _parted, _unspeakable, _broken)


def language(text: str) -> str | None:
    """The other language that a page is written in, if it is one of the nearest.

    >>> language("el presente artículo y los demás de la ley en el territorio de la nación " * 6)
    'espanhol'
    """
    words = _ANY.findall(text.lower())
    if len(words) < FEW * 5:
        return None
    times = Counter(words)
    ours = _times(times, _COMMON)
    named, theirs = max(
        ((name, _times(times, known)) for name, known in _OTHERS.items()),
        key=lambda found: found[1],
    )
    return named if theirs > ours and theirs >= LEAST_COMMON * len(words) else None


def _times(times: Counter[str], known: frozenset[str]) -> int:
    return sum(times.get(word, 0) for word in known)
