"""The frozen types that travel between the stages, and nothing else.

`Source` → `Pages` → `NormalText` → `ParsedText` → `Articulation` → catalogue. Each stage reads
the one before it and makes the next; none is ever changed in place.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from pipeline.diagnostics import Diagnostic
from pipeline.labels import SANCTIONS, Kind, Place, Reading, Title
from pipeline.model import (
    Anexo,
    Assinatura,
    Cobertura,
    Dispositivo,
    Grupo,
    Infracao,
    LinhaDeSancao,
    MultaDaGravidade,
    Pontuacao,
    Registro,
    Remissao,
    Sancao,
    TextoLocalizado,
    locate,
)
from pipeline.reviewed import Reviewed
from pipeline.signature import pdf_at
from pipeline.spans import Region, Spot, regions

if TYPE_CHECKING:
    from lark import Token, Tree


# ── what was published, and what reviewers recorded beside it ────────────────────────────────


@dataclass(frozen=True, slots=True)
class Addressee:
    """Somebody whom the norm's duties address, and the words by which it names them."""

    id: str
    name: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ManualChange:
    """A change that people state in an act's `norma.toml`, in place of what could not be read.

    `artigo` is the device of the act that orders it: then nothing else is read off that device.
    """

    norma: str
    dispositivo: str
    tipo: Literal["redacao", "inclusao", "revogacao"]
    motivo: str
    artigo: str | None = None
    texto: str | None = None
    inicio: date | None = None


@dataclass(frozen=True, slots=True)
class NormFacts:
    """`norma.toml`: what a machine can't read off the published file."""

    title: Title = field(default_factory=Title)
    municipio: str | None = None
    uf: str | None = None
    publicacao: date | None = None
    reconstituida: bool = False
    motivo_reconstituicao: str | None = None
    registro: Registro | None = None
    destinatarios: tuple[Addressee, ...] = ()
    ato: int | None = None
    """Which act of the file is the norm, from 1; None if there is only one."""
    inicio_vigencia: date | None = None
    alteracoes: tuple[ManualChange, ...] = ()

    @property
    def place(self) -> Place:
        """The place, as far as it is stated."""
        return Place(self.municipio, self.uf)


@dataclass(frozen=True, slots=True)
class Passage:
    """Words that reviewers point at, and how often they stand at their place; exactly one of the
    three places is set."""

    text: str
    count: int
    page: int | None = None
    device: str | None = None
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Erratum:
    """One reviewed correction of `erratas.toml`."""

    id: str
    passage: Passage
    after: str
    reason: str
    certain: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """What reviewers saw and left as printed: a fault of the law, or a doubtful reading."""

    id: str
    passage: Passage
    reason: str
    of_the_law: bool


@dataclass(frozen=True, slots=True)
class Source:
    """A norm as it came: the bytes of the published file and the reviewed data beside it."""

    id: str
    path: Path
    data: bytes
    sha256: str
    facts: NormFacts = field(default_factory=NormFacts)
    errata: tuple[Erratum, ...] = ()
    observations: tuple[Observation, ...] = ()
    reviewed: Reviewed = field(default_factory=Reviewed)
    """What people added beside the text; no stage reads it."""

    @property
    def is_pdf(self) -> bool:
        """Whether the bytes are a PDF; anything else is read as plain UTF-8 text."""
        return self.pdf_at is not None

    @property
    def pdf_at(self) -> int | None:
        """Where the PDF begins, behind what a download left before it; None if it is no PDF."""
        return pdf_at(self.data)


# ── extract ──────────────────────────────────────────────────────────────────────────────────


class PrintedLine(NamedTuple):
    """One printed, non-blank line as it came out of the file, and its place.

    `struck` tells that a stroke is drawn through all of its words, as over wordings that are no
    longer in force; a note in brackets behind them may be free of it.
    """

    text: str
    spot: Spot
    struck: bool = False


class Doubt(NamedTuple):
    """A word that OCR is not sure of: the word, how sure (0 to 1), its line, its own box."""

    word: str
    confidence: float
    spot: Spot


@dataclass(frozen=True, slots=True)
class Discard:
    """A printed line that is no part of the norm, and what it is instead."""

    text: str
    motive: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Page:
    """One physical page; `method` is nativo, texto, ocr, vazia (nothing drawn) or ilegivel.

    `lines` are in reading order, and so they are counted; `aside` is what stands outside the text
    (in the margin, turned, cut off, printed twice), counted behind them. Of a page that OCR read,
    `confidence` is that of its letters (0 to 1), `turn` how far the page as it is shown had to be
    turned for its text to stand upright, in degrees clockwise, and `unread` the share of its ink
    that stands in none of its lines.
    """

    number: int
    width: float | None
    height: float | None
    rotation: int
    method: str
    quality: float | None
    lines: tuple[PrintedLine, ...]
    aside: tuple[Discard, ...] = ()
    confidence: float | None = None
    turn: int = 0
    doubts: tuple[Doubt, ...] = ()
    unread: float = 0.0


@dataclass(frozen=True, slots=True)
class Pages:
    """What `extract` hands on: all pages, in order, with their lines in reading order."""

    pages: tuple[Page, ...]
    extractor: str
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def lines(self) -> tuple[PrintedLine, ...]:
        """All printed lines of the document, in reading order."""
        return tuple(line for page in self.pages for line in page.lines)

    @property
    def aside(self) -> tuple[Discard, ...]:
        """All lines that stand outside the text of their page."""
        return tuple(one for page in self.pages for one in page.aside)

    @property
    def printed(self) -> tuple[tuple[str, Spot], ...]:
        """Text and place of all that is printed, as its lines are counted."""
        found: list[tuple[str, Spot]] = []
        for page in self.pages:
            found += [(line.text, line.spot) for line in page.lines]
            found += [(one.text, one.spot) for one in page.aside]
        return tuple(found)


