"""Tables of contents: lines that repeat the norm's headings before they come, with their pages.

Guarantees: a line is dropped only if it stands in a run of entries that end in a page number, whose
pages never fall, that is a table by its leaders or its title, and nearly all of which are headings
that come later in the text; without pages, only below the title of such a table. What only looks
like such a table stays, and is reported.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.artefacts import Discard, NormalLine
from pipeline.diagnostics import diagnose
from pipeline.grammar import opens_norm
from pipeline.labels import exact_reading, fold
from pipeline.normalise.draft import Draft

_PAGE = re.compile(r"(?<!\d)\d{1,4}$")
_LEADERS = " .…_·"
_TITLE = re.compile(r"(?:sum[áa]rio|[íi]ndice)(?: geral)?\W*", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+")
_BRACKETS = re.compile(r"\([^()]*\)?")
_LEAST = 3
"""Entries that make a table."""
_LINES_OF_A_NAME = 4
"""Lines over which a heading's name may be broken."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A run of entries: its first line, the line behind it, the names that it lists."""

    first: int
    behind: int
    names: tuple[str, ...]
    led: bool
    """Whether leaders run to all page numbers."""
    labelled: bool
    """Whether at least half of its names have the label of a grouping."""


def drop_contents(draft: Draft) -> Draft:
    """Take off a table of contents that repeats the headings of what follows.

    >>> # "TÍTULO I", "DAS TAXAS ............ 5" above the text → descarte, motivo sumario
    """
    lines = draft.lines
    found = []
    dropped: set[int] = set()
    for table in (*_tables(lines), *_without_pages(lines)):
        titled = table.first > 0 and _TITLE.fullmatch(lines[table.first - 1].text) is not None
        certain = (table.led or titled) and (table.labelled or titled)
        if certain and _comes_later(table, lines):
            dropped |= {*range(table.first - titled, table.behind)}
        elif titled or (table.led and table.labelled):
            message = "linhas que parecem um sumário ficaram no texto: seus títulos não vêm depois"
            first = lines[table.first]
            found.append(diagnose("REC001", message, place=first.spot, mark=first.text))
    if not dropped and not found:
        return draft
    discards = [Discard(lines[at].text, "sumario", lines[at].spot) for at in sorted(dropped)]
    kept = [line for at, line in enumerate(lines) if at not in dropped]
    return draft.with_(lines=kept, discards=discards, diagnostics=found)


def _tables(lines: Sequence[NormalLine]) -> Iterator[_Table]:
    """The runs of entries; a label alone on its line, or the first part of a name, goes along."""
    entries = [at for at, line in enumerate(lines) if _entry(line.text) is not None]
    at = 0
    while len(entries) >= _LEAST and at < len(lines):
        coming = bisect_left(entries, at)
        if coming == len(entries):
            return
        at = max(at, entries[coming] - _LINES_OF_A_NAME)
        first, behind, page = at, at, 0
        names: list[str] = []
        led: bool | None = None  # all entries of a table have leaders, or none has
        labels, parts = 0, [""]
        while at < len(lines) and len(parts) <= _LINES_OF_A_NAME + 1:
            entry = _entry(lines[at].text)
            if entry is not None and entry[2] >= page and led in (entry[1], None):
                name, led, page = entry
                names.append(" ".join((*parts, name)).strip())
                labels += sum(_is_grouping(part) for part in (*parts, lines[at].text))
                behind, parts = at + 1, [""]
            elif _goes_along(lines[at].text):
                parts.append(lines[at].text)
            else:
                break
            at += 1
        if len(names) >= _LEAST:
            yield _Table(first, behind, tuple(names), bool(led), labels * 2 >= len(names))
        at = max(behind, first + 1)


def _without_pages(lines: Sequence[NormalLine]) -> Iterator[_Table]:
    """The runs of headings below the title of a table that all come again later, without pages."""
    titles = [at for at, line in enumerate(lines) if _TITLE.fullmatch(line.text)]
    if not titles:
        return
    last = {_words(line.text): at for at, line in enumerate(lines)}
    for title in titles:
        behind = title + 1
        while behind < len(lines) and _goes_along(lines[behind].text):
            words = _words(lines[behind].text)
            if words and last[words] == behind:
                break
            behind += 1
        while not _words(lines[behind - 1].text) and behind > title + 1:
            behind -= 1  # the label of the first heading of the text
        names = tuple(one.text for one in lines[title + 1 : behind])
        if len(names) >= _LEAST and not any(map(_entry, names)):
            yield _Table(title + 1, behind, names, led=False, labelled=True)


def _entry(text: str) -> tuple[str, bool, int] | None:
    """The name of an entry, whether leaders run to its page, and that; None if it is no entry."""
    page = _PAGE.search(text) if text[-1:].isdigit() else None
    if page is None or opens_norm(text):
        return None
    name = text[: page.start()].rstrip(_LEADERS)
    leader = text[len(name) : page.start()]
    led = leader.count(".") + 3 * leader.count("…") >= 3
    return (name, led, int(page[0])) if name and leader else None


def _goes_along(text: str) -> bool:
    """Whether a line without a page may stand among entries: a label, or the start of a name."""
    if _is_grouping(text):
        return True
    name = text.partition("(")[0].rstrip(" –—-:.,")
    letters = [sign for sign in name if sign.isalpha()]
    capitals = sum(map(str.isupper, letters)) * 10 >= 9 * len(letters)  # one may be misread
    return " " in name and name[-1].isalpha() and capitals


def _is_grouping(text: str) -> bool:
    label = exact_reading(text)
    return label is not None and label.kind is not None and label.kind.is_grouping


def _comes_later(table: _Table, lines: Sequence[NormalLine]) -> bool:
    """Whether nearly all that a table lists are whole lines of the text behind it."""
    later = [_words(line.text) for line in lines[table.behind :]]
    headings = {
        " ".join(filter(None, later[at : at + count]))
        for count in range(1, _LINES_OF_A_NAME + 1)
        for at in range(len(later))
    }
    known = [words for name in table.names if (words := _words(name))]
    again = sum(words in headings for words in known)
    return len(known) >= _LEAST and again * 5 >= len(known) * 4


def _words(text: str) -> str:
    """The letters of a heading, folded, without the labels before it and the brackets behind it."""
    text = _BRACKETS.sub(" ", text).strip()
    label = exact_reading(text)
    while label is not None and label.kind is not None:
        text = text[len(label.printed) :]
        label = exact_reading(text)
    return " ".join(_LETTERS.findall(fold(text)))
