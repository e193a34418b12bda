"""The search, as readers use it: words of the laws, typed with and without accents.

What must be found is read off the catalogues: each query names, as patterns, the words that it
stands for. Every piece of a law that has them all must be among the results, and every result
must have them.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest

from pipeline.model import Catalogo, Dispositivo, walk
from tests.browser.conftest import Tab
from tests.browser.pages import HOSTILE
from tests.browser.search_box import Answer, ask

NOTHING = "Nada encontrado com todas essas palavras; tente com menos, ou com outras"


@dataclass(frozen=True, slots=True)
class Query:
    """Typed words, and a pattern of folded text for each word that a result must have."""

    typed: str
    words: tuple[str, ...]


VEHICLE = (r"\bveiculos?\b",)
INFRACTION = (r"\binfrac(ao|oes)\b",)

# A typed word is the beginning of those that it finds: «vistoria» finds «vistoriados».
WORDS = (
    Query("veículo", VEHICLE),
    Query("veiculo", VEHICLE),
    Query("VEICULO", VEHICLE),
    Query("veiculos", VEHICLE),
    Query("infracao", INFRACTION),
    Query("infracoes", INFRACTION),
    Query("Infrações", INFRACTION),
    Query("tacografo", (r"\btacografos?\b",)),
    Query("sancao", (r"\bsanc(ao|oes)",)),
    Query("fumaca", (r"\bfumacas?\b",)),
    Query("seguranca", (r"\bsegurancas?\b",)),
    Query("amortecedor", (r"\bamortecedor(es)?\b",)),
    Query("orgaos", (r"\borgaos?\b",)),
    Query("para-brisa", (r"\bpara\b", r"\bbrisas?\b")),
    Query("parabrisa emergência", ()),
    Query("onibus", (r"\bonibus\b",)),
    Query("micro-onibus", (r"\bmicro\b", r"\bonibus\b")),
    Query("licenca", (r"\blicencas?\b",)),
    Query("crianca", (r"\bcriancas?\b",)),
    Query("monitor", (r"\bmonitor(es)?\b",)),
    Query("monitores", (r"\bmonitor(es)?\b",)),
    Query("a vistoria", (r"\bvistoria",)),
    Query("grupo E-1", (r"\bgrupos?\b", r"\be-1\b")),
    Query("multa grupo E-2", (r"\bmultas?\b", r"\bgrupos?\b", r"\be-2\b")),
    Query("inciso XXV", (r"\binciso\b", r"\bxxv\b")),
    Query("400 ufir", (r"\b400\b", r"\bufir\b")),
    Query("bicicleta", ()),
    Query("veiculo bicicleta", ()),
)


def fold(text: str) -> str:
    """Lower case, without accents and with plain blanks."""
    parts = unicodedata.normalize("NFD", text.replace("º", ""))
    return " ".join(re.sub(r"[\u0300-\u036f]", "", parts).lower().split())


@dataclass(frozen=True, slots=True)
class Piece:
    """What one result stands for: the folder of its norm, its citation, its words as folded text."""

    folder: str
    citation: str
    text: str


def citation(article: Dispositivo, child: Dispositivo) -> str:
    kinds = {"inciso": f", inciso {child.rotulo}", "alinea": f", alínea {child.rotulo}"}
    if child.tipo == "paragrafo":
        label = child.rotulo or ""
        return f"{article.rotulo}, {'parágrafo único' if label.startswith('Par') else label}"
    # A conduct without a number is cited by its article.
    return f"{article.rotulo}{kinds.get(child.tipo, '')}"


def pieces(folder: str, catalogue: Catalogo) -> Iterator[Piece]:
    """Each article, and each of its parts with what hangs on it, with their sanctions."""
    lines: dict[str, list[str]] = {}
    for sanction in catalogue.sancoes:
        for target in sanction.alvos:
            lines.setdefault(target, []).extend(
                f"{one.rotulo} {one.texto or ''}" for one in sanction.linhas
            )
    for article in walk(catalogue.dispositivos):
        if article.tipo != "artigo":
            continue
        name = article.rotulo or ""
        words = [name, article.texto or "", *lines.get(article.caput_id or "", [])]
        yield Piece(folder, name, fold(" ".join(words)))
        for child in article.filhos:
            name = citation(article, child)
            words = [name]
            for one in walk((child,)):
                words += [one.texto or "", *lines.get(one.id, [])]
            yield Piece(folder, name, fold(" ".join(words)))


@pytest.fixture(scope="module")
def law_pieces(norms: dict[str, Catalogo]) -> tuple[Piece, ...]:
    return tuple(piece for folder, one in norms.items() for piece in pieces(folder, one))


@pytest.fixture(scope="module")
def indexed(site: Path) -> dict[str, str]:
    """The folded words of each place that the search knows."""
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    return {
        one["location"]: fold(
            unescape(re.sub(r"<[^>]+>", " ", " ".join([one["title"], one["text"], *one.get("tags", [])])))
        )
        for one in index["docs"]
    }  # fmt: skip


@pytest.fixture(scope="module", params=["http", "file"])
def asked(
    request: pytest.FixtureRequest, open_tab: Callable[..., Tab], http: str, site: Path
) -> Callable[[str], Answer]:
    """The search of the first page, over http and as a folder; the page is opened once."""
    root = http if request.param == "http" else f"{site.as_uri()}/"
    tab = open_tab()
    tab.page.goto(f"{root}index.html")
    return lambda typed: ask(tab.page, root, typed)


def cited(answer: Answer) -> set[tuple[str, str]]:
    """The pieces of laws among the results: folder and citation, as the title begins."""
    found = set()
    for hit in answer.hits:
        folder = re.match(r"(normas/[^/]+/)?", hit.place)
        name = re.match(
            r"Art\. [\d.]+º?(-[A-Z]+)?(, (parágrafo único|§ \S+|(inciso|alínea) [^\s,:]+))?",
            hit.title,
        )
        if folder and name:
            found.add((folder[0], name[0]))
    return found


def wanted(words: tuple[str, ...], law_pieces: tuple[Piece, ...]) -> set[tuple[str, str]]:
    return {
        (one.folder, one.citation)
        for one in law_pieces
        if all(re.search(word, one.text) for word in words)
    }


@pytest.mark.parametrize("query", [one for one in WORDS if one.words], ids=lambda one: one.typed)
def test_what_the_laws_have_is_found_and_nothing_else(
    query: Query,
    asked: Callable[[str], Answer],
    law_pieces: tuple[Piece, ...],
    indexed: dict[str, str],
) -> None:
    answer = asked(query.typed)
    expected = wanted(query.words, law_pieces)
    assert expected, "no law has these words: the query tests nothing"
    assert expected <= cited(answer)
    assert re.fullmatch(r"1 página encontrada|\d+ páginas encontradas", answer.summary)
    for hit in answer.hits:
        for word in query.words:
            assert re.search(word, indexed[hit.place]), (hit, word)


@pytest.mark.parametrize(
    "query", [one for one in WORDS if not one.words], ids=lambda one: one.typed
)
def test_what_is_not_found_is_said_in_portuguese(
    query: Query, asked: Callable[[str], Answer], law_pieces: tuple[Piece, ...]
) -> None:
    last = fold(query.typed).split()[-1]
    assert asked(query.typed) == Answer(NOTHING, ())
    assert last == "emergencia" or not any(last in one.text for one in law_pieces)


@pytest.mark.parametrize(
    "typed", ["art 14 XXV", "art. 14, xxv", "artigo 14 inciso XXV", "Art. 14, inciso XXV"]
)
def test_a_citation_finds_the_device_alone(typed: str, asked: Callable[[str], Answer]) -> None:
    answer = asked(typed)
    assert cited(asked("art 14 V")) == {("", "Art. 14, inciso V")}
    assert cited(answer) == {("", "Art. 14, inciso XXV")}
    assert {hit.title.startswith("Art. 14, inciso XXV") for hit in answer.hits} == {True}


@pytest.mark.parametrize("typed", ["art 1", "artigo 1", "Art. 1º"])
def test_a_number_is_not_the_beginning_of_another(
    typed: str, asked: Callable[[str], Answer], norms: dict[str, Catalogo]
) -> None:
    found = cited(asked(typed))
    assert {(folder, "Art. 1º") for folder in norms} <= found
    # The hostile norm has a 1 in every text.
    assert not [one for one in found if one[0] != HOSTILE and re.match(r"Art\. 1\d", one[1])]


def test_the_device_that_is_cited_comes_first(asked: Callable[[str], Answer]) -> None:
    for typed, title in (("art 20", "Art. 20"), ("art 34 § 2", "Art. 34, § 2º")):
        assert asked(typed).hits[0].title == title


def test_a_single_letter_changes_nothing_but_is_no_hindrance(
    asked: Callable[[str], Answer],
) -> None:
    plain = {hit.place for hit in asked("vistoria").hits}
    assert plain
    for typed in ("a vistoria", "vistoria e", "o vistoria"):
        assert {hit.place for hit in asked(typed).hits} == plain


@pytest.mark.parametrize("typed", ["inciso X", "X"])
def test_a_roman_numeral_of_one_letter_is_exact(
    typed: str, asked: Callable[[str], Answer], law_pieces: tuple[Piece, ...]
) -> None:
    expected = {(one.folder, one.citation) for one in law_pieces if one.citation.endswith(" X")}
    found = cited(asked(typed))
    assert len(expected) > 2
    assert expected <= found
    # The hostile norm has an x in other texts, too.
    assert {one for one in found if one[0] != HOSTILE} <= expected


def test_the_search_finds_nothing_on_pages_about_the_program(
    asked: Callable[[str], Answer],
) -> None:
    """Their examples are laws: a reader who looks for an article would get them, too."""
    places = {hit.place for hit in asked("multa").hits}
    assert places
    assert not [one for one in places if one.startswith(("diagnosticos/", "decisoes/"))]


@pytest.mark.parametrize(
    "typed", ["multa~99", "multa~9999", "veículo~", "mul*ta", "+multa", "multa^9"]
)
def test_signs_of_the_search_engine_are_no_trap(typed: str, asked: Callable[[str], Answer]) -> None:
    """A distance of 99 letters would keep the page busy for ever."""
    assert asked(typed).summary
