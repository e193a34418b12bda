"""The commands in an act: which sentences change another norm, and what they say.

In: the act's passages. Out: `Command`s in the order of the text, each read by the grammar
(`comando`), or with the `fault` for which it can't be. A sentence is looked at only if it has both
a word of changing and something that can be changed; one that merely cites a norm is none. The
sentence that opens a list («Ficam revogados:») is read with each of its items.
Source: LC 95/1998, arts. 9º and 12.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from pipeline.amend.divisions import UnclearError, own_annexes
from pipeline.amend.passages import BLOCK, Passage
from pipeline.amend.targets import last_fragment, wanted
from pipeline.amendments import Action, Command, Wanted
from pipeline.grammar import is_announcement, read_command
from pipeline.labels import fold, read_force
from pipeline.labels.citations import is_grouping
from pipeline.labels.norms import Named, read_name, read_names
from pipeline.model import Dispositivo, walk

if TYPE_CHECKING:
    from lark import Token, Tree

_VERBS = re.compile(
    r"\bpass(?:am?|ara|arao|ando) a (?:vigorar|viger|vigir|ter|constar|ser|constituir)\b"
    r"|\bpass(?:am?|ara|arao) a (?:denominar|intitular)-se\b"
    r"|\bvigorar(?:a|ao) com\b|\bseguintes? (?:nova )?(?:redac|alterac|modificac)"
    r"|\b(?:acrescid|acrescentad|incluid|inserid|adicionad|aditad|revogad|suprimid|excluid|ab-rogad"
    r"|derrogad|renumerad|alterad|modificad|substituid)[oa]s?\b"
    r"|\b(?:acrescent[ae]|acresca|inclu[aei]|insira|insere|adicion[ae]|revog(?:a|ue)|suprim[ae]"
    r"|exclu[ai]|renumer[ae]|alter[ae]|modifi(?:ca|que)|substitu[ai]|da|de|deem)m?-se\b"
    r"|^(?:acrescenta|inclui|insere|adiciona|altera|modifica|revoga|suprime|exclui)m? "
    r"|\bda(?:-se)? nova redacao\b|\b(?:revog|suprim|exclu)[aei]ndo(?:-se)?\b"
    r"|\bonde (?:se le|consta|esta escrito)\b|\bleia-se\b"
)
_STEMS = (
    "passa", "vigorara", "onde", "redac", "alter", "modifi", "acresc", "inclu", "inser", "insir",
    "adicion", "aditad", "rogad", "revog", "suprim", "exclu", "renumer", "substitu", "leia-se",
    "da-se", "dam-se", "de-se", "dem-se", "dee-se", "deem-se", "cancela", "extint", "desdobrad",
    "sem efeito", "restabele", "revigor", "repristin", "suspende", "suspens", "retifica",
)  # fmt: skip
"""A piece of a word that stands wherever `_VERBS` or `_PLAINLY` finds anything: to look for each is
several times as quick as one pattern of all."""
_OPENS_LIST = re.compile(r":[ ;.,]*(?:(?:e|ou)[ ;.]*)?(?:$|(?<=[.;]))")
"""A colon that may be the last of a sentence."""
_NAMED = re.compile(
    r"\b(?:leis?|decretos?|decretos?-leis?|resoluc(?:ao|oes)|emendas?|portarias?)\b"
    r"(?: [a-z]+){0,8}?,? (?:n[.º°o]{1,3}s?\.? ?)?\d"
    r"|\b(?:referid|mencionad|citad|mesm)[ao] (?:lei|decreto|resolucao)\b|¶"
)
_CHANGED = re.compile(
    r"(?:\bart(?:igos?|s?\.?) ?\d|§|\bparagrafos?\b|\bincisos?\b|\balineas?\b|\bite(?:m|ns) \d"
    r"|\blei\b|\bdecreto\b|\bementa\b|\banexo\b"
    r"|\b(?:(?:sub)?sec(?:ao|oes)|(?:capitulo|titulo|livro|anexo|parte)s?) [ivxlcu\d])"
)
_REVOKES = re.compile(
    r"(?:,? e |, )?(?P<what>(?:fica(?:m|ndo)? )?(?:expressamente )?revogad[oa]s? "
    r"|revog(?:am|a|ando)-se |revogando |revogam? (?=[oa]s? ))",
    re.IGNORECASE,
)
_NO_TEXT = "a frase anuncia um texto, e não há nenhum entre aspas"
_WORDING = re.compile(r"\bredacao\b")
"""What announces words, which stand between quotes."""
_DEVICE = (
    r"(?:[ao]s? )?(?:art|§|paragrafo|inciso|alinea|caput|lei organica|codigo|estatuto|regimento"
    r"|(?:capitulo|titulo|anexo|(?:sub)?secao) [ivxlcu\d])"
)
_PLAINLY = re.compile(
    r"\b(?:fica(?:m|ndo)?|sao|sera(?:o)?) (?:expressamente )?"
    r"(?:revogad|suprimid|acrescid|acrescentad|incluid|renumerad|cancelad|extint|desdobrad)[oa]s? "
    rf"{_DEVICE}"
    # These take no form that is understood: they are told, and never passed over.
    rf"|\b(?:fica(?:m|ndo)?|torna(?:m|ndo)?(?:-se)?) sem efeito {_DEVICE}"
    r"|\b(?:fica(?:m)? (?:restabelecid|revigorad|repristinad|suspens)[oa]s?"
    r"|(?:restabelece|revigora|repristina|suspende|retifica|cancela)m?-se) "
    rf"(?:a (?:eficacia|vigencia|redacao|execucao) d)?{_DEVICE}"
    r"|^[ao]s? (?:art|§|paragrafo|inciso|alinea)[^;:]{0,200}\b(?:lei|decreto)\b[^;:]{0,200} ficam? "
    r"(?:sem efeito|(?:cancelad|desdobrad|suspens|restabelecid|revigorad)[oa]s?\b)"
)
"""What orders a change, whether or not it says of which norm."""
_NOTES = re.compile(
    r" *[(\[] ?(?:reda[çc][ãa]o|revogad|inclu[íi]d|acrescid|acrescentad|alterad|renumerad|vide"
    r"|nr\b)[^()\[\]]*(?:\([^()]*\)[^()\[\]]*)*[)\]]?"
    r"|^(?:revogad|inclu[íi]d|acrescid|acrescentad|alterad|renumerad)[oa]s? pel[oa] .*",
    re.IGNORECASE,
)
"""Notes printed with a device: they tell of a change that was made, and order none."""
_ENDS = re.compile(r"\b(?:revogad|suprimid|ab-rogad)[oa]s\b|\b(?:revog|suprim)[ae]m-se\b")
"""What opens a list of which every item is to end, whatever it is called."""
_KEPT = re.compile(
    r"(?i),? (?:e )?(?:permanecendo|permanecem|mantendo-se|(?:ficando )?mantid[oa]s|conservad[oa]s)"
    r" (?:inalterad[oa]s )?(?:(?:os|as) )?(?:(?:seus|suas|demais|respectiv[oa]s) )+"
    r"(?:dispositivos|disposições|artigos|termos|incisos|parágrafos|alíneas)"
    r"(?:(?:,| e) (?:(?:seus|demais) )?(?:incisos|parágrafos|alíneas))*"
    r"(?: inalterad[oa]s| em vigor| vigentes)?(?: d[ao] (?:referid[ao] )?(?:lei|decreto|artigo))?"
    r"(?=$|:| *¶)"
)
"""What says that all else stays as it is: it orders nothing, and is as dots in a quotation."""
_HOLDER = re.compile(r"(?:d[oa]s?|n[oa]s?|aos?|às?) ", re.IGNORECASE)
_OWN = re.compile(r"\b(?:d?est[ae]|[ao] presente) (?:lei|decreto|resolucao|emenda|portaria)\b")
_PURPOSE = re.compile(
    r"(?:Est[ae]|[OA] presente) [A-ZÀ-Ý]\w+(?: \w+)? (?=(?:altera|acrescenta|inclui|insere|adiciona"
    r"|modifica|revoga|suprime|d[áa] nova)\b)"
)
"""The article that says what an act is about (LC 95/1998, art. 7º): it orders nothing by itself."""
_RENUMBERED = "renumerado"
"""The grammar's rule for a renumbering before what is added in its place."""
_BACK = re.compile(r"\b(?:referid|mencionad|citad|mesm)[ao] (?:lei|decreto|resolucao)\b")
_AND_NORM = re.compile(r" e (?:[ao]|d[ao]|n[ao]|[aà]|ao) (?:lei|decreto|resolucao|portaria)\b")


