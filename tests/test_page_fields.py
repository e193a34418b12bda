"""The page of fields: every object and field of the schemas, told once, in Portuguese."""

import html
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline import compile_norm
from pipeline.emit.data_files import data_files
from pipeline.emit.page_fields import (
    ROOT,
    Field,
    Words,
    field_groups,
    objects,
    objects_of_versions,
    read_words,
)
from pipeline.emit.page_norm import NormView
from pipeline.emit.pages import write_docs
from pipeline.emit.schema import catalogue_schema, data_schema, versions_schema
from pipeline.model import SCHEMA_VERSION, Versoes
from pipeline.resources import resource
from tests.hostile_norm import hostile_norm

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
WORDS = resource("site") / "campos.toml"

Schema = dict[str, Any]


@cache
def law() -> NormView:
    return NormView(compile_norm(NORM).catalogue, "", frozenset())


VERSIONS_OF_NOTHING = Versoes(
    esquema=SCHEMA_VERSION, norma="lei-5-2001", urn=None, inicio=None, datas=(), atos=(),
    alteracoes=(), dispositivos=(), partes=(),
)  # fmt: skip


@cache
def fields() -> dict[str, Field]:
    """All fields by anchor."""
    groups = field_groups(law().catalogue, data_files(law(), []), read_words(WORDS))
    return {one.anchor: one for group in groups for thing in group.objects for one in thing.fields}


def all_objects() -> dict[str, Schema]:
    """Every object of both schemas, straight from them."""
    whole, small = catalogue_schema(), data_schema()
    return {ROOT: whole, **whole["$defs"], **small["$defs"]}


# ── all of it ────────────────────────────────────────────────────────────────────────────────


def test_every_object_and_field_is_on_the_page_once(tmp_path: Path) -> None:
    write_docs([law().catalogue, hostile_norm()], tmp_path)
    text = (tmp_path / "campos.md").read_text(encoding="utf-8")
    assert not list((tmp_path / "normas").rglob("campos.md"))  # they are the same for all norms
    named = re.findall(r"^### .*\{#(\w+)\}$", text, re.MULTILINE)
    assert sorted(named) == sorted(all_objects())
    anchors = re.findall(r'<div id="([\w.]+)"', text)
    assert sorted(anchors) == sorted(
        f"{name}.{field}" for name, one in all_objects().items() for field in one["properties"]
    )
    assert len(anchors) > 200


def test_objects_of_the_catalogue_come_before_those_of_the_small_files() -> None:
    whole, small = field_groups(law().catalogue, {}, read_words(WORDS))
    assert {one.name for one in whole.objects} == {ROOT, *catalogue_schema()["$defs"]}
    assert {one.name for one in small.objects} == {
        name for name in data_schema()["$defs"] if name not in catalogue_schema()["$defs"]
    }
    assert whole.objects[0].name == ROOT
    assert next(iter(objects(catalogue_schema(), data_schema()))) == ROOT


def test_the_objects_of_all_wordings_are_there_where_an_act_changed_a_norm() -> None:
    *_, last = field_groups(law().catalogue, {}, read_words(WORDS), VERSIONS_OF_NOTHING)
    assert {one.name for one in last.objects} == {"Versoes", "Ato", "HistoricoDispositivo"}
    own = next(one for one in last.objects if one.name == "Versoes")
    assert {one.name for one in own.fields} == set(versions_schema()["properties"])


def test_every_object_and_field_has_portuguese_words() -> None:
    groups = field_groups(law().catalogue, {}, read_words(WORDS), VERSIONS_OF_NOTHING)
    found = [thing for group in groups for thing in group.objects]
    untold = [thing.name for thing in found if thing.english]
    untold += [one.anchor for thing in found for one in thing.fields if one.english]
    assert untold == [], "tell these in site/campos.toml"
    for text in (*(thing.text for thing in found), *(one.text for one in fields().values())):
        assert text.endswith(".")
        assert text.count("`") % 2 == 0, text


def test_no_word_is_about_what_is_not_there() -> None:
    table = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    known = all_objects() | objects_of_versions(all_objects())
    everywhere = {field for one in known.values() for field in one["properties"]}
    assert set(table) - {"comum"} <= set(known)
    assert set(table["comum"]) <= everywhere
    for name, words in table.items():
        if name != "comum":
            assert set(words) - {"_", "como"} <= set(known[name]["properties"]), name
            assert words.get("como", ROOT) in known


