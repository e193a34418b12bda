"""Reads amounts: the one that a text sets, its unit, and what it is counted by.

In: a text. Out: a number with the code of its unit, or None: a range, a share, a bound, two
amounts or a number that can't be read whole are no amount.
"""

import re
from decimal import Decimal

from pipeline.labels import amount_from_words, fold, number_from_words

_WAGE = "SALARIO-MINIMO"
"""The code of a unit that the law writes in words."""
_WAGES = re.compile(r"\bsal[áa]rios?[ -]m[íi]nimos?\b", re.IGNORECASE)
_MONEY = re.compile(r"R\$ *(?P<token>[^\s;()/]+)(?P<more> \d)?(?: ?\((?P<words>[^)]*)\))?")
_REAIS = re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{2})?")
_WRITTEN = re.compile(
    r"(?<![\w.,])(?<!R\$ )(?<!R\$)(?P<token>\d[\d.,]*)(?P<more>\b) *"
    r"(?:\((?P<words>[^)]*)\) *)?reais\b",
    re.IGNORECASE,
)
_COUNTS = r"DIAS?|M[EÊ]S(?:ES)?|ANOS?|HORAS?|PONTOS?|VEZES|METROS?|POR|REAIS|MIL|CENTO"
"""Words in capitals that stand behind a number and are no unit of a fine."""
_UNITS = re.compile(
    r"(?<![\w.,])(?<!art\. )(?<!arts\. )(?<!nº )(?<!lei )(?P<value>\d{1,3}(?:\.\d{3})+|\d+)"
    r"(?:,(?P<cents>\d+))? *(?:\((?P<words>[^)]*)\) *)?"
    r"(?:(?:[Uu]nidades?|[Vv]alor(?:es)?) [^\W\d][^\d.;:()]{2,60}? ?[-–(] ?)?"
    rf"(?P<unit>(?!(?:{_COUNTS})\b)(?:{_WAGE}|[A-Z]{{3,8}}(?:[-/][A-Z]{{2}})?))s?\b"
)
_EXACT = 15
"""Digits that a JSON number keeps in every program; a longer amount would come out as another."""
_UNCERTAIN = re.compile(
    r"%|\d(?: ?\([^)]*\))?(?: [A-Z][A-Z/-]+)? (?:a|ou) (?:R\$ *)?\d"
    r"|\d/\d|\d (?:mil|milhão|milhões)\b|\b[Aa]t[ée] |\bentre \D{0,4}\d"
    r"|(?i:m[íi]nim|m[áa]xim|n[ãa]o (?:inferior|superior|menos|mais)|no menos|metade)"
    r"|(?i:\bvezes (?:o|a)s?\b)|(?i:\b(?:por|cada|grupos? de) \d)"
)
"""A range, a share, a bound, a multiple of something else or a number partly in words: no amount
can be told."""
_DAILY = re.compile(r"\bmultas? (?P<each>diari|mensa)")
_PERIODS = {"diari": "dia", "mensa": "mês"}
_COUNTED = re.compile(
    r"(?:,? (?:por|(?:a|para) cada|ao|à) (?:cada )?|/)"
    r"(?P<by>[^\W\d]+(?: [^\W\d]+){0,12}?(?: ou fra[çc][ãa]o)?)"
    r"(?= *[.,;:()]| e | ou |$)",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:por|a cada|para cada) (?:cada )?(?P<by>dia|hora|mes|semana|veiculo|animal|cabeca|metro"
    r"(?: quadrado| cubico| linear)?|unidade|passageiro|viagem|arvore)\b"
)
"""What a fine is counted by where its amount stands elsewhere: words that can be nothing else."""
_NO_COUNT = re.compile(r"\w+[aei]r\b|(?:meio|interm|for[çc]a|ocasi|conta|falta|ano de)")


def amount_in(text: str) -> tuple[Decimal, str] | None:
    """The one amount that a text sets, and the code of its unit; reais are BRL.

    None if it sets none, several, a range, a share, or one that can't be read whole.

    >>> amount_in("multa de R$ 1.015,50"), amount_in("120 (cento e vinte) UFX-ZZ")
    ((Decimal('1015.50'), 'BRL'), (Decimal('120'), 'UFX-ZZ'))
    >>> amount_in("multa de 2 (dois) salários mínimos")
    (Decimal('2'), 'SALARIO-MINIMO')
    """
    if _UNCERTAIN.search(_WAGES.sub("SM", text)):
        return None
    text = _WAGES.sub(_WAGE, text)
    found = [_reais(one) for one in (*_MONEY.finditer(text), *_WRITTEN.finditer(text))]
    found += [_units(one) for one in _UNITS.finditer(text)]
    amount = found[0] if len(found) == 1 else None
    return amount if amount and len(amount[0].as_tuple().digits) <= _EXACT else None


def counted_by(text: str) -> str | None:
    """What the amount of a text is counted by, in its words; None if it is one for all.

    >>> counted_by("multa de R$ 10,00 (dez reais) por dia de atraso"), counted_by("multa diária")
    ('dia de atraso', 'dia')
    >>> counted_by("multa (Grupo Z-9) por animal")
    'animal'
    """
    daily = _DAILY.search(fold(text))
    if daily:
        return _PERIODS[daily["each"]]
    text = _WAGES.sub(_WAGE, text)
    amounts = [*_MONEY.finditer(text), *_WRITTEN.finditer(text), *_UNITS.finditer(text)]
    if not amounts:
        behind = _EACH.search(fold(text)) if len(fold(text)) == len(text) else None
        return text[slice(*behind.span("by"))] if behind else None
    found = _COUNTED.match(text, amounts[0].end()) if len(amounts) == 1 else None
    return found["by"] if found and not _NO_COUNT.match(found["by"].lower()) else None


def _reais(found: re.Match[str]) -> tuple[Decimal, str] | None:
    """An amount in reais; None if what stands behind R$ is no whole number, or its words differ."""
    token = found["token"].rstrip(".,")
    if found["more"] or not _REAIS.fullmatch(token):
        return None
    amount = Decimal(token.replace(".", "").replace(",", "."))
    said = amount_from_words(found["words"]) if found["words"] else None
    return None if said is not None and said != amount else (amount, "BRL")


def _units(found: re.Match[str]) -> tuple[Decimal, str] | None:
    """An amount in units; None if the words in brackets contradict the digits."""
    value = found["value"].replace(".", "")
    said = number_from_words(found["words"]) if found["words"] else None
    if said is not None and said != Decimal(value):
        return None
    cents = f".{found['cents']}" if found["cents"] else ""
    return Decimal(value + cents), found["unit"].replace("/", "-")
