"""Editorial notes: what is one, what it tells, where it stands in the lines."""

import pytest

from pipeline.grammar import is_note
from pipeline.labels import note_kind, state_of
from pipeline.labels.norms import Home, read_act
from pipeline.labels.titles import Place
from pipeline.normalise.notes import find_notes

NOTES = {
    "(Redação dada pela Lei nº 88, de 2011)": "redacao",
    "(Redação dada pela Lei nº 1234/2001)": "redacao",
    "( Redação dada pela Emenda à Lei Orgânica n° 02, de 20 de maio de 1996)": "redacao",
    "(Redação dada pela Lei nº 9 (DO de 3/5/2001))": "redacao",
    "(Alterado pela Emenda à Lei Orgânica n° 7)": "redacao",
    "* Nova redação dada pela Lei nº 5555/2009.": "redacao",
    "(Incluído pela Lei Complementar nº 3, de 2001)": "inclusao",
    "(Acrescido pela Emenda nº 2)": "inclusao",
    "(Redação acrescida pela Lei nº 9/2001)": "inclusao",
    "* Acrescentado pela Lei nº 5555/2009.": "inclusao",
    "(Inciso acrescido pela Lei nº 9, de 2001)": "inclusao",
    "(Revogado).": "revogacao",
    "(Revogada pela Medida Provisória nº 9)": "revogacao",
    "Revogado.": "revogacao",
    "revogado; e": "revogacao",
    "Revogado pela Lei nº 9, de 3 de maio de 2001.": "revogacao",
    "(VETADO);": "veto",
    "(VETADO); e": "veto",
    "(Vetado pelo Prefeito)": "veto",
    "(Renumerado do parágrafo único pela Lei nº 9, de 2001)": "renumeracao",
    "(Parágrafo único transformado em § 1º pela Lei nº 9)": "renumeracao",
    "(Suspenso pela ADI nº 1.234)": "suspensao",
    "(Execução suspensa pela Resolução nº 5, de 2001, do Senado Federal)": "suspensao",
    "(Declarado inconstitucional pelo Supremo Tribunal Federal)": "suspensao",
    "(Vide Lei nº 9.602, de 1998)": "vide",
    "(Vide ADIN 3392)": "vide",
    "(Vigência)": "vigencia",
    "(Produção de efeito)": "vigencia",
    "(Regulamento)": "regulamento",
    "(Regulamentado pelo Decreto nº 9)": "regulamento",
    "(NR)": "nova_redacao",
    "(N.R.)": "nova_redacao",
    "[NR]": "nova_redacao",
    "(NR dada pela LC nº 9/2001)": "nova_redacao",
    "(AC)": "acrescimo",
    "(Promulgado pela Câmara Municipal)": "outra",
    '(Letra "e", do inciso XIV do Art. 11, republicada no Diário Oficial)': "outra",
}

TEXTS = [
    "(dez reais)", "(revogado o disposto no art. 3º)", "(incluída a taxa)", "(mantido o veto)",
    "(suspensas por 30 dias)", "(vide Anexo I)", "(alterado pelo proprietário)", "(GRUPO A)",
    "(revogada a Lei nº 9)", "Revogada a licença, cessa o uso.", "(art. 34, XXI)", "(Ncr)",
    "revogado pela lei anterior, o uso cessa.", "(Código de Obras)", "(VETADO) e o selo",
    "* Nova taxa.", "(NR", "Vetado o selo.", "(três vezes)", "(Regulamento da Câmara)",
]  # fmt: skip


@pytest.mark.parametrize(("note", "kind"), NOTES.items())
def test_a_note_is_one_and_tells_its_kind(note: str, kind: str) -> None:
    assert is_note(note)
    assert note_kind(note) == kind


@pytest.mark.parametrize("text", TEXTS)
def test_words_of_the_law_are_no_note(text: str) -> None:
    assert not is_note(text)


@pytest.mark.parametrize(
    ("notes", "state"),
    [
        ([], "vigente"),
        (["(NR)", "(Vide Lei nº 9)", "(Incluído pela Lei nº 9)"], "vigente"),
        (["(VETADO)"], "vetado"),
        (["(VETADO)", "(Incluído pela Lei nº 9, de 2001)"], "vetado"),
        (["(Revogado pela Lei nº 9)"], "revogado"),
        (["(Redação dada pela Lei nº 8)", "(Revogado pela Lei nº 9)"], "revogado"),
        (["(Revogado pela Lei nº 9)", "(Redação dada pela Lei nº 10)"], "vigente"),
        (["(Execução suspensa pela Resolução nº 5)"], "suspenso"),
        (["(Expressão suspensa pela ADI nº 5)"], "vigente"),
        (["(Revogado parcialmente pela Lei nº 9)"], "vigente"),
    ],
)
def test_the_last_note_that_tells_a_state_holds(notes: list[str], state: str) -> None:
    assert state_of(notes) == state


def test_notes_are_found_behind_a_text_alone_and_over_lines() -> None:
    lines = [
        "Art. 1º A taxa é anual. (NR) (Vide Lei nº 9)",
        "(Redação dada pela",
        "Art. 5º da Lei nº 9)",
        "Art. 2º Revogado.",
        "* Nova redação dada pela Lei nº 9,",
        "de 2018.",
    ]
    found = find_notes(lines)
    assert found.starts == {0: [24, 29], 1: [0], 3: [8], 4: [0]}
    assert found.inside == {2, 5}
    assert found.behind == set()


def test_a_sentence_that_goes_on_keeps_its_parenthesis() -> None:
    found = find_notes(["Art. 1º O selo é azul (Vide Lei nº 9)", "conforme a cor."])
    assert (found.starts, found.behind) == ({}, {1})
    assert find_notes(["Art. 1º A do art. 2º (revogado pela Lei nº 9)."]).starts == {}


HOME = Home(Place("Vila Azul", "BA"))
OURS = "urn:lex:br;bahia;vila.azul:municipal"


@pytest.mark.parametrize(
    ("note", "urn"),
    [
        ("(Redação dada pela Lei nº 9, de 4 de junho de 2018)", f"{OURS}:lei:2018-06-04;9"),
        ("(Incluído pela Lei Complementar nº 1.009, de 4.6.2018)", f"{OURS}:lei.complementar:2018-06-04;1009"),
        ("(Redação dada pela Emenda Constitucional nº 45, de 8 de dezembro de 2004)", "urn:lex:br:federal:emenda.constitucional:2004-12-08;45"),
        ("(Vide Lei Federal nº 9, de 4 de junho de 2018)", "urn:lex:br:federal:lei:2018-06-04;9"),
        ("(Redação dada pela Lei nº 9, de 2018)", None),
        ("(Redação dada pela Emenda à Lei Orgânica nº 2, de 20 de maio de 1996)", None),
        ("(VETADO)", None),
    ],
)  # fmt: skip
def test_a_note_names_its_act_where_type_number_and_date_are_printed(
    note: str, urn: str | None
) -> None:
    assert read_act(note, HOME, amends=True) == urn


def test_without_the_norms_place_a_plain_law_has_no_urn() -> None:
    note = "(Redação dada pela Lei nº 9, de 4 de junho de 2018)"
    assert read_act(note, Home(), amends=True) is None


def test_an_act_that_only_is_to_be_seen_may_be_anyones() -> None:
    assert read_act("(Vide Lei nº 9, de 4 de junho de 2018)", HOME, amends=False) is None