@dataclass(frozen=True, slots=True)
class _List:
    """A sentence that opens a list of items, and the norm that it names.

    In a list within a list, «do art. 2º:» is the `holder` of what the items name.
    """

    sentence: str
    norm: Named | None
    may_order: bool
    """whether the sentence has a word that may order a change"""
    holder: str = ""

    @classmethod
    def opened_by(cls, sentence: str, norm: Named | None, above: "_List | None") -> "_List":
        if above is None or _VERBS.search(fold(sentence)):
            return cls(sentence, norm, _has_stem(fold(sentence)))
        words = sentence if _HOLDER.match(sentence) else f"de {sentence}"
        holder = " ".join(filter(None, (words, above.holder)))
        return cls(above.sentence, norm or above.norm, above.may_order, holder)

    def with_item(self, item: str) -> str:
        """What the list says of one of its items."""
        return " ".join(filter(None, (self.sentence, item, self.holder)))


class _Said:
    """What was said so far, and the norm named last in it, which few sentences ask for."""

    def __init__(self) -> None:
        self._last: Named | None = None
        self._unread: list[str | Passage] = []
        self.rivals: tuple[Named, ...] = ()
        """Norms that one sentence named side by side: "the said law" may be each."""

    def add(self, one: str | Passage) -> None:
        """Put a sentence, or all those of a passage, behind what is there."""
        self._unread.append(one)

    def last_named(self) -> Named | None:
        """The norm named last; what has been read for it once is not read again."""
        for sentence in self._backwards():
            names = tuple(dict.fromkeys(read_names(sentence)))
            if names:
                self._last = names[0]
                self.rivals = names if _AND_NORM.search(fold(sentence)) and names[1:] else ()
                break
        self._unread.clear()
        return self._last

    def _backwards(self) -> Iterator[str]:
        for one in reversed(self._unread):
            if isinstance(one, str):
                yield one
            else:
                yield from (_bare(sentence) for _, sentence in reversed(list(one.sentences)))


