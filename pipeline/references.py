"""What the devices of a norm refer to.

In: the devices. Out: a `Remissao` for each target that a text names: another device of the norm, by
number or by place ("inciso anterior"), or another norm. A target that does not exist is recorded as
broken, never bent to the nearest one. Source: LC 95/1998, art. 11, II, g (a norm refers by number).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pipeline.labels import (
    Kind,
    Number,
    caput_id,
    device_id,
    number_of,
    parse_letter,
    parse_roman,
)
from pipeline.model import Dispositivo, Remissao, paths

Path = tuple[Dispositivo, ...]
_Tipo = Literal["interna", "externa"]
_Estado = Literal["resolvida", "quebrada", "nao_resolvida"]

_ROMAN = r"[IVXLC]+\b"
_ARTICLE = r"\d[\d.]*º?(?:-[A-Z])?"
_LIST = r"(?:, | e | ou | a |,)"
_RELATIVE = re.compile(
    r"\b(?P<kind>inciso|artigo|parágrafo|alínea)(?P<many>s?) (?:anterior(?:es)?|antecedentes)\b"
)
_INCISOS = re.compile(rf"\bincisos? (?P<list>{_ROMAN}(?:{_LIST}{_ROMAN})*)(?=(?P<tail>.{{0,40}}))")
_ARTICLES = re.compile(
    rf"\b(?:artigos?|arts?\.) (?P<list>{_ARTICLE}(?:{_LIST}{_ARTICLE})*)"
    r"(?=(?P<tail>.{0,60}))"
)
_GROUPING = re.compile(
    rf"\b(?:dest[ae]|nest[ae]) (?P<kind>Seção|Subseção|Capítulo|Título) (?P<n>{_ROMAN})"
)
_CAPUT = re.compile(r"\bcaput d(?:este|o) artigo\b")
_NORM = re.compile(
    r"\b(?:Lei(?: Complementar| Federal| Estadual| Municipal| Orgânica)?|Decreto(?:-Lei)?"
    r"|Resolução)"
    r"(?: d[oae] [^,;.()]{0,60}?)? n[.º°o]{1,2} ?\d[\d.]*(?:/\d{2,4})?"
    r"(?:,? de \d{1,2}[º°]? de [a-zç]+ de \d{4}|,? de \d{1,2}\.\d{1,2}\.\d{4})?"
)
_OWN = re.compile(r"^,?(?: (?:e|ou) \d+º?)* d(?:est[ea]|o presente|a presente) ")
_OTHERS = re.compile(
    r"^[^.;:]{0,20}? d[aoe]s? (?:[Ll]ei|Decreto|seu |sua |Código|Constituição|CTB|"
    r"Resolução|Portaria|Estatuto)"
)
# Incisos of a device that the words name: "do art. 34", and before them "art. 28, ".
_INSIDE = re.compile(r" d[oa] (?:art|§|parágrafo)")
_UNDER = re.compile(r"(?:\bart\.|\bartigo|§) [\dº°.-]+[A-Z]?, $")
# A norm without its first article is an excerpt, and what it lacks accuses nobody.
_FIRST = ("art1", "art1u")
_REACH = 40  # characters before a reference that can name whose incisos they are
_LONGEST = 3_000  # no norm has more articles; a wrong number must not spread
_KINDS = {
    "inciso": Kind.INCISO, "artigo": Kind.ARTIGO, "parágrafo": Kind.PARAGRAFO,
    "alínea": Kind.ALINEA, "Seção": Kind.SECAO, "Subseção": Kind.SUBSECAO,
    "Capítulo": Kind.CAPITULO, "Título": Kind.TITULO,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Reference:
    """The words of a reference, and of each target the ids that it may have, the likeliest first.

    It is `sure` when the words say that this norm is meant, and `loose` when they name no number:
    "incisos anteriores" are those that there are.
    """

    words: str
    targets: tuple[tuple[str, ...], ...] = ()
    sure: bool = True
    loose: bool = False


def read_references(devices: Sequence[Dispositivo]) -> tuple[Remissao, ...]:
    """Every reference in the texts of a norm's devices, in their order.

    >>> read_references(())
    ()
    """
    ways = list(paths(devices))
    known = {name for way in ways for name in (way[-1].id, way[-1].caput_id) if name}
    return tuple(
        remissao
        for way in ways
        for reference in _references(way)
        for remissao in _resolve(way[-1], reference, known)
    )


def _resolve(device: Dispositivo, reference: _Reference, known: set[str]) -> Iterator[Remissao]:
    """One record for each target.

    To say that the law is broken takes more than a target that is not here: "os incisos II e III"
    may be those of another article. It is said when the words name this norm, or when another
    target of the same words is here.
    """

    def record(tipo: _Tipo, alvo: str | None, estado: _Estado) -> Remissao:
        return Remissao(
            de=device.id, texto=reference.words, tipo=tipo, alvo=alvo, estado=estado,
            origem=device.origem,
        )  # fmt: skip

    if not reference.targets:
        yield record("externa", None, "nao_resolvida")
        return
    here = [next((one for one in ids if one in known), None) for ids in reference.targets]
    own = any(here) or (reference.sure and not known.isdisjoint(_FIRST))
    for ids, found in zip(reference.targets, here, strict=True):
        if found:
            yield record("interna", found, "resolvida")
        elif reference.loose:
            continue
        elif own:
            yield record("interna", ids[-1], "quebrada")
        else:
            yield record("interna", None, "nao_resolvida")


def _references(way: Path) -> Iterable[_Reference]:
    """What a device's text names, in the order of the text; what it repeats, once."""
    text = way[-1].texto or ""
    found: list[tuple[int, _Reference]] = []
    for read in (_relative, _numbered_incisos, _numbered_articles, _groupings, _caput, _norms):
        found += (one for one in read(way, text) if not _is_quoted(text, one[0]))
    return dict.fromkeys(reference for _, reference in sorted(found, key=lambda one: one[0]))


