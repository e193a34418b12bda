"""What the grammar cannot hold stays apart: the rest of the norm is read as if it were not there."""

import pytest

from pipeline.artefacts import BREAK, NormalLine, NormalText
from pipeline.labels import readings
from pipeline.model import walk
from pipeline.model_build import build_model
from pipeline.parse import parse
from pipeline.spans import Spot
from tests.case_files import characters

BEFORE = ["Art. 1º O selo é azul.", "I - claro;", "Parágrafo único. A cor é viva."]
AFTER = ["Art. 2º A taxa é anual:", "a) única."]


def settled(printed: list[str]) -> NormalText:
    """Normal text in which every line may begin something, whatever `normalise` would say."""
    lines = []
    for number, text in enumerate(printed, 1):
        head = next((one for one in readings(text) if one.exact), None)
        lines.append(NormalLine(text, Spot(1, number), BREAK, head))
    return NormalText(tuple(lines))


def shape(printed: list[str]) -> dict[str, str | None]:
    built = build_model(parse(settled(printed)))
    return {device.id: device.texto for device in walk(built.devices)}


@pytest.mark.parametrize("broken", [["Vila Azul,"], ["Vila Azul,", "dia tal:"]], ids=len)
def test_what_cannot_be_parsed_leaves_the_others_intact(broken: list[str]) -> None:
    good = shape(BEFORE + AFTER)
    assert len(good) == 5
    parsed = parse(settled(BEFORE + broken + AFTER))
    assert [found.code for found in parsed.diagnostics] == ["GRA001"]
    [found] = parsed.diagnostics
    assert (found.place[0].page, found.place[0].first) == (1, len(BEFORE) + 1)
    mixed = shape(BEFORE + broken + AFTER)
    assert list(mixed) == list(good)
    touched = {name for name in good if mixed[name] != good[name]}
    assert len(touched) == 1, "the broken lines are kept in one place"
    [name] = touched
    assert characters(mixed[name] or "") == characters("".join([good[name] or "", *broken]))


def test_good_text_is_not_reported() -> None:
    parsed = parse(settled(BEFORE + AFTER))
    assert parsed.unparsed == ()
    assert parsed.diagnostics == ()
    leaves = parsed.tree.scan_values(lambda leaf: isinstance(leaf, str))
    assert characters("".join(leaves)) == characters("".join(BEFORE + AFTER))
