"""How well a norm was compiled: the catalogue against a gold, an aside that no build needs.

In: a `Catalogo`, and a gold (LexML XML, or an outline that a person wrote). Out: `Score`: devices
lost, invented or with another text, and what follows from their counts. Promises: nothing is
guessed on either side; a gold that can't be read is an `InputError` ENT020 with file and line.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from pipeline.diagnostics import InputError
from pipeline.model import Catalogo
from pipeline.refusals import reason
from pipeline.score.entries import GROUPS, Entry, group_of, write_entries
from pipeline.score.lexml import read_lexml
from pipeline.score.measure import Counts, Difference, Score, Texts, measure
from pipeline.score.outline import read_outline, write_outline
from pipeline.score.report import score_data, show_score

__all__ = [
    "GROUPS", "Counts", "Difference", "Entry", "Score", "Texts", "group_of", "read_gold", "score",
    "score_data", "show_score", "write_entries", "write_outline",
]  # fmt: skip


def read_gold(path: Path) -> tuple[Entry, ...]:
    """The devices of a gold: LexML XML if it begins as XML does, else an outline.

    Raises `InputError`: ENT001 the file can't be read, ENT020 it is no gold.

    >>> # len(read_gold(Path("gabarito.txt")))
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError("ENT001", f"não foi possível ler: {reason(error)}", file=path) from error
    except UnicodeDecodeError:
        raise InputError("ENT020", "o gabarito não está em UTF-8", file=path) from None
    entries = read_lexml(text, path) if text.lstrip().startswith("<") else read_outline(text, path)
    if not entries:
        raise InputError("ENT020", "o gabarito não tem nenhum dispositivo", file=path)
    return entries


def score(catalogue: Catalogo, gold: Sequence[Entry], apart: Collection[str] = ()) -> Score:
    """Compare what was compiled with what should have been.

    `apart` are ids at which gold and print are known to be of different texts: they are neither
    lost nor invented, and their texts are not compared.

    >>> # score(compile_norm("lei.pdf").catalogue, read_gold(Path("gabarito.txt"))).all.f1 → 1.0
    """
    return measure(write_entries(catalogue), gold, frozenset(apart))
