"""What the pages ask for and complain of; and what they are without scripts."""

from collections.abc import Callable

import pytest

from pipeline.model import Catalogo
from tests.browser.conftest import Tab
from tests.browser.pages import HOSTILE, PAGES


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_a_page_asks_no_other_host_and_breaks_nowhere(path: str, tab: Tab, origin: str) -> None:
    tab.requests.clear()
    tab.complaints.clear()
    tab.page.goto(f"{origin}{path}")
    if tab.page.locator("[data-md-component=search-query]").count():
        tab.page.locator("[data-md-component=search-query]").focus()
        tab.page.get_by_text("Digite para iniciar a busca").wait_for()  # its worker is at work
        assert len(tab.requests) > 5
    assert [one for one in tab.requests if not one.startswith((origin, "data:", "blob:"))] == []
    assert tab.complaints == []
    assert tab.page.locator("html").get_attribute("lang") == "pt-BR"


@pytest.fixture(scope="module")
def tab(open_tab: Callable[..., Tab]) -> Tab:
    return open_tab()


@pytest.fixture(scope="module")
def plain(open_tab: Callable[..., Tab]) -> Tab:
    """A browser without scripts."""
    return open_tab(java_script_enabled=False)


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_without_scripts_there_is_a_heading_and_a_text(path: str, plain: Tab, origin: str) -> None:
    plain.page.goto(f"{origin}{path}")
    heading = plain.page.locator("h1")
    assert heading.is_visible()
    assert heading.inner_text().strip()
    assert len(plain.page.locator("main").inner_text().split()) > 15


def test_without_scripts_the_table_has_every_row(
    plain: Tab, origin: str, norms: dict[str, Catalogo]
) -> None:
    for folder in ("", HOSTILE):
        plain.page.goto(f"{origin}{folder}infracoes.html")
        rows = plain.page.locator("tbody tr[id^=inf-]:visible")
        assert rows.count() == len(norms[folder].infracoes)
        assert plain.page.locator(".filtros").count() == 0
    assert len(norms[""].infracoes) == 79


def test_without_scripts_the_law_has_every_article(plain: Tab, origin: str, law: Catalogo) -> None:
    plain.page.goto(f"{origin}lei.html")
    for infraction in law.infracoes:
        assert plain.page.locator(f"#{infraction.dispositivo}").is_visible()


def test_a_wrong_address_at_any_depth_leads_on(open_tab: Callable[..., Tab], http: str) -> None:
    page = open_tab().page
    for path in ("nada.html", "artigos/nada/mais.html"):
        page.goto(f"{http}{path}")
        assert page.locator("h1").inner_text() == "Página não encontrada"
    page.locator("input[name=q]").fill("art 14 XXV")
    page.get_by_role("button", name="Buscar").click()
    page.locator(".md-search-result__link h1", has_text="Art. 14, inciso XXV").wait_for()
