"""The page beside the text: images of the PDF's pages, the boxes on them, strips cut out of them."""

import html
import io
import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from pipeline import compile_norm, load_catalogue
from pipeline.build import Options, build_all
from pipeline.emit import draw as draw_program
from pipeline.emit.page_facsimile import Entry, Facsimile, FacsimilePage, Rect
from pipeline.emit.page_images import LARGEST, SCALE, PageImage, draw_pages
from pipeline.emit.page_places import Places
from pipeline.emit.pages import write_docs
from pipeline.emit.site import build_site
from pipeline.interpreter import PYTHON, environment
from pipeline.model import Catalogo, walk
from tests.hostile_norm import NASTY, SCRIPT, hostile_norm
from tests.pdf_maker import DrawnLine, DrawnPage, draw
from tests.site_check import check_site, read_page

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
PDF = NORM / "lei-1493-2023.pdf"
PAGES = 13
FULL = 60_000
"""Bytes that an image of a page of text may have."""
DARK = 128


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of a whole build."""
    out = tmp_path_factory.mktemp("real")
    build_all([NORM], Options(out=out, raw=NORM.parent))
    return out


@pytest.fixture(scope="module")
def law() -> Catalogo:
    return compile_norm(NORM).catalogue


@pytest.fixture(scope="module")
def images() -> tuple[PageImage, ...]:
    return draw_pages(PDF.read_bytes(), {})


@pytest.fixture(scope="module")
def facsimile(law: Catalogo, images: tuple[PageImage, ...]) -> Facsimile:
    return Facsimile(law, Places(law), images)


def ink(image: PageImage) -> Image.Image:
    """The image with its ink white on black, so that `getbbox` finds it."""
    return Image.open(io.BytesIO(image.data)).convert("L").point(lambda v: 255 * (v < DARK))


def pixels(page: FacsimilePage, part: Rect, around: float = 0.0) -> tuple[int, int, int, int]:
    wide, high = (
        size / of for size, of in zip(page.image.size, (page.width, page.height), strict=True)
    )
    return (
        int((part.x - around) * wide), int((part.y - around) * high),
        round((part.x + part.width + around) * wide), round((part.y + part.height + around) * high),
    )  # fmt: skip


def without_boxes(page: FacsimilePage) -> Image.Image:
    """The ink in none of the boxes, which are widened for the accents on capitals."""
    rest = ink(page.image)
    for entry in page.entries:
        if entry.box:
            rest.paste(0, pixels(page, entry.box, around=1.5))
    return rest


def entries(facsimile: Facsimile) -> Iterator[tuple[FacsimilePage, Entry]]:
    return ((page, entry) for page in facsimile.pages for entry in page.entries)


# ── the images ───────────────────────────────────────────────────────────────────────────────


def test_every_page_has_an_image_that_is_light_and_sharp(images: tuple[PageImage, ...]) -> None:
    assert [one.number for one in images] == list(range(1, PAGES + 1))
    for one in images:
        shown = Image.open(io.BytesIO(one.data))
        assert shown.size == one.size == (1191, 1684)
        assert len(one.data) <= FULL
        assert {shade for _, shade in shown.convert("L").getcolors() or ()} <= {0, 85, 170, 255}


def test_the_same_file_gives_the_same_bytes(images: tuple[PageImage, ...]) -> None:
    assert draw_pages(PDF.read_bytes(), {}) == images


def test_what_precedes_the_pdf_in_the_file_is_no_hindrance() -> None:
    pdf = draw([DrawnPage([DrawnLine("Art. 1º Fica criada a taxa.", 60, 700)])])
    [alone], [behind] = draw_pages(pdf, {}), draw_pages(b"\r\n" * 700 + pdf, {})
    assert alone.data == behind.data


def raw_pdf(page: bytes, content: bytes, *further: bytes) -> bytes:
    """A PDF of one page, written by hand; pdfium makes the index that it lacks."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R " + page + b" >>",
        b"<< /Length %d >> stream\n" % len(content) + content + b"\nendstream",
        *further,
    ]
    parts = [b"%d 0 obj\n%s\nendobj\n" % one for one in enumerate(objects, 1)]
    return b"%PDF-1.7\n" + b"".join(parts) + b"trailer << /Root 1 0 R >>\n"


