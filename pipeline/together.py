"""Compiles norms that lie together: each as the acts among them have changed it.

In: sources, all those that may amend each other. Out: for each the compilation, or the reason why
it can't be made. Promises: the order of the sources does not matter; an act that another one takes
out of force before its day changes nothing; a later repeal of an act brings nothing back (LINDB,
art. 2º, § 3º).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from pipeline.amendments import Amendments, Change, Consolidated
from pipeline.artefacts import Source
from pipeline.assemble import assemble_act, assemble_versions
from pipeline.consolidate import consolidate
from pipeline.diagnostics import InputError
from pipeline.limits import DEFAULT, Limits
from pipeline.model import Ato
from pipeline.stages import (
    Compilation,
    Devices,
    Progress,
    finish,
    read_amendments,
    read_devices,
    read_pages,
    silent,
)

if TYPE_CHECKING:
    from pipeline.extract.ocr import Engine

Outcome = Compilation | InputError


def compile_together(
    sources: Sequence[Source],
    *,
    wanted: Collection[str] | None = None,
    em: date | None = None,
    today: date | None = None,
    accepted: Collection[str] = (),
    limits: Limits = DEFAULT,
    ocr: "Engine | None" = None,
    progress: Progress = silent,
) -> dict[str, Outcome]:
    """Compile the wanted norms (None: all), by id; all sources may amend them.

    `em` selects the wording in force on a day, on which the norm must exist; without it `today`
    does, and without either it is the last wording known.

    >>> # compile_together([law, act])["lei-5-2001"].catalogue.alteracoes[0].norma → 'lei-9-2021'
    """
    outcomes: dict[str, Outcome] = {}
    read: dict[str, Devices] = {}
    for source in sources:
        progress(source.id)
        try:
            read[source.id] = read_devices(source, read_pages(source, limits=limits, ocr=ocr))
        except InputError as error:
            outcomes[source.id] = error
    readings = {name: one.reading for name, one in read.items()}
    orders = {name: read_amendments(one, readings) for name, one in read.items()}
    acts = {name: one.title for name, one in read.items()}
    history: dict[str, Consolidated] = {}
    for name, one in read.items():
        changes, stopped = _concerning(name, orders)
        if changes or stopped:
            history[name] = consolidate(
                one.articulation, changes, acts, first=one.first_day, em=em or today,
                stopped=stopped,
            )  # fmt: skip
    for name, one in read.items():
        try:
            outcomes[name] = finish(
                one, history.get(name), orders[name].diagnostics, em=_day(one, em, wanted),
                accepted=accepted,
            )  # fmt: skip
        except InputError as error:
            outcomes[name] = error
    for name, consolidated in history.items():
        outcome = outcomes[name]
        if isinstance(outcome, Compilation) and consolidated.historico:
            norma, first = outcome.catalogue.norma, read[name].first_day
            versions = assemble_versions(norma, _acts(read), consolidated, first)
            outcomes[name] = replace(outcome, versoes=versions)
    return {name: one for name, one in outcomes.items() if wanted is None or name in wanted}


def _acts(read: Mapping[str, Devices]) -> dict[str, Ato]:
    acts = {}
    for name, one in read.items():
        epigraph = one.articulation.epigrafe
        acts[name] = assemble_act(
            one.source, one.title, one.place, epigraph.texto if epigraph else None
        )
    return acts


def _day(one: Devices, em: date | None, wanted: Collection[str] | None) -> date | None:
    """The wanted day; none for an act that is only read beside the wanted norms."""
    return em if wanted is None or one.source.id in wanted else None


def _concerning(
    name: str, orders: Mapping[str, Amendments]
) -> tuple[list[Change], list[tuple[str, str]]]:
    """The changes of a norm that come into force, and the acts that can't be applied to it."""
    changes: list[Change] = []
    stopped: list[tuple[str, str]] = []
    for act in sorted(orders):
        stopped += [(act, why) for base, why in orders[act].stopped if base == name]
        mine = [one for one in orders[act].changes if one.base == name]
        against = [
            one for other in sorted(orders) for one in orders[other].changes if one.base == act
        ]
        for change in mine:
            verdict = _still_holds(change, against)
            if isinstance(verdict, str):
                stopped.append((act, verdict))
            elif verdict:
                changes.append(change)
    return changes, stopped


def _still_holds(change: Change, against: Iterable[Change]) -> bool | str:
    """Whether a command comes into force as it was made; why that can't be told.

    Repealed before its day, it never does. Reworded, it may order something else, which is not
    read: that must be stated by hand.
    """
    for one in against:
        if not _reaches(one, change.device):
            continue
        if one.action == "revogacao":
            if one.day <= change.day:
                return False
        elif change.reason is None:
            return (
                f"{change.device} foi alterado por {one.act}; diga em [[alteracoes]] do norma.toml "
                "deste ato o que ele muda, e desde quando"
            )
    return True


def _reaches(change: Change, device: str | None) -> bool:
    """Whether a change of an act is one of the device that orders another change."""
    if device is None or not change.targets:
        return device is not None
    bare = [target.removesuffix("_cpt") for target in change.targets]
    return any(device == one or device.startswith(f"{one}_") for one in bare)
