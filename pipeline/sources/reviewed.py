"""The reviewed data beside a norm: `unidades.toml`, `pontos.toml`, `explicacoes.toml`,
`procedimento.toml` and `inicio.toml`.

In: a norm's folder; later the devices of the compiled norm. Out: `Reviewed`. Promises: each
complaint is ENT019 with the key, its line, and what to write instead; ids that name no device of
the norm do not get through.
"""

import difflib
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pipeline.diagnostics import InputError
from pipeline.model import Catalogo, walk
from pipeline.reviewed import ADDRESS, FILES, FILTER, SLUG, UNIT, Reviewed, ReviewedFile
from pipeline.sources.tables import line_of, read_toml

CODE = "ENT019"

_SHAPES = {
    SLUG: "deve ser de letras minúsculas, algarismos e hífens",
    UNIT: "deve ser o código da unidade, em maiúsculas, como está no catálogo",
    FILTER: "deve ser como no endereço da página, por exemplo medida=retencao",
    ADDRESS: "deve ser um endereço da web, que começa por https://",
}
_KINDS = {
    "string_type": "deve ser um texto, entre aspas",
    "int_type": "deve ser um número inteiro",
    "date_type": "deve ser uma data AAAA-MM-DD, sem aspas",
    "date_from_datetime_inexact": "deve ser uma data AAAA-MM-DD, sem aspas",
    "tuple_type": "deve ser uma lista, entre colchetes",
    "model_type": "deve ser uma tabela",
    "is_instance_of": "deve ser um número",
    "decimal_type": "deve ser um número",
    "finite_number": "deve ser um número",
    "missing": "falta",
    "string_too_short": "está vazio",
}


def read_reviewed(folder: Path, names: Collection[str]) -> Reviewed:
    """What the files of a folder add to its norm; `names` are those of the files in it.

    Raises `InputError` ENT019 with file, key and line.
    """
    read: dict[str, Any] = {}
    for file in FILES:
        if file.name in names:
            read[file.rows] = _read(file, folder / file.name)
    return Reviewed.of(read)


def _read(file: ReviewedFile, path: Path) -> tuple[Any, ...]:
    table = read_toml(path, CODE, parse_float=Decimal)
    try:
        rows: tuple[Any, ...] = getattr(file.model.model_validate(table), file.rows)
    except ValidationError as error:
        raise _first(file, path, error.errors(include_url=False)) from error
    seen: set[tuple[Any, ...]] = set()
    for number, row in enumerate(rows):
        same = tuple(getattr(row, key) for key in file.unique)
        if same in seen:
            said = ", ".join(str(one) for one in same)
            raise _bad(path, (file.rows, number, file.unique[-1]), f"repetido: {said}")
        seen.add(same)
    return rows


def _first(file: ReviewedFile, path: Path, errors: list[ErrorDetails]) -> InputError:
    """The complaint to show: a key that nobody knows before one that is missing for it."""
    unknown = [one for one in errors if one["type"] == "extra_forbidden"]
    one = (unknown or errors)[0]
    why = _unknown(file, one["loc"]) if unknown else _why(one)
    return _bad(path, one["loc"], why)


def _unknown(file: ReviewedFile, place: tuple[int | str, ...]) -> str:
    known = (file.model if len(place) == 1 else file.row).model_fields
    near = difflib.get_close_matches(str(place[-1]), known, n=1)
    return "chave desconhecida" + (f"; talvez seja `{near[0]}`" if near else "")


def _why(error: ErrorDetails) -> str:
    context = error.get("ctx", {})
    match error["type"]:
        case "string_pattern_mismatch":
            return _SHAPES.get(
                context["pattern"], "deve ser o id de um dispositivo, como art14_cpt_inc25"
            )
        case "greater_than_equal":
            return f"deve ser {context['ge']} ou mais"
        case "greater_than":
            return f"deve ser mais que {context['gt']}"
        case "decimal_max_places":
            return f"tem mais de {context['decimal_places']} casas depois do ponto"
        case "less_than_equal":
            return f"deve ser {context['le']} ou menos"
        case "literal_error":
            return f"deve ser {context['expected'].replace(' or ', ' ou ')}"
        case "too_short":
            return "a lista está vazia"
        case kind:
            return _KINDS.get(kind, error["msg"])


