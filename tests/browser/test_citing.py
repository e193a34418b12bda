"""«Citar»: a device's words, its citation and its address, copied at a click or a key."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pipeline.model import Catalogo, walk
from tests.browser.conftest import Tab

NORM = "Mangaratiba/RJ, Lei nº 1.493, de 7 de junho de 2023"


@pytest.fixture(scope="module")
def page(open_tab: Callable[..., Tab]) -> Page:
    return open_tab(permissions=["clipboard-read", "clipboard-write"]).page


def copied(page: Page) -> str:
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


@pytest.mark.parametrize(
    ("path", "device", "citation"),
    [
        ("artigos/art20.html", "art20_cpt_inc6", "art. 20, VI"),
        ("infracoes/art14_cpt_inc25.html", "art14_cpt_inc25", "art. 14, XXV"),
        ("lei.html", "art34_par2", "art. 34, § 2º"),
    ],
)
def test_a_click_copies_text_citation_and_address(
    page: Page, http: str, law: Catalogo, path: str, device: str, citation: str
) -> None:
    text = next(one.texto for one in walk(law.dispositivos) if one.id == device)
    page.goto(f"{http}{path}")
    page.get_by_role("button", name=f"Citar: copiar {citation}", exact=True).click()
    expect(
        page.get_by_role("status").filter(has_text=f"Citação copiada: {citation}")
    ).to_have_count(1)
    assert copied(page) == f"«{text}» ({NORM}, {citation}). {http}{path}#{device}"


def test_the_keyboard_copies_as_well(page: Page, http: str) -> None:
    page.goto(f"{http}artigos/art31.html")
    button = page.get_by_role("button", name="Citar: copiar art. 31", exact=True)
    button.focus()
    expect(button).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    expect(button).to_have_text("Copiado")
    assert copied(page).endswith("artigos/art31.html#art31")


def test_where_the_browser_refuses_that_is_said(open_tab: Callable[..., Tab], http: str) -> None:
    page = open_tab().page
    page.add_init_script(
        "document.execCommand = () => false; delete Navigator.prototype.clipboard;"
    )
    page.goto(f"{http}artigos/art31.html")
    page.get_by_role("button", name="Citar: copiar art. 31", exact=True).click()
    expect(
        page.get_by_role("status").filter(has_text="O navegador não deixou copiar")
    ).to_have_count(1)


def test_a_folder_is_no_address_for_others(open_tab: Callable[..., Tab], site: Path) -> None:
    page = open_tab(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto(f"{site.as_uri()}/artigos/art31.html")
    page.get_by_role("button", name="Citar: copiar art. 31", exact=True).click()
    assert copied(page).endswith(f"({NORM}, art. 31).")
