"""From the file to printed lines: what PDFs and texts give, and how unusable ones are refused."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pipeline import InputError, compile_norm
from pipeline.artefacts import Pages
from pipeline.codes import CODES
from pipeline.emit.catalogue import catalogue_json
from pipeline.extract import extract
from pipeline.limits import Limits
from pipeline.sources import load_source
from pipeline.spans import Spot
from tests.bad_files import GARBAGE, LAW, page_of, scanned
from tests.pdf_maker import DrawnLine, DrawnPage, DrawnRule, draw

ROOT = Path(__file__).parent.parent
NORM = ROOT / "raw" / "lei-1493-2023"

Write = Callable[[str, bytes | str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, data: bytes | str) -> Path:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return write


def read(path: Path) -> Pages:
    return extract(load_source(path))


def texts(pages: Pages) -> list[str]:
    return [line.text.strip() for line in pages.lines]


def refused(path: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        compile_norm(path)
    assert caught.value.code in CODES
    assert caught.value.file == path
    assert caught.value.help
    return caught.value


# ── PDFs that are read ───────────────────────────────────────────────────────────────────────


def test_lines_come_with_page_number_and_line(write: Write) -> None:
    pages = read(write("a.pdf", draw([page_of(*LAW[:3]), page_of(*LAW[3:])])))
    assert texts(pages) == list(LAW)
    assert [(line.spot.page, line.spot.line) for line in pages.lines] == [
        (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4),
    ]  # fmt: skip
    assert [page.method for page in pages.pages] == ["nativo", "nativo"]
    assert pages.extractor.startswith("pypdfium2 5.")
    assert pages.diagnostics == ()


def test_a_swallowed_hyphen_is_two_printed_lines_again(write: Write) -> None:
    pages = read(
        write("a.pdf", draw([page_of("Art. 3º A multa é do esta-", "belecimento infrator.")]))
    )
    assert texts(pages) == ["Art. 3º A multa é do esta-", "belecimento infrator."]
    first, second = (line.spot for line in pages.lines)
    assert (first.line, second.line) == (1, 2)
    assert first.box is not None
    assert second.box is not None
    assert first.box.y0 > second.box.y1 - 1
    assert first.box.x1 > 150, "the box holds the hyphen's end of the line"


def test_no_sign_of_a_swallowed_line_end_is_left_in_the_catalogue(write: Write) -> None:
    path = write("a.pdf", draw([page_of(*LAW[:3], "Art. 1º O esta-", "belecimento paga.")]))
    catalogue = compile_norm(path).catalogue
    data = catalogue_json(catalogue).decode()
    assert not set("\ufffe\x02\r\x0b\x0c") & set(data)
    [article] = catalogue.dispositivos
    assert article.texto == "O esta-belecimento paga."
    assert article.origem[0].linhas == (4, 5)


def test_blank_lines_do_not_count(write: Write) -> None:
    pages = read(write("a.pdf", draw([page_of("Art. 1º Um.", "   ", "Art. 2º Dois.")])))
    assert texts(pages) == ["Art. 1º Um.", "Art. 2º Dois."]
    assert [line.spot.line for line in pages.lines] == [1, 2]


def test_boxes_lie_inside_their_page_one_below_the_other() -> None:
    pages = read(NORM)
    assert len(pages.pages) == 13
    for page in pages.pages:
        boxes = [line.spot.box for line in page.lines]
        assert len(boxes) > 10
        for box in boxes:
            assert box is not None
            assert 0 <= box.x0 < box.x1 <= (page.width or 0)
            assert 0 <= box.y0 < box.y1 <= (page.height or 0)
            assert box.y1 - box.y0 < 30
        for above, below in pairwise(boxes):
            assert above is not None
            assert below is not None
            assert above.y0 > below.y0


def test_a_box_is_as_wide_as_its_line(write: Write) -> None:
    [short, long] = read(write("a.pdf", draw([page_of("Art.", "Art. 1º Fica criada.")]))).lines
    assert short.spot.box is not None
    assert long.spot.box is not None
    assert short.spot.box.x0 == pytest.approx(60, abs=1.5)
    assert long.spot.box.x0 == short.spot.box.x0
    assert long.spot.box.x1 > short.spot.box.x1 + 50


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_boxes_are_those_of_the_unrotated_page(write: Write, turn: int) -> None:
    lines = [DrawnLine("Art. 1º Fica criada a taxa.", 60, 700)]
    upright = read(write("a.pdf", draw([DrawnPage(lines)]))).pages[0]
    # reportlab swaps the page's sides for a quarter turn; here the page stays as it is.
    data = draw([DrawnPage(lines, rotate=180)]).replace(b"/Rotate 180", b"/Rotate %3d" % turn)
    turned = read(write("b.pdf", data)).pages[0]
    assert turned.rotation == turn
    assert (turned.width, turned.height) == (upright.width, upright.height)
    assert turned.lines[0].text.strip() == upright.lines[0].text.strip()
    assert turned.lines[0].spot.box == upright.lines[0].spot.box


def test_a_page_of_a_million_points_is_read(write: Write) -> None:
    huge = DrawnPage(
        [DrawnLine(LAW[0], 60, 900_000), DrawnLine(LAW[3], 60, 800_000)],
        width=1_000_000,
        height=1_000_000,
    )
    path = write("a.pdf", draw([huge]))
    assert texts(read(path)) == [LAW[0], LAW[3]]
    assert compile_norm(path).publishable


def test_a_blank_page_is_fine_and_said_to_be_blank(write: Write) -> None:
    path = write("a.pdf", draw([page_of(*LAW), DrawnPage([]), page_of("Art. 3º Fim.")]))
    compilation = compile_norm(path)
    pages = compilation.catalogue.fonte.paginas
    assert [page.metodo for page in pages] == ["nativo", "vazia", "nativo"]
    assert compilation.publishable
    [found] = [one for one in compilation.diagnostics if one.code.startswith("EXT")]
    assert (found.code, found.nivel, found.place[0].page) == ("EXT005", "nota", 2)
    assert compilation.catalogue.dispositivos[-1].origem[0].pagina == 3


def test_an_image_only_page_is_named_and_blocks(write: Write) -> None:
    compilation = compile_norm(write("a.pdf", scanned(1, good=2)))
    [found] = [one for one in compilation.diagnostics if one.code == "EXT001"]
    assert "página 3" in found.message
    assert found.place[0].page == 3
    assert found.nivel == "erro"
    assert not compilation.publishable
    methods = [page.metodo for page in compilation.catalogue.fonte.paginas]
    assert methods == ["nativo", "nativo", "ilegivel"]


def test_a_scan_without_any_text_is_never_an_empty_law(write: Write) -> None:
    compilation = compile_norm(write("a.pdf", scanned(1)))
    codes = {one.code for one in compilation.diagnostics}
    assert {"EXT001", "GRA003"} <= codes
    assert "OCR" in CODES["EXT001"].ajuda
    assert not compilation.publishable


def test_a_garbage_page_is_named_and_blocks(write: Write) -> None:
    path = write("a.pdf", draw([page_of(*LAW), page_of(GARBAGE, GARBAGE, GARBAGE)]))
    compilation = compile_norm(path)
    [found] = [one for one in compilation.diagnostics if one.code == "EXT002"]
    assert "página 2" in found.message
    assert (found.place[0].page, found.place[0].first, found.place[0].last) == (2, 1, 3)
    assert not compilation.publishable
    good, bad = compilation.catalogue.fonte.paginas
    assert (good.metodo, bad.metodo) == ("nativo", "ilegivel")
    assert good.qualidade is not None
    assert bad.qualidade is not None
    assert good.qualidade > 0.8 > 0.4 > bad.qualidade


def test_the_pages_of_the_law_are_all_legible() -> None:
    pages = read(NORM)
    assert [page.method for page in pages.pages] == ["nativo"] * 13
    assert min(page.quality or 0 for page in pages.pages) > 0.85


def test_a_page_with_few_words_is_not_judged(write: Write) -> None:
    pages = read(write("a.pdf", draw([page_of("XKRTZ", "2023")])))
    assert pages.pages[0].quality is None
    assert pages.pages[0].method == "nativo"
    assert pages.diagnostics == ()


def test_an_owner_password_alone_opens(write: Write) -> None:
    plain = read(write("a.pdf", draw([page_of(*LAW)])))
    locked = read(write("b.pdf", draw([page_of(*LAW)], owner_password="dono")))
    assert texts(locked) == texts(plain) == list(LAW)


@pytest.mark.parametrize(
    "before",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Trace: " + b"a" * 2000 + b"\r\n\r\n",
        b"\0" * 64,
        b"\n\n",
        b"\xef\xbb\xbf",
    ],
    ids=["HTTP header", "long HTTP header", "NUL bytes", "blank lines", "byte order mark"],
)
def test_what_stands_before_a_pdf_does_not_matter(write: Write, before: bytes) -> None:
    path = write("a.pdf", before + draw([page_of(*LAW)]))
    assert texts(read(path)) == list(LAW)
    assert compile_norm(path).publishable


@pytest.mark.parametrize("after", [b"\0" * 4096, b"\n" * 100, b"<html></html>"], ids=repr)
def test_what_stands_behind_a_pdf_does_not_matter(write: Write, after: bytes) -> None:
    assert texts(read(write("a.pdf", draw([page_of(*LAW)]) + after[:900]))) == list(LAW)


def test_rules_are_no_text(write: Write) -> None:
    page = DrawnPage([DrawnLine(LAW[3], 60, 700)], rules=[DrawnRule(60, 690, 500, 690)])
    assert texts(read(write("a.pdf", draw([page])))) == [LAW[3]]


def test_scripts_and_attachments_of_a_pdf_are_nothing_to_us(write: Write) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=0, invariant=1)
    for n, text in enumerate(LAW):
        canvas.drawString(60, 780 - 18 * n, text)
    canvas.bookmarkPage("um")
    canvas.linkURL("file:///etc/passwd", (0, 0, 600, 800))
    canvas.showPage()
    canvas.save()
    active = out.getvalue().replace(
        b"/Type /Catalog",
        b"/OpenAction << /S /JavaScript /JS (app.launchURL\\(\\)) >> /Type /Catalog",
    )
    assert active != out.getvalue()
    assert texts(read(write("a.pdf", active))) == list(LAW)


# ── plain text that is read ──────────────────────────────────────────────────────────────────


def test_form_feeds_part_pages(write: Write) -> None:
    pages = read(write("a.txt", "\n".join(LAW[:3]) + "\f\n" + "\n".join(LAW[3:]) + "\n\f\n"))
    assert texts(pages) == list(LAW)
    assert [page.number for page in pages.pages] == [1, 2]
    assert [len(page.lines) for page in pages.pages] == [3, 4]
    assert pages.lines[3].spot == Spot(2, 1)
    assert pages.extractor == "texto"
    page = pages.pages[0]
    assert (page.width, page.height, page.rotation, page.method) == (None, None, 0, "texto")


def test_a_page_between_form_feeds_may_be_blank(write: Write) -> None:
    pages = read(write("a.txt", f"{LAW[0]}\f \n\f{LAW[3]}\n"))
    assert [page.method for page in pages.pages] == ["texto", "vazia", "texto"]
    assert pages.lines[1].spot == Spot(3, 1)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_line_ends_of_all_systems_are_one(write: Write, end: str) -> None:
    path = write("a.txt", end.join(LAW) + end)
    assert texts(read(path)) == list(LAW)
    catalogue = compile_norm(path).catalogue
    assert [one.id for one in catalogue.dispositivos] == ["art1", "art2"]
    assert catalogue.cobertura.linhas == len(LAW)


def test_a_byte_order_mark_is_no_text(write: Write) -> None:
    path = write("a.txt", b"\xef\xbb\xbf" + "\n".join(LAW).encode())
    assert texts(read(path)) == list(LAW)
    assert compile_norm(path).catalogue.norma.numero == "12"


def test_text_and_pdf_of_the_same_lines_say_the_same(write: Write) -> None:
    text = compile_norm(write("lei.txt", "\n".join(LAW))).catalogue
    pdf = compile_norm(write("lei.pdf", draw([page_of(*LAW)]))).catalogue
    assert (text.fonte.metodo, pdf.fonte.metodo) == ("texto", "nativo")
    assert [one.texto for one in text.dispositivos] == [one.texto for one in pdf.dispositivos]
    assert text.infracoes[0].multa == pdf.infracoes[0].multa
    assert text.infracoes[0].origem[0].caixa is None
    assert pdf.infracoes[0].origem[0].caixa is not None
    assert text.norma.urn == pdf.norma.urn == (
        "urn:lex:br;bahia;vila.azul:municipal:lei:2017-05-03;12"
    )  # fmt: skip


# ── files that are refused ───────────────────────────────────────────────────────────────────

_GOOD = draw([page_of(*LAW)])

REFUSED: dict[str, tuple[bytes, str, str]] = {
    "0 bytes": (b"", "ENT003", "vazio"),
    "HTML": (b"<!DOCTYPE html>\n<html>404 Not Found</html>", "ENT004", "não é PDF"),
    "HTML without a doctype": (b"\n <html><body>x</body></html>", "ENT004", "não é PDF"),
    "XML": (b'<?xml version="1.0"?><a/>', "ENT004", "não é PDF"),
    "Latin-1": ("Art. 1º Fica.\nArt. 2º Não.\n".encode("latin-1"), "ENT004", "UTF-8"),
    "UTF-16": ("Art. 1º Fica.".encode("utf-16"), "ENT004", "UTF-8"),
    "NUL bytes": (b"Art. 1\0 Fica.\n", "ENT004", "não é PDF"),
    "ZIP": (b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(range(256)), "ENT004", "não é PDF"),
    "PNG": (b"\x89PNG\r\n\x1a\n" + bytes(64), "ENT004", "UTF-8"),
    "half a PDF": (_GOOD[: len(_GOOD) // 3], "ENT005", "danificado"),
    "the head of a PDF": (b"%PDF-1.4\n", "ENT005", "danificado"),
    "a PDF of zeros": (b"%PDF-1.4\n" + bytes(5000), "ENT005", "danificado"),
    "a PDF behind a password": (
        draw([page_of(*LAW)], user_password="segredo", owner_password="dono"), "ENT006", "senha"),
}  # fmt: skip


@pytest.mark.parametrize("suffix", [".pdf", ".txt"])
@pytest.mark.parametrize("name", REFUSED)
def test_an_unusable_file_is_refused_for_its_reason(write: Write, name: str, suffix: str) -> None:
    data, code, why = REFUSED[name]
    error = refused(write(f"lei{suffix}", data))
    assert error.code == code
    assert why in error.message


@pytest.mark.parametrize("lost", [1, 20, 150, 400, 2000])
def test_a_truncated_pdf_is_refused_or_read_whole(write: Write, lost: int) -> None:
    path = write("a.pdf", _GOOD[:-lost])
    try:
        assert texts(read(path)) == list(LAW)
    except InputError as error:
        assert error.code == "ENT005"  # noqa: PT017 (either outcome is right)


def test_text_that_is_not_utf_8_is_named_by_its_line(write: Write) -> None:
    error = refused(write("a.txt", b"Art. 1 Fica.\nArt. 2 N\xe3o.\n"))
    assert error.line == 2
    assert "0xe3" in error.message


@pytest.mark.parametrize("name", ["a.pdf", "a.txt"])
def test_too_long_a_text_is_refused(write: Write, name: str) -> None:
    text = "\n".join(LAW)
    path = write(name, draw([page_of(*LAW)]) if name == "a.pdf" else text)
    source = load_source(path)
    assert extract(source, limits=Limits(characters=len(text) + 20)).pages
    with pytest.raises(InputError) as caught:
        extract(source, limits=Limits(characters=len(text) // 2))
    assert caught.value.code == "ENT012"
    assert "--max-caracteres" in (caught.value.help or "")


def test_too_many_pages_are_refused_before_they_are_read(write: Write) -> None:
    path = write("a.pdf", draw([page_of("x")] * 3))
    source = load_source(path)
    assert len(extract(source, limits=Limits(pages=3)).pages) == 3
    with pytest.raises(InputError) as caught:
        extract(source, limits=Limits(pages=2))
    assert caught.value.code == "ENT012"
    assert "3 páginas" in caught.value.message
    assert "--max-paginas 3" in caught.value.help
    text = load_source(write("b.txt", "a\fb\fc"))
    with pytest.raises(InputError, match="3 páginas"):
        extract(text, limits=Limits(pages=2))


# ── threads and memory ───────────────────────────────────────────────────────────────────────


def test_ten_threads_equal_the_sequence(write: Write) -> None:
    files = [NORM]
    files += [write(f"{n}.pdf", draw([page_of(*LAW)] * n)) for n in range(1, 6)]
    files += [write("scan.pdf", scanned(1, good=1)), write("lei.txt", "\n".join(LAW))]
    bad = [write("bad.pdf", b"%PDF-1.4\n"), write("locked.pdf", REFUSED[_LOCKED][0])]

    def outcome(path: Path) -> bytes | str:
        try:
            return catalogue_json(compile_norm(path).catalogue)
        except InputError as error:
            return error.code

    jobs = (files + bad) * 3
    sequence = [outcome(path) for path in jobs]
    assert len({*sequence}) == len(files) + len(bad)
    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(outcome, jobs)) == sequence


_LOCKED = "a PDF behind a password"

_MANY_ROUNDS = """
import gc, resource, sys
from pathlib import Path
from pipeline import InputError
from pipeline.extract import extract
from pipeline.extract.pdfium import PAGE, REFUSED, read
from pipeline.sources import load_source
good, bad = (load_source(Path(name)) for name in sys.argv[1:])

def rounds(count):
    # Read here, where what goes wrong is seen, and as it is done otherwise.
    for _ in range(count):
        assert PAGE in [kind for kind, *_ in read(good.data)]
        assert [kind for kind, *_ in read(bad.data)] == [REFUSED]
        assert extract(good).lines
        try:
            extract(bad)
        except InputError:
            pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

first = rounds(150)
print(rounds(600) - first)
"""


def test_documents_are_closed_in_order_and_memory_stays_flat(write: Write) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", _MANY_ROUNDS,
         str(write("a.pdf", draw([page_of(*LAW)] * 2))),
         str(write("b.pdf", REFUSED[_LOCKED][0]))],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.stderr == ""
    assert int(done.stdout) < 4 * 1024, "kilobytes gained in 600 rounds"
