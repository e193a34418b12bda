"""The text as a whole: nothing vanished, the parts are there.

In: pages, normal text and what became of it. Out: diagnostics. The first check is the compiler's
account of itself, made on every run: the characters that `extract` gave are the characters of the
text and of the discards, but for the recorded edits.
"""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import (
    Place,
    amount_from_words,
    day_in,
    fold,
    read_force,
    read_place,
)
from pipeline.model import regions_of, walk
from pipeline.spans import Region

_WITH_WORDS = re.compile(
    r"(?<![\d.,])(?P<digits>\d[\d.]*)(?P<rest>(?:,00)?%?) ?\( ?(?P<words>[^\W\d][^()\d]*?) ?\)"
)
_OF_A_PREAMBLE = re.compile(
    r"\bfa(?:ço|z) saber\b|\bno uso d[aeo]s? (?:suas? )?atribuiç\w+", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?: [a-zà-ÿ]{3,}(?<! d[aeo]s)){3}(?![a-zà-ÿ])")
"""Three words in a row in small letters: names and offices have none."""
_PAIRS = {"(": ")", "[": "]", "“": "”", "«": "»"}
_INNER_LIST = re.compile(r"(?<=[ :;,])a\) [^;]{1,200}[;,] ?(?:e |ou )?b\) ")
_SIGNS = re.compile(r"[()\[\]“”«»\"]")
_OPENS = {closing: opening for opening, closing in _PAIRS.items()}
_LISTED = re.compile(r"(?:^|[ ,;:.])(?:[a-z]|\d{1,2}|[IVX]{1,5})$")
"""The "a)" of an enumeration in the running text, which opens nothing."""
_MIXED = re.compile(r"(?<![\w.-])(?:[OoIl|]{1,2}\d[\dOoIl.]*|\d[\d.]*[OoIl|][\dOoIl.]*)(?![\w-])")


def check_conservation(compiled: Compiled) -> Iterator[Diagnostic]:
    """INT001: characters that came from nowhere or went nowhere."""
    normal = compiled.normal
    came = _count(text for text, _ in compiled.pages.printed)
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
        images = (page for page in compiled.pages.pages if page.method == "ilegivel")
        # Of a scan, the page that needs recognition is told first.
        place = lines[0].spot if lines else [Region(page.number, 0, 0) for page in images][:1]
        yield diagnose("GRA003", "nenhum artigo no texto", place=place)


def check_parts(compiled: Compiled) -> Iterator[Diagnostic]:
    """PRE001 no epígrafe, PRE002 a date of the fecho that can't be read, PRE003 another date,
    PRE007 a sentence that a part of the norm can't have."""
    if compiled.articulation.epigrafe is None:
        yield diagnose("PRE001", "a norma não tem epígrafe legível")
    yield from _misplaced(compiled)
    closing = compiled.articulation.fecho
    if closing is None:
        return
    signed, place = day_in(closing.texto), regions_of(closing.origem)
    if signed is None:
        message = f"a data do fecho não se lê: «{closing.texto}»"
        yield diagnose("PRE002", message, place=place)
    elif compiled.title.data and signed != compiled.title.data:
        message = f"o fecho diz {signed:%d/%m/%Y}, a epígrafe {compiled.title.data:%d/%m/%Y}"
        yield diagnose("PRE003", message, place=place)


def _misplaced(compiled: Compiled) -> Iterator[Diagnostic]:
    summary = compiled.articulation.ementa
    if summary is not None and (found := _OF_A_PREAMBLE.search(summary.texto)):
        message = f"a ementa traz «{found[0]}», que é de preâmbulo"
        yield diagnose("PRE007", message, place=regions_of(summary.origem))
    for one in compiled.articulation.assinaturas:
        text = " ".join(filter(None, (one.nome, one.cargo)))
        if found := _SENTENCE.search(text):
            message = f"entre as assinaturas há uma frase: «{text[:80]}»"
            place = regions_of(one.origem)
            yield diagnose("PRE007", message, place=place, mark=found[0].strip())


def check_force(compiled: Compiled) -> Iterator[Diagnostic]:
    """PRE004: a clause of entry into force that is not "on publication" nor a day written out."""
    for device in walk(compiled.articulation.devices):
        clause = read_force(device.texto or "")
        if clause is not None and not clause.understood:
            message = "a cláusula de vigência não diz um dia: o início fica nulo"
            place = regions_of(device.origem)
            yield diagnose("PRE004", message, place=place, device=device.id)


