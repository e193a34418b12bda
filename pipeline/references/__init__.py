"""What the devices of a norm refer to.

In: the devices, what the norm punishes, and where and when it was made. Out: a `Remissao` for each
target: another device of the norm, by number or by place ("inciso anterior"), another norm, the
definition of a penalty group or of a gravity's points. A target that does not exist is recorded as
broken, never bent to the nearest one. Source: LC 95/1998, art. 11, II, g (a norm refers by number).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pipeline.artefacts import SanctionTables
from pipeline.labels import Kind, Number, caput_id, device_id, number_of, parse_roman
from pipeline.labels.chains import Chain, Unit, read_chains
from pipeline.labels.norms import Citation, Home, read_norms
from pipeline.labels.quotations import quoted
from pipeline.model import CONTAINERS, Dispositivo, Remissao, paths, walk
from pipeline.references.notes import name_acts
from pipeline.references.sanctions import read_sanction_references

__all__ = ["Home", "name_acts", "read_references"]

Path = tuple[Dispositivo, ...]
_Tipo = Literal["interna", "externa"]
_Estado = Literal["resolvida", "quebrada", "ambigua", "nao_resolvida"]

_RELATIVE = re.compile(
    r"\b(?P<kind>inciso|artigo|parágrafo|alínea)(?P<many>s?) (?:anterior(?:es)?|antecedentes?)\b"
    r"(?: d?n?est[ae] (?P<of>Seção|Subseção|Capítulo|Subtítulo|Título)\b)?"
)
_GROUPING = re.compile(
    r"\b(?:dest[ae]|nest[ae]) (?P<kind>Seção|Subseção|Capítulo|Subtítulo|Título) (?P<n>[IVXLC]+\b)"
)
_OWN = re.compile(r",? d(?:est[ea]|o presente|a presente) (?P<what>\w*)")
# "do Ato das Disposições Transitórias", "do Anexo II": acts of this norm that are numbered apart.
_BESIDE = re.compile(
    r",? d[oa] (?:(?P<adt>Ato das Disposições(?: \w+){0,3} Transitórias|ADC?T\b)"
    r"|Anexo (?P<n>[IVXLC]+\b|[Úú]nico))"
)
_OF_CONTAINERS = ("Regulamento", "Regimento", "Estatuto", "Anexo", "Ato")
# "da Lei nº 5", "do Regulamento", "da referida Lei", "da CLT": any name but that of a grouping.
_OTHERS = re.compile(
    r"[^.;:]{0,20}? (?:d[aoe]s?|daquel[ae]) "
    r"(?:(?:referid|citad|mencionad|mesm|aludid|pr[óo]pri)[ao] |seu |sua )?"
    r"(?:[Ll]ei\b|seu |sua "
    r"|(?!Cap[íi]tulo|(?:Subt|T)[íi]tulo|Seç[ãa]o|Subseç|Livro|Parte|Anexo)[A-ZÁÉÍÓÚ]\w)"
    # "acrescido o art. 3º à Lei nº 5", "incluído o art. 3º na Lei nº 5"
    r"|[^.;:]{0,20}? (?:à|ao|na|no) (?:referid[ao] |citad[ao] |mencionad[ao] )?"
    r"(?:Lei|Decreto|Resolução|Código|Constituição|Emenda|Portaria)\b"
)
# "a Lei nº 5, em seu art. 3º", "a Lei nº 5 passa a vigorar acrescida do seguinte art. 3º"
_BEHIND_NORM = re.compile(
    r",? ?(?:(?:em|n[oa]s?|d[oa]s?) )?(?:seus? )?"
    r"|,? (?:que )?(?:passa|fica|é)\b[^.;:“\"]{0,40}?\b(?:acrescid|alterad|modificad)[ao]s?"
    r" (?:d?n?[oa]s?|pel[oa]s?) (?:seguintes? |seus? )?"
)
_OF_NORM = re.compile(r",? d[aoe]s? (?:referid[ao] |mencionad[ao] )?")
_IS_ARTICLE = re.compile(r"(?:^|_)art[^_]*$")
# A norm without its first article is an excerpt, and what it lacks accuses nobody.
_FIRST = ("art1", "art1u")
_KINDS = {
    "inciso": Kind.INCISO, "artigo": Kind.ARTIGO, "parágrafo": Kind.PARAGRAFO,
    "alínea": Kind.ALINEA, "Seção": Kind.SECAO, "Subseção": Kind.SUBSECAO,
    "Capítulo": Kind.CAPITULO, "Subtítulo": Kind.SUBTITULO, "Título": Kind.TITULO,
}  # fmt: skip
_OUTER = (*CONTAINERS, "parte", "livro", "titulo", "subtitulo_agrupador", "capitulo", "secao")


@dataclass(frozen=True, slots=True)
class _Reference:
    """The words of a reference, and of each target the ids that it may have, the likeliest first.

    It is `sure` when the words say that this norm is meant, and `loose` when they name no number:
    "incisos anteriores" are those that there are. Without targets it is another norm, by its `urn`.
    """

    words: str
    targets: tuple[tuple[str, ...], ...] = ()
    sure: bool = True
    loose: bool = False
    urn: str | None = None


def read_references(
    devices: Sequence[Dispositivo], tables: SanctionTables, home: Home
) -> tuple[Remissao, ...]:
    """Every reference of a norm, in the order of its devices; those of sanction lines last.

    >>> # read_references(devices, tables, Home())[0].alvo → 'art14_cpt_inc1'
    """
    ways = list(paths(devices))
    known = {name for way in ways for name in (way[-1].id, way[-1].caput_id) if name}
    texts = (
        remissao
        for way in ways
        for reference in _references(way, home)
        for remissao in _resolve(way[-1], reference, known)
    )
    return (*texts, *read_sanction_references(tables))


def _resolve(device: Dispositivo, reference: _Reference, known: set[str]) -> Iterator[Remissao]:
    """One record for each target; one in all if none can be told.

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
        urn = reference.urn
        yield record("externa", urn, "resolvida" if urn else "nao_resolvida")
        return
    here = [next((one for one in ids if one in known), None) for ids in reference.targets]
    if not any(here) and (not reference.sure or known.isdisjoint(_FIRST)):
        yield record("interna", None, "nao_resolvida")
        return
    for ids, found in zip(reference.targets, here, strict=True):
        if found:
            # A number that the norm has twice names two devices.
            yield record("interna", found, "ambigua" if f"{found}_rep2" in known else "resolvida")
        elif not reference.loose:
            yield record("interna", ids[-1], "quebrada")


