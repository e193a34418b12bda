"""The site's name and navigation.

In: the norms' views and the hand-written shelves. Out: `SiteFacts` as JSON, for `site`. Promises:
every page stands in the navigation once; titles are escaped, since the theme prints them as they
are.
"""

import json
from pathlib import Path
from typing import Any

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_render import escape
from pipeline.emit.page_shelves import CODE_PAGES, Shelf

Nav = list[Any]
"""As MkDocs has it: paths, and mappings of one title to a path or to a list of the same."""


def site_facts(views: list[NormView], written: list[Shelf]) -> str:
    """Name and navigation of the site, as JSON."""
    fields = {"Campos": "campos.md"}  # those of all norms
    nav: Nav = _norm(views[0], "Início", [fields]) if views else [{"Início": "index.md"}]
    if len(views) > 1:
        others = [{_safe(one.title): _norm(one, one.title, [])} for one in views[1:]]
        nav.append({"Outras normas": others})
    for shelf in written:
        nav += _shelf(shelf)
    name = views[0].title if views else "Normas"
    place = views[0].place if views else None
    facts = {"site_name": _safe(f"{name}\u00a0· {place}" if place else name), "nav": nav}
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def _norm(view: NormView, home: str, about_data: Nav) -> Nav:
    at = view.folder
    nav: Nav = [
        {_safe(home): f"{at}index.md"},
        {f"Texto {_safe(view.especie.da)}": f"{at}lei.md"},
        {"Artigos": [f"{at}artigos/index.md", *_articles(view)]},
    ]
    if view.catalogue.infracoes:
        nav += [{"Infrações": f"{at}infracoes.md"}, {"Multas e pontos": f"{at}multas.md"}]
    return [
        *nav,
        {"Inconsistências": f"{at}inconsistencias.md"},
        {"Correções": f"{at}correcoes.md"},
        {
            "Dados": [
                {"Arquivos": f"{at}dados.md"},
                {"Exemplos de uso": f"{at}exemplos.md"},
                *about_data,
            ]
        },
    ]


def _articles(view: NormView) -> Nav:
    """Articles under their outermost grouping: the theme draws only the branch of the page."""
    nav: Nav = []
    branch: Nav = nav
    last = None
    for place in view.places.articles:
        group = place.groupings[0] if place.groupings else None
        if group is not last:
            branch = nav if group is None else []
            if group is not None:
                nav.append({_safe(view.places.own(group.id)): branch})
            last = group
        name = place.device.id
        branch.append({_safe(view.places.cite(name)): f"{view.folder}artigos/{name}.md"})
    return nav


def _shelf(shelf: Shelf) -> Nav:
    is_codes = shelf.folder == CODE_PAGES
    pages = [
        {Path(one.path).stem if is_codes else _safe(one.title): one.path} for one in shelf.pages
    ]
    return [{_safe(shelf.title): [shelf.index_path, *pages]}] if shelf.folder else pages


def _safe(text: str) -> str:
    return str(escape(text))
