"""What hangs in a tree of the grammar: its subtrees, its tokens, their text.

In: nodes and tokens. Out: the same, picked and read. Pure functions for the builder of the model.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipeline.artefacts import JOIN, NAMED, WRAP

if TYPE_CHECKING:
    from lark import Token, Tree

    Node = Tree[Token]


def subtrees(node: "Node") -> "list[Node]":
    """The subtrees that hang on a node itself."""
    return [child for child in node.children if not isinstance(child, str)]


def tokens_of(node: "Node") -> "Iterator[Token]":
    """All tokens below a node, in the order of the text."""
    for child in node.children:
        if isinstance(child, str):
            yield child
        else:
            yield from tokens_of(child)


def parted(node: "Node") -> "tuple[list[Token], Node]":
    """The rubric above the label of a device, if it has one, and the node without it."""
    first = node.children[0]
    if not isinstance(first, str) or not first.endswith(NAMED):
        return [], node
    rest = node.copy()
    rest.children = node.children[1:]
    return [first], rest


def direct_tokens(node: "Node") -> "list[Token]":
    """The tokens that hang on a device itself behind its label: notes without a text."""
    return [child for child in node.children[1:] if isinstance(child, str)]


def ends_of(tokens: "Sequence[Token]") -> tuple[int, int]:
    """Start of the first and end of the last token, without the line's end."""
    start, end = tokens[0].start_pos, tokens[-1].end_pos
    assert start is not None
    assert end is not None
    return start, max(start + 1, end - 1) if tokens[-1].endswith(("\n", NAMED)) else end


def text_of(tokens: "Sequence[Token]") -> str | None:
    """The text of tokens: their lines joined by blanks; None where there is none."""
    joined = (
        "".join(tokens)
        .replace(JOIN, "")
        .replace(WRAP, " ")
        .replace(NAMED, " ")
        .replace("\n", " ")
        .strip()
    )
    return joined or None
