"""The search of a page: typing into it and reading what it answers.

Promises: waits for the answer to what was typed, never for a time; all results are read, also those
that the theme adds only when a reader scrolls to them.
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Page

_FIELD = "[data-md-component=search-query]"
_META = ".md-search-result__meta"
_ITEMS = ".md-search-result__item"
_SCROLLED = ".md-search__scrollwrap"
_ASKING = "Digite para iniciar a busca"
_NONE = "Nada encontrado com todas essas palavras; tente com menos, ou com outras"


@dataclass(frozen=True, slots=True)
class Hit:
    """A result: its title, as shown, and its place in the site."""

    title: str
    place: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the search says above the results, and the results in their order."""

    summary: str
    hits: tuple[Hit, ...]


def ask(page: Page, root: str, typed: str) -> Answer:
    """What the search of the open page answers to the typed words.

    >>> ask(page, root, "art 14 xxv").hits[0].title
    'Art. 14, inciso XXV'
    """
    field = page.locator(_FIELD)
    # An empty field has an answer of its own; behind it comes only that to the new words.
    _type(page, "")
    page.wait_for_function(
        "([meta, text]) => document.querySelector(meta).textContent.trim() === text",
        arg=[_META, _ASKING],
    )
    _type(page, typed)
    page.wait_for_function(
        "([meta, text]) => document.querySelector(meta).textContent.trim() !== text",
        arg=[_META, _ASKING],
    )
    summary = page.locator(_META).inner_text().strip()
    _show_all(page, summary)
    assert field.input_value() == typed
    # The theme heads each group with its page; one that was not itself found has no score.
    found: list[list[str]] = page.evaluate(
        """() => [...document.querySelectorAll(".md-search-result__link")]
          .filter(link => Number(link.firstElementChild.dataset.mdScore) > 0)
          .map(link => [link.querySelector("h1, h2").textContent, link.href])"""
    )
    return Answer(summary, tuple(Hit(title.strip(), _place(href, root)) for title, href in found))


def _type(page: Page, text: str) -> None:
    field = page.locator(_FIELD)
    field.focus()
    field.fill(text)
    field.press("End")  # the theme listens for keys


def _show_all(page: Page, summary: str) -> None:
    """Scroll until as many results stand there as the summary says."""
    if summary == _NONE:
        assert page.locator(_ITEMS).count() == 0
        return
    number = re.match(r"\d+", summary)
    assert number, summary
    while (shown := page.locator(_ITEMS).count()) < int(number[0]):
        page.evaluate(
            """async selector => { const box = document.querySelector(selector);
              const frame = () => new Promise(requestAnimationFrame);
              box.scrollTop = 0; await frame(); await frame();
              box.scrollTop = box.scrollHeight; await frame(); await frame(); }""",
            _SCROLLED,
        )
        page.wait_for_function(
            "([selector, shown]) => document.querySelectorAll(selector).length > shown",
            arg=[_ITEMS, shown],
        )
    assert shown == int(number[0])


def _place(href: str, root: str) -> str:
    """An address within the site, without the words to mark."""
    assert href.startswith(root), href
    parts = urlsplit(href.removeprefix(root))
    return unquote(parts.path) + (f"#{unquote(parts.fragment)}" if parts.fragment else "")
