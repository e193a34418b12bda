"""The JSON Schemas of the catalogue, of the small files of data, of differences, of reviewed data.

All are generated from the models, and a catalogue is held to its own before it is written.

In: the models, or a catalogue as JSON. Out: the schemas (draft 2020-12), or what breaks the first.
"""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from pipeline.model import SCHEMA_VERSION, Catalogo, Versoes
from pipeline.reviewed import FILES, ReviewedFile

if TYPE_CHECKING:
    from pydantic.json_schema import GenerateJsonSchema

FILE = "catalogo.schema.json"
DATA_FILE = "dados.schema.json"
DIFFERENCES_FILE = "diferencas.schema.json"
VERSIONS_FILE = "versoes.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def catalogue_schema() -> dict[str, Any]:
    """The schema as a JSON object.

    >>> catalogue_schema()["additionalProperties"]
    False
    """
    body = Catalogo.model_json_schema(mode="serialization", schema_generator=_schema_writer())
    head = {"$schema": DIALECT, "$id": f"urn:lei-pipeline:catalogo:{SCHEMA_VERSION}"}
    return head | body


@cache
def data_schema() -> dict[str, Any]:
    """The schema of the small files as a JSON object; any of them fits it.

    >>> list(data_schema())[:3]
    ['$schema', '$id', 'title']
    """
    from pydantic import TypeAdapter

    from pipeline.emit.data_models import Dados

    adapter: TypeAdapter[Any] = TypeAdapter(Dados)
    body = adapter.json_schema(mode="serialization", schema_generator=_schema_writer())
    head = {
        "$schema": DIALECT,
        "$id": f"urn:lei-pipeline:dados:{SCHEMA_VERSION}",
        "title": "Arquivos de dados de uma norma",
    }
    return head | body


@cache
def differences_schema() -> dict[str, Any]:
    """The schema of what `lei diff --json` prints.

    >>> differences_schema()["title"]
    'Diferenças entre catálogos'
    """
    from pipeline.compare import Diferencas

    body = Diferencas.model_json_schema(mode="serialization", schema_generator=_schema_writer())
    head = {"$schema": DIALECT, "$id": f"urn:lei-pipeline:diferencas:{SCHEMA_VERSION}"}
    return head | body


@cache
def versions_schema() -> dict[str, Any]:
    """The schema of `<norma>.versoes.json` as a JSON object.

    >>> versions_schema()["title"]
    'Versões de norma'
    """
    body = Versoes.model_json_schema(mode="serialization", schema_generator=_schema_writer())
    return {"$schema": DIALECT, "$id": f"urn:lei-pipeline:versoes:{SCHEMA_VERSION}"} | body


def _schema_writer() -> "type[GenerateJsonSchema]":
    """Writes "a text or null" as two types of one value; as two schemas, each with a place of its
    own, every null of a catalogue would be tried against both."""
    from pydantic.json_schema import GenerateJsonSchema

    class Writer(GenerateJsonSchema):
        def nullable_schema(self, schema: Any) -> dict[str, Any]:
            inner = self.generate_inner(schema["schema"])
            if not isinstance(inner.get("type"), str) or "const" in inner:
                return super().nullable_schema(schema)
            either = inner | {"type": [inner["type"], "null"]}
            return either | {"enum": [*inner["enum"], None]} if "enum" in inner else either

    return Writer


def public_schemas() -> dict[str, bytes]:
    """The schemas of what the site offers, by file name.

    >>> list(public_schemas())
    ['catalogo.schema.json', 'dados.schema.json']
    """
    return {FILE: _written(catalogue_schema()), DATA_FILE: _written(data_schema())}


def versions_schema_file() -> dict[str, bytes]:
    """The schema that the site offers beside the versions of an amended norm, by file name.

    >>> list(versions_schema_file())
    ['versoes.schema.json']
    """
    return {VERSIONS_FILE: _written(versions_schema())}


def schema_files() -> dict[str, bytes]:
    """All schemas by file name: the public ones, those of differences and of versions, and those of
    reviewed data.

    >>> sorted(schema_files())[2:4]
    ['diferencas.schema.json', 'explicacoes.schema.json']
    """
    own = public_schemas() | {
        DIFFERENCES_FILE: _written(differences_schema()),
        **versions_schema_file(),
    }
    return own | {one.schema_name: _written(_reviewed_schema(one)) for one in FILES}


def _reviewed_schema(file: ReviewedFile) -> dict[str, Any]:
    """The schema of a file that people write: what an editor checks it against."""
    body = file.model.model_json_schema(mode="validation", schema_generator=_schema_writer())
    name = file.schema_name.removesuffix(".schema.json")
    return {"$schema": DIALECT, "$id": f"urn:lei-pipeline:{name}"} | body


def _written(schema: dict[str, Any]) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode()


def breaches(catalogue: Any) -> list[str]:
    """What breaks the schema in a decoded catalogue: place and reason, in the order of the text.

    >>> breaches({})[0]
    "raiz: 'esquema' is a required property"
    """
    validator = _validator()
    return [f"{_path(error.absolute_path)}: {error.message}" for error in
            validator.iter_errors(catalogue)]  # fmt: skip


def version_breaches(versions: Any) -> list[str]:
    """What breaks the schema of versions in such a file, as `breaches` tells it."""
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(
        versions_schema(), format_checker=Draft202012Validator.FORMAT_CHECKER
    )
    return [f"{_path(error.absolute_path)}: {error.message}" for error in
            validator.iter_errors(versions)]  # fmt: skip


@cache
def _validator() -> Any:
    """The draft's validator, which sees a value of a plain type in place.

    A catalogue has ten thousand values of which only the type is asked; to descend into a schema
    for each takes most of the time. What does not fit is handed on, and told as ever.
    """
    from jsonschema import Draft202012Validator, validators

    checks = Draft202012Validator.VALIDATORS

    def properties(validator: Any, subschemas: Any, instance: Any, schema: Any) -> Any:
        if validator.is_type(instance, "object"):
            odd = {
                name: sub
                for name, sub in subschemas.items()
                if name in instance and not _is_plain_and_fits(validator, instance[name], sub)
            }
            yield from checks["properties"](validator, odd, instance, schema)

    def prefix_items(validator: Any, subschemas: Any, instance: Any, schema: Any) -> Any:
        fits = validator.is_type(instance, "array") and all(
            _is_plain_and_fits(validator, one, sub)
            for one, sub in zip(instance, subschemas, strict=False)
        )
        if not fits:
            yield from checks["prefixItems"](validator, subschemas, instance, schema)

    keywords = {"properties": properties, "prefixItems": prefix_items}
    quick = validators.extend(Draft202012Validator, keywords)  # type: ignore[no-untyped-call]
    # Formats are only notes unless a checker is passed.
    return quick(catalogue_schema(), format_checker=Draft202012Validator.FORMAT_CHECKER)


_ABOUT = frozenset(("type", "title", "description", "examples", "default"))
"""Keywords that ask nothing of a value but its type."""


def _is_plain_and_fits(validator: Any, value: Any, subschema: Any) -> bool:
    if not subschema.keys() <= _ABOUT or "type" not in subschema:
        return False
    types = subschema["type"]
    return any(
        validator.is_type(value, one) for one in ([types] if isinstance(types, str) else types)
    )


def _path(steps: Any) -> str:
    return ".".join(str(step) for step in steps) or "raiz"
