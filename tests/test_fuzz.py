"""Random input: norms of the grammar's words, and a short seeded run of all kinds of tests/fuzz.py.

Whatever the order: no exception, only known codes, every character in its place, every id once.
`make fuzz` runs the same generators for minutes.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.api import compile_norm
from pipeline.codes import CODES
from pipeline.model import Catalogo, walk
from tests.case_files import characters, kept
from tests.fuzz import BODIES, HEADS, KINDS, Case, case, judge, of_text

ROOT = Path(__file__).parent.parent

LINES = st.builds(
    lambda head, body, n: (head.replace("{n}", str(n)) + body).strip(),
    st.sampled_from(HEADS), st.sampled_from(BODIES), st.integers(1, 12),
)  # fmt: skip
TEXTS = st.builds(
    lambda lines, ends: "".join(f"{line}{end}" for line, end in zip(lines, ends, strict=False)),
    st.lists(LINES, min_size=1, max_size=40),
    st.lists(st.sampled_from(["\n", "\n", "\n", "\n\n", " \n", "\r\n", "\n\f"]), min_size=40, max_size=40),
)  # fmt: skip


def compiled(text: str, folder: Path) -> Catalogo:
    path = folder / "norma.txt"
    path.write_bytes(text.encode())
    return compile_norm(path).catalogue


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@given(TEXTS.filter(str.strip))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_text_compiles_and_loses_nothing(folder: Path, text: str) -> None:
    catalogue = compiled(text, folder)
    assert kept(catalogue) == characters(text)
    codes = {found.codigo for found in catalogue.diagnosticos}
    assert codes <= set(CODES)
    assert not codes & {"INT001", "GRA002"}
    coverage = catalogue.cobertura
    assert coverage.sem_lugar == 0
    assert coverage.linhas == sum(
        bool(line.strip()) for line in text.replace("\f", "\n").split("\n")
    )


@given(TEXTS.filter(str.strip))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_text_gives_ids_that_are_unique_and_resolve(folder: Path, text: str) -> None:
    catalogue = compiled(text, folder)
    devices = list(walk(catalogue.dispositivos))
    ids = Counter(device.id for device in devices)
    assert not [name for name, count in ids.items() if count > 1]
    known = set(ids) | {device.caput_id for device in devices}
    assert {target for one in catalogue.sancoes for target in one.alvos} <= known
    punished = [one.id for one in catalogue.infracoes]
    assert len(punished) == len(set(punished))
    assert {line.rotulo for one in catalogue.sancoes for line in one.linhas} <= {
        "Infração", "Penalidade", "Medida administrativa",
    }  # fmt: skip


@given(TEXTS.filter(str.strip))
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_the_same_text_gives_the_same_catalogue(folder: Path, text: str) -> None:
    one, other = compiled(text, folder), compiled(text, folder)
    assert one.model_dump_json() == other.model_dump_json()


# ── all kinds, seeded, each case in a process with bounds ────────────────────────────────────


def test_a_short_run_of_all_kinds_finds_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--seed", "1", "--cases", "15"],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False,
        capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"15 {kind}" in done.stdout for kind in KINDS)
    assert done.stderr == ""


@pytest.mark.parametrize("kind", KINDS)
def test_a_case_is_the_same_each_time_and_another_for_each_number(kind: str) -> None:
    cases = [case(kind, seed) for seed in range(30)]
    assert cases == [case(kind, seed) for seed in range(30)]
    assert len({repr(one) for one in cases}) > 20


# What `make fuzz` found, each as small as it gets. A PDF or table goes here as well.
LONG = "9" * 5000
FOUND: dict[str, Case] = {
    "an amount that no JSON number keeps": of_text(
        "Art. 1º Andar:", "Penalidade – multa de R$ 99999999999999999999999999,99."),
    "a site of a norm without articles": of_text("Nenhum artigo aqui."),
    "an article of 5,000 digits that is cited": of_text(f"Art. 1º Veja o art. {LONG} desta Lei."),
    "a paragraph of 5,000 digits that is cited": of_text(f"Art. 1º Veja o § {LONG} do art. 1º."),
    "5,000 digits with other words behind them": of_text(f"Art. 1º São {LONG} (dez) pontos."),
    "labels of 5,000 signs": of_text(f"Art. {LONG} Um.", f"§ {LONG} Dois.", f"{LONG}) Três."),
    "an erratum that takes the label of the device that it is placed by": Case({
        "lei.txt": "Art. 1º Um.\nArt. 2º Andar sem luz.\n".encode(),
        "erratas.toml": (
            "[[errata]]\nid = 'um'\nde = 'Art. 2º Andar'\npara = 'Nada'\n"
            "dispositivo = 'art2'\nocorrencias = 1\nmotivo = 'x'\n").encode()}),
    "labels in an annex of a norm without articles": of_text(
        "ANEXO I", "Vila Azul,", "LIVRO I Vila Azul, 3 de maio de 2017.", "Art. 12. Fim."),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_once_is_not_found_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert judge(FOUND[name], tmp_path / "caso", thorough=True) in (0, 1)


def test_the_words_cover_every_label() -> None:
    assert len(HEADS) > 30
    assert len(BODIES) > 25
