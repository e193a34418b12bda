"""Reads the values of sanction lines: gravity, penalties, measures, groups.

In: a value as printed. Out: typed values from closed lists, with `outra` for what they do not
hold. Nothing is guessed: a gravity that is not one of the four words, in either gender, is none;
what holds only for a case, or changes a fine on recidivism, is told apart from the penalty itself.
"""

import re
from typing import TypeVar

from pipeline.labels import fold, number_from_words
from pipeline.model import Gravidade, MedidaAdministrativa, Penalidade, TipoMedida, TipoPenalidade

_GRAVITIES: dict[str, Gravidade] = {
    "leve": "leve", "media": "media", "grave": "grave", "gravissima": "gravissima",
}  # fmt: skip
_OTHER_GENDER: dict[str, Gravidade] = {"medio": "media", "gravissimo": "gravissima"}
_PLURALS = {f"{word}s": gravity for word, gravity in _GRAVITIES.items()}

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
_JOINT = (
    r"[,;.] *(?:(?:e|ou|bem como|assim como|alem d[aeo]s?) +)?"
    r"| +(?:e/ou|e|ou|mais|bem como|assim como|alem d[aeo]s?|cumulad[ao] com) +"
    r"| *[/+] *| +[-–—] +"
)
"""What joins two penalties or measures in a value."""
_SIGNS = ("/", "+", "-", "–", "—")
_FIRST_MARK = re.compile(r"([^,;.(]*)([,;.(]?)(.*)", re.DOTALL)
_GROUP = re.compile(
    r"\b(?i:grupo) +[\"“]?"
    r"(?P<codigo>[A-Z0-9]{1,4}"
    r"(?:(?: [-‐–—−] (?!\d+ *(?:\([^()]*\) *)?(?:pontos?\b|vezes\b|unidades?\b|sal|[A-Z]{3}|%))"
    r"| ?[-‐–—−]|[-‐–—−] |[.~_])(?:[A-Z0-9]{1,4}|[a-z]))?)(?![\w-])"
)
"""Behind a dash in blanks a number that counts is no part of the code: "Grupo A - 1 ponto"."""
_FURTHER_GROUP = re.compile(
    r"[\"”]?(?:, | ou | e | ao? )(?:(?:(?i:grupo) [A-Z0-9]{1,4}|[A-Z]{1,2}[-–]?\d)\b"
    r"|[\"“]?(?:[A-Z]{1,2}|\d{1,2})[\"”]?(?= *(?:[).;,]| e | ou |$)))"
)
"""Another code right behind the first: "Grupos A ou B", "Grupo 1 e 2)"."""
_FACTOR = re.compile(
    r"\b(?:(?P<digits>\d{1,3}) *(?:\([^)]*\) *)?|(?P<words>[^\W\d_]+) +)(?:vezes|x)\b"
    r"|\bx ?(?P<times>\d{1,3})\b",
    re.IGNORECASE,
)
_MULTIPLES = ((re.compile(r"\bdobr|\bduplicad"), 2), (re.compile(r"\btripl|\btriplicad"), 3))
_MODIFIED = re.compile(r"%|metade|acresc|aument|agrav|reduz|descont|multiplicad|quadrupl|quintupl")
"""What changes a fine in a way that is not read: the amount can't be told."""
_BOUND = re.compile(r"\b(?:ate|agrav\w*|no m\w+|entre) (?:\w+ ){0,2}$")
"""Behind such words a number of times is a bound, not the factor."""
_CASE = (
    r"(?:(?:em|no|nos) casos? de|na hipotese de|em|na|nas|havendo|se houver|verificada a|ocorrendo)"
    r" (?:(?:nova|primeira|segunda|terceira|cada) )?reincidencias?\b"
)
_CONDITION = re.compile(rf"(?:[,;.] *)?(?:\be,? +)?(?P<case>{_CASE}[^;.,]*?)(?:, *| +(?=multa)|$)")
_CASES = re.compile(_CASE)
_CHANGE = re.compile(
    r"(?:\b(?:aplicad|cobrad)[ao]s? )?(?:\b(?:em|ao|o|pelo|no) )?"
    r"\b(?:dobr|duplic|tripl|quadrupl|aument|acresc|major|agrav|elev)\w*"
)
_CLAUSE_ENDS = re.compile(r"[;.()]|, ")


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


def behind_gravity(value: str) -> str | None:
    """What follows the gravity at the head of a value; None if none stands there.

    >>> behind_gravity("leve, multa (Grupo A)"), behind_gravity("multa")
    ('multa (Grupo A)', None)
    """
    first, mark, rest = _FIRST_MARK.match(value).groups()  # type: ignore[union-attr]
    if fold(first).strip() not in _GRAVITIES | _OTHER_GENDER:
        return None
    return f"{mark if mark == '(' else ''}{rest}".strip()


def gravity_in(text: str) -> Gravidade | None:
    """The one gravity that a sentence names; None if it names none or several.

    >>> gravity_in("Infração de natureza média, punida com multa")
    'media'
    """
    named = gravities_in(text)
    return next(iter(named)) if len(named) == 1 else None


def gravities_in(text: str, *, plural: bool = False) -> set[Gravidade]:
    """All gravities that a text names; with `plural`, in the plural too: "infrações leves".

    >>> sorted(gravities_in("de média a gravíssima"))
    ['gravissima', 'media']
    """
    known = _GRAVITIES | _PLURALS if plural else _GRAVITIES
    return {known[word] for word in re.findall(r"[a-z]+", fold(text)) if word in known}


