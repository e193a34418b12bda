"""No pattern of the compiler runs away: not on the lines that broke others, nor on our own kind.

Each pattern is used here as the module uses it (`match`, `search`, …) and under a limit of
processor time, so that a slow machine fails no test and a pattern without end stops.
"""

import importlib
import inspect
import pkgutil
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from types import FrameType, ModuleType

import pytest

import pipeline
from pipeline.api import compile_norm
from pipeline.grammar import parser
from pipeline.labels import read_citation, read_place, read_title, readings
from pipeline.model import walk

LIMIT = 2.0
"""Seconds of processor time for all hostile lines together; a sound pattern needs a twentieth."""

HOSTILE = {
    "roman letters": "# " + "i" * 30 + "!",
    "many roman letters": "I" * 4000 + "!",
    "leaders": "Art. 1º " + "." * 4000 + " x",
    "no blank": "a" * 60_000,
    "no blank, then a sign": "ã" * 60_000 + "\u00ad",
    "hyphens": "a-" * 20_000,
    "dashes": "—" * 20_000 + "x",
    "digits": "1" * 20_000 + "x",
    "thousands": "1.000." * 5000 + "x",
    "ordinals": "1º" * 10_000,
    "words": "de Tal " * 5000,
    "pairs": "e a " * 10_000,
    "brackets": "(" * 10_000 + ")",
    "commas": "A, " * 10_000,
    "types": "LEI " + "municipal " * 3000 + "!",
    "mayors": "O PREFEITO MUNICIPAL DE " * 700,
    "dates": "3 de maio de " * 3000,
    "sanctions": "Infração " * 4000,
    "groups": "grupo A-" * 4000,
    "amounts": "R$ 1.000" * 4000,
    "must": "O autorizado não deve, não pode " * 1500,
}


class RanAwayError(Exception):
    """The limit of processor time was reached."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds of processor time."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise RanAwayError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# ── every pattern, as it is used ─────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Use:
    """A pattern and one of the ways in which its module calls it."""

    name: str
    pattern: re.Pattern[str]
    how: str

    def on(self, line: str) -> None:
        if self.how == "sub":
            self.pattern.sub("", line)
        elif self.how == "finditer":
            assert sum(1 for _ in self.pattern.finditer(line)) >= 0
        else:
            getattr(self.pattern, self.how)(line)


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(pipeline.__path__, "pipeline."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def uses() -> Iterator[Use]:
    for module in modules():
        source = inspect.getsource(module)
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                how = set(re.findall(rf"\b{name}\.(\w+)\(", source)) - {"pattern"}
                for method in sorted(how or {"search"}):
                    yield Use(f"{module.__name__}.{name}.{method}", value, method)
            elif isinstance(value, tuple):
                # Tables of patterns, such as ("por_veiculo", re.compile(…)).
                rows = [row for row in value if isinstance(row, tuple)]
                patterns = (one for row in rows for one in row if isinstance(one, re.Pattern))
                for number, pattern in enumerate(patterns, 1):
                    yield Use(f"{module.__name__}.{name}.{number}.search", pattern, "search")
    for terminal in parser().terminals:
        pattern = re.compile(terminal.pattern.to_regexp())
        yield Use(f"grammar.{terminal.name}.match", pattern, "match")


USES = list(uses())


def test_the_patterns_are_found() -> None:
    names = {use.name.rpartition(".")[0] for use in USES}
    assert len(names) > 50
    assert {"grammar.INCISO", "pipeline.labels.readings._ARTICLE"} <= names
    assert any(use.how == "fullmatch" for use in USES)


@pytest.mark.parametrize("use", USES, ids=lambda use: use.name)
def test_a_pattern_is_quick_on_hostile_lines(use: Use) -> None:
    with limited(LIMIT):
        for line in HOSTILE.values():
            use.on(line)
            use.on(f"Art. 1º {line}")


def test_the_guard_stops_a_pattern_without_end() -> None:
    endless = Use("endless", re.compile(r"(i+)+$"), "search")
    began = process_time()
    with pytest.raises(RanAwayError), limited(0.2):
        endless.on(HOSTILE["roman letters"])
    assert process_time() - began < LIMIT


# ── and together ─────────────────────────────────────────────────────────────────────────────

READERS: tuple[Callable[[str], object], ...] = (readings, read_title, read_place, read_citation)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
def test_a_reader_is_quick_on_hostile_lines(reader: Callable[[str], object]) -> None:
    with limited(LIMIT):
        for line in HOSTILE.values():
            reader(line)


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
def test_a_norm_with_a_hostile_line_compiles(line: str, tmp_path: Path) -> None:
    path = tmp_path / "norma.txt"
    text = (
        f"LEI Nº 7, DE 3 DE MAIO DE 2017\n{line}.\nO PREFEITO decreta\n{line}.\n"
        f"Art. 1º Dirigir:\nI - sem selo:\nInfração - leve;\nPenalidade - {line}.\n"
        f"Art. 2º O selo é azul.\n{line}\nO fim\n"
    )
    path.write_text(text, encoding="utf-8")
    with limited(LIMIT):
        devices = compile_norm(path).catalogue.dispositivos
    assert {"art1", "art2"} <= {one.id for one in walk(devices)}
