"""The text that closes a list: "…; sob pena de nulidade." behind the last alínea (LC 95, art. 10).

In: the lines settled so far, a line without a label, and the label that comes next. Out: the kind
of the device that the line closes, or None. Promises: a kind only where the print is certain of it:
the list has several members, each one sentence with its final mark; the line begins in small
letters; and what comes next goes on where the list hung. Everything else stays with the last
member, where it is printed.
"""

import re
from collections.abc import Iterator, Sequence

from pipeline.artefacts import NormalLine
from pipeline.labels import Kind, Reading
from pipeline.normalise.flow import Flow, flow
from pipeline.normalise.heads import cut_sanctions
from pipeline.spans import Spot

_LISTS = (Kind.INCISO, Kind.ALINEA, Kind.ITEM)
_PARENT = re.compile(r"(?:^|_)(art|par|inc|ali)[^_]*(?:_cpt)?$")
_AND = re.compile(r"(?<=;) (?:e|ou)$")
_CONDITION = re.compile(
    r"(?:sob pena|sem preju[íi]zo|desde que|ressalvad[oa]s?|salvo|exceto|observad[oa]s?"
    r"|respeitad[oa]s?|independentemente|quando|tod[oa]s (?:eles|elas))\b"
)
_NEAR = 40
"""Lines above that tell how wide the print is."""
_KINDS = {"art": Kind.ARTIGO, "par": Kind.PARAGRAFO, "inc": Kind.INCISO, "ali": Kind.ALINEA}


def closes(
    lines: Sequence[NormalLine], text: str, spot: Spot, coming: Reading | None
) -> Kind | None:
    """The kind of the device that a line of text closes, behind the list that hangs on it.

    >>> # "I - uma;" / "II - duas;" / "todas elas anuais." / "Art. 2º …" → Kind.ARTIGO
    """
    if not text[:1].islower() or text.rstrip().endswith(":"):
        return None
    parent = (lines[-1].device or "").rpartition("_")[0] if lines else ""
    found = _PARENT.search(parent)
    members = list(_members(lines, parent)) if found else []
    same = len({kind for kind, _ in members}) == 1 and members[0][0] in _LISTS
    if found is None or len(members) < 2 or not same:
        return None
    said = [one for _, one in members]
    if cut_sanctions(text) != text or not all(_is_whole(one) for one in said):
        return None
    if not (_is_over(said) or _opens_apart(text, said) or _stands_left(spot, lines, parent)):
        return None
    kind = _KINDS[found[1]]
    return kind if _goes_on(kind, coming) else None


def may_close(lines: Sequence[NormalLine], text: str) -> bool:
    """Whether a line may close the list above it, and may as well go on its last member: a
    condition behind a comma that leaves room on its line ("b) feira," / "quando anuais;")."""
    above = lines[-1].text
    if not (above.endswith(",") and text.endswith((";", ".")) and _CONDITION.match(text)):
        return False
    parent = (lines[-1].device or "").rpartition("_")[0]
    kinds = [kind for kind, _ in _members(lines, parent)] if _PARENT.search(parent) else []
    room = max(len(one.text) for one in lines[-_NEAR:]) - len(above)
    return len(kinds) > 1 and set(kinds) <= set(_LISTS) and room > len(text.split()[0])


def _members(lines: Sequence[NormalLine], parent: str) -> Iterator[tuple[Kind | None, str]]:
    """Kind and text, without label, of the members of the list above, from the last."""
    text = ""
    for line in reversed(lines):
        if (line.device or "").rpartition("_")[0] != parent:
            return
        label = len(line.head.clear) if line.head else 0
        text = f"{line.text[label:]} {text}".strip()
        if line.head is not None:
            yield line.head.kind, text
            text = ""


def _is_whole(text: str) -> bool:
    """Whether a member is one sentence part and ends in its mark, which is not that of "art."."""
    bare = _AND.sub("", text.rstrip())
    body = bare[:-1]
    if bare.endswith(".") and flow(body) is Flow.RUNS_ON:
        return False
    return bare.endswith((";", ".")) and ";" not in body


def _is_over(members: Sequence[str]) -> bool:
    """Whether the marks of the members, the last first, show that no other belongs to the list."""
    last, *others = members
    stopped = last.endswith(".") and not any(one.endswith(".") for one in others)
    return stopped or _AND.search(others[0]) is not None


def _opens_apart(text: str, members: Sequence[str]) -> bool:
    """Whether a text opens as a condition on all members, and no member opens so."""
    opening = _CONDITION.match(text)
    return opening is not None and not any(_CONDITION.match(one) for one in members)


def _stands_left(spot: Spot, lines: Sequence[NormalLine], parent: str) -> bool:
    """Whether a line stands at the margin of the device that it closes, left of all its list."""
    inside = [one.spot for one in lines if (one.device or "").rpartition("_")[0] == parent]
    above = [one.spot for one in lines if one.device == parent.removesuffix("_cpt")]
    boxes = [one.box for one in (spot, *above[-1:], *inside)]
    if not above or any(one is None for one in boxes):
        return False
    own, outer, *listed = (one for one in boxes if one is not None)
    if len({one.page for one in (spot, *above[-1:], *inside)}) > 1:
        return False  # margins of two pages may differ
    least = (own.y1 - own.y0) / 2
    return abs(own.x0 - outer.x0) < least and all(one.x0 - own.x0 > least for one in listed)


def _goes_on(kind: Kind, coming: Reading | None) -> bool:
    """Whether the next label shows the list to be over, and that this device goes on or ends.

    Behind the last inciso the line could close the caput, too. Between a caput's incisos and its
    paragraphs it would change places with them, for the closing text stands behind all of them.
    """
    if coming is not None and coming.kind is None:
        return False  # a conduct stands above a sanction line
    following = coming.kind if coming else None
    if kind in (Kind.INCISO, Kind.ALINEA):
        return following is kind
    if kind is Kind.PARAGRAFO and following is kind:
        return True
    return following is None or following.is_grouping or following is Kind.ARTIGO
