"""A build touches its own folders and nothing else: no network, no programs, no file elsewhere.

The interpreter itself tells (PEP 578): every file opened for writing, every connection, every
program started while `lei build` compiles a hostile norm and makes the site.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile_norm import NASTY

HOSTILE = "LEI Nº 7, DE 3 DE MAIO DE 2017\n" + "".join(
    f"Art. {number}{'º' if number < 10 else '.'} O selo {' '.join(text.split())} é azul.\n"
    for number, text in enumerate(NASTY, 1)
)

WATCHER = """
import json, os, sys
seen = []
WATCHED = ("open", "os.", "socket.", "subprocess.", "urllib.", "ftplib.")
READING = (
    "os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.listxattr", "os.getxattr",
    "os.putenv", "os.unsetenv",
)

def watch(event, arguments):
    if not event.startswith(WATCHED) or event in READING:
        return
    if event == "open":
        path, mode, flags = arguments
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        if not writes or isinstance(path, int):
            return
    seen.append([event, [str(one) for one in arguments]])

sys.dont_write_bytecode = True
sys.addaudithook(watch)
from pipeline.cli import run
# So many signs inside its words make the page pass for one that was badly recognised.
report = {"code": run(["build", "--aceitar", "EXT002", *sys.argv[2:]]), "seen": list(seen)}
with os.fdopen(os.open(sys.argv[1], os.O_WRONLY), "w") as out:
    json.dump(report, out)
"""


STARTED = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.spawn",
    "urllib.", "ftplib.",
)  # fmt: skip


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, list[str]]]]:
    """The folder of the output, and all that a build did to the world."""
    home = tmp_path_factory.mktemp("confined")
    norm = home / "raw" / "lei-7-2017"
    norm.mkdir(parents=True)
    (norm / "lei.txt").write_text(HOSTILE, encoding="utf-8")
    report = home / "report.json"
    report.touch()
    done = subprocess.run(
        [sys.executable, "-c", WATCHER, str(report), str(norm), "--out", "build", "--raw", "raw"],
        cwd=home, check=False, capture_output=True, text=True,
    )  # fmt: skip
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["code"] == 0, done.stdout + done.stderr
    return home / "build", [(event, arguments) for event, arguments in found["seen"]]


def test_the_watcher_sees(watched: tuple[Path, list[tuple[str, list[str]]]]) -> None:
    out, seen = watched
    assert (out / "site" / "index.html").is_file()
    assert len([event for event, _ in seen if event == "open"]) > 10


def test_nothing_is_started_and_nobody_is_called(
    watched: tuple[Path, list[tuple[str, list[str]]]],
) -> None:
    _, seen = watched
    assert [one for one in seen if one[0].startswith(STARTED)] == []


def test_nothing_is_written_outside_the_output(
    watched: tuple[Path, list[tuple[str, list[str]]]],
) -> None:
    out, seen = watched
    for event, arguments in seen:
        for path in (one for one in arguments if "/" in one):
            assert (out.parent / path).resolve().is_relative_to(out), (event, arguments)
