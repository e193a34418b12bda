"""The command `lei`: its commands in the order of `lei --help`."""

from typing import Annotated

import typer

from pipeline import __version__
from pipeline.cli.adding import add
from pipeline.cli.comparing import diff
from pipeline.cli.compiling import build, check, serve
from pipeline.cli.explaining import explain, schema
from pipeline.cli.scoring import score
from pipeline.cli.showing import extract, parse, show

app = typer.Typer(
    name="lei",
    help="Compile Brazilian norms: the published PDF to a validated catalogue and a site.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)

COMMANDS = (add, build, serve, check, extract, parse, show, diff, score, explain, schema)

for _command in COMMANDS:
    app.command()(_command)


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
