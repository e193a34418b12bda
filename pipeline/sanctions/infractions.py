"""Groups of sanction lines, marks and lists → typed infractions.

In: the groups with their targets, the conducts without lines, and the norm's tables. Out: one
`Infracao` a conduct, in printed order, with what the norm's words give and null for the rest: no
gravity is guessed from a group, no amount from another one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
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
    MultaDaGravidade,
    Origem,
    Penalidade,
    Pontuacao,
    Sancao,
    citation,
    locate,
    regions_of,
)
from pipeline.sanctions.addressees import addressed
from pipeline.sanctions.amounts import amount_in, counted_by
from pipeline.sanctions.inherited import is_same, names_both
from pipeline.sanctions.lists import Listed
from pipeline.sanctions.targets import goes_on_in, in_force
from pipeline.sanctions.values import (
    behind_gravity,
    gravities_in,
    is_modified,
    plain_words,
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
    """What the norm sets once: groups by code, points and fines by gravity; whom it addresses."""

    groups: Mapping[str, Grupo]
    points: Mapping[Gravidade, Pontuacao]
    fines: Mapping[Gravidade, MultaDaGravidade]
    addressees: tuple[Addressee, ...]


def read_infractions(
    ways: Mapping[str, Path], sanctions: Sequence[Sancao], tables: Tables
) -> Iterator[tuple[Infracao, list[Diagnostic]]]:
    """Read each target of each group; `ways` has the path to every id and caput id.

    What is vetoed or repealed, itself or with what holds it, punishes nobody: its lines stay in the
    group, and there is no infraction.
    """
    conducts = Counter(
        ways[target][-2].id
        for sanction in sanctions
        for target in sanction.alvos
        if ways[target][-1].tipo == "conduta" and in_force(ways[target])
    )
    seen: Counter[str] = Counter()
    for sanction in sanctions:
        for target in sanction.alvos:
            path = ways[target]
            if not in_force(path):
                continue
            alone = path[-1].tipo == "conduta" and conducts[path[-2].id] == 1
            name = (path[-2].caput_id or path[-2].id) if alone else target
            seen[name] += 1
            repeated = seen[name] > 1
            name = f"{name}_s{seen[name]}" if repeated else name
            yield _infraction(name, target, path, sanction, tables, ways)


def _infraction(
    name: str,
    target: str,
    path: Path,
    sanction: Sancao,
    tables: Tables,
    ways: Mapping[str, Path],
) -> tuple[Infracao, list[Diagnostic]]:
    device = path[-1]
    article = next(one for one in path if one.tipo == "artigo")
    found: list[Diagnostic] = []
    gravity = _gravity(sanction, target, found)
    penalties = _penalties(sanction, ways[sanction.alvos[-1]])
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
        base_da_gravidade=None,
        penalidades=penalties,
        medidas_administrativas=measures,
        incidencia=_incidence(device.texto or ""),
        pontos=point.pontos if point else None,
        multa=_fine(penalties, gravity, tables, target),
        herancas=(),
        origem=_origin(device, sanction.linhas),
    )
    return infraction, found


def listed_infractions(listed: Iterable[Listed], tables: Tables) -> Iterator[Infracao]:
    """Read each conduct that has no sanction lines, by its mark or by the words over its list."""
    for one in listed:
        device, rule = one.path[-1], one.rule
        group = tables.groups.get(rule.group or "")
        graded = tables.fines.get(rule.gravity) if rule.gravity else None
        target = device.caput_id or device.id
        penalties = rule.penalties or _set_penalties(rule.group, group) or (
            graded.penalidades if graded else ()
        )  # fmt: skip
        article = next(each for each in one.path if each.tipo == "artigo")
        point = tables.points.get(rule.gravity) if rule.gravity else None
        yield Infracao(
            id=target,
            dispositivo=target,
            sancao=None,
            rotulo=citation(one.path),
            conduta=one.words.rstrip(_FINAL) or "?",
            contexto=_context(one.path),
            destinatarios=addressed(article.texto or "", tables.addressees),
            gravidade=rule.gravity,
            base_da_gravidade=rule.base if rule.gravity else None,
            penalidades=penalties,
            medidas_administrativas=(),
            incidencia=_incidence(device.texto or ""),
            pontos=point.pontos if point else group.pontos if group else None,
            multa=_fine(penalties, rule.gravity, tables, target),
            herancas=(),
            origem=_origin(device, ()),
        )


def _set_penalties(code: str | None, group: Grupo | None) -> tuple[Penalidade, ...]:
    """The penalties of a group; of one that sets none, the reference to it alone."""
    if code is None or (group and group.penalidades):
        return group.penalidades if group else ()
    return (
        Penalidade(
            tipo="remissao", grupo=code, fator=None, condicao=None, reincidencia=None,
            base_legal=None, texto=f"Grupo {code}",
        ),
    )  # fmt: skip


def _lines(sanction: Sancao, label: str) -> list[LinhaDeSancao]:
    return [line for line in sanction.linhas if line.rotulo == label]


def _gravity(sanction: Sancao, target: str, found: list[Diagnostic]) -> Gravidade | None:
    lines = _lines(sanction, "Infração")
    if not lines:
        return None
    text = lines[0].texto or ""
    gravity, usual = read_gravity(text)
    if usual or is_same(text):
        return gravity
    place = regions_of(lines[0].origem)
    if len(gravities_in(text)) > 1:
        message = f"«{text}» não diz uma só gravidade: nenhuma foi suposta"
        found.append(
            diagnose("SAN005", message, place=place, device=target, classe="norma", mark=text)
        )
        return gravity
    code, message = "SAN005", f"«{text}» não é uma gravidade conhecida"
    if gravity:
        code, message = "SAN004", f"«{text}» lido como {gravity_name(gravity)}"
    found.append(diagnose(code, message, place=place, device=target, mark=text))
    return gravity


def gravity_name(gravity: Gravidade) -> str:
    """A gravity as a reader writes it.

    >>> gravity_name("gravissima")
    'gravíssima'
    """
    return {"media": "média", "gravissima": "gravíssima"}.get(gravity, gravity)


def _penalties(sanction: Sancao, last: Path) -> tuple[Penalidade, ...]:
    """The penalties of a group; of one that goes on in a list, those of the list, if all are."""
    listed = [
        read_penalties(child.texto or "")
        for child in last[-1].filhos
        if goes_on_in(sanction, (*last, child))
    ]
    if listed and all(one and one[0].tipo not in ("outra", "remissao") for one in listed):
        return tuple(penalty for one in listed for penalty in one)
    return tuple(penalty for text in _penalty_texts(sanction) for penalty in read_penalties(text))


def _penalty_texts(sanction: Sancao) -> Iterator[str]:
    """The values of the lines Penalidade, and of one that stands for both behind its gravity:
    "Infração e penalidade - leve, multa (Grupo A)"."""
    for line in sanction.linhas:
        text = line.texto or ""
        if line.rotulo == "Penalidade":
            yield text
        elif names_both(line) and not is_same(text):
            yield rest if (rest := behind_gravity(text)) is not None else text


def _context(path: Path) -> tuple[Contexto, ...]:
    return tuple(
        Contexto(id=one.caput_id or one.id, texto=one.texto) for one in path[:-1] if one.texto
    )


@lru_cache(maxsize=256)
def _incidence(text: str) -> tuple[Incidencia, ...]:
    folded = fold(text)
    return tuple(kind for kind, pattern in _COUNTED if pattern.search(folded))


def _fine(
    penalties: Sequence[Penalidade], gravity: Gravidade | None, tables: Tables, target: str
) -> Multa | None:
    """The fine whose amount the norm sets: in the line itself, or by the group it names, or by the
    gravity. A fine that stands only for a case is none of these; of two amounts none is chosen."""
    fines = [
        fine
        for penalty in penalties
        if (fine := _amount_of(penalty, gravity, tables, target)) is not None
    ]
    sums = {(fine.quantidade, fine.unidade, fine.por) for fine in fines}
    return fines[0] if len(sums) == 1 else None


def _amount_of(
    penalty: Penalidade, gravity: Gravidade | None, tables: Tables, target: str
) -> Multa | None:
    counts = penalty.tipo == "multa" or (penalty.tipo == "remissao" and penalty.grupo)
    if not counts or penalty.condicao or is_modified(penalty):
        return None
    factor = penalty.fator or 1
    words = plain_words(penalty)
    direct = amount_in(words)
    group = tables.groups.get(penalty.grupo or "")
    if direct:
        if group and group.quantidade is not None and (group.quantidade, group.unidade) != direct:
            return None  # the line contradicts its group
        base = penalty.base_legal or target
        return Multa(
            quantidade=direct[0] * factor, unidade=direct[1], por=counted_by(words),
            base_legal=base,
        )  # fmt: skip
    if group and group.quantidade is not None and group.unidade and group.base_legal:
        per = group.por or counted_by(words)
        return _by_rule(group.quantidade, group.unidade, per, group.base_legal, factor)
    graded = tables.fines.get(gravity) if gravity and not penalty.grupo else None
    if graded and not _SAYS_AMOUNT.search(_FACTOR_WORDS.sub("", words)):
        per = graded.por or counted_by(words)
        return _by_rule(graded.quantidade, graded.unidade, per, graded.base_legal, factor)
    return None


_FACTOR_WORDS = re.compile(r"\(?\d+ *(?:\([^)]*\) *)?(?:vezes|x)\b\)?", re.IGNORECASE)
_SAYS_AMOUNT = re.compile(r"R\$|\d")


def _by_rule(quantity: Decimal, unit: str, per: str | None, base: str, factor: int) -> Multa:
    return Multa(quantidade=quantity * factor, unidade=unit, por=per, base_legal=base)


def _origin(device: Dispositivo, lines: Sequence[LinhaDeSancao]) -> tuple[Origem, ...]:
    return locate(merge(regions_of(device.origem), *(regions_of(x.origem) for x in lines)))
