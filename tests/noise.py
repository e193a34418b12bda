"""What print and scanners do to a law: labels lost, glyphs misread, characters corrupted.

Used by tests/test_noise.py and by `make bench`. All choices come from a seed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from pipeline.artefacts import Pages, PrintedLine, Source
from pipeline.codes import Classe
from pipeline.extract import extract
from pipeline.model import Catalogo, Infracao, walk
from pipeline.normalise import normalise
from pipeline.sources import load_source
from pipeline.stages import compile_pages

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"

# The glyphs that are misread, and what each is taken for.
MISREAD = {
    "l": "1I!|", "1": "lI!|", "I": "l1!|", "i": "l1!", "O": "0", "0": "O", "o": "0", "V": "Y",
    "X": "K", "§": "S$", "S": "5$", "º": "°o", "°": "ºo", "—": "-~_", "-": "—~_", ".": ",",
    "é": "e", "á": "a", "Í": "I", "ç": "c", "Ç": "C", "ã": "a", "õ": "o", "Ã": "A", "a": "á",
    "e": "é", "c": "ç",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wound:
    """One damaged line: which, how, and what stands there now."""

    line: PrintedLine
    kind: str
    text: str


OURS: tuple[Classe, ...] = ("ocr", "compilador")
"""The classes of what is no fault of the law."""


@cache
def law() -> tuple[Source, Pages, Catalogo]:
    """The law, its pages, and the catalogue of the undamaged pages."""
    source = load_source(NORM)
    pages = extract(source)
    return source, pages, compile_pages(source, pages).catalogue


def wounds() -> Iterator[Wound]:
    """Every label of the law, devices' and sanctions', deleted, and with each glyph misread."""
    source, pages, _ = law()
    printed = {line.spot: line for line in pages.lines}
    for normal in normalise(pages, source).lines:
        if normal.head is None:
            continue
        line = printed[normal.spot]
        label = normal.head.printed.rstrip()
        assert line.text.startswith(label), line.text
        yield Wound(line, "deleted", line.text[len(label) :].lstrip())
        for at, glyph in enumerate(label):
            for taken in MISREAD.get(glyph, ""):
                text = f"{line.text[:at]}{taken}{line.text[at + 1 :]}"
                yield Wound(line, f"{glyph} read as {taken}", text)


def damaged(wound: Wound) -> Pages:
    """The law's pages with one damaged line; a line that has nothing left is not printed at all,
    and the lines below it move up."""
    _, pages, _ = law()
    sheets = []
    for page in pages.pages:
        lines = [
            line._replace(text=wound.text) if line is wound.line else line for line in page.lines
        ]
        kept = [line for line in lines if line.text.strip()]
        numbered = [
            PrintedLine(line.text, line.spot._replace(line=n)) for n, line in enumerate(kept, 1)
        ]
        sheets.append(replace(page, lines=tuple(numbered)))
    return replace(pages, pages=tuple(sheets))


def corrupted(share: float, seed: int) -> tuple[Pages, frozenset[tuple[int, int]]]:
    """The law with a share of all characters misread or lost, and the lines that were hit."""
    _, pages, _ = law()
    chance = random.Random(seed)
    hit: set[tuple[int, int]] = set()
    sheets = []
    for page in pages.pages:
        lines = []
        for line in page.lines:
            signs = [_corrupt(sign, share, chance) for sign in line.text]
            text = "".join(signs)
            if text != line.text:
                hit.add((line.spot.page, line.spot.line))
            lines.append(line._replace(text=text if text.strip() else line.text))
        sheets.append(replace(page, lines=tuple(lines)))
    return replace(pages, pages=tuple(sheets)), frozenset(hit)


def _corrupt(sign: str, share: float, chance: random.Random) -> str:
    if sign.isspace() or chance.random() >= share:
        return sign
    return str(chance.choice([*MISREAD.get(sign, ""), ""]))


def shape(catalogue: Catalogo) -> object:
    """Structure and sanctions, without the words of the texts."""
    devices = [(one.id, one.tipo, one.rotulo) for one in walk(catalogue.dispositivos)]
    groups = [
        (one.alvos, [(line.rotulo, line.texto) for line in one.linhas]) for one in catalogue.sancoes
    ]
    return devices, groups


def survives(wound: Wound) -> bool:
    """Whether structure and sanctions come out the same, or the damaged line is named anew."""
    source, _, sound = law()
    catalogue = compile_pages(source, damaged(wound)).catalogue
    if shape(catalogue) == shape(sound):
        return True
    place = (wound.line.spot.page, wound.line.spot.line)
    return any(line == place for line, _ in said(catalogue, *OURS) - said(sound, *OURS))


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of the law's infractions in one corrupted copy."""

    found: int
    """still there, under their id"""
    right: int
    """with the same gravity, groups, measures and points"""
    flagged: int
    """missing or changed, and a diagnostic names a line of theirs"""
    lost: int
    """missing or changed, and nothing is said"""


def fate(share: float, seed: int) -> Fate:
    """Compile a corrupted copy and look for each infraction of the law."""
    source, _, sound = law()
    pages, _ = corrupted(share, seed)
    catalogue = compile_pages(source, pages).catalogue
    after = {one.id: one for one in catalogue.infracoes}
    named = {line for line, _ in said(catalogue) - said(sound)}
    found = right = flagged = lost = 0
    for one in sound.infracoes:
        other = after.get(one.id)
        found += other is not None
        if other is not None and _facts(other) == _facts(one):
            right += 1
            continue
        lines = {
            (at.pagina, line) for at in one.origem for line in range(at.linhas[0], at.linhas[1] + 1)
        }
        if lines & named:
            flagged += 1
        else:
            lost += 1
    return Fate(found, right, flagged, lost)


def said(catalogue: Catalogo, *classes: Classe) -> set[tuple[tuple[int, int], str]]:
    """What is said of each printed line, by findings of these classes, or of any."""
    return {
        ((at.pagina, line), one.mensagem)
        for one in catalogue.diagnosticos
        if not classes or one.classe in classes
        for at in one.origem
        for line in range(at.linhas[0], at.linhas[1] + 1)
    }


def _facts(one: Infracao) -> object:
    groups = [penalty.grupo for penalty in one.penalidades]
    measures = [measure.tipo for measure in one.medidas_administrativas]
    return one.gravidade, groups, measures, one.pontos
