"""Runs one norm through the stages, in their order.

In: a `Source`. Out: a `Compilation`. The flow, left to right and no way back:
raw → extract → normalise → parse → model → (amend → consolidate) → sanctions → references → check
→ catalogue. No stage imports another; only this module knows them all. What needs several norms at
once, an act and what it amends, stands in `together`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from pipeline.amend import amend
from pipeline.amendments import Amendments, Consolidated, Reading
from pipeline.artefacts import (
    Articulation,
    Compiled,
    NormalLine,
    NormalText,
    Pages,
    ParsedText,
    Source,
)
from pipeline.assemble import assemble, first_interval
from pipeline.check import check
from pipeline.diagnostics import Diagnostic, InputError, identify, is_accepted
from pipeline.extract import extract
from pipeline.labels import Place, Title, read_place, read_title, signed_on
from pipeline.limits import DEFAULT, Limits
from pipeline.model import Catalogo, Versoes
from pipeline.model_build import build_model
from pipeline.normalise import lines_for_errata, normalise, settle_quoted
from pipeline.parse import parse
from pipeline.placing import owners_of, place_findings
from pipeline.references import Home, name_acts, read_references
from pipeline.sanctions import read_sanctions
from pipeline.sources import require_known

if TYPE_CHECKING:
    from pipeline.extract.ocr import Engine
    from pipeline.propose import Proposals

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True)
class Compilation:
    """What came out of a norm.

    `diagnostics` stand in the order of the text; `blocking` are those because of which the
    catalogue must not be published: errors that nobody accepted by name.
    """

    catalogue: Catalogo
    diagnostics: tuple[Diagnostic, ...]
    blocking: tuple[Diagnostic, ...]
    versoes: Versoes | None = None
    """All versions of the norm; None while no act amends it."""

    @property
    def publishable(self) -> bool:
        """Whether the catalogue can be trusted."""
        return not self.blocking


def read_pages(source: Source, *, limits: Limits = DEFAULT, ocr: "Engine | None" = None) -> Pages:
    """The norm as far as `extract`."""
    return extract(source, limits=limits, ocr=ocr)


def read_text(
    source: Source, *, limits: Limits = DEFAULT, ocr: "Engine | None" = None
) -> NormalText:
    """The norm as far as `normalise`."""
    return normalise(extract(source, limits=limits, ocr=ocr), source)


def read_tree(
    source: Source, *, limits: Limits = DEFAULT, ocr: "Engine | None" = None
) -> ParsedText:
    """The norm as far as `parse`."""
    return parse(read_text(source, limits=limits, ocr=ocr))


def read_proposals(
    source: Source, *, limits: Limits = DEFAULT, ocr: "Engine | None" = None
) -> "Proposals":
    """Errata that the word list proposes for a norm; nothing is compiled for it.

    Raises `InputError` for input that can't be read at all.
    """
    from pipeline.propose import propose  # it reads beside the stages, and no build needs it

    pages = extract(source, limits=limits, ocr=ocr)
    unread = [page.number for page in pages.pages if page.method == "ilegivel"]
    return propose(source, normalise(pages, source), lines_for_errata(pages, source), unread)


@dataclass(frozen=True, slots=True)
class Devices:
    """A norm as far as its devices: what its own file says, before any act changes it."""

    source: Source
    pages: Pages
    normal: NormalText
    articulation: Articulation
    title: Title
    printed: Title
    place: Place
    found: tuple[Diagnostic, ...]

    @property
    def reading(self) -> Reading:
        """What `amend` needs of it."""
        facts = self.source.facts
        return Reading(
            self.source.id, self.title, self.place, facts.publicacao, self.normal,
            self.articulation, facts.alteracoes, facts.inicio_vigencia,
        )  # fmt: skip

    @property
    def first_day(self) -> date | None:
        """The first day of the norm, as its own file tells it."""
        published = self.source.facts.publicacao
        return first_interval(published, self.title.data, self.articulation).de


def compile_source(
    source: Source,
    *,
    em: date | None = None,
    accepted: Collection[str] = (),
    limits: Limits = DEFAULT,
    ocr: "Engine | None" = None,
    progress: Progress = silent,
) -> Compilation:
    """Compile a norm alone: no act changes it, and it changes none.

    `em` selects the wording in force on a day; `accepted` are codes (or CODE:ID) of errors to
    publish in spite of. Raises `InputError` for input that can't be read at all, ENT011 for a day
    before the norm, and ENT019 for reviewed data of devices that the norm does not have.
    """
    progress("extract")
    pages = extract(source, limits=limits, ocr=ocr)
    return compile_pages(source, pages, em=em, accepted=accepted, progress=progress)


def compile_pages(
    source: Source,
    pages: Pages,
    *,
    em: date | None = None,
    accepted: Collection[str] = (),
    progress: Progress = silent,
) -> Compilation:
    """Compile a norm whose pages are already read; as `compile_source` otherwise."""
    devices = read_devices(source, pages, progress=progress)
    said = read_amendments(devices, {}).diagnostics
    return finish(devices, None, said, em=em, accepted=accepted, progress=progress)


def read_devices(source: Source, pages: Pages, *, progress: Progress = silent) -> Devices:
    """Read a norm as far as its devices."""
    progress("normalise")
    normal = normalise(pages, source)
    progress("parse")
    parsed = parse(normal)
    progress("model")
    articulation = build_model(parsed)
    printed = _title(articulation)
    preamble = articulation.preambulo
    place = source.facts.place.or_else(read_place(preamble.texto) if preamble else Place())
    found = (
        *pages.diagnostics, *normal.diagnostics, *parsed.diagnostics, *articulation.diagnostics,
    )  # fmt: skip
    title = printed.or_else(source.facts.title)
    devices = name_acts(articulation.devices, Home(place, title.data))
    articulation = replace(articulation, devices=devices)
    return Devices(source, pages, normal, articulation, title, printed, place, found)


def _title(articulation: Articulation) -> Title:
    """What the epígrafe says; the day on which the norm was signed, where only the fecho has it."""
    if articulation.epigrafe is None:
        return Title()
    title = read_title(articulation.epigrafe.texto)
    closing = articulation.fecho.texto if articulation.fecho else ""
    return title.or_else(signed_on(articulation.epigrafe.texto, closing))


def read_amendments(devices: Devices, bases: Mapping[str, Reading]) -> Amendments:
    """What a norm orders of those at hand."""
    source = devices.source

    def read(
        lines: tuple[NormalLine, ...],
    ) -> tuple[NormalText, Articulation, tuple[Diagnostic, ...]]:
        normal = settle_quoted(lines, source)
        parsed = parse(normal)
        articulation = build_model(parsed)
        found = (*normal.diagnostics, *parsed.diagnostics, *articulation.diagnostics)
        return normal, articulation, found

    return amend(devices.reading, bases, read)


def finish(
    devices: Devices,
    consolidated: Consolidated | None,
    said: Sequence[Diagnostic],
    *,
    em: date | None = None,
    accepted: Collection[str] = (),
    beside: tuple[Title, ...] = (),
    progress: Progress = silent,
) -> Compilation:
    """Compile what was read into a catalogue: as printed, or as acts have changed it.

    `said` is what the reading of its own commands has found; `beside` are the norms at hand that
    the same authority made.
    """
    source, pages = devices.source, devices.pages
    articulation = consolidated.articulation if consolidated else devices.articulation
    progress("sanctions")
    tables = read_sanctions(articulation, source.facts.destinatarios)
    found = (*devices.found, *tables.diagnostics, *said)
    if consolidated:
        found = (*found, *consolidated.diagnostics)
    progress("references")
    home = Home(devices.place, devices.title.data, beside)
    references = read_references(articulation.devices, tables, home)
    progress("check")
    compiled = Compiled(
        pages, devices.normal, articulation, tables, references, devices.title, devices.printed,
        devices.place, source.facts, found, devices.articulation,
    )  # fmt: skip
    owners = owners_of(articulation.devices, tables.sancoes)
    judged = place_findings((*found, *check(compiled)), pages, owners)
    named = identify(judged)
    catalogue = assemble(source, compiled, named, owners, accepted, consolidated)
    _require_day(devices.first_day, em, source)
    blocking = tuple(
        one for name, one in named if one.nivel == "erro" and not is_accepted(one, name, accepted)
    )
    if not blocking:  # else a device may be missing because it could not be read
        require_known(source.reviewed, source.path.parent, catalogue)
    return Compilation(catalogue, judged, blocking)


def _require_day(first: date | None, em: date | None, source: Source) -> None:
    if em is not None and first is not None and em < first:
        raise InputError(
            "ENT011",
            f"em {em:%d/%m/%Y} a norma ainda não existia: o texto vale desde {first:%d/%m/%Y}",
            file=source.path,
        )
