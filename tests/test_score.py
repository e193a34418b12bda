"""The score: golds are read as they are written, and measures are what their definitions say."""

import json
from pathlib import Path

import pytest

from pipeline.cli import run
from pipeline.diagnostics import InputError
from pipeline.score import Counts, Entry, Score, Texts, group_of, read_gold, write_outline
from pipeline.score.entries import same
from pipeline.score.measure import measure

LAW = """\
LEI Nº 7, DE 3 DE MAIO DE 2017
CAPÍTULO I
DAS TAXAS
Art. 1º São taxas:
I - de táxi;
II - de feira.
Parágrafo único. A taxa é anual.
Art. 2º Esta lei, que é inventada, entra em vigor na data de sua publicação.
"""
GOLD = """\
# Invented, as the law is.
CAPÍTULO I: DAS TAXAS
Art. 1º: São taxas:
  I: de táxi;
  II: de feira.
  Parágrafo único: A taxa é anual.

Art. 2º
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return written(tmp_path, GOLD)


@pytest.fixture
def law(tmp_path: Path) -> Path:
    file = tmp_path / "lei.txt"
    file.write_text(LAW, encoding="utf-8")
    return file


def written(folder: Path, text: str, name: str = "gabarito.txt") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def ids(folder: Path, text: str) -> list[str]:
    return [one.id for one in read_gold(written(folder, text))]


# ── outlines ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("Art. 1º\nArt. 1.024\nArt. 359-M-A\nArtigo único", "art1 art1024 art359-13-1 art1u"),
        ("Art. 2o\nArt. 10.\nArt. 14-A.", "art2 art10 art14-1"),
        ("Art. 1º\n§ 1º\n§ 1º-A\nParágrafo único", "art1 art1_par1 art1_par1-1 art1_par1u"),
        ("Art. 1º\nI\nXLIX\nII-A", "art1 art1_cpt_inc1 art1_cpt_inc49 art1_cpt_inc2-1"),
        ("Art. 1º\n§ 2º\nI", "art1 art1_par2 art1_par2_inc1"),
        ("Art. 1º\na)\nz)\naa)", "art1 art1_cpt_ali1 art1_cpt_ali26 art1_cpt_ali27"),
        ("Art. 1º\nI\ni)", "art1 art1_cpt_inc1 art1_cpt_inc1_ali9"),
        ("Art. 1º\nI\na)\n1.\n2)\nb)\nII", ("art1 art1_cpt_inc1 art1_cpt_inc1_ali1 "
         "art1_cpt_inc1_ali1_ite1 art1_cpt_inc1_ali1_ite2 art1_cpt_inc1_ali2 art1_cpt_inc2")),
        (("PARTE GERAL\nLIVRO II\nTÍTULO I\nCAPÍTULO ÚNICO\nSeção I-A\nSubseção II\nArt. 5º\n"
         "CAPÍTULO II"), ("prt1 prt1_liv2 prt1_liv2_tit1 prt1_liv2_tit1_cap1u "
         "prt1_liv2_tit1_cap1u_sec1-1 prt1_liv2_tit1_cap1u_sec1-1_sub2 art5 prt1_liv2_tit1_cap2")),
        ("PARTE ESPECIAL\nPARTE TERCEIRA", "prt2 prt3"),
        ("Art. 1º\nANEXO I\nCAPÍTULO I\nArt. 1º\n§ 1º\nADT\nArt. 1º", ("art1 anexo1_cap1 "
         "anexo1_art1 anexo1_art1_par1 adt1u_art1")),
        ("art4_cpt_inc1\nart31_par1u", "art4_cpt_inc1 art31_par1u"),
        ("AGRUPAMENTO: Das multas", "agh:DAS MULTAS"),
        ("Art. 1º\nArt. 1º\nI", "art1 art1_rep2 art1_rep2_cpt_inc1"),
    ],
)  # fmt: skip
def test_labels_make_the_ids_of_lexml(tmp_path: Path, lines: str, expected: str) -> None:
    assert ids(tmp_path, lines) == expected.split(" " if "agh" not in expected else "\n")


def test_indentation_remarks_and_blank_lines_mean_nothing(tmp_path: Path) -> None:
    flat = "Art. 1º: a\nI: b\na): c\nI > d\n"
    airy = "# x\n\n    Art. 1º:   a\nI: b\n\n   # y\n\t\ta): c\n I  >  d\n"
    assert read_gold(written(tmp_path, flat)) == read_gold(written(tmp_path, airy))


def test_a_text_is_whole_whatever_signs_it_has(tmp_path: Path) -> None:
    (one,) = read_gold(written(tmp_path, "Art. 71: A taxa: 5 > 3, às 10:30 #1\n"))
    assert one == Entry("art71", "A taxa: 5 > 3, às 10:30 #1", "")


def test_no_text_is_not_an_empty_text(tmp_path: Path) -> None:
    assert [one.text for one in read_gold(written(tmp_path, "Art. 1º\nArt. 2º:\n"))] == [None, ""]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Art. 1º: a\nde táxi;\n", 2),
        ("Art. 1º - A taxa\n", 1),
        ("§\n", 1),
        ("Art. 1º\nII > fim\n", 2),
        ("I > fim\n", 1),
        ("AGRUPAMENTO:\n", 1),
        ("art6_cpt_dpg1\n", 1),
        ("", None),
        ("# só um comentário\n", None),
    ],
)
def test_what_is_no_outline_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int | None
) -> None:
    with pytest.raises(InputError) as caught:
        read_gold(written(tmp_path, text))
    assert (caught.value.code, caught.value.line) == ("ENT020", line)


def test_an_outline_written_is_read_back(tmp_path: Path) -> None:
    entries = (
        Entry("agh:DAS MULTAS", "DAS MULTAS", ""),
        Entry("art1", "São:", "e outras."),
        Entry("art1_cpt_inc1", None),
        Entry("adt1u_art1", "a: b", ""),
        Entry("adt1u_art1_rep2", "c", ""),
    )
    assert read_gold(written(tmp_path, write_outline(entries))) == entries


# ── LexML ────────────────────────────────────────────────────────────────────────────────────

XML = """\
<LexML xmlns="http://www.lexml.gov.br/1.0"><Norma><Articulacao>
<Capitulo id="cap1"><Rotulo>CAPÍTULO I</Rotulo><NomeAgrupador>Das <i>taxas</i></NomeAgrupador>
<Artigo id="art1"><Rotulo>Art. 1º</Rotulo><Caput id="art1_cpt"><p>São
   taxas:</p><Inciso id="art1_cpt_inc1"><Rotulo>I –</Rotulo><p>de <b>táxi</b>;</p></Inciso></Caput>