def read_commands(
    passages: Sequence[Passage], devices: Sequence[Dispositivo]
) -> tuple[Command, ...]:
    """The commands of an act, in the order of its text.

    >>> # read_commands(passages, devices)[0].action → 'redacao'
    """
    holders = {child.id: device.id for device in walk(devices) for child in device.filhos}
    holding = frozenset(holders.values())
    lists: dict[str, _List] = {}
    found: list[Command] = []
    said = _Said()
    for passage in passages:
        above = _above(passage.device, holders, lists)
        if not _may_order(passage, above):
            said.add(passage)
            continue
        for at, sentence in passage.sentences:
            place = passage.place(at, at + len(sentence))
            bare = _bare(sentence)
            if bare.endswith(":") and not BLOCK.search(bare):
                lists[passage.device] = _List.opened_by(bare[:-1], read_name(bare), above)
                order = _NOTES.sub("", bare).strip()
                announces = _looks_like(order) and not is_announcement(order)
                if announces and (passage.device not in holding or _WORDING.search(fold(order))):
                    named = _any_norms(bare, above.norm if above else None)
                    found.append(
                        Command(None, passage.device, bare, place, named=named, fault=_NO_TEXT)
                    )
                said.add(bare)
                continue
            norm = above.norm if above else None
            rivals: tuple[Named, ...] = ()
            if above is None and _BACK.search(fold(bare)):
                norm = said.last_named()
                rivals = said.rivals if read_name(bare) is None else ()
            core = _core(_NOTES.sub("", bare).strip())
            keeps = _KEPT.search(core) is not None
            core = _KEPT.sub("", core) if keeps else core
            for text in _candidates(core, above):
                if rivals:
                    named = tuple(Wanted(one) for one in rivals)
                    fault = "não se sabe de qual das normas nomeadas antes a frase fala"
                    found.append(
                        Command(None, passage.device, bare, place, named=named, fault=fault)
                    )
                    continue
                found += [
                    replace(command, device=passage.device, place=place, keeps=keeps)
                    for command in _read(text, norm, passage)
                ]
            said.add(bare)
    items = {above for one in found if one.action for above in _holders(one.device, holders)}
    # What only opens a list is no command: its items are.
    return tuple(one for one in found if one.fault != _NO_TEXT or one.device not in items)


def _may_order(passage: Passage, above: _List | None) -> bool:
    """Whether anything in a passage can be a command or open a list: most of a norm can't."""
    text = passage.text
    if "¶" in text or (above is not None and above.may_order) or _OPENS_LIST.search(text):
        return True
    return _has_stem(fold(text))


def _has_stem(folded: str) -> bool:
    return any(stem in folded for stem in _STEMS)


