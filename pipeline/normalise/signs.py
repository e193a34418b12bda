"""Signs that arrive wrong: composed accents, ligatures, control characters taken for dashes.

Guarantees: text is NFC, never NFKC (1º stays 1º, ½ stays ½); a sign that can't be read stays and
is reported; every change but the trimming of blanks is recorded.
"""

import re
import unicodedata

from pipeline.artefacts import Discard, Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.normalise.draft import Draft
from pipeline.spans import Spot

# cp1252 bytes that some makers of PDFs pass through as control characters.
_CP1252 = {code: bytes((code,)).decode("cp1252", errors="replace") for code in range(0x80, 0xA0)}
_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl",
}  # fmt: skip
_INVISIBLE = (
    "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"  # of no width
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # that turn the way of writing
)
_BLANK = "\t\x0c\x1c\x1d\x1e\x1f\u00a0\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_CERTAIN = str.maketrans(
    _LIGATURES
    | dict.fromkeys(_INVISIBLE, "")
    | dict.fromkeys(_BLANK, " ")
    | _FULL_WIDTH
    | {chr(code): sign for code, sign in _CP1252.items() if sign != "\ufffd"}
)
_ODD = re.compile(f"[{''.join(map(chr, _CERTAIN))}]")
_BLANKS = re.compile(r" {2,}")
_LONG_WORD = 32
"""Letters and blanks; a word in spaced letters is no longer."""
_SMALL_ORDINAL = re.compile("(?<=[0-9])[ᵃᵒ]|(?<=[0-9])˚")
_ORDINALS = {"ᵃ": "ª", "ᵒ": "º", "˚": "°"}
_RING = re.compile(r"^((?:[Aa][Rr][Tt](?:\.|igo)?|§) ?[0-9]{1,4})[åÅ](?= )")
"""What some fonts have for the ordinal sign of a label; in the text it may be that or a degree."""
_SOFT_HYPHEN = re.compile(r"(?<=[^\W\d_])\u00ad(?=[^\W\d_])")
"""A place where a word may be parted, and is not; at a line's end `words` looks at it."""
_RARE = re.compile("[ᵃᵒ˚åÅ\u00ad]")
"""A sign that one of the three patterns above needs."""
_PERHAPS_UNREADABLE = re.compile(
    "[\ufffd\x00-\x0a\x0c-\x1f\x7f-\x9f\ue000-\uf8ffåÅ¸˜´ˆ¨\u0370-\u03ff\u0400-\u04ff]|\\(cid:"
)
"""The signs that `_UNREADABLE` looks for, wherever they stand: nearly every line has none."""
_UNREADABLE = re.compile(
    "[\ufffd\x00-\x0a\x0c-\x1f\x7f-\x9f\ue000-\uf8ff]"
    "|(?<=[0-9])[åÅ]"  # what some fonts have for º or °
    r"|\(cid:[0-9]{1,5}\)"
    "|(?<=[^\\W\\d_])[¸˜´ˆ¨](?=[^\\W\\d_])"  # an accent that could be either neighbour's
    "|[\u0370-\u03ff\u0400-\u04ff](?=[A-Za-z])|(?<=[A-Za-z])[\u0370-\u03ff\u0400-\u04ff]"
)


def resolve_signs(draft: Draft) -> Draft:
    """Bring every line to NFC, one blank between words, and readable signs."""
    lines, edits, discards, found = [], [], [], []
    for line in draft.lines:
        text = read_signs(line.text)
        if not text:
            discards.append(Discard(line.text, "ruido", line.spot))
            continue
        if text != line.text.strip():
            reason = "sinais compostos, ligaduras, controles ou brancos"
            edits.append(Edit(line.text.strip(), text, "sinais", reason, line.spot))
        found.extend(_unreadable(text, line.spot))
        lines.append(NormalLine(text, line.spot, struck=line.struck))
    return draft.with_(lines=lines, edits=edits, discards=discards, diagnostics=found)


def read_signs(text: str) -> str:
    """The text with certain signs put right.

    >>> read_signs("Infrac\u0327a\u0303o \x96 o \ufb01scal")
    'Infração – o fiscal'
    """
    text = unicodedata.normalize("NFC", text)
    if _ODD.search(text):
        text = unicodedata.normalize("NFC", text.translate(_CERTAIN))
    if _RARE.search(text):
        text = _RING.sub(r"\1º", text)
        text = _SOFT_HYPHEN.sub("", _SMALL_ORDINAL.sub(lambda sign: _ORDINALS[sign[0]], text))
    text = text.strip()
    if _is_spaced(text):
        text = " ".join(word.replace(" ", "") for word in _BLANKS.split(text))
    return _BLANKS.sub(" ", text) if "  " in text else text


def _is_spaced(text: str) -> bool:
    """Whether a line is set in spaced letters; its words stand two or more blanks apart.

    A long line without wider blanks is left as it is: where its words end nobody can tell.
    """
    if len(text) > _LONG_WORD and "  " not in text:
        return False
    return (
        text[1:2] == text[3:4] == " "
        and len(text) > 6
        and all(len(sign) == 1 for sign in text.split())
    )


def _unreadable(text: str, spot: Spot) -> list[Diagnostic]:
    sign = _UNREADABLE.search(text) if _PERHAPS_UNREADABLE.search(text) else None
    if sign is None:
        return []
    told = f"U+{ord(sign[0]):04X}" if len(sign[0]) == 1 else sign[0]
    what = f"sinal ilegível ({told}) na linha"
    return [diagnose("NOR005", what, place=spot, mark=sign[0])]
