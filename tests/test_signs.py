"""Signs that arrive wrong: what is mended, on what evidence, and what is left and reported."""

from pathlib import Path

import pytest

from pipeline.artefacts import NormalText, Source
from pipeline.extract import extract
from pipeline.normalise import normalise
from pipeline.normalise.alphabet import RULES, compose, reveal, romanise, unscramble
from pipeline.stages import compile_source

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"


def source(text: str) -> Source:
    return Source("lei-7-2017", Path("lei.txt"), text.encode(), "0" * 64)


def normal(text: str) -> NormalText:
    one = source(text)
    return normalise(extract(one), one)


def line(text: str) -> str:
    """What becomes of a line behind a first article."""
    return normal(f"{HEAD}Art. 1º Um.\nArt. 2º {text}\n").lines[2].text.removeprefix("Art. 2º ")


def edits(text: str) -> list[tuple[str, str, str]]:
    return [(one.rule, one.before, one.after) for one in normal(text).edits]


def unreadable(text: str) -> list[str]:
    return [one.message for one in normal(text).diagnostics if one.code == "NOR005"]


# ── UTF-8 read as cp1252 ─────────────────────────────────────────────────────────────────────

WORDS = (
    "Infração", "§", "é", "à", "às", "Parágrafo", "único", "NÃO", "AÇÕES", "POLÔNIA", "ÍNDIO",
    "ÚNICO", "1º", "2ª", "“aspas”", "guarda–chuva", "…", "cônjuge", "pôr", "água", "ÁREA",
)  # fmt: skip


def scrambled(word: str) -> str:
    """What a program shows that takes the bytes of UTF-8 for cp1252."""
    return "".join(
        bytes((byte,)).decode("cp1252") if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else chr(byte)
        for byte in word.encode()
    )


@pytest.mark.parametrize("word", WORDS)
def test_scrambled_words_are_put_right(word: str) -> None:
    assert unscramble(word) == word
    assert scrambled(word) != word
    assert unscramble(scrambled(word)) == word


@pytest.mark.parametrize("word", ["Infração", "§", "1º", "cônjuge", "água", "…"])
def test_words_scrambled_twice_are_put_right_at_once(word: str) -> None:
    assert unscramble(scrambled(scrambled(word))) == word


@pytest.mark.parametrize(
    "word",
    [
        "“IRM\u00c3\u201d",
        "‘MAÇ\u00c3\u2019",
        "«ALEM\u00c3»",
        "ALEM\u00c3³",
        "IRM\u00c3ª",
        "ÂMBITO",
        "Ã",
        "«É»",
        "â",
        "lâmina",
    ],
)
def test_real_capitals_before_a_mark_are_no_fault(word: str) -> None:
    assert unscramble(word) == word


def test_a_scrambled_law_compiles_and_each_word_has_a_record() -> None:
    text = (
        HEAD + "Art. 1º A infração é punida.\n§ 1º Não há isenção.\n§ 2º O órgão fará vistoria.\n"
    )
    bad = "\n".join(" ".join(map(scrambled, row.split(" "))) for row in text.splitlines()) + "\n"
    good, mended = (compile_source(source(one)).catalogue for one in (text, bad))
    assert [one.texto for one in mended.dispositivos] == [one.texto for one in good.dispositivos]
    assert len(mended.dispositivos[0].filhos) == 2
    records = {(one.antes, one.depois) for one in mended.correcoes}
    assert {one.regra for one in mended.correcoes} == {"utf8_lido_como_cp1252"}
    assert {("infraÃ§Ã£o", "infração"), ("Ã©", "é"), ("1Âº", "1º"), ("Â§", "§")} <= records


# ── controls, blanks, widths ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("a \x96 b", "a – b"),
        ("a \x97 b", "a — b"),
        ("\x93a\x94", "“a”"),
        ("d\x92água", "d’água"),
        ("a\u00a0b\u2009c\u200ad\u3000e\u202ff", "a b c d e f"),
        ("a\u200bb\u200c\u200dc\u2060d\ufeffe\u202af\u202c", "abcdef"),
        ("ｍｕｌｔａ de １０ reais", "multa de 10 reais"),
        ("o esta\u00adbelecimento e o guarda-chuva", "o estabelecimento e o guarda-chuva"),
        ("o \ufb01scal, o \ufb02uxo, o e\ufb03caz", "o fiscal, o fluxo, o efficaz"),
        ("na 2ᵃ vez, no 1ᵒ dia, a 30˚", "na 2ª vez, no 1º dia, a 30°"),
    ],
)
def test_a_sign_with_one_meaning_is_read(printed: str, read: str) -> None:
    assert line(printed) == read
    assert unreadable(f"{HEAD}Art. 1º {printed}\n") == []
    assert [after for _, _, after in edits(f"{HEAD}Art. 1º {printed}\n")][-1].endswith(read)
    assert line(read) == read


