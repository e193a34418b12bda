"""Draws `raw/lei-1493-2023/lei-1493-2023.pdf` again from the record of its text.

The published PDF could not be had; this one stands in its place (`reconstituida = true` in
norma.toml). From the repository's root:

    python -m tests.make_facsimile
"""

from pathlib import Path

from tests import pdf_maker, record

FACSIMILE = Path(__file__).parent.parent / "raw" / "lei-1493-2023" / "lei-1493-2023.pdf"


def make() -> bytes:
    """The facsimile's bytes."""
    return pdf_maker.draw_facsimile(record.load(), title="Lei nº 1.493/2023 (reconstituição)")


if __name__ == "__main__":
    FACSIMILE.write_bytes(make())
