"""The arguments that commands share: how each is declared, and how its text is read.

In: what typer hands over. Out: paths, days and codes; what can't be one is an `InputError`.
"""

import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.diagnostics import InputError

if TYPE_CHECKING:
    from pipeline.extract.ocr import Engine

Norms = Annotated[
    list[Path] | None,
    typer.Argument(help="Folders of raw/, PDFs or plain UTF-8 texts; default: all of raw/."),
]
OneNorm = Annotated[Path, typer.Argument(help="A folder of raw/, a PDF or a plain UTF-8 text.")]
Raw = Annotated[Path, typer.Option(help="Folder of the norms.")]
Out = Annotated[Path, typer.Option(help="Folder for what is made.")]
Principal = Annotated[
    str | None,
    typer.Option(metavar="ID", help="Norm at the site's root; default: that of the last site."),
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
Ocr = Annotated[bool, typer.Option("--ocr", help="Read pages that are images, by tesseract.")]
Pixels = Annotated[
    int, typer.Option("--max-pixels", min=1, help="Most pixels of a page's image, for --ocr.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print every finding in full.")]


def engine(wanted: bool) -> "Engine | None":
    """What `--ocr` reads images with; whether it is installed is seen when it is needed."""
    from pipeline.extract.tesseract import Tesseract

    return Tesseract() if wanted else None


def norm_paths(norms: list[Path] | None, raw: Path) -> list[Path]:
    """The norms named on the command line (a bare id is looked for in raw/), or all of raw/."""
    from pipeline.sources import find_norms

    if not norms:
        return find_norms(raw)
    return [norm_path(path, raw) for path in norms]


def norm_path(path: Path, raw: Path) -> Path:
    """A path, or the folder in raw/ that a bare id names, or was meant to name."""
    bare = len(path.parts) == 1 and not path.suffix
    try:
        return raw / path if bare and raw.is_dir() and not path.exists() else path
    except OSError:  # a name that no file can have; its reader says so
        return path


def only_norm(norma: Path | None, raw: Path) -> Path:
    """The norm named, or the only one of raw/; raises `InputError` ENT013 where there are more."""
    found = norm_paths([norma] if norma else None, raw)
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise InputError(
            "ENT013",
            f"há mais de uma norma em {raw}: {names}",
            help="diga qual depois, ou com --norma ID",
        )
    return found[0]


def read_day(text: str | None) -> date | None:
    """The day of `--em`, written AAAA-MM-DD; raises `InputError` ENT011 for another text.

    >>> read_day("2024-03-15")
    datetime.date(2024, 3, 15)
    """
    if text is None:
        return None
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise InputError("ENT011", f"«{text}» não é uma data AAAA-MM-DD") from None


def read_codes(accepted: list[str] | None) -> Iterable[str]:
    """The gates named by `--aceitar`: a known code, or one with the id of a finding
    (`NOR003:NOR003-2`) or of a device (`REG001:art5`).

    Raises `InputError` ENT014 for a code that is not in the table.
    """
    from pipeline.codes import CODES

    for one in accepted or ():
        if one.split(":")[0] not in CODES:
            raise InputError("ENT014", f"não há código {one.split(':')[0]}")
        yield one


def today() -> date:
    """The day of the call: it only selects a wording, and stands in no file."""
    return date.today()  # noqa: DTZ011 - the day of the place where the call is made
