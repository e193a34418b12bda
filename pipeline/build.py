"""Builds what is published: catalogues and the site, from several norms.

In: paths of norms and an output folder. Out: `Report`, and of that folder `catalogo/`, `docs/`,
`site/`, `site.zip` and `rejeitados/`, nothing else. Promises: a norm with an `erro`, or
one that lost what its last good catalogue had, is not published, and the last good catalogue stays;
the other norms are built all the same; the site and its zip are made anew only if their inputs
changed.
"""

import hashlib
import os
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.api import load_catalogue
from pipeline.artefacts import Source
from pipeline.diagnostics import InputError
from pipeline.emit.archive import remove_archive, write_archive
from pipeline.emit.catalogue import catalogue_files, infractions_csv, versions_name
from pipeline.emit.safe import (
    MARKER,
    is_as_made,
    recover,
    remove_file,
    stamp_of,
    swap_folder,
    write_files,
)
from pipeline.emit.schema import public_schemas, versions_schema_file
from pipeline.limits import DEFAULT, Limits
from pipeline.model import Catalogo
from pipeline.principal import Principal, choose
from pipeline.publication import PRIVATE, Publication
from pipeline.reviewed import Reviewed
from pipeline.signature import pdf_at
from pipeline.sources import find_norms, load_reviewed, load_source, require_known
from pipeline.stages import Compilation, Progress, silent
from pipeline.together import compile_together

if TYPE_CHECKING:
    from pipeline.compare import DiferencaDeNorma
    from pipeline.emit.page_images import PageImage
    from pipeline.extract.ocr import Engine

CATALOGUES, REJECTED, DOCS, SITE = "catalogo", "rejeitados", "docs", "site"
ARCHIVE = "site.zip"


@dataclass(frozen=True, slots=True)
class Options:
    """How to build."""

    out: Path
    raw: Path
    em: date | None = None
    site: bool = True
    accepted: frozenset[str] = frozenset()
    limits: Limits = DEFAULT
    publication: Publication = PRIVATE
    today: date | None = None
    """The day whose wording is wanted where `em` names none; None is the last wording known."""
    complete: bool = False
    """Whether the norms given are all there are: catalogues of others are then removed."""
    ocr: "Engine | None" = None
    """What reads pages that are images; None leaves them unread."""


@dataclass(slots=True)
class NormReport:
    """What became of one norm: a compilation, or the reason why its input can't be used."""

    path: Path
    compilation: Compilation | None = None
    error: InputError | None = None
    file: Path | None = None
    reviewed: Reviewed | None = None
    changes: "DiferencaDeNorma | None" = None
    """What differs from the last good catalogue; None where nothing does, or there is none."""
    unread_last: bool = False
    """Whether there is a last good catalogue that can't be read, so that nothing was compared."""


@dataclass(slots=True)
class Report:
    """What became of all norms; `site` is the page to open, None if no site was made, `archive` the
    site as one file.
    """

    norms: list[NormReport] = field(default_factory=list)
    site: Path | None = None
    site_changed: bool = False
    archive: Path | None = None
    principal: Principal | None = None
    """The norm at the site's root."""


@dataclass(frozen=True, slots=True)
class _Document:
    """What a catalogue was compiled from, under the name by which the site offers it."""

    name: str
    data: bytes


def compile_all(paths: Sequence[Path], options: Options, progress: Progress = silent) -> Report:
    """Compile norms without writing anything; two with one id are refused (ENT009).

    The other norms of raw/ are read beside those that are of it: they may amend them.
    """
    report = Report()
    sources: dict[str, Source] = {}
    asked: dict[str, NormReport] = {}
    once = {path.absolute(): path for path in paths}  # named twice, a norm is still one
    for path in once.values():
        outcome = NormReport(path)
        report.norms.append(outcome)
        try:
            source = load_source(path)
            if source.id in sources:
                message = f"{path} e {asked[source.id].path} têm o mesmo id, {source.id}"
                raise InputError("ENT009", message, file=path)
        except InputError as error:
            outcome.error = error
            continue
        sources[source.id], asked[source.id] = source, outcome
        outcome.file, outcome.reviewed = source.path, source.reviewed
    for path in _beside(once, options.raw):
        try:
            source = load_source(path)
            sources.setdefault(source.id, source)
        except InputError as error:
            report.norms.append(NormReport(path, error=error))
    outcomes = compile_together(
        list(sources.values()), wanted=asked, em=options.em, today=options.today,
        accepted=options.accepted, limits=options.limits, ocr=options.ocr, progress=progress,
    )  # fmt: skip
    for name, result in outcomes.items():
        if name not in asked and isinstance(result, InputError):
            report.norms.append(NormReport(sources[name].path, error=result))
        elif isinstance(result, InputError):
            asked[name].error = result
        else:
            asked[name].compilation = result
    if options.complete:
        _pass_over_later_norms(report)
    return report


