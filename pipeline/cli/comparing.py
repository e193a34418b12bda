"""The command that compares: `diff`.

In: two catalogues, builds, or norms to compile; or norms, and two days. Out: what differs, for
people, for programs or for a pull request.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import Json, Pages, Raw, Seconds, Signs, norm_path, read_day, today
from pipeline.cli.output import print_json, say
from pipeline.diagnostics import InputError
from pipeline.limits import DEFAULT, Limits

if TYPE_CHECKING:
    from pipeline.compare import Diferencas
    from pipeline.model import Catalogo

_HELP = "a catalogue (.json), a folder that `lei build` made, a norm as for `lei build`, or raw/."


def diff(
    antes: Annotated[Path, typer.Argument(help=f"The earlier side: {_HELP}")],
    depois: Annotated[
        Path | None,
        typer.Argument(help="The later side, as well; with --de or --ate it may be the same."),
    ] = None,
    raw: Raw = Path("raw"),
    de: Annotated[
        str | None,
        typer.Option(metavar="DATA", help="The earlier side as it read on AAAA-MM-DD."),
    ] = None,
    ate: Annotated[
        str | None,
        typer.Option(metavar="DATA", help="The later side on AAAA-MM-DD; default: today."),
    ] = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    as_json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print Markdown for a pull request.")
    ] = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 if anything differs.")
    ] = False,
) -> None:
    """Show what changed in the law: gravity, group and fine first, texts word by word.

    Two builds, or two sides of which one is a single norm, are compared norm by norm, by id; two
    single norms are compared whatever their ids are. A norm that is compiled for this is read as
    the acts beside it have changed it; one that has an `erro` is compared as far as it was read,
    and the output says so.

    With --de DATA, and --ate DATA, it is one norm of raw/, or all of them, on two days.
    """
    if as_json and markdown:
        raise typer.BadParameter("--json e --markdown não vão juntos: escolha um deles")
    first, last = read_day(de), read_day(ate)
    if depois is None and first is None:
        raise typer.BadParameter("falta o outro lado: dê DEPOIS, ou --de DATA")
    if first and first > (last or today()):
        raise typer.BadParameter("o dia de --de vem depois do de --ate")
    limits = Limits(max_paginas, max_caracteres, prazo)
    days = first is not None or last is not None
    before = _read(antes, raw, limits, first, days=days)
    after = _read(depois or antes, raw, limits, last, days=days)
    found = _compare(before, after)
    if as_json:
        print_json(found.model_dump(mode="json"))
    elif markdown:
        from pipeline.emit.differences_markdown import differences_markdown

        sys.stdout.write(differences_markdown(found))
    else:
        from pipeline.terminal_differences import show_differences

        for line in show_differences(found):
            say(line)
    raise typer.Exit(1 if exit_code and not found.vazia else 0)


@dataclass(frozen=True, slots=True)
class _Side:
    """One side: catalogues by the norm's id; a build may hold many, anything else is one."""

    path: Path
    catalogues: "Mapping[str, Catalogo]"
    is_build: bool


def _read(path: Path, raw: Path, limits: Limits, day: date | None, *, days: bool) -> _Side:
    """The catalogues that an argument names; `days` tells whether sides are asked for by days."""
    from pipeline.build import CATALOGUES
    from pipeline.emit.safe import stamp_of

    folder = path / CATALOGUES if (path / CATALOGUES).is_dir() else path
    if stamp_of(folder) is None and path.suffix != ".json":
        return _compiled(path, raw, limits, day, days=days)
    if day is not None:
        message = f"--de e --ate pedem uma norma: {path} já é o que se compilou num dia"
        raise typer.BadParameter(message)
    if stamp_of(folder) is None:
        catalogue = _load(path)
        return _Side(path, {catalogue.norma.id: catalogue}, is_build=False)
    files = sorted(one for one in folder.glob("*.json") if "." not in one.stem)
    return _Side(path, {one.stem: _load(one) for one in files}, is_build=True)


def _compiled(path: Path, raw: Path, limits: Limits, day: date | None, *, days: bool) -> _Side:
    """A norm, or all those of raw/, as the acts beside it have changed it up to a day."""
    from pipeline.build import Options, compile_all, compile_one
    from pipeline.sources import find_norms, holds_norms

    if holds_norms(path):
        options = Options(
            Path("build"), path, day, limits=limits, today=today(), complete=True, site=False
        )
        report = compile_all(find_norms(path), options)
        for norm in report.norms:
            if norm.error is not None:
                raise norm.error
        made = [one.compilation.catalogue for one in report.norms if one.compilation]
        return _Side(path, {one.norma.id: one for one in made}, is_build=True)
    path = norm_path(path, raw)
    # Two days of a norm differ by what lies beside it, wherever it is.
    shelf = path.absolute().parent if days and path.is_dir() else raw
    options = Options(Path("build"), shelf, day, limits=limits, today=today(), site=False)
    catalogue = compile_one(path, options).catalogue
    return _Side(path, {catalogue.norma.id: catalogue}, is_build=False)


def _load(file: Path) -> "Catalogo":
    """A catalogue, of another minor version as well."""
    from pipeline.api import load_catalogue
    from pipeline.regeneration import read_any_version

    try:
        found = read_any_version(file.read_bytes())
    except OSError:
        found = None
    return found or load_catalogue(file)  # which says what is wrong


def _compare(before: _Side, after: _Side) -> "Diferencas":
    """Builds norm by norm; a single norm with that of a build; two single ones whatever they are.

    Raises `InputError` ENT013 where a build does not hold the norm to compare it with.
    """
    from pipeline.compare import compare_all, compare_one

    if before.is_build and after.is_build:
        return compare_all(before.catalogues, after.catalogues)
    if not before.is_build and not after.is_build:
        return compare_one(*before.catalogues.values(), *after.catalogues.values())
    [name] = (after if before.is_build else before).catalogues
    for side in (before, after):
        if name not in side.catalogues:
            raise InputError(
                "ENT013", f"{side.path} não tem a norma {name}", file=side.path,
                help=f"tem estas: {', '.join(sorted(side.catalogues)) or 'nenhuma'}",
            )  # fmt: skip
    return compare_one(before.catalogues[name], after.catalogues[name])
