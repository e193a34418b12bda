"""Catalogues → the pages of the site, as sources for MkDocs.

In: catalogues, files to offer for download, and the hand-written `site/docs`. Out: a docs folder,
and in it `.site.json`, the name and navigation that `site` reads. Promises: the same input writes
the same bytes; addresses are made of ids alone; the principal norm's pages stand at the root and
any other's under `normas/<id>/`, so that no address moves when a norm is added. Nothing of any
norm stands in templates or scripts.
"""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pipeline.codes import CODES
from pipeline.emit import page_data, page_findings, page_law, page_sanctions
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_render import Page, Renderer, escape
from pipeline.emit.page_shelves import Shelf, shelves, unsearched
from pipeline.model import Catalogo
from pipeline.resources import resource

SITE_FACTS = ".site.json"
"""Name and navigation for `build_site`; MkDocs leaves files with a leading dot out of the site."""

DOWNLOADS = "dados"
_CODE_PAGES = "diagnosticos"

Nav = list[dict[str, Any]]


def write_docs(
    catalogues: Sequence[Catalogo],
    docs: Path,
    *,
    principal: str | None = None,
    downloads: Mapping[str, bytes] | None = None,
) -> None:
    """Write the sources of the whole site into `docs`.

    `principal` is the id of the norm whose pages stand at the root (default: the first one; name
    it where there are several). `downloads` (file name → bytes) are put into `docs/dados/`; a file
    named `<norma>.…` is offered by that norm, any other by all. Raises `ValueError` for a principal
    that is not among the catalogues.
    """
    site = resource("site")
    shutil.copytree(site / "docs", docs, dirs_exist_ok=True)
    files = dict(downloads or {})
    for name, data in files.items():
        _write(docs / DOWNLOADS / name, data)
    written = shelves(site / "docs")
    pages = [page for shelf in written if shelf.folder == _CODE_PAGES for page in shelf.pages]
    codes = frozenset(Path(page.path).stem for page in pages)
    for explained in pages:
        # Their examples are laws: a reader who looks for an article would get them too.
        file = docs / explained.path
        _write(file, unsearched(file.read_text(encoding="utf-8")))
    views = _views(catalogues, principal, codes)
    renderer = Renderer(site / "templates")
    norms = frozenset(one.catalogue.norma.id for one in views)
    values: dict[str, Any]
    for view in views:
        others = [one for one in views if one is not view]
        offered = page_data.downloads(view, files, norms)
        for page, values in _norm_pages(view, others, offered):
            folder = page.path.removeprefix(view.folder).rpartition("/")[0]
            folder = f"{folder}/" if folder else ""
            values |= {"v": view, "up": view.up(folder), "top": view.top(folder)}
            _write(docs / page.path, renderer.render(page, **values))
    for page, values in _shelf_pages(written):
        _write(docs / page.path, renderer.render(page, **values))
    if not views:
        empty = Page("index.md", "Início", "vazio.md.j2")
        _write(docs / empty.path, renderer.render(empty))
    _write(docs / SITE_FACTS, _facts(views, written))


def _views(
    catalogues: Sequence[Catalogo], principal: str | None, codes: frozenset[str]
) -> list[NormView]:
    ids = [one.norma.id for one in catalogues]
    if principal is not None and principal not in ids:
        raise ValueError(f"principal norm {principal!r} is not among {ids}")
    root = principal or (ids[0] if ids else None)
    ordered = sorted(catalogues, key=lambda one: one.norma.id != root)
    return [
        NormView(one, "" if one.norma.id == root else f"normas/{one.norma.id}/", codes)
        for one in ordered
    ]


