"""The two repairs of words that the print itself makes certain: the article O read as 0, and words
parted at the end of a line.

Guarantees: 0 becomes O only at the head of a sentence, before a word in the singular that is no
unit; a hyphen at a line's end goes only if the text has the word written whole elsewhere; without
evidence it stays, and is reported.
"""

import re

from pipeline.artefacts import JOIN, Edit, NormalLine
from pipeline.diagnostics import diagnose
from pipeline.labels import fold
from pipeline.normalise.draft import Draft
from pipeline.normalise.flow import Flow, flow

_ZERO = re.compile(r"0 (?P<word>[^\W\d_]{3,})")
_QUANTITIES = frozenset(("hora", "dia", "real", "ponto", "metro", "grau", "por", "vez"))
_PARTED = re.compile(r"\W*(?P<head>[^\W\d_]+(?:-[^\W\d_]+)*)[-\u00ad]")
_REST = re.compile(r"[^\W\d_]+")
_ENCLITICS = frozenset(("se", "lo", "la", "los", "las", "lhe", "lhes", "me", "nos", "ão", "á"))
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def restore_article_o(draft: Draft) -> Draft:
    """Read a lone 0 at the head of a sentence as the article O."""
    lines, edits = [], []
    above = ""
    for line in draft.lines:
        at = len(line.head.clear) if line.head else 0
        found = _ZERO.match(line.text, at)
        begins = line.head is not None or (found is not None and flow(above) is Flow.CLOSED)
        above = line.text
        if found is None or not begins or _is_quantity(found["word"]):
            lines.append(line)
            continue
        lines.append(line._replace(text=f"{line.text[:at]}O{line.text[at + 1 :]}"))
        reason = "algarismo 0 no lugar do artigo O, no início da frase"
        before, after = f"0 {found['word']}", f"O {found['word']}"
        edits.append(Edit(before, after, "zero_por_o", reason, line.spot))
    return draft.with_(lines=lines, edits=edits)


def _is_quantity(word: str) -> bool:
    """Whether 0 may count this word: a plural, a unit, or a code in capitals."""
    # O stands before no plural, and before hardly a word in -a or -ção.
    plural_or_feminine = fold(word).endswith(("s", "a", "cao", "sao", "dade"))
    code = word.isupper() and len(word) < 5
    return plural_or_feminine or code or fold(word) in _QUANTITIES


def join_hyphens(draft: Draft) -> Draft:
    """Settle each hyphen at the end of a line by the text's own spellings."""
    parted = [
        (index, head, rest)
        for index, line in enumerate(draft.lines[:-1])
        if draft.lines[index + 1].head is None
        and line.text.endswith(("-", "\u00ad"))
        and (head := _PARTED.fullmatch(line.text.split()[-1]))
        and (rest := _REST.match(draft.lines[index + 1].text))
    ]
    if not parted:
        return draft
    whole_text = "\n".join(line.text for line in draft.lines)
    known = {word.lower() for word in _WORDS.findall(whole_text)}
    lines, edits, found = list(draft.lines), [], []
    for index, head, rest in parted:
        line: NormalLine = lines[index]
        whole, hyphened = head["head"] + rest[0], f"{head['head']}-{rest[0]}"
        if rest[0][0].isupper() and not whole.isupper() and hyphened.lower() not in known:
            continue  # no word has a capital inside: a dash that lost its blank, for all one knows
        lines[index + 1] = lines[index + 1]._replace(lead=JOIN)
        if whole.lower() in known and hyphened.lower() not in known:
            lines[index] = line._replace(text=line.text[:-1])
            reason = f"«{whole}» está escrito inteiro em outro lugar"
            edits.append(Edit(f"{head['head']}- {rest[0]}", whole, "hifen", reason, line.spot))
        elif hyphened.lower() not in known and rest[0].lower() not in _ENCLITICS:
            message = f"não se sabe se «{hyphened}» leva hífen; ficou como impresso"
            found.append(diagnose("NOR002", message, place=line.spot, mark=head["head"] + "-"))
    return draft.with_(lines=lines, edits=edits, diagnostics=found)
