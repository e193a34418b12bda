"""Words whose letters arrive as other signs, where only one reading is possible.

In: printed lines. Out: lines in which such words are mended, and an edit for each. The rules, in
their order: UTF-8 read as cp1252 (InfraÃ§Ã£o), the private area of symbol fonts, accents that stand
beside their letter (Sec¸a˜o), letters of other alphabets that look like ours. What has two readings
stays, and `signs` reports it.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from pipeline.artefacts import Edit
from pipeline.normalise.draft import Draft

_TOKEN = re.compile("[^ ]+")
_PORTUGUESE = "áàâãäéêëíóôõöúüçÁÀÂÃÄÉÊËÍÓÔÕÖÚÜÇºª°§–—“”‘’•…«»²³½¼€\u00a0"


class Rule(NamedTuple):
    """A way in which words arrive wrong: its name, what the record says, the cure of one word."""

    name: str
    reason: str
    mend: Callable[[str], str]


def mend_words(draft: Draft) -> Draft:
    """Mend the words that a rule makes certain."""
    if not _SUSPECT.search("\n".join(line.text for line in draft.lines)):
        return draft  # as in nearly every norm
    lines, edits = [], []
    for line in draft.lines:
        text = line.text
        if not _SUSPECT.search(text):
            lines.append(line)
            continue
        for rule in RULES:
            mended = _TOKEN.sub(lambda word, rule=rule: rule.mend(word[0]), text)  # type: ignore[misc]
            if mended != text:
                pairs = zip(_TOKEN.findall(text), _TOKEN.findall(mended), strict=True)
                edits += [
                    Edit(before, after, rule.name, rule.reason, line.spot)
                    for before, after in pairs
                    if before != after
                ]
                text = mended
        lines.append(line._replace(text=text))
    return draft.with_(lines=lines, edits=edits)


# ── UTF-8 that was read as cp1252 ────────────────────────────────────────────────────────────


def _as_byte(sign: str) -> int | None:
    """The byte for which cp1252 has a sign; the five that it leaves open stand for themselves."""
    if 0x80 <= ord(sign) < 0xA0:
        return ord(sign)
    try:
        return sign.encode("cp1252")[0]
    except UnicodeEncodeError:
        return None


_FOLLOWING = "".join(
    {bytes((code,)).decode("cp1252", "replace") for code in range(0x80, 0xC0)} - {"\ufffd"}
    | {chr(code) for code in range(0x80, 0xA0)}
)
_MARKS = "“”‘’–—…«»•¹²³ªº°§"
"""What may also stand behind a word in capitals that ends in Ã, and no letter after it."""
_SURE = re.escape("".join(sorted(set(_FOLLOWING) - set(_MARKS))))
_MOJIBAKE = re.compile(
    f"Â[{re.escape(_FOLLOWING)}]|Ã[{_SURE}]|(?<![A-ZÀ-Þ])Ã[{_MARKS}]|Ã[{_MARKS}](?=[A-Za-zÀ-ÿ])"
    f"|â[{re.escape(_FOLLOWING)}]{{2}}"
)


def unscramble(word: str) -> str:
    """Undo what reading UTF-8 as cp1252 makes of a word, if the outcome is Portuguese.

    >>> unscramble("InfraÃ§Ã£o"), unscramble("1Âº"), unscramble("IRM\u00c3\u201d")
    ('Infração', '1º', 'IRMÃ”')
    """
    while (mended := _MOJIBAKE.sub(lambda found: _decoded(found[0]), word)) != word:
        word = mended  # it may have been done twice
    return word


def _decoded(signs: str) -> str:
    codes = [code for sign in signs if (code := _as_byte(sign)) is not None]
    try:
        decoded = bytes(codes).decode("utf-8")
    except UnicodeDecodeError:
        return signs
    good = decoded in _PORTUGUESE or signs[0] == "Â"
    return decoded if len(codes) == len(signs) and good else signs


# ── the private area in which symbol fonts keep their signs ──────────────────────────────────

_PRIVATE = "[\uf020-\uf0ff]"
_PRIVATE_WORD = re.compile(f"{_PRIVATE}{{3,}}")
_PRIVATE_ORDINAL = re.compile(r"(?<=\d)[\uf0ba\uf0aa\uf0b0]")
_PRIVATE_SECTION = re.compile(r"^\uf0a7(?=\d|[úÚ]nico)")
_PRIVATE_CERTAIN = str.maketrans({"\uf0b7": "•", "\uf02d": "-"})  # in every symbol font


def reveal(word: str) -> str:
    """Read signs of the private area, where their place tells what they are.

    >>> reveal("\uf041\uf072\uf074\uf02e"), reveal("1\uf0ba"), reveal("\uf0a73º"), reveal("\uf0a7")
    ('Art.', '1º', '§3º', '\uf0a7')
    """
    word = _PRIVATE_WORD.sub(lambda found: _shifted(found[0]), word)
    word = _PRIVATE_ORDINAL.sub(lambda found: _shifted(found[0]), word)
    return _PRIVATE_SECTION.sub("§", word).translate(_PRIVATE_CERTAIN)


def _shifted(signs: str) -> str:
    """Signs of a text font that calls itself one of symbols: each at its byte, F000 higher."""
    read = bytes(ord(sign) & 0xFF for sign in signs).decode("cp1252", "replace")
    letters = sum(sign.isalnum() for sign in read)
    good = 2 * letters >= len(read) or len(read) == 1
    return read if good and "\ufffd" not in read else signs


# ── accents beside their letter ──────────────────────────────────────────────────────────────

_ACCENTS = {"¸": "\u0327", "˜": "\u0303", "´": "\u0301", "ˆ": "\u0302", "¨": "\u0308"}
_ACCENTS |= {"\x88": "\u0302", "\x98": "\u0303"}  # cp1252's, passed through as controls
_BESIDE = re.compile(f"[{''.join(_ACCENTS)}]")
_COMPOSED = frozenset("áâãàéêíóôõúüçÁÂÃÀÉÊÍÓÔÕÚÜÇ")


def compose(word: str) -> str:
    """Put accents onto their letters, if each can go onto one alone.

    Some fonts print the accent before its letter (TeX), some behind it; a word has one way.

    >>> compose("Sec¸a˜o"), compose("Sec¸˜ao"), compose("sa´ude"), compose("obriga¸c\x98oes")
    ('Seção', 'Seção', 'sa´ude', 'obrigações')
    """
    if not _BESIDE.search(word):
        return word
    ways = {way for after in (False, True) if (way := _composed(word, after)) is not None}
    mixed = _one_by_one(word)
    if mixed is not None:
        ways.add(mixed)
    return ways.pop() if len(ways) == 1 else word


def _composed(word: str, after: bool) -> str | None:
    """The word if every accent stands behind its letter (or before it); None if one can't."""
    signs = word if after else word[::-1]
    out: list[str] = []
    for sign in signs:
        if sign not in _ACCENTS:
            out.append(sign)
            continue
        whole = _onto(out[-1], sign) if out else None
        if whole is None:
            return None
        out[-1] = whole
    joined = "".join(out)
    joined = joined if after else joined[::-1]
    return joined if _is_spelt(joined) else None


