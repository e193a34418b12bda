"""Two texts word by word.

In: two texts. Out: runs of words that both have, or one of them alone. Promises: the runs rebuild
both texts sign for sign; the time is bounded: what is too long to be compared by words is compared
by sentences, and what is too long for that is given whole.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from pipeline.compare.records import TipoTrecho, Trecho

_WORD = re.compile(r"\s*\S+|\s+\Z")
_SENTENCE = re.compile(r"(?<=[.;:])(?=\s)|(?<=\n)")
_MOST_WORDS = 2000
"""In a run of each side; the search takes time by the square of it."""
_MOST_SENTENCES = 4000
_KEPT = 0.25
"""Where less than this share of the words stays, they are by chance the same."""

_SHORT = 3
"""A word of so few letters between two changes is not kept apart: it would tear them in pieces."""

Run = tuple[TipoTrecho, str]
_BLOCK: tuple[TipoTrecho, ...] = ("igual", "retirado", "incluido")


def compare_words(before: str | None, after: str | None) -> tuple[Trecho, ...]:
    """The runs of two texts; none and an empty text are alike.

    >>> [(one.tipo, one.texto) for one in compare_words("em dez dias", "em vinte dias")]
    [('igual', 'em'), ('retirado', ' dez'), ('incluido', ' vinte'), ('igual', ' dias')]
    """
    old, new = _WORD.findall(before or ""), _WORD.findall(after or "")
    runs = _gather(_trimmed(old, new))
    same = sum(len(text) for kind, text in runs if kind == "igual")
    if same < _KEPT * min(len(before or ""), len(after or "")):
        runs = _gather(_whole(old, new))
    return tuple(Trecho(tipo=kind, texto=text) for kind, text in runs)


def _trimmed(old: Sequence[str], new: Sequence[str]) -> Iterator[Run]:
    """Most amendments touch a few words: what both begin and end with needs no search."""
    most = min(len(old), len(new))
    head = next((n for n in range(most) if old[n] != new[n]), most)
    left = most - head
    tail = next((n for n in range(left) if old[-1 - n] != new[-1 - n]), left)
    yield "igual", "".join(old[:head])
    yield from _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    yield "igual", "".join(old[len(old) - tail :])


def _middle(old: Sequence[str], new: Sequence[str]) -> Iterator[Run]:
    if max(len(old), len(new)) <= _MOST_WORDS:
        yield from _matched(old, new, by_words=True)
        return
    sentences = [_SENTENCE.split("".join(one)) for one in (old, new)]
    if max(map(len, sentences)) <= _MOST_SENTENCES:
        yield from _matched(*sentences, by_words=False)
    else:
        yield from _whole(old, new)


def _matched(old: Sequence[str], new: Sequence[str], *, by_words: bool) -> Iterator[Run]:
    # Words as frequent as «de» and «a» are no seeds in a long text (`autojunk`): they would take
    # the time, and align what has nothing in common.
    for kind, a, b, c, d in SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            yield "igual", "".join(old[a:b])
            continue
        words = [_WORD.findall("".join(one)) for one in (old[a:b], new[c:d])]
        if not by_words and max(map(len, words)) <= _MOST_WORDS:
            yield from _matched(*words, by_words=True)
        else:
            yield from _whole(old[a:b], new[c:d])


def _whole(old: Sequence[str], new: Sequence[str]) -> Iterator[Run]:
    yield "retirado", "".join(old)
    yield "incluido", "".join(new)


def _gather(runs: Iterable[Run]) -> list[Run]:
    """Runs of one kind as one; between two that stay, what went stands before what came."""
    blocks = [["", "", ""]]  # what stays, then what went and what came behind it
    for kind, text in runs:
        if kind == "igual" and text and any(blocks[-1][1:]):
            blocks.append(["", "", ""])
        blocks[-1][_BLOCK.index(kind)] += text
    kept = blocks[:1]
    for block in blocks[1:]:
        same, went, came = block
        if (went or came) and len(same.strip()) <= _SHORT:
            kept[-1][1] += same + went
            kept[-1][2] += same + came
        else:
            kept.append(block)
    return [
        (kind, text) for block in kept for kind, text in zip(_BLOCK, block, strict=True) if text
    ]


def shortened(runs: Iterable[Trecho], around: int = 8) -> tuple[Trecho, ...]:
    """The runs for a reader of the changes: of what stays, the words next to them.

    >>> [one.texto for one in shortened(compare_words("a b c d e f", "a b c d e X"), 2)]
    ['… d e', ' f', ' X']
    """
    told = list(runs)
    return tuple(
        one
        if one.tipo != "igual"
        else Trecho(tipo="igual", texto=_shortened(one.texto, around, n == 0, n == len(told) - 1))
        for n, one in enumerate(told)
    )


def _shortened(text: str, around: int, first: bool, last: bool) -> str:
    words = _WORD.findall(text)
    head, tail = (0 if first else around), (0 if last else around)
    if len(words) <= head + tail + 1:
        return text
    opening = "".join(words[:head])
    closing = "".join(words[len(words) - tail :]) if tail else ""
    return f"{opening}{' ' if opening else ''}…{closing}"
