"""What a norm sets once for all infractions: its penalty groups, its points, fines by gravity.

In: the devices. Out: definitions of groups ("Grupo X: … multa de … 400 (quatrocentas) UNIT"),
points ("Grave — cinco pontos") and fines ("infração leve: multa de 20 UNIT"), each with the device
that makes it. A group that conducts name and no device defines is listed with nulls, and one whose
amount can't be read has its device and no amount.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from pipeline.artefacts import Contested
from pipeline.labels import fold, number_from_words
from pipeline.model import (
    Dispositivo,
    Grupo,
    MultaDaGravidade,
    Penalidade,
    Pontuacao,
    paths,
    regions_of,
    walk,
)
from pipeline.sanctions.amounts import amount_in, counted_by
from pipeline.sanctions.values import (
    gravities_in,
    gravity_in,
    group_in,
    groups_in,
    read_penalties,
)

Path = tuple[Dispositivo, ...]

_DEFINES = re.compile(r"(?:(?:multas?|infra[çc][õo]es) (?:do|dos) )?grupo\b", re.IGNORECASE)
_GROUP_CODE = re.compile(r"\(?\b(?i:grupo) +[^\s:;,.)]+\)?")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_OF_A_FINE = re.compile(
    r"descont|reduz|acresc|juros|parcel|reincid|dobr|\bpag(?:a|ar|o|ue|amento)\b"
)
_POINTS = re.compile(
    r"\b(?P<gravity>gravissima|grave|media|leve) ?[-–—:,] ?"
    r"(?:(?P<digits>\d{1,3})(?: ?\((?P<said>[^)]*)\))?|(?P<words>[a-z]+)) pontos?\b"
)
_GROUP_POINTS = re.compile(
    r" ?[\"”]?\)? ?[-–—:,] ?"
    r"(?:(?P<digits>\d{1,3})(?: ?\((?P<said>[^)]*)\))?|(?P<words>[a-z]+)) pontos?\b"
)
_ROW = re.compile(r"(?:infracao )?(?:de natureza )?$")
_SEPARATES = re.compile(r"[\"”]? ?[-–—:(]")
_PENALTY_WORD = re.compile(r"\b(?:advertencia|multa|suspensao|cassacao|apreensao|interdicao)s?\b")
_SETS_PENALTIES = re.compile(r"\b(?:multas?|penalidades?|penas?|sancoes|sancao)\b")
_FINES = re.compile(
    r"\bmultas?\b|\b(?:penalidades?|sancao|sancoes|penas?) pecuniarias?\b"
    r"|\bvalor(?:es)? d[aeo]s? (?:infrac|penalidade|sanc)"
)
_IN_A_SENTENCE = re.compile(r"\b(?:infracoes|faltas)\b[^.;]*\b(?:leve|media|grave|gravissima)s\b")
_SENTENCE_ENDS = re.compile(r"[a-z]{2}[.;] [a-z]")
_GRAVITY_ROW = re.compile(
    r"(?:^|(?<=[;.,:] )|(?<= e ))(?:infrac(?:ao|oes) )?(?:de natureza )?"
    r"(?:gravissima|grave|media|leve)s? ?[-–—:]"
)
_AMOUNT = re.compile(r"R\$ ?\d|\d (?:\([^)]*\) )?[A-Z]{2}")
_SO_MANY_POINTS = re.compile(r"(?<!\d)\d{1,3} ?pontos?\b")
_OF_GRAVITY = re.compile(
    r"(?:(?:as?|nas?|para as?|quando|se) )?(?:multas? |infracao |infracoes |de natureza |em )*"
    r"(?:gravissima|grave|media|leve)s?\b"
)


def read_groups(devices: Sequence[Dispositivo], named: Iterable[str]) -> tuple[Grupo, ...]:
    """The groups that the norm defines, in its order, then those that it only names."""
    named = set(named)
    defined: dict[str, Grupo] = {}
    ways = list(paths(devices))
    for defines in (_is_row, _is_sentence):  # a sentence counts where no row does
        for way in ways:
            for text in _rows(way[-1].texto or ""):
                group = _definition(way, text) if defines(text) else None
                if group:
                    defined.setdefault(group.codigo, group)
    for way in ways:  # last, rows of which no amount can be read
        group = _without_amount(way)
        if group and group.codigo in named:
            defined.setdefault(group.codigo, group)
    points = dict(_group_points(ways))
    undefined = (_group(code) for code in sorted(named - set(defined)))
    return tuple(
        group.model_copy(update={"pontos": points[group.codigo][0],
                                 "base_dos_pontos": points[group.codigo][1]})
        if group.codigo in points else group
        for group in (*defined.values(), *undefined)
    )  # fmt: skip


def find_contested(
    devices: Sequence[Dispositivo], groups: Sequence[Grupo], points: Sequence[Pontuacao]
) -> Iterator[Contested]:
    """What a further device defines again, with another number."""
    amounts = {one.codigo: one.quantidade for one in groups}
    given = {one.gravidade: one.pontos for one in points}
    for way in paths(devices):
        for text in _rows(way[-1].texto or ""):
            group = _definition(way, text) if _is_row(text) else None
            first = amounts.get(group.codigo) if group else None
            if group and first is not None and group.quantidade != first:
                yield _contested(way[-1], f"o Grupo {group.codigo}", first, group.quantidade)
    fines: dict[str, MultaDaGravidade] = {}
    for way in paths(devices):
        for row in _gravity_rows(way[-1].texto or ""):
            fine = _gravity_fine(way, row)
            if fine and _set(fine) != _set(fines.setdefault(fine.gravidade, fine)):
                earlier = fines[fine.gravidade]
                now = f"{fine.quantidade} {fine.unidade}, e nenhuma das duas foi usada"
                what = "a multa de uma gravidade"
                yield _contested(way[-1], what, f"{earlier.quantidade} {earlier.unidade}", now)
    for one in _points(devices):
        if given[one.gravidade] != one.pontos:
            device = next(d for d in walk(devices) if one.base_legal in (d.id, d.caput_id))
            yield _contested(device, "os pontos de uma gravidade", given[one.gravidade], one.pontos)


def _contested(device: Dispositivo, what: str, first: object, second: object) -> Contested:
    return Contested(what, f"{first} e {second}", device.id, regions_of(device.origem))


# ── groups ───────────────────────────────────────────────────────────────────────────────────


def _rows(text: str) -> Iterator[str]:
    """The rows of a table that stand in one text; the text itself, if it is one row or none.

    >>> list(_rows("Grupo 1 – multa: R$ 15,00; Grupo 2 – multa: R$ 30,00."))
    ['Grupo 1 – multa: R$ 15,00; ', 'Grupo 2 – multa: R$ 30,00.']
    """
    starts = [start for _, start, end in groups_in(text) if _SEPARATES.match(text, end)]
    if len(starts) < 2 or len(starts) != len(groups_in(text)):
        yield text
        return
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end]


def _is_row(text: str) -> bool:
    """Whether a text begins as a row of a table: "Grupo X-1: … 80 (oitenta) UFX"."""
    return _DEFINES.match(text) is not None


def _is_sentence(text: str) -> bool:
    """Whether a sentence sets a group's fine: "infrações leves (Grupo X-1): multa de 80 UFX".

    It must speak of nothing else: no second number, and no part, term or increase of a fine.
    """
    plain = fold(re.sub(r"\([^)]*\)", "", _GROUP_CODE.sub("", text)))
    return "multa" in plain and len(_NUMBER.findall(plain)) == 1 and not _OF_A_FINE.search(plain)


def _definition(way: Path, text: str) -> Grupo | None:
    code, amount = group_in(text), amount_in(text)
    if code is None or amount is None:
        return None
    return _group(code, way, text, amount)


def _without_amount(way: Path) -> Grupo | None:
    """The group of a row that sets a penalty or a value, though no amount can be read of it."""
    text = way[-1].texto or ""
    code = group_in(text) if _is_row(text) else None
    if code is None or not _SEPARATES.match(text, groups_in(text)[0][2]):
        return None
    rest = fold(text[groups_in(text)[0][2] :])
    above = " ".join(fold(one.texto or "") for one in way[:-1])
    if _GROUP_POINTS.match(rest) or not re.search(r"\w", rest):
        return None
    sets = _SETS_PENALTIES.search(rest) or _PENALTY_WORD.search(rest)
    return _group(code, way, text) if sets or _SETS_PENALTIES.search(above) else None


def _group(
    code: str,
    way: Path | None = None,
    text: str = "",
    amount: tuple[Decimal, str] | None = None,
) -> Grupo:
    base = (way[-1].caput_id or way[-1].id) if way else None
    return Grupo(
        codigo=code,
        gravidade=gravity_in(text),
        quantidade=amount[0] if amount else None,
        unidade=amount[1] if amount else None,
        por=counted_by(text) if amount else None,
        penalidades=_set_by(way, text, base, code) if way and base else (),
        base_legal=base,
        pontos=None,
        base_dos_pontos=None,
    )


def penalties_in(text: str, base: str, group: str | None = None) -> tuple[Penalidade, ...]:
    """The penalties that a rule names, from the first of its penalty words on.

    >>> [one.texto for one in penalties_in("Grupo A: advertência e multa de 20 UFX", "art1_cpt")]
    ['advertência', 'multa de 20 UFX']
    """
    folded = fold(text)
    found = _PENALTY_WORD.search(folded) if len(folded) == len(text) else None
    if found is None:
        return ()
    return tuple(
        one.model_copy(update={"base_legal": base, "grupo": one.grupo or group})
        for one in read_penalties(text[found.start() :])
    )


def _set_by(way: Path, text: str, base: str, code: str) -> tuple[Penalidade, ...]:
    """The penalties of a group: in its row, or a fine if the words above the row speak of fines."""
    own = penalties_in(text, base, code)
    above = fold(way[-2].texto or "") if len(way) > 1 else ""
    if own or not re.search(r"\bmultas?\b", above):
        return own
    return (_bare_fine(text, base, code),)


def _bare_fine(text: str, base: str, code: str | None = None) -> Penalidade:
    """The fine of a row in which no penalty is named, since the words above it speak of fines."""
    return Penalidade(
        tipo="multa", grupo=code, fator=None, condicao=None, reincidencia=None,
        base_legal=base, texto=text.strip(" .;,:"),
    )  # fmt: skip


# ── points ───────────────────────────────────────────────────────────────────────────────────


def _group_points(ways: Iterable[Path]) -> Iterator[tuple[str, tuple[int, str]]]:
    """The points of groups, those that stand first; backwards, for a mapping keeps the last."""
    found = []
    for way in ways:
        text = way[-1].texto or ""
        for code, _, end in groups_in(text):
            row = _GROUP_POINTS.match(fold(text[end:]))
            value = _value(row) if row else None
            if value is not None:
                found.append((code, (value, way[-1].caput_id or way[-1].id)))
    yield from reversed(found)


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


# ── fines by gravity ─────────────────────────────────────────────────────────────────────────


def read_gravity_fines(devices: Sequence[Dispositivo]) -> tuple[MultaDaGravidade, ...]:
    """The fines that the norm sets for a gravity as such; none for one that it sets twice.

    A rule speaks of one gravity, at its head, and of nothing but the fine.
    """
    found: dict[str, list[MultaDaGravidade]] = {}
    for way in paths(devices):
        for row in _gravity_rows(way[-1].texto or ""):
            fine = _gravity_fine(way, row)
            if fine:
                found.setdefault(fine.gravidade, []).append(fine)
    return tuple(fines[0] for fines in found.values() if len(set(map(_set, fines))) == 1)


def _set(fine: MultaDaGravidade) -> tuple[Decimal, str, str | None]:
    return fine.quantidade, fine.unidade, fine.por


def find_unread_fines(devices: Sequence[Dispositivo]) -> Iterator[Dispositivo]:
    """The devices that set a gravity's fine in numbers of which no amount can be told: a range."""
    for way in paths(devices):
        text = way[-1].texto or ""
        rows = list(_gravity_rows(text))
        unread = [
            _NUMBER.search(_bare(fold(row)))
            for row in rows
            if _sets_gravity_fine(way, row) and not _gravity_fine(way, row)
        ]
        if any(unread) or (not unread and _in_a_sentence(text) and not _gravity_fine(way, text)):
            yield way[-1]


