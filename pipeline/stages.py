"""Runs one norm through the stages, in their order.

In: a `Source`. Out: a `Compilation`. The flow, left to right and no way back:
raw → extract → normalise → parse → model → sanctions → references → check → catalogue. No stage
imports another; only this module knows them all.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from pipeline.artefacts import Compiled, NormalText, Pages, ParsedText, Source
from pipeline.assemble import assemble, is_accepted
from pipeline.check import check
from pipeline.diagnostics import Diagnostic, InputError, identify
from pipeline.extract import extract
from pipeline.labels import Place, Title, read_place, read_title
from pipeline.limits import DEFAULT, Limits
from pipeline.model import Catalogo
from pipeline.model_build import build_model
from pipeline.normalise import lines_for_errata, normalise
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


def compile_source(
    source: Source,
    *,
    em: date | None = None,
    accepted: Collection[str] = (),
    limits: Limits = DEFAULT,
    ocr: "Engine | None" = None,
    progress: Progress = silent,
) -> Compilation:
    """Compile a norm.

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
    progress("normalise")
    normal = normalise(pages, source)
    progress("parse")
    parsed = parse(normal)
    progress("model")
    articulation = build_model(parsed)
    progress("sanctions")
    tables = read_sanctions(articulation, source.facts.destinatarios)
    found = (
        *pages.diagnostics, *normal.diagnostics, *parsed.diagnostics,
        *articulation.diagnostics, *tables.diagnostics,
    )  # fmt: skip
    printed = read_title(articulation.epigrafe.texto) if articulation.epigrafe else Title()
    title = printed.or_else(source.facts.title)
    progress("references")
    preamble = articulation.preambulo
    place = source.facts.place.or_else(read_place(preamble.texto) if preamble else Place())
    home = Home(place, title.data)
    articulation = replace(articulation, devices=name_acts(articulation.devices, home))
    references = read_references(articulation.devices, tables, home)
    progress("check")
    compiled = Compiled(
        pages, normal, articulation, tables, references, title, printed, place, source.facts, found
    )
    owners = owners_of(articulation.devices, tables.sancoes)
    judged = place_findings((*found, *check(compiled)), pages, owners)
    named = identify(judged)
    catalogue = assemble(source, compiled, named, owners, accepted)
    _require_day(catalogue, em, source)
    blocking = tuple(
        one for name, one in named if one.nivel == "erro" and not is_accepted(name, one, accepted)
    )
    if not blocking:  # else a device may be missing because it could not be read
        require_known(source.reviewed, source.path.parent, catalogue)
    return Compilation(catalogue, judged, blocking)


def _require_day(catalogue: Catalogo, em: date | None, source: Source) -> None:
    first = catalogue.vigencia.de
    if em is not None and first is not None and em < first:
        raise InputError(
            "ENT011",
            f"em {em:%d/%m/%Y} a norma ainda não existia: o texto vale desde {first:%d/%m/%Y}",
            file=source.path,
        )
