"""What all that use pdfium share: one lock for the process, and where in a file the PDF begins.

In: the bytes of a file. Out: `LOCK`, to be held from opening a document to closing it, and
`pdf_at`. Promises: nothing is loaded before it is needed.
"""

import re
from threading import Lock

LOCK = Lock()
"""pdfium is not safe to call from two threads at once."""


def pdf_at(data: bytes) -> int | None:
    """Where the PDF begins, behind what a download left before it; None if it is no PDF.

    >>> pdf_at(b"%PDF-1.7"), pdf_at(b"\\r\\n%PDF-1.7"), pdf_at(b"Art. 1")
    (0, 2, None)
    """
    found = re.search(rb"(?:\A|[^ -~])(%PDF-\d)", data[:4096])
    return found.start(1) if found else None