def _bare(sentence: str) -> str:
    """A sentence without its final marks, and without what joins it to the next."""
    return re.sub(r"[;,] (?:e|ou)$", "", sentence.rstrip(" ;.")).rstrip(" ;.,")


def _holders(device: str, holders: dict[str, str]) -> Iterator[str]:
    """What a device hangs on, the nearest first."""
    holder = holders.get(device)
    while holder is not None:
        yield holder
        holder = holders.get(holder)


def _above(device: str, holders: dict[str, str], lists: dict[str, _List]) -> _List | None:
    """The list of which a device is an item."""
    return next((lists[one] for one in _holders(device, holders) if one in lists), None)


def _core(sentence: str) -> str:
    """What of a sentence can be a command: of a clause on entry into force, what it revokes."""
    purpose = _PURPOSE.match(sentence)
    if purpose:
        return sentence[purpose.end() :] if "¶" in sentence else ""
    if read_force(sentence) is None:
        return sentence
    found = _REVOKES.search(sentence)
    if found:
        return sentence[found.start("what") :]
    return sentence if _looks_like(sentence) else ""


def _candidates(core: str, above: _List | None) -> Iterator[str]:
    """The texts that must be read as commands, if the sentence looks like one at all."""
    if is_announcement(core.partition("¶")[0].strip()):
        return  # "Dispositivo revogado:", before the wording that a device had
    in_list = above is not None and above.norm is not None
    changes = _VERBS.search(fold(core)) and _CHANGED.search(fold(core))
    if _looks_like(core) or "¶" in core or (in_list and changes):
        yield core
    elif above is not None and (_CHANGED.search(fold(core)) or _ENDS.search(fold(above.sentence))):
        whole = above.with_item(core)
        if _looks_like(whole):
            yield whole


def looks_like_command(text: str) -> bool:
    """Whether a text seems to order a change of a norm that it names.

    >>> looks_like_command("Fica revogado o art. 6º da Lei nº 5, de 2001.")
    True
    >>> looks_like_command("A taxa é a do art. 6º da Lei nº 5, de 2001.")
    False
    """
    return _looks_like(_core(text))


def _looks_like(text: str) -> bool:
    folded = fold(text)
    if _PLAINLY.search(folded) and not _OWN.search(folded):
        return True
    return bool(_VERBS.search(folded) and _NAMED.search(folded)) and not (
        _OWN.search(folded) and not read_name(text) and "¶" not in text
    )


def _read(text: str, context: Named | None, passage: Passage) -> list[Command]:
    """A sentence as a command, or with its fault; two, where it also renumbers."""
    empty = Command(None, "", text, (), blocks=_blocks(text, passage))
    tree = read_command(text)
    if tree is None:
        fault = "a frase não é de uma forma conhecida"
        return [replace(empty, named=_any_norms(text, context), fault=fault)]
    action = cast("Action", str(tree.data))
    try:
        return [*_renumbered(text, tree, context), _understood(text, tree, context, empty)]
    except UnclearError as unclear:
        named = _any_norms(text, context)
        return [replace(empty, action=action, named=named, fault=str(unclear))]


def _understood(text: str, tree: "Tree[Token]", context: Named | None, empty: Command) -> Command:
    action = cast("Action", str(tree.data))
    phrases = [_printed(text, one) for one in _trees(tree) if one.data == "alvo"]
    parts = {
        str(one.data): " ".join(printed for _, printed in _printed(text, one))
        for one in _trees(tree)
    }
    renumbered = [_printed(text, _trees(one)[0]) for one in _trees(tree) if one.data == _RENUMBERED]
    named, added = _targets(action, phrases, context, *renumbered)
    name = next((words for _, words in _printed(text, tree)), "")
    if name and not all(is_grouping(one) for wanted in named for one in wanted.ids):
        raise UnclearError("só o que agrupa artigos tem denominação")
    block = parts.get("bloco", name)
    return replace(
        empty, action=action, named=named, added=added,
        number=last_fragment(parts["novo"]) if "novo" in parts else None,
        words=_unquoted(block) if block and "¶" not in block else None,
        pairs=tuple(_pairs(text, tree)),
        annexes=own_annexes(parts["proprio"]) if "proprio" in parts else None,
    )  # fmt: skip


