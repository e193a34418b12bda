"""What codes of any shape punish: invented norms, each with its infractions written from its text.

In: `codes/*.txt`, a norm, the marker `--- espera ---`, and what it punishes:

- an infraction a line, `id | gravidade | penalidades | multa | pontos`, `-` for what is absent;
  `< id` behind a gravity is the device that gives it to the whole list; a penalty shows its factor
  (`x3`), its group and, in square brackets, the case for which it stands;
- below an infraction what a line inherits, `  Linha < ids | gravidade | penalidades | multa`;
- the diagnostics of the family SAN that an inspector must see, `! CODE dispositivo`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.model import Heranca, Infracao, Multa, Penalidade
from tests.case_files import Case, characters, kept, read

CODES = [read(path) for path in sorted((Path(__file__).parent / "codes").iterdir())]

SEEN = {"SAN002", "SAN013", "SAN020", "SAN021"}
"""Codes about values; those about form (a missing line Infração) have their own case files."""


def compiled(text: str, folder: Path) -> Catalogo:
    path = folder / "norma.txt"
    path.write_text(text, encoding="utf-8")
    return compile_norm(path).catalogue


def outcome(catalogue: Catalogo) -> Iterator[str]:
    if not catalogue.infracoes:
        yield "! nenhuma infração"
    for one in catalogue.infracoes:
        yield " | ".join((one.id, _gravity(one), _kinds(one.penalidades), _fine(one.multa),
                          "-" if one.pontos is None else str(one.pontos)))  # fmt: skip
        for taken in one.herancas:
            yield _inherited(taken)
    for found in catalogue.diagnosticos:
        if found.codigo in SEEN:
            yield f"! {found.codigo} {found.dispositivo}"


def _gravity(one: Infracao) -> str:
    base = f" < {one.base_da_gravidade}" if one.base_da_gravidade else ""
    return (one.gravidade or "-") + base


def _kinds(penalties: tuple[Penalidade, ...]) -> str:
    return ", ".join(_penalty(one) for one in penalties) or "-"


def _penalty(one: Penalidade) -> str:
    factor = f" x{one.fator}" if one.fator else ""
    group = f" (Grupo {one.grupo})" if one.grupo else ""
    case = f" [{one.condicao}]" if one.condicao else ""
    return one.tipo + factor + group + case


def _fine(fine: Multa | None) -> str:
    if fine is None:
        return "-"
    amount = f"{fine.quantidade.normalize():f} {fine.unidade}"
    return f"{amount} por {fine.por}" if fine.por else amount


def _inherited(taken: Heranca) -> str:
    kinds = _kinds(taken.penalidades)
    givers = ", ".join(taken.herdada_de)
    gravity = taken.gravidade or "-"
    return f"  {taken.linha} < {givers} | {gravity} | {kinds} | {_fine(taken.multa)}"


def test_there_are_enough_codes() -> None:
    assert len(CODES) >= 6


@pytest.mark.parametrize("code", CODES, ids=[one.name for one in CODES])
def test_a_code_punishes_what_its_text_says(code: Case, tmp_path: Path) -> None:
    catalogue = compiled(code.text, tmp_path)
    assert list(outcome(catalogue)) == code.expected.splitlines()
    assert not [one for one in catalogue.diagnosticos if one.nivel == "erro"]
    assert kept(catalogue) == characters(code.text)
