"""Pages are read in the order in which people read them, whatever the order they are drawn in.

All norms here are invented. Each test draws a page as word processors, portals and gazettes do.
"""

import random
import time
from collections import Counter
from itertools import chain, zip_longest
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.artefacts import Pages, Source
from pipeline.extract import extract, pdfium
from pipeline.extract.layout import lay_out
from pipeline.model import walk
from pipeline.normalise import normalise
from tests.pdf_maker import DrawnLine, DrawnPage, DrawnRule, draw, width_of

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017"


def read(*pages: DrawnPage) -> Pages:
    return extract(Source("lei-7", Path("lei-7.pdf"), draw(pages), ""))


def lines(pages: Pages) -> list[str]:
    return [line.text.strip() for line in pages.lines]


def aside(pages: Pages) -> list[tuple[str, str]]:
    return [(one.text, one.motive) for page in pages.pages for one in page.aside]


def codes(pages: Pages) -> set[str]:
    return {one.code for one in pages.diagnostics}


def compiled(folder: Path, *pages: DrawnPage) -> Catalogo:
    path = folder / "lei-7-2017.pdf"
    path.write_bytes(draw(pages))
    catalogue = compile_norm(path).catalogue
    assert catalogue.cobertura.sem_lugar == 0
    assert [one.mensagem for one in catalogue.diagnosticos if one.nivel == "erro"] == []
    counted = catalogue.cobertura
    assert counted.linhas == (
        counted.em_dispositivos + counted.em_partes + counted.descartadas + counted.sem_lugar
    )
    return catalogue


def articles(catalogue: Catalogo) -> dict[str, str | None]:
    return {one.id: one.texto for one in walk(catalogue.dispositivos) if one.tipo == "artigo"}


def down(
    *texts: str, x: float = 60, y: float = 700, leading: float = 14, size: float = 11, **how: object
) -> list[DrawnLine]:
    """Lines one below the other."""
    return [
        DrawnLine(text, x, y - n * leading, size, **how)  # type: ignore[arg-type]
        for n, text in enumerate(texts)
    ]


# ── drawn out of turn ────────────────────────────────────────────────────────────────────────


def test_labels_that_are_drawn_last_stand_before_their_text(tmp_path: Path) -> None:
    """As portals print consolidated laws; a label that found no room for its text comes again."""
    first = DrawnPage([
        *down(HEAD, "Dispõe sobre o selo.", y=780, x=200),
        *down("Fica criado o selo de vistoria, que todo veículo traz no",
              "vidro da frente.", y=700, x=86)[1:],
        DrawnLine("Fica criado o selo de vistoria, que todo veículo traz no", 133, 700),
        DrawnLine("O selo é azul.", 133, 660),
        DrawnLine("Art. 1º -", 90, 700.8, 9),
        DrawnLine("Art. 2º -", 90, 660.8, 9),
        DrawnLine("Art. 3º -", 90, 40.8, 9),
        DrawnLine("1/2", 538, 800, 9),
        DrawnLine("PortalDeLeis - Lei 7/2017 - Gerado em 1/2/2020 1", 80, 10, 8),
    ])  # fmt: skip
    second = DrawnPage([
        DrawnLine("A taxa do selo é anual.", 133, 700),
        DrawnLine("Art. 3º -", 90, 700.8, 9),
        DrawnLine("2/2", 538, 800, 9),
        DrawnLine("PortalDeLeis - Lei 7/2017 - Gerado em 1/2/2020 1", 80, 10, 8),
    ])  # fmt: skip
    law = compiled(tmp_path, first, second)
    assert articles(law) == {
        "art1": "Fica criado o selo de vistoria, que todo veículo traz no vidro da frente.",
        "art2": "O selo é azul.",
        "art3": "A taxa do selo é anual.",
    }
    assert {one.motivo for one in law.descartes} == {"numero_de_pagina", "rodape", "duplicado"}
    [again] = [one for one in law.descartes if one.motivo == "duplicado"]
    assert (again.texto, again.origem[0].pagina) == ("Art. 3º -", 1)


