"""The table of infractions, and the page of groups, points and fines.

In: a `NormView`. Out: rows for `infracoes.md.j2` and `multas.md.j2`. Promises: a row an infraction
and a group, none left out; what the norm does not define is said to be undefined.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_words import MEDIDAS, slug
from pipeline.labels import fold
from pipeline.model import GRAVIDADES, Diagnostico, Dispositivo, Grupo, Infracao, amount

_GRAVITY = list(GRAVIDADES)
_NO_GRAVITY, _NO_GROUP, _NO_MEASURE = "sem gravidade", "sem grupo", "nenhuma"
_NO_ADDRESSEE = "não reconhecido"


@dataclass(frozen=True, slots=True)
class Row:
    """An infraction in the table.

    `filters` and `order` are JSON for the page's script: the words by column that a filter
    offers, and the numbers by column that it sorts by.
    """

    infraction: Infracao
    groups: tuple[str, ...]
    measures: tuple[str, ...]
    fine: str | None
    marks: tuple[Diagnostico, ...]
    filters: str
    order: str


@dataclass(frozen=True, slots=True)
class Section:
    """The infractions of an article."""

    article: Dispositivo
    context: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A penalty group with its fine and the number of infractions that name it."""

    group: Grupo
    anchor: str
    fine: str | None
    count: int


@dataclass(frozen=True, slots=True)
class AmountRow:
    """An amount that infractions carry by themselves, without a group."""

    fine: str
    count: int


def sections(view: NormView) -> list[Section]:
    """All infractions, by article, in printed order."""
    by_article: dict[str, list[Infracao]] = {}
    for infraction in view.catalogue.infracoes:
        article = view.places[infraction.dispositivo].article
        by_article.setdefault(article.id if article else infraction.id, []).append(infraction)
    found = []
    rank = 0
    for name, infractions in by_article.items():
        rows = []
        for infraction in infractions:
            rows.append(_row(view, infraction, rank))
            rank += 1
        article = view.places[name].device
        # A caput that is itself the conduct would stand there twice.
        is_conduct = {view.places[one.dispositivo].device.id for one in infractions} == {name}
        context = "" if is_conduct else article.texto or ""
        found.append(Section(article, context, tuple(rows)))
    return found


def filters(view: NormView) -> str:
    """The filters of the table, as JSON: key, label, words in the order in which they are offered.

    The words are known beforehand only where the order of the text is not theirs.
    """
    return json.dumps(
        [
            ["gravidade", "Gravidade", [*reversed(GRAVIDADES.values()), _NO_GRAVITY]],
            ["grupo", "Grupo", [*_groups_in_order(view), _NO_GROUP]],
            ["medida", "Medida", [*sorted(MEDIDAS.values(), key=fold), _NO_MEASURE]],
            ["destinatario", "Destinatário", [*_addressees(view), _NO_ADDRESSEE]],
            ["capitulo", "Capítulo", []],
        ],
        ensure_ascii=False,
    )


def _groups_in_order(view: NormView) -> list[str]:
    """Groups as the norm defines them, then by name those that it only cites."""
    defined = [one.codigo for one in view.catalogue.grupos if one.base_legal]
    cited = {p.grupo for one in view.catalogue.infracoes for p in one.penalidades if p.grupo}
    return [*defined, *sorted(cited - set(defined), key=fold)]


def _addressees(view: NormView) -> list[str]:
    named = {name for one in view.catalogue.infracoes for name in one.destinatarios or ()}
    return sorted((view.vocabulary.accented(name) for name in named), key=fold)


def context(infraction: Infracao) -> str:
    """The texts on which a conduct hangs, in one line; empty where it hangs on none."""
    return " ".join(one.texto for one in infraction.contexto)


def groups(view: NormView) -> list[GroupRow]:
    """The norm's penalty groups, in the catalogue's order: defined ones first."""
    named = Counter(
        code for one in view.catalogue.infracoes for code in {p.grupo for p in one.penalidades}
    )
    anchors = _unique(f"grupo-{slug(one.codigo)}" for one in view.catalogue.grupos)
    return [
        GroupRow(one, anchor, _amount(one), named[one.codigo])
        for one, anchor in zip(view.catalogue.grupos, anchors, strict=True)
    ]


def amounts(view: NormView) -> list[AmountRow]:
    """Fines that no group gives, highest first."""
    by_gravity = {one.base_legal for one in view.catalogue.multas_por_gravidade}
    counted = Counter(
        (one.multa.unidade, one.multa.quantidade, one.multa.por)
        for one in view.catalogue.infracoes
        if one.multa
        and one.multa.base_legal not in by_gravity
        and not any(penalty.grupo for penalty in one.penalidades)
    )
    ordered = sorted(counted, key=lambda one: (one[0], -one[1], one[2] or ""))
    return [
        AmountRow(amount(quantity, unit, per), counted[unit, quantity, per])
        for unit, quantity, per in ordered
    ]


def gravities(view: NormView, chapter: Dispositivo | None = None) -> list[tuple[str | None, int]]:
    """Gravities that occur, in a chapter or in all, with their number of infractions.

    The gravest first, none last.
    """
    within = (
        one.gravidade
        for one in view.catalogue.infracoes
        if chapter is None or chapter in view.places[one.dispositivo].groupings
    )
    counted = Counter(within)
    known = [(one, counted[one]) for one in reversed(_GRAVITY) if counted[one]]
    return [*known, *([(None, counted[None])] if counted[None] else [])]


def _row(view: NormView, infraction: Infracao, rank: int) -> Row:
    codes = _distinct(one.grupo for one in infraction.penalidades if one.grupo)
    measures = _distinct(MEDIDAS[one.tipo] for one in infraction.medidas_administrativas)
    gravity = infraction.gravidade
    addressees = [view.vocabulary.accented(one) for one in infraction.destinatarios or ()]
    filters = {
        "gravidade": [GRAVIDADES[gravity] if gravity else _NO_GRAVITY],
        "grupo": list(codes) or [_NO_GROUP],
        "medida": list(measures) or [_NO_MEASURE],
        "destinatario": addressees or [_NO_ADDRESSEE],
        "capitulo": _chapter(view, infraction),
    }
    order = {
        "dispositivo": rank,
        "gravidade": _GRAVITY.index(gravity) + 1 if gravity else 0,
        "multa": float(infraction.multa.quantidade) if infraction.multa else -1,
        "pontos": -1 if infraction.pontos is None else infraction.pontos,
    }
    return Row(
        infraction,
        codes,
        _distinct(one.texto for one in infraction.medidas_administrativas),
        view.fine(infraction),
        view.marks(infraction),
        json.dumps(filters, ensure_ascii=False),
        json.dumps(order),
    )


def _chapter(view: NormView, infraction: Infracao) -> list[str]:
    above = view.places[infraction.dispositivo].groupings
    chapter = next((one for one in above if one.tipo == "capitulo"), above[0] if above else None)
    return [view.places.own(chapter.id)] if chapter else []


def _amount(group: Grupo) -> str | None:
    if group.quantidade is None or group.unidade is None:
        return None
    return amount(group.quantidade, group.unidade, group.por)


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return tuple({fold(word): word for word in words}.values())


def _unique(names: Iterable[str]) -> list[str]:
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return found
