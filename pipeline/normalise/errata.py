"""Reviewed corrections and remarks: `erratas.toml` applied to the text.

Guarantees: an erratum changes exactly the places it counts, or nothing; each place is recorded;
a remark changes nothing and is reported at each place; what does not match as often as it says is
an `erro`. A word is matched whole: where the words begin or end with a letter or digit, their
neighbour must be none.
"""

import re
from collections.abc import Callable, Sequence

from pipeline.artefacts import Edit, Erratum, NormalLine, Passage
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.normalise.draft import Draft
from pipeline.spans import Spot

Places = list[tuple[int, int]]
"""Where words begin: index of the line, offset in it."""


def apply_errata(draft: Draft) -> Draft:
    """Apply the errata that are placed by page or that hold everywhere."""
    return _apply(draft, lambda erratum: erratum.passage.device is None)


def apply_device_errata(draft: Draft) -> Draft:
    """Apply the errata that are placed by device; only now is it known which line is whose."""
    return _apply(draft, lambda erratum: erratum.passage.device is not None)


def report_observations(draft: Draft) -> Draft:
    """Report what reviewers saw and left as printed, in the text as it now reads."""
    found: list[Diagnostic] = []
    finder = _Finder(draft.lines)
    for one in draft.source.observations:
        places = finder.find(one.passage)
        if len(places) != one.passage.count:
            found.append(_mismatch("observação", one.id, one.passage, draft.lines, places))
            continue
        what = f"«{_flat(one.passage.text)}» ficou como está: {one.reason}"
        code = "NOR008" if one.of_the_law else "NOR007"
        mark = one.passage.text.split("\n")[0].strip()
        found += [
            diagnose(code, what, place=draft.lines[first].spot, mark=mark) for first, _ in places
        ]
    return draft.with_(diagnostics=found)


def _apply(draft: Draft, wanted: Callable[[Erratum], bool]) -> Draft:
    lines, edits, found = list(draft.lines), [], []
    finder = _Finder(lines)
    for erratum in filter(wanted, draft.source.errata):
        places = finder.find(erratum.passage)
        if len(places) != erratum.passage.count:
            found.append(_mismatch("errata", erratum.id, erratum.passage, lines, places))
            continue
        for first, start in reversed(places):
            edits.append(_mend(lines, erratum, first, start))
            if not erratum.certain:
                message = f"«{_flat(erratum.passage.text)}» lido como «{_flat(erratum.after)}»"
                found.append(
                    diagnose(
                        "NOR004",
                        f"{message}: {erratum.reason}",
                        place=lines[first].spot,
                        mark=erratum.after.split("\n")[0].strip(),
                    )
                )
    kept = [line for line in lines if line.text]
    return draft.with_(lines=kept, edits=edits, diagnostics=found, absorbed=len(lines) - len(kept))


class _Finder:
    """Finds passages in lines, which may change between two questions, but not move."""

    def __init__(self, lines: Sequence[NormalLine]) -> None:
        self._lines = lines
        self._by_page: dict[int, list[int]] = {}
        for index, line in enumerate(lines):
            self._by_page.setdefault(line.spot.page, []).append(index)

    def find(self, passage: Passage) -> Places:
        """Where the words stand, in order."""
        lines, parts = self._lines, passage.text.split("\n")
        pattern = _whole(parts[0])
        every = range(len(lines)) if passage.page is None else self._by_page.get(passage.page, ())
        return [
            (first, found.start())
            for first in every
            if parts[0] in lines[first].text
            and first + len(parts) <= len(lines)
            and _in_place(lines[first], passage)
            for found in pattern.finditer(lines[first].text)
            if len(parts) == 1 or _runs_over(lines, first, found, parts)
        ]


def _runs_over(
    lines: Sequence[NormalLine], first: int, found: "re.Match[str]", parts: list[str]
) -> bool:
    """Whether a match at the end of a line goes on through the following lines."""
    if found.end() != len(lines[first].text):
        return False
    inner = all(lines[first + n].text == part for n, part in enumerate(parts[1:-1], 1))
    head = _whole(parts[-1]).match(lines[first + len(parts) - 1].text)
    return inner and head is not None


def _whole(text: str) -> re.Pattern[str]:
    before = r"(?<![^\W_])" if text[:1].isalnum() else ""
    after = r"(?![^\W_])" if text[-1:].isalnum() else ""
    return re.compile(before + re.escape(text) + after)


def _in_place(line: NormalLine, passage: Passage) -> bool:
    return passage.device in (None, line.device, f"{line.device}_cpt")


def _mend(lines: list[NormalLine], erratum: Erratum, first: int, start: int) -> Edit:
    """Replace the text of one place; what `para` no longer parts stands on the first line."""
    before, after = erratum.passage.text.split("\n"), erratum.after.split("\n")
    spot = lines[first].spot
    after += [""] * (len(before) - len(after))
    for n, (old, new) in enumerate(zip(before, after, strict=True)):
        line = lines[first + n]
        at = start if n == 0 else 0
        text = line.text[:at] + new + line.text[at + len(old) :]
        lines[first + n] = line._replace(text=text.strip())
    return Edit(
        _flat(erratum.passage.text), _flat(erratum.after), "errata", erratum.reason, spot,
        erratum.certain, erratum.id,
    )  # fmt: skip


def _flat(text: str) -> str:
    return text.replace("\n", " ")


def _mismatch(
    what: str, name: str, passage: Passage, lines: Sequence[NormalLine], places: Places
) -> Diagnostic:
    where = (
        f"na página {passage.page}" if passage.page
        else f"em {passage.device}" if passage.device else "em todo o texto"
    )  # fmt: skip
    message = (
        f"a {what} {name} espera {passage.count}× «{_flat(passage.text)}» {where}; "
        f"o texto tem {len(places)}×"
    )
    spot: Spot | None = lines[places[0][0]].spot if places else None
    if spot is None and passage.page:
        spot = Spot(passage.page, 1)
    return diagnose("NOR003", message, place=spot)
