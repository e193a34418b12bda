"""The record of the law in the br-locleg corpus, read into pages of printed lines.

In: `data/br-locleg-norma-1493-2023.txt`, a verbatim copy of the record (metadata, then the text
that pypdfium2 took from the published PDF). Out: 13 pages, each a list of lines exactly as stored,
the blank at their end included. The one repair: U+FFFE, pdfium's mark for a hyphen at a line's end
whose break it swallowed, becomes a hyphen and a break again (565 stored lines, 566 printed ones).
"""

from pathlib import Path

RECORD = Path(__file__).parent / "data" / "br-locleg-norma-1493-2023.txt"

_TEXT_BEGINS = "status:"
_TEXT_ENDS = "open original →"
_SWALLOWED_BREAK = "\ufffe"


def load(path: Path = RECORD) -> list[list[str]]:
    """The record's pages of lines; ValueError if the file is not such a record.

    >>> pages = load()
    >>> len(pages), pages[0][0]
    (13, 'ESTADO DO RIO DE JANEIRO ')
    """
    return split_pages(path.read_text(encoding="utf-8"))


def split_pages(record: str) -> list[list[str]]:
    """Pages of lines of a record's whole text. A page ends at its own number, alone on a line.

    >>> split_pages("status: x\\n\\nLEI: \\n1 \\nde com\\ufffeissão \\n2 \\n\\nopen original →")
    [['LEI: ', '1 '], ['de com-', 'issão ', '2 ']]
    """
    pages: list[list[str]] = []
    page: list[str] = []
    for line in _printed_lines(record):
        page.append(line)
        if line.strip() == str(len(pages) + 1):
            pages.append(page)
            page = []
    if page:
        raise ValueError(f"page {len(pages) + 1} does not end at its number: {page[-1]!r}")
    return pages


def _printed_lines(record: str) -> list[str]:
    lines = record.split("\n")
    begins = [n for n, line in enumerate(lines) if line.startswith(_TEXT_BEGINS)]
    ends = [n for n, line in enumerate(lines) if line == _TEXT_ENDS]
    if len(begins) != 1 or len(ends) != 1 or ends < begins:
        raise ValueError(f"no text between one {_TEXT_BEGINS!r} line and one {_TEXT_ENDS!r} line")
    text = "\n".join(lines[begins[0] + 1 : ends[0]])
    unjoined = text.replace(_SWALLOWED_BREAK, "-\n")
    return [line for line in unjoined.split("\n") if line.strip()]
