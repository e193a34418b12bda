"""Numbering: gaps, repeats, order, and conducts whose number may have been lost.

In: the devices. Out: diagnostics; numbers are never changed. A gap is the law's own only if no line
between its neighbours looks like a label; else the print is suspect. Basis: LC 95/1998, art. 10 and
art. 12, III, b (numbers are not reused, inserted devices take letters).
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Kind, Number, comes_next, number_of, numeral, spoken
from pipeline.model import Dispositivo, regions_of, walk
from pipeline.spans import Region, merge

_PLURAL = {
    Kind.PARTE: "as partes", Kind.LIVRO: "os livros", Kind.TITULO: "os títulos",
    Kind.CAPITULO: "os capítulos", Kind.SECAO: "as seções", Kind.SUBSECAO: "as subseções",
    Kind.ARTIGO: "os artigos", Kind.PARAGRAFO: "os parágrafos", Kind.INCISO: "os incisos",
    Kind.ALINEA: "as alíneas", Kind.ITEM: "os itens",
}  # fmt: skip


_DOUBTS = ("ROT001", "ROT003")
"""Lines that may be a device whose label was misread or lost."""


def check_numbering(compiled: Compiled) -> Iterator[Diagnostic]:
    """NUM001 gaps, NUM002 repeats, NUM003 order: articles through the norm, the rest by parent."""
    devices = compiled.articulation.devices
    suspects = _suspects(compiled)
    articles = [one for one in walk(devices) if one.tipo in ("artigo", "nao_analisado")]
    yield from _sequence(articles, None, suspects)
    yield from _inside(None, devices, suspects)


FEWEST_MISSING = 5
MOST_MISSING = 0.1
"""The share of articles that a norm may lack before its reading is not to be trusted."""


def check_lost_articles(compiled: Compiled) -> Iterator[Diagnostic]:
    """GRA004: so many articles missing that the reading is at fault, not the law."""
    articles = [
        one
        for one in walk(compiled.articulation.devices)
        if one.tipo in ("artigo", "nao_analisado")
    ]
    numbers = {_number(one).value for one in articles}
    if len(numbers) < 2:
        return
    expected = max(numbers) - min(numbers) + 1
    missing = expected - len(numbers)
    if missing >= FEWEST_MISSING and missing > MOST_MISSING * expected:
        message = f"só {len(numbers)} de {expected} artigos foram encontrados"
        yield diagnose("GRA004", message, place=regions_of(articles[0].origem))


def check_sole_paragraphs(compiled: Compiled) -> Iterator[Diagnostic]:
    """NUM005: a parágrafo único that is not the only one (LC 95/1998, art. 10, III)."""
    for parent in walk(compiled.articulation.devices):
        paragraphs = [child for child in parent.filhos if child.tipo == "paragrafo"]
        sole = [child for child in paragraphs if child.numero == "único"]
        if sole and len(paragraphs) > len(sole):
            others = ", ".join(child.rotulo or "" for child in paragraphs if child not in sole)
            yield diagnose(
                "NUM005",
                f"há parágrafo único e também {others}",
                place=regions_of(sole[0].origem),
                device=sole[0].id,
            )


def check_lost_numbers(compiled: Compiled) -> Iterator[Diagnostic]:
    """NUM004: a conduct without a label among numbered ones, or behind the sanction of a caput, as
    a lost label leaves it."""
    punished = {target for one in compiled.tables.sancoes for target in one.alvos}
    for parent in walk(compiled.articulation.devices):
        kinds = {child.tipo for child in parent.filhos}
        numbered = kinds & {"inciso", "alinea", "item"} or parent.caput_id in punished
        if "conduta" not in kinds or not numbered:
            continue
        for child in parent.filhos:
            if child.tipo == "conduta":
                yield diagnose(
                    "NUM004",
                    f"«{_short(child.texto)}» não tem número onde se espera um",
                    place=regions_of(child.origem),
                    device=child.id,
                )


def _inside(
    parent: Dispositivo | None, children: Sequence[Dispositivo], suspects: Sequence[Region]
) -> Iterator[Diagnostic]:
    for kind in Kind:
        same = [child for child in children if child.tipo == kind.value]
        if same and kind is not Kind.ARTIGO:
            yield from _sequence(same, parent, suspects)
    for child in children:
        yield from _inside(child, child.filhos, suspects)


def _sequence(
    devices: Sequence[Dispositivo], parent: Dispositivo | None, suspects: Sequence[Region]
) -> Iterator[Diagnostic]:
    """Judge devices of one kind that stand in one sequence."""
    last: Number | None = None
    before: Dispositivo | None = parent
    out_of_place: list[Dispositivo] = []
    seen: set[Number] = set()
    numbered = [(_kind(device), _number(device), device) for device in devices]
    present = {number for _, number, _ in numbered}
    for kind, number, device in numbered:
        place = _between(before, device)
        about = (parent or device).id
        if number in seen:
            message = f"{spoken(kind, number)} aparece mais de uma vez"
            yield diagnose("NUM002", message, place=regions_of(device.origem), device=device.id)
            out_of_place.append(device)
        elif last is not None and number < last:
            message = f"{spoken(kind, number)} vem depois d{spoken(kind, last)}"
            yield diagnose("NUM003", message, place=place, device=device.id)
            out_of_place.append(device)
        else:
            if missing := _missing(kind, last, number, present):
                doubts = _doubts(kind, before, place, suspects)
                # A misread number is what is missing, and all that stands under it.
                doubts += [r for one in walk(out_of_place) for r in regions_of(one.origem)]
                yield diagnose(
                    "NUM001",
                    f"{missing} antes d{spoken(kind, number)}",
                    place=merge(doubts, place),
                    device=about,
                    classe="ocr" if doubts else "norma",
                    mark=device.rotulo_original or "",
                )
            out_of_place = []
        seen.add(number)
        last, before = number if last is None else max(last, number), device


def _doubts(
    kind: Kind,
    before: Dispositivo | None,
    place: Sequence[Region],
    suspects: Sequence[Region],
) -> list[Region]:
    """What may be the missing device: its label misread, or lost."""
    doubts = [one for one in suspects if _touches(one, place)]
    if kind is Kind.ARTIGO and before is not None:
        # The lost article may stand in the one before: all of it, from its first doubt on.
        inside = [region for one in walk([before]) for region in regions_of(one.origem)]
        doubts += _conducts([before])
        doubts += [one for one in suspects if _touches(one, inside)]
        doubts += _behind(doubts, inside)
    return doubts


def _number(device: Dispositivo) -> Number:
    """The number in a device's label."""
    return number_of(_kind(device).value.upper(), device.rotulo or "")


