"""The loop of the codes is closed: each is listed, explained, said by one place of the compiler,
and brought about by a case.

Explained is `test_code_pages`, and what the case files say is `test_cases`; here stand the codes
that need more than a text: reviewed data, a PDF, a call.
"""

import ast
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from dataclasses import replace
from datetime import date
from functools import cache
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PIL import Image

from pipeline.api import compile_norm, load_catalogue
from pipeline.artefacts import BREAK, Compiled, NormalLine, NormalText
from pipeline.build import Options, build_all
from pipeline.check.text import check_conservation
from pipeline.cli import run
from pipeline.codes import CODES
from pipeline.diagnostics import InputError
from pipeline.extract import extract
from pipeline.extract.tesseract import Tesseract
from pipeline.labels import exact_reading
from pipeline.limits import Limits
from pipeline.normalise import normalise
from pipeline.parse import parse
from pipeline.score import read_gold
from pipeline.sources import load_source, read_publication
from pipeline.spans import Spot
from pipeline.stages import Compilation, compile_source
from pipeline.together import compile_together
from tests.amendment_cases import load as amendments
from tests.amendment_cases import write
from tests.bad_files import (
    GARBAGE,
    LAW,
    law_pdf,
    scanned,
    that_hangs,
    with_scripts_and_attachments,
)
from tests.case_files import load
from tests.pdf_maker import DrawnLine, DrawnPage, DrawnRule, draw, width_of
from tests.scans import StandIn, Turned, scan

ROOT = Path(__file__).parent.parent
HEAD = "LEI Nº 7, DE 3 DE MAIO DE 2017\n"


@cache
def said_in(code: str) -> list[str]:
    """The modules that name a code, apart from the table."""
    return [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "pipeline").rglob("*.py"))
        if path.name != "codes.py" and code in strings(path)
    ]


