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

from pipeline.amendments import Amendments, Change, Consolidated, Reading
from pipeline.artefacts import Source
from pipeline.assemble import assemble_act, assemble_versions
from pipeline.consolidate import consolidate
from pipeline.diagnostics import InputError
from pipeline.labels import Title, read_force
from pipeline.limits import DEFAULT, Limits
from pipeline.model import Ato, walk
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

    Of the others only those are told that can't be read: they may be what amends a wanted one.

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
    asked = {name: one for name, one in read.items() if wanted is None or name in wanted}
    for name, one in asked.items():
        changes, stopped = _concerning(name, orders, read)
        if changes or stopped:
            history[name] = consolidate(
                one.articulation, changes, acts, first=one.first_day, em=em or today,
                stopped=stopped,
            )  # fmt: skip
    for name, one in asked.items():
        try:
            outcomes[name] = finish(
                one, history.get(name), orders[name].diagnostics, em=em, accepted=accepted,
                beside=_beside(name, read),
            )  # fmt: skip
        except InputError as error:
            outcomes[name] = error
    for name, consolidated in history.items():
        outcome = outcomes[name]
        if isinstance(outcome, Compilation) and consolidated.historico:
            norma, first = outcome.catalogue.norma, read[name].first_day
            versions = assemble_versions(norma, _acts(read), consolidated, first)
            outcomes[name] = replace(outcome, versoes=versions)
    return outcomes


def _beside(name: str, read: Mapping[str, Devices]) -> tuple[Title, ...]:
    """The other norms of the same place: what a plain "Lei nº 5, de 2001" can mean."""
    place = read[name].place
    return tuple(one.title for other, one in read.items() if other != name and one.place == place)


def _acts(read: Mapping[str, Devices]) -> dict[str, Ato]:
    acts = {}
    for name, one in read.items():
        epigraph = one.articulation.epigrafe
        acts[name] = assemble_act(
            one.source, one.title, one.place, epigraph.texto if epigraph else None
        )
    return acts


def _concerning(
    name: str, orders: Mapping[str, Amendments], read: Mapping[str, Devices]
) -> tuple[list[Change], list[tuple[str, str]]]:
    """The changes of a norm that come into force, and the acts that can't be applied to it."""
    changes: list[Change] = []
    stopped: list[tuple[str, str]] = []
    for act in sorted(orders):
        stopped += [(act, why) for base, why in orders[act].stopped if base == name]
        mine = [_through(one, orders) for one in orders[act].changes if one.base == name]
        if not mine:
            continue
        against = [
            one for other in sorted(orders) for one in orders[other].changes if one.base == act
        ]
        for change in mine:
            moved = _postponed(change, orders[act], against, read[act].reading)
            verdict = _still_holds(moved, against) if isinstance(moved, Change) else moved
            if isinstance(verdict, str):
                stopped.append((act, verdict))
            elif verdict and isinstance(moved, Change):
                changes.append(moved)
                stopped += _reworded_later(moved, against, orders)
        stopped += [
            (other, f"altera {act}, que alterou esta norma, e não foi aplicada a {act}")
            for other in sorted(orders)
            if any(base == act for base, _ in orders[other].stopped)
            and not _is_by_hand(other, name, orders)
        ]
    return changes, list(dict.fromkeys(stopped))


def _through(change: Change, orders: Mapping[str, Amendments]) -> Change:
    """A command that an act writes into another one holds with that, and not before it."""
    if change.via is None:
        return change
    days = [one.day for one in orders[change.via].changes if one.base == change.base]
    return replace(change, day=max(change.day, min(days, default=change.day)))


def _postponed(
    change: Change, own: Amendments, against: Iterable[Change], act: Reading
) -> Change | str:
    """A change with its day as acts have moved it that hold before the act itself does.

    A clause that is changed afterwards finds the law in force: that is another law (LINDB, art. 1º,
    § 4º), and moves nothing.
    """
    for one in sorted(against, key=lambda one: one.day):
        clause = next((name for name in sorted(own.clauses) if _reaches(one, name)), None)
        if clause is None or one.day > change.day or change.reason is not None:
            continue
        text = _text_of(clause, one)
        force = read_force(text) if text else None
        day = force.first_day(act.published or act.title.data) if force else None
        if day is None or own.split:
            return (
                f"{clause}, a cláusula de vigência, foi alterado por {one.act}; diga "
                "`inicio_vigencia` em norma.toml"
            )
        change = replace(change, day=max(day, one.day))
    return change


def _text_of(device: str, change: Change) -> str | None:
    """The wording that a change gives to a device."""
    if change.payload is None:
        return change.words
    bare = device.removesuffix("_cpt")
    return next((one.texto for one in walk(change.payload.devices) if one.id == bare), None)


def _still_holds(change: Change, against: Iterable[Change]) -> bool | str:
    """Whether a command comes into force as it was made; why that can't be told.

    Repealed before its day, it never does. Reworded before it, it may order something else, which
    is not read: that must be stated by hand.
    """
    for one in against:
        if one.day > change.day or not _reaches(one, change.device):
            continue
        if one.action == "revogacao":
            return False
        if one.reason is None:
            return (
                f"{change.device} foi alterado por {one.act}; diga em [[alteracoes]] do norma.toml "
                "deste ato o que ele muda, e desde quando"
            )
    return True


def _reworded_later(
    change: Change, against: Iterable[Change], orders: Mapping[str, Amendments]
) -> Iterable[tuple[str, str]]:
    """Acts that reword a command which has already changed the norm: until then it holds."""
    for one in against:
        if one.day <= change.day or one.action == "revogacao" or one.reason is not None:
            continue
        told = _is_by_hand(one.act, change.base, orders) or any(
            other.via == change.act and other.base == change.base
            for other in orders[one.act].changes
        )
        if _reaches(one, change.device) and not told:
            yield (
                one.act,
                (
                    f"altera {change.device} de {change.act}, que alterou esta norma; diga em "
                    "[[alteracoes]] do norma.toml deste ato o que muda aqui, e desde quando"
                ),
            )


def _is_by_hand(act: str, base: str, orders: Mapping[str, Amendments]) -> bool:
    """Whether it is stated by hand what an act changes in a norm."""
    return any(one.base == base and one.reason is not None for one in orders[act].changes)


def _reaches(change: Change, device: str | None) -> bool:
    """Whether a change of an act is one of the device that orders another change."""
    if device is None or not change.targets:
        return device is not None
    bare = [target.removesuffix("_cpt") for target in change.targets]
    return any(device == one or device.startswith(f"{one}_") for one in bare)
