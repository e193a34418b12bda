"""Sanction lines that no longer hold, though their conduct does.

In: the devices, the blocks of sanction lines with the notes behind them, the struck lines of print.
Out: the same without the lines that another one replaced ("Penalidade - multa (Grupo B). (Redação
dada pela Lei nº 9)" behind a first Penalidade), that were revoked ("(Revogada pela Lei nº 9)") or
struck through; these stand in `versoes` of the device behind which they were printed, and each is
told. A block of which nothing holds stays, empty, as what it parts: the next lines are not those of
the conducts before it. Promises: of two lines one is chosen only if a stroke or a note tells; else both punish, as
printed, and `check` reports them (SAN007). Source: the notes of official portals.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from pipeline.artefacts import SanctionBlock, SanctionLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Told, amending_act, is_of_line, note_kind, state_of, told_by
from pipeline.model import Dispositivo, Versao, citation, locate, paths
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
    for block in blocks:
        gone = list(_former(block.lines, struck))
        for one in gone:
            former.setdefault(block.after, []).append(one)
        lines = tuple(line for line in block.lines if all(line is not one for one, _ in gone))
        kept.append(replace(block, lines=lines) if gone else block)
    if not former:
        return devices, tuple(kept), ()
    found = [
        _told(path, line, why)
        for path in paths(devices)
        for line, why in former.get(path[-1].id, ())
    ]
    return tuple(_with_versions(devices, former, struck)), tuple(kept), tuple(found)


def _former(
    lines: Sequence[SanctionLine], struck: Collection[tuple[int, int]]
) -> Iterator[Former]:
    """The lines of a block that no longer hold."""
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
            note = next((note for note in reversed(one.notes) if _revokes(note)), None)
            if note is not None and one.text is not None:
                yield one, f"traz a nota «{note}»"


def _latest(lines: Sequence[SanctionLine]) -> SanctionLine | None:
    """The line that the latest act gave, if notes tell: the first may have none, all others must.

    An empty line with the note that it was revoked is what an act left of the one before.
    """
    first, *further = lines
    if not all(any(_renews(line, note) for note in line.notes) for line in further):
        return None
    acts = [next(map(amending_act, reversed(line.notes)), None) for line in lines]
    for one, act, other, behind in zip(lines, acts, further, acts[1:], strict=False):
        untold = one is first and not one.notes
        later = act is not None and behind is not None and act.before(behind) is True
        if not (untold or later):
            return None
        assert other.notes
    return lines[-1]


def _renews(line: SanctionLine, note: str) -> bool:
    bare = line.text is None and state_of([note]) == "revogado"
    return bare or told_by(note, note_kind(note)) is Told.NEW


def _revokes(note: str) -> bool:
    return is_of_line(note) and state_of([note]) in ("revogado", "vetado", "suspenso")


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
