"""The stages' artefacts as data, for `lei extract --json` and `lei parse`.

In: pages, normal text or tree. Out: JSON objects, or the tree as indented lines.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pipeline.artefacts import JOIN, NAMED, WRAP, NormalText, Pages, ParsedText
from pipeline.spans import Spot

if TYPE_CHECKING:
    from lark import Token, Tree


def extracted(pages: Pages, normal: NormalText) -> dict[str, Any]:
    """Pages with their printed lines, and all edits and discards, blanks and joins included."""
    return {
        "extrator": pages.extractor,
        "paginas": [
            {
                "numero": page.number,
                "metodo": page.method,
                "qualidade": page.quality,
                "confianca": page.confidence,
                "giro": page.turn,
                "linhas": [
                    {"linha": line.spot.line, "texto": line.text, "caixa": line.spot.box}
                    for line in page.lines
                ],
                "duvidosas": [
                    {"linha": one.spot.line, "palavra": one.word, "confianca": one.confidence,
                     "caixa": one.spot.box}
                    for one in page.doubts
                ],
            }
            for page in pages.pages
        ],
        "edicoes": [
            {"antes": edit.before, "depois": edit.after, "regra": edit.rule,
             "motivo": edit.reason, **_place(edit.spot)}
            for edit in normal.edits
        ],
        "juncoes": [
            {"tipo": "palavra" if line.lead == JOIN else "linha", **_place(line.spot)}
            for line in normal.lines
            if line.lead in (JOIN, WRAP)
        ],
        "descartes": [
            {"texto": one.text, "motivo": one.motive, **_place(one.spot)}
            for one in normal.discards
        ],
    }  # fmt: skip


def _place(spot: Spot) -> dict[str, int]:
    return {"pagina": spot.page, "linha": spot.line}


def parsed(tree: ParsedText) -> dict[str, Any]:
    """The tree: rules with their children, tokens with their text and place."""
    return _node(tree.tree, tree.normal)


def _node(node: "Tree[Token] | Token", normal: NormalText) -> dict[str, Any]:
    if isinstance(node, str):
        start, end = node.start_pos or 0, node.end_pos or 0
        places = [
            {"pagina": at.page, "linhas": [at.first, at.last]}
            for at in normal.place(start, max(start + 1, end - 1))
        ]
        return {"terminal": node.type, "texto": _shown(node), "origem": places}
    return {"regra": str(node.data), "filhos": [_node(child, normal) for child in node.children]}


def outline(tree: ParsedText) -> Iterator[str]:
    """The tree, one node a line."""
    yield from _lines(tree.tree, 0)


def _lines(node: "Tree[Token] | Token", depth: int) -> Iterator[str]:
    if isinstance(node, str):
        yield f"{'  ' * depth}{node.type} {_shown(node)}"
        return
    yield f"{'  ' * depth}{node.data}"
    for child in node.children:
        yield from _lines(child, depth + 1)


def _shown(text: str) -> str:
    return text.replace(JOIN, "").replace(WRAP, " ").replace(NAMED, " ").strip()