def _norm_pages(
    view: NormView, others: list[NormView], offered: list[page_data.Download]
) -> Iterator[tuple[Page, dict[str, Any]]]:
    """The pages of a norm, each with the values of its template."""
    at = view.folder
    long = view.long_title
    catalogue = view.catalogue
    summary = catalogue.norma.ementa.texto if catalogue.norma.ementa else long
    yield (
        Page(f"{at}index.md", view.title, "inicio.md.j2", summary, hidden=("toc",)),
        {
            "outras": others,
            "gravidades": page_sanctions.gravities(view),
            "lei": page_law,
        },
    )
    yield (
        Page(f"{at}lei.md", f"Texto {view.especie.da}", "lei.md.j2", f"{long}: texto integral",
             searched=False),
        {"entradas": page_law.entries(view), "rotulo": page_law.label},
    )  # fmt: skip
    yield (
        Page(f"{at}artigos/index.md", "Artigos", "artigos.md.j2", f"Artigos da {long}",
             searched=False),
        {"entradas": page_law.entries(view)},
    )  # fmt: skip
    for place in view.places.articles:
        article = place.device
        name = view.places.cite(article.id)
        yield (
            Page(f"{at}artigos/{article.id}.md", name, "artigo.md.j2",
                 f"{name} da {long}: {_shortened(article.texto or '')}"),
            {
                "artigo": article,
                "caminho": page_law.path(view, place),
                "partes": page_law.pieces(view, article),
                "rotulo": page_law.label,
            },
        )  # fmt: skip
    if catalogue.infracoes:
        yield (
            Page(f"{at}infracoes.md", "Infrações", "infracoes.md.j2",
                 f"Infrações da {long}", searched=False, hidden=("toc",)),
            {"secoes": page_sanctions.sections(view), "contexto": page_sanctions.context},
        )  # fmt: skip
        yield (
            Page(f"{at}multas.md", "Multas e pontos", "multas.md.j2", f"Multas da {long}"),
            {
                "grupos": page_sanctions.groups(view),
                "valores": page_sanctions.amounts(view),
                "gravidades": page_sanctions.gravities(view),
            },
        )
    yield (
        Page(f"{at}inconsistencias.md", "Inconsistências", "inconsistencias.md.j2",
             f"O que foi achado de errado ou duvidoso na {long}"),
        {"classes": page_findings.classes(view)},
    )  # fmt: skip
    yield (
        Page(f"{at}correcoes.md", "Correções", "correcoes.md.j2",
             f"O que foi corrigido no texto impresso da {long}", searched=False, hidden=("toc",)),
        {
            "correcoes": page_findings.corrections(view),
            "por_pagina": page_findings.by_page(view),
            "descartes": page_findings.discards(view),
        },
    )  # fmt: skip
    yield (
        Page(f"{at}dados.md", "Dados", "dados.md.j2", f"Dados abertos da {long}"),
        {"arquivos": offered, "pasta": DOWNLOADS},
    )


def _shelf_pages(written: list[Shelf]) -> Iterator[tuple[Page, dict[str, Any]]]:
    """An index for each folder of hand-written pages that has none."""
    for shelf in written:
        if not shelf.folder or shelf.index:
            continue
        is_codes = shelf.folder == _CODE_PAGES
        template = "diagnosticos.md.j2" if is_codes else "pasta.md.j2"
        page = Page(f"{shelf.folder}/index.md", shelf.title, template)
        yield page, {"estante": shelf, "codigos": CODES}


def _facts(views: list[NormView], written: list[Shelf]) -> str:
    """The site's name and navigation. The theme prints both unescaped."""
    nav: Nav = _norm_nav(views[0], home="Início") if views else [{"Início": "index.md"}]
    if len(views) > 1:
        nav.append(
            {
                "Outras normas": [
                    {_safe(one.title): _norm_nav(one, home=one.title)} for one in views[1:]
                ]
            }
        )
    for shelf in written:
        pages = [{_safe(one.title): one.path} for one in shelf.pages]
        if not shelf.folder:
            nav += pages
            continue
        index = shelf.index.path if shelf.index else f"{shelf.folder}/index.md"
        nav.append({_safe(shelf.title): [index, *pages]})
    name = views[0].title if views else "Normas"
    place = views[0].place if views else None
    facts = {"site_name": _safe(f"{name} · {place}" if place else name), "nav": nav}
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def _norm_nav(view: NormView, *, home: str) -> Nav:
    at = view.folder
    nav: Nav = [
        {_safe(home): f"{at}index.md"},
        {f"Texto {_safe(view.especie.da)}": f"{at}lei.md"},
        {"Artigos": [f"{at}artigos/index.md", *_article_nav(view)]},
    ]
    if view.catalogue.infracoes:
        nav += [{"Infrações": f"{at}infracoes.md"}, {"Multas e pontos": f"{at}multas.md"}]
    return [
        *nav,
        {"Inconsistências": f"{at}inconsistencias.md"},
        {"Correções": f"{at}correcoes.md"},
        {"Dados": f"{at}dados.md"},
    ]


def _article_nav(view: NormView) -> Nav:
    """Articles under their outermost grouping: the theme draws only the branch of the page."""
    nav: Nav = []
    last = None
    for place in view.places.articles:
        leaf = {
            _safe(view.places.cite(place.device.id)): f"{view.folder}artigos/{place.device.id}.md"
        }
        group = place.groupings[0] if place.groupings else None
        if group is None:
            nav.append(leaf)
        elif group is last:
            next(iter(nav[-1].values())).append(leaf)
        else:
            nav.append({_safe(view.places.own(group.id)): [leaf]})
        last = group
    return nav


def _safe(text: str) -> str:
    return str(escape(text))


def _shortened(text: str, limit: int = 150) -> str:
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + "…"


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
