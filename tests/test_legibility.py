"""Garbage of every kind is named and refuses the norm; odd pages that are good are left in peace."""

import json
from pathlib import Path

import pytest

from pipeline import compile_norm
from pipeline.cli import run
from pipeline.legibility import fault, language, quality
from tests.record import load

ROOT = Path(__file__).parent
HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"
PAGE = """\
Art. 2º O transporte de escolares será feito por veículo vistoriado, conduzido por motorista
habilitado na categoria própria, com o acompanhamento de monitor maior de idade.
§ 1º A vistoria do veículo é semestral e compete ao órgão municipal de trânsito, que dela dará
recibo ao interessado no prazo de dez dias.
§ 2º O veículo reprovado não poderá transportar alunos até que seja sanada a irregularidade.
Art. 3º A inobservância do disposto nesta Lei sujeita o infrator à multa de trinta reais por aluno
transportado, sem prejuízo das demais sanções cabíveis.
"""
"""Of an invented act."""


def shifted(text: str, by: int) -> str:
    """Each letter another one, the same number of places further in the alphabet."""
    return "".join(
        chr((ord(sign) - first + by) % 26 + first)
        if sign.isascii() and sign.isalpha() and (first := ord("a" if sign.islower() else "A"))
        else sign
        for sign in text
    )


GARBAGE = {
    **{f"letters shifted by {by}": shifted(PAGE, by) for by in range(1, 26)},
    "glyph numbers taken for letters": "".join(
        chr(ord(sign) - 29) if "A" <= sign <= "z" else sign for sign in PAGE
    ),
    "a font without a table": "".join(chr(ord(sign) % 31 + 1) if sign.strip() else sign for sign in PAGE),
    "replacement signs": "".join("\ufffd" if sign.isalpha() else sign for sign in PAGE),
    "private glyphs": "".join(chr(0xE000 + ord(sign) % 200) if sign.strip() else sign for sign in PAGE),
    "codes of glyphs": "".join(f"(cid:{ord(sign) % 90})" if sign.strip() else sign for sign in PAGE),
    "symbols": "".join("♠♣♥♦◊∑√∫≈∆"[ord(sign) % 10] if sign.strip() else sign for sign in PAGE),
    "parted letters": "\n".join(" ".join(row.replace(" ", "")) for row in PAGE.splitlines()),
    "read upside down": "oaoog u ocroo noq oopuiofOroxo o sopoou Stj oco ototoxoh cazopmxsTUTnpv "
    "go otojaid op ocwcogocwdv so odpidTOTtmx oopixtojcoos oo optunoox ouxowofoTOtd xptop " * 3,
    "words broken by bad recognition": PAGE.replace("escolares", "en^regos").replace("veículo", "vE1cUlo9a")
    .replace("Art", "~rt").replace("monitor", "mon■tor"),
}  # fmt: skip


@pytest.mark.parametrize("kind", GARBAGE)
def test_garbage_is_seen(kind: str) -> None:
    text = GARBAGE[kind]
    assert fault(text, quality(text))


