"""Reads the values of sanction lines: gravity, penalties, measures, amounts.

In: a value as printed. Out: typed values from closed lists, with `outra` for what they do not
hold. Nothing is guessed: a gravity that is not one of the four words, in either gender, is none.
"""

import re
from decimal import Decimal
from typing import TypeVar

from pipeline.labels import amount_from_words, fold, number_from_words
from pipeline.model import Gravidade, MedidaAdministrativa, Penalidade, TipoMedida, TipoPenalidade

_GRAVITIES: dict[str, Gravidade] = {
    "leve": "leve", "media": "media", "grave": "grave", "gravissima": "gravissima",
}  # fmt: skip
_OTHER_GENDER: dict[str, Gravidade] = {"medio": "media", "gravissimo": "gravissima"}

# The first word of a penalty or measure, without its accents, and the kind that it names.
_PENALTIES: tuple[tuple[str, TipoPenalidade], ...] = (
    ("advertencia", "advertencia"), ("multa", "multa"), ("suspensao", "suspensao"),
    ("cassacao", "cassacao"), ("apreensao", "apreensao"), ("revogacao", "revogacao"),
    ("interdicao", "interdicao"), ("frequencia", "frequencia_a_curso"), ("a mesma", "remissao"),
    ("as mesmas", "remissao"),
)  # fmt: skip
_MEASURES: tuple[tuple[str, TipoMedida], ...] = (
    ("retencao", "retencao"), ("remocao", "remocao"), ("recolhimento", "recolhimento"),
    ("apreensao", "apreensao"), ("transbordo", "transbordo"), ("interdicao", "interdicao"),
    ("afastamento", "afastamento"), ("a mesma", "remissao"), ("as mesmas", "remissao"),
)  # fmt: skip

T = TypeVar("T")

_END = " .,;:"
_GROUP = re.compile(
    r"\b(?i:grupo) +[\"“]?"
    r"(?P<codigo>[A-Z0-9]{1,4}(?:(?: ?[-‐–—−] ?|[.~_])(?:[A-Z0-9]{1,4}|[a-z]))?)(?![\w-])"
)
_FURTHER_GROUP = re.compile(r"[\"”]?(?:, | ou | e )(?:(?i:grupo) )?[A-Z]{1,2}[-–]?\d\b")
_FACTOR = re.compile(
    r"\b(?:(?P<digits>\d{1,3}) *(?:\([^)]*\) *)?|(?P<words>[^\W\d_]+) +)(?:vezes|x)\b"
    r"|\bx ?(?P<times>\d{1,3})\b",
    re.IGNORECASE,
)
_MULTIPLES = ((re.compile(r"\bdobr|\bduplicad"), 2), (re.compile(r"\btripl|\btriplicad"), 3))
_MODIFIED = re.compile(r"%|metade|acresc|aument|reduz|descont|multiplicad|quadrupl|quintupl")
"""What changes a fine in a way that is not read: the amount can't be told."""
_MONEY = re.compile(r"R\$ *(?P<token>[^\s;()]+)(?P<more> \d)?(?: ?\((?P<words>[^)]*)\))?")
_REAIS = re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d{2})?")
_UNITS = re.compile(
    r"(?<![\w.,])(?<!art\. )(?<!arts\. )(?<!nº )(?<!lei )(?P<value>\d{1,3}(?:\.\d{3})+|\d+)"
    r"(?:,(?P<cents>\d+))? *(?:\((?P<words>[^)]*)\) *)?(?P<unit>[A-Z]{3,8}(?:[-/][A-Z]{2})?)s?\b"
)
_EXACT = 15
"""Digits that a JSON number keeps in every program; a longer amount would come out as another."""
_UNCERTAIN = re.compile(
    r"%|\d(?: ?\([^)]*\))?(?: [A-Z][A-Z/-]+)? (?:a|ou) (?:R\$ *)?\d"
    r"|\d/\d|\d (?:mil|milhão|milhões)\b|\b[Aa]t[ée] |\bentre \D{0,4}\d"
    r"|(?i:m[íi]nim|m[áa]xim|n[ãa]o (?:inferior|superior|menos|mais)|no menos|metade)"
)
"""A range, a share, a bound or a number partly in words: no amount can be told."""


