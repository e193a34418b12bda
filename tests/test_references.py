"""References: what each kind of words leads to, in invented norms (LC 95/1998, art. 11, II, g)."""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.sources import load_source
from pipeline.stages import Compilation
from pipeline.together import compile_together

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
NORM = HEAD + (
    "Art. 1º São taxas:\n"
    "I - a de vistoria;\n"
    "II - a de selo, salvo a do {words}.\n"
    "Parágrafo único. São isentas:\n"
    "I - a escola;\n"
    "II - a creche, como diz o {words}.\n"
    "Art. 2º O prazo é o do {words}.\n"
)


CIVIL = "urn:lex:br:federal:lei:2002-01-10;10406"


def references(tmp_path: Path, text: str) -> list[tuple[str, str, str | None, str]]:
    path = tmp_path / "norma.txt"
    path.write_text(text, encoding="utf-8")
    found = compile_norm(path).catalogue.remissoes
    return [(one.de, one.texto, one.alvo, one.estado) for one in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "inciso anterior",
            [
                ("art1_cpt_inc2", "art1_cpt_inc1", "resolvida"),
                ("art1_par1u_inc2", "art1_par1u_inc1", "resolvida"),
            ],
        ),
        (
            "artigo anterior",
            [("art2", "art1", "resolvida")],
        ),
        (
            "inciso I",
            [
                ("art1_cpt_inc2", "art1_cpt_inc1", "resolvida"),
                ("art1_par1u_inc2", "art1_par1u_inc1", "resolvida"),
                ("art2", None, "nao_resolvida"),
            ],
        ),
        (
            "art. 2º",
            [
                ("art1_cpt_inc2", "art2", "resolvida"),
                ("art1_par1u_inc2", "art2", "resolvida"),
                ("art2", "art2", "resolvida"),
            ],
        ),
    ],
)
def test_a_reference_leads_to_the_device_it_names(
    tmp_path: Path, words: str, expected: list[tuple[str, str | None, str]]
) -> None:
    found = references(tmp_path, NORM.format(words=words))
    assert [(de, alvo, estado) for de, _, alvo, estado in found] == expected


@pytest.mark.parametrize(
    ("words", "targets"),
    [
        ("art. 9º desta Lei", [("art9", "quebrada")]),
        ("art. 9º", [(None, "nao_resolvida")]),
        ("arts. 1º e 9º", [("art1", "resolvida"), ("art9", "quebrada")]),
        ("art. 9º-B desta Lei", [("art9-2", "quebrada")]),
        # Art. 1º has no inciso: that may be another norm's article, and accuses nobody.
        ("inciso I do art. 1º", [(None, "nao_resolvida")]),
        ("art. 1º, inciso I, desta Lei", [("art1_cpt_inc1", "quebrada")]),
        ("incisos II, III e V", [(None, "nao_resolvida")]),
        ("arts. 1º a 3º", [("art1", "resolvida"), ("art2", "resolvida"), ("art3", "quebrada")]),
        ("art. 1º, § 3º, do seu Ato das Disposições Transitórias", []),
        ("art. 1º da lei processual", []),
        ("inciso IIX", []),
        ("art. 1º da Lei nº 5, de 3 de maio de 2001", [(None, "nao_resolvida")]),
        ("art. 1º do Código Civil", [(CIVIL, "resolvida")]),
        ("caput deste artigo", [("art2_cpt", "resolvida")]),
        # The ordinal behind a paragraph is an article again.
        ("arts. 1º, parágrafo único, e 2º", [(None, "nao_resolvida")]),
        ("disposto nesta Seção IV", [("sec4", "quebrada")]),
        ("texto “art. 9º desta Lei”", []),
        # A command names what it changes of another norm before its name, or behind it.
        ("acrescido o art. 1º à Lei nº 5, de 3 de maio de 2001", [(None, "nao_resolvida")]),
        ("incluído o art. 1º na Lei nº 5, de 3 de maio de 2001", [(None, "nao_resolvida")]),
        (
            "a Lei nº 5, de 3 de maio de 2001, passa a vigorar acrescida do seguinte art. 1º",
            [(None, "nao_resolvida")],
        ),
        ("o art. 1º no prazo legal", [("art1", "resolvida")]),
        # What stands in a quotation is another norm's, whatever its signs; behind it, this one's.
        ('texto "art. 1º desta Lei"', []),
        ("texto «art. 1º desta Lei»", []),
        ('texto "art. 1º" e o do art. 1º', [("art1", "resolvida")]),
        ('texto “do termo "selo" do art. 1º” e o do art. 1º', [("art1", "resolvida")]),
        ('texto "do termo "selo" do art. 1º" e o do art. 1º', [("art1", "resolvida")]),
        ("copo d'água do art. 1º", [("art1", "resolvida")]),
    ],
)
def test_only_words_that_name_this_norm_break(
    tmp_path: Path, words: str, targets: list[tuple[str | None, str]]
) -> None:
    text = HEAD + f"Art. 1º O selo é anual.\nArt. 2º O prazo é o do {words}.\n"
    assert [(alvo, estado) for _, _, alvo, estado in references(tmp_path, text)] == targets


