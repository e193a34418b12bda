"""A score for people, in Portuguese, and for programs.

In: `Score`. Out: lines of text without markup, or data for JSON. Measures keep four digits, and
only what is perfect is shown as 1.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from pipeline.score.entries import GROUPS
from pipeline.score.measure import Counts, Difference, Score

_NAMES = dict(
    zip(
        GROUPS,
        ("agrupamentos", "artigos", "parágrafos", "incisos", "alíneas", "itens"),
        strict=True,
    )
)
_BEFORE, _AFTER = 24, 48
_HEAD = f"{'':<14}{'gabarito':>9}{'compilados':>12}{'comuns':>8}{'precisão':>10}{'revocação':>11}"


def show_score(score: Score, most: int | None) -> Iterator[str]:
    """The measures as a table, and at most `most` lines of each list of faults (None: all)."""
    yield f"{_HEAD}{'F1':>8}"
    for group, counts in score.groups.items():
        if counts.f1 is not None:
            yield _row(_NAMES[group], counts)
    yield _row("todos", score.all)
    texts = score.texts
    yield (
        f"textos: exatidão {_shown(texts.accuracy)} ({texts.distance} de {texts.characters} "
        f"caracteres; {texts.equal} de {texts.compared} textos iguais)"
    )
    for title, names in (("perdidos", score.lost), ("inventados", score.invented)):
        if names:
            yield f"{title} ({len(names)}): {', '.join(names[:most])}{_rest(names, most)}"
    if score.different:
        yield f"com outro texto ({len(score.different)}):"
        for one in score.different[:most]:
            yield from _parted(one)
        if most is not None and len(score.different) > most:
            yield f"  … mais {len(score.different) - most}; todos com --verbose ou --json"


def score_data(score: Score) -> dict[str, Any]:
    """A score as data for JSON: measures that can't be taken are null.

    >>> # score_data(score)["todos"]["f1"] → 0.9876
    """
    texts = score.texts
    return {
        "tipos": {group: _counted(counts) for group, counts in score.groups.items()},
        "todos": _counted(score.all),
        "textos": {
            "comparados": texts.compared,
            "iguais": texts.equal,
            "caracteres": texts.characters,
            "distancia": texts.distance,
            "exatidao": _cut(texts.accuracy),
        },
        "perdidos": list(score.lost),
        "inventados": list(score.invented),
        "diferentes": [
            {
                "id": one.id,
                "distancia": one.distance,
                "posicao": one.at,
                "gabarito": one.gold,
                "compilado": one.made,
            }
            for one in score.different
        ],
    }


def _counted(counts: Counts) -> dict[str, Any]:
    return {
        "gabarito": counts.gold,
        "compilados": counts.made,
        "comuns": counts.both,
        "precisao": _cut(counts.precision),
        "revocacao": _cut(counts.recall),
        "f1": _cut(counts.f1),
    }


def _row(name: str, counts: Counts) -> str:
    return (
        f"{name:<14}{counts.gold:>9}{counts.made:>12}{counts.both:>8}"
        f"{_shown(counts.precision):>10}{_shown(counts.recall):>11}{_shown(counts.f1):>8}"
    )


def _cut(measure: float | None) -> float | None:
    """Four digits, never rounded up: what is not perfect is not shown as 1.

    >>> _cut(0.99999)
    0.9999
    """
    return None if measure is None else math.floor(measure * 10_000) / 10_000


def _shown(measure: float | None) -> str:
    cut = _cut(measure)
    return "–" if cut is None else f"{cut:.4f}".replace(".", ",")


def _rest(names: Sequence[str], most: int | None) -> str:
    over = 0 if most is None else len(names) - most
    return f" … mais {over}; todos com --verbose ou --json" if over > 0 else ""


def _parted(one: Difference) -> Iterator[str]:
    """Both texts around the place where they part."""
    yield f"  {one.id} (distância {one.distance}, na posição {one.at})"
    yield f"    gabarito: {_window(one.gold, one.at)}"
    yield f"    compilado: {_window(one.made, one.at)}"


def _window(text: str, at: int) -> str:
    start, end = max(0, at - _BEFORE), at + _AFTER
    piece = f"{'…' * (start > 0)}{text[start:end]}{'…' * (end < len(text))}"
    # A text of a law moves no cursor.
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in piece)
