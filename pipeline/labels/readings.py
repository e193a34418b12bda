"""Every reading of the head of a line as a label.

In: a printed line. Out: its `Reading`s: the one that the grammar takes without a guess, and those
that become possible when look-alike glyphs are taken for each other (`l2` may be 12, `Il` may be
II, `$ 1º` may be § 1º), or when a sanction line has lost its label. Nothing is decided here:
`normalise` does, by the sequence.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pipeline.grammar import label_at
from pipeline.labels.ids import Kind, canonical
from pipeline.labels.numbers import Number, parse_letter, parse_roman
from pipeline.labels.numerals import ordinal_from_words
from pipeline.labels.urn import fold

SANCTIONS = {
    "INFRACAO": "Infração", "PENALIDADE": "Penalidade", "MEDIDA": "Medida administrativa",
}  # fmt: skip
"""The grammar's terminals of sanction lines and their canonical labels."""

_KINDS = {kind.value.upper(): kind for kind in Kind}
_LISTED = (Kind.INCISO, Kind.ALINEA, Kind.ITEM)
_BARE = ("INCISO", "ALINEA", "ITEM")
"""Terminals of labels that are a number and no word."""
_NAMED = {"complementar": 0, "geral": 1, "especial": 2}

# Glyphs that print and scanners confuse, and what each may stand for.
_ROMAN_GLYPHS = {
    "I": "I", "1": "I", "l": "I", "i": "I", "|": "I", "!": "I", "V": "V", "v": "V", "Y": "V",
    "y": "V", "X": "X", "x": "X", "K": "X", "k": "X", "L": "L", "C": "C", "H": "II",
}  # fmt: skip
_DIGIT_GLYPHS = {digit: digit for digit in "0123456789"} | {
    "O": "0", "o": "0", "Q": "0", "D": "0", "l": "1", "I": "1", "|": "1", "!": "1", "i": "1",
    "Z": "2", "z": "2", "S": "5", "s": "5", "B": "8", "b": "6", "g": "9",
}  # fmt: skip
_LETTER_GLYPHS = {
    "ç": "c", "é": "e", "ê": "e", "á": "a", "à": "a", "ã": "a", "í": "i", "ó": "o", "ú": "u",
    "0": "o", "1": "li", "|": "li", "!": "li", "l": "i", "i": "l", "6": "b", "9": "g",
}  # fmt: skip

