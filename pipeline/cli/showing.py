"""The commands that show what a stage makes of one norm: `extract`, `parse`, `show`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import (
    Day,
    Json,
    Ocr,
    OneNorm,
    Pages,
    Pixels,
    Raw,
    Seconds,
    Signs,
    engine,
    norm_path,
    only_norm,
    read_day,
    today,
)
from pipeline.cli.output import console, device_data, print_json
from pipeline.diagnostics import InputError
from pipeline.limits import DEFAULT, Limits

if TYPE_CHECKING:
    from pipeline.model import Versao, Versoes


def extract(
    norm: OneNorm,
    raw: Raw = Path("raw"),
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    ocr: Ocr = False,
    max_pixels: Pixels = DEFAULT.pixels,
    as_json: Json = False,
) -> None:
    """Show the printed lines of a norm, and what the normaliser made of them."""
    from pipeline.normalise import normalise
    from pipeline.sources import load_source
    from pipeline.stages import read_pages

    limits = Limits(max_paginas, max_caracteres, prazo, max_pixels)
    source = load_source(norm_path(norm, raw))
    pages = read_pages(source, limits=limits, ocr=engine(ocr))
    normal = normalise(pages, source)
    if as_json:
        from pipeline.emit.stages_json import extracted

        print_json(extracted(pages, normal))
        return
    from pipeline.terminal import show_lines

    for line in show_lines(pages, normal):
        print(line)


def parse(
    norm: OneNorm,
    raw: Raw = Path("raw"),
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    ocr: Ocr = False,
    max_pixels: Pixels = DEFAULT.pixels,
    as_json: Json = False,
) -> None:
    """Show the tree that the grammar makes of a norm."""
    from pipeline.emit.stages_json import outline, parsed
    from pipeline.sources import load_source
    from pipeline.stages import read_tree

    limits = Limits(max_paginas, max_caracteres, prazo, max_pixels)
    tree = read_tree(load_source(norm_path(norm, raw)), limits=limits, ocr=engine(ocr))
    if as_json:
        print_json(parsed(tree))
        return
    for line in outline(tree):
        print(line)


def show(
    device: Annotated[str, typer.Argument(help='A citation ("art. 14, XXV") or an id.')],
    norm: Annotated[
        Path | None, typer.Argument(help="The norm; needed if raw/ has several.")
    ] = None,
    norma: Annotated[Path | None, typer.Option(help="The norm, by an option.")] = None,
    raw: Raw = Path("raw"),
    em: Day = None,
    ocr: Ocr = False,
    as_json: Json = False,
) -> None:
    """Show a device: its text, its sanctions and the page it stands on."""
    from pipeline.build import Options, compile_one
    from pipeline.labels import read_citation, write_citation
    from pipeline.model import paths
    from pipeline.terminal import show_device

    options = Options(Path("build"), raw, read_day(em), site=False, today=today(), ocr=engine(ocr))
    if norm and norma and norm != norma:
        raise typer.BadParameter("há duas normas: diga só uma, depois da citação ou em --norma")
    compiled = compile_one(only_norm(norm or norma, raw), options)
    catalogue = compiled.catalogue
    wanted = read_citation(device)
    if wanted is None:
        raise InputError("ENT013", f"«{device}» não é uma citação nem um id")
    for path in paths(catalogue.dispositivos):
        names = (path[-1].id, path[-1].caput_id, _numbered(path[-1].id), *path[-1].aliases)
        if wanted in names:
            if as_json:
                print_json(device_data(catalogue, path[-1]))
            else:
                console().print(show_device(catalogue, path), highlight=False, soft_wrap=True)
            return
    known = {path[-1].id for path in paths(catalogue.dispositivos)}
    parts = wanted.split("_")
    above = ("_".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))
    nearest = next((f"; tem «{write_citation(one)}»" for one in above if one in known), "")
    cited = write_citation(wanted)
    first = _begins(compiled.versoes, wanted) if compiled.versoes else None
    if first and first.inicio and first.inicio > (options.em or today()):
        raise InputError(
            "ENT013", f"{catalogue.norma.id} só tem «{cited}» desde {first.inicio:%d/%m/%Y}"
            + (f", por {first.norma}" if first.norma else ""),
            help=f"veja-o com --em {first.inicio} ou um dia depois",
        )  # fmt: skip
    raise InputError("ENT013", f"{catalogue.norma.id} não tem «{cited}»{nearest}")


def _begins(versions: "Versoes", wanted: str) -> "Versao | None":
    """The first wording of a device, whenever it holds; None for one that the norm never has."""
    named = (
        one.versoes[0]
        for one in versions.dispositivos
        if wanted in (one.id, f"{one.id}_cpt", _numbered(one.id), *one.aliases)
    )
    return next(named, None)


def _numbered(device: str) -> str:
    """A sole paragraph or article is found under the number 1 as well (LexML: 1u ≡ 1)."""
    return device.replace("1u", "1")
