"""The frozen types of amendments: what an act orders, and what became of a norm by it.

`Command`s are read out of an act (`amend.commands`), resolved against the norms at hand into
`Change`s (`amend`), and applied in the order of their dates (`consolidate`). Types only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pipeline.artefacts import Articulation, ManualChange, NormalLine, NormalText, SanctionBlock
from pipeline.diagnostics import Diagnostic
from pipeline.labels import Place, Title
from pipeline.labels.norms import Named
from pipeline.model import (
    Alteracao,
    Anexo,
    Dispositivo,
    HistoricoDeParte,
    HistoricoDispositivo,
)
from pipeline.spans import Region

Action = Literal[
    "redacao", "acrescimo", "revogacao", "renumeracao", "expressao", "retificacao", "generica"
]
"""What a command does, by its rule in the grammar."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A norm that a command names, and the ids of its devices; no ids: the norm as a whole.

    `within` is the grouping in which the words say that its articles stand.
    """

    norm: Named | None
    ids: tuple[str, ...] = ()
    within: str | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """One sentence of an act that changes a norm.

    `named` is what it changes, `added` what it says that it adds; `blocks` are the quoted lines,
    `words` an unlabelled text in quotes, `pairs` expressions and what takes their place, `number`
    the id's last fragment that a renumbered device gets, `annexes` the ids of the act's own annexes
    that take the place of those named (empty: its only one). `fault` says why it can't be carried
    out.
    """

    action: Action | None
    device: str
    sentence: str
    place: tuple[Region, ...]
    named: tuple[Wanted, ...] = ()
    added: tuple[Wanted, ...] = ()
    blocks: tuple[tuple[NormalLine, ...], ...] = ()
    words: str | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    number: str | None = None
    annexes: tuple[str, ...] | None = None
    keeps: bool = False
    """Whether the sentence says that all that it does not quote stays."""
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Payload:
    """Quoted devices, with the ids that they have in the norm that they are for.

    `own` are the ids whose text is given, the others only hold; `open` those below which dots say
    that more stands unchanged; `blocks` the sanction lines.
    """

    devices: tuple[Dispositivo, ...]
    own: frozenset[str]
    open: frozenset[str]
    blocks: tuple[SanctionBlock, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    inner: tuple[tuple[str, tuple[NormalLine, ...]], ...] = ()
    """Sentences in it that order changes of a third norm, and the lines that they quote."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an act does to a norm at hand, from a day on."""

    base: str
    act: str
    device: str | None
    action: Action
    day: date
    targets: tuple[str, ...] = ()
    existing: tuple[str, ...] = ()
    """Those of the targets that the command rewords, which the norm must have."""
    payload: Payload | None = None
    words: str | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    """Expressions and what takes their place, all at once; nothing: they are taken out."""
    number: str | None = None
    annexes: tuple[Anexo, ...] = ()
    """The act's annexes that become those of the targets, in their order."""
    within: str | None = None
    """The grouping in which new articles are to stand."""
    ranged: bool = False
    """Whether the targets are the ends of ranges and what lies between: «arts. 3º a 7º»."""
    via: str | None = None
    """The act into which this one writes the command, if it is not its own."""
    effects: date | None = None
    presumed: bool = False
    """Whether the day is presumed, for want of the date of publication."""
    reason: str | None = None
    place: tuple[Region, ...] = ()
    page_line: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """A norm as far as its devices: what `amend` and `consolidate` need of it."""

    id: str
    title: Title
    place: Place
    published: date | None
    normal: NormalText
    articulation: Articulation
    manual: tuple[ManualChange, ...] = ()
    in_force: date | None = None
    """The first day that `norma.toml` states, where the clause can't be understood."""


@dataclass(frozen=True, slots=True)
class Amendments:
    """What an act orders of the norms at hand, and what is to be said of it.

    `stopped` has, for each norm that the act may change and whose change can't be carried out, the
    place and the reason: then nothing of the act is applied.
    """

    changes: tuple[Change, ...] = ()
    stopped: tuple[tuple[str, str], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    clauses: frozenset[str] = frozenset()
    """The devices that say when the act enters into force, where `norma.toml` does not."""
    split: bool = False
    """Whether they tell it apart for single articles."""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """A norm with the changes up to a day applied.

    `since` is the day of the last change applied, `presumed` whether for want of the act's date of
    publication; `until` is the last day before the next change.
    """

    articulation: Articulation
    alteracoes: tuple[Alteracao, ...] = ()
    historico: tuple[HistoricoDispositivo, ...] = ()
    parts: tuple[HistoricoDeParte, ...] = ()
    """Wordings of the ementa and of annexes up to the day, as far as they were changed."""
    all_parts: tuple[HistoricoDeParte, ...] = ()
    """As `parts`, with those to come."""
    since: date | None = None
    until: date | None = None
    presumed: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()
    days: tuple[date, ...] = ()
    """All days on which the norm changes, those to come among them."""
    all_records: tuple[Alteracao, ...] = ()
    """As `alteracoes`, with those to come."""


ReadQuoted = Callable[
    [tuple[NormalLine, ...]], tuple[NormalText, Articulation, tuple[Diagnostic, ...]]
]
"""Reads quoted lines by the grammar of norms: the settled lines, their devices, what was found."""
