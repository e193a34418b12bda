"""Values of sanction lines and tables: read whole, or not at all."""

from decimal import Decimal
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.sanctions.amounts import amount_in, counted_by
from pipeline.sanctions.values import (
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
        ("multa de 100 (cem) reais", ("100", "BRL")),
        ("MULTA DE 100 REAIS", ("100", "BRL")),
        ("multa de 2 (dois) salários mínimos", ("2", "SALARIO-MINIMO")),
        ("multa de 1 (um) salário mínimo", ("1", "SALARIO-MINIMO")),
        ("multa de 50 (cinquenta) Unidades Fiscais do Município (UFM)", ("50", "UFM")),
        ("multa de 3 (três) Valores de Referência – VRM", ("3", "VRM")),
        ("multa de R$ 10,00/dia", ("10.00", "BRL")),
        ("multa de 10 UFM/dia", ("10", "UFM")),
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
        "multa de 40 (quatrocentos) reais",
        "multa de 10% do salário mínimo",
        "multa de meio salário mínimo",
        "multa de 10 (dez) vezes o valor da UFM",
        "multa de R$ 5,00 por cada 10 metros",
        "MULTA PAGA EM 30 DIAS",
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
        ("multa de dez vezes", 10),
        ("multa (5x)", 5),
        ("multa de R$ 50,00, dobrada na reincidência", None),
        ("multa, em dobro em caso de reincidência", None),
        ("multa, agravada em até cinco vezes", None),
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
    for joint in (" - ", "/", " + ", " e a ", ", bem como ", " cumulada com "):
        kinds = [one.tipo for one in read_penalties(f"multa (Grupo A){joint}cassação")]
        assert kinds == ["multa", "cassacao"], joint


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
    assert {"NUM006", "SAN013"} <= {one.codigo for one in law.diagnosticos}


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


@pytest.mark.parametrize(
    "text",
    [
        "multa de R$ 5 mil",
        "multa de 5 (cinco) a 10 (dez) UFM",
        "multa de 5 ou 10 UFM",
        "multa de 1/2 UFM",
        "multa mínima de 5 UFM",
        "multa não inferior a 5 UFM",
        "multa de até 5 UFM",
        "multa entre 5 e 10 UFM",
    ],
)
def test_an_amount_that_is_not_one_is_none(text: str) -> None:
    assert amount_in(text) is None


@pytest.mark.parametrize(
    ("text", "group", "factor"),
    [
        ("multa (Grupo Z-2 x 3)", "Z-2", 3),
        ("multa (Grupo Z-1) x 3", "Z-1", 3),
        ("multa em triplo (Grupo Z-1)", "Z-1", 3),
        ("multa (Grupo Z-1) em dobro", "Z-1", 2),
        ("multa (Grupo A ou B)", None, None),
        ("multa do Grupo A ao Grupo C", None, None),
        ("multa (Grupo A) até maio e (Grupo B) depois", None, None),
        ("multa (Grupo Z-2 ou Z-1)", None, None),
        ("multa (Grupo 1 – multa simples)", "1", None),
    ],
)
def test_a_factor_is_no_part_of_the_groups_code(
    text: str, group: str | None, factor: int | None
) -> None:
    [one] = read_penalties(text)
    assert (one.grupo, one.fator) == (group, factor)


def test_a_choice_of_penalties_is_both() -> None:
    found = read_penalties("advertência ou multa (Grupo Z-1)")
    assert [(one.tipo, one.grupo) for one in found] == [("advertencia", None), ("multa", "Z-1")]


def test_a_gravity_that_depends_is_none() -> None:
    assert read_gravity("leve, na primeira vez, e grave na reincidência") == (None, False)


FINED = (
    "Art. 1º São infrações:",
    "I - parar:",
    "Infração - leve",
    "Penalidade - multa (Grupo Z-1)",
)


def test_a_fine_that_is_changed_in_an_unread_way_has_no_amount(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        *FINED[:3],
        f"{FINED[3]}, acrescida de 50%",
        "II - correr:",
        *FINED[2:],
        "Art. 2º Grupo Z-1: multa de 40 UFM.",
    )
    assert [one.multa and one.multa.quantidade for one in law.infracoes] == [None, 40]
    assert [one.dispositivo for one in law.diagnosticos if one.codigo == "SAN013"] == [
        "art1_cpt_inc1"
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "A multa do Grupo Z-1 corresponde a 40 (quarenta) UFM.",
        "Para as infrações do Grupo Z-1, a multa será de 40 (quarenta) UFM.",
        "São as infrações leves (Grupo Z-1): multa de 40 UFM.",
    ],
)
def test_a_sentence_may_define_a_group(tmp_path: Path, sentence: str) -> None:
    law = compiled(tmp_path, *FINED, f"Art. 2º {sentence}")
    assert [(one.codigo, one.quantidade, one.base_legal) for one in law.grupos] == [
        ("Z-1", Decimal(40), "art2_cpt")
    ]


def test_a_group_that_is_spoken_of_is_not_said_to_be_undefined(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        *FINED,
        "Art. 2º As multas dos grupos Z-1 e Z-2 valem, nesta ordem, 40 e 80 unidades.",
    )
    [found] = [one for one in law.diagnosticos if one.codigo == "SAN002"]
    assert found.classe == "compilador"
    assert "art. 2º" in found.mensagem.lower()


