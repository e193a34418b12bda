"""What was read of sanctions, and the norm contradicts or does not say itself.

In: the infractions, the paths to their devices, the points. Out: diagnostics. A gravity printed on
a conduct counts, though the words over its list say another; a value that an annexed or transitory
act sets counts for the conducts of another one: both are told.
"""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.model import Dispositivo, Infracao, Pontuacao, citation, regions_of
from pipeline.sanctions.infractions import gravity_name
from pipeline.sanctions.lists import gravity_above

Path = tuple[Dispositivo, ...]


def find_contradicted(
    infractions: Sequence[Infracao], ways: Mapping[str, Path]
) -> Iterator[Diagnostic]:
    """SAN022: a gravity other than the one that the words over the conduct say."""
    for one in infractions:
        if one.gravidade is None or one.base_da_gravidade is not None:
            continue
        above = gravity_above(ways[one.dispositivo])
        if above and above[0] != one.gravidade:
            said = above[1].texto or above[1].nome or ""
            yield diagnose(
                "SAN022",
                f"{one.rotulo}: infração {gravity_name(one.gravidade)}, e «{said}» diz "
                f"{gravity_name(above[0])}",
                place=regions_of(one.origem),
                device=one.dispositivo,
            )


def find_borrowed(
    infractions: Sequence[Infracao], ways: Mapping[str, Path], points: Sequence[Pontuacao]
) -> Iterator[Diagnostic]:
    """SAN023: an amount or points that another act of the file sets; each source once."""
    given = {one.gravidade: one.base_legal for one in points}
    seen: set[tuple[str, str | None]] = set()
    for one in infractions:
        fine = one.multa.base_legal if one.multa else None
        pointed = given.get(one.gravidade) if one.gravidade and one.pontos is not None else None
        for what, base in (("a multa", fine), ("os pontos", pointed)):
            here = _act(ways[one.dispositivo])
            if base is None or _act(ways[base]) == here or (base, here) in seen:
                continue
            seen.add((base, here))
            yield diagnose(
                "SAN023",
                f"{what} do {one.rotulo.replace('Art.', 'art.')} vem de outro ato do arquivo: "
                f"{citation(ways[base])}",
                place=regions_of(ways[base][-1].origem),
                device=base,
            )


def _act(way: Path) -> str | None:
    """The annexed or transitory act in which a device stands; None for the norm itself."""
    return way[0].id if way[0].tipo in ("anexo", "adt") else None
