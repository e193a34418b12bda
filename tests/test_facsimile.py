"""The committed facsimile says what the record says, to the letter, and is drawn, not edited."""

import doctest
from collections.abc import Iterator
from itertools import pairwise
from types import ModuleType

import pypdfium2 as pdfium
import pytest

from tests import make_facsimile, pdf_maker, record
from tests.pdf_maker import A4_HEIGHT, A4_WIDTH, DrawnLine, DrawnPage

PAGES = 13
PRINTED_LINES = 566
A4_IN_POINTS = (595.28, 841.89)
A_LINE = DrawnPage([DrawnLine("Art. 1º Fica criada a taxa.", x=60, y=700)])


@pytest.fixture(scope="module")
def facsimile() -> Iterator[pdfium.PdfDocument]:
    with pdfium.PdfDocument(make_facsimile.FACSIMILE) as document:
        yield document


def text_of(page: pdfium.PdfPage) -> str:
    with_text = page.get_textpage()
    try:
        return str(with_text.get_text_range())
    finally:
        with_text.close()


def printed_lines(text: str) -> list[str]:
    """Lines as printed: pdfium ends one by CR LF, and writes a line's final hyphen and the break
    after it as one U+FFFE. Blanks at a line's end are drawn in the facsimile, so they stay."""
    return text.replace("\ufffe", "-\r\n").split("\r\n")


def test_record_is_13_pages_of_566_printed_lines() -> None:
    pages = record.load()
    assert len(pages) == PAGES
    assert sum(len(page) for page in pages) == PRINTED_LINES
    for number, page in enumerate(pages, start=1):
        assert [line.rstrip() for line in page[:3]] == [
            "ESTADO DO RIO DE JANEIRO",
            "Prefeitura Municipal de Mangaratiba",
            "Gabinete do Prefeito",
        ]
        assert page[-1].strip() == str(number)


def test_swallowed_line_end_is_two_printed_lines() -> None:
    page = record.load()[2]
    before, after = next(pair for pair in pairwise(page) if pair[0].endswith("-"))
    assert before.endswith("(telefone, fax ue-")
    assert after.startswith("mail)com a Secretaria")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("LEI: \n1 \n\nopen original →", "no text between"),
        ("status: x\n\nLEI: \n1 \n", "no text between"),
        ("status: x\n\nLEI: \n1 \nsem número \n\nopen original →", "page 2 does not end"),
    ],
    ids=["no_status_line", "no_end", "last_page_without_its_number"],
)
def test_what_is_not_a_record_is_refused(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        record.split_pages(text)


def test_facsimile_has_13_a4_pages_upright(facsimile: pdfium.PdfDocument) -> None:
    assert len(facsimile) == PAGES
    for index in range(PAGES):
        page = facsimile[index]
        assert page.get_size() == pytest.approx(A4_IN_POINTS, abs=0.01)
        assert page.get_rotation() == 0


@pytest.mark.parametrize("number", range(1, PAGES + 1))
def test_pdfium_reads_the_record_back(facsimile: pdfium.PdfDocument, number: int) -> None:
    assert printed_lines(text_of(facsimile[number - 1])) == record.load()[number - 1]


def test_facsimile_has_566_printed_lines(facsimile: pdfium.PdfDocument) -> None:
    lines = [line for page in facsimile for line in printed_lines(text_of(page))]
    assert len(lines) == PRINTED_LINES
    assert all(line.strip() for line in lines)


def test_facsimile_is_what_the_maker_draws() -> None:
    drawn = make_facsimile.make()
    committed = make_facsimile.FACSIMILE.read_bytes()
    assert drawn == committed, "run: python -m tests.make_facsimile"


def test_no_line_leaves_its_margins_or_touches_another() -> None:
    pages = pdf_maker.facsimile_pages(record.load())
    assert len(pages) == PAGES
    for page in pages:
        for line in page.lines:
            assert line.x >= 55
            assert line.x + pdf_maker.width_of(line.text.rstrip(), line.size) <= A4_WIDTH - 55
            assert 35 <= line.y <= A4_HEIGHT - 50
        for above, below in pairwise(page.lines):
            assert above.y - below.y >= 1.2 * below.size


def test_same_pages_make_the_same_bytes() -> None:
    assert pdf_maker.draw([A_LINE]) == pdf_maker.draw([A_LINE])
    longer = DrawnPage([*A_LINE.lines, DrawnLine("E outra.", x=60, y=680)])
    assert pdf_maker.draw([A_LINE]) != pdf_maker.draw([longer])


def test_rotation_and_crop_hold_for_their_page_only() -> None:
    cropped = (0.0, 100.0, 500.0, 800.0)
    turned = DrawnPage(A_LINE.lines, rotate=90, crop_box=cropped)
    with pdfium.PdfDocument(pdf_maker.draw([turned, A_LINE])) as document:
        assert [page.get_rotation() for page in document] == [90, 0]
        assert document[0].get_cropbox() == cropped
        assert document[1].get_cropbox() == pytest.approx((0, 0, A4_WIDTH, A4_HEIGHT), abs=0.01)


def test_user_password_locks_and_owner_password_does_not() -> None:
    locked = pdf_maker.draw([A_LINE], user_password="segredo")
    with pytest.raises(pdfium.PdfiumError, match="password"):
        pdfium.PdfDocument(locked)
    for pdf, password in [
        (locked, "segredo"),
        (pdf_maker.draw([A_LINE], owner_password="dono"), None),
    ]:
        with pdfium.PdfDocument(pdf, password=password) as document:
            assert text_of(document[0]) == A_LINE.lines[0].text


@pytest.mark.parametrize("module", [record, pdf_maker], ids=["record", "pdf_maker"])
def test_docstring_examples_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
