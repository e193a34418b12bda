"""Several wordings of one device: which is in force, how it is told, and when it is not.

All norms are invented; the cases were written from what official portals print.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.artefacts import Articulation
from pipeline.extract import extract
from pipeline.labels import Told, amending_act, span_of, told_by
from pipeline.model import Catalogo, Dispositivo, walk
from pipeline.model_build import build_model
from pipeline.normalise import normalise
from pipeline.parse import parse
from pipeline.sources import load_source
from tests.pdf_maker import DrawnLine, DrawnPage, DrawnRule, draw

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2001\n"
BY_8 = "(Redação dada pela Lei nº 8, de 2005)"
BY_9 = "(Redação dada pela Lei nº 9, de 2010)"


def written(text: str, folder: Path) -> Path:
    path = folder / "norma.txt"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def compiled(text: str, folder: Path) -> Catalogo:
    return compile_norm(written(text, folder)).catalogue


def built(text: str, folder: Path, struck: Collection[str]) -> Articulation:
    """A norm in which the lines that begin with these words are struck through on the page."""
    source = load_source(written(text, folder))
    pages = extract(source)
    marked = tuple(
        replace(
            page,
            lines=tuple(
                line._replace(struck=line.text.startswith(tuple(struck))) for line in page.lines
            ),
        )
        for page in pages.pages
    )
    return build_model(parse(normalise(replace(pages, pages=marked), source)))


def first(catalogue: Catalogo) -> Dispositivo:
    return catalogue.dispositivos[0]


def ids(catalogue: Catalogo) -> list[str]:
    return [one.id for one in walk(catalogue.dispositivos)]


# ── chosen by notes ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lines", "force", "former"),
    [
        (["A.", f"B. {BY_8}"], "B.", ["A."]),
        (["A.", "B. (NR)"], "B.", ["A."]),
        (["A.", f"B. {BY_8}", f"C. {BY_9}"], "C.", ["A.", "B."]),
        ([f"B. {BY_8}", f"C. {BY_9}"], "C.", ["B."]),
        ([f"C. {BY_9}", f"B. {BY_8}"], "C.", ["B."]),
        (["(VETADO)", "B. (Incluído pela Lei nº 8, de 2005)"], "B.", [None]),
        (["A.", "(Revogado pela Lei nº 8, de 2005)"], None, ["A."]),
    ],
    ids=["a note", "a bare mark", "three", "two notes", "two notes, later first", "vetoed", "revoked"],
)  # fmt: skip
def test_notes_tell_the_wording_in_force(
    lines: list[str], force: str | None, former: list[str | None], tmp_path: Path
) -> None:
    text = "".join(f"Art. 1º {line}\n" for line in lines) + "Art. 2º Fim.\n"
    catalogue = compiled(text, tmp_path)
    assert ids(catalogue) == ["art1", "art2"]
    assert first(catalogue).texto == force
    assert [one.texto for one in first(catalogue).versoes] == former
    assert [one.codigo for one in catalogue.diagnosticos if one.codigo != "PRE004"] == ["VER001"]


@pytest.mark.parametrize(
    "lines",
    [
        [f"A. {BY_8}", "B."],
        ["A. (NR)", "B. (NR)"],
        [f"A. {BY_8}", f"B. {BY_8}"],
        [f"A. {BY_8}", "B. (NR)"],
        ["A.", "B."],
        ["A.", "B.", f"C. {BY_8}"],
        ["A.", "B. (Incluído pela Lei nº 8, de 2005)"],
        ["A.", "B. (Revogado pela Lei nº 8, de 2005)"],
        ["A.", "B. (Vide Lei nº 8, de 2005)"],
    ],
    ids=[
        "note on the first", "two bare marks", "one act twice", "an act and a bare mark", "no note",
        "two originals", "an addition", "a repeal with its text", "a reference",
    ],
)  # fmt: skip
def test_where_notes_do_not_tell_nothing_is_chosen(lines: list[str], tmp_path: Path) -> None:
    catalogue = compiled("".join(f"Art. 1º {line}\n" for line in lines), tmp_path)
    assert ids(catalogue) == ["art1", *(f"art1_rep{n}" for n in range(2, len(lines) + 1))]
    assert not any(one.versoes for one in walk(catalogue.dispositivos))
    found = [one.codigo for one in catalogue.diagnosticos]
    assert "NUM002" in found
    assert "VER001" not in found


def test_the_mark_at_the_very_end_is_the_whole_articles(tmp_path: Path) -> None:
    text = f"Art. 1º A.\n§ 1º Um.\nArt. 1º B.\n§ 1º Dois.\n§ 2º Três. {BY_8}\nArt. 2º Fim.\n"
    article = first(compiled(text, tmp_path))
    assert (article.texto, [one.texto for one in article.filhos]) == ("B.", ["Dois.", "Três."])
    [former] = article.versoes
    assert (former.texto, [one.id for one in former.filhos]) == ("A.", ["art1_par1"])


def test_a_mark_at_the_end_of_the_first_chooses_nothing(tmp_path: Path) -> None:
    text = f"Art. 1º A.\n§ 1º Um. {BY_8}\nArt. 1º B.\n§ 1º Dois.\n"
    assert "art1_rep2" in ids(compiled(text, tmp_path))


def test_ids_below_are_those_of_the_device(tmp_path: Path) -> None:
    text = (
        f"Art. 1º A:\nI - um.\nArt. 1º B: {BY_8}\nI - dois:\na) três.\nParágrafo único. Quatro.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert ids(catalogue) == [
        "art1", "art1_cpt_inc1", "art1_cpt_inc1_ali1", "art1_par1u",
    ]  # fmt: skip
    assert first(catalogue).caput_id == "art1_cpt"


def test_sanctions_of_the_wording_in_force_keep_their_targets(tmp_path: Path) -> None:
    text = (
        f"Art. 1º Dirigir sem selo.\nArt. 1º Dirigir sem selo azul. {BY_8}\n"
        "Infração - leve;\nPenalidade - multa.\nArt. 2º Fim.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert ids(catalogue) == ["art1", "art2"]
    assert [one.alvos for one in catalogue.sancoes] == [("art1_cpt",)]
    assert [one.conduta for one in catalogue.infracoes] == ["Dirigir sem selo azul"]


def test_a_former_wording_takes_its_sanctions_along(tmp_path: Path) -> None:
    text = (
        "Art. 1º Dirigir sem selo.\nInfração - leve;\nPenalidade - multa.\n"
        f"Art. 1º Dirigir sem selo azul. {BY_8}\n"
        "Infração - grave;\nPenalidade - multa.\nArt. 2º Fim.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert ids(catalogue) == ["art1", "art2"]
    [former] = first(catalogue).versoes
    assert [line.texto for line in former.sancao] == ["leve;", "multa."]
    assert [one.gravidade for one in catalogue.infracoes] == ["grave"]


def test_a_wording_in_force_without_the_lines_of_the_former_is_told(tmp_path: Path) -> None:
    text = (
        "Art. 1º Dirigir sem selo.\nInfração - leve;\nPenalidade - multa.\n"
        f"Art. 1º Dirigir sem selo azul. {BY_8}\nArt. 2º Fim.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert ids(catalogue) == ["art1", "art2"]
    assert catalogue.infracoes == ()
    assert "VER004" in [one.codigo for one in catalogue.diagnosticos]


def test_lines_of_incisos_go_with_the_former_article(tmp_path: Path) -> None:
    text = (
        "Art. 1º É vedado:\nI - correr;\nInfração - leve;\nPenalidade - multa.\n"
        f"Art. 1º É proibido: {BY_8}\nI - correr;\nInfração - grave;\nPenalidade - multa.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert [one.alvos for one in catalogue.sancoes] == [("art1_cpt_inc1",)]
    [former] = first(catalogue).versoes
    assert [one.id for one in former.filhos] == ["art1_cpt_inc1"]
    assert [line.texto for line in former.sancao] == ["leve;", "multa."]


def test_lines_shared_with_conducts_in_force_go_on_punishing_them(tmp_path: Path) -> None:
    text = (
        "Art. 1º É vedado:\nI - correr;\nII - gritar;\nInfração - leve;\nPenalidade - multa.\n"
        "II - (Revogado pela Lei nº 9, de 2010)\nIII - pular;\nInfração - grave.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert [(one.id, one.gravidade) for one in catalogue.infracoes] == [
        ("art1_cpt_inc1", "leve"),
        ("art1_cpt_inc3", "grave"),
    ]


def test_lines_of_a_former_article_or_paragraph_are_those_of_no_other(tmp_path: Path) -> None:
    text = (
        "Art. 1º É vedado:\nI - correr;\nArt. 2º Gritar:\nInfração - leve;\nPenalidade - multa.\n"
        f"Art. 2º Gritar na rua: {BY_8}\nInfração - grave;\nPenalidade - multa.\n"
        "§ 1º É vedado pular;\n§ 2º Cantar:\nInfração - leve;\n§ 2º (Revogado pela Lei nº 9, de "
        "2010)\n"
    )
    catalogue = compiled(text, tmp_path)
    assert [one.alvos for one in catalogue.sancoes] == [("art2_cpt",)]


# ── sanction lines that no longer hold ───────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lines", "holding", "former"),
    [
        (["A.", f"B. {BY_8}"], ["B."], ["A."]),
        (["A.", f"B. {BY_8}", f"C. {BY_9}"], ["C."], ["A.", "B."]),
        ([f"B. {BY_8}", f"C. {BY_9}"], ["C."], ["B."]),
        (["A.", "(Revogada pela Lei nº 9, de 2010)"], [None], ["A."]),
        (["A. (Revogada pela Lei nº 9, de 2010)"], [], ["A."]),
        (["A.", "B."], ["A.", "B."], []),
        ([f"C. {BY_9}", f"B. {BY_8}"], ["C.", "B."], []),
        ([f"B. {BY_8}", "A."], ["B.", "A."], []),
        (["A.", "B. (Incluída pela Lei nº 8, de 2005)"], ["A.", "B."], []),
    ],
    ids=[
        "a note", "three", "two notes", "an empty one", "revoked", "no note", "the later act first",
        "note on the first", "an addition",
    ],
)  # fmt: skip
def test_of_two_penalties_notes_tell_the_one_that_holds(
    lines: list[str], holding: list[str | None], former: list[str], tmp_path: Path
) -> None:
    written = "".join(f"Penalidade - {line}\n" for line in lines)
    catalogue = compiled(f"Art. 1º Correr:\nInfração - leve;\n{written}", tmp_path)
    [sanction] = catalogue.sancoes
    assert [one.texto for one in sanction.linhas[1:]] == holding
    gone = [line.texto for one in first(catalogue).versoes for line in one.sancao]
    assert gone == former
    told = [one.codigo for one in catalogue.diagnosticos]
    assert told.count("VER003") == len(former)


def test_a_conduct_whose_lines_were_all_revoked_waits_for_no_others(tmp_path: Path) -> None:
    text = (
        "Art. 1º É vedado:\nI - correr;\nPenalidade - multa. (Revogada pela Lei nº 9, de 2010)\n"
        "II - gritar;\nInfração - leve;\nPenalidade - multa.\n"
    )
    catalogue = compiled(text, tmp_path)
    assert [one.id for one in catalogue.infracoes] == ["art1_cpt_inc2"]


def test_a_struck_penalty_gives_way_to_the_one_below(tmp_path: Path) -> None:
    text = "Art. 1º Correr:\nInfração - leve;\nPenalidade - A.\nPenalidade - B.\n"
    found = built(text, tmp_path, ["Penalidade - A"])
    assert [line.text for block in found.blocks for line in block.lines] == ["leve;", "B."]
    assert [one.riscado for one in found.devices[0].versoes] == [True]


def test_a_struck_line_with_none_in_its_place_is_told(tmp_path: Path) -> None:
    text = "Art. 1º Correr:\nInfração - leve;\nPenalidade - A.\nArt. 2º Fim.\n"
    found = built(text, tmp_path, ["Penalidade"])
    assert [(one.code, one.device) for one in found.diagnostics] == [("VER002", "art1")]
    assert len(found.blocks[0].lines) == 2
    struck = built(text, tmp_path, ["Art. 1º", "Infração", "Penalidade"])
    assert [(one.code, one.place[0].first) for one in struck.diagnostics] == [("VER002", 2)]


# ── chosen by a stroke ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("struck", "force"),
    [(["Art. 1º A."], "B."), (["Art. 1º B."], "A.")],
    ids=["first", "second"],
)
def test_a_stroke_tells_what_is_not_in_force(struck: list[str], force: str, tmp_path: Path) -> None:
    found = built("Art. 1º A.\nArt. 1º B.\nArt. 2º Fim.\n", tmp_path, struck)
    article = found.devices[0]
    assert article.texto == force
    assert [one.riscado for one in article.versoes] == [True]
    assert [one.code for one in found.diagnostics] == ["VER001"]


def test_a_stroke_is_stronger_than_a_note(tmp_path: Path) -> None:
    text = f"Art. 1º A.\nArt. 1º B. {BY_8}\nArt. 2º Fim.\n"
    assert built(text, tmp_path, ["Art. 1º B."]).devices[0].texto == "A."


def test_where_all_are_struck_notes_tell(tmp_path: Path) -> None:
    text = f"Art. 1º A.\nArt. 1º B. {BY_8}\nArt. 2º Fim.\n"
    article = built(text, tmp_path, ["Art. 1º"]).devices[0]
    assert (article.texto, [one.texto for one in article.versoes]) == ("B.", ["A."])


def test_where_one_of_three_is_struck_notes_tell_the_rest(tmp_path: Path) -> None:
    text = f"Art. 1º A.\nArt. 1º B. {BY_8}\nArt. 1º C. {BY_9}\nArt. 2º Fim.\n"
    article = built(text, tmp_path, ["Art. 1º A."]).devices[0]
    assert (article.texto, len(article.versoes)) == ("C.", 2)


def test_a_text_that_is_struck_without_a_reason_is_reported(tmp_path: Path) -> None:
    found = built("Art. 1º A.\nArt. 2º B:\nI - um.\n", tmp_path, ["Art. 2º", "I -"])
    assert [(one.code, one.device) for one in found.diagnostics] == [("VER002", "art2")]
    revoked = "Art. 2º B. (Revogado pela Lei nº 8, de 2005)\n"
    assert not built(f"Art. 1º A.\n{revoked}", tmp_path, ["Art. 2º"]).diagnostics


# ── sentences before a device ────────────────────────────────────────────────────────────────


def test_announced_wordings_have_their_days(tmp_path: Path) -> None:
    text = (
        "Art. 1º Um.\nRedação anterior. Efeitos de 1/2/2010 até 3/4/2019.\nArt. 2º A.\n"
        "Redação dada ao art. 2º pela Lei nº 31/2019, efeitos desde 4/4/2019.\nArt. 2º B.\n"
    )
    article = compiled(text, tmp_path).dispositivos[1]
    assert article.texto == "B."
    assert [(one.inicio, one.fim) for one in article.versoes] == [(None, date(2019, 4, 3))]


def test_a_sentence_that_only_resembles_an_announcement_is_text(tmp_path: Path) -> None:
    text = "Art. 1º Vale, para o selo, a\nredação original da tabela.\nArt. 2º Fim.\n"
    article = first(compiled(text, tmp_path))
    assert article.texto == "Vale, para o selo, a redação original da tabela."
    assert article.notas == ()


# ── what notes tell ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("one", "other", "before"),
    [
        (BY_8, BY_9, True),
        (BY_9, BY_8, False),
        (BY_8, BY_8, None),
        ("(Redação dada pela Lei nº 8/2005)", "(Redação dada pela Lei nº 12/2005)", True),
        ("(Redação dada pela Lei nº 8/2005)", "(Redação dada pelo Decreto nº 12/2005)", None),
        (
            "(Redação dada pela Lei nº 8, de 3 de maio de 2005)",
            "(Redação dada pelo Decreto nº 2, de 4 de maio de 2005)",
            True,
        ),
    ],
)
def test_acts_are_compared_by_day_year_and_number(
    one: str, other: str, before: bool | None
) -> None:
    first_act, second_act = amending_act(one), amending_act(other)
    assert first_act is not None
    assert second_act is not None
    assert first_act.before(second_act) is before


def test_a_note_without_a_year_names_no_act_that_can_be_compared() -> None:
    assert amending_act("(NR)") is None
    assert amending_act("(Redação dada pela Lei nº 8)") is None


def test_what_is_told() -> None:
    assert told_by("(NR)", "nova_redacao") is Told.NEW
    assert told_by("(Acrescido pela Lei nº 8)", "inclusao") is Told.ADDED
    assert told_by("Redação original.", "redacao") is Told.FORMER
    assert told_by("(Vide Lei nº 8)", "vide") is None
    assert span_of("efeitos até 31/2/2019") == (None, None)


def test_a_drawn_stroke_tells_the_former_wording(tmp_path: Path) -> None:
    lines = ["LEI Nº 7, DE 3 DE MAIO DE 2001", "Art. 1º A taxa é de dez reais.",
             "Art. 1º A taxa é de doze reais.", "Art. 2º O prazo é de um mês."]  # fmt: skip
    drawn = [DrawnLine(line, 60, 760 - 24 * n) for n, line in enumerate(lines)]
    stroke = DrawnRule(60, 739.5, 60 + 170, 739.5)
    path = tmp_path / "lei.pdf"
    path.write_bytes(draw([DrawnPage(drawn, rules=[stroke])]))
    article = first(compile_norm(path).catalogue)
    assert article.texto == "A taxa é de doze reais."
    assert [(one.texto, one.riscado) for one in article.versoes] == [
        ("A taxa é de dez reais.", True)
    ]