def _is_quoted(text: str, at: int) -> bool:
    """Whether the words stand in a quotation: there they are another norm's."""
    return "“" in text and text.count("“", 0, at) > text.count("”", 0, at)


def _relative(way: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    """ "inciso anterior": the number before this one's, whether or not it exists."""
    for match in _RELATIVE.finditer(text):
        kind = _KINDS[match["kind"]]
        at = next((n for n, one in enumerate(way) if one.tipo == kind.value), None)
        if at is None:
            continue
        own = number_of(kind.value.upper(), way[at].rotulo or "")
        parent = _prefix(way[:at], kind)
        last = own.value - 1
        many = bool(match["many"]) and kind is not Kind.ARTIGO
        numbers = range(1, last + 1) if many else [last]
        targets = tuple((device_id(kind, Number(one), parent),) for one in numbers if one > 0)
        if targets:
            yield match.start(), _Reference(match[0], targets, loose=many)


def _numbered_incisos(way: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    """ "incisos IV, VI e VII": of this article, unless another one is named behind them."""
    for match in _INCISOS.finditer(text):
        elsewhere = _INSIDE.match(match["tail"]) or _UNDER.search(
            text, max(0, match.start() - _REACH), match.start()
        )
        if elsewhere or _OTHERS.match(match["tail"]):
            continue
        at = next((n for n, one in enumerate(way) if one.tipo == "artigo"), None)
        if at is None:
            continue
        # In a paragraph the paragraph's own incisos are meant, if it has such, else the caput's.
        holders = [way[: at + 1]]
        if len(way) > at + 1 and way[at + 1].tipo == "paragrafo" and "caput" not in match["tail"]:
            holders.insert(0, way[: at + 2])
        prefixes = [_prefix(inside, Kind.INCISO) for inside in holders]
        targets = tuple(
            tuple(device_id(Kind.INCISO, number, prefix) for prefix in prefixes)
            for number in _spread(match["list"], _ROMAN, _inciso_number)
            if number.value
        )
        if targets:
            yield match.start(), _Reference(match[0], targets, sure=False)


def _spread(listed: str, pattern: str, read: Callable[[str], Number]) -> list[Number]:
    """The numbers of a list, with those between "I a IX"."""
    numbers: list[Number] = []
    for to, printed in re.findall(rf"( a )?({pattern})", listed):
        number = read(printed)
        if to and numbers and number.value - numbers[-1].value < _LONGEST:
            numbers += map(Number, range(numbers[-1].value + 1, number.value))
        numbers.append(number)
    return numbers


def _numbered_articles(_: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    """ "artigo 23 deste Código": of this norm, unless another one is named behind it."""
    for match in _ARTICLES.finditer(text):
        own = _OWN.match(match["tail"]) is not None
        if _OTHERS.match(match["tail"]) and not own:
            continue
        numbers = _spread(match["list"], _ARTICLE, _article_number)
        targets = tuple((device_id(Kind.ARTIGO, number, None),) for number in numbers)
        yield match.start(), _Reference(match[0], targets, sure=own)


def _inciso_number(printed: str) -> Number:
    return Number(parse_roman(printed) or 0)  # 0: not a numeral, as in "IIX"


def _article_number(printed: str) -> Number:
    value, _, suffix = re.sub(r"[.º]", "", printed).partition("-")
    return Number(int(value), (parse_letter(suffix),) if suffix else ())


def _groupings(way: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    """ "desta Seção IV": that of the grouping in which the device stands."""
    for match in _GROUPING.finditer(text):
        kind = _KINDS[match["kind"]]
        value = parse_roman(match["n"])
        outer = [one for one in way if one.tipo in _OUTER and Kind(one.tipo).depth < kind.depth]
        if value:
            target = device_id(kind, Number(value), outer[-1].id if outer else None)
            yield match.start(), _Reference(match[0], ((target,),))


def _caput(way: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    article = next((one for one in way if one.tipo == "artigo"), None)
    for match in _CAPUT.finditer(text):
        if article is not None and article.caput_id:
            yield match.start(), _Reference(match[0], ((article.caput_id,),))


def _norms(_: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    for match in _NORM.finditer(text):
        yield match.start(), _Reference(match[0])


_OUTER = ("parte", "livro", "titulo", "capitulo", "secao")


def _prefix(outer: Path, kind: Kind) -> str | None:
    """The id under which a device of this kind hangs."""
    if kind is Kind.ARTIGO:
        return None
    holder = outer[-1]
    if holder.caput_id and kind is not Kind.PARAGRAFO:
        return caput_id(holder.id)
    return holder.id
