"""The command that measures a compilation against a gold: `score`."""

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import (
    Day,
    Json,
    Pages,
    Raw,
    Seconds,
    Signs,
    Verbose,
    norm_path,
    read_day,
    today,
)
from pipeline.cli.output import print_json
from pipeline.limits import DEFAULT, Limits
from pipeline.model import Catalogo

_SHOWN = 20


def score(
    norm: Annotated[
        Path,
        typer.Argument(
            metavar="NORMA", help="A folder of raw/, a PDF, a plain text, or a catalogue (.json)."
        ),
    ],
    gold: Annotated[
        Path,
        typer.Argument(metavar="GABARITO", help="LexML XML, or an outline: what should come out."),
    ],
    minimo: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Exit with 1 if an F1, or the texts' accuracy, is less."),
    ] = None,
    exceto: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="Don't judge this device or its text; repeatable."),
    ] = None,
    raw: Raw = Path("raw"),
    em: Day = None,
    max_paginas: Pages = DEFAULT.pages,
    max_caracteres: Signs = DEFAULT.characters,
    prazo: Seconds = DEFAULT.seconds,
    as_json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Compare a compiled norm with a gold: devices lost, invented, with another text.

    A gold is LexML XML, or an outline in plain text: one device a line, in
    printed order. A line is a label alone, or `label: text`; `label > text`
    closes a device after those that hang on it. Labels are those of print
    (Art. 1º, § 2º, Parágrafo único, IV, a), 1., CAPÍTULO I, Seção II), or ids
    (art4_cpt_inc1); ANEXO I and ADT begin numbers of their own. Indentation is
    for the eye; a line that begins with # is a remark.

    A norm of raw/ is judged as the acts beside it have changed it until today,
    or until the day of --em; a file, as it was published.

    Devices are matched by their ids. Accuracy of texts is 1 − edit distance /
    length, over the devices of both sides whose text the gold gives, with any
    white space folded into one blank.
    """
    from pipeline.score import read_gold, score_data, show_score
    from pipeline.score import score as compare

    right = read_gold(gold)
    limits = Limits(max_paginas, max_caracteres, prazo)
    catalogue = _catalogue(norm_path(norm, raw), raw, read_day(em), limits)
    found = compare(catalogue, right, exceto or ())
    if as_json:
        print_json({"norma": catalogue.norma.id, "gabarito": str(gold)} | score_data(found))
    else:
        for line in show_score(found, None if verbose else _SHOWN):
            print(line)
    if minimo is not None and found.lowest < minimo:
        raise typer.Exit(1)


def _catalogue(path: Path, raw: Path, day: date | None, limits: Limits) -> Catalogo:
    """A catalogue read back, or a norm compiled, whether it may be published or not."""
    from pipeline.api import load_catalogue
    from pipeline.build import Options, compile_one

    if path.suffix == ".json":
        if day is not None:
            raise typer.BadParameter("--em pede uma norma, e não o catálogo de um dia")
        return load_catalogue(path)
    options = Options(Path("build"), raw, day, site=False, limits=limits, today=today())
    return compile_one(path, options).catalogue
