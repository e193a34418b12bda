"""What stands out among its neighbours: hints, for no rule forbids it.

In: the infractions, the texts, the annexes. Out: diagnostics of level `nota`. A hint needs
neighbours that agree among themselves; where they differ anyway, nothing stands out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import SANCTION_LABELS, label_at
from pipeline.labels import Kind, fold, number_of, spoken
from pipeline.labels.punishing import names_its_sanction, speaks_of_sanction
from pipeline.model import Dispositivo, Infracao, citation, named, paths, regions_of

_ENOUGH = 5
"""Neighbours that must agree before one that differs is worth a word."""
_MOST = 0.9
"""Share of all conducts that must end in one mark before another is worth a word."""
_MARK = re.compile(r"[.:;,!?]$")


def check_odd_groups(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN015: the one group of its chapter that belongs to another series ("X-9" among "Z-9")."""
    for where, infractions in _by_grouping(compiled):
        series: dict[str, list[tuple[Infracao, str]]] = {}
        for one in infractions:
            for penalty in one.penalidades:
                if penalty.grupo and "-" in penalty.grupo:
                    head = penalty.grupo.partition("-")[0]
                    series.setdefault(head, []).append((one, penalty.grupo))
        if len(series) != 2:
            continue
        few, many = sorted(series.values(), key=len)
        if len(few) != 1 or len(many) < _ENOUGH:
            continue
        odd, group = few[0]
        others = many[0][1].partition("-")[0]
        message = (
            f"{named(odd.rotulo)} tem o Grupo {group}; "
            f"as outras {len(many)} multas {where} são da série {others}"
        )
        yield diagnose(
            "SAN015", message, place=regions_of(odd.origem), device=odd.dispositivo, mark=group
        )


def _by_grouping(compiled: Compiled) -> Iterator[tuple[str, list[Infracao]]]:
    """The infractions of each outermost grouping, and its name; those outside of any together."""
    outermost: dict[str, Dispositivo] = {
        name: way[0]
        for way in paths(compiled.articulation.devices)
        for name in (way[-1].id, way[-1].caput_id)
        if name and way[0].tipo != "artigo"
    }
    found: dict[str, list[Infracao]] = {}
    for one in compiled.tables.infracoes:
        grouping = outermost.get(one.dispositivo)
        where = f"d{_spoken(grouping)}" if grouping else "da norma"
        found.setdefault(where, []).append(one)
    yield from found.items()


def _spoken(grouping: Dispositivo) -> str:
    if grouping.rotulo is None:
        return f"o título «{grouping.nome}»"
    kind = Kind(grouping.tipo)
    return spoken(kind, number_of(kind.value.upper(), grouping.rotulo or ""))