def test_a_header_and_a_footer_that_are_drawn_first_are_at_their_edges(tmp_path: Path) -> None:
    def page(number: int, *texts: str) -> DrawnPage:
        return DrawnPage([
            DrawnLine("PREFEITURA DE VILA AZUL", 60, 820),
            DrawnLine(f"Página {number} de 3", 60, 20),
            *down(*texts),
        ])  # fmt: skip

    law = compiled(
        tmp_path,
        page(
            1, HEAD, "Art. 1º A licença depende de autorização prévia e escrita da autoridade, mas"
        ),
        page(2, "independe de vistoria anual e da presen-"),
        page(3, "ça da autoridade, cabendo recurso."),
    )
    [text] = articles(law).values()
    assert text is not None
    assert text.startswith("A licença depende")
    assert text.endswith("cabendo recurso.")
    assert "Página" not in text
    assert "PREFEITURA" not in text
    assert len(law.descartes) == 6


def test_a_page_drawn_from_its_foot_up_is_read_down() -> None:
    texts = [f"Art. {n}º O selo {n} é azul." for n in range(1, 9)]
    pages = read(DrawnPage(down(*texts)[::-1]))
    assert lines(pages) == texts
    assert codes(pages) == set()


# ── columns ──────────────────────────────────────────────────────────────────────────────────

LEFT = [
    "Art. 1º Fica criada a taxa de",
    "vistoria anual dos veículos que",
    "transportam escolares, devida por",
    "quem os explora, na forma desta",
    "Lei e do regulamento que dela",
    "tratar.",
    "Art. 2º A taxa é de dez unidades",
    "de referência por veículo, e dobra",
    "se for paga com atraso.",
]
RIGHT = [
    "Art. 3º O prazo do recurso é de",
    "dez dias úteis, contados da data",
    "em que o autuado for notificado",
    "da multa que lhe foi aplicada.",
    "Art. 4º O recurso suspende a",
    "cobrança da multa até que seja",
    "decidido por quem a aplicou, ou",
    "por quem o suceder.",
    "Art. 5º Esta Lei entra em vigor.",
]
DRAWN = ("column by column", "row by row", "right one first", "row by row, ill aligned")


def gazette(how: str, left: list[str] = LEFT, right: list[str] = RIGHT) -> DrawnPage:
    """Two columns under a full-width headline, a line of the gazette above and one below."""
    one, two = down(*left, x=60, y=700), down(*right, x=310, y=700)
    if how.endswith("ill aligned"):
        two = down(*right, x=310, y=703)
    body = {
        "column by column": [*one, *two],
        "right one first": [*two, *one],
    }.get(how) or [line for pair in zip_longest(one, two) for line in pair if line]
    return DrawnPage([
        DrawnLine("DIÁRIO OFICIAL DE VILA AZUL - terça-feira, 4 de maio de 2017, ano XII", 60, 800),
        DrawnLine(HEAD, 200, 730, 13),
        *body,
        DrawnLine("Documento assinado por meio eletrônico; confira no sítio do Município", 60, 30),
    ])  # fmt: skip


@pytest.mark.parametrize("how", DRAWN)
def test_the_left_column_is_read_before_the_right(tmp_path: Path, how: str) -> None:
    pages = read(gazette(how))
    assert lines(pages)[2:-1] == [*LEFT, *RIGHT]
    assert lines(pages)[1] == HEAD
    assert lines(pages)[-1].startswith("Documento")
    law = compiled(tmp_path, gazette(how))
    found = articles(law)
    assert [*found] == ["art1", "art2", "art3", "art4", "art5"]
    assert (found["art1"] or "").endswith("que dela tratar.")
    assert (found["art4"] or "").endswith("por quem o suceder.")


