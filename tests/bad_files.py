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
