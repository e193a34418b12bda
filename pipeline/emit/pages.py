"""Catalogues → the pages of the site, as sources for MkDocs.

In: catalogues, files to offer for download, and the hand-written `site/docs`. Out: a docs folder,
and in it `.site.json`, the name and navigation that `site` reads. Promises: the same input writes
the same bytes; addresses are made of ids alone; the principal norm's pages stand at the root and
any other's under `normas/<id>/`, so that no address moves when a norm is added. Nothing of any
norm stands in templates or scripts.
"""

import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from pipeline.codes import CODES
from pipeline.emit.catalogue import versions_name
from pipeline.emit.data_files import SUMS, data_files, sums
from pipeline.emit.page_changes import acts
from pipeline.emit.page_code import CodeRenderer
from pipeline.emit.page_data import DOWNLOADS, Offered, small_files
from pipeline.emit.page_data import downloads as offered_files
from pipeline.emit.page_facsimile import FOLDER as IMAGES
from pipeline.emit.page_feed import FEED, feed
from pipeline.emit.page_fields import field_groups, read_words
from pipeline.emit.page_images import PageImage
from pipeline.emit.page_list import norm_pages
from pipeline.emit.page_nav import site_facts
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_redirects import former_addresses
from pipeline.emit.page_render import Page, Renderer
from pipeline.emit.page_report import report
from pipeline.emit.page_shelves import CODE_PAGES, Shelf, shelves, unsearched
from pipeline.emit.page_words import title
from pipeline.model import Catalogo, Versoes
from pipeline.publication import PRIVATE, Publication
from pipeline.resources import resource
from pipeline.reviewed import Reviewed

SITE_FACTS = ".site.json"
"""Name and navigation for `build_site`; MkDocs leaves files with a leading dot out of the site."""

_FIELDS = "O que significa cada campo dos arquivos de dados"


def write_docs(
    catalogues: Sequence[Catalogo],
    docs: Path,
    *,
    publication: Publication = PRIVATE,
    downloads: Mapping[str, bytes] | None = None,
    reviewed: Mapping[str, Reviewed] | None = None,
    images: Mapping[str, Sequence[PageImage]] | None = None,
) -> None:
    """Write the sources of the whole site into `docs`.

    `publication` says which norm's pages stand at the root (the first one, if none is named) and
    how the site is published. `downloads` (file name → bytes) are put into `docs/dados/`; a file
    named `<norma>.…` is offered by that norm, any other by all; of one named `<norma>.versoes.json`
    the pages of other days are made. `reviewed` (norm's id → data) is
    what people added to the norms, checked against them. `images` (norm's id → the pages of its
    PDF) make the pages that show them. Without a norm there is none to offer files. Raises
    `ValueError` for a principal that is not among the catalogues.
    """
    site = resource("site")
    files = dict(downloads or {})
    written = shelves(site / "docs")
    versions = {
        one.norma.id: Versoes.model_validate_json(files[name])
        for one in catalogues
        if (name := versions_name(one.norma.id)) in files
    }
    views = _views(catalogues, publication, _codes(written), reviewed or {}, images or {}, versions)
    renderer, code = Renderer(site / "templates"), CodeRenderer(site / "templates")
    shutil.copytree(site / "docs", docs, dirs_exist_ok=True)
    norms = frozenset(one.catalogue.norma.id for one in views)
    for view in views:
        others = [one for one in views if one is not view]
        offered = offered_files(view, files, norms)
        data = data_files(view, offered)
        _write_data(docs, view, data, {} if view.folder else files)
        everything = Offered(offered, small_files(view, _in_data(data)))
        for page, values in norm_pages(view, others, everything, code):
            inside = page.path.removeprefix(view.folder)
            way = {
                "v": view, "up": view.up(inside), "top": view.top(inside),
                "relato": partial(report, view, page),
            }  # fmt: skip
            _write(docs / page.path, renderer.render(page, **values, **way))
        for old in former_addresses(view):
            target = view.up(old.path) + old.target
            alone = renderer.render_alone("mudou.html.j2", destino=target, nome=old.name)
            _write(docs / view.folder / old.path, alone)
        made = acts(view, others)
        if made and publication.site_url:
            _write(docs / view.folder / FEED, feed(view, made, publication.site_url))
        for shown in view.facsimile.pages:
            _write(docs / view.folder / IMAGES / shown.image.name, shown.image.data)
        if not view.folder:
            page = Page("campos.md", "Campos dos dados", "campos.md.j2", _FIELDS, searched=False)
            amended = next(iter(versions.values()), None)
            groups = field_groups(view.catalogue, data, read_words(site / "campos.toml"), amended)
            schemas = [one for one in offered if one.format == "JSON Schema"]
            values = {"grupos": groups, "esquemas": schemas, "pasta": DOWNLOADS}
            _write(docs / page.path, renderer.render(page, **values))
    for shelf in written:
        _write_shelf(shelf, docs, renderer)
    if not views:
        empty = Page("index.md", "Início", "vazio.md.j2")
        _write(docs / empty.path, renderer.render(empty))
    _write(docs / SITE_FACTS, site_facts(views, written, publication))


