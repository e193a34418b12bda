"""Two real consolidated norms, as text in reading order: a lei orgânica with its table of contents
and its transitory act, and a tax law of a portal; each with wordings side by side.

The facts are counted in the prints themselves.
"""

from functools import cache
from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.model import Catalogo, acts, walk

DATA = Path(__file__).parent / "data"


@cache
def compiled(name: str) -> Catalogo:
    return compile_norm(DATA / f"{name}.txt").catalogue


def numbers(catalogue: Catalogo, act: int) -> list[str]:
    inside = list(acts(catalogue.dispositivos))[act]
    return [one.id for one in walk(inside) if one.tipo == "artigo"]


def versions(catalogue: Catalogo) -> dict[str, int]:
    return {one.id: len(one.versoes) for one in walk(catalogue.dispositivos) if one.versoes}


def test_the_lei_organica_has_its_articles_and_those_of_its_transitory_act() -> None:
    catalogue = compiled("curitiba-lei-organica")
    assert numbers(catalogue, 0) == [f"art{n}" for n in range(1, 215)]
    # By the print: "ATO DAS DISPOSIÇÕES TRANSITÓRIAS (arts. 1º a 15º e 215º)".
    assert numbers(catalogue, 1) == [f"adt1u_art{n}" for n in (*range(1, 16), 215)]
    found = {one.codigo for one in catalogue.diagnosticos if one.dispositivo}
    assert "NUM002" not in found


def test_its_table_of_contents_is_no_part_of_it() -> None:
    catalogue = compiled("curitiba-lei-organica")
    dropped = [one.texto for one in catalogue.descartes if one.motivo == "sumario"]
    assert len(dropped) == 121
    assert dropped[0] == "SUMÁRIO"
    assert dropped[-1].startswith("ATO DAS DISPOSIÇÕES TRANSITÓRIAS (arts. 1º a 15º e 215º)")
    assert [one.id for one in catalogue.dispositivos] == [
        *(f"tit{n}" for n in range(1, 6)),
        "adt1u",
    ]


def test_its_amended_devices_hold_both_wordings() -> None:
    catalogue = compiled("curitiba-lei-organica")
    assert versions(catalogue) == dict.fromkeys(
        ("art18", "art20_cpt_inc17", "art22_par1", "art23_cpt_inc1", "art35", "art36", "art40",
         "art47_par1", "art72_cpt_inc13", "art73", "art79_par1u", "art99"), 1,
    )  # fmt: skip
    devices = {one.id: one for one in walk(catalogue.dispositivos)}
    assert devices["art40"].texto == "O mandato da Mesa será de dois anos."
    assert "vedada a reeleição" in (devices["art40"].versoes[0].texto or "")
    assert devices["art20_cpt_inc17"].situacao == "revogado"


def test_the_law_of_the_portal_has_each_article_once() -> None:
    catalogue = compiled("manaus-lei-459-1998")
    assert numbers(catalogue, 0) == [f"art{n}" for n in range(1, 31)]
    assert {one.codigo for one in catalogue.diagnosticos}.isdisjoint(("NUM002", "REC002", "REC003"))


@pytest.mark.parametrize(
    ("article", "force", "former"),
    [
        ("art16", "Os titulares de cartório", "Os escrivães e tabeliães deverão"),
        ("art17", "Os titulares de cartório", "Os comprovantes do pagamento"),
        ("art18", "O contribuinte deverá informar", "Os escrivães e tabeliães ficam obrigados"),
        ("art23", "A inobservância dos prazos estabelecidos no art. 15", "A inobservância"),
        ("art24", "A falta de recolhimento do ITBI", "Quando apurado"),
        ("art26", "Aplicar-se-á a penalidade correspondente", "Aplicar-se-á multa de 500"),
    ],
)
def test_its_amended_articles_stand_in_the_wording_in_force(
    article: str, force: str, former: str
) -> None:
    catalogue = compiled("manaus-lei-459-1998")
    device = next(one for one in walk(catalogue.dispositivos) if one.id == article)
    assert (device.texto or "").startswith(force)
    [old] = device.versoes
    assert (old.texto or "").startswith(former)


def test_no_line_of_either_is_lost() -> None:
    for name in ("curitiba-lei-organica", "manaus-lei-459-1998"):
        text = (DATA / f"{name}.txt").read_text(encoding="utf-8").replace("\f", "\n")
        counted = compiled(name).cobertura
        assert counted.linhas == len([line for line in text.splitlines() if line.strip()])
        assert counted.sem_lugar == 0
