"""Lei 1.493/2023, from the PDF to the catalogue, against a hand reading of its 13 pages.

The expected tables in tests/golden/lei-1493-2023/ were written by a reader from the record, not
from the compiler's output.
"""

import csv
from collections import Counter
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.emit.catalogue import catalogue_files
from pipeline.model import Infracao, paths, walk
from pipeline.stages import Compilation

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
READ = Path(__file__).parent / "golden" / "lei-1493-2023"


@pytest.fixture(scope="module")
def compilation() -> Compilation:
    return compile_norm(NORM)


@pytest.fixture(scope="module")
def law(compilation: Compilation) -> Catalogo:
    return compilation.catalogue


def hand_read() -> dict[str, dict[str, str]]:
    with (READ / "infracoes.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file, delimiter=";")}
    assert len(rows) == 79
    return rows


def as_row(one: Infracao) -> dict[str, str]:
    """An infraction in the columns of the hand reading."""
    pages = [str(at.pagina) for at in one.origem]
    return {
        "id": one.id,
        "rotulo": one.rotulo,
        "gravidade": one.gravidade or "",
        "grupo": "|".join(penalty.grupo or "" for penalty in one.penalidades),
        "medida": "|".join(measure.tipo for measure in one.medidas_administrativas),
        "incidencia": "|".join(one.incidencia),
        "pontos": "" if one.pontos is None else str(one.pontos),
        "multa": str(one.multa.quantidade) if one.multa else "",
        "destinatarios": "|".join(one.destinatarios or ()),
        "paginas": pages[0] if len(pages) == 1 else f"{pages[0]}-{pages[-1]}",
        "linhas": "|".join(f"{at.pagina}:{at.linhas[0]}-{at.linhas[1]}" for at in one.origem),
        "conduta": one.conduta,
    }


@pytest.mark.parametrize("name", sorted(hand_read()))
def test_infraction_is_as_read_by_hand(law: Catalogo, name: str) -> None:
    found = {one.id: one for one in law.infracoes}
    assert as_row(found[name]) == hand_read()[name]


def test_there_are_no_other_infractions_and_their_order_is_the_laws(law: Catalogo) -> None:
    assert [one.id for one in law.infracoes] == list(hand_read())


def test_devices_are_as_read_by_hand(law: Catalogo) -> None:
    """Id, label and text of all 157 devices, in order and depth."""
    expected = (READ / "estrutura.txt").read_text(encoding="utf-8").splitlines()
    found = [
        f"{'  ' * (len(path) - 1)}{path[-1].id}\t{path[-1].rotulo or ''}\t"
        f"{path[-1].texto or path[-1].nome}"
        for path in paths(law.dispositivos)
    ]
    assert len(expected) == 157
    assert found == expected


def test_counts_of_the_record(law: Catalogo) -> None:
    kinds = Counter(device.tipo for device in walk(law.dispositivos))
    assert kinds == {
        "capitulo": 4, "secao": 9, "artigo": 35, "inciso": 90, "alinea": 8, "paragrafo": 9,
        "conduta": 2,
    }  # fmt: skip
    lines = Counter(line.rotulo for group in law.sancoes for line in group.linhas)
    assert lines == {"Infração": 78, "Penalidade": 79, "Medida administrativa": 26}
    groups = Counter(penalty.grupo for one in law.infracoes for penalty in one.penalidades)
    assert groups == {
        "E-1": 28, "E-2": 14, "E-3": 14, "E-4": 8, "A-1": 8, "A-2": 4, "A-3": 1, "A-4": 2,
    }  # fmt: skip


def test_every_line_is_accounted_for(law: Catalogo) -> None:
    account = law.cobertura
    assert account.linhas == 566
    assert account.sem_lugar == 0
    placed = account.em_dispositivos + account.em_partes + account.descartadas
    assert placed == account.linhas
    motives = Counter(one.motivo for one in law.descartes)
    assert motives == {"cabecalho": 39, "numero_de_pagina": 13, "ruido": 1, "rodape": 1}


def test_identity_of_the_norm(law: Catalogo) -> None:
    norm = law.norma
    assert norm.urn == "urn:lex:br;rio.janeiro;mangaratiba:municipal:lei:2023-06-07;1493"
    assert (norm.tipo, norm.numero, str(norm.data)) == ("lei", "1493", "2023-06-07")
    assert norm.ementa is not None
    assert norm.ementa.texto == (
        "Institui o CÓDIGO DISCIPLINAR DO SERVIÇO DE TRANSPORTE DE ESCOLARES EM VEÍCULOS "
        "AUTOMOTORES DO MUNICÍPIO DE MANGARATIBA."
    )
    assert norm.preambulo is not None
    assert norm.preambulo.texto.startswith("O PREFEITO MUNICIPAL DE MANGARATIBA, RJ, no uso das")
    assert norm.registro is not None
    assert norm.registro.id_nativo == "1834"
    assert law.fonte.reconstituida
    assert law.vigencia.inicio_presumido


def test_points_and_fines_stand_where_the_law_sets_them(law: Catalogo) -> None:
    points = {one.gravidade: (one.pontos, one.base_legal) for one in law.pontuacao}
    assert points == {
        "gravissima": (7, "art20_cpt_inc3_ali1"), "grave": (5, "art20_cpt_inc3_ali2"),
        "media": (4, "art20_cpt_inc3_ali3"), "leve": (3, "art20_cpt_inc3_ali4"),
    }  # fmt: skip
    groups = {one.codigo: (one.gravidade, one.quantidade, one.base_legal) for one in law.grupos}
    assert groups == {
        "E-1": ("gravissima", 400, "art21_cpt_inc1"), "E-2": ("grave", 250, "art21_cpt_inc2"),
        "E-3": ("media", 120, "art21_cpt_inc3"), "E-4": ("leve", 80, "art21_cpt_inc4"),
        "A-1": (None, None, None), "A-2": (None, None, None), "A-3": (None, None, None),
        "A-4": (None, None, None),
    }  # fmt: skip


def test_defects_of_the_law_are_the_laws(compilation: Compilation) -> None:
    """What a careful reader finds, as far as this version's checks go: class, code and device."""
    found = Counter((one.code, one.classe, one.device) for one in compilation.diagnostics)
    for expected in (
        ("NUM001", "norma", "art14"),
        ("NUM001", "norma", "art20"),
        ("SAN001", "norma", "art8_cpt"),
        ("SAN003", "norma", "art9_cpt_inc1"),
        ("SAN003", "norma", "art12_cpt_inc8"),
        ("SAN004", "norma", "art14_cpt_inc14"),
    ):
        assert found[expected] == 1, expected
    by_code = Counter(code for code, _, _ in found)
    assert by_code["SAN003"] == 2
    assert by_code["NUM001"] == 2
    undefined = {device for code, _, device in found if code == "SAN002"}
    assert len(undefined) == 15
    assert {str(device)[:5] for device in undefined} == {"art16", "art17", "art18", "art19"}
    assert {device for code, _, device in found if code == "SAN006"} == {"art9", "art13", "art15"}


def test_no_line_of_the_law_is_taken_for_a_misread_label(compilation: Compilation) -> None:
    assert [one.message for one in compilation.diagnostics if one.code.startswith("ROT")] == []


def test_references_lead_where_the_law_says(law: Catalogo) -> None:
    """What each reference means was read by hand; "incisos anteriores" are those before."""
    found = [
        (one.de, one.texto, one.alvo, one.estado)
        for one in law.remissoes
        if one.texto != "incisos anteriores" and one.tipo in ("interna", "externa")
    ]
    decree = "Decreto do Estado do Rio de Janeiro n° 21.518 de 28.11.2000"
    state, union = "urn:lex:br;rio.janeiro:estadual", "urn:lex:br:federal"
    assert found == [
        (
            "art18_cpt_inc5",
            "Código de Trânsito Brasileiro",
            f"{union}:lei:1997-09-23;9503",
            "resolvida",
        ),
        ("art20_cpt_inc5", "inciso anterior", "art20_cpt_inc4", "quebrada"),
        ("art20_cpt_inc8", "incisos IV, VI e VII", "art20_cpt_inc4", "quebrada"),
        ("art20_cpt_inc8", "incisos IV, VI e VII", "art20_cpt_inc6", "resolvida"),
        ("art20_cpt_inc8", "incisos IV, VI e VII", "art20_cpt_inc7", "resolvida"),
        ("art22", decree, f"{state}:decreto:2000-11-28;21518", "resolvida"),
        ("art25", "artigo anterior", "art24", "resolvida"),
        ("art28", "artigo anterior", "art27", "resolvida"),
        ("art29", "artigo 23", "art23", "resolvida"),
        ("art29_par1u", "caput deste artigo", "art29_cpt", "resolvida"),
        ("art30_par1u", "caput deste artigo", "art30_cpt", "resolvida"),
        ("art31_par1u", "artigos antecedentes", "art29", "resolvida"),
        ("art31_par1u", "artigos antecedentes", "art30", "resolvida"),
        ("art31_par1u", "desta Seção IV", "cap4_sec4", "quebrada"),
    ]
    earlier = Counter(
        (one.de, one.estado) for one in law.remissoes if one.texto == "incisos anteriores"
    )
    # Art. 14 has no XXIV: of the 26 numbers before XXVII, 25 are there.
    assert earlier == {("art14_cpt_inc27", "resolvida"): 25, ("art15_cpt_inc12", "resolvida"): 11}


def test_sanction_lines_refer_to_what_defines_them(law: Catalogo) -> None:
    """Arts. 20, III and 21, read by hand; the groups A-1 to A-4 are defined nowhere."""
    found = Counter(
        (one.texto, one.alvo) for one in law.remissoes if one.tipo in ("grupo", "gravidade")
    )
    assert found == {
        ("gravíssima", "art20_cpt_inc3_ali1"): 36,
        ("gravíssimo", "art20_cpt_inc3_ali1"): 1,
        ("grave", "art20_cpt_inc3_ali2"): 17,
        ("média", "art20_cpt_inc3_ali3"): 13,
        ("leve", "art20_cpt_inc3_ali4"): 11,
        ("Grupo E-1", "art21_cpt_inc1"): 28,
        ("Grupo E-2", "art21_cpt_inc2"): 14,
        ("Grupo E-3", "art21_cpt_inc3"): 14,
        ("Grupo E-4", "art21_cpt_inc4"): 8,
        ("Grupo A-1", None): 8,
        ("Grupo A-2", None): 4,
        ("Grupo A-3", None): 1,
        ("Grupo A-4", None): 2,
    }
    broken = {one.texto for one in law.remissoes if one.tipo == "grupo" and not one.alvo}
    assert broken == {"Grupo A-1", "Grupo A-2", "Grupo A-3", "Grupo A-4"}
    assert all(one.estado == "quebrada" for one in law.remissoes if one.texto in broken)


def test_broken_references_are_reported(compilation: Compilation) -> None:
    broken = [one.device for one in compilation.diagnostics if one.code == "REF001"]
    assert sorted(map(str, broken)) == ["art20_cpt_inc5", "art20_cpt_inc8", "art31_par1u"]


def test_a_faulty_law_compiles_well(compilation: Compilation) -> None:
    levels = Counter(one.nivel for one in compilation.diagnostics)
    assert levels["erro"] == 0
    assert levels["aviso"] > 0
    assert compilation.publishable


def test_gap_points_at_the_label_after_it(compilation: Compilation) -> None:
    gap = next(one for one in compilation.diagnostics if one.device == "art14")
    assert gap.message == "falta o inciso XXIV antes do inciso XXV"
    assert [(at.page, at.first, at.last) for at in gap.place] == [(7, 4, 7)]


def test_every_correction_says_what_stood_there(law: Catalogo) -> None:
    """123 places of reviewed errata and 18 of the digit 0 for the article O."""
    assert Counter(one.regra for one in law.correcoes) == {"errata": 123, "zero_por_o": 18}
    assert all(one.antes != one.depois and one.origem and one.motivo for one in law.correcoes)
    assert len({one.id for one in law.correcoes}) == len(law.correcoes)


def test_every_id_that_is_named_resolves(law: Catalogo) -> None:
    devices = list(walk(law.dispositivos))
    known = {device.id for device in devices} | {device.caput_id for device in devices}
    named = [target for group in law.sancoes for target in group.alvos]
    named += [one.dispositivo for one in law.infracoes]
    named += [context.id for one in law.infracoes for context in one.contexto]
    named += [one.multa.base_legal for one in law.infracoes if one.multa]
    named += [one.base_legal for one in law.grupos if one.base_legal]
    named += [one.base_legal for one in law.pontuacao]
    named += [one.dispositivo for one in law.diagnosticos if one.dispositivo]
    named += [one.dispositivo for one in law.correcoes if one.dispositivo]
    assert len(named) > 400
    assert set(named) <= known


def test_compiled_twice_gives_the_same_bytes(law: Catalogo) -> None:
    assert catalogue_files(compile_norm(NORM).catalogue) == catalogue_files(law)
