"""Where a quotation of another norm's devices opens in a line, and what closes it.

In: a line. Out: the column of the opening, and the line without its closing signs. The signs are
those of LexML's amendment blocks: an opening quote before a label; a closing one with (NR) or (AC)
before or behind it.
"""

import re

from pipeline.labels.readings import SANCTIONS, exact_reading

OPENS = re.compile(r"[“\"«‘'`´]{1,2} *")
_NEW = r"\( ?(?:NR|N\. ?R\.|AC) ?\)"
_ENDS = "[”\"»’'`´]+"
CLOSES = re.compile(rf" *(?:{_ENDS}[.;,]? *(?:{_NEW})?|{_NEW} *{_ENDS})[.;,]?$")
MARK = re.compile(rf" *{_NEW}[.;,]?$")
_INLINE = re.compile(r": *(?=[“\"«])")


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
