"""Real prints of municipal law, as their portals give them out; texts of laws are in the public domain
(Lei 9.610/1998, art. 8º, IV).

What is expected was read off the printed pages by eye, not off the compiler.
"""

import re
from functools import cache
from pathlib import Path

from pipeline import Catalogo, compile_norm
from pipeline.artefacts import Pages
from pipeline.extract import extract
from pipeline.model import walk
from pipeline.sources import load_source

NORMS = Path(__file__).parent / "corpus" / "normas"
PORTAL = NORMS / "manaus-am-lei-459-1998" / "manaus-am_lei-459-1998_consolidada.pdf"
"""A consolidated law: the labels are drawn behind each page's text, old wordings are struck."""
ENCRYPTED = NORMS / "curitiba-pr-lei-organica" / "curitiba-pr_lei-organica.pdf"
"""A lei orgânica, encrypted with an empty password; justified text with wide gaps."""

BEGINS = {
    1: "O Imposto Sobre a Transmissão", 2: "O imposto incide sobre", 3: "O imposto não incide",
    4: "Ficam isentos do Imposto:", 5: "Contribuinte do imposto é:", 6: "Nas transmissões que se",
    7: "A base de cálculo do imposto é", 8: "Nos casos em que o imposto", 9: "A base de cálculo será",
    10: "Nas transações subseqüentes", 11: "Nas transmissões por acessão", 12: "Em caso de discordância",
    13: "As alíquotas do imposto", 14: "O lançamento do imposto", 15: "O pagamento do imposto",
    16: "Os escrivães e tabeliães deverão", 17: "Os comprovantes do pagamento",
    18: "Os escrivães e tabeliães ficam", 19: "Ficam os escrivães e tabeliães",
    20: "Os escrivães e tabeliães e demais", 21: "O contribuinte fica obrigado",
    22: "O transmitente ou cedente", 23: "A inobservância dos prazos", 24: "Quando apurado através",
    25: "O descumprimento das obrigações", 26: "Aplicar-se-á multa de 500", 27: "As penalidades previstas",
    28: "O Poder Executivo regulamentará", 29: "Revogam-se as disposições", 30: "Esta Lei entrará em vigor",
}  # fmt: skip
AGAIN = {16: "Os titulares de cartório", 17: "Os titulares de cartório", 18: "O contribuinte deverá",
         23: "A inobservância dos prazos", 24: "A falta de recolhimento", 26: "Aplicar-se-á a penalidade"}  # fmt: skip
"""Articles that stand in two wordings, the old one struck through."""


@cache
def pages(path: Path) -> Pages:
    return extract(load_source(path))


@cache
def compiled(path: Path) -> Catalogo:
    return compile_norm(path).catalogue


def labels(path: Path) -> list[tuple[int, str, bool]]:
    """Number, text and strike of each line that begins with the label of an article."""
    found = []
    for line in pages(path).lines:
        label = re.match(r"Art\.? ?(\d+)(?:º\.?|\.)? ?(?:- ?)?", line.text)
        if label:
            found.append((int(label[1]), line.text[label.end() :], line.struck))
    return found


def test_each_text_stands_behind_its_own_label() -> None:
    printed = [(n, text) for n, text, _ in labels(PORTAL) if text]
    expected = [
        (n, begins) for n in BEGINS for begins in (BEGINS[n], AGAIN.get(n)) if begins is not None
    ]
    assert [n for n, _ in printed] == [n for n, _ in expected]
    for (n, text), (_, begins) in zip(printed, expected, strict=True):
        assert text.startswith(begins), n


def test_labels_that_come_again_on_the_next_page_are_discards() -> None:
    law = compiled(PORTAL)
    again = [
        (one.texto, one.origem[0].pagina) for one in law.descartes if one.motivo == "duplicado"
    ]
    assert again == [("Art. 12 -", 5), ("Art. 21 -", 9), ("Art. 27 -", 11)]
    motives = [one.motivo for one in law.descartes]
    assert (motives.count("numero_de_pagina"), motives.count("rodape")) == (12, 12)
    assert law.cobertura.sem_lugar == 0
    articles = [one for one in walk(law.dispositivos) if one.tipo == "artigo"]
    assert [one.id for one in articles] == [f"art{n}" for n in range(1, 31)]


def test_of_two_wordings_the_old_one_is_struck() -> None:
    for number in AGAIN:
        assert [struck for n, text, struck in labels(PORTAL) if n == number and text] == [
            True,
            False,
        ]
    in_force = [struck for n, _, struck in labels(PORTAL) if n in (1, 9, 14, 28, 30)]
    assert in_force == [False] * 5


def test_an_encrypted_print_is_whole() -> None:
    numbers = [n for n, text, _ in labels(ENCRYPTED) if text[:1].isalpha()]
    twice = {18, 36, 40, 73, 99}
    body = [n for n in range(1, 215) for _ in range(1 + (n in twice))]
    assert numbers[: len(body)] == body
    assert numbers[len(body) :] == [*range(1, 16), 215]
    assert len(pages(ENCRYPTED).pages) == 64
    assert pages(ENCRYPTED).aside == ()
    assert [one for one in pages(ENCRYPTED).diagnostics if one.code.startswith("EXT")] == []


def test_of_an_encrypted_print_the_old_wordings_are_struck_too() -> None:
    for number in (18, 36, 40, 73, 99):
        found = [
            struck for n, text, struck in labels(ENCRYPTED) if n == number and text[:1].isalpha()
        ]
        assert found == [True, False], number
