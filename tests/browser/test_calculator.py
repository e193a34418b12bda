"""The calculator of fines and points, in a browser, over the real law and invented ones.

What it adds up is computed here a second time, from the catalogue, by Python's decimals.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pipeline import Catalogo, compile_norm
from pipeline.emit.page_fines import calculator
from pipeline.emit.page_norm import NormView
from pipeline.emit.pages import write_docs
from pipeline.emit.site import build_site
from pipeline.model import Infracao, walk
from pipeline.publication import Publication
from pipeline.reviewed import Reviewed
from pipeline.sources import load_reviewed
from tests.hostile_norm import hostile_norm

ROOT = Path(__file__).parents[2]
NORM = ROOT / "raw" / "lei-1493-2023"

TWO_UNITS = """LEI Nº 12, DE 3 DE MAIO DE 2024

Art. 1º São infrações:
I - correr:
Infração - grave;
Penalidade - multa (Grupo X-1);
II - parar:
Infração - leve;
Penalidade - multa (Grupo X-2);
III - buzinar:
Infração - leve;
Penalidade - advertência.
Art. 2º As multas são:
I - Grupo X-1: infração de natureza grave, multa de 10,5 UPF-ZZ;
II - Grupo X-2: infração de natureza leve, multa de R$ 88,38.
"""
VALUES = """
[[valores]]
unidade = "UPF-ZZ"
ano = 2025
valor = "0.10000000000000000555"
fonte = "Diário"
consultada_em = 2025-12-01
"""


@pytest.fixture(scope="module")
def reviewed() -> Reviewed:
    return load_reviewed(NORM)


@pytest.fixture(scope="module")
def fines_site(law: Catalogo, reviewed: Reviewed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the law, of one with two units, and of the hostile norm."""
    raw = tmp_path_factory.mktemp("raw") / "lei-12-2024"
    raw.mkdir()
    (raw / "lei.txt").write_text(TWO_UNITS, encoding="utf-8")
    (raw / "unidades.toml").write_text(VALUES, encoding="utf-8")
    other = compile_norm(raw).catalogue
    docs, site = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("site")
    write_docs(
        [law, other, hostile_norm()],
        docs,
        publication=Publication(law.norma.id),
        reviewed={law.norma.id: reviewed, other.norma.id: load_reviewed(raw)},
    )
    build_site(docs, site)
    return site


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, fines_site: Path) -> Iterator[Opener]:
    """Opens the page at a state; nothing may be complained of, and no other host asked."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def visit(query: str = "", folder: str = "", **how: object) -> Page:
        context = browser.new_context(**how)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda one: faults.append(one.text) if one.type == "error" else None)
        page.on(
            "request",
            lambda one: None if one.url.startswith(("file:", "data:", "blob:")) else faults.append(one.url),
        )  # fmt: skip
        page.on("dialog", lambda one: faults.append(one.message))
        page.goto(f"{fines_site.as_uri()}/{folder}multas.html{query}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert faults == []


def total(page: Page, key: str) -> str:
    return page.locator(f"[data-total={key}]").inner_text().replace("\u00a0", " ")


def totals(page: Page) -> dict[str, str]:
    return {
        key: total(page, key)
        for key in ("pontos", "multa", "reais")
        if page.locator(f"[data-total={key}]").count()
    }


def line(page: Page, key: str) -> str:
    return page.locator(f'[data-linha="{key}"]').inner_text().replace("\u00a0", " ")


def query_of(page: Page) -> dict[str, str]:
    return {key: one[0] for key, one in parse_qs(urlsplit(page.url).query).items()}


# ── cases of the law ─────────────────────────────────────────────────────────────────────────


def test_nothing_chosen(opened: Opener) -> None:
    page = opened()
    assert page.get_by_text("Nada escolhido ainda.").is_visible()
    assert totals(page) == {}
    assert query_of(page) == {}


def test_one_infraction(opened: Opener) -> None:
    page = opened("?i=art14_cpt_inc25&ano=2025")
    assert totals(page) == {"pontos": "7 pontos", "multa": "400 UFIR-RJ", "reais": "R$ 1.900,32"}
    said = line(page, "i:art14_cpt_inc25")
    assert "1 × 400 UFIR-RJ (grupo E-1, art. 21, I) = 400 UFIR-RJ" in said
    assert "1 × R$ 1.900,32 = R$ 1.900,32" in said
    assert "1 × 7 (art. 20, III, a) = 7 pontos" in said
    links = page.locator('[data-linha="i:art14_cpt_inc25"] a')
    assert [one.get_attribute("href") for one in links.all()] == [
        "artigos/art14.html#art14_cpt_inc25", "artigos/art21.html#art21_cpt_inc1",
        "artigos/art20.html#art20_cpt_inc3_ali1",
    ]  # fmt: skip


def test_two_light_ones_and_a_very_grave_one_of_which_no_more_is_known(opened: Opener) -> None:
    page = opened("?g=levex2,gravissimax1")
    assert totals(page) == {"pontos": "13 pontos", "multa": "não se sabe o valor"}
    assert "depende do grupo" in line(page, "g:leve")
    assert line(page, "g:leve").startswith("Infração leve")  # two are not «uma»
    assert "leve, sem o grupo; gravíssima, sem o grupo" in page.locator(".total").inner_text()


def test_two_light_ones_and_a_very_grave_one_by_their_groups(opened: Opener) -> None:
    page = opened("?g=leve.e-4x2,gravissima.e-1x1&ano=2025")
    assert totals(page) == {"pontos": "13 pontos", "multa": "560 UFIR-RJ", "reais": "R$ 2.660,44"}


def test_vehicles_are_counted_where_the_law_counts_them(opened: Opener) -> None:
    page = opened("?i=art12_cpt_inc1x3&ano=2025")
    assert page.get_by_label("Quantos veículos").input_value() == "3"
    assert totals(page) == {
        "pontos": "21 pontos", "multa": "1.200 UFIR-RJ", "reais": "R$ 5.700,96",
    }  # fmt: skip
    assert "manda contar a penalidade por veículo" in line(page, "i:art12_cpt_inc1")
    assert opened("?i=art10_cpt").get_by_label("Quantas transgressões").is_visible()


def test_a_group_without_a_value_is_left_out_and_named(opened: Opener) -> None:
    page = opened("?i=art17_cpt_inc2&ano=2025")
    assert totals(page) == {"pontos": "7 pontos", "multa": "não se sabe o valor"}
    assert "o grupo A-1 não tem valor definido na lei" in line(page, "i:art17_cpt_inc2")
    page = opened("?i=art17_cpt_inc2,art14_cpt_inc25&ano=2025")
    assert totals(page) == {
        "pontos": "14 pontos", "multa": "ao menos 400 UFIR-RJ", "reais": "ao menos R$ 1.900,32",
    }  # fmt: skip
    assert "Fora da soma da multa" in page.locator(".total").inner_text()
    assert "Art. 17, II" in page.locator(".total").inner_text()


def test_without_a_gravity_there_are_no_points(opened: Opener) -> None:
    page = opened("?i=art8_cpt&ano=2025")
    assert totals(page) == {
        "pontos": "não definidos na lei", "multa": "250 UFIR-RJ", "reais": "R$ 1.187,70",
    }  # fmt: skip
    page = opened("?i=art8_cpt,art14_cpt_inc25")
    assert total(page, "pontos") == "ao menos 7 pontos"
    assert total(page, "multa") == "650 UFIR-RJ"


# ── limits ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        ("art14_cpt_inc25x7", []),  # 49
        ("art7_cptx10", ["art20_cpt_inc6", "art20_cpt_inc8", "art20_cpt_inc5"]),  # 50
        ("art9_cpt_inc1x3,art7_cptx10", ["art20_cpt_inc6", "art20_cpt_inc8", "art20_cpt_inc5"]),  # 59
        ("art7_cptx12", ["art20_cpt_inc6", "art20_cpt_inc7", "art20_cpt_inc8", "art20_cpt_inc5"]),  # 60
    ],
    ids=["49", "50", "59", "60"],
)  # fmt: skip
def test_a_limit_is_told_in_the_words_of_the_law(
    opened: Opener, law: Catalogo, chosen: str, names: list[str]
) -> None:
    texts = {device.id: device.texto for device in walk(law.dispositivos)}
    page = opened(f"?i={chosen}")
    assert page.locator(".atingido blockquote").all_inner_texts() == [texts[one] for one in names]
    if names:
        links = page.locator(".atingido .base a").all()
        assert [one.get_attribute("href") for one in links] == [
            f"artigos/art20.html#{one}" for one in names
        ]
        assert "falta o inciso IV" in page.locator(".atingido .marcas").inner_text()
    else:
        assert page.locator(".atingido").count() == 0


def test_who_comes_with_something_picked_sees_the_sum(opened: Opener) -> None:
    page = opened("?i=art14_cpt_inc25#calculadora")
    expect(page.get_by_role("heading", name="A conta")).to_be_in_viewport()
    assert total(page, "pontos") == "7 pontos"


# ── the value of the unit ────────────────────────────────────────────────────────────────────


def test_a_year_without_a_source_asks_for_the_value(opened: Opener) -> None:
    page = opened("?i=art14_cpt_inc25")
    assert not page.get_by_label("Valor de 1 UFIR-RJ, em reais").is_visible()
    page.get_by_label("1 UFIR-RJ", exact=True).select_option("2026")
    assert total(page, "reais") == "falta o valor da unidade"
    page.get_by_label("Valor de 1 UFIR-RJ, em reais").fill("4,90005")
    assert total(page, "reais") == "R$ 1.960,02"
    assert query_of(page)["ano"] == "2026"
    assert query_of(page)["valor"] == "4,90005"


@pytest.mark.parametrize("typed", ["abc", "4,9,0", "-4", "0", "0,00", "1e3", "1.234,5", "1.000"])
def test_what_is_no_value_is_said_to_be_none(opened: Opener, typed: str) -> None:
    page = opened("?i=art14_cpt_inc25&ano=outro")
    entered = page.get_by_label("Valor de 1 UFIR-RJ, em reais")
    entered.fill(typed)
    assert entered.get_attribute("aria-invalid") == "true"
    assert page.get_by_text("Escreva um número maior que zero").is_visible()
    assert total(page, "reais") == "falta o valor da unidade"
    entered.fill("4,7508")
    assert entered.get_attribute("aria-invalid") == "false"
    assert not page.get_by_text("Escreva um número maior que zero").is_visible()
    assert total(page, "reais") == "R$ 1.900,32"


def test_money_and_a_unit_of_many_digits(opened: Opener) -> None:
    page = opened("?i=art1_cpt_inc1x2,art1_cpt_inc2,art1_cpt_inc3", "normas/lei-12-2024/")
    # 10,5 × 0,10000000000000000555 is a little more than 1,05; one cent less if it were not exact.
    assert totals(page) == {"multa": "21 UPF-ZZ + R$ 88,38", "reais": "R$ 90,48"}
    assert "a penalidade não é multa" in line(page, "i:art1_cpt_inc3")


# ── against a second computation ─────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Sum:
    points: int
    without_points: int
    units: Decimal
    reais: Decimal
    without_fine: int
    lines: int


def added(chosen: Mapping[Infracao, int], value: Decimal) -> Sum:
    cent = Decimal("0.01")
    fines = [(one.multa, count) for one, count in chosen.items()]
    return Sum(
        sum((one.pontos or 0) * count for one, count in chosen.items()),
        sum(one.pontos is None for one in chosen),
        sum((fine.quantidade * count for fine, count in fines if fine), Decimal(0)),
        sum(
            ((fine.quantidade * value).quantize(cent, ROUND_HALF_UP) * count for fine, count in fines if fine),
            Decimal(0),
        ),
        sum(fine is None for fine, _ in fines),
        len(chosen),
    )  # fmt: skip


def grouped(amount: Decimal | int, digits: int = 0) -> str:
    return f"{amount:,.{digits}f}".replace(",", "\0").replace(".", ",").replace("\0", ".")


def expected(one: Sum) -> dict[str, str]:
    points = f"{grouped(one.points)} pontos"
    if one.without_points:
        points = "não definidos na lei" if one.without_points == one.lines else f"ao menos {points}"
    if one.without_fine == one.lines:
        return {"pontos": points, "multa": "não se sabe o valor"}
    least = "ao menos " if one.without_fine else ""
    return {
        "pontos": points,
        "multa": f"{least}{grouped(one.units)} UFIR-RJ",
        "reais": f"{least}R$ {grouped(one.reais, 2)}",
    }


_ALL = """queries => queries.map(query => {
  history.replaceState(null, "", query);
  dispatchEvent(new PopStateEvent("popstate"));
  return Object.fromEntries(Array.from(document.querySelectorAll("[data-total]"),
    one => [one.dataset.total, one.textContent.replaceAll("\u00a0", " ")]));
})"""


def test_many_random_sums_are_those_of_a_second_computation(opened: Opener, law: Catalogo) -> None:
    chance = random.Random(1493)
    wanted = {}
    for _ in range(200):
        chosen = {
            one: chance.choice((1, 1, 2, 3, 17, 999))
            for one in chance.sample(law.infracoes, chance.randint(1, 8))
        }
        if chance.random() < 0.3:
            digits = chance.randint(1, 12)
            value = f"{chance.randint(0, 99)},{chance.randint(1, 10**digits - 1):0{digits}}"
            state = f"ano=outro&valor={value}"
        else:
            value = chance.choice(("4.5373", "4.7508"))
            state = "ano=2024" if value == "4.5373" else "ano=2025"
        counts = ",".join(f"{one.id}x{count}" for one, count in chosen.items())
        wanted[f"?i={counts}&{state}"] = expected(added(chosen, Decimal(value.replace(",", "."))))
    assert len(wanted) > 190
    shown = opened().evaluate(_ALL, list(wanted))
    assert dict(zip(wanted, shown, strict=True)) == wanted


# ── picking ──────────────────────────────────────────────────────────────────────────────────


def test_the_search_folds_accents_and_case(opened: Opener) -> None:
    page = opened()
    page.get_by_label("Procurar").fill("SAIDA emergencia")
    rows = page.locator(".escolha li:visible")
    assert rows.count() == 1
    assert "Art. 14, XXV" in rows.first.inner_text()
    assert page.get_by_text("1 de 79 infrações").is_visible()
    page.get_by_label("Procurar").fill("nada que exista")
    assert page.locator(".escolha li:visible").count() == 0
    assert page.get_by_text("0 de 79 infrações").is_visible()


def test_what_is_picked_can_be_counted_and_taken_back(opened: Opener) -> None:
    page = opened()
    page.get_by_label("Procurar").fill("art. 14, xxv saida")
    page.get_by_role("button", name="Escolher Art. 14, XXV").click()
    assert page.get_by_text("✓ na conta").locator("visible=true").count() == 1
    assert total(page, "pontos") == "7 pontos"
    page.get_by_role("button", name="Mais um: Art. 14, XXV").click()
    assert query_of(page)["i"] == "art14_cpt_inc25x2"
    assert page.get_by_role("button", name="Menos um: Art. 14, XXV").is_enabled()
    count = page.get_by_label("Quantas vezes")
    for typed, shown in (("0", "2"), ("1000", "2"), ("", "2"), ("5", "5")):
        count.fill(typed)
        count.blur()
        assert count.input_value() == shown
    assert total(page, "pontos") == "35 pontos"
    page.locator(".escolha").get_by_role("button", name="Retirar Art. 14, XXV").click()
    assert totals(page) == {}
    assert "i" not in query_of(page)


def test_a_gravity_alone_is_picked_with_the_groups_that_it_has(opened: Opener) -> None:
    page = opened()
    page.get_by_text("Sei só a gravidade").click()
    page.get_by_label("Gravidade", exact=True).select_option("leve")
    groups = page.get_by_label("Grupo da multa").locator("option")
    assert groups.all_inner_texts() == ["não sei o grupo", "grupo E-3", "grupo E-4", "grupo A-4"]
    page.get_by_label("Grupo da multa").select_option("leve.e-4")
    page.get_by_role("button", name="Acrescentar").click()
    page.get_by_role("button", name="Acrescentar").click()
    assert totals(page) == {"pontos": "6 pontos", "multa": "160 UFIR-RJ", "reais": "R$ 760,12"}
    assert query_of(page)["g"] == "leve.e-4x2"


def test_by_keyboard_alone(opened: Opener) -> None:
    page = opened()
    page.get_by_label("Procurar").focus()
    page.keyboard.type("extintor")
    page.keyboard.press("Enter")  # sends nothing away

    def tab_to(name: str) -> None:
        for _ in range(12):
            page.keyboard.press("Tab")
            focused = page.evaluate(
                "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
            )
            if focused == name:
                return
        raise AssertionError(f"{name} is not reached by Tab")

    tab_to("Escolher Art. 14, XIV")
    page.keyboard.press("Enter")
    assert total(page, "pontos") == "7 pontos"
    tab_to("Mais um: Art. 14, XIV")
    page.keyboard.press("Space")
    assert total(page, "pontos") == "14 pontos"
    tab_to("Retirar Art. 14, XIV")
    page.keyboard.press("Enter")
    assert totals(page) == {}
    assert page.get_by_label("Procurar").evaluate("one => one === document.activeElement")


# ── the address ──────────────────────────────────────────────────────────────────────────────


def test_an_address_brings_back_what_was_chosen(opened: Opener) -> None:
    page = opened("?i=art14_cpt_inc25x2&g=leve.e-4x3&ano=outro&valor=5,01#calculadora")
    page.get_by_role("button", name="Mais um: Art. 14, XXV").click()
    again = opened(page.url.rpartition("multas.html")[2])
    assert again.url == page.url
    assert totals(again) == totals(page)
    assert total(again, "pontos") == "30 pontos"
    assert total(again, "reais") == "R$ 7.214,40"


def test_the_year_stands_in_the_address_so_that_it_goes_on_meaning_the_same(
    opened: Opener,
) -> None:
    page = opened("?i=art14_cpt_inc25")
    page.get_by_role("button", name="Mais um: Art. 14, XXV").click()
    assert query_of(page) == {"i": "art14_cpt_inc25x2", "ano": "2025"}


@pytest.mark.parametrize(
    "query",
    ["?i=", "?i=art99,__proto__x2,constructor", "?g=levex", "?ano=1900&valor=x", "?i=art14_cpt_inc25x0",
     "?i=art14_cpt_inc25x5000", "?i=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&valor=%3Cscript%3E"],
)  # fmt: skip
def test_a_spoilt_address_does_no_harm(opened: Opener, query: str) -> None:
    page = opened(query)
    assert page.get_by_label("Procurar").is_visible()
    assert total(page, "pontos") == "7 pontos" if "x0" in query else totals(page) == {}


@pytest.mark.parametrize(
    ("query", "said"),
    [("?i=art14_cpt_inc25x5000,art14_cpt_inc1", ["art14_cpt_inc25x5000"]),
     ("?i=art99,art14_cpt_inc1&g=levissima", ["art99", "levissima"]),
     ("?i=art14_cpt_inc1x999", [])],
)  # fmt: skip
def test_what_an_address_asks_for_and_does_not_get_is_named(
    opened: Opener, query: str, said: list[str]
) -> None:
    page = opened(query)
    alerts = [one.inner_text() for one in page.get_by_role("alert").all()]
    told = f"Do endereço ficou de fora o que não se entendeu: {', '.join(said)}."
    assert [one for one in alerts if "endereço" in one] == ([told] if said else [])
    assert page.locator("[data-linha]").count() == 1


# ── for all ──────────────────────────────────────────────────────────────────────────────────


def test_texts_of_a_hostile_norm_are_only_texts(opened: Opener) -> None:
    hostile = hostile_norm()
    ids = ",".join(one.id for one in hostile.infracoes)
    page = opened(f"?i={ids}", f"normas/{hostile.norma.id}/")
    assert page.locator(".calculadora .linhas > li").count() == len(hostile.infracoes)
    shown = page.locator(".calculadora .linhas .conduta").all_text_contents()
    assert shown == [one.conduta for one in hostile.infracoes]
    assert page.locator(".calculadora :is(img, script, iframe, b)").count() == 0


def test_without_javascript_the_tables_are_named(browser: Browser, fines_site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{fines_site.as_uri()}/multas.html#calculadora")
    assert page.get_by_text("A calculadora precisa de JavaScript").is_visible()
    assert page.get_by_text("R$ 1.900,32").first.is_visible()
    context.close()


def test_only_this_page_loads_the_script(fines_site: Path) -> None:
    loading = {
        path.relative_to(fines_site).as_posix()
        for path in fines_site.rglob("*.html")
        if "calculadora.js" in path.read_text(encoding="utf-8")
    }
    assert loading == {
        "multas.html", "normas/lei-12-2024/multas.html", "normas/norma-hostil/multas.html",
    }  # fmt: skip


FULL = "?i=art14_cpt_inc25x9,art12_cpt_inc1x3,art17_cpt_inc2x1,art8_cptx1&g=levex2&ano=2026&valor=x"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_is_accessible_and_fits(opened: Opener, width: int, scheme: str) -> None:
    page = opened(FULL, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.get_by_text("Sei só a gravidade").click()
    page.get_by_label("Procurar").fill("extintor")
    result = Axe().run(page, options={"preload": False})  # else it asks for style sheets again
    assert [one["id"] for one in result.response["violations"]] == [], result.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_data_in_the_page_are_those_of_the_catalogue(
    opened: Opener, law: Catalogo, reviewed: Reviewed
) -> None:
    text = opened().locator("#calculadora-dados").text_content()
    made = calculator(NormView(law, "", frozenset(), reviewed))
    assert json.loads(text or "") == json.loads(json.dumps(made))