def test_columns_that_are_drawn_row_by_row_are_told() -> None:
    assert "EXT008" in codes(read(gazette("row by row")))
    assert codes(read(gazette("column by column"))) == set()


def test_two_lines_in_two_columns_are_columns() -> None:
    one = down("Art. 1º Fica criada a taxa", "de vistoria anual.", x=60)
    two = down("Art. 3º O prazo é de dez", "dias úteis.", x=320)
    pages = read(DrawnPage([*chain(*zip(one, two, strict=True))]))
    assert lines(pages) == [line.text for line in (*one, *two)]


def test_three_columns_are_read_one_after_the_other() -> None:
    texts = [
        ["Art. 1º O selo é de", "cor azul e de uso", "obrigatório em todo", "o território."],
        ["Art. 2º O selo vale", "por um ano, contado", "da data em que foi", "emitido."],
        ["Art. 3º Esta Lei, que", "trata do selo, entra", "em vigor na data de", "hoje."],
    ]
    columns = [down(*column, x=50 + 180 * n) for n, column in enumerate(texts)]
    pages = read(DrawnPage([*chain(*zip(*columns, strict=True))]))
    assert lines(pages) == [*chain(*texts)]


def test_what_crosses_the_columns_parts_them() -> None:
    half = down(*LEFT[:6], x=60, y=700), down(*RIGHT[:4], x=310, y=700)
    rest = down(*LEFT[6:], x=60, y=560), down(*RIGHT[4:], x=310, y=560)
    rows = [[line for pair in zip_longest(*of) for line in pair if line] for of in (half, rest)]
    across = DrawnLine(
        "CAPÍTULO II - DO VALOR DA TAXA, DO RECURSO E DAS DISPOSIÇÕES FINAIS", 70, 590
    )
    pages = read(DrawnPage([*rows[0], across, *rows[1]]))
    assert lines(pages) == [*LEFT[:6], *RIGHT[:4], across.text, *LEFT[6:], *RIGHT[4:]]


# ── what looks like columns, and is none ─────────────────────────────────────────────────────

ROWS = [
    ("Grupo A", "multa de dez unidades por veículo"),
    ("Grupo B", "multa de vinte unidades por veículo"),
    ("Grupo C", "multa de trinta unidades e retenção"),
    ("Grupo D", "multa de quarenta unidades e remoção"),
]


def test_a_table_is_read_row_by_row() -> None:
    cells = [
        DrawnLine(text, x, 700 - 20 * n)
        for n, row in enumerate(ROWS)
        for x, text in zip((60, 260), row, strict=True)
    ]
    assert lines(read(DrawnPage(cells))) == [" ".join(row) for row in ROWS]


WRAPPED = [
    (
        ["Deixar de trazer o selo", "em lugar visível"],
        ["multa de dez unidades e", "advertência por escrito"],
    ),
    (
        ["Dirigir sem a licença que", "esta Lei exige"],
        ["multa de vinte unidades", "e retenção do veículo"],
    ),
    (
        ["Cobrar mais do que a", "tarifa fixada"],
        ["multa de trinta unidades", "e suspensão da licença"],
    ),
]


def table(order: str, *, ruled: bool) -> DrawnPage:
    cells: list[DrawnLine] = []
    for n, (left, right) in enumerate(WRAPPED):
        y = 700 - 50 * n
        one, two = down(*left, x=60, y=y), down(*right, x=300, y=y)
        cells += [*one, *two] if order == "cells" else [*chain(*zip(one, two, strict=True))]
    rules = [DrawnRule(55, 715 - 50 * n, 540, 715 - 50 * n) for n in range(4)] if ruled else []
    return DrawnPage(cells, rules=rules)


@pytest.mark.parametrize("ruled", [True, False])
def test_cells_that_are_drawn_one_by_one_stay_whole(ruled: bool) -> None:
    pages = read(table("cells", ruled=ruled))
    assert lines(pages) == [text for row in WRAPPED for cell in row for text in cell]
    assert "EXT008" not in codes(pages)


