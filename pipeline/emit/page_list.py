"""Which pages a norm has, under which address, and what each one's template gets.

In: a `NormView` and what surrounds it. Out: pages with their values, in no order that matters.
Promises: addresses are fixed words and ids; a norm without infractions has no page of them.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from pipeline.emit import (
    page_changes,
    page_examples,
    page_facsimile,
    page_feed,
    page_findings,
    page_fines,
    page_infraction,
    page_law,
    page_linked,
    page_procedure,
    page_record,
    page_sanctions,
    page_wordings,
)
from pipeline.emit.page_code import CodeRenderer
from pipeline.emit.page_data import DOWNLOADS, Offered
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_places import leaf
from pipeline.emit.page_render import Page
from pipeline.emit.page_words import day

Filled = tuple[Page, dict[str, Any]]


def norm_pages(
    view: NormView, others: list[NormView], offered: Offered, code: CodeRenderer
) -> Iterator[Filled]:
    """All pages of a norm. `others` are the site's other norms."""
    # Citations are alike in all norms: where there are several, what is found says whose it is.
    tags, norm = ((view.title,), view.catalogue.norma.id) if others else ((), "")
    for page, values in _all_pages(view, others, offered, code):
        yield replace(page, tags=tags, norm=norm), values


def _all_pages(
    view: NormView, others: list[NormView], offered: Offered, code: CodeRenderer
) -> Iterator[Filled]:
    yield from _reading_pages(view, others)
    yield from _chapter_pages(view)
    yield from _article_pages(view)
    if view.catalogue.infracoes:
        yield from _sanction_pages(view)
    if view.reviewed.passos:
        yield _procedure_page(view)
    if view.catalogue.alteracoes or view.versions:
        yield from _changes_pages(view, others)
    if view.facsimile.pages:
        yield from _facsimile_pages(view)
    yield from _account_pages(view)
    yield from _data_pages(view, offered, code)


def _page(view: NormView, path: str, title: str, template: str, about: str, **how: Any) -> Page:
    return Page(
        f"{view.folder}{path}.md", view.page_title(title), f"{template}.md.j2", about, **how
    )


def _reading_pages(view: NormView, others: list[NormView]) -> Iterator[Filled]:
    of, summary = view.of_title, view.catalogue.norma.ementa
    about = summary.texto if summary else view.long_title
    yield (
        _page(view, "index", view.title, "inicio", about, hidden=("toc",),
              linked=page_linked.norm(view)),
        {"outras": others, "gravidades": page_sanctions.gravities(view),
         "portas": view.reviewed.portas, "atos": page_changes.acts(view, others),
         "duvidas": len(page_findings.unclear(view))},
    )  # fmt: skip
    # One huge section would win every query: the articles' pages are searched instead.
    yield (
        _page(view, "lei", f"Texto {view.especie.da}", "lei", f"Texto integral {of}",
              searched=False, linked=page_linked.norm(view)),
        {**page_law.text(view), "rotulo": page_law.label},
    )  # fmt: skip
    yield (
        _page(view, "artigos/index", "Artigos", "artigos", f"Artigos {of}", searched=False),
        {"entradas": page_law.entries(view)},
    )


def _chapter_pages(view: NormView) -> Iterator[Filled]:
    for chapter in page_law.chapters(view):
        name = view.places.own(chapter.id)
        inside = page_law.entries(view, chapter)
        about = f"{name} {view.of_title}: {view.vocabulary.sentence(chapter.nome or '')}"
        yield (
            _page(view, f"capitulos/{chapter.id}", name, "capitulo", about, searched=False),
            {
                "capitulo": chapter,
                "entradas": inside,
                "gravidades": page_sanctions.gravities(view, chapter),
            },
        )


def _article_pages(view: NormView) -> Iterator[Filled]:
    for place in view.places.articles:
        article = place.device
        name = view.places.cite(article.id)
        about = f"{name} {view.of_title}: {_shortened(article.texto or '')}"
        yield (
            _page(view, f"artigos/{article.id}", name, "artigo", about,
                  linked=page_linked.article(view, article)),
            {
                "artigo": article,
                "caminho": page_law.path(view, place),
                "partes": page_law.pieces(view, article),
                "rotulo": page_law.label,
            },
        )  # fmt: skip


def _infraction_pages(view: NormView) -> Iterator[Filled]:
    worth = partial(page_fines.worth, page_fines.units(view))
    for one in page_infraction.leaves(view):
        place, address = view.places[one.infraction.dispositivo], leaf(one.infraction.id)
        about = f"{one.title} {view.of_title}: {_shortened(one.infraction.conduta)}"
        linked = page_linked.infraction(view, one.infraction.dispositivo, one.title, address)
        yield (
            _page(view, address.removesuffix(".html"), one.title, "infracao", about,
                  hidden=("toc",), linked=linked),
            {
                "ficha": one,
                "artigo": place.article,
                "caminho": page_law.path(view, place),
                "rotulo": page_law.label,
                "em_reais": worth,
            },
        )  # fmt: skip


