"""Where editorial notes stand in the lines: "(Redação dada pela Lei nº 88, de 2011)".

In: the lines of a norm. Out: at which places of them a note begins, and which lines are the rest of
one. What a note looks like is the grammar's to say; here it is found at the end of a line, behind
other notes or alone, over several lines where print broke it; or right behind a label, before the
text. Where the sentence goes on behind it, it is a parenthesis of the law and stays text.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.artefacts import BREAK, NormalLine
from pipeline.grammar import is_announcement, is_note, is_range, label_at
from pipeline.labels import note_kind
from pipeline.normalise.flow import Flow, flow

_CLOSERS = (")", "]")
_MARK = re.compile(
    r"[(\[] ?(?:grupo [^()\[\]]{1,8}"
    r"|(?:infra[çc][ãa]o |natureza )?(?:leve|m[ée]dia|grave|grav[íi]ssima)) ?[)\]][ .;,]*$",
    re.IGNORECASE,
)
"""The group or the gravity at a conduct's end, which may stand behind a note."""
_MARKED = ("nova_redacao", "acrescimo")
"""What no sentence of a law says of itself."""
_SEVERAL = re.compile(
    r"(?:Art(?:s?\.?|igos)|ARTS?\.?|§§?|Par[áa]grafos) *\d[^\s()]*(?:, \d[^\s()]*)*"
    r",? (?:a|e|ao|até) (?:o )?(?:art\. ?|§ ?)?\d[^\s()]*[ –—-]*"
    r"|(?:Incisos )?[IVXLC]+(?:, [IVXLC]+)*,? (?:a|e|ao|até) [IVXLC]+[ .:–—-]*"
    r"|(?:Alíneas )?[a-z]\)? (?:a|e|até) [a-z]\)?[ .:–—-]*"
)
"""Devices that a note was set for, on one line: no device before them is meant."""
LONGEST = 8
"""Lines over which a note may be broken."""
_TRIES = 4
"""Opening brackets, from the right, at which a note may begin."""


@dataclass(frozen=True, slots=True)
class NotePlaces:
    """Where notes stand: `starts` are offsets of a line at which one begins; the lines `inside` are
    the rest of a note; what stands `behind` a parenthesis that is no note goes on its sentence;
    lines `leading` with one go on with the words of their device."""

    starts: dict[int, list[int]] = field(default_factory=dict)
    inside: set[int] = field(default_factory=set)
    behind: set[int] = field(default_factory=set)
    leading: set[int] = field(default_factory=set)

    def last_behind(self, at: int) -> int:
        """The last of the lines of notes alone right behind a line; the line itself if none is."""
        while at + 1 in self.inside or self.starts.get(at + 1, [1])[0] == 0:
            at += 1
        return at

    def above(self, at: int) -> int:
        """How many lines right above a line are nothing but notes."""
        count = 0
        while at - count - 1 in self.inside or self.starts.get(at - count - 1, [1])[0] == 0:
            count += 1
        return count

    def __contains__(self, at: int) -> bool:
        """Whether a note begins or goes on in a line."""
        return at in self.starts or at in self.inside


def part_notes(line: NormalLine, starts: Iterable[int], label: int) -> NormalLine:
    """Break a line before each note in it, but for one right behind its label of so many signs."""
    text, end = "", 0
    for start in starts:
        text += line.text[end:start]
        if start > label:
            text = text.rstrip() + BREAK
        end = start
    return line._replace(text=text + line.text[end:]) if end else line


def find_notes(lines: Sequence[str]) -> NotePlaces:
    """The notes of a text.

    >>> found = find_notes(["Art. 1º A taxa é anual. (Redação dada pela", "Lei nº 8, de 2011)"])
    >>> found.starts, found.inside
    ({0: [24]}, {1})
    """
    places = NotePlaces()
    for last, line in enumerate(lines):
        if last in places.inside:
            continue
        if line.startswith("*") and is_note(line):
            _asterisk(lines, last, places)
            continue
        if is_announcement(line) and _announce(lines, last, places):
            continue
        bare = line.rstrip(" .;,")
        if not bare.removesuffix(" e").removesuffix(" ou").rstrip(" .;,").endswith(_CLOSERS):
            _lone(line, last, places)
            continue
        first = _opening(lines, last)
        found = _peel("\v".join(lines[first : last + 1]))
        if found:
            _keep(lines, first, last, found, places)
        elif (at := _range(lines, last)) is not None:
            places.starts[last] = [at]
    for at, line in enumerate(lines):
        if ("(" in line or "[" in line) and at not in places.inside:
            _leading(line, at, places)
    return places


def _range(lines: Sequence[str], at: int) -> int | None:
    """Where the range of a heading's articles begins on a line: "DAS TAXAS (arts. 5º a 9º)"."""
    start = lines[at].rfind("(")
    name = lines[at][:start] or (lines[at - 1] if at else "")
    return start if name.isupper() and is_range(lines[at][start:]) else None