def compile_one(path: Path, options: Options) -> Compilation:
    """Compile one norm, as those beside it in raw/ have amended it; nothing is written.

    Raises `InputError` where it, or one that may amend it, can't be read.
    """
    report = compile_all([path], options)
    for norm in report.norms:
        if norm.error is not None:
            raise norm.error
    compilation = report.norms[0].compilation
    assert compilation is not None
    return compilation


def _beside(asked: Mapping[Path, Path], raw: Path) -> list[Path]:
    """The norms of raw/ that were not asked for, if any that was lies there."""
    root = raw.absolute()
    if not any(path.parent == root for path in asked):
        return []
    return [path for path in find_norms(raw) if path.absolute() not in asked]


def _pass_over_later_norms(report: Report) -> None:
    """On a past day, the norms of raw/ that were made later are none of those asked for."""
    later = [one for one in report.norms if one.error and one.error.code == "ENT011"]
    if len(later) < len(report.norms):
        report.norms = [one for one in report.norms if one not in later]


def build_all(paths: Sequence[Path], options: Options, progress: Progress = silent) -> Report:
    """Compile norms and publish them.

    Raises `InputError` ENT010 where the output can't be written.
    """
    out, raw = (Path(os.path.realpath(one)) for one in (options.out, options.raw))
    if out.is_relative_to(raw):
        raise InputError(
            "ENT010", "a saída não pode ficar na pasta das normas", file=options.out,
            help="indique outra pasta com --out",
        )  # fmt: skip
    report = compile_all(paths, options, progress)
    for name in (CATALOGUES, REJECTED):
        _claim(options.out / name)
    if options.complete:
        _prune(options.out, {path.name for path in paths})
    for norm in report.norms:
        if norm.compilation is not None:
            _hold_against_last(norm, norm.compilation, options)
            _publish(norm.compilation, options.out)
    if options.site:
        progress("site")
        _build_site(report, options)
    if not (options.out / SITE).exists():
        remove_archive(options.out / ARCHIVE)
    return report


def _hold_against_last(norm: NormReport, compilation: Compilation, options: Options) -> None:
    """Compare a norm with its last good catalogue: what it lost keeps it from being published."""
    from pipeline.regeneration import read_any_version, regenerate

    written = _bytes_of(options.out / CATALOGUES / f"{compilation.catalogue.norma.id}.json")
    if written is None or not compilation.publishable:
        return
    last = read_any_version(written)
    norm.unread_last = last is None
    if last is None or last == compilation.catalogue:
        return
    held = regenerate(compilation, last, em=options.em, accepted=options.accepted)
    norm.compilation = held.compilation
    norm.changes = None if held.changes.vazia else held.changes


def _publish(compilation: Compilation, out: Path) -> None:
    file = f"{compilation.catalogue.norma.id}.json"
    folder = out / (CATALOGUES if compilation.publishable else REJECTED)
    written = (folder / file).read_bytes() if (folder / file).is_file() else b""
    files = catalogue_files(compilation.catalogue, written, compilation.versoes)
    if compilation.publishable:
        write_files(folder, files)
        remove_file(out / REJECTED / file)
        if compilation.versoes is None:
            remove_file(folder / versions_name(compilation.catalogue.norma.id))
    else:
        write_files(folder, {file: files[file]})


