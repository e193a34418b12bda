"""One site and one browser for all browser tests.

The site holds the real norm at its root, the hostile one, and an invented one with the words of
the field that the real one lacks. It is opened over http and as a folder.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from pipeline import compile_norm
from pipeline.emit.catalogue import catalogue_json
from pipeline.emit.page_images import draw_pages
from pipeline.emit.pages import write_docs
from pipeline.emit.site import build_site
from pipeline.model import Catalogo
from pipeline.publication import Publication
from pipeline.sources import load_reviewed
from tests.browser.chromium import find, launch, served
from tests.hostile_norm import hostile_norm

ROOT = Path(__file__).parents[2]
NORM = ROOT / "raw" / "lei-1493-2023"

_PATIENCE = 15_000
"""Milliseconds until what is waited for counts as missing, on a machine that has more to do."""
expect.set_options(timeout=_PATIENCE)


@pytest.fixture(scope="session")
def law() -> Catalogo:
    """The real norm, whose pages stand at the root."""
    return compile_norm(NORM).catalogue


@pytest.fixture(scope="session")
def norms(law: Catalogo) -> dict[str, Catalogo]:
    """All norms of the site by the folder of their pages."""
    invented = compile_norm(ROOT / "tests" / "data" / "transporte-inventado.txt").catalogue
    others = (hostile_norm(), invented)
    return {"": law} | {f"normas/{one.norma.id}/": one for one in others}


@pytest.fixture(scope="session")
def site(norms: dict[str, Catalogo], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    docs, folder = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("site")
    downloads = {f"{norms[''].norma.id}.json": catalogue_json(norms[""])}
    law, document = norms[""], NORM / "lei-1493-2023.pdf"
    write_docs(
        list(norms.values()), docs,
        publication=Publication(law.norma.id), downloads=downloads,
        reviewed={law.norma.id: load_reviewed(NORM)},
        images={law.norma.id: draw_pages(document.read_bytes(), {})},
    )  # fmt: skip
    build_site(docs, folder)
    return folder


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's browser; without one the tests are skipped, in CI they fail."""
    path = find()
    if path is None:
        message = "no chromium on this machine (Debian: apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with launch(path) as browser:
        yield browser


@pytest.fixture(scope="package")
def http(site: Path) -> Iterator[str]:
    """The site's address over http."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="package", params=["http", "file"])
def origin(request: pytest.FixtureRequest, site: Path) -> str:
    """The site's address, over http and as a folder."""
    if request.param == "file":
        return f"{site.as_uri()}/"
    address: str = request.getfixturevalue("http")
    return address


@dataclass
class Tab:
    """A page and what it asked for and complained of since it was opened."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def asked(self, request: Request) -> None:
        self.requests.append(request.url)

    def broke(self, error: Exception) -> None:
        self.complaints.append(str(error))


@pytest.fixture(scope="module")
def open_tab(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Opens a page in a context of its own, made with the options that are given."""
    contexts: list[BrowserContext] = []

    def opened(**options: Any) -> Tab:
        context = browser.new_context(**({"locale": "pt-BR"} | options))
        context.set_default_timeout(_PATIENCE)
        contexts.append(context)
        tab = Tab(context.new_page())
        context.on("request", tab.asked)  # of workers and frames, too
        tab.page.on("console", tab.heard)
        tab.page.on("pageerror", tab.broke)
        return tab

    yield opened
    for context in contexts:
        context.close()
