"""The JSON Schema of the catalogue: generated from the models, and applied before anything is
written.

In: the models, or a catalogue as JSON. Out: the schema (draft 2020-12), or what breaks it.
"""

import json
from functools import cache
from typing import Any

from pipeline.model import SCHEMA_VERSION, Catalogo

FILE = "catalogo.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def catalogue_schema() -> dict[str, Any]:
    """The schema as a JSON object.

    >>> catalogue_schema()["additionalProperties"]
    False
    """
    body = Catalogo.model_json_schema(mode="serialization")
    head = {"$schema": DIALECT, "$id": f"urn:lei-pipeline:catalogo:{SCHEMA_VERSION}"}
    return head | body


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
