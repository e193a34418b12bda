"""What was found and what was changed: inconsistencies, corrections, discarded lines.

In: a `NormView`. Out: rows for `inconsistencias.md.j2` and `correcoes.md.j2`. Promises: every
diagnostic, correction and discard of the catalogue is shown, the law's own faults first.
"""

import json
from collections import Counter
from dataclasses import dataclass
from typing import get_args

from pipeline.codes import Classe, Nivel
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_words import CERTEZAS, finding
from pipeline.model import Correcao, Diagnostico
from pipeline.reviewed import Passo

_LEVELS: tuple[Nivel, ...] = get_args(Nivel)


@dataclass(frozen=True, slots=True)
class CodeGroup:
    """Diagnostics of one code and class; `help` is theirs in common, if they have one."""

    code: str
    title: str
    has_page: bool
    help: str | None
    found: tuple[Diagnostico, ...]


@dataclass(frozen=True, slots=True)
class ClassGroup:
    """Diagnostics of one class, by code."""

    classe: Classe
    title: str
    groups: tuple[CodeGroup, ...]

    @property
    def count(self) -> int:
        """Number of diagnostics."""
        return sum(len(group.found) for group in self.groups)


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A correction with the words by column that the page's filter offers, as JSON."""

    correction: Correcao
    rule: str
    filters: str


@dataclass(frozen=True, slots=True)
class DiscardRow:
    """A discarded line, with all the pages that have it."""

    text: str
    motive: str
    places: tuple[tuple[int, int], ...]


def classes(view: NormView) -> list[ClassGroup]:
    """All diagnostics, those about the law itself first."""
    kind = view.especie
    norm = f"{kind.da[:1].upper()}{kind.da[1:]} em si"
    titles: dict[Classe, str] = {
        "norma": norm,
        "ocr": "Da impressão ou da digitalização",
        "compilador": "Do compilador",
    }
    found = []
    for classe, title in titles.items():
        own = [one for one in view.catalogue.diagnosticos if one.classe == classe]
        if own:
            found.append(ClassGroup(classe, title, tuple(_by_code(view, own))))
    return found


def _by_code(view: NormView, found: list[Diagnostico]) -> list[CodeGroup]:
    by_code: dict[str, list[Diagnostico]] = {}
    for one in sorted(found, key=lambda one: _LEVELS.index(one.nivel)):
        by_code.setdefault(one.codigo, []).append(one)
    groups = []
    for code, own in by_code.items():
        helps = {one.ajuda for one in own}
        groups.append(
            CodeGroup(
                code,
                finding(own[0]),
                code in view.codes,
                helps.pop() if len(helps) == 1 else None,
                tuple(own),
            )
        )
    return groups


def unclear(view: NormView) -> list[Passo]:
    """Steps of the procedure of which a reader noted that the norm leaves them unclear."""
    return [one for one in view.reviewed.passos if one.ressalva]


def corrections(view: NormView) -> list[CorrectionRow]:
    """All corrections, in the order of the text."""
    rows = []
    for one in view.catalogue.correcoes:
        rule = "errata revista" if one.regra == "errata" else f"reparo: {_spaced(one.regra)}"
        filters = {
            "pagina": [f"página {place.pagina}" for place in one.origem],
            "regra": [rule],
            "certeza": [CERTEZAS[one.certeza]],
        }
        rows.append(CorrectionRow(one, rule, json.dumps(filters, ensure_ascii=False)))
    return rows


def _spaced(rule: str) -> str:
    return rule.replace("_", " ")


def by_page(view: NormView) -> list[tuple[int, int]]:
    """Pages with their number of corrections, those without any left in as 0."""
    counted = Counter(one.origem[0].pagina for one in view.catalogue.correcoes if one.origem)
    return [(page.numero, counted[page.numero]) for page in view.catalogue.fonte.paginas]


def discards(view: NormView) -> list[DiscardRow]:
    """Discarded lines; one that every page repeats is one row, page numbers are another."""
    rows: dict[tuple[str, str], list[tuple[int, int]]] = {}
    texts: dict[tuple[str, str], list[str]] = {}
    for one in view.catalogue.descartes:
        counts = one.motivo == "numero_de_pagina"
        key = (one.motivo, "" if counts else one.texto)
        texts.setdefault(key, []).append(one.texto)
        rows.setdefault(key, []).extend((at.pagina, at.linhas[0]) for at in one.origem)
    return [
        DiscardRow(", ".join(dict.fromkeys(texts[key])), key[0], tuple(places))
        for key, places in rows.items()
    ]