@pytest.mark.parametrize(
    "kind", ["letters shifted by 3", "codes of glyphs", "symbols", "parted letters"]
)
@pytest.mark.parametrize(
    "good", [HEAD + "Art. 1º Um.\n\f", "\f".join((HEAD + "Art. 1º Um.", PAGE, ""))]
)
def test_a_norm_with_a_page_of_garbage_is_refused_whole_unless_accepted_by_name(
    tmp_path: Path, kind: str, good: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "lei-7-2017.txt", tmp_path / "build"
    file.write_text(good + GARBAGE[kind], encoding="utf-8")
    page = good.count("\f") + 1
    call = ["build", str(file), "--no-site", "--out", str(out)]
    assert run(call) == 1
    assert f"a página {page} não é legível" in " ".join(capsys.readouterr().err.split())
    assert not (out / "catalogo" / "lei-7-2017.json").exists()
    refused = json.loads((out / "rejeitados" / "lei-7-2017.json").read_text(encoding="utf-8"))
    methods = [one["metodo"] for one in refused["fonte"]["paginas"]]
    assert methods == ["texto"] * (page - 1) + ["ilegivel"]
    codes = {one["codigo"] for one in refused["diagnosticos"] if one["nivel"] == "erro"}
    accepted = [f"--aceitar={code}" for code in sorted(codes)]
    assert "EXT002" in codes
    assert run([*call, *accepted]) == 0
    kept = json.loads((out / "catalogo" / "lei-7-2017.json").read_text(encoding="utf-8"))
    [found] = [one for one in kept["diagnosticos"] if one["codigo"] == "EXT002"]
    assert (found["aceito"], found["origem"][0]["pagina"]) == (True, page)


NUMBERS = "\n".join(f"{n} {n * 7},00 {n * 3}% 12/{n:02}/2017 R$ {n}.000,00" for n in range(10, 40))
NAMES = "\n".join(
    f"{name} Wlodarczyk {n:03}.{n:03}" for n in range(100, 104)
    for name in ("João da Silva", "Maria de Souza", "José dos Santos", "Ana e Paula")
)  # fmt: skip
CODES = "\n".join(f"Enfermeiro PMG-ANS-ENF{n} 44h ABC-1D23 NBR 15.{n} 3x220V" for n in range(30))
FORM = "Nome: ______________________\nRG: ____________ CPF: ___________\nData: __/__/____\n" * 8
CONTENTS = "\n".join(f"CAPÍTULO {n} Das Disposições {'.' * 80} {n}" for n in range(30))


@pytest.mark.parametrize(
    "text",
    [
        PAGE,
        NUMBERS,
        NAMES,
        CODES,
        FORM,
        CONTENTS,
        "",
        "XKRTZ 2023",
        "(cid:12)scal " + PAGE,
        "• " + PAGE,
    ],
    ids=[
        "prose",
        "numbers",
        "names",
        "codes",
        "form",
        "contents",
        "nothing",
        "stamp",
        "a code",
        "bullet",
    ],
)
def test_an_odd_page_is_no_garbage(text: str) -> None:
    assert fault(text, quality(text)) is None


def test_no_page_of_a_real_law_is_garbage_or_foreign() -> None:
    pages = ["\n".join(page) for page in load()]
    pages += [(ROOT / "data" / "ctb-capitulo-xv.txt").read_text(encoding="utf-8")]
    assert len(pages) == 14
    for text in pages:
        assert fault(text, quality(text)) is None
        assert language(text) is None


FOREIGN = {
    "espanhol": "El presente convenio se aplica a los transportes de la región, y los vehículos que en "
    "él se mencionan serán los de las autoridades de la provincia. ",
    "inglês": "The provisions of this section shall apply to the transport of pupils by any vehicle that "
    "is registered in the county, and to the persons in charge of it. ",
    "francês": "Le présent article est applicable aux véhicules de transport des élèves dans les communes "
    "de la région, et les autorités en sont informées par le maire. ",
    "italiano": "Il presente articolo si applica ai veicoli della provincia che sono in servizio, e le "
    "autorità del comune ne sono informate dal sindaco con la lettera. ",
}


@pytest.mark.parametrize("named", FOREIGN)
def test_another_language_is_named_and_refuses_nothing(tmp_path: Path, named: str) -> None:
    text = FOREIGN[named] * 4
    assert language(text) == named
    file = tmp_path / "lei-7-2017.txt"
    file.write_text(f"{HEAD}Art. 1º Fica aprovado o convênio anexo.\n\f{text}", encoding="utf-8")
    compilation = compile_norm(file)
    [found] = [one for one in compilation.diagnostics if one.code == "EXT023"]
    assert found.message == f"a página 2 parece escrita em {named}"
    assert found.nivel == "aviso"
    assert compilation.publishable


@pytest.mark.parametrize("text", [PAGE, NUMBERS, NAMES, "El la los " * 5, ""])
def test_portuguese_and_what_is_too_short_is_not_foreign(text: str) -> None:
    assert language(text) is None
