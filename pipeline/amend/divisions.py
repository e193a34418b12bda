"""What the words of a command name besides articles: groupings, annexes, the ementa.

In: tokens of the grammar's `alvo`, as printed. Out: ids, as in `cap2_sec1` and `anexo3`, and the
grouping in which a phrase says that its articles stand. What would be a part of an annex is an
`UnclearError`: an annex is changed as a whole.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.labels import Kind, Number, device_id, fold
from pipeline.labels.citations import is_annex, parts_of
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
_HEAD = re.compile(
    r"[,; ]*(?P<also>(?:e|ou) )?(?:(?P<of>d[oa]s? )|(?P<to>(?:aos?|às?|n[oa]s?) ))?", re.IGNORECASE
)
_ALONE = re.compile(r", *(?=cap|se[çc]|subse|t[íi]t|livro|parte|anexo|art)", re.IGNORECASE)
_BARE = re.compile(r", *(?=cap|se[çc]|subse|t[íi]t|livro|parte)", re.IGNORECASE)


class UnclearError(ValueError):
    """Words that do not tell what they name; the text is the reason, in Portuguese."""


@dataclass(frozen=True, slots=True)
class Named:
    """Ids of groupings, annexes and the ementa; and the grouping that holds the articles."""

    ids: tuple[str, ...]
    within: str | None = None


@dataclass(slots=True)
class _Item:
    """A grouping, annex or ementa as a phrase names it, and what stands beside it."""

    ids: list[str]
    head: str
    also: bool
    is_annex: bool
    behind_device: bool
    before_device: bool = False

    @property
    def holds(self) -> bool:
        """Whether it is where the articles beside it stand: «do Capítulo II», «ao Capítulo II»."""
        if self.before_device and self.head:
            return True
        return self.behind_device and self.head != "" and not self.also


def read_divisions(tokens: Sequence[tuple[str, str]]) -> Named:
    """What a stretch of a phrase names besides articles.

    >>> read_divisions([("DIVISAO", "a Seção II "), ("DIVISAO", "do Capítulo III ")]).ids
    ('cap3_sec2',)
    >>> read_divisions([("DISPOSITIVO", "o art. 7º-A "), ("DIVISAO", "ao Capítulo III ")])
    Named(ids=(), within='cap3')
    """
    items: list[_Item] = []
    before: str | None = None
    for kind, printed in tokens:
        bare = before and (kind == "DISPOSITIVO") != (before == "DISPOSITIVO")
        if bare and _ALONE.match(printed):
            # "o art. 5º, Capítulo II": the place of the article, or one more target?
            raise UnclearError(f"não se sabe se «{printed.strip(' ,')}» é um lugar ou outro alvo")
        if kind == "DISPOSITIVO":
            if before in DIVISIONS:
                items[-1].before_device = True
        elif before != "DIVISAO" or kind != "DIVISAO" or not _joined(items[-1], printed):
            items.append(_item(kind, printed, before))
        before = kind
    holders = [one for one in items if one.holds]
    if any(one.is_annex for one in holders):
        raise UnclearError("só se altera um anexo por inteiro, e não uma parte dele")
    within = {name for one in holders for name in one.ids}
    if len(within) > 1:
        raise UnclearError("não se sabe em qual das divisões estão os artigos")
    named = (name for one in items if not one.holds for name in one.ids)
    return Named(tuple(named), next(iter(within), None))


def _item(kind: str, printed: str, before: str | None) -> _Item:
    head = _HEAD.match(printed)
    assert head is not None
    return _Item(
        [EMENTA] if kind == "EMENTA" else list(_ids(printed)),
        "of" if head["of"] else "to" if head["to"] else "",
        also=head["also"] is not None,
        is_annex=kind == "ANEXO_CITADO",
        behind_device=before == "DISPOSITIVO" and kind != "EMENTA",
    )


def _joined(last: _Item, printed: str) -> bool:
    """Take a grouping together with the one before it, if one is said to be in the other."""
    here = _item("DIVISAO", printed, "DIVISAO")
    if _BARE.match(printed) and _depth(here.ids[0]) > _depth(last.ids[0]):
        # "Capítulo II, Seção I"
        last.ids = [f"{_only(last.ids, printed)}_{one}" for one in here.ids]
    elif here.head and not here.also:
        # "a Seção I do Capítulo II"
        last.ids = [f"{_only(here.ids, printed)}_{one}" for one in last.ids]
    elif last.head == "to" and not here.head:
        # "ao Capítulo II a Seção III"
        last.ids = [f"{_only(last.ids, printed)}_{one}" for one in here.ids]
        last.head = ""
    else:
        return False
    return True


def _depth(name: str) -> int:
    return parts_of(name)[-1][0].depth


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