def test_two_references_of_one_sentence_are_both_read(tmp_path: Path) -> None:
    text = NORM.format(words="inciso I, e não a do inciso II")
    words = [(texto, alvo) for de, texto, alvo, _ in references(tmp_path, text) if de != "art2"]
    assert words == [
        ("inciso I", "art1_cpt_inc1"),
        ("inciso II", "art1_cpt_inc2"),
        ("inciso I", "art1_par1u_inc1"),
        ("inciso II", "art1_par1u_inc2"),
    ]


def test_an_excerpt_accuses_nobody_of_what_it_lacks(tmp_path: Path) -> None:
    text = "Art. 12. O selo é anual.\nArt. 13. O prazo é o do art. 3º desta Lei.\n"
    assert references(tmp_path, text) == [("art13", "art. 3º", None, "nao_resolvida")]


def test_a_range_names_what_lies_between(tmp_path: Path) -> None:
    incisos = "".join(f"{roman} - a taxa {roman};\n" for roman in ("I", "II", "III", "IV"))
    text = f"{HEAD}Art. 1º São taxas:\n{incisos}§ 1º São anuais as dos incisos I a III e V.\n"
    found = [(alvo, estado) for _, _, alvo, estado in references(tmp_path, text)]
    assert found == [
        ("art1_cpt_inc1", "resolvida"),
        ("art1_cpt_inc2", "resolvida"),
        ("art1_cpt_inc3", "resolvida"),
        ("art1_cpt_inc5", "quebrada"),
    ]


# A norm of many levels, in which each citation below means one device, by LC 95/1998, arts. 10-11.
LEVELS = HEAD + (
    "Art. 1º São taxas:\n"
    "I - a de vistoria:\n"
    "a) anual;\n"
    "b) mensal;\n"
    "II - a de selo.\n"
    "§ 1º São isentas:\n"
    "I - a escola;\n"
    "II - a creche.\n"
    "§ 2º O prazo é anual.\n"
    "Art. 2º São multas as do {words}.\n"
    "Parágrafo único. O prazo é mensal.\n"
)


@pytest.mark.parametrize(
    ("words", "targets"),
    [
        ("inciso II do art. 1º", ["art1_cpt_inc2"]),
        ("art. 1º, inciso II", ["art1_cpt_inc2"]),
        ("art. 1º, II", ["art1_cpt_inc2"]),
        ("incisos I e II do caput do art. 1º", ["art1_cpt_inc1", "art1_cpt_inc2"]),
        ("caput do art. 1º", ["art1_cpt"]),
        ("§ 2º do art. 1º", ["art1_par2"]),
        ("§§ 1º e 2º do art. 1º", ["art1_par1", "art1_par2"]),
        ("§ 1º e § 2º do art. 1º", ["art1_par1", "art1_par2"]),
        ("inciso I do § 1º do art. 1º", ["art1_par1_inc1"]),
        ("art. 1º, § 1º, I e II", ["art1_par1_inc1", "art1_par1_inc2"]),
        ("alínea b do inciso I do art. 1º", ["art1_cpt_inc1_ali2"]),
        ("alíneas “a” e “b” do inciso I do art. 1º", ["art1_cpt_inc1_ali1", "art1_cpt_inc1_ali2"]),
        ("art. 1º, I, “a”", ["art1_cpt_inc1_ali1"]),
        ("art. 1º, inciso I, alínea a, e o prazo", ["art1_cpt_inc1_ali1"]),
        ("parágrafo único deste artigo", ["art2_par1u"]),
        ("parágrafo único", ["art2_par1u"]),
        ("arts. 1º e 2º, parágrafo único", ["art1", "art2_par1u"]),
        ("inciso I e alínea a do inciso I do art. 1º", [None, "art1_cpt_inc1_ali1"]),
        ("art. 1º e a do parágrafo único", ["art1", "art2_par1u"]),
        ("art. 1o", ["art1"]),
        ("§ 2º do artigo anterior", ["art1_par2"]),
        ("§§ 1º e 2º do artigo anterior", ["art1_par1", "art1_par2"]),
        ("art. 1º, caput e § 1º", ["art1_cpt", "art1_par1"]),
        ("parágrafo segundo do artigo primeiro", ["art1_par2"]),
        ("arts. 1º ao 2º", ["art1", "art2"]),
        ("art. 1º ao art. 2º", ["art1", "art2"]),
        ("art. 1º e 30 dias depois", ["art1"]),
        ("art. 1º a 30 metros da via", ["art1"]),
        # Of which inciso the letters are can't be told: nobody is accused.
        ("alíneas a e b do inciso I e inciso II do art. 1º", ["art1_cpt_inc1"]),
        ("art. 1º da referida Lei", []),
        ("art. 1º do Regulamento", []),
        ("art. 1º da CLT", []),
        ("disposto na Lei nº 5/2001, em seu art. 1º", [None]),
    ],
)
def test_a_citation_leads_to_the_innermost_device(
    tmp_path: Path, words: str, targets: list[str | None]
) -> None:
    found = references(tmp_path, LEVELS.format(words=words))
    assert [alvo for de, _, alvo, _ in found if de == "art2"] == targets


