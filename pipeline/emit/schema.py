"""The JSON Schema of the catalogue: generated from the models, and applied before anything is
written.

In: the models, or a catalogue as JSON. Out: the schema (draft 2020-12), or what breaks it.
"""

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from pipeline.model import SCHEMA_VERSION, Catalogo

if TYPE_CHECKING:
    from pydantic.json_schema import GenerateJsonSchema

FILE = "catalogo.schema.json"
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


def schema_bytes() -> bytes:
    """The schema as it is published under schema/."""
    text = json.dumps(catalogue_schema(), ensure_ascii=False, indent=2)
    return (text + "\n").encode()


def breaches(catalogue: Any) -> list[str]:
    """What breaks the schema in a decoded catalogue: place and reason, in the order of the text.

    >>> breaches({})[0]
    "raiz: 'esquema' is a required property"
    """
    from jsonschema import Draft202012Validator

    # Formats are only notes unless a checker is passed.
    validator = Draft202012Validator(
        catalogue_schema(), format_checker=Draft202012Validator.FORMAT_CHECKER
    )
    return [f"{_path(error.absolute_path)}: {error.message}" for error in
            validator.iter_errors(catalogue)]  # fmt: skip


def _path(steps: Any) -> str:
    return ".".join(str(step) for step in steps) or "raiz"
