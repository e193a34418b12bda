"""Sanction lines → groups with their targets → typed infractions, groups, points and fines.

In: `Articulation` and the norm's addressees. Out: `SanctionTables`. Promises: every sanction line
is in exactly one group and every group punishes something; facts that the norm does not state
stay null; what a line takes from others is kept apart from what is printed.
"""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.artefacts import Addressee, Articulation, SanctionTables
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.model import Dispositivo, Infracao, LinhaDeSancao, Sancao, paths, regions_of
from pipeline.sanctions.doubts import find_borrowed, find_contradicted
from pipeline.sanctions.infractions import (
    Tables,
    gravity_name,
    listed_infractions,
    read_infractions,
)
from pipeline.sanctions.inherited import for_both, inherit, names_both
from pipeline.sanctions.lists import find_listed, marked_groups
from pipeline.sanctions.tables import (
    find_contested,
    find_unread_fines,
    read_gravity_fines,
    read_groups,
    read_points,
)
from pipeline.sanctions.targets import find_targets, in_force_among
from pipeline.sanctions.values import group_in

__all__ = ["gravity_name", "read_sanctions"]


def read_sanctions(
    articulation: Articulation, addressees: Sequence[Addressee] = ()
) -> SanctionTables:
    """Read all that a norm punishes.

    >>> # read_sanctions(articulation).infracoes[0].id → 'art4_cpt_inc1'
    """
    devices = articulation.devices
    sanctions = find_targets(devices, articulation.blocks)
    in_order = list(paths(devices))
    marked = marked_groups(in_order)
    named = {
        code
        for sanction in sanctions
        for line in sanction.linhas
        if (line.rotulo == "Penalidade" or names_both(line))
        and (code := group_in(line.texto or ""))
    }
    standing = in_force_among(devices)
    groups = read_groups(standing, named | marked)
    if not any(group.base_legal for group in groups):
        groups = tuple(group for group in groups if group.codigo in named)
    points, fines = read_points(standing), read_gravity_fines(standing)
    tables = Tables(
        {group.codigo: group for group in groups},
        {one.gravidade: one for one in points},
        {one.gravidade: one for one in fines},
        tuple(addressees),
    )
    ways = _ways(devices)
    infractions, found = [], list[Diagnostic]()
    for infraction, diagnostics in read_infractions(ways, sanctions, tables):
        infractions.append(infraction)
        found += diagnostics
    listed = find_listed(
        in_order,
        {target for one in sanctions for target in one.alvos},
        groups=any(group.base_legal for group in groups),
        gravities=bool(points or fines),
    )
    infractions += listed_infractions(listed, tables)
    order = {name: n for n, name in enumerate(ways)}
    infractions.sort(key=lambda one: order[one.dispositivo])
    infractions, inherited = _with_heirs(infractions, ways, sanctions)
    found += [
        diagnose(
            "SAN013",
            "não se leu o valor da multa desta gravidade",
            place=regions_of(device.origem),
            device=device.id,
        )
        for device in find_unread_fines(standing)
    ]
    found += find_contradicted(infractions, ways)
    found += find_borrowed(infractions, ways, points)
    contested = tuple(find_contested(standing, groups, points))
    return SanctionTables(
        sanctions, tuple(infractions), groups, points, fines, contested, (*found, *inherited)
    )


_END = " .,;:"


def _with_heirs(
    infractions: Sequence[Infracao],
    ways: dict[str, tuple[Dispositivo, ...]],
    sanctions: Sequence[Sancao],
) -> tuple[list[Infracao], list[Diagnostic]]:
    """The infractions with what they inherit, and what is to be said of it."""
    lines = {one.id: for_both(one.linhas) for one in sanctions}
    found, failed = inherit(infractions, ways, lines)
    diagnostics = []
    for one in infractions:
        for taken in found.get(one.id, ()):
            givers = _cited(taken.herdada_de, infractions)
            whose = f"o {one.rotulo.replace('Art.', 'art.')}"
            message = f"{whose} toma a linha {taken.linha} d{givers}: «{taken.texto}»"
            diagnostics.append(_about("SAN020", message, one, _line(lines, one, taken.linha)))
    for one, line, why in failed:
        message = f"não se seguiu «{(line.texto or '').rstrip(_END)}»: {why.words}"
        found_at = _about("SAN021", message, one, line)
        diagnostics.append(replace(found_at, classe="norma") if why.of_the_law else found_at)
    heirs = [one.model_copy(update={"herancas": found.get(one.id, ())}) for one in infractions]
    return heirs, diagnostics


def _line(lines: dict[str, tuple[LinhaDeSancao, ...]], one: Infracao, label: str) -> LinhaDeSancao:
    return next(line for line in lines[one.sancao or ""] if line.rotulo == label)


def _cited(names: Sequence[str], infractions: Sequence[Infracao]) -> str:
    """The infractions by their citations, the first of many: "o art. 5º, I e mais 3"."""
    labels = [one.rotulo for one in infractions if one.id in names]
    more = f" e mais {len(labels) - 1}" if len(labels) > 1 else ""
    return f"o {labels[0].replace('Art.', 'art.')}{more}"


def _about(code: str, message: str, one: Infracao, line: LinhaDeSancao) -> Diagnostic:
    return diagnose(
        code, message, place=regions_of(line.origem), device=one.dispositivo,
        mark=line.texto or "",
    )  # fmt: skip


def _ways(devices: Sequence[Dispositivo]) -> dict[str, tuple[Dispositivo, ...]]:
    """The path to every device, under its id and, for an article, under its caput's id too."""
    ways = {}
    for path in paths(devices):
        ways[path[-1].id] = path
        if path[-1].caput_id:
            ways[path[-1].caput_id] = path
    return ways
