"""`lei diff`: what is told of two catalogues, in words, as data and as Markdown."""

import json
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import Catalogo, compile_norm
from pipeline.cli import run
from pipeline.compare import (
    DiferencaDeNorma,
    compare,
    compare_words,
    device_sentence,
    infraction_sentence,
    shortened,
)
from pipeline.emit.differences_markdown import escaped, marked
from pipeline.emit.schema import differences_schema

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017 (norma fictícia)\n"
LAW = (
    HEAD
    + """Art. 1º O condutor deve:
I - portar o crachá;
Infração - média;
Penalidade - multa (Grupo B).
II - manter o veículo limpo por dentro e por fora;
Infração - leve;
Penalidade - multa (Grupo A).
Parágrafo único. O crachá é pessoal e intransferível.
Art. 2º As multas são:
I - Grupo A, infração leve: 50 UPF;
II - Grupo B, infração média: 100 UPF;
III - Grupo C, infração grave: 200 UPF.
Art. 3º Cabe recurso em dez dias úteis, contados da ciência da decisão.
Art. 4º Esta Lei entra em vigor na data de sua publicação.
"""
)
SMOKING = "III - não fumar;\nInfração - grave;\nPenalidade - multa (Grupo C).\n"


@pytest.fixture
def law(tmp_path: Path) -> Callable[[str], Catalogo]:
    """Compiles a text."""

    def compile_text(text: str) -> Catalogo:
        folder = tmp_path / "lei-7-2017"
        folder.mkdir(exist_ok=True)
        (folder / "lei.txt").write_text(text, encoding="utf-8")
        return compile_norm(folder).catalogue

    return compile_text


Law = Callable[[str], Catalogo]


@dataclass
class Change:
    """A law before and after."""

    make: Law

    def __call__(self, *replacements: tuple[str, str]) -> DiferencaDeNorma:
        text = LAW
        for old, new in replacements:
            assert old in text, old
            text = text.replace(old, new)
        return compare(self.make(LAW), self.make(text))


@pytest.fixture
def change(law: Law) -> Change:
    return Change(law)


def devices(found: DiferencaDeNorma) -> list[str]:
    return [device_sentence(one) for one in found.dispositivos]


def infractions(found: DiferencaDeNorma) -> list[str]:
    return [infraction_sentence(one) for one in found.infracoes]


# ── what is told ─────────────────────────────────────────────────────────────────────────────


def test_the_same_text_differs_in_nothing(change: Change) -> None:
    assert change().vazia


def test_gravity_group_and_fine_are_told_in_words_and_first(change: Change) -> None:
    found = change(
        ("o crachá;\nInfração - média;\nPenalidade - multa (Grupo B)",
         "o crachá;\nInfração - grave;\nPenalidade - multa (Grupo C)"),
    )  # fmt: skip
    assert infractions(found) == [
        "Art. 1º, I: gravidade de média para grave; grupo de B para C; multa de 100 para 200 UPF"
    ]
    assert found.infracoes[0].mudou[:3] == ("gravidade", "grupo", "multa")
    assert devices(found) == []


def test_a_group_worth_more_changes_the_fines_of_its_infractions(change: Change) -> None:
    found = change(("100 UPF", "1.250,50 UPF"))
    assert infractions(found) == ["Art. 1º, I: multa de 100 para 1.250,50 UPF"]
    assert [one.mudou for one in found.grupos] == [("quantidade",)]
    assert devices(found) == ["Art. 2º, II: texto com outras palavras"]


def test_graver_changes_come_before_others(change: Change) -> None:
    found = change(
        ("portar o crachá", "portar sempre o crachá"), ("Infração - leve", "Infração - grave")
    )
    assert [one.depois and one.depois.id for one in found.infracoes] == [
        "art1_cpt_inc2", "art1_cpt_inc1",
    ]  # fmt: skip


def test_what_is_new_and_what_is_gone_stand_in_their_places(change: Change) -> None:
    found = change(
        ("Parágrafo único. O crachá é pessoal e intransferível.\n", ""),
        ("Art. 4º Esta", "Art. 4º O recurso é gratuito.\nArt. 5º Esta"),
    )
    assert devices(found) == [
        "Art. 1º, parágrafo único: deixou de constar",
        "Art. 4º: texto com outras palavras",
        "Art. 5º: incluído",
    ]
    assert infractions(found) == []


def test_a_new_infraction_is_told_whole(change: Change) -> None:
    found = change(
        ("Parágrafo único. O crachá", SMOKING + "Parágrafo único. O crachá"),
    )  # fmt: skip
    assert infractions(found) == [
        "Art. 1º, III: infração incluída; grave; multa (Grupo C); multa de 200 UPF"
    ]


