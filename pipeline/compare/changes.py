"""Two catalogues → what differs in them.

In: two `Catalogo`, or two sets of them by id. Out: `DiferencaDeNorma`, `Diferencas`. Promises:
what a norm says is compared, and not where on a page it stands or what was found while compiling.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pipeline.compare.pairs import Pair, Pairs, Path, pair
from pipeline.compare.records import (
    CampoDeRemissao,
    DiferencaDeNorma,
    Diferencas,
    Lado,
    MudancaDeDispositivo,
    MudancaDeGrupo,
    MudancaDeInfracao,
    MudancaDeParte,
    MudancaDePontuacao,
    MudancaDeRemissao,
    Palavras,
    TipoMudanca,
)
from pipeline.compare.words import compare_words
from pipeline.model import (
    SCHEMA_VERSION,
    Catalogo,
    Dispositivo,
    Infracao,
    Remissao,
    Situacao,
    alone,
    citation,
    groups_of,
    paths,
)

T = TypeVar("T")

_ENDS: dict[Situacao, TipoMudanca] = {
    "revogado": "revogado", "vetado": "vetado", "suspenso": "suspenso", "vigente": "restabelecido",
}  # fmt: skip
_FIRST = frozenset(("gravidade", "grupo", "multa"))


def compare_all(before: Mapping[str, Catalogo], after: Mapping[str, Catalogo]) -> Diferencas:
    """Compare two sets of catalogues, each by the norm's id, norm by norm.

    >>> compare_all({}, {}).vazia
    True
    """
    return Diferencas(
        esquema=SCHEMA_VERSION,
        normas=tuple(compare(before[one], after[one]) for one in sorted(before) if one in after),
        normas_incluidas=tuple(one for one in sorted(after) if one not in before),
        normas_retiradas=tuple(one for one in sorted(before) if one not in after),
    )


def compare_one(before: Catalogo, after: Catalogo) -> Diferencas:
    """Compare two catalogues, whatever the ids of their norms are.

    >>> # compare_one(last, now).normas[0].depois.id → 'lei-5-2001'
    """
    one = compare(before, after)
    return Diferencas(
        esquema=SCHEMA_VERSION, normas=(one,), normas_incluidas=(), normas_retiradas=()
    )


def compare(before: Catalogo, after: Catalogo) -> DiferencaDeNorma:
    """Compare two catalogues of a norm.

    >>> # compare(last, now).infracoes[0].mudou → ('gravidade', 'multa', 'pontos')
    """
    pairs = pair(before, after)
    old, now = _side(before), _side(after)
    facts = ("id", "urn", "tipo", "numero", "data", "publicacao", "municipio", "uf")
    mudou = [one for one in facts if getattr(old, one) != getattr(now, one)]
    if (old.vigencia_de, old.vigencia_ate) != (now.vigencia_de, now.vigencia_ate):
        mudou.append("vigencia")
    infractions = list(_infractions(before, after, pairs))
    return DiferencaDeNorma(
        antes=old,
        depois=now,
        mudou=tuple(mudou),  # type: ignore[arg-type]
        infracoes=tuple(sorted(infractions, key=lambda one: _FIRST.isdisjoint(one.mudou))),
        dispositivos=tuple(_devices(before, after, pairs)),
        partes=tuple(_parts(before, after)),
        grupos=tuple(
            MudancaDeGrupo(tipo=kind, mudou=fields, antes=a, depois=b)
            for kind, fields, a, b in _keyed(
                before.grupos, after.grupos, lambda one: one.codigo,
                ("gravidade", "quantidade", "unidade", "base_legal"), pairs,
            )
        ),
        pontuacao=tuple(
            MudancaDePontuacao(tipo=kind, mudou=fields, antes=a, depois=b)
            for kind, fields, a, b in _keyed(
                before.pontuacao, after.pontuacao, lambda one: one.gravidade,
                ("pontos", "base_legal"), pairs,
            )
        ),
        remissoes=tuple(_references(before, after, pairs)),
    )  # fmt: skip


def _side(catalogue: Catalogo) -> Lado:
    norma, force = catalogue.norma, catalogue.vigencia
    return Lado(
        id=norma.id,
        urn=norma.urn,
        tipo=norma.tipo,
        numero=norma.numero,
        data=norma.data,
        publicacao=norma.publicacao,
        municipio=norma.municipio,
        uf=norma.uf,
        vigencia_de=force.de,
        vigencia_ate=force.ate,
        arquivo=catalogue.fonte.arquivo,
        sha256=catalogue.fonte.sha256,
        compilador=catalogue.compilador.versao,
        gramatica_sha256=catalogue.compilador.gramatica_sha256,
        erros=sum(one.nivel == "erro" and not one.aceito for one in catalogue.diagnosticos),
    )


# ── devices ──────────────────────────────────────────────────────────────────────────────────


def _devices(before: Catalogo, after: Catalogo, pairs: Pairs) -> Iterator[MudancaDeDispositivo]:
    """Changes in the order of the later text; what is gone follows what it followed."""
    gone = _gone_by_neighbour(before, pairs)
    yield from map(_gone, gone[None])
    for path in _all_paths(after):
        name = path[-1].id
        if name in pairs.by_after:
            changed = _changed(pairs.by_after[name])
            if changed is not None:
                yield changed
        else:
            yield MudancaDeDispositivo(
                tipo="incluido", inferencia=None, mudou=(), citacao=citation(path),
                citacao_antes=None, antes=None, depois=alone(path[-1]), palavras=(),
            )  # fmt: skip
        yield from map(_gone, gone[name])


def _all_paths(catalogue: Catalogo) -> list[Path]:
    return list(paths(catalogue.dispositivos))


def _gone_by_neighbour(before: Catalogo, pairs: Pairs) -> dict[str | None, list[Path]]:
    """What is gone, by the later id of the last device before it that is still there."""
    found: dict[str | None, list[Path]] = defaultdict(list)
    last: str | None = None
    for path in _all_paths(before):
        name = path[-1].id
        if name in pairs.gone:
            found[last].append(path)
        else:
            last = pairs.ids[name]
    return found


def _gone(path: Path) -> MudancaDeDispositivo:
    cited = citation(path)
    return MudancaDeDispositivo(
        tipo="retirado", inferencia=None, mudou=(), citacao=cited, citacao_antes=cited,
        antes=alone(path[-1]), depois=None, palavras=(),
    )  # fmt: skip


def _changed(one: Pair) -> MudancaDeDispositivo | None:
    old, now = one.before[-1], one.after[-1]
    fields = ("id", "situacao", "rotulo", "nome", "texto", "texto_final")
    mudou = [name for name in fields if getattr(old, name) != getattr(now, name)]
    mudou += [name for name in ("notas", "versoes") if _bare(old, name) != _bare(now, name)]
    if not mudou:
        return None
    if "situacao" in mudou:
        kind = _ENDS[now.situacao]
    else:
        moved = "id" in mudou and not {"nome", "texto", "texto_final"} & set(mudou)
        kind = "movido" if moved else "alterado"
    return MudancaDeDispositivo(
        tipo=kind,
        inferencia=one.inferred,
        mudou=tuple(mudou),  # type: ignore[arg-type]
        citacao=citation(one.after),
        citacao_antes=citation(one.before),
        antes=alone(old),
        depois=alone(now),
        palavras=tuple(
            Palavras(campo=name, trechos=compare_words(getattr(old, name), getattr(now, name)))
            for name in ("nome", "texto", "texto_final")
            if name in mudou
        ),
    )


def _bare(device: Dispositivo, field: str) -> list[Any]:
    """Notes or wordings without the places where they are printed."""
    return [_without_places(one.model_dump()) for one in getattr(device, field)]


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_places(one) for name, one in value.items() if name != "origem"}
    if isinstance(value, list | tuple):
        return [_without_places(one) for one in value]
    return value


# ── infractions ──────────────────────────────────────────────────────────────────────────────


def _infractions(before: Catalogo, after: Catalogo, pairs: Pairs) -> Iterator[MudancaDeInfracao]:
    later = {one.id: one for one in after.infracoes}
    earlier = {_led(one.id, pairs): one for one in before.infracoes}
    lines = [_lines_of(one) for one in (before, after)]
    known = [name for name in earlier if name not in later]
    for now in after.infracoes:
        old = earlier.get(now.id)
        if old is None:
            yield MudancaDeInfracao(
                tipo="incluido", inferencia=None, mudou=(), antes=None, depois=now, palavras=()
            )
            continue
        changed = _changed_infraction(old, now, lines, pairs)
        if changed is not None:
            yield changed
    for name in known:
        old = earlier[name]
        device = pairs.by_after.get(_holder(_led(old.dispositivo, pairs), pairs))
        state = device.after[-1].situacao if device else "vigente"
        yield MudancaDeInfracao(
            tipo="retirado" if state == "vigente" else _ENDS[state],
            inferencia=None, mudou=(), antes=old, depois=None, palavras=(),
        )  # fmt: skip


def _led(name: str, pairs: Pairs) -> str:
    """The later id of an earlier one; a second sanction's (`_s2`) leads with its device's."""
    base, mark, nth = name.rpartition("_s")
    if mark and nth.isdigit():
        return f"{pairs.ids.get(base, base)}_s{nth}"
    return pairs.ids.get(name, name)


def _holder(name: str, pairs: Pairs) -> str:
    """The device itself, where a caput is named."""
    return name if name in pairs.by_after else name.removesuffix("_cpt")


def _lines_of(catalogue: Catalogo) -> dict[str, str]:
    return {
        one.id: " ".join(f"{line.rotulo}: {line.texto or ''}".strip() for line in one.linhas)
        for one in catalogue.sancoes
    }


def _changed_infraction(
    old: Infracao, now: Infracao, lines: list[dict[str, str]], pairs: Pairs
) -> MudancaDeInfracao | None:
    before, after = _told(old, lines[0]), _told(now, lines[1])
    mudou = [name for name, value in after.items() if before[name] != value]
    if not mudou:
        return None
    texts = [
        Palavras(campo=name, trechos=compare_words(before[name], after[name]))
        for name in ("conduta", "sancao")
        if name in mudou
    ]
    if "contexto" in mudou:
        joined = [" ".join(x.texto for x in one.contexto) for one in (old, now)]
        if joined[0] != joined[1]:
            texts.append(Palavras(campo="contexto", trechos=compare_words(*joined)))
    device = pairs.by_after.get(_holder(now.dispositivo, pairs))
    return MudancaDeInfracao(
        tipo="movido" if mudou == ["id"] else "alterado",
        inferencia=device.inferred if device and "id" in mudou else None,
        mudou=tuple(mudou),  # type: ignore[arg-type]
        antes=old,
        depois=now,
        palavras=tuple(texts),
    )


def _told(one: Infracao, lines: Mapping[str, str]) -> dict[str, Any]:
    """What is compared of an infraction, in the order in which it is told."""
    fine = one.multa
    return {
        "gravidade": one.gravidade,
        "grupo": groups_of(one),
        "multa": fine and (fine.quantidade, fine.unidade, fine.por),
        "pontos": one.pontos,
        "penalidades": [(x.tipo, x.fator, x.condicao, x.texto) for x in one.penalidades],
        "medidas_administrativas": [(x.tipo, x.texto) for x in one.medidas_administrativas],
        "incidencia": one.incidencia,
        "destinatarios": one.destinatarios,
        "conduta": one.conduta,
        "contexto": [x.texto for x in one.contexto],
        "sancao": lines[one.sancao] if one.sancao else "",
        "id": one.id,
    }


# ── groups, points, references, parts ────────────────────────────────────────────────────────


def _keyed(
    before: Iterable[T],
    after: Iterable[T],
    key: Callable[[T], Hashable],
    fields: tuple[str, ...],
    pairs: Pairs,
) -> Iterator[tuple[Any, Any, T | None, T | None]]:
    """Things with a key of their own; a legal basis that only moved is no change."""
    old, now = ({key(one): one for one in reversed(list(side))} for side in (before, after))
    for one in dict.fromkeys([*reversed(now), *reversed(old)]):
        a, b = old.get(one), now.get(one)
        if a is None or b is None:
            yield "retirado" if b is None else "incluido", (), a, b
            continue
        mudou = tuple(name for name in fields if _value(a, name, pairs) != getattr(b, name))
        if mudou:
            yield "alterado", mudou, a, b


def _value(thing: object, field: str, pairs: Pairs) -> Any:
    value = getattr(thing, field)
    return pairs.ids.get(value, value) if field == "base_legal" else value


def _references(before: Catalogo, after: Catalogo, pairs: Pairs) -> Iterator[MudancaDeRemissao]:
    """References by the device that makes them, and their words; of several alike, those that lead
    to one target first, the others in order.
    """
    waiting: dict[tuple[str, str], list[Remissao]] = defaultdict(list)
    for one in before.remissoes:
        waiting[(pairs.ids.get(one.de, one.de), one.texto)].append(one)

    def target(one: Remissao) -> str | None:
        return pairs.ids.get(one.alvo, one.alvo) if one.alvo else None

    others = []
    for now in after.remissoes:
        same = waiting[(now.de, now.texto)]
        old = next((one for one in same if target(one) == now.alvo), None)
        if old is None:
            others.append(now)
        else:
            same.remove(old)
            yield from _changed_reference(old, now, led=True)
    for now in others:
        same = waiting[(now.de, now.texto)]
        if same:
            yield from _changed_reference(same.pop(0), now, led=False)
        else:
            yield MudancaDeRemissao(tipo="incluido", mudou=(), antes=None, depois=now)
    for left in waiting.values():
        for old in left:
            yield MudancaDeRemissao(tipo="retirado", mudou=(), antes=old, depois=None)


def _changed_reference(old: Remissao, now: Remissao, *, led: bool) -> Iterator[MudancaDeRemissao]:
    """A reference on both sides; `led` is whether it leads to one device on both."""
    mudou: list[CampoDeRemissao] = [] if led else ["alvo"]
    mudou += ["tipo"] if old.tipo != now.tipo else []
    mudou += ["estado"] if old.estado != now.estado else []
    if mudou:
        yield MudancaDeRemissao(tipo="alterado", mudou=tuple(mudou), antes=old, depois=now)


def _parts(before: Catalogo, after: Catalogo) -> Iterator[MudancaDeParte]:
    old, now = _texts(before), _texts(after)
    for name in dict.fromkeys([*now, *old]):
        a, b = old.get(name), now.get(name)
        if a != b:
            yield MudancaDeParte(parte=name, antes=a, depois=b, palavras=compare_words(a, b))


def _texts(catalogue: Catalogo) -> dict[str, str]:
    norma = catalogue.norma
    named = {name: getattr(norma, name) for name in ("epigrafe", "ementa", "preambulo", "fecho")}
    texts = {name: part.texto for name, part in named.items() if part}
    signed = "\n".join(one.texto for one in norma.assinaturas)
    texts |= {"assinaturas": signed} if signed else {}
    return texts | {one.id: one.texto for one in catalogue.anexos}
