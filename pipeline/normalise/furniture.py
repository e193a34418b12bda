"""Running headers, footers, page numbers and noise at a page's edge.

Guarantees: a line is a header or footer only if it is repeated *and* stands at the same place of
the page, in an unbroken run from the edge; a line that begins with a label, or goes on a sentence,
is never one. A page number counts with the pages. A publisher's word on its print goes, too. Every
line dropped is recorded with its reason; noise is reported.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from pipeline.artefacts import Discard, NormalLine
from pipeline.diagnostics import diagnose
from pipeline.grammar import container_at, opens_norm
from pipeline.labels import fold, near, readings
from pipeline.normalise.draft import Draft
from pipeline.normalise.flow import Flow, flow

_PAGE_NUMBER = re.compile(
    r"[^\w§]*(?:(?:p[áa]g(?:ina)?|fls?|folha)\.?\s*(?:n[º°.]\s*)?)?(\d{1,4})"
    r"(?:\s*(?:/|de)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_OF_THE_PUBLISHER = re.compile(
    r"[(*]?(?:nota: )?(?:este|o) (?:texto|conte[úu]do) n[ãa]o substitui o .{0,120}", re.IGNORECASE
)
"""What no law says of itself: "Este texto não substitui o publicado no DOU de 8.6.2031"."""
_DEEPEST = 8
"""How many lines from the edge a header or footer may reach."""
_SAME_PLACE = 14.0
"""Points by which the same line may stand higher or lower on another page."""

Sheets = list[list[NormalLine]]


def drop_furniture(draft: Draft) -> Draft:
    """Take headers, footers and page numbers off every page.

    What stood behind a footer of some pages may be the footer of all: it is looked for until there
    is no more.
    """
    sheets = _by_page(draft.lines)
    discards = [Discard(one.text, "rodape", one.spot) for one in draft.lines if _publishes(one)]
    if discards:
        sheets = [[one for one in sheet if not _publishes(one)] for sheet in sheets]
    while dropped := [*_drop(sheets)]:
        discards += dropped
    return draft.with_(lines=(line for sheet in sheets for line in sheet), discards=discards)


def _publishes(line: NormalLine) -> bool:
    return " substitui o " in line.text and _OF_THE_PUBLISHER.fullmatch(line.text) is not None


def _drop(sheets: Sheets) -> Iterator[Discard]:
    for motive, edge in (("rodape", -1), ("cabecalho", 0)):
        # Page numbers first and last: they stand outside the footer, or inside the header.
        for why, count in (("numero_de_pagina", _numbers), (motive, _repeated),
                           ("numero_de_pagina", _numbers)):  # fmt: skip
            for sheet, lines in zip(sheets, count(sheets, edge), strict=True):
                for _ in range(lines):
                    line = sheet.pop(edge)
                    yield Discard(line.text, why, line.spot)


def drop_noise(draft: Draft) -> Draft:
    """Take off a line at a page's edge that holds no word: what a stamp left in the text layer."""
    sheets = _by_page(draft.lines)
    discards, found = [], []
    for sheet in sheets:
        for edge in (0, -1):
            while sheet and is_noise(sheet[edge].text):
                line = sheet.pop(edge)
                discards.append(Discard(line.text, "ruido", line.spot))
                message = f"«{line.text}», sem palavras, na borda da página: linha descartada"
                found.append(diagnose("NOR001", message, place=line.spot, mark=line.text))
    lines = (line for sheet in sheets for line in sheet)
    return draft.with_(lines=lines, discards=discards, diagnostics=found)


def is_noise(text: str) -> bool:
    """Whether a line mixes digits and letters in its words and has no word of its own.

    >>> is_noise("7534 444fcanor1161-"), is_noise("Decreto 444"), is_noise("400")
    (True, False, False)
    """
    mixed = False
    for word in text.split():
        letters = sum(sign.isalpha() for sign in word)
        digits = sum(sign.isdigit() for sign in word)
        if letters >= 3 and not digits:
            return False
        mixed = mixed or (letters >= 2 and digits >= 3)
    return mixed and not readings(text)


def _by_page(lines: Iterable[NormalLine]) -> Sheets:
    sheets: dict[int, list[NormalLine]] = {}
    for line in lines:
        sheets.setdefault(line.spot.page, []).append(line)
    return list(sheets.values())