def _bad(path: Path, place: tuple[int | str, ...], why: str, help: str | None = None) -> InputError:
    """The error for one place: («valores», 0, «ano») is the key `ano` of the first table."""
    rows, number, key = (*place, None, None)[:3]
    table = f"{rows}[{number + 1}]" if isinstance(number, int) else ""
    name = str(key) if isinstance(key, str) else ""
    within = "".join(f"[{one + 1}]" if isinstance(one, int) else f".{one}" for one in place[3:])
    shown = ".".join(one for one in (table, name + within) if one) or str(rows)
    line = line_of(path, table, name or str(rows))
    return InputError(CODE, f"`{shown}`: {why}", file=path, line=line, help=help)


# ── against the norm ─────────────────────────────────────────────────────────────────────────


def require_known(reviewed: Reviewed, folder: Path, catalogue: Catalogo) -> None:
    """Refuse ids of devices, and units, that the norm does not have.

    Raises `InputError` ENT019 with file, line and the nearest one that there is.
    """
    devices = list(_names(catalogue))
    units = sorted(_units(catalogue))
    for file in FILES:
        for number, row in enumerate(getattr(reviewed, file.rows)):
            for key, named in _named(row.model_dump()):
                known = units if key == "unidade" else devices
                if named not in known:
                    what = "a norma não usa esta unidade"
                    if key != "unidade":
                        what = "a norma não tem este dispositivo"
                    raise _bad(
                        folder / file.name, (file.rows, number, key), f"{what}: {named}",
                        _nearest(named, known),
                    )  # fmt: skip
    _require_one_each(reviewed, folder, catalogue)
    _require_pages(reviewed, folder, catalogue)


def _require_one_each(reviewed: Reviewed, folder: Path, catalogue: Catalogo) -> None:
    """Refuse a second explanation of a device, under another of its ids."""
    devices = {
        name: device.id
        for device in walk(catalogue.dispositivos)
        for name in (device.id, device.caput_id, *device.aliases)
        if name
    }
    [file] = [one for one in FILES if one.rows == "explicacoes"]
    seen: dict[str, str] = {}
    for number, one in enumerate(reviewed.explicacoes):
        before = seen.setdefault(devices[one.dispositivo], one.dispositivo)
        if before != one.dispositivo:
            why = f"repetido: {before} e {one.dispositivo} são o mesmo dispositivo"
            raise _bad(folder / file.name, (file.rows, number, "dispositivo"), why)


def _require_pages(reviewed: Reviewed, folder: Path, catalogue: Catalogo) -> None:
    """Refuse doors to pages, and to parts of pages, that this norm does not have."""
    there = {"infracoes": catalogue.infracoes, "multas": catalogue.infracoes,
             "procedimento": reviewed.passos}  # fmt: skip
    parts = {"lei": [*_names(catalogue)], "procedimento": [one.id for one in reviewed.passos]}
    [file] = [one for one in FILES if one.rows == "portas"]
    for number, door in enumerate(reviewed.portas):
        for way in door.caminhos:
            known = parts.get(way.pagina)
            if not there.get(way.pagina, True):
                why, nearest = f"a norma não tem a página {way.pagina}", None
            elif way.parte is not None and known is not None and way.parte not in known:
                why = f"a página {way.pagina} não tem a parte {way.parte}"
                nearest = _nearest(way.parte, known)
            else:
                continue
            raise _bad(folder / file.name, (file.rows, number, "caminhos"), why, nearest)


_DEVICE_KEYS = ("unidade", "dispositivo", "dispositivos", "ver")


def _named(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Keys of a row with the ids that stand there, one by one."""
    for key in _DEVICE_KEYS:
        value = row.get(key, ())
        for one in (value,) if isinstance(value, str) else value:
            yield key, one


def _names(catalogue: Catalogo) -> Iterator[str]:
    for device in walk(catalogue.dispositivos):
        yield device.id
        if device.caput_id:
            yield device.caput_id
        yield from device.aliases


def _units(catalogue: Catalogo) -> set[str]:
    named = {one.unidade for one in catalogue.grupos if one.unidade}
    return named | {one.multa.unidade for one in catalogue.infracoes if one.multa}


def _nearest(name: str, known: Collection[str]) -> str | None:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"o mais parecido que há é {near[0]}" if near else None
