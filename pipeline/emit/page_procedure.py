"""Procedure and defence: the reviewed steps, with the words of the norm and the deadlines in them.

In: a `NormView`. Out: `Step`s and `Deadline`s for `procedimento.md.j2`. Promises: the norm is
quoted from the catalogue, word by word; a deadline is what the text prints as one, never computed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.emit.page_norm import NormView
from pipeline.model import Dispositivo
from pipeline.reviewed import Passo

_DEADLINE = re.compile(
    r"\b\d+ ?(?:\([^()]{2,40}\) ?)?(?:dias?|horas?|m[eê]s|meses|anos?)\b(?: (?:úteis|corridos))?"
)

_AROUND = 110  # signs


@dataclass(frozen=True, slots=True)
class Quote:
    """A device's text in pieces; every second one is a deadline."""

    device: Dispositivo
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its quotes."""

    step: Passo
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline with some words around it."""

    device: Dispositivo
    before: str
    words: str
    behind: str


def deadlines(found: Iterable[Step]) -> list[Deadline]:
    """The deadlines of all steps, each once."""
    rows: dict[tuple[str, int], Deadline] = {}
    for step in found:
        for quote in step.quotes:
            pieces = quote.pieces
            for at in range(1, len(pieces), 2):
                row = Deadline(
                    quote.device,
                    _end(pieces[at - 1], whole=at == 1), pieces[at],
                    _start(pieces[at + 1], whole=at + 2 == len(pieces)),
                )  # fmt: skip
                rows.setdefault((quote.device.id, at), row)
    return list(rows.values())


def _end(text: str, *, whole: bool) -> str:
    """The last words of a text, which is `whole` if nothing stands before it."""
    if len(text) > _AROUND:
        return "… " + text[-_AROUND:].partition(" ")[2]
    return text if whole else "… " + text.lstrip(" ,;")


def _start(text: str, *, whole: bool) -> str:
    """The first words of a text, which is `whole` if nothing stands behind it."""
    if len(text) > _AROUND:
        return text[:_AROUND].rpartition(" ")[0] + " …"
    return text if whole else text.rstrip(" ,;") + " …"


def steps(view: NormView) -> list[Step]:
    """All steps, in the order in which they were written."""
    return [
        Step(one, tuple(_quote(view.places[name].device) for name in one.dispositivos))
        for one in view.reviewed.passos
    ]


def _quote(device: Dispositivo) -> Quote:
    text, pieces, end = device.texto or "", [], 0
    for found in _DEADLINE.finditer(text):
        pieces += [text[end : found.start()], found[0]]
        end = found.end()
    return Quote(device, (*pieces, text[end:]))
