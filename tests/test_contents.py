"""Tables of contents: dropped when every heading comes again, kept and reported when not."""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.model import Catalogo

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
BODY = """TÍTULO I
DAS TAXAS
CAPÍTULO I
DO TÁXI
Art. 1º A taxa do táxi é anual.
CAPÍTULO II
DA MULTA E DOS RECURSOS CONTRA ELA
Art. 2º A multa é paga em um mês.
"""


def compiled(text: str, folder: Path) -> Catalogo:
    path = folder / "norma.txt"
    path.write_text(text, encoding="utf-8")
    return compile_norm(path).catalogue


def contents(catalogue: Catalogo) -> list[str]:
    return [one.texto for one in catalogue.descartes if one.motivo == "sumario"]


def codes(catalogue: Catalogo) -> list[str]:
    return [one.codigo for one in catalogue.diagnosticos]


@pytest.mark.parametrize(
    "table",
    [
        (
            "TÍTULO I\nDAS TAXAS .......... 5\nCAPÍTULO I\nDO TÁXI .......... 5\nCAPÍTULO II\n"
            "DA MULTA E DOS RECURSOS\nCONTRA ELA (art. 2º) .......... 6\n"
        ),
        (
            "SUMÁRIO\nTÍTULO I - DAS TAXAS 5\nCAPÍTULO I - DO TÁXI 5\n"
            "CAPÍTULO II - DA MULTA E DOS RECURSOS CONTRA ELA 6\n"
        ),
        "Índice\nDAS TAXAS………5\nDO TÁXI………5\nDA MULTA E DOS RECURSOS CONTRA ELA………6\n",
    ],
    ids=["leaders", "title and pages", "ellipses"],
)
@pytest.mark.parametrize("place", ["above", "below the epígrafe"])
def test_a_table_of_contents_is_no_heading(table: str, place: str, tmp_path: Path) -> None:
    text = table + HEAD + BODY if place == "above" else HEAD + table + BODY
    catalogue = compiled(text, tmp_path)
    assert contents(catalogue) == table.splitlines()
    assert [one.id for one in catalogue.dispositivos] == ["tit1"]
    assert [one.id for one in catalogue.dispositivos[0].filhos] == ["tit1_cap1", "tit1_cap2"]
    assert "REC001" not in codes(catalogue)


def test_a_table_of_contents_may_run_over_pages(tmp_path: Path) -> None:
    table = ["SUMÁRIO", "DAS TAXAS ......... 5", "DO TÁXI ......... 5"]
    rest = ["CAPÍTULO II", "DA MULTA E DOS RECURSOS CONTRA ELA ......... 6"]
    text = "\n".join(table) + "\f" + "\n".join(rest) + "\f" + HEAD + BODY
    assert contents(compiled(text, tmp_path)) == table + rest


def test_headings_that_do_not_come_are_kept_and_reported(tmp_path: Path) -> None:
    table = "CAPÍTULO I\nDO MAR ........ 5\nCAPÍTULO II\nDO CÉU ........ 6\nDO SOL ........ 9\n"
    catalogue = compiled(HEAD + table + BODY, tmp_path)
    assert contents(catalogue) == []
    assert "REC001" in codes(catalogue)


@pytest.mark.parametrize(
    "rows",
    [
        "Leve ....... 3\nMédia ....... 4\nGrave ....... 5\n",  # a tariff of points
        "Leve 3\nMédia 4\nGrave 5\n",
        "DAS TAXAS 5\nDO TÁXI 6\nDA MULTA E DOS RECURSOS CONTRA ELA 7\n",  # nothing says "pages"
    ],
)
def test_a_tariff_is_no_table_of_contents(rows: str, tmp_path: Path) -> None:
    text = HEAD + "Art. 1º São os pontos:\n" + rows + BODY.replace("Art. 1", "Art. 3")
    catalogue = compiled(text + "Leve\nMédia\nGrave\n", tmp_path)
    assert contents(catalogue) == []


def test_pages_that_fall_end_the_table(tmp_path: Path) -> None:
    table = (
        "SUMÁRIO\nDAS TAXAS ..... 5\nDO TÁXI ..... 5\nDA MULTA E DOS RECURSOS CONTRA ELA ..... 6\n"
    )
    tariff = "DO TÁXI ..... 2\n"
    assert contents(compiled(HEAD + table + tariff + BODY, tmp_path)) == table.splitlines()
