"""A page an infraction: what is forbidden, what follows, where it stands.

In: a `NormView`. Out: `Leaf`s for `infracao.md.j2`. Promises: an infraction has one page, under its
id; it shows what the catalogue has and says what the norm leaves open. What held before is shown
as it was written, and not read anew.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from pipeline.emit.page_norm import NormView, SanctionView
from pipeline.emit.page_words import MEDIDAS, PENALIDADES
from pipeline.model import Dispositivo, Infracao, Versao


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
    former: tuple["Former", ...]
    before: "Neighbour | None"
    behind: "Neighbour | None"


@dataclass(frozen=True, slots=True)
class Former:
    """What a device said of the sanction until a day: its sanction lines, or its text.

    `device` is where it stood: the conduct itself, or one that sets gravity, fine or points.
    """

    device: str
    first: date | None
    last: date | None
    lines: tuple[str, ...]


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
            former=tuple(_former(view, one)),
            before=around[rank],
            behind=around[rank + 2],
        )
        for rank, one in enumerate(all_of_them)
    ]


def _former(view: NormView, one: Infracao) -> Iterator[Former]:
    """Sanction lines that the conduct had, then what its fine, gravity and points were set by."""
    punished = view.sanctions[one.sancao].sanction.alvos[-1] if one.sancao else one.dispositivo
    for name in dict.fromkeys((one.dispositivo, punished)):
        yield from _ended(view, name, _written)
    fine = one.multa.base_legal if one.multa else view.unread(one)
    bases = (one.base_da_gravidade, fine, view.points(one))
    for base in dict.fromkeys(filter(None, bases)):
        yield from _ended(view, base, lambda wording: (wording.texto,) if wording.texto else ())


def _written(wording: Versao) -> tuple[str, ...]:
    return tuple(f"{line.rotulo}: {line.texto or 'sem texto'}" for line in wording.sancao)


def _ended(
    view: NormView, name: str, said: Callable[[Versao], tuple[str, ...]]
) -> Iterator[Former]:
    """What a device said once and no longer says, the latest first; wordings alike are one."""
    own = view.catalogue.vigencia.de
    held = [
        one for one in view.wordings(view.places[name].device)
        if own is None or one.inicio is None or one.inicio <= own
    ]  # fmt: skip
    runs = [(lines, list(alike)) for lines, alike in groupby(held, key=said)]
    for lines, alike in reversed(runs[:-1]):
        if lines:
            yield Former(name, alike[0].inicio, alike[-1].fim, lines)


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
