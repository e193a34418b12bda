"""What the words of a command name besides articles: groupings, annexes, the ementa.

In: tokens of the grammar's `alvo`, as printed. Out: ids, as in `cap2_sec1` and `anexo3`, and the
grouping in which a phrase says that its articles stand. What would be a part of an annex is an
`UnclearError`: an annex is changed as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.labels import Kind, Number, device_id, fold
from pipeline.labels.citations import is_annex
from pipeline.labels.numbers import parse_letter, parse_roman

EMENTA = "ementa"
"""The id of the ementa (LexML)."""
DIVISIONS = ("DIVISAO", "ANEXO_CITADO", "EMENTA")
"""The grammar's terminals for what this module reads."""

_NAME = re.compile(
    r"(?P<kind>cap[íi]tulo|se[çc](?:ão|ões)|subse[çc](?:ão|ões)|t[íi]tulo|livro|parte|anexo)s?\b"
    r"(?P<list>.*)",
    re.IGNORECASE,
)
_KINDS = {
    "capitulo": Kind.CAPITULO, "secao": Kind.SECAO, "secoes": Kind.SECAO,
    "subsecao": Kind.SUBSECAO, "subsecoes": Kind.SUBSECAO, "titulo": Kind.TITULO,
    "livro": Kind.LIVRO, "parte": Kind.PARTE, "anexo": Kind.ANEXO,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?P<joint>, e |, | e | ou | ao? | até )?(?:(?P<roman>[ivxlc]+)|(?P<digits>\d{1,2})"
    r"|(?P<unico>[úu]nic[oa]))(?P<suffix>(?:-[a-z])*)(?![a-zà-ÿ])",
    re.IGNORECASE,
)
_RANGES = (" a ", " ao ", " até ")
_OF = re.compile(r"[,; ]*(?:e |ou )?d[oa]s? ", re.IGNORECASE)
_TO = re.compile(r"[,; ]*(?:e |ou )?(?:aos?|às?|n[oa]s?) ", re.IGNORECASE)


class UnclearError(ValueError):
    """Words that do not tell what they name; the text is the reason, in Portuguese."""


@dataclass(frozen=True, slots=True)
class Named:
    """Ids of groupings, annexes and the ementa; and the grouping that holds the articles."""

    ids: tuple[str, ...]
    within: str | None = None


def read_divisions(tokens: Sequence[tuple[str, str]]) -> Named:
    """What a stretch of a phrase names besides articles.

    >>> read_divisions([("DIVISAO", "a Seção II "), ("DIVISAO", "do Capítulo III ")]).ids
    ('cap3_sec2',)
    >>> read_divisions([("DISPOSITIVO", "o art. 7º-A "), ("DIVISAO", "ao Capítulo III ")])
    Named(ids=(), within='cap3')
    """
    found: list[list[str]] = []
    within: str | None = None
    before: str | None = None
    for n, (kind, printed) in enumerate(tokens):
        if kind == "DISPOSITIVO":
            before = kind
            continue
        ids = [EMENTA] if kind == "EMENTA" else list(_ids(printed))
        holds = _OF.match(printed) or _TO.match(printed)
        after = tokens[n + 1][0] if n + 1 < len(tokens) else None
        if before in DIVISIONS and holds and found and kind == "DIVISAO":
            inner = found.pop()
            found.append([f"{_only(ids, printed)}_{one}" for one in inner])
            if within is not None:
                within = f"{_only(ids, printed)}_{within}"
        elif before == "DIVISAO" and _TO.match(tokens[n - 1][1]) and kind == "DIVISAO" and found:
            above = _only(found.pop(), tokens[n - 1][1])
            found.append([f"{above}_{one}" for one in ids])
        elif holds and "DISPOSITIVO" in (before, after) and kind != "EMENTA":
            if kind == "ANEXO_CITADO":
                raise UnclearError("só se altera um anexo por inteiro, e não uma parte dele")
            within = _only(ids, printed)
        else:
            found.append(ids)
        before = kind
    return Named(tuple(one for ids in found for one in ids), within)


def own_annexes(printed: str) -> tuple[str, ...]:
    """The ids of the annexes of the act itself; none for "o Anexo desta Lei", its only one.

    >>> own_annexes("dos Anexos I e II desta Lei"), own_annexes("do anexo desta lei")
    (('anexo1', 'anexo2'), ())
    """
    head = re.split(r",? *\b(?:d?est[ae]|d[ao] presente|que|integrante|anexo a)\b", printed)[0]
    return tuple(_ids(head)) if _NUMBER.search(head.partition("nexo")[2]) else ()


def is_part(name: str) -> bool:
    """Whether an id is that of the ementa or of an annex.

    >>> is_part("ementa"), is_part("anexo2"), is_part("anexo2_art1")
    (True, True, False)
    """
    return name == EMENTA or is_annex(name)


def _ids(printed: str) -> Iterator[str]:
    name = _NAME.search(printed)
    if name is None:
        raise UnclearError(f"não se sabe o que é «{printed.strip(' ,')}»")
    kind = _KINDS[fold(name["kind"])]
    last = 0
    for found in _NUMBER.finditer(name["list"]):
        number = _number(found)
        if found["joint"] in _RANGES and not number.suffixes:
            yield from (device_id(kind, Number(one), None) for one in range(last + 1, number.value))
        last = number.value
        yield device_id(kind, number, None)
    if not last and kind is Kind.ANEXO:
        yield device_id(kind, Number(1, (), unico=True), None)


def _number(found: re.Match[str]) -> Number:
    if found["unico"]:
        return Number(1, (), unico=True)
    value = int(found["digits"]) if found["digits"] else parse_roman(found["roman"].upper())
    if value is None:
        raise UnclearError(f"não se sabe que número é «{found[0].strip(' ,')}»")
    return Number(value, tuple(parse_letter(one.lower()) for one in found["suffix"].split("-")[1:]))


def _only(ids: Sequence[str], printed: str) -> str:
    if len(ids) != 1:
        raise UnclearError(f"«{printed.strip(' ,')}» não é um lugar só")
    return ids[0]
