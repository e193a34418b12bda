"""What was chosen in the table of infractions stands in its address."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pipeline.model import Catalogo
from tests.browser.conftest import Tab


@pytest.fixture(scope="module")
def page(open_tab: Callable[..., Tab]) -> Page:
    return open_tab().page


def shown(page: Page) -> list[str]:
    """The ids of the infractions that are shown, in their order."""
    ids: list[str] = page.locator("tbody tr[data-valores]:visible").evaluate_all(
        "rows => rows.map(row => row.id.slice('inf-'.length))"
    )
    return ids


def of(law: Catalogo, gravidade: str, grupo: str) -> list[str]:
    return [
        one.id
        for one in law.infracoes
        if one.gravidade == gravidade and any(p.grupo == grupo for p in one.penalidades)
    ]


def test_an_address_shows_the_rows_that_it_names(page: Page, origin: str, law: Catalogo) -> None:
    wanted = of(law, "grave", "E-2")
    assert 5 < len(wanted) < len(law.infracoes)
    page.goto(f"{origin}infracoes.html?gravidade=grave&grupo=e-2")
    assert shown(page) == wanted
    expect(page.get_by_role("status").first).to_contain_text(
        f"{len(wanted)} de {len(law.infracoes)}"
    )
    page.goto(f"{origin}infracoes.html?gravidade=gravissima&grupo=e-3")
    assert shown(page) == of(law, "gravissima", "E-3") == ["art12_cpt_inc8"]


def test_what_is_chosen_goes_into_the_address_and_comes_back(
    page: Page, origin: str, law: Catalogo
) -> None:
    page.goto(f"{origin}infracoes.html")
    assert shown(page) == [one.id for one in law.infracoes]
    page.locator("#filtro-gravidade").select_option("grave")
    page.locator("#filtro-texto").fill("TACÓGRAFO")
    wanted = ["art14_cpt_inc22", "art14_cpt_inc23"]
    assert shown(page) == wanted
    assert "gravidade=grave" in page.url
    page.reload()
    assert shown(page) == wanted
    expect(page.locator("#filtro-texto")).to_have_value("TACÓGRAFO")
    page.locator("tbody tr:visible a").first.click()
    page.wait_for_url(re.compile("art14"))
    page.go_back()
    page.wait_for_url(re.compile("infracoes.html"))
    assert shown(page) == wanted
    page.go_forward()
    page.wait_for_url(re.compile("art14"))
    page.go_back()
    page.wait_for_url(re.compile("infracoes.html"))
    page.get_by_role("button", name="Limpar filtros").click()
    assert "gravidade" not in page.url
    assert len(shown(page)) == len(law.infracoes)


def test_an_order_by_points_is_that_of_the_points(page: Page, origin: str, law: Catalogo) -> None:
    points = {one.id: one.pontos for one in law.infracoes}
    page.goto(f"{origin}infracoes.html?ordem=pontos-asc")
    known = [points[name] for name in shown(page) if points[name] is not None]
    assert known == sorted(one for one in points.values() if one is not None)


def test_a_row_that_the_address_names_is_never_hidden(page: Page, origin: str) -> None:
    page.goto(f"{origin}infracoes.html?gravidade=leve#inf-art14_cpt_inc25")
    expect(page.locator("#inf-art14_cpt_inc25")).to_be_in_viewport()
    page.goto(f"{origin}index.html")
    page.goto(f"{origin}infracoes.html?gravidade=inexistente")
    assert len(shown(page)) > 70
