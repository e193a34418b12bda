"""Several wordings of one device, printed one after the other: one device with versions.

In: the devices as printed, the second of a number with `_rep2` in its id, the sanction lines behind
them, and the struck lines. Out: the same tree, where the wording in force stands as the device and
the others, with their sanction lines, in its `versoes`; the lines that still punish; and what was
chosen and why. Promises: a wording is chosen only if a stroke or a note tells it from all the
others; where nothing does, both stay as they are, and `check` reports the number (NUM002). Lines
that a former wording shares with conducts in force before it go on punishing these.
Source: LC 95/1998, art. 12, III.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from pipeline.artefacts import SanctionBlock
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import is_announcement
from pipeline.labels import Amending, Told, amending_act, fold, span_of, state_of, told_by
from pipeline.model import Dispositivo, Nota, TipoAlteracao, Versao, citation, regions_of, walk

_INSIDE = ("artigo", "paragrafo", "inciso", "alinea", "item")
_END = " .,;:"
_LISTED = ("inciso", "alinea", "item", "conduta")
_REPEATED = re.compile(r"_rep[0-9]+$")

Lines = Collection[tuple[int, int]]
"""Page and number of printed lines."""


class Merged(NamedTuple):
    """The tree with its versions; the sanction lines that punish what is in force."""

    devices: tuple[Dispositivo, ...]
    blocks: tuple[SanctionBlock, ...]
    found: tuple[Diagnostic, ...]


def merge_wordings(
    devices: tuple[Dispositivo, ...], struck: Lines, blocks: Iterable[SanctionBlock]
) -> Merged:
    """Make one device of its wordings.

    >>> # "Art. 2º A. / Art. 2º B. (Redação dada pela Lei nº 8, de 2011)"
    >>> # → art2 «B.» with versoes («A.»)
    """
    return _Merger(struck, blocks).run(devices)


class _Merger:
    def __init__(self, struck: Lines, blocks: Iterable[SanctionBlock]) -> None:
        self._struck = struck
        self._blocks: dict[str, list[SanctionBlock]] = {}  # by the device behind which they stand
        for block in blocks:
            self._blocks.setdefault(block.after, []).append(block)
        self._found: list[Diagnostic] = []

    def run(self, devices: tuple[Dispositivo, ...]) -> Merged:
        moved = _announced(devices)
        merged = self._merge(moved, (), ())
        blocks = tuple(block for behind in self._blocks.values() for block in behind)
        return Merged(merged, blocks, tuple(self._found))

    def _merge(
        self,
        devices: Sequence[Dispositivo],
        above: tuple[Dispositivo, ...],
        before: tuple[Sequence[Dispositivo], ...],
    ) -> tuple[Dispositivo, ...]:
        """One level of the tree, and what is below it.

        `before` are the devices that stand before this level in the same article or paragraph,
        outermost first.
        """
        done: list[Dispositivo] = []
        for wordings in self._together(devices):
            kept = wordings
            if len(wordings) > 1 and wordings[0].tipo in _INSIDE:
                kept = self._one_of(wordings, above, (*before, done))
            elif wordings[0].tipo in _INSIDE and self._is_struck(wordings[0]):
                self._report_struck(wordings[0], above)
            for one in kept:
                if one.filhos:
                    around = () if one.tipo not in _LISTED else (*before, done)
                    below = self._merge(one.filhos, (*above, one), around)
                    done.append(one.model_copy(update={"filhos": below}))
                else:
                    done.append(one)
        return tuple(done)

    def _together(self, devices: Sequence[Dispositivo]) -> list[list[Dispositivo]]:
        """The devices of one level by their numbers: wordings stand one behind the other.

        The list of an article may also be printed anew behind the former one. There a wording goes
        to the place of its former one if that moves it from no sanction lines that it shares with
        others. A second article far from the first may be another norm's, and is left there.
        """
        runs = [
            list(same) for _, same in groupby(devices, key=lambda one: _REPEATED.sub("", one.id))
        ]
        if len({_REPEATED.sub("", run[0].id) for run in runs}) == len(runs):
            return runs
        by_name: dict[str, list[list[Dispositivo]]] = {}
        for run in runs:
            by_name.setdefault(_REPEATED.sub("", run[0].id), []).append(run)
        together: list[list[Dispositivo]] = []
        for run in runs:
            first, *further = by_name[_REPEATED.sub("", run[0].id)]
            apart = len(further) == 1 and len(first) == len(further[0]) == 1
            if not (apart and self._replaces(further[0][0], first[0])):
                together.append(run)
            elif run is first:
                together.append([first[0], further[0][0]])
        return together

    def _replaces(self, later: Dispositivo, former: Dispositivo) -> bool:
        """Whether a wording in a list printed anew takes the place of its former one."""
        if later.tipo not in _INSIDE or later.tipo == "artigo":
            return False
        *_, last = walk([later])
        settled = _is_bare(later) or last.id in self._blocks
        choice = _choose([former, later], [self._is_struck(one) for one in (former, later)])
        return settled and choice is not None and choice[0] == 1

    def _one_of(
        self,
        wordings: list[Dispositivo],
        above: tuple[Dispositivo, ...],
        before: tuple[Sequence[Dispositivo], ...],
    ) -> list[Dispositivo]:
        """The wording in force with the others as its versions; all of them if nothing tells."""
        if any(one.nome for one in wordings):
            return wordings  # a version has no place for the rubric of another wording
        choice = _choose(wordings, [self._is_struck(one) for one in wordings])
        if choice is None:
            return wordings
        chosen, why = choice
        name = wordings[0].id
        former: dict[int, tuple[SanctionBlock, ...]] = {}
        for n, one in enumerate(wordings):
            if n != chosen:
                around = (*before, wordings[chosen : chosen + 1] if chosen < n else [])
                former[n] = self._taken(one, around)
        force = self._named(wordings[chosen], name)
        order = sorted(former, key=lambda n: _age(wordings[n]))
        versions = tuple(self._version(self._named(wordings[n], name), former[n]) for n in order)
        force = force.model_copy(update={"versoes": (*versions, *force.versoes)})
        cited = citation((*above, force))
        count = "outra redação" if len(versions) == 1 else f"outras {len(versions)} redações"
        self._say(
            "VER001",
            f"{cited}: vale a redação {_ordinal(chosen, len(wordings))}, porque {why}; "
            f"{count} em `versoes`",
            force,
        )
        bare = not any(one.id in self._blocks for one in walk([force]))
        if bare and any(former.values()) and force.situacao == "vigente":
            self._say(
                "VER004",
                f"{cited}: a redação em vigor não traz as linhas de sanção que a outra trazia",
                force,
            )
        return [force]

    def _taken(
        self, device: Dispositivo, before: tuple[Sequence[Dispositivo], ...]
    ) -> tuple[SanctionBlock, ...]:
        """Take the lines from a wording that is not in force.

        If conducts in force wait for them before it, they stay as theirs, too.
        """
        own = [one for each in walk([device]) for one in self._blocks.get(each.id, ())]
        if own:
            # An article or a paragraph begins its own list of conducts.
            waiting = self._waiting(before) if device.tipo in _LISTED else None
            for each in walk([device]):
                self._blocks.pop(each.id, None)
            if waiting is not None:
                self._blocks[waiting.id] = [replace(own[0], after=waiting.id)]
        return tuple(own)

    def _waiting(self, before: tuple[Sequence[Dispositivo], ...]) -> Dispositivo | None:
        """The last conduct of a list that stands before, if it has no sanction lines yet."""
        for level in reversed(before):
            for one in reversed(list(walk(level))):
                if one.id in self._blocks:
                    return None
                if one.tipo in _LISTED and one.situacao == "vigente" and one.texto:
                    return one
        return None

    def _say(self, code: str, message: str, device: Dispositivo) -> None:
        place = regions_of(device.origem)
        self._found.append(diagnose(code, message, place=place, device=device.id))

    def _named(self, device: Dispositivo, name: str) -> Dispositivo:
        """The device and what hangs on it with its own id in place of the repeated one."""
        old = device.id
        if old == name:
            return device

        def renamed(one: Dispositivo) -> Dispositivo:
            now = name + one.id[len(old) :]
            caput = one.caput_id and name + one.caput_id[len(old) :]
            behind = self._blocks.pop(one.id, None)
            if behind:
                self._blocks[now] = [replace(block, after=now) for block in behind]
            children = tuple(renamed(child) for child in one.filhos)
            return one.model_copy(update={"id": now, "caput_id": caput, "filhos": children})

        return renamed(device)

    def _version(self, device: Dispositivo, blocks: Iterable[SanctionBlock]) -> Versao:
        days = [span_of(note.texto) for note in device.notas]
        told = len(self._found)
        below = self._merge(device.filhos, (device,), ())
        del self._found[told:]  # of what is no longer in force nothing is said
        return Versao(
            tipo=_kind_of(device),
            rotulo=device.rotulo,
            rotulo_original=device.rotulo_original,
            texto=device.texto,
            texto_final=device.texto_final,
            situacao=device.situacao,
            notas=device.notas,
            inicio=next((first for first, _ in days if first), None),
            fim=next((last for _, last in days if last), None),
            norma=None,
            dispositivo=None,
            sancao=tuple(line.written for block in blocks for line in block.lines),
            riscado=self._is_struck(device),
            origem=device.origem,
            filhos=below,
        )

    def _is_struck(self, device: Dispositivo) -> bool:
        """Whether all lines of a device's own are struck through."""
        if not self._struck:
            return False
        lines = {
            (at.pagina, line)
            for at in device.origem
            for line in range(at.linhas[0], at.linhas[1] + 1)
        }
        return lines <= set(self._struck)

    def _report_struck(self, device: Dispositivo, above: tuple[Dispositivo, ...]) -> None:
        """A text that is struck through, with no other wording beside it and no note on it."""
        holder = above[-1] if above else None
        if device.situacao != "vigente" or (holder and self._is_struck(holder)):
            return
        cited = citation((*above, device))
        message = f"{cited} está riscado na impressão, e nada diz que deixou de valer"
        self._found.append(
            diagnose("VER002", message, place=regions_of(device.origem), device=device.id)
        )


