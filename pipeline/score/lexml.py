"""Reads a norm in LexML XML as a gold.

In: XML of LexML Brasil (1.0 and later; namespaces are not looked at). Out: `Entry`s with the ids of
the file. What an amending law quotes (Alteracao) is no device of its own.
"""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from pipeline.diagnostics import InputError
from pipeline.score.entries import Entry, folded, group_of

_NAMED = frozenset(
    ("Parte", "Livro", "Titulo", "Subtitulo", "Capitulo", "Secao", "Subsecao",
     "AgrupamentoHierarquico")
)  # fmt: skip
_WORDED = frozenset(("Paragrafo", "Inciso", "Alinea", "Item"))


def read_lexml(text: str, path: Path) -> tuple[Entry, ...]:
    """The devices of a LexML file; raises `InputError` ENT020 for XML that is none."""
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise InputError(
            "ENT020", "o gabarito não é XML bem formado", file=path, line=error.position[0]
        ) from error
    return tuple(_devices(root, path))


def _devices(node: ET.Element, path: Path) -> Iterator[Entry]:
    for child in node:
        name = _local(child)
        if name == "Alteracao":
            continue
        if name in _NAMED | _WORDED | {"Artigo"}:
            own = child.get("id", "")
            if group_of(own) is None:
                raise InputError("ENT020", f"{name} sem id de LexML: «{own}»", file=path)
            yield Entry(own, folded(_text(child, name)))
        yield from _devices(child, path)


def _text(node: ET.Element, name: str) -> str:
    """A grouping's name, an article's caput, or what a device says itself."""
    if name in _NAMED:
        return _all(node, "NomeAgrupador")
    if name == "Artigo":
        return " ".join(_all(child, "p") for child in node if _local(child) == "Caput")
    return _all(node, "p")


def _all(node: ET.Element, name: str) -> str:
    return " ".join("".join(child.itertext()) for child in node if _local(child) == name)


def _local(node: ET.Element) -> str:
    return str(node.tag).rpartition("}")[2]