def painted_with_itself() -> bytes:
    """A page whose pattern is painted with that pattern, without end."""
    uses = b"/Resources << /Pattern << /P0 5 0 R >> >>"
    paints = b"/Pattern cs /P0 scn 0 0 4 4 re f"
    pattern = (
        b"<< /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 4 4] /XStep .01 /YStep .01 "
        + uses + b" /Length %d >> stream\n" % len(paints) + paints + b"\nendstream"
    )  # fmt: skip
    content = b"/Pattern cs /P0 scn 0 0 595 842 re f"
    return raw_pdf(b"/MediaBox [0 0 595 842] " + uses, content, pattern)


def test_what_is_drawn_without_end_is_given_up_in_time() -> None:
    begun = time.monotonic()
    assert draw_pages(painted_with_itself(), {}, lambda pages: 1.0) == ()
    assert time.monotonic() - begun < 20  # far more than it takes to give up, less than any drawing


def test_who_draws_without_end_ends_though_nobody_waits_for_it() -> None:
    request = json.dumps([0.5, [[0, 2.0]]]).encode() + b"\n" + painted_with_itself()
    program = [*PYTHON, draw_program.__file__]
    done = subprocess.run(
        program,
        input=request,
        capture_output=True,
        timeout=60,
        check=False,
        env=environment(),
    )
    assert done.returncode != 0
    assert done.stdout == b""


def test_a_page_of_which_nothing_can_be_seen_has_no_image() -> None:
    page = b"/MediaBox [0 0 595 842] /CropBox [5000 5000 5100 5100]"
    assert draw_pages(raw_pdf(page, b""), {}) == ()
    assert len(draw_pages(raw_pdf(b"/MediaBox [0 0 595 842]", b""), {})) == 1


def test_a_large_page_is_drawn_smaller() -> None:
    pages = [
        DrawnPage([DrawnLine("Anexo", 60, 700)], width=w, height=h)
        for w, h in ((14000, 9000), (842, 1190))
    ]
    huge, sheet = draw_pages(draw(pages), {})
    assert LARGEST * 0.99 < huge.size[0] * huge.size[1] < LARGEST * 1.01
    assert sheet.size == (842 * SCALE, 1190 * SCALE)


def test_a_faint_sign_stays_in_sight() -> None:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(200, 200), invariant=1)
    canvas.setFillGray(0.92)
    canvas.rect(50, 50, 100, 100, stroke=0, fill=1)
    canvas.save()
    [image] = draw_pages(out.getvalue(), {})
    shades = Image.open(io.BytesIO(image.data)).convert("L")
    assert shades.getpixel((200, 200)) == 170
    assert shades.getpixel((10, 10)) == 255


def test_an_image_that_is_there_is_not_drawn_again(
    tmp_path: Path, images: tuple[PageImage, ...]
) -> None:
    there = tmp_path / images[5].name
    there.write_bytes(b"as it was")
    again = draw_pages(PDF.read_bytes(), {there.name: there})
    assert again[5].data == b"as it was"
    assert again[:5] + again[6:] == images[:5] + images[6:]
    changed = PDF.read_bytes() + b"\n"
    assert {one.name for one in draw_pages(changed, {})}.isdisjoint(one.name for one in images)


# ── the boxes ────────────────────────────────────────────────────────────────────────────────


def test_every_line_stands_in_one_entry_of_its_page(facsimile: Facsimile) -> None:
    count = 0
    for page in facsimile.pages:
        lines = [line for one in page.entries for line in range(one.lines[0], one.lines[1] + 1)]
        assert lines == list(range(1, len(lines) + 1))
        assert len({one.id for one in page.entries}) == len(page.entries)
        count += len(lines)
    assert count == 566


def test_the_boxes_hold_the_print_and_nothing_else_has_ink(facsimile: Facsimile) -> None:
    for page in facsimile.pages:
        left, top, right, bottom = without_boxes(page).getbbox() or (0, 0, 0, 0)
        assert bottom - top <= 3, page.number  # the rule under the letterhead
        assert right - left > 900
        whole = ink(page.image)
        for entry in page.entries:
            assert entry.box
            assert whole.crop(pixels(page, entry.box)).getbbox(), entry.id


def test_a_box_is_where_its_words_are(facsimile: Facsimile) -> None:
    """«XII — Falta de vidros …» ends between XI and its own sanction, and is one line high."""
    page = facsimile.pages[5]
    twelfth = next(one for one in page.entries if one.id == "art14_cpt_inc12")
    assert twelfth.lines == (10, 10)
    assert twelfth.box
    left, top, right, bottom = (
        ink(page.image).crop(pixels(page, twelfth.box, 1)).getbbox() or (0,) * 4
    )
    assert right - left > 0.97 * twelfth.box.width * SCALE
    assert bottom - top > 0.6 * twelfth.box.height * SCALE


