"""The preview, as its user has it: a process on a free port, files that change, pages that follow."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import pytest

from pipeline import serve
from pipeline.cli import run
from pipeline.emit.safe import MARKER
from pipeline.serve import web
from pipeline.serve.watch import Watch
from pipeline.serve.web import SiteServer

ROOT = Path(__file__).parent.parent
LAW = """LEI Nº {}, DE 3 DE MAIO DE 2017
Art. 1º Fica criado o código.
Art. 2º Andar sem luz:
Infração — leve;
Penalidade — multa de R$ 50,00.
"""
LONG = 60
"""Seconds after which a condition will not come any more, on however busy a machine."""


@dataclass
class Preview:
    """A preview at work, and what it has printed."""

    home: Path
    process: "subprocess.Popen[str]"
    lines: "SimpleQueue[str | None]" = field(default_factory=SimpleQueue)
    said: list[str] = field(default_factory=list)
    port: int = 0

    def line(self, pattern: str) -> str:
        """The next line that matches; those before it are passed."""
        end = time.monotonic() + LONG
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except Empty:
                raise AssertionError(f"no {pattern!r} in {self.said}") from None
            assert line is not None, f"ended; no {pattern!r} in {self.said}"
            self.said.append(line)
            if re.search(pattern, line):
                return line

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of an address, sent as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def press_ctrl_c(self) -> None:
        """As a terminal has it, which tells all that was started from it."""
        os.killpg(self.process.pid, signal.SIGINT)

    def write(self, name: str, text: str) -> None:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def started(home: Path, code: str, *arguments: str) -> Preview:
    process = subprocess.Popen(
        [sys.executable, "-c", f"{code}\nfrom pipeline.__main__ import main\nmain()", "serve", "--port=0",
         *arguments],
        cwd=home, text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"}, stdin=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    preview = Preview(home, process)

    def take_in() -> None:
        assert process.stdout
        for line in process.stdout:
            preview.lines.put(line.rstrip("\n"))
        preview.lines.put(None)

    Thread(target=take_in, daemon=True).start()
    return preview


Start = Callable[..., Preview]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of the invented law, once for all tests."""
    home = tmp_path_factory.mktemp("built")
    (home / "raw" / "lei-12-2017").mkdir(parents=True)
    (home / "raw" / "lei-12-2017" / "lei.txt").write_text(LAW.format(12), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        assert run(["build", "-q"]) == 0
    return home / "build"


@pytest.fixture
def start(tmp_path: Path, built: Path) -> Iterator[Start]:
    """Starts previews of an invented law that was built already, and ends them."""
    running: list[Preview] = []

    def start(*arguments: str, code: str = "", text: str = LAW.format(12)) -> Preview:
        file = tmp_path / "raw" / "lei-12-2017" / "lei.txt"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        if text.startswith("LEI"):
            shutil.copytree(built, tmp_path / "build")
        preview = started(tmp_path, code, *arguments)
        running.append(preview)
        shown = preview.line(r"^http://127\.0\.0\.1:\d+/ \(Ctrl-C encerra\)$")
        preview.port = int(shown.split(":")[2].partition("/")[0])
        return preview

    yield start
    for preview in running:
        preview.process.kill()
        preview.process.communicate()


DONE = r"^✓ refeito em \d+,\d s$"
LEFT = r"^✗ nem tudo foi feito; fica o último site bom \(\d+,\d s\)$"


def test_a_page_is_served_and_follows_the_law_and_a_fault_leaves_the_last_good_one(
    start: Start,
) -> None:
    preview = start()
    assert preview.said[0].startswith("✓ o site já era este em ")
    status, page = preview.get("/lei.html")
    assert (status, "Fica criado o código" in page) == (200, True)
    assert 'new EventSource("/.lei/' in page
    in_file = (preview.home / "build" / "site" / "lei.html").read_text(encoding="utf-8")
    assert "EventSource" not in in_file

    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12).replace("o código", "o selo"))
    assert preview.line("mudou") == "mudou: raw/lei-12-2017/lei.txt"
    preview.line(DONE)
    status, page = preview.get("/lei.html")
    assert (status, "Fica criado o selo" in page) == (200, True)

    preview.write("raw/lei-12-2017/lei.txt", "LEI Nº 12, DE 3 DE MAIO DE 2017\nNada.\n")
    assert "GRA003" in preview.line("^erro ")
    preview.line(LEFT)
    assert preview.get("/lei.html")[1] == page

    preview.write("raw/lei-12-2017/norma.toml", "uf = \n")
    shown = preview.line("^erro ")
    assert "ENT007" in shown
    assert "raw/lei-12-2017/norma.toml, linha 1" in preview.line("-->")
    preview.line(LEFT)
    assert preview.get("/lei.html")[1] == page

    (preview.home / "raw/lei-12-2017/norma.toml").unlink()
    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12).replace("o código", "o carimbo"))
    preview.line(DONE)
    assert "Fica criado o carimbo" in preview.get("/lei.html")[1]


