"""Noise never changes the law in silence: the same structure comes out, or its line is named."""

import random
from pathlib import Path

import pytest

from pipeline.stages import compile_pages
from tests.noise import DAMAGE, SHARES, Wound, curve, damaged, law, shape, survives, wounds

ALL = list(wounds())
DELETED = [wound for wound in ALL if wound.kind == "deleted"]
MISREAD = [wound for wound in ALL if wound.kind != "deleted"]
SAMPLE_A_PAGE = 30


PAGES = range(1, 14)


def lost(among: list[Wound], page: int) -> list[str]:
    """The wounds of a page that changed the law in silence."""
    here = [wound for wound in among if wound.line.spot.page == page]
    assert here
    return [f"{wound.kind}: {wound.text[:60]}" for wound in here if not survives(wound)]


def test_every_label_of_the_law_is_wounded() -> None:
    """157 devices less 2 without a label, and 183 sanction lines."""
    assert len(DELETED) == 155 + 183
    assert len(MISREAD) > 2000


def test_the_noise_is_felt() -> None:
    """Without the compiler's care much would change: the damaged pages differ from the law's."""
    source, pages, sound = law()
    assert shape(compile_pages(source, pages).catalogue) == shape(sound)
    changed = [wound for wound in DELETED[:20] if damaged(wound) != pages]
    assert len(changed) == 20


@pytest.mark.parametrize("page", PAGES)
def test_a_lost_label_is_put_back_or_named(page: int) -> None:
    assert lost(DELETED, page) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_misread_glyph_of_a_label_is_understood_or_named(page: int) -> None:
    here = [wound for wound in MISREAD if wound.line.spot.page == page]
    chance = random.Random(1493 + page)
    assert lost(chance.sample(here, min(len(here), SAMPLE_A_PAGE)), page) == []


METHOD = Path(__file__).parents[1] / "site" / "docs" / "metodologia.md"


def test_no_infraction_is_lost_in_silence_and_the_published_curve_is_this_one() -> None:
    levels = list(curve())
    assert len(levels) == len(DAMAGE) * len(SHARES)
    assert [level for level in levels if level.lost] == []
    named = {"misread": "letras parecidas", "rough": "qualquer dano"}
    rows = [
        f"| {named[one.kind]} | {one.share:.1%} | {one.found:.1f}% | {one.right:.1f}% | {one.lost} |"
        for one in levels
    ]
    page = METHOD.read_text(encoding="utf-8")
    published = [line for line in page.splitlines() if "%" in line and line.startswith("| ")]
    assert published == [row.replace(".", ",") for row in rows]
