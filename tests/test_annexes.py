"""Annexes, annexed acts and transitory acts: where they begin, and what is in them.

The norms are invented; those that matter as print are drawn as PDFs.
"""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.labels import container_label, container_name, container_reading
from pipeline.model import Catalogo, acts, walk
from tests.case_files import characters, kept
from tests.pdf_maker import DrawnLine, DrawnPage, draw

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
END = "Vila Azul, 3 de maio de 2017.\nBELTRANA DE TAL\nPrefeita Municipal\n"


def compiled(text: str, folder: Path) -> Catalogo:
    path = folder / "norma.txt"
    path.write_text(HEAD + text, encoding="utf-8")
    return compile_norm(path).catalogue


def ids(catalogue: Catalogo) -> list[str]:
    return [one.id for one in walk(catalogue.dispositivos)]


# ── headings ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "label", "number", "name"),
    [
        ("ANEXO I", "ANEXO I", "I", None),
        ("ANEXO XIV - TABELA", "ANEXO XIV", "XIV", "TABELA"),
        ("Anexo II – Tabela de taxas", "ANEXO II", "II", "Tabela de taxas"),
        ("ANEXO ÚNICO", "ANEXO ÚNICO", "único", None),
        ("ANEXO 3: Mapa", "ANEXO 3", "3", "Mapa"),
        ("ANEXO C", "ANEXO C", "C", None),
        ("ANEXO", "ANEXO", None, None),
        ("TABELA IV", "TABELA IV", "IV", None),
        ("ANEXOS I A III", "ANEXOS I A III", "I", None),
        ("ANEXOS I, II E III - TABELAS", "ANEXOS I, II E III", "I", "TABELAS"),
        ("ANEXO IV-A", "ANEXO IV-A", "IV-A", None),
        ("ANEXO I (art. 5º)", "ANEXO I", "I", "(art. 5º)"),
        ("ANEXO À LEI Nº 9, DE 2017", "ANEXO", None, "À LEI Nº 9, DE 2017"),
    ],
)
def test_a_heading_has_its_label_as_printed(
    line: str, label: str, number: str | None, name: str | None
) -> None:
    reading = container_reading(line)
    assert reading is not None
    assert container_label(reading) == (label, number)
    assert container_name(line) == name


@pytest.mark.parametrize(
    "line",
    ["anexo I", "ANEXO I desta Lei", "Anexo à lei", "ANEXOU I", "TABELA", "TABELA DE TAXAS",
     "Anexos I e II", "Ato das Disposições", "REGULAMENTOS"],
)  # fmt: skip
def test_what_only_resembles_a_heading_is_none(line: str) -> None:
    assert container_reading(line) is None


# ── what is in them ──────────────────────────────────────────────────────────────────────────

ROWS = ["Natureza   Valor   Pontos", "I   R$ 10,00   II", "I - Grave", "§ 1º", "a) x", "CAPÍTULO I",
        "Art. 3º, I - 5,00", "Infração - leve", "Vila Azul, 4 de maio de 2017."]  # fmt: skip


@pytest.mark.parametrize("behind", [END, ""], ids=["with a fecho", "without"])
def test_no_row_of_a_table_is_a_device(behind: str, tmp_path: Path) -> None:
    rows = ROWS if behind else ROWS[:-1]
    text = f"Art. 1º Um.\nArt. 2º Dois.\n{behind}ANEXO I\n" + "\n".join(rows) + "\n"
    catalogue = compiled(text, tmp_path)
    assert ids(catalogue) == ["art1", "art2"]
    [annex] = catalogue.anexos
    assert annex.linhas == tuple(row.replace("   ", " ") for row in rows)
    assert (annex.origem[0].linhas[0], annex.origem[-1].linhas[1]) == (
        text.count("\n", 0, text.index("ANEXO")) + 2, text.count("\n") + 1,
    )  # fmt: skip
    assert catalogue.sancoes == ()


def test_the_fecho_behind_an_annex_is_the_norms(tmp_path: Path) -> None:
    catalogue = compiled(f"Art. 1º Um.\nANEXO I\nAzul 10,00\n{END}", tmp_path)
    assert catalogue.norma.fecho is not None
    assert catalogue.norma.fecho.texto == "Vila Azul, 3 de maio de 2017."
    assert [one.nome for one in catalogue.norma.assinaturas] == ["BELTRANA DE TAL"]
    assert catalogue.anexos[0].linhas == ("Azul 10,00",)


