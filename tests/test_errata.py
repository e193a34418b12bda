"""Reviewed corrections and remarks: applied exactly where they say, or not at all."""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.stages import Compilation

NORM = (
    "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
    "Art. 1º A taxa e anual, paga pela pela empresa.\n"
    "Art. 2º A taxa de selo é de\n"
    "vida da empresa.\n"
    "\f"
    "Art. 3º A taxa e mensal.\n"
)


def compiled(tmp_path: Path, review: str) -> Compilation:
    """An invented act, compiled with this `erratas.toml`."""
    folder = tmp_path / "lei-7-2017"
    folder.mkdir()
    (folder / "lei.txt").write_text(NORM, encoding="utf-8")
    (folder / "erratas.toml").write_text(review, encoding="utf-8")
    return compile_norm(folder)


def erratum(de: str, para: str, place: str, count: int, certainty: str = "certa") -> str:
    return (
        f"[[errata]]\nid = 'um'\nde = {de!r}\npara = {para!r}\n{place}\nocorrencias = {count}\n"
        f"motivo = 'acento perdido'\ncerteza = '{certainty}'\n"
    )


def observation(words: str, whose: str, place: str, count: int) -> str:
    return (
        f"[[observacoes]]\nid = 'um'\ntrecho = {words!r}\n{place}\nocorrencias = {count}\n"
        f"classe = '{whose}'\nmotivo = 'razão'\n"
    )


def texts(found: Compilation) -> list[str | None]:
    return [one.texto for one in found.catalogue.dispositivos]


@pytest.mark.parametrize(
    ("place", "count", "changed"),
    [
        ("todas = true", 2, [0, 2]),
        ("pagina = 1", 1, [0]),
        ("pagina = 2", 1, [2]),
        ("dispositivo = 'art3'", 1, [2]),
        ("dispositivo = 'art3_cpt'", 1, [2]),
    ],
)
def test_an_erratum_changes_the_places_that_it_counts(
    tmp_path: Path, place: str, count: int, changed: list[int]
) -> None:
    found = compiled(tmp_path, erratum("taxa e", "taxa é", place, count))
    assert [n for n, text in enumerate(texts(found)) if text and "taxa é" in text] == changed
    corrections = found.catalogue.correcoes
    assert [(one.antes, one.depois, one.motivo) for one in corrections] == [
        ("taxa e", "taxa é", "acento perdido")
    ] * count
    assert [one.dispositivo for one in corrections] == [f"art{n + 1}" for n in changed]


@pytest.mark.parametrize("count", [1, 3])
def test_an_erratum_that_counts_wrong_changes_nothing(tmp_path: Path, count: int) -> None:
    found = compiled(tmp_path, erratum("taxa e", "taxa é", "todas = true", count))
    assert not any(text and "taxa é" in text for text in texts(found))
    assert [one.code for one in found.blocking] == ["NOR003"]
    assert "o texto tem 2×" in found.blocking[0].message


def test_a_word_is_matched_whole(tmp_path: Path) -> None:
    """ "e" stands alone twice; those inside "de", "selo" or "empresa" are none."""
    found = compiled(tmp_path, erratum("e", "é", "todas = true", 2))
    assert found.publishable
    assert texts(found)[0] == "A taxa é anual, paga pela pela empresa."


def test_a_probable_correction_is_said_to_be_one(tmp_path: Path) -> None:
    found = compiled(tmp_path, erratum("taxa e", "taxa é", "pagina = 2", 1, "provavel"))
    assert [(one.code, one.device) for one in found.diagnostics if one.code == "NOR004"] == [
        ("NOR004", "art3")
    ]


def test_an_erratum_may_join_what_two_lines_part(tmp_path: Path) -> None:
    review = (
        "[[errata]]\nid = 'um'\nde = '''de\nvida'''\npara = 'devida'\npagina = 1\n"
        "ocorrencias = 1\nmotivo = 'palavra partida'\n"
    )
    found = compiled(tmp_path, review)
    assert texts(found)[1] == "A taxa de selo é devida da empresa."
    coverage = found.catalogue.cobertura
    assert coverage.linhas == 5
    assert coverage.em_dispositivos + coverage.em_partes == 5


# ── observations ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("whose", "code", "level"), [("norma", "NOR008", "nota"), ("ocr", "NOR007", "aviso")]
)
def test_an_observation_is_reported_and_changes_nothing(
    tmp_path: Path, whose: str, code: str, level: str
) -> None:
    found = compiled(tmp_path, observation("pela pela", whose, "pagina = 1", 1))
    assert texts(found)[0] == "A taxa e anual, paga pela pela empresa."
    assert found.catalogue.correcoes == ()
    [one] = [one for one in found.catalogue.diagnosticos if one.codigo.startswith("NOR")]
    assert (one.codigo, one.nivel, one.classe, one.dispositivo) == (code, level, whose, "art1")
    assert one.mensagem == "«pela pela» ficou como está: razão"
    assert [(at.pagina, at.linhas) for at in one.origem] == [(1, (2, 2))]


def test_an_observation_is_made_at_each_place(tmp_path: Path) -> None:
    found = compiled(tmp_path, observation("taxa e", "ocr", "todas = true", 2))
    assert [one.device for one in found.diagnostics if one.code == "NOR007"] == ["art1", "art3"]


def test_an_observation_looks_at_the_text_as_mended(tmp_path: Path) -> None:
    review = erratum("taxa e", "taxa é", "todas = true", 2)
    review += observation("taxa é", "ocr", "todas = true", 2).replace("'um'", "'dois'")
    assert compiled(tmp_path, review).publishable


def test_an_observation_of_words_that_are_not_there_is_an_error(tmp_path: Path) -> None:
    found = compiled(tmp_path, observation("multa", "norma", "dispositivo = 'art2'", 1))
    assert [one.code for one in found.blocking] == ["NOR003"]
    assert found.blocking[0].message == (
        "a observação um espera 1× «multa» em art2; o texto tem 0×"
    )
