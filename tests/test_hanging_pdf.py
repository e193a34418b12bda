"""PDFs that keep pdfium busy for ever, or bring it down: refused in time, and nothing else suffers."""

import marshal
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any, cast

import pytest

import pipeline.extract.pdf
from pipeline import InputError
from pipeline.artefacts import Source
from pipeline.extract import extract, pdfium
from pipeline.extract.pdf import Reader, Unread, _Answers, _Child
from pipeline.limits import DEFAULT, Limits
from pipeline.sources import load_source
from tests.bad_files import law_pdf, page_of, that_hangs, that_swells

ROOT = Path(__file__).parent.parent
SHORT = Limits(seconds=1)
MARGIN = 8
"""Seconds beyond the deadline that a busy machine may take for all the rest."""
HANGING = {
    "a drawing in itself": that_hangs(),
    "a drawing too often in others": that_swells(deep=10, times=10),
}


def source(folder: Path, data: bytes, name: str = "lei-12-2017.pdf") -> Source:
    file = folder / name
    file.write_bytes(data)
    return load_source(file)


def python(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, check=False, capture_output=True, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"}, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("name", HANGING)
def test_it_is_small_and_a_norm_beside_it_is_built_all_the_same(tmp_path: Path, name: str) -> None:
    data = HANGING[name]
    assert len(data) < 5000
    for folder, content in (("lei-12-2017", data), ("lei-13-2017", law_pdf())):
        (tmp_path / "raw" / folder).mkdir(parents=True)
        (tmp_path / "raw" / folder / "lei.pdf").write_bytes(content)
    begun = time.monotonic()
    done = python("-m", "pipeline", "build", "--no-site", "--prazo", "1", cwd=tmp_path)
    assert time.monotonic() - begun < SHORT.seconds + MARGIN
    assert done.returncode == 2
    what, where, cure = done.stderr.splitlines()
    assert what == "erro ENT016 a página 1 do PDF não pôde ser lida em 1 s, que é o prazo"
    assert where == "  --> raw/lei-12-2017/lei.pdf, página 1"
    assert "imprima-o de novo em PDF" in cure
    assert "--prazo 6" in cure
    written = {path.name for path in (tmp_path / "build" / "catalogo").glob("*.json")}
    assert written == {"lei-13-2017.json"}


def test_threads_that_read_good_files_only_wait_for_it(tmp_path: Path) -> None:
    good, bad = source(tmp_path, law_pdf()), source(tmp_path, that_hangs(), "lei-13-2017.pdf")

    def outcome(one: Source) -> str:
        try:
            return extract(one, limits=SHORT).lines[3].text
        except InputError as error:
            return f"{error.code} {error.file} {error.page}"

    refused = f"ENT016 {bad.path} 1"
    article = "Art. 1º Fica criada a taxa de vistoria."
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(outcome, [good, bad, good, bad, good]))
    assert found == [article, refused, article, refused, article]


_FROM_A_THREAD = """
import sys
from pathlib import Path
from threading import Thread
from pipeline import InputError
from pipeline.limits import Limits
from pipeline.sources import load_source
from pipeline.stages import compile_source

def read():
    try:
        compile_source(load_source(Path(sys.argv[1])), limits=Limits(seconds=1))
    except InputError as error:
        print(error.code, error.page)

thread = Thread(target=read)
thread.start()
if sys.argv[2] == "waits":
    thread.join()
"""