_SUFFIX = re.compile(r"- ?(A[A-Z]|[A-Z])(?![A-Za-zÀ-ÿ])")
_APART = re.compile(r"(?P<letter>[A-Z])(?:\.| ?[-–—]) ?(?=[^\W\d_a-zà-ÿ]|[“\"])")
"""A letter that has lost its dash, and stands apart: "Art. 71 A. Texto"."""
_SMALL_ROMAN = re.compile(r"(?P<n>[ivx]{1,5}) ?\) *")
_ROMAN = re.compile(r"[IVXLC]+(?=\W*$)")
_GROUPED = re.compile(r"(?P<group>\d{1,2})\.(?P<n>\d\d)(?!\d)")
_LETTERS = re.compile("(?<=-)A[A-Z]|[A-Z]")
_NUMBER = f"[{''.join(map(re.escape, _DIGIT_GLYPHS))}]"
_ROMANS = f"[{''.join(map(re.escape, _ROMAN_GLYPHS))}]"
_GLYPH = r"(?:[^\W_]|[!|§$])"
_DASH = r"[-‐‑‒–—―−~_=•·*]"
_ARTICLE = re.compile(
    r"(?P<word>[A-Za-zÀ-ÿ41|!]{2,6}(?:[.,:;]| |(?=\d))) *"
    rf"(?P<n>{_NUMBER}{{1,4}}) *\.? *[º°ª*o'\"]?(?:(?<![ .])(?P<suffix>(?:-?[A-Z])+))?"
    r"(?=[ .,:;-]) *[.,:;-]? *"
)
_PARAGRAPH = re.compile(
    rf"(?P<sign>[§$S58&]?) *(?P<n>{_NUMBER}{{1,3}}) *\.? *(?P<o>[º°ª*o])? *[.-]? *(?=[A-ZÀ-Ý0])"
)
_LETTERED = re.compile(
    r"(?P<sign>(?:Art|ART)[. ]{1,2}|§ ?)(?P<n>[0-9]{1,4})[º°ª]?(?P<letter>[A-Za-z])"
    r"(?:\. ?| )(?=[A-ZÀ-Ý])"
)
"""A letter that has lost its dash: "Art. 2B Texto"."""
_SINGLE = re.compile(r"(?P<words>[^\W_]{7,11}[ .]{1,2}[^\W_]{4,7})(?P<end> *[.:,-]? *)")
_INCISO = re.compile(rf"(?P<n>{_ROMANS}{{1,9}})(?P<sep> *(?:{_DASH}+|[.:;)]+(?= ))) *")
_ALINEA = re.compile(r"(?P<n>[A-Za-zà-ÿ0-9|!]) ?[)\]}>] *")
_GROUPING = re.compile(
    rf"(?P<word>{_GLYPH}{{4,9}}) *(?P<n>{_ROMANS}{{1,9}})(?= *$| *[-–—.:])[-–—.: ]*"
)
_SANCTIONS = tuple(
    re.compile(rf"(?P<words>{words}) *(?P<sep>{_DASH}+|[.,:;]+)? *")
    for words in (rf"{_GLYPH}{{6,12}}", rf"{_GLYPH}{{5,8}} +{_GLYPH}{{10,16}}")
)
_PUNISHMENT = re.compile(r"(?:multa|advertência) *(?:\(|de R\$|$)", re.IGNORECASE)
_MEASURE = re.compile(r"(?:retenção|remoção|recolhimento|transbordo) d[aeo]s? ", re.IGNORECASE)
_GRAVITY = re.compile(r"(?:leve|m[ée]dia|grave|grav[íi]ssim[ao])\W*$", re.IGNORECASE)
_VALUES = {"INFRACAO": _GRAVITY, "PENALIDADE": _PUNISHMENT, "MEDIDA": _MEASURE}
"""What a value looks like that can be no other line's."""
_PUNISHES = ("multa", "advertência", "retenção", "remoção", "recolhimento", "apreensão")


class Reading(NamedTuple):
    """One way to read the head of a line.

    `terminal` is the grammar's name, `printed` the head as it stands, `clear` the head as the
    grammar reads it; `kind` and `number` are None for sanction lines.
    """

    terminal: str
    printed: str
    clear: str
    kind: Kind | None = None
    number: Number | None = None

    @property
    def exact(self) -> bool:
        """Whether the grammar reads the printed head as it stands."""
        return self.printed == self.clear

    @property
    def shown(self) -> str:
        """The label in its canonical form, for messages and for the catalogue."""
        if self.kind is None or self.number is None:
            return SANCTIONS[self.terminal]
        return canonical(self.kind, self.number)


@lru_cache(maxsize=4096)  # a text has few labels, each of them many times
def number_of(terminal: str, printed: str) -> Number:
    """The number in a label that the grammar has read.

    >>> number_of("ARTIGO", "Art. 14-A. ").fragment, number_of("CAPITULO", "CAPÍTULO ÚNICO").unico
    ('14-1', True)
    >>> number_of("ITEM", "1.02 - ").suffixes, number_of("ITEM", "1.02 - ").words
    ((2,), '1.02')
    """
    text = printed.strip().lstrip("* ")
    if "nic" in text.lower():
        return Number(1, (), unico=True)
    words = _words_behind(text) if terminal not in _BARE else ""
    written = _NAMED.get(fold(words), ordinal_from_words(words)) if words else None
    if written is not None:
        # An article's number stands in digits (LC 95, art. 10, I); of others the words stay.
        return Number(written) if terminal == "ARTIGO" else Number(written, (), words=words)
    grouped = _GROUPED.match(text) if terminal == "ITEM" else None
    if grouped:
        return Number(int(grouped["group"]), (int(grouped["n"]),), words=grouped[0])
    suffixes = tuple(parse_letter(one) for one in _SUFFIX.findall(text)) if "-" in text else ()
    if terminal in ("ARTIGO", "PARAGRAFO", "ITEM") or (
        terminal not in _BARE and any(map(str.isdigit, text))
    ):
        digits = re.search(r"\d{1,3}\.\d{3}|\d+", text)
        return Number(int(digits[0].replace(".", "")) if digits else 0, suffixes)
    if terminal == "ALINEA":
        return Number(parse_letter(re.search("[a-z]+", text)[0]), suffixes)  # type: ignore[index]
    roman = _ROMAN.search(_SUFFIX.sub("", text) if suffixes else text)
    return Number(parse_roman(roman[0]) or 0 if roman else 0, suffixes)


