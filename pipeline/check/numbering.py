"""Numbering: gaps, repeats, order, and conducts whose number may have been lost.

In: the devices. Out: diagnostics; numbers are never changed. A gap is the law's own only if no line
between its neighbours looks like a label; else the print is suspect. Basis: LC 95/1998, art. 10 and
art. 12, III, b (numbers are not reused, inserted devices take letters).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Kind, Number, comes_next, number_of, numeral, spoken
from pipeline.model import ARTICLES, CONTAINERS, GROUPINGS, Dispositivo, acts, regions_of, walk
from pipeline.spans import Region, merge

_PLURAL = {
    Kind.PARTE: "as partes", Kind.LIVRO: "os livros", Kind.TITULO: "os títulos",
    Kind.SUBTITULO: "os subtítulos", Kind.CAPITULO: "os capítulos",
    Kind.SECAO: "as seções", Kind.SUBSECAO: "as subseções",
    Kind.ARTIGO: "os artigos", Kind.PARAGRAFO: "os parágrafos", Kind.INCISO: "os incisos",
    Kind.ALINEA: "as alíneas", Kind.ITEM: "os itens",
}  # fmt: skip


_DOUBTS = ("ROT001", "ROT003", "ROT004")
"""Lines that may be a device whose label was misread or lost."""


def check_numbering(compiled: Compiled) -> Iterator[Diagnostic]:
    """NUM001 gaps, NUM002 repeats, NUM003 order, NUM007 numbers that can't be: articles through the
    norm and through each act beside it, the rest by parent."""
    devices = compiled.articulation.devices
    doubts = _Doubts(compiled)
    articles = _articles(next(acts(devices)))
    yield from _sequence(articles, None, doubts)
    for act in devices:
        if act.tipo in CONTAINERS:
            inside = _articles(act.filhos)
            if act.tipo == Kind.ADT.value and articles and len(inside) > 1:
                # The norm's last article may stand behind its transitory act: "Art. 215", after 15.
                resumes = comes_next(Kind.ARTIGO, _number(inside[-1]), _number(articles[-1]))
                inside = inside[:-1] if resumes else inside
            yield from _sequence(inside, None, doubts)
    # A chapter of a code is a text of its own: what comes before its first article is not missing.
    excerpt = bool(articles) and _number(articles[0]).value > 1
    yield from _inside(None, devices, doubts, excerpt)


FEWEST_MISSING = 5
MOST_MISSING = 0.1
"""The share of articles that a norm may lack before its reading is not to be trusted."""


def check_lost_articles(compiled: Compiled) -> Iterator[Diagnostic]:
    """GRA004: so many articles missing that the reading is at fault, not the law."""
    articles = _articles(next(acts(compiled.articulation.devices)))
    numbers = [_number(one) for one in articles]
    if len(numbers) < 2:
        return
    ends = [numbers[n].value for n in sorted(trunk(numbers))]
    expected = ends[-1] - ends[0] + 1
    missing = expected - len(set(numbers))
    if missing >= FEWEST_MISSING and missing > MOST_MISSING * expected:
        message = f"só {len(set(numbers))} de {expected} artigos foram encontrados"
        yield diagnose("GRA004", message, place=regions_of(articles[0].origem))


def _articles(devices: Sequence[Dispositivo]) -> list[Dispositivo]:
    return [one for one in walk(devices) if one.tipo in ARTICLES]


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
    for parent, child, is_wanted in unlabelled_conducts(compiled):
        if is_wanted:
            behind = parent.filhos[parent.filhos.index(child) + 1 :]
            following = next((one for one in behind if one.tipo != "conduta"), child)
            yield diagnose(
                "NUM004",
                f"«{_short(child.texto)}» não tem número onde se espera um",
                # If it has lost one, the number behind it may be misread, too.
                place=merge(regions_of(child.origem), regions_of(following.origem)),
                device=child.id,
            )


def unlabelled_conducts(
    compiled: Compiled,
) -> Iterator[tuple[Dispositivo, Dispositivo, bool]]:
    """Each conduct without a label: what it hangs on, the conduct, and whether a number is wanted.

    One is wanted where others beside it have one, or where the caput is punished itself.
    """
    punished = {target for one in compiled.tables.sancoes for target in one.alvos}
    for parent in walk(compiled.articulation.devices):
        kinds = {child.tipo for child in parent.filhos}
        numbered = bool(kinds & {"inciso", "alinea", "item"}) or parent.caput_id in punished
        yield from ((parent, child, numbered) for child in parent.filhos if child.tipo == "conduta")


def check_unlabelled_headings(compiled: Compiled) -> Iterator[Diagnostic]:
    """ROT007: a heading without a label in a norm whose other headings have them, as a lost label
    leaves it (LC 95/1998, art. 10, V to VII)."""
    headings = [
        one
        for one in walk(compiled.articulation.devices)
        if one.tipo in GROUPINGS and one.nome is not None
    ]
    labelled = any(one.rotulo and one.tipo not in CONTAINERS for one in headings)
    told = [region for one in compiled.found if one.code == "ROT006" for region in one.place]
    for one in headings if labelled else ():
        known = any(_touches(at, told) for at in regions_of(one.origem))
        if one.tipo == "agrupador" and not known:
            message = f"o título «{_short(one.nome)}» não tem rótulo, e outros têm"
            yield diagnose("ROT007", message, place=regions_of(one.origem), device=one.id)


class _Doubts:
    """What the checks must know beside the devices: lines that may be a lost device, and the lines
    of sanctions, which stand under the device that they punish."""

    def __init__(self, compiled: Compiled) -> None:
        lines = [region for one in compiled.found if one.code in _DOUBTS for region in one.place]
        self.suspects = lines + _conducts(compiled.articulation.devices)
        self._sanctions: dict[str, list[Region]] = {}
        for sanction in compiled.tables.sancoes:
            regions = [at for line in sanction.linhas for at in regions_of(line.origem)]
            for target in sanction.alvos:
                self._sanctions.setdefault(target, []).extend(regions)

    def all_under(self, device: Dispositivo) -> list[Region]:
        """The regions of a device, of what hangs on it and of the sanctions of both."""
        return [
            region
            for one in walk([device])
            for region in (
                *regions_of(one.origem),
                *self._sanctions.get(one.id, ()),
                *self._sanctions.get(one.caput_id or "", ()),
            )
        ]


def _inside(
    parent: Dispositivo | None,
    children: Sequence[Dispositivo],
    doubts: _Doubts,
    excerpt: bool = False,
) -> Iterator[Diagnostic]:
    """Judge what hangs on a device; in an excerpt its first groupings may have any number."""
    for kind in Kind:
        # What has a word for a number, as "Livro Complementar", stands in no sequence.
        same = [one for one in children if one.tipo == kind.value and _number(one).value]
        if same and kind is not Kind.ARTIGO and not kind.is_container:
            yield from _sequence(same, parent, doubts, anywhere=excerpt and kind.is_grouping)
    yield from _behind_paragraph(children)
    for n, child in enumerate(children):
        yield from _inside(child, child.filhos, doubts, excerpt and n == 0)


def _behind_paragraph(children: Sequence[Dispositivo]) -> Iterator[Diagnostic]:
    """An inciso of a caput that is printed behind a paragraph of its article."""
    for before, child in pairwise(children):
        if before.tipo == "paragrafo" and child.tipo == "inciso":
            held = spoken(Kind.PARAGRAFO, _number(before))
            message = f"{spoken(Kind.INCISO, _number(child))} do caput vem depois d{held}"
            yield diagnose("NUM003", message, place=regions_of(child.origem), device=child.id)


def _sequence(
    devices: Sequence[Dispositivo],
    parent: Dispositivo | None,
    doubts: _Doubts,
    *,
    anywhere: bool = False,
) -> Iterator[Diagnostic]:
    """Judge devices of one kind that stand in one sequence.

    Most numbers rise, and they are its trunk. Beside it stands what comes twice, what comes too
    late, and what can't be: a number that is none between its neighbours, where one is missing.
    """
    numbers = [_number(device) for device in devices]
    present, rising = set(numbers), trunk(numbers)
    last: Number | None = None
    before: Dispositivo | None = parent
    above: Dispositivo | None = parent  # the last of the trunk
    aside: list[Dispositivo] = []  # since the last of the trunk
    misread = 0
    seen: set[Number] = set()
    for n, (number, device) in enumerate(zip(numbers, devices, strict=True)):
        kind = _kind(device)
        place = _between(before, device)
        following = next((numbers[m] for m in range(n + 1, len(numbers)) if m in rising), None)
        if n in rising:
            absent = [] if anywhere and last is None else _absent(kind, last, number, present)
            if len(absent) > misread or (not absent and _skips(kind, last, number)):
                found = _around(kind, above, place, doubts)
                # A misread number is what is missing, and all that stands under it.
                found += [region for one in aside for region in doubts.all_under(one)]
                yield diagnose(
                    "NUM001",
                    f"{_in_words(kind, last, number, absent)} antes d{spoken(kind, number)}",
                    place=merge(found, place),
                    device=(parent or device).id,
                    classe="ocr" if found else "norma",
                    mark=device.rotulo_original or "",
                )
            last, above, aside, misread = number, device, [], 0
        if number in seen:
            message = f"{spoken(kind, number)} aparece mais de uma vez"
            yield diagnose("NUM002", message, place=regions_of(device.origem), device=device.id)
        elif n in rising:
            pass
        elif following and len(_absent(kind, last or Number(0), following, present)) > misread:
            neighbours = f"{_named(kind, last)} e {numeral(kind, following)}"
            yield diagnose(
                "NUM007",
                f"{spoken(kind, number)} não cabe entre {neighbours}, onde falta um número",
                place=merge(doubts.all_under(device)),
                device=device.id,
                mark=device.rotulo_original or "",
            )
            misread += 1
        else:
            greatest = max(seen, default=number)
            late = greatest > number
            where = f"depois d{spoken(kind, greatest)}" if late else "antes do seu lugar"
            message = f"{spoken(kind, number)} vem {where}"
            yield diagnose("NUM003", message, place=place, device=device.id)
        if n not in rising:
            aside.append(device)
        seen.add(number)
        before = device


def trunk(numbers: Sequence[Number]) -> set[int]:
    """The places of a longest run of numbers that rises, of several the one that stands first.

    >>> sorted(trunk([Number(10), Number(11), Number(812), Number(13), Number(14)]))
    [0, 1, 3, 4]
    """
    order = {number: rank for rank, number in enumerate(sorted(set(numbers)))}
    keys = [-order[number] for number in numbers]
    # From the right: how long a rising run can be that begins here. `ends[k]` is the greatest
    # number with which a run of k + 1 can begin.
    ends: list[int] = []
    longest = [0] * len(keys)
    for n in range(len(keys) - 1, -1, -1):
        at = bisect_left(ends, keys[n])
        ends[at : at + 1] = [keys[n]]
        longest[n] = at + 1
    chosen: set[int] = set()
    wanted, last = len(ends), None
    for n, number in enumerate(numbers):
        if longest[n] == wanted and (last is None or number > last):
            chosen.add(n)
            wanted, last = wanted - 1, number
    return chosen


def _around(
    kind: Kind, above: Dispositivo | None, place: Sequence[Region], doubts: _Doubts
) -> list[Region]:
    """What may be the missing device: its label misread, or lost."""
    found = [one for one in doubts.suspects if _touches(one, place)]
    if kind is Kind.ARTIGO and above is not None:
        # The lost article may stand in the one above: all of it, from its first doubt on.
        inside = doubts.all_under(above)
        found += _conducts([above])
        found += [one for one in doubts.suspects if _touches(one, inside)]
        found += _behind(found, inside)
    return found


def _number(device: Dispositivo) -> Number:
    """The number in a device's label."""
    return number_of(_kind(device).value.upper(), device.rotulo or "")


