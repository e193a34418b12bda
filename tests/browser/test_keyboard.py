"""The pages by keyboard alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Tab
from tests.browser.pages import PAGES

# What shows that an element has the focus: its outline, or its form's, or that of its label; in a
# drawing, the frame that only the focus and the pointer draw in full.
_SHOWN = """() => {
  const one = document.activeElement;
  const frame = one.querySelector(":scope > rect");
  if (frame && one instanceof SVGElement) return getComputedStyle(frame).strokeOpacity === "1";
  const boxes = [one, one.closest("form"), ...(one.labels || [])].filter(Boolean);
  return boxes.some(box => { const style = getComputedStyle(box);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2; });
}"""
_NAMED = "() => document.activeElement.outerHTML.slice(0, 120)"


@pytest.fixture(scope="module")
def page(open_tab: Callable[..., Tab]) -> Page:
    return open_tab(viewport={"width": 1280, "height": 900}).page


@pytest.mark.parametrize("path", [one for one in PAGES.values() if one != "404.html"])
def test_the_first_stop_skips_to_the_text(path: str, page: Page, http: str) -> None:
    page.goto(f"{http}{path}")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Pular para o conteúdo")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.length > 1")
    target = page.evaluate("decodeURIComponent(location.hash)")
    assert page.locator(f"main [id='{target[1:]}']").count() == 1
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_the_search_is_opened_used_and_left(page: Page, http: str) -> None:
    page.goto(f"{http}index.html")
    field = page.locator("[data-md-component=search-query]")
    for _ in range(8):
        page.keyboard.press("Tab")
        if field.evaluate("one => one === document.activeElement"):
            break
    expect(field).to_be_focused()
    page.keyboard.type("art 14 xxv")
    result = page.locator(".md-search-result__link", has_text="Art. 14, inciso XXV")
    result.wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        if result.evaluate("one => one === document.activeElement"):
            break
    expect(result).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Art. 14")
    expect(page.locator("main").get_by_text("saída de emergência").first).to_be_in_viewport()


def test_enter_opens_the_best_result_and_escape_closes(page: Page, http: str) -> None:
    page.goto(f"{http}index.html")
    field = page.locator("[data-md-component=search-query]")
    field.focus()
    page.keyboard.type("tacografo")
    page.locator(".md-search-result__link").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("#__search")).not_to_be_checked()
    field.focus()
    expect(page.locator("#__search")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"art14"))


@pytest.mark.parametrize("key", ["n", "p", "f", "s", ".", ",", "/"])
def test_a_single_key_does_nothing_outside_of_fields(key: str, page: Page, http: str) -> None:
    page.goto(f"{http}artigos/art14.html")
    before = page.url
    page.keyboard.press(key)
    # The theme would leave the page, or open the search and put the focus there.
    page.evaluate("new Promise(done => setTimeout(done))")
    assert page.url == before
    assert page.evaluate("document.activeElement === document.body")
    expect(page.locator("#__search")).not_to_be_checked()


def test_in_a_field_every_key_is_a_letter(page: Page, http: str) -> None:
    page.goto(f"{http}infracoes.html")
    page.locator("#filtro-texto").focus()
    page.keyboard.type("npfs.,/")
    expect(page.locator("#filtro-texto")).to_have_value("npfs.,/")
    expect(page.locator("#__search")).not_to_be_checked()


def test_filters_and_order_of_the_table(page: Page, http: str) -> None:
    page.goto(f"{http}infracoes.html")
    rows = page.locator("tbody tr[data-valores]:visible")
    whole = rows.count()
    page.locator("#filtro-texto").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#filtro-gravidade")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#filtro-gravidade")).not_to_have_value("")
    expect(page.get_by_role("status").first).to_contain_text(f" de {whole} ")
    assert 0 < rows.count() < whole
    button = page.locator("th[data-coluna] button").first
    head = page.locator("th[data-coluna]").first
    button.focus()
    for key, sort in (("Enter", "descending"), ("Space", "ascending")):
        page.keyboard.press(key)
        expect(head).to_have_attribute("aria-sort", sort)
        expect(button).to_be_focused()
    reset = page.get_by_role("button", name="Limpar filtros")
    reset.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#filtro-texto")).to_be_focused()
    assert rows.count() == whole


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_the_focus_is_seen(path: str, page: Page, http: str) -> None:
    page.goto(f"{http}{path}")
    seen, unseen = set(), []
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):
            break
        name = page.evaluate(_NAMED)
        seen.add(name)
        if not page.evaluate(_SHOWN):
            unseen.append(name)
    assert unseen == []
    assert len(seen) > 4
