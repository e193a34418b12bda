"""The command line, end to end: what is written and shown, and the exit code of each outcome."""

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import pipeline.build
import pipeline.stages
from pipeline import __version__, load_catalogue
from pipeline.cli import run
from pipeline.codes import CODES
from pipeline.emit.safe import MARKER
from pipeline.emit.schema import FILE, breaches, schema_files
from tests.pdf_maker import DrawnLine, DrawnPage, draw

ROOT = Path(__file__).parent.parent
NORM = ROOT / "raw" / "lei-1493-2023"

HEAD = "LEI Nº {}, DE 3 DE MAIO DE 2017\n"
GOOD = (
    HEAD
    + "Art. 1º Fica criado o código.\nArt. 2º Andar sem luz:\nInfração — leve;\n"
    + "Penalidade — multa de R$ 50,00.\n"
)
FAULTY = HEAD + "Art. 1º Andar sem luz:\nPenalidade — multa de R$ 50,00.\nArt. 3º Fim.\n"
REJECTED = HEAD + "Nenhum artigo aqui.\n"
ERRATUM = '[[errata]]\nid = "um"\nde = "{}"\npara = "x y"\n{}\nocorrencias = {}\nmotivo = "teste"\n'


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Lei = Callable[..., Outcome]
Make = Callable[..., Path]


@pytest.fixture
def lei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lei:
    """Runs a command in an empty folder; whatever happens, no traceback is shown."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def lei(*arguments: str | Path) -> Outcome:
        code = run([str(one) for one in arguments])
        shown = capsys.readouterr()
        assert "Traceback" not in shown.out + shown.err
        return Outcome(code, shown.out, shown.err)

    return lei


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes a norm's folder into raw/."""

    def make(name: str, text: str = GOOD, number: int = 12, **tables: str) -> Path:
        folder = tmp_path / "raw" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lei.txt").write_text(text.format(number), encoding="utf-8")
        for table, content in tables.items():
            (folder / f"{table}.toml").write_text(content, encoding="utf-8")
        return folder

    return make


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def published(out: Path = Path("build")) -> set[str]:
    return {path.name for path in (out / "catalogo").iterdir()} - {MARKER}


def rejected(out: Path = Path("build")) -> set[str]:
    return {path.name for path in (out / "rejeitados").iterdir()} - {MARKER}


def process(
    *arguments: str | Path, before: str = "", cwd: Path, **settings: str
) -> "subprocess.CompletedProcess[str]":
    """Runs a command as a process of its own; `before` is run first in it."""
    return subprocess.run(
        [sys.executable, "-c", f"{before}\nfrom pipeline.cli import main\nmain()", *map(str, arguments)],
        cwd=cwd,
        env=environment(cwd) | settings,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )  # fmt: skip


def environment(home: Path) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if name in ("PATH", "LD_LIBRARY_PATH")
    }
    return kept | {
        "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home),
        "COLUMNS": "200",
    }  # fmt: skip


# ── build ────────────────────────────────────────────────────────────────────────────────────


