"""The README's examples are real: its commands run, its Python runs, its JSON is the catalogue's."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from pipeline import cli, compile_norm
from pipeline.model import walk

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """Every `lei …` line of the shell blocks, as arguments."""
    import shlex

    lines = [line for block in blocks("sh") for line in block.splitlines()]
    found = [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("lei ")]
    assert len(found) >= 5
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with raw/ as a user has it."""
    place = tmp_path_factory.mktemp("user")
    shutil.copytree(ROOT / "raw", place / "raw")
    return place


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_command_runs(
    arguments: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    assert cli.run(arguments) == 0
    assert capsys.readouterr().out.strip()


def test_python_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert cli.run(["build", "--no-site"]) == 0
    capsys.readouterr()
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == "26 infractions hold back the vehicle"
    assert len(rest) == 3


def catalogue_entries(folder: Path) -> dict[str, Any]:
    assert cli.run(["build", "--no-site"]) == 0
    text = (folder / "build" / "catalogo" / "lei-1493-2023.json").read_text(encoding="utf-8")
    catalogue = json.loads(text)
    return {one["id"]: one for one in catalogue["infracoes"] + catalogue["diagnosticos"]}


def test_json_examples_are_the_catalogues(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortened examples leave keys out, and change nothing."""
    monkeypatch.chdir(folder)
    entries = catalogue_entries(folder)
    examples = re.findall(
        r"<!-- example: (\S+) -->\n```json\n(.*?)^```", README, re.MULTILINE | re.DOTALL
    )
    assert len(examples) == len(blocks("json")) == 2
    for name, text in examples:
        shown = json.loads(text)
        assert shown == {key: entries[name][key] for key in shown}


def test_the_law_is_of_the_size_that_is_told() -> None:
    law = compile_norm(ROOT / "raw" / "lei-1493-2023").catalogue
    articles = sum(one.tipo == "artigo" for one in walk(law.dispositivos))
    told = f"{articles} articles and {len(law.infracoes)} infractions"
    assert told in " ".join(README.split())


def test_make_commands_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"\bmake ([a-z]+)", README))
    assert {"build", "test", "help"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_linked_files_exist() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert len(links) >= 5
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_toml_example_is_an_erratum_of_the_law() -> None:
    import tomllib

    (block,) = re.findall(r"^   ```toml\n(.*?)^   ```", README, re.MULTILINE | re.DOTALL)
    (shown,) = tomllib.loads(block)["errata"]
    text = (ROOT / "raw" / "lei-1493-2023" / "erratas.toml").read_text(encoding="utf-8")
    real = next(one for one in tomllib.loads(text)["errata"] if one["id"] == shown["id"])
    assert shown == real
