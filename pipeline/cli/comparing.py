"""The command that compares: `diff`.

In: two catalogues, builds, or norms to compile. Out: what differs, for people, for programs or for
a pull request.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import Json, Pages, Raw, Seconds, Signs, norm_path
from pipeline.cli.output import print_json, say
from pipeline.diagnostics import InputError
from pipeline.limits import DEFAULT, Limits

if TYPE_CHECKING:
    from pipeline.compare import Diferencas
    from pipeline.model import Catalogo

_HELP = "A catalogue (.json), a folder that `lei build` made, or a norm as for `lei build`."


def diff(
    antes: Annotated[Path, typer.Argument(help=f"The earlier side. {_HELP}")],
    depois: Annotated[Path, typer.Argument(help=f"The later side. {_HELP}")],
    raw: Raw = Path("raw"),
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
    single norms are compared whatever their ids are. A norm that is compiled for this and has an
    `erro` is compared as far as it was read, and the output says so.
    """
    if as_json and markdown:
        raise typer.BadParameter("--json e --markdown não vão juntos: escolha um deles")
    limits = Limits(max_paginas, max_caracteres, prazo)
    found = _compare(*(_read(one, raw, limits) for one in (antes, depois)))
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


def _read(path: Path, raw: Path, limits: Limits) -> _Side:
    """The catalogues that an argument names."""
    from pipeline.build import CATALOGUES
    from pipeline.emit.safe import stamp_of
    from pipeline.sources import load_source
    from pipeline.stages import compile_source

    folder = path / CATALOGUES if (path / CATALOGUES).is_dir() else path
    if stamp_of(folder) is None:
        if path.suffix == ".json":
            catalogue = _load(path)
        else:
            catalogue = compile_source(load_source(norm_path(path, raw)), limits=limits).catalogue
        return _Side(path, {catalogue.norma.id: catalogue}, is_build=False)
    files = sorted(one for one in folder.glob("*.json") if "." not in one.stem)
    return _Side(path, {one.stem: _load(one) for one in files}, is_build=True)


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