def _references(way: Path, home: Home) -> Iterable[_Reference]:
    """What a device's text names, in the order of the text; what it repeats, once."""
    text = way[-1].texto or ""
    chains, norms = list(read_chains(text)), list(read_norms(text, home))
    found = [
        *(one for one in _relative(way, text) if not _is_in(chains, one[0])),
        *_cited(way, text, [one for one in chains if not _is_of_norm(text, one, norms)]),
        *_groupings(way, text),
        *_norms(text, chains, norms),
    ]
    if found:
        # What stands in a quotation is another norm's: there "art. 3º" is not this one's.
        inside = list(quoted(text))
        found = [one for one in found if not any(a <= one[0] < b for a, b in inside)]
    return dict.fromkeys(reference for _, reference in sorted(found, key=lambda one: one[0]))


def _is_in(chains: Sequence[Chain], at: int) -> bool:
    """Whether a place is within a citation that was read whole: "§ 2º do artigo anterior"."""
    return any(chain.start < at < chain.end for chain in chains)


def _is_of_norm(text: str, chain: Chain, norms: Sequence[Citation]) -> bool:
    """ "a Lei nº 5, em seu art. 3º": the article of the norm that is named before it."""
    return any(
        norm.end <= chain.start and _BEHIND_NORM.fullmatch(text, norm.end, chain.start)
        for norm in norms
    )


