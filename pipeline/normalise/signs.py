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
_INVISIBLE = "\u200b\u200e\ufeff"
_BLANK = "\t\x0c\x1c\x1d\x1e\x1f\u00a0\u2002\u2003\u2007\u2009\u202f"
_CERTAIN = str.maketrans(
    _LIGATURES
    | dict.fromkeys(_INVISIBLE, "")
    | dict.fromkeys(_BLANK, " ")
    | {chr(code): sign for code, sign in _CP1252.items() if sign != "\ufffd"}
)
_ODD = re.compile(f"[{''.join(map(chr, _CERTAIN))}]")
_BLANKS = re.compile(r" {2,}")
_UNREADABLE = re.compile("[\ufffd\x00-\x0a\x0c-\x1f\x7f-\x9f\ue000-\uf8ff]")


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
    text = text.strip()
    if _is_spaced(text):
        text = " ".join(word.replace(" ", "") for word in _BLANKS.split(text))
    return _BLANKS.sub(" ", text) if "  " in text else text


def _is_spaced(text: str) -> bool:
    """Whether a line is set in spaced letters; its words stand two or more blanks apart."""
    return (
        text[1:2] == text[3:4] == " "
        and len(text) > 6
        and all(len(sign) == 1 for sign in text.split())
    )


def _unreadable(text: str, spot: Spot) -> list[Diagnostic]:
    sign = _UNREADABLE.search(text)
    if sign is None:
        return []
    what = f"sinal ilegível (U+{ord(sign[0]):04X}) na linha"
    return [diagnose("NOR005", what, place=spot, mark=sign[0])]