TURNED = [
    DrawnLine("Art. 1º Fica criada a taxa de vistoria do transporte.", 90, 500),
    DrawnLine("Art. 2º Esta lei entra em vigor na data de sua publicação.", 90, 460),
]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (40.0, 150.0, 500.0, 560.0)])
def test_boxes_keep_to_their_words_on_a_page_that_is_turned_or_cropped(
    rotate: int, crop: tuple[float, float, float, float] | None, tmp_path: Path
) -> None:
    file = tmp_path / "norma.pdf"
    file.write_bytes(draw([DrawnPage(TURNED, rotate=rotate, crop_box=crop)]))
    catalogue = compile_norm(file).catalogue
    [image] = draw_pages(file.read_bytes(), {})
    [page] = Facsimile(catalogue, Places(catalogue), [image]).pages
    by_id = {one.id: one.box for one in page.entries}
    assert by_id.keys() == {"art1", "art2"}
    assert (page.width > page.height) == (image.size[0] > image.size[1])
    assert without_boxes(page).getbbox() is None
    one, two = by_id["art1"], by_id["art2"]
    assert one
    assert two
    first, second = (ink(image).crop(pixels(page, box)) for box in (one, two))
    assert first.getbbox()
    assert second.getbbox()
    # The second article has the longer line, so that no box is taken for the other's.
    assert max(second.size) > max(first.size)


def test_what_a_page_hides_is_no_text_and_has_no_box(tmp_path: Path) -> None:
    file = tmp_path / "norma.pdf"
    file.write_bytes(draw([DrawnPage(TURNED, crop_box=(40.0, 480.0, 500.0, 560.0))]))
    catalogue = compile_norm(file).catalogue
    facsimile = Facsimile(catalogue, Places(catalogue), draw_pages(file.read_bytes(), {}))
    assert [one.id for one in walk(catalogue.dispositivos)] == ["art1"]
    [hidden] = [one for one in catalogue.descartes if one.motivo == "fora_da_pagina"]
    assert hidden.texto == TURNED[1].text
    assert facsimile.crops(hidden.origem) == []
    assert [one.box is None for one in facsimile.pages[0].entries] == [False, True]
    images = {catalogue.norma.id: [facsimile.pages[0].image]}
    write_docs([catalogue], tmp_path / "docs", images=images)
    page = (tmp_path / "docs" / "facsimile" / "p01.md").read_text(encoding="utf-8")
    assert hidden.texto in page


def test_a_text_over_two_pages_says_where_it_goes_on(tmp_path: Path) -> None:
    pages = [
        DrawnPage([DrawnLine("Art. 1º Fica criada a taxa de vistoria do", 90, 100)]),
        DrawnPage([DrawnLine("transporte escolar.", 90, 700), DrawnLine(TURNED[1].text, 90, 660)]),
    ]
    file = tmp_path / "norma.pdf"
    file.write_bytes(draw(pages))
    catalogue = compile_norm(file).catalogue
    facsimile = Facsimile(catalogue, Places(catalogue), draw_pages(file.read_bytes(), {}))
    [[one], [two, _]] = [page.entries for page in facsimile.pages]
    assert (one.id, one.before, one.behind) == ("art1", None, 2)
    assert (two.id, two.before, two.behind) == ("art1", 1, None)
    article = next(walk(catalogue.dispositivos))
    assert [crop.href for crop in facsimile.crops(article.origem)] == [
        "facsimile/p01.html#art1", "facsimile/p02.html#art1",
    ]  # fmt: skip


def test_without_images_there_is_nothing(law: Catalogo) -> None:
    empty = Facsimile(law, Places(law), ())
    assert empty.pages == []
    assert empty.crops(law.dispositivos[0].origem) == []


# ── the site ─────────────────────────────────────────────────────────────────────────────────


def test_every_page_of_the_pdf_has_its_page_and_its_image(
    built: Path, images: tuple[PageImage, ...]
) -> None:
    site = built / "site"
    assert check_site(site) == []
    index = {address for _, _, address in read_page(site / "facsimile" / "index.html").links}
    for one in images:
        page = read_page(site / "facsimile" / f"p{one.number:02}.html")
        assert ("img", "src", one.name) in page.links
        assert (site / "facsimile" / one.name).read_bytes() == one.data
        assert {f"p{one.number:02}.html", one.name} <= index
        assert "Página reconstituída" in page.visible


