"""What was found: the types that leave this package, and how the best candidate is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.propose.entries import Proposal
from pipeline.propose.evidence import Candidate
from pipeline.spans import Spot

_MARGIN = 100
"""Classes, ten times: two candidates nearer to each other than this are equally likely."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A word that nothing explains, or that two corrections explain equally well."""

    word: str
    spot: Spot
    printed: str
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposals:
    """What a reviewer of a norm may look at next."""

    norm: str
    entries: tuple[Proposal, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    unread: tuple[int, ...] = ()
    """Pages without legible text, for which nothing could be proposed."""


def best_of(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best candidates: one form, or several that are equally likely.

    >>> [one.form for one in best_of([Candidate("prazo", 500, ""), Candidate("prato", 450, "")])]
    ['prazo', 'prato']
    >>> [one.form for one in best_of([Candidate("prazo", 1500, ""), Candidate("prato", 450, "")])]
    ['prazo']
    """
    ranked = sorted(candidates, key=lambda one: (-one.score, one.form))
    forms: dict[str, Candidate] = {}
    for one in ranked:
        if one.score > ranked[0].score - _MARGIN:
            forms.setdefault(one.form, one)
    return list(forms.values())