def test_earlier_articles_are_those_of_the_grouping_that_is_named(tmp_path: Path) -> None:
    text = HEAD + (
        "CAPÍTULO I\nDAS TAXAS\nArt. 1º Um.\n"
        "CAPÍTULO II\nDOS PRAZOS\nArt. 2º Dois.\nArt. 3º Três.\n"
        "Art. 4º Valem os artigos anteriores deste Capítulo.\n"
        "Art. 5º Valem os artigos anteriores.\nArt. 6º Vale o artigo antecedente.\n"
    )
    assert references(tmp_path, text) == [
        ("art4", "artigos anteriores", "art2", "resolvida"),
        ("art4", "artigos anteriores", "art3", "resolvida"),
        # How many they are is not said.
        ("art5", "artigos anteriores", None, "nao_resolvida"),
        ("art6", "artigo antecedente", "art5", "resolvida"),
    ]


def test_a_number_that_the_norm_has_twice_names_two(tmp_path: Path) -> None:
    text = HEAD + "Art. 1º Um.\nArt. 2º Dois.\nArt. 2º Três.\nArt. 3º O prazo é o do art. 2º.\n"
    assert references(tmp_path, text) == [("art3", "art. 2º", "art2", "ambigua")]


PREAMBLE = "O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia, faço saber:\n"


@pytest.mark.parametrize(
    ("words", "urn"),
    [
        (
            "Lei Federal nº 8.987, de 13 de fevereiro de 1995",
            "urn:lex:br:federal:lei:1995-02-13;8987",
        ),
        (
            "art. 5º, I, da Lei Estadual nº 12, de 1º de março de 2010",
            "urn:lex:br;bahia:estadual:lei:2010-03-01;12",
        ),
        (
            "Decreto do Estado de Minas Gerais nº 4.500 de 28.11.2000",
            "urn:lex:br;minas.gerais:estadual:decreto:2000-11-28;4500",
        ),
        (
            "Lei Municipal nº 1.012, de 3 de maio de 2001",
            "urn:lex:br;bahia;vila.azul:municipal:lei:2001-05-03;1012",
        ),
        ("Código de Trânsito Brasileiro", "urn:lex:br:federal:lei:1997-09-23;9503"),
        ("Lei nº 9.503, de 23 de setembro de 1997", "urn:lex:br:federal:lei:1997-09-23;9503"),
        # Whose law it is, or its day, is not said: nothing is guessed.
        ("Lei nº 1.012, de 3 de maio de 2001", None),
        ("Lei Federal nº 8.987", None),
        ("Lei Federal nº 8.987/1995", None),
        ("Lei Federal nº 8.987, de 31 de fevereiro de 1995", None),
    ],
)
def test_another_norm_has_a_urn_where_its_words_tell_it(
    tmp_path: Path, words: str, urn: str | None
) -> None:
    text = HEAD + PREAMBLE + f"Art. 1º O prazo é o da {words}.\n"
    assert references(tmp_path, text) == [
        ("art1", words, urn, "resolvida" if urn else "nao_resolvida")
    ]


def test_a_code_younger_than_the_norm_is_not_the_one_meant(tmp_path: Path) -> None:
    text = "LEI Nº 7, DE 3 DE MAIO DE 1999\nArt. 1º O prazo é o do Código Civil.\n"
    assert references(tmp_path, text) == [("art1", "Código Civil", None, "nao_resolvida")]