def test_every_device_and_its_place_on_the_image_are_linked_both_ways(
    built: Path, law: Catalogo, facsimile: Facsimile
) -> None:
    places, site = Places(law), built / "site"
    ways = {
        page.number: (site / "facsimile" / f"{page.stem}.html").read_text(encoding="utf-8")
        for page in facsimile.pages
    }
    back = {
        one.stem: {address for _, _, address in read_page(one).links}
        for one in (site / "artigos").glob("*.html")
    }
    count = 0
    for device in walk(law.dispositivos):
        name = html.escape(places.cite(device.id))
        for at in device.origem:
            box = f'<a id="{device.id}" href="../{places.href(device.id)}" aria-label="{name}">'
            assert box in ways[at.pagina]
            article = places[device.id].article
            if article:
                assert f"../facsimile/p{at.pagina:02}.html#{device.id}" in back[article.id]
                count += 1
    assert count > 140


def test_the_list_holds_the_text_of_the_page(built: Path, law: Catalogo) -> None:
    for device in walk(law.dispositivos):
        for at in device.origem:
            page = read_page(built / "site" / "facsimile" / f"p{at.pagina:02}.html")
            told = device.texto or device.nome
            assert told
            assert told in page.visible
    for one in law.descartes:
        page = read_page(built / "site" / "facsimile" / f"p{one.origem[0].pagina:02}.html")
        assert one.texto in page.visible


STRIP = re.compile(
    r'<a class="tira" href="(?P<href>[^"]+)" style="aspect-ratio: (?P<wide>[\d.]+) / (?P<high>[\d.]+)">'
    r'<img src="(?P<src>[^"]+)"[^>]* loading="lazy" alt="(?P<alt>[^"]+)" '
    r'style="width: (?P<width>[\d.]+)%; left: (?P<left>-?[\d.]+)%; top: (?P<top>-?[\d.]+)%">'
)


def strips(page: Path) -> list[dict[str, str]]:
    found = [one.groupdict() for one in STRIP.finditer(page.read_text(encoding="utf-8"))]
    assert page.read_text(encoding="utf-8").count('class="tira"') == len(found)
    return found


def part_of(strip: dict[str, str], page: FacsimilePage) -> Rect:
    """What of a page a strip's style shows."""
    wide, high = float(strip["wide"]), float(strip["high"])
    assert float(strip["width"]) == pytest.approx(100 * page.width / wide, abs=0.01)
    return Rect(-float(strip["left"]) * wide / 100, -float(strip["top"]) * high / 100, wide, high)


def test_a_strip_shows_the_lines_that_it_names(built: Path, facsimile: Facsimile) -> None:
    boxes = {(page.number, one.id): one.box for page, one in entries(facsimile)}
    count = 0
    for file in (built / "site").rglob("*.html"):
        for strip in strips(file):
            count += 1
            told = re.search(
                r"página (\d+), linhas? (\d+)(?:–(\d+))?, página reconstituída: \S", strip["alt"]
            )
            assert told
            number, first, last = int(told[1]), int(told[2]), int(told[3] or told[2])
            page = facsimile.pages[number - 1]
            assert strip["src"].endswith(f"facsimile/{page.image.name}")
            shown = part_of(strip, page)
            for one in page.entries:
                inside = first <= one.lines[0] and one.lines[1] <= last
                assert one.box
                if inside:
                    assert shown.y <= one.box.y
                    assert one.box.y + one.box.height <= shown.y + shown.height
                    assert shown.x <= one.box.x
                    assert one.box.x + one.box.width <= shown.x + shown.width
            anchor = strip["href"].rpartition("#")[2]
            target = boxes[number, anchor]
            assert target
            assert target.y < shown.y + shown.height
            assert shown.y < target.y + target.height
    assert count > 350


def test_every_correction_and_finding_with_a_box_has_a_strip(built: Path, law: Catalogo) -> None:
    rows = (built / "site" / "correcoes.html").read_text(encoding="utf-8")
    for one in law.correcoes:
        row = rows.split(f'id="cor-{one.id}"')[1].split("</tr>")[0]
        assert row.count('class="tira"') == sum(at.caixa is not None for at in one.origem) > 0
    cases = (built / "site" / "inconsistencias.html").read_text(encoding="utf-8")
    found = 0
    for case in law.diagnosticos:
        part = cases.split(f'<li id="{case.id}">')[1].split("</li>")[0]
        boxes = sum(at.caixa is not None for at in case.origem)
        assert part.count('class="tira"') == boxes
        found += boxes
    assert found > 20


