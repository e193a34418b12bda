"""Groups of sanction lines → typed infractions.

In: `Articulation`, the groups with their targets, and the norm's tables. Out: one `Infracao` a
target, with what the norm's words give and null for the rest: no gravity is guessed from a group,
no amount from another one.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipeline.artefacts import Addressee
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import fold
from pipeline.model import (
    Contexto,
    Dispositivo,
    Gravidade,
    Grupo,
    Incidencia,
    Infracao,
    LinhaDeSancao,
    Multa,
    Origem,
    Penalidade,
    Pontuacao,
    Sancao,
    citation,
    locate,
    regions_of,
)
from pipeline.sanctions.addressees import addressed
from pipeline.sanctions.values import (
    amount_in,
    is_modified,
    read_gravity,
    read_measures,
    read_penalties,
)
from pipeline.spans import merge

Path = tuple[Dispositivo, ...]

_FINAL = " :;.,—–-"
_COUNTED: tuple[tuple[Incidencia, re.Pattern[str]], ...] = (
    ("por_veiculo", re.compile(r"\b(?:penalidade|sancao)\b[^.;:]*\bpor veiculo\b")),
    ("por_transgressao", re.compile(
        r"\b(?:penalidade|sancao)\b[^.;]*\b(?:por|para|a) (?:cada )?transgressao\b")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tables:
    """What the norm sets once: groups by code, points by gravity, and whom it addresses."""

    groups: Mapping[str, Grupo]
    points: Mapping[Gravidade, Pontuacao]
    addressees: tuple[Addressee, ...]


def read_infractions(
    ways: Mapping[str, Path], sanctions: Sequence[Sancao], tables: Tables
) -> Iterator[tuple[Infracao, list[Diagnostic]]]:
    """Read each target of each group; `ways` has the path to every id and caput id."""
    conducts = Counter(
        ways[target][-2].id
        for sanction in sanctions
        for target in sanction.alvos
        if ways[target][-1].tipo == "conduta"
    )
    seen: Counter[str] = Counter()
    for sanction in sanctions:
        for target in sanction.alvos:
            path = ways[target]
            alone = path[-1].tipo == "conduta" and conducts[path[-2].id] == 1
            name = (path[-2].caput_id or path[-2].id) if alone else target
            seen[name] += 1
            repeated = seen[name] > 1
            yield _infraction(
                f"{name}_s{seen[name]}" if repeated else name, target, path, sanction, tables
            )


def _infraction(
    name: str, target: str, path: Path, sanction: Sancao, tables: Tables
) -> tuple[Infracao, list[Diagnostic]]:
    device = path[-1]
    article = next(one for one in path if one.tipo == "artigo")
    found: list[Diagnostic] = []
    gravity = _gravity(sanction, target, found)
    penalties = _penalties(sanction)
    measures = tuple(
        measure
        for line in _lines(sanction, "Medida administrativa")
        for measure in read_measures(line.texto or "")
    )
    point = tables.points.get(gravity) if gravity else None
    infraction = Infracao(
        id=name,
        dispositivo=target,
        sancao=sanction.id,
        rotulo=citation(path),
        conduta=(device.texto or "").rstrip(_FINAL) or "?",
        contexto=_context(path),
        destinatarios=addressed(article.texto or "", tables.addressees),
        gravidade=gravity,
        penalidades=penalties,
        medidas_administrativas=measures,
        incidencia=_incidence(device.texto or ""),
        pontos=point.pontos if point else None,
        multa=_fine(penalties, tables, target),
        origem=_origin(device, sanction),
    )
    return infraction, found


def _lines(sanction: Sancao, label: str) -> list[LinhaDeSancao]:
    return [line for line in sanction.linhas if line.rotulo == label]


def _gravity(sanction: Sancao, target: str, found: list[Diagnostic]) -> Gravidade | None:
    lines = _lines(sanction, "Infração")
    if not lines:
        return None
    text = lines[0].texto or ""
    gravity, usual = read_gravity(text)
    if usual or fold(text).startswith(("a mesma", "as mesmas")):
        return gravity
    code, message = "SAN005", f"«{text}» não é uma gravidade conhecida"
    if gravity:
        code, message = "SAN004", f"«{text}» lido como {gravity_name(gravity)}"
    place = regions_of(lines[0].origem)
    found.append(diagnose(code, message, place=place, device=target, mark=text))
    return gravity


def gravity_name(gravity: Gravidade) -> str:
    """A gravity as a reader writes it.

    >>> gravity_name("gravissima")
    'gravíssima'
    """
    return {"media": "média", "gravissima": "gravíssima"}.get(gravity, gravity)


def _penalties(sanction: Sancao) -> tuple[Penalidade, ...]:
    return tuple(
        penalty
        for line in _lines(sanction, "Penalidade")
        for penalty in read_penalties(line.texto or "")
    )


def _context(path: Path) -> tuple[Contexto, ...]:
    return tuple(
        Contexto(id=one.caput_id or one.id, texto=one.texto) for one in path[:-1] if one.texto
    )


@lru_cache(maxsize=256)
def _incidence(text: str) -> tuple[Incidencia, ...]:
    folded = fold(text)
    return tuple(kind for kind, pattern in _COUNTED if pattern.search(folded))


def _fine(penalties: Sequence[Penalidade], tables: Tables, target: str) -> Multa | None:
    """The first fine whose amount the norm sets: in the line itself, or by the group it names."""
    for penalty in penalties:
        if penalty.tipo != "multa" or is_modified(penalty.texto):
            continue
        factor = penalty.fator or 1
        direct = amount_in(penalty.texto)
        if direct:
            return Multa(quantidade=direct[0] * factor, unidade=direct[1], base_legal=target)
        group = tables.groups.get(penalty.grupo or "")
        if group and group.quantidade is not None and group.unidade and group.base_legal:
            return Multa(
                quantidade=group.quantidade * factor,
                unidade=group.unidade,
                base_legal=group.base_legal,
            )
    return None


def _origin(device: Dispositivo, sanction: Sancao) -> tuple[Origem, ...]:
    return locate(
        merge(regions_of(device.origem), *(regions_of(x.origem) for x in sanction.linhas))
    )
