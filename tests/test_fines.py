"""The page of fines and points: reais by year, gaps said, limits quoted, data for the calculator."""

import json
import re
from datetime import date
from decimal import Decimal
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.emit.page_fines import calculator, in_reais, limits, units, worth
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_render import embedded
from pipeline.emit.pages import write_docs
from pipeline.model import walk
from pipeline.reviewed import Limite, Reviewed, ValorDeUnidade
from pipeline.sources import load_reviewed
from tests.hostile_norm import NASTY, hostile_norm

NORM = Path(__file__).parent.parent / "raw" / "lei-1493-2023"


@pytest.fixture(scope="module")
def law() -> Catalogo:
    return compile_norm(NORM).catalogue


@pytest.fixture(scope="module")
def reviewed() -> Reviewed:
    return load_reviewed(NORM)


@pytest.fixture(scope="module")
def view(law: Catalogo, reviewed: Reviewed) -> NormView:
    return NormView(law, "", frozenset(), reviewed)


def page(catalogue: Catalogo, reviewed: Reviewed, folder: Path) -> str:
    """The page's source, with its references as signs, in one line."""
    write_docs([catalogue], folder, reviewed={catalogue.norma.id: reviewed})
    return " ".join(unescape((folder / "multas.md").read_text(encoding="utf-8")).split())


@pytest.fixture(scope="module")
def shown(law: Catalogo, reviewed: Reviewed, tmp_path_factory: pytest.TempPathFactory) -> str:
    return page(law, reviewed, tmp_path_factory.mktemp("docs"))


def rows(shown: str, name: str) -> list[list[str]]:
    """The cells of the table behind a heading, as text."""
    part = shown[shown.index(f"{{#{name}}}") :]
    body = part[part.index("<tbody") : part.index("</tbody>")]
    found = []
    for row in body.split("<tr ")[1:]:
        cells = re.findall(r"<t[dh] .*?>(.*?)</t[dh]>", row)
        found.append([re.sub(r"<[^>]+>", "", cell).strip() for cell in cells])
    return found


# ── the law ──────────────────────────────────────────────────────────────────────────────────


def test_groups_have_their_fine_in_reais_of_the_latest_year_or_none(shown: str) -> None:
    assert "Em reais, 2025</th>" in shown
    table = {row[0]: row[2:4] for row in rows(shown, "grupos")}
    assert table["E-1"] == ["400 UFIR-RJ", "R$ 1.900,32"]  # 400 × 4,7508
    assert table["E-2"] == ["250 UFIR-RJ", "R$ 1.187,70"]
    assert table["E-3"] == ["120 UFIR-RJ", "R$ 570,10"]  # 570,096
    assert table["E-4"] == ["80 UFIR-RJ", "R$ 380,06"]  # 380,064
    for code in ("A-1", "A-2", "A-3", "A-4"):
        assert table[code] == ["valor não definido na lei", "não se sabe"]


def test_years_run_from_the_beginning_of_the_law_and_gaps_are_said(shown: str) -> None:
    table = rows(shown, "unidades")
    assert [row[:2] for row in table] == [
        ["2026", "sem fonte conferida"],
        ["2025", "R$ 4,7508"],
        ["2024", "R$ 4,5373"],
        ["2023", "sem fonte conferida"],
    ]
    assert all("Sinfrerj" in row[2] and "1º de dezembro de 2026" in row[3] for row in table[1:3])
    assert "De 2023 e 2026 não se achou fonte" in shown
    assert "3,4211" not in shown  # of 2019, before the law


def test_the_limits_are_quoted_as_the_law_words_them(law: Catalogo, shown: str) -> None:
    texts = {device.id: device.texto or "" for device in walk(law.dispositivos)}
    for name in ("art20_cpt_inc6", "art20_cpt_inc7", "art20_cpt_inc8", "art20_cpt_inc5"):
        assert shown.count(f"<blockquote><p>{texts[name]}</p></blockquote>") == 1
        assert f'href="artigos/art20.html#{name}"' in shown
    assert "50 pontos</strong>, auxiliar de transporte" in shown
    assert "60 pontos</strong>, autorizatário" in shown


def test_what_is_wrong_about_the_limits_is_said(view: NormView, shown: str) -> None:
    [first, _] = limits(view)
    found = {one.id for one in first.findings}
    assert {"NUM001-art20", "REF001-art20_cpt_inc8", "REF001-art20_cpt_inc5"} <= found
    assert "falta o inciso IV antes do inciso V" in shown


def test_the_page_without_a_script_says_where_the_answer_is(shown: str) -> None:
    note = shown[shown.index('class="sem-script"') :].partition("</p>")[0]
    assert "JavaScript" in note
    assert 'href="#grupos"' in note
    assert 'href="#pontos"' in note


# ── the data of the calculator ───────────────────────────────────────────────────────────────


def data_of(text: str) -> Any:
    [found] = re.findall(r'<script type="application/json" id="[^"]+">(.*?)</script>', text)
    return json.loads(found)