def test_an_annex_goes_on_over_pages_under_its_repeated_heading(tmp_path: Path) -> None:
    pages = [
        ["LEI Nº 7, DE 3 DE MAIO DE 2017", "Art. 1º Um.", *END.splitlines()],
        ["ANEXO I", "Azul 10,00", "Verde 5,00"],
        ["ANEXO I", "Cinza 1,00"],
        ["ANEXO II", "Rosa 2,00"],
    ]
    drawn = [
        DrawnPage([DrawnLine(line, 60, 760 - 20 * n) for n, line in enumerate(lines)])
        for lines in pages
    ]
    path = tmp_path / "lei.pdf"
    path.write_bytes(draw(drawn))
    catalogue = compile_norm(path).catalogue
    assert [(one.id, one.linhas) for one in catalogue.anexos] == [
        ("anexo1", ("Azul 10,00", "Verde 5,00", "ANEXO I", "Cinza 1,00")),
        ("anexo2", ("Rosa 2,00",)),
    ]
    assert [at.pagina for at in catalogue.anexos[0].origem] == [2, 3]


def test_columns_of_a_drawn_table_are_one_row(tmp_path: Path) -> None:
    lines = ["LEI Nº 7, DE 3 DE MAIO DE 2017", "Art. 1º Um.", *END.splitlines(), "ANEXO I"]
    drawn = [DrawnLine(line, 60, 760 - 20 * n) for n, line in enumerate(lines)]
    cells = [("I", "R$ 10,00", "II"), ("Grave", "R$ 195,00", "5")]
    drawn += [
        DrawnLine(cell, 60 + 140 * column, 600 - 20 * row)
        for row, line in enumerate(cells)
        for column, cell in enumerate(line)
    ]
    path = tmp_path / "lei.pdf"
    path.write_bytes(draw([DrawnPage(drawn)]))
    catalogue = compile_norm(path).catalogue
    assert catalogue.anexos[0].linhas == ("I R$ 10,00 II", "Grave R$ 195,00 5")
    assert ids(catalogue) == ["art1"]


def test_a_quotation_goes_on_over_drawn_pages(tmp_path: Path) -> None:
    pages = [
        ["LEI Nº 8, DE 3 DE MAIO DE 2017", "Art. 1º A Lei nº 5 passa a vigorar assim:",
         "“Art. 2º O prazo é de dez dias:", "I - em janeiro;"],
        ["II - em fevereiro;", "III - em março.” (NR)", "Art. 2º Fica revogada a Lei nº 4."],
    ]  # fmt: skip
    drawn = [
        DrawnPage(
            [
                DrawnLine("DIÁRIO OFICIAL DE VILA AZUL", 60, 800),
                *(DrawnLine(line, 60, 760 - 20 * n) for n, line in enumerate(lines)),
                DrawnLine(f"{number}", 300, 40),
            ]
        )
        for number, lines in enumerate(pages, 1)
    ]
    path = tmp_path / "lei.pdf"
    path.write_bytes(draw(drawn))
    catalogue = compile_norm(path).catalogue
    assert ids(catalogue) == ["art1", "art2"]
    assert (catalogue.dispositivos[0].texto or "").endswith("III - em março.” (NR)")
    assert [at.pagina for at in catalogue.dispositivos[0].origem] == [1, 2]


# ── acts that are numbered apart ─────────────────────────────────────────────────────────────


def test_numbers_are_judged_in_each_act_apart(tmp_path: Path) -> None:
    text = (
        f"Art. 1º Um.\nArt. 2º Dois.\n{END}ANEXO I\nREGULAMENTO\nArt. 1º Um.\nArt. 3º Três.\n"
        "ATO DAS DISPOSIÇÕES TRANSITÓRIAS\nArt. 1º Um.\nArt. 3º Três.\n"
    )
    catalogue = compiled(text, tmp_path)
    found = [(one.codigo, one.dispositivo) for one in catalogue.diagnosticos]
    assert ("NUM001", "anexo1_art3") in found
    assert [code for code, _ in found if code.startswith("NUM")] == ["NUM001"]
    # The transitory act's last article goes on the norm's own numbers, and no gap is before it.
    assert [len(one) for one in acts(catalogue.dispositivos)] == [2, 2, 2]