def test_what_changes_during_a_build_is_built_after_it(start: Start) -> None:
    preview = start()
    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12).replace("o código", "o selo"))
    preview.line("mudou")
    # Nobody waits for a build: what is served meanwhile is the last good site.
    assert "Fica criado o código" in preview.get("/lei.html")[1]
    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12).replace("o código", "o carimbo"))
    preview.line(DONE)
    while "Fica criado o carimbo" not in preview.get("/lei.html")[1]:
        assert "mudou" in preview.line("mudou")
        preview.line("^✓ ")


def test_an_open_page_is_told_of_the_new_site_and_of_nothing_else(start: Start) -> None:
    preview = start()
    found = re.search(r'EventSource\("([^"]+)"\)', preview.get("/lei.html")[1])
    assert found
    told: SimpleQueue[tuple[int, str]] = SimpleQueue()
    Thread(target=lambda: told.put(preview.get(found[1])), daemon=True).start()
    preview.write("raw/lei-12-2017/norma.toml", "# nada que mude o site\n")
    preview.line(r"^✓ o site já era este em ")
    assert told.empty()
    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12).replace("o código", "o selo"))
    preview.line(DONE)
    status, text = told.get(timeout=LONG)
    assert (status, "data: \n\n" in text) == (200, True)
    # A page that slept meanwhile asks later, and is answered at once.
    assert "data: \n\n" in preview.get(found[1])[1]


def test_a_wrong_address_is_the_sites_own_404_and_nothing_outside_is_served(start: Start) -> None:
    preview = start()
    (preview.home / "build" / "fora.html").write_text("segredo", encoding="utf-8")
    (preview.home / "build" / "site" / "atalho.html").symlink_to(preview.home / "build/fora.html")
    (preview.home / "build" / "site" / "pasta").symlink_to(preview.home)
    for path in (
        "/atalho.html", "/pasta/build/fora.html", "/pasta/", f"/{MARKER}", f"/assets/../{MARKER}",
        "/nada.html", "/nada/", "/assets/", "/assets/lei/", "/%00", f"/{'a' * 5000}",
        "/../fora.html", "/%2e%2e/fora.html", "/..%2ffora.html", "/assets/../../fora.html",
        "//../fora.html", "/..%5cfora.html", f"/{preview.home}/build/fora.html", "/index.html/",
    ):  # fmt: skip
        status, text = preview.get(path)
        assert status == 404, path
        assert "Página não encontrada" in text, path
        assert "segredo" not in text
    status, text = preview.get("/assets/lei/base.css")
    assert (status, text) == (200, (ROOT / "site/docs/assets/lei/base.css").read_text("utf-8"))