<Paragrafo id="art1_par1u"><Rotulo>Parágrafo único.</Rotulo><p>É anual.</p></Paragrafo></Artigo>
<Artigo id="art2"><Caput id="art2_cpt"><p>A Lei passa a ser:</p><Alteracao id="art2_cpt_alt1">
<Artigo id="art2_cpt_alt1_art9"><Caput id="art2_cpt_alt1_art9_cpt"><p>Outra.</p></Caput></Artigo>
</Alteracao></Caput></Artigo></Capitulo></Articulacao></Norma></LexML>
"""


def test_lexml_is_read_with_its_ids_and_texts(tmp_path: Path) -> None:
    found = {one.id: one.text for one in read_gold(written(tmp_path, XML, "lei.xml"))}
    assert found == {
        "cap1": "Das taxas", "art1": "São taxas:", "art1_cpt_inc1": "de táxi;",
        "art1_par1u": "É anual.", "art2": "A Lei passa a ser:",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["<LexML>", "<LexML/>", "<LexML><Artigo/></LexML>", "<a>\0</a>"])
def test_what_is_no_lexml_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError) as caught:
        read_gold(written(tmp_path, text, "lei.xml"))
    assert caught.value.code == "ENT020"


def test_a_gold_in_another_encoding_or_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes("Art. 1º: São\n".encode("latin-1"))
    for name, code in (("latin.txt", "ENT020"), ("nada.txt", "ENT001")):
        with pytest.raises(InputError) as caught:
            read_gold(tmp_path / name)
        assert caught.value.code == code


# ── measures ─────────────────────────────────────────────────────────────────────────────────


def compared(made: dict[str, str], gold: dict[str, str | None], *apart: str) -> Score:
    return measure(
        [Entry(name, text, "") for name, text in made.items()],
        [Entry(name, text) for name, text in gold.items()],
        frozenset(apart),
    )


def test_precision_recall_and_f1_by_kind() -> None:
    found = compared(
        {"art1": "", "art2": "", "art3": "", "art1_par1": ""},
        {"art1": None, "art2": None, "art4": None, "art5": None, "art1_cpt_inc1": None},
    )
    articles = found.groups["artigos"]
    assert (articles.precision, articles.recall) == (2 / 3, 2 / 4)
    assert articles.f1 == pytest.approx(2 * (2 / 3) * (2 / 4) / (2 / 3 + 2 / 4))
    paragraphs, items = found.groups["paragrafos"], found.groups["itens"]
    assert (paragraphs.precision, paragraphs.recall, paragraphs.f1) == (0, None, 0)
    assert (items.precision, items.recall, items.f1) == (None, None, None)
    assert found.all == Counts(made=4, gold=5, both=2)
    assert found.lost == ("art4", "art5", "art1_cpt_inc1")
    assert found.invented == ("art3", "art1_par1")
    assert found.lowest == 0


def test_a_sole_device_is_a_first_one_and_an_item_without_an_alinea_is_one() -> None:
    assert compared({"art1_par1u": ""}, {"art1_par1": None}).all.f1 == 1
    assert same("art7_par1_ite1") == same("art7_par1_ali1")
    assert same("art7_par1_inc1_ali1_ite1") == "art7_par1_inc1_ali1_ite1"
    assert same("art7_par11") == "art7_par11"
    assert group_of("art16_rep2") == "artigos"
    assert group_of("art359-13-1_par1-1") == "paragrafos"


@pytest.mark.parametrize(
    ("made", "gold", "distance", "at"),
    [
        ("A taxa é anual.", "A taxa é anual;", 1, 14),
        ("A taxa", "A taxa é", 2, 6),
        ("taxa", "A taxa", 2, 0),
        ("gato", "rata", 2, 0),
        ("", "abc", 3, 0),
    ],
)
def test_accuracy_is_one_less_the_edits_a_character_of_the_gold(
    made: str, gold: str, distance: int, at: int
) -> None:
    found = compared({"art1": made, "art2": "igual"}, {"art1": gold, "art2": "igual"})
    (one,) = found.different
    assert (one.distance, one.at) == (distance, at)
    assert found.texts == Texts(2, 1, len(gold) + 5, distance)
    assert found.texts.accuracy == 1 - distance / (len(gold) + 5)


def test_white_space_and_accents_written_apart_are_no_difference() -> None:
    assert compared({"art1": "a\n taxa  é"}, {"art1": " a taxa e\u0301 "}).different == ()


def test_a_text_that_the_gold_does_not_give_is_not_compared() -> None:
    found = compared({"art1": "A taxa"}, {"art1": None})
    assert found.texts.accuracy is None
    assert found.lowest == 1


def test_a_closing_text_counts_and_its_loss_too() -> None:
    made, gold = Entry("art1", "São:", ""), Entry("art1", "São:", "todas.")
    assert measure([made], [gold]).texts == Texts(2, 1, 10, 6)
    assert measure([gold], [made]).texts == Texts(2, 1, 4, 6)
    assert measure([gold], [made]).texts.accuracy == 0  # never less


def test_what_stands_apart_is_neither_lost_nor_invented_nor_compared() -> None:
    found = compared(
        {"art1": "a", "art3": "c"}, {"art1": "b", "art2": "b"}, "art1", "art2", "art3", "art9"
    )
    assert (found.lost, found.invented, found.different) == ((), (), ())
    assert found.all == Counts(1, 1, 1)


# ── the command ──────────────────────────────────────────────────────────────────────────────


def test_a_perfect_compilation(law: Path, gold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", str(law), str(gold), "--minimo", "1"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1].startswith("textos: exatidão 1,0000 (0 de 51 caracteres; 5 de 5")
    assert "perdidos" not in out


def test_faults_are_shown_and_a_limit_fails(
    law: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worse = written(tmp_path, GOLD.replace("de feira.", "de feiras.") + "Art. 3º\n")
    assert run(["score", str(law), str(worse)]) == 0
    out = capsys.readouterr().out
    assert "perdidos (1): art3" in out
    assert "art1_cpt_inc2 (distância 1, na posição 8)" in out
    assert "gabarito: de feiras." in out
    assert run(["score", str(law), str(worse), "--minimo", "0.8"]) == 0
    assert run(["score", str(law), str(worse), "--minimo", "0.98"]) == 1
    spared = ["--exceto", "art3", "--exceto", "art1_cpt_inc2"]
    assert run(["score", str(law), str(worse), "--minimo", "1", *spared]) == 0


def test_json_holds_all_of_it(
    law: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worse = written(tmp_path, GOLD.replace("anual", "mensal").replace("Art. 2º", "Art. 3º"))
    assert run(["score", str(law), str(worse), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["norma"] == "lei"
    assert data["tipos"]["artigos"] == {
        "gabarito": 2, "compilados": 2, "comuns": 1, "precisao": 0.5, "revocacao": 0.5, "f1": 0.5,
    }  # fmt: skip
    assert data["tipos"]["itens"]["f1"] is None
    assert (data["perdidos"], data["inventados"]) == (["art3"], ["art2"])
    (one,) = data["diferentes"]
    assert one == {
        "id": "art1_par1u", "distancia": 3, "posicao": 9,
        "gabarito": "A taxa é mensal.", "compilado": "A taxa é anual.",
    }  # fmt: skip


def test_a_catalogue_is_compared_as_its_norm_is(
    law: Path, gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["build", str(law), "--no-site", "--out", str(tmp_path / "build")]) == 0
    capsys.readouterr()
    assert run(["score", str(law), str(gold), "--json"]) == 0
    compiled = capsys.readouterr().out
    assert run(["score", str(tmp_path / "build/catalogo/lei.json"), str(gold), "--json"]) == 0
    assert capsys.readouterr().out == compiled


def test_a_measure_is_never_rounded_up(capsys: pytest.CaptureFixture[str]) -> None:
    from pipeline.score import score_data

    text = "a" * 99_999
    found = compared({"art1": text + "b"}, {"art1": text + "c"})
    assert score_data(found)["textos"]["exatidao"] == 0.9999


def test_a_long_list_is_cut_and_says_so(
    law: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = written(tmp_path, GOLD + "".join(f"Art. {n}\n" for n in range(10, 40)))
    assert run(["score", str(law), str(many)]) == 0
    assert "… mais 10; todos com --verbose ou --json" in capsys.readouterr().out
    assert run(["score", str(law), str(many), "--verbose"]) == 0
    assert "art39" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["lei.txt"], ["nada.txt", "gabarito.txt"], ["lei.txt", "x"]])
def test_a_call_that_names_nothing_is_unusable(
    law: Path, gold: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(law.parent)
    assert run(["score", *arguments]) == 2


def test_a_norm_of_raw_is_judged_as_acts_changed_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        "lei-5-2001": "LEI Nº 5, DE 3 DE MAIO DE 2001 (norma fictícia)\nArt. 1º O selo é azul.\n",
        "lei-9-2021": "LEI Nº 9, DE 10 DE MARÇO DE 2021 (ato fictício)\n"
        "Art. 1º O art. 1º da Lei nº 5, de 3 de maio de 2001, passa a vigorar com a redação:\n"
        "“Art. 1º O selo é roxo.” (NR)\n"
        "Art. 2º Esta Lei entra em vigor na data de sua publicação.\n",
    }
    for name, text in texts.items():
        (tmp_path / "raw" / name).mkdir(parents=True)
        (tmp_path / "raw" / name / "lei.txt").write_text(text, encoding="utf-8")
    gold = tmp_path / "gabarito.txt"
    gold.write_text("Art. 1º: O selo é roxo.\n", encoding="utf-8")
    asked = ["score", "lei-5-2001", str(gold), "--raw", str(tmp_path / "raw"), "--minimo", "1"]
    assert run(asked) == 0
    assert run([*asked, "--em", "2021-03-09"]) == 1
    capsys.readouterr()


def test_limits_of_a_call(law: Path, gold: Path) -> None:
    assert run(["score", str(law), str(gold), "--minimo", "2"]) == 2
    assert run(["score", str(law), str(gold), "--max-caracteres", "5"]) == 2
