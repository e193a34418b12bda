"""A raised ordinal that print put on a line of its own: "Art. 1", "o", "A taxa é anual.".

Guarantees: the sign is joined only to the bare number of an article or a paragraph, and only where
the next line begins as a text does; no sign changes, and the joining is recorded. A lone o anywhere
else stays where it is.
"""

import re

from pipeline.artefacts import Edit, NormalLine
from pipeline.normalise.draft import Draft

_RAISED = ("o", "º", "°")
_NUMBERED = re.compile(r"(?:A(?:rt|RT)(?:\.|igo|IGO)?|§|Par[áa]grafo) *[0-9]{1,4}")


def join_raised(draft: Draft) -> Draft:
    """Join each lone ordinal to the number above it."""
    lone = [at for at, line in enumerate(draft.lines) if line.text in _RAISED]
    joined = {at for at in lone if _is_of_label(draft.lines, at)}
    if not joined:
        return draft
    lines: list[NormalLine] = []
    edits: list[Edit] = []
    for at, line in enumerate(draft.lines):
        if at not in joined:
            lines.append(line)
            continue
        above = lines[-1]
        lines[-1] = above._replace(text=above.text + line.text)
        reason = "ordinal levantado, em linha própria"
        before = f"{above.text} {line.text}"
        edits.append(Edit(before, lines[-1].text, "ordinal_levantado", reason, above.spot))
    return draft.with_(lines=lines, edits=edits, absorbed=len(joined))


def _is_of_label(lines: tuple[NormalLine, ...], at: int) -> bool:
    """Whether a number stands above a line, and a text, no sentence that goes on, below it."""
    above = lines[at - 1].text if at else ""
    below = lines[at + 1].text if at + 1 < len(lines) else ""
    begins = below[:1].isupper() or below.startswith(("(", "“", '"', "-", "–", "—", "."))
    return begins and _NUMBERED.fullmatch(above) is not None