def check_facts(compiled: Compiled) -> Iterator[Diagnostic]:
    """PRE005 a publication before the norm's date; PRE006 `norma.toml` against the print."""
    facts, printed = compiled.facts, compiled.printed
    if facts.publicacao and compiled.title.data and facts.publicacao < compiled.title.data:
        message = (
            f"publicação em {facts.publicacao:%d/%m/%Y}, norma de {compiled.title.data:%d/%m/%Y}"
        )
        yield diagnose("PRE005", message)
    preamble = compiled.articulation.preambulo
    place = read_place(preamble.texto) if preamble else Place()
    for key, ours, theirs in (
        ("tipo", facts.title.tipo, printed.tipo),
        ("numero", facts.title.numero, printed.numero),
        ("data", facts.title.data, printed.data),
        ("municipio", facts.municipio, place.municipio),
        ("uf", facts.uf, place.uf),
    ):
        if ours and theirs and fold(str(ours)) != fold(str(theirs)):
            yield diagnose("PRE006", f"`{key}`: norma.toml diz «{ours}», o texto diz «{theirs}»")


def check_written_numbers(compiled: Compiled) -> Iterator[Diagnostic]:
    """NUM006: a number that its words contradict: "120 (cento e trinta)"."""
    texts = [
        (device.id, device.texto, device.origem)
        for device in walk(compiled.articulation.devices)
        if device.texto
    ]
    texts += [
        (sanction.alvos[0], line.texto, line.origem)
        for sanction in compiled.tables.sancoes
        for line in sanction.linhas
        if line.texto
    ]
    for device_id, text, origin in texts:
        for found in _WITH_WORDS.finditer(text):
            said = amount_from_words(found["words"])
            if said is not None and said != Decimal(found["digits"].replace(".", "")):
                yield diagnose(
                    "NUM006",
                    f"«{found[0]}»: o extenso diz {said}",
                    place=regions_of(origin),
                    device=device_id,
                    mark=f"{found['digits']}{found['rest']} (",
                )


def check_numerals(compiled: Compiled) -> Iterator[Diagnostic]:
    """NOR006: numbers that hold a letter that looks like a digit (l0, 9O, I4.071)."""
    for line in compiled.normal.lines:
        text = line.text[len(line.head.clear) :] if line.head else line.text
        for found in _MIXED.finditer(text):
            message = f"«{found[0]}» mistura algarismos e letras parecidas"
            yield diagnose("NOR006", message, place=line.spot, mark=found[0])


def check_inner_lists(compiled: Compiled) -> Iterator[Diagnostic]:
    """ROT005: a list of letters inside a text, of which no device was made."""
    for device in walk(compiled.articulation.devices):
        found = _INNER_LIST.search(device.texto or "")
        if found:
            yield diagnose(
                "ROT005",
                f"«{found[0][:40]}…» é uma lista dentro do texto, que não foi desdobrada",
                place=regions_of(device.origem),
                device=device.id,
                mark="a)",
            )


def check_brackets(compiled: Compiled) -> Iterator[Diagnostic]:
    """NOR009: a bracket or quotation mark without its fellow in the same device."""
    for device in walk(compiled.articulation.devices):
        text = device.texto or ""
        for sign, at in _unpaired(text):
            yield diagnose(
                "NOR009",
                f"«{sign}» sem par em «{text[max(0, at - 20) : at + 20].strip()}»",
                place=regions_of(device.origem),
                device=device.id,
                mark=_around(text, at),
            )


def _unpaired(text: str) -> Iterator[tuple[str, int]]:
    """The signs that open and are not closed, or close what is not open, and their places."""
    if not _SIGNS.search(text):
        return
    open_at: dict[str, list[int]] = {sign: [] for sign in _PAIRS}
    for at, sign in enumerate(text):
        if sign in _PAIRS:
            open_at[sign].append(at)
        elif sign in _OPENS:
            if open_at[_OPENS[sign]]:
                open_at[_OPENS[sign]].pop()
            elif not (sign == ")" and _LISTED.search(text[max(0, at - 7) : at])):
                yield sign, at
    straight = [at for at, sign in enumerate(text) if sign == '"']
    yield from ((text[at], at) for places in open_at.values() for at in places)
    if len(straight) % 2:
        yield '"', straight[-1]


def _around(text: str, at: int) -> str:
    """The word at a place, which can be found again on its line."""
    start = text.rfind(" ", 0, at) + 1
    end = text.find(" ", at)
    return text[start : end if end > 0 else len(text)]


def _count(texts: Iterator[str]) -> Counter[str]:
    return Counter("".join("".join(texts).split()))