def _prune(out: Path, known: Collection[str]) -> None:
    """Remove the catalogues of norms that are no more."""
    for folder in (out / CATALOGUES, out / REJECTED):
        for file in folder.iterdir():
            if file.name != MARKER and file.name.split(".")[0] not in known:
                remove_file(file)


def _claim(folder: Path) -> None:
    """Mark a folder as ours when it is made; refuse one that holds what we did not make."""
    if stamp_of(folder) is not None:
        return
    swap_folder(folder, "", _fill_with_nothing)


def _fill_with_nothing(_: Path) -> None:
    """A new folder of ours begins empty; its files come one by one."""


def _build_site(report: Report, options: Options) -> None:
    """Make the site of all published catalogues and its zip, if anything in it changed."""
    catalogues = _published(report, options.out)
    if not catalogues:
        return
    docs, site = options.out / DOCS, options.out / SITE
    recover(docs)
    recover(site)
    report.principal = choose(catalogues, options.publication.principal, site)
    # Chosen or named, it makes the same site: nothing is made anew for a setting that changes none.
    publication = replace(options.publication, principal=report.principal.id)
    options = replace(options, publication=publication)
    documents = _documents(catalogues, report, options)
    downloads = _downloads(catalogues, documents, options)
    reviewed = _reviewed(catalogues, report, options)
    stamp = _stamp(downloads, reviewed, publication)
    report.site = site / "index.html"
    if not (is_as_made(site, stamp) and is_as_made(docs, stamp)):
        _make_site(catalogues, documents, downloads, reviewed, stamp, options)
        report.site_changed = True
    # Last, and known by its own stamp: a run that dies before it leaves it to the next one.
    write_archive(site, options.out / ARCHIVE, stamp)
    report.archive = options.out / ARCHIVE


def _make_site(
    catalogues: Sequence[Catalogo],
    documents: Mapping[str, _Document],
    downloads: Mapping[str, bytes],
    reviewed: Mapping[str, Reviewed],
    stamp: str,
    options: Options,
) -> None:
    docs, site = options.out / DOCS, options.out / SITE

    def fill(new: Path) -> None:
        with ThreadPoolExecutor(max_workers=1) as beside:
            # Another process draws them; loading MkDocs takes this one about as long.
            images = beside.submit(_images, documents, docs, options.limits)
            from pipeline.emit.pages import write_docs
            from pipeline.emit.site import build_site, load_mkdocs

            load_mkdocs()
        write_docs(
            catalogues, new,
            publication=options.publication, downloads=downloads, reviewed=reviewed,
            images=images.result(),
        )  # fmt: skip
        # Within, so that where this fails the old docs stay beside the old site.
        swap_folder(site, stamp, lambda new_site: build_site(new, new_site))

    swap_folder(docs, stamp, fill)


def _published(report: Report, out: Path) -> list[Catalogo]:
    """This run's catalogues, and those that other runs left under catalogo/."""
    current = {
        norm.compilation.catalogue.norma.id: norm.compilation.catalogue
        for norm in report.norms
        if norm.compilation and norm.compilation.publishable
    }
    for file in sorted((out / CATALOGUES).glob("*.json")):
        if file.stem in current or "." in file.stem:
            continue
        try:
            current[file.stem] = load_catalogue(file)
        except InputError as error:
            report.norms.append(NormReport(file, error=error))
    return [current[name] for name in sorted(current)]


def _reviewed(
    catalogues: Sequence[Catalogo], report: Report, options: Options
) -> Mapping[str, Reviewed]:
    """What people added to each norm; to one of another run, what its folder holds now."""
    compiled = {
        norm.compilation.catalogue.norma.id: norm
        for norm in report.norms
        if norm.compilation and norm.compilation.publishable
    }
    failed = {norm.path.absolute().name for norm in report.norms}
    found = {}
    for catalogue in catalogues:
        name = catalogue.norma.id
        if name in compiled:
            found[name] = compiled[name].reviewed or Reviewed()
            continue
        folder = options.raw / name
        try:
            found[name] = load_reviewed(folder)
            require_known(found[name], folder, catalogue)
        except InputError as error:
            found[name] = Reviewed()
            # Of a norm of this run that failed, the reason is told already.
            if name not in failed:
                report.norms.append(NormReport(folder, error=error))
    return found