@cache
def strings(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_said_somewhere(code: str) -> None:
    assert said_in(code), f"{code} is in the table, and nothing says it"


# ── what brings a code about, where no case file does ────────────────────────────────────────


Trigger = Callable[[Path], set[str]]
"""Makes an invented input in a folder, and gives the codes that it is answered with."""


def refused(call: Callable[[], object]) -> set[str]:
    with pytest.raises(InputError) as caught:
        call()
    return {caught.value.code}


def file(content: bytes, name: str = "lei.pdf") -> Trigger:
    """A file that can't be read at all."""

    def trigger(folder: Path) -> set[str]:
        (folder / name).write_bytes(content)
        return refused(lambda: compile_norm(folder / name))

    return trigger


def norm(text: str = HEAD + "Art. 1º A taxa e anual.\n", **beside: str) -> Callable[[Path], Path]:
    """An invented act in a folder of its own, with the reviewed files beside it."""

    def make(folder: Path) -> Path:
        own = folder / "lei-7-2017"
        own.mkdir()
        (own / "lei.txt").write_text(text, encoding="utf-8")
        for name, content in beside.items():
            (own / f"{name}.toml").write_text(content, encoding="utf-8")
        return own

    return make


def said(make: Callable[[Path], Path]) -> Trigger:
    """What is said of a norm that compiles."""
    return lambda folder: {one.code for one in compile_norm(make(folder)).diagnostics}


def stopped(make: Callable[[Path], Path]) -> Trigger:
    """Reviewed files that can't be read."""
    return lambda folder: refused(lambda: compile_norm(make(folder)))


def a_page(*more: DrawnLine, rules: Sequence[DrawnRule] = ()) -> Trigger:
    """An invented act on one page, and what is drawn below it."""
    act = [DrawnLine(HEAD.strip(), 60, 700), DrawnLine("Art. 1º O selo é azul.", 60, 670)]

    def trigger(folder: Path) -> set[str]:
        (folder / "lei.pdf").write_bytes(draw([DrawnPage([*act, *more], rules=rules)]))
        return {one.code for one in compile_norm(folder / "lei.pdf").diagnostics}

    return trigger


def a_page_of_garbage(folder: Path) -> set[str]:
    lines = [DrawnLine(GARBAGE, 60, 780 - 20 * n) for n in range(3)]
    (folder / "lei.pdf").write_bytes(draw([DrawnPage(lines)]))
    return {one.code for one in compile_norm(folder / "lei.pdf").diagnostics}


def with_password(folder: Path) -> set[str]:
    (folder / "lei.pdf").write_bytes(
        draw([DrawnPage([DrawnLine("Art. 1º", 60, 700)])], user_password="x")
    )
    return refused(lambda: compile_norm(folder / "lei.pdf"))


def an_image(folder: Path) -> set[str]:
    (folder / "lei.pdf").write_bytes(scanned(1))
    return {one.code for one in compile_norm(folder / "lei.pdf").diagnostics}


PAPER, BLOT = Image.new("L", (620, 877), 255), Image.new("L", (620, 877), 0)


def recognised(folder: Path, engine: StandIn, sheet: Image.Image = PAPER) -> set[str]:
    """What is said of a scan that an engine reads."""
    (folder / "lei.pdf").write_bytes(scan([sheet], dpi=75))
    compilation = compile_source(load_source(folder / "lei.pdf"), ocr=engine)
    return {one.code for one in compilation.diagnostics}


def without_the_program(folder: Path) -> set[str]:
    (folder / "lei.pdf").write_bytes(scan([PAPER], dpi=75))
    source = load_source(folder / "lei.pdf")
    return refused(lambda: extract(source, ocr=Tesseract(str(folder / "nada"))))


def with_an_attachment(folder: Path) -> set[str]:
    (folder / "lei.pdf").write_bytes(with_scripts_and_attachments(law_pdf()))
    return {one.code for one in compile_norm(folder / "lei.pdf").diagnostics}


def cut_at_its_end(folder: Path) -> set[str]:
    (folder / "lei.pdf").write_bytes(law_pdf()[:-20])
    return {one.code for one in compile_norm(folder / "lei.pdf").diagnostics}


def struck_without_a_reason(folder: Path) -> set[str]:
    lines = [HEAD.strip(), "Art. 1º A taxa é anual.", "Art. 2º A multa é de dez reais."]
    drawn = [DrawnLine(line, 60, 760 - 24 * n) for n, line in enumerate(lines)]
    stroke = DrawnRule(60, 715.5, 240, 715.5)
    (folder / "lei.pdf").write_bytes(draw([DrawnPage(drawn, rules=[stroke])]))
    return {one.code for one in compile_norm(folder / "lei.pdf").diagnostics}


def misset(folder: Path) -> set[str]:
    (folder / "site.toml").write_text('contato = "ninguém"', encoding="utf-8")
    return refused(lambda: read_publication(folder))


def two_of_one_name(folder: Path) -> set[str]:
    paths = [folder / name / "lei.txt" for name in ("um", "dois")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(HEAD, encoding="utf-8")
    report = build_all(paths, Options(folder / "build", folder / "raw", site=False))
    return {one.error.code for one in report.norms if one.error}


def a_file_where_the_output_goes(folder: Path) -> set[str]:
    (folder / "build").write_text("x", encoding="utf-8")
    path = norm()(folder)
    return refused(lambda: build_all([path], Options(folder / "build", folder, site=False)))


def a_day_before_the_norm(folder: Path) -> set[str]:
    path = norm()(folder)
    return refused(lambda: compile_norm(path, em=date(1900, 1, 1)))


def too_many_pages(folder: Path) -> set[str]:
    source = load_source(norm(HEAD + "\fArt. 1º A taxa é anual.\n")(folder))
    return refused(lambda: extract(source, limits=Limits(pages=1)))


def a_drawing_in_itself(folder: Path) -> set[str]:
    (folder / "lei.pdf").write_bytes(that_hangs())
    source = load_source(folder / "lei.pdf")
    return refused(lambda: extract(source, limits=Limits(seconds=1)))


def called(*arguments: str) -> Trigger:
    """A call that can't be answered; the code stands in what is printed."""

    def trigger(folder: Path) -> set[str]:
        with redirect_stderr(StringIO()) as printed:
            norm()(folder)
            assert run([*arguments]) == 2
        return {code for code in CODES if code in printed.getvalue()}

    return trigger


def no_catalogue(folder: Path) -> set[str]:
    (folder / "lei.json").write_text("{}", encoding="utf-8")
    return refused(lambda: load_catalogue(folder / "lei.json"))


def a_gold_that_is_none(folder: Path) -> set[str]:
    (folder / "gabarito.txt").write_text("Art. 1º: São taxas:\nde táxi;\n", encoding="utf-8")
    return refused(lambda: read_gold(folder / "gabarito.txt"))


LAST = (
    HEAD + "Art. 1º Não se deve correr:\nInfração - grave;\nPenalidade - multa.\n"
    "Art. 2º A taxa é paga no banco, em guia própria, até o dia dez de cada mês do ano.\n"
    "Art. 3º Cabe recurso.\n"
)


def built_after(text: str) -> Trigger:
    """What the second build of a norm says, whose file is another than that of the first."""

    def trigger(folder: Path) -> set[str]:
        path = norm(LAST)(folder)
        options = Options(folder / "build", folder / "raw", site=False)
        build_all([path], options)
        (path / "lei.txt").write_text(text, encoding="utf-8")
        [outcome] = build_all([path], options).norms
        assert outcome.compilation
        return {one.code for one in outcome.compilation.diagnostics}

    return trigger


def among(name: str) -> Trigger:
    """What is said of the norms of a case of amendments (`alteracoes/`)."""

    def trigger(folder: Path) -> set[str]:
        case = next(one for one in amendments() if one.name == name)
        outcomes = compile_together([load_source(path) for path in write(case, folder)])
        return {
            one.code
            for outcome in outcomes.values()
            if isinstance(outcome, Compilation)
            for one in outcome.diagnostics
        }

    return trigger


# What no input is known to bring about is shown on the artefact that a fault would leave.


def lost_characters(folder: Path) -> set[str]:
    """A normaliser that drops a line: here the tests' own hand does it."""
    source = load_source(norm()(folder))
    pages = extract(source)
    normal = normalise(pages, source)
    lame = SimpleNamespace(pages=pages, normal=replace(normal, lines=normal.lines[1:]))
    return {one.code for one in check_conservation(cast(Compiled, lame))}


def lines_with(text: str, label: str) -> set[str]:
    """What `parse` says of a line that `normalise` accepted as the head of a device."""
    lines = (
        NormalLine("Art. 1º Um.", Spot(1, 1), BREAK, exact_reading("Art. 1º ")),
        NormalLine(text, Spot(1, 2), BREAK, exact_reading(label)),
    )
    return {one.code for one in parse(NormalText(lines)).diagnostics}


ERRATUM = "[[errata]]\nid = 'a'\nde = {de!r}\npara = {para!r}\ntodas = true\nocorrencias = {n}\n"
ERRATUM += "motivo = 'acento'\ncerteza = {sure!r}\n"
REMARK = "[[observacoes]]\nid = 'b'\ntrecho = 'taxa e'\ntodas = true\nocorrencias = 1\n"
REMARK += "motivo = 'acento'\nclasse = {whose!r}\n"
FINED = "Infração - grave;\nPenalidade - multa.\n"
ADDRESSED = (
    HEAD + "CAPÍTULO I\nDOS DONOS\n"
    f"Art. 1º O dono não deve correr:\n{FINED}Art. 2º Não se deve parar:\n{FINED}"
)
DONO = "[[destinatarios]]\nid = 'dono'\nnome = 'dono'\ntermos = ['dono']\n"
GAPS = HEAD + "".join(f"Art. {n}. A taxa {n} é anual.\n" for n in (1, *range(10, 22)))

TRIGGERS: dict[str, Trigger] = {
    "VER002": struck_without_a_reason,
    "ENT022": file(
        (f"{HEAD}Art. 1º Um.\nLEI Nº 8, DE 4 DE MAIO DE 2017\nArt. 1º Dois.\n").encode(), "lei.txt"
    ),
    "ENT001": lambda folder: refused(lambda: compile_norm(folder / "nada.pdf")),
    "ENT002": lambda folder: refused(lambda: compile_norm(folder)),
    "ENT003": file(b""),
    "ENT004": file(b"<html><body>erro</body></html>"),
    "ENT005": file(b"%PDF-1.4\n1 0 obj"),
    "ENT006": with_password,
    "ENT007": stopped(norm(norma="uff = 'GO'\n")),
    "ENT008": stopped(norm(erratas="[[erratas]]\n")),
    "ENT009": two_of_one_name,
    "ENT010": a_file_where_the_output_goes,
    "ENT011": a_day_before_the_norm,
    "ENT012": too_many_pages,
    "ENT013": called("show", "art. 99", "--norma", "lei-7-2017"),
    "ENT014": called("explain", "ZZZ999"),
    "ENT015": no_catalogue,
    "ENT016": a_drawing_in_itself,
    "ENT017": called("serve", "--raw", ".", "--host", "a..b"),
    "ENT018": misset,
    "ENT019": stopped(norm(pontos="[[limite]]\n")),
    "ENT020": a_gold_that_is_none,
    "ENT021": without_the_program,
    "ENT023": called("add", "."),
    "EXT001": an_image,
    "EXT002": a_page_of_garbage,
    "EXT003": with_an_attachment,
    "EXT004": cut_at_its_end,
    "EXT005": said(norm(HEAD + "\f\fArt. 1º A taxa é anual.\n")),
    "EXT006": a_page(DrawnLine("Assinado por FULANA", 25, 300, 8, turn=90)),
    "EXT007": a_page(
        *(
            DrawnLine(text, x, 640 - 14 * n)
            for n, row in enumerate(
                [
                    ("Ana Lima, Prefeita do Lugar", "Rui Sá, Secretário de Obras"),
                    ("Eva Sol, Secretária da Saúde", "Ivo Luz, Secretário da Paz"),
                    ("Lia Mar, Secretária da Terra", "Leo Rio, Procurador-Geral"),
                    ("Noé Dias, Chefe da Guarda", "Bia Reis, Ouvidora-Geral"),
                ]
            )
            for x, text in zip((60, 320), row, strict=True)
        ),
    ),
    "EXT008": a_page(
        *(
            DrawnLine(text, x, 640 - 14 * n)
            for n, row in enumerate(
                [
                    ("Art. 2º Fica criada a taxa", "Art. 3º O prazo é de dez"),
                    ("de vistoria anual, que se", "dias úteis, contados da"),
                    ("paga até o fim do ano.", "data da notificação."),
                ]
            )
            for x, text in zip((60, 320), row, strict=True)
        ),
    ),
    "EXT009": a_page(DrawnLine("Art.2ºFicaproibidoestacionarnavia.", 60, 640)),
    "EXT010": a_page(
        DrawnLine("Art. 2", 60, 640),
        DrawnLine("o", 60 + width_of("Art. 2", 11), 644, 6),
        DrawnLine(" Fim.", 64 + width_of("Art. 2", 11), 640),
    ),
    "EXT011": a_page(
        DrawnLine("Art. 2º A taxa é de dez reais.", 60, 640), rules=[DrawnRule(60, 643, 120, 643)]
    ),
    "EXT012": a_page(
        DrawnLine("Art. 2º A taxa é anual e se", 60, 640),
        DrawnLine("Prazo", 5, 633, 8),
        DrawnLine("paga até o fim do mês.", 60, 626),
    ),
    "EXT020": lambda folder: recognised(folder, Turned(1, *LAW)),
    "EXT021": lambda folder: recognised(folder, StandIn(*LAW, taxa=0.3)),
    "EXT022": lambda folder: recognised(folder, StandIn(*LAW, confidence=0.7)),
    "EXT023": said(
        norm(HEAD + "Art. 1º El servicio de la escuela y los alumnos en el municipio.\n" * 6)
    ),
    "EXT024": lambda folder: recognised(folder, StandIn(*LAW), BLOT),
    "NOR003": said(norm(erratas=ERRATUM.format(de="taxa e", para="taxa é", n=2, sure="certa"))),
    "NOR004": said(norm(erratas=ERRATUM.format(de="taxa e", para="taxa é", n=1, sure="provavel"))),
    "NOR007": said(norm(erratas=REMARK.format(whose="ocr"))),
    "NOR008": said(norm(erratas=REMARK.format(whose="norma"))),
    "GRA001": lambda _: lines_with("Vila Azul,", "Art. 2º "),
    "GRA002": lambda _: lines_with("O selo é azul.", "Art. 2º "),
    "GRA004": said(norm(GAPS)),
    "PRE005": said(norm(norma="publicacao = 2017-05-02\n")),
    "PRE006": said(norm(norma="numero = '8'\n")),
    "REG001": built_after(LAST.replace("Art. 3º Cabe recurso.\n", "")),
    "REG002": built_after(LAST.replace(" em guia própria, até o dia dez de cada mês do ano", "")),
    "REG003": built_after(LAST.replace("Infração - grave;\nPenalidade - multa.\n", "")),
    "REG004": built_after(LAST.replace("Art. 2º A", "Art. 2º-A. A")),
    "SAN006": said(norm(ADDRESSED, norma=DONO)),
    "ALT001": among("comando-com-condicao"),
    "ALT004": among("alvo-que-a-norma-nao-tem"),
    "ALT005": among("inteiro-sem-pontos-troca-tudo"),
    "ALT006": among("dois-atos-no-mesmo-dia"),
    "ALT007": among("revogado-e-incluido-de-novo"),
    "ALT008": among("sem-clausula-de-vigencia"),
    "ALT009": among("revogados-so-os-incisos"),
    "ALT010": among("vigencia-em-meses"),
    "INT001": lost_characters,
}


def test_each_code_has_a_case_or_a_trigger_and_none_has_both() -> None:
    expected = "".join(one.expected for kind in ("good", "bad") for one in load(kind))
    in_cases = {code for code in CODES if f"! {code} " in expected}
    assert in_cases | set(TRIGGERS) == set(CODES)
    assert in_cases & set(TRIGGERS) == set()


@pytest.mark.parametrize("code", TRIGGERS)
def test_a_code_is_brought_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert code in TRIGGERS[code](tmp_path)
