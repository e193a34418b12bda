"""The command that takes a published act into raw/: `add`."""

from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import Json, Pages, Raw, Seconds, Signs
from pipeline.cli.output import console, print_json
from pipeline.limits import DEFAULT, Limits


def add(
    file: Annotated[
        Path, typer.Argument(metavar="ARQUIVO", help="The published act: a PDF or a plain text.")
    ],
    raw: Raw = Path("raw"),
    name: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="Name of its folder, if the epígrafe tells none."),
    ] = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    as_json: Json = False,
) -> None:
    """Take an act in: make its folder under raw/, and say which norms it changes.

    Type, number, date and ementa are read off the text. What the file does not
    say (the day of publication, mostly) waits in the folder's norma.toml.
    Nothing is compiled: `lei build` applies the act.
    """
    from pipeline.adding import add as take_in
    from pipeline.terminal_added import show_added

    added = take_in(file, raw, name=name, limits=Limits(max_paginas, max_caracteres, prazo))
    if as_json:
        print_json(
            {
                "norma": added.id,
                "pasta": str(added.folder),
                "tipo": added.title.tipo,
                "numero": added.title.numero,
                "data": added.title.data.isoformat() if added.title.data else None,
                "ementa": added.ementa,
                "altera": {base: list(devices) for base, devices in added.changes.items()},
                "nao_aplicadas": [one.message for one in added.refused],
            }
        )
        return
    console().print(show_added(added), soft_wrap=True)
