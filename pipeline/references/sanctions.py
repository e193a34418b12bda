"""What sanction lines refer to: the device that sets a group's fine or a gravity's points.

In: what the norm punishes. Out: a `Remissao` of the punished device for each gravity and each
group, at its line or at the conduct that ends in it; one of a group that no device defines is
broken and has no target. A gravity refers only where the norm sets points at all.
"""

from collections.abc import Iterator
from typing import Literal

from pipeline.artefacts import SanctionTables
from pipeline.model import Infracao, LinhaDeSancao, Remissao


def read_sanction_references(tables: SanctionTables) -> Iterator[Remissao]:
    """The references of all infractions, in their order.

    >>> # next(read_sanction_references(tables)).texto → 'grave'
    """
    groups = {one.codigo: one.base_legal for one in tables.grupos}
    points = {one.gravidade: one.base_legal for one in tables.pontuacao}
    lines = {one.id: one.linhas for one in tables.sancoes}
    for infraction in tables.infracoes:
        for line in lines.get(infraction.sancao or "", ()):
            if line.rotulo == "Infração" and infraction.gravidade and points:
                words = line.texto or infraction.gravidade
                target = points.get(infraction.gravidade)
                yield _record(infraction, line, words, "gravidade", target)
            if line.rotulo != "Medida administrativa":
                for penalty in infraction.penalidades:
                    if penalty.grupo and penalty.texto in (line.texto or ""):
                        words, target = f"Grupo {penalty.grupo}", groups.get(penalty.grupo)
                        yield _record(infraction, line, words, "grupo", target)
        if infraction.sancao is None:
            marked = dict.fromkeys(one.grupo for one in infraction.penalidades if one.grupo)
            for code in marked:
                yield _record(infraction, infraction, f"Grupo {code}", "grupo", groups.get(code))


def _record(
    infraction: Infracao,
    printed: LinhaDeSancao | Infracao,
    words: str,
    tipo: Literal["gravidade", "grupo"],
    target: str | None,
) -> Remissao:
    return Remissao(
        de=infraction.dispositivo,
        texto=words.strip(" .;,"),
        tipo=tipo,
        alvo=target,
        estado="resolvida" if target else "quebrada",
        origem=printed.origem,
    )
