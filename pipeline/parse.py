"""Normal text → tree.

In: `NormalText`. Out: `ParsedText`, a tree whose tokens carry offsets of the text. Promises: the
tokens are the text, whole; where the text does not parse, each article is tried apart, and one
that does not parse becomes a single stretch of text with an `erro` instead of taking others along.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from pipeline.artefacts import BREAK, NAMED, WRAP, NormalText, ParsedText
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import CONTAINERS, LABELS, opens_closing, parser
from pipeline.labels import Kind, Reading

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

Chunk = tuple[int, int]
"""Start and end of a stretch of the text."""


def parse(normal: NormalText) -> ParsedText:
    """Parse a norm; an article that can't be read is kept as plain text and reported (GRA001).

    >>> # parse(normal).tree.data → 'norma'
    """
    text = normal.text
    outcome = _try(text)
    if not isinstance(outcome, _Failure):
        return ParsedText(outcome, normal, (), tuple(_unread(outcome, normal)))
    unparsed: dict[Chunk, Diagnostic] = {}
    chunks = _chunks(normal)
    for chunk in chunks:
        alone = _try(text, chunk)
        if isinstance(alone, _Failure):
            unparsed[chunk] = _report(normal, chunk, alone)
    tree = _whole(text, chunks, unparsed, normal)
    lines = tuple(sorted(normal.line_at(start) for start, _ in unparsed))
    found = (*unparsed.values(), *_unread(tree, normal, list(unparsed)))
    return ParsedText(tree, normal, lines, found)


def _whole(
    text: str, chunks: list[Chunk], unparsed: dict[Chunk, Diagnostic], normal: NormalText
) -> "Tree[Token]":
    """Parse the whole with the unreadable chunks as plain text.

    Chunks that are good each by itself may still not follow each other; the one at which the
    parser stops is then plain text, too. If nothing helps, all of it is one stretch of text.
    """
    while True:
        plain = text
        for start, end in unparsed:
            # A label may stay at its place; what opened a fecho may not.
            at = normal.line_at(start)
            named = normal.lines[at + 1 : at + 2] if text.find(NAMED, start, end) > 0 else ()
            labelled = any(one.head for one in (normal.lines[at], *named))
            first = start if labelled else max(0, start - 1)
            plain = plain[:first] + plain[first : end - 1].replace(BREAK, WRAP) + plain[end - 1 :]
        outcome = _try(plain)
        if not isinstance(outcome, _Failure):
            return outcome
        before = [c for c in chunks if c[0] <= outcome.offset and c not in unparsed]
        if not before:
            return parser().parse(text[:-1].replace(BREAK, WRAP) + BREAK)
        unparsed[before[-1]] = _report(normal, before[-1], outcome)


def _unread(
    tree: "Tree[Token]", normal: NormalText, unparsed: Sequence[tuple[int, int]] = ()
) -> Iterator[Diagnostic]:
    """Labels that `normalise` accepted and the grammar took for text: none may pass in silence."""
    read = {leaf.start_pos for leaf in _leaves(tree) if leaf.type in (*LABELS, *CONTAINERS)}
    for line, start in zip(normal.lines, normal.starts, strict=True):
        if line.head is None or start in read:
            continue
        if any(first < start < end for first, end in unparsed):
            continue
        message = f"«{line.head.shown}» foi aceito como rótulo e a gramática o leu como texto"
        yield diagnose("GRA002", message, place=line.spot, mark=line.head.clear.strip())


def _leaves(tree: "Tree[Token]") -> "Iterator[Token]":
    """All tokens of a tree, in no order."""
    nodes = [tree]
    while nodes:
        for child in nodes.pop().children:
            if isinstance(child, str):
                yield child
            else:
                nodes.append(child)


class _Failure:
    """Where the parser stopped."""

    def __init__(self, cause: "UnexpectedInput", end: int) -> None:
        self.cause = cause
        self.offset = min(cast("int", cause.pos_in_stream), end - 1)


def _try(text: str, chunk: Chunk | None = None) -> "Tree[Token] | _Failure":
    from lark import TextSlice
    from lark.exceptions import UnexpectedInput

    start, end = chunk or (0, len(text))
    try:
        return parser().parse(TextSlice(text, start, end))
    except UnexpectedInput as error:
        return _Failure(error, end)


def _chunks(normal: NormalText) -> list[Chunk]:
    """The stretches of text that can fail apart: the opening, each heading, each article, the end.

    Each is a norm by itself, as far as the grammar goes.
    """
    starts = [0]
    above = 0  # where the line before begins
    for line, start in zip(normal.lines, normal.starts, strict=True):
        opens = _opens_chunk(line.head) if line.head else opens_closing(line.text)
        first = above if line.lead == NAMED else start
        if first and line.lead in (BREAK, NAMED) and opens:
            starts.append(first)
        above = start
    return list(zip(starts, [*starts[1:], len(normal.text)], strict=True))


def _opens_chunk(head: Reading) -> bool:
    return head.kind is not None and (head.kind.is_grouping or head.kind is Kind.ARTIGO)


def _report(normal: NormalText, chunk: Chunk, failure: _Failure) -> Diagnostic:
    start, _ = chunk
    at = normal.line_at(failure.offset)
    line = normal.lines[at]
    what = line.head.shown if line.head else "este trecho"
    return diagnose(
        "GRA001",
        f"a gramática parou em «{what}», que não pode estar neste lugar",
        place=normal.place(start, max(start + 1, failure.offset)),
        device=normal.lines[normal.line_at(start)].device,
        mark=line.text[:40],
    )