def test_signs_that_compatibility_would_merge_stay_apart() -> None:
    text = "½ salário, 30 °C, m², x³, 1º e 2ª…"
    assert line(text) == text


@pytest.mark.parametrize(
    ("text", "told"), [("o in\ufffdator", "U+FFFD"), ("O (cid:12)scal.", "(cid:12)")]
)
def test_a_sign_without_a_meaning_is_kept_and_named(text: str, told: str) -> None:
    assert line(text) == text
    assert unreadable(f"{HEAD}Art. 1º {text}\n") == [f"sinal ilegível ({told}) na linha"]


# ── the private area ─────────────────────────────────────────────────────────────────────────


def private(text: str) -> str:
    """A text as a font that calls itself one of symbols has it."""
    return "".join(chr(0xF000 + ord(sign)) if sign != " " else sign for sign in text)


def test_words_of_a_font_of_symbols_are_read() -> None:
    assert " ".join(map(reveal, private("Art. 120. multa infração").split())) == (
        "Art. 120. multa infração"
    )
    assert line(f"{private('multa')} de 30 reais") == "multa de 30 reais"


@pytest.mark.parametrize(
    ("printed", "read"),
    [("\uf0b7", "•"), ("1\uf0ba", "1º"), ("2\uf0aa", "2ª"), ("\uf0a71º", "§1º"), ("\uf0a7único", "§único")],
)  # fmt: skip
def test_a_private_sign_whose_place_tells_it_is_read(printed: str, read: str) -> None:
    assert reveal(printed) == read


@pytest.mark.parametrize("sign", ["\uf0a7", "\uf0fc", "\uf0d8", "\ue001"])
def test_a_private_sign_that_could_be_anything_is_kept_and_named(sign: str) -> None:
    assert line(f"{sign} alfa") == f"{sign} alfa"
    told = f"sinal ilegível (U+{ord(sign):04X}) na linha"
    assert unreadable(f"{HEAD}Art. 1º {sign} alfa.\n") == [told]


# ── accents beside their letter ──────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Sec¸a˜o", "Seção"),
        ("Sec¸˜ao", "Seção"),
        ("Se¸c˜ao", "Seção"),
        ("obrigac¸o˜es", "obrigações"),
        ("obriga¸c˜oes", "obrigações"),
        ("ma˜e", "mãe"),
        ("p´ublico", "público"),
        ("pu´blico", "público"),
        ("vˆes", "vês"),
        ("INFRAC¸A˜O", "INFRAÇÃO"),
    ],
)
def test_an_accent_goes_onto_the_letter_that_alone_can_carry_it(printed: str, read: str) -> None:
    assert compose(printed) == read


@pytest.mark.parametrize("word", ["sa´ude", "re´u", "ve´ıculo"])
def test_an_accent_with_two_places_stays_and_is_named(word: str) -> None:
    assert compose(word) == word
    assert unreadable(f"{HEAD}Art. 1º A {word} pública.\n") == ["sinal ilegível (U+00B4) na linha"]


def test_a_heading_with_accents_beside_is_a_heading() -> None:
    text = (
        f"{HEAD}Sec¸a˜o I\nDa Taxa\nArt. 1º A taxa é anual.\n"
        "Infrac\u0327a\u0303o - leve;\nPenalidade - multa.\n"
    )
    catalogue = compile_source(source(text)).catalogue
    assert catalogue.dispositivos[0].id == "sec1"
    assert catalogue.infracoes[0].gravidade == "leve"
    assert ("acento_ao_lado", "Sec¸a˜o", "Seção") in edits(text)


# ── letters of other alphabets ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("printed", "read"),
    [("muniсípio", "município"), ("МULТА", "MULTA"), ("а", "a"), ("ΙΙ", "II"), ("policıa", "policia")],
)  # fmt: skip
def test_a_letter_that_looks_like_ours_is_ours(printed: str, read: str) -> None:
    assert printed != read
    assert romanise(printed) == read
    assert ("outro_alfabeto", printed, read) in edits(f"{HEAD}Art. 1º O {printed} da lei.\n")


