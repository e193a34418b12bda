"""The catalogue as files: JSON for programs, CSV for spreadsheets.

In: a `Catalogo`. Out: bytes. Promises: the same catalogue gives the same bytes; JSON is validated
against the schema before it leaves; the CSV opens right in a Brazilian spreadsheet (UTF-8 with BOM,
semicolons, decimal comma) and holds no formula.
"""

import csv
import io
import json
from collections.abc import Iterator

from pipeline.emit.schema import breaches, version_breaches
from pipeline.model import Catalogo, Infracao, Multa, Penalidade, Versoes, groups_of


class SchemaBreachError(Exception):
    """The compiler made a catalogue that its own schema refuses: our fault, never the input's."""


def catalogue_files(
    catalogue: Catalogo, written: bytes = b"", versions: Versoes | None = None
) -> dict[str, bytes]:
    """The files of a norm, by name; `written` is its JSON as an earlier run validated it, and
    `versions` what acts have made of it.

    Raises `SchemaBreachError` if the catalogue does not fit the schema.

    >>> # list(catalogue_files(catalogue)) → ['lei-1493-2023.json', 'lei-1493-2023.infracoes.csv']
    """
    name = catalogue.norma.id
    files = {
        f"{name}.json": catalogue_json(catalogue, written),
        f"{name}.infracoes.csv": infractions_csv(catalogue),
    }
    if versions is not None:
        files[versions_name(name)] = versions_json(versions)
    return files


def versions_name(norm: str) -> str:
    """The file of all versions of a norm.

    >>> versions_name("lei-5-2001")
    'lei-5-2001.versoes.json'
    """
    return f"{norm}.versoes.json"


def versions_json(versions: Versoes) -> bytes:
    """All versions as JSON, as `catalogue_json`; raises `SchemaBreachError` if they do not fit."""
    data = versions.model_dump_json(indent=2).encode() + b"\n"
    broken = version_breaches(json.loads(data))
    if broken:
        raise SchemaBreachError("; ".join(broken[:5]))
    return data


def catalogue_json(catalogue: Catalogo, written: bytes = b"") -> bytes:
    """The catalogue as JSON, validated: UTF-8, indent 2, keys in the models' order.

    What is the same as `written`, to the byte, is not validated a second time. Raises
    `SchemaBreachError` if the catalogue does not fit the schema.
    """
    data = catalogue.model_dump_json(indent=2).encode() + b"\n"
    broken = breaches(json.loads(data)) if data != written else []
    if broken:
        raise SchemaBreachError("; ".join(broken[:5]))
    return data


COLUMNS = (
    "id", "dispositivo", "conduta", "contexto", "destinatarios", "gravidade", "pontos",
    "penalidades", "grupo", "multa", "unidade", "medidas_administrativas", "incidencia", "paginas",
)  # fmt: skip


def infractions_csv(catalogue: Catalogo) -> bytes:
    """The table of infractions, one a row, under the names in `COLUMNS`.

    >>> # infractions_csv(catalogue)[:6] → b'\\xef\\xbb\\xbfid;'
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(infraction_rows(catalogue))
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def infraction_rows(catalogue: Catalogo) -> list[list[str]]:
    """The cells of the table, a list for each infraction, in the order of `COLUMNS`."""
    return [[_cell(value) for value in _row(one)] for one in catalogue.infracoes]


def _row(one: Infracao) -> Iterator[str]:
    yield one.id
    yield one.rotulo
    yield one.conduta
    yield " ".join(context.texto for context in one.contexto)
    yield ", ".join(one.destinatarios or ())
    yield one.gravidade or ""
    yield "" if one.pontos is None else str(one.pontos)
    yield "; ".join(_penalty(penalty) for penalty in one.penalidades)
    yield ", ".join(groups_of(one))
    yield (
        str(one.multa.quantidade.normalize().__format__("f")).replace(".", ",") if one.multa else ""
    )
    yield _unit(one.multa) if one.multa else ""
    yield "; ".join(measure.texto for measure in one.medidas_administrativas)
    yield ", ".join(one.incidencia)
    yield ", ".join(str(at.pagina) for at in one.origem)


def _penalty(one: Penalidade) -> str:
    """A penalty with the case for which it stands, where its own words do not say so."""
    case = f" ({one.condicao})" if one.condicao and one.condicao not in one.texto else ""
    return one.texto + case


def _unit(fine: Multa) -> str:
    """A unit with what the amount is counted by: a number by the day is none by itself."""
    return f"{fine.unidade} por {fine.por}" if fine.por else fine.unidade


def _cell(value: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