def _write_data(
    docs: Path, view: NormView, data: Mapping[str, bytes], files: Mapping[str, bytes]
) -> None:
    """Write the data of a norm's folder, and the hashes of all of it."""
    folder = docs / view.folder / DOWNLOADS
    there = {**files, **_in_data(data)}
    for name, content in there.items():
        _write(folder / name, content)
    _write(folder / SUMS, sums(there))


def _in_data(data: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files by their names from the folder of data on."""
    return {name.removeprefix(f"{DOWNLOADS}/"): content for name, content in data.items()}


def _views(
    catalogues: Sequence[Catalogo],
    publication: Publication,
    codes: frozenset[str],
    reviewed: Mapping[str, Reviewed],
    images: Mapping[str, Sequence[PageImage]],
    versions: Mapping[str, Versoes],
) -> list[NormView]:
    """The norms, the principal one first."""
    ids, principal = [one.norma.id for one in catalogues], publication.principal
    if principal is not None and principal not in ids:
        raise ValueError(f"principal norm {principal!r} is not among {ids}")
    root = principal or (ids[0] if ids else None)
    ordered = sorted(catalogues, key=lambda one: one.norma.id != root)
    return [
        NormView(
            one,
            "" if one.norma.id == root else f"normas/{one.norma.id}/",
            codes,
            reviewed.get(one.norma.id),
            publication,
            images.get(one.norma.id, ()),
            versions.get(one.norma.id),
            _beside(one, ordered),
        )
        for one in ordered
    ]


def _beside(one: Catalogo, ordered: Sequence[Catalogo]) -> dict[str, tuple[str, str]]:
    """The other norms by URN: name, and address from the folder of this one."""
    root = ordered[0].norma.id
    top = "" if one.norma.id == root else "../../"
    return {
        other.norma.urn: (
            title(other.norma),
            f"{top}{'' if other.norma.id == root else f'normas/{other.norma.id}/'}lei.html",
        )
        for other in ordered
        if other is not one and other.norma.urn
    }


def _codes(written: list[Shelf]) -> frozenset[str]:
    shelf = next((one for one in written if one.folder == CODE_PAGES), None)
    return frozenset(page.stem for page in shelf.pages) if shelf else frozenset()


def _write_shelf(shelf: Shelf, docs: Path, renderer: Renderer) -> None:
    """Fit a folder of hand-written pages, already copied, into the site."""
    for page in shelf.pages + ((shelf.index,) if shelf.index else ()):
        # They are about the program, and their examples are laws: a reader who looks for an
        # article would get them too.
        file = docs / page.path
        _write(file, unsearched(file.read_text(encoding="utf-8")))
    if shelf.folder and shelf.index is None:
        template = "diagnosticos.md.j2" if shelf.folder == CODE_PAGES else "pasta.md.j2"
        index = Page(shelf.index_path, shelf.title, template, searched=False)
        _write(docs / index.path, renderer.render(index, estante=shelf, codigos=CODES))


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
