"""Pages that are images: which are read by OCR, how they stand, what is said of them, what is missing."""

import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from pipeline import InputError, compile_norm
from pipeline.artefacts import Page, Pages
from pipeline.cli import run
from pipeline.emit.catalogue import catalogue_json
from pipeline.extract import extract
from pipeline.extract.ocr import DOUBTFUL, LEAST, on_page
from pipeline.extract.raster import Drawn
from pipeline.extract.tesseract import Tesseract, Unrecognised, Word, lines_of
from pipeline.extract.verdicts import SURE
from pipeline.limits import DEFAULT, Limits
from pipeline.model import walk
from pipeline.sources import load_source
from pipeline.stages import compile_source
from tests.bad_files import GARBAGE, LAW, page_of
from tests.pdf_maker import DrawnLine, DrawnPage, draw, facsimile_pages
from tests.record import load as read_record
from tests.scans import DPI, StandIn, Turned, accuracy, can_recognise, images_of, scan, worn

ROOT = Path(__file__).parent.parent
TYPEWRITTEN = Path(__file__).parent / "data" / "parauapebas-pa_lei-017-1989_ocr.pdf"

needs_tesseract = pytest.mark.skipif(
    not can_recognise() and not os.environ.get("CI"),
    reason="no tesseract with Portuguese here: apt install tesseract-ocr tesseract-ocr-por",
)

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(data: bytes, name: str = "lei-12-2017.pdf") -> Path:
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


PAPER = Image.new("L", (620, 877), 255)
"""A small scan, for an engine that does not look."""


def inked(text: str = "|") -> Image.Image:
    """A small scan with ink on it."""
    [image] = images_of(
        [DrawnPage([DrawnLine(text * 40, 60, 700 - 20 * n) for n in range(30)])], dpi=75
    )
    return image


def read(path: Path, engine: StandIn | Tesseract, limits: Limits = DEFAULT) -> Pages:
    return extract(load_source(path), limits=limits, ocr=engine)


def codes(pages: Pages) -> list[str]:
    return [one.code for one in pages.diagnostics]


# ── which pages ──────────────────────────────────────────────────────────────────────────────


def test_an_image_is_read_and_says_so(write: Write) -> None:
    pages = read(write(scan([PAPER], dpi=75)), StandIn(*LAW))
    [page] = pages.pages
    assert [line.text for line in page.lines] == list(LAW)
    assert (page.method, page.confidence, page.turn, page.rotation) == ("ocr", 0.95, 0, 0)
    assert pages.extractor.endswith("; olho 1.0 (por)")
    assert pages.diagnostics == ()


def test_a_page_with_text_of_its_own_is_left_alone(write: Write) -> None:
    engine = StandIn("nada")
    path = write(draw([page_of(*LAW), DrawnPage([]), page_of("Art. 3º Fim.")]))
    assert read(path, engine) == extract(load_source(path))
    assert engine.asked == 0


def test_garbage_is_read_again_from_the_page_and_its_neighbour_is_not(write: Write) -> None:
    engine = StandIn("Art. 3º Fica revogada a taxa.")
    path = write(draw([page_of(*LAW), page_of(GARBAGE, GARBAGE, GARBAGE)]))
    pages = read(path, engine)
    assert [page.method for page in pages.pages] == ["nativo", "ocr"]
    assert [line.text for line in pages.pages[1].lines] == ["Art. 3º Fica revogada a taxa."]
    assert engine.asked == 1


def test_without_the_option_nothing_is_read_and_the_help_names_it(write: Write) -> None:
    pages = extract(load_source(write(scan([PAPER], dpi=75))))
    assert pages.pages[0].method == "ilegivel"
    [found] = pages.diagnostics
    assert (found.code, "--ocr" in found.entry.ajuda) == ("EXT001", True)


def test_plain_text_is_no_matter_of_ocr(write: Write) -> None:
    path = write("\n".join(LAW).encode(), "lei.txt")
    assert read(path, StandIn("nada")) == extract(load_source(path))


def test_an_empty_scan_is_a_blank_page(write: Write) -> None:
    pages = read(write(scan([Image.new("L", (600, 800), 250)], dpi=75)), StandIn())
    assert (pages.pages[0].method, codes(pages)) == ("vazia", ["EXT005"])


def test_a_scan_with_ink_and_no_word_is_still_an_image(write: Write) -> None:
    pages = read(write(scan([inked()], dpi=75)), StandIn())
    assert (pages.pages[0].method, codes(pages)) == ("ilegivel", ["EXT001"])


