"""Tells a PDF by its head.

In: the bytes of a file. Out: where the PDF in it begins.
"""

import re


def pdf_at(data: bytes) -> int | None:
    """Where the PDF begins, behind what a download left before it; None if it is no PDF.

    >>> pdf_at(b"%PDF-1.7"), pdf_at(b"\\r\\n%PDF-1.7"), pdf_at(b"Art. 1")
    (0, 2, None)
    """
    found = re.search(rb"(?:\A|[^ -~])(%PDF-\d)", data[:4096])
    return found.start(1) if found else None
