"""Rubrics: the name of an article or a paragraph on a line above its label, as penal codes have it.

In: the lines of a norm, the readings of their heads, the places of notes. Out: the lines that are
such a name. LC 95/1998 knows none, so the norm must show that it has them: a short line in small
letters, without a final mark, right above the label, at most of its articles from the first such
line on. One line alone may as well head all that follows (`headings`). Pure functions.
"""

import re
from collections.abc import Mapping, Sequence

from pipeline.labels import Kind, Reading
from pipeline.normalise.flow import Flow, begins_name, flow, is_heading
from pipeline.normalise.heads import is_cited
from pipeline.normalise.notes import NotePlaces

_RUBRIC = re.compile(r"(?=[^a-zà-ÿ]{0,4}[a-zà-ÿ])[A-ZÀ-Ý][^\n\d:;]{2,90}[A-Za-zÀ-ÿ)]")
FEWEST = 2
"""Articles with a rubric, at least; below that nothing shows a style."""


def find_rubrics(
    lines: Sequence[str], readings: Sequence[Sequence[Reading]], notes: NotePlaces
) -> Mapping[int, int]:
    """Where the name of an article or paragraph begins, and the line of the label below it.

    >>> from pipeline.labels import readings
    >>> text = "Art. 1º Matar.\\nFurto\\nArt. 2º Furtar.\\nRoubo\\nArt. 3º Roubar.".split("\\n")
    >>> find_rubrics(text, [readings(line) for line in text], NotePlaces())
    {1: 2, 3: 4}
    """
    found: dict[int, int] = {}
    articles: list[int] = []
    for at, line in enumerate(lines[:-1]):
        if _kind(readings[at]) is Kind.ARTIGO:
            articles.append(at)
        elif line[:1].isupper() and _is_bare(at, readings, notes):
            below = at + 1
            if lines[below][:1].islower() and _is_bare(below, readings, notes):
                below += 1
            name = " ".join(lines[at:below])
            if (
                _takes_name(lines, readings, below)
                and _may_be_name(name)
                and _stands_apart(lines, readings, at, begun=bool(articles))
            ):
                found[at] = below
    of_articles = [at for at in found.values() if _kind(readings[at]) is Kind.ARTIGO]
    fewest = max(FEWEST, sum(at >= of_articles[0] for at in articles) / 2) if of_articles else 1
    return found if len(of_articles) >= fewest else {}


def _is_bare(at: int, readings: Sequence[Sequence[Reading]], notes: NotePlaces) -> bool:
    """Whether a line has no label and no note; a lone "Multa" may be a value or a name."""
    labelled = any(one.printed for one in readings[at])
    return not labelled and at not in notes.inside and at not in notes.starts


def _may_be_name(text: str) -> bool:
    own = _RUBRIC.fullmatch(text) is not None and flow(text) is not Flow.RUNS_ON
    return own and not begins_name(text)


def _stands_apart(
    lines: Sequence[str], readings: Sequence[Sequence[Reading]], at: int, *, begun: bool
) -> bool:
    """Whether nothing goes on in a line: the sentence above it is finished, the preâmbulo ends
    there, or what stands there needs no final mark, as a heading's name and a sanction's value.

    Below a heading's label alone stands its own name: "Seção I", "Objetivo".
    """
    above = lines[at - 1] if at else ""
    label = readings[at - 1][0] if at and readings[at - 1] else None
    if label and label.kind and label.kind.is_grouping and above.strip() == label.printed.strip():
        return False
    if not above or flow(above) is Flow.CLOSED:
        return bool(above) and not above.endswith(";") and (not begun or above[-1] != ":")
    heads = [readings[n][0] for n in (at - 1, at - 2) if n >= 0 and readings[n]]
    own = bool(heads) and heads[0].exact and (heads[0].kind is None or heads[0].kind.is_grouping)
    return (own or is_heading(above)) and flow(above) is Flow.OPEN and above[-1] != ","


def _takes_name(lines: Sequence[str], readings: Sequence[Sequence[Reading]], at: int) -> bool:
    """Whether an article or a paragraph clearly begins at a line."""
    if at >= len(lines) or _kind(readings[at]) not in (Kind.ARTIGO, Kind.PARAGRAFO):
        return False
    label = readings[at][0]
    rest = lines[at][len(label.printed) :]
    return not is_cited(label, rest) and not rest[:1].islower()


def _kind(readings: Sequence[Reading]) -> Kind | None:
    """The kind of the clear label of a line."""
    return readings[0].kind if readings and readings[0].exact else None
