"""Generality from the first day: chapter XV of the CTB, and an invented code of another shape."""

import re
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.labels import letter, roman
from pipeline.model import Infracao, walk

DATA = Path(__file__).parent / "data"


@pytest.fixture(scope="module")
def ctb() -> Catalogo:
    return compile_norm(DATA / "ctb-capitulo-xv.txt").catalogue


@pytest.fixture(scope="module")
def invented() -> Catalogo:
    return compile_norm(DATA / "codigo-inventado.txt").catalogue


def by_id(catalogue: Catalogo) -> dict[str, Infracao]:
    return {one.id: one for one in catalogue.infracoes}


def targets(catalogue: Catalogo, name: str) -> tuple[str, ...]:
    """All conducts that are punished together with this one."""
    return next(group.alvos for group in catalogue.sancoes if name in group.alvos)


# ── chapter XV of the CTB ────────────────────────────────────────────────────────────────────


def test_ctb_has_103_articles_and_160_groups(ctb: Catalogo) -> None:
    kinds = Counter(device.tipo for device in walk(ctb.dispositivos))
    assert kinds["artigo"] == 103
    assert kinds["nao_analisado"] == 0
    assert len(ctb.sancoes) == 160
    assert ctb.cobertura.sem_lugar == 0
    assert not [one for one in ctb.diagnosticos if one.nivel == "erro"]


def test_ctb_lines_with_a_control_character_for_the_dash_are_sanctions(ctb: Catalogo) -> None:
    """Arts. 209-A, 230, 231 and 244 have U+0096, a cp1252 byte, where the dash was."""
    lines = [line for group in ctb.sancoes for line in group.linhas]
    assert Counter(line.rotulo for line in lines)["Infração"] == 160
    assert "art209-1_cpt" in by_id(ctb)


def test_ctb_one_group_punishes_all_conducts_before_it(ctb: Catalogo) -> None:
    assert targets(ctb, "art254_cpt_inc1") == tuple(f"art254_cpt_inc{n}" for n in range(1, 7))


def test_ctb_vetoed_inciso_is_not_punished(ctb: Catalogo) -> None:
    assert targets(ctb, "art162_cpt_inc5") == ("art162_cpt_inc5",)
    vetoed = next(one for one in walk(ctb.dispositivos) if one.id == "art162_cpt_inc4")
    assert vetoed.situacao == "vetado"


def test_ctb_penalty_that_goes_on_in_alineas_stays_one_group(ctb: Catalogo) -> None:
    """Art. 231, V: the alíneas set the surcharge, and the measure stands behind them."""
    assert targets(ctb, "art231_cpt_inc5") == ("art231_cpt_inc5",)
    group = next(one for one in ctb.sancoes if "art231_cpt_inc5" in one.alvos)
    assert [line.rotulo for line in group.linhas] == [
        "Infração", "Penalidade", "Medida administrativa",
    ]  # fmt: skip


def test_ctb_factor_and_second_penalty(ctb: Catalogo) -> None:
    drunk = by_id(ctb)["art165_cpt"]
    assert [(one.tipo, one.fator) for one in drunk.penalidades] == [
        ("multa", 10), ("suspensao", None),
    ]  # fmt: skip
    assert [one.tipo for one in drunk.medidas_administrativas] == ["recolhimento", "retencao"]
    assert drunk.multa is None


def test_ctb_same_as_another_article_is_no_gravity_of_its_own(ctb: Catalogo) -> None:
    """What all six incisos of art. 162 share is an inference; their penalties differ."""
    lent = by_id(ctb)["art163_cpt"]
    assert lent.gravidade is None
    assert [one.tipo for one in lent.penalidades] == ["remissao"]
    gravity, measure = lent.herancas
    incisos = tuple(f"art162_cpt_inc{n}" for n in (1, 2, 3, 5, 6, 7))
    assert (gravity.linha, gravity.herdada_de, gravity.gravidade) == (
        "Infração", incisos, "gravissima",
    )  # fmt: skip
    assert (measure.linha, measure.herdada_de) == ("Medida administrativa", incisos[2:3])
    assert [one.texto for one in measure.medidas_administrativas] == [
        "retenção do veículo até a apresentação de condutor habilitado"
    ]
    said = [one.codigo for one in ctb.diagnosticos if one.dispositivo == "art163_cpt"]
    assert said == ["SAN020", "SAN021", "SAN020"]


