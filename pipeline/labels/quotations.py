"""Where a quotation of another norm's devices opens in a line, and what closes it.

In: a line, or the whole text of a device. Out: the column of the opening, the line without its
closing signs, and the stretches of a text that are quoted. The signs are those of LexML's amendment
blocks: an opening quote before a label; a closing one with (NR) or (AC) before or behind it.
"""

import re
from collections.abc import Iterator

from pipeline.labels.readings import SANCTIONS, exact_reading

OPENS = re.compile(r"[“\"«‘'`´]{1,2} *")
_NEW = r"\( ?(?:NR|N\. ?R\.|AC) ?\)"
_ENDS = "[”\"»’'`´]+"
CLOSES = re.compile(rf" *(?:{_ENDS}[.;,]? *(?:{_NEW})?|{_NEW} *{_ENDS})[.;,]?$")
MARK = re.compile(rf" *{_NEW}[.;,]?$")
_INLINE = re.compile(r": *(?=[“\"«])")
_SIGN = re.compile(rf"[“«”»\"]|(?<![^\s(:])['‘`´]{{1,2}}|['’´]{{1,2}}(?=[.;,]? *{_NEW})|: +|{_NEW}")
_SIGNS = ("“", "«", '"', "‘", "'", "`", "´", "NR", "AC")


def closes(first: str, last: str) -> bool:
    """Whether a quotation ends with its last line: by a sign, or, without any, by its (NR).

    >>> closes("“Art. 7º A taxa", "é anual.” (NR)"), closes("Art. 7º A taxa", "é anual. (NR)")
    (True, True)
    >>> closes("“Art. 7º A taxa", "é anual. (NR)"), closes("Art. 7º A taxa", "é anual.")
    (False, False)
    """
    return CLOSES.search(last) is not None or (
        MARK.search(last) is not None and not OPENS.match(first)
    )


def opening_of(line: str) -> int | None:
    """Where a quotation opens that begins with a label: at the head of a line, or behind a colon.

    >>> opening_of("“Art. 6º A taxa"), opening_of("Inclui: “Art. 7º Os"), opening_of("“Selo”")
    (0, 8, None)
    """
    starts = [0] if OPENS.match(line) else [found.end() for found in _INLINE.finditer(line)]
    return next((start for start in starts if is_labelled(line, start)), None)


def is_labelled(line: str, start: int = 0) -> bool:
    """Whether quotes and a label stand at a place of a line."""
    opening = OPENS.match(line, start)
    label = exact_reading(line[opening.end() :]) if opening else None
    return label is not None and label.terminal not in SANCTIONS


def quoted(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a device's text that stand in quotes, or announced and before an (NR).

    What does not close goes on to the end: there it can't be told whose words they are.

    >>> text = 'O art. 3º passa a: "Art. 3º A taxa é a do art. 9º." (NR) Vale o art. 1º.'
    >>> [text[start:end] for start, end in quoted(text)]
    ['"Art. 3º A taxa é a do art. 9º."']
    >>> text = "O art. 3º passa a: Art. 3º A taxa é anual. (NR)"
    >>> [text[start:end] for start, end in quoted(text)]
    ['Art. 3º A taxa é anual. (NR)']
    """
    if not any(sign in text for sign in _SIGNS):
        return
    depth = start = 0
    announced: int | None = None
    for sign in _SIGN.finditer(text):
        if sign[0].isspace() or sign[0][0] == ":":
            if depth == 0 and announced is None and _has_label(text, sign.end()):
                announced = sign.end()
        elif sign[0][0] == "(":
            if announced is not None:
                yield announced, sign.end()
                announced = None
        elif _opens(text, sign, depth):
            start = start if depth else sign.start()
            depth, announced = depth + 1, None
        elif depth:
            depth -= 1
            if not depth:
                yield start, sign.end()
    if depth:
        yield start, len(text)


def _opens(text: str, sign: "re.Match[str]", depth: int) -> bool:
    """Whether a sign opens a quotation: one that looks both ways does before a word.

    Within another one that takes a blank before it, too.
    """
    if sign[0] in "“«":
        return True
    if sign[0] in "”»":
        return False
    if sign[0] != '"':  # an apostrophe is no quotation, but what stands before a label is
        return is_labelled(text, sign.start())
    before, behind = text[: sign.start()][-1:], text[sign.end() :][:1]
    return behind.strip() != "" and (not depth or before in ("", " ", "("))


def _has_label(text: str, at: int) -> bool:
    label = exact_reading(text[at:])
    return label is not None and label.kind is not None and label.terminal not in SANCTIONS
