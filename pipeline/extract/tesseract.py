"""Reads the letters of an image with the program tesseract and its data for Portuguese.

In: an image of a page. Out: lines of words, each with its box in pixels and how sure tesseract is
of it. Promises: one thread, so that the same image gives the same words; no file is written; the
program is ended where it takes too long.
"""

import hashlib
import os
import re
import subprocess
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from pipeline.diagnostics import InputError

LANGUAGE = "por"
_INSTALL = (
    "instale o tesseract e os dados do português: no Debian e no Ubuntu, "
    "`sudo apt install tesseract-ocr tesseract-ocr-por`; em outros sistemas, veja o README"
)
_DATA = (
    "instale os dados do português: no Debian e no Ubuntu, `sudo apt install tesseract-ocr-por`; "
    "em outros sistemas, ponha por.traineddata{} (veja o README)"
)
_OLDEST = 4  # the first that reads whole lines, and whose confidences can be compared
_SECONDS = 30  # to say its name

_WORD_ROW = "5"
"""First column of the rows that are words; those of pages, blocks and lines have less."""


class Word(NamedTuple):
    """A word: its text, confidence (0 to 1), box (left, top, right, bottom, from the top left)."""

    text: str
    confidence: float
    box: tuple[int, int, int, int]


class Unrecognised(Exception):  # noqa: N818 (a fact about the page; `ocr` makes the error of it)
    """An image could not be read: in time (None), or for the reason that tesseract gave."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(reason)
        self.reason = reason


class Tesseract:
    """The program, as it is found on the path."""

    def __init__(self, program: str = "tesseract") -> None:
        self._program = program

    @cached_property
    def name(self) -> str:
        """The program, its version, the language, and the head of the hash of its data.

        Raises `InputError` ENT021, which says what to install, where one of them is missing.
        """
        told = self._told("--version")
        version = re.search(r"tesseract v?(\d+)([.\w-]*)", told)
        if version is None or int(version[1]) < _OLDEST:
            found = f"o {version[0]}" if version else "o programa tesseract que foi achado"
            raise InputError("ENT021", f"{found} não serve para o OCR", help=_INSTALL)
        languages = self._told("--list-langs")
        folder = re.search(r'"(.+)"', languages)
        if LANGUAGE not in languages.split():
            where = f" em {folder[1]}" if folder else " na pasta de dados dele"
            message = "o tesseract está instalado sem os dados do português"
            raise InputError("ENT021", message, help=_DATA.format(where))
        data = Path(folder[1]) / f"{LANGUAGE}.traineddata" if folder else None
        digest = f" {_hash(data)}" if data and data.is_file() else ""
        return f"tesseract {version[1]}{version[2]} ({LANGUAGE}{digest})"

    def _told(self, what: str) -> str:
        try:
            done = subprocess.run(
                [self._program, what], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, check=False, timeout=_SECONDS, text=True,
                encoding="utf-8", errors="replace",
            )  # fmt: skip
        except FileNotFoundError:
            message = "o programa tesseract, que faz o OCR, não está instalado"
            raise InputError("ENT021", message, help=_INSTALL) from None
        except (OSError, subprocess.TimeoutExpired):
            raise InputError("ENT021", "o programa tesseract não responde", help=_INSTALL) from None
        return done.stdout

    def read(self, image: bytes, dpi: int, seconds: float) -> list[list[Word]]:
        """The lines of an image, in reading order, each a list of words.

        Raises `Unrecognised` where that is not done in so many seconds, or tesseract gives up.
        """
        command = [
            self._program, "stdin", "stdout", "--dpi", str(dpi), "-l", LANGUAGE, "--psm", "3",
            "tsv", "quiet",
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, input=image, capture_output=True, check=False, timeout=seconds,
                env=os.environ | {"OMP_THREAD_LIMIT": "1"},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Unrecognised(None) from None
        if done.returncode != 0:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise Unrecognised(said[-1] if said else f"código de saída {done.returncode}")
        return list(lines_of(done.stdout.decode("utf-8", "replace")))


def lines_of(table: str) -> Iterator[list[Word]]:
    """The words of tesseract's table (TSV), line by line.

    >>> head = "level page block par line word left top width height conf text"
    >>> row = "5 1 1 1 1 1 60 80 30 12 91.5 Art."
    >>> list(lines_of("\\n".join((head, row)).replace(" ", "\\t")))
    [[Word(text='Art.', confidence=0.915, box=(60, 80, 90, 92))]]
    """
    rows = [row.split("\t") for row in table.split("\n")]
    words = [row for row in rows if row[0] == _WORD_ROW and len(row) == 12 and row[11].strip()]
    for _, line in groupby(words, key=lambda row: row[1:5]):
        yield [_word(row) for row in line]


def _word(row: list[str]) -> Word:
    left, top, width, height = map(int, row[6:10])
    confidence = round(max(0.0, float(row[10])) / 100, 4)
    return Word(row[11].strip(), confidence, (left, top, left + width, top + height))


def _hash(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()[:8]
