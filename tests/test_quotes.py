"""What an amending act quotes is not its own, however its quotation is set.

The quotations are of invented acts, but for the state law of `data/`, which is real.
"""

from pathlib import Path

import pytest

from pipeline.api import compile_norm
from pipeline.extract import extract
from pipeline.model import Catalogo
from pipeline.normalise import normalise
from pipeline.normalise.quotes import Signs, quotations
from pipeline.sources import load_source

DATA = Path(__file__).parent / "data"
COMMAND = "Art. 1º A Lei nº 5 passa a vigorar com a seguinte redação:"
END = ["Art. 2º Fim.", "Art. 3º Revoga-se a Lei nº 4."]


def found(*lines: str) -> list[tuple[int, int, Signs]]:
    return [(one.first, one.behind, one.signs) for one in quotations(lines)]


def compiled(lines: list[str], folder: Path) -> Catalogo:
    path = folder / "norma.txt"
    path.write_text("\n".join(["LEI Nº 8, DE 3 DE MAIO DE 2017", *lines, ""]), encoding="utf-8")
    return compile_norm(path).catalogue


def articles(catalogue: Catalogo) -> list[str]:
    return [one.id for one in catalogue.dispositivos]


@pytest.mark.parametrize("pair", ["“”", "«»", '""', "‘’", "''", "””", '“"'])
@pytest.mark.parametrize("mark", ["", " (NR)", " (N.R.)", " (AC).", ";"])
def test_every_kind_of_quotes_holds_what_it_quotes(pair: str, mark: str) -> None:
    quoted = [f"{pair[0]}Art. 6º Um:", "I - dois;", f"II - três.{pair[1]}{mark}"]
    assert found(COMMAND, *quoted, *END) == [(1, 4, Signs.PAIRED)]


def test_the_mark_may_stand_inside_the_quotes() -> None:
    assert found(COMMAND, "“Art. 6º Um.", "........ (NR)”", *END) == [(1, 3, Signs.PAIRED)]


def test_a_quotation_may_open_behind_the_command_on_its_line() -> None:
    lines = ["Art. 1º Acrescente-se à Lei nº 5: “Art. 7º Um:", "I - dois.”"]
    assert found(*lines, *END) == [(1, 2, Signs.PAIRED)]
    assert found("Art. 1º Acrescente-se à Lei nº 5: “Art. 7º Um.”", *END) == []


def test_words_in_quotes_open_no_quotation() -> None:
    assert found("Art. 1º Marca d’água é 'visível' quando:", '"clara" ou “baça”.', *END) == []
    assert found("Art. 1º Troca-se, na Lei nº 5, “táxi” por “moto”.", *END) == []


@pytest.mark.parametrize("last", ["§ 1º Três. (NR)", "§ 1º Três."])
def test_without_the_closing_sign_the_next_article_is_not_lost(last: str) -> None:
    assert found(COMMAND, "“Art. 6º Um.", last, *END) == [(1, 3, Signs.OPEN)]


def test_the_closing_sign_of_a_later_quotation_closes_no_earlier_one() -> None:
    later = "Art. 2º Na Lei nº 6, troca-se a palavra pela palavra “táxi”."
    assert found(COMMAND, "“Art. 6º Um.", later, "Art. 3º Fim.") == [(1, 2, Signs.OPEN)]


def test_a_last_article_without_the_closing_sign_keeps_all(tmp_path: Path) -> None:
    lines = [COMMAND, "“Art. 6º Um.", "Art. 7º Dois.", "Vila Azul, 3 de maio de 2017.", "FULANA"]
    catalogue = compiled(lines, tmp_path)
    assert articles(catalogue) == ["art1"]
    assert catalogue.norma.fecho is not None
    error = next(one for one in catalogue.diagnosticos if one.codigo == "REC002")
    assert (error.nivel, error.dispositivo) == ("erro", "art1")
    assert "artigo 1º" in error.mensagem


def test_a_stray_sign_before_an_own_article_takes_no_other_along() -> None:
    assert found("Art. 1º Um.", "'Art. 2º Dois.", "Art. 3º Três.") == [(1, 2, Signs.OPEN)]


def test_what_is_quoted_may_have_the_numbers_of_the_act() -> None:
    quoted = ["“Art. 2º Um.", "Art. 3º Dois.” (NR)"]
    assert found(COMMAND, *quoted, *END) == [(1, 3, Signs.PAIRED)]


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        (COMMAND, ["Art. 6º Um:", "I - dois. (NR)"]),
        (COMMAND, ["Art. 2º Um. (NR)"]),
        (COMMAND, ["Art. 6º Um.", "Art. 7º Dois."]),
        ("Art. 1º O inciso I do art. 9º da Lei nº 5 tem nova redação:", ["I - dois. (NR)"]),
    ],
    ids=["marked", "the act's next number", "no mark", "an inciso"],
)
def test_without_any_sign_the_command_and_the_mark_tell(command: str, quoted: list[str]) -> None:
    behind = 1 + len(quoted)
    assert found(command, *quoted, *END) == [(1, behind, Signs.NONE)]


@pytest.mark.parametrize(
    "lines",
    [
        ["Art. 1º São isentos, na redação que a lei lhes dá:", "I - um;", "II - dois.", *END],
        ["Art. 1º A Lei nº 5 passa a vigorar com as alterações:", "I - o art. 2º cai;", *END],
        ["Art. 1º São deveres:", "I - um. (NR)", *END],
        ["Art. 1º A Lei nº 5 passa a vigorar assim:", "Art. 2º Um.", "Art. 3º Dois."],
    ],
    ids=["a list", "a list of commands", "a marked list", "the act's own articles"],
)
def test_without_any_sign_nothing_is_guessed(lines: list[str]) -> None:
    assert found(*lines) == []


def test_the_real_act_has_two_articles_of_its_own() -> None:
    catalogue = compile_norm(DATA / "tocantins-lei-4791-2025.txt").catalogue
    assert articles(catalogue) == ["art1", "art2"]
    text = catalogue.dispositivos[0].texto or ""
    assert text.count("Art. 5º-") == 2
    assert text.endswith("(NR)”")
    assert (catalogue.dispositivos[1].texto or "").endswith("publicação.")


def test_quoted_lines_are_known_in_the_normal_text() -> None:
    source = load_source(DATA / "tocantins-lei-4791-2025.txt")
    lines = normalise(extract(source), source).lines
    quoted = [line for line in lines if line.quoted]
    assert (quoted[0].spot.line, quoted[-1].spot.line) == (13, 32)
    assert {line.device for line in quoted} == {"art1"}
    assert len(quoted) == 20


def test_a_second_wording_of_an_article_is_no_quotation() -> None:
    lines = [
        "Art. 24. O imposto da Lei nº 5 será acrescido de:",
        "Art. 24. A multa é de:",
        "I - um.",
    ]
    assert found("Art. 23. Um.", *lines, "Art. 25. Fim.") == []