def test_sanction_lines_refer_to_what_sets_their_fine_and_points(tmp_path: Path) -> None:
    text = HEAD + (
        "Art. 1º O condutor deve:\n"
        "I - usar o selo:\n"
        "Infração - leve;\n"
        "Penalidade - multa (Grupo X-1).\n"
        "II - pagar a taxa:\n"
        "Infração - grave;\n"
        "Penalidade - multa (Grupo X-2).\n"
        "Art. 2º Os pontos são:\n"
        "a) grave - 5 (cinco) pontos;\n"
        "b) leve - 3 (três) pontos.\n"
        "Art. 3º As multas são:\n"
        "I - Grupo X-1: infração leve, punida com multa de 80 (oitenta) UFX;\n"
    )
    assert references(tmp_path, text) == [
        ("art1_cpt_inc1", "leve", "art2_cpt_ali2", "resolvida"),
        ("art1_cpt_inc1", "Grupo X-1", "art3_cpt_inc1", "resolvida"),
        ("art1_cpt_inc2", "grave", "art2_cpt_ali1", "resolvida"),
        ("art1_cpt_inc2", "Grupo X-2", None, "quebrada"),
    ]


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("“", "” (NR)"), ('"', '" (NR)'), ("«", "»"), ("‘", "’ (NR)"), ("'", "' (NR)"), ("", " (NR)")],
)
def test_what_an_act_quotes_of_another_norm_cites_no_article_of_its_own(
    tmp_path: Path, opening: str, closing: str
) -> None:
    """LC 95/1998, art. 12, III, d: the new text is the amended norm's, with its (NR)."""
    text = HEAD + (
        "Art. 1º O art. 3º da Lei nº 5, de 3 de maio de 2001, passa a vigorar com a redação:\n"
        f"{opening}Art. 3º A taxa é a do art. 2º.{closing}\n"
        "Art. 2º O prazo é o do art. 1º.\n"
        "Art. 3º Esta Lei entra em vigor na data de sua publicação.\n"
    )
    found = [(de, alvo) for de, _, alvo, _ in references(tmp_path, text)]
    assert found == [("art1", None), ("art2", "art1")]


def _together(tmp_path: Path, citing: str, *others: str, uf: str = "BA") -> list[tuple[str, str]]:
    """What the first of some norms of one invented place cites: words, and URN or none."""
    for n, text in enumerate((citing, *others)):
        folder = tmp_path / f"norma-{n}"
        folder.mkdir()
        (folder / "norma.txt").write_text(text, encoding="utf-8")
        place = f'municipio = "Vila Azul"\nuf = "{uf if n else "BA"}"\n'
        (folder / "norma.toml").write_text(f'arquivo = "norma.txt"\n{place}', encoding="utf-8")
    sources = [load_source(tmp_path / f"norma-{n}") for n in range(1 + len(others))]
    made = compile_together(sources)["norma-0"]
    assert isinstance(made, Compilation)
    return [(one.texto, one.alvo or "") for one in made.catalogue.remissoes]


BESIDE = "LEI Nº 210, DE 14 DE MARÇO DE 2022\nArt. 1º A taxa é anual.\n"
URN_BESIDE = "urn:lex:br;bahia;vila.azul:municipal:lei:2022-03-14;210"


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("Lei nº 210, de 14 de março de 2022", URN_BESIDE),
        ("Lei nº 210, de 14/03/2022", URN_BESIDE),
        ("Lei nº 210, de 2022", URN_BESIDE),
        ("Lei nº 210/2022", URN_BESIDE),
        ("Lei Municipal nº 0210, de 2022", URN_BESIDE),
        # Another year, day, type or authority, or no year at all: not that norm for sure.
        ("Lei nº 210, de 2021", ""),
        ("Lei nº 210, de 15 de março de 2022", ""),
        ("Lei Complementar nº 210, de 2022", ""),
        ("Lei Federal nº 210, de 2022", ""),
        ("Lei Estadual nº 210, de 2022", ""),
        ("Lei nº 210", ""),
    ],
)
def test_a_norm_at_hand_is_the_one_that_plain_words_name(
    tmp_path: Path, words: str, target: str
) -> None:
    citing = HEAD.replace("2017", "2024") + f"Art. 1º O prazo é o da {words}.\n"
    assert _together(tmp_path, citing, BESIDE) == [(words, target)]


def test_of_two_norms_that_words_may_name_none_is_taken(tmp_path: Path) -> None:
    citing = HEAD.replace("2017", "2024") + "Art. 1º O prazo é o da Lei nº 210, de 2022.\n"
    twin = BESIDE.replace("MARÇO", "MAIO")
    assert _together(tmp_path, citing, BESIDE, twin) == [("Lei nº 210, de 2022", "")]


def test_a_norm_of_another_place_is_not_meant(tmp_path: Path) -> None:
    citing = HEAD.replace("2017", "2024") + "Art. 1º O prazo é o da Lei nº 210, de 2022.\n"
    assert _together(tmp_path, citing, BESIDE, uf="GO") == [("Lei nº 210, de 2022", "")]