def check_same_conducts(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN016: a conduct in the very words of another, with another sanction."""
    known: dict[str, Infracao] = {}
    for one in compiled.tables.infracoes:
        first = known.setdefault(_words(one), one)
        if _sanction(first) != _sanction(one) and first.dispositivo != one.dispositivo:
            yield diagnose(
                "SAN016",
                f"{named(one.rotulo)} repete a conduta d{named(first.rotulo)}, com outra sanção",
                place=regions_of(one.origem),
                device=one.dispositivo,
            )


def _words(one: Infracao) -> str:
    """The conduct in bare words; one that goes on the sentence of its caput with that."""
    whole = [one.conduta]
    if one.conduta[:1].islower():
        whole = [*(context.texto for context in one.contexto), one.conduta]
    return " ".join(re.findall(r"\w+", fold(" ".join(whole))))


def _sanction(one: Infracao) -> tuple[object, ...]:
    return (
        one.gravidade,
        sorted(str((it.tipo, it.grupo, it.fator)) for it in one.penalidades),
        sorted(measure.tipo for measure in one.medidas_administrativas),
        one.multa and (one.multa.quantidade, one.multa.unidade),
    )


def check_closing_marks(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN017: a conduct that does not end in the mark in which nearly all others end."""
    texts = {way[-1].id: way[-1] for way in paths(compiled.articulation.devices)}
    texts |= {one.caput_id: one for one in texts.values() if one.caput_id}
    ends = [
        (one, _mark(texts[one.dispositivo].texto))
        for one in compiled.tables.infracoes
        if one.dispositivo in texts
    ]
    usual = _usual([mark for _, mark in ends])
    for one, mark in ends:
        if usual and mark != usual:
            said = f"termina em «{mark}», e" if mark else "não tem sinal final;"
            device = texts[one.dispositivo]
            about = f"a conduta d{named(one.rotulo)}"
            yield diagnose(
                "SAN017",
                f"{about} {said} quase todas as outras terminam em «{usual}»",
                place=regions_of(device.origem)[-1:],
                device=one.dispositivo,
                mark=device.texto.split()[-1] if device.texto else "",
            )


_QUOTES = re.compile(r"[“\"«](?=(?:Art\.|§|[IVXLC]+(?:-[A-Z])? *[-–—.]|[a-z]\)))")


def check_inner_sanctions(compiled: Compiled) -> Iterator[Diagnostic]:
    """SAN018: a text that speaks of gravity and fine, and is no sanction line of its own.

    An annex without articles has no conducts: its rows stay rows, and what they punish is told.
    """
    tables = compiled.tables
    known = {target for one in tables.sancoes for target in one.alvos}
    known |= {one.base_legal for one in tables.grupos if one.base_legal}
    known |= {one.base_legal for one in tables.pontuacao}
    known |= {one.base_legal for one in tables.multas_por_gravidade}
    known |= {one.device for one in tables.contested}
    known |= {one.dispositivo for one in tables.infracoes}
    known |= {one.base_da_gravidade for one in tables.infracoes if one.base_da_gravidade}
    known |= {
        penalty.base_legal
        for one in tables.infracoes
        for penalty in one.penalidades
        if penalty.base_legal
    }
    for way in paths(compiled.articulation.devices):
        device = way[-1]
        if {device.id, device.caput_id} & known or any(one.situacao != "vigente" for one in way):
            continue
        # What an act quotes is another norm's, and its sanctions are read there.
        if speaks_of_sanction(_QUOTES.split(device.texto or "", maxsplit=1)[0]):
            yield diagnose(
                "SAN018",
                f"o texto d{named(citation(way))} fala de uma sanção que não está em linha própria",
                place=regions_of(device.origem),
                device=device.id,
            )
    for annex in compiled.articulation.anexos:
        table = _TABLE.search(fold(annex.texto)) is not None
        lines = [line for line in annex.linhas if _is_sanction(line) or (table and _is_row(line))]
        if lines:
            one = len(lines) == 1
            count = "uma linha" if one else f"{len(lines)} linhas"
            first = "" if one else "a primeira "
            kept = "guardada" if one else "guardadas"
            yield diagnose(
                "SAN018",
                f"o {annex.rotulo} tem {count} de sanção, {first}«{lines[0]}», "
                f"{kept} com o anexo e fora da tabela de infrações",
                place=regions_of(annex.origem),
            )


_TABLE = re.compile(r"\b(?:infrac(?:ao|oes)|multas?|penalidades?)\b")
_GRAVITY_CELL = re.compile(
    r"(?<!multa )\b(?:leve|media|grave|gravissima)\b(?= ?(?:[|–—-]|r\$|\d|$))"
)
"""In a cell of its own, or before the amount; "multa média" is an average."""
_FINE_CELL = re.compile(r"^(?!multa).*\bmulta\b.*(?:r\$|\d)")


def _is_row(line: str) -> bool:
    """Whether a row of a table of infractions has a gravity, or a fine with its amount."""
    folded = fold(line)
    return _GRAVITY_CELL.search(folded) is not None or _FINE_CELL.search(folded) is not None


def _is_sanction(line: str) -> bool:
    """Whether a row of an annex is a sanction line or speaks of gravity and fine."""
    label = label_at(line)
    return (label is not None and label[0] in SANCTION_LABELS) or names_its_sanction(line)


def _mark(text: str | None) -> str:
    found = _MARK.search((text or "").rstrip(" )”\"'"))
    return found[0] if found else ""


def _usual(marks: Sequence[str]) -> str:
    """The mark in which nearly all of many conducts end; empty if there is none."""
    if len(marks) <= _ENOUGH:
        return ""
    mark, count = Counter(marks).most_common(1)[0]
    return mark if count >= _MOST * len(marks) else ""