@pytest.mark.parametrize("ruled", [True, False])
def test_a_table_drawn_line_by_line_is_no_pair_of_columns(ruled: bool) -> None:
    pages = read(table("lines", ruled=ruled))
    printed = [" ".join(pair) for row in WRAPPED for pair in zip(*row, strict=True)]
    assert lines(pages) == printed
    assert "EXT008" not in codes(pages)


def test_signatures_side_by_side_stay_at_the_end(tmp_path: Path) -> None:
    names = [("ANA LIMA", "RUI SÁ"), ("Prefeita Municipal", "Secretário de Obras")]
    page = DrawnPage([
        *down(HEAD, "Art. 1º O selo é azul.", "Art. 2º Esta Lei entra em vigor na data de sua",
              "publicação.", "Vila Azul, 3 de maio de 2017.", y=780),
        *[DrawnLine(text, x, 600 - 14 * n)
          for n, row in enumerate(names) for x, text in zip((80, 350), row, strict=True)],
    ])  # fmt: skip
    law = compiled(tmp_path, page)
    assert articles(law)["art2"] == "Esta Lei entra em vigor na data de sua publicação."
    signed = " ".join(f"{one.nome} {one.cargo}" for one in law.norma.assinaturas)
    assert all(name in signed for row in names for name in row)


@pytest.mark.parametrize("seed", range(6))
def test_wide_gaps_of_justified_text_are_no_columns(seed: int) -> None:
    """Each word a run of its own, as word processors draw justified lines; some gaps are wide."""
    chance = random.Random(seed)
    words = (
        "o autorizatário deve apresentar o veículo à vistoria no prazo da lei e do contrato".split()
    )
    drawn, texts = [], []
    for n in range(30):
        picked = [chance.choice(words) for _ in range(7)]
        text, left = " ".join(picked), 60.0
        room = (450 - sum(width_of(word, 11) for word in picked)) / (len(picked) - 1)
        for word in picked:
            drawn.append(DrawnLine(word, left, 760 - 14 * n))
            left += width_of(word, 11) + room
        texts.append(text)
    drawn.append(DrawnLine("Art. 9º", 60, 780))  # the page is uneven: this comes last
    pages = read(DrawnPage(drawn))
    assert lines(pages) == ["Art. 9º", *texts]
    assert "EXT008" not in codes(pages)


# ── turned pages ─────────────────────────────────────────────────────────────────────────────

TWO = ["Art. 1º primeira linha", "Art. 2º segunda linha"]
NEXT = {0: (0, -14), 90: (14, 0), 180: (0, 14), 270: (-14, 0)}


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_first_line_comes_first_however_the_page_is_turned(rotate: int, turn: int) -> None:
    across, up = NEXT[turn]
    drawn = [
        DrawnLine(text, 300 + n * across, 400 + n * up, turn=turn) for n, text in enumerate(TWO)
    ]
    for order in (drawn, drawn[::-1]):
        pages = read(DrawnPage(order, rotate=rotate))
        assert lines(pages) == TWO
        assert aside(pages) == []


def test_boxes_of_turned_text_are_those_of_the_unrotated_page() -> None:
    pages = read(DrawnPage(down(*TWO, x=300, y=400, turn=90)[:1], rotate=90))
    box = pages.lines[0].spot.box
    assert box is not None
    assert 285 < box.x0 < 300 < box.x1 < 306
    assert box.y0 == pytest.approx(400, abs=1)
    assert box.y1 > 500


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_stamp_along_the_edge_is_none_of_the_text(tmp_path: Path, rotate: int) -> None:
    stamp = "Assinado digitalmente por FULANA DE TAL, 02/02/2020, fl. 36"
    page = DrawnPage([
        *down(HEAD, "Art. 4º O recurso tem"),
        DrawnLine(stamp, 25, 300, 8, turn=90),
        DrawnLine("efeito suspensivo.", 60, 672),
    ], rotate=rotate)  # fmt: skip
    law = compiled(tmp_path, page)
    assert articles(law) == {"art4": "O recurso tem efeito suspensivo."}
    [one] = law.descartes
    assert (one.motivo, one.texto) == ("carimbo", stamp)
    assert one.origem[0].linhas == (4, 4), "counted behind the lines of the text"


