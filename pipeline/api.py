"""What other programs call.

In: a path. Out: a compiled norm, or a catalogue read back. Nothing is printed or written; both
functions may be called from several threads at once.
"""

from datetime import date
from os import PathLike
from pathlib import Path

from pipeline.diagnostics import InputError
from pipeline.model import Catalogo
from pipeline.refusals import reason
from pipeline.sources import load_source, norms_beside
from pipeline.stages import Compilation, compile_source
from pipeline.together import compile_together


def compile_norm(
    path: str | PathLike[str], *, em: date | None = None, ocr: bool = False, alone: bool = False
) -> Compilation:
    """Compile a norm: a folder of raw/, a PDF, or a plain UTF-8 text.

    A folder is compiled as the acts in the folders beside it have changed the norm until the day
    `em`, on which it must exist; without a day (no clock is read here), as they last leave it. With
    `alone`, and always for a file, it is compiled as it was published. `ocr` reads pages that are
    images. Raises `InputError` with code, file, page and help where the input is unusable, and
    where a norm beside it is: that may be what amends it.

    >>> # len(compile_norm("raw/lei-1493-2023").catalogue.infracoes) → 79
    """
    from pipeline.extract.tesseract import Tesseract

    engine = Tesseract() if ocr else None
    source = load_source(Path(path))
    beside = [] if alone else norms_beside(Path(path))
    if not beside:
        return compile_source(source, em=em, ocr=engine)
    sources = [source, *map(load_source, beside)]
    outcomes = compile_together(sources, wanted=[source.id], em=em, ocr=engine)
    for one in outcomes.values():
        if isinstance(one, InputError):
            raise one
    compilation = outcomes[source.id]
    assert isinstance(compilation, Compilation)
    return compilation


def load_catalogue(path: str | PathLike[str]) -> Catalogo:
    """Read a catalogue that `lei build` wrote.

    Raises `InputError`: ENT001 not found, ENT015 not a catalogue of this version.

    >>> # load_catalogue("build/catalogo/lei-1493-2023.json").norma.numero → '1493'
    """
    from pydantic import ValidationError

    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError("ENT001", f"não foi possível ler: {reason(error)}", file=file) from error
    try:
        return Catalogo.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        why = _WHY.get(first["type"], "valor que esta versão não aceita")
        message = f"não é um catálogo desta versão: {f'`{where}`: ' if where else ''}{why}"
        raise InputError("ENT015", message, file=file) from error


_WHY = {
    "missing": "falta a chave",
    "extra_forbidden": "chave que esta versão não conhece",
    "json_invalid": "não é JSON válido",
    "model_type": "deve ser um objeto",
}
"""What is wrong, by pydantic's name for it."""
