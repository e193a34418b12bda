"""Headers, footers and page numbers: told by repetition and place, never a line of the law."""

from pathlib import Path

from pipeline import Catalogo, compile_norm
from pipeline.model import walk

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017"


def compiled(folder: Path, *pages: list[str]) -> Catalogo:
    path = folder / "norma.txt"
    path.write_text("\f".join("\n".join(page) for page in pages) + "\n", encoding="utf-8")
    return compile_norm(path).catalogue


def texts(catalogue: Catalogo) -> dict[str, str | None]:
    return {device.id: device.texto for device in walk(catalogue.dispositivos)}


def dropped(catalogue: Catalogo) -> list[tuple[str, str]]:
    return [(one.motivo, one.texto) for one in catalogue.descartes]


def test_deadlines_that_end_pages_are_no_footers(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        [HEAD, "Art. 1º O recurso será decidido", "no prazo de 30 dias."],
        ["Art. 2º A defesa será apresentada", "no prazo de 60 dias."],
        ["Art. 3º A multa será paga", "no prazo de 90 dias."],
    )
    assert dropped(law) == []
    assert texts(law) == {
        "art1": "O recurso será decidido no prazo de 30 dias.",
        "art2": "A defesa será apresentada no prazo de 60 dias.",
        "art3": "A multa será paga no prazo de 90 dias.",
    }


def test_a_footer_that_counts_the_pages_is_one(tmp_path: Path) -> None:
    pages = [
        [f"Art. {n}º O selo é azul.", f"Rua das Flores, 10 — folha {n} de 3"] for n in (1, 2, 3)
    ]
    pages[0].insert(0, HEAD)
    law = compiled(tmp_path, *pages)
    assert [motive for motive, _ in dropped(law)] == ["rodape"] * 3
    assert set(texts(law).values()) == {"O selo é azul."}


def test_a_footer_below_which_noise_stands_is_one(tmp_path: Path) -> None:
    foot = "Rua das Flores, 10 — Vila Azul"
    law = compiled(
        tmp_path,
        [HEAD, "Art. 1º O selo vai à", foot],
        ["segunda página e", foot, "7534 444fcanor1161-"],
        ["acaba na terceira.", foot],
    )
    assert texts(law)["art1"] == "O selo vai à segunda página e acaba na terceira."
    assert sorted(motive for motive, _ in dropped(law)) == ["rodape", "rodape", "rodape", "ruido"]


def test_a_misread_header_is_one(tmp_path: Path) -> None:
    header = "PREFEITURA MUNICIPAL DE VILA AZUL"
    law = compiled(
        tmp_path,
        [header, HEAD, "Art. 1º O selo vai à"],
        [header.replace("MUNICIPAL", "MUNlClPAL"), "segunda página e"],
        [header, "acaba na terceira."],
    )
    assert [motive for motive, _ in dropped(law)] == ["cabecalho"] * 3
    assert texts(law)["art1"] == "O selo vai à segunda página e acaba na terceira."


def test_an_epigraph_that_is_the_running_header_stays_once(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        [HEAD, "Dispõe sobre o selo.", "Art. 1º O selo é azul."],
        [HEAD, "Art. 2º A taxa é anual."],
        [HEAD, "Art. 3º O prazo é curto."],
    )
    assert law.norma.epigrafe is not None
    assert law.norma.epigrafe.texto == HEAD
    assert dropped(law) == [("cabecalho", HEAD)] * 2


def test_bare_paragraph_labels_are_no_page_numbers(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        [HEAD, "Art. 1º Do selo.", "§ 1º"],
        ["O selo é azul.", "§ 2º"],
        ["A cor é viva.", "§ 3º"],
        ["O selo é um."],
    )
    assert dropped(law) == []
    assert texts(law) == {
        "art1": "Do selo.",
        "art1_par1": "O selo é azul.",
        "art1_par2": "A cor é viva.",
        "art1_par3": "O selo é um.",
    }


def test_a_lone_number_that_does_not_count_the_pages_belongs_to_the_text(tmp_path: Path) -> None:
    law = compiled(
        tmp_path,
        [HEAD, "Art. 1º O prazo em dias é de", "30"],
        ["Art. 2º A taxa é anual."],
    )
    assert dropped(law) == []
    assert texts(law)["art1"] == "O prazo em dias é de 30"
