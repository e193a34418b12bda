"""Which norm's pages stand at the site's root.

In: the published catalogues, the norm that somebody named, and the last site. Out: `Principal`.
Promises: what is named is obeyed; where nothing is, the norm that stood at the root of the last
site stays, since every address there is its own; without one the choice is made by the norms
alone, whatever their order. How it came about is told, so that it can be printed.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

from pipeline.diagnostics import InputError
from pipeline.model import Catalogo

Escolha = Literal["definida", "unica", "ultimo_site", "padrao"]
"""How it was chosen: named, the only one there is, as in the last site, or by the rule."""

ROOT_NORM = Path("dados/v1/norma.json")
"""The file of a site that tells whose pages stand at its root; older builds wrote it, too."""


@dataclass(frozen=True, slots=True)
class Principal:
    """The norm at the root, how it was chosen, and which one stood there, if that was another."""

    id: str
    por: Escolha
    antes: str | None = None


def choose(catalogues: Sequence[Catalogo], named: str | None, site: Path) -> Principal:
    """The norm at the root of a site of these catalogues, of which there is at least one.

    Raises `InputError` ENT013 for a name that is none of theirs.

    >>> # choose([decree, law], None, Path("build/site")) → Principal("lei-5-2001", "ultimo_site")
    """
    known = [catalogue.norma.id for catalogue in catalogues]
    if named is not None and named not in known:
        raise InputError(
            "ENT013",
            f"a norma principal, {named}, não está entre as publicadas",
            help=f"use uma destas em --principal ou em site.toml: {', '.join(known)}",
        )
    last = _root_of(site)
    por: Escolha
    if named is not None:
        chosen, por = named, "definida"
    elif len(known) == 1:
        chosen, por = known[0], "unica"
    elif last in known:
        chosen, por = last, "ultimo_site"
    else:
        chosen, por = _by_rule(catalogues), "padrao"
    return Principal(chosen, por, None if last == chosen else last)


def _by_rule(catalogues: Sequence[Catalogo]) -> str:
    """The oldest norm that amends none of the others; of one day, the first by name.

    The oldest, since what is added later is later as a rule: even a site made from nothing then
    keeps its addresses. A norm without a date comes behind those that have one.
    """
    amending = {
        change.norma
        for one in catalogues
        for change in one.alteracoes
        if change.norma != one.norma.id
    }

    def rank(one: Catalogo) -> tuple[bool, date, str]:
        return one.norma.id in amending, one.norma.data or date.max, one.norma.id

    return min(catalogues, key=rank).norma.id


def _root_of(site: Path) -> str | None:
    """Whose pages stand at the root of a site; None where there is no site, or it does not tell."""
    try:
        name = json.loads((site / ROOT_NORM).read_bytes())["norma"]["id"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return name if isinstance(name, str) else None
