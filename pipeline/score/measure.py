"""Counts what two lists of devices share.

In: the devices compiled and those of the gold. Out: `Score`. Devices are the same if their ids are
(1u ≡ 1); texts are compared on devices of both sides whose text the gold gives.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from pipeline.score.entries import GROUPS, Entry, folded, group_of, same


@dataclass(frozen=True, slots=True)
class Counts:
    """How many devices of a kind there are: compiled, in the gold, in both."""

    made: int
    gold: int
    both: int

    @property
    def precision(self) -> float | None:
        """The share of those compiled that the gold has; None where nothing was compiled."""
        return self.both / self.made if self.made else None

    @property
    def recall(self) -> float | None:
        """The share of the gold's that were compiled; None where the gold has none."""
        return self.both / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None where neither side has any.

        >>> Counts(made=4, gold=4, both=3).f1, Counts(0, 0, 0).f1
        (0.75, None)
        """
        return 2 * self.both / (self.made + self.gold) if self.made or self.gold else None


@dataclass(frozen=True, slots=True)
class Difference:
    """A text that is not the gold's: the edits between them, and where they part."""

    id: str
    made: str
    gold: str
    distance: int
    at: int


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts compared: how many, how many are equal, the gold's characters, the edits."""

    compared: int
    equal: int
    characters: int
    distance: int

    @property
    def accuracy(self) -> float | None:
        """1 − edit distance / length of the gold's texts, at least 0; None without texts.

        >>> Texts(compared=2, equal=1, characters=200, distance=1).accuracy
        0.995
        """
        return max(0.0, 1 - self.distance / self.characters) if self.characters else None


@dataclass(frozen=True, slots=True)
class Score:
    """A compilation against its gold; lists stand in printed order."""

    groups: dict[str, Counts]
    all: Counts
    texts: Texts
    lost: tuple[str, ...]
    invented: tuple[str, ...]
    different: tuple[Difference, ...]

    @property
    def lowest(self) -> float:
        """The least of all measures: what a limit is held against."""
        measures = [one.f1 for one in self.groups.values()] + [self.all.f1, self.texts.accuracy]
        return min(one for one in measures if one is not None)


def measure(
    made: Sequence[Entry], gold: Sequence[Entry], apart: frozenset[str] = frozenset()
) -> Score:
    """Compare the devices compiled with those of a gold, but for the ids `apart`.

    >>> found = measure([Entry("art1", "A taxa."), Entry("art3", "")], [Entry("art1", "A taxa;")])
    >>> found.invented, found.all.precision, found.texts.distance
    (('art3',), 0.5, 1)
    """
    ours = {same(one.id): one for one in made}
    theirs = {same(one.id): one for one in gold}
    for name in {same(one) for one in apart} & (ours.keys() | theirs.keys()):
        if name in ours and name in theirs:
            theirs[name] = theirs[name]._replace(text=None, closing=None)
        else:
            ours.pop(name, None)
            theirs.pop(name, None)
    shared = [(ours[name], one) for name, one in theirs.items() if name in ours]
    pairs = [pair for mine, one in shared for pair in _texts(mine, one)]
    different = tuple(_difference(*pair) for pair in pairs if pair[1] != pair[2])
    return Score(
        {name: _count(ours, theirs, name) for name in GROUPS},
        Counts(len(ours), len(theirs), len(shared)),
        Texts(
            len(pairs), len(pairs) - len(different), sum(len(right) for _, _, right in pairs),
            sum(one.distance for one in different),
        ),
        tuple(one.id for name, one in theirs.items() if name not in ours),
        tuple(one.id for name, one in ours.items() if name not in theirs),
        different,
    )  # fmt: skip


def _count(ours: dict[str, Entry], theirs: dict[str, Entry], group: str) -> Counts:
    mine = {name for name in ours if group_of(name) == group}
    right = {name for name in theirs if group_of(name) == group}
    return Counts(len(mine), len(right), len(mine & right))


def _texts(mine: Entry, gold: Entry) -> list[tuple[str, str, str]]:
    """The texts of one device that can be compared, each with the gold's."""
    pairs = []
    if gold.text is not None:
        pairs.append((mine.id, folded(mine.text or ""), folded(gold.text)))
    if gold.closing is not None and (gold.closing or mine.closing):
        pairs.append((mine.id, folded(mine.closing or ""), folded(gold.closing)))
    return pairs


def _difference(name: str, made: str, gold: str) -> Difference:
    at = next(
        (n for n, (mine, right) in enumerate(zip(made, gold, strict=False)) if mine != right),
        min(len(made), len(gold)),
    )
    return Difference(name, made, gold, Levenshtein.distance(made, gold), at)
