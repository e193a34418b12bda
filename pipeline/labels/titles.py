"""What the epígrafe and the preâmbulo say of a norm: type, number, date, place.

In: their text. Out: `Title` and `Place`, with None for what can't be read. Source: LC 95/1998,
art. 4 (epígrafe in capitals: type, number, date).
"""

import re
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from pipeline.labels.numerals import number_from_words
from pipeline.labels.urn import STATES, dotted, fold, state_code

_MONTHS = (
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro"
).split()
_TYPE = re.compile(
    r"(?P<tipo>[^\W\d_]+(?:(?: ?[–-] ?|[ /])[^\W\d_]+)*?)[ ,]*(?:\bn[.º°o]{1,3} *|(?<= ))"
    r"(?P<numero>\d[\d.]*)",
    re.IGNORECASE,
)
_ONE_OF_A_PLACE = re.compile("LEI ORG[ÂA]NICA|CONSTITUI[ÇC][ÃA]O")
"""Norms without a number: there is one of them in a place."""
_YEAR = re.compile(r"(?:/|\bde )(\d{4})\b", re.IGNORECASE)
_PLAIN = re.compile(r" (?:municipal|estadual|ordin[áa]ria|promulgada)\b", re.IGNORECASE)
"""Words of an epígrafe that are no part of the type."""
_WORDS = frozenset(
    "projeto proposta autografo de lei complementar organica delegada decreto decreto-lei "
    "resolucao emenda a portaria medida provisoria ato instrucao deliberacao provimento ordem "
    "servico interministerial legislativo legislativa constitucional normativo normativa conjunto "
    "conjunta da do mesa presidencia executivo".split()
)
"""Words of a type; behind them stand initials of who issues the act: "PORTARIA SMF Nº 5"."""
_DATE = re.compile(
    r"\b(?P<dia>\d{1,2})[º°o]?(?: +\([^()]{1,30}\))? +(?:de|dias? +do +m[êe]s +de)"
    r" +(?P<mes>[^\W\d_]+)(?: +do +ano)? +de +(?P<ano>\d\.?\d{3})\b",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    r"\b(?P<dia>[^\W\d_]+(?: e [^\W\d_]+)?|\d{1,2}) +dias? +do +m[êe]s +de +(?P<mes>[^\W\d_]+)"
    r"(?: +do +ano)? +de +(?P<ano>\d\.?\d{3}\b|(?:dois +)?mil(?: +[^\W\d_]+){0,6})",
    re.IGNORECASE,
)
_VERB = r"(?:FA[ÇCZ]|SANCION|APROV|DECRET|ESTATU|PROMULG|RESOLV|USANDO\b|NO\s+USO\b|E\s+EU\b|QUE\b)"
_PLACE = re.compile(
    r"\b(?:PREFEIT[OA]|C[ÂA]MARA(?=\s+MUNICIPAL))\s+(?:MUNICIPAL\s+)?(?:D[OE]\s+MUNIC[ÍI]PIO\s+)?"
    r"DE\s+(?P<nome>[^,;:/()]{2,60}?)\s*(?:[,;/(–—-]\s*(?:(?P<uf>[A-Z]{2})\b"
    rf"|ESTADO\s+D[OAE]\s+(?P<estado>[^,;:.]+))|[,;:.(/]|\s[–—-]\s|\b{_VERB}|$)",
    re.IGNORECASE,
)
"""Who makes the norm, and of which municipality; the name ends where the sentence goes on."""


@dataclass(frozen=True, slots=True)
class Title:
    """Type as a LexML word, number without its dot, date of signature."""

    tipo: str | None = None
    numero: str | None = None
    data: date | None = None

    def or_else(self, other: "Title") -> "Title":
        """This title, with what it lacks taken from another.

        >>> Title("lei").or_else(Title("decreto", "5"))
        Title(tipo='lei', numero='5', data=None)
        """
        return Title(self.tipo or other.tipo, self.numero or other.numero, self.data or other.data)


@dataclass(frozen=True, slots=True)
class Place:
    """Municipality as it is written, and the state's two letters."""

    municipio: str | None = None
    uf: str | None = None

    def or_else(self, other: "Place") -> "Place":
        """This place, with what it lacks taken from another.

        >>> Place("Vila Azul").or_else(Place(uf="BA"))
        Place(municipio='Vila Azul', uf='BA')
        """
        return Place(self.municipio or other.municipio, self.uf or other.uf)


def read_title(epigraph: str) -> Title:
    """Read an epígrafe.

    >>> read_title("LEI COMPLEMENTAR N° 1.012, DE 3 DE MAIO DE 2001").numero
    '1012'
    """
    found = _TYPE.match(epigraph)
    if found is None:
        one = _ONE_OF_A_PLACE.match(epigraph)
        return Title(dotted(one[0]) if one else None, data=read_date(epigraph))
    words = _PLAIN.sub("", found["tipo"]).split()
    kind = " ".join(takewhile(lambda word: fold(word) in _WORDS, words)) or found["tipo"]
    number = found["numero"].replace(".", "").lstrip("0")
    return Title(dotted(kind), number or None, read_date(epigraph))


def signed_on(epigraph: str, closing: str) -> Title:
    """The day of a fecho, for an epígrafe that has at most its year ("LEI Nº 7/2017").

    >>> signed_on("LEI Nº 7/2017", "Vila Azul, 3 de maio de 2017.").data
    datetime.date(2017, 5, 3)
    >>> signed_on("LEI Nº 7/2017", "Vila Azul, 3 de maio de 2018.").data
    """
    day, year = read_date(closing), _YEAR.search(epigraph)
    same = day is not None and (year is None or int(year[1]) == day.year)
    return Title(data=day if same else None)


def read_date(text: str) -> date | None:
    """The first date written out in a text; None if there is none, or none in the calendar.

    >>> read_date("Vila Azul, 1º de março de 2.017.")
    datetime.date(2017, 3, 1)
    >>> read_date("aos vinte e dois dias do mês de maio do ano de dois mil e dezessete")
    datetime.date(2017, 5, 22)
    """
    found = _DATE.search(text) or _IN_WORDS.search(text)
    if found is None or fold(found["mes"]) not in _MONTHS:
        return None
    month = _MONTHS.index(fold(found["mes"])) + 1
    day, year = _value(found["dia"]), _value(found["ano"].replace(".", ""))
    try:
        return date(year or 0, month, day or 0)
    except ValueError:
        return None


def _value(printed: str) -> int | None:
    """A number in digits or in words, a day also as an ordinal."""
    if printed.isdigit():
        return int(printed)
    return 1 if fold(printed) == "primeiro" else number_from_words(printed)


def read_place(preamble: str) -> Place:
    """The place that a mayor's preâmbulo names.

    >>> read_place("O PREFEITO MUNICIPAL DE VILA AZUL, Estado da Bahia; FAÇO saber")
    Place(municipio='Vila Azul', uf='BA')
    """
    found = _PLACE.search(preamble)
    if found is None:
        return Place()
    name = found["nome"]
    if not name.isupper() and any(len(word) > 3 and word.isupper() for word in name.split()):
        return Place()  # a title in capitals runs into the name
    uf = found["uf"] and found["uf"].upper()
    if uf not in STATES:
        uf = state_code(found["estado"]) if found["estado"] else None
    return Place(_as_name(found["nome"]), uf)


def _as_name(text: str) -> str:
    """A name set in capitals, as a name is written."""
    if not text.isupper():
        return text
    small = ("de", "do", "da", "dos", "das", "e")
    words = (word.lower() for word in text.split())
    return " ".join(word if word in small else word.capitalize() for word in words)
