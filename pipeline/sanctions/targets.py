"""Which conducts a group of sanction lines punishes.

In: the devices in printed order and the groups between them. Out: `Sancao`s with their targets.
Rules (the pattern of the CTB): a group punishes all conducts that stand before it since the group
before, in the same article, or in its paragraph if any waits there; of a device whose alíneas are
among them, the alíneas, unless they are its exceptions; vetoed and repealed ones are passed over;
where no conduct is waiting, the caput, or else the last device again. The alíneas in which a
penalty goes on are no conducts, and measures behind them belong to the group of that penalty.
"""

import re
from collections.abc import Iterable, Sequence

from pipeline.artefacts import SanctionBlock
from pipeline.labels import SANCTIONS, fold
from pipeline.labels.punishing import names_its_sanction
from pipeline.model import Dispositivo, Origem, Sancao, paths

Path = tuple[Dispositivo, ...]

_APPLIES = re.compile(r"aplica(?:m)?-se\b[^.;]* paragrafo anterior\b")
_EXCEPTIONS = re.compile(
    r"\b(?:exceto|salvo|excetuad[ao]s?|excluid[ao]s?|ressalvad[ao]s?|a excecao|com excecao)\b"
    r"(?: [^\W\d]+){0,6}:$"
)


def find_targets(
    devices: Sequence[Dispositivo], blocks: Iterable[SanctionBlock]
) -> tuple[Sancao, ...]:
    """Number the groups and give each its targets, by id (a caput by its caput's id)."""
    waiting_blocks: dict[str, list[SanctionBlock]] = {}
    for block in blocks:
        waiting_blocks.setdefault(block.after, []).append(block)
    found: list[Sancao] = []
    pending: list[Path] = []
    for path in paths(devices):
        device = path[-1]
        if device.tipo == "artigo":
            pending = []
        elif device.tipo == "subtitulo":
            continue
        elif device.texto is not None and not (found and goes_on_in(found[-1], path)):
            if pending and _is_rule(pending[-1][-1]):
                pending.pop()
            pending.append(path)
        for block in waiting_blocks.get(device.id, ()):
            lines = tuple(line.written for line in block.lines)
            if not lines:  # what was punished here no longer is
                pending = []
                continue
            if found and (_goes_on(block, found[-1], path) or _completes(block, found[-1], path)):
                pending = []
                further = {"linhas": (*found[-1].linhas, *lines)}
                found[-1] = found[-1].model_copy(update=further)
                continue
            if len(pending) > 1 and _is_rule(pending[-1][-1]):
                pending.pop()
            waiting = _innermost(_in_paragraph(pending, path))
            targets = [one[-1].id for one in waiting] or [_again(path)]
            pending = []
            found.append(Sancao(id=f"san{len(found) + 1}", alvos=tuple(targets), linhas=lines))
    return tuple(found)


def _goes_on(block: SanctionBlock, last: Sancao, path: Path) -> bool:
    """Whether measures belong to the group before: its penalty went on in the alíneas between."""
    measures = all(line.terminal == "MEDIDA" for line in block.lines)
    holders = {name for holder in path[:-1] for name in (holder.id, holder.caput_id)}
    return measures and not holders.isdisjoint(last.alvos)


def goes_on_in(sanction: Sancao, path: Path) -> bool:
    """Whether a penalty that ends in a colon, or behind its label, goes on in this list."""
    labels = [one.rotulo for one in sanction.linhas]
    if "Penalidade" not in labels or path[-1].tipo not in ("inciso", "alinea", "item"):
        return False
    at = len(labels) - 1 - labels[::-1].index("Penalidade")
    line, behind = sanction.linhas[at], sanction.linhas[at + 1 : at + 2]
    holder = path[-2] if len(path) > 1 else None
    held = holder is not None and sanction.alvos[-1] in (holder.id, holder.caput_id)
    is_open = (line.texto or ":").endswith(":")
    place = path[-1].origem
    before = all(_precedes(place, one.origem) for one in behind)
    return is_open and held and before and _precedes(line.origem, place)


def _precedes(one: Sequence[Origem], other: Sequence[Origem]) -> bool:
    """Whether one stands above the other; what an act put there has no place in this file."""
    if not (one and other):
        return True
    return (one[0].pagina, one[0].linhas[0]) < (other[0].pagina, other[0].linhas[0])


def _completes(block: SanctionBlock, last: Sancao, path: Path) -> bool:
    """Whether a gravity belongs to the group before: its penalty is printed above it."""
    printed = {line.rotulo for line in last.linhas}
    further = {SANCTIONS[line.terminal] for line in block.lines}
    own = {path[-1].id, path[-1].caput_id}
    return "Infração" in further and not further & printed and not own.isdisjoint(last.alvos[-1:])


def _in_paragraph(pending: list[Path], path: Path) -> list[Path]:
    """What waits in the paragraph in which a group stands; else all that waits.

    A list of the caput that nobody punished is none of a paragraph's conducts; but one of the
    paragraph before is, where this one only applies it to others ("aplica-se aos ciclomotores o
    disposto na alínea b do parágrafo anterior").
    """
    paragraph = next((one for one in path if one.tipo == "paragrafo"), None)
    if paragraph is None:
        return pending
    paragraphs = [one for one in path[path.index(paragraph) - 1].filhos if one.tipo == "paragrafo"]
    at = paragraphs.index(paragraph)
    applied = at > 0 and _APPLIES.match(fold(paragraph.texto or ""))
    around = paragraphs[at - 1 : at + 1] if applied else [paragraph]
    inside = [one for one in pending if any(holder in around for holder in one)]
    return inside or pending


def _is_rule(device: Dispositivo) -> bool:
    """Whether a paragraph is a rule and no conduct of a list: its sentence ends before the next."""
    return device.tipo == "paragrafo" and (device.texto or "").endswith(".")


def _innermost(pending: list[Path]) -> list[Path]:
    """The waiting devices that are in force and hold no other waiting one.

    One that names a sanction in its own text has that, and not the next one's.
    """
    pending = [path for path in pending if not any(map(holds_exceptions, path[:-1]))]
    holders = {holder.id for path in pending for holder in path[:-1]}
    return [
        path
        for path in pending
        if path[-1].id not in holders
        and path[-1].situacao not in ("vetado", "revogado")
        and not (path is not pending[-1] and names_its_sanction(path[-1].texto or ""))
    ]


def in_force(path: Path) -> bool:
    """Whether a device and all that hold it are in force."""
    return all(device.situacao == "vigente" for device in path)


def in_force_among(devices: Iterable[Dispositivo]) -> tuple[Dispositivo, ...]:
    """The devices without what is vetoed, repealed or suspended, and what hangs on it.

    What is no longer in force defines no group, sets no fine and gives no points.
    """
    return tuple(
        one.model_copy(update={"filhos": in_force_among(one.filhos)}) if one.filhos else one
        for one in devices
        if one.situacao == "vigente"
    )


def holds_exceptions(device: Dispositivo) -> bool:
    """Whether the list under a conduct is of cases in which it is allowed: "…, exceto:"."""
    return _EXCEPTIONS.search(fold(device.texto or "")) is not None


def _again(path: Path) -> str:
    """Where no conduct is waiting: the caput of the article just opened, or the same device."""
    return path[-1].caput_id or path[-1].id