def _words_behind(label: str) -> str:
    """What is written out in a label, but for the word that names its kind; empty if it has digits.

    >>> _words_behind("PRIMEIRA PARTE"), _words_behind("CAPÍTULO DÉCIMO SEGUNDO -")
    ('PRIMEIRA', 'DÉCIMO SEGUNDO')
    """
    words = label.rstrip(" .:)*-–—").split()
    own = words[:-1] if words and fold(words[-1]) == "parte" else words[1:]
    said = " ".join(own)
    return said if said.replace(" ", "").isalpha() else ""


@lru_cache(maxsize=4096)  # several steps ask the same of a line
def exact_reading(line: str) -> Reading | None:
    """The label at a line's head that the grammar reads without a guess.

    >>> exact_reading("§ 2º A taxa é anual.").shown
    '§ 2º'
    """
    found = label_at(line)
    if found is None:
        return None
    terminal, printed = found
    if terminal in SANCTIONS:
        return Reading(terminal, printed, printed)
    return Reading(terminal, printed, printed, _KINDS[terminal], number_of(terminal, printed))


def readings(line: str) -> tuple[Reading, ...]:
    """All readings of a line's head, the exact one first.

    What is listed may have others beside an exact one: `1 —` may be I, `l)` i, and `C)` c.

    >>> [one.shown for one in readings("Art. l2. Fica criado o fundo.")]
    ['Art. 12']
    """
    exact = exact_reading(line)
    if exact is None:
        return tuple(dict.fromkeys(_doubtful(line)))
    if exact.kind not in _LISTED:
        return (exact, *_apart(line, exact))
    # "VI-A" is no VI whose text begins with an A.
    kinds = [
        one
        for one in _LISTED
        if not (exact.number and exact.number.suffixes) or one is not exact.kind
    ]
    return (exact, *(one for one in _doubtful(line) if one.kind in kinds and one != exact))


def _doubtful(line: str) -> Iterator[Reading]:
    for family in _FAMILIES:
        yield from family(line)


def _articles(line: str) -> Iterator[Reading]:
    found = _ARTICLE.match(line)
    if found and near(found["word"].rstrip(".,:; "), ("art", "artigo"), 1):
        suffixes = tuple(parse_letter(one) for one in _LETTERS.findall(found["suffix"] or ""))
        for value in _digits(found["n"]):
            yield _read(Kind.ARTIGO, Number(value, suffixes), found[0], ". ")


def _paragraphs(line: str) -> Iterator[Reading]:
    found = _PARAGRAPH.match(line)
    if found and (found["sign"] == "§" or found["o"]):
        for value in _digits(found["n"]):
            yield _read(Kind.PARAGRAFO, Number(value), found[0], " ")
    single = _SINGLE.match(line)
    if single and near(single["words"], ("paragrafo unico",), 3):
        yield _read(Kind.PARAGRAFO, Number(1, (), unico=True), single[0], ". ")


def _lettered(line: str) -> Iterator[Reading]:
    found = _LETTERED.match(line)
    if found and int(found["n"]):
        number = Number(int(found["n"]), (parse_letter(found["letter"]),))
        kind = Kind.PARAGRAFO if found["sign"].startswith("§") else Kind.ARTIGO
        yield _read(kind, number, found[0], " " if kind is Kind.PARAGRAFO else ". ")