# ── which wording is in force ────────────────────────────────────────────────────────────────


def _choose(wordings: Sequence[Dispositivo], struck: Sequence[bool]) -> tuple[int, str] | None:
    """The place of the wording in force, and how it is told; None if it is not."""
    left = [n for n, one in enumerate(struck) if not one] or list(range(len(wordings)))
    if len(left) == 1:
        return left[0], "só ela não está riscada"
    left = [n for n in left if Told.FORMER not in _told(wordings[n])] or left
    if len(left) == 1:
        return left[0], "as outras são dadas como anteriores"
    last = max(left)
    repealed = _is_bare(wordings[last])
    if repealed and not any(_is_bare(wordings[n]) for n in left[:-1]):
        return last, f"diz «{wordings[last].notas[-1].texto}»"
    if _is_repeal_of(wordings[last], [wordings[n] for n in left[:-1]]):
        return last, f"repete o texto e diz «{wordings[last].notas[-1].texto}»"
    latest = _latest([wordings[n] for n in left])
    if latest is None:
        return None
    note = _wording_note(wordings[left[latest]])
    given = amending_act(note.texto) if note else None
    if any(_is_before(given, _repealing(wordings[n])) for n in left if n != left[latest]):
        return None
    return left[latest], f"traz a nota «{note.texto}»" if note else "é a última"