def test_a_slanted_watermark_is_a_stamp() -> None:
    pages = read(DrawnPage([
        *down("Art. 1º O selo é", y=700), DrawnLine("MINUTA", 200, 600, 60, turn=45),
        *down("de cor azul.", y=686),
    ]))  # fmt: skip
    assert lines(pages) == ["Art. 1º O selo é", "de cor azul."]
    assert aside(pages) == [("MINUTA", "carimbo")]


def test_much_turned_text_is_no_stamp_and_is_told() -> None:
    table = [f"linha {n} de uma tabela impressa de lado" for n in range(5)]
    drawn = [DrawnLine(text, 300 + 14 * n, 100, turn=90) for n, text in enumerate(table)]
    upright = [f"Art. {n}º O selo {n} é azul, e a taxa dele é anual." for n in range(1, 8)]
    pages = read(DrawnPage([*down(*upright), *drawn]))
    assert lines(pages) == [*upright, *table]
    assert (aside(pages), codes(pages)) == ([], {"EXT007"})


def test_a_line_without_a_place_stays_behind_the_one_before_it() -> None:
    drawn: list[pdfium.Line] = [
        ("Art. 2º Fim.", (60, 600, 160, 612)), ("sem lugar", None),
        ("Art. 1º O selo", (60, 700, 160, 712)),
    ]  # fmt: skip
    layout = lay_out((0, 0, 595, 842), drawn, [(0.0, False, None)] * 3, [])
    assert [one.text for one in layout.lines] == ["Art. 1º O selo", "Art. 2º Fim.", "sem lugar"]


# ── beside the text, and beyond the page ─────────────────────────────────────────────────────


def test_a_note_in_the_margin_is_none_of_the_sentence(tmp_path: Path) -> None:
    page = DrawnPage([
        DrawnLine(HEAD, 90, 740),
        DrawnLine("Art. 7º A vistoria será feita em", 90, 700),
        DrawnLine("Prazo", 20, 693, 8),
        DrawnLine("até dez dias.", 90, 686),
    ])  # fmt: skip
    law = compiled(tmp_path, page)
    assert articles(law) == {"art7": "A vistoria será feita em até dez dias."}
    assert [(one.motivo, one.texto) for one in law.descartes] == [("margem", "Prazo")]
    assert "EXT012" in {one.codigo for one in law.diagnosticos}


def test_numbers_of_lines_in_the_margin_are_notes() -> None:
    body = down(*[f"linha {n} de um texto que corre até a margem" for n in range(1, 16)], x=90)
    numbers = [DrawnLine(str(n), 40, 714 - 14 * n, 8) for n in (5, 10, 15)]
    pages = read(
        DrawnPage([*body[:5], numbers[0], *body[5:10], numbers[1], *body[10:], numbers[2]])
    )
    assert lines(pages) == [line.text for line in body]
    assert aside(pages) == [("5", "margem"), ("10", "margem"), ("15", "margem")]