def test_ink_outside_the_lines_is_told(write: Write) -> None:
    pages = read(write(scan([inked()], dpi=75)), StandIn(*LAW))
    [found] = pages.diagnostics
    assert (found.code, found.nivel) == ("EXT024", "nota")
    assert 0.05 < pages.pages[0].unread <= 1
    assert f"{pages.pages[0].unread:.0%} da tinta da página 1" in found.message


# ── how sure ─────────────────────────────────────────────────────────────────────────────────


def test_doubtful_words_are_named_once_a_line_with_their_place(write: Write) -> None:
    engine = StandIn(
        "Art. 1º A taxa é de 3Q reais",
        "por ane | civil.",
        **{"3Q": 0.41, "ane": 0.59, "civil.": 0.2, "|": 0.1},
    )
    pages = read(write(scan([PAPER], dpi=75)), engine)
    found = [one for one in pages.diagnostics if one.code == "EXT021"]
    assert [(one.place[0].first, one.mark) for one in found] == [(1, "3Q"), (2, "ane")]
    assert found[0].message == "o OCR não tem certeza de «3Q» (41%)"
    assert found[1].message == "o OCR não tem certeza de «ane» (59%), «civil.» (20%)"
    assert {(one.nivel, one.classe) for one in found} == {("aviso", "ocr")}
    doubts = pages.pages[0].doubts
    assert [(one.word, one.confidence, one.spot.line) for one in doubts] == [
        ("3Q", 0.41, 1), ("ane", 0.59, 2), ("civil.", 0.2, 2),
    ]  # fmt: skip
    line = pages.pages[0].lines[0].spot.box
    word = doubts[0].spot.box
    assert line is not None
    assert word is not None
    assert line.x0 < word.x0 < word.x1 < line.x1
    assert (line.y0, line.y1) == (word.y0, word.y1)


@pytest.mark.parametrize(
    ("confidence", "method", "said"),
    [
        (0.95, "ocr", []),
        (SURE, "ocr", []),
        (SURE - 0.01, "ocr", ["EXT022"]),
        (LEAST - 0.01, "ilegivel", ["EXT002"]),
    ],
)
def test_the_confidence_of_a_page_decides(
    write: Write, confidence: float, method: str, said: list[str]
) -> None:
    assert LEAST < DOUBTFUL < SURE
    pages = read(write(scan([PAPER], dpi=75)), StandIn(*LAW, confidence=confidence))
    assert pages.pages[0].method == method
    assert pages.pages[0].confidence == round(confidence, 2)
    assert sorted({*codes(pages)} - {"EXT021"}) == said


def test_a_reading_that_is_garbage_is_none_however_sure(write: Write) -> None:
    pages = read(write(scan([PAPER], dpi=75)), StandIn(GARBAGE, GARBAGE))
    assert pages.pages[0].method == "ilegivel"
    assert codes(pages) == ["EXT002"]
    assert "nem por OCR" in pages.diagnostics[0].message


@pytest.mark.parametrize(
    ("flat", "good", "turn"),
    [
        *((True, good, turn) for good, turn in enumerate((0, 180, 90, 270))),
        *((False, good, turn) for good, turn in enumerate((0, 90, 270, 180))),
    ],
)
def test_a_page_is_turned_until_it_can_be_read(
    write: Write, good: int, turn: int, flat: bool
) -> None:
    engine = Turned(good, *LAW, flat=flat)
    pages = read(write(scan([PAPER], dpi=75)), engine)
    assert (pages.pages[0].method, pages.pages[0].turn) == ("ocr", turn)
    assert engine.asked == good + 1
    assert codes(pages) == (["EXT020"] if turn else [])
    if turn:
        assert f"girada {turn}°" in pages.diagnostics[0].message


def test_the_catalogue_tells_method_confidence_turn_and_tools(write: Write) -> None:
    source = load_source(write(scan([PAPER], dpi=75)))
    compilation = compile_source(source, ocr=Turned(1, *LAW))
    fonte = compilation.catalogue.fonte
    assert fonte.metodo == "ocr"
    assert fonte.extrator.startswith("pypdfium2 ")
    assert fonte.extrator.endswith("; olho 1.0 (por)")
    [page] = fonte.paginas
    assert (page.metodo, page.confianca, page.giro, page.rotacao) == ("ocr", 0.95, 180, 0)
    assert [one.id for one in walk(compilation.catalogue.dispositivos)] == ["art1", "art2"]
    assert compilation.publishable