def _kind(device: Dispositivo) -> Kind:
    return Kind.ARTIGO if device.tipo == "nao_analisado" else Kind(device.tipo)


def _missing(kind: Kind, last: Number | None, number: Number, present: set[Number]) -> str | None:
    """What is left out before `number`, in words; what only stands elsewhere is not missing."""
    if last is None:
        # A text may begin with any article: a chapter of a code is a text of its own.
        if kind is Kind.ARTIGO:
            return None
        last = Number(0)
    if comes_next(kind, number, last):
        return None
    absent = [n for n in range(last.value + 1, number.value) if Number(n) not in present]
    if not absent:
        if number.value != last.value and not number.suffixes:
            return None
        return f"falta dispositivo entre {numeral(kind, last)} e {numeral(kind, number)}"
    if len(absent) == 1:
        return f"falta {spoken(kind, Number(absent[0]))}"
    first, end = Number(absent[0]), Number(absent[-1])
    return f"faltam {_PLURAL[kind]} {numeral(kind, first)} a {numeral(kind, end)}"


def _suspects(compiled: Compiled) -> list[Region]:
    """Lines that look like a label and stayed text, and conducts that may have lost theirs."""
    lines = [region for one in compiled.found if one.code in _DOUBTS for region in one.place]
    conducts = _conducts(compiled.articulation.devices)
    return lines + conducts


def _conducts(devices: Iterable[Dispositivo]) -> list[Region]:
    return [
        region
        for one in walk(devices)
        if one.tipo == "conduta"
        for region in regions_of(one.origem)
    ]


def _behind(doubts: Sequence[Region], inside: Iterable[Region]) -> list[Region]:
    """What stands behind the first doubt."""
    if not doubts:
        return []
    first = min((one.page, one.first) for one in doubts)
    return [one for one in inside if (one.page, one.first) >= first]


def _touches(doubt: Region, place: Iterable[Region]) -> bool:
    return any(
        at.page == doubt.page and doubt.first <= at.last and at.first <= doubt.last for at in place
    )


def _between(before: Dispositivo | None, device: Dispositivo) -> tuple[Region, ...]:
    """From the end of what stands before to the head of this device."""
    here = regions_of(device.origem)[:1]
    head = [Region(at.page, at.first, at.first, at.box) for at in here]
    if before is None:
        return tuple(head)
    tail = regions_of(
        list(walk([before]))[-1].origem if before.tipo not in _OUTER else before.origem
    )
    return merge([Region(at.page, at.last, at.last, at.box) for at in tail[-1:]], head)


_OUTER = ("parte", "livro", "titulo", "capitulo", "secao", "subsecao")


def _short(text: str | None) -> str:
    text = text or ""
    return text if len(text) <= 60 else text[:59].rsplit(" ", 1)[0] + "…"
