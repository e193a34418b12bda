"""The text that closes a list of a print: where it stands on the page can tell it from a member.

All norms here are invented.
"""

from pathlib import Path

import pytest

from pipeline import compile_norm
from pipeline.model import walk
from tests.pdf_maker import DrawnLine, DrawnPage, draw

LINES = (
    (60, "LEI Nº 7, DE 3 DE MAIO DE 2017"),
    (60, "Art. 1º São taxas:"),
    (90, "I - a de táxi;"),
    (90, "II - a de feira;"),
    (0, "devidas em janeiro."),
    (60, "Art. 2º Fim."),
)


@pytest.mark.parametrize(
    ("left", "final", "last"),
    [
        (60, "devidas em janeiro.", "a de feira;"),
        (90, None, "a de feira; devidas em janeiro."),
        (108, None, "a de feira; devidas em janeiro."),
    ],
)
def test_a_line_at_the_margin_of_the_caput_closes_it(
    left: float, final: str | None, last: str, tmp_path: Path
) -> None:
    lines = [DrawnLine(text, x or left, 700 - 14 * n) for n, (x, text) in enumerate(LINES)]
    path = tmp_path / "lei-7-2017.pdf"
    path.write_bytes(draw([DrawnPage(lines)]))
    catalogue = compile_norm(path).catalogue
    found = {one.id: one for one in walk(catalogue.dispositivos)}
    assert found["art1"].texto_final == final
    assert found["art1_cpt_inc2"].texto == last
    assert ("ROT003" in {one.codigo for one in catalogue.diagnosticos}) == (final is None)
    assert found["art1"].origem[-1].linhas[-1] == (5 if final else 2)


@pytest.mark.parametrize("sanction", ["Penalidade — multa.", "Infração — leve;"])
def test_a_conduct_below_a_list_is_no_closing_text(sanction: str, tmp_path: Path) -> None:
    path = tmp_path / "lei.txt"
    path.write_text(
        "LEI Nº 7, DE 3 DE MAIO DE 2017\nArt. 1º É vedado:\nI - correr; e\nII - gritar;\n"
        f"quando houver gente:\n{sanction}\nArt. 2º Fim.\n",
        encoding="utf-8",
    )
    catalogue = compile_norm(path).catalogue
    assert all(one.texto_final is None for one in walk(catalogue.dispositivos))
