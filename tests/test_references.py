"""References: what each kind of words leads to, in invented norms (LC 95/1998, art. 11, II, g)."""

from pathlib import Path

import pytest

from pipeline.api import compile_norm

HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
NORM = HEAD + (
    "Art. 1º São taxas:\n"
    "I - a de vistoria;\n"
    "II - a de selo, salvo a do {words}.\n"
    "Parágrafo único. São isentas:\n"
    "I - a escola;\n"
    "II - a creche, como diz o {words}.\n"
    "Art. 2º O prazo é o do {words}.\n"
)


def references(tmp_path: Path, text: str) -> list[tuple[str, str, str | None, str]]:
    path = tmp_path / "norma.txt"
    path.write_text(text, encoding="utf-8")
    found = compile_norm(path).catalogue.remissoes
    return [(one.de, one.texto, one.alvo, one.estado) for one in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "inciso anterior",
            [
                ("art1_cpt_inc2", "art1_cpt_inc1", "resolvida"),
                ("art1_par1u_inc2", "art1_par1u_inc1", "resolvida"),
            ],
        ),
        (
            "artigo anterior",
            [("art2", "art1", "resolvida")],
        ),
        (
            "inciso I",
            [
                ("art1_cpt_inc2", "art1_cpt_inc1", "resolvida"),
                ("art1_par1u_inc2", "art1_par1u_inc1", "resolvida"),
                ("art2", None, "nao_resolvida"),
            ],
        ),
        (
            "art. 2º",
            [
                ("art1_cpt_inc2", "art2", "resolvida"),
                ("art1_par1u_inc2", "art2", "resolvida"),
                ("art2", "art2", "resolvida"),
            ],
        ),
    ],
)
def test_a_reference_leads_to_the_device_it_names(
    tmp_path: Path, words: str, expected: list[tuple[str, str | None, str]]
) -> None:
    found = references(tmp_path, NORM.format(words=words))
    assert [(de, alvo, estado) for de, _, alvo, estado in found] == expected


@pytest.mark.parametrize(
    ("words", "targets"),
    [
        ("art. 9º desta Lei", [("art9", "quebrada")]),
        ("art. 9º", [(None, "nao_resolvida")]),
        ("arts. 1º e 9º", [("art1", "resolvida"), ("art9", "quebrada")]),
        ("art. 9º-B desta Lei", [("art9-2", "quebrada")]),
        ("inciso I do art. 1º", [("art1", "resolvida")]),
        ("art. 1º, inciso I", [("art1", "resolvida")]),
        ("arts. 1º a 3º", [("art1", "resolvida"), ("art2", "resolvida"), ("art3", "quebrada")]),
        ("art. 1º, § 3º, do seu Ato das Disposições Transitórias", []),
        ("art. 1º da lei processual", []),
        ("inciso IIX", []),
        ("art. 1º da Lei nº 5, de 3 de maio de 2001", [(None, "nao_resolvida")]),
        ("art. 1º do Código Civil", []),
        ("caput deste artigo", [("art2_cpt", "resolvida")]),
        ("disposto nesta Seção IV", [("sec4", "quebrada")]),
        ("texto “art. 9º desta Lei”", []),
    ],
)
def test_only_words_that_name_this_norm_break(
    tmp_path: Path, words: str, targets: list[tuple[str | None, str]]
) -> None:
    text = HEAD + f"Art. 1º O selo é anual.\nArt. 2º O prazo é o do {words}.\n"
    assert [(alvo, estado) for _, _, alvo, estado in references(tmp_path, text)] == targets


def test_two_references_of_one_sentence_are_both_read(tmp_path: Path) -> None:
    text = NORM.format(words="inciso I, e não a do inciso II")
    words = [(texto, alvo) for de, texto, alvo, _ in references(tmp_path, text) if de != "art2"]
    assert words == [
        ("inciso I", "art1_cpt_inc1"),
        ("inciso II", "art1_cpt_inc2"),
        ("inciso I", "art1_par1u_inc1"),
        ("inciso II", "art1_par1u_inc2"),
    ]


def test_an_excerpt_accuses_nobody_of_what_it_lacks(tmp_path: Path) -> None:
    text = "Art. 12. O selo é anual.\nArt. 13. O prazo é o do art. 3º desta Lei.\n"
    assert references(tmp_path, text) == [("art13", "art. 3º", None, "nao_resolvida")]


def test_a_range_names_what_lies_between(tmp_path: Path) -> None:
    incisos = "".join(f"{roman} - a taxa {roman};\n" for roman in ("I", "II", "III", "IV"))
    text = f"{HEAD}Art. 1º São taxas:\n{incisos}§ 1º São anuais as dos incisos I a III e V.\n"
    found = [(alvo, estado) for _, _, alvo, estado in references(tmp_path, text)]
    assert found == [
        ("art1_cpt_inc1", "resolvida"),
        ("art1_cpt_inc2", "resolvida"),
        ("art1_cpt_inc3", "resolvida"),
        ("art1_cpt_inc5", "quebrada"),
    ]