def _relative(way: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    """ "inciso anterior": the number before this one's, whether or not it exists."""
    for match in _RELATIVE.finditer(text):
        kind = _KINDS[match["kind"]]
        words = match[0].removesuffix(f" {match['of']}").rsplit(" dest", 1)[0]
        at = next((n for n, one in enumerate(way) if one.tipo == kind.value), None)
        if at is None:
            continue
        if kind is Kind.ARTIGO and match["many"]:
            yield (
                match.start(),
                _Reference(words, _articles_before(way[:at], way[at], match["of"]), sure=False),
            )
            continue
        own = number_of(kind.value.upper(), way[at].rotulo or "")
        holder = _container(way) if kind is Kind.ARTIGO else way[at - 1].id if at else None
        last = own.value - 1
        many = bool(match["many"])
        numbers = range(1, last + 1) if many else [last]
        targets = tuple((_under(holder, kind, Number(one)),) for one in numbers if one > 0)
        if targets:
            yield match.start(), _Reference(words, targets, loose=many)


def _articles_before(
    outer: Path, article: Dispositivo, of: str | None
) -> tuple[tuple[str, ...], ...]:
    """The earlier articles of the grouping that the words name; else it can't be told how many."""
    grouping = next((one for one in outer if of and one.tipo == _KINDS[of].value), None)
    if grouping is None:
        return ((),)
    articles = [one.id for one in walk([grouping]) if one.tipo == "artigo"]
    return tuple((name,) for name in articles[: articles.index(article.id)]) or ((),)


def _cited(way: Path, text: str, chains: Sequence[Chain]) -> Iterator[tuple[int, _Reference]]:
    """ "incisos I e II do art. 5º": of this norm, unless another one is named behind it."""
    for chain in chains:
        own, beside = _OWN.match(text, chain.end), _BESIDE.match(text, chain.end)
        of_this = own is not None or beside is not None
        if _OTHERS.match(text, chain.end) and not of_this:
            continue
        container = _container(way)
        if beside is not None:
            container = _beside(beside)
        elif own is not None and own["what"] not in _OF_CONTAINERS:
            container = None
        holders = _holders(way, chain, container)
        targets = tuple(_targets(chain.units, holders)) if holders else ()
        if targets:
            yield (
                chain.start,
                _Reference(
                    text[chain.start : chain.end],
                    targets,
                    sure=of_this or chain.own is not None or chain.previous is not None,
                    # Of several holders it can't be told which ones hold what is named next.
                    loose=any(len(unit.numbers) > 1 for unit in chain.units[:-1]),
                ),
            )


def _container(way: Path) -> str | None:
    """The id of the annexed or transitory act in which a device stands, if it does."""
    return way[0].id if way[0].tipo in CONTAINERS else None


def _beside(named: re.Match[str]) -> str:
    """The id of the annexed or transitory act that the words name."""
    if named["adt"]:
        return device_id(Kind.ADT, Number(1, (), unico=True), None)
    value = parse_roman(named["n"])
    return device_id(Kind.ANEXO, Number(value or 1, (), unico=value is None), None)


def _holders(way: Path, chain: Chain, container: str | None) -> list[str | None]:
    """The devices in which the outermost unit of a citation may stand, the likeliest first.

    An article stands in none but the act that is numbered apart, if the words are of one. What is
    named without its article is this article's; an inciso named in a paragraph is the paragraph's
    own, if it has such, else the caput's.
    """
    kind = chain.units[0].kind
    if kind is Kind.ARTIGO:
        return [container]
    if chain.previous:
        return _previous(way, chain.previous)
    wanted = {Kind.ARTIGO}
    if kind not in (None, Kind.PARAGRAFO) and chain.own is not Kind.ARTIGO:
        wanted |= {Kind.ALINEA, Kind.INCISO, Kind.PARAGRAFO}
    inside = [one for one in reversed(way) if one.tipo in wanted]
    return [one.id for one in inside if kind is None or Kind(one.tipo).depth < kind.depth]


def _previous(way: Path, kind: Kind) -> list[str | None]:
    """The device before the one of this kind in which the words stand; none if there is none."""
    at = next((n for n, one in enumerate(way) if one.tipo == kind.value), None)
    if at is None:
        return []
    value = number_of(kind.value.upper(), way[at].rotulo or "").value - 1
    holder = _container(way) if kind is Kind.ARTIGO else way[at - 1].id if at else None
    return [_under(holder, kind, Number(value))] if value > 0 else []


def _targets(units: Sequence[Unit], holders: list[str | None]) -> Iterator[tuple[str, ...]]:
    """The ids that a citation names; of several holders only the last holds what is named next."""
    for n, unit in enumerate(units, 1):
        if unit.kind is None:
            named = [tuple(caput_id(one) for one in holders if one)]
        else:
            named = [
                tuple(_under(holder, unit.kind, number) for holder in holders)
                for number in unit.numbers
            ]
        yield from named[: None if n == len(units) else -1]
        holders = list(named[-1])


def _under(holder: str | None, kind: Kind, number: Number) -> str:
    """The id of a device of this kind in another, or of an article; the rest hangs on the caput.

    The holder of an article is the act in which it is numbered, or None.
    """
    if kind is Kind.ARTIGO:
        return device_id(kind, number, None, holder)
    if holder and _IS_ARTICLE.search(holder) and kind is not Kind.PARAGRAFO:
        holder = caput_id(holder)
    return device_id(kind, number, holder)


def _groupings(way: Path, text: str) -> Iterator[tuple[int, _Reference]]:
    """ "desta Seção IV": that of the grouping in which the device stands."""
    for match in _GROUPING.finditer(text):
        kind = _KINDS[match["kind"]]
        value = parse_roman(match["n"])
        outer = [one for one in way if one.tipo in _OUTER and Kind(one.tipo).depth < kind.depth]
        if value:
            target = device_id(kind, Number(value), outer[-1].id if outer else None)
            yield match.start(), _Reference(match[0], ((target,),))


def _norms(
    text: str, chains: Sequence[Chain], norms: Sequence[Citation]
) -> Iterator[tuple[int, _Reference]]:
    """ "art. 5º da Lei Federal nº 9.503, de 23 de setembro de 1997": the words, whole."""
    for norm in norms:
        before = (one for one in chains if _OF_NORM.fullmatch(text, one.end, norm.start))
        start = min((one.start for one in before), default=norm.start)
        yield start, _Reference(text[start : norm.end], urn=norm.urn)
