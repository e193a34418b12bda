"""A page an infraction: what is forbidden, what follows, where it stands.

In: a `NormView`. Out: `Leaf`s for `infracao.md.j2`. Promises: an infraction has one page, under its
id; it shows what the catalogue has and says what the norm leaves open.
"""

from collections import Counter
from dataclasses import dataclass

from pipeline.emit.page_norm import NormView, SanctionView
from pipeline.emit.page_words import MEDIDAS, PENALIDADES
from pipeline.model import Dispositivo, Infracao


@dataclass(frozen=True, slots=True)
class Leaf:
    """The page of an infraction, with the ones before and behind it in printed order."""

    infraction: Infracao
    device: Dispositivo
    title: str
    sanction: SanctionView | None
    addressees: tuple[str, ...]
    penalties: tuple[str, ...]
    measures: tuple[str, ...]
    before: "Neighbour | None"
    behind: "Neighbour | None"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another infraction, to go on to."""

    infraction: Infracao
    title: str


def leaves(view: NormView) -> list[Leaf]:
    """All infractions, in printed order."""
    all_of_them = view.catalogue.infracoes
    titles = _titles(view)
    around = [None, *(Neighbour(one, titles[one.id]) for one in all_of_them), None]
    return [
        Leaf(
            infraction=one,
            device=view.places[one.dispositivo].device,
            title=titles[one.id],
            sanction=view.sanctions[one.sancao] if one.sancao else None,
            addressees=tuple(view.vocabulary.accented(name) for name in one.destinatarios or ()),
            penalties=tuple(
                dict.fromkeys(PENALIDADES[penalty.tipo] for penalty in one.penalidades)
            ),
            measures=tuple(
                dict.fromkeys(MEDIDAS[measure.tipo] for measure in one.medidas_administrativas)
            ),
            before=around[rank],
            behind=around[rank + 2],
        )
        for rank, one in enumerate(all_of_them)
    ]


def _titles(view: NormView) -> dict[str, str]:
    """Citations; a device that is punished twice has two pages, told apart by their number."""
    seen: Counter[str] = Counter()
    titles = {}
    for one in view.catalogue.infracoes:
        seen[one.dispositivo] += 1
        again = seen[one.dispositivo]
        name = view.places.cite(one.dispositivo)
        titles[one.id] = f"{name} ({again}ª sanção)" if again > 1 else name
    return titles
