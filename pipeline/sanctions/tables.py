"""What a norm sets once for all infractions: its penalty groups and its points.

In: the devices. Out: definitions of groups ("Grupo X: … multa de … 400 (quatrocentas) UNIT") and
points ("Grave — cinco pontos"), each with the device that makes it. A group that sanction lines
name and no device defines is listed with nulls.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from pipeline.artefacts import Contested
from pipeline.labels import fold, number_from_words
from pipeline.model import Dispositivo, Grupo, Pontuacao, regions_of, walk
from pipeline.sanctions.values import amount_in, gravity_in, group_in

_DEFINES = re.compile(r"(?:multas? (?:do|dos) )?grupo\b", re.IGNORECASE)
_GROUP_CODE = re.compile(r"\(?\b(?i:grupo) +[^\s:;,.)]+\)?")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_OF_A_FINE = re.compile(
    r"descont|reduz|acresc|juros|parcel|reincid|dobr|\bpag(?:a|ar|o|ue|amento)\b"
)
_POINTS = re.compile(
    r"\b(?P<gravity>gravissima|grave|media|leve) ?[-–—:,] ?"
    r"(?:(?P<digits>\d{1,3})(?: ?\((?P<said>[^)]*)\))?|(?P<words>[a-z]+)) pontos?\b"
)
_ROW = re.compile(r"(?:infracao )?(?:de natureza )?$")


def read_groups(devices: Sequence[Dispositivo], named: Iterable[str]) -> tuple[Grupo, ...]:
    """The groups that the norm defines, in its order, then those that it only names."""
    defined: dict[str, Grupo] = {}
    for defines in (_is_row, _is_sentence):  # a sentence counts where no row does
        for device in walk(devices):
            group = _definition(device) if defines(device.texto or "") else None
            if group:
                defined.setdefault(group.codigo, group)
    bare = sorted(set(named) - set(defined))
    undefined = (
        Grupo(codigo=code, gravidade=None, quantidade=None, unidade=None, base_legal=None)
        for code in bare
    )
    return (*defined.values(), *undefined)


def find_contested(
    devices: Sequence[Dispositivo], groups: Sequence[Grupo], points: Sequence[Pontuacao]
) -> Iterator[Contested]:
    """What a further device defines again, with another number."""
    amounts = {one.codigo: one.quantidade for one in groups}
    given = {one.gravidade: one.pontos for one in points}
    for device in walk(devices):
        group = _definition(device) if _is_row(device.texto or "") else None
        first = amounts.get(group.codigo) if group else None
        if group and first is not None and group.quantidade != first:
            yield _contested(device, f"o Grupo {group.codigo}", first, group.quantidade)
    for one in _points(devices):
        if given[one.gravidade] != one.pontos:
            device = next(d for d in walk(devices) if one.base_legal in (d.id, d.caput_id))
            yield _contested(device, "os pontos de uma gravidade", given[one.gravidade], one.pontos)


def _contested(device: Dispositivo, what: str, first: object, second: object) -> Contested:
    return Contested(what, f"{first} e {second}", device.id, regions_of(device.origem))


def _is_row(text: str) -> bool:
    """Whether a text begins as a row of a table: "Grupo X-1: … 80 (oitenta) UFX"."""
    return _DEFINES.match(text) is not None


def _is_sentence(text: str) -> bool:
    """Whether a sentence sets a group's fine: "infrações leves (Grupo X-1): multa de 80 UFX".

    It must speak of nothing else: no second number, and no part, term or increase of a fine.
    """
    plain = fold(re.sub(r"\([^)]*\)", "", _GROUP_CODE.sub("", text)))
    return "multa" in plain and len(_NUMBER.findall(plain)) == 1 and not _OF_A_FINE.search(plain)


def _definition(device: Dispositivo) -> Grupo | None:
    text = device.texto or ""
    code, amount = group_in(text), amount_in(text)
    if code is None or amount is None:
        return None
    return Grupo(
        codigo=code,
        gravidade=gravity_in(text),
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