def _documents(
    catalogues: Sequence[Catalogo], report: Report, options: Options
) -> Mapping[str, _Document]:
    """The published documents by norm, as far as they are at hand and are those that were read."""
    from pipeline.emit.page_data import DOWNLOADS

    sources = {
        norm.compilation.catalogue.norma.id: norm.file
        for norm in report.norms
        if norm.compilation and norm.file
    }
    found = {}
    for catalogue in catalogues:
        name = catalogue.norma.id
        source = sources.get(name, options.raw / name / catalogue.fonte.arquivo)
        offered = f"{name}{source.suffix}"
        # The site of a last good catalogue goes on offering what that was compiled from.
        for file in (source, options.out / DOCS / DOWNLOADS / offered):
            data = _bytes_of(file)
            if data is not None and hashlib.sha256(data).hexdigest() == catalogue.fonte.sha256:
                found[name] = _Document(offered, data)
                break
    return found


def _downloads(
    catalogues: Sequence[Catalogo], documents: Mapping[str, _Document], options: Options
) -> Mapping[str, bytes]:
    """The files that the site offers: catalogues, tables, schema, and the published documents."""
    files = dict(public_schemas())
    for catalogue in catalogues:
        name = catalogue.norma.id
        files[f"{name}.json"] = (options.out / CATALOGUES / f"{name}.json").read_bytes()
        files[f"{name}.infracoes.csv"] = infractions_csv(catalogue)
        versions = _bytes_of(options.out / CATALOGUES / versions_name(name))
        if versions is not None:
            files |= {versions_name(name): versions} | versions_schema_file()
        if name in documents:
            files[documents[name].name] = documents[name].data
    return files


def _images(
    documents: Mapping[str, _Document], docs: Path, limits: Limits
) -> Mapping[str, "Sequence[PageImage]"]:
    """The pages of the PDFs; what the last site drew of the same file is not drawn again."""
    from pipeline.emit.page_facsimile import FOLDER
    from pipeline.emit.page_images import draw_pages

    kept = {file.name: file for file in docs.glob(f"**/{FOLDER}/*.png")}
    return {
        name: draw_pages(document.data, kept, limits.allowed)
        for name, document in documents.items()
        if pdf_at(document.data) is not None
    }


def _bytes_of(file: Path) -> bytes | None:
    """What a published document holds; None if it is not there any more, or can't be read."""
    try:
        return file.read_bytes()
    except OSError:
        return None


def _stamp(
    downloads: Mapping[str, bytes], reviewed: Mapping[str, Reviewed], publication: Publication
) -> str:
    """The hash of all that the site is made of: published files, reviewed data, templates, code."""
    from importlib.metadata import version

    from pipeline.resources import resource

    digest = hashlib.sha256(repr(publication).encode())
    for name in ("mkdocs", "mkdocs-material", "jinja2", "pypdfium2", "pillow"):
        digest.update(version(name).encode())
    for name, data in sorted(downloads.items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    for norm, added in sorted(reviewed.items()):
        digest.update(norm.encode() + b"\0" + added.model_dump_json().encode())
    roots = (resource("site"), Path(__file__).parent / "emit")
    for root in roots:
        for file in sorted(root.rglob("*")):
            if file.is_file() and file.suffix != ".pyc" and file.name != MARKER:
                digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def exit_code(report: Report, *, strict: bool = False) -> int:
    """0 good, 1 a norm can't be published (or, strict, has an aviso), 2 an input is unusable.

    >>> exit_code(Report())
    0
    """
    codes: Collection[int] = {0} | {_code(norm, strict) for norm in report.norms}
    return max(codes)


def _code(norm: NormReport, strict: bool) -> int:
    if norm.compilation is None:
        return 2
    faults = {one.nivel for one in norm.compilation.diagnostics}
    return 1 if not norm.compilation.publishable or (strict and "aviso" in faults) else 0