def named(target: str) -> str:
    """A target as the sample names it: "162: I a", "244: § 1 b", "165: caput"."""
    article, *below = target.split("_")
    value, _, suffix = article.removeprefix("art").partition("-")
    number = f"{value}-{chr(ord('A') + int(suffix) - 1)}" if suffix else value
    words = []
    for part in below:
        kind, n = part[:3], part[3:]
        if kind == "inc":
            words.append(roman(int(n)))
        elif kind == "ali":
            words.append(letter(int(n)))
        elif kind == "par":
            words.append(f"§ {n}")
    return f"{number}: {' '.join(words) or 'caput'}"


def test_ctb_a_sample_read_by_hand(ctb: Catalogo) -> None:
    lines = (DATA / "ctb-capitulo-xv.esperado.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    assert len(wanted) >= 50
    infractions = by_id(ctb)
    found = []
    for group in ctb.sancoes:
        names = [named(one) for one in group.alvos]
        article = names[0].partition(":")[0]
        conducts = ", ".join(one.removeprefix(f"{article}: ") for one in names)
        first = next(one for one in infractions.values() if one.sancao == group.id)
        penalties = ", ".join(
            one.tipo
            + (f" x{one.fator}" if one.fator else "")
            + (" [reincidencia]" if one.condicao else "")
            for one in first.penalidades
        )
        measures = ", ".join(one.tipo for one in first.medidas_administrativas)
        found.append(
            f"{article}: {conducts} | {first.gravidade or '-'} | {penalties} | {measures or '-'}"
        )
    assert [line for line in wanted if line not in found] == []


def test_ctb_each_group_and_each_conduct_is_counted_from_the_text(ctb: Catalogo) -> None:
    """Without the grammar: a gravity line a group, in the article that stands above it."""
    groups: Counter[str] = Counter()
    article = ""
    for line in (DATA / "ctb-capitulo-xv.txt").read_text(encoding="utf-8").splitlines():
        head = re.match(r"Art\. (\d+(?:-[A-Z])?)", line)
        article = head[1] if head else article
        groups[article] += line.startswith("Infração")
    assert sum(groups.values()) == 160
    assert Counter(named(one.alvos[0]).partition(":")[0] for one in ctb.sancoes) == +groups
    targets = [target for group in ctb.sancoes for target in group.alvos]
    assert len(set(targets)) == len(targets)
    state = {one.caput_id or one.id: one.situacao for one in walk(ctb.dispositivos)}
    assert {state[target] for target in targets} == {"vigente"}


def test_ctb_chapters_before_an_excerpt_are_not_missing(ctb: Catalogo) -> None:
    assert [one for one in ctb.diagnosticos if one.codigo.startswith("NUM")] == []


def test_ctb_what_is_said_of_its_sanctions_is_the_laws(ctb: Catalogo) -> None:
    said = {
        (one.codigo, one.dispositivo): one.classe
        for one in ctb.diagnosticos
        if one.codigo.startswith("SAN") and one.nivel == "aviso"
    }
    assert said == {
        ("SAN021", "art163_cpt"): "norma",
        ("SAN021", "art164_cpt"): "norma",
        ("SAN005", "art231_cpt_inc10"): "norma",  # "de média a gravíssima"
        ("SAN013", "art254_cpt_inc1"): "compilador",  # half of another fine
    }


# ── an invented code: no groups, amounts in reais, one sanction for several incisos ───────────


def test_invented_code_has_its_structure(invented: Catalogo) -> None:
    assert [(one.id, one.rotulo) for one in walk(invented.dispositivos)] == [
        ("tit1", "TÍTULO I"), ("tit1_cap1u", "CAPÍTULO ÚNICO"), ("art1", "Art. 1º"),
        ("art1_par1", "§ 1º"), ("art1_par2", "§ 2º"), ("art1_par2_inc1", "I"),
        ("art1_par2_inc2", "II"), ("art1_par2_inc2_ali1", "a)"), ("art1_par2_inc2_ali2", "b)"),
        ("tit2", "TÍTULO II"), ("art2", "Art. 2º"), ("art2_cpt_inc1", "I"),
        ("art2_cpt_inc2", "II"), ("art2_cpt_inc3", "III"), ("art2_cpt_inc4", "IV"),
        ("art3", "Art. 3º"), ("art3_par1u", "Parágrafo único"), ("art4", "Art. 4º"),
        ("art5", "Art. 5º"),
    ]  # fmt: skip


def test_invented_code_amounts_are_reais(invented: Catalogo) -> None:
    fines = {
        name: one.multa and (one.multa.quantidade, one.multa.unidade, one.multa.base_legal)
        for name, one in by_id(invented).items()
    }
    first = Decimal("1050.50"), "BRL"
    assert fines == {
        "art2_cpt_inc1": (*first, "art2_cpt_inc1"),
        "art2_cpt_inc2": (*first, "art2_cpt_inc2"),
        "art2_cpt_inc3": (*first, "art2_cpt_inc3"),
        "art2_cpt_inc4": (Decimal(600), "BRL", "art2_cpt_inc4"),
        "art3_cpt": None,
    }
    assert invented.grupos == ()


def test_invented_code_wrapped_values_are_whole(invented: Catalogo) -> None:
    scales = by_id(invented)["art2_cpt_inc4"]
    assert scales.conduta == "usar balança adulterada"
    assert [one.texto for one in scales.penalidades] == [
        "multa de R$ 300,00 (duas vezes)", "suspensão da licença por 30 (trinta) dias",
    ]  # fmt: skip
    assert [one.tipo for one in scales.medidas_administrativas] == ["apreensao", "interdicao"]


def test_invented_code_points_stand_in_one_sentence(invented: Catalogo) -> None:
    assert [(one.gravidade, one.pontos) for one in invented.pontuacao] == [
        ("leve", 1), ("grave", 5),
    ]  # fmt: skip
    assert by_id(invented)["art3_cpt"].pontos is None


def test_invented_code_place_is_read_off_the_preamble(invented: Catalogo) -> None:
    urn = "urn:lex:br;bahia;vila.azul:municipal:lei.complementar:2019-03-01;12"
    assert invented.norma.urn == urn
    assert invented.norma.assinaturas[0].nome == "BELTRANA DE TAL"
    assert [(one.codigo, one.dispositivo) for one in invented.diagnosticos] == [
        ("SAN012", "art3_cpt"),
    ]  # fmt: skip


# ── lei 2.244/2001 of Feira de Santana: duties and prohibitions, each with its group ──────────


@pytest.fixture(scope="module")
def feira() -> Catalogo:
    """Arts. 25 to 27 and 31 to 34, as the real law has them."""
    return compile_norm(DATA / "feira-ba-lei-2244-2001-arts-25-a-34.txt").catalogue


def test_feira_each_item_is_an_infraction_of_the_group_at_its_end(feira: Catalogo) -> None:
    wanted = []
    article = ""
    text = (DATA / "feira-ba-lei-2244-2001-arts-25-a-34.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        head = re.match(r"Art\. (\d+)", line)
        article = head[1] if head else article
        item = re.match(r"(\d+) ?- ?(.*?) ?\(GRUPO ([ABC])\)[;.]$", line)
        if item:
            wanted.append((f"art{article}_cpt_ite{item[1]}", item[2], item[3]))
    assert len(wanted) == 51
    found = [
        (one.id.removesuffix("_rep2"), one.conduta, one.penalidades[0].grupo)
        for one in feira.infracoes
    ]
    assert found == wanted


def test_feira_groups_have_points_and_a_fine_in_words(feira: Catalogo) -> None:
    assert [
        (one.codigo, one.quantidade, one.base_legal, one.pontos, one.base_dos_pontos)
        for one in feira.grupos
    ] == [
        ("A", None, "art33_cpt_inc1", 1, "art33_par1u_ali1"),
        ("B", None, "art33_cpt_inc2", 2, "art33_par1u_ali2"),
        ("C", None, "art33_cpt_inc3", 3, "art33_par1u_ali3"),
    ]
    assert {one.multa for one in feira.infracoes} == {None}
    said = [one.dispositivo for one in feira.diagnosticos if one.codigo == "SAN013"]
    assert said == ["art33_cpt_inc1", "art33_cpt_inc2", "art33_cpt_inc3"]
    assert Counter(one.pontos for one in feira.infracoes) == {
        points: sum(one.penalidades[0].grupo == group for one in feira.infracoes)
        for group, points in zip("ABC", (1, 2, 3), strict=True)
    }