def read_penalties(value: str) -> tuple[Penalidade, ...]:
    """The penalties of a line, one each.

    >>> [one.tipo for one in read_penalties("multa (três vezes) e suspensão do direito de dirigir")]
    ['multa', 'suspensao']
    >>> [one.condicao for one in read_penalties("multa e, em caso de reincidência, cassação")]
    [None, 'em caso de reincidência']
    """
    always, case, rest = _part_by_case(value)
    return (*_penalties(always, None), *_penalties(rest, case))


def _penalties(value: str, case: str | None) -> tuple[Penalidade, ...]:
    return tuple(_penalty(part, case) for part in _split(value, _PENALTIES))


def _penalty(part: str, case: str | None) -> Penalidade:
    changed = _changed(part)
    plain = part.replace(changed, "") if changed else part
    if case is None and changed is None:
        found = _CASES.search(fold(part)) if len(fold(part)) == len(part) else None
        case = part[found.start() :].strip(_END) if found else None
    return Penalidade(
        tipo="remissao" if _is_group(part) else _kind(part, _PENALTIES, "outra"),
        grupo=group_in(plain) if len({code for code, *_ in groups_in(plain)}) == 1 else None,
        fator=_factor(plain),
        condicao=case,
        reincidencia=changed,
        base_legal=None,
        texto=part,
    )


def _part_by_case(value: str) -> tuple[str, str | None, str]:
    """What holds always, the words of a case, and what holds in that case only.

    Words that stand behind a penalty tie to that one alone, and are left on it.
    """
    folded = fold(value)
    if len(folded) != len(value):
        return value, None, ""
    for found in _CONDITION.finditer(folded):
        rest = folded[found.end() :]
        heads = any(rest.startswith(head) for head, _ in _PENALTIES)
        if heads:
            start, end = found.span("case")
            return value[: found.start()].strip(_END), value[start:end], value[found.end() :]
    return value, None, ""


def _changed(part: str) -> str | None:
    """The words that change a penalty on recidivism.

    >>> _changed("multa de R$ 50,00, dobrada na reincidência")
    'dobrada na reincidência'
    """
    folded = fold(part)
    case = _CASES.search(folded) if len(folded) == len(part) else None
    if case is None:
        return None
    ends = [0, *(one.end() for one in _CLAUSE_ENDS.finditer(folded)), len(part) + 1]
    at = next(n for n in range(len(ends) - 1) if ends[n] <= case.start() < ends[n + 1])
    start, end = ends[at], ends[at + 1] - 1
    change = _CHANGE.search(folded, start, end)
    if change:
        start = min(change.start(), case.start())
    elif at + 2 < len(ends) and _CHANGE.match(folded, ends[at + 1]):
        start, end = case.start(), ends[at + 2] - 1  # "na reincidência, o dobro"
    else:
        return None
    return part[start:end].strip(_END + "()")


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
    return _code(found)


def groups_in(text: str) -> list[tuple[str, int, int]]:
    """All groups that a text names: code, and where its words begin and end.

    >>> groups_in("Grupo 1: leve; Grupo 2: grave")
    [('1', 0, 7), ('2', 15, 22)]
    """
    return [(_code(found), found.start(), found.end()) for found in _GROUP.finditer(text)]


def _code(found: re.Match[str]) -> str:
    return re.sub(" ?[-‐–—−.~_] ?", "-", found["codigo"].upper())


def is_modified(penalty: Penalidade) -> bool:
    """Whether a penalty changes its fine in a way that is not read.

    >>> is_modified(read_penalties("multa (Grupo Z-9), acrescida de 50%")[0])
    True
    """
    return _MODIFIED.search(fold(plain_words(penalty))) is not None


def plain_words(penalty: Penalidade) -> str:
    """The words of a penalty without those that hold only on recidivism."""
    return penalty.texto.replace(penalty.reincidencia or "\0", "")


def _split(value: str, kinds: tuple[tuple[str, str], ...]) -> list[str]:
    """Part a value where a further penalty or measure begins."""
    heads = "|".join(re.escape(head) for head, _ in kinds)
    folded = fold(value)
    if len(folded) != len(value):
        return [one] if (one := value.strip(_END)) else []
    cuts = [0]
    for found in re.finditer(rf"(?:{_JOINT})(?:[ao]s? +)?(?=(?:{heads})\b)", folded):
        before = folded[: found.start()]
        if found[0].strip(" ") in _SIGNS and before.count("(") > before.count(")"):
            continue  # "(Grupo 1 – multa simples)"
        cuts += [found.start(), found.end()]
    cuts.append(len(value))
    parts = (value[a:b].strip(_END) for a, b in zip(cuts[::2], cuts[1::2], strict=True))
    return [part for part in parts if part]


def _kind(part: str, kinds: tuple[tuple[str, T], ...], other: T) -> T:
    folded = fold(part)
    return next((kind for head, kind in kinds if folded.startswith(head)), other)


def _is_group(part: str) -> bool:
    """Whether a penalty is nothing but a reference to its group: "Grupo Z-9"."""
    found = _GROUP.search(part)
    return found is not None and not part.replace(found[0], "").strip(_END + '()"“”')


def _factor(part: str) -> int | None:
    text = _GROUP.sub("", part)  # "Grupo Z-2 x 3": the 2 is the code's
    found = _FACTOR.search(text)
    if found is None:
        folded = fold(text)
        return next((times for pattern, times in _MULTIPLES if pattern.search(folded)), None)
    if _BOUND.search(fold(text[: found.start()])):
        return None
    digits = found["digits"] or found["times"]
    factor = int(digits) if digits else number_from_words(found["words"])
    return factor if factor and factor > 1 else None
