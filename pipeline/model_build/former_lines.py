"""Sanction lines that no longer hold, though their conduct does.

In: the devices, the blocks of sanction lines with the notes behind them, the struck lines of print.
Out: the same without the lines that another one replaced ("Penalidade - multa (Grupo B). (Redação
dada pela Lei nº 9)" behind a first Penalidade), that were revoked ("(Revogada pela Lei nº 9)") or
struck through; these stand in `versoes` of the device behind which they were printed, and each is
told. Promises: of two lines one is chosen only if a stroke or a note tells; else both punish, as
printed, and `check` reports them (SAN007). A block of which nothing holds stays, empty, as what it
parts: the next lines are not those of the conducts before it. Source: the notes of official
portals.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.artefacts import SanctionBlock, SanctionLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Told, amending_act, is_of_line, note_kind, state_of, told_by
from pipeline.model import Dispositivo, Versao, citation, locate, paths, regions_of, walk
from pipeline.spans import merge

Former = tuple[SanctionLine, str]
"""A line that no longer holds, and how that is told."""


def retire_lines(
    devices: tuple[Dispositivo, ...],
    blocks: Iterable[SanctionBlock],
    struck: Collection[tuple[int, int]],
) -> tuple[tuple[Dispositivo, ...], tuple[SanctionBlock, ...], tuple[Diagnostic, ...]]:
    """Put lines that no longer hold aside.

    >>> # "Penalidade - multa (Grupo A). / Penalidade - multa (Grupo B). (Redação dada pela Lei …)"
    >>> # → the line of Grupo B in the block, that of Grupo A in `versoes`
    """
    kept: list[SanctionBlock] = []
    former: dict[str, list[Former]] = {}
    blocks = list(_joined(blocks))
    noted = any(line.notes for block in blocks for line in block.lines)
    # "Revogada" behind a line of an alínea is said of the alínea.
    own = {one.id for one in walk(devices) if one.tipo == "alinea"} if noted else set()
    for block in blocks:
        gone = list(_former(block.lines, struck, alinea=block.after in own))
        for one in gone:
            former.setdefault(block.after, []).append(one)
        lines = tuple(line for line in block.lines if all(line is not one for one, _ in gone))
        kept.append(replace(block, lines=lines) if gone else block)
    doubts = list(_doubts(kept)) if noted else []
    if struck:
        doubts += _struck_alone(devices, kept, struck)
    if not former:
        return devices, tuple(kept), tuple(doubts)
    found = [
        _told(path, line, why)
        for path in paths(devices)
        for line, why in former.get(path[-1].id, ())
    ]
    return tuple(_with_versions(devices, former, struck)), tuple(kept), (*found, *doubts)


def _joined(blocks: Iterable[SanctionBlock]) -> Iterator[SanctionBlock]:
    """The blocks, those as one of which the second gives the first another gravity.

    To the grammar each line Infração opens a block: "Infração - leve; / Infração - grave; (Redação
    dada pela Lei nº 9) / Penalidade - multa.".
    """
    last: SanctionBlock | None = None
    for block in blocks:
        opening = block.lines[0] if block.lines else None
        renews = opening and any(_renews(opening, note) for note in opening.notes)
        if last is not None and last.after == block.after and renews:
            last = replace(last, lines=(*last.lines, *block.lines))
            continue
        if last is not None:
            yield last
        last = block
    if last is not None:
        yield last


def _former(
    lines: Sequence[SanctionLine], struck: Collection[tuple[int, int]], *, alinea: bool
) -> Iterator[Former]:
    """The lines of a block that no longer hold; `alinea`, whether it is one's."""
    for terminal in dict.fromkeys(line.terminal for line in lines):
        same = [line for line in lines if line.terminal == terminal]
        left = [line for line in same if not _is_struck(line, struck)]
        if left:
            yield from ((one, "está riscada") for one in same if _is_struck(one, struck))
            same = left
        chosen = _latest(same) if len(same) > 1 else None
        if chosen is not None:
            note = chosen.notes[-1]
            yield from ((one, f"deu lugar à que traz a nota «{note}»") for one in same
                        if one is not chosen)  # fmt: skip
            same = [chosen]
        for one in same:
            telling = [note for note in one.notes if _revokes(note)]
            if telling and one.text is not None and not alinea:
                yield one, f"traz a nota «{telling[-1]}»"