def _one_by_one(word: str) -> str | None:
    """The word if each accent has but one neighbour that can carry it."""
    out, rest = "", word
    while found := _BESIDE.search(rest):
        before, behind = rest[: found.start()], rest[found.end() :]
        left = _onto(before[-1:], found[0])
        right = _onto(behind[:1], found[0])
        if (left is None) == (right is None):
            return None
        out += before[:-1] + left if left else before
        rest = right + behind[1:] if right else behind
    whole = out + rest
    return whole if _is_spelt(whole) else None


def _onto(letter: str, accent: str) -> str | None:
    whole = unicodedata.normalize("NFC", letter.replace("ı", "i") + _ACCENTS[accent])
    return whole if whole in _COMPOSED else None


def _is_spelt(word: str) -> bool:
    """Whether tilde and cedilla stand as Portuguese has them: ão, ãe, õe, no ç before e or i."""
    return not re.search(r"[aeiouáéíóú]ã|aõ|õ(?!e)|ç[eiéíê]", word, re.IGNORECASE)


# ── letters of other alphabets ───────────────────────────────────────────────────────────────

_CYRILLIC = dict(zip("аеорсухіјѕһАВЕКМНОРСТУХІЈЅ", "aeopcyxijshABEKMHOPCTYXIJS", strict=True))
_GREEK = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲ", "ABEZHIKMNOPTYXoc", strict=True))
_TWINS = str.maketrans({**_CYRILLIC, **_GREEK, "ı": "i"})


def romanise(word: str) -> str:
    """Read letters of other alphabets as those they look like, if the whole word is then ours.

    A word of another alphabet stays, and so does a sign of a formula, alone.

    >>> romanise("muniсípio"), romanise("ΙΙ"), romanise("Москва"), romanise("Ω")
    ('município', 'II', 'Москва', 'Ω')
    """
    mended = word.translate(_TWINS)
    ours = all(unicodedata.name(sign, "").startswith("LATIN") for sign in mended if sign.isalpha())
    lone = sum(sign.isalpha() for sign in word) == 1 and any(sign in _GREEK for sign in word)
    return mended if ours and not lone else word


RULES = (
    Rule("utf8_lido_como_cp1252", "UTF-8 lido como cp1252", unscramble),  # before blanks are one
    Rule("area_privada", "letras na área privada de uma fonte de símbolos", reveal),
    Rule("acento_ao_lado", "acento ao lado da letra que o leva", compose),  # it reads ı as i
    Rule("outro_alfabeto", "letra de outro alfabeto, igual à nossa", romanise),
)

_SUSPECT = re.compile(
    f"[ÂÃâ][{re.escape(_FOLLOWING)}]"
    f"|[{_PRIVATE.strip('[]')}{''.join(_ACCENTS)}{''.join(map(chr, _TWINS))}]"
)
"""What a word must hold that any of the rules mends: one search spares nearly every line."""