def test_labels_that_hang_in_the_margin_are_text(tmp_path: Path) -> None:
    labels = ["Art. 1º", "I -", "II -", "Parágrafo único.", "Art. 2º"]
    texts = ["O selo é obrigatório:", "no vidro da frente;", "no vidro de trás.",
             "O selo é azul.", "Esta Lei entra em vigor na data de sua publicação."]  # fmt: skip
    drawn = [DrawnLine(HEAD, 200, 740)]
    for n, (label, text) in enumerate(zip(labels, texts, strict=True)):
        drawn += [DrawnLine(label, 40, 700 - 20 * n), DrawnLine(text, 150, 700 - 20 * n)]
    law = compiled(tmp_path, DrawnPage(drawn))
    assert [one.id for one in walk(law.dispositivos)] == [
        "art1", "art1_cpt_inc1", "art1_cpt_inc2", "art1_par1u", "art2",
    ]  # fmt: skip
    assert law.descartes == ()


def test_terms_before_their_definitions_are_text() -> None:
    terms = ["Autorizatário", "Escolar", "Vistoria"]
    drawn: list[DrawnLine] = []
    printed: list[str] = []
    for n, term in enumerate(terms):
        meaning = [
            f"linha {m} do que esta Lei entende por tal, para os seus fins" for m in range(5)
        ]
        drawn += [DrawnLine(term, 60, 700 - 90 * n), *down(*meaning, x=180, y=700 - 90 * n)]
        printed += [f"{term} {meaning[0]}", *meaning[1:]]
    pages = read(DrawnPage(drawn))
    assert lines(pages) == printed
    assert aside(pages) == []


def test_text_outside_the_crop_box_is_not_in_the_law(tmp_path: Path) -> None:
    page = DrawnPage(
        [DrawnLine(HEAD, 60, 820), DrawnLine("Art. 1º Fica instituída a taxa.", 60, 800),
         DrawnLine("FOLHA 3 - PROVA DE IMPRESSÃO", 60, 20)],
        crop_box=(0, 100, 595, 842),
    )  # fmt: skip
    law = compiled(tmp_path, page)
    assert articles(law) == {"art1": "Fica instituída a taxa."}
    assert [(one.motivo, one.texto) for one in law.descartes] == [
        ("fora_da_pagina", "FOLHA 3 - PROVA DE IMPRESSÃO")
    ]


# ── printed twice ────────────────────────────────────────────────────────────────────────────


def test_a_hidden_layer_under_the_text_is_dropped(tmp_path: Path) -> None:
    texts = [HEAD, "Art. 1º Fica criada a taxa de vistoria.", "Art. 2º A taxa é anual."]
    misread = [
        HEAD.replace("Nº", "N°"),
        "Art. l° Fica criada a laxa de vistoria.",
        "Art. 2º A taxa é anual",
    ]
    page = DrawnPage([*down(*texts), *down(*misread, x=60.4, y=700.5, hidden=True)])
    law = compiled(tmp_path, page)
    assert articles(law) == {"art1": "Fica criada a taxa de vistoria.", "art2": "A taxa é anual."}
    assert [one.motivo for one in law.descartes] == ["duplicado"] * len(law.descartes)
    assert "Art. l° Fica criada a laxa de vistoria." in {one.texto for one in law.descartes}


def test_a_layer_drawn_word_by_word_is_dropped_as_well() -> None:
    words, left = [], 60.0
    for word in "Art. 1º Fica criada a laxa.".split():
        words.append(DrawnLine(word, left, 700.4, hidden=True))
        left += width_of(word + " ", 11)
    pages = read(DrawnPage([*words, *down("Art. 1º Fica criada a taxa.")]))
    assert lines(pages) == ["Art. 1º Fica criada a taxa."]
    assert {motive for _, motive in aside(pages)} == {"duplicado"}


def test_hidden_text_alone_is_the_text() -> None:
    pages = read(DrawnPage(down("Art. 1º Fica criada a taxa.", "Art. 2º Fim.", hidden=True)))
    assert lines(pages) == ["Art. 1º Fica criada a taxa.", "Art. 2º Fim."]
    assert aside(pages) == []