def test_a_missing_fact_is_said_to_be_missing(change: Change) -> None:
    found = change(("II - Grupo B, infração média: 100 UPF;", "II - (reservado);"))
    assert "multa: antes 100 UPF, agora não há" in infractions(found)[0]


def test_a_text_that_moved_is_the_same_device_and_an_inference(change: Change) -> None:
    found = change(
        ("Parágrafo único. O crachá é pessoal e intransferível.",
         "§ 1º O crachá é pessoal e intransferível.\n§ 2º A segunda via custa dez reais."),
    )  # fmt: skip
    moved, new = found.dispositivos
    assert (moved.tipo, moved.inferencia) == ("movido", "texto_igual")
    assert "mudou de id, de art1_par1u para art1_par1 (inferido" in device_sentence(moved)
    assert (new.tipo, new.depois and new.depois.id) == ("incluido", "art1_par2")


def test_what_hangs_on_a_moved_article_moves_with_it_and_so_do_its_infractions(law: Law) -> None:
    first, rest = LAW.split("Art. 2º As multas")
    renumbered = (first + "Art. 2º As multas" + rest).replace("Art. 1º O", "Art. 1º-A. O")
    found = compare(law(LAW), law(renumbered))
    assert {one.tipo for one in found.dispositivos} == {"movido"}
    assert {one.inferencia for one in found.infracoes} == {"texto_igual"}
    assert [one.mudou for one in found.infracoes] == [("id",)] * 2


def test_of_two_devices_of_one_text_none_is_said_to_have_moved(law: Law) -> None:
    twice = HEAD + "Art. 1º A taxa é anual e única.\nArt. 2º A taxa é anual e única.\n"
    one = HEAD + "Art. 3º A taxa é anual e única.\nArt. 4º A taxa é anual e única.\n"
    found = compare(law(twice), law(one))
    assert {change.tipo for change in found.dispositivos} == {"retirado", "incluido"}


def test_a_former_id_is_no_inference(law: Law) -> None:
    before, after = law(LAW), law(LAW.replace("Art. 3º Cabe recurso", "Art. 3º-A. Cabe apelo"))
    [*others, moved, last] = after.dispositivos
    assert moved.id == "art3-1"
    known = after.model_copy(
        update={"dispositivos": (*others, moved.model_copy(update={"aliases": ("art3",)}), last)}
    )
    [found] = compare(before, known).dispositivos
    assert (found.tipo, found.inferencia) == ("alterado", None)
    assert {"id", "texto"} <= set(found.mudou)


def test_a_state_is_told_before_words(law: Law) -> None:
    before = law(LAW)
    *others, device, last = before.dispositivos
    ended = device.model_copy(update={"situacao": "revogado", "texto": None})
    found = compare(before, before.model_copy(update={"dispositivos": (*others, ended, last)}))
    assert [one.tipo for one in found.dispositivos] == ["revogado"]
    assert devices(found)[0].startswith("Art. 3º: revogado")


def test_the_reference_that_breaks_is_told(change: Change) -> None:
    found = change(("Cabe recurso", "Nos termos do art. 2º, IV, desta Lei, cabe recurso"))
    assert [one.depois.estado for one in found.remissoes if one.depois] == ["quebrada"]


def test_a_list_that_grew_leads_where_it_led_and_further(law: Law) -> None:
    text = HEAD + "Art. 1º O condutor deve:\nI - parar;\n{}III - cumprir os incisos anteriores.\n"
    before = law(text.format("").replace("III -", "II -"))
    found = compare(before, law(text.format("II - sinalizar a parada no local;\n")))
    assert {one.tipo for one in found.remissoes} <= {"incluido", "retirado"}


def test_where_a_text_stands_on_the_page_is_no_change(law: Law) -> None:
    spread = LAW.replace("Art. 2º", "\fArt. 2º")
    assert compare(law(LAW), law(spread)).vazia


def test_the_parts_of_the_norm_are_compared(law: Law) -> None:
    found = compare(law(LAW), law(LAW.replace("3 DE MAIO", "4 DE MAIO")))
    assert [one.parte for one in found.partes] == ["epigrafe"]
    assert {"data"} <= set(found.mudou)


# ── word by word ─────────────────────────────────────────────────────────────────────────────


WORDS = st.lists(st.sampled_from(["a", "de", "prazo", "dias,", "multa", "\n", "§ 1º"]), max_size=30)


