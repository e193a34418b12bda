"""The site's name and navigation.

In: the norms' views, the hand-written shelves and how the site is published. Out: `SiteFacts` as
JSON, for `site`. Promises: every page stands in the navigation once, but for the many of one kind
(an infraction's, a printed page's), which their tables lead to; titles are escaped, since the theme
prints them as they are.
"""

import json
from typing import Any

from pipeline.emit.page_facsimile import FOLDER as FACSIMILE
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_render import escape
from pipeline.emit.page_shelves import CODE_PAGES, Shelf
from pipeline.emit.page_words import day
from pipeline.publication import Publication

Nav = list[Any]
"""As MkDocs has it: paths, and mappings of one title to a path or to a list of the same."""

_UNOFFICIAL = "Não é o texto oficial."


def site_facts(views: list[NormView], written: list[Shelf], publication: Publication) -> str:
    """Name, navigation, address and foot of the site, as JSON; where there are several norms,
    `normas` is what the pages of each say in the place of name and foot.
    """
    fields = {"Campos": "campos.md"}  # those of all norms
    nav: Nav = _norm(views[0], "Início", [fields]) if views else [{"Início": "index.md"}]
    if len(views) > 1:
        others = [{_safe(one.title): _norm(one, one.title, [])} for one in views[1:]]
        nav.append({"Outras normas": others})
    nav.append({"Sobre o site": [entry for shelf in written for entry in _shelf(shelf)]})
    facts: dict[str, Any] = {"site_name": _name(views[0]) if views else "Normas", "nav": nav}
    if len(views) > 1:
        # What is of no norm, or of all, is not of the first one.
        facts["copyright"] = _UNOFFICIAL
        facts["normas"] = {one.catalogue.norma.id: _own(one, views[0]) for one in views}
    elif views:
        facts["copyright"] = _foot(views[0])
    if publication.site_url:
        facts["site_url"] = publication.site_url
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def _name(view: NormView) -> str:
    """A norm as a site is named after it, with the place whose law it is."""
    return _safe(view.title) + _behind(view)


def _behind(view: NormView) -> str:
    return _safe(f"\u00a0· {view.place}") if view.place else ""


def _own(view: NormView, principal: NormView) -> dict[str, str]:
    """What the pages of one of several norms say of it: above, behind their titles, and below.

    The titles of pages in a norm's own folder have its name already.
    """
    name = _name(view)
    behind = f" - {name}" if view is principal else _behind(view)
    return {"nome": name, "fim": behind, "rodape": _foot(view)}


def _foot(view: NormView) -> str:
    """What every page says below: not official, which text, made by what."""
    force = view.catalogue.vigencia
    since = f"texto em vigor desde {day(force.de)}" if force.de else "vigência desconhecida"
    since += " (início presumido)" if force.inicio_presumido else ""
    until = f" até {day(force.ate)}" if force.ate else ""
    made = f"catálogo {view.catalogue.esquema}, compilador {view.catalogue.compilador.versao}"
    return _safe(f"{_UNOFFICIAL} {view.title}: {since}{until}; {made}.")


def _norm(view: NormView, home: str, about_data: Nav) -> Nav:
    at = view.folder
    nav: Nav = [
        {_safe(home): f"{at}index.md"},
        {f"Texto {_safe(view.especie.da)}": f"{at}lei.md"},
        {"Artigos": [f"{at}artigos/index.md", *_articles(view)]},
    ]
    if view.catalogue.infracoes:
        nav += [{"Infrações": f"{at}infracoes.md"}, {"Multas e pontos": f"{at}multas.md"}]
    if view.reviewed.passos:
        nav.append({"Procedimento e defesa": f"{at}procedimento.md"})
    if view.catalogue.alteracoes or view.versions:
        nav.append({"Alterações": f"{at}alteracoes.md"})
    checked: Nav = [
        {"Inconsistências": f"{at}inconsistencias.md"},
        {"Correções": f"{at}correcoes.md"},
    ]
    if view.facsimile.pages:
        # A section of its own: the theme takes a page called index for that of its section.
        checked.append({"Página a página": [f"{at}{FACSIMILE}/index.md"]})
    data = [
        {"Arquivos": f"{at}dados.md"},
        {"Exemplos de uso": f"{at}exemplos.md"},
        *about_data,
    ]
    return [
        *nav,
        {"Conferência do texto": checked},
        {f"Ficha {_safe(view.especie.da)}": f"{at}norma.md"},
        {"Dados": data},
    ]


def _articles(view: NormView) -> Nav:
    """Articles under their chapter and its page: the theme draws only the branch of the page."""
    nav: Nav = []
    branches: dict[str, Nav] = {}
    for place in view.places.order:
        if not place.above and place.article is None:
            # Even a grouping without an article has its page.
            name = place.device.id
            branches[name] = [{"Visão geral": f"{view.folder}capitulos/{name}.md"}]
            nav.append({_safe(view.places.own(name)): branches[name]})
        elif place.article is place.device:
            name = place.device.id
            branch = branches[place.groupings[0].id] if place.groupings else nav
            branch.append({_safe(view.places.cite(name)): f"{view.folder}artigos/{name}.md"})
    return nav


def _shelf(shelf: Shelf) -> Nav:
    """The pages of a folder; codes by family, so that a page is drawn beside its few relatives."""
    if shelf.folder == CODE_PAGES:
        pages: Nav = [
            {title: [{page.stem: page.path} for page in family]}
            for title, family in shelf.families.items()
        ]
    else:
        pages = [{_safe(one.title): one.path} for one in shelf.pages]
    return [{_safe(shelf.title): [shelf.index_path, *pages]}] if shelf.folder else pages


def _safe(text: str) -> str:
    return str(escape(text))