def bold(
    text: str, x: float, y: float, *, by: str, off: float = 0.4, size: float = 11
) -> list[DrawnLine]:
    """Letters drawn one by one, each twice: at once, or the whole word and the whole again."""
    once: list[DrawnLine] = []
    for sign in text:
        if sign != " ":
            once.append(DrawnLine(sign, x, y, size))
        x += width_of(sign, size)
    again = [DrawnLine(one.text, one.x + off, one.y, one.size) for one in once]
    return [*once, *again] if by == "word" else [*chain(*zip(once, again, strict=True))]


@pytest.mark.parametrize("by", ["letter", "word"])
@pytest.mark.parametrize("off", [0.2, 0.4, 0.8, 1.0])
def test_letters_drawn_twice_are_one_and_real_repetitions_stay(by: str, off: float) -> None:
    pages = read(DrawnPage([
        *bold("MULTA GRAVE DO CARRO", 60, 700, by=by, off=off), *down("vedado vedado", y=680),
    ]))  # fmt: skip
    assert lines(pages) == ["MULTA GRAVE DO CARRO", "vedado vedado"]


# ── raised signs ─────────────────────────────────────────────────────────────────────────────


def raised(before: str, sign: str, behind: str, y: float) -> list[DrawnLine]:
    one, two = width_of(before, 11), width_of(sign, 6)
    return [
        DrawnLine(before, 60, y), DrawnLine(sign, 60 + one, y + 4, 6),
        DrawnLine(behind, 60 + one + two, y),
    ]  # fmt: skip


def test_a_small_raised_o_is_an_ordinal(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        DrawnPage([*down(HEAD, y=740), *raised("Art. 1", "o", " Fica criado o fundo.", 700)]),
    )
    assert articles(law) == {"art1": "Fica criado o fundo."}
    assert [one.rotulo for one in law.dispositivos] == ["Art. 1º"]
    assert "EXT010" in {one.codigo for one in law.diagnosticos}


def test_the_mark_of_a_footnote_does_not_join_a_number() -> None:
    pages = read(DrawnPage([
        *raised("O prazo é de 30", "1", " dias.", 700), *down("Art. 2º Fim.", y=680),
    ]))  # fmt: skip
    assert lines(pages) == ["O prazo é de 30¹ dias.", "Art. 2º Fim."]


# ── the rest ─────────────────────────────────────────────────────────────────────────────────


def test_text_inside_forms_is_text(tmp_path: Path) -> None:
    law = compiled(tmp_path, DrawnPage([
        *down(HEAD, "Art. 6º O selo é azul."), *down("Art. 7º A taxa é anual.", y=660, depth=2),
    ]))  # fmt: skip
    assert articles(law) == {"art6": "O selo é azul.", "art7": "A taxa é anual."}


def test_words_without_blanks_are_told_and_left(tmp_path: Path) -> None:
    glued = ["Art.1º-Ficaproibidoestacionarnavia.", "§1ºOprazoéde30dias."]
    law = compiled(tmp_path, DrawnPage(down(HEAD, *glued)))
    assert "EXT009" in {one.codigo for one in law.diagnosticos}
    assert [(one.id, one.texto) for one in walk(law.dispositivos)] == [
        ("art1", "Ficaproibidoestacionarnavia."), ("art1_par1", "Oprazoéde30dias."),
    ]  # fmt: skip
    pages = read(DrawnPage(down(HEAD, *glued)))
    assert lines(pages) == [HEAD, *glued]


def rule_through(text: str, x: float, y: float, up: float, share: float = 1.0) -> DrawnRule:
    return DrawnRule(x, y + up, x + share * width_of(text, 11), y + up)


def test_a_stroke_through_a_line_strikes_it() -> None:
    texts = [
        "Art. 4º A taxa é de dez reais.",
        "Art. 4º A taxa é de doze reais.",
        "Art. 5º Em meio.",
    ]
    pages = read(DrawnPage(down(*texts), rules=[
        rule_through(texts[0], 60, 700, 3), rule_through(texts[1], 60, 686, -1.2),
        rule_through(texts[2], 60, 672, 3, share=0.5),
    ]))  # fmt: skip
    assert [line.struck for line in pages.lines] == [True, False, False]
    [partly] = [one for one in pages.diagnostics if one.code == "EXT011"]
    assert partly.place[0].first == 3


