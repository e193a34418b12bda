"""What fines and points come to: the unit by year, groups in reais, limits, the calculator's data.

In: a `NormView` with its reviewed data. Out: rows for `multas.md.j2`, and the data that
`calculadora.js` reads. Promises: amounts are exact until they are rounded to the cent, half up;
a year without a checked source has no value; what the norm does not define has none either.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_sanctions import sections
from pipeline.emit.page_words import CONTAGENS, slug, uncapital
from pipeline.model import (
    GRAVIDADES,
    INCIDENCIAS,
    Diagnostico,
    Grupo,
    Infracao,
    Multa,
    Pontuacao,
    amount,
    groups_of,
    listing,
)
from pipeline.reviewed import Limite, ValorDeUnidade

_MONEY = "BRL"
_CENT = Decimal("0.01")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class YearRow:
    """A year of a unit; without a value where no source was checked."""

    ano: int
    anchor: str
    value: ValorDeUnidade | None


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit in which the norm sets fines; years latest first, from the norm's beginning on."""

    code: str
    years: tuple[YearRow, ...]

    @property
    def latest(self) -> ValorDeUnidade | None:
        """The value of the latest year that has one."""
        return next((row.value for row in self.years if row.value), None)


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A limit of points: the devices to quote, and what is wrong or doubtful about them."""

    limit: Limite
    quoted: tuple[str, ...]
    findings: tuple[Diagnostico, ...]


def units(view: NormView) -> list[Unit]:
    """The units of the norm's fines, in the order in which it names them; money is none."""
    named = [one.unidade for one in view.catalogue.grupos]
    named += [one.multa.unidade for one in view.catalogue.infracoes if one.multa]
    return [_unit(view, code) for code in dict.fromkeys(named) if code not in (None, _MONEY)]


def _unit(view: NormView, code: str | None) -> Unit:
    known = {one.ano: one for one in view.reviewed.valores if one.unidade == code}
    begun = view.began or view.catalogue.vigencia.de or view.catalogue.norma.data
    first = begun.year if begun else min(known, default=1)
    # The last year that a reviewer looked for: what is still without a value then is a gap.
    last = max((max(one.ano, one.consultada_em.year) for one in known.values()), default=0)
    name = code or ""
    return Unit(
        name,
        tuple(
            YearRow(year, f"{slug(name)}-{year}", known.get(year))
            for year in range(last, first - 1, -1)
        ),
    )


def decimal(value: Decimal) -> str:
    """A value of a unit in reais, with all its digits.

    >>> decimal(Decimal("3.5550"))
    'R$ 3,5550'
    """
    return f"R$ {value}".replace(".", ",")


def in_reais(quantity: Decimal, value: Decimal) -> Decimal:
    """A fine in reais, rounded to the cent.

    >>> in_reais(Decimal(1), Decimal("0.125"))
    Decimal('0.13')
    """
    return (quantity * value).quantize(_CENT, rounding=ROUND_HALF_UP)


def worth(known: list[Unit], fine: Grupo | Multa) -> tuple[str, int] | None:
    """A fine in reais and the year of the value; None where there is nothing to convert."""
    latest = next((one.latest for one in known if one.code == fine.unidade), None)
    if latest is None or fine.quantidade is None:
        return None
    return amount(in_reais(fine.quantidade, latest.valor), _MONEY), latest.ano


def limits(view: NormView) -> list[LimitRow]:
    """The limits of points, lowest first."""
    rows = []
    for limit in sorted(view.reviewed.limites, key=lambda one: one.pontos):
        quoted = (limit.dispositivo, *limit.ver)
        rows.append(LimitRow(limit, quoted, tuple(_doubts(view, quoted))))
    return rows


def _doubts(view: NormView, quoted: tuple[str, ...]) -> list[Diagnostico]:
    """Warnings about what is quoted, and about the numbering of the articles that hold it."""
    found: dict[str, Diagnostico] = {}
    for name in quoted:
        place = view.places[name]
        for device in (*place.above, place.device):
            own = device is place.device
            for one in view.findings(device):
                if one.nivel != "nota" and (own or one.codigo.startswith("NUM")):
                    found[one.id] = one
    return list(found.values())