def _latest(wordings: Sequence[Dispositivo]) -> int | None:
    """The place of the wording that the latest act gave; None if notes don't tell.

    A wording without a note is the original one, which stands first. Of notes, all must name acts
    that can be compared. What was only added replaces none: unless the other is vetoed or revoked,
    two devices may have got one number.
    """
    notes = [_wording_note(one, tail=n > 0) for n, one in enumerate(wordings)]
    noted = [n for n, note in enumerate(notes) if note]
    unnoted = [n for n, note in enumerate(notes) if not note]
    if not noted or len(unnoted) > 1 or (unnoted and unnoted != [0]):
        return None
    acts: list[tuple[int, Amending | None]] = [
        (n, amending_act(note.texto)) for n, note in enumerate(notes) if note
    ]
    best = noted[0]
    if len(acts) > 1:
        by_place = dict(acts)
        later = [
            n for n in noted
            if all(_is_before(by_place[m], by_place[n]) for m in noted if m != n)
        ]  # fmt: skip
        if len(later) != 1:
            return None
        best = later[0]
    note = notes[best]
    only_added = note is not None and told_by(note.texto, note.tipo) is Told.ADDED
    if only_added and any(wordings[n].situacao == "vigente" for n in unnoted):
        return None
    return best


def _is_before(one: Amending | None, other: Amending | None) -> bool:
    return one is not None and other is not None and one.before(other) is True


