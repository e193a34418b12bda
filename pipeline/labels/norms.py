"""How a text cites another norm, and the URN that its words give.

In: a text, and where and when the citing norm was made. Out: the words, their place, and a URN
where type, authority, date and number are all written, or where the words are the name of a
federal code. Nothing is guessed: a plain "Lei nº 5, de 3 de maio de 2001" may be the Union's, the
state's or the municipality's, and has no URN, unless just that one lies beside the citing norm.
Source: LexML Brasil, Parte 2 (URN).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from pipeline.labels import Place, Title, dotted, fold, norm_urn, read_date, state_code

_NORM = re.compile(
    r"\b(?P<tipo>Lei Complementar|Lei Orgânica|Lei Delegada|Lei|Decreto-Lei"
    r"|Decreto Legislativo|Decreto|Resolução|Emenda Constitucional)"
    r"(?: (?P<esfera>Federal|Estadual|Municipal|federal|estadual|municipal))?"
    r"(?: d[oae] (?P<de>[^,;.()]{0,60}?))?,? n[.º°o]{1,2} ?(?P<numero>\d[\d.]*\d|\d)"
    r"(?:/(?P<ano>\d{2,4}))?"
    r"(?P<data>,? de \d{1,2}[º°]? de [a-zç]+ de \d{4}"
    r"|,? de (?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?P<a>\d{4})|,? de (?P<so>\d\.?\d{3})\b)?"
)
_AMENDMENT = re.compile(r"Emendas? à $")
"""Before "Lei Orgânica nº 2": then it is the amendment that has the number."""
_STATE = re.compile(r"Estado d[oae] (?P<nome>.+)")
_CITY = re.compile(r"Município de (?P<nome>.+)")


class _Federal(NamedTuple):
    """A federal norm that is cited by a name, and the day from which the name means it."""

    name: str
    tipo: str
    numero: str
    data: date


# The date is that of the signature (of the promulgation, for the Constitution), as in the URN.
_FEDERAL = (
    _Federal("Constituição Federal", "constituicao", "1988", date(1988, 10, 5)),
    _Federal("Constituição da República", "constituicao", "1988", date(1988, 10, 5)),
    _Federal("Código de Trânsito Brasileiro", "lei", "9503", date(1997, 9, 23)),
    _Federal("Código Civil", "lei", "10406", date(2002, 1, 10)),
    _Federal("Código Penal", "decreto.lei", "2848", date(1940, 12, 7)),
    _Federal("Código de Processo Civil", "lei", "13105", date(2015, 3, 16)),
    _Federal("Código de Processo Penal", "decreto.lei", "3689", date(1941, 10, 3)),
    _Federal("Código de Defesa do Consumidor", "lei", "8078", date(1990, 9, 11)),
    _Federal("Código Tributário Nacional", "lei", "5172", date(1966, 10, 25)),
    _Federal("Código Eleitoral", "lei", "4737", date(1965, 7, 15)),
    _Federal("Consolidação das Leis do Trabalho", "decreto.lei", "5452", date(1943, 5, 1)),
    _Federal("Estatuto da Criança e do Adolescente", "lei", "8069", date(1990, 7, 13)),
)
_NAMES = re.compile(rf"\b(?:{'|'.join(one.name for one in _FEDERAL)})\b")


@dataclass(frozen=True, slots=True)
class Home:
    """Where and when the citing norm was made: what "Municipal" and "Código Civil" mean in it."""

    place: Place = field(default_factory=Place)
    day: date | None = None
    beside: tuple[Title, ...] = ()
    """The norms at hand that the same authority made."""


class Citation(NamedTuple):
    """Words that name another norm, and its URN if they tell it."""

    start: int
    end: int
    urn: str | None


def read_norms(text: str, home: Home) -> Iterator[Citation]:
    """The norms that a text names, in no order.

    >>> [one.urn for one in read_norms("a Lei Federal nº 9.503, de 23 de setembro de 1997", Home())]
    ['urn:lex:br:federal:lei:1997-09-23;9503']
    """
    for found in _NORM.finditer(text):
        yield Citation(found.start(), found.end(), _urn(found, home))
    for found in _NAMES.finditer(text):
        yield Citation(found.start(), found.end(), _named(found[0], home))


def read_act(note: str, home: Home, *, amends: bool) -> str | None:
    """The URN of the act that an editorial note names; None where the note does not tell it.

    Who `amends` a norm has the authority that made it, so a plain "Lei nº 9, de 3 de maio de 2018"
    is of the norm's own place.

    >>> exu = Home(Place("Exu", "PE"))
    >>> read_act("(Redação dada pela Lei nº 9, de 3 de maio de 2018)", exu, amends=True)
    'urn:lex:br;pernambuco;exu:municipal:lei:2018-05-03;9'
    """
    found = _NORM.search(note)
    if found is None or _AMENDMENT.search(note, 0, found.start()):
        return None
    urn, day = _urn(found, home), _day(found)
    if urn or day is None or found["esfera"] or found["de"] or not amends:
        return urn
    number = found["numero"].replace(".", "")
    place = home.place
    return norm_urn(
        tipo=found["tipo"], numero=number, data=day, uf=place.uf, municipio=place.municipio
    )


class Named(NamedTuple):
    """A norm as words name it: type as a LexML word, number, day or at least year, sphere."""

    tipo: str
    numero: str
    dia: date | None = None
    ano: int | None = None
    esfera: str = ""


_DAY = (
    r"(?:,? de (?:(?P<day>\d{1,2}[º°]? de [a-zç]+ de \d\.?\d{3})|(?P<year>\d\.?\d{3})\b"
    r"|(?P<d>\d{1,2})[./](?P<m>\d{1,2})[./](?P<a>\d{4})))?"
)
_NUMBERED = rf"(?P<numero>\d{{1,3}}(?:\.?\d{{3}})*)(?:/(?P<ano>\d{{2,4}}))?{_DAY}"
_NAMED_NORM = re.compile(
    r"\b(?P<tipo>Leis? Complementar(?:es)?|Lei Orgânica|Leis? Delegadas?|Decretos?-Leis?|Leis?"
    r"|Decretos? Legislativos?|Decretos?|Resoluç(?:ão|ões)|Emendas? Constituciona(?:l|is)"
    r"|Emenda à Lei Orgânica|Portarias?)"
    r"(?: (?P<esfera>Federal|Estadual|Municipal|Federais|Estaduais|Municipais|Ordinárias?))?"
    rf"(?: (?!n)d[oae] [^,;.()]{{0,60}}?)?,?(?: n[.º°o]{{1,3}}s?\.?)? ?{_NUMBERED}",
    re.IGNORECASE,
)
_FURTHER = re.compile(rf"(?:,| e|, e) (?:n[.º°o]{{1,3}} ?)?{_NUMBERED}")
_SINGULAR = {"leis": "lei", "decretos": "decreto", "resolucoes": "resolucao"}
_SPHERE = {"federais": "federal", "estaduais": "estadual", "municipais": "municipal"}


def read_name(text: str) -> Named | None:
    """The first norm that a text names by type and number.

    >>> read_name("da Lei nº 1.012, de 2001")
    Named(tipo='lei', numero='1012', dia=None, ano=2001, esfera='')
    """
    return next(iter(read_names(text)), None)


def read_names(text: str) -> Iterator[Named]:
    """All norms that a text names by type and number, those of a list among them.

    >>> [one.numero for one in read_names("as Leis nºs 1.234, de 2001, e 2.345, de 2003")]
    ['1234', '2345']
    """
    for found in _NAMED_NORM.finditer(text):
        words = dotted(found["tipo"]).split(".")
        tipo = ".".join(
            {"complementares": "complementar"}.get(word, _SINGULAR.get(word, word))
            for word in words
        )
        sphere = fold(found["esfera"] or "")
        sphere = "" if sphere.startswith("ordinaria") else _SPHERE.get(sphere, sphere)
        yield _as_named(tipo, sphere, found)
        many = words[0].endswith("s")
        further = _FURTHER.match(text, found.end()) if many else None
        while further:
            yield _as_named(tipo, sphere, further)
            further = _FURTHER.match(text, further.end())


def _as_named(tipo: str, sphere: str, found: "re.Match[str]") -> Named:
    number = found["numero"].replace(".", "")
    day = read_date(found["day"]) if found["day"] else None
    if found["d"]:
        try:
            day = date(int(found["a"]), int(found["m"]), int(found["d"]))
        except ValueError:
            day = None
    printed = (found["year"] or found["ano"] or "").replace(".", "")
    if found["day"] and day is None:  # no day of the calendar, but a year
        printed = found["day"][-5:].replace(".", "").strip()
    year = day.year if day else int(printed) if len(printed) == 4 else None
    return Named(tipo, number, day, year, sphere)


def _named(name: str, home: Home) -> str | None:
    """The URN of a federal code; None in a norm older than the code, or of unknown age."""
    norm = next(one for one in _FEDERAL if one.name == name)
    if home.day is None or home.day < norm.data:
        return None
    return f"urn:lex:br:federal:{norm.tipo}:{norm.data.isoformat()};{norm.numero}"


def _urn(found: "re.Match[str]", home: Home) -> str | None:
    day, number = _day(found), found["numero"].replace(".", "")
    if day is None:
        return _at_hand(found, None, home)
    tipo, whose = found["tipo"], fold(found["esfera"] or "")
    of = found["de"] or ""
    known = any((one.tipo, one.numero, one.data) == (dotted(tipo), number, day) for one in _FEDERAL)
    if known or whose == "federal" or tipo == "Emenda Constitucional":
        return f"urn:lex:br:federal:{dotted(tipo)}:{day.isoformat()};{number}"
    state = _STATE.fullmatch(of)
    if state:
        return norm_urn(
            tipo=tipo, numero=number, data=day, uf=state_code(state["nome"]), municipio=None
        )
    city = _CITY.fullmatch(of)
    uf, here = home.place.uf, home.place.municipio
    if whose == "estadual" and not of:
        return norm_urn(tipo=tipo, numero=number, data=day, uf=uf, municipio=None)
    if city or (whose == "municipal" and not of and here):
        name = city["nome"] if city else here
        return norm_urn(tipo=tipo, numero=number, data=day, uf=uf, municipio=name)
    return _at_hand(found, day, home)


def _at_hand(found: "re.Match[str]", day: date | None, home: Home) -> str | None:
    """The URN of the one norm at hand that has this type, number and day, or at least this year."""
    own = "municipal" if home.place.municipio else "estadual"
    if not home.beside or found["de"] or fold(found["esfera"] or own) != own:
        return None
    printed = "" if day else (found["so"] or found["ano"] or "").replace(".", "")
    tipo, number = dotted(found["tipo"]), found["numero"].replace(".", "").lstrip("0")
    dates = [
        one.data
        for one in home.beside
        if (one.tipo, one.numero) == (tipo, number) and one.data is not None
        and (one.data == day or f"{one.data.year}" == printed)
    ]  # fmt: skip
    if len(dates) != 1:
        return None
    uf, here = home.place.uf, home.place.municipio
    return norm_urn(tipo=tipo, numero=number, data=dates[0], uf=uf, municipio=here)


def _day(found: "re.Match[str]") -> date | None:
    if not found["data"]:
        return None
    if not found["d"]:
        return read_date(found["data"])
    try:
        return date(int(found["a"]), int(found["m"]), int(found["d"]))
    except ValueError:
        return None
