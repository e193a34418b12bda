"""The fields of the data, object by object, for people.

In: the JSON Schemas, the Portuguese words of `site/campos.toml`, a norm to take examples from.
Out: rows for `campos.md.j2`. Promises: every object and every field of the schemas is there once,
with its type and whether it may be null; what has no Portuguese words keeps the schema's English
ones, and says so.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.emit.schema import catalogue_schema, data_schema, versions_schema
from pipeline.model import Catalogo, Versoes

Schema = dict[str, Any]
ROOT = "Catalogo"
"""The name of the object that is the catalogue's schema itself."""
VERSIONS = "Versoes"
"""And of that which is the schema of `<norma>.versoes.json`."""

_REF = "#/$defs/"
_COMMON, _OBJECT, _LIKE = "comum", "_", "como"
_NOUNS = {"string": "texto", "integer": "número inteiro", "number": "número"}
_NOUNS_MANY = {"string": "textos", "integer": "números inteiros", "number": "números"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its type in words, or the object that it holds, and what it means."""

    name: str
    anchor: str
    kind: str
    target: str | None
    nullable: bool
    values: tuple[str, ...]
    text: str
    english: bool
    example: str | None


@dataclass(frozen=True, slots=True)
class Described:
    """An object of the data, and the fields that hold one."""

    name: str
    text: str
    english: bool
    fields: tuple[Field, ...]
    used_by: tuple[str, ...]


class Words:
    """The Portuguese words of objects and fields."""

    def __init__(self, table: Mapping[str, Mapping[str, str]]) -> None:
        self._table = table

    def of(self, name: str, field: str = _OBJECT) -> str | None:
        """What is said of a field, or of the object itself; None if nothing is."""
        own = self._table.get(name, {})
        if field in own:
            return own[field]
        found = self.of(own[_LIKE], field) if _LIKE in own and field != _OBJECT else None
        return found or self._table[_COMMON].get(field)


def read_words(file: Path) -> Words:
    """Read the words from the site's sources."""
    return Words(tomllib.loads(file.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Group:
    """The objects of one schema."""

    title: str
    name: str
    objects: tuple[Described, ...]


def field_groups(
    catalogue: Catalogo,
    data: Mapping[str, bytes],
    words: Words,
    versions: Versoes | None = None,
) -> tuple[Group, ...]:
    """The objects of the catalogue, and those that only the small files have; `data` are these.

    With the versions of an amended norm, the objects that only their file has, too.
    """
    whole, small = catalogue_schema(), data_schema()
    known = objects(whole, small)
    samples = [(ROOT, catalogue.model_dump(mode="json")), *_samples(known, data)]
    of_versions: dict[str, Schema] = {}
    if versions is not None:
        of_versions = objects_of_versions(known)
        samples.append((VERSIONS, versions.model_dump(mode="json")))
    found = described(known | of_versions, words, samples)
    in_whole = {ROOT, *whole["$defs"]}
    further = tuple(one for one in found if one.name in of_versions)
    found = [one for one in found if one.name not in of_versions]
    groups = (
        Group("Objetos do catálogo", "objetos-do-catalogo",
              tuple(one for one in found if one.name in in_whole)),
        Group("Objetos dos arquivos menores", "objetos-dos-arquivos",
              tuple(one for one in found if one.name not in in_whole)),
    )  # fmt: skip
    if not further:
        return groups
    return *groups, Group("Objetos do arquivo de redações", "objetos-das-redacoes", further)


def objects_of_versions(known: Mapping[str, Schema]) -> dict[str, Schema]:
    """The objects that the file of versions has beside those that are known."""
    schema = versions_schema()
    return {
        name: one for name, one in {VERSIONS: schema, **schema["$defs"]}.items()
        if name not in known
    }  # fmt: skip


def _samples(known: Mapping[str, Schema], data: Mapping[str, bytes]) -> Iterator[tuple[str, Any]]:
    """The first file of each kind, with the name of its object."""
    kinds = {
        one["properties"]["conteudo"]["const"]: name
        for name, one in known.items()
        if "conteudo" in one["properties"]
    }
    for content in data.values():
        if not kinds:
            return
        sample = json.loads(content)
        if sample["conteudo"] in kinds:
            yield kinds.pop(sample["conteudo"]), sample


def objects(catalogue: Schema, data: Schema) -> dict[str, Schema]:
    """All objects by name: the catalogue's in the order in which they are met, then the files'."""
    defs = {**catalogue["$defs"], **data["$defs"], ROOT: catalogue}
    found: dict[str, Schema] = {}
    waiting = [ROOT, *(one["$ref"].removeprefix(_REF) for one in data["anyOf"])]
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = defs[name]
            waiting[:0] = [
                target for field in defs[name]["properties"].values() for target in _targets(field)
            ]
    return found


def described(
    schemas: Mapping[str, Schema], words: Words, samples: Iterable[tuple[str, Any]]
) -> list[Described]:
    """The objects with their fields; `samples` are objects as data, each with its name."""
    seen: dict[str, Any] = {}
    for name, sample in samples:
        _collect(schemas, name, sample, seen)
    used: dict[str, list[str]] = {}
    for name, schema in schemas.items():
        for field, sub in schema["properties"].items():
            for target in _targets(sub):
                used.setdefault(target, []).append(f"{name}.{field}")
    return [
        Described(
            name,
            words.of(name) or schema["description"],
            words.of(name) is None,
            tuple(
                _field(name, field, sub, schemas, words, seen)
                for field, sub in schema["properties"].items()
            ),
            tuple(used.get(name, ())),
        )
        for name, schema in schemas.items()
    ]


def _field(
    owner: str,
    name: str,
    schema: Schema,
    schemas: Mapping[str, Schema],
    words: Words,
    seen: Mapping[str, Any],
) -> Field:
    anchor = f"{owner}.{name}"
    target = next(iter(_targets(schema)), None)
    values = _values(schema)
    said = words.of(owner, name)
    example = next(iter(schema.get("examples", ())), seen.get(anchor))
    shown = None if values or target or example is None else _shown(example)
    english = schema.get("description") or schemas[target or ROOT]["description"]
    return Field(
        name, anchor, _kind(schema, bool(values)), target, _nullable(schema), values,
        said or english, said is None, shown,
    )  # fmt: skip


def _targets(schema: Schema) -> Iterator[str]:
    """The objects that a field holds."""
    if "$ref" in schema:
        yield schema["$ref"].removeprefix(_REF)
    for one in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        yield from _targets(one)


def _nullable(schema: Schema) -> bool:
    return "null" in _types(schema) or any(one.get("type") == "null" for one in _either(schema))


def _either(schema: Schema) -> list[Schema]:
    found: list[Schema] = schema.get("anyOf", [])
    return found


def _types(schema: Schema) -> list[str]:
    kind = schema.get("type", [])
    return [kind] if isinstance(kind, str) else kind


def _values(schema: Schema) -> tuple[str, ...]:
    """The values that a field is limited to, as JSON."""
    if "items" in schema:
        return _values(schema["items"])
    closed = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return tuple(json.dumps(one, ensure_ascii=False) for one in closed if one is not None)


def _kind(schema: Schema, closed: bool) -> str:
    """The type in words, before the object's name if it holds one."""
    types = [one for one in _types(schema) if one != "null"]
    if "array" in types:
        return f"lista de {_many(schema)}" + (", destes" if closed else "")
    if "$ref" in schema or any("$ref" in one for one in _either(schema)):
        return ""
    if not types:  # the number of which an integer is one
        types = [_types(one)[0] for one in _either(schema) if one.get("type") != "null"][-1:]
    if schema.get("format") == "date":
        return "data, AAAA-MM-DD"
    if types == ["boolean"]:
        return "true ou false"
    noun = _NOUNS[types[0]]
    return f"{noun}, sempre" if "const" in schema else f"{noun}, um destes" if closed else noun


def _many(schema: Schema) -> str:
    if "prefixItems" in schema:
        parts = schema["prefixItems"]
        return f"{len(parts)} {_NOUNS_MANY[parts[0]['type']]}"
    items = schema["items"]
    return "" if "$ref" in items else _NOUNS_MANY[items["type"]]


def _collect(schemas: Mapping[str, Schema], name: str, sample: Any, seen: dict[str, Any]) -> None:
    """Keep the first value of each field that has one and is no object."""
    for field, value in sample.items():
        sub = schemas[name]["properties"][field]
        target = next(iter(_targets(sub)), None)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and target:
                _collect(schemas, target, one, seen)
        if target is None and value not in (None, []):
            seen.setdefault(f"{name}.{field}", value)


def _shown(value: Any, limit: int = 60) -> str:
    """A value as JSON, on one line, shortened."""
    if isinstance(value, list):
        return f"[{', '.join(_shown(one) for one in value[:4])}{', …' if len(value) > 4 else ''}]"
    if isinstance(value, str) and len(value) > limit:
        value = value[:limit].rsplit(" ", 1)[0] + "…"
    return json.dumps(value, ensure_ascii=False)
