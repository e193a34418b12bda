"""How the site is published: settings beside the norms, and what they change."""

import html
import json
import re
import xml.etree.ElementTree as ET
from datetime import date
from pathlib import Path

import pytest
from rich.text import Text

from pipeline import compile_norm
from pipeline.build import Options, Report
from pipeline.cli.output import print_build
from pipeline.diagnostics import InputError
from pipeline.emit.pages import write_docs
from pipeline.emit.site import build_site
from pipeline.model import Alteracao, Catalogo
from pipeline.principal import ROOT_NORM, Escolha, Principal, choose
from pipeline.publication import PRIVATE, Publication
from pipeline.sources import read_publication
from pipeline.terminal import show_principal
from tests.hostile_norm import hostile_norm
from tests.site_check import check_site, read_page

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
URN = "urn:lex:br;rio.janeiro;mangaratiba:municipal:lei:2023-06-07;1493"
ADDRESS = "https://exemplo.org/leis/"
LEAF = "infracoes/art14_cpt_inc25.html"


@pytest.fixture(scope="module")
def real() -> Catalogo:
    return compile_norm(NORM).catalogue


def built(folder: Path, catalogues: list[Catalogo], publication: Publication) -> Path:
    write_docs(catalogues, folder / "docs", publication=publication)
    build_site(folder / "docs", folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def private(real: Catalogo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of which nothing is set."""
    return built(tmp_path_factory.mktemp("private"), [real], PRIVATE)


@pytest.fixture(scope="module")
def public(real: Catalogo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A published site, in a folder of its host, with a second norm."""
    publication = Publication(real.norma.id, ADDRESS, "avisos@exemplo.org")
    return built(tmp_path_factory.mktemp("public"), [hostile_norm(), real], publication)


def source(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def linked(site: Path, page: str) -> dict[str, object]:
    """What a page says to machines."""
    [found] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', source(site, page))
    data: dict[str, object] = json.loads(found)
    return data


# ── the file ─────────────────────────────────────────────────────────────────────────────────


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert read_publication(tmp_path) == PRIVATE


def test_the_settings_are_read(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text(
        'principal = "lei-1-2000"\nsite_url = "https://exemplo.org/leis"\ncontato = "a@b.org"\n',
        encoding="utf-8",
    )
    assert read_publication(tmp_path) == Publication("lei-1-2000", ADDRESS, "a@b.org")


@pytest.mark.parametrize("contact", ["a@exemplo.org", "https://exemplo.org/erros?de=lei"])
def test_who_takes_reports_has_an_address(tmp_path: Path, contact: str) -> None:
    (tmp_path / "site.toml").write_text(f'contato = "{contact}"', encoding="utf-8")
    assert read_publication(tmp_path).contact == contact


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('site_url = "exemplo.org"', "`site_url`"),
        ('site_url = "https://exemplo.org/?a=1"', "`site_url`"),
        ('site_url = "http://[::1/"', "`site_url`"),
        ('site_url = "https://a.org:abc/"', "`site_url`"),
        ('site_url = "https://u:p@a.org/"', "`site_url`"),
        ('site_url = "https://a.org/\\u0000"', "`site_url`"),
        ("site_url = 'https://a.org/\"><script>'", "`site_url`"),
        ('contato = "a?body=x&cc=z@x.org"', "`contato`"),
        ('contato = "http://[::1"', "`contato`"),
        ('contato = "fale conosco"', "`contato`"),
        ('contato = "javascript:alert(1)"', "`contato`"),
        ('principal = "Lei 1"', "`principal`"),
        ('site_ulr = "https://exemplo.org"', "talvez seja `site_url`"),
        ("site_url = https", "não é TOML válido"),
    ],
)
def test_a_bad_setting_is_refused_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "site.toml").write_text(f"# invented\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_publication(tmp_path)
    assert (caught.value.code, caught.value.line) == ("ENT018", 2)
    assert said in caught.value.message


# ── a site without an address ────────────────────────────────────────────────────────────────


def test_an_unpublished_site_claims_no_address(private: Path) -> None:
    for page in ("index.html", "lei.html", LEAF):
        assert 'rel="canonical"' not in source(private, page)
        assert "og:" not in source(private, page)
        assert "url" not in json.dumps(linked(private, page))
    assert not [*private.glob("sitemap*"), *private.glob("robots.txt")]


def test_an_error_can_be_reported_by_copying_a_text(private: Path) -> None:
    page = source(private, LEAF)
    text = html.unescape(
        page.split('class="relatar"')[1].split('class="relato">')[1].split("</p>")[0]
    )
    assert "Art. 14, inciso XXV (art14_cpt_inc25)" in text
    assert f"Página: {LEAF}" in text
    assert "mailto:" not in page
    for name in ("index", "lei", "infracoes", "multas", "artigos/art1", "capitulos/cap1"):
        assert 'class="relatar"' in source(private, f"{name}.html"), name


# ── a published one ──────────────────────────────────────────────────────────────────────────


def test_a_published_page_says_where_it_is(public: Path) -> None:
    page = source(public, LEAF)
    assert f'<link rel="canonical" href="{ADDRESS}{LEAF}">' in page
    assert f'<meta property="og:url" content="{ADDRESS}{LEAF}">' in page
    assert '<meta property="og:title" content="Art. 14, inciso XXV">' in page
    assert check_site(public, ADDRESS) == []


def test_the_map_lists_every_page_and_no_day(public: Path) -> None:
    found = [
        one.text or "" for one in ET.parse(public / "sitemap.xml").getroot().iter() if one.text
    ]
    listed = {one.removeprefix(ADDRESS) for one in found if one.strip()}
    # A former address only leads on.
    there = {
        path.relative_to(public).as_posix()
        for path in public.rglob("*.html")
        if 'http-equiv="refresh"' not in path.read_text(encoding="utf-8")
    }
    assert listed == there - {"404.html"}
    assert "lastmod" not in source(public, "sitemap.xml")
    archive = (public / "sitemap.xml.gz").read_bytes()
    assert int.from_bytes(archive[4:8], "little") == 315532800  # 1980-01-01, not today
    assert f"Sitemap: {ADDRESS}sitemap.xml" in source(public, "robots.txt")


def test_an_error_can_be_reported_by_mail(public: Path) -> None:
    ways = [way for _, _, way in read_page(public / LEAF).links if way.startswith("mailto:")]
    assert len(ways) == 1
    assert ways[0].startswith("mailto:avisos@exemplo.org?subject=")
    assert "art14_cpt_inc25" in ways[0]


# ── what pages say to machines ───────────────────────────────────────────────────────────────


def test_the_norm_says_what_it_is(private: Path, real: Catalogo) -> None:
    said = linked(private, "lei.html")
    assert said["@type"] == "Legislation"
    assert said["legislationIdentifier"] == URN
    assert said["legislationDate"] == "2023-06-07"
    assert said["legislationType"] == "Lei"
    assert said["legislationLegalForce"] == "https://schema.org/InForce"
    parts = said["hasPart"]
    assert isinstance(parts, list)
    assert [one["legislationIdentifier"] for one in parts] == [
        f"{URN}!art{number}" for number in range(1, 36)
    ]
    assert "datePublished" not in said  # it is not known


def test_an_article_and_an_infraction_say_whose_they_are(private: Path, public: Path) -> None:
    for page, device in (("artigos/art14.html", "art14"), (LEAF, "art14_cpt_inc25")):
        said = linked(private, page)
        assert said["legislationIdentifier"] == f"{URN}!{device}"
        whole = said["isPartOf"]
        assert isinstance(whole, dict)
        assert whole["legislationIdentifier"] == URN
        assert linked(public, page)["url"] == f"{ADDRESS}{page}"


def test_a_norm_without_a_urn_invents_none(public: Path) -> None:
    said = json.dumps(linked(public, "normas/norma-hostil/lei.html"))
    assert "legislationIdentifier" not in said
    assert (
        "<script>" not in source(public, "normas/norma-hostil/lei.html").split("ld+json")[1][:400]
    )


# ── the norm at the root ─────────────────────────────────────────────────────────────────────


def dated(name: str, on: date | None, amended_by: str | None = None) -> Catalogo:
    """An invented norm of which nothing matters but its name, its day and who amended it."""
    plain = hostile_norm()
    change = Alteracao(
        id="alt1", tipo="redacao", alvo="ementa", inicio=date(2024, 1, 1), efeitos=None,
        norma=amended_by or "", dispositivo=None, motivo=None, origem=(),
    )  # fmt: skip
    return plain.model_copy(
        update={
            "norma": plain.norma.model_copy(update={"id": name, "data": on}),
            "alteracoes": (change,) if amended_by else (),
        }
    )


DECREE = dated("decreto-88-2023", date(2023, 8, 1))
LAW = dated("lei-5-2001", date(2001, 5, 3), amended_by="lei-9-1999")
ACT = dated("lei-9-1999", None)
OLD = dated("lei-2-1999", date(1999, 1, 1))


def site_of(folder: Path, root: str) -> Path:
    (folder / ROOT_NORM).parent.mkdir(parents=True)
    (folder / ROOT_NORM).write_text(json.dumps({"norma": {"id": root}}), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("norms", "named", "last", "expected"),
    [
        ([DECREE], None, None, Principal("decreto-88-2023", "unica")),
        # The decree is first by name; the law is older, and nobody linked to anything yet.
        ([DECREE, LAW], None, None, Principal("lei-5-2001", "padrao")),
        ([DECREE, LAW, OLD], None, None, Principal("lei-2-1999", "padrao")),
        # An act that amends another norm is no root, though its day is not known.
        ([ACT, LAW], None, None, Principal("lei-5-2001", "padrao")),
        # What stood at the root stays, whatever is added, and whatever the rule would say.
        ([DECREE, LAW], None, "decreto-88-2023", Principal("decreto-88-2023", "ultimo_site")),
        ([DECREE, LAW, OLD], None, "lei-5-2001", Principal("lei-5-2001", "ultimo_site")),
        ([DECREE, LAW], None, "lei-2-1999", Principal("lei-5-2001", "padrao", "lei-2-1999")),
        ([LAW], None, "lei-2-1999", Principal("lei-5-2001", "unica", "lei-2-1999")),
        ([DECREE, LAW], "lei-5-2001", "lei-5-2001", Principal("lei-5-2001", "definida")),
        ([DECREE, LAW], "decreto-88-2023", "lei-5-2001",
         Principal("decreto-88-2023", "definida", "lei-5-2001")),
    ],
)  # fmt: skip
def test_the_root_is_what_is_named_else_what_it_was_else_the_oldest(
    norms: list[Catalogo], named: str | None, last: str | None, expected: Principal, tmp_path: Path
) -> None:
    site = site_of(tmp_path / "site", last) if last else tmp_path / "site"
    for order in (norms, norms[::-1]):
        assert choose(order, named, site) == expected


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"norma": null}', '{"norma": {"id": 3}}', "é\udc80"]
)
def test_a_last_site_that_does_not_tell_is_none(content: str, tmp_path: Path) -> None:
    site = site_of(tmp_path, "x")
    (site / ROOT_NORM).write_bytes(content.encode("utf-8", "surrogateescape"))
    assert choose([DECREE, LAW], None, site) == Principal("lei-5-2001", "padrao")