@given(WORDS, WORDS)
def test_the_runs_rebuild_both_texts(old: list[str], new: list[str]) -> None:
    before, after = " ".join(old), " ".join(new)
    runs = compare_words(before, after)
    assert "".join(one.texto for one in runs if one.tipo != "incluido") == before
    assert "".join(one.texto for one in runs if one.tipo != "retirado") == after


@pytest.mark.parametrize("many", [500, 3000, 30_000], ids=["words", "sentences", "whole"])
def test_long_texts_are_compared_in_bounded_time_and_rebuilt(many: int) -> None:
    chance = random.Random(7)
    old = [chance.choice(["de", "a", "multa", "prazo", "dias;", f"x{n}"]) for n in range(many)]
    new = [word if chance.random() > 0.2 else "outra" for word in old]
    started = time.perf_counter()
    runs = compare_words(" ".join(old), " ".join(new))
    assert time.perf_counter() - started < 10
    assert "".join(one.texto for one in runs if one.tipo != "retirado") == " ".join(new)


def test_one_word_of_a_long_text_is_found_at_once() -> None:
    text = " ".join(f"palavra{n}." for n in range(50_000))
    runs = compare_words(text, text.replace("palavra25000.", "outra."))
    assert [(one.tipo, one.texto) for one in runs[1:3]] == [
        ("retirado", " palavra25000."), ("incluido", " outra."),
    ]  # fmt: skip


def test_texts_with_little_in_common_are_given_whole() -> None:
    runs = compare_words("o prazo de defesa é curto", "a taxa de vistoria custa dez reais")
    assert [one.tipo for one in runs] == ["retirado", "incluido"]


def test_a_reader_of_the_changes_sees_the_words_next_to_them() -> None:
    words = [f"p{n}" for n in range(100)]
    runs = shortened(compare_words(" ".join(words), " ".join([*words[:50], "X", *words[51:]])), 2)
    assert "".join(one.texto for one in runs) == "… p48 p49 p50 X p51 p52 …"


# ── the command ──────────────────────────────────────────────────────────────────────────────


@dataclass
class Said:
    code: int
    out: str
    err: str


Lei = Callable[..., Said]


