"""What a norm says of itself and how it is cited: title, date, place, URN, numerals, citations."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pipeline.labels import (
    STATES,
    Place,
    Title,
    dotted,
    norm_urn,
    number_from_words,
    read_citation,
    read_date,
    read_place,
    read_title,
    write_citation,
)
from pipeline.labels.urn import state_code
from pipeline.model import DeviceId

# ── epígrafe, date, place ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("epigraph", "title"),
    [
        ("LEI N° 1.493, DE 7 DE JUNHO DE 2023", Title("lei", "1493", date(2023, 6, 7))),
        ("LEI Nº 7 DE 1º DE MARÇO DE 2017.", Title("lei", "7", date(2017, 3, 1))),
        ("Lei n.º 7, de 03 de maio de 2.017", Title("lei", "7", date(2017, 5, 3))),
        ("LEI COMPLEMENTAR Nº 95, DE 26 DE FEVEREIRO DE 1998", Title("lei.complementar", "95", date(1998, 2, 26))),
        ("DECRETO LEGISLATIVO Nº 5, DE 3 DE MAIO DE 2017", Title("decreto.legislativo", "5", date(2017, 5, 3))),
        ("LEI MUNICIPAL Nº 7, DE 3 DE MAIO DE 2017", Title("lei", "7", date(2017, 5, 3))),
        ("LEI ORDINÁRIA Nº 7, DE 3 DE MAIO DE 2017", Title("lei", "7", date(2017, 5, 3))),
        ("LEI Nº 7", Title("lei", "7", None)),
        ("LEI 4.567, DE 5 DE MAIO DE 2030", Title("lei", "4567", date(2030, 5, 5))),
        ("LEI PROMULGADA Nº 7/2030", Title("lei", "7", None)),
        ("DECRETO LEGISLATIVO N.º 05/2030", Title("decreto.legislativo", "5", None)),
        ("INSTRUÇÃO NORMATIVA SMF Nº 003, DE 8 DE JULHO DE 2030", Title("instrucao.normativa", "3", date(2030, 7, 8))),
        ("RESOLUÇÃO - RDC Nº 222, DE 28 DE MARÇO DE 2030", Title("resolucao", "222", date(2030, 3, 28))),
        ("PORTARIA INTERMINISTERIAL MS/MC Nº 5", Title("portaria.interministerial", "5", None)),
        ("ATO DA MESA Nº 15/2030", Title("ato.mesa", "15", None)),
        ("LEI ORGÂNICA DO MUNICÍPIO DE VILA AZUL", Title("lei.organica", None, None)),
        ("LEI Nº 7, DE 31 DE ABRIL DE 2017", Title("lei", "7", None)),
        ("DISPÕE SOBRE O SELO", Title()),
    ],
)  # fmt: skip
def test_an_epigraph_is_read(epigraph: str, title: Title) -> None:
    assert read_title(epigraph) == title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Vila Azul, 1º de março de 2017.", date(2017, 3, 1)),
        ("VILA AZUL, 03 DE MARÇO DE 2017", date(2017, 3, 3)),
        ("29 de fevereiro de 2016", date(2016, 2, 29)),
        ("29 de fevereiro de 2017", None),
        ("31 de abril de 2017", None),
        ("3 de maior de 2017", None),
        ("3 de maio de 217", None),
        ("3/5/2017", None),
        ("", None),
    ],
)
def test_a_date_is_read_or_is_none(text: str, expected: date | None) -> None:
    assert read_date(text) == expected


@pytest.mark.parametrize(
    ("preamble", "place"),
    [
        ("O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia; FAÇO SABER", Place("Vila Azul", "BA")),
        ("O PREFEITO DO MUNICÍPIO DE VILA AZUL, ESTADO DO RIO DE JANEIRO, faz", Place("Vila Azul", "RJ")),
        ("A PREFEITA MUNICIPAL DE SÃO JOÃO D'ALIANÇA, Estado de Goiás, faz", Place("São João D'aliança", "GO")),
        ("O Prefeito de Vila Azul - BA, faz saber", Place("Vila Azul", "BA")),
        ("O PREFEITO MUNICIPAL DE VILA AZUL/RS: faço saber", Place("Vila Azul", "RS")),
        ("O Prefeito Municipal de Vila Azul, no uso de suas atribuições", Place("Vila Azul", None)),
        ("O PREFEITO MUNICIPAL DE VILA DO MAR AZUL, Estado de Mato Grosso do Sul.", Place("Vila do Mar Azul", "MS")),
        ("FAÇO SABER que a Câmara decreta", Place()),
        ("O PREFEITO DE VILA AZUL FAÇO SABER QUE A CÂMARA APROVOU, E EU", Place("Vila Azul", None)),
        ("A Câmara Municipal de Vila Azul aprovou e eu, Prefeito, sanciono", Place("Vila Azul", None)),
        ("A Câmara Municipal de Vila Azul, Estado do Paraná, aprovou", Place("Vila Azul", "PR")),
    ],
)  # fmt: skip
def test_a_place_is_read(preamble: str, place: Place) -> None:
    found = read_place(preamble)
    assert found.uf == place.uf
    # How a name after an apostrophe takes its capital is a matter of taste.
    assert (found.municipio or "").casefold() == (place.municipio or "").casefold()


# ── URN ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Rio de Janeiro", "rio.janeiro"),
        ("Sant'Ana do Livramento", "sant.ana.livramento"),
        ("São João d’Aliança", "sao.joao.alianca"),
        ("Olho-d'Água das Cunhãs", "olho.agua.cunhas"),
        ("Não-Me-Toque", "nao.me.toque"),
        ("Passa e Fica", "passa.fica"),
        ("Nova Friburgo", "nova.friburgo"),
        ("Lei Complementar", "lei.complementar"),
    ],
)
def test_names_lose_accents_apostrophes_and_connectives(name: str, expected: str) -> None:
    assert dotted(name) == expected


@pytest.mark.parametrize(
    ("tipo", "numero", "data", "uf", "municipio", "expected"),
    [
        ("lei", "1493", date(2023, 6, 7), "RJ", "Mangaratiba",
         "urn:lex:br;rio.janeiro;mangaratiba:municipal:lei:2023-06-07;1493"),
        ("lei", "4584", date(2017, 10, 2), "RJ", "Nova Friburgo",
         "urn:lex:br;rio.janeiro;nova.friburgo:municipal:lei:2017-10-02;4584"),
        ("lei", "4232", date(2001, 9, 6), "RS", "Sant'Ana do Livramento",
         "urn:lex:br;rio.grande.sul;sant.ana.livramento:municipal:lei:2001-09-06;4232"),
        ("lei.complementar", "7", date(2017, 5, 3), "BA", "Vila Azul",
         "urn:lex:br;bahia;vila.azul:municipal:lei.complementar:2017-05-03;7"),
        ("lei", "7", date(2017, 5, 3), "BA", None, "urn:lex:br;bahia:estadual:lei:2017-05-03;7"),
        ("resolucao", "7", date(2017, 5, 3), "BA", "Vila Azul",
         "urn:lex:br;bahia;vila.azul:camara.municipal:resolucao:2017-05-03;7"),
        ("lei", "7", date(2017, 5, 3), None, "Vila Azul", None),
        ("lei", "7", date(2017, 5, 3), "XX", "Vila Azul", None),
    ],
)  # fmt: skip
def test_a_urn_is_that_of_lexml(
    tipo: str, numero: str, data: date, uf: str | None, municipio: str | None, expected: str | None
) -> None:
    found = norm_urn(tipo=tipo, numero=numero, data=data, uf=uf, municipio=municipio)
    assert found == expected


def test_every_state_is_known_by_its_name() -> None:
    assert len(STATES) == 27
    names = {
        "Rio de Janeiro": "RJ", "Rio Grande do Sul": "RS", "Rio Grande do Norte": "RN",
        "Mato Grosso do Sul": "MS", "Mato Grosso": "MT", "Espírito Santo": "ES", "São Paulo": "SP",
        "Pará": "PA", "Paraíba": "PB", "Paraná": "PR", "Piauí": "PI", "Goiás": "GO", "Ceará": "CE",
        "Amapá": "AP", "Amazonas": "AM", "Acre": "AC", "Distrito Federal": "DF", "Bahia": "BA",
    }  # fmt: skip
    assert {name: state_code(name) for name in names} == names
    assert state_code("Rio Grande") is None


# ── numerals ─────────────────────────────────────────────────────────────────────────────────

UNITS = "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove".split()
TENS = "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()
HUNDREDS = "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos".split()


def in_words(value: int) -> str:
    """A number from 1 to 999,999 in words, as laws write it."""
    if value >= 1000:
        thousands, rest = divmod(value, 1000)
        head = "mil" if thousands == 1 else f"{in_words(thousands)} mil"
        joint = " e " if rest < 100 or rest % 100 == 0 else " "
        return head + (f"{joint}{in_words(rest)}" if rest else "")
    if value == 100:
        return "cem"
    parts = [HUNDREDS[value // 100 - 1]] if value >= 100 else []
    rest = value % 100
    if rest >= 20:
        parts.append(TENS[rest // 10 - 2])
        rest %= 10
    if rest:
        parts.append(UNITS[rest])
    return " e ".join(parts)


@given(st.integers(1, 999_999))
def test_a_number_in_words_is_read(value: int) -> None:
    assert number_from_words(in_words(value)) == value
    assert number_from_words(in_words(value).upper()) == value


@pytest.mark.parametrize(
    ("words", "value"),
    [("quatorze", 14), ("duas", 2), ("duzentas e cinquenta", 250), ("cinqüenta", 50), ("vinte-e-um", 21)],
)  # fmt: skip
def test_other_spellings_are_read(words: str, value: int) -> None:
    assert number_from_words(words) == value


@pytest.mark.parametrize(
    "words",
    ["", "e", "alguns", "vinte e poucos", "dez dias", "um milhão", "dois três", "vinte vinte", "dez e cem", "mil mil"],
)  # fmt: skip
def test_what_is_no_number_is_none(words: str) -> None:
    assert number_from_words(words) is None


# ── citations ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "citation"),
    [
        ("art1", "Art. 1º"),
        ("art20_cpt_inc4", "Art. 20, IV"),
        ("art14-1_par2_inc3_ali2", "Art. 14-A, § 2º, III, b"),
        ("art3_par1u_inc1_ali1_ite2", "Art. 3º, Parágrafo único, I, a, 2"),
    ],
)
def test_an_id_is_cited_as_people_do(name: str, citation: str) -> None:
    assert write_citation(name) == citation
    assert read_citation(citation) == name


def test_headings_and_strange_ids_are_cited_too() -> None:
    assert write_citation("cap4_sec4") == "CAPÍTULO IV, Seção IV"
    assert write_citation("art73_rep2") == "Art. 73, rep2"


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        ("art. 14, XXV", "art14_cpt_inc25"),
        ("Art. 14", "art14"),
        ("artigo 14", "art14"),
        ("art. 1.024", "art1024"),
        ("Art. 34, § 2º", "art34_par2"),
        ("art. 34 § 2º", "art34_par2"),
        ("art. 14-A, I", "art14-1_cpt_inc1"),
        ("art. 4º-C", "art4-3"),
        ("art. 20, III, a", "art20_cpt_inc3_ali1"),
        ("art. 20, inciso III, alínea “a”", "art20_cpt_inc3_ali1"),
        ("art. 20, III, i", "art20_cpt_inc3_ali9"),
        ("art. 20, III, c", "art20_cpt_inc3_ali3"),
        ("art. 20, III, a, 1", "art20_cpt_inc3_ali1_ite1"),
        ("art. 31, parágrafo único", "art31_par1u"),
        ("art. 31, § 1º, IV", "art31_par1_inc4"),
        ("art. 31, caput", "art31_cpt"),
        ("art. 8º, a", "art8_cpt_ali1"),
        ("art. 8º, alínea c", "art8_cpt_ali3"),
        ("art. 8º, alínea d", "art8_cpt_ali4"),
        ("14, xxv, a", "art14_cpt_inc25_ali1"),
        ("art14_cpt_inc25", "art14_cpt_inc25"),
        ("cap2_sec1", "cap2_sec1"),
    ],
)
def test_a_citation_is_an_id(citation: str, expected: str) -> None:
    assert read_citation(citation) == expected


@pytest.mark.parametrize(
    "text", ["", " ", "art.", "selo", "art. 14, IIII", "art. 14, xpto", "§ 2º", "../x"]
)
def test_what_is_no_citation_is_none(text: str) -> None:
    assert read_citation(text) is None


@given(st.text(max_size=30))
def test_any_text_is_an_id_or_none(text: str) -> None:
    found = read_citation(text)
    assert found is None or TypeAdapter(DeviceId).validate_python(found) == found
