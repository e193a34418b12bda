"""From findings to entries of `erratas.toml` that apply as they stand.

In: the lines to which errata are applied, and what is to be mended in them. Out: `Proposal`s.
Promises: each `de` matches as often as it says, by the count that applies errata, and only where it
is meant to; no two of them touch the same words, and none makes another match more often.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from pipeline.artefacts import NormalLine
from pipeline.labels import fold
from pipeline.matching import places
from pipeline.spans import Spot

_NEXT = re.compile(r"\S*\s+\S+|\S+")


@dataclass(frozen=True, slots=True)
class Mend:
    """A piece of a line, `[start:end]`, that is to be read in another way.

    `bare`: whether `de` may be the piece alone, without a neighbour.
    """

    line: int
    start: int
    end: int
    after: str
    score: int
    reason: str
    bare: bool = True


@dataclass(frozen=True, slots=True)
class Proposal:
    """An erratum that is proposed: the keys of `erratas.toml`, and where it holds."""

    id: str
    before: str
    after: str
    page: int
    count: int
    reason: str
    score: int
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A mend, as wide as it must be: its extent in lines and offsets, and both texts."""

    mend: Mend
    before: str
    after: str
    start: tuple[int, int]
    end: tuple[int, int]


def make_entries(
    lines: Sequence[NormalLine], mends: Sequence[Mend], taken: Collection[str]
) -> tuple[list[Proposal], list[Mend]]:
    """The entries, one a faulty form and page, and the mends for which no safe `de` was found."""
    by_page: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        by_page.setdefault(line.spot.page, []).append(index)
    chosen: dict[tuple[int, str, str], list[_Place]] = {}
    left: list[Mend] = []
    for page, among in by_page.items():
        here = [mend for mend in mends if lines[mend.line].spot.page == page]
        for mend in here:
            place = _safe_place(lines, among, mend, here)
            if place is None:
                left.append(mend)
            else:
                chosen.setdefault((page, place.before, place.after), []).append(place)
    used = set(taken)
    entries = []
    for (page, before, after), found in chosen.items():
        name = _free(f"p{page:02}-{_slug(after)}", used)
        used.add(name)
        mend, spots = found[0].mend, tuple(lines[one.mend.line].spot for one in found)
        entries.append(
            Proposal(name, before, after, page, len(found), mend.reason, mend.score, spots)
        )
    good = [one for one in entries if not _is_made_by_another(one, entries)]
    bad = {(one.page, one.before, one.after) for one in entries if one not in good}
    left += [place.mend for key in bad for place in chosen[key]]
    return good, left


def _safe_place(
    lines: Sequence[NormalLine], among: Sequence[int], mend: Mend, here: Sequence[Mend]
) -> _Place | None:
    """The narrowest `de` that matches nothing but what is to be mended in the same way."""
    for left, right in ((False, False), (True, False), (False, True), (True, True)):
        if not (left or right) and not mend.bare:
            continue
        place = _widened(lines, mend, left=left, right=right)
        if place is None:
            continue
        alike = set()
        for one in here:
            other = place if one is mend else _widened(lines, one, left=left, right=right)
            if other and (other.before, other.after) == (place.before, place.after):
                alike.add(other.start)
        if set(places(lines, among, place.before)) != alike:
            continue
        if any(one is not mend and _touches(place, one) for one in here):
            continue
        return place
    return None


def _touches(place: _Place, mend: Mend) -> bool:
    return place.start < (mend.line, mend.end) and (mend.line, mend.start) < place.end


def _widened(lines: Sequence[NormalLine], mend: Mend, *, left: bool, right: bool) -> _Place | None:
    """A mend with the word before it, the word behind it, both or neither."""
    text = lines[mend.line].text
    start, end, first, last = mend.start, mend.end, mend.line, mend.line
    before, after = text[start:end], mend.after
    if left:
        head = re.search(r"\S+\s*$", text[:start])
        if head is None:
            return None
        start = head.start()
        before, after = head[0] + before, head[0] + after
    if right:
        tail = _NEXT.match(text, end)
        if tail:
            end = tail.end()
            before, after = before + tail[0], after + tail[0]
        elif end == len(text) and mend.line + 1 < len(lines):
            below = _NEXT.match(lines[mend.line + 1].text.split(" ")[0])
            if below is None:
                return None
            last, end = mend.line + 1, below.end()
            before, after = f"{before}\n{below[0]}", f"{after}\n{below[0]}"
        else:
            return None
    return _Place(mend, before, after, (first, start), (last, end))


def _is_made_by_another(entry: Proposal, entries: Iterable[Proposal]) -> bool:
    """Whether what another entry writes would match this one."""
    for other in entries:
        if other is not entry and other.page == entry.page:
            made = [NormalLine(part, Spot(0, 0)) for part in other.after.split("\n")]
            if any(places(made, range(len(made)), entry.before)):
                return True
    return False


def _free(base: str, used: Collection[str]) -> str:
    """An id that nobody has: numbered where it repeats."""
    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(name for name in names if name not in used)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(text)).strip("-")[:40].strip("-") or "sinal"
