"""Leaves the HTML of generated pages alone: an extension of the Markdown that MkDocs runs.

In: the lines of a page. Out: the same for hand-written pages; of a generated one, which says so in
its first line, the headings, and a placeholder for all that stands between them. Promises: HTML
comes out sign for sign, whatever in it looks like Markdown, and nothing has to read it twice.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from pipeline.emit.page_render import HTML

_HEADING = re.compile(r"#{1,6} .+ \{#[^}]+\}")
# Behind the clean-up of blanks, before the two that read HTML.
_PRIORITY = 25


class Verbatim(Extension):
    """The extension, as MkDocs loads it."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Markdown's name for it)
        """Put the step in its place."""
        md.preprocessors.register(_Stash(md), "lei_html", _PRIORITY)


class _Stash(Preprocessor):
    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self._keep = md.htmlStash.store

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines).lstrip()
        if not text.startswith(HTML):
            return lines
        # The steps behind want two blank lines at the end, as the clean-up left them.
        return [*self._kept(text.removeprefix(HTML).split("\n")), "", ""]

    def _kept(self, lines: list[str]) -> Iterator[str]:
        for is_heading, group in groupby(lines, lambda line: bool(_HEADING.fullmatch(line))):
            if is_heading:
                yield from group
                continue
            block = "\n".join(group).strip()
            if block:
                yield from ("", self._keep(block), "")


makeExtension = Verbatim  # noqa: N816 (Markdown's name for it)
"""The extension under the name of its module."""
