"""Norms put together at random from the words of the grammar.

Whatever the order: no exception, only known codes, every character in its place, every id once.
"""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.api import compile_norm
from pipeline.codes import CODES
from pipeline.model import Catalogo, walk
from tests.case_files import characters, kept

HEADS = [
    "", "", "", "Art. {n}º ", "Art. {n}. ", "Art. {n}-A ", "Art.{n}.° ", "Art. l{n}. ", "art. {n}º ",
    "§ {n}º ", "$ {n}º ", "Parágrafo único. ", "§ único ", "I - ", "II – ", "III— ", "Il - ", "lV - ",
    "IIII - ", "C. ", "a) ", "b) ", "aa) ", "i) ", "1. ", "2) ", "10. ", "Infração - ", "INFRAÇÃO: ",
    "lnfração ", "Penalidade – ", "Medida administrativa - ", "Penalidade ", "PARTE GERAL ",
    "LIVRO I ", "TÍTULO II ", "CAPÍTULO {n} ", "CAPÍTULO II ", "Seção I ", "Subseção II ", "ANEXO I ",
]  # fmt: skip
BODIES = [
    "", "O selo é azul.", "a taxa é anual;", "leve;", "multa (Grupo Z-9).", "o disposto no",
    "observado o art. 5º,", "são deveres:", "DAS PENAS", "(VETADO)", "0 selo", "esta-", "belecimento",
    "Vila Azul, 3 de maio de 2017.", "Vila Azul,", "de 2017.", "BELTRANA DE TAL", "LEI Nº 7, DE 3 DE MAIO DE 2017",
    "FAÇO SABER que", "Projeto de Lei nº 9", "II - de novo", "§ 2º de novo", "Art. 3º da Lei", "1",
    "Infração: a conduta", "revogado o selo,", "licen\ufffda", "ﬁscal", "a\u0303o", "“Art. 6º", "” (NR)", "...",
]  # fmt: skip

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


def test_the_words_cover_every_label() -> None:
    assert len(HEADS) > 30
    assert len(BODIES) > 25
