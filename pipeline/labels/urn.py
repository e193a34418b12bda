"""LexML URNs of norms and of their devices.

In: place, type, date and number as a norm prints them. Out: the canonical URN, or None when the
place is not known. Source: LexML Brasil, Parte 2 (URN): words joined by dots, lower case, no
accents, connectives dropped, number without its thousands dot.
"""

import re
import unicodedata
from datetime import date

_CONNECTIVES = frozenset(("de", "do", "da", "dos", "das", "d", "no", "na", "e"))
_MARKS = re.compile("[\u0300-\u036f]")
_STATES = {
    "AC": "acre", "AL": "alagoas", "AM": "amazonas", "AP": "amapa", "BA": "bahia",
    "CE": "ceara", "DF": "distrito.federal", "ES": "espirito.santo", "GO": "goias",
    "MA": "maranhao", "MG": "minas.gerais", "MS": "mato.grosso.sul", "MT": "mato.grosso",
    "PA": "para", "PB": "paraiba", "PE": "pernambuco", "PI": "piaui", "PR": "parana",
    "RJ": "rio.janeiro", "RN": "rio.grande.norte", "RO": "rondonia", "RR": "roraima",
    "RS": "rio.grande.sul", "SC": "santa.catarina", "SE": "sergipe", "SP": "sao.paulo",
    "TO": "tocantins",
}  # fmt: skip

URN = re.compile(r"urn:lex:br(;[a-z.]+)*(:[a-z.]+){2}:[0-9]{4}-[0-9]{2}-[0-9]{2};[0-9a-z.-]+")
"""The form of a norm's URN; letters only, for no place and no type has a digit."""

_OURS = re.compile(r"_rep[0-9]+(_|$)")
"""What marks the second device of one number; LexML has no word for it."""

STATES: frozenset[str] = frozenset(_STATES)


def state_code(name: str) -> str | None:
    """The two letters of a state's name.

    >>> state_code("Rio Grande do Sul")
    'RS'
    """
    return next((code for code, known in _STATES.items() if known == dotted(name)), None)


def fold(text: str) -> str:
    """Lower case without accents: the form in which words are compared.

    >>> fold("Gravíssima")
    'gravissima'
    """
    if text.isascii():
        return text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFD", text.lower()))


def dotted(name: str) -> str:
    """A name as a URN writes it.

    >>> dotted("Sant'Ana do Livramento"), dotted("Lei Complementar")
    ('sant.ana.livramento', 'lei.complementar')
    """
    words = re.findall(r"[a-z0-9]+", fold(name))
    return ".".join(word for word in words if word not in _CONNECTIVES)


def norm_urn(
    *, tipo: str, numero: str, data: date, uf: str | None, municipio: str | None
) -> str | None:
    """The URN of a state's or a municipality's norm; None if a part of it can't be right.

    >>> norm_urn(tipo="lei", numero="1012", data=date(2001, 5, 3), uf="GO",
    ...          municipio="São João d'Aliança")
    'urn:lex:br;goias;sao.joao.alianca:municipal:lei:2001-05-03;1012'
    """
    state = _STATES.get(uf or "")
    if state is None:
        return None
    place = f"br;{state};{dotted(municipio)}" if municipio else f"br;{state}"
    authority = "municipal" if municipio else "distrital" if uf == "DF" else "estadual"
    if dotted(tipo) == "resolucao":
        authority = "camara.municipal" if municipio else "assembleia.legislativa"
    urn = f"urn:lex:{place}:{authority}:{dotted(tipo)}:{data.isoformat()};{numero}"
    return urn if URN.fullmatch(urn) else None


def device_urn(urn: str | None, fragment: str) -> str | None:
    """The URN of a device: that of its norm, and the fragment that is its id.

    None without a norm's URN, and for an id that is no fragment of LexML: a number that the norm
    prints twice has one place there.

    >>> device_urn("urn:lex:br;goias:estadual:lei:2001-05-03;1012", "art14_cpt_inc25")
    'urn:lex:br;goias:estadual:lei:2001-05-03;1012!art14_cpt_inc25'
    """
    if urn is None or _OURS.search(fragment):
        return None
    return f"{urn}!{fragment}"
