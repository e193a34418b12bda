"""The pages in narrow windows, enlarged, and on paper."""

import re
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import pypdfium2
import pytest
from playwright.sync_api import Page, TimeoutError

from pipeline.model import Catalogo, walk
from tests.browser.conftest import Tab
from tests.browser.pages import PAGES

# Whatever reaches out of the window to the right, unless a box around it cuts it off or scrolls it.
_STICKING_OUT = """() => {
  const edge = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > edge ? ["the page itself"] : [];
  const kept = one => {
    for (let box = one.parentElement; box; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== "visible" || getComputedStyle(box).clipPath !== "none") return true;
    return false;
  };
  for (const one of document.querySelectorAll("main :not(script)")) {
    const box = one.getBoundingClientRect();
    if (box.width > 1 && box.right > edge + 1 && !kept(one)) found.push(one.outerHTML.slice(0, 80));
  }
  return found.slice(0, 5);
}"""


@pytest.fixture(scope="module")
def page(open_tab: Callable[..., Tab]) -> Page:
    return open_tab().page


@pytest.fixture(scope="module")
def enlarged(open_tab: Callable[..., Tab]) -> Page:
    """A window of 1280 px at 200 %."""
    return open_tab(viewport={"width": 640, "height": 450}, device_scale_factor=2).page


def sticking_out(page: Page) -> list[str]:
    """What sticks out for good: the theme moves some boxes to their places when a window changes."""
    with suppress(TimeoutError):
        page.wait_for_function(f"() => ({_STICKING_OUT})().length === 0", timeout=5_000)
    found: list[str] = page.evaluate(_STICKING_OUT)
    return found


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_no_page_scrolls_sideways(path: str, page: Page, enlarged: Page, http: str) -> None:
    page.goto(f"{http}{path}")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert sticking_out(page) == [], width
    enlarged.goto(f"{http}{path}")
    assert sticking_out(enlarged) == []


@pytest.fixture(scope="module")
def printed(page: Page, http: str) -> Callable[[str], str]:
    """The text of a page as it is printed, without blanks: lines break where they like."""

    def text(path: str) -> str:
        page.goto(f"{http}{path}")
        document = pypdfium2.PdfDocument(BytesIO(page.pdf(format="A4")))
        pages = [document[number].get_textpage() for number in range(len(document))]
        found = "".join(one.get_text_range() for one in pages)
        for one in pages:
            one.close()
        document.close()
        return squeezed(found)

    return text


def squeezed(text: str) -> str:
    # A hyphen at which a line was broken reads back as a sign of its own.
    return re.sub(r"[\s\ufffe\x02\u00ad-]", "", text)


def test_the_printed_law_is_whole(printed: Callable[[str], str], law: Catalogo) -> None:
    paper = printed("lei.html")
    texts = [one.texto for one in walk(law.dispositivos) if one.texto]
    assert len(texts) > 100
    assert [one for one in texts if squeezed(one) not in paper] == []
    assert "Estenãoéotextooficial" in paper


def test_an_article_on_paper_has_its_text_and_no_furniture(
    printed: Callable[[str], str], law: Catalogo
) -> None:
    paper = printed("artigos/art14.html")
    [article] = [one for one in walk(law.dispositivos) if one.id == "art14"]
    assert all(squeezed(one.texto or "") in paper for one in walk((article,)))
    assert "Nestapágina" not in paper
    assert "Voltaraotopo" not in paper


def test_the_printed_table_is_whole(printed: Callable[[str], str], law: Catalogo) -> None:
    paper = printed("infracoes.html")
    assert [one.id for one in law.infracoes if squeezed(one.conduta) not in paper] == []


@pytest.mark.parametrize("path", ["lei.html", "artigos/art14.html", "infracoes.html"])
def test_paper_has_neither_filters_nor_navigation(path: str, page: Page, http: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{http}{path}")
    seen = (".md-header", ".md-sidebar--primary")
    assert all(page.locator(one).is_visible() for one in seen)
    page.emulate_media(media="print")
    for one in (*seen, ".md-sidebar--secondary", ".md-footer", ".filtros", ".situacao", ".md-top"):
        assert page.locator(f"{one}:visible").count() == 0, one
    assert page.locator("h1").is_visible()
    page.emulate_media(media="screen")
