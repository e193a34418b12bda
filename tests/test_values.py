"""Values of sanction lines and tables: read whole, or not at all."""

from decimal import Decimal
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.sanctions.values import (
    amount_in,
    group_in,
    read_gravity,
    read_measures,
    read_penalties,
)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("multa de R$ 1500,00", ("1500.00", "BRL")),
        ("multa de R$ 1.500,00.", ("1500.00", "BRL")),
        ("multa de R$ 88", ("88", "BRL")),
        ("multa de 400 (quatrocentas) UFX-ZZ", ("400", "UFX-ZZ")),
        ("multa de 12,5 UFM", ("12.5", "UFM")),
        ("multa de 10 UFMs", ("10", "UFM")),
    ],
)
def test_an_amount_is_read_whole(text: str, amount: tuple[str, str]) -> None:
    assert amount_in(text) == (Decimal(amount[0]), amount[1])


@pytest.mark.parametrize(
    "text",
    [
        "multa de R$ 1.5O0,00",
        "multa de R$ 1 500,00",
        "multa de R$ 99999999999999999999999999,99",  # no JSON number keeps it
        "multa de " + "9" * 5000 + " (cem) UFM",
        "multa de R$ 1,500.00",
        "multa de R$ 100,00 a R$ 500,00",
        "multa de 50 a 100 UFM",
        "multa de até 100 UFM",
        "multa de 5% (cinco por cento) do valor de 300 UFM",
        "multa nos termos do art. 258 CTB",
        "multa nos termos do art. 9 LC 95",
        "multa de 4O0 (quatrocentas) UFM",
        "multa de 40 (quatrocentas) UFM",
        "multa",
    ],
)
def test_what_is_no_certain_amount_is_none(text: str) -> None:
    assert amount_in(text) is None


@pytest.mark.parametrize(
    ("text", "factor"),
    [
        ("multa (três vezes)", 3),
        ("multa (2 vezes)", 2),
        ("multa (10x)", 10),
        ("multa, cobrada 3 (três) vezes", 3),
        ("multa em dobro", 2),
        ("multa (0 vezes)", None),
        ("multa", None),
    ],
)
def test_a_factor_is_read(text: str, factor: int | None) -> None:
    assert read_penalties(text)[0].fator == factor


@pytest.mark.parametrize("dash", "-‐–—−")
def test_all_dashes_of_a_group_are_one(dash: str) -> None:
    assert group_in(f"multa (Grupo Z{dash}9)") == "Z-9"


def test_a_gravity_is_one_of_four_words() -> None:
    assert read_gravity("Gravíssima.") == ("gravissima", True)
    assert read_gravity("médio") == ("media", False)
    assert read_gravity("greve") == (None, False)
    assert read_gravity("de média a gravíssima") == (None, False)


def test_a_line_is_parted_where_the_next_penalty_begins() -> None:
    assert [one.tipo for one in read_penalties("advertência, multa e cassação da licença")] == [
        "advertencia", "multa", "cassacao",
    ]  # fmt: skip
    assert [one.tipo for one in read_measures("remoção do veículo e de seus bens")] == ["remocao"]


def compiled(folder: Path, *lines: str) -> Catalogo:
    path = folder / "norma.txt"
    path.write_text("LEI Nº 7, DE 3 DE MAIO DE 2017\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return compile_norm(path).catalogue


def test_points_in_a_sentence_are_no_table(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º Na falta grave o condutor é advertido, e - vencidos 30 pontos - suspenso.",
        "Art. 2º Contam-se os pontos:",
        "a) Grave — cinco pontos;",
        "b) Leve — 3 (quatro) pontos.",
    )
    assert [(one.gravidade, one.pontos) for one in law.pontuacao] == [("grave", 5)]


def test_a_group_whose_words_contradict_its_digits_has_no_amount(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º Parar:",
        "Infração - leve",
        "Penalidade - multa (Grupo Z-1)",
        "Art. 2º Grupo Z-1: multa de 40 (quatrocentas) UFM.",
    )
    assert law.infracoes[0].multa is None
    assert {"NUM006", "SAN002"} <= {one.codigo for one in law.diagnosticos}


def test_a_misread_group_is_the_prints_fault_and_an_undefined_one_the_laws(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º São infrações:",
        "I - parar:",
        "Infração - leve",
        "Penalidade - multa (Grupo Z-l)",
        "II - correr:",
        "Infração - leve",
        "Penalidade - multa (Grupo W-7)",
        "Art. 2º Grupo Z-1: multa de 40 UFM.",
    )
    classes = {one.dispositivo: one.classe for one in law.diagnosticos if one.codigo == "SAN002"}
    assert classes == {"art1_cpt_inc1": "ocr", "art1_cpt_inc2": "norma"}