# ── the place on the page ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_box_of_the_image_finds_its_place_on_the_unrotated_page(turned: int) -> None:
    """A mark near the page's own top left is followed to each corner that turning brings it to."""
    wide, high, scale = 300, 500, 2.0
    shown = (10.0, 20.0, 10.0 + wide, 20.0 + high)
    # The mark: 30 points wide, 10 high, 40 from the left and 60 from the top of the unrotated page.
    left, top, across, down = 40, 60, 30, 10
    boxes = {
        0: (left, top, left + across, top + down),
        90: (high - top - down, left, high - top, left + across),
        180: (wide - left - across, high - top - down, wide - left, high - top),
        270: (top, wide - left - across, top + down, wide - left),
    }
    a, b, c, d = (round(side * scale) for side in boxes[turned])
    box = on_page((a, b, c, d), Drawn(scale, shown, turned, 0.1, b""))
    assert box == (50.0, 20.0 + high - 70, 80.0, 20.0 + high - 60)


# ── limits ───────────────────────────────────────────────────────────────────────────────────


def test_no_image_is_made_of_a_page_of_a_million_points(write: Write) -> None:
    path = write(scan([Image.new("L", (8, 8), 0)], dpi=0.000576))
    assert round(extract(load_source(path)).pages[0].width or 0) == 1_000_000
    engine = StandIn("nada")
    with pytest.raises(InputError) as caught:
        read(path, engine)
    assert (caught.value.code, caught.value.page) == ("ENT012", 1)
    assert "--max-pixels" in caught.value.help
    assert engine.asked == 0


def test_a_large_page_is_drawn_coarser_within_the_limit(write: Write) -> None:
    class Ruler(StandIn):
        def read(self, image: bytes, dpi: int, seconds: float) -> list[list[Word]]:
            self.dpi, self.size = dpi, image.split(b"\n")[1]
            return super().read(image, dpi, seconds)

    path = write(scan([PAPER], dpi=75))
    full, coarse = Ruler(*LAW), Ruler(*LAW)
    read(path, full)
    read(path, coarse, Limits(pixels=3_000_000))
    wide, high = map(int, coarse.size.split())
    assert full.dpi == DPI
    assert 150 <= coarse.dpi < DPI
    assert wide * high <= 3_010_000
    with pytest.raises(InputError, match="passaria de 2000000 pixels"):
        read(path, StandIn(*LAW), Limits(pixels=2_000_000))


# ── the program ──────────────────────────────────────────────────────────────────────────────


