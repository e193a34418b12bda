"""Compiles the corpus, scores each norm against its gold, and shows what changed since the last
release; it asserts nothing.

`make corpus`; `make baseline` writes what the next report is compared with. A norm is a folder of
tests/corpus/normas or of raw/.
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pipeline import compile_norm
from pipeline.emit.safe import write_files
from pipeline.score import (
    GROUPS,
    Score,
    read_gold,
    score,
    show_score,
    write_entries,
    write_outline,
)
from pipeline.stages import Compilation

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "corpus"
GOLDS, RELEASED = CORPUS / "gabaritos", CORPUS / "publicados"
SHOWN = 8


def norms() -> dict[str, Path]:
    """The folders of the corpus and of raw/, by id."""
    folders = [*(CORPUS / "normas").iterdir(), *(ROOT / "raw").iterdir()]
    return {one.name: one for one in sorted(folders, key=lambda one: one.name) if one.is_dir()}


def golds() -> dict[str, Path]:
    """The golds, by the id of their norm."""
    return {one.stem: one for one in sorted(GOLDS.iterdir()) if one.suffix in (".txt", ".xml")}


def apart(name: str) -> dict[str, str]:
    """Devices at which gold and print are of different texts, each with the reason."""
    table = tomllib.loads((GOLDS / "ressalvas.toml").read_text(encoding="utf-8"))
    reasons: dict[str, str] = table.get(name, {})
    return reasons


@cache
def compiled(name: str) -> Compilation:
    return compile_norm(norms()[name])


def scored(name: str) -> Score:
    """A norm of the corpus against its gold."""
    return score(compiled(name).catalogue, read_gold(golds()[name]), apart(name).keys())


def report(name: str) -> Iterator[str]:
    """The lines on one norm."""
    made = compiled(name)
    state = "" if made.publishable else f", RECUSADA ({made.blocking[0].message})"
    yield f"── {name}: {len(made.diagnostics)} diagnósticos{state}"
    if name in golds():
        yield from show_score(scored(name), SHOWN)
    else:
        yield "sem gabarito"
    yield from changes(name)


def changes(name: str) -> Iterator[str]:
    """What changed since the last release: devices gained, lost and altered."""
    file = RELEASED / f"{name}.txt"
    if not file.is_file():
        yield "não estava na última versão publicada"
        return
    found = score(compiled(name).catalogue, read_gold(file))
    for title, names in (
        ("ganhos", found.invented), ("perdidos", found.lost),
        ("alterados", [one.id for one in found.different]),
    ):  # fmt: skip
        if names:
            more = f" … mais {len(names) - SHOWN}" if len(names) > SHOWN else ""
            yield f"desde a última versão, {title} ({len(names)}): {', '.join(names[:SHOWN])}{more}"
    if not (found.invented or found.lost or found.different):
        yield "nada mudou desde a última versão"


def summary(names: Iterable[str]) -> Iterator[str]:
    """The F1 of each kind and the accuracy of texts, a norm a line."""
    width = max(map(len, norms()))
    yield f"{'':<{width}}" + "".join(f"{one[:6]:>8}" for one in (*GROUPS, "textos"))
    for name in names:
        found = scored(name)
        measures = [found.groups[group].f1 for group in GROUPS] + [found.texts.accuracy]
        shown = ("–" if one is None else f"{one:.4f}" for one in measures)
        yield f"{name:<{width}}" + "".join(f"{one:>8}" for one in shown)


def baseline() -> None:
    """Write down what this version makes of each norm."""
    write_files(
        RELEASED,
        {
            f"{name}.txt": write_outline(write_entries(compiled(name).catalogue)).encode()
            for name in norms()
        },
    )  # fmt: skip


if __name__ == "__main__":
    if sys.argv[1:] == ["--baseline"]:
        baseline()
    else:
        for norm in norms():
            print("\n".join(report(norm)), end="\n\n")
        print("\n".join(summary(golds())))
