"""Files that people hand in for a norm, and that are none, or are one with something wrong.

In: nothing, or a good PDF of `pdf_maker`. Out: bytes. Same call, same bytes; what is broken is broken
by hand, since no program that writes PDFs does it on purpose.
"""

import io
import re

import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tests.pdf_maker import A4_HEIGHT, A4_WIDTH, DrawnLine, DrawnPage, draw

LAW = (
    "LEI Nº 12, DE 3 DE MAIO DE 2017",
    "Cria a taxa de vistoria anual.",
    "O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia; faço saber:",
    "Art. 1º Fica criada a taxa de vistoria.",
    "Art. 2º Andar sem licença:",
    "Infração — leve;",
    "Penalidade — multa de R$ 50,00.",
)
GARBAGE = "Xkrtz wqvbn fghjk zxcvb mnbvc lkjhg qwrty plkmn bvcxz trwqs dfghj kmnbv"


def page_of(*texts: str) -> DrawnPage:
    """A page with these lines, from the top."""
    return DrawnPage([DrawnLine(text, 60, 780 - n * 18) for n, text in enumerate(texts)])


def law_pdf(*more: DrawnPage, **passwords: str) -> bytes:
    """A good law on its first page, and more pages behind it."""
    return draw([page_of(*LAW), *more], **passwords)


def scanned(pages: int, *, good: int = 0) -> bytes:
    """A PDF of images, behind so many pages of text."""
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=0, invariant=1)
    for _ in range(good):
        for n, text in enumerate(LAW):
            canvas.drawString(60, 780 - 18 * n, text)
        canvas.showPage()
    scan = ImageReader(Image.new("L", (8, 8), 200))
    for _ in range(pages):
        canvas.drawImage(scan, 0, 0, width=A4_WIDTH, height=A4_HEIGHT)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def objects_of_pages(data: bytes) -> list[tuple[bytes, bytes]]:
    """The numbers of each page's object and of its content, in the order of the pages."""
    return re.findall(rb"\n(\d+) 0 obj\n<<\n/Contents (\d+) 0 R", data)


def without_pages(data: bytes, *lost: int) -> bytes:
    """The same PDF, but the objects of these pages are not where its index says."""
    for number, (page, _) in enumerate(objects_of_pages(data), 1):
        if number in lost:
            data = data.replace(b"\n%s 0 obj" % page, b"\n%s 0 xxx" % page)
    return data


def without_contents(data: bytes, *lost: int) -> bytes:
    """The same PDF cut short; of these pages there is nothing but the page itself."""
    for number, (_, content) in enumerate(objects_of_pages(data), 1):
        if number in lost:
            data = data.replace(b"\n%s 0 obj" % content, b"\n%s 0 xxx" % content)
    return data[:-20]


def with_scripts_and_attachments(data: bytes) -> bytes:
    """The same PDF with a script that runs when it is opened, and two files inside."""
    active = data.replace(
        b"/Type /Catalog",
        b"/OpenAction << /S /JavaScript /JS (app.launchURL\\('http://exemplo.invalid'\\)) >>\n"
        b"/AA << /WC << /S /Launch /F (calc.exe) >> >>\n/Type /Catalog",
    )
    assert active != data
    document = pypdfium2.PdfDocument(active)
    for name in ("tabela.csv", "../../fora.sh"):
        document.new_attachment(name).set_data(b"#!/bin/sh\ntouch fora\n")
    out = io.BytesIO()
    document.save(out)
    document.close()
    assert b"JavaScript" in out.getvalue()
    return out.getvalue()


def of_many_pages(count: int) -> bytes:
    """A law of so many pages: the text is on the first, all others are one blank page again."""
    first = law_pdf(DrawnPage([]))
    (page, _), (blank, _) = objects_of_pages(first)
    kids = b"%s 0 R %s 0 R" % (page, blank)
    assert kids in first
    many = first.replace(kids, b"%s 0 R %s" % (page, b" ".join([b"%s 0 R" % blank] * (count - 1))))
    many = many.replace(b"/Count 2", b"/Count %d" % count)
    return indexed(many)


def indexed(data: bytes) -> bytes:
    """The PDF with the index that fits where its objects are."""
    body, _, trailer = data.rpartition(b"\nxref\n")
    body += b"\n"
    numbers = {int(one[1]): one.start() + 1 for one in re.finditer(rb"\n(\d+) 0 obj\b", body)}
    size = max(numbers) + 1
    rows = b"".join(b"%010d 00000 n \n" % numbers[n] for n in range(1, size))
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    tail = re.sub(
        rb"startxref\n\d+", b"startxref\n%d" % len(body), trailer[trailer.index(b"trailer") :]
    )
    return body + head + rows + tail


def that_hangs(*, times: int = 4) -> bytes:
    """A PDF of 1 kB with two drawings, each of which draws the other so many times.

    pdfium follows them some forty deep: four times is 4⁴⁰ drawings, once is forty.
    """
    return _with_drawings(
        [
            b"BT /F 12 Tf 60 700 Td (Art. 1. Fica criada a taxa.) Tj ET " + b"/X%d Do " % n * times
            for n in (1, 0)
        ]
    )


def that_swells(*, deep: int, times: int) -> bytes:
    """A PDF in which no drawing draws itself, but each so many times the next: times ** deep."""
    inner = [b"/X%d Do " % (n + 1) * times for n in range(deep)]
    return _with_drawings([*inner, b"BT /F 12 Tf 60 700 Td (Art. 1. Fica criada a taxa.) Tj ET"])


def _with_drawings(drawings: list[bytes]) -> bytes:
    """A page that draws the first of these form XObjects; each may draw all of them by name."""
    names = b"".join(b"/X%d %d 0 R" % (n, 6 + n) for n in range(len(drawings)))
    uses = b"/Resources << /Font << /F 4 0 R >> /XObject << %s >> >>" % names
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] " + uses
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R %s >>" % uses,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        _stream(b"", b"/X0 Do"),
        *(_stream(form, drawing) for drawing in drawings),
    ]
    body = b"".join(b"\n%d 0 obj\n%s\nendobj" % (n, one) for n, one in enumerate(objects, 1))
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n0\n%%%%EOF\n" % (len(objects) + 1)
    return indexed(b"%PDF-1.7" + body + b"\nxref\n" + trailer)


def _stream(about: bytes, content: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (about, len(content), content)
