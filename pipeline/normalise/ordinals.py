"""Ordinal signs that stand for letters: "Ficª instituídº º selº".

No Portuguese word begins with ª or º or holds one before another letter, so there it is an a or an
o, for certain. At a word's end it may be an abbreviation (Drª, Nº): there it is a letter only in a
text that has the fault inside words, too, and if the abbreviation is none that is known. Every
change is an edit; behind a digit nothing is touched.
"""

import re
from collections.abc import Iterator

from pipeline.artefacts import Edit
from pipeline.normalise.draft import Draft

_LETTERS = {"ª": "a", "º": "o"}
_WORD = re.compile(r"[^\W\d_]+")
_INSIDE = re.compile(r"(?:^|[^\W\d_])[ªº](?=[^\W\d_ªº])")
_ABBREVIATED = frozenset(
    "n d c s v dr sr dra sra prof profa exm ilm rev revm revd eng arq adv dep ver sen min pres sec "
    "secr dir gov gal cel cap ten sgt ltd cia ass asst aux m p v ex resp pg pgt f fl av trav "
    "bel".split()
)
_EVIDENCE = 2
"""Words that hold the sign inside, from which on the text is known to have the fault."""


def mend_ordinals(draft: Draft) -> Draft:
    """Put letters back where ordinal signs stand for them."""
    wrong = [
        word[0]
        for line in draft.lines
        if "ª" in line.text or "º" in line.text
        for word in _words(line.text)
        if _holds(word[0])
    ]
    if not wrong:
        return draft
    everywhere = len(wrong) >= _EVIDENCE
    lines, edits = [], []
    for line in draft.lines:
        text = line.text
        for word in reversed(list(_words(line.text))):
            mended = _mended(word[0], line.text[word.end() :], everywhere)
            if mended != word[0]:
                text = text[: word.start()] + mended + text[word.end() :]
                reason = "sinal ordinal no lugar da letra que se parece com ele"
                edits.append(Edit(word[0], mended, "ordinal_por_letra", reason, line.spot))
        lines.append(line._replace(text=text))
    return draft.with_(lines=lines, edits=edits)


def _words(text: str) -> Iterator[re.Match[str]]:
    """The words that hold an ordinal sign, but for the signs of numbers: 1º, 1 º, n º."""
    for word in _WORD.finditer(text):
        if "ª" not in word[0] and "º" not in word[0]:
            continue
        before = text[max(0, word.start() - 3) : word.start()].rstrip()
        behind_number = before[-1:].isdigit() and (word[0][0] in _LETTERS)
        if not behind_number and not before.endswith(("n", "N")):
            yield word


def _holds(word: str) -> bool:
    """Whether an ordinal sign stands before a letter, and not behind an abbreviation (nºs)."""
    found = _INSIDE.search(word)
    if found is None:
        return False
    plural = word[found.end() :] == "s"
    return not (plural and word[: found.end() - 1].lower() in _ABBREVIATED)


def _mended(word: str, rest: str, everywhere: bool) -> str:
    plain = "".join(_LETTERS.get(sign, sign) for sign in word)
    if word.isupper() and len(word) > 1 and any(sign in _LETTERS for sign in word[:-1]):
        plain = plain.upper()
    if _holds(word):
        ends = word[-1] in _LETTERS and not everywhere
        return plain[:-1] + word[-1] if ends else plain
    return plain if everywhere and not _is_abbreviated(word[:-1], rest) else word


def _is_abbreviated(stem: str, rest: str) -> bool:
    """Whether a sign at a word's end is meant: Drª, XXª, nº before its number."""
    if stem and (set(stem) <= set("IVXLC") or (stem.isupper() and len(stem) < 3)):
        return True
    known = stem.lower() in _ABBREVIATED
    return known and (stem[0].isupper() or rest[:2].strip(" .").isdigit())
