"""The grammar as a grammar: no conflict, no collision, no terminal out of reach, labels as read."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from interegular import parse_pattern
from lark import Lark
from lark.exceptions import GrammarError, LexError, UnexpectedInput
from lark.lexer import TerminalDef

from pipeline.grammar import (
    CONTAINERS,
    LABELS,
    TABLES,
    build,
    label_at,
    load,
    parser,
    source,
    stamp,
)
from pipeline.labels import SANCTIONS, Kind, Number, canonical, number_of, readings
from pipeline.labels.numbers import letter, roman
from pipeline.resources import resource
from pipeline.sources import load_source
from pipeline.stages import read_text
from tests.case_files import load as cases

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
source_text = source()
LABELLED = [kind for kind in Kind if not kind.is_container]
"""Kinds whose labels stand before a text; those of containers are lines of their own."""


def build_strictly(grammar: str) -> None:
    """Build with Lark's strict mode: conflicts and the collisions that Lark can see are errors."""
    Lark(grammar, parser="lalr", start="norma", strict=True)


# ── the tables beside it ─────────────────────────────────────────────────────────────────────


def test_the_tables_are_of_this_grammar() -> None:
    kept = (resource("grammar") / TABLES).read_bytes().partition(b"\n")[0]
    assert kept == stamp(), "grammar/ is stale: make grammar"


def test_the_tables_read_as_the_grammar_does() -> None:
    kept, made = load(), build()
    assert kept is not None
    texts = [read_text(load_source(NORM)).text]
    texts += [f"{case.text.strip()}\n" for kind in ("good", "bad") for case in cases(kind)]
    for text in texts:
        assert outcome(kept, text) == outcome(made, text)


def outcome(lark: Lark, text: str) -> object:
    try:
        return lark.parse(text)
    except UnexpectedInput as error:
        return error.pos_in_stream


def test_without_its_tables_the_grammar_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.grammar.source", lambda: f"{source_text}\n")
    assert load() is None
    assert build().parse("Art. 1º Um.\n").data == "norma"


# ── conflicts and collisions ─────────────────────────────────────────────────────────────────


def test_the_grammar_has_no_conflict_and_no_collision() -> None:
    build_strictly(source())
    assert list(collisions(parser().terminals)) == []


@pytest.mark.parametrize(
    ("rule", "changed", "error"),
    [
        ("_valor: (_linha |", "_valor: (LINHA LINHA | _linha |", GrammarError),
        ("referencia: REFERENCIA", "referencia: REFERENCIA | _linha", GrammarError),
        ("referencia: REFERENCIA", "referencia: REFERENCIA | OUTRA", LexError),
    ],
    ids=["shift-reduce", "reduce-reduce", "collision"],
)  # fmt: skip
def test_a_faulty_grammar_is_caught(rule: str, changed: str, error: type[Exception]) -> None:
    assert source().count(rule) == 1
    faulty = source().replace(rule, changed) + "\nOUTRA.3: /autoria[^\\n]*\\n/i\n"
    with pytest.raises(error):
        build_strictly(faulty)


def test_a_label_that_collides_is_caught_where_lark_cannot_see_it() -> None:
    # Lark leaves out every terminal that looks ahead, and all labels do.
    faulty = source().replace("inciso: INCISO", "inciso: (INCISO | ROMANA)")
    faulty += "\nROMANA.4: /I+ - (?=[a-z])/\n"
    build_strictly(faulty)
    lark = Lark(faulty, parser="lalr", start="norma")
    assert ("INCISO", "ROMANA") in {tuple(sorted(pair)) for pair in collisions(lark.terminals)}


