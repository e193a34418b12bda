"""What an act orders of the norms at hand.

In: the act as far as its devices (`Reading`), the norms beside it, and how quoted lines are read.
Out: `Amendments`: the changes, in the order of the act, and what can't be carried out. Promises:
a command that is not understood, or whose target is in doubt, stops the act for the norms that it
may be about, and is reported with its page, line and reason; nothing is guessed. A norm that is not
at hand is reported, and that is all.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property

from pipeline.amend.commands import looks_like_command, read_commands
from pipeline.amend.divisions import EMENTA, UnclearError, is_part
from pipeline.amend.force import Days, read_days
from pipeline.amend.nested import unnest
from pipeline.amend.passages import Passage, passages
from pipeline.amend.payload import read_annex, read_payload
from pipeline.amendments import Amendments, Change, Command, Payload, Reading, ReadQuoted
from pipeline.artefacts import BREAK, ManualChange, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Kind, dotted, exact_reading, fold, write_citation
from pipeline.labels.citations import is_grouping, parts_of
from pipeline.labels.norms import Named, read_names
from pipeline.labels.quotations import OPENS, closes
from pipeline.model import Anexo, regions_of, walk
from pipeline.spans import Region, Spot

__all__ = ["amend"]

_CHANGES = re.compile(
    r"\b(?:altera|acrescenta|modifica|revoga|suprime|inclui|(?:da|dando) nova redacao)\b"
)
_RANGE = re.compile(
    r"(?:\d[º°ª]?(?:-[A-Z])?|\b[IVXLC]+) (?:a|ao|até)(?: o)? (?:art\.? ?)?(?:\d|[IVXLC]+\b)"
)
_SPHERES = {"federal": (False, False), "estadual": (True, False)}
"""Whether a norm of a sphere has a state, and a municipality."""


def amend(act: Reading, bases: Mapping[str, Reading], read: ReadQuoted) -> Amendments:
    """Read the changes that an act makes in other norms.

    >>> # amend(act, {"lei-5-2001": base}, read).changes[0].targets → ('art6',)
    """
    return _Act(act, {name: one for name, one in bases.items() if name != act.id}, read).run()


class _Act:
    def __init__(self, act: Reading, bases: Mapping[str, Reading], read: ReadQuoted) -> None:
        self._act, self._bases, self._read = act, bases, read
        self._passages = passages(act.normal)
        self._commands = read_commands(self._passages, act.articulation.devices)
        self._changes: list[Change] = []
        self._stopped: list[tuple[str, str]] = []
        self._found: list[Diagnostic] = []

    @cached_property
    def _days(self) -> Days:
        return read_days(self._passages, self._published)

    @cached_property
    def _days_if_later(self) -> Days:
        later = self._published + timedelta(days=1) if self._published else None
        return read_days(self._passages, later)

    @property
    def _published(self) -> date | None:
        return self._act.published or self._act.title.data

    def run(self) -> Amendments:
        by_hand = [one.artigo for one in self._act.manual if one.artigo]
        for command in self._commands:
            if command.action == "generica":
                continue
            if any(_is_within(command.device, one) for one in by_hand):
                continue
            self._command(command)
        for entry in self._act.manual:
            self._manual(entry)
        self._require_what_the_ementa_says()
        if self._changes and not self._days.said and self._act.in_force is None:
            message = "o ato não diz quando entra em vigor: contaram-se 45 dias da publicação"
            self._found.append(diagnose("ALT008", message))
        if self._changes and self._act.in_force is None:
            counted = {one.day for one in self._changes} & self._days.by_months
            self._found += [diagnose("ALT010", _counted(day)) for day in sorted(counted)]
        found = tuple(self._changes), tuple(self._stopped), tuple(self._found)
        if self._act.in_force is not None or not self._changes:
            return Amendments(*found)
        return Amendments(*found, self._days.clauses, bool(self._days.articles))

    # ── one command ──────────────────────────────────────────────────────────────────────────

    def _command(self, command: Command) -> None:
        if any(not closes(block[0].text, block[-1].text) for block in command.blocks):
            command = replace(command, fault="faltam as aspas que fecham a citação")
        homes = {one.norm: self._home(one.norm) for one in (*command.named, *command.added)}
        for norm, home in homes.items():
            if home is None and norm is not None:
                self._absent(command, norm)
        for norm, home in homes.items():
            day = self._bases[home].title.data if home else None
            if norm and norm.dia and day and norm.dia != day:
                reason = f"a norma citada é de {day:%d/%m/%Y}, e não de {norm.dia:%d/%m/%Y}"
                command = replace(command, fault=reason)
        names = [name for name in homes.values() if name]
        if command.fault and not command.named:
            names = self._named_anywhere()
        if not names:
            if command.fault and not command.named:
                message = f"não se sabe que norma a frase altera: «{_short(command.sentence)}»"
                self._found.append(
                    diagnose("ALT002", message, place=command.place, device=command.device)
                )
            return
        if command.fault:
            self._stop(command, names, command.fault)
            return
        try:
            self._changes += self._resolved(command, homes)
        except UnclearError as unclear:
            self._stop(command, names, str(unclear))

    def _resolved(
        self, command: Command, homes: Mapping[Named | None, str | None]
    ) -> Iterator[Change]:
        day, effects = self._days.of(command.device)
        day = self._act.in_force or day
        if day is None:
            raise UnclearError(
                "não se sabe desde quando vale: diga `inicio_vigencia` em norma.toml"
            )
        for name in dict.fromkeys(home for home in homes.values() if home):
            named = tuple(i for one in command.named if homes[one.norm] == name for i in one.ids)
            added = tuple(i for one in command.added if homes[one.norm] == name for i in one.ids)
            targets = added if command.action == "acrescimo" and command.added else (*named, *added)
            payload, words = None, command.words
            annexes = self._annexes(command, targets)
            if command.action in ("redacao", "acrescimo"):
                if len({home for home in homes.values() if home}) > 1:
                    raise UnclearError("uma só citação para mais de uma norma")
                if annexes:
                    pass
                elif command.blocks:
                    payload = self._payload(command, targets or named)
                elif len(targets) != 1:
                    raise UnclearError("não se sabe de que dispositivo é o texto entre aspas")
            if command.action == "renumeracao" and len(targets) != 1:
                raise UnclearError("só se renumera um dispositivo de cada vez")
            if payload is not None and command.action == "redacao":
                _require_added(payload, added)
                if any(not one.ids and homes[one.norm] == name for one in command.named):
                    targets = ()  # the whole norm, with what is added to it
            if payload is not None:
                self._order_within(command, payload, name)
            assert command.action is not None
            yield Change(
                name, self._act.id, command.device, command.action, day,
                targets=tuple(dict.fromkeys(targets)),
                existing=named if command.action == "redacao" else (),
                payload=payload, words=words,
                pairs=command.pairs, number=command.number, annexes=annexes,
                within=next((one.within for one in (*command.added, *command.named)
                             if one.within and homes[one.norm] == name), None),
                presumed=self._is_presumed(command.device),
                ranged=_RANGE.search(command.sentence) is not None, effects=effects,
                place=command.place, page_line=_where(command.place),
            )  # fmt: skip

    def _order_within(self, command: Command, payload: Payload, home: str) -> None:
        """What a quotation for another act orders of a third norm: this act orders it by that."""
        inner = list(payload.inner)
        quoted = [sentence for sentence, _ in inner]
        for device in walk(payload.devices):
            text = device.texto or ""
            if looks_like_command(text) and not any(text.startswith(one) for one in quoted):
                inner.append((text, ()))
        for sentence, lines in inner:
            known = len(self._changes)
            passage = Passage(command.device, sentence, [lines] if lines else [])
            passage.text += " ¶1" if lines else ""
            for one in read_commands([passage], ()):
                if one.action != "generica":
                    self._command(replace(one, device=command.device, place=command.place))
            self._changes[known:] = [
                one if one.base == home else replace(one, via=home) for one in self._changes[known:]
            ]

    def _annexes(self, command: Command, targets: Sequence[str]) -> tuple[Anexo, ...]:
        """The act's own annexes that a command puts in the place of those of the other norm."""
        wanted = command.annexes
        parts = [one for one in targets if is_part(one)]
        if wanted is None:
            if command.action in ("redacao", "acrescimo") and any(one != EMENTA for one in parts):
                raise UnclearError("só se altera um anexo pelo que está num anexo do ato")
            return ()
        own = {one.id.removesuffix("u"): one for one in self._act.articulation.anexos}
        if not wanted and len(own) == 1:
            [only] = own.values()
            return (read_annex(only),) if len(targets) == len(parts) == 1 else self._no_annex()
        found = [own.get(one.removesuffix("u")) for one in wanted]
        if not found or None in found or len(found) != len(targets) or len(parts) != len(targets):
            return self._no_annex()
        return tuple(read_annex(one) for one in found if one)

    def _no_annex(self) -> tuple[Anexo, ...]:
        raise UnclearError("não se sabe qual anexo do ato é a nova redação, ou o ato não o traz")

    def _payload(self, command: Command, targets: Sequence[str]) -> Payload:
        """All quotations of a command, as one; if it keeps all else, as if dots said so."""
        read = [self._quotation(block, targets) for block in command.blocks]
        quoted = (one.id for payload in read for one in walk(payload.devices))
        kept = frozenset(quoted) if command.keeps else frozenset()
        self._found += [
            one for payload in read for one in payload.diagnostics if one.nivel != "erro"
        ]
        return Payload(
            tuple(device for one in read for device in one.devices),
            frozenset().union(*(one.own for one in read)),
            kept.union(*(one.open for one in read)),
            tuple(block for one in read for block in one.blocks),
            inner=tuple(inner for one in read for inner in one.inner),
        )

    def _quotation(self, block: tuple[NormalLine, ...], targets: Sequence[str]) -> Payload:
        label = exact_reading(OPENS.sub("", block[0].text, count=1))
        holders: set[str] = set()
        if label and label.kind and label.kind.depth > Kind.ARTIGO.depth:
            holders = {
                _holder(one, label.kind)
                for one in targets
                if not is_grouping(one) and not is_part(one)
            }
            if len(holders) > 1:
                raise UnclearError("não se sabe de qual dos dispositivos é a citação")
        outer, inner = unnest(block)
        holder = next(iter(holders), None)
        read = read_payload(outer, holder, self._read, nested=bool(inner))
        return replace(read, inner=tuple((one.sentence, one.lines) for one in inner))

    def _is_presumed(self, device: str) -> bool:
        """Whether the first day of a command hangs on a day of publication that is not known."""
        if self._act.in_force is not None:
            return False
        if self._days.of(device)[0] in self._days.by_months:
            return True
        if self._act.published is not None:
            return False
        return self._days.of(device) != self._days_if_later.of(device)

    def _require_what_the_ementa_says(self) -> None:
        """An act that says at its head that it changes a norm, and orders nothing, was not read."""
        ementa = self._act.articulation.ementa
        if ementa is None or not _CHANGES.search(fold(ementa.texto)):
            return
        dealt = {one.base for one in self._changes} | {name for name, _ in self._stopped}
        for norm in read_names(ementa.texto):
            home = self._home(norm)
            if home is None or home in dealt:
                continue
            reason = "a ementa diz que o ato a altera, e não se achou nele nenhum comando"
            message = f"alteração de {home} não aplicada, porque {reason}"
            self._found.append(diagnose("ALT001", message, place=regions_of(ementa.origem)))
            self._stopped.append((home, reason))

    # ── what is changed by hand ──────────────────────────────────────────────────────────────

    def _manual(self, entry: ManualChange) -> None:
        day, effects = self._days.of(entry.artigo or "")
        day = entry.inicio or self._act.in_force or day
        if entry.norma not in self._bases:
            message = f"{entry.norma}, que norma.toml manda alterar, não está entre as normas"
            self._found.append(diagnose("ALT002", message))
            return
        # What is stated by hand stands for what could not be read.
        self._stopped = [one for one in self._stopped if one[0] != entry.norma or entry.artigo]
        if entry.artigo is None:
            self._found = [one for one in self._found if one.code != "ALT001"]
        place: tuple[Region, ...] = ()
        try:
            if day is None:
                raise UnclearError("não se sabe desde quando vale: diga `inicio` em [[alteracoes]]")
            payload = words = None
            if entry.tipo != "revogacao":
                lines = _as_quotation(entry.texto or "")
                label = exact_reading(lines[0].text[1:])
                if label is not None and label.kind is not None:
                    holder = _holder(entry.dispositivo, label.kind)
                    payload = read_payload(lines, holder, self._read)
                else:
                    words = entry.texto
            action = {"redacao": "redacao", "inclusao": "acrescimo", "revogacao": "revogacao"}
            self._changes.append(
                Change(
                    entry.norma, self._act.id, entry.artigo, action[entry.tipo],  # type: ignore[arg-type]
                    day, (entry.dispositivo,), payload=payload, words=words, effects=effects,
                    reason=entry.motivo, place=place, page_line="norma.toml",
                )
            )  # fmt: skip
        except UnclearError as unclear:
            message = f"a alteração de {entry.dispositivo} em norma.toml: {unclear}"
            self._found.append(diagnose("ALT001", message))
            self._stopped.append((entry.norma, str(unclear)))

    # ── which norm ───────────────────────────────────────────────────────────────────────────

    def _home(self, norm: Named | None) -> str | None:
        """The norm at hand that words name; None if there is none."""
        if norm is None:
            return None
        found = [name for name, base in self._bases.items() if self._is(norm, base)]
        return found[0] if len(found) == 1 else None

    def _is(self, norm: Named, base: Reading) -> bool:
        title = base.title
        if (title.tipo, _plain(title.numero)) != (norm.tipo, _plain(norm.numero)):
            return False
        if norm.ano is not None and title.data is not None and norm.ano != title.data.year:
            return False
        here, there = self._act.place, base.place
        if norm.esfera in ("federal", "estadual"):
            return (there.uf is not None, there.municipio is not None) == _SPHERES[norm.esfera]
        # A norm that is named without more is one of the same place.
        return _agree(here.uf, there.uf) and _agree(here.municipio, there.municipio)

    def _named_anywhere(self) -> list[str]:
        """The norms at hand that any command of the act names."""
        named = (self._home(one.norm) for command in self._commands for one in command.named)
        return list(dict.fromkeys(name for name in named if name))

    # ── what is said ─────────────────────────────────────────────────────────────────────────

    def _absent(self, command: Command, norm: Named) -> None:
        what = f"{norm.tipo.replace('.', ' ')} nº {norm.numero}"
        if norm.ano:
            what += f"/{norm.ano}"
        message = f"a {what} não está entre as normas: a alteração não foi aplicada"
        if command.fault:
            message = f"a {what} não está entre as normas; se esta frase a altera, não foi aplicada"
        self._found.append(diagnose("ALT002", message, place=command.place, device=command.device))

    def _stop(self, command: Command, names: Sequence[str], reason: str) -> None:
        message = f"alteração não aplicada, porque {reason}: «{_short(command.sentence)}»"
        self._found.append(diagnose("ALT001", message, place=command.place, device=command.device))
        where = f"{command.device}, {_where(command.place)}"
        self._stopped += [(name, f"{where}: {reason}") for name in names]


