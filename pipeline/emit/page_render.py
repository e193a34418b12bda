"""Templates → text of a page. The one place where text of a norm becomes HTML or Markdown.

In: a template of `site/templates` and its values. Out: the source of a page for MkDocs. Promises:
every printed value is escaped, for HTML and for the Markdown that is read over it; text of the
norm reaches the reader sign for sign; every page starts with front matter, so that no first line
can be taken for metadata.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.emit import page_words as words
from pipeline.model import GRAVIDADES, INCIDENCIAS, amount, listing

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

# Controls that HTML forbids even as references; a tab would be spread into blanks by Markdown.
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(127, 160)), "\ufffd")
_SIGNS = {9: "&#9;", 13: "&#13;"}
_LINES = {"\n": "&#10;"}
HTML = "<!-- html -->"
"""What `markdown_html` knows a generated page by."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be: its place in the docs folder and what MkDocs should know of it.

    `path` is relative to the docs folder and ends in `.md`; `title` and `tags` are plain text. Tags
    are shown with what the search finds on the page; `linked` is JSON-LD. `part` is the name of a
    script and of a style sheet that this page has beside those of all pages. `norm` is the id of
    the norm that the page is of, where the site has several.
    """

    path: str
    title: str
    template: str
    description: str = ""
    searched: bool = True
    hidden: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    linked: Mapping[str, Any] | None = None
    part: str = ""
    norm: str = ""


class Renderer:
    """Renders templates; made once a site."""

    def __init__(self, templates: Path) -> None:
        self._env = _environment(templates)

    def render(self, page: Page, **values: Any) -> str:
        """The source of a page: front matter, then what the template makes of the values."""
        body = self._env.get_template(page.template).render(page=page, **values)
        return f"{front_matter(page)}\n{HTML}\n{body.strip()}\n"

    def render_alone(self, template: str, **values: Any) -> str:
        """A page that stands without the theme and without MkDocs' part in it."""
        return self._env.get_template(template).render(**values).strip() + "\n"


def front_matter(page: Page) -> str:
    """The page's metadata, in YAML that is JSON too.

    The theme prints titles without escaping them, so they are escaped here.
    """
    meta: dict[str, Any] = {"title": str(escape(page.title))}
    if page.description:
        meta["description"] = str(escape(page.description))
    if not page.searched:
        meta["search"] = {"exclude": True}
    if page.hidden:
        meta["hide"] = list(page.hidden)
    if page.part:
        meta["peca"] = page.part
    if page.norm:
        meta["norma"] = page.norm
    if page.tags and page.searched:
        meta["tags"] = [str(escape(tag)) for tag in page.tags]
    if page.linked:
        meta["linked"] = page.linked
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in meta.items()]
    return "\n".join(["---", *lines, "---", ""])


def escape(text: str) -> "Markup":
    """Escape text for HTML, in element or attribute; no control sign gets through."""
    from markupsafe import Markup
    from markupsafe import escape as escape_html

    return Markup(str(escape_html(text.translate(_CONTROLS))).translate(_SIGNS))


def inline(text: str) -> "Markup":
    """Escape text for a line of Markdown: every ASCII sign but the harmless as a reference.

    >>> str(inline("1. *a* {b}"))
    '1&#46; &#42;a&#42; &#123;b&#125;'
    """
    from markupsafe import Markup

    flat = " ".join(text.translate(_CONTROLS).split())
    # A reference to a reference is no sign: `&` goes first, by being in the class itself.
    return Markup(re.sub(r"[!-+\-./:-@\[-`{-~]", lambda found: f"&#{ord(found[0])};", flat))


def heading(
    text: str,
    level: int,
    name: str,
    *,
    label: str = "",
    name_below: str = "",
    searched: bool = True,
) -> "Markup":
    """A Markdown heading with an id of ours and, for the table of contents, another label.

    `name_below` is a second line, for the name of a grouping. What stands under a heading that is
    not `searched` is found elsewhere.

    A Markdown one, because those of raw HTML do not reach the theme's table of contents. The label
    passes through an attribute list, which has no escapes: signs outside a safe set are left out.
    """
    from markupsafe import Markup

    safe = " ".join(re.sub(r"[^\w \-,.·–()ºª§]", " ", label).split())
    attributes = f"#{name}" + (f' data-toc-label="{safe}"' if safe else "")
    attributes += "" if searched else " data-search-exclude=1"
    below = f' <span class="nome">{inline(name_below)}</span>' if name_below else ""
    return Markup(f"\n\n{'#' * level} {inline(text)}{below} {{{attributes}}}\n\n")


def code(text: str) -> "Markup":
    """Escaped text with what stands between backticks as code.

    >>> str(code("diga em `norma.toml`"))
    'diga em <code>norma.toml</code>'
    """
    from markupsafe import Markup

    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    marked = (
        f"<code>{escape(piece)}</code>" if odd else str(escape(piece))
        for odd, piece in zip(cycle((False, True)), pieces, strict=False)
    )
    return Markup("".join(marked))


def embedded(data: Any) -> "Markup":
    """Data as JSON inside a `script` element: only ASCII, and no sign that ends the element.

    >>> str(embedded({"a": "</script>é"}))
    '{"a":"\\\\u003c/script\\\\u003e\\\\u00e9"}'
    """
    from markupsafe import Markup

    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def _printed(value: Any) -> Any:
    """What Jinja prints for a value: absent things must not slip through as «None»."""
    from markupsafe import Markup

    if value is None:
        raise ValueError("a template prints an absent value")
    if isinstance(value, Markup):
        return value
    return escape(str(value))


def _environment(templates: Path) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    env = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        finalize=_printed,
        keep_trailing_newline=False,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    filters: dict[str, Callable[..., Any]] = {
        "capitular": words.capital,
        "codigo": code,
        "contada": words.graded,
        "achado": words.finding,
        "dia": words.day,
        "embutido": embedded,
        "frase": words.sentence,
        "lista": listing,
        "minuscula": words.uncapital,
        "mais": words.plural,
        "milhar": words.thousands,
        "porcento": words.percent,
        "paginas": words.pages,
        "slug": words.slug,
    }
    env.filters.update(filters)
    tables = {
        "GRAVIDADES": GRAVIDADES, "MEDIDAS": words.MEDIDAS, "NIVEIS": words.NIVEIS,
        "INCIDENCIAS": INCIDENCIAS, "CERTEZAS": words.CERTEZAS,
        "REDACOES": words.REDACOES, "ALTERACOES": words.ALTERACOES,
        "SITUACOES": words.SITUACOES, "DESCARTES": words.DESCARTES, "METODOS": words.METODOS,
    }  # fmt: skip
    env.globals.update(tables)
    env.globals.update(titulo=heading, onde=words.where, valor=amount)
    return env