def collisions(terminals: Collection[TerminalDef]) -> Iterator[tuple[str, str]]:
    """Pairs of one priority that can match at one place, however long each match is.

    What a terminal looks ahead or behind for is left out, and so is the most that it repeats
    something: that only makes it match more, and keeps the automata small.
    """
    ranks = Counter(terminal.priority for terminal in terminals)
    grown = {}
    for terminal in terminals:
        if ranks[terminal.priority] > 1:  # an automaton is dear, and one alone collides with none
            pattern = without_lookaround(terminal.pattern.to_regexp())
            pattern = re.sub(r"\{(\d+),\d{2,}\}", r"{\1,}", pattern)
            grown[terminal.name] = parse_pattern(rf"(?:{pattern})(?:.|\n)*").to_fsm()
    for one, other in combinations(terminals, 2):
        if one.priority == other.priority and not grown[one.name].isdisjoint(grown[other.name]):
            yield one.name, other.name


def without_lookaround(pattern: str) -> str:
    """A pattern without its lookaheads and lookbehinds.

    >>> without_lookaround("a(?=b(c))d(?!e)")
    'ad'
    """
    kept, at = "", 0
    while at < len(pattern):
        if not re.match(r"\(\?<?[=!]", pattern[at:]):
            step = 2 if pattern[at] == "\\" else 1
            kept += pattern[at : at + step]
            at += step
            continue
        depth = 0
        while True:
            depth += {"(": 1, ")": -1}.get(pattern[at], 0)
            at += 1
            if depth == 0:
                break
    return kept


# ── every terminal can be reached ────────────────────────────────────────────────────────────

SAMPLE = """\
ESTADO DA BAHIA
LEI Nº 7, DE 3 DE MAIO DE 2017
Mensagem de veto
Dispõe sobre o selo.
FAÇO SABER que a Câmara decreta:
PARTE GERAL
LIVRO I
TÍTULO I
SUBTÍTULO I
CAPÍTULO I
(Redação dada pela Lei nº 9, de 2019)\vDO SELO
(arts. 1º a 9º)
Seção I
Subseção I
Art. 1º Dirigir:
(NR)
§ 1º Sem selo:
Infrações leves:
I - de dia:
a) na rua:
1. parado:
Infração - leve;
Penalidade -
Medida administrativa - retenção.
DAS PENAS
Multa\x1eArt. 2º A pena é a multa.
Aumento\x1e§ 1º A pena é dobrada.
II - DAS TAXAS
Art. 3º A taxa é anual.
"""
CLOSINGS = (
    (
        "Vila Azul, 3 de maio de 2017.\nRegistre-se.\nBELTRANA\nProjeto de Lei nº 9\n"
        "TABELA DE TAXAS\nANEXO I\nTabela\n"
    ),
    (
        "Vila Azul,\n3 de maio\nde 2017.\nREGULAMENTO DO SELO\nArt. 1º Um.\n"
        "ATO DAS DISPOSIÇÕES TRANSITÓRIAS\nArt. 1º Um.\n"
    ),
    "BELTRANA DE TAL\nPrefeita\nJUSTIFICATIVA\nO selo é azul.\n",
)


def test_every_terminal_is_reached() -> None:
    seen = set()
    for closing in CLOSINGS:
        state = parser().parse_interactive(SAMPLE + closing)
        seen |= {token.type for token in state.iter_parse()}
    assert seen - {"$END"} == {terminal.name for terminal in parser().terminals}


def test_every_terminal_of_labels_is_in_the_grammar() -> None:
    names = {terminal.name for terminal in parser().terminals}
    assert set(LABELS) <= names
    assert {kind.value.upper() for kind in LABELLED} | set(SANCTIONS) == set(LABELS)
    assert set(CONTAINERS) <= names


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Art. 1 a\nArt. 2 b\n", 2),
        ("Art. 1 DIVISÃO\nCIDADE\nMIL\nI - a\n", 2),
        ("Art. 1 Infração\nSEÇÃO\nórgão\n", 1),
    ],
    ids=["each line", "words of roman letters", "letters with accents"],
)
def test_only_labels_are_labels(text: str, labels: int) -> None:
    tree = parser().parse(text)
    leaves = tree.scan_values(lambda leaf: isinstance(leaf, str))
    assert sum(leaf.type in LABELS for leaf in leaves) == labels


# ── labels, as the grammar and as `labels` read them ─────────────────────────────────────────

