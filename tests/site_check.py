"""Checks a built site: a reader's way through it, not its looks.

In: the folder of a site. Out: a list of faults, empty for a good one. It reads the HTML as text
alone, without a browser: ids are unique, every internal address and fragment leads somewhere, one
h1, the language is named, nothing is asked of another host, no script but the theme's and ours.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_RESOURCES = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"),
              ("source", "src"), ("object", "data"), ("use", "href"), ("image", "href")}  # fmt: skip
_OF_NO_NORM = ("404.html", "diagnosticos/index.html")
"""Pages without text of a norm, one of each frame: their scripts are the only ones."""
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())


@dataclass
class Page:
    """What the checks need of a page; `texts` are the pieces of law text in order, each with the
    number of ids that stand before it."""

    lang: str | None = None
    title: str = ""
    ids: list[str] = field(default_factory=list)
    headings: Counter[str] = field(default_factory=Counter)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    handlers: list[str] = field(default_factory=list)
    texts: list[tuple[int, str]] = field(default_factory=list)
    names: list[tuple[int, str]] = field(default_factory=list)
    visible: str = ""

    def text_behind(self, name: str) -> str | None:
        """The first law text at or behind the element with that id."""
        rank = self.ids.index(name) + 1
        return next((text for before, text in self.texts if before >= rank), None)

    def name_behind(self, name: str) -> str | None:
        """The first name of a grouping at or behind the element with that id."""
        rank = self.ids.index(name) + 1
        return next((text for before, text in self.names if before >= rank), None)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self._open: list[tuple[str, str]] = []
        self._buffers: dict[int, list[str]] = {}
        self._visible: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        page = self.page
        if tag == "html":
            page.lang = values.get("lang")
        if re.fullmatch(r"h[1-6]", tag):
            page.headings[tag] += 1
        if "id" in values:
            page.ids.append(values["id"])
        page.handlers += [f"{key}={value}" for key, value in values.items() if key.startswith("on")]
        page.links += [
            (tag, key, values[key]) for key in ("href", "src", "data", "action") if key in values
        ]
        if tag not in _VOID:
            kind = values.get("class", "")
            if tag == "script":
                kind = (
                    "" if values.get("type", "").endswith("json") or "src" in values else "inline"
                )
            self._open.append((tag, kind))
            self._buffers[len(self._open)] = []

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            depth = len(self._open)
            opened, kind = self._open.pop()
            text = "".join(self._buffers.pop(depth))
            if opened == "title" and not self.page.title:
                self.page.title = text
            elif opened == "script" and kind == "inline":
                self.page.scripts.append(text)
            elif kind == "texto":
                self.page.texts.append((len(self.page.ids), text))
            elif kind == "nome":
                self.page.names.append((len(self.page.ids), text))
            if opened == tag:
                break

    def handle_data(self, data: str) -> None:
        for buffer in self._buffers.values():
            buffer.append(data)
        if not any(tag in ("script", "style") for tag, _ in self._open):
            self._visible.append(data)

    def close(self) -> None:
        super().close()
        self.page.visible = "".join(self._visible)


def read_page(path: Path) -> Page:
    """Read one HTML file."""
    return read_html(path.read_text(encoding="utf-8"))


def read_html(text: str) -> Page:
    """Read HTML."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page


def check_site(site: Path, address: str | None = None) -> list[str]:
    """All faults of a site, each with its page; `address` is where it is published."""
    pages = {path.relative_to(site).as_posix(): read_page(path) for path in site.rglob("*.html")}
    if not pages:
        return ["no page at all"]
    faults = [f"{name}: {fault}" for name, page in pages.items() for fault in _own_faults(page)]
    known = {
        _plain_script(script)
        for name in _OF_NO_NORM
        if name in pages
        for script in pages[name].scripts
    }
    for name, page in pages.items():
        faults += [
            f"{name}: link {fault}" for fault in _dead_links(site, name, page, pages, address)
        ]
        faults += [
            f"{name}: script not ours: {script[:60]}"
            for script in page.scripts
            if _plain_script(script) not in known
        ]
    for path in [*site.rglob("*.css"), *site.rglob("assets/lei/*.js")]:
        for found in re.findall(
            r"url\(\s*['\"]?((?:https?:)?//[^)]*)|@import|fetch\(", path.read_text("utf-8")
        ):
            faults.append(f"{path.name}: asks another host: {found}")
    return sorted(faults)


def _own_faults(page: Page) -> list[str]:
    faults = [
        f"id {name!r} {count} times" for name, count in Counter(page.ids).items() if count > 1
    ]
    faults += [
        f"id {name!r} has a blank" for name in page.ids if re.search(r"\s", name) or not name
    ]
    if page.headings["h1"] != 1:
        faults.append(f"{page.headings['h1']} h1")
    if page.lang != "pt-BR":
        faults.append(f"lang is {page.lang}")
    faults += [f"event handler {one}" for one in page.handlers]
    return faults


def _dead_links(
    site: Path, name: str, page: Page, pages: dict[str, Page], home: str | None
) -> list[str]:
    faults = []
    for tag, key, address in page.links:
        parts = urlsplit(address)
        if home and address.startswith(home):  # the page's own name, which it says to others
            parts = urlsplit("/" + address.removeprefix(home))
        elif home and parts.path.startswith(urlsplit(home).path) and name == "404.html":
            parts = urlsplit("/" + address.removeprefix(urlsplit(home).path))
        if parts.scheme == "javascript":
            faults.append(f"{address} runs a script")
        elif parts.scheme or parts.netloc:
            if (tag, key) in _RESOURCES and parts.scheme != "data":
                faults.append(f"{address} is a resource of another host")
        elif fault := _dead(site, name, parts.path, unquote(parts.fragment), pages):
            faults.append(f"{address} {fault}")
    return faults


def _dead(site: Path, name: str, path: str, fragment: str, pages: dict[str, Page]) -> str | None:
    base = site if path.startswith("/") else (site / name).parent
    target = (base / unquote(path).lstrip("/")).resolve() if path else (site / name).resolve()
    if not target.is_relative_to(site.resolve()):
        return "leads out of the site"
    if not target.is_file():
        return "leads to no file"
    if fragment:
        other = pages.get(target.relative_to(site.resolve()).as_posix())
        if other is None or fragment not in other.ids:
            return "leads to no such id"
    return None


def _plain_script(text: str) -> str:
    """The theme's inline scripts name the way to the root, which differs by folder."""
    return re.sub(r'new URL\("[^"]*",', 'new URL("",', text).strip()