def _repealing(device: Dispositivo) -> Amending | None:
    """The act that revoked a wording, by its last note of that."""
    told = [note for note in device.notas if note.tipo == "revogacao"]
    return amending_act(told[-1].texto) if told and device.situacao == "revogado" else None


def _wording_note(device: Dispositivo, *, tail: bool = True) -> Nota | None:
    """The note that tells how a wording came about: the device's own, or that at its very end.

    What was only added may be one of its sanction lines: a note that the wording is new goes first.
    """
    for told in (Told.NEW, Told.ADDED):
        own = [note for note in device.notas if told_by(note.texto, note.tipo) is told]
        if own:
            return own[-1]
    below = list(walk(device.filhos))
    if not tail or not below:
        return None
    return next(
        (note for note in below[-1].notas if told_by(note.texto, note.tipo) is Told.NEW), None
    )


def _told(device: Dispositivo) -> set[Told]:
    return {told for note in device.notas if (told := told_by(note.texto, note.tipo))}


def _is_bare(device: Dispositivo) -> bool:
    """Whether nothing is left of a device but the note that it was revoked."""
    return device.situacao == "revogado" and not device.texto and not device.filhos


def _is_repeal_of(last: Dispositivo, others: Sequence[Dispositivo]) -> bool:
    """Whether a device says again what another one says, with the note that it was revoked."""
    if last.situacao != "revogado" or not last.texto or last.filhos:
        return False
    same = [fold(one.texto or "").strip(_END) for one in others]
    return fold(last.texto).strip(_END) in same and all(one.situacao == "vigente" for one in others)


def _age(device: Dispositivo) -> tuple[bool, int, date, int]:
    """By what former wordings are put in order, the oldest first; else they stay as printed."""
    note = _wording_note(device)
    act = amending_act(note.texto) if note else None
    if act is None:
        return _kind_of(device) != "original", 0, date.min, 0
    return True, act.year, act.day or date.min, act.number


def _kind_of(device: Dispositivo) -> TipoAlteracao:
    if Told.FORMER in _told(device):
        return "original" if _is_original(device) else "redacao"
    note = _wording_note(device)
    if note is None:
        return "original"
    return "inclusao" if told_by(note.texto, note.tipo) is Told.ADDED else "redacao"


def _is_original(device: Dispositivo) -> bool:
    return not any(
        told_by(note.texto, note.tipo) in (Told.NEW, Told.ADDED) for note in device.notas
    )


def _ordinal(at: int, count: int) -> str:
    if at == count - 1:
        return "impressa por último"
    return "impressa primeiro" if at == 0 else f"impressa em {at + 1}º lugar"


# ── sentences before a device ────────────────────────────────────────────────────────────────


def _announced(devices: tuple[Dispositivo, ...]) -> tuple[Dispositivo, ...]:
    """Hand each sentence that stands before a device, and was read behind another, on to it."""
    given: dict[str, tuple[Nota, ...]] = {}
    waiting: tuple[Nota, ...] = ()
    for device in walk(devices):
        stays = tuple(note for note in device.notas if not is_announcement(note.texto))
        if waiting or len(stays) < len(device.notas):
            given[device.id] = (*waiting, *stays)
        waiting = tuple(note for note in device.notas if is_announcement(note.texto))
    if not given:
        return devices
    if waiting:  # nothing stands behind it
        last = list(walk(devices))[-1]
        given[last.id] = (*given.get(last.id, ()), *waiting)
    return tuple(_with_notes(devices, given))


def _with_notes(
    devices: Sequence[Dispositivo], given: Mapping[str, tuple[Nota, ...]]
) -> Iterator[Dispositivo]:
    for device in devices:
        children = tuple(_with_notes(device.filhos, given))
        notes = given.get(device.id)
        changed: dict[str, object] = {"filhos": children}
        if notes is not None:
            own = [note.texto for note in notes if not is_announcement(note.texto)]
            changed |= {"notas": notes, "situacao": state_of(own, device.tipo)}
        yield device.model_copy(update=changed)
