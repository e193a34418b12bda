"""The site of a norm with annexes, acts numbered apart and several wordings. The norm is invented."""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.emit.page_facsimile import Facsimile
from pipeline.emit.page_images import PageImage
from pipeline.emit.page_places import Places
from pipeline.emit.pages import write_docs
from pipeline.emit.site import build_site
from pipeline.model import Catalogo, walk
from pipeline.spans import Box
from tests.pdf_maker import DrawnLine, DrawnPage, draw
from tests.site_check import check_site, read_page

TEXT = """DECRETO Nº 9, DE 3 DE MAIO DE 2017
Aprova o Regulamento do Selo.
O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia, decreta:
CAPÍTULO I
DA APROVAÇÃO
Art. 1º Fica aprovado o Regulamento.
Art. 2º A taxa é de dez reais.
Art. 2º A taxa é de doze reais: (Redação dada pela Lei nº 88, de 2019)
I - em janeiro;
I - em fevereiro. (Redação dada pela Lei nº 89, de 2020)
Vila Azul, 3 de maio de 2017.
BELTRANA DE TAL
Prefeita Municipal
ANEXO I
REGULAMENTO DO SELO
CAPÍTULO I
DO SELO
Art. 1º O selo é redondo.
Art. 2º O selo custa o que diz o art. 2º deste Decreto, e vale como diz o art. 1º.
Vila Azul, 2 de maio de 2017.
FULANO DE TAL
ATO DAS DISPOSIÇÕES TRANSITÓRIAS
Art. 1º O selo de 2016 vale até junho, na forma do art. 2º do Anexo I.
ANEXO II – Tabela de cores
I Azul 10,00
II Verde 5,00
"""


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogo:
    path = tmp_path_factory.mktemp("norma") / "decreto-9-2017.txt"
    path.write_text(TEXT, encoding="utf-8")
    return compile_norm(path).catalogue


@pytest.fixture(scope="module")
def site(catalogue: Catalogo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    docs, folder = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("site")
    write_docs([catalogue], docs)
    build_site(docs, folder)
    return folder


def test_the_checker_finds_no_fault(site: Path) -> None:
    assert check_site(site) == []


def test_acts_that_are_numbered_apart_have_pages_of_their_own(site: Path) -> None:
    for name, cited in (
        ("art1", "Art. 1º"),
        ("anexo1_art1", "Anexo I, Art. 1º"),
        ("adt1u_art1", "Ato das Disposições Transitórias, Art. 1º"),
    ):
        page = read_page(site / "artigos" / f"{name}.html")
        assert page.title.startswith(cited)
    assert read_page(site / "capitulos" / "anexo1.html").headings["h1"] == 1


def test_the_text_holds_every_device_and_every_row_once(catalogue: Catalogo, site: Path) -> None:
    page = read_page(site / "lei.html")
    for device in walk(catalogue.dispositivos):
        assert page.ids.count(device.id) == 1
        if device.texto:
            assert page.text_behind(device.id) == device.texto
    texts = [text for _, text in page.texts]
    assert [text for text in texts if text in ("I Azul 10,00", "II Verde 5,00")] == [
        "I Azul 10,00", "II Verde 5,00",
    ]  # fmt: skip
    assert "anexo2" in page.ids


def test_the_fecho_stands_where_it_is_printed(site: Path) -> None:
    texts = [text for _, text in read_page(site / "lei.html").texts]
    order = [
        "em fevereiro.",
        "Vila Azul, 3 de maio de 2017.",
        "O selo é redondo.",
        "Vila Azul, 2 de maio de 2017. FULANO DE TAL",
        "I Azul 10,00",
    ]
    assert sorted(order, key=texts.index) == order


@pytest.mark.parametrize("path", ["lei.html", "artigos/art2.html"])
def test_a_former_wording_is_said_in_words_and_is_no_text_in_force(path: str, site: Path) -> None:
    page = read_page(site / path)
    assert page.visible.count("Redação original, fora de vigor") == 2
    assert "A taxa é de dez reais." in page.visible
    assert "em janeiro;" in page.visible
    texts = [text for _, text in page.texts]
    assert "A taxa é de dez reais." not in texts
    assert "em janeiro;" not in texts


def test_references_lead_to_the_act_that_they_mean(catalogue: Catalogo) -> None:
    found = {(one.de, one.texto): (one.alvo, one.estado) for one in catalogue.remissoes}
    assert found["anexo1_art2", "art. 2º"] == ("art2", "resolvida")
    assert found["anexo1_art2", "art. 1º"] == ("anexo1_art1", "resolvida")
    assert found["adt1u_art1", "art. 2º"] == ("anexo1_art2", "resolvida")


def test_former_wordings_are_pieces_of_their_printed_page(tmp_path: Path) -> None:
    lines = [line for line in TEXT.splitlines() if line]
    drawn = [DrawnLine(line, 40, 790 - 20 * n) for n, line in enumerate(lines)]
    path = tmp_path / "decreto-9-2017.pdf"
    path.write_bytes(draw([DrawnPage(drawn)]))
    catalogue = compile_norm(path).catalogue
    page = PageImage(1, "p1.png", b"", (595, 842), Box(0, 0, 595, 842), 0)
    [shown] = Facsimile(catalogue, Places(catalogue), [page]).pages
    names = [one.id for one in shown.entries]
    assert len(set(names)) == len(names)
    assert {"art2-v1", "art2_cpt_inc1-v1", "anexo1", "anexo2", "adt1u_art1"} <= set(names)
    former = next(one for one in shown.entries if one.id == "art2-v1")
    assert former.texts == ("A taxa é de dez reais.",)