ALL_DASHES = "-‐‑‒–—―−"
SUFFIXES = st.lists(st.integers(1, 26), max_size=2).map(tuple)
ROMANS = st.builds(Number, st.integers(1, 399), SUFFIXES)
BODIES = st.sampled_from(["O selo é azul.", "A taxa", "(VETADO)", "É anual;", "“Selo”"])


def printed_suffix(number: Number) -> str:
    return "".join(f"-{letter(part).upper()}" for part in number.suffixes)


@st.composite
def cardinals(draw: st.DrawFn) -> tuple[Number, str]:
    """A number of an article or paragraph, in a spelling of print."""
    number = Number(draw(st.integers(1, 9999)), draw(SUFFIXES))
    digits = str(number.value)
    if number.value > 999 and draw(st.booleans()):
        digits = f"{digits[:-3]}.{digits[-3:]}"
    ordinal = draw(st.sampled_from(["", "º", "°", "ª", "o", ".º", ". º", " º"]))
    if number.suffixes:
        # A small o is an ordinal only where a blank, a stop or a dash comes next.
        behind = draw(st.booleans()) and ordinal != "o"
        return number, digits + ("" if behind else ordinal) + printed_suffix(number) + (
            ordinal if behind else ""
        )
    return number, digits + ordinal


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, Kind, Number]:
    """A line that begins with a label in some spelling of print, its kind and its number."""
    kind = draw(st.sampled_from(LABELLED))
    if kind is Kind.ARTIGO or kind is Kind.PARAGRAFO:
        number, shown = draw(cardinals())
        word = {
            Kind.ARTIGO: ["Art. ", "Art.", "ART. ", "Artigo ", "Art "],
            Kind.PARAGRAFO: ["§ ", "§"],
        }[kind]
        ends = [" ", ". ", " - ", " – ", ".- ", ": "]
    elif kind is Kind.INCISO:
        number = draw(ROMANS)
        shown, word = roman(number.value) + printed_suffix(number), [""]
        ends = [gap + dash + end for gap in ("", " ") for dash in ALL_DASHES for end in ("", " ")]
        ends += [". ", ") "]
    elif kind is Kind.ALINEA:
        number = Number(draw(st.integers(1, 27 * 26)), draw(SUFFIXES))
        shown, word, ends = (
            letter(number.value) + printed_suffix(number),
            [""],
            [") ", ")", " ) ", " - "],
        )
    elif kind is Kind.ITEM:
        number = Number(draw(st.integers(1, 99)))
        shown, word, ends = str(number.value), [""], [". ", ") ", " - ", " – "]
    else:
        number = draw(ROMANS) if kind is not Kind.PARTE else Number(draw(st.integers(1, 399)))
        shown = roman(number.value) + printed_suffix(number)
        name = {
            Kind.TITULO: "TÍTULO",
            Kind.SUBTITULO: "SUBTÍTULO",
            Kind.CAPITULO: "CAPÍTULO",
            Kind.SECAO: "SEÇÃO",
            Kind.SUBSECAO: "SUBSEÇÃO",
        }
        capitals = name.get(kind, kind.value.upper())
        word = [f"{capitals} "] + ([] if kind is Kind.PARTE else [f"{capitals.capitalize()} "])
        ends = [" ", " - ", " – ", ": ", ". "]
    head = draw(st.sampled_from(word)) + shown + draw(st.sampled_from(ends))
    return head + draw(BODIES), kind, number  # fmt: skip


@given(lines())
def test_labels_reads_what_the_grammar_reads(printed: tuple[str, Kind, Number]) -> None:
    line, kind, number = printed
    found = label_at(line)
    assert found is not None
    first = readings(line)[0]
    assert first.exact
    assert (first.terminal, first.printed) == found
    assert (first.kind, first.number) == (kind, number)
    assert number_of(*found) == number


@given(lines())
def test_the_parser_reads_the_same_label(printed: tuple[str, Kind, Number]) -> None:
    line, kind, _ = printed
    text = f"Art. 1º Selo.\n{line}\n"
    leaves = parser().parse(text).scan_values(lambda leaf: isinstance(leaf, str))
    [label] = [leaf for leaf in leaves if leaf.start_pos == len("Art. 1º Selo.\n")]
    assert (label.type, label.value) == label_at(line)
    assert label.type == kind.value.upper()