def _apart(line: str, exact: Reading) -> Iterator[Reading]:
    """An article's letter may stand apart from its number: "Art. 71 A. A taxa"."""
    if exact.kind is not Kind.ARTIGO or exact.number is None or exact.number.suffixes:
        return
    found = _APART.match(line, len(exact.printed))
    if found and exact.printed[-2:-1] not in (".", ":", "-", "–", "—", ")"):
        number = Number(exact.number.value, (parse_letter(found["letter"]),))
        yield _read(Kind.ARTIGO, number, line[: found.end()], ". ")


def _items(line: str) -> Iterator[Reading]:
    """A small roman may number what hangs on an alínea: "i) comum;"."""
    found = _SMALL_ROMAN.match(line)
    value = parse_roman(found["n"].upper()) if found else None
    if found and value:
        yield _read(Kind.ITEM, Number(value), found[0], " ")


def _incisos(line: str) -> Iterator[Reading]:
    found = _INCISO.match(line)
    if found:
        value = parse_roman("".join(_ROMAN_GLYPHS[glyph] for glyph in found["n"]))
        if value:
            yield _read(Kind.INCISO, Number(value), found[0], " — ")


def _alineas(line: str) -> Iterator[Reading]:
    found = _ALINEA.match(line)
    if found:
        for glyph in _LETTER_GLYPHS.get(found["n"], found["n"].lower()):
            if "a" <= glyph <= "z":
                yield _read(Kind.ALINEA, Number(parse_letter(glyph)), found[0], " ")


def _groupings(line: str) -> Iterator[Reading]:
    found = _GROUPING.match(line)
    if found is None:
        return
    value = parse_roman("".join(_ROMAN_GLYPHS[glyph] for glyph in found["n"]))
    for kind in (Kind.TITULO, Kind.CAPITULO, Kind.SECAO, Kind.SUBSECAO):
        if value and near(found["word"], (kind.value,), 2):
            yield _read(kind, Number(value), found[0], " ")


def _sanctions(line: str) -> Iterator[Reading]:
    for pattern in _SANCTIONS:
        found = pattern.match(line)
        if found is None:
            continue
        # Without a dash only a value that can be nothing else shows that this is no sentence.
        value = line[found.end() :]
        if not (found["sep"] or _GRAVITY.match(value) or value.startswith(_PUNISHES)):
            continue
        for terminal, label in SANCTIONS.items():
            # Behind a dash such a value makes a label even of a word that is half gone.
            most = 4 if found["sep"] and _VALUES[terminal].match(value) else 2
            if near(found["words"], (fold(label),), most):
                yield Reading(terminal, found[0], f"{label} — ")


def _values(line: str) -> Iterator[Reading]:
    """A value that has lost its label: a gravity alone on its line, a fine, a measure."""
    for terminal, pattern in _VALUES.items():
        if pattern.match(line):
            yield Reading(terminal, "", f"{SANCTIONS[terminal]} — ")


_FAMILIES = (
    _articles, _paragraphs, _lettered, _incisos, _items, _alineas, _groupings, _sanctions, _values,
)  # fmt: skip


def _read(kind: Kind, number: Number, printed: str, end: str) -> Reading:
    return Reading(kind.value.upper(), printed, canonical(kind, number) + end, kind, number)


def _digits(text: str) -> Iterator[int]:
    """The value of a number written with look-alike glyphs, if at least one reading is a number."""
    value = int("".join(_DIGIT_GLYPHS[glyph] for glyph in text))
    if value:
        yield value


@lru_cache(maxsize=4096)
def near(printed: str, wanted: tuple[str, ...], most: int) -> bool:
    """Whether folded text differs from one of the words by at most so many glyphs.

    >>> near("lnfracão", ("infracao",), 2), near("Fração", ("infracao",), 1)
    (True, False)
    """
    folded = fold(printed)
    return any(_distance(folded, word, most) <= most for word in wanted)


def _distance(one: str, two: str, most: int) -> int:
    """Levenshtein distance, given up where it must exceed `most`."""
    if abs(len(one) - len(two)) > most:
        return most + 1
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        above, row[0] = row[0], i
        for j, b in enumerate(two, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (a != b))
        if min(row) > most:
            return most + 1
    return row[-1]
