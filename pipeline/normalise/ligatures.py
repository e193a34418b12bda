"""Ligatures that were cut out of their words: "veri fi cará".

In: lines. Out: lines in which a lone fi, fl, ff, ffi or ffl is joined to what stands beside it, if
the text has the joined word elsewhere. Without that evidence, or with evidence for two ways, it
stays, and is reported: none of them is a word.
"""

import re
from collections.abc import Iterator

from pipeline.artefacts import Edit
from pipeline.diagnostics import diagnose
from pipeline.normalise.draft import Draft

_LIGATURES = frozenset(("fi", "fl", "ff", "ffi", "ffl"))
_WORDS = re.compile(r"[^\W\d_]+")


def join_ligatures(draft: Draft) -> Draft:
    """Join each lone ligature on the evidence of the text."""
    if not any(_LIGATURES.intersection(line.text.split(" ")) for line in draft.lines):
        return draft
    known = {word.lower() for line in draft.lines for word in _WORDS.findall(line.text)}
    lines, edits, found = [], [], []
    for line in draft.lines:
        words = line.text.split(" ")
        at = 0
        while at < len(words):
            if words[at] in _LIGATURES:
                first, last = max(0, at - 1), min(len(words), at + 2)
                cut = " ".join(words[first:last])
                ways = {way for way, word in _ways(words, at) if word.lower() in known}
                if len(ways) == 1:
                    words[first:last] = [whole := ways.pop()]
                    at = first
                    reason = "ligadura separada da palavra, que o texto tem inteira"
                    edits.append(Edit(cut, whole, "ligadura", reason, line.spot))
                else:
                    message = f"«{words[at]}» ficou separado da palavra: «{cut}»"
                    found.append(diagnose("NOR005", message, place=line.spot, mark=cut))
            at += 1
        lines.append(line._replace(text=" ".join(words)))
    return draft.with_(lines=lines, edits=edits, diagnostics=found)


def _ways(words: list[str], at: int) -> Iterator[tuple[str, str]]:
    """The ways to join a ligature to its neighbours, and the word that each makes."""
    cut = words[at]
    left = words[at - 1] if at else ""
    right = words[at + 1] if at + 1 < len(words) else ""
    end = _WORDS.match(right)  # a mark may stand behind the word
    if left.isalpha() and end:
        yield left + cut + right, left + cut + end[0]
    if end:
        yield f"{left} {cut}{right}".lstrip(), cut + end[0]
    if left.isalpha():
        yield f"{left}{cut} {right}".rstrip(), left + cut
