"""Sanction lines → groups with their targets → typed infractions, groups, points and fines.

In: `Articulation` and the norm's addressees. Out: `SanctionTables`. Promises: every sanction line
is in exactly one group and every group punishes something; facts that the norm does not state
stay null.
"""

from collections.abc import Sequence

from pipeline.artefacts import Addressee, Articulation, SanctionTables
from pipeline.diagnostics import Diagnostic
from pipeline.model import Dispositivo, paths
from pipeline.sanctions.infractions import Tables, gravity_name, read_infractions
from pipeline.sanctions.tables import find_contested, read_groups, read_points
from pipeline.sanctions.targets import find_targets
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
    named = [
        code
        for sanction in sanctions
        for line in sanction.linhas
        if line.rotulo == "Penalidade" and (code := group_in(line.texto or ""))
    ]
    groups = read_groups(devices, named)
    points = read_points(devices)
    tables = Tables(
        {group.codigo: group for group in groups},
        {one.gravidade: one for one in points},
        tuple(addressees),
    )
    infractions, found = [], list[Diagnostic]()
    for infraction, diagnostics in read_infractions(_ways(devices), sanctions, tables):
        infractions.append(infraction)
        found += diagnostics
    contested = tuple(find_contested(devices, groups, points))
    return SanctionTables(sanctions, tuple(infractions), groups, points, contested, tuple(found))


def _ways(devices: Sequence[Dispositivo]) -> dict[str, tuple[Dispositivo, ...]]:
    """The path to every device, under its id and, for an article, under its caput's id too."""
    ways = {}
    for path in paths(devices):
        ways[path[-1].id] = path
        if path[-1].caput_id:
            ways[path[-1].caput_id] = path
    return ways
