"""How a reader reports an error: a text that names the place and the version.

In: a `NormView`, the page and the device that it is about. Out: text. Promises: whoever gets the
report can find the very words that the reader saw.
"""

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_render import Page


def report(view: NormView, page: Page, device: str | None) -> str:
    """The text to send; the reader adds what is wrong."""
    catalogue = view.catalogue
    place = f"{view.places.cite(device)} ({device})" if device else page.title
    made = f"esquema {catalogue.esquema}, compilador {catalogue.compilador.versao}"
    return "\n".join(
        (
            f"{view.title}: {place}",
            f"Página: {page.path.removesuffix('.md')}.html",
            f"Catálogo: {made}, arquivo {catalogue.fonte.sha256[:12]}",
            "O que está errado: ",
        )
    )
