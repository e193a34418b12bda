"""Reviewed corrections: `erratas.toml` applied to the text.

Guarantees: an erratum changes exactly the places it counts, or nothing; each place is recorded;
one that does not match as often as it says is an `erro`. A word is matched whole: where `de`
begins or ends with a letter or digit, its neighbour must be none.
"""

import re
from collections.abc import Callable, Sequence

from pipeline.artefacts import Edit, Erratum, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.normalise.draft import Draft
from pipeline.spans import Spot


def apply_errata(draft: Draft) -> Draft:
    """Apply the errata that are placed by page or that hold everywhere."""
    return _apply(draft, lambda erratum: erratum.device is None)


def apply_device_errata(draft: Draft) -> Draft:
    """Apply the errata that are placed by device; only now is it known which line is whose."""
    return _apply(draft, lambda erratum: erratum.device is not None)


def _apply(draft: Draft, wanted: Callable[[Erratum], bool]) -> Draft:
    lines, edits, found = list(draft.lines), [], []
    by_page: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        by_page.setdefault(line.spot.page, []).append(index)
    for erratum in filter(wanted, draft.source.errata):
        among = range(len(lines)) if erratum.page is None else by_page.get(erratum.page, ())
        places = _places(lines, among, erratum)
        if len(places) != erratum.count:
            found.append(_mismatch(erratum, lines, places))
            continue
        for first, start in reversed(places):
            edits.append(_mend(lines, erratum, first, start))
            if not erratum.certain:
                message = f"«{_flat(erratum.before)}» lido como «{_flat(erratum.after)}»"
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


def _places(
    lines: list[NormalLine], among: Sequence[int], erratum: Erratum
) -> list[tuple[int, int]]:
    """Where an erratum matches: (index of the first line, offset in it), in order."""
    parts = erratum.before.split("\n")
    pattern = _whole(parts[0])
    return [
        (first, found.start())
        for first in among
        if parts[0] in lines[first].text
        and first + len(parts) <= len(lines)
        and _in_place(lines[first], erratum)
        for found in pattern.finditer(lines[first].text)
        if len(parts) == 1 or _runs_over(lines, first, found, parts)
    ]


def _runs_over(
    lines: list[NormalLine], first: int, found: "re.Match[str]", parts: list[str]
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


def _in_place(line: NormalLine, erratum: Erratum) -> bool:
    if erratum.device is not None:
        return erratum.device in (line.device, f"{line.device}_cpt")
    return erratum.everywhere or line.spot.page == erratum.page


def _mend(lines: list[NormalLine], erratum: Erratum, first: int, start: int) -> Edit:
    """Replace the text of one place; what `para` no longer parts stands on the first line."""
    before, after = erratum.before.split("\n"), erratum.after.split("\n")
    spot = lines[first].spot
    after += [""] * (len(before) - len(after))
    for n, (old, new) in enumerate(zip(before, after, strict=True)):
        line = lines[first + n]
        at = start if n == 0 else 0
        text = line.text[:at] + new + line.text[at + len(old) :]
        lines[first + n] = line._replace(text=text.strip())
    return Edit(
        _flat(erratum.before), _flat(erratum.after), "errata", erratum.reason, spot,
        erratum.certain, erratum.id,
    )  # fmt: skip


def _flat(text: str) -> str:
    return text.replace("\n", " ")


def _mismatch(
    erratum: Erratum, lines: list[NormalLine], places: list[tuple[int, int]]
) -> Diagnostic:
    where = (
        f"na página {erratum.page}" if erratum.page
        else f"em {erratum.device}" if erratum.device else "em todo o texto"
    )  # fmt: skip
    message = (
        f"a errata {erratum.id} espera {erratum.count}× «{_flat(erratum.before)}» {where}; "
        f"o texto tem {len(places)}×"
    )
    spot: Spot | None = lines[places[0][0]].spot if places else None
    if spot is None and erratum.page:
        spot = Spot(erratum.page, 1)
    return diagnose("NOR003", message, place=spot)