def test_a_struck_line_is_struck_in_the_normal_text_and_with_a_note_behind_it() -> None:
    old, note = "Art. 4º A taxa é de dez reais.", " (Revogado pela Lei nº 88/2011)"
    page = DrawnPage(down(HEAD, old + note, "Art. 5º O selo é azul."),
                     rules=[rule_through(old, 60, 686, 3)])  # fmt: skip
    source = Source("lei-7", Path("lei-7.pdf"), draw([page]), "")
    pages = extract(source)
    assert "EXT011" not in codes(pages)
    normal = normalise(pages, source)
    assert [line.struck for line in normal.lines] == [False, True, False]
    assert normal.lines[1].head is not None


def test_rules_of_a_table_strike_nothing() -> None:
    pages = read(table("cells", ruled=True))
    assert not any(line.struck for line in pages.lines)
    assert "EXT011" not in codes(pages)


def test_lines_are_counted_in_the_order_of_reading() -> None:
    pages = read(gazette("row by row"))
    assert [line.spot.line for line in pages.lines] == [*range(1, len(pages.lines) + 1)]


# ── nothing is lost ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(60))
def test_each_sign_is_in_one_line_or_aside_wherever_pieces_stand(seed: int) -> None:
    """Pieces thrown at a page: none is lost, none comes twice, and the same page reads the same."""
    chance = random.Random(seed)
    drawn: list[pdfium.Line] = []
    details: list[pdfium.Detail] = []
    for n in range(chance.randint(1, 60)):
        words = ["".join(chance.choices("bcdefghij", k=chance.randint(1, 9))) for _ in range(3)]
        x, y, size = chance.uniform(0, 500), chance.uniform(0, 800), chance.choice([6, 11, 11, 11])
        if chance.random() < 0.5:
            x, y = chance.choice([60, 310]), 700 - 14 * (n // 2)
        glyphs: pdfium.Glyphs = []
        left = x
        for sign in " ".join(words):
            wide = 0.6 * size * (chance.choice([1, 1, 1, 4]) if sign == " " else 1)
            glyphs.append(None if sign == " " else (left, y, left + wide, y + 1.2 * size))
            left += wide
        drawn.append((" ".join(words), (x, y, left, y + 1.2 * size)))
        angle = chance.choice([0.0, 0.0, 0.0, 0.0, 1.571, 4.712, 0.8])
        details.append((angle, chance.random() < 0.1, glyphs if chance.random() < 0.7 else None))
    strokes = [(60.0, y, 500.0, y + 1) for y in (100, 400, 650)]
    layout = lay_out((0, 0, 595, 842), drawn, details, strokes)
    found = [one.text for one in layout.lines] + [one.text for one, _ in layout.aside]
    assert Counter("".join(found).replace(" ", "")) == Counter(
        "".join(text for text, _ in drawn).replace(" ", "")
    )
    assert lay_out((0, 0, 595, 842), drawn, details, strokes) == layout


@pytest.mark.parametrize("many", [900, 20_000])
def test_a_page_of_very_many_pieces_is_read_in_little_time(many: int) -> None:
    chance = random.Random(1)
    drawn = [
        ("texto", (x := chance.uniform(0, 500), y := chance.uniform(0, 800), x + 25, y + 10))
        for _ in range(many)
    ]
    begun = time.process_time()
    layout = lay_out((0, 0, 595, 842), drawn, [(0.0, False, None)] * len(drawn), [])
    assert len(layout.lines) + len(layout.aside) <= len(drawn)
    assert time.process_time() - begun < 20