def test_the_calculator_has_every_infraction_of_the_law(law: Catalogo, view: NormView) -> None:
    data = calculator(view)
    found = {one["id"]: one for part in data["artigos"] for one in part["infracoes"]}
    assert list(found) == [one.id for one in law.infracoes]
    assert len(found) == 79
    for one in law.infracoes:
        made = found[one.id]
        assert made["conduta"] == one.conduta
        assert made["pontos"] == one.pontos
        fine = one.multa
        assert made["multa"] == ([str(fine.quantidade), fine.unidade] if fine else None)
        assert (made["base_multa"] is None) == (fine is None)
    assert found["art14_cpt_inc25"]["base_multa"] == [
        "art. 21, I",
        "artigos/art21.html#art21_cpt_inc1",
    ]
    assert found["art12_cpt_inc1"]["contagem"] == "Quantos veículos"
    assert found["art10_cpt"]["contagem"] == "Quantas transgressões"
    assert found["art11_cpt"]["contagem"] is None
    assert found["art11_cpt"]["incidencia"] == "por veículo e por transgressão"


def test_pairs_are_those_that_occur_in_the_law(law: Catalogo, view: NormView) -> None:
    pairs = {one["id"]: one for one in calculator(view)["pares"]}
    occur = {(one.gravidade, penalty.grupo) for one in law.infracoes for penalty in one.penalidades}
    assert {
        (one["gravidade"], one["grupos"][0]) for one in pairs.values() if one["grupos"]
    } == occur
    assert len(occur) == 11
    assert pairs["leve"]["pontos"] == 3
    assert pairs["leve"]["multa"] is None
    assert pairs["leve.e-4"]["multa"] == ["80", "UFIR-RJ"]
    assert pairs["leve.e-3"]["multa"] == ["120", "UFIR-RJ"]
    assert pairs["gravissima.a-1"]["multa"] is None
    assert pairs["nenhuma.e-2"]["pontos"] is None


def test_the_data_stand_in_the_page_and_end_no_element(
    tmp_path: Path, view: NormView, shown: str
) -> None:
    assert data_of(shown) == json.loads(json.dumps(calculator(view)))
    hostile = hostile_norm()
    write_docs([hostile], tmp_path)
    written = data_of((tmp_path / "multas.md").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(calculator(NormView(hostile, "", frozenset()))))
    conducts = [one["conduta"] for part in written["artigos"] for one in part["infracoes"]]
    assert conducts == [one.conduta for one in hostile.infracoes]
    assert any("<" in one for one in conducts)


@pytest.mark.parametrize("text", NASTY)
def test_embedded_data_come_back_and_hold_no_sign_of_html(text: str) -> None:
    made = str(embedded({"texto": text}))
    assert json.loads(made) == {"texto": text}
    assert made.isascii()
    assert not set("<>&\n") & set(made)


# ── other norms ──────────────────────────────────────────────────────────────────────────────


def value(unit: str, year: int, amount: str, checked: date = date(2026, 1, 1)) -> ValorDeUnidade:
    return ValorDeUnidade(
        unidade=unit, ano=year, valor=Decimal(amount), fonte="Diário", consultada_em=checked
    )


@pytest.mark.parametrize(
    ("quantity", "unit", "wanted"),
    [("1", "0.125", "0.13"), ("1", "0.1249", "0.12"), ("1", "0.005", "0.01"), ("3", "0.335", "1.01"),
     ("120", "4.5373", "544.48"), ("1", "0.1000000000000000055511151231257827", "0.10")],
)  # fmt: skip
def test_half_a_cent_goes_up(quantity: str, unit: str, wanted: str) -> None:
    assert in_reais(Decimal(quantity), Decimal(unit)) == Decimal(wanted)


def test_without_values_the_page_says_so(law: Catalogo, tmp_path: Path) -> None:
    shown = page(law, Reviewed(), tmp_path)
    assert "não tem o valor em reais de 1 UFIR-RJ" in shown
    assert "Em reais" not in shown.partition("{#calculadora}")[0]
    assert "{#limites}" not in shown
    assert data_of(shown)["unidades"] == [{"codigo": "UFIR-RJ", "anos": []}]


def test_a_year_after_the_last_look_is_no_gap(law: Catalogo) -> None:
    reviewed = Reviewed(valores=(value("UFIR-RJ", 2025, "4.7508", date(2025, 3, 1)),))
    [unit] = units(NormView(law, "", frozenset(), reviewed))
    assert [(row.ano, row.value is not None) for row in unit.years] == [
        (2025, True), (2024, False), (2023, False),
    ]  # fmt: skip


def test_values_of_another_unit_convert_nothing(law: Catalogo) -> None:
    reviewed = Reviewed(valores=(value("OUTRA", 2025, "2"),))
    known = units(NormView(law, "", frozenset(), reviewed))
    assert [one.latest for one in known] == [None]
    assert [worth(known, group) for group in law.grupos] == [None] * 8


def test_a_norm_that_fines_in_money_has_no_unit() -> None:
    assert units(NormView(hostile_norm(), "", frozenset())) == []


def test_limits_stand_lowest_first(law: Catalogo) -> None:
    high = Limite(id="a", pontos=60, dispositivo="art20_cpt_inc7")
    low = Limite(id="b", pontos=50, dispositivo="art20_cpt_inc6")
    view = NormView(law, "", frozenset(), Reviewed(limites=(high, low)))
    assert [row.limit.id for row in limits(view)] == ["b", "a"]
