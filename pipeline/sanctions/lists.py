"""Conducts that have no sanction lines, and whose group or gravity stands at their end or above.

In: the paths to the devices, which of them have lines of their own, and what the norm sets for
groups and gravities. Out: a `Listed` for each such conduct. Three ways of writing are certain:

- the conduct ends in its group, or in its gravity, in brackets: "sonegar troco (GRUPO B);";
- the words over a list say of what gravity or group the infractions below are: "São infrações
  leves:", "Infrações do Grupo A:";
- a heading says so ("DAS INFRAÇÕES GRAVES"), and an article in it lists infractions; or the heading
  of a list within an article.

Marks count only in a norm that sets something for groups, or for gravities: elsewhere "(Grupo A)"
may be a group of anything.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from pipeline.labels import fold
from pipeline.model import Dispositivo, Gravidade, Penalidade
from pipeline.sanctions.tables import penalties_in
from pipeline.sanctions.targets import holds_exceptions, in_force
from pipeline.sanctions.values import gravities_in, groups_in, read_penalties

Path = tuple[Dispositivo, ...]

_LISTED = ("inciso", "alinea", "item")
_IN_ARTICLES = ("artigo", "paragrafo", *_LISTED, "conduta")
_GRAVITY = r"(?:leve|media|grave|gravissima)s?"
_CALLED = rf"(?:consideradas? )?(?:de natureza |de gravidade )?{_GRAVITY}"
_GROUP_MARK = re.compile(
    r"(?: ?[(\[] ?(?:infra[çc][ãa]o d[eo] )?(?P<in>grupo [^()\[\]]{1,8}?) ?[)\]]"
    r"| [-–—] (?P<behind>grupo \S{1,6}?))[ .;,:]*$",
    re.IGNORECASE,
)
_GRAVITY_MARK = re.compile(
    rf" ?[(\[] ?(?P<in>(?:infracao |falta )?(?:natureza |gravidade )?{_CALLED}) ?[)\]][ .;,:]*$"
)
_INFRACTION_MARK = re.compile(
    rf"(?:[.;:,]| ?[-–—]) ?(?P<in>infracao (?:de natureza |de gravidade )?{_GRAVITY})"
    r"(?:(?:,| e| -| –| —)? \(?(?P<group>grupo [^()\[\]\s]{1,6}?)\)?)?[ .;,:]*$"
)
"""At a conduct's end: "fumar. Infração média, grupo Z-9."."""
_PENALTY_MARK = re.compile(
    r"(?:[:.(]| ?[-–—]) ?(?:pena(?:lidade)?s?[:-]? )?(?P<in>(?:multa|advertencia)\b:?[^:]*)$"
)
_FILLER = r"(?:consideradas?|tambem|ainda|as?|seguintes|punive(?:l|is)|administrativas?)"
_LIST_OF = re.compile(
    rf"(?:para (?:os )?efeitos? desta lei,? )?"
    rf"(?:sao|e|constituem?|consideram?-se|configuram?|cometem?)(?: {_FILLER})* "
    rf"(?:infrac(?:ao|oes)|{_GRAVITY}(?: {_FILLER})* infrac(?:ao|oes))\b"
)
_NAMES_GRAVITY = re.compile(
    rf"(?:[^.;:,]*? )?(?:infrac(?:ao|oes)(?: \w+)? {_CALLED}|{_CALLED}(?: {_FILLER})* infrac)"
)
_SHORT = re.compile(
    rf"(?:(?:as )?infracoes )?(?:de natureza )?(?:{_GRAVITY}|d[oe] grupo [^ :]{{1,6}})"
    r"(?: sao)?(?: as seguintes)?:"
)
_ARE = re.compile(rf"(?:sao|e|consideram?-se)(?: {_FILLER})* {_CALLED}(?: {_FILLER})*:$")
_HEADING = re.compile(rf"(?:d?as? )?infrac(?:ao|oes) {_CALLED}")