def read_gravity(value: str) -> tuple[Gravidade | None, bool]:
    """The gravity that a value says, and whether it says it in the usual form.

    >>> read_gravity("gravíssima;"), read_gravity("gravíssimo"), read_gravity("greve")
    (('gravissima', True), ('gravissima', False), (None, False))
    """
    first, *rest = re.split(r"[,;.(]", fold(value), maxsplit=1)
    word = first.strip()
    if any(other in _GRAVITIES for other in re.findall(r"[a-z]+", "".join(rest))):
        return None, False  # "leve, e grave na reincidência"
    if word in _GRAVITIES:
        return _GRAVITIES[word], True
    return _OTHER_GENDER.get(word), False


def gravity_in(text: str) -> Gravidade | None:
    """The one gravity that a sentence names; None if it names none or several.

    >>> gravity_in("Infração de natureza média, punida com multa")
    'media'
    """
    named = {_GRAVITIES[word] for word in re.findall(r"[a-z]+", fold(text)) if word in _GRAVITIES}
    return named.pop() if len(named) == 1 else None


def read_penalties(value: str) -> tuple[Penalidade, ...]:
    """The penalties of a line, one each.

    >>> [one.tipo for one in read_penalties("multa (três vezes) e suspensão do direito de dirigir")]
    ['multa', 'suspensao']
    """
    return tuple(
        Penalidade(
            tipo=_kind(part, _PENALTIES, "outra"),
            grupo=group_in(part),
            fator=_factor(part),
            texto=part,
        )
        for part in _split(value, _PENALTIES)
    )


def read_measures(value: str) -> tuple[MedidaAdministrativa, ...]:
    """The administrative measures of a line, one each.

    >>> read_measures("Retenção do veículo.")[0].tipo
    'retencao'
    """
    return tuple(
        MedidaAdministrativa(tipo=_kind(part, _MEASURES, "outra"), texto=part)
        for part in _split(value, _MEASURES)
    )


def group_in(text: str) -> str | None:
    """The code of the penalty group that a text names.

    >>> group_in("multa (Grupo Z-9)")
    'Z-9'
    """
    found = _GROUP.search(text)
    if found is None or _FURTHER_GROUP.match(text, found.end()):
        return None  # of two it can't be told which
    return re.sub(" ?[-‐–—−.~_] ?", "-", found["codigo"].upper())


def is_modified(text: str) -> bool:
    """Whether a penalty changes its fine in a way that is not read.

    >>> is_modified("multa (Grupo Z-9), acrescida de 50%"), is_modified("multa (Grupo Z-9)")
    (True, False)
    """
    return _MODIFIED.search(fold(text)) is not None


def amount_in(text: str) -> tuple[Decimal, str] | None:
    """The one amount that a text sets, and the code of its unit; reais are BRL.

    None if it sets none, several, a range, a share, or one that can't be read whole.

    >>> amount_in("multa de R$ 1.015,50"), amount_in("120 (cento e vinte) UFX-ZZ")
    ((Decimal('1015.50'), 'BRL'), (Decimal('120'), 'UFX-ZZ'))
    """
    if _UNCERTAIN.search(text):
        return None
    found = [_reais(one) for one in _MONEY.finditer(text)]
    found += [_units(one) for one in _UNITS.finditer(text)]
    amount = found[0] if len(found) == 1 else None
    return amount if amount and len(amount[0].as_tuple().digits) <= _EXACT else None


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


def _split(value: str, kinds: tuple[tuple[str, str], ...]) -> list[str]:
    """Part a value where a further penalty or measure begins."""
    heads = "|".join(re.escape(head) for head, _ in kinds)
    folded = fold(value)
    if len(folded) != len(value):
        return [value.strip(_END)]
    cuts = [0]
    joint = r"[,;.] *(?:e +|ou +)?| (?:e/ou|e|ou) +"
    for found in re.finditer(rf"(?:{joint})(?=(?:{heads})\b)", folded):
        cuts += [found.start(), found.end()]
    cuts.append(len(value))
    parts = (value[a:b].strip(_END) for a, b in zip(cuts[::2], cuts[1::2], strict=True))
    return [part for part in parts if part]


def _kind(part: str, kinds: tuple[tuple[str, T], ...], other: T) -> T:
    folded = fold(part)
    return next((kind for head, kind in kinds if folded.startswith(head)), other)


def _factor(part: str) -> int | None:
    text = _GROUP.sub("", part)  # "Grupo Z-2 x 3": the 2 is the code's
    found = _FACTOR.search(text)
    if found is None:
        folded = fold(text)
        return next((times for pattern, times in _MULTIPLES if pattern.search(folded)), None)
    digits = found["digits"] or found["times"]
    factor = int(digits) if digits else number_from_words(found["words"])
    return factor if factor and factor > 1 else None
