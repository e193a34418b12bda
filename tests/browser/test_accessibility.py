"""What axe-core says of each template: nothing, in both widths and both schemes of colour.

It sees about half of what matters; the keyboard, zoom and print have tests of their own.
"""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Tab
from tests.browser.pages import PAGES
from tests.browser.search_box import ask

_AXE = Axe()
_OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
_SIZES = ((1280, 900), (390, 844))
_SCHEMES: dict[Literal["light", "dark"], str] = {"light": "default", "dark": "slate"}


@pytest.fixture(scope="module")
def windows(open_tab: Callable[..., Tab]) -> list[Page]:
    """A wide and a narrow window; axe is at work in both at once."""
    return [
        # A colour on its way from one scheme to the other is none of either.
        open_tab(viewport={"width": width, "height": height}, reduced_motion="reduce").page
        for width, height in _SIZES
    ]


def faults(windows: list[Page]) -> list[str]:
    """What axe finds in each window and scheme, with the elements."""
    found = []
    for page in windows:
        page.evaluate(_AXE.axe_script)
    for scheme, theme in _SCHEMES.items():
        for page in windows:
            _dress(page, scheme, theme)
            page.evaluate("options => { window.found = axe.run(options); }", _OPTIONS)
        for page, (width, _) in zip(windows, _SIZES, strict=True):
            violations = page.evaluate("async () => (await window.found).violations")
            found += [f"{width} px, {scheme}: {_named(one)}" for one in violations]
    return found


def _dress(page: Page, scheme: Literal["light", "dark"], theme: str) -> None:
    """Put a page into a scheme of colour."""
    page.emulate_media(color_scheme=scheme)
    if page.locator("body[data-md-color-scheme]").count():
        page.wait_for_function("theme => document.body.dataset.mdColorScheme === theme", arg=theme)


def _named(violation: dict[str, Any]) -> str:
    places = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
    return f"{violation['id']} ({violation['help']}) at {places[:5]}"


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_axe_finds_nothing(path: str, windows: list[Page], http: str) -> None:
    for page in windows:
        page.goto(f"{http}{path}")
    assert faults(windows) == []


def test_axe_finds_nothing_in_an_open_search(windows: list[Page], http: str) -> None:
    for page in windows:
        page.goto(f"{http}index.html")
        if page.viewport_size == {"width": 390, "height": 844}:
            page.locator("label[for=__search].md-header__button").click()
    for typed in ("bicicleta", "monitor"):
        found = [len(ask(page, http, typed).hits) for page in windows]
        assert all(found) == (typed == "monitor")
        assert faults(windows) == []


def test_axe_finds_nothing_in_a_filtered_and_sorted_table(windows: list[Page], http: str) -> None:
    for page in windows:
        page.goto(f"{http}infracoes.html?texto=veiculo&gravidade=grave&ordem=pontos-desc")
        assert page.locator("tbody tr[data-valores]:visible").count() > 2
    assert faults(windows) == []
    for page in windows:
        page.locator("#filtro-texto").fill("palavra que não há")
        assert page.locator("tbody tr[data-valores]:visible").count() == 0
    assert faults(windows) == []
