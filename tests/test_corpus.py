"""Real norms against their golds. A score may rise, and then its floor here rises with it."""

import pytest

from pipeline.score import read_gold
from tests.corpus_report import apart, changes, golds, norms, report, scored, summary

# The least F1 of articles and groupings, of all devices, and the least accuracy of texts.
FLOORS: dict[str, tuple[float, float, float]] = {
    "ctb-capitulo-xv": (1, 1, 1),
    "curitiba-pr-lei-organica": (1, 1, 0.99),
    "feira-ba-lei-2244-2001": (1, 1, 1),
    "ficticia-codigo-penal": (1, 1, 1),
    "ficticia-consolidacao-do-trabalho": (1, 1, 1),
    "ficticia-posturas": (1, 1, 1),
    "ficticia-regulamento": (1, 1, 1),
    "ficticia-servidores": (1, 1, 1),
    "lei-1493-2023": (1, 1, 1),
    "lei-8906-1994": (1, 1, 1),
    "manaus-am-lei-459-1998": (1, 1, 0.99),
}


def test_golds_are_of_norms_and_are_not_few() -> None:
    assert len(golds()) >= 7
    assert set(golds()) <= set(norms())
    assert set(FLOORS) <= set(golds())
    for name, file in golds().items():
        assert len(read_gold(file)) >= 2, name


@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [
        ("ctb-capitulo-xv", "_", 103),
        ("curitiba-pr-lei-organica", "_", 230),
        ("feira-ba-lei-2244-2001", "_", 42),
        ("lei-1493-2023", "_", 35),
        ("lei-8906-1994", "_", 89),
        ("lei-8906-1994", "_par", 145),
        ("lei-8906-1994", "_inc", 158),
        ("lei-8906-1994", "_ali", 19),
        ("manaus-am-lei-459-1998", "_", 30),
        ("tocantins-to-lei-4791-2025", "_", 2),
    ],
)
def test_golds_have_as_many_articles_as_the_norms(name: str, kind: str, count: int) -> None:
    """Counted by hand, or told by those who collected the norms."""
    last = [("_" + one.id).rpartition("_") for one in read_gold(golds()[name])]
    wanted = kind if kind != "_" else "_art"
    assert sum(f"_{one}".startswith(wanted) for _, _, one in last) == count


def test_reservations_name_devices_and_reasons() -> None:
    named = [(name, device, why) for name in golds() for device, why in apart(name).items()]
    assert named
    for name, device, why in named:
        assert device in {one.id for one in read_gold(golds()[name])}
        assert len(why) > 10


@pytest.mark.parametrize("name", FLOORS)
def test_no_score_falls(name: str) -> None:
    found = scored(name)
    of_articles, of_all, of_texts = FLOORS[name]
    for group in ("artigos", "agrupamentos"):
        assert (found.groups[group].f1 or 0) >= of_articles
    assert (found.all.f1 or 0) >= of_all
    assert found.texts.accuracy is None or found.texts.accuracy >= of_texts


def test_the_report_tells_score_and_changes() -> None:
    lines = list(report("ctb-capitulo-xv"))
    assert lines[0].startswith("── ctb-capitulo-xv: ")
    assert any(line.startswith("artigos ") for line in lines)
    assert any("última versão" in line for line in changes("ctb-capitulo-xv"))
    assert any(line.startswith("lei-8906-1994 ") for line in summary(["lei-8906-1994"]))