def _in_a_sentence(text: str) -> bool:
    """Whether a sentence sets fines of gravities, in whatever order: "A multa será de 10 UFX para
    as infrações leves e de 20 UFX para as graves."."""
    folded = fold(text) if "ulta" in text else ""
    return (
        _IN_A_SENTENCE.search(folded) is not None
        and _AMOUNT.search(text) is not None
        and not groups_in(text)
        and not _OF_A_FINE.search(folded)
    )


def _gravity_rows(text: str) -> Iterator[str]:
    """The rows of a table of gravities in one text; the text itself, if it is one row or none.

    >>> list(_gravity_rows("Leve: multa de R$ 10,00; grave: multa de R$ 20,00."))
    ['Leve: multa de R$ 10,00; ', 'grave: multa de R$ 20,00.']
    """
    # A row has its gravity before a colon or a dash.
    folded = fold(text) if sum(map(text.count, ":-–—")) > 1 else ""
    starts = [found.start() for found in _GRAVITY_ROW.finditer(folded)]
    if len(starts) < 2 or len(folded) != len(text):
        yield text
        return
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end]


def _sets_gravity_fine(way: Path, text: str) -> bool:
    """Whether a rule speaks of one gravity, at its head, and of its fine, not of changing it."""
    folded = fold(text)
    if len(gravities_in(text, plural=True)) != 1 or groups_in(text) or text.endswith(":"):
        return False
    head = _OF_GRAVITY.match(folded)
    first = _NUMBER.search(folded)
    # "Infração grave: pular. Multa: 20 UFX." is a conduct and its fine.
    if head and first and _SENTENCE_ENDS.search(folded, head.end(), first.start()):
        return False
    return _of_fines(way, text) and not _OF_A_FINE.search(folded) and head is not None


def _of_fines(way: Path, text: str) -> bool:
    """Whether a row, what it is a part of, or the words above it speak of fines."""
    above = " ".join(fold(one.texto or "") for one in way[:-1])
    whole = way[-1].texto or ""
    own = "multa" in fold(text) or (len(whole) > len(text) and "multa" in fold(whole))
    return own or _FINES.search(above) is not None


def _bare(folded: str) -> str:
    """A text without what stands in brackets, and without its points."""
    return _SO_MANY_POINTS.sub("", re.sub(r"\([^)]*\)", "", folded))


def _gravity_fine(way: Path, text: str) -> MultaDaGravidade | None:
    device = way[-1]
    amount = amount_in(text)
    if (
        not amount
        or not _sets_gravity_fine(way, text)
        or len(_NUMBER.findall(_bare(fold(text)))) != 1
    ):
        return None
    base = device.caput_id or device.id
    return MultaDaGravidade(
        gravidade=gravities_in(text, plural=True).pop(),
        quantidade=amount[0],
        unidade=amount[1],
        por=counted_by(text),
        penalidades=penalties_in(text, base) or (_bare_fine(text, base),),
        base_legal=base,
    )
