"""The commands that need no norm: `explain` a code, write the `schema`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.output import console, print_json
from pipeline.diagnostics import InputError


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