def _pairs(text: str, tree: "Tree[Token]") -> Iterator[tuple[str, str]]:
    """Expressions, each with what takes its place: nothing, where it is taken out."""
    quoted = {"velha": [], "nova": []}  # type: dict[str, list[str]]
    for one in _trees(tree):
        if one.data in quoted:
            quoted[str(one.data)] += [_unquoted(words) for _, words in _printed(text, one)]
    yield from zip_longest(quoted["velha"], quoted["nova"], fillvalue="")


def _renumbered(text: str, tree: "Tree[Token]", context: Named | None) -> Iterator[Command]:
    """«…, renumerando-se o atual parágrafo único para § 1º»: a command before the one it is in."""
    for part in _trees(tree):
        if part.data not in ("renumerando", _RENUMBERED):
            continue
        phrase, number = _trees(part)
        if part.data == _RENUMBERED:
            named = wanted(_printed(text, phrase), context)
        else:
            holder = wanted(_printed(text, _trees(tree)[0]), context)
            named = wanted(_printed(text, phrase), holder[0].norm, _article_of(holder))
        printed = " ".join(words for _, words in _printed(text, number))
        yield Command("renumeracao", "", text, (), named=named, number=last_fragment(printed))


def _article_of(named: Sequence[Wanted]) -> str | None:
    """The one article in which all that is named stands."""
    found = {name.split("_")[0] for one in named for name in one.ids}
    return found.pop() if len(found) == 1 else None


def _printed(text: str, tree: "Tree[Token]") -> list[tuple[str, str]]:
    """The tokens of a part of a sentence, as the sentence writes them."""
    return [(str(one.type), text[one.start_pos : one.end_pos]) for one in _tokens(tree)]


def _targets(
    action: Action,
    phrases: Sequence[Sequence[tuple[str, str]]],
    context: Named | None,
    renumbered: Sequence[tuple[str, str]] = (),
) -> tuple[tuple[Wanted, ...], tuple[Wanted, ...]]:
    """What a command changes, and what it says that it adds there."""
    if not phrases:
        return ((Wanted(context),) if context else ()), ()
    if renumbered:
        before = wanted(renumbered, context)
        first = wanted(phrases[0], before[0].norm, _article_of(before))
        return first, first
    if len(phrases) == 2 and action == "redacao":
        return _changed_and_added(phrases[0], phrases[1], context)
    first = wanted(phrases[0], context)
    if len(phrases) == 1:
        # "Fica acrescido o inciso II ao art. 3º": what is named is what is added.
        whole = all(not one.ids for one in first)
        return (first, ()) if action != "acrescimo" or whole else (first, first)
    norms = {one.norm for one in first}
    if len(norms) > 1:
        raise UnclearError("não se sabe a qual das normas a frase acrescenta")
    holders = [name for one in first for name in one.ids]
    second = wanted(phrases[1], first[0].norm, holders[0] if len(holders) == 1 else None)
    return first, second


def _changed_and_added(
    changed: Sequence[tuple[str, str]], added: Sequence[tuple[str, str]], context: Named | None
) -> tuple[tuple[Wanted, ...], tuple[Wanted, ...]]:
    """«… alterado o § 1º e acrescido o § 3º do art. 5º da Lei nº 5»: either may name the place."""
    try:
        first = wanted(changed, context)
    except UnclearError:
        second = wanted(added, context)
        return wanted(changed, second[0].norm, _article_of(second)), second
    if len({one.norm for one in first}) > 1:
        raise UnclearError("não se sabe a qual das normas a frase acrescenta")
    holders = [name for one in first for name in one.ids]
    at = holders[0] if len(holders) == 1 else None
    return first, wanted(added, first[0].norm, at)


def _any_norms(text: str, context: Named | None) -> tuple[Wanted, ...]:
    """All norms that a sentence names: those that it might change."""
    names = list(read_names(text))
    return tuple(Wanted(one) for one in dict.fromkeys(names)) or (
        (Wanted(context),) if context else ()
    )


def _blocks(text: str, passage: Passage) -> tuple[tuple, ...]:  # type: ignore[type-arg]
    return tuple(passage.blocks[int(found[1]) - 1] for found in BLOCK.finditer(text))


def _unquoted(printed: str) -> str:
    return re.sub('^e (?=[“"])', "", printed.strip(" :,")).strip('“”"').strip()


def _trees(tree: "Tree[Token]") -> "Sequence[Tree[Token]]":
    return [child for child in tree.children if not isinstance(child, str)]


def _tokens(tree: "Tree[Token]") -> "Iterable[Token]":
    return [child for child in tree.children if isinstance(child, str)]
