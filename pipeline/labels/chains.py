"""How a text cites devices: "alínea a do inciso II do art. 5º", "art. 5º, § 1º, I e II".

In: a text. Out: `Chain`s: the devices that words name one within the other, outermost first, and
where the words stand. It reads what is written and knows nothing of the norm: whether a target is
there, and whose articles these are, is decided by `read_references`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.labels.ids import Kind
from pipeline.labels.numbers import Number, parse_letter, parse_roman
from pipeline.labels.readings import number_of

_ROMAN = r"[IVXLC]+(?:-[A-Z]{1,2})?\b"
_CARDINAL = r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:[º°ª]|o\b)?(?:-[A-Z]{1,2}\b)?"
_LETTER = r"(?:[\"“'‘][a-z]{1,2}[\"”'’]|[a-z]{1,2}\)|[a-z]\b(?![\"”'’]))"
_QUOTED = r"(?:[\"“'‘][a-z]{1,2}[\"”'’]|[a-z]{1,2}\))"
_JOINT = r"(?:, ?(?:e |ou )?| e | ou | a | aos? | até )"
_RANGES = (" a ", " ao ", " aos ", " até ")
_ORDINALS = r"primeiro|segundo|terceiro|quarto|quinto|sexto|sétimo|oitavo|nono|décimo"
_LONGEST = 3_000
"""No norm has more articles; a wrong number must not spread."""


class _Form(NamedTuple):
    """How one kind of device is named; `number` finds the numbers of a list, with what joins each
    to the one before."""

    kind: Kind
    head: re.Pattern[str]
    number: re.Pattern[str]


def _form(kind: Kind, word: str, number: str, more: str | None = None) -> _Form:
    """The form of a kind whose devices may be listed: "incisos I e II", "inciso I e inciso II".

    `more` is what a further one must look like, if not as the first: behind one § a bare ordinal is
    an article again, and behind one article a bare number may count anything.
    """
    if more is None:
        more = rf"(?:{word})?(?:{number})"
    return _Form(
        kind,
        re.compile(rf"(?:{word})(?P<list>(?:{number})(?:{_JOINT}{more})*)"),
        re.compile(rf"(?P<joint>{_JOINT})?(?:{word})?(?P<n>{number})"),
    )


_ONE_ARTICLE = r"[Aa]rtigo |[Aa]rt\.? ?"
_ONE_PARAGRAPH = r"§ ?|[Pp]arágrafo "
_PARAGRAPH_NUMBER = rf"{_CARDINAL}|[úu]nico|{_ORDINALS}"
_FORMS = (
    _form(Kind.ARTIGO, r"[Aa]rtigos |[Aa]rts\.? ?", _CARDINAL),
    _form(
        Kind.ARTIGO,
        _ONE_ARTICLE,
        rf"{_CARDINAL}|{_ORDINALS}",
        more=rf"(?:(?:{_ONE_ARTICLE})(?:{_CARDINAL})|\d+[º°ª](?:-[A-Z]{1, 2}\b)?)",
    ),
    _form(Kind.PARAGRAFO, r"§§ ?|[Pp]arágrafos ", _PARAGRAPH_NUMBER),
    _form(
        Kind.PARAGRAFO,
        _ONE_PARAGRAPH,
        _PARAGRAPH_NUMBER,
        more=rf"(?:{_ONE_PARAGRAPH})(?:{_PARAGRAPH_NUMBER})",
    ),
    _form(Kind.INCISO, r"[Ii]ncisos? |[Ii]ncs?\. ?", _ROMAN),
    # Behind one alínea an "e o" is no letter.
    _form(Kind.ALINEA, r"[Aa]líneas |[Ll]etras ", _LETTER),
    _form(Kind.ALINEA, r"[Aa]línea |[Ll]etra ", _LETTER, more=r"[Aa]línea [a-z]\b"),
    _form(Kind.ITEM, r"[Ii]te(?:m|ns) ", r"\d{1,2}\b(?!\.\d)"),
)
_BARE = (_form(Kind.INCISO, "", _ROMAN), _form(Kind.ALINEA, "", _QUOTED))
"""What stands without its word behind the device that holds it: "art. 5º, I, “a”"."""
_CAPUT = re.compile(r"[“\"'‘]?\bcaput\b[”\"'’]?")
_START = re.compile(
    r"(?<![\w§])(?:[Aa]rtigos? |[Aa]rts?\.? ?\d|§|[Pp]arágrafos? |[Ii]ncisos? |[Ii]ncs?\. ?"
    r"|[Aa]líneas? |[Ll]etras? |[Ii]te(?:m|ns) \d|[“\"'‘]?caput\b)"
)
_UP = re.compile(r",? (?:d[oae]s?|n[oa]s?) ")
_DOWN = re.compile(r", ?")
_OWN = re.compile(r",? (?:d|n)est[ea] (?P<kind>artigo|parágrafo|inciso)\b")
_OWN_KINDS = {"artigo": Kind.ARTIGO, "parágrafo": Kind.PARAGRAFO, "inciso": Kind.INCISO}
_PREVIOUS = re.compile(
    r",? d[oae]s? (?P<kind>artigo|parágrafo|inciso)(?P<many>s?) (?:anterior(?:es)?|antecedentes?)\b"
)
_JOINED = re.compile(r",? e (?:n?[oa]s? )?")


class Unit(NamedTuple):
    """Devices of one kind that the words name together; no numbers for a caput."""

    kind: Kind | None
    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """One citation: its units, outermost first, and its place in the text.

    `own` is the kind of device of which the words say "deste": "incisos I e II deste artigo";
    `previous` that of which they say "anterior": "§ 2º do artigo anterior".
    """

    start: int
    end: int
    units: tuple[Unit, ...]
    own: Kind | None = None
    previous: Kind | None = None


def read_chains(text: str) -> Iterator[Chain]:
    """The citations of devices in a text, in their order.

    >>> chain = next(read_chains("salvo o inciso II do § 1º do art. 4º"))
    >>> [(unit.kind.value, unit.numbers[0].value) for unit in chain.units]
    [('artigo', 4), ('paragrafo', 1), ('inciso', 2)]
    """
    at = 0
    before: Chain | None = None
    while start := _START.search(text, at):
        found = _unit(text, start.start(), _FORMS)
        if found is None:
            at = start.end()
            continue
        chain = _follow(text, start.start(), *found)
        if before and _JOINED.fullmatch(text, before.end, chain.start):
            chain = _inside(before, chain)
        yield chain
        before, at = chain, chain.end


def _inside(before: Chain, chain: Chain) -> Chain:
    """ "art. 1º, caput e § 1º": what is joined to a citation stands in the same article."""
    article = before.units[0]
    if article.kind is not Kind.ARTIGO or _depth(chain.units[0]) <= _depth(article):
        return chain
    return Chain(chain.start, chain.end, (article, *chain.units), chain.own, chain.previous)


def _follow(text: str, start: int, first: Unit, end: int) -> Chain:
    """Read on behind the first unit: outwards ("do art. 5º") and inwards (", § 1º")."""
    units = [first]
    while True:
        up = _UP.match(text, end)
        outer = _unit(text, up.end(), _FORMS) if up else None
        if outer and _depth(outer[0]) < _depth(units[0]):
            units.insert(0, outer[0])
            end = outer[1]
            continue
        down = _DOWN.match(text, end)
        inner = _unit(text, down.end(), (*_FORMS, *_BARE)) if down else None
        if inner and _depth(inner[0]) > _depth(units[-1]):
            units.append(inner[0])
            end = inner[1]
            continue
        own, previous = _OWN.match(text, end), _PREVIOUS.match(text, end)
        last = own or previous
        kind = _OWN_KINDS[last["kind"]] if last else None
        return Chain(
            start,
            last.end() if last else end,
            tuple(units),
            kind if own else None,
            kind if previous else None,
        )


def _depth(unit: Unit) -> int:
    """Its place in the order of devices; a caput stands right below its article."""
    return unit.kind.depth if unit.kind else Kind.PARAGRAFO.depth


def _unit(text: str, at: int, forms: tuple[_Form, ...]) -> tuple[Unit, int] | None:
    caput = _CAPUT.match(text, at)
    if caput:
        return Unit(None), caput.end()
    for form in forms:
        found = form.head.match(text, at)
        numbers = _numbers(form, found["list"]) if found else ()
        if found and numbers:
            return Unit(form.kind, numbers), found.end()
    return None


def _numbers(form: _Form, listed: str) -> tuple[Number, ...]:
    """The numbers of a list, with those between "I a IX"; none if one can't be read."""
    numbers: list[Number] = []
    for found in form.number.finditer(listed):
        number = _number(form.kind, found["n"])
        if number is None:
            return ()
        to = found["joint"] in _RANGES
        if to and 0 < number.value - numbers[-1].value < _LONGEST:
            numbers += map(Number, range(numbers[-1].value + 1, number.value))
        numbers.append(number)
    return tuple(numbers)


_DIGITS = 6
"""More than these are no number of a device."""


def _number(kind: Kind, printed: str) -> Number | None:
    """The number as printed; None if it is not a numeral, as "IIX"."""
    if kind is Kind.ALINEA:
        return Number(parse_letter(printed.strip("\"“”'‘’)")))
    if kind is Kind.INCISO:
        value, _, suffix = printed.partition("-")
        parsed = parse_roman(value)
        return Number(parsed, (parse_letter(suffix),) if suffix else ()) if parsed else None
    if kind is Kind.PARAGRAFO and not printed[0].isdigit():
        return number_of("PARAGRAFO", f"Parágrafo {printed}")
    if not printed[0].isdigit():
        return number_of("ARTIGO", f"Artigo {printed}")
    value, _, suffix = re.sub("[.º°ªo]", "", printed).partition("-")
    if len(value) > _DIGITS:
        return None
    return Number(int(value), (parse_letter(suffix),) if suffix else ())