@dataclass(frozen=True, slots=True)
class Rule:
    """What the words over a list, or a mark, say of the conducts.

    `base` is the device that says so for a whole list, null for a mark.
    """

    gravity: Gravidade | None = None
    group: str | None = None
    base: str | None = None
    penalties: tuple[Penalidade, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """A conduct, its own words without the mark, and its rule."""

    path: Path
    words: str
    rule: Rule


def marked_groups(ways: Iterable[Path]) -> set[str]:
    """The codes of the groups that stand at a conduct's end, or over a list."""
    ways = list(ways)
    rules = [rule for way in ways if (rule := _mark(way[-1].texto or "")[1])]
    rules += [rule for way in ways if (rule := _over(way))]
    headings = (way[-1] for way in ways if way[-1].tipo == "subtitulo")
    rules += [rule for one in headings if (rule := _named_by(one))]
    return {rule.group for rule in rules if rule.group}


def find_listed(
    ways: Iterable[Path], sanctioned: Set[str], *, groups: bool, gravities: bool
) -> Iterator[Listed]:
    """The conducts without sanction lines; `groups` and `gravities` say which marks count.

    >>> # next(find_listed(ways, (), groups=True, gravities=False)).rule.group → 'B'
    """
    for way in ways:
        device = way[-1]
        if not in_force(way) or not device.texto or device.tipo not in _IN_ARTICLES:
            continue
        if not sanctioned.isdisjoint(_names(way)) or _under_list(device):
            continue
        if any(map(holds_exceptions, way[:-1])):
            continue
        words, mark = _mark(device.texto)
        if mark and not ((groups and mark.group) or (gravities and mark.gravity)):
            words, mark = device.texto, None
        above = _above(way)
        own = _own_penalties(way) if not mark else None
        if own:
            words, penalties = own
            gravity, base = (above.gravity, above.base) if above else (None, None)
            yield Listed(way, words, Rule(gravity, None, base, penalties))
            continue
        if mark and above:
            mark = Rule(
                mark.gravity or above.gravity, mark.group or above.group,
                above.base if above.gravity and not mark.gravity else None, above.penalties,
            )  # fmt: skip
        rule = mark or above
        if rule:
            yield Listed(way, words, rule)


def _names(way: Path) -> set[str]:
    """The ids of a device and of what holds it, down to its article."""
    inside = (one for one in way if one.tipo in _IN_ARTICLES)
    return {name for one in inside for name in (one.id, one.caput_id) if name}


def _under_list(device: Dispositivo) -> bool:
    """Whether a device holds a list, whose ends are the conducts, if they are no exceptions."""
    return not holds_exceptions(device) and any(child.tipo in _LISTED for child in device.filhos)


def _mark(text: str) -> tuple[str, Rule | None]:
    """A conduct's words and the rule that its mark makes.

    >>> _mark("sonegar troco (GRUPO B);")[0], _mark("sonegar troco (GRUPO B);")[1].group
    ('sonegar troco', 'B')
    """
    both = _both_marks(text)
    if both:
        return both
    found = _GROUP_MARK.search(text)
    named = groups_in(found["in"] or found["behind"]) if found else []
    if found and found.start() and len(named) == 1:
        return text[: found.start()], Rule(group=named[0][0])
    folded = fold(text)
    graded = _GRAVITY_MARK.search(folded) if len(folded) == len(text) else None
    if graded and graded.start():
        return text[: graded.start()], Rule(gravity=gravities_in(graded["in"], plural=True).pop())
    return text, None


def _both_marks(text: str) -> tuple[str, Rule] | None:
    """A conduct's words, and the gravity at its end with or without a group."""
    folded = fold(text)
    found = _INFRACTION_MARK.search(folded) if "infracao" in folded else None
    if found is None or not found.start() or len(folded) != len(text):
        return None
    if folded.startswith("infrac"):  # "infração grave; infração leve" lists gravities
        return None
    start, end = found.span("group")
    named = groups_in(text[start:end]) if found["group"] else []
    if found["group"] and not named:
        return None
    gravity = gravities_in(found["in"], plural=True).pop()
    return text[: found.start()], Rule(gravity, named[0][0] if named else None)


def _own_penalties(way: Path) -> tuple[str, tuple[Penalidade, ...]] | None:
    """In a list of infractions, a conduct's words and the penalty that stands behind them.

    "I - fumar na plataforma: multa de R$ 50,00;"
    """
    text = way[-1].texto or ""
    folded = fold(text)
    lists = any(_LIST_OF.match(fold(one.texto or "")) for one in way[:-1])
    if not lists or way[-1].tipo not in _LISTED or len(folded) != len(text):
        return None
    found = _PENALTY_MARK.search(folded)
    if found is None or not found.start():
        return None
    return text[: found.start()], read_penalties(text[found.start("in") :].rstrip(" .;,)"))


def _above(way: Path) -> Rule | None:
    """The rule of the list in which a device stands; of several the innermost."""
    if way[-1].tipo not in _LISTED:
        return None
    for n in range(len(way) - 1, 0, -1):
        holder = way[:n]
        heading = _subtitle(holder[-1], way[n])
        if heading:
            return _named_by(heading) if heading.situacao == "vigente" else None
        rule = _over(holder)
        if rule:
            return rule
        if holder[-1].tipo in ("artigo", "paragrafo"):
            lists = _LIST_OF.match(fold(holder[-1].texto or ""))
            return _heading(holder) if lists and (holder[-1].texto or "").endswith(":") else None
    return None


def gravity_above(way: Path) -> tuple[Gravidade, Dispositivo] | None:
    """The gravity that the words over a conduct say of it, and where they stand."""
    for n in range(len(way) - 1, 0, -1):
        holder = way[n - 1]
        heading = _subtitle(holder, way[n])
        named = heading and heading.situacao == "vigente" and _named_by(heading)
        if heading and named and named.gravity:
            return named.gravity, heading
        rule = _over(way[:n])
        if rule and rule.gravity:
            return rule.gravity, holder
        folded = fold(holder.texto or "").rstrip()
        gravities = gravities_in(folded, plural=True) if _ARE.match(folded) else set()
        if len(gravities) == 1:
            return gravities.pop(), holder
        if holder.tipo == "artigo":
            rule = _heading(way[:n])
            place = next((one for one in way if rule and one.id == rule.base), None)
            return (rule.gravity, place) if rule and rule.gravity and place else None
    return None


def _subtitle(holder: Dispositivo, device: Dispositivo) -> Dispositivo | None:
    """The last heading above a device in the list of its holder."""
    heading = None
    for one in holder.filhos:
        if one is device:
            return heading
        heading = one if one.tipo == "subtitulo" else heading
    return None


def _named_by(heading: Dispositivo) -> Rule | None:
    """The rule of a heading in an article: the grammar reads none that says anything else."""
    text = heading.texto or ""
    codes = groups_in(text)
    gravities = gravities_in(text, plural=True)
    group = codes[0][0] if len(codes) == 1 else None
    gravity = gravities.pop() if len(gravities) == 1 else None
    penalties = () if group else penalties_in(text, heading.id)
    return Rule(gravity, group, heading.id, penalties) if gravity or group else None


def _over(way: Path) -> Rule | None:
    """The rule that the words over a list make."""
    device = way[-1]
    text = (device.texto or "").rstrip()
    folded = fold(text)
    if not text.endswith(":") or not device.filhos:
        return None
    above = fold(way[-2].texto or "") if len(way) > 1 else ""
    short = _SHORT.fullmatch(folded) and ("infrac" in folded or "infrac" in above)
    listing = _LIST_OF.match(folded)
    gravities = gravities_in(text, plural=True) if short or listing else set()
    codes = groups_in(text) if short or listing else []
    gravity = gravities.pop() if len(gravities) == 1 and (
        short or _NAMES_GRAVITY.match(folded)
    ) else None  # fmt: skip
    group = codes[0][0] if len(codes) == 1 else None
    base = device.caput_id or device.id
    penalties = penalties_in(text.rstrip(":"), base, group) if listing else ()
    return Rule(gravity, group, base, penalties) if gravity or group or penalties else None


def _heading(way: Path) -> Rule | None:
    """The gravity that the name of the innermost heading says of its infractions."""
    for one in reversed(way):
        name = fold(one.nome or "")
        if name and one.tipo not in _IN_ARTICLES:
            found = _HEADING.fullmatch(name)
            gravities = gravities_in(name, plural=True) if found else set()
            return Rule(gravities.pop(), base=one.id) if len(gravities) == 1 else None
    return None