def _kind(device: Dispositivo) -> Kind:
    return Kind.ARTIGO if device.tipo == "nao_analisado" else Kind(device.tipo)


def _absent(kind: Kind, last: Number | None, number: Number, present: set[Number]) -> list[int]:
    """The numbers left out between two; what only stands elsewhere is not missing."""
    if last is None:
        # A text may begin with any article: a chapter of a code is a text of its own.
        if kind is Kind.ARTIGO or number.is_dotted:
            return []
        last = Number(0)
    if comes_next(kind, number, last):
        return []
    return [n for n in range(last.value + 1, number.value) if Number(n) not in present]


def _skips(kind: Kind, last: Number | None, number: Number) -> bool:
    """Whether an inserted device is left out, though no whole number is: 14-A, 14-C."""
    if last is None:
        return number.is_dotted and not number.opens_group
    if comes_next(kind, number, last):
        return False
    return number.value == last.value or bool(number.suffixes)


def _in_words(kind: Kind, last: Number | None, number: Number, absent: Sequence[int]) -> str:
    if not absent and last is None:
        return "falta dispositivo"
    if not absent:
        return (
            f"falta dispositivo entre {numeral(kind, last or Number(0))} e {numeral(kind, number)}"
        )
    if len(absent) == 1:
        return f"falta {spoken(kind, Number(absent[0]))}"
    first, end = Number(absent[0]), Number(absent[-1])
    return f"faltam {_PLURAL[kind]} {numeral(kind, first)} a {numeral(kind, end)}"


def _named(kind: Kind, number: Number | None) -> str:
    return numeral(kind, number) if number else "o começo"


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
    if any(
        child is device for child in before.filhos
    ):  # the first of a list stands behind the text of what holds it
        tail = regions_of(before.origem)
        return merge([Region(at.page, at.last, at.last, at.box) for at in tail[-1:]], head)
    tail = regions_of(
        list(walk([before]))[-1].origem if before.tipo not in GROUPINGS else before.origem
    )
    return merge([Region(at.page, at.last, at.last, at.box) for at in tail[-1:]], head)


def _short(text: str | None) -> str:
    text = text or ""
    return text if len(text) <= 60 else text[:59].rsplit(" ", 1)[0] + "…"
