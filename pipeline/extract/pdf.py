"""Asks the process that reads PDFs, and ends it where it is stuck.

In: the bytes of a PDF, and the seconds that so many pages may take. Out: the answers of `pdfium`, a
page after the other. Promises: one process serves all threads, by turns; it is started when it is
needed first, and ends with the interpreter; where it takes too long or falls, `Unread` is raised at
once, and the next PDF gets a new one.

A thread could not do this: pdfium stuck in C holds its lock for ever, takes all memory, and brings
the interpreter down when that ends.
"""

import atexit
import marshal
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO

from pipeline.extract import pdfium
from pipeline.extract.pdfium import Answer
from pipeline.interpreter import PYTHON, environment


class Unread(Exception):  # noqa: N818 (a fact about the file; `extract` makes the error of it)
    """A page could not be read: pdfium took more than `seconds`, or fell (None)."""

    def __init__(self, page: int | None, seconds: float | None) -> None:
        super().__init__(page, seconds)
        self.page = page
        """The page; None while the file was opened."""
        self.seconds = seconds


_KEEPING = {"MALLOC_TRIM_THRESHOLD_": str(64 << 20), "MALLOC_MMAP_THRESHOLD_": str(64 << 20)}
"""So much memory a process that lives for many files keeps for the next page: giving it back and
asking for it anew took a fifth of the time. Only the GNU library reads these."""


class _Child:
    """A process that reads PDFs, and the thread that takes in its answers."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [*PYTHON, pdfium.__file__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment() | _KEEPING,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.requests = self.process.stdin
        self.answers: SimpleQueue[bytes] = SimpleQueue()
        arguments = (self.process.stdout, self.answers)
        self.thread = Thread(target=_take_in, args=arguments, name="lei-pdf", daemon=True)
        self.thread.start()

    def ask(self, data: bytes) -> None:
        self.requests.write(b"%d\n" % len(data))
        self.requests.write(data)
        self.requests.flush()

    def end(self) -> None:
        """Kill the process; nothing of it is left."""
        self.process.kill()
        self.process.wait()
        self.thread.join()
        with suppress(OSError):  # what it had not taken any more
            self.requests.close()


def _take_in(stream: BinaryIO, answers: "SimpleQueue[bytes]") -> None:
    with stream:
        while size := stream.readline():
            answers.put(stream.read(int(size)))
    answers.put(b"")


class Reader:
    """Reads PDFs in a process that is kept for the next one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._child: _Child | None = None

    @contextmanager
    def answers(self, data: bytes, allowed: Callable[[int], float]) -> Iterator[Iterator[Answer]]:
        """The answers to a PDF, which raise `Unread`. Who leaves before the last, ends the process.

        `allowed` tells by when, from the first, the page after so many must have been read.
        """
        with self._lock:
            answers = None
            try:
                answers = _Answers(self._ask(data), allowed)
                yield iter(answers)
            finally:
                if answers is None or not answers.ended:
                    self._end()

    def _ask(self, data: bytes) -> _Child:
        if self._child is not None:
            try:
                self._child.ask(data)
            except OSError:  # somebody ended it meanwhile
                self._end()
            else:
                return self._child
        self._child = _Child()
        self._child.ask(data)
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def close(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._end()

    def forget(self) -> None:
        """Let go of a process that is another's: it can be neither asked nor waited for."""
        if self._child is not None:
            self._child.process.returncode = 0
            self._child.requests.close()


class _Answers:
    """What comes back for one PDF."""

    def __init__(self, child: _Child, allowed: Callable[[int], float]) -> None:
        self._child = child
        self._allowed = allowed
        self.ended = False

    def __iter__(self) -> Iterator[Answer]:
        begun = time.monotonic()
        page, pages = None, 0
        while not self.ended:
            seconds = self._allowed(pages)
            try:
                left = begun + seconds - time.monotonic()
                answer = self._child.answers.get(timeout=max(0, left))
            except Empty:
                raise Unread(page, seconds) from None
            if not answer:
                raise Unread(page, None)
            kind, *facts = marshal.loads(answer)
            if kind == pdfium.FAULT:
                raise RuntimeError(facts[0])
            pages += kind in (pdfium.PAGE, pdfium.LOST)
            page = pages + 1
            self.ended = kind in (pdfium.END, pdfium.REFUSED)
            yield (kind, *facts)


_reader = Reader()


def answers(
    data: bytes, allowed: Callable[[int], float]
) -> AbstractContextManager[Iterator[Answer]]:
    """The answers to a PDF, as `Reader.answers`, by the one reader that all threads share."""
    return _reader.answers(data, allowed)


def _begin_anew() -> None:
    """After a fork: the process is the parent's, and so is whoever held the lock."""
    global _reader  # noqa: PLW0603 (there is no other way to take part in a fork)
    _reader.forget()
    _reader = Reader()


def _close() -> None:
    _reader.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
atexit.register(_close)
