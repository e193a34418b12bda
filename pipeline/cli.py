"""The command line: the only module that prints, and that decides the exit code.

In: arguments. Out: text or JSON on standard output, errors on standard error, and an exit code:
0 good, 1 a norm has an `erro`, 2 input, call or output unusable, 130 Ctrl-C, 70 our own fault.
"""

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any, NoReturn, TextIO, cast

import typer

from pipeline import __version__
from pipeline.cli_output import (
    Progress,
    complain,
    console,
    device_data,
    print_build,
    print_event,
    print_json,
    print_norm,
    report_data,
)
from pipeline.diagnostics import InputError
from pipeline.limits import DEFAULT, Limits

app = typer.Typer(
    name="lei",
    help="Compile Brazilian norms: the published PDF to a validated catalogue and a site.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)

Norms = Annotated[
    list[Path] | None,
    typer.Argument(help="Folders of raw/, PDFs or plain UTF-8 texts; default: all of raw/."),
]
OneNorm = Annotated[Path, typer.Argument(help="A folder of raw/, a PDF or a plain UTF-8 text.")]
Raw = Annotated[Path, typer.Option(help="Folder of the norms.")]
Out = Annotated[Path, typer.Option(help="Folder for what is made.")]
Principal = Annotated[
    str | None, typer.Option(metavar="ID", help="Norm at the site's root; default: the first.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Day = Annotated[str | None, typer.Option(metavar="DATA", help="Wording in force on AAAA-MM-DD.")]
Accept = Annotated[
    list[str] | None,
    typer.Option("--aceitar", metavar="CODIGO[:ID]", help="Publish in spite of this error."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 for an aviso, too.")]
Pages = Annotated[int, typer.Option("--max-paginas", min=1, help="Most pages of a file.")]
Signs = Annotated[int, typer.Option("--max-caracteres", min=1, help="Most characters of a file.")]
Seconds = Annotated[
    int, typer.Option("--prazo", min=1, help="Most seconds to read a PDF; and 1/20 more a page.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print every finding in full.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"lei {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


# ── commands ─────────────────────────────────────────────────────────────────────────────────


@app.command()
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
        out, raw, _day(em), site, frozenset(_codes(aceitar)),
        Limits(max_paginas, max_caracteres, prazo), publication, not norms,
    )  # fmt: skip
    paths = _paths(norms, raw)
    with Progress(quiet or as_json) as progress:
        report = build_all(paths, options, progress)
    if as_json:
        print_json(report_data(report, options))
    else:
        print_build(report, options, quiet=quiet, verbose=verbose)
    raise typer.Exit(exit_code(report, strict=strict))


@app.command()
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
    principal: Principal = None,
) -> None:
    """Build and serve the site; rebuild it and reload its pages when anything changes."""
    from pipeline.serve import serve as events

    _paths(None, raw)
    _day(em)
    options = [f"--max-paginas={max_paginas}", f"--max-caracteres={max_caracteres}"]
    options += [f"--prazo={prazo}", *(f"--aceitar={one}" for one in _codes(aceitar))]
    options += [f"--em={em}"] if em else []
    options += [f"--principal={principal}"] if principal else []
    try:
        for event in events(raw, out, options, host, port, show=show):
            print_event(event)
    except KeyboardInterrupt:  # its usual end, which breaks nothing off
        raise SystemExit(130) from None


@app.command()
def check(
    norms: Norms = None,
    raw: Raw = Path("raw"),
    em: Day = None,
    strict: Strict = False,
    aceitar: Accept = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    palavras: Annotated[
        bool,
        typer.Option("--palavras", help="Propose errata by a word list instead, as TOML to paste."),
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compile norms and show every finding; write nothing."""
    limits = Limits(max_paginas, max_caracteres, prazo)
    if palavras:
        raise typer.Exit(_propose(_paths(norms, raw), limits, as_json=as_json))
    from pipeline.build import Options, compile_all, exit_code

    options = Options(Path("build"), raw, _day(em), False, frozenset(_codes(aceitar)), limits)
    report = compile_all(_paths(norms, raw), options)
    if as_json:
        print_json(report_data(report, None))
    else:
        for norm in report.norms:
            print_norm(norm, quiet=quiet, verbose=not quiet)
    raise typer.Exit(exit_code(report, strict=strict))


@app.command()
def extract(
    norm: OneNorm,
    raw: Raw = Path("raw"),
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    as_json: Json = False,
) -> None:
    """Show the printed lines of a norm, and what the normaliser made of them."""
    from pipeline.normalise import normalise
    from pipeline.sources import load_source
    from pipeline.stages import read_pages

    source = load_source(_norm(norm, raw))
    pages = read_pages(source, limits=Limits(max_paginas, max_caracteres, prazo))
    normal = normalise(pages, source)
    if as_json:
        from pipeline.emit.stages_json import extracted

        print_json(extracted(pages, normal))
        return
    from pipeline.terminal import show_lines

    for line in show_lines(pages, normal):
        print(line)


@app.command()
def parse(
    norm: OneNorm,
    raw: Raw = Path("raw"),
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    as_json: Json = False,
) -> None:
    """Show the tree that the grammar makes of a norm."""
    from pipeline.emit.stages_json import outline, parsed
    from pipeline.sources import load_source
    from pipeline.stages import read_tree

    limits = Limits(max_paginas, max_caracteres, prazo)
    tree = read_tree(load_source(_norm(norm, raw)), limits=limits)
    if as_json:
        print_json(parsed(tree))
        return
    for line in outline(tree):
        print(line)


@app.command()
def show(
    device: Annotated[str, typer.Argument(help='A citation ("art. 14, XXV") or an id.')],
    norma: Annotated[
        Path | None, typer.Option(help="The norm; needed if raw/ has several.")
    ] = None,
    raw: Raw = Path("raw"),
    em: Day = None,
    as_json: Json = False,
) -> None:
    """Show a device: its text, its sanctions and the page it stands on."""
    from pipeline.labels import read_citation, write_citation
    from pipeline.model import paths
    from pipeline.sources import load_source
    from pipeline.stages import compile_source
    from pipeline.terminal import show_device

    source = load_source(_only_norm(norma, raw))
    catalogue = compile_source(source, em=_day(em)).catalogue
    wanted = read_citation(device)
    if wanted is None:
        raise InputError("ENT013", f"«{device}» não é uma citação nem um id")
    for path in paths(catalogue.dispositivos):
        if wanted in (path[-1].id, path[-1].caput_id, _numbered(path[-1].id)):
            if as_json:
                print_json(device_data(catalogue, path[-1]))
            else:
                console().print(show_device(catalogue, path), highlight=False, soft_wrap=True)
            return
    known = {path[-1].id for path in paths(catalogue.dispositivos)}
    parts = wanted.split("_")
    above = ("_".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))
    nearest = next((f"; tem «{write_citation(one)}»" for one in above if one in known), "")
    message = f"{catalogue.norma.id} não tem «{write_citation(wanted)}»{nearest}"
    raise InputError("ENT013", message)


@app.command()
def explain(
    code: Annotated[str | None, typer.Argument(help="A code; default: the list of all.")] = None,
) -> None:
    """Explain a code: what it is, why it matters, an example, what to do."""
    from pipeline.codes import CODES
    from pipeline.resources import resource

    if code is None:
        for row in CODES.values():
            # What is wrong with an input is nobody's fault in the norm.
            whose = "entrada" if row.code.startswith("ENT") else row.classe
            print(f"{row.code}  {row.nivel:<5}  {whose:<10}  {row.titulo}")
        return
    known = CODES.get(code.upper())
    if known is None:
        raise InputError("ENT014", f"não há código {code}")
    page = resource("site") / "docs" / "diagnosticos" / f"{known.code}.md"
    text = page.read_text(encoding="utf-8")
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        console().print(Markdown(text))
    else:
        print(text, end="")


@app.command()
def schema(
    out: Annotated[Path | None, typer.Option(help="Folder to write them into.")] = None,
) -> None:
    """Print the JSON Schema of the catalogue, or write all schemas into a folder.

    Those written are that of the catalogue, that of the site's small files of data, and those of
    the reviewed data in a norm's folder.
    """
    from pipeline.emit.safe import write_files
    from pipeline.emit.schema import catalogue_schema, schema_files

    if out is None:
        print_json(catalogue_schema())
    else:
        write_files(out, schema_files())


def _propose(paths: list[Path], limits: Limits, *, as_json: bool) -> int:
    """Print what the word list proposes for each norm; the exit code says which could be read."""
    from pipeline.propose import to_data, to_toml
    from pipeline.sources import load_source
    from pipeline.stages import read_proposals
    from pipeline.terminal import show_error

    found, code = [], 0
    for path in paths:
        try:
            found.append(read_proposals(load_source(path), limits=limits))
        except InputError as error:
            complain(show_error(error))
            code = 2
    if as_json:
        print_json([entry for one in found for entry in to_data(one)])
    else:
        print("\n".join(map(to_toml, found)), end="")
    return code


# ── arguments ────────────────────────────────────────────────────────────────────────────────


def _paths(norms: list[Path] | None, raw: Path) -> list[Path]:
    """The norms named on the command line (a bare id is looked for in raw/), or all of raw/."""
    from pipeline.sources import find_norms

    if not norms:
        return find_norms(raw)
    return [_norm(path, raw) for path in norms]


def _norm(path: Path, raw: Path) -> Path:
    """A path, or the folder in raw/ that a bare id names, or was meant to name."""
    bare = len(path.parts) == 1 and not path.suffix
    try:
        return raw / path if bare and raw.is_dir() and not path.exists() else path
    except OSError:  # a name that no file can have; its reader says so
        return path


def _only_norm(norma: Path | None, raw: Path) -> Path:
    found = _paths([norma] if norma else None, raw)
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise InputError(
            "ENT013", f"há mais de uma norma em {raw}: {names}", help="diga qual com --norma ID"
        )
    return found[0]


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise InputError("ENT011", f"«{text}» não é uma data AAAA-MM-DD") from None


def _codes(accepted: list[str] | None) -> Iterable[str]:
    from pipeline.codes import CODES

    for one in accepted or ():
        if one.split(":")[0] not in CODES:
            raise InputError("ENT014", f"não há código {one.split(':')[0]}")
        yield one


def _numbered(device: str) -> str:
    """A sole paragraph or article is found under the number 1 as well (LexML: 1u ≡ 1)."""
    return device.replace("1u", "1")


# ── the end of every run ─────────────────────────────────────────────────────────────────────


def main() -> NoReturn:
    """Run a command and exit; no traceback ever reaches the screen."""
    sys.stdout = cast(TextIO, _Output(sys.stdout))
    sys.exit(run(sys.argv[1:]))


class _Output:
    """Standard output whose reader may go away (`lei check | head`): what follows is dropped, and
    the run ends with the exit code that it would have had.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal need not know every sign

    def write(self, text: str) -> int:
        with self._dropping():
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._dropping():
            self._stream.flush()

    @contextmanager
    def _dropping(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # What is still in the buffer would fail again when the interpreter ends.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
            if not isinstance(error, BrokenPipeError):
                raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = app(arguments, prog_name="lei", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        return _refuse(error)
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except Exception as error:  # noqa: BLE001 (the last resort: no traceback on the screen)
        return _failed(error)
    if code == 130:
        complain("[bold red]interrompido[/]: nenhum arquivo ficou pela metade")
    return code if isinstance(code, int) else 0


def _refuse(error: InputError) -> int:
    from pipeline.terminal import show_error

    complain(show_error(error))
    return 2


def _failed(error: Exception) -> int:
    """Show a fault of the call as usage, and one of ours as a message and a file."""
    show = getattr(error, "show", None)
    if callable(show) and hasattr(error, "exit_code"):
        show()
        return 2
    if isinstance(error, OSError) and error.errno in _NO_ROOM and error.filename is None:
        from pipeline.refusals import reason

        message = f"não foi possível gravar na saída padrão: {reason(error)}"
        return _refuse(InputError("ENT010", message, help="libere espaço ou mude o destino"))
    complain(
        f"[bold red]falha do compilador[/]: {type(error).__name__}\n  {_log(error)}; "
        "relate o caso com o arquivo da norma"
    )
    return 70


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def _log(error: Exception) -> str:
    """Write the traceback into a file and say where it is."""
    import tempfile
    import traceback

    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="lei-", suffix=".log", delete=False, encoding="utf-8", errors="replace"
        ) as log:
            traceback.print_exception(error, file=log)
    except OSError:
        return "o relatório não pôde ser gravado"
    return f"o relatório está em {log.name}"