def _asterisk(lines: Sequence[str], first: int, places: NotePlaces) -> None:
    """A note that an asterisk opens goes on to a final stop."""
    places.starts[first] = [0]
    at = first
    while (
        at - first < LONGEST
        and flow(lines[at]) is not Flow.CLOSED
        and at + 1 < len(lines)
        and not lines[at + 1].startswith("*")
        and label_at(lines[at + 1]) is None
    ):
        at += 1
        places.inside.add(at)


def _announce(lines: Sequence[str], first: int, places: NotePlaces) -> bool:
    """A sentence that tells which wording of a device follows stands right before its label."""
    last = first
    while last - first < LONGEST and not _ends_announcement(lines[last]):
        last += 1
        if last >= len(lines) or label_at(lines[last]) is not None:
            return False
    behind = lines[last + 1] if last + 1 < len(lines) else ""
    if first and flow(lines[first - 1]) is not Flow.CLOSED:
        return False
    if label_at(behind) is None and not is_announcement(behind):
        return False
    places.starts[first] = [0]
    places.inside.update(range(first + 1, last + 1))
    return True


def _ends_announcement(line: str) -> bool:
    return flow(line) is Flow.CLOSED or line.rstrip().endswith(":")


def _lone(line: str, at: int, places: NotePlaces) -> None:
    """The word of a note without brackets is all that stands behind a label: "V - Revogado."."""
    label = label_at(line)
    if label and is_note(line[len(label[1]) :]):
        places.starts[at] = [len(label[1])]


def _leading(line: str, at: int, places: NotePlaces) -> None:
    """A note between label and words: "V - (Revogado pela Lei nº 9, de 2010) correr;"."""
    label = label_at(line)
    start = len(label[1]) if label else 0
    behind = places.starts.get(at, [])
    if label is None or line[start : start + 1] not in ("(", "[") or start in behind:
        return
    end = line.find({"(": ")", "[": "]"}[line[start]], start) + 1
    words = end + len(line[end:]) - len(line[end:].lstrip())
    if end and line[end:].strip(" .;,") and is_note(line[start:end]):
        if not behind:
            places.leading.add(at)
        places.starts[at] = [start, words, *(one for one in behind if one > words)]


def _opening(lines: Sequence[str], last: int) -> int:
    """The line in which the bracket opens that this line closes."""
    depth, at = 0, last
    while at >= 0 and last - at < LONGEST:
        depth += sum(lines[at].count(sign) for sign in ")]")
        depth -= sum(lines[at].count(sign) for sign in "([")
        if depth <= 0:
            return at
        at -= 1
    return last


def _peel(text: str) -> list[int]:
    """Where the notes at the end of a text begin, the first one first."""
    starts: list[int] = []
    mark = _MARK.search(text)
    end = len(text[: mark.start()].rstrip()) if mark else len(text)
    while True:
        at = end
        for _ in range(_TRIES):
            at = max(text.rfind("(", 0, at), text.rfind("[", 0, at))
            if at < 0 or is_note(text[at:end]):
                break
        if at < 0 or not is_note(text[at:end]):
            # A mark stands on a line of its own, as the text that it is.
            return [*starts[::-1], mark.start()] if starts and mark else starts[::-1]
        starts.append(at)
        end = len(text[:at].rstrip())


def _keep(
    lines: Sequence[str], first: int, last: int, found: Sequence[int], places: NotePlaces
) -> None:
    """Record notes that begin at places of the lines `first` to `last`, read as one."""
    text = "\v".join(lines[first : last + 1])
    before = text[: found[0]].rstrip()
    following = lines[last + 1] if last + 1 < len(lines) else ""
    goes_on = following[:1].islower() and label_at(following) is None
    own = before.rpartition("\v")[2] or (lines[first - 1] if first else "")
    if _SEVERAL.fullmatch(own) and label_at(own) is None:
        places.behind.update({first} if not before else ())
        return
    label = label_at(lines[first])
    behind_label = label is not None and len(before) <= len(label[1])
    if before and not behind_label and flow(before) is not Flow.CLOSED:
        if goes_on:
            places.behind.add(last + 1)
            return
        # A stop behind the bracket ends the sentence that the parenthesis is in; but a note begins
        # with a capital, and is about the device, unless the number of an act stands before it.
        note = text[found[0] :]
        capital = note.lstrip("([ ")[:1].isupper() and not before[-1].isdigit()
        if (
            _MARK.sub("", text).rstrip().endswith((".", ";", ","))
            and note_kind(note) not in _MARKED
            and not capital
        ):
            return
    offset, at = 0, first
    for start in found:
        while start - offset > len(lines[at]):
            offset += len(lines[at]) + 1
            at += 1
        places.starts.setdefault(at, []).append(start - offset)
    begun = min(at for at in range(first, last + 1) if at in places.starts)
    places.inside.update(range(begun + 1, last + 1))
