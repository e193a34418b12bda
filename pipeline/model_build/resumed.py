"""Incisos that go on the list of a caput behind a paragraph of the article.

In: what hangs on a device in the tree, and the id that `normalise` gave the line of a label. Out:
the same, where such an inciso stands beside the paragraph in which the grammar has it. Order and
number stay as printed, and `check` reports the place (NUM003). LC 95/1998, art. 10, II and III, has
the paragraphs behind all incisos of the caput.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pipeline.model_build.tokens import subtrees

if TYPE_CHECKING:
    from lark import Token, Tree

    Node = Tree[Token]


def resumed(below: "list[Node]", device_at: "Callable[[Token], str | None]") -> "Iterator[Node]":
    """The nodes below a device, with the incisos of its caput taken out of its paragraphs.

    >>> # "I - um;" / "Parágrafo único. O prazo é curto." / "II - dois." → inciso, parágrafo, inciso
    """
    for node in below:
        own = subtrees(node) if node.data == "paragrafo" else []
        of_caput = [one for one in own if one.data == "inciso" and _of_caput(one, device_at)]
        if not of_caput:
            yield node
            continue
        paragraph = node.copy()
        paragraph.children = [one for one in node.children if one not in of_caput]
        yield paragraph
        yield from of_caput


def _of_caput(node: "Node", device_at: "Callable[[Token], str | None]") -> bool:
    label = node.children[0]
    assert isinstance(label, str)
    return (device_at(label) or "").rpartition("_")[0].endswith("_cpt")
