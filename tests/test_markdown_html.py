"""Generated pages pass Markdown by: their HTML comes out sign for sign, their headings are headings."""

import markdown
import pytest

from pipeline.emit.page_render import HTML, heading

NASTY = """<div class="lei">
<p>1. um número, *sem* ênfase, <code>__init__</code></p>

    <p>recuado como código</p>

# não é título
- nem lista
Penalidade: multa
</div>"""


def made(source: str) -> str:
    return markdown.markdown(
        source, extensions=["pipeline.emit.markdown_html", "attr_list", "tables", "toc"]
    )


@pytest.mark.parametrize("last", ["", "\n", "\n\n\n"])
def test_html_comes_out_sign_for_sign(last: str) -> None:
    source = (
        f"{HTML}\n{heading('Um', 1, 'um')}\n{NASTY}\n{heading('Dois', 2, 'dois')}\n{NASTY}{last}"
    )
    out = made(source)
    assert out == f'<h1 id="um">Um</h1>\n{NASTY}\n<h2 id="dois">Dois</h2>\n{NASTY}'


def test_a_line_of_code_that_looks_like_a_heading_is_none() -> None:
    block = "<pre>\n# comentário\n## outro {fim}\n</pre>"
    assert made(f"{HTML}\n\n{block}\n") == block


def test_a_hand_written_page_is_markdown() -> None:
    assert made("# Um\n\n*dois* <b>três</b>\n") == (
        '<h1 id="um">Um</h1>\n<p><em>dois</em> <b>três</b></p>'
    )