def program(
    folder: Path, *, version: str = "tesseract 5.3.0", languages: str = "por", read: str = "true"
) -> str:
    """A tesseract that says of itself what we want."""
    path = folder / "tesseract"
    path.write_text(
        "#!/bin/sh\n"
        f'case "$1" in --version) echo "{version}";; --list-langs) echo "List in \\"{folder}\\" (1):"; '
        f"printf '{languages}\\n';; *) {read};; esac\n",
        encoding="utf-8",
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def refusal(engine: Tesseract) -> InputError:
    with pytest.raises(InputError) as caught:
        _ = engine.name
    return caught.value


def test_a_missing_program_is_named_with_what_to_install(tmp_path: Path) -> None:
    error = refusal(Tesseract(str(tmp_path / "tesseract")))
    assert (error.code, error.message) == (
        "ENT021",
        "o programa tesseract, que faz o OCR, não está instalado",
    )
    assert "apt install tesseract-ocr tesseract-ocr-por" in error.help


def test_missing_portuguese_is_named_with_what_to_install(tmp_path: Path) -> None:
    error = refusal(Tesseract(program(tmp_path, languages="eng\\nosd")))
    assert error.message == "o tesseract está instalado sem os dados do português"
    assert "apt install tesseract-ocr-por" in error.help
    assert f"por.traineddata em {tmp_path}" in error.help


@pytest.mark.parametrize("version", ["tesseract 3.05.02", "outro programa"])
def test_a_program_that_will_not_do_is_refused(tmp_path: Path, version: str) -> None:
    assert "não serve" in refusal(Tesseract(program(tmp_path, version=version))).message


def test_the_name_tells_version_language_and_data(tmp_path: Path) -> None:
    (tmp_path / "por.traineddata").write_bytes(b"abc")
    engine = Tesseract(program(tmp_path, version="tesseract v5.3.0.20221214"))
    assert engine.name == "tesseract 5.3.0.20221214 (por ba7816bf)"


def test_a_program_that_is_stuck_is_ended(tmp_path: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(Unrecognised) as caught:
        Tesseract(program(tmp_path, read="exec sleep 60")).read(b"", 300, 0.2)
    assert caught.value.reason is None
    assert time.monotonic() - begun < 10


def test_what_the_program_says_when_it_fails_is_told_with_the_page(
    tmp_path: Path, write: Write
) -> None:
    engine = Tesseract(program(tmp_path, read="echo 'Image too large' >&2; exit 1"))
    with pytest.raises(InputError) as caught:
        read(write(scan([PAPER], dpi=75)), engine)
    assert (caught.value.code, caught.value.page) == ("ENT016", 1)
    assert caught.value.message == "o OCR da página 1 falhou: Image too large"


def test_rows_that_are_no_words_are_passed_over() -> None:
    table = (
        "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
        "1\t1\t0\t0\t0\t0\t0\t0\t100\t100\t-1\t\n"
        "5\t1\t1\t1\t1\t1\t10\t10\t20\t10\t96.06\tArt.\n"
        "5\t1\t1\t1\t1\t2\t35\t10\t20\t10\t95\t \n"
        "5\t1\t1\t1\t1\t3\t35\t10\t20\t10\t-1\t1º\n"
        "5\t1\t1\t1\t2\t1\t10\t30\t20\t10\t90\tFica\n"
    )
    assert list(lines_of(table)) == [
        [Word("Art.", 0.9606, (10, 10, 30, 20)), Word("1º", 0.0, (35, 10, 55, 20))],
        [Word("Fica", 0.9, (10, 30, 30, 40))],
    ]


def test_a_norm_that_needs_the_program_is_refused_and_the_others_are_built(
    tmp_path: Path,
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    good = write(draw([page_of(*LAW)]), "lei-13-2017.pdf")
    bad = write(scan([PAPER], dpi=75))
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert (
        run(["build", str(bad), str(good), "--ocr", "--no-site", "--out", str(tmp_path / "build")])
        == 2
    )
    printed = capsys.readouterr()
    assert "ENT021" in printed.err
    assert "apt install tesseract-ocr" in " ".join(printed.err.split())
    assert (tmp_path / "build" / "catalogo" / "lei-13-2017.json").is_file()


# ── the real program ─────────────────────────────────────────────────────────────────────────

VILA_AZUL = (
    "LEI Nº 31, DE 4 DE JULHO DE 2016",
    "Disciplina o estacionamento de bicicletas e dá outras providências.",
    "O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia, faço saber que a Câmara",
    "aprovou e eu sanciono a seguinte Lei:",
    "Art. 1º Esta Lei disciplina o estacionamento de bicicletas nas praças do Município.",
    "§ 1º O disposto nesta Lei não se aplica aos triciclos de carga.",
    "§ 2º Considera-se praça o espaço público destinado ao convívio dos moradores.",
    "Art. 2º É vedado ao condutor:",
    "I - estacionar sobre o passeio, ainda que por poucos minutos;",
    "II - amarrar a bicicleta a árvore, poste ou monumento;",
    "III - transportar criança menor de 7 (sete) anos fora da cadeirinha.",
    "Art. 3º A fiscalização compete à Secretaria de Obras.",
    "Parágrafo único. O agente entregará ao condutor cópia do auto de infração.",
    "Art. 4º Esta Lei entra em vigor na data de sua publicação.",
    "Vila Azul, 4 de julho de 2016.",
)
"""An act of an invented town."""
IDS = [
    "art1", "art1_par1", "art1_par2", "art2", "art2_cpt_inc1", "art2_cpt_inc2", "art2_cpt_inc3",
    "art3", "art3_par1u", "art4",
]  # fmt: skip


def text_of(page: Page) -> str:
    return "\n".join(line.text for line in page.lines)


@needs_tesseract
def test_a_clean_scan_compiles_to_the_norm_that_was_drawn(write: Write) -> None:
    compilation = compile_norm(write(scan(images_of([page_of(*VILA_AZUL)]))), ocr=True)
    catalogue = compilation.catalogue
    assert compilation.publishable
    assert catalogue.fonte.metodo == "ocr"
    assert "tesseract" in catalogue.fonte.extrator
    assert (catalogue.fonte.paginas[0].confianca or 0) > 0.9
    assert [one.id for one in walk(catalogue.dispositivos)] == IDS
    assert "EXT024" not in {one.code for one in compilation.diagnostics}
    texts = {one.id: one.texto for one in walk(catalogue.dispositivos)}
    assert texts["art2_cpt_inc2"] == "amarrar a bicicleta a árvore, poste ou monumento;"
    assert catalogue.norma.numero == "31"


@needs_tesseract
@pytest.mark.parametrize(
    ("scanned", "rotate"),
    [(0, 0), (90, 0), (180, 0), (0, 270)],
)
def test_a_page_scanned_in_any_direction_is_read_upright(
    write: Write, scanned: int, rotate: int
) -> None:
    [image] = images_of([page_of(*VILA_AZUL)])
    path = write(scan([image.rotate(-scanned, expand=True)], rotate=rotate))
    [page] = read(path, Tesseract()).pages
    assert (page.method, page.rotation) == ("ocr", rotate)
    assert page.turn == -(scanned + rotate) % 360
    assert accuracy(text_of(page), "\n".join(VILA_AZUL)) > 0.99
    # The first line stands where the letters were put, on the page before any turning.
    box = page.lines[0].spot.box
    assert box is not None
    wide, high = image.width * 72 / DPI, image.height * 72 / DPI
    left, right, foot, head = 60, 60 + 260, 780 - 5, 780 + 12
    where = {
        0: (left, foot, right, head),
        90: (foot, wide - right, head, wide - left),
        180: (wide - right, high - head, wide - left, high - foot),
        270: (high - head, left, high - foot, right),
    }[scanned]
    assert where[0] - 4 < box.x0 < box.x1 < where[2] + 4
    assert where[1] - 4 < box.y0 < box.y1 < where[3] + 4


@needs_tesseract
def test_a_worn_copy_is_read_nearly_whole(write: Write) -> None:
    [image] = images_of([page_of(*VILA_AZUL)])
    [page] = read(write(scan([worn(image, seed=7)])), Tesseract()).pages
    assert page.method == "ocr"
    assert accuracy(text_of(page), "\n".join(VILA_AZUL)) > 0.97


@needs_tesseract
def test_a_page_of_the_law_is_read_as_its_record_has_it(write: Write) -> None:
    [lines] = read_record()[1:2]
    [page] = read(write(scan(images_of(facsimile_pages([lines])))), Tesseract()).pages
    assert accuracy(text_of(page), "\n".join(lines)) > 0.98


@needs_tesseract
def test_the_same_scan_gives_the_same_bytes_and_leaves_no_file(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(scan(images_of([page_of(*LAW)])))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    once, again = (catalogue_json(compile_norm(path, ocr=True).catalogue) for _ in range(2))
    assert once == again
    assert list(scratch.iterdir()) == []
    assert {one.name for one in tmp_path.iterdir()} == {path.name, "scratch"}


@needs_tesseract
def test_a_real_page_scanned_upside_down_is_read_and_bad_ones_are_named() -> None:
    """Typewritten, worn, page 1 upside down; a text layer of others' OCR that is garbage on four pages."""
    before = extract(load_source(TYPEWRITTEN))
    pages = read(TYPEWRITTEN, Tesseract())
    assert [page.turn for page in pages.pages] == [180, 0, 0, 0, 0, 0]
    assert [page.method for page in pages.pages[:4]] == ["ocr"] * 4
    assert "017/89, DE 27 DE JUNHO DE 1989" in text_of(pages.pages[0])
    bad = [one.place[0].page for one in pages.diagnostics if one.code == "EXT022"]
    assert bad == [1, 2, 3, 4]
    assert [page.lines for page in pages.pages[4:]] == [page.lines for page in before.pages[4:]]


@needs_tesseract
def test_the_command_line_shows_confidence_and_doubts(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(scan(images_of([page_of(*LAW)])))
    assert run(["extract", "--ocr", "--json", str(path)]) == 0
    [page] = json.loads(capsys.readouterr().out)["paginas"]
    assert page["metodo"] == "ocr"
    assert page["confianca"] > 0.8
    assert page["giro"] == 0
    assert isinstance(page["duvidosas"], list)
    assert run(["show", "--ocr", "--norma", str(path), "art. 1º"]) == 0
    assert "taxa de vistoria" in capsys.readouterr().out


@needs_tesseract
def test_the_program_starts_from_anywhere(write: Write, tmp_path: Path) -> None:
    path = write(scan(images_of([page_of(*LAW)])))
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", "check", "--ocr", "-q", path.name], cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