@pytest.fixture
def lei(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Lei:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")

    def call(*arguments: str) -> Said:
        code = run(list(arguments))
        printed = capfd.readouterr()
        return Said(code, printed.out, printed.err)

    return call


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A build of the law in `antes/`, and raw/ with a later wording of it."""
    folder = tmp_path / "raw" / "lei-7-2017"
    folder.mkdir(parents=True)
    (folder / "lei.txt").write_text(LAW, encoding="utf-8")
    assert run(["build", "--no-site", "--quiet", "--raw", str(tmp_path / "raw"),
                "--out", str(tmp_path / "antes")]) == 0  # fmt: skip
    later = LAW.replace("Infração - média", "Infração - grave").replace("dez dias", "*vinte* dias")
    (folder / "lei.txt").write_text(later, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("antes", "lei-7-2017"),
        ("antes/catalogo", "raw/lei-7-2017"),
        ("antes/catalogo/lei-7-2017.json", "lei-7-2017"),
        ("antes/catalogo/lei-7-2017.json", "raw/lei-7-2017/lei.txt"),  # under another id
    ],
    ids=["build", "catalogues", "catalogue", "loose file"],
)
def test_catalogues_builds_and_norms_are_compared(
    lei: Lei, two: Path, before: str, after: str
) -> None:
    said = lei("diff", before, after)
    assert said.code == 0
    assert "~ Art. 1º, I: gravidade de média para grave" in said.out
    assert "Cabe recurso em [-dez-] {+*vinte*+} dias úteis" in said.out


def test_two_builds_are_compared_norm_by_norm(lei: Lei, two: Path) -> None:
    (two / "raw" / "lei-8-2018").mkdir()
    (two / "raw" / "lei-8-2018" / "lei.txt").write_text(HEAD + "Art. 1º A taxa é anual.\n", "utf-8")
    assert lei("build", "--no-site", "--out", "depois").code == 0
    said = lei("diff", "antes", "depois")
    assert "lei-7-2017: 1 infração e 1 dispositivo" in said.out
    assert "norma incluída: lei-8-2018" in said.out
    missing = lei("diff", "antes", "lei-8-2018")
    assert (missing.code, "ENT013" in missing.err) == (2, True)


def test_the_exit_code_tells_of_differences_only_if_asked(lei: Lei, two: Path) -> None:
    assert lei("diff", "antes", "lei-7-2017").code == 0
    assert lei("diff", "antes", "lei-7-2017", "--exit-code").code == 1
    same = lei("diff", "antes", "antes", "--exit-code")
    assert (same.code, "nenhuma diferença" in same.out) == (0, True)


def test_json_fits_its_schema_and_holds_both_sides(lei: Lei, two: Path) -> None:
    data = json.loads(lei("diff", "antes", "lei-7-2017", "--json").out)
    jsonschema.Draft202012Validator.check_schema(differences_schema())
    jsonschema.validate(data, differences_schema())
    [norm] = data["normas"]
    [infraction] = norm["infracoes"]
    assert infraction["mudou"] == ["gravidade", "sancao"]
    assert (infraction["antes"]["gravidade"], infraction["depois"]["gravidade"]) == (
        "media",
        "grave",
    )
    [device] = norm["dispositivos"]
    assert {"tipo": "incluido", "texto": " *vinte*"} in device["palavras"][0]["trechos"]


def test_every_field_of_the_schema_is_described() -> None:
    bare = [
        f"{name}.{key}"
        for name, part in {"raiz": differences_schema(), **differences_schema()["$defs"]}.items()
        for key, field in part.get("properties", {}).items()
        if not field.get("description") and "$ref" not in field
    ]
    assert bare == []


def test_a_norm_with_an_error_is_compared_and_said_to_have_one(lei: Lei, two: Path) -> None:
    (two / "raw" / "lei-7-2017" / "lei.txt").write_text(HEAD, encoding="utf-8")
    assert "compilado com 1 erro" in lei("diff", "antes", "lei-7-2017").out


def test_two_forms_at_once_are_refused(lei: Lei, two: Path) -> None:
    assert lei("diff", "antes", "antes", "--json", "--markdown").code == 2


# ── two days of one law ──────────────────────────────────────────────────────────────────────


@pytest.fixture
def amended(two: Path) -> Path:
    """raw/ with the law and an act of 2021 that makes a gravity graver."""
    raw = two / "raw"
    (raw / "lei-7-2017" / "lei.txt").write_text(LAW, encoding="utf-8")
    (raw / "lei-9-2021").mkdir()
    (raw / "lei-9-2021" / "lei.txt").write_text(ACT, encoding="utf-8")
    return two


ACT = """LEI Nº 9, DE 10 DE MARÇO DE 2021 (ato fictício)
Art. 1º O inciso I do art. 1º da Lei nº 7, de 3 de maio de 2017, passa a vigorar com a seguinte redação:
“I - ..............
Infração - grave;
..............” (NR)
Art. 2º Esta Lei entra em vigor na data de sua publicação.
"""
GRAVER = "Art. 1º, I: gravidade de média para grave"


@pytest.mark.parametrize(
    "norm", ["lei-7-2017", "raw/lei-7-2017", "raw"], ids=["id", "folder", "all"]
)
def test_a_law_is_compared_with_itself_on_two_days(lei: Lei, amended: Path, norm: str) -> None:
    said = lei("diff", norm, "--de", "2021-03-09", "--ate", "2021-03-10")
    assert (said.code, GRAVER in said.out) == (0, True)
    assert "em vigor desde 03/05/2017 até 09/03/2021" in said.out
    assert "em vigor desde 10/03/2021" in said.out
    before = lei("diff", norm, "--de", "2018-01-01", "--ate", "2021-03-09", "--exit-code")
    assert "lei-7-2017: nenhuma diferença" in before.out


def test_two_days_are_told_as_data_and_as_markdown_too(lei: Lei, amended: Path) -> None:
    asked = ("diff", "lei-7-2017", "--de", "2021-03-09")  # until today
    data = json.loads(lei(*asked, "--json").out)
    jsonschema.validate(data, differences_schema())
    [norm] = data["normas"]
    assert (norm["antes"]["vigencia_ate"], norm["depois"]["vigencia_de"]) == (
        "2021-03-09", "2021-03-10",
    )  # fmt: skip
    assert [one["mudou"] for one in norm["infracoes"]] == [["gravidade", "sancao"]]
    table = lei(*asked, "--markdown").out
    assert "| Art. 1º, I | gravidade de média para grave |" in table
    assert "| Vigência | antes, desde 03/05/2017 até 09/03/2021; agora, desde 10/03/2021 |" in table


def test_a_new_wording_and_a_repeal_are_told_once(lei: Lei, amended: Path) -> None:
    """That the old wording is now a former one, and a repealed device empty, goes without saying."""
    repeal = "Art. 2º Fica revogado o art. 3º da Lei nº 7, de 3 de maio de 2017.\nArt. 3º Esta"
    act = ACT.replace("Art. 2º Esta", repeal).replace("Infração - grave;\n", "")
    act = act.replace("I - ..............", "I - portar o crachá azul;")
    (amended / "raw" / "lei-9-2021" / "lei.txt").write_text(act, encoding="utf-8")
    said = lei("diff", "lei-7-2017", "--de", "2021-03-09", "--ate", "2021-03-10").out
    assert "Art. 3º: revogado\n" in said
    assert "texto com outras palavras\n" in said
    assert "redações" not in said


def test_norms_made_between_two_days_are_told(lei: Lei, amended: Path) -> None:
    said = lei("diff", "raw", "--de", "2018-01-01", "--ate", "2022-01-01")
    assert "norma incluída: lei-9-2021" in said.out


def test_a_norm_is_compared_as_acts_beside_it_changed_it(lei: Lei, amended: Path) -> None:
    assert lei("build", "--no-site", "--out", "depois").code == 0
    assert lei("diff", "depois", "lei-7-2017", "--exit-code").code == 0
    assert GRAVER in lei("diff", "antes", "lei-7-2017").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("lei-7-2017",),
        ("lei-7-2017", "--ate", "2021-03-10"),
        ("lei-7-2017", "--de", "2021-03-10", "--ate", "2021-03-09"),
        ("lei-7-2017", "--de", "2016-01-01"),
        ("lei-7-2017", "--de", "10/3/2021"),
        ("antes", "--de", "2021-03-09"),
    ],
    ids=["one side", "no first day", "backwards", "before the law", "no day", "a build"],
)
def test_days_that_select_nothing_are_refused(
    lei: Lei, amended: Path, arguments: tuple[str, ...]
) -> None:
    assert lei("diff", *arguments).code == 2


# ── Markdown ─────────────────────────────────────────────────────────────────────────────────


def html_of(markdown: str) -> str:
    """What a reader's Markdown makes of it; GitHub's own strokes are not among its signs."""
    import markdown as reader

    return reader.markdown(markdown, extensions=["tables", "md_in_html"])


def test_markdown_has_a_table_and_the_texts_behind_summaries(lei: Lei, two: Path) -> None:
    said = lei("diff", "antes", "lei-7-2017", "--markdown").out
    assert "| Art. 1º, I | gravidade de média para grave |" in said
    assert "<summary>Art. 3º: texto com outras palavras</summary>\n\n" in said
    assert r"em ~~dez~~ **\*vinte\*** dias úteis" in said
    assert "<table>" in html_of(said)


NASTY = [
    "<script>alert(1)</script>", "a | b \\| c", "*sem* _nome_ __x__ `código` ~~s~~ **n**",
    "1. um", "- dois", "# três", "[ver](javascript:alert(1)) ![x](x.png)", "&copy; R&D <placa>",
    "linha\nquebrada", "</summary></details>", "+ quatro", "> cinco", "===",
]  # fmt: skip


@pytest.mark.parametrize("text", NASTY)
def test_text_of_a_law_means_nothing_to_markdown(text: str) -> None:
    shown = html_of(f"{escaped(text)}\n")
    inside = re.fullmatch(r"<p>(.*)</p>", shown, re.DOTALL)
    assert inside, shown
    assert not re.search(r"<(?!!-- -->)", inside[1]), shown
    from html import unescape

    read = unescape(re.sub(r"<!-- -->", "", inside[1]))
    read = re.sub(r"\\([~=$])", r"\1", read)  # CommonMark frees more signs than this reader
    assert read == " ".join(text.split())


@pytest.mark.parametrize("text", NASTY)
def test_text_of_a_law_breaks_no_table(text: str) -> None:
    shown = html_of(f"| O quê | O que mudou |\n| --- | --- |\n| {escaped(text)} | x |\n")
    assert shown.count("<td>") == 2


def test_nobody_is_mentioned_and_no_issue_linked() -> None:
    assert escaped("@fulana #12") == "@<!-- -->fulana #<!-- -->12"


@given(WORDS, WORDS)
def test_marks_stand_beside_blanks(old: list[str], new: list[str]) -> None:
    """A mark is one only if it stands at a word, with a blank on its other side."""
    told = marked(compare_words(" ".join(old), " ".join(new)))
    for mark in re.finditer(r"(?<!\\)(\*\*|~~)", told):
        around = (
            told[mark.start() - 1 : mark.start()] or " ",
            told[mark.end() : mark.end() + 1] or " ",
        )
        assert sum(one.isspace() for one in around) == 1, told