def test_what_changes_in_grammar_and_site_takes_effect(start: Start, tmp_path: Path) -> None:
    """On copies of both: the preview finds them where the compiler does."""
    for name in ("grammar", "site"):
        shutil.copytree(ROOT / name, tmp_path / "packaged" / name)
    shutil.copytree(ROOT / "schema", tmp_path / "packaged" / "schema")
    shutil.copytree(
        ROOT / "pipeline", tmp_path / "packaged" / "pipeline",
        ignore=shutil.ignore_patterns("__pycache__"),
    )  # fmt: skip
    code = f"import sys; sys.path.insert(0, {str(tmp_path / 'packaged')!r})"
    preview = start(code=code, text=LAW.format(12).replace("Penalidade", "Castigo"))
    catalogue = tmp_path / "build" / "catalogo" / "lei-12-2017.json"
    assert '"tipo": "multa"' not in catalogue.read_text(encoding="utf-8")

    grammar = tmp_path / "packaged" / "grammar" / "lei.lark"
    text = grammar.read_text(encoding="utf-8")
    assert text.count("/(pena(lidade)?s?|") == 1
    preview.write(
        "packaged/grammar/lei.lark",
        text.replace("/(pena(lidade)?s?|", "/(castigos?|pena(lidade)?s?|"),
    )
    assert "lei.lark" in preview.line("mudou")
    preview.line(DONE)
    assert '"tipo": "multa"' in catalogue.read_text(encoding="utf-8")

    preview.write("packaged/site/docs/assets/lei/base.css", "body { color: teal }\n")
    preview.line(DONE)
    assert preview.get("/assets/lei/base.css") == (200, "body { color: teal }\n")


def test_the_server_goes_on_where_there_is_no_site_yet(start: Start) -> None:
    preview = start(text="Nada.\n")
    assert any("ainda não há site" in line for line in preview.said)
    status, page = preview.get("/lei.html")
    assert (status, "Ainda não há site" in page) == (404, True)
    assert 'EventSource("/.lei/")' in page
    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12))
    preview.line(DONE)
    assert preview.get("/")[0] == 200


def test_ctrl_c_ends_it_with_130_and_without_a_word(start: Start) -> None:
    preview = start()
    preview.press_ctrl_c()
    assert preview.process.wait(LONG) == 130
    assert preview.lines.get(timeout=LONG) is None


def test_ctrl_c_during_a_build_ends_both(start: Start) -> None:
    preview = start()
    preview.write("raw/lei-12-2017/lei.txt", LAW.format(12).replace("o código", "o selo"))
    preview.line("mudou")
    preview.press_ctrl_c()
    assert preview.process.wait(LONG) == 130
    # The build has the same standard output: its end is the end of all who could write.
    assert preview.lines.get(timeout=LONG) is None


def test_a_browser_is_opened_on_demand(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    preview = start("--open")
    end = time.monotonic() + LONG
    while not opened.exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    assert opened.read_text() == f"http://127.0.0.1:{preview.port}/\n"


_BUILDS = """
import sys
from pipeline.serve import _run
_run([sys.executable, "-c", '''
import time
try:
    print("at work", flush=True)
    time.sleep(60)
except KeyboardInterrupt:
    print("told")
'''])
"""


def test_a_build_is_not_told_of_ctrl_c_and_ends_with_us(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _BUILDS], cwd=tmp_path, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )  # fmt: skip
    with process:
        assert process.stdout
        assert process.stdout.readline() == "at work\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read() == ""


@pytest.mark.parametrize(("after", "told"), [("dois", 1), ("um", 0)], ids=["new", "the same"])
def test_open_pages_are_told_of_a_build_that_made_another_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str, told: int
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / MARKER).write_text("um")
    command = [sys.executable, "-c", f"open({str(site / MARKER)!r}, 'w').write({after!r})"]
    calls: list[str] = []
    with SiteServer("127.0.0.1", 0, site) as server:
        monkeypatch.setattr(server, "announce", lambda: calls.append(server.version))
        built = serve._build(command, server)
    assert (built.code, built.changed, built.served) == (0, bool(told), True)
    assert calls == ["dois"] * told


def test_who_waits_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "_WAITS", 3600)
    (tmp_path / MARKER).write_text("um")
    told: SimpleQueue[bool] = SimpleQueue()
    with SiteServer("127.0.0.1", 0, tmp_path) as server:
        Thread(target=lambda: told.put(server.await_other("um")), daemon=True).start()
        (tmp_path / MARKER).write_text("dois")
        server.announce()
        assert told.get(timeout=LONG)


# ── addresses that can't be used ─────────────────────────────────────────────────────────────