# ── for the script ───────────────────────────────────────────────────────────────────────────


def calculator(view: NormView) -> Json:
    """All that the calculator needs: what counts, by article; units; limits."""
    return {
        "na": view.especie.na,
        "gravidades": GRAVIDADES,
        "pontua": view.counts_points,
        "unidades": [
            {"codigo": unit.code, "anos": [[row.ano, _digits(row)] for row in unit.years]}
            for unit in units(view)
        ],
        "artigos": [
            {
                "nome": view.places.cite(section.article.id),
                "texto": section.context,
                "infracoes": [_infraction(view, row.infraction) for row in section.rows],
            }
            for section in sections(view)
        ],
        "pares": _pairs(view),
        "limites": [_limit(view, row) for row in limits(view)],
    }


def _digits(row: YearRow) -> str | None:
    return str(row.value.valor) if row.value else None


def _infraction(view: NormView, one: Infracao) -> Json:
    points = view.points(one)
    fine = one.multa
    set_by = fine.base_legal if fine else view.unread(one)
    asked = CONTAGENS[one.incidencia[0]] if len(one.incidencia) == 1 else None
    return {
        "id": one.id,
        "nome": view.places.brief(one.dispositivo),
        "href": view.places.href(one.dispositivo),
        "conduta": one.conduta,
        "gravidade": one.gravidade,
        "grupos": list(groups_of(one)),
        "pontos": one.pontos,
        "base_pontos": _base(view, points) if points else None,
        "multada": any(each.tipo in ("multa", "remissao", "outra") for each in one.penalidades),
        "multa": [str(fine.quantidade), fine.unidade] if fine else None,
        "base_multa": _base(view, set_by) if set_by else None,
        "contagem": f"Quantas vezes, por {fine.por}" if fine and fine.por else asked,
        "incidencia": listing([INCIDENCIAS[each] for each in one.incidencia]) or None,
    }


def _pairs(view: NormView) -> list[Json]:
    """Pairs of gravity and group that occur, and each gravity by itself, gravest first."""
    occurring = {
        (one.gravidade, penalty.grupo)
        for one in view.catalogue.infracoes
        for penalty in one.penalidades
    }
    order = [*reversed(GRAVIDADES), None]
    groups = {one.codigo: one for one in view.catalogue.grupos}
    points = {one.gravidade: one for one in view.catalogue.pontuacao}
    pairs = []
    for gravity in order:
        scale = points.get(gravity) if gravity else None
        if any(one == gravity for one, _ in occurring):
            pairs.append(_pair(view, gravity, None, scale))
            pairs += [
                _pair(view, gravity, group, scale)
                for code, group in groups.items()
                if (gravity, code) in occurring
            ]
    return pairs


def _pair(
    view: NormView, gravity: str | None, group: Grupo | None, points: Pontuacao | None
) -> Json:
    known = group is not None and group.quantidade is not None
    return {
        "id": ".".join([gravity or "nenhuma", *([slug(group.codigo)] if group else [])]),
        "gravidade": gravity,
        "grupos": [group.codigo] if group else [],
        "pontos": points.pontos if points else None,
        "base_pontos": _base(view, points.base_legal) if points else None,
        "multada": True,
        "multa": [str(group.quantidade), group.unidade] if group and known else None,
        "base_multa": _base(view, group.base_legal) if group and group.base_legal else None,
        "contagem": None,
        "incidencia": None,
    }


def _limit(view: NormView, row: LimitRow) -> Json:
    return {
        "pontos": row.limit.pontos,
        "textos": [
            [view.places.brief(name), view.places.href(name), view.places[name].device.texto or ""]
            for name in row.quoted
        ],
        "achados": [[one.id, one.mensagem] for one in row.findings],
    }


def _base(view: NormView, name: str) -> list[str]:
    return [uncapital(view.places.brief(name)), view.places.href(name)]