@pytest.mark.parametrize("word", ["Москва", "Ω", "α", "Α", "10µm", "Δt"])
def test_a_foreign_word_and_a_formula_stay(word: str) -> None:
    assert romanise(word) == word


# ── ordinals inside words ────────────────────────────────────────────────────────────────────


def test_ordinal_signs_inside_words_are_letters() -> None:
    text = HEAD + "Art. 1º Ficª instituídº º selº.\nPªrágrafº únicº. O selº é ªnuªl, da 1ª série.\n"
    catalogue = compile_source(source(text)).catalogue
    [article] = catalogue.dispositivos
    assert article.texto == "Fica instituído o selo."
    [single] = article.filhos
    assert (single.id, single.texto) == ("art1_par1u", "O selo é anual, da 1ª série.")
    mended = {
        (one.antes, one.depois) for one in catalogue.correcoes if one.regra == "ordinal_por_letra"
    }
    assert mended == {
        ("Ficª", "Fica"), ("instituídº", "instituído"), ("º", "o"), ("selº", "selo"),
        ("Pªrágrafº", "Parágrafo"), ("únicº", "único"), ("ªnuªl", "anual"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "A Drª Fulana e a Profª Mª da Luz, no 1º dia da 2ª semana.",
        "Os decretos nºs 5 e 6, o Nº 7, o n º 8 e o 9 º.",
        "O Exmº Sr. e a XXª Região; a Dª Ana.",
        "Ficª assim, se nada mais diz que o sinal é letra.",
    ],
)
def test_an_ordinal_sign_that_may_be_meant_stays(text: str) -> None:
    assert line(text) == text


def test_abbreviations_stay_where_the_text_has_the_fault() -> None:
    text = "Ficª a Drª Ana, da 2ª Vara, com a Lei nº 5, na XIIª Zonª, nº dia ªnuªl do Pªrá."
    mended = "Fica a Drª Ana, da 2ª Vara, com a Lei nº 5, na XIIª Zona, no dia anual do Pará."
    assert line(text) == mended


# ── ligatures ────────────────────────────────────────────────────────────────────────────────


def test_a_lone_ligature_is_joined_on_the_evidence_of_the_text() -> None:
    text = HEAD + "Art. 1º O fiscal veri fi cará se verificará.\nArt. 2º O fi scal vem.\n"
    found = normal(text)
    assert [one.text for one in found.lines[1:]] == [
        "Art. 1º O fiscal verificará se verificará.", "Art. 2º O fiscal vem.",
    ]  # fmt: skip
    assert ("ligadura", "veri fi cará", "verificará") in edits(text)
    assert unreadable(text) == []


def test_a_lone_ligature_without_evidence_stays_and_is_named() -> None:
    text = HEAD + "Art. 1º O órgão veri fi cará a taxa.\n"
    assert normal(text).lines[1].text == "Art. 1º O órgão veri fi cará a taxa."
    assert unreadable(text) == ["«fi» ficou separado da palavra: «veri fi cará»"]


# ── degree signs read as Å ───────────────────────────────────────────────────────────────────


def test_a_ring_in_a_label_is_its_ordinal_and_in_the_text_it_is_named() -> None:
    text = (
        f"{HEAD}Art. 1Å O selo é azul.\nArt. 2Å A temperatura será de 20Å a 25Å.\n"
        "§ 1Å Um.\n§ 2Å Dois.\n"
    )
    compilation = compile_source(source(text))
    first, second = compilation.catalogue.dispositivos
    assert (first.rotulo, second.rotulo) == ("Art. 1º", "Art. 2º")
    assert [one.rotulo for one in second.filhos] == ["§ 1º", "§ 2º"]
    assert second.texto == "A temperatura será de 20Å a 25Å."
    named = [one.place[0].first for one in compilation.diagnostics if one.code == "NOR005"]
    assert named == [3]


# ── spaced letters ───────────────────────────────────────────────────────────────────────────


def test_spaced_words_are_joined_and_a_line_without_word_gaps_is_left() -> None:
    assert normal(HEAD + "C A P Í T U L O  I\nArt. 1º Um.\n").lines[1].text == "CAPÍTULO I"
    parted = "F i c a c r i a d a a t a x a d e v i s t o r i a"
    assert normal(f"{HEAD}{parted}\nArt. 1º Um.\n").lines[1].text == parted


def test_every_rule_has_a_name_and_a_reason_of_its_own() -> None:
    assert len({one.name for one in RULES}) == len({one.reason for one in RULES}) == len(RULES) > 3
