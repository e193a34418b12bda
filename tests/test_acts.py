"""Several acts in one file are never compiled as one. The acts are invented."""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.diagnostics import InputError
from pipeline.model import Catalogo
from tests.pdf_maker import DrawnLine, DrawnPage, draw

SEVEN = """LEI Nº 7, DE 3 DE MAIO DE 2017
Cria o selo azul.
Art. 1º Fica criado o selo azul.
Art. 2º Esta Lei entra em vigor na data de sua publicação.
Vila Azul, 3 de maio de 2017.
BELTRANA DE TAL
Prefeita Municipal
"""
EIGHT = """DECRETO Nº 8, DE 4 DE MAIO DE 2017
Regulamenta o selo azul.
Art. 1º O selo azul é redondo.
Vila Azul, 4 de maio de 2017.
BELTRANA DE TAL
Prefeita Municipal
"""
NINE = "LEI Nº 9, DE 5 DE MAIO DE 2017\nArt. 1º Fica criado o selo verde.\n"
GAZETTE = f"DIÁRIO OFICIAL DE VILA AZUL\n{SEVEN}{EIGHT}{NINE}"


def folder(text: str, facts: str, place: Path) -> Path:
    own = place / "lei-7-2017"
    own.mkdir()
    (own / "lei.txt").write_text(text, encoding="utf-8")
    (own / "norma.toml").write_text(facts, encoding="utf-8")
    return own


def chosen(which: int, place: Path) -> Catalogo:
    return compile_norm(folder(GAZETTE, f"ato = {which}\n", place)).catalogue


def test_a_file_with_several_acts_is_refused_with_their_list(tmp_path: Path) -> None:
    path = tmp_path / "diario.txt"
    path.write_text(GAZETTE, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        compile_norm(path)
    assert caught.value.code == "ENT022"
    for n, epigraph, line in (
        (1, "LEI Nº 7, DE 3 DE MAIO DE 2017", 2),
        (2, "DECRETO Nº 8, DE 4 DE MAIO DE 2017", 9),
        (3, "LEI Nº 9, DE 5 DE MAIO DE 2017", 15),
    ):
        assert f"{n}: «{epigraph}» (página 1, linha {line})" in caught.value.message


@pytest.mark.parametrize(
    ("which", "number", "text", "signers"),
    [
        (1, "7", "Fica criado o selo azul.", 1),
        (2, "8", "O selo azul é redondo.", 1),
        (3, "9", "Fica criado o selo verde.", 0),
    ],
)
def test_one_of_them_is_chosen(
    which: int, number: str, text: str, signers: int, tmp_path: Path
) -> None:
    catalogue = chosen(which, tmp_path)
    assert catalogue.norma.numero == number
    assert catalogue.dispositivos[0].texto == text
    assert len(catalogue.norma.assinaturas) == signers
    assert not [one for one in catalogue.diagnosticos if one.codigo.startswith("NUM")]


def test_the_lines_of_the_others_are_discards(tmp_path: Path) -> None:
    catalogue = chosen(2, tmp_path)
    others = [one.texto for one in catalogue.descartes if one.motivo == "outro_ato"]
    assert others == [*GAZETTE.splitlines()[:8], *NINE.splitlines()]
    assert catalogue.cobertura.linhas == len(GAZETTE.splitlines())


def test_an_act_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pede o ato 4, e o arquivo traz 3 atos") as caught:
        chosen(4, tmp_path)
    assert caught.value.code == "ENT022"


def test_the_only_act_may_be_named(tmp_path: Path) -> None:
    assert compile_norm(folder(SEVEN, "ato = 1\n", tmp_path)).catalogue.norma.numero == "7"


def test_the_acts_of_a_gazette_stand_on_several_pages(tmp_path: Path) -> None:
    pages = [
        DrawnPage([DrawnLine(line, 60, 760 - 20 * n) for n, line in enumerate(act.splitlines())])
        for act in (SEVEN, EIGHT)
    ]
    path = tmp_path / "diario.pdf"
    path.write_bytes(draw(pages))
    with pytest.raises(InputError, match="página 2, linha 1"):
        compile_norm(path)


@pytest.mark.parametrize(
    "text",
    [
        # a running title
        SEVEN.replace("Art. 2º", "LEI Nº 7, DE 3 DE MAIO DE 2017\nArt. 2º"),
        # a norm that is cited at the head of a line
        SEVEN.replace("o selo azul.\nArt. 2º", "o selo azul, conforme a\nLEI Nº 5, DE 2001.\nArt. 2º"),
        # a history of amendments behind the end
        f"{SEVEN}LEI Nº 8, DE 4 DE MAIO DE 2018\nLEI Nº 9, DE 5 DE MAIO DE 2019\n",
        # an annexed act
        f"{SEVEN}REGULAMENTO DO SELO\nArt. 1º O selo é redondo.\n",
        # what is written into another norm
        SEVEN.replace("o selo azul.\nArt. 2º", "o selo:\n“Art. 6º Um.\nLEI Nº 8, DE 2018\nArt. 1º Dois.”\nArt. 2º"),
    ],
    ids=["running title", "citation", "history", "annexed act", "quotation"],
)  # fmt: skip
def test_what_only_resembles_a_second_act_is_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "lei.txt"
    path.write_text(text, encoding="utf-8")
    assert compile_norm(path).catalogue.norma.numero == "7"
