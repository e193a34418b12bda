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
from pipeline.reviewed import Reviewed
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
    # What people added names devices, which a damaged copy may not have.
    source = replace(load_source(NORM), reviewed=Reviewed())
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


def corrupted(share: float, seed: int, kind: str = "misread") -> Pages:
    """The law with a share of all characters damaged: misread by the table or lost, or damaged in
    any other way that print and scanners have."""
    _, pages, _ = law()
    chance = random.Random(seed)
    damage = DAMAGE[kind]
    sheets = []
    for page in pages.pages:
        lines = []
        for line in page.lines:
            text = damage(line.text, share, chance)
            lines.append(line._replace(text=text if text.strip() else line.text))
        sheets.append(replace(page, lines=tuple(lines)))
    return replace(pages, pages=tuple(sheets))


def _misread(text: str, share: float, chance: random.Random) -> str:
    """Glyphs taken for others by the table, and glyphs lost."""
    return "".join(
        sign
        if sign.isspace() or chance.random() >= share
        else chance.choice([*MISREAD.get(sign, ""), ""])
        for sign in text
    )


_ANY = "abcdefghijlmnopqrstuvxzABCDEFGHIJLMNOPRSTUV0123456789.,;:-—'\"()áéíóúçãõ "
_SHAPES = {
    "rn": "m", "cl": "d", "ri": "n", "ii": "u", "li": "h", "nn": "m", "fi": "â", "m": "rn",
    "d": "cl", "h": "li", "u": "ii", "n": "ri", "e": "c", "a": "o", "I": "l", "V": "Y", "—": "-",
}  # fmt: skip
"""Letters that are read as others by their shape, pairs first."""


def _rough(text: str, share: float, chance: random.Random) -> str:
    """Any sign instead of another, signs put in, lost or swapped, words torn, shapes confused."""
    written: list[str] = []
    at = 0
    while at < len(text):
        sign, pair = text[at], text[at : at + 2]
        at += 1
        if chance.random() >= share:
            written.append(sign)
            continue
        how = chance.randrange(6)
        if how < 4:
            put_in = (chance.choice(_ANY), sign + chance.choice(_ANY), "", f" {sign}")
            written.append(put_in[how])
        elif how == 4:
            written.append(pair[::-1])
            at += len(pair) - 1
        else:
            written.append(_SHAPES.get(pair) or _SHAPES.get(sign, sign))
            at += pair in _SHAPES
    return "".join(written)


DAMAGE = {"misread": _misread, "rough": _rough}


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


SHARES = (0.005, 0.01, 0.02, 0.05)
COPIES = 10
"""Corrupted copies of each kind and share, for the curve that is published."""


@dataclass(frozen=True, slots=True)
class Level:
    """A point of the curve: shares of all infractions, in percent, and a count."""

    kind: str
    share: float
    found: float
    right: float
    lost: int


def curve() -> Iterator[Level]:
    """What becomes of the infractions, by kind of damage and share of characters."""
    for kind in DAMAGE:
        for share in SHARES:
            fates = [fate(share, seed, kind) for seed in range(COPIES)]
            total = COPIES * len(law()[2].infracoes)
            yield Level(
                kind,
                share,
                100 * sum(one.found for one in fates) / total,
                100 * sum(one.right for one in fates) / total,
                sum(one.lost for one in fates),
            )


def fate(share: float, seed: int, kind: str = "misread") -> Fate:
    """Compile a corrupted copy and look for each infraction of the law."""
    source, _, sound = law()
    catalogue = compile_pages(source, corrupted(share, seed, kind)).catalogue
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