# ── normalise ────────────────────────────────────────────────────────────────────────────────

BREAK = "\n"  # before a line that may begin something
WRAP = "\v"  # before a line that runs on from the one before: reads as a blank
JOIN = "\f"  # before a line whose word began on the line before: reads as nothing
NAMED = "\x1e"  # before a label that the line before names: "Furto" / "Art. 155"


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the printed text: what stood there, what stands there now, why and where."""

    before: str
    after: str
    rule: str
    reason: str
    spot: Spot
    certain: bool = True
    erratum: str | None = None

    @property
    def is_correction(self) -> bool:
        """Whether it is reviewed, or changes more than blanks and dashes."""
        return self.erratum is not None or _bare(self.before) != _bare(self.after)


def _bare(text: str) -> str:
    return "".join(c for c in text if not c.isspace() and c not in "-\u2010\u2011\u2012–—―−\xad")


class NormalLine(NamedTuple):
    """A line after normalisation.

    `lead` stands before it in the normal text; `head` is the label with which it was found to
    begin; `device` the id of the device that is open here, by the sequence of labels; `struck` as
    that of `PrintedLine`; `quoted` numbers the quotation of another norm's devices, by the device
    that quotes them, that the line is of; 0 if there is none. `closes` is the kind of the device
    that the line closes behind what hangs on it, None if the line stands in the innermost one.
    """

    text: str
    spot: Spot
    lead: str = BREAK
    head: Reading | None = None
    device: str | None = None
    struck: bool = False
    quoted: int = 0
    closes: Kind | None = None


@dataclass(frozen=True)
class NormalText:
    """What `normalise` hands on: the lines of the norm, all edits, all discards."""

    lines: tuple[NormalLine, ...]
    edits: tuple[Edit, ...] = ()
    discards: tuple[Discard, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    absorbed: int = 0
    """Printed lines without a line here, as an erratum put their text on the line before; less the
    lines that were made out of one."""

    @cached_property
    def text(self) -> str:
        """The whole text that the grammar reads; it ends with a line break, unless it is empty."""
        if not self.lines:
            return ""
        return "".join(line.lead + line.text for line in self.lines)[1:] + BREAK

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each line begins in `text`."""
        starts, at = [], 0
        for line in self.lines:
            starts.append(at)
            at += len(line.text) + 1
        return tuple(starts)

    def line_at(self, offset: int) -> int:
        """The index of the line that holds this offset of `text`."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def place(self, start: int, end: int) -> tuple[Region, ...]:
        """The regions of the lines that `text[start:end]` touches."""
        first, last = self.line_at(start), self.line_at(max(start, end - 1))
        if first == last:
            spot = self.lines[first].spot
            return (Region(spot.page, spot.line, spot.line, spot.box),)
        return regions(line.spot for line in self.lines[first : last + 1])


# ── parse ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ParsedText:
    """The tree of the whole norm; `unparsed` are the lines at which unreadable chunks begin."""

    tree: "Tree[Token]"
    normal: NormalText
    unparsed: tuple[int, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


# ── model ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SanctionLine:
    """A line Infração, Penalidade or Medida administrativa, by its terminal in the grammar.

    `notes` are the editorial notes behind it, which may be about the line or about its device.
    """

    terminal: str
    printed: str
    text: str | None
    place: tuple[Region, ...]
    notes: tuple[str, ...] = ()

    @property
    def written(self) -> LinhaDeSancao:
        """The line as the catalogue has it."""
        return LinhaDeSancao(
            rotulo=SANCTIONS[self.terminal],  # type: ignore[arg-type]
            rotulo_original=self.printed,
            texto=self.text,
            origem=locate(self.place),
        )


@dataclass(frozen=True, slots=True)
class SanctionBlock:
    """Sanction lines that stand together, and the device behind which they stand.

    It is empty where lines were printed that no longer hold.
    """

    after: str
    lines: tuple[SanctionLine, ...]


@dataclass(frozen=True, slots=True)
class Articulation:
    """The norm's parts and devices as the tree has them, before sanctions are understood."""

    epigrafe: TextoLocalizado | None
    ementa: TextoLocalizado | None
    preambulo: TextoLocalizado | None
    fecho: TextoLocalizado | None
    assinaturas: tuple[Assinatura, ...]
    anexos: tuple[Anexo, ...]
    devices: tuple[Dispositivo, ...]
    blocks: tuple[SanctionBlock, ...]
    discards: tuple[Discard, ...]
    coverage: Cobertura
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Contested:
    """What a norm defines twice: the words for it, its two values, the second device."""

    what: str
    values: str
    device: str
    place: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class SanctionTables:
    """What the norm sets: its groups and points; and what it punishes."""

    sancoes: tuple[Sancao, ...]
    infracoes: tuple[Infracao, ...]
    grupos: tuple[Grupo, ...]
    pontuacao: tuple[Pontuacao, ...]
    multas_por_gravidade: tuple[MultaDaGravidade, ...] = ()
    contested: tuple[Contested, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


# ── check ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Compiled:
    """All that was made of a norm, for the checks to look at.

    `articulation` is the norm as it stands on the wanted day, `original` as its own file has it;
    while nothing amended it they are the same.
    """

    pages: Pages
    normal: NormalText
    articulation: Articulation
    tables: SanctionTables
    references: tuple[Remissao, ...]
    title: Title
    printed: Title
    place: Place
    facts: NormFacts
    found: tuple[Diagnostic, ...]
    original: Articulation
