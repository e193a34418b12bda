"""The commands that compile norms: `build`, `serve`, `check`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import (
    Accept,
    Day,
    Json,
    Norms,
    Ocr,
    Out,
    Pages,
    Pixels,
    Principal,
    Quiet,
    Raw,
    Seconds,
    Signs,
    Strict,
    Verbose,
    engine,
    norm_paths,
    read_codes,
    read_day,
    today,
)
from pipeline.cli.output import (
    Progress,
    complain,
    print_build,
    print_event,
    print_json,
    print_norm,
    report_data,
)
from pipeline.diagnostics import InputError
from pipeline.limits import DEFAULT, Limits

if TYPE_CHECKING:
    from pipeline.extract.ocr import Engine


def build(
    norms: Norms = None,
    raw: Raw = Path("raw"),
    out: Out = Path("build"),
    em: Day = None,
    site: Annotated[bool, typer.Option("--site/--no-site", help="Make the site, too.")] = True,
    strict: Strict = False,
    aceitar: Accept = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    ocr: Ocr = False,
    max_pixels: Pixels = DEFAULT.pixels,
    principal: Principal = None,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Compile norms; write their catalogues and the site."""
    from pipeline.build import Options, build_all, exit_code
    from pipeline.sources import read_publication

    publication = read_publication(raw)
    if principal:
        publication = replace(publication, principal=principal)
    options = Options(
        out, raw, read_day(em), site, frozenset(read_codes(aceitar)),
        Limits(max_paginas, max_caracteres, prazo, max_pixels), publication, today(),
        complete=not norms, ocr=engine(ocr),
    )  # fmt: skip
    paths = norm_paths(norms, raw)
    with Progress(quiet or as_json) as progress:
        report = build_all(paths, options, progress)
    if as_json:
        print_json(report_data(report, options))
    else:
        print_build(report, options, quiet=quiet, verbose=verbose)
    raise typer.Exit(exit_code(report, strict=strict))


def serve(
    raw: Raw = Path("raw"),
    out: Out = Path("build"),
    host: Annotated[str, typer.Option(help="Address to serve on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 is any free one.")] = 8000,
    show: Annotated[bool, typer.Option("--open", help="Open the site in a browser.")] = False,
    em: Day = None,
    aceitar: Accept = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    ocr: Ocr = False,
    max_pixels: Pixels = DEFAULT.pixels,
    principal: Principal = None,
) -> None:
    """Build and serve the site; rebuild it and reload its pages when anything changes."""
    from pipeline.serve import serve as events

    norm_paths(None, raw)
    read_day(em)
    options = [f"--max-paginas={max_paginas}", f"--max-caracteres={max_caracteres}"]
    options += [f"--max-pixels={max_pixels}", *(["--ocr"] if ocr else [])]
    options += [f"--prazo={prazo}", *(f"--aceitar={one}" for one in read_codes(aceitar))]
    options += [f"--em={em}"] if em else []
    options += [f"--principal={principal}"] if principal else []
    try:
        for event in events(raw, out, options, host, port, show=show):
            print_event(event)
    except KeyboardInterrupt:  # its usual end, which breaks nothing off
        raise SystemExit(130) from None


def check(
    norms: Norms = None,
    raw: Raw = Path("raw"),
    em: Day = None,
    strict: Strict = False,
    aceitar: Accept = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    ocr: Ocr = False,
    max_pixels: Pixels = DEFAULT.pixels,
    palavras: Annotated[
        bool,
        typer.Option("--palavras", help="Propose errata by a word list instead, as TOML to paste."),
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile norms and show every finding; write nothing."""
    limits = Limits(max_paginas, max_caracteres, prazo, max_pixels)
    if palavras:
        raise typer.Exit(_propose(norm_paths(norms, raw), limits, engine(ocr), as_json=as_json))
    from pipeline.build import Options, compile_all, exit_code

    options = Options(
        Path("build"), raw, read_day(em), False, frozenset(read_codes(aceitar)), limits,
        today=today(), complete=not norms, ocr=engine(ocr),
    )  # fmt: skip
    report = compile_all(norm_paths(norms, raw), options)
    if as_json:
        print_json(report_data(report, None))
    else:
        for norm in report.norms:
            print_norm(norm, quiet=quiet, verbose=not quiet)
    raise typer.Exit(exit_code(report, strict=strict))


def _propose(paths: list[Path], limits: Limits, ocr: "Engine | None", *, as_json: bool) -> int:
    """Print what the word list proposes for each norm; the exit code says which could be read."""
    from pipeline.propose import to_data, to_toml
    from pipeline.sources import load_source
    from pipeline.stages import read_proposals
    from pipeline.terminal import show_error

    found, code = [], 0
    for path in paths:
        try:
            found.append(read_proposals(load_source(path), limits=limits, ocr=ocr))
        except InputError as error:
            complain(show_error(error))
            code = 2
    if as_json:
        print_json([entry for one in found for entry in to_data(one)])
    else:
        print("\n".join(map(to_toml, found)), end="")
    return code