def _latest(lines: Sequence[SanctionLine]) -> SanctionLine | None:
    """The line that the latest act gave, if notes tell: the first may have none, all others must.

    An empty line with the note that it was revoked is what an act left of the one before.
    """
    first, *further = lines
    if not all(any(_renews(line, note) for note in line.notes) for line in further):
        return None
    noted = lines if first.notes else further
    acts = [amending_act(line.notes[-1]) for line in noted]
    in_order = all(
        one is not None and other is not None and one.before(other) is True
        for one, other in pairwise(acts)
    )
    return lines[-1] if in_order else None


def _renews(line: SanctionLine, note: str) -> bool:
    bare = line.text is None and state_of([note]) == "revogado"
    return bare or told_by(note, note_kind(note)) is Told.NEW


def _revokes(note: str) -> bool:
    return is_of_line(note) and state_of([note]) in ("revogado", "vetado", "suspenso")


def _doubts(blocks: Iterable[SanctionBlock]) -> Iterator[Diagnostic]:
    """VER005: a repeal of the device behind a line that is not the last of the device's."""
    for block, below in pairwise((*blocks, None)):
        assert block is not None
        goes_on = below is not None and below.after == block.after
        for line in block.lines if goes_on else block.lines[:-1]:
            for note in line.notes:
                if state_of([note]) == "revogado" and not is_of_line(note):
                    message = (
                        f"a nota «{note}» está atrás da linha {line.written.rotulo}, que não é a "
                        "última: foi tomada como do dispositivo inteiro"
                    )
                    yield diagnose("VER005", message, place=line.place, device=block.after)


def _struck_alone(
    devices: Iterable[Dispositivo],
    blocks: Iterable[SanctionBlock],
    struck: Collection[tuple[int, int]],
) -> Iterator[Diagnostic]:
    """VER002: a line that is struck through, behind a device that is not, and none in its place."""
    standing = {
        one.id
        for one in walk(devices)
        if not all(
            (at.page, n) in struck
            for at in regions_of(one.origem)
            for n in range(at.first, at.last + 1)
        )
    }
    for block in blocks:
        for line in block.lines if block.after in standing else ():
            if _is_struck(line, struck):
                message = (
                    f"a linha {line.written.rotulo} está riscada na impressão, e nada diz que "
                    "deixou de valer"
                )
                yield diagnose("VER002", message, place=line.place, device=block.after)


def _is_struck(line: SanctionLine, struck: Collection[tuple[int, int]]) -> bool:
    return bool(struck) and all(
        (at.page, n) in struck for at in line.place for n in range(at.first, at.last + 1)
    )


def _told(path: tuple[Dispositivo, ...], line: SanctionLine, why: str) -> Diagnostic:
    label = line.written.rotulo
    message = f"{citation(path)}: a linha {label} «{line.text or '-'}» {why}; está em `versoes`"
    return diagnose("VER003", message, place=line.place, device=path[-1].id)


def _with_versions(
    devices: Iterable[Dispositivo],
    former: dict[str, list[Former]],
    struck: Collection[tuple[int, int]],
) -> Iterator[Dispositivo]:
    for device in devices:
        changed: dict[str, object] = {}
        if device.filhos:
            changed["filhos"] = tuple(_with_versions(device.filhos, former, struck))
        lines = [line for line, _ in former.get(device.id, ())]
        if lines:
            changed["versoes"] = (*device.versoes, _version(device, lines, struck))
        yield device.model_copy(update=changed) if changed else device


def _version(
    device: Dispositivo, lines: Sequence[SanctionLine], struck: Collection[tuple[int, int]]
) -> Versao:
    """The lines alone: the words of the device are those that it has still."""
    return Versao(
        tipo="original",
        rotulo=device.rotulo,
        rotulo_original=None,
        texto=None,
        texto_final=None,
        situacao="vigente",
        notas=(),
        inicio=None,
        fim=None,
        norma=None,
        dispositivo=None,
        sancao=tuple(line.written for line in lines),
        riscado=all(_is_struck(line, struck) for line in lines),
        origem=locate(merge(*(line.place for line in lines))),
        filhos=(),
    )
