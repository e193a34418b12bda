"""`lei add`: from a loose file to a folder under raw/, whole or not at all."""

import json
import os
import shutil
import tomllib
from pathlib import Path

import pytest

from pipeline.cli import run

BASE = """LEI Nº 7, DE 3 DE MAIO DE 2017
Cria a taxa (norma inventada para testes).
Art. 1º A taxa é anual.
Art. 2º A taxa é de dez reais.
Art. 3º Esta Lei entra em vigor na data de sua publicação.
"""
ACT = """LEI COMPLEMENTAR Nº 1.600, DE 5 DE MARÇO DE 2026
Altera a Lei nº 7, de 3 de maio de 2017 (ato inventado para testes).
Art. 1º O art. 1º da Lei nº 7, de 3 de maio de 2017, passa a vigorar com a seguinte redação:
“Art. 1º A taxa é mensal.” (NR)
Art. 2º Fica revogado o art. 2º da Lei nº 7, de 3 de maio de 2017.
Art. 3º Fica revogado o art. 5º da Lei nº 900, de 1º de abril de 2001.
Art. 4º Esta Lei entra em vigor na data de sua publicação.
"""
TOCANTINS = Path(__file__).parent / "data" / "tocantins-to_lei-4791-2025.pdf"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one norm in raw/, and an act beside it."""
    (tmp_path / "raw" / "lei-7-2017").mkdir(parents=True)
    (tmp_path / "raw" / "lei-7-2017" / "lei.txt").write_text(BASE, encoding="utf-8")
    (tmp_path / "ato.txt").write_text(ACT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_an_act_gets_its_folder_and_is_applied_by_the_next_build(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["add", "ato.txt"]) == 0
    told = capsys.readouterr().out
    assert "lei-complementar-1600-2026" in told
    assert "altera lei-7-2017: Art. 1º e Art. 2º" in told
    assert "a lei nº 900/2001 não está entre as normas" in told
    folder = home / "raw" / "lei-complementar-1600-2026"
    assert sorted(path.name for path in folder.iterdir()) == [
        "lei-complementar-1600-2026.txt", "norma.toml",
    ]  # fmt: skip
    assert (folder / "lei-complementar-1600-2026.txt").read_text("utf-8") == ACT
    assert tomllib.loads((folder / "norma.toml").read_text("utf-8")) == {
        "arquivo": "lei-complementar-1600-2026.txt"
    }
    assert run(["build", "--no-site", "-q"]) == 0
    law = json.loads((home / "build" / "catalogo" / "lei-7-2017.json").read_bytes())
    one, two, _ = law["dispositivos"]
    assert (one["texto"], two["situacao"]) == ("A taxa é mensal.", "revogado")


def test_what_waits_in_the_toml_is_what_the_reader_knows(home: Path) -> None:
    """Each remark that offers a key is one that `lei build` takes, once the # is gone."""
    run(["add", "ato.txt"])
    path = home / "raw" / "lei-complementar-1600-2026" / "norma.toml"
    lines = path.read_text("utf-8").splitlines()
    offered = [line.removeprefix("# ") for line in lines if " = " in line]
    assert [line.split(" = ")[0] for line in offered] == [
        "arquivo", "publicacao", "municipio", "uf",
    ]  # fmt: skip
    path.write_text("\n".join(offered), encoding="utf-8")
    assert run(["check", "lei-complementar-1600-2026"]) == 0


def test_a_command_for_the_whole_norm_names_the_devices_that_it_reaches(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Art. 2º has the expression, and art. 1º is what the quotation is for: both are changed."""
    text = """LEI Nº 1.601, DE 6 DE MARÇO DE 2026
Art. 1º Fica revogado o art. 3º da Lei nº 7, de 3 de maio de 2017.
Art. 2º Na Lei nº 7, de 3 de maio de 2017, a expressão “dez reais” fica substituída por “vinte reais”.
Art. 3º A Lei nº 7, de 3 de maio de 2017, passa a vigorar com as seguintes alterações:
“Art. 1º A taxa é mensal.” (NR)
Art. 4º Esta Lei entra em vigor na data de sua publicação.
"""
    (home / "expressao.txt").write_text(text, encoding="utf-8")
    assert run(["add", "expressao.txt"]) == 0
    assert "altera lei-7-2017: Art. 3º, Art. 2º e Art. 1º" in capsys.readouterr().out


def test_a_real_act_names_a_norm_that_is_not_at_hand(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["add", str(TOCANTINS), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["norma"], told["tipo"], told["numero"]) == ("lei-4791-2025", "lei", "4791")
    assert (told["altera"], len(told["nao_aplicadas"])) == ({}, 1)
    assert "4350/2024" in told["nao_aplicadas"][0]
    copied = home / "raw" / "lei-4791-2025" / "lei-4791-2025.pdf"
    assert copied.read_bytes() == TOCANTINS.read_bytes()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("raw/lei-7-2017", "ENT023"),
        ("nada.pdf", "ENT001"),
        ("vazio.txt", "ENT003"),
        ("sem-epigrafe.txt", "ENT023"),
        ("sem-artigo.txt", "ENT023"),
        ("o-mesmo.txt", "ENT009"),
        ("outro-nome.txt", "ENT009"),
    ],
)
def test_what_can_not_be_added_is_2_and_leaves_nothing(
    home: Path, capsys: pytest.CaptureFixture[str], given: str, code: str
) -> None:
    (home / "vazio.txt").touch()
    (home / "sem-epigrafe.txt").write_text("Art. 1º A taxa é anual.\n", encoding="utf-8")
    (home / "sem-artigo.txt").write_text("LEI Nº 8, DE 4 DE MAIO DE 2017\nNada.\n", "utf-8")
    (home / "o-mesmo.txt").write_text(BASE, encoding="utf-8")
    (home / "outro-nome.txt").write_text(BASE, encoding="utf-8")
    if given == "outro-nome.txt":  # the same norm, in a folder of another name
        shutil.move(home / "raw" / "lei-7-2017", home / "raw" / "taxa")
    before = files(home / "raw")
    assert run(["add", given]) == 2
    assert f"erro {code}" in capsys.readouterr().err
    assert files(home / "raw") == before
    assert not [path for path in (home / "raw").iterdir() if path.name.startswith(".")]


def test_a_name_is_given_where_the_epigraph_has_none(home: Path) -> None:
    (home / "a.txt").write_text("Art. 1º A taxa é anual.\n", encoding="utf-8")
    assert run(["add", "a.txt", "--id", "lei-8-2018"]) == 0
    facts = (home / "raw" / "lei-8-2018" / "norma.toml").read_text("utf-8")
    assert '# tipo = "lei"' in facts
    assert '# numero = "1600"' in facts


def test_where_nothing_can_be_written_nothing_is_left(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(home / "raw")

    def refuse(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refuse)
        assert run(["add", "ato.txt"]) == 2
    assert "erro ENT010" in capsys.readouterr().err
    assert files(home / "raw") == before
    assert run(["add", "ato.txt"]) == 0