def refused(home: Path, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", "serve", *arguments], cwd=home, check=False,
        capture_output=True, encoding="utf-8", timeout=LONG,
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert not (home / "build").exists(), "built for nothing"
    return done.stderr.splitlines()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "raw" / "lei-12-2017").mkdir(parents=True)
    (tmp_path / "raw" / "lei-12-2017" / "lei.txt").write_text(LAW.format(12), encoding="utf-8")
    return tmp_path


def test_a_port_that_is_taken_is_2(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        what, cure = refused(home, f"--port={port}")
    assert what == (
        f"erro ENT017 não foi possível servir em 127.0.0.1, porta {port}: "
        "a porta está em uso por outro programa"
    )
    assert "--port" in cure


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.0.2.1", "o endereço não é desta máquina"),
        ("a..b", "esse endereço não existe"),
        ("", "esse endereço não existe"),
    ],
)
def test_an_address_that_is_not_ours_is_2(home: Path, host: str, why: str) -> None:
    what, cure = refused(home, f"--host={host}", "--port=0")
    assert what.endswith(why)
    assert "--host" in cure


def test_without_norms_it_is_2(home: Path) -> None:
    assert "erro ENT001 não existe a pasta nada" in refused(home, "--raw=nada")[0]
    assert "erro ENT011" in refused(home, "--em=ontem")[0]
    assert "erro ENT014" in refused(home, "--aceitar=ZZZ999")[0]


# ── what counts as a change ──────────────────────────────────────────────────────────────────


def test_files_that_come_go_or_are_written_are_seen_once(tmp_path: Path) -> None:
    folder = tmp_path / "raw"
    (folder / "a").mkdir(parents=True)
    for name in ("um", "dois", "três"):
        (folder / "a" / name).write_text("x")
    watch = Watch([folder], tmp_path / "build")
    assert watch.changes() == []
    (folder / "a" / "um").write_text("xx")
    (folder / "a" / "dois").unlink()
    (folder / "a" / "três").rename(folder / "a" / "outro")
    (folder / "b").mkdir()
    (folder / "b" / "novo").write_text("x")
    assert watch.changes() == [
        folder / "a" / "dois", folder / "a" / "outro", folder / "a" / "três", folder / "a" / "um",
        folder / "b" / "novo",
    ]  # fmt: skip
    assert watch.changes() == []


def test_a_folder_that_goes_and_comes_back_is_seen(tmp_path: Path) -> None:
    folder = tmp_path / "raw"
    folder.mkdir()
    (folder / "um").write_text("x")
    watch = Watch([folder], tmp_path / "build")
    folder.rename(tmp_path / "fora")
    assert watch.changes() == [folder / "um"]
    assert watch.changes() == []
    (tmp_path / "fora").rename(folder)
    assert watch.changes() == [folder / "um"]


def test_the_output_and_what_editors_leave_behind_do_not_count(tmp_path: Path) -> None:
    folder = tmp_path / "raw"
    (folder / ".git").mkdir(parents=True)
    (folder / "build").mkdir()
    watch = Watch([folder], folder / "build")
    for name in (".git/index", ".lei.txt.swp", "lei.txt~", "build/lei.json"):
        (folder / name).write_text("x")
    assert watch.changes() == []


class Saves:
    """Files that change at these looks, the first being look 0."""

    def __init__(self, *looks: list[str]) -> None:
        self._looks = list(looks)

    def changes(self) -> list[Path]:
        return [Path(name) for name in self._looks.pop(0)] if self._looks else []


@pytest.mark.parametrize(
    ("looks", "expected", "left"),
    [
        ([[]], [], 0),
        ([["a"], []], ["a"], 0),
        ([["a"], ["b"], ["a", "c"], [], ["d"]], ["a", "b", "c"], 1),
        ([[str(n)] for n in range(50)], [str(n) for n in range(21)], 29),
    ],
    ids=["nothing", "one", "several at once", "without an end"],
)
def test_a_save_of_several_files_is_one_change(
    monkeypatch: pytest.MonkeyPatch, looks: list[list[str]], expected: list[str], left: int
) -> None:
    monkeypatch.setattr(serve, "SETTLES", 0)
    saves = Saves(*looks)
    assert serve._settled(saves) == tuple(map(Path, expected))  # type: ignore[arg-type]
    assert len(saves._looks) == left