def test_build_writes_catalogue_and_table_of_all_of_raw(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    make("lei-13-2017", FAULTY, 13)
    outcome = lei("build", "--no-site")
    assert outcome.code == 0
    assert published() == {
        "lei-12-2017.json", "lei-12-2017.infracoes.csv",
        "lei-13-2017.json", "lei-13-2017.infracoes.csv",
    }  # fmt: skip
    assert rejected() == set()
    assert {path.name for path in Path("build").iterdir()} == {"catalogo", "rejeitados"}
    for name in ("lei-12-2017", "lei-13-2017"):
        assert name in outcome.out
        file = Path("build/catalogo") / f"{name}.json"
        assert str(file) in outcome.out
        assert breaches(json.loads(file.read_bytes())) == []
    assert outcome.err == ""


def test_build_of_the_law_gives_the_committed_counts(lei: Lei) -> None:
    outcome = lei("build", NORM, "--no-site", "--out", "saida")
    assert outcome.code == 0
    catalogue = load_catalogue("saida/catalogo/lei-1493-2023.json")
    assert len(catalogue.infracoes) == 79
    assert "13 páginas, 35 artigos, 79 infrações; 0 erros" in outcome.out


@pytest.mark.parametrize("how", ["id", "folder", "file"])
def test_build_takes_an_id_a_folder_or_a_file(lei: Lei, make: Make, how: str) -> None:
    folder = make("lei-12-2017")
    make("lei-13-2017", number=13)
    named: dict[str, tuple[str | Path, str]] = {
        "id": ("lei-12-2017", "lei-12-2017"),
        "folder": (folder, "lei-12-2017"),
        "file": (folder / "lei.txt", "lei"),
    }
    argument, name = named[how]
    assert lei("build", argument, "--no-site").code == 0
    assert published() == {f"{name}.json", f"{name}.infracoes.csv"}


def test_build_takes_a_pdf(lei: Lei, tmp_path: Path) -> None:
    lines = [DrawnLine(text, 60, 780 - 20 * n) for n, text in enumerate(GOOD.splitlines())]
    (tmp_path / "Lei Nova.pdf").write_bytes(draw([DrawnPage(lines)]))
    assert lei("build", "Lei Nova.pdf", "--no-site").code == 0
    catalogue = load_catalogue("build/catalogo/lei-nova.json")
    assert catalogue.fonte.metodo == "nativo"
    assert len(catalogue.infracoes) == 1


def test_build_makes_the_site_once(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    first = lei("build")
    assert first.code == 0
    assert "build/site/index.html" in first.out
    assert "build/site.zip" in first.out
    assert Path("build/site/index.html").is_file()
    before = tree(Path("build"))
    second = lei("build")
    assert (second.code, "sem mudança" in first.out, "sem mudança" in second.out) == (
        0,
        False,
        True,
    )
    assert tree(Path("build")) == before
    make("lei-12-2017", GOOD.replace("sem luz", "sem freio"))
    third = lei("build")
    assert "sem mudança" not in third.out
    assert "sem freio" in Path("build/site/lei.html").read_text(encoding="utf-8")


def test_build_twice_gives_the_same_bytes_whatever_the_order_and_the_day(
    lei: Lei, make: Make
) -> None:
    one, two = make("lei-12-2017"), make("lei-13-2017", FAULTY, 13)
    assert lei("build", one, two, "--no-site", "--out", "a").code == 0
    assert lei("build", two, one, "--no-site", "--out", "b", "--em", "2030-01-01").code == 0
    assert tree(Path("a")) == tree(Path("b"))


def test_a_rejected_norm_leaves_its_last_good_catalogue(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    assert lei("build", "--no-site").code == 0
    good = tree(Path("build/catalogo"))
    make("lei-12-2017", REJECTED)
    outcome = lei("build", "--no-site")
    assert outcome.code == 1
    assert tree(Path("build/catalogo")) == good
    assert rejected() == {"lei-12-2017.json"}
    assert "build/rejeitados/lei-12-2017.json" in outcome.out
    assert "foi mantido" in outcome.out
    assert "GRA003" in outcome.err
    broken = json.loads(Path("build/rejeitados/lei-12-2017.json").read_bytes())
    assert breaches(broken) == []
    assert [one["codigo"] for one in broken["diagnosticos"] if one["nivel"] == "erro"] == ["GRA003"]


def test_a_norm_that_is_mended_is_published_and_no_longer_rejected(lei: Lei, make: Make) -> None:
    make("lei-12-2017", REJECTED)
    assert lei("build", "--no-site").code == 1
    assert published() == set()
    make("lei-12-2017")
    assert lei("build", "--no-site").code == 0
    assert rejected() == set()
    assert "lei-12-2017.json" in published()


def test_a_rejected_norm_does_not_stop_the_others(lei: Lei, make: Make) -> None:
    make("lei-12-2017", REJECTED)
    make("lei-13-2017", number=13)
    assert lei("build", "--no-site").code == 1
    assert published() == {"lei-13-2017.json", "lei-13-2017.infracoes.csv"}
    assert rejected() == {"lei-12-2017.json"}


def test_an_unusable_input_does_not_stop_the_others(lei: Lei, make: Make, tmp_path: Path) -> None:
    good = make("lei-12-2017")
    (tmp_path / "vazia.pdf").write_bytes(b"")
    outcome = lei("build", "vazia.pdf", good, "nada.pdf", "--no-site")
    assert outcome.code == 2
    assert published() == {"lei-12-2017.json", "lei-12-2017.infracoes.csv"}
    assert "ENT003" in outcome.err
    assert "vazia.pdf" in outcome.err
    assert "ENT001" in outcome.err
    assert "lei-12-2017" in outcome.out


def test_the_highest_code_wins(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    make("lei-13-2017", REJECTED, 13)
    assert lei("check").code == 1
    make("lei-14-2017", "")
    assert lei("check").code == 2


def test_two_norms_with_one_id_are_refused(lei: Lei, make: Make, tmp_path: Path) -> None:
    first = make("lei-12-2017")
    other = tmp_path / "Lei 12 2017.txt"
    other.write_text(FAULTY.format(99), encoding="utf-8")
    outcome = lei("build", first, other, "--no-site")
    assert outcome.code == 2
    assert "ENT009" in outcome.err
    assert "Lei 12 2017.txt" in outcome.err
    assert load_catalogue("build/catalogo/lei-12-2017.json").norma.numero == "12"


def test_nothing_is_written_outside_out(tmp_path: Path, make: Make) -> None:
    make("lei-12-2017")
    make("lei-13-2017", REJECTED, 13)
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    before = tree(tmp_path)
    done = process("build", "--out", "x/saida", cwd=tmp_path, TMPDIR=str(scratch))
    assert (done.returncode, "GRA003" in done.stderr) == (1, True)
    after = tree(tmp_path)
    assert "x/saida/site/index.html" in after
    assert {name: data for name, data in after.items() if not name.startswith("x/saida/")} == before
    assert list(scratch.iterdir()) == []


def test_check_writes_nothing(lei: Lei, make: Make, tmp_path: Path) -> None:
    make("lei-12-2017", FAULTY)
    before = tree(tmp_path)
    for command in (
        ["check"], ["check", "--json"], ["extract", "raw/lei-12-2017"],
        ["parse", "raw/lei-12-2017"], ["show", "art. 1"], ["explain", "NUM001"], ["schema"],
    ):  # fmt: skip
        assert lei(*command).code == 0
    assert tree(tmp_path) == before


# ── what stands in the way of writing ────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["catalogo", "rejeitados"])
def test_a_folder_that_is_not_ours_is_refused(lei: Lei, make: Make, name: str) -> None:
    make("lei-12-2017")
    mine = Path("build") / name / "minhas-notas.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("não apague", encoding="utf-8")
    outcome = lei("build", "--no-site")
    assert outcome.code == 2
    assert "ENT010" in outcome.err
    assert f"build/{name}" in outcome.err
    assert "--out" in outcome.err
    assert mine.read_text(encoding="utf-8") == "não apague"
    assert not Path("build/catalogo/lei-12-2017.json").exists()


@pytest.mark.parametrize("name", ["docs", "site"])
def test_a_site_folder_that_is_not_ours_is_refused(lei: Lei, make: Make, name: str) -> None:
    make("lei-12-2017")
    mine = Path("build") / name / "index.html"
    mine.parent.mkdir(parents=True)
    mine.write_text("meu", encoding="utf-8")
    outcome = lei("build")
    assert (outcome.code, "ENT010" in outcome.err) == (2, True)
    assert mine.read_text(encoding="utf-8") == "meu"


def test_an_output_that_can_not_be_written_is_refused(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    Path("saida").write_text("um arquivo", encoding="utf-8")
    outcome = lei("build", "--no-site", "--out", "saida/aqui")
    assert outcome.code == 2
    assert "ENT010" in outcome.err
    assert "não é pasta" in outcome.err
    assert Path("saida").read_text(encoding="utf-8") == "um arquivo"


def test_a_full_disk_leaves_the_last_good_output(
    lei: Lei, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("lei-12-2017")
    assert lei("build", "--no-site").code == 0
    before = tree(Path("build"))
    make("lei-12-2017", FAULTY)

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    outcome = lei("build", "--no-site")
    assert outcome.code == 2
    assert "não há espaço em disco" in outcome.err
    assert tree(Path("build")) == before


@pytest.mark.parametrize("command", ["check", "schema", "explain"])
def test_a_standard_output_that_is_full_is_no_fault_of_ours(
    tmp_path: Path, make: Make, command: str
) -> None:
    make("lei-12-2017", FAULTY)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from pipeline.cli import main; main()", command],
            cwd=tmp_path, env=environment(tmp_path), check=False, stdout=full,
            stderr=subprocess.PIPE, encoding="utf-8",
        )  # fmt: skip
    assert done.returncode == 2
    assert "ENT010" in done.stderr
    assert "Traceback" not in done.stderr


_DIE = """
import os, signal
real, calls = os.replace, []
def replace(*names):
    calls.append(names)
    if len(calls) == {}:
        os.kill(os.getpid(), signal.SIGKILL)
    real(*names)
os.replace = replace
"""


@pytest.mark.parametrize("step", range(1, 7))
def test_a_build_killed_at_any_file_is_finished_by_the_next(
    tmp_path: Path, make: Make, step: int
) -> None:
    make("lei-12-2017")
    make("lei-13-2017", number=13)
    dead = process("build", "--no-site", before=_DIE.format(step), cwd=tmp_path)
    assert dead.returncode == -signal.SIGKILL
    again = process("build", "--no-site", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    clean = process("build", "--no-site", "--out", "limpa", cwd=tmp_path)
    assert clean.returncode == 0
    assert tree(tmp_path / "build") == tree(tmp_path / "limpa")
    assert len(tree(tmp_path / "limpa")) == 6


# ── gates ────────────────────────────────────────────────────────────────────────────────────


def test_strict_counts_an_aviso(lei: Lei, make: Make) -> None:
    make("lei-12-2017", FAULTY)
    assert lei("check").code == 0
    assert lei("check", "--strict").code == 1
    assert lei("build", "--no-site", "--strict").code == 1
    assert "lei-12-2017.json" in published()
    make("lei-12-2017", GOOD)
    assert lei("check", "--strict").code == 0


def accepted(name: str = "lei-12-2017") -> dict[str, bool]:
    data = json.loads(Path(f"build/catalogo/{name}.json").read_bytes())
    return {one["id"]: one["aceito"] for one in data["diagnosticos"]}


def test_an_accepted_error_is_published_and_recorded(lei: Lei, make: Make) -> None:
    make("lei-12-2017", REJECTED)
    assert lei("build", "--no-site").code == 1
    assert published() == set()
    assert lei("build", "--no-site", "--aceitar", "GRA003").code == 0
    assert accepted()["GRA003"] is True
    assert rejected() == set()


def test_only_what_is_named_is_accepted(lei: Lei, make: Make) -> None:
    erratum = ERRATUM.format("palavra ausente", "todas = true", 1)
    make("lei-12-2017", REJECTED, erratas=erratum)
    assert lei("build", "--no-site", "--aceitar", "GRA003").code == 1
    assert lei("build", "--no-site", "--aceitar", "NOR003").code == 1
    assert published() == set()
    both = ["--aceitar", "GRA003", "--aceitar", "NOR003"]
    assert lei("build", "--no-site", *both).code == 0
    assert accepted() == {"GRA003": True, "NOR003": True}


def test_an_error_is_accepted_by_its_id_in_the_catalogue(lei: Lei, make: Make) -> None:
    """Two errata that do not apply, both in art. 1; only the first is accepted by name."""
    errata = "".join(
        ERRATUM.format(word, "todas = true", 3).replace('"um"', f'"{word}"')
        for word in ("código", "criado")
    )
    make("lei-12-2017", erratas=errata)
    assert lei("build", "--no-site").code == 1
    data = json.loads(Path("build/rejeitados/lei-12-2017.json").read_bytes())
    first, second = (one["id"] for one in data["diagnosticos"] if one["codigo"] == "NOR003")
    assert first != second
    assert lei("build", "--no-site", "--aceitar", f"NOR003:{first}").code == 1
    assert lei("build", "--no-site", "--aceitar", f"NOR003:{second}").code == 1
    named = ["--aceitar", f"NOR003:{first}", "--aceitar", f"NOR003:{second}"]
    assert lei("build", "--no-site", *named).code == 0
    assert accepted()[first] is accepted()[second] is True
    # Both stand in art. 1, and go with it.
    assert lei("build", "--no-site", "--aceitar", "NOR003:art1").code == 0
    assert lei("build", "--no-site", "--aceitar", "NOR003:art2").code == 1


def test_an_unknown_code_can_not_be_accepted(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    outcome = lei("build", "--no-site", "--aceitar", "XYZ999")
    assert (outcome.code, "ENT014" in outcome.err) == (2, True)
    assert not Path("build").exists()


def test_a_day_before_the_law_is_refused(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    make("lei-13-2017", REJECTED.replace("DE 3 DE MAIO DE 2017", ""), 13)
    outcome = lei("build", "lei-12-2017", "--no-site", "--em", "2017-05-02")
    assert outcome.code == 2
    assert "ENT011" in outcome.err
    assert "03/05/2017" in outcome.err
    assert published() == set()
    assert lei("build", "lei-12-2017", "--no-site", "--em", "2017-05-03").code == 0
    assert "2017-05-03" in Path("build/catalogo/lei-12-2017.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("day", ["31/02/2020", "2020-02-31", "20200101", "2020-W01-1", "hoje", ""])
def test_what_is_no_day_is_refused(lei: Lei, make: Make, day: str) -> None:
    make("lei-12-2017")
    outcome = lei("check", "--em", day)
    assert (outcome.code, "ENT011" in outcome.err) == (2, True)
    assert f"«{day}»" in outcome.err


def test_too_many_pages_are_refused(lei: Lei, make: Make) -> None:
    make("lei-12-2017", GOOD + "\fArt. 3º Fim.\n")
    for command in (["build", "--no-site"], ["check"], ["extract", "raw/lei-12-2017"],
                    ["parse", "raw/lei-12-2017"]):  # fmt: skip
        outcome = lei(*command, "--max-paginas", "1")
        assert (outcome.code, "ENT012" in outcome.err) == (2, True)
        assert "--max-paginas 2" in outcome.err
        assert lei(*command, "--max-paginas", "2").code == 0


# ── what is shown ────────────────────────────────────────────────────────────────────────────


def test_quiet_says_nothing_of_a_good_run_and_errors_of_a_bad_one(lei: Lei, make: Make) -> None:
    make("lei-12-2017", FAULTY)
    for command in (["build", "--no-site"], ["check"]):
        for flag in ("-q", "--quiet"):
            assert lei(*command, flag).said == ""
    make("lei-12-2017", REJECTED)
    outcome = lei("build", "--no-site", "-q")
    assert (outcome.code, outcome.out) == (1, "")
    assert "GRA003" in outcome.err


def test_verbose_shows_every_finding_in_full(lei: Lei, make: Make) -> None:
    make("lei-12-2017", FAULTY)
    short = lei("build", "--no-site")
    full = lei("build", "--no-site", "-v")
    for code in ("NUM001", "SAN001"):
        assert CODES[code].titulo in short.out
        assert CODES[code].ajuda not in short.out
        assert f"aviso {code}" in full.out
        assert CODES[code].ajuda in full.out
    assert full.out == lei("build", "--no-site", "--verbose").out


DOUBTFUL = HEAD + "Art. 1º A licença será anual.\n$ 1º O pedido será escrito.\n"


def test_a_finding_shows_code_page_line_the_line_marked_and_help(lei: Lei, make: Make) -> None:
    make("lei-12-2017", HEAD + "\f" + DOUBTFUL.removeprefix(HEAD))
    outcome = lei("check")
    lines = outcome.out.splitlines()
    at = next(n for n, line in enumerate(lines) if "ROT002" in line)
    assert lines[at].startswith("nota ROT002 ")
    assert lines[at + 1] == "  --> raw/lei-12-2017/lei.txt, página 2, linha 2 (linha 3 do arquivo)"
    assert lines[at + 2].startswith("     2 | ")
    shown = lines[at + 2]
    marks = lines[at + 3]
    assert marks.strip(" |^") == ""
    first, last = marks.index("^"), marks.rindex("^")
    assert shown[first : last + 1] in ("$ 1º", "§ 1º")
    assert CODES["ROT002"].ajuda in lines[at + 4]


def test_a_long_line_is_cut_round_the_mark(lei: Lei, make: Make) -> None:
    words = "palavra " * 40
    text = HEAD + f"Art. 1º {words}\ufffd {words}fim.\n"
    make("lei-12-2017", text)
    lines = lei("check").out.splitlines()
    at = next(n for n, line in enumerate(lines) if "NOR005" in line)
    shown, marks = lines[at + 2], lines[at + 3]
    assert len(shown) < 120
    assert shown[marks.index("^")] == "\ufffd"
    assert marks.count("^") == 1
    assert "…" in shown


def test_text_of_a_law_is_no_markup_and_moves_no_cursor(lei: Lei, make: Make) -> None:
    hostile = r"Art. l0. Um [bold]texto[/] com \[/] e [red] e \ "
    make("lei-12-2017", GOOD + hostile + "\x1b[31m\x07fim.\n")
    outcome = lei("check")
    assert outcome.code == 0
    assert r"[bold]texto[/] com \[/] e [red] e" in outcome.out
    assert not set("\x1b\x07") & set(outcome.said)


def test_every_finding_of_the_law_is_shown_with_its_place_and_help(lei: Lei) -> None:
    outcome = lei("check", NORM)
    blocks = [one for one in outcome.out.split("\n\n") if re.match(r"(aviso|nota) [A-Z]{3}\d", one)]
    assert len(blocks) > 30
    for block in blocks:
        lines = block.splitlines()
        code = lines[0].split()[1]
        assert "lei-1493-2023.pdf" in lines[1], block
        assert re.search(r", página \d+, linhas? \d+", lines[1]), block
        assert CODES[code].ajuda in lines[-1], block


def test_every_finding_of_the_law_shows_the_printed_line_and_marks_it(lei: Lei) -> None:
    """DESIGN.md §4: the line itself, with the place marked."""
    outcome = lei("check", NORM)
    blocks = [one for one in outcome.out.split("\n\n") if re.match(r"(aviso|nota) [A-Z]{3}\d", one)]
    printed = lei("extract", NORM).out
    wanting = []
    for block in blocks:
        lines = block.splitlines()
        places = {
            int(page): range(int(first), int(last or first) + 1)
            for page, first, last in re.findall(
                r", página (\d+), linhas? (\d+)(?: a (\d+))?", lines[1]
            )
        }
        shown = re.match(r" *(?:(?P<page>\d+):)?(?P<line>\d+) \| (?P<text>.*)", lines[2])
        assert places
        if shown is None or "^" not in lines[3]:
            wanting.append(lines[0])
            continue
        page = int(shown["page"] or min(places))
        assert (shown["page"] is not None) == (len(places) > 1)
        assert int(shown["line"]) in places[page]
        [line] = re.findall(rf"^ *{page}:{shown['line']} +(.*)$", printed, re.MULTILINE)
        if shown["text"].strip("…")[:60] not in line:
            wanting.append(lines[0])
    assert wanting == []


def test_colour_is_for_terminals_and_no_color_is_heeded(tmp_path: Path, make: Make) -> None:
    make("lei-12-2017", FAULTY)
    colour = re.compile(r"\x1b\[[0-9;]*3[0-9]")
    piped = process("check", cwd=tmp_path)
    assert "\x1b" not in piped.stdout + piped.stderr
    forced = process("check", cwd=tmp_path, FORCE_COLOR="1", TERM="xterm")
    assert colour.search(forced.stdout)
    plain = process("check", cwd=tmp_path, FORCE_COLOR="1", TERM="xterm", NO_COLOR="1")
    assert not colour.search(plain.stdout)
    assert re.sub(r"\x1b\[[0-9;]*m", "", forced.stdout) == piped.stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", plain.stdout) == piped.stdout


def on_a_terminal(arguments: Sequence[str], cwd: Path) -> str:
    """What a command writes on a terminal."""
    leader, follower = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", "from pipeline.cli import main; main()", *arguments],
        cwd=cwd, env=environment(cwd) | {"TERM": "xterm"}, stdin=follower, stdout=follower,
        stderr=follower,
    )  # fmt: skip
    os.close(follower)
    shown = b""
    while True:
        try:
            data = os.read(leader, 65536)
        except OSError:  # Linux says so when the last writer is gone
            break
        if not data:
            break
        shown += data
    os.close(leader)
    assert child.wait() == 0
    return shown.decode()


def test_progress_is_for_terminals(tmp_path: Path, make: Make) -> None:
    make("lei-12-2017")
    shown = on_a_terminal(["build", "--no-site"], tmp_path)
    assert "compilando" in shown
    assert "build/catalogo/lei-12-2017.json" in shown
    assert "compilando" not in on_a_terminal(["build", "--no-site", "-q"], tmp_path)
    assert process("build", "--no-site", cwd=tmp_path).stderr == ""


def test_signs_that_a_terminal_does_not_know_are_no_fault(tmp_path: Path, make: Make) -> None:
    make("lei-12-2017", FAULTY)
    done = process("check", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "NUM001" in done.stdout
    data = process("check", "--json", cwd=tmp_path, PYTHONIOENCODING="ascii").stdout
    assert json.loads(data) == json.loads(process("check", "--json", cwd=tmp_path).stdout)


# ── JSON for programs ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_report_as_json(lei: Lei, make: Make, command: str) -> None:
    make("lei-12-2017")
    make("lei-13-2017", REJECTED, 13)
    make("lei-14-2017", "")
    flags = ["--no-site"] if command == "build" else []
    outcome = lei(command, "--json", *flags)
    assert outcome.code == 2
    good, bad, unusable = outcome.json["normas"]
    assert good["norma"] == "lei-12-2017"
    assert good["arquivo"] == "raw/lei-12-2017/lei.txt"
    assert (good["publicavel"], bad["publicavel"]) == (True, False)
    assert good["infracoes"] == 1
    assert good["cobertura"]["linhas"] == 5
    assert [one["codigo"] for one in bad["diagnosticos"] if one["nivel"] == "erro"] == ["GRA003"]
    assert set(unusable["erro"]) >= {"codigo", "mensagem", "ajuda"}
    assert unusable["erro"]["codigo"] == "ENT003"
    assert outcome.json["site"] is None


def test_build_as_json_names_the_site(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    outcome = lei("build", "--json")
    assert outcome.code == 0
    assert outcome.json["site"] == "build/site/index.html"
    assert outcome.json["zip"] == "build/site.zip"
    assert outcome.json["principal"] == {"norma": "lei-12-2017", "por": "unica", "antes": None}


def test_a_norm_that_is_added_takes_no_address_away(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    assert "raiz do site" not in lei("build").said
    before = {name for name in tree(Path("build/site")) if name.endswith((".html", ".json"))}
    make("decreto-3-2016", GOOD.replace("LEI", "DECRETO").replace("2017", "2016"), 3)
    added = lei("build")
    after = tree(Path("build/site"))
    assert before <= set(after)
    assert b"Lei n\xc2\xba 12/2017" in after["artigos/art1.html"]
    assert "normas/decreto-3-2016/artigos/art1.html" in after
    assert "lei-12-2017 continua na raiz do site" in added.out
    assert lei("build", "--principal", "lei-12-2017").out.count("(sem mudança)") == 1


def test_extract_as_json(lei: Lei, make: Make) -> None:
    make("lei-12-2017", DOUBTFUL)
    data = lei("extract", "raw/lei-12-2017", "--json").json
    assert set(data) == {"extrator", "paginas", "edicoes", "juncoes", "descartes"}
    [page] = data["paginas"]
    assert [line["texto"] for line in page["linhas"]] == DOUBTFUL.format(12).splitlines()
    [edit] = data["edicoes"]
    assert (edit["antes"], edit["regra"], edit["pagina"], edit["linha"]) == ("$ 1º", "rotulo", 1, 3)


def test_extract_lists_every_line_of_the_law(lei: Lei) -> None:
    lines = re.findall(r"^ *\d+:\d+ +.*$", lei("extract", NORM).out, re.MULTILINE)
    assert len(lines) == 566
    assert len([line for line in lines if line.endswith("[cabecalho]")]) == 39
    data = lei("extract", NORM, "--json").json
    assert sum(len(page["linhas"]) for page in data["paginas"]) == 566


def test_parse_as_json_is_the_tree(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    tree = lei("parse", "raw/lei-12-2017", "--json").json
    assert tree["regra"] == "norma"
    assert [child["regra"] for child in tree["filhos"]] == ["epigrafe", "artigo", "artigo"]
    label = tree["filhos"][1]["filhos"][0]
    assert (label["terminal"], label["texto"]) == ("ARTIGO", "Art. 1º")
    assert label["origem"] == [{"pagina": 1, "linhas": [2, 2]}]
    text = lei("parse", "raw/lei-12-2017").out
    assert text.splitlines()[0] == "norma"
    assert "    ARTIGO Art. 1º" in text.splitlines() or "  ARTIGO Art. 1º" in text


def test_show_as_json_is_the_device_of_the_catalogue(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    assert lei("build", "--no-site").code == 0
    catalogue = json.loads(Path("build/catalogo/lei-12-2017.json").read_bytes())
    shown = lei("show", "art. 2", "--json").json
    assert shown["dispositivo"] == catalogue["dispositivos"][1]
    assert shown["infracoes"] == [
        one for one in catalogue["infracoes"] if one["id"].startswith("art2_")
    ]


# ── show, explain, schema ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "citation", ["art. 14, XXV", "Art. 14, inciso XXV", "14, xxv", "art14_cpt_inc25"]
)
def test_show_finds_a_device_by_its_citation(lei: Lei, citation: str) -> None:
    outcome = lei("show", citation, "--norma", NORM)
    assert outcome.code == 0
    assert "art14_cpt_inc25" in outcome.out
    assert "gravíssima (7 pontos)" in outcome.out
    assert "400 UFIR-RJ" in outcome.out
    assert "retenção do veículo" in outcome.out
    assert re.search(r"página \d+, linha", outcome.out)


def test_show_says_what_the_law_does_not(lei: Lei) -> None:
    outcome = lei("show", "art. 8", "--norma", NORM)
    assert "sem gravidade na norma" in outcome.out
    assert "sem pontos na norma" in outcome.out
    assert lei("show", "art. 34, parágrafo único", "--norma", NORM).code == 2
    assert lei("show", "art. 26, parágrafo único", "--norma", NORM).code == 0


@pytest.mark.parametrize(
    "asked",
    ["art. 99", "art. 14, XXIV", "uma frase", "", "art14_cpt_inc999", "art. 1, ²", "art. 1, item 1²",
     pytest.param("art. " + "9" * 5000, id="long"), pytest.param("art. 1, " + "9" * 5000, id="long item")],
)  # fmt: skip
def test_show_of_what_is_not_there_is_refused(lei: Lei, asked: str) -> None:
    outcome = lei("show", asked, "--norma", NORM)
    assert (outcome.code, outcome.out) == (2, "")
    assert "ENT013" in outcome.err


def test_show_asks_which_norm_is_meant(lei: Lei, make: Make) -> None:
    make("lei-12-2017")
    assert lei("show", "art. 1").code == 0
    make("lei-13-2017", number=13)
    outcome = lei("show", "art. 1")
    assert outcome.code == 2
    assert "lei-12-2017, lei-13-2017" in outcome.err
    assert "--norma" in outcome.err
    assert lei("show", "art. 1", "--norma", "lei-13-2017").code == 0
    assert lei("show", "art. 1", "lei-13-2017").code == 0
    assert lei("show", "art. 1", "lei-13-2017", "--norma", "lei-12-2017").code == 2


@pytest.mark.parametrize("code", CODES)
def test_explain_prints_the_page_of_every_code(lei: Lei, code: str) -> None:
    outcome = lei("explain", code)
    assert outcome.code == 0
    assert outcome.out.startswith(f"# {code} — ")
    assert outcome.out == lei("explain", code.lower()).out


def test_explain_lists_all_codes(lei: Lei) -> None:
    lines = lei("explain").out.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)


def test_explain_of_no_code_is_refused(lei: Lei) -> None:
    outcome = lei("explain", "NUM999")
    assert (outcome.code, outcome.out) == (2, "")
    assert "NUM999" in outcome.err
    assert "ENT014" in outcome.err


def test_schema_is_printed_and_written(lei: Lei) -> None:
    assert lei("schema").out.encode() == schema_files()[FILE]
    assert lei("schema", "--out", "schema").code == 0
    assert tree(Path("schema")) == schema_files()


def test_version(lei: Lei, tmp_path: Path) -> None:
    assert lei("--version").out == f"lei {__version__}\n"
    assert process("--version", cwd=tmp_path).stdout == f"lei {__version__}\n"


# ── the call, Ctrl-C, pipes, our own faults ──────────────────────────────────────────────────


@pytest.mark.parametrize(
    "arguments",
    [["compilar"], ["build", "--depressa"], ["extract"], ["show"], ["explain", "A", "B"],
     ["check", "--max-paginas", "zero"], ["check", "--max-paginas", "0"],
     ["check", "--max-caracteres", "0"], ["build", "--out"]],
    ids=" ".join,
)  # fmt: skip
def test_a_call_that_makes_no_sense_is_2(lei: Lei, arguments: list[str]) -> None:
    outcome = lei(*arguments)
    assert outcome.code == 2
    assert "Error: " in outcome.err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("command", ["", "build", "check", "extract", "parse", "show", "explain"])
def test_every_command_has_help(lei: Lei, command: str) -> None:
    outcome = lei(*([command] if command else []), "--help")
    assert outcome.code == 0
    assert "Usage: lei" in outcome.out


UNUSABLE: dict[str, tuple[str, bytes | None, str]] = {
    "missing": ("nada.pdf", None, "ENT001"),
    "empty": ("a.pdf", b"", "ENT003"),
    "HTML": ("a.pdf", b"<html>404</html>", "ENT004"),
    "Latin-1": ("a.txt", "Não é UTF-8.".encode("latin-1"), "ENT004"),
    "truncated": ("a.pdf", draw([DrawnPage([DrawnLine("Art. 1º", 60, 700)])])[:700], "ENT005"),
    "locked": (
        "a.pdf", draw([DrawnPage([])], user_password="s", owner_password="d"), "ENT006"),
    "no norm": ("raw", None, "ENT002"),
    "bad facts": ("raw/lei-12-2017", b"uf = 1\n", "ENT007"),
}  # fmt: skip


@pytest.mark.parametrize("command", ["build", "check", "extract", "parse"])
@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_input_is_2_with_file_and_cure_in_portuguese(
    lei: Lei, make: Make, name: str, command: str
) -> None:
    file, data, code = UNUSABLE[name]
    make("lei-12-2017", **({"norma": data.decode()} if code == "ENT007" and data else {}))
    if data is not None and code != "ENT007":
        Path(file).write_bytes(data)
    outcome = lei(command, file)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"erro {code} " in outcome.err
    assert f"--> {file}" in outcome.err
    cure = outcome.err.splitlines()[2]
    assert CODES[code].ajuda in cure or (code == "ENT004" and len(cure) > 20)
    assert not re.search(
        r"\b(file|not|found|invalid|expected|error|failed|password|directory)\b",
        outcome.err,
        re.IGNORECASE,
    )
    if code == "ENT007":
        assert "norma.toml, linha 1" in outcome.err


def test_raw_that_is_not_there_is_2(lei: Lei) -> None:
    for command in (["build"], ["check"], ["show", "art. 1"]):
        outcome = lei(*command)
        assert (outcome.code, "ENT001" in outcome.err) == (2, True)
    assert list(Path().iterdir()) == []


def test_ctrl_c_is_130_and_leaves_the_last_good_output(
    lei: Lei, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("lei-12-2017")
    assert lei("build", "--no-site").code == 0
    before = tree(Path("build"))
    make("lei-12-2017", FAULTY)

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline.build, "catalogue_files", interrupted)
    outcome = lei("build", "--no-site")
    assert outcome.code == 130
    assert "interrompido" in outcome.err
    assert tree(Path("build")) == before


_INTERRUPT = """
import os, signal, pipeline.stages
def extract(*_, **__):
    os.kill(os.getpid(), signal.SIGINT)
pipeline.stages.extract = extract
"""


def test_ctrl_c_of_a_process_is_130(tmp_path: Path, make: Make) -> None:
    make("lei-12-2017")
    done = process("build", "--no-site", before=_INTERRUPT, cwd=tmp_path)
    assert done.returncode == 130
    assert "interrompido" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["check"], 0), (["check", "--strict"], 1), (["check", "--json"], 0), (["explain"], 0),
     (["schema"], 0), (["extract", "raw/lei-12-2017"], 0), (["--version"], 0), (["--help"], 0)],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)  # fmt: skip
def test_a_reader_that_goes_away_changes_nothing(
    tmp_path: Path, make: Make, arguments: list[str], code: int
) -> None:
    make("lei-12-2017", FAULTY)
    child = subprocess.Popen(
        [sys.executable, "-c", "from pipeline.cli import main; main()", *arguments],
        cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    said = child.stderr.read()
    child.stderr.close()
    assert (child.wait(), said) == (code, b"")


def test_a_fault_of_ours_is_70_with_a_report_in_a_file(
    lei: Lei, make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make("lei-12-2017")
    assert lei("build", "--no-site").code == 0
    before = tree(Path("build"))
    reports = tmp_path / "relatorios"
    reports.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(reports))

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("um defeito [/] de teste")

    monkeypatch.setattr(pipeline.stages, "normalise", broken)
    outcome = lei("build", "--no-site")
    assert (outcome.code, outcome.out) == (70, "")
    [report] = reports.iterdir()
    assert str(report) in outcome.err
    assert "RuntimeError" in outcome.err
    text = report.read_text(encoding="utf-8")
    assert "Traceback (most recent call last)" in text
    assert "um defeito [/] de teste" in text
    assert tree(Path("build")) == before


def test_a_fault_of_ours_without_room_for_the_report_is_70_all_the_same(
    lei: Lei, make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make("lei-12-2017")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "não existe"))
    monkeypatch.setattr(pipeline.stages, "normalise", None)
    outcome = lei("check")
    assert outcome.code == 70
    assert "não pôde ser gravado" in outcome.err


def test_the_reader_of_the_raw_folder_is_not_asked_for_more_than_it_has(
    lei: Lei, make: Make
) -> None:
    """A loose file in raw/ is none of ours, and a folder without a norm is named."""
    make("lei-12-2017")
    Path("raw/LEIAME.md").write_text("x", encoding="utf-8")
    assert lei("check").code == 0
    Path("raw/rascunho").mkdir()
    outcome = lei("check")
    assert (outcome.code, "ENT002" in outcome.err) == (2, True)
    assert "raw/rascunho" in outcome.err
    shutil.rmtree("raw/rascunho")
    assert lei("check").code == 0


def test_a_finding_about_a_plain_text_tells_the_line_of_the_file(lei: Lei, tmp_path: Path) -> None:
    text = "LEI Nº 5, DE 3 DE MAIO DE 2001\n\n\nArt. 1º O selo é azul.\n\nArt. 3º O selo é caro.\n"
    (tmp_path / "lei.txt").write_text(text, encoding="utf-8")
    said = lei("check", str(tmp_path / "lei.txt")).out
    assert "página 1, linhas 2 a 3 (linhas 4 a 6 do arquivo)\n" in said
    (tmp_path / "lei.txt").write_text(text.replace("\n\n\n", "\n").replace("\n\n", "\n"), "utf-8")
    assert "página 1, linhas 2 a 3\n" in lei("check", str(tmp_path / "lei.txt")).out
