"""A diagnostic: what is wrong, whose fault it is, where it stands, and what to do.

In: a code of `codes` and the facts of the case. Out: `Diagnostic`, a value that stages return
and only the command line shows; and `InputError`, raised for input or calls that are unusable.
Messages are Portuguese, lower case, without a full stop; the cure stands in the help line.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from pipeline.codes import CODES, Classe, Code, Nivel
from pipeline.spans import Region, Spot, regions


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about a norm.

    `mark` is the piece of printed text that it is about; `excerpt` is the printed line that holds
    it, and `shown` where that line stands: `placing` fills them in for all findings alike.
    """

    code: str
    message: str
    classe: Classe
    place: tuple[Region, ...] = ()
    device: str | None = None
    mark: str = ""
    excerpt: str = ""
    shown: Spot | None = None

    @property
    def entry(self) -> Code:
        """The row of the table of codes."""
        return CODES[self.code]

    @property
    def nivel(self) -> Nivel:
        """How grave it is: erro, aviso or nota."""
        return self.entry.nivel


def diagnose(
    code: str,
    message: str,
    *,
    place: Iterable[Region] | Spot | None = None,
    device: str | None = None,
    classe: Classe | None = None,
    mark: str = "",
) -> Diagnostic:
    """Make a diagnostic; the class is the code's usual one unless the case says otherwise.

    >>> diagnose("NUM001", "falta o inciso XXIV", device="art14").classe
    'norma'
    """
    at = regions([place]) if isinstance(place, Spot) else tuple(place or ())
    return Diagnostic(code, message, classe or CODES[code].classe, at, device, mark)


def is_accepted(one: Diagnostic, name: str, accepted: Collection[str]) -> bool:
    """Whether a finding called `name` was accepted: by its code, by CODE:name, or by CODE:device.

    >>> is_accepted(diagnose("GRA001", "…", device="art5"), "GRA001-art5-2", ["GRA001:art5"])
    True
    """
    code = one.code
    return not {code, f"{code}:{name}", f"{code}:{one.device}"}.isdisjoint(accepted)


def order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort by place in the document, then by code: the order does not depend on the checks'."""

    def key(one: Diagnostic) -> tuple[int, int, str, str, str]:
        first = one.place[0] if one.place else Region(0, 0, 0)
        return (first.page, first.first, one.code, one.device or "", one.message)

    return sorted(found, key=key)


def identify(found: Iterable[Diagnostic]) -> list[tuple[str, Diagnostic]]:
    """Give each diagnostic its id: code and device, numbered where they repeat.

    >>> [name for name, _ in identify([diagnose("NUM001", "a", device="art14")])]
    ['NUM001-art14']
    """
    seen: dict[str, int] = {}
    named = []
    for one in found:
        base = f"{one.code}-{one.device}" if one.device else one.code
        seen[base] = seen.get(base, 0) + 1
        named.append((base if seen[base] == 1 else f"{base}-{seen[base]}", one))
    return named


class InputError(Exception):
    """The input or the call is unusable, or output can't be written (exit code 2).

    `code` is an entry of the table of codes, `help` says in Portuguese what to do.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        file: Path | None = None,
        page: int | None = None,
        line: int | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.file = file
        self.page = page
        self.line = line
        self.help = help or CODES[code].ajuda
