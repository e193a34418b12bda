"""A norm with the changes that acts make in it, up to a day.

In: a norm's `Articulation`, the `Change`s of all acts, and the day. Out: `Consolidated`. Promises:
changes are applied in the order of their days, then of the acts' dates and numbers, whatever the
order of files; an act of which one change can't be applied is left out whole, and said; before a
day everything reads as if what comes later were not there. Source: LC 95/1998, art. 12, III.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.amendments import Change, Consolidated
from pipeline.artefacts import Articulation
from pipeline.consolidate.applying import apply
from pipeline.consolidate.parts import histories
from pipeline.consolidate.refusing import RefusedError
from pipeline.consolidate.tree import Tree
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Title
from pipeline.model import Alteracao, locate

__all__ = ["consolidate"]


def consolidate(
    articulation: Articulation,
    changes: Sequence[Change],
    acts: Mapping[str, Title],
    *,
    first: date | None,
    em: date | None = None,
    stopped: Iterable[tuple[str, str]] = (),
) -> Consolidated:
    """Apply changes; `stopped` are acts (and why) that can't be applied for a reason of their own.

    `acts` are the titles by which acts are ordered; `em` is the day whose wording is wanted (None:
    the last), `first` the first day of the norm.

    >>> # consolidate(articulation, [], {}, first=None).articulation == articulation → True
    """
    refused = [(act, why) for act, why in stopped if _concerns(acts.get(act), em)]
    left_out = {act for act, _ in stopped}
    while True:
        wanted = sorted(
            (one for one in changes if one.act not in left_out),
            key=lambda one: _order(one, acts),
        )
        outcome = _run(articulation, wanted, first)
        if isinstance(outcome, _Stop):
            left_out.add(outcome.act)
            if _concerns(acts.get(outcome.act), em):
                refused.append((outcome.act, outcome.reason))
            continue
        whole = outcome
        break
    applied = [one for one in wanted if em is None or one.day <= em]
    coming = [one.day for one in wanted if em is not None and one.day > em]
    now = whole if not coming else _run(articulation, applied, first)
    # From the day of an act that could not be applied, nobody knows how the norm reads.
    coming += [
        made
        for one in left_out
        if not _concerns(acts.get(one), em) and (made := _made(acts.get(one)))
    ]
    assert isinstance(now, _Outcome)
    last = applied[-1] if applied else None
    return Consolidated(
        articulation=now.tree.articulation() if applied else articulation,
        alteracoes=now.records,
        historico=tuple(whole.tree.history()) if wanted else (),
        parts=tuple(histories(now.tree.parts.values())) if applied else (),
        all_parts=tuple(histories(whole.tree.parts.values())),
        since=max(last.day, first or last.day) if last else None,
        until=min(coming) - timedelta(days=1) if coming else None,
        presumed=last is not None and last.presumed,
        diagnostics=(*now.diagnostics, *(_stopped(*one) for one in dict.fromkeys(refused))),
        days=tuple(sorted({one.day for one in wanted})),
        all_records=whole.records,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Stop:
    act: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    tree: Tree
    records: tuple[Alteracao, ...]
    diagnostics: tuple[Diagnostic, ...]


def _run(
    articulation: Articulation, changes: Sequence[Change], first: date | None
) -> _Outcome | _Stop:
    """Apply changes in their order, or say which act the norm does not bear."""
    tree = Tree(articulation, first)
    touched, found = [], list[Diagnostic]()
    for change in changes:
        try:
            done = apply(tree, change)
        except RefusedError as refused:
            return _Stop(
                change.act, f"{change.device or 'norma.toml'}, {change.page_line}: {refused}"
            )
        touched += [(node, kind, change) for node, kind in done.touched]
        found += done.diagnostics
    records = tuple(
        Alteracao(
            id=f"alt{n}", tipo=kind, alvo=node.id, inicio=change.day, efeitos=change.effects,
            norma=change.act, dispositivo=change.device, motivo=change.reason,
            origem=locate(change.place),
        )
        for n, (node, kind, change) in enumerate(touched, 1)
    )  # fmt: skip
    return _Outcome(tree, records, tuple(found))


def _order(change: Change, acts: Mapping[str, Title]) -> tuple[object, ...]:
    """By day; of one day by the date of the act, then by its number; then by its text."""
    title = acts[change.act]
    number = title.numero or ""
    digits = int(number) if number.isdigit() else 0
    return change.day, title.data or date.min, digits, number, change.act


def _concerns(act: Title | None, em: date | None) -> bool:
    """Whether an act can matter on a day: not, if it was made later."""
    made = _made(act)
    return em is None or made is None or made <= em


def _made(act: Title | None) -> date | None:
    return act.data if act else None


def _stopped(act: str, why: str) -> Diagnostic:
    return diagnose("ALT004", f"{act} altera esta norma e não foi aplicada: {why}")
