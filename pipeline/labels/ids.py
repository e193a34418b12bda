"""Kinds of devices, their canonical labels and their LexML ids.

In: kind, number and the parent's id. Out: `art14_cpt_inc25` and «Art. 14». Rules: LC 95/1998
art. 10 for the labels, LexML's fragments for the ids (único `1u`, suffixes as numbers, incisos
and alíneas of the caput under `cpt`, articles without the prefix of their groupings).
"""

from enum import StrEnum

from pipeline.labels.numbers import Number, letter, roman


class Kind(StrEnum):
    """A kind of device, under its LexML name; the order is that of LC 95, outermost first."""

    ANEXO = "anexo"
    ADT = "adt"
    PARTE = "parte"
    LIVRO = "livro"
    TITULO = "titulo"
    SUBTITULO = "subtitulo_agrupador"  # `subtitulo` heads a list in an article
    CAPITULO = "capitulo"
    SECAO = "secao"
    SUBSECAO = "subsecao"
    ARTIGO = "artigo"
    PARAGRAFO = "paragrafo"
    INCISO = "inciso"
    ALINEA = "alinea"
    ITEM = "item"

    @property
    def is_grouping(self) -> bool:
        """Whether it groups articles (agrupador) instead of standing in one."""
        return self in _GROUPINGS

    @property
    def is_container(self) -> bool:
        """Whether what stands in it has a numbering of its own: an annex, the transitory act."""
        return self in (Kind.ANEXO, Kind.ADT)

    @property
    def depth(self) -> int:
        """Its place in the order of LC 95 art. 10, behind the containers: 2 for Parte, 13 for
        item."""
        return _DEPTHS[self]


_DEPTHS = {kind: depth for depth, kind in enumerate(Kind)}
_GROUPINGS = frozenset(kind for kind in Kind if _DEPTHS[kind] < _DEPTHS[Kind.ARTIGO])

_FRAGMENTS = {
    Kind.ANEXO: "anexo", Kind.ADT: "adt",
    Kind.PARTE: "prt", Kind.LIVRO: "liv", Kind.TITULO: "tit", Kind.SUBTITULO: "stt",
    Kind.CAPITULO: "cap",
    Kind.SECAO: "sec", Kind.SUBSECAO: "sub", Kind.ARTIGO: "art", Kind.PARAGRAFO: "par",
    Kind.INCISO: "inc", Kind.ALINEA: "ali", Kind.ITEM: "ite",
}  # fmt: skip
_FEMININE = (Kind.PARTE, Kind.SECAO, Kind.SUBSECAO, Kind.ALINEA)
_NAMES = {
    Kind.ANEXO: "ANEXO", Kind.ADT: "Ato das Disposições Transitórias",
    Kind.PARTE: "PARTE", Kind.LIVRO: "LIVRO", Kind.TITULO: "TÍTULO", Kind.CAPITULO: "CAPÍTULO",
    Kind.SUBTITULO: "SUBTÍTULO", Kind.SECAO: "Seção", Kind.SUBSECAO: "Subseção",
}  # fmt: skip
_SPOKEN = {
    Kind.ANEXO: "o anexo", Kind.ADT: "o ato das disposições transitórias",
    Kind.PARTE: "a parte", Kind.LIVRO: "o livro", Kind.TITULO: "o título",
    Kind.SUBTITULO: "o subtítulo",
    Kind.CAPITULO: "o capítulo", Kind.SECAO: "a seção", Kind.SUBSECAO: "a subseção",
    Kind.ARTIGO: "o artigo", Kind.PARAGRAFO: "o parágrafo", Kind.INCISO: "o inciso",
    Kind.ALINEA: "a alínea", Kind.ITEM: "o item",
}  # fmt: skip


def numeral(kind: Kind, number: Number) -> str:
    """The number alone, as LC 95 art. 10 has it printed for this kind.

    >>> numeral(Kind.ARTIGO, Number(9)), numeral(Kind.INCISO, Number(25))
    ('9º', 'XXV')
    """
    if number.unico:
        return "única" if kind in _FEMININE else "único"
    if number.words:
        return number.words
    if kind in (Kind.ARTIGO, Kind.PARAGRAFO):
        value = f"{number.value:,}".replace(",", ".")
        return f"{value}{'º' if number.value < 10 else ''}{number.suffix}"
    if kind is Kind.ALINEA:
        return letter(number.value) + number.suffix
    if kind is Kind.ITEM:
        return str(number.value) + number.suffix
    return roman(number.value) + number.suffix


def canonical(kind: Kind, number: Number) -> str:
    """The label in its canonical form.

    >>> canonical(Kind.ARTIGO, Number(14, (1,))), canonical(Kind.PARAGRAFO, Number(1, (), True))
    ('Art. 14-A', 'Parágrafo único')
    """
    shown = numeral(kind, number)
    if kind is Kind.PARAGRAFO:
        if number.unico or number.words:
            return f"Parágrafo {shown}"
        return f"§ {shown}"
    if kind is Kind.ARTIGO:
        return "Artigo único" if number.unico else f"Art. {shown}"
    if kind is Kind.ALINEA:
        return f"{shown})"
    if kind is Kind.ITEM:
        return f"{shown}."
    if kind is Kind.INCISO:
        return shown
    name = _NAMES[kind]
    if kind is Kind.ADT:
        return name
    return f"{name} {shown.upper() if name.isupper() else shown}"


def spoken(kind: Kind, number: Number) -> str:
    """The device as a sentence names it, with its article.

    >>> spoken(Kind.INCISO, Number(24)), spoken(Kind.ALINEA, Number(2))
    ('o inciso XXIV', 'a alínea b')
    """
    if kind is Kind.ADT:
        return _SPOKEN[kind]
    return f"{_SPOKEN[kind]} {numeral(kind, number)}"


def device_id(kind: Kind, number: Number, parent: str | None, container: str | None = None) -> str:
    """The LexML id of a device under `parent` (an id, a caput's id, or None at the top).

    `container` is the id of the annexed or transitory act in which it stands, if it does.

    >>> device_id(Kind.INCISO, Number(25), "art14_cpt"), device_id(Kind.ARTIGO, Number(4), "cap2")
    ('art14_cpt_inc25', 'art4')
    >>> device_id(Kind.ARTIGO, Number(4), "anexo1_cap2", "anexo1")
    'anexo1_art4'
    """
    own = _FRAGMENTS[kind] + number.fragment
    above = container if kind is Kind.ARTIGO else parent or container
    return f"{above}_{own}" if above else own


def kind_of(fragment: str) -> Kind | None:
    """The kind that an id's letters stand for.

    >>> kind_of("inc")
    <Kind.INCISO: 'inciso'>
    """
    return next((kind for kind, letters in _FRAGMENTS.items() if letters == fragment), None)


def caput_id(article: str) -> str:
    """The id of an article's caput, which has no node of its own.

    >>> caput_id("art14")
    'art14_cpt'
    """
    return f"{article}_cpt"