@pytest.mark.parametrize("main", ["waits", "ends first"])
def test_an_interpreter_ends_though_a_thread_of_it_met_one(tmp_path: Path, main: str) -> None:
    file = source(tmp_path, that_hangs()).path
    begun = time.monotonic()
    done = python("-X", "dev", "-W", "error", "-c", _FROM_A_THREAD, str(file), main, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ENT016 1\n", "")
    assert time.monotonic() - begun < SHORT.seconds + MARGIN


# ── the deadline ─────────────────────────────────────────────────────────────────────────────


class Slow:
    """Answers that take so many seconds each, by a clock that only they move."""

    def __init__(self, kinds: list[str], seconds: float) -> None:
        self._kinds = iter(kinds)
        self._seconds = seconds
        self.now = 100.0
        self.answers = self

    def monotonic(self) -> float:
        return self.now

    def get(self, *, timeout: float) -> bytes:
        self.now += self._seconds
        if self._seconds > timeout:
            raise Empty
        return marshal.dumps((next(self._kinds), 0))


def slowly(
    monkeypatch: pytest.MonkeyPatch, pages: int, seconds: float, limits: Limits
) -> list[tuple[Any, ...]]:
    slow = Slow([pdfium.HEAD, *[pdfium.PAGE] * pages, pdfium.END], seconds)
    monkeypatch.setattr(pipeline.extract.pdf, "time", slow)
    return list(_Answers(cast(_Child, slow), limits.allowed))


def test_a_long_file_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """400 pages of half a second take 200 seconds, twenty times what a file of one may."""
    assert len(slowly(monkeypatch, 400, 0.5, DEFAULT)) == 402


def test_a_long_file_may_not_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page alone is within the deadline: it is their sum that is not."""
    with pytest.raises(Unread) as caught:
        slowly(monkeypatch, 400, 2, DEFAULT)
    assert caught.value.page == 6
    assert caught.value.seconds == 12.5
    assert DEFAULT.allowed(DEFAULT.pages) < 20 * 60


def test_the_deadline_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(slowly(monkeypatch, 400, 2, Limits(seconds=60))) == 402


def test_an_ordinary_file_is_read_within_the_least_deadline(tmp_path: Path) -> None:
    long = source(tmp_path, law_pdf(*[page_of("Art. 3º Fim.")] * 300))
    assert len(extract(long, limits=SHORT).pages) == 301


# ── the process ──────────────────────────────────────────────────────────────────────────────


def test_one_process_reads_all_files_and_another_those_behind_one_that_hangs() -> None:
    reader = Reader()

    def pages(data: bytes) -> int:
        with reader.answers(data, SHORT.allowed) as answers:
            return sum(kind == pdfium.PAGE for kind, *_ in answers)

    try:
        assert pages(law_pdf()) == 1
        first = reader._child
        assert first
        assert pages(law_pdf(page_of("Fim."))) == 2
        assert reader._child is first
        with pytest.raises(Unread):
            pages(that_hangs())
        assert first.process.poll() is not None, "the stuck process goes on"
        assert pages(law_pdf()) == 1
        assert reader._child is not first
    finally:
        reader.close()


def test_a_file_that_is_refused_leaves_the_process_as_it_was() -> None:
    reader = Reader()
    try:
        with reader.answers(law_pdf(), SHORT.allowed) as answers:
            assert list(answers)
        first = reader._child
        with suppress(KeyError), reader.answers(b"%PDF-1.4\n", SHORT.allowed) as answers:
            assert next(answers) == (pdfium.REFUSED, False)
            raise KeyError
        assert reader._child is first
    finally:
        reader.close()


def test_a_file_that_is_not_read_to_its_end_does_not_answer_for_the_next() -> None:
    reader = Reader()
    try:
        with reader.answers(law_pdf(*[page_of("Fim.")] * 50), SHORT.allowed) as answers:
            assert next(answers)[:2] == (pdfium.HEAD, 51)
        with reader.answers(law_pdf(), SHORT.allowed) as answers:
            assert next(answers)[:2] == (pdfium.HEAD, 1)
    finally:
        reader.close()


def test_a_process_that_somebody_ended_is_replaced() -> None:
    reader = Reader()
    try:
        for _ in range(2):
            with reader.answers(law_pdf(), SHORT.allowed) as answers:
                assert len(list(answers)) == 3
            assert reader._child
            reader._child.process.kill()
            reader._child.process.wait()
    finally:
        reader.close()


def test_a_file_that_brings_the_process_down_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a crash in pdfium would: here a hand does it, once the process has the file."""
    ask = _Child.ask

    def ask_and_kill(child: _Child, data: bytes) -> None:
        ask(child, data)
        child.process.kill()

    monkeypatch.setattr(_Child, "ask", ask_and_kill)
    bad = source(tmp_path, that_hangs())
    with pytest.raises(InputError, match="derruba o leitor de PDF") as caught:
        extract(bad)
    assert (caught.value.code, caught.value.file) == ("ENT016", bad.path)


def test_a_fault_of_ours_is_not_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(_: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(pdfium, "read", faulty)
    ((kind, told),) = pdfium._guarded(b"")
    assert kind == pdfium.FAULT
    assert "ZeroDivisionError" in told


def asked_to_read(data: bytes, program: str) -> "subprocess.Popen[bytes]":
    """The process as the compiler starts it, at work on a file."""
    code = f"from pipeline.extract import pdfium; {program}; pdfium.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(b"%d\n" % len(data) + data)
    process.stdin.flush()
    return process


def first_answer(process: "subprocess.Popen[bytes]") -> tuple[Any, ...]:
    assert process.stdout
    answer: tuple[Any, ...] = marshal.loads(process.stdout.read(int(process.stdout.readline())))
    return answer


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has no such limit")
def test_the_process_can_not_eat_the_memory_of_the_machine() -> None:
    with asked_to_read(that_hangs(), "pdfium.MEMORY = 300 << 20") as process:
        assert process.stdout
        try:
            assert first_answer(process)[:2] == (pdfium.HEAD, 1)
            assert process.wait(10) != 0
            assert process.stdout.read() == b""
        finally:
            process.kill()


def test_the_process_does_not_outlive_the_compiler_though_it_is_stuck() -> None:
    with asked_to_read(that_hangs(), "pass") as process:
        assert process.stdin
        assert process.stdout
        try:
            assert first_answer(process)[:2] == (pdfium.HEAD, 1)
            process.stdin.close()  # as it is when whoever held it is no more
            process.wait(3)
        finally:
            process.kill()


_FORKED = """
import os, sys
from pathlib import Path
from pipeline.extract import extract
from pipeline.sources import load_source

law = load_source(Path(sys.argv[1]))
lines = extract(law).lines
assert lines
forked = os.fork()
if forked == 0:
    os._exit(extract(law).lines != lines)
assert os.waitpid(forked, 0)[1] == 0
assert extract(law).lines == lines
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")
def test_a_fork_reads_by_a_process_of_its_own(tmp_path: Path) -> None:
    # Newer Pythons warn of any fork beside a thread: that one is idle, and left behind.
    ignored = "ignore::DeprecationWarning"
    file = str(source(tmp_path, law_pdf()).path)
    done = python("-X", "dev", "-W", "error", "-W", ignored, "-c", _FORKED, file, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
