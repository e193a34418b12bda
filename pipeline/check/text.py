"""The text as a whole: nothing vanished, the parts are there.

In: pages, normal text and what became of it. Out: diagnostics. The first check is the compiler's
account of itself, made on every run: the characters that pdfium gave are the characters of the text
and of the discards, but for the recorded edits.
"""

import re
from collections import Counter
from collections.abc import Iterator

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import read_date
from pipeline.model import regions_of, walk

_MIXED = re.compile(r"(?<![\w.-])(?:[OoIl|]{1,2}\d[\dOoIl.]*|\d[\d.]*[OoIl|][\dOoIl.]*)(?![\w-])")


def check_conservation(compiled: Compiled) -> Iterator[Diagnostic]:
    """INT001: characters that came from nowhere or went nowhere."""
    normal = compiled.normal
    came = _count(line.text for line in compiled.pages.lines)
    went = _count(line.text for line in normal.lines)
    went += _count(one.text for one in normal.discards)
    came += _count(edit.after for edit in normal.edits)
    went += _count(edit.before for edit in normal.edits)
    if came != went:
        lost = "".join((came - went).elements())[:40]
        gained = "".join((went - came).elements())[:40]
        yield diagnose("INT001", f"sumiram «{lost}» e apareceram «{gained}»")


def check_articulation(compiled: Compiled) -> Iterator[Diagnostic]:
    """GRA003: a norm without a single article."""
    if not any(one.tipo == "artigo" for one in walk(compiled.articulation.devices)):
        lines = compiled.normal.lines
        place = lines[0].spot if lines else None

        yield diagnose("GRA003", "nenhum artigo no texto", place=place)


def check_parts(compiled: Compiled) -> Iterator[Diagnostic]:
    """PRE001 no epígrafe, PRE002 a date of the fecho that can't be read, PRE003 another date."""
    if compiled.articulation.epigrafe is None:
        yield diagnose("PRE001", "a norma não tem epígrafe legível")
    closing = compiled.articulation.fecho
    if closing is None:
        return
    signed, place = read_date(closing.texto), regions_of(closing.origem)
    if signed is None:
        message = f"a data do fecho não se lê: «{closing.texto}»"
        yield diagnose("PRE002", message, place=place)
    elif compiled.title.data and signed != compiled.title.data:
        message = f"o fecho diz {signed:%d/%m/%Y}, a epígrafe {compiled.title.data:%d/%m/%Y}"
        yield diagnose("PRE003", message, place=place)


def check_numerals(compiled: Compiled) -> Iterator[Diagnostic]:
    """NOR006: numbers that hold a letter that looks like a digit (l0, 9O, I4.071)."""
    for line in compiled.normal.lines:
        text = line.text[len(line.head.clear) :] if line.head else line.text
        for found in _MIXED.finditer(text):
            message = f"«{found[0]}» mistura algarismos e letras parecidas"
            yield diagnose("NOR006", message, place=line.spot, mark=found[0])


def _count(texts: Iterator[str]) -> Counter[str]:
    return Counter("".join("".join(texts).split()))