@pytest.mark.parametrize(
    ("principal", "said"),
    [
        (Principal("lei-5-2001", "padrao"), ("aviso", "ficou lei-5-2001", 'principal = "lei-5-2001"', "site.toml", "--principal")),
        (Principal("lei-5-2001", "ultimo_site"), ("nota", "continua na raiz", 'principal = "lei-5-2001"', "--principal")),
        (Principal("lei-5-2001", "padrao", "lei-2-1999"), ("passou de lei-2-1999 a lei-5-2001", "já não está", "site.toml")),
        (Principal("lei-5-2001", "definida", "lei-2-1999"), ("passou de lei-2-1999 a lei-5-2001",)),
    ],
)  # fmt: skip
def test_the_terminal_says_which_norm_is_the_root_and_how_to_settle_it(
    principal: Principal, said: tuple[str, ...]
) -> None:
    shown = Text.from_markup(show_principal(principal)).plain
    assert [one for one in said if one not in shown] == []


@pytest.mark.parametrize("how", ["definida", "unica"])
def test_of_a_root_that_is_as_it_was_to_be_nothing_is_said(how: Escolha) -> None:
    assert show_principal(Principal("lei-5-2001", how)) == ""


def test_a_root_that_moved_is_told_even_to_who_wants_errors_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moved, kept = Principal("lei-5-2001", "padrao", "lei-2-1999"), Principal("lei-5-2001", "padrao")
    for chosen, changed, told in ((moved, True, True), (moved, False, False), (kept, True, False)):
        report = Report(site_changed=changed, principal=chosen)
        print_build(report, Options(tmp_path, tmp_path), quiet=True, verbose=False)
        shown = capsys.readouterr()
        assert (shown.out, "passou de lei-2-1999" in shown.err) == ("", told)