def test_hostile_text_is_shown_not_run(tmp_path: Path) -> None:
    hostile = hostile_norm()
    last = max(at.pagina for one in walk(hostile.dispositivos) for at in one.origem)
    images = draw_pages(draw([DrawnPage([DrawnLine("Art. 1º", 60, 700)])] * last), {})
    docs, site = tmp_path / "docs", tmp_path / "site"
    write_docs([hostile], docs, images={hostile.norma.id: images})
    build_site(docs, site)
    assert check_site(site) == []
    pages = sorted((site / "facsimile").glob("p*.html"))
    texts = {text for page in pages for _, text in read_page(page).texts}
    assert set(NASTY) <= texts
    assert not [page for page in pages if SCRIPT in page.read_text(encoding="utf-8")]


# ── what is built of what ────────────────────────────────────────────────────────────────────

LAW = "LEI Nº 1, DE 2 DE JANEIRO DE 2020"


def drawn(*lines: str) -> bytes:
    return draw(
        [DrawnPage([DrawnLine(line, 60, 780 - 20 * n) for n, line in enumerate((LAW, *lines))])]
    )


def norm(raw: Path, name: str, *lines: str) -> Path:
    folder = raw / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lei.pdf").write_bytes(drawn(*lines))
    return folder


def images_in(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.rglob("facsimile/*.png")}


def test_text_input_has_no_images_and_no_way_to_any(tmp_path: Path) -> None:
    file = tmp_path / "norma.txt"
    file.write_text(
        "Art. 1º Fica criada a taxa.\nArt. 2º Esta lei entra em vigor.\n", encoding="utf-8"
    )
    build_all([file], Options(out=tmp_path / "b", raw=tmp_path / "raw"))
    site = tmp_path / "b" / "site"
    assert check_site(site) == []
    assert not (site / "facsimile").exists()
    for page in site.rglob("*.html"):
        assert not re.search(
            r'facsimile/(?:p\d|index)|class="recorte"|Página a página', page.read_text("utf-8")
        )


def test_a_pdf_that_is_not_what_was_read_is_not_shown(tmp_path: Path) -> None:
    one = norm(tmp_path / "raw", "lei-1-2020", "Art. 1º Fica criada a taxa.")
    two = norm(tmp_path / "raw", "lei-2-2020", "Art. 1º Fica extinta a taxa.")
    options = Options(out=tmp_path / "b", raw=tmp_path / "raw")
    build_all([one, two], options)
    assert len(images_in(tmp_path / "b" / "site")) == 2
    norm(tmp_path / "raw", "lei-1-2020", "Art. 1º Outra coisa.")
    (tmp_path / "b" / "docs" / "dados" / "lei-1-2020.pdf").unlink()
    build_all([two], options)
    site = tmp_path / "b" / "site"
    assert (site / "artigos" / "art1.html").is_file()
    assert not (site / "facsimile").exists()
    assert len(images_in(site / "normas" / "lei-2-2020")) == 1
    assert check_site(site) == []


def test_the_last_sites_images_are_taken_over_and_a_changed_pdf_is_drawn_anew(
    tmp_path: Path,
) -> None:
    path = norm(tmp_path / "raw", "lei-1-2020", "Art. 1º Fica criada a taxa.")
    options = Options(out=tmp_path / "b", raw=tmp_path / "raw")
    build_all([path], options)
    docs, site = tmp_path / "b" / "docs", tmp_path / "b" / "site"
    [name] = images_in(docs)
    (docs / "facsimile" / name).write_bytes(b"\x89PNG of the last site")
    (path / "norma.toml").write_text('municipio = "Qualquer"\nuf = "SP"\n', encoding="utf-8")
    assert build_all([path], options).site_changed
    assert images_in(site) == {name: b"\x89PNG of the last site"}
    norm(tmp_path / "raw", "lei-1-2020", "Art. 1º Fica extinta a taxa.")
    build_all([path], options)
    [image] = draw_pages((path / "lei.pdf").read_bytes(), {})
    assert images_in(site) == {image.name: image.data}
    assert image.name != name


def test_two_builds_have_the_same_images(tmp_path: Path) -> None:
    path = norm(tmp_path / "raw", "lei-1-2020", "Art. 1º Fica criada a taxa.")
    for out in ("a", "b"):
        build_all([path], Options(out=tmp_path / out, raw=tmp_path / "raw"))
    one, two = (images_in(tmp_path / out / "site") for out in ("a", "b"))
    assert one == two
    assert len(one) == 1
    assert load_catalogue(tmp_path / "a" / "catalogo" / "lei-1-2020.json").fonte.paginas
