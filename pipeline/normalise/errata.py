"""Reviewed corrections and remarks: `erratas.toml` applied to the text.

Guarantees: an erratum changes exactly the places it counts, or nothing; each place is recorded;
a remark changes nothing and is reported at each place; what does not match as often as it says is
an `erro`. What a match is, `matching` says.
"""

from collections.abc import Callable, Sequence

from pipeline.artefacts import Edit, Erratum, NormalLine, Passage
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.matching import places
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
        at = finder.find(one.passage)
        if len(at) != one.passage.count:
            found.append(finder.mismatch("observação", one.id, one.passage, at))
            continue
        what = f"«{_flat(one.passage.text)}» ficou como está: {one.reason}"
        code = "NOR008" if one.of_the_law else "NOR007"
        mark = one.passage.text.split("\n")[0].strip()
        found += [diagnose(code, what, place=draft.lines[first].spot, mark=mark) for first, _ in at]
    return draft.with_(diagnostics=found)


def _apply(draft: Draft, wanted: Callable[[Erratum], bool]) -> Draft:
    lines, edits, found = list(draft.lines), [], []
    finder = _Finder(lines)
    for erratum in filter(wanted, draft.source.errata):
        at = finder.find(erratum.passage)
        if len(at) != erratum.passage.count:
            found.append(finder.mismatch("errata", erratum.id, erratum.passage, at))
            continue
        span = erratum.passage.text.count("\n") + 1
        printed = {n: lines[n] for first, _ in at for n in range(first, first + span)}
        mended = [_mend(lines, erratum, first, start) for first, start in reversed(at)]
        relabelled = next((one for n, one in printed.items() if _relabelled(one, lines[n])), None)
        if relabelled:
            for n, line in printed.items():
                lines[n] = line
            found.append(_of_a_label(erratum, relabelled))
            continue
        edits += mended
        for first, _ in reversed(at):
            if not erratum.certain:
                message = f"«{_flat(erratum.passage.text)}» corrigido: «{_flat(erratum.after)}»"
                found.append(
                    diagnose(
                        "NOR004",
                        f"{message}: {erratum.reason}",
                        place=lines[first].spot,
                        mark=erratum.passage.text.split("\n")[0].strip(),
                    )
                )
    kept = [line for line in lines if line.text]
    return draft.with_(lines=kept, edits=edits, diagnostics=found, absorbed=len(lines) - len(kept))


class _Finder:
    """Finds passages in lines, which may change between two questions, but not move."""

    def __init__(self, lines: Sequence[NormalLine]) -> None:
        self._lines = lines
        self._by_page: dict[int | None, list[int]] = {}
        self._by_device: dict[str | None, list[int]] = {}
        for index, line in enumerate(lines):
            self._by_page.setdefault(line.spot.page, []).append(index)
            self._by_device.setdefault(line.device, []).append(index)

    def find(self, passage: Passage) -> Places:
        """Where the words stand, in order."""
        among: Sequence[int]
        if passage.everywhere:
            among = range(len(self._lines))
        elif passage.device is None:
            among = self._by_page.get(passage.page, ())
        else:
            among = self._lines_of(passage.device)
        return list(places(self._lines, among, passage.text))

    def mismatch(self, what: str, name: str, passage: Passage, at: Places) -> Diagnostic:
        """The error for words that stand at their place another number of times."""
        words = f"«{_flat(passage.text)}»"
        spot: Spot | None = self._lines[at[0][0]].spot if at else None
        if passage.page is not None and passage.page not in self._by_page:
            found = f"o texto não tem a página {passage.page}"
        elif passage.device is not None and not self._lines_of(passage.device):
            found = f"o texto não tem {passage.device}"
        else:
            found = f"o texto tem {len(at)}×"
            if spot is None and passage.page is not None:
                spot = self._lines[self._by_page[passage.page][0]].spot
        where = (
            f"na página {passage.page}" if passage.page
            else f"em {passage.device}" if passage.device else "em todo o texto"
        )  # fmt: skip
        message = f"a {what} {name} espera {passage.count}× {words} {where}; {found}"
        return diagnose("NOR003", message, place=spot)

    def _lines_of(self, device: str) -> Sequence[int]:
        """The lines of a device; what is the caput's stands in the article's."""
        own = device, device.removesuffix("_cpt")
        return next((self._by_device[one] for one in own if one in self._by_device), ())


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


def _relabelled(before: NormalLine, after: NormalLine) -> bool:
    """Whether a line that is known to begin a device does so no more."""
    return before.head is not None and not after.text.startswith(before.head.clear.strip())


def _of_a_label(erratum: Erratum, line: NormalLine) -> Diagnostic:
    shown = line.head.shown if line.head else ""
    message = (
        f"a errata {erratum.id} mudaria o rótulo «{shown}»: o lugar de um rótulo se indica por "
        "`pagina`, não por `dispositivo`"
    )
    return diagnose("NOR003", message, place=line.spot)


def _flat(text: str) -> str:
    return text.replace("\n", " ")
