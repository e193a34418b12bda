"""Ties what was found and done to the printed text: to its device, and to the line it is about.

In: diagnostics as the stages made them, the printed lines, the devices. Out: the same diagnostics,
each with its device where it stands in one, and with the printed line that shows the fault.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.artefacts import Pages
from pipeline.diagnostics import Diagnostic, order
from pipeline.model import Dispositivo, Origem, Sancao, regions_of, walk
from pipeline.spans import Spot

Owners = dict[tuple[int, int], str]
"""The device in which each printed line stands, by page and line."""


def owners_of(devices: Sequence[Dispositivo], sanctions: Iterable[Sancao]) -> Owners:
    """Whose each printed line is; a sanction line is its first target's."""
    owners: Owners = {}
    for device in walk(devices):
        for version in device.versoes:
            former = (
                version.origem,
                *(one.origem for one in walk(version.filhos)),
                *(line.origem for line in version.sancao),
            )
            owners |= {line: device.id for origem in former for line in _lines(origem)}
        owners |= dict.fromkeys(_lines(device.origem), device.id)
    for sanction in sanctions:
        for line in sanction.linhas:
            owners |= dict.fromkeys(_lines(line.origem), sanction.alvos[0])
    return owners


def place_findings(
    found: Iterable[Diagnostic], pages: Pages, owners: Owners
) -> tuple[Diagnostic, ...]:
    """Tie diagnostics to devices and printed lines, and put them in the order of the text."""
    printed = {(spot.page, spot.line): text.strip() for text, spot in pages.printed}
    return tuple(order(_placed(one, printed, owners) for one in found))


def _placed(found: Diagnostic, printed: dict[tuple[int, int], str], owners: Owners) -> Diagnostic:
    spots = [(at.page, line) for at in found.place for line in range(max(1, at.first), at.last + 1)]
    device = found.device or next((owners[spot] for spot in spots[:1] if spot in owners), None)
    shown = next(
        (spot for spot in spots if found.mark and found.mark in printed.get(spot, "")),
        spots[0] if spots else None,
    )
    if shown is None:
        return replace(found, device=device)
    excerpt = printed.get(shown, "")
    mark = found.mark if found.mark and found.mark in excerpt else excerpt
    return replace(found, device=device, excerpt=excerpt, mark=mark, shown=Spot(*shown))


def _lines(origin: Iterable[Origem]) -> Iterable[tuple[int, int]]:
    for at in regions_of(origin):
        yield from ((at.page, line) for line in range(max(1, at.first), at.last + 1))
