"""Differences in words, for people who read no JSON.

In: records of a comparison. Out: Portuguese, without markup: a sentence for each change. The
changed texts themselves stand in the records, as runs of words.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from pipeline.compare.records import (
    DiferencaDeNorma,
    Inferencia,
    Lado,
    MudancaDeDispositivo,
    MudancaDeGrupo,
    MudancaDeInfracao,
    MudancaDeParte,
    MudancaDePontuacao,
    MudancaDeRemissao,
    TipoMudanca,
)
from pipeline.labels import write_citation
from pipeline.model import (
    GRAVIDADES,
    INCIDENCIAS,
    Grupo,
    Infracao,
    Multa,
    Remissao,
    amount,
    groups_of,
    listing,
    number,
)

_STATES = {"vigente": "em vigor", "revogado": "revogado", "vetado": "vetado",
           "suspenso": "suspenso"}  # fmt: skip
_INFRACTION: dict[TipoMudanca, str] = {
    "incluido": "infração incluída", "revogado": "infração revogada", "vetado": "infração vetada",
    "suspenso": "infração suspensa", "restabelecido": "infração restabelecida",
    "retirado": "deixou de ser infração ou de constar", "alterado": "", "movido": "",
}  # fmt: skip
_DEVICE: dict[TipoMudanca, str] = {
    "incluido": "incluído", "revogado": "revogado", "vetado": "vetado", "suspenso": "suspenso",
    "restabelecido": "voltou a vigorar", "retirado": "deixou de constar", "alterado": "",
    "movido": "",
}  # fmt: skip
_FIELDS = {
    "rotulo": "rótulo", "nome": "nome", "texto": "texto", "texto_final": "texto final",
    "conduta": "conduta",
    "contexto": "texto de que depende", "sancao": "linhas de sanção", "vigencia": "vigência",
    "publicacao": "publicação", "numero": "número", "municipio": "município", "uf": "UF",
    "urn": "URN", "id": "identificador", "data": "data", "tipo": "tipo",
}  # fmt: skip
_INFERRED: dict[Inferencia, str] = {
    "texto_igual": "inferido: o texto é o mesmo",
    "lugar_no_dispositivo_movido": "inferido: o dispositivo acima dele mudou de id",
}
_PARTS = {
    "epigrafe": "Epígrafe", "ementa": "Ementa", "preambulo": "Preâmbulo", "fecho": "Fecho",
    "assinaturas": "Assinaturas",
}  # fmt: skip
_REFERENCE = {
    "resolvida": "resolvida", "quebrada": "quebrada", "ambigua": "ambígua",
    "nao_resolvida": "não resolvida",
}  # fmt: skip


def infraction_sentence(one: MudancaDeInfracao) -> str:
    """What became of an infraction, gravity, group and fine first.

    >>> # infraction_sentence(change)
    >>> # → 'Art. 14, XXV: gravidade de média para grave; multa de 100 para 200 UPF'
    """
    side = one.depois or one.antes
    assert side is not None
    told = [_INFRACTION[one.tipo]] if _INFRACTION[one.tipo] else []
    if one.antes is None or one.depois is None:
        return f"{side.rotulo}: {'; '.join((*told, *_facts(side)))}"
    told += _differences(one.antes, one.depois, one.mudou)
    if one.inferencia:
        told[-1] += f" ({_INFERRED[one.inferencia]})"
    return f"{side.rotulo}: {'; '.join(told)}"


def _differences(old: Infracao, now: Infracao, mudou: Iterable[str]) -> Iterator[str]:
    changed = set(mudou)
    measures = (_joined(x.medidas_administrativas) for x in (old, now))
    told = {
        "gravidade": _change("gravidade", _gravity(old), _gravity(now)),
        "grupo": _change("grupo", listing(groups_of(old)), listing(groups_of(now))),
        "multa": _fines(old.multa, now.multa),
        "pontos": _change("pontos", _points(old.pontos), _points(now.pontos)),
        "penalidades": _change("penalidade", _joined(old.penalidades), _joined(now.penalidades)),
        "medidas_administrativas": _change("medida administrativa", *measures),
        "incidencia": _change("contagem", *(_counted(x) for x in (old, now))),
        "destinatarios": _change("destinatários", *(_addressees(x) for x in (old, now))),
        "conduta": "conduta com outras palavras",
        "contexto": "texto de que depende com outras palavras",
        "sancao": "linhas de sanção escritas de outro modo",
        "id": f"mudou de id, de {old.id} para {now.id}",
    }
    # The printed lines say again what is told of them already, and a penalty its group.
    if changed & {"gravidade", "grupo", "penalidades", "medidas_administrativas", "incidencia"}:
        changed.discard("sancao")
    if "grupo" in changed and _ungrouped(old) == _ungrouped(now):
        changed.discard("penalidades")
    yield from (text for name, text in told.items() if name in changed)


def _ungrouped(one: Infracao) -> list[tuple[str, int | None]]:
    return [(penalty.tipo, penalty.fator) for penalty in one.penalidades]


def _facts(one: Infracao) -> Iterator[str]:
    yield _gravity(one) or "sem gravidade"
    yield _joined(one.penalidades) or "sem penalidade"
    if one.multa:
        yield f"multa de {_worth(one.multa)}"
    if one.pontos is not None:
        yield _points(one.pontos) + (" ponto" if one.pontos == 1 else " pontos")
    if one.medidas_administrativas:
        yield _joined(one.medidas_administrativas)


def device_sentence(one: MudancaDeDispositivo) -> str:
    """What became of a device.

    >>> # device_sentence(change) → 'Art. 9º, § 1º (antes Art. 9º, parágrafo único): mudou de id, …'
    """
    told = [_DEVICE[one.tipo]] if _DEVICE[one.tipo] else []
    mudou = [name for name in one.mudou if name not in ("id", "situacao")]
    # A new number shows in the label, too: the ids say it.
    if "id" in one.mudou and "rotulo" in mudou:
        mudou.remove("rotulo")
    if one.antes and one.depois:
        if "rotulo" in mudou:
            mudou.remove("rotulo")
            told.append(_change("rótulo", one.antes.rotulo or "", one.depois.rotulo or ""))
        texts = [
            _FIELDS[name]
            for name in mudou
            # What an act took out of force has no text any more: that is no other wording.
            if name in ("nome", "texto", "texto_final") and (getattr(one.depois, name) or not told)
        ]
        told += [f"{listing(texts)} com outras palavras"] if texts else []
        told += ["notas alteradas"] if "notas" in mudou else []
        # A new wording always puts the old one with the former ones: that is said by itself alone.
        told += ["redações fora de vigor alteradas"] if "versoes" in mudou and not told else []
        if "id" in one.mudou:
            why = f" ({_INFERRED[one.inferencia]})" if one.inferencia else ""
            told.append(f"mudou de id, de {one.antes.id} para {one.depois.id}{why}")
    cited = one.citacao
    if one.citacao_antes and one.citacao_antes != one.citacao:
        cited = f"{one.citacao} (antes {one.citacao_antes})"
    return f"{cited}: {'; '.join(told)}"


def group_sentence(one: MudancaDeGrupo) -> str:
    """What became of a penalty group.

    >>> # group_sentence(change) → 'Grupo B-2: multa de 100 para 200 UPF'
    """
    side = one.depois or one.antes
    assert side is not None
    if one.antes is None or one.depois is None:
        what = "passou a ser citado" if one.antes is None else "deixou de ser citado"
        worth, gravity = _worth(side), _gravity(side)
        known = ", ".join(x for x in (gravity, worth and f"multa de {worth}") if x)
        return f"Grupo {side.codigo}: {what}; {known or 'sem definição na norma'}"
    told = []
    if "gravidade" in one.mudou:
        told.append(_change("gravidade", _gravity(one.antes), _gravity(one.depois)))
    if {"quantidade", "unidade"} & set(one.mudou):
        told.append(_fines(one.antes, one.depois))
    if "base_legal" in one.mudou:
        told.append(_bases(one.antes.base_legal, one.depois.base_legal))
    return f"Grupo {side.codigo}: {'; '.join(told)}"


def points_sentence(one: MudancaDePontuacao) -> str:
    """What became of the points of a gravity.

    >>> # points_sentence(change) → 'Infração média: pontos de 4 para 5'
    """
    side = one.depois or one.antes
    assert side is not None
    old, now = (_points(x.pontos if x else None) for x in (one.antes, one.depois))
    told = [_change("pontos", old, now)] if old != now else []
    if one.antes and one.depois and "base_legal" in one.mudou:
        told.append(_bases(one.antes.base_legal, one.depois.base_legal))
    return f"Infração {GRAVIDADES[side.gravidade]}: {'; '.join(told)}"


def reference_sentence(one: MudancaDeRemissao) -> str | None:
    """What became of a reference; None for one that came or went with its text, and is sound."""
    side = one.depois or one.antes
    assert side is not None
    where = f"{write_citation(side.de)}, «{side.texto}»"
    if one.antes is not None and one.depois is not None:
        told = []
        if "estado" in one.mudou:
            states = (_REFERENCE[x.estado] for x in (one.antes, one.depois))
            told.append(_change("remissão", *states))
        if "alvo" in one.mudou:
            told.append(_change("alvo", _target(one.antes), _target(one.depois)))
        return f"{where}: {'; '.join(told)}" if told else None
    if one.depois is not None and one.depois.estado in ("quebrada", "ambigua"):
        return f"{where}: nova remissão, {_REFERENCE[one.depois.estado]}"
    return None


def _target(one: Remissao) -> str:
    """A device as it is cited, or the URN of another norm."""
    return one.alvo if one.alvo and ":" in one.alvo else write_citation(one.alvo or "")


def part_sentence(one: MudancaDeParte) -> str:
    """What became of a part.

    >>> # part_sentence(change) → 'Ementa: texto com outras palavras'
    """
    name = _PARTS.get(one.parte) or f"Anexo {one.parte.removeprefix('anexo')}"
    if one.antes is None or one.depois is None:
        return f"{name}: {'passou a constar' if one.antes is None else 'deixou de constar'}"
    return f"{name}: texto com outras palavras"


def fact_sentences(one: DiferencaDeNorma) -> list[str]:
    """What became of the norm's own facts, a sentence each.

    What changed stands before a colon, what became of it behind.

    >>> # fact_sentences(found) → ['Publicação: antes não havia, agora 09/06/2023']
    """
    told = []
    for name in one.mudou:
        if name == "vigencia":
            told.append(f"vigência: antes, {_since(one.antes)}; agora, {_since(one.depois)}")
        else:
            old, now = (_fact(getattr(x, name)) for x in (one.antes, one.depois))
            changed = _change(_FIELDS[name], old, now)
            told.append(changed if not (old and now) else f"{_FIELDS[name]}: de {old} para {now}")
    return [f"{text[:1].upper()}{text[1:]}" for text in told]


def side_sentence(side: Lado) -> str:
    """Which catalogue one side is.

    >>> # side_sentence(found.antes) → 'lei.pdf (1f0c9ab2), em vigor desde 07/06/2023'
    """
    text = f"{side.arquivo} ({side.sha256[:8]}), {_interval(side)}"
    if side.erros:
        text += f"; compilado com {side.erros} {'erro' if side.erros == 1 else 'erros'}"
    return text


def summary_sentence(one: DiferencaDeNorma) -> str:
    """How much differs.

    >>> # summary_sentence(found) → '1 infração e 2 dispositivos'
    """
    if one.vazia:
        return "nenhuma diferença"
    counted = (
        (len(one.infracoes), "infração", "infrações"),
        (len(one.dispositivos), "dispositivo", "dispositivos"),
        (len(one.partes), "parte", "partes"),
        (len(one.grupos), "grupo", "grupos"),
        (len(one.pontuacao), "gravidade com outros pontos", "gravidades com outros pontos"),
        (sum(bool(reference_sentence(x)) for x in one.remissoes), "remissão", "remissões"),
        (len(one.mudou), "dado da norma", "dados da norma"),
    )
    told = [f"{n} {single if n == 1 else many}" for n, single, many in counted if n]
    return listing(told) or "só remissões que vieram ou se foram com o texto"


# ── values ───────────────────────────────────────────────────────────────────────────────────


def _change(what: str, old: str, now: str) -> str:
    """A value before and after.

    >>> _change("gravidade", "média", "grave"), _change("grupo", "", "B")
    ('gravidade de média para grave', 'grupo: antes não havia, agora B')
    """
    if not old or not now:
        was, is_now = old or "não havia", now or "não há"
        return f"{what}: antes {was}, agora {is_now}"
    return f"{what} de {old} para {now}"


def _fines(old: Multa | Grupo | None, now: Multa | Grupo | None) -> str:
    """Two fines; the unit is said once where both have it."""
    if (
        old and now and old.quantidade is not None and now.quantidade is not None
        and (old.unidade, old.por) == (now.unidade, now.por) and old.unidade != "BRL"
    ):  # fmt: skip
        return f"multa de {number(old.quantidade)} para {_worth(now)}"
    return _change("multa", _worth(old), _worth(now))


def _bases(old: str | None, now: str | None) -> str:
    return _change("base legal", write_citation(old or ""), write_citation(now or ""))


def _worth(fine: Multa | Grupo | None) -> str:
    """An amount in words; empty where there is none."""
    if fine is None or fine.quantidade is None:
        return ""
    return amount(fine.quantidade, fine.unidade or "", fine.por).strip()


def _gravity(one: Infracao | Grupo) -> str:
    return GRAVIDADES[one.gravidade] if one.gravidade else ""


def _points(points: int | None) -> str:
    return "" if points is None else str(points)


def _joined(things: Iterable[object]) -> str:
    return "; ".join(getattr(one, "texto", "") for one in things)


def _counted(one: Infracao) -> str:
    return listing([INCIDENCIAS[by] for by in one.incidencia])


def _addressees(one: Infracao) -> str:
    """Ids, for no catalogue has the words of another's time."""
    return listing([name.replace("_", " ") for name in one.destinatarios or ()])


def _fact(value: object) -> str:
    return f"{value:%d/%m/%Y}" if isinstance(value, date) else str(value or "")


def _interval(side: Lado) -> str:
    return f"em vigor {_since(side)}" if side.vigencia_de else _since(side)


def _since(side: Lado) -> str:
    since = f"desde {side.vigencia_de:%d/%m/%Y}" if side.vigencia_de else "sem data"
    return f"{since} até {side.vigencia_ate:%d/%m/%Y}" if side.vigencia_ate else since