@given(st.text(alphabet="AaRrtT.º°§ IVXLC0123456789-–—)o:bUÚúnico!|\u00e7", max_size=14))
def test_whatever_is_a_label_is_one_exact_reading(line: str) -> None:
    found = label_at(line)
    exact = [one for one in readings(line) if one.exact]
    if found is None:
        assert exact == []
    else:
        assert [(one.terminal, one.printed) for one in exact] == [found]
        assert line.startswith(found[1])


@given(st.sampled_from(LABELLED), st.integers(1, 399), SUFFIXES)
def test_a_canonical_label_reads_back(kind: Kind, value: int, suffixes: tuple[int, ...]) -> None:
    number = Number(value, () if kind in (Kind.PARTE, Kind.ITEM) else suffixes)
    if kind is Kind.ITEM:
        number = Number(value % 99 + 1)
    end = " — " if kind is Kind.INCISO else " "
    first = readings(f"{canonical(kind, number)}{end}Selo")[0]
    assert first.exact
    assert (first.kind, first.number) == (kind, number)


@pytest.mark.parametrize(
    "kind", [kind for kind in LABELLED if kind.is_grouping and kind is not Kind.PARTE]
)
def test_a_sole_grouping_reads_back(kind: Kind) -> None:
    label = canonical(kind, Number(1, unico=True))
    first = readings(label)[0]
    assert (first.exact, first.kind, first.number) == (True, kind, Number(1, unico=True))


@given(
    st.sampled_from(
        ["Infração", "INFRAÇÃO", "infracao", "Infrações", "Penalidade", "PENALIDADES", "Medida administrativa", "MEDIDAS ADMINISTRATIVAS"]
    ),
    st.sampled_from(["", " "]),
    st.text(alphabet=ALL_DASHES + ":", min_size=1, max_size=2),
)  # fmt: skip
def test_a_sanction_line_takes_any_dash(word: str, gap: str, dash: str) -> None:
    first = readings(f"{word}{gap}{dash} multa")[0]
    assert first.exact
    expected = (
        "Infração"
        if word[0] in "Ii"
        else "Penalidade"
        if word[0] == "P"
        else "Medida administrativa"
    )
    assert SANCTIONS[first.terminal] == expected  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "Arte 5 de maio", "Art. da Lei", "Artigos 5 e 6", "§§ 1º e 2º", "Parágrafo", "IIII - x",
        "VX - x", "IL - x", "DIVISÃO", "MIL - x", "CIDADE - x", "I", "II e III do art. 2º",
        "abc) x", "A) x", "100. x", "1.5 metro", "10 dias", "2017. Selo", "CAPÍTULOS I e II",
        "Capitulação I", "Seção", "PARTES I", "Infração grave", "Infrações e multas",
        "Medida - x", "Penalidade", "Livros I", "Art. 5ºB x", "Art. 5B x", "d'água - x",
    ],
)  # fmt: skip
def test_what_only_resembles_a_label_is_none(line: str) -> None:
    assert label_at(line) is None


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("Art. 12 Os termos", "Art. 12 "),
        ("Art. 7o O diretor", "Art. 7o "),
        ("Art. 71 - A taxa", "Art. 71 - "),
        ("Art.1.° O selo", "Art.1.° "),
        ("Art. 4-Cº O prazo", "Art. 4-Cº "),
        ("Art. 14-A. A taxa", "Art. 14-A. "),
        ("III— Não instruir", "III— "),
        ("SeçãoIII", "SeçãoIII"),
        ("§ único. O selo", "§ único. "),
        ("Parágrafo Único - O selo", "Parágrafo Único - "),
        ("ab) aviso", "ab) "),
    ],
)
def test_a_label_takes_its_sign_and_no_letter_of_the_text(line: str, printed: str) -> None:
    found = label_at(line)
    assert found is not None
    assert found[1] == printed