def test_an_erratum_finds_a_device_of_an_annexed_act(tmp_path: Path) -> None:
    folder = tmp_path / "lei-7-2017"
    folder.mkdir()
    text = f"{HEAD}Art. 1º Um.\n{END}ANEXO I\nREGULAMENTO DO SELO\nArt. 1º O cello é azul.\n"
    (folder / "lei.txt").write_text(text, encoding="utf-8")
    (folder / "erratas.toml").write_text(
        "[[errata]]\nid = 'a'\nde = 'cello'\npara = 'selo'\ndispositivo = 'anexo1_art1'\n"
        "ocorrencias = 1\nmotivo = 'palavra'\ncerteza = 'certa'\n",
        encoding="utf-8",
    )
    devices = {one.id: one for one in walk(compile_norm(folder).catalogue.dispositivos)}
    assert devices["anexo1_art1"].texto == "O selo é azul."


def test_an_annexed_acts_clause_of_force_is_not_the_norms(tmp_path: Path) -> None:
    text = (
        f"Art. 1º Esta Lei entra em vigor na data de sua publicação.\n{END}ANEXO I\n"
        "REGULAMENTO DO SELO\nArt. 1º Este Decreto entra em vigor em 1º de maio de 2030.\n"
    )
    force = compiled(text, tmp_path).vigencia
    assert force.de is not None
    assert force.de.isoformat() == "2017-05-03"


def test_many_headings_take_no_more_time_each(tmp_path: Path) -> None:
    rows = "".join(f"TABELA I\nANEXO\nANEXO {n}\n" for n in range(1, 400))
    catalogue = compiled(f"Art. 1º Um.\n{END}{rows}", tmp_path)
    assert ids(catalogue) == ["art1"]
    assert len({one.id for one in catalogue.anexos}) == len(catalogue.anexos)


# ── nothing lost, nothing twice ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "ATO DAS DISPOSIÇÕES TRANSITÓRIAS",
        "ATO DAS DISPOSIÇÕES TRANSITÓRIAS\nO selo é azul.\nArt. 5º A taxa é anual.",
        "ATO DAS DISPOSIÇÕES TRANSITÓRIAS\nANEXO I\nArt. 1º A taxa é anual.",
        "§ 5º O selo.\nArt. 21 - A taxa é anual.\nREGULAMENTO\nArt. 22 - Fim.",
        HEAD + "Art. 1º A taxa é anual.\nAnexo I.\nTaxa | Valor\n",
        HEAD + "Art. 1º A taxa é anual.\nANEXO 3: Mapa\nTaxa | Valor\n",
        "(Vide Lei nº 3) (Vigência)\n" + HEAD + "Art. 1º A taxa é anual.\n",
        "O selo é azul; (Vide Lei nº 3)\n" + HEAD + "Art. 1º A taxa é anual.\n",
    ],
)
def test_what_stands_at_an_edge_is_kept_once(text: str, tmp_path: Path) -> None:
    path = tmp_path / "norma.txt"
    path.write_text(text, encoding="utf-8")
    assert kept(compile_norm(path).catalogue) == characters(text)


# ── what an annex punishes ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        ("I - fumar;\nInfração - leve;\nPenalidade - multa (Grupo A).\n", "Infração - leve;"),
        ("fumar: infração leve, multa de R$ 50,00\n", "fumar: infração leve, multa de R$ 50,00"),
    ],
)
def test_sanctions_in_the_rows_of_an_annex_are_told(rows: str, first: str, tmp_path: Path) -> None:
    catalogue = compiled(f"Art. 1º As infrações são as do anexo.\n{END}ANEXO I\n{rows}", tmp_path)
    assert catalogue.infracoes == ()
    (told,) = (one for one in catalogue.diagnosticos if one.codigo == "SAN018")
    assert "ANEXO I" in told.mensagem
    assert first in told.mensagem
    assert told.origem == catalogue.anexos[0].origem


def test_rows_without_a_sanction_are_not_told(tmp_path: Path) -> None:
    rows = "Infrações por bairro | 2016\nMulta média | R$ 50,00\n"
    catalogue = compiled(f"Art. 1º Os números são os do anexo.\n{END}ANEXO I\n{rows}", tmp_path)
    assert "SAN018" not in {one.codigo for one in catalogue.diagnosticos}
