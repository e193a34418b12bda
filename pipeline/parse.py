"""Normal text → tree.

In: `NormalText`. Out: `ParsedText`, a tree whose tokens carry offsets of the text. Promises: the
tokens are the text, whole; where the text does not parse, each article is tried apart, and one
that does not parse becomes a single stretch of text with an `erro` instead of taking others along.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.artefacts import BREAK, WRAP, NormalText, ParsedText
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import LABELS, parser
from pipeline.labels import Kind, Reading

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput


def parse(normal: NormalText) -> ParsedText:
    """Parse a norm; an article that can't be read is kept as plain text and reported (GRA001).

    >>> # parse(normal).tree.data → 'norma'
    """
    text = normal.text
    outcome = _try(text)
    if not isinstance(outcome, _Failure):
        return ParsedText(outcome, normal, (), tuple(_unread(outcome, normal)))
    chunks = _chunks(normal)
    unparsed: dict[int, Diagnostic] = {}
    while isinstance(outcome, _Failure):
        at = max((n for n, (start, _) in enumerate(chunks) if start <= outcome.offset), default=0)
        while at in unparsed and at > 0:
            at -= 1  # the fault shows only where the next chunk begins
        if at in unparsed:
            raise AssertionError("plain text must parse") from outcome.cause
        start, end = chunks[at]
        unparsed[at] = _report(normal, start, outcome)
        text = text[:start] + text[start : end - 1].replace(BREAK, WRAP) + text[end - 1 :]
        outcome = _try(text)
    lines = tuple(normal.line_at(chunks[at][0]) for at in sorted(unparsed))
    inside = [chunks[at] for at in unparsed]
    found = (
        *(unparsed[at] for at in sorted(unparsed)),
        *(_unread(outcome, normal, inside)),
    )
    return ParsedText(outcome, normal, lines, found)


def _unread(
    tree: "Tree[Token]", normal: NormalText, unparsed: Sequence[tuple[int, int]] = ()
) -> Iterator[Diagnostic]:
    """Labels that `normalise` accepted and the grammar took for text: none may pass in silence."""
    read = {token.start_pos for token in tree.scan_values(lambda token: token.type in LABELS)}
    for line, start in zip(normal.lines, normal.starts, strict=True):
        if line.head is None or start in read:
            continue
        if any(first < start < end for first, end in unparsed):
            continue
        message = f"«{line.head.shown}» foi aceito como rótulo e a gramática o leu como texto"
        yield diagnose(
            "GRA002", message, place=line.spot, excerpt=line.text, mark=line.head.clear.strip()
        )


class _Failure:
    """Where the parser stopped."""

    def __init__(self, cause: "UnexpectedInput", end: int) -> None:
        self.cause = cause
        offset = cause.pos_in_stream
        self.offset = end - 1 if offset is None or offset < 0 else offset


def _try(text: str) -> "Tree[Token] | _Failure":
    from lark.exceptions import UnexpectedInput

    try:
        return parser().parse(text)
    except UnexpectedInput as error:
        return _Failure(error, len(text))


def _chunks(normal: NormalText) -> list[tuple[int, int]]:
    """The stretches of text that can fail apart: what precedes the first label, each article."""
    starts = [0]
    for line, start in zip(normal.lines, normal.starts, strict=True):
        if start and line.head and _opens_chunk(line.head):
            starts.append(start)
    return list(zip(starts, [*starts[1:], len(normal.text)], strict=True))


def _opens_chunk(head: Reading) -> bool:
    return head.kind is not None and (head.kind.is_grouping or head.kind is Kind.ARTIGO)


def _report(normal: NormalText, start: int, failure: _Failure) -> Diagnostic:
    at = normal.line_at(failure.offset)
    line = normal.lines[at]
    what = line.head.shown if line.head else "este trecho"
    return diagnose(
        "GRA001",
        f"a gramática parou em «{what}», que não pode estar neste lugar",
        place=normal.place(start, max(start + 1, failure.offset)),
        device=normal.lines[normal.line_at(start)].device,
        excerpt=line.text,
        mark=line.text[:40],
    )
