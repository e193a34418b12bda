"""What a norm sets once for all infractions: its penalty groups and its points.

In: the devices. Out: definitions of groups ("Grupo X: … multa de … 400 (quatrocentas) UNIT") and
points ("Grave — cinco pontos"), each with the device that makes it. A group that sanction lines
name and no device defines is listed with nulls.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from pipeline.labels import fold, number_from_words
from pipeline.model import Dispositivo, Grupo, Pontuacao, walk
from pipeline.sanctions.values import amount_in, gravity_in, group_in

_DEFINES = re.compile(r"(?:multas? (?:do|dos) )?grupo\b", re.IGNORECASE)
_POINTS = re.compile(
    r"\b(?P<gravity>gravissima|grave|media|leve) ?[-–—:,] ?"
    r"(?:(?P<digits>\d{1,3})(?: ?\((?P<said>[^)]*)\))?|(?P<words>[a-z]+)) pontos?\b"
)
_ROW = re.compile(r"(?:infracao )?(?:de natureza )?$")


def read_groups(devices: Sequence[Dispositivo], named: Iterable[str]) -> tuple[Grupo, ...]:
    """The groups that the norm defines, in its order, then those that it only names."""
    defined: dict[str, Grupo] = {}
    for device in walk(devices):
        group = _definition(device)
        if group:
            defined.setdefault(group.codigo, group)
    bare = sorted(set(named) - set(defined))
    undefined = (
        Grupo(codigo=code, gravidade=None, quantidade=None, unidade=None, base_legal=None)
        for code in bare
    )
    return (*defined.values(), *undefined)


def _definition(device: Dispositivo) -> Grupo | None:
    if not device.texto or not _DEFINES.match(device.texto):
        return None
    code, amount = group_in(device.texto), amount_in(device.texto)
    if code is None or amount is None:
        return None
    return Grupo(
        codigo=code,
        gravidade=gravity_in(device.texto),
        quantidade=amount[0],
        unidade=amount[1],
        base_legal=device.caput_id or device.id,
    )


def read_points(devices: Sequence[Dispositivo]) -> tuple[Pontuacao, ...]:
    """The points that the norm gives each gravity; the first device that says so counts."""
    points: dict[str, Pontuacao] = {}
    for one in _points(devices):
        points.setdefault(one.gravidade, one)
    return tuple(points.values())


def _points(devices: Sequence[Dispositivo]) -> Iterator[Pontuacao]:
    for device in walk(devices):
        text = fold(device.texto or "")
        rows = list(_POINTS.finditer(text))
        # One gravity in the middle of a sentence is no table of points.
        if len(rows) == 1 and not _ROW.match(text[: rows[0].start()]):
            continue
        for found in rows:
            value = _value(found)
            gravity = gravity_in(found["gravity"])
            if value is not None and gravity is not None:
                yield Pontuacao(
                    gravidade=gravity, pontos=value, base_legal=device.caput_id or device.id
                )


def _value(found: "re.Match[str]") -> int | None:
    """The points of a row; None if digits and words say different numbers."""
    if not found["digits"]:
        return number_from_words(found["words"])
    said = number_from_words(found["said"]) if found["said"] else None
    value = int(found["digits"])
    return value if said in (None, value) else None