def test_a_list_of_the_caput_is_no_conduct_of_a_paragraph(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º Para ser carroceiro é preciso:",
        "I - ter dezoito anos;",
        "II - saber ler.",
        "Parágrafo único. É proibido ao carroceiro:",
        "I - abandonar a carroça:",
        "Infração - gravíssima",
        "Penalidade - multa de R$ 900,00",
    )
    assert [one.alvos for one in law.sancoes] == [("art1_par1u_inc1",)]


def test_an_amount_that_its_words_contradict_is_none_and_is_told(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º É proibido correr:",
        "Infração - leve",
        "Penalidade - multa de R$ 300,00 (trezentos e cinquenta reais)",
        "Art. 2º Os juros são de 10% (doze por cento), em 15 (quinze dias), ou 20 (vinte) horas.",
    )
    assert [one.multa for one in law.infracoes] == [None]
    found = [(one.codigo, one.dispositivo) for one in law.diagnosticos]
    assert found == [("SAN013", "art1_cpt"), ("NUM006", "art1_cpt"), ("NUM006", "art2")]


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("multa de R$ 10,00 por dia", "dia"),
        ("multa de R$ 10,00 (dez reais), por dia de atraso", "dia de atraso"),
        ("multa de R$ 10,00/dia", "dia"),
        ("multa diária de 5 UFM", "dia"),
        ("multa de 20 UFM por metro quadrado ou fração", "metro quadrado ou fração"),
        ("multa de 2 salários mínimos a cada mês", "mês"),
        ("multa (Grupo Z-9) por animal", "animal"),
        ("multa de R$ 10,00 por infringir a lei", None),
        ("multa de R$ 10,00", None),
        ("multa por infração ao art. 5º", None),
    ],
)
def test_what_an_amount_is_counted_by_is_told(text: str, by: str | None) -> None:
    assert counted_by(text) == by


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("multa e, em caso de reincidência, cassação",
         [("multa", None, None), ("cassacao", "em caso de reincidência", None)]),
        ("advertência; na reincidência, multa de 10 UFM",
         [("advertencia", None, None), ("multa", "na reincidência", None)]),
        ("multa e cassação da licença na reincidência",
         [("multa", None, None), ("cassacao", "na reincidência", None)]),
        ("multa de R$ 5,00 (em dobro na reincidência)",
         [("multa", None, "em dobro na reincidência")]),
        ("multa de R$ 5,00 e, na reincidência, o dobro",
         [("multa", None, "na reincidência, o dobro")]),
        ("multa em dobro", [("multa", None, None)]),
    ],
)  # fmt: skip
def test_what_holds_on_recidivism_only_is_told_apart(
    text: str, read: list[tuple[str, str | None, str | None]]
) -> None:
    assert [(one.tipo, one.condicao, one.reincidencia) for one in read_penalties(text)] == read


def test_a_fine_for_a_case_only_is_not_the_fine(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º Parar:",
        "Infração - leve",
        "Penalidade - advertência e, em caso de reincidência, multa de R$ 50,00",
        "Art. 2º Correr:",
        "Infração - leve",
        "Penalidade - multa de R$ 50,00, em dobro na reincidência",
    )
    first, second = law.infracoes
    assert first.multa is None
    assert second.multa is not None
    assert second.multa.quantidade == Decimal(50)


def test_a_number_that_counts_is_no_part_of_a_groups_code() -> None:
    assert group_in("Grupo A - 1 (um) ponto") == "A"
    assert group_in("Grupo A - 20 UFM") == "A"
    assert group_in("Grupo E - 1") == "E-1"


def test_a_fine_by_gravity_is_multiplied_by_the_factor(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º Correr:",
        "Infração - grave;",
        "Penalidade - multa (três vezes).",
        "Art. 2º As infrações punidas com multa classificam-se em:",
        "I - grave, punida com multa no valor de R$ 195,23 (cento e noventa e cinco reais);",
        "II - média, punida com multa de R$ 130,16 e 4 pontos;",
        "III - leve, punida com multa de R$ 50,00 a R$ 88,38.",
        "Art. 3º Na infração leve, a multa é reduzida a 10 UFM.",
    )
    fines = {one.gravidade: (one.quantidade, one.base_legal) for one in law.multas_por_gravidade}
    assert fines == {"media": (Decimal("130.16"), "art2_cpt_inc2")}
    assert law.infracoes[0].multa is None  # digits and words say different amounts
    said = [one.dispositivo for one in law.diagnosticos if one.codigo == "SAN013"]
    assert said == ["art2_cpt_inc1", "art2_cpt_inc3"]


def test_a_fine_by_gravity_is_the_infractions(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        "Art. 1º Correr:",
        "Infração - grave;",
        "Penalidade - multa (três vezes).",
        "Art. 2º As infrações graves serão punidas com multa de R$ 100,00.",
    )
    fine = law.infracoes[0].multa
    assert fine is not None
    assert (fine.quantidade, fine.base_legal) == (Decimal(300), "art2_cpt")