def _sanction_pages(view: NormView) -> Iterator[Filled]:
    of = view.of_title
    yield from _infraction_pages(view)
    yield (
        _page(view, "infracoes", "Infrações", "infracoes", f"Infrações {of}",
              searched=False, hidden=("toc",)),
        {
            "secoes": page_sanctions.sections(view),
            "contexto": page_sanctions.context,
            "filtros": page_sanctions.filters(view),
        },
    )  # fmt: skip
    units = page_fines.units(view)
    yield (
        _page(view, "multas", "Multas e pontos", "multas", f"Multas e pontos {of}",
              part="calculadora"),
        {
            "unidades": units,
            "em_reais": partial(page_fines.worth, units),
            "exato": page_fines.decimal,
            "limites": page_fines.limits(view),
            "calculadora": page_fines.calculator(view),
            "grupos": page_sanctions.groups(view),
            "valores": page_sanctions.amounts(view),
            "gravidades": page_sanctions.gravities(view),
        },
    )  # fmt: skip


def _procedure_page(view: NormView) -> Filled:
    steps = page_procedure.steps(view)
    about = f"Autuação, prazos, defesa e recursos {view.of_title}"
    return (
        _page(view, "procedimento", "Procedimento e defesa", "procedimento", about),
        {"passos": steps, "prazos": page_procedure.deadlines(steps)},
    )


def _facsimile_pages(view: NormView) -> Iterator[Filled]:
    of, pages, folder = view.of_title, view.facsimile.pages, page_facsimile.FOLDER
    # The same text is on the articles' pages, where a search finds it.
    alone: dict[str, Any] = {"searched": False, "hidden": ("navigation", "toc")}
    yield (
        _page(view, f"{folder}/index", "Página a página", "folhas", f"Páginas {of}",
              searched=False, hidden=("toc",)),
        {"folhas": pages},
    )  # fmt: skip
    for before, page, behind in zip([None, *pages], pages, [*pages[1:], None], strict=False):
        name = f"Página {page.number}"
        about = f"{name} {of}, com o texto lido ao lado"
        yield (
            _page(view, f"{folder}/{page.stem}", name, "folha", about, **alone),
            {"folha": page, "antes": before, "depois": behind, "rotulo": page_law.label},
        )


def _changes_pages(view: NormView, others: list[NormView]) -> Iterator[Filled]:
    wordings = page_wordings.readings(view)
    acts = page_changes.acts(view, others)
    feed = page_feed.FEED if acts and view.publication.site_url else None
    yield (
        _page(view, "alteracoes", "Alterações", "alteracoes",
              f"O que outros atos mudaram no texto {view.of_title}", searched=False),
        {"atos": acts, "redacoes": wordings, "aviso_de_novas": feed},
    )  # fmt: skip
    for one in wordings:
        since = f"desde {day(one.first)}" if one.first else "original"
        yield (
            _page(view, one.path, f"Redação {since}", "redacao",
                  f"O texto {view.of_title}, redação {since}", searched=False, hidden=("toc",)),
            {"redacao": one},
        )  # fmt: skip


def _account_pages(view: NormView) -> Iterator[Filled]:
    of = view.of_title
    yield (
        _page(view, "inconsistencias", "Inconsistências", "inconsistencias",
              f"O que foi achado de errado ou de duvidoso no texto {of}"),
        {
            "classes": page_findings.classes(view),
            "duvidas": page_findings.unclear(view),
        },
    )  # fmt: skip
    yield (
        _page(view, "correcoes", "Correções", "correcoes",
              f"O que foi corrigido no texto impresso {of}", searched=False, hidden=("toc",)),
        {
            "correcoes": page_findings.corrections(view),
            "por_pagina": page_findings.by_page(view),
            "descartes": page_findings.discards(view),
        },
    )  # fmt: skip


def _data_pages(view: NormView, offered: Offered, code: CodeRenderer) -> Iterator[Filled]:
    of = view.of_title
    yield (
        _page(view, "norma", f"Ficha {view.especie.da}", "norma", f"Ficha {of}", searched=False),
        {
            "registro": page_record.record(view),
            "confianca": page_record.confidence(view),
            "original": page_record.original(view, [one.name for one in offered.files]),
            "pasta": DOWNLOADS,
        },
    )
    yield (
        _page(view, "dados", "Dados", "dados", f"Dados abertos {of}"),
        {"arquivos": offered.files, "pequenos": offered.small, "pasta": DOWNLOADS},
    )
    # Code is full of words of the norm, which a reader of the norm does not look for there.
    yield (
        _page(view, "exemplos", "Exemplos de uso", "exemplos",
              f"Como usar os dados {of}, com exemplos que funcionam", searched=False),
        {
            "exemplos": page_examples.examples(view, code),
            "tabela": next((one.name for one in offered.files if one.format == "CSV"), None),
            "pasta": DOWNLOADS,
        },
    )  # fmt: skip


def _shortened(text: str, limit: int = 150) -> str:
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + "…"
