"""Numbers, ids, canonical labels, the sequence, and labels that are read with a doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.labels import (
    Fit,
    Kind,
    Number,
    Sequence,
    canonical,
    caput_id,
    device_id,
    letter,
    parse_letter,
    parse_roman,
    readings,
    roman,
)

NUMBERS = st.builds(
    Number, st.integers(1, 400), st.lists(st.integers(1, 26), max_size=3).map(tuple)
)


# ── numbers ──────────────────────────────────────────────────────────────────────────────────


def test_roman_numerals_read_back() -> None:
    assert [parse_roman(roman(value)) for value in range(1, 400)] == list(range(1, 400))
    assert len({roman(value) for value in range(1, 400)}) == 399


@pytest.mark.parametrize(
    ("printed", "value"),
    [("XXXIX", 39), ("XL", 40), ("XLI", 41), ("XLIII", 43), ("XLIX", 49), ("L", 50), ("XC", 90), ("CCCXCIX", 399)],
)  # fmt: skip
def test_roman_numerals_have_their_value(printed: str, value: int) -> None:
    assert parse_roman(printed) == value
    assert roman(value) == printed


@pytest.mark.parametrize(
    "printed",
    ["", "IIII", "VV", "VX", "IL", "IC", "XM", "IIX", "XXXX", "LL", "VIV", "IXI", "xl", "Il", "I ", "1", "Ⅳ"],
)  # fmt: skip
def test_a_roman_numeral_in_another_spelling_is_none(printed: str) -> None:
    assert parse_roman(printed) is None


@given(st.text(alphabet="IVXLC", max_size=9))
def test_a_roman_numeral_is_read_only_if_it_is_written_so(printed: str) -> None:
    value = parse_roman(printed)
    assert value is None or roman(value) == printed


def test_letters_read_back_and_are_all_different() -> None:
    printed = [letter(value) for value in range(1, 800)]
    assert [parse_letter(one) for one in printed] == list(range(1, 800))
    assert printed[:3] == ["a", "b", "c"]
    assert printed[25:29] == ["z", "aa", "ab", "ac"]
    assert letter(702) == "zz"
    assert letter(703) == "aaa"
    assert parse_letter("AB") == parse_letter("ab")


@given(NUMBERS, NUMBERS, NUMBERS)
def test_numbers_have_one_order(one: Number, two: Number, three: Number) -> None:
    assert (one < two) + (two < one) + (one == two) == 1
    assert not (one < two < three) or one < three


def test_inserted_devices_stand_between_their_neighbours() -> None:
    printed = [(14, ()), (14, (1,)), (14, (1, 1)), (14, (2,)), (15, ())]
    in_order = [Number(*one) for one in printed]
    assert sorted(in_order[at] for at in (3, 0, 4, 2, 1)) == in_order


FOLLOWS = [
    ((14, ()), (15, ())), ((14, ()), (14, (1,))), ((14, (1,)), (14, (2,))), ((14, (2,)), (15, ())),
    ((359, (13,)), (359, (13, 1))), ((359, (13, 1)), (359, (14,))), ((359, (13, 1)), (360, ())),
]  # fmt: skip
LEAVES_OUT = [
    ((14, ()), (16, ())), ((14, ()), (14, (2,))), ((14, (1,)), (14, (3,))), ((14, ()), (15, (1,))),
    ((14, ()), (14, ())), ((15, ()), (14, ())), ((14, (2,)), (14, (1,))), ((14, ()), (14, (1, 1))),
    ((359, (13, 1)), (359, (15,))),
]  # fmt: skip
Printed = tuple[int, tuple[int, ...]]


@pytest.mark.parametrize(("last", "now"), FOLLOWS)
def test_a_number_follows(last: Printed, now: Printed) -> None:
    assert Number(*now).follows(Number(*last))


@pytest.mark.parametrize(("last", "now"), LEAVES_OUT)
def test_a_number_does_not_follow(last: Printed, now: Printed) -> None:
    assert not Number(*now).follows(Number(*last))


# ── ids and canonical labels ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("kind", "number", "parent", "expected"),
    [
        (Kind.ARTIGO, Number(4), "cap2", "art4"),
        (Kind.ARTIGO, Number(14, (1,)), None, "art14-1"),
        (Kind.ARTIGO, Number(359, (13, 1)), None, "art359-13-1"),
        (Kind.ARTIGO, Number(1, unico=True), None, "art1u"),
        (Kind.PARAGRAFO, Number(1, unico=True), "art31", "art31_par1u"),
        (Kind.PARAGRAFO, Number(1, (1,)), "art4-2", "art4-2_par1-1"),
        (Kind.INCISO, Number(25), "art14_cpt", "art14_cpt_inc25"),
        (Kind.INCISO, Number(1), "art5_par2", "art5_par2_inc1"),
        (Kind.ALINEA, Number(12), "art8_cpt", "art8_cpt_ali12"),
        (Kind.ITEM, Number(1), "art8_par1", "art8_par1_ite1"),
        (Kind.PARTE, Number(1), None, "prt1"),
        (Kind.LIVRO, Number(1), "prt1", "prt1_liv1"),
        (Kind.TITULO, Number(2), None, "tit2"),
        (Kind.CAPITULO, Number(1, unico=True), "tit2", "tit2_cap1u"),
        (Kind.SECAO, Number(1, (1,)), "cap2", "cap2_sec1-1"),
        (Kind.SUBTITULO, Number(1), "tit2", "tit2_stt1"),
        (Kind.SUBSECAO, Number(3), "cap2_sec1", "cap2_sec1_sub3"),
    ],
)
def test_ids_are_those_of_lexml(
    kind: Kind, number: Number, parent: str | None, expected: str
) -> None:
    assert device_id(kind, number, parent) == expected


def test_the_caput_has_an_id_of_its_own() -> None:
    assert caput_id("art14-1") == "art14-1_cpt"


@pytest.mark.parametrize(
    ("kind", "number", "expected"),
    [
        (Kind.ARTIGO, Number(9), "Art. 9º"),
        (Kind.ARTIGO, Number(10), "Art. 10"),
        (Kind.ARTIGO, Number(1024), "Art. 1.024"),
        (Kind.ARTIGO, Number(4, (3,)), "Art. 4º-C"),
        (Kind.ARTIGO, Number(359, (13, 1)), "Art. 359-M-A"),
        (Kind.PARAGRAFO, Number(9), "§ 9º"),
        (Kind.PARAGRAFO, Number(12), "§ 12"),
        (Kind.PARAGRAFO, Number(1, unico=True), "Parágrafo único"),
        (Kind.INCISO, Number(49), "XLIX"),
        (Kind.ALINEA, Number(28), "ab)"),
        (Kind.ITEM, Number(3), "3."),
        (Kind.CAPITULO, Number(2), "CAPÍTULO II"),
        (Kind.CAPITULO, Number(1, unico=True), "CAPÍTULO ÚNICO"),
        (Kind.SECAO, Number(3), "Seção III"),
        (Kind.SUBTITULO, Number(1), "SUBTÍTULO I"),
        (Kind.SUBSECAO, Number(1), "Subseção I"),
    ],
)
def test_labels_are_those_of_the_law(kind: Kind, number: Number, expected: str) -> None:
    """LC 95/1998, art. 10: ordinal to the ninth, capitals for a chapter, none for a section."""
    assert canonical(kind, number) == expected


# ── sequence ─────────────────────────────────────────────────────────────────────────────────


def test_a_sequence_tells_gaps_from_repeats() -> None:
    sequence = Sequence()
    assert sequence.fit(Kind.INCISO, Number(1)) is Fit.ORPHAN
    sequence.accept(Kind.ARTIGO, Number(14))
    assert sequence.fit(Kind.INCISO, Number(2)) is Fit.AHEAD
    sequence.accept(Kind.INCISO, Number(1))
    fits = [sequence.fit(Kind.INCISO, Number(value)) for value in (1, 2, 3)]
    assert fits == [Fit.REPEATS, Fit.CONTINUES, Fit.AHEAD]
    sequence.accept(Kind.INCISO, Number(5))
    assert sequence.fit(Kind.INCISO, Number(4)) is Fit.BACK


def test_an_outer_device_ends_the_inner_ones_and_a_chapter_does_not_end_the_articles() -> None:
    sequence = Sequence()
    sequence.accept(Kind.ARTIGO, Number(1))
    sequence.accept(Kind.INCISO, Number(1))
    devices = []
    sequence.accept(Kind.ALINEA, Number(1))
    devices.append(sequence.device)
    sequence.accept(Kind.PARAGRAFO, Number(1))
    assert sequence.fit(Kind.INCISO, Number(1)) is Fit.STARTS
    sequence.accept(Kind.ALINEA, Number(1))
    devices.append(sequence.device)
    sequence.accept(Kind.CAPITULO, Number(2))
    devices.append(sequence.device)
    assert devices == ["art1_cpt_inc1_ali1", "art1_par1_ali1", None]
    assert sequence.fit(Kind.PARAGRAFO, Number(2)) is Fit.ORPHAN
    assert sequence.fit(Kind.ARTIGO, Number(2)) is Fit.CONTINUES


# ── doubtful readings ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Art. l2. Fica criado", "Art. 12"),
        ("Art. 1O. Revoga-se", "Art. 10"),
        ("Art. I3. Texto", "Art. 13"),
        ("Il - beta", "II"),
        ("lll ~ gama", "III"),
        ("lV - delta", "IV"),
        ("| - alfa", "I"),
        ("$ 1º O pedido", "§ 1º"),
        ("S 2º A taxa", "§ 2º"),
        ("§ lº O prazo", "§ 1º"),
        ("1º São vedadas", "§ 1º"),
        ("Paragrafo umico. O selo", "Parágrafo único"),
        ("CAPITULO |", "CAPÍTULO I"),
        ("Segao |", "Seção I"),
        ("lnfração - grave", "Infração"),
        ("Infração gravíssima;", "Infração"),
        ("Penaiidade - multa", "Penalidade"),
    ],
)
def test_look_alike_glyphs_give_a_reading_that_is_not_exact(line: str, shown: str) -> None:
    found = [one for one in readings(line) if one.shown == shown]
    assert found
    assert not any(one.exact for one in found)


@pytest.mark.parametrize(
    "line",
    ["O selo é azul.", "A taxa é anual.", "de 2017 a 2019", "Vila Azul, 3 de maio", "", "—", "R$ 30,00", "É vedado:"],
)  # fmt: skip
def test_prose_has_no_reading(line: str) -> None:
    assert readings(line) == ()