def _numbers(sheets: Sheets, edge: int) -> list[int]:
    """For each page 1 if its outermost line is its number, else 0."""
    read = [_PAGE_NUMBER.fullmatch(sheet[edge].text) if sheet else None for sheet in sheets]
    offsets = [
        int(found[1]) - sheet[edge].spot.page if found else None
        for sheet, found in zip(sheets, read, strict=True)
    ]
    counted = Counter(offset for offset in offsets if offset is not None)
    if not counted:
        return [0] * len(sheets)
    offset, count = counted.most_common(1)[0]
    # Numbers that do not count with the pages belong to the text; one page alone shows nothing.
    if count < 2 or count * 2 <= len(sheets):
        return [0] * len(sheets)
    return [int(mine == offset) for mine in offsets]


def _repeated(sheets: Sheets, edge: int) -> list[int]:
    """For each page, how many lines from this edge on are repeated at their place."""
    runs = [0] * len(sheets)
    for depth in range(_DEEPEST):
        at = depth if edge == 0 else -1 - depth
        alike: dict[str, list[int]] = {}
        for n, sheet in enumerate(sheets):
            if runs[n] == depth < len(sheet):
                alike.setdefault(_mask(sheet[at].text), []).append(n)
        for text, same in list(alike.items()):
            lines = [sheets[n][at] for n in same]
            often = len(same) >= max(2, len(sheets) / 2)
            if often and _same_place(lines) and _is_repetition(lines):
                # The first is the title of an annexed act, which runs on as a header behind it.
                title = same[0] if container_at(lines[0].text) == "ATO_ANEXO" else 0
                for n in (*same, *_misread(text, alike)):
                    if not (n == 0 and opens_norm(sheets[n][at].text)) and not (n == title != 0):
                        runs[n] = depth + 1
                if edge and all(_runs_into(sheets[n], at) for n in same):
                    for n in same:
                        runs[n] = depth
    return runs


def _is_repetition(lines: list[NormalLine]) -> bool:
    """Whether lines that differ in digits at most are one and the same, and no labels.

    Digits may differ only where they count with the pages: deadlines in two laws do not.
    """
    labelled = readings(lines[0].text) or container_at(lines[0].text) not in (None, "ATO_ANEXO")
    if labelled or any(_is_prose(line.text) for line in lines):
        return False
    if len({line.text for line in lines}) == 1:
        return True
    if any(line.text.endswith((".", ";", ":")) for line in lines):
        return False  # "12 UFX por dia." and "13 UFX por dia." are two sentences
    numbers = [[int(digits) for digits in re.findall(r"\d{1,9}", line.text)] for line in lines]
    if len({len(found) for found in numbers}) != 1:
        return False
    pages = [line.spot.page for line in lines]
    for column in zip(*numbers, strict=True):
        counting = {number - page for number, page in zip(column, pages, strict=True)}
        if len(set(column)) > 1 and len(counting) > 1:
            return False
    return True


def _runs_into(sheet: list[NormalLine], at: int) -> bool:
    """Whether the line above a line at the foot of a page needs it: "… sem autorização da"."""
    return len(sheet) > -at and flow(sheet[at - 1].text) is Flow.RUNS_ON


def _is_prose(text: str) -> bool:
    """Whether a line goes on a sentence: it begins in small letters, and is no address."""
    return text[:1].islower() and " " in text and "@" not in text and "www" not in text


def _misread(text: str, alike: dict[str, list[int]]) -> list[int]:
    """The pages whose line differs from a repeated one by few glyphs: the same, misread."""
    most = len(text) // 8
    return [
        n
        for other, pages in alike.items()
        if other != text and near(other, (text,), most)
        for n in pages
    ]


def _mask(text: str) -> str:
    """A line without what changes from page to page."""
    return re.sub(r"\d+", "#", fold(text))


def _same_place(lines: list[NormalLine]) -> bool:
    boxes = sorted(line.spot.box.y0 for line in lines if line.spot.box)
    if not boxes:
        return True
    middle = boxes[len(boxes) // 2]
    return sum(abs(y - middle) <= _SAME_PLACE for y in boxes) * 2 > len(boxes)
