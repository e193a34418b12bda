"""From which day on each command of an act holds.

In: the act's own words, without its quotations, and the day of its publication. Out: `Days`: the
first day of the act, of single articles, and from when they give their effects. A clause that is
not understood leaves the day unknown; nothing is supposed. Without any clause a law enters into
force forty-five days after its publication (LINDB, Decreto-Lei 4.657/1942, art. 1º).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.amend.passages import Passage
from pipeline.labels import Force, Kind, device_id, fold, read_force
from pipeline.labels.chains import read_chains
from pipeline.labels.force import day_in, read_when

_EFFECTS = re.compile(
    r"\b(?:(?:produz|surt|ger)\w* (?:seus |os seus )?efeitos?|com efeitos?"
    r"|retroag\w*(?: seus efeitos)?)\b(?P<when>[^.;]*)"
)
_EXCEPT = re.compile(r"\b(?:exceto|salvo|ressalvad|observad|com excecao)")
_EXCEPTED = re.compile(
    r"(?i),? (?:exceto|salvo|com exceção d[oae]s?)\b(?P<what>.{0,200}?),? que"
    r" (?:entra|entram|entrará|entrarão|vigora|vigoram|vigorará|vigorarão)\b(?P<when>[^.;]*)"
)
"""What enters into force on another day: «exceto o art. 2º, que entra em vigor em …»."""
_OPENS = re.compile(r"\b(?:d?est[ae]|[ao] presente) \w+ (?:entra|entrara) em vigor:?$")
_REST = re.compile(r"\bdemais\b")
WITHOUT_CLAUSE = 45
"""Days from the publication to the force of a law that says nothing of it."""


@dataclass(frozen=True, slots=True)
class Days:
    """The first day of an act, and those of single articles; None where it is not known."""

    first: date | None
    articles: Mapping[str, date | None]
    effects: Mapping[str | None, date]
    said: bool
    clauses: frozenset[str] = frozenset()
    """The devices of the act that say so."""
    by_months: frozenset[date] = frozenset()
    """Those that were counted in months or years, of which courts and books differ by a day."""

    def of(self, device: str) -> tuple[date | None, date | None]:
        """The first day of a command, and the earlier day back to which it takes effect.

        Effects that begin later than force put off the change.
        """
        article = device.split("_")[0]
        day = self.articles.get(article, self.first)
        effects = self.effects.get(article, self.effects.get(None))
        if day is None or effects is None:
            return day, None
        return (effects, None) if effects > day else (day, effects if effects < day else None)


def read_days(passages: Iterable[Passage], published: date | None) -> Days:
    """The days of an act, published (or, that unknown, signed) on a day.

    >>> # read_days(passages, date(2024, 3, 1)).of("art1") → (date(2024, 5, 30), None)
    """
    first: list[Force] = []
    articles: dict[str, date | None] = {}
    split: list[Force] = []
    clauses: set[str] = set()
    effects: dict[str | None, date] = {}
    listing: str | None = None
    for passage in passages:
        words = re.sub(r"¶\d+", "", passage.text).strip()
        if listing and passage.device.startswith(listing):
            _item(words, published, first, articles, split)
            clauses.add(passage.device)
            continue
        for printed in re.split(r"(?<=[^\d]\.) +(?=[A-Z])", words):
            sentence, others, other = _without_exception(printed)
            if other is not None:
                articles |= dict.fromkeys(others, other.first_day(published))
                split.append(other)
            folded = fold(sentence).rstrip(" .")
            if _OPENS.search(folded.rstrip(":")) and folded.endswith(":"):
                listing = f"{passage.device.removesuffix('_cpt')}_"
                continue
            clause = read_force(sentence)
            named = _articles(sentence)
            if clause is not None:
                clauses.add(passage.device)
                clause = Force() if _EXCEPT.search(folded) else clause
                if named and _stands_before(sentence):
                    articles |= dict.fromkeys(named, clause.first_day(published))
                    split.append(clause)
                else:
                    first.append(clause)
            back = _EFFECTS.search(folded)
            day = day_in(back["when"]) if back else None
            if day is not None:
                effects |= dict.fromkeys(named, day) if named else {None: day}
            elif back is not None and clause is not None:
                first.append(Force())  # effects from a day that is not understood
    by_months = frozenset(
        day for one in (*first, *split) if one.months and (day := one.first_day(published))
    )
    if not first:
        start = published + timedelta(days=WITHOUT_CLAUSE) if published and not articles else None
        return Days(start, articles, effects, bool(articles), frozenset(clauses), by_months)
    days = {clause.first_day(published) for clause in first}
    whole = days.pop() if len(days) == 1 else None
    return Days(whole, articles, effects, True, frozenset(clauses), by_months)


def _without_exception(sentence: str) -> tuple[str, list[str], Force | None]:
    """A clause without the articles that it excepts; these, and the clause that is theirs."""
    found = _EXCEPTED.search(sentence)
    articles = _articles(found["what"]) if found else []
    if found is None or not articles:
        return sentence, [], None
    return sentence[: found.start()], articles, read_when(fold(found["when"]))


def _item(
    words: str,
    published: date | None,
    first: list[Force],
    articles: dict[str, date | None],
    split: list[Force],
) -> None:
    """An item of «esta Lei entra em vigor:»: its day, and the articles that it is for."""
    folded = fold(words).rstrip(" ;.")
    when = re.split(r",? (?:quanto|em relacao|relativamente|no que|para)\b", folded)[0]
    clause = read_when(f" {when}")
    named = _articles(words)
    if named:
        articles |= dict.fromkeys(named, clause.first_day(published))
        split.append(clause)
    elif _REST.search(folded):
        first.append(clause)
    else:
        first.append(Force())


def _stands_before(sentence: str) -> bool:
    """Whether articles are the subject of the clause: «o art. 2º desta Lei entra em vigor»."""
    found = re.search(r"(?i)\b(?:entra|entram|entrará|entrarão|vigora)", sentence)
    return found is not None and any(one.end <= found.start() for one in read_chains(sentence))


def _articles(sentence: str) -> list[str]:
    return [
        device_id(Kind.ARTIGO, number, None)
        for chain in read_chains(sentence)
        if chain.units[0].kind is Kind.ARTIGO
        for number in chain.units[0].numbers
    ]