def test_what_has_no_portuguese_words_keeps_its_english_ones() -> None:
    groups = field_groups(law().catalogue, {}, Words({"comum": {}}))
    found = next(one for group in groups for one in group.objects if one.name == "Multa")
    assert found.english
    assert found.text == catalogue_schema()["$defs"]["Multa"]["description"]
    assert all(one.english and one.text.endswith(".") for one in found.fields)


def test_words_of_another_object_serve_before_the_common_ones() -> None:
    words = Words({"comum": {"a": "comum"}, "B": {"a": "de B"}, "C": {"como": "B"}})
    assert words.of("B", "a") == words.of("C", "a") == "de B"
    assert words.of("D", "a") == "comum"
    assert words.of("C") is None
    assert words.of("D", "x") is None


# ── types, values, examples ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("anchor", "kind", "target", "nullable"),
    [
        ("Infracao.conduta", "texto", None, False),
        ("Infracao.pontos", "número inteiro", None, True),
        ("Infracao.multa", "", "Multa", True),
        ("Infracao.penalidades", "lista de ", "Penalidade", False),
        ("Infracao.destinatarios", "lista de textos", None, True),
        ("Infracao.gravidade", "texto, um destes", None, True),
        ("Infracao.incidencia", "lista de textos, destes", None, False),
        ("Multa.quantidade", "número", None, False),
        ("Grupo.quantidade", "número", None, True),
        ("Norma.data", "data, AAAA-MM-DD", None, True),
        ("Norma.ementa", "", "TextoLocalizado", True),
        ("Origem.linhas", "lista de 2 números inteiros", None, False),
        ("Origem.caixa", "lista de 4 números", None, True),
        ("Pagina.rotacao", "número inteiro, um destes", None, False),
        ("Fonte.reconstituida", "true ou false", None, False),
        ("Catalogo.esquema", "texto, sempre", None, False),
        ("Catalogo.compilador", "", "Compilador", False),
        ("Dispositivo.filhos", "lista de ", "Dispositivo", False),
    ],
)
def test_types_are_told_in_words(
    anchor: str, kind: str, target: str | None, nullable: bool
) -> None:
    one = fields()[anchor]
    assert (one.kind, one.target, one.nullable) == (kind, target, nullable)


def test_every_type_is_told_and_every_null() -> None:
    for name, schema in all_objects().items():
        for field, sub in schema["properties"].items():
            one = fields()[f"{name}.{field}"]
            assert one.kind or one.target
            assert one.nullable == ('"null"' in str(sub).replace("'", '"')), one.anchor


def test_values_are_listed_and_null_is_not_one_of_them() -> None:
    assert fields()["Infracao.gravidade"].values == ('"leve"', '"media"', '"grave"', '"gravissima"')
    assert fields()["Infracao.incidencia"].values == ('"por_veiculo"', '"por_transgressao"')
    assert fields()["Pagina.rotacao"].values == ("0", "90", "180", "270")
    assert fields()["Indice.conteudo"].values == ('"indice"',)


def test_examples_are_the_schemas_or_the_norms_own() -> None:
    assert fields()["Infracao.rotulo"].example == '"Art. 14, XXV"'  # the schema's
    assert fields()["Norma.municipio"].example == f'"{law().catalogue.norma.municipio}"'
    assert fields()["Multa.quantidade"].example == "400"
    assert fields()["ArquivoDeInfracao.pagina"].example == '"../../../infracoes/art4_cpt_inc1.html"'
    conduct = fields()["Infracao.conduta"].example
    assert conduct is not None
    assert conduct.endswith('…"')
    assert len(conduct) <= 64
    for one in fields().values():
        assert one.example is None or not (one.values or one.target)
    without = [
        one.anchor for one in fields().values() if not (one.example or one.values or one.target)
    ]
    assert len(without) < len(fields()) / 10, without


def test_text_of_a_norm_in_an_example_is_text(tmp_path: Path) -> None:
    write_docs([hostile_norm()], tmp_path)
    text = (tmp_path / "campos.md").read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "<script>alert(1)</script>" in html.unescape(text)