def _require_added(payload: Payload, added: Sequence[str]) -> None:
    held = {one.id for one in walk(payload.devices)}
    for name in added:
        if name.removesuffix("_cpt") not in held and not is_grouping(name):
            lacking = write_citation(name)
            raise UnclearError(f"a citação não traz {lacking}, que o comando acrescenta")


def _counted(day: date) -> str:
    return (
        "o prazo de vigência é de meses ou anos: contado até o dia de igual número, vale desde "
        f"{day:%d/%m/%Y}"
    )


def _plain(number: str | None) -> str:
    """A number without the zeros with which some write it: «Lei nº 005»."""
    return (number or "").lstrip("0")


def _agree(one: str | None, other: str | None) -> bool:
    """Whether two names are one, as far as both are known."""
    return one is None or other is None or dotted(one) == dotted(other)


def _holder(target: str, kind: Kind) -> str:
    """As much of an id as can hold a device of a kind."""
    kept = []
    for fragment, part in _fragments(target):
        if part is not None and part.depth >= kind.depth:
            break
        kept.append(fragment)
    if kind is Kind.PARAGRAFO and kept[-1:] == ["cpt"]:
        kept.pop()
    return "_".join(kept)


def _fragments(name: str) -> Iterator[tuple[str, Kind | None]]:
    for fragment in name.split("_"):
        parts = parts_of(fragment)
        yield fragment, parts[0][0] if parts else None


def _is_within(device: str, article: str) -> bool:
    return device == article or device.startswith(f"{article}_")


def _short(sentence: str) -> str:
    return sentence if len(sentence) < 120 else f"{sentence[:117]}…"


def _where(place: Sequence[Region]) -> str:
    return f"página {place[0].page}, linha {place[0].first}" if place else "sem lugar"


def _as_quotation(text: str) -> tuple[NormalLine, ...]:
    """A text written by hand, as if an act quoted it."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    lines[0] = f"“{lines[0]}"
    lines[-1] = f"{lines[-1]}”"
    return tuple(NormalLine(line, Spot(1, n), BREAK) for n, line in enumerate(lines, 1))
