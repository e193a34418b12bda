"""Every case file through the whole pipeline, from plain text to the catalogue."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.model import Catalogo, walk
from tests.case_files import MARKER, Case, characters, kept, load, outcome, read

FLOORS = {"good": 80, "bad": 30}
"""The least number of files; a lost folder must not pass for success."""

ALL = [(kind, case) for kind in FLOORS for case in load(kind)]


def compiled(text: str, folder: Path) -> Catalogo:
    path = folder / "norma.txt"
    path.write_bytes(text.encode())
    return compile_norm(path).catalogue


def levels(catalogue: Catalogo) -> set[str]:
    return {found.nivel for found in catalogue.diagnosticos}


def ids(pairs: Sequence[tuple[str, Case]]) -> list[str]:
    return [f"{kind}-{case.name}" for kind, case in pairs]


every_case = pytest.mark.parametrize(("kind", "case"), ALL, ids=ids(ALL))


@pytest.mark.parametrize("kind", FLOORS)
def test_there_are_enough_cases(kind: str) -> None:
    assert len(load(kind)) >= FLOORS[kind]


def test_no_two_cases_are_the_same() -> None:
    assert len({case.name for _, case in ALL}) == len(ALL)
    assert len({case.text for _, case in ALL}) >= len(ALL) - 1


@every_case
def test_a_case_has_its_outcome(kind: str, case: Case, tmp_path: Path) -> None:
    assert outcome(compiled(case.text, tmp_path)) == case.expected


@every_case
def test_a_good_norm_has_no_error_and_a_bad_one_is_reported(
    kind: str, case: Case, tmp_path: Path
) -> None:
    found = levels(compiled(case.text, tmp_path))
    assert ("erro" not in found) if kind == "good" else (found & {"erro", "aviso"})


@every_case
def test_no_character_vanishes(kind: str, case: Case, tmp_path: Path) -> None:
    catalogue = compiled(case.text, tmp_path)
    assert kept(catalogue) == characters(case.text)
    coverage = catalogue.cobertura
    # Word processors end a line softly, with signs of their own.
    printed = [line for line in re.split("[\n\f\v\x85\u2028\u2029]", case.text) if line.strip()]
    assert coverage.linhas == len(printed)
    assert coverage.sem_lugar == 0
    assert coverage.em_dispositivos + coverage.em_partes + coverage.descartadas == len(printed)


@every_case
def test_every_name_resolves(kind: str, case: Case, tmp_path: Path) -> None:
    catalogue = compiled(case.text, tmp_path)
    devices = list(walk(catalogue.dispositivos))
    names = [device.id for device in devices]
    assert len(set(names)) == len(names)
    known = {*names, *(device.caput_id for device in devices if device.caput_id)}
    assert {target for sanction in catalogue.sancoes for target in sanction.alvos} <= known
    assert {one.dispositivo for one in catalogue.infracoes} <= known
    assert {one.dispositivo for one in catalogue.diagnosticos} <= known | {None}


# ── the notation itself ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "content",
    ["Art. 1º Texto.\n", f"Art. 1º Texto.\n{MARKER}", f"{MARKER}art1 | Art. 1º | -\n", 2 * f"x\n{MARKER}y\n"],
    ids=["no marker", "no outcome", "no input", "two markers"],
)  # fmt: skip
def test_a_file_that_is_no_case_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "caso.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="caso"):
        read(path)


def test_a_case_may_show_pages_and_single_characters(tmp_path: Path) -> None:
    path = tmp_path / "caso.txt"
    path.write_text(f"a<U+0303>\n--- página ---\nb\n{MARKER}<U+FB01>\n", encoding="utf-8")
    assert read(path) == Case("caso", "a\u0303\n\fb\n", "\ufb01\n")


def test_the_count_sees_a_lost_character(tmp_path: Path) -> None:
    catalogue = compiled("Art. 1º Texto.\nArt. 2º Outro.\n", tmp_path)
    assert kept(catalogue) == characters("Art. 1º Texto.\nArt. 2º Outro.\n")
    shorter = catalogue.model_copy(update={"dispositivos": catalogue.dispositivos[:1]})
    assert kept(shorter) != characters("Art. 1º Texto.\nArt. 2º Outro.\n")
