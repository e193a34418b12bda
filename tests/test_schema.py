"""The published schema: generated from the models, closed, described, and refusing what it should."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import jsonschema
import pytest
from pydantic import Field, TypeAdapter, ValidationError

from pipeline import Catalogo, InputError, compile_norm, load_catalogue
from pipeline.emit.catalogue import catalogue_json
from pipeline.emit.schema import (
    DATA_FILE,
    DIALECT,
    FILE,
    breaches,
    catalogue_schema,
    data_schema,
    schema_files,
)
from pipeline.model import SCHEMA_VERSION

ROOT = Path(__file__).parent.parent
NORM = ROOT / "raw" / "lei-1493-2023"

# What Python writes in a pattern and ECMA 262 does not know (or knows as something else).
PYTHON_ONLY = re.compile(r"\\[AZz]|\(\?P|\(\?[aiLmsux#<]|\{,|[*+?}]\+|\\N")
KNOWN_FORMATS = {"date"}

Json = dict[str, Any]


@cache
def published() -> bytes:
    """The real catalogue, as `lei build` writes it."""
    return catalogue_json(compile_norm(NORM).catalogue)


def catalogue() -> Json:
    """A fresh copy of the real catalogue, to be broken."""
    data: Json = json.loads(published())
    return data


def objects(node: Any, at: str = "") -> Iterator[tuple[str, Json]]:
    """Every object of the schema that has properties, with its place."""
    if isinstance(node, list):
        for number, one in enumerate(node):
            yield from objects(one, f"{at}/{number}")
    elif isinstance(node, dict):
        if node.get("type") == "object":
            yield at or "/", node
        for key, one in node.items():
            yield from objects(one, f"{at}/{key}")


def keywords(name: str, node: Any) -> Iterator[str]:
    """Every value of a keyword (`pattern`, `format`) in the schema."""
    if isinstance(node, list):
        for one in node:
            yield from keywords(name, one)
    elif isinstance(node, dict):
        if isinstance(node.get(name), str):
            yield node[name]
        for one in node.values():
            yield from keywords(name, one)


# ── the schema itself ────────────────────────────────────────────────────────────────────────


def test_committed_schemas_are_what_the_models_say() -> None:
    committed = {path.name: path.read_bytes() for path in (ROOT / "schema").iterdir()}
    assert {FILE, DATA_FILE} < set(committed)
    assert committed == schema_files(), "schema/ is stale: make schema"


@pytest.mark.parametrize("schema", [catalogue_schema(), data_schema()], ids=[FILE, DATA_FILE])
def test_schema_is_valid_draft_2020_12(schema: Json) -> None:
    assert schema["$schema"] == DIALECT == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    with pytest.raises(jsonschema.SchemaError):
        jsonschema.Draft202012Validator.check_schema({"type": "texto"})


def test_schema_names_its_version() -> None:
    schema = catalogue_schema()
    assert schema["$id"].endswith(f":{SCHEMA_VERSION}")
    assert schema["properties"]["esquema"]["const"] == SCHEMA_VERSION
    assert catalogue()["esquema"] == SCHEMA_VERSION


def test_schema_needs_no_other_document() -> None:
    references = list(keywords("$ref", catalogue_schema()))
    assert len(references) > 30
    assert all(one.startswith("#/$defs/") for one in references)
    assert {one.removeprefix("#/$defs/") for one in references} == set(catalogue_schema()["$defs"])


def test_every_object_is_closed_and_has_all_its_keys() -> None:
    found = list(objects(catalogue_schema()))
    assert len(found) >= 25
    for at, one in found:
        assert one["additionalProperties"] is False, at
        assert sorted(one["required"]) == sorted(one["properties"]), at
        assert "allOf" not in one, f"{at}: a closed object beside allOf forbids what allOf brings"


def test_every_object_and_every_field_is_described() -> None:
    described = {f"#{at}": one["description"] for at, one in objects(catalogue_schema())}
    assert all(text.endswith(".") for text in described.values())
    fields = 0
    for at, one in objects(catalogue_schema()):
        for name, field in one["properties"].items():
            fields += 1
            # A field that says the same as its type leaves it to the type.
            text = field.get("description") or described[field["$ref"]]
            assert len(text.strip()) > 3, f"{at}/{name}"
    assert fields > 120


def test_schema_gives_examples() -> None:
    # DESIGN.md §3. A word of free form says little by its type: an example shows what it looks like.
    shown = [
        name
        for _, one in objects(catalogue_schema())
        for name, field in one["properties"].items()
        if field.get("examples")
    ]
    assert len(shown) >= 10


def test_patterns_are_anchored_and_plain_ecma() -> None:
    patterns = set(keywords("pattern", catalogue_schema()))
    assert len(patterns) >= 6
    for pattern in patterns:
        assert not PYTHON_ONLY.search(pattern), pattern
        assert pattern.startswith("^"), pattern
        assert pattern.endswith("$"), pattern
        assert "\\d" not in pattern, f"{pattern}: \\d is [0-9] here and more elsewhere"
        assert "\\w" not in pattern, f"{pattern}: \\w is ASCII here and more elsewhere"


@pytest.mark.parametrize(
    "pattern", [r"\Aart", r"art\Z", r"(?P<n>1)", r"(?i)a", r"[0-9]{,4}", r"a++", r"(?<x>a)"]
)
def test_python_only_syntax_is_told(pattern: str) -> None:
    assert PYTHON_ONLY.search(pattern)


@pytest.mark.parametrize("pattern", sorted(set(keywords("pattern", catalogue_schema()))))
def test_pattern_means_the_same_to_a_second_engine(pattern: str) -> None:
    """Rust's regex, by way of pydantic, against Python's, over words near what the pattern takes."""
    second = TypeAdapter(Annotated[str, Field(pattern=pattern)])
    words = [
        "art14_cpt_inc25", "art31_par1u", "art14-1", "art2_rep2", "art4_cpt_inc1_s2", "art", "Art14",
        "san1", "san", "san1x", "alt1", "alt", "a" * 64, "0f" * 32, "g" * 64, "a" * 63, "UFX-ZZ", "BRL", "brl",
        "NUM001", "NUM01", "num001", "lei-1-2001", "lei--1", "-lei", "lei_1",
        "urn:lex:br;acre;vila.azul:municipal:lei:2001-05-03;12", "urn:lex:br:federal:lei:2001;12", "",
    ]  # fmt: skip
    told = set()
    for word in words:
        ours = re.search(pattern, word) is not None
        try:
            second.validate_python(word)
        except ValidationError:
            theirs = False
        else:
            theirs = True
        assert ours == theirs, word
        told.add(ours)
    assert told == {True, False}


def test_only_known_formats_are_named() -> None:
    named = list(keywords("format", catalogue_schema()))
    assert named
    assert set(named) <= KNOWN_FORMATS
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    for name in named:
        assert name in checker.checkers, f"nobody checks the format {name}"


# ── the real catalogue ───────────────────────────────────────────────────────────────────────


def test_real_catalogue_fits() -> None:
    assert breaches(catalogue()) == []


def test_json_through_the_model_and_back_is_the_same_file() -> None:
    again = Catalogo.model_validate_json(published())
    assert catalogue_json(again) == published()


def test_file_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "lei-1493-2023.json"
    file.write_bytes(published())
    assert catalogue_json(load_catalogue(file)) == published()


def test_keys_stand_in_the_order_of_the_models() -> None:
    read = catalogue()
    assert list(read) == list(Catalogo.model_fields)
    for at, one in objects(catalogue_schema()):
        name = at.removeprefix("/$defs/")
        if name == "Norma":
            assert list(read["norma"]) == list(one["properties"])
            return
    pytest.fail("no Norma in the schema")


# ── broken catalogues ────────────────────────────────────────────────────────────────────────


def put(*steps: str | int, value: Any) -> Callable[[Json], None]:
    """A change that sets one place of the catalogue."""

    def change(data: Json) -> None:
        node: Any = data
        for step in steps[:-1]:
            node = node[step]
        node[steps[-1]] = value

    return change


def drop(*steps: str | int) -> Callable[[Json], None]:
    """A change that takes one key out."""

    def change(data: Json) -> None:
        node: Any = data
        for step in steps[:-1]:
            node = node[step]
        del node[steps[-1]]

    return change


INFRACTION = ("infracoes", 0)
ORIGIN = (*INFRACTION, "origem", 0)
DEVICE = ("dispositivos", 0)

# name → (change, where the schema must find it, what it must say)
BROKEN: dict[str, tuple[Callable[[Json], None], str, str]] = {
    "date 31/02": (
        put("norma", "data", value="2023-02-31"), "norma.data", "is not a 'date'"),
    "date as Brazilians write it": (
        put("norma", "data", value="07/06/2023"), "norma.data", "is not a 'date'"),
    "date without dashes": (
        put("norma", "data", value="20230607"), "norma.data", "is not a 'date'"),
    "date as a number": (
        put("vigencia", "de", value=1686096000), "vigencia.de", "is not of type 'string', 'null'"),
    "gravity out of the list": (
        put(*INFRACTION, "gravidade", value="muito grave"), "infracoes.0.gravidade",
        "is not one of"),
    "gravity in capitals": (
        put(*INFRACTION, "gravidade", value="Grave"), "infracoes.0.gravidade",
        "is not one of"),
    "negative amount": (
        put(*INFRACTION, "multa", "quantidade", value=-1), "infracoes.0.multa",
        "is not valid under any"),
    "amount as text": (
        put(*INFRACTION, "multa", "quantidade", value="400"), "infracoes.0.multa",
        "is not valid under any"),
    "negative amount of a group": (
        put("grupos", 0, "quantidade", value=-0.5), "grupos.0.quantidade",
        "is not valid under any"),
    "unit in small letters": (
        put("grupos", 0, "unidade", value="reais"), "grupos.0.unidade", "does not match"),
    "extra key": (
        put(*INFRACTION, "valor", value=1), "infracoes.0", "'valor' was unexpected"),
    "extra key at the top": (put("versao", value="1"), "raiz", "'versao' was unexpected"),
    "missing key": (
        drop(*INFRACTION, "conduta"), "infracoes.0", "'conduta' is a required property"),
    "missing null key": (
        drop("norma", "publicacao"), "norma", "'publicacao' is a required property"),
    "missing key at the top": (
        drop("remissoes"), "raiz", "'remissoes' is a required property"),
    "letter in an id": (
        put(*INFRACTION, "id", value="art14-A_cpt"), "infracoes.0.id", "does not match"),
    "id with capitals": (
        put(*DEVICE, "id", value="Cap1"), "dispositivos.0.id", "does not match"),
    "id of a sanction": (
        put(*INFRACTION, "sancao", value="1"), "infracoes.0.sancao", "does not match"),
    "norm's id with a blank": (
        put("norma", "id", value="lei 1493"), "norma.id", "does not match"),
    "urn without a date": (
        put("norma", "urn", value="urn:lex:br;acre;vila.azul:municipal:lei:2023;12"), "norma.urn",
        "does not match"),
    "urn with capitals and accents": (
        put("norma", "urn", value="urn:lex:br;acre;São.João:municipal:lei:2023-06-07;12"),
        "norma.urn", "does not match"),
    "urn with dotted thousands left blank": (
        put("norma", "urn", value="urn:lex:br;acre;vila.azul:municipal:lei:2023-06-07;"),
        "norma.urn", "does not match"),
    "urn of another scheme": (
        put("norma", "urn", value="urn:isbn:br;acre:estadual:lei:2023-06-07;12"), "norma.urn",
        "does not match"),
    "page 0": (
        put(*ORIGIN, "pagina", value=0), "infracoes.0.origem.0.pagina",
        "is less than the minimum of 1"),
    "page as text": (
        put(*ORIGIN, "pagina", value="2"), "infracoes.0.origem.0.pagina",
        "is not of type 'integer'"),
    "three lines for a range": (
        put(*ORIGIN, "linhas", value=[1, 2, 3]), "infracoes.0.origem.0.linhas", "is too long"),
    "one line for a range": (
        put(*ORIGIN, "linhas", value=[1]), "infracoes.0.origem.0.linhas", "is too short"),
    "box of three": (
        put(*ORIGIN, "caixa", value=[1, 2, 3]), "infracoes.0.origem.0.caixa",
        "is too short"),
    "empty conduta": (
        put(*INFRACTION, "conduta", value=""), "infracoes.0.conduta", "should be non-empty"),
    "null conduta": (
        put(*INFRACTION, "conduta", value=None), "infracoes.0.conduta",
        "is not of type 'string'"),
    "unknown motivo": (
        put("descartes", 0, "motivo", value="lixo"), "descartes.0.motivo", "is not one of"),
    "unknown kind of device": (
        put(*DEVICE, "tipo", value="clausula"), "dispositivos.0.tipo", "is not one of"),
    "unknown kind of penalty": (
        put(*INFRACTION, "penalidades", 0, "tipo", value="prisao"),
        "infracoes.0.penalidades.0.tipo", "is not one of"),
    "unknown incidence": (
        put(*INFRACTION, "incidencia", value=["por_dia"]), "infracoes.0.incidencia.0",
        "is not one of"),
    "wrong esquema": (put("esquema", value="2.0.0"), "esquema", "'1.1.0' was expected"),
    "sha of wrong length": (
        put("fonte", "sha256", value="ab12"), "fonte.sha256", "does not match"),
    "sha in capitals": (
        put("compilador", "gramatica_sha256", value="A" * 64), "compilador.gramatica_sha256",
        "does not match"),
    "code of four letters": (
        put("diagnosticos", 0, "codigo", value="NORM001"), "diagnosticos.0.codigo",
        "does not match"),
    "unknown level": (
        put("diagnosticos", 0, "nivel", value="info"), "diagnosticos.0.nivel", "is not one of"),
    "accepted as text": (
        put("diagnosticos", 0, "aceito", value="não"), "diagnosticos.0.aceito",
        "is not of type 'boolean'"),
    "points as text": (
        put(*INFRACTION, "pontos", value="7"), "infracoes.0.pontos", "is not of type 'integer', 'null'"),
    "negative points": (
        put("pontuacao", 0, "pontos", value=-7), "pontuacao.0.pontos",
        "is less than the minimum of 0"),
    "factor zero": (
        put(*INFRACTION, "penalidades", 0, "fator", value=0), "infracoes.0.penalidades.0.fator",
        "is less than the minimum of 1"),
    "sanction without lines": (
        put("sancoes", 0, "linhas", value=[]), "sancoes.0.linhas", "should be non-empty"),
    "rotation by halves": (
        put("fonte", "paginas", 0, "rotacao", value=45), "fonte.paginas.0.rotacao",
        "is not one of"),
    "list where there is one": (put("norma", value=[]), "norma", "is not of type 'object'"),
    "lines as true": (
        put("cobertura", "linhas", value=True), "cobertura.linhas", "is not of type 'integer'"),
}  # fmt: skip


def test_there_are_enough_broken_catalogues() -> None:
    assert len(BROKEN) >= 40


@pytest.mark.parametrize("name", BROKEN)
def test_broken_catalogue_is_refused_for_its_reason(name: str) -> None:
    change, path, why = BROKEN[name]
    data = catalogue()
    change(data)
    found = breaches(data)
    assert len(found) == 1, found
    assert found[0].startswith(f"{path}: "), found
    assert why in found[0], found


@pytest.mark.parametrize("name", BROKEN)
def test_models_refuse_what_the_schema_refuses(name: str) -> None:
    change, path, _ = BROKEN[name]
    data = catalogue()
    change(data)
    with pytest.raises(ValidationError) as refused:
        Catalogo.model_validate_json(json.dumps(data))
    steps = [] if path == "raiz" else path.split(".")
    places = [[str(step) for step in error["loc"]] for error in refused.value.errors()]
    assert any(place[: len(steps)] == steps for place in places), places


def test_broken_file_is_an_input_error_that_names_the_place(tmp_path: Path) -> None:
    data = catalogue()
    put(*INFRACTION, "conduta", value="")(data)
    file = tmp_path / "quebrado.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load_catalogue(file)
    assert refused.value.code == "ENT015"
    assert refused.value.file == file
    assert refused.value.message == (
        "não é um catálogo desta versão: `infracoes.0.conduta`: valor que esta versão não aceita"
    )


def test_uncanonical_urn_is_read_but_never_written() -> None:
    """`rio.de.janeiro` occurs in hand-written notes: a reader may meet it, we drop connectives."""
    data = catalogue()
    assert data["norma"]["urn"].startswith("urn:lex:br;rio.janeiro;")
    put("norma", "urn", value=data["norma"]["urn"].replace("rio.janeiro", "rio.de.janeiro"))(data)
    assert breaches(data) == []
    assert "rio.de.janeiro" not in published().decode()


def test_changes_are_made_on_copies() -> None:
    before = copy.deepcopy(catalogue())
    put("esquema", value="x")(catalogue())
    assert catalogue() == before
