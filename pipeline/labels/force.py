"""When a norm says that it enters into force.

In: the text of a device. Out: `Force`, or None if the device does not speak of it. Five clauses are
understood: on publication, so many days, or months and years, after it, on the first day of the
next month or year, and on a date that is written out; of any other (split by article) it is only
said that it is one.
Sources: LC 95/1998, art. 8º; Lei 810/1949, arts. 1º to 3º; Código Civil, art. 132, § 3º.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from pipeline.labels.numerals import number_from_words
from pipeline.labels.titles import read_date
from pipeline.labels.urn import fold

_CLAUSE = re.compile(
    r"\b(?:d?est[ae]|[oa] presente) "
    r"(?:lei|decreto|resolucao|emenda|portaria|codigo|ato)\b[^.;]*?"
    r"\b(?:entra|entrara|entram|entrando|vigora|vigorara|vigorar|vigera|vige|tera vigencia)\b"
    r"(?P<when>[^.;]*)"
)
# Of its own publication, not of what it will be regulated by.
_ON_PUBLICATION = re.compile(
    r"^(?: em vigor)?,? (?:n|d)?a data d[ae] (?:sua )?publicacao(?: oficial)?\b(?! d[aeo]s? )"
)
_OF_ANOTHER = re.compile(r"\b(?:apos|depois|contar|partir) .*\b(?:lei|decreto|resolucao) n")
_DAYS = re.compile(
    r"^(?: em vigor)?,? (?:(?:apos|depois de|decorrid[oa]s?|passad[oa]s?"
    r"|no prazo de|em|dentro de) )*"
    r"(?:(?P<digits>\d{1,3})(?: ?\([^()]*\))?|(?P<words>[a-z]+(?: e [a-z]+)*))"
    r" (?P<unit>dias?|mes(?:es)?|anos?)"
    r"(?:,?(?: (?:apos|depois|d[aeo]|a|contad[oa]s?|contar|partir|data|sua|oficial|publicacao))*)"
    r"(?=$|[,.;])"
)
"""After so many days, months or years, and nothing else than from the publication on."""
_NEXT = re.compile(
    r"^(?: em vigor)?,? (?:a partir )?(?:(?:n?o|do|em|de) )?"
    r"(?:(?:primeiro|1[º°o]?) dia|dia (?:1[º°o]?|primeiro)|(?:primeiro|1[º°o]?) de janeiro)"
    r" d[oe] (?P<unit>mes|exercicio(?: financeiro)?|ano(?: civil)?)"
    r" (?:imediatamente )?(?:seguinte|subsequente|posterior)(?: aos? d[ea] (?:sua )?publicacao)?$"
)
"""On the first day of the month, or of the year, after that of the publication."""
_SPLIT = re.compile(r"\b(?:quanto a|exceto|salvo|ressalvad|em relacao a|relativamente a)")
"""What parts a norm into what is in force from one day and what from another."""
_FIGURES = re.compile(r"\b(?P<d>\d{1,2})[º°o]?[./](?P<m>\d{1,2})[./](?P<y>\d{4})\b")
_COUNTED = re.compile(r"\b(?:dias?|mes(?:es)?|anos?|horas?)\b")


@dataclass(frozen=True, slots=True)
class Force:
    """A clause of entry into force: `on_publication`, so many `days` or `months` after it, on the
    first day of the `following` month or year, or on a `day`; if none of them, not understood.
    """

    on_publication: bool = False
    day: date | None = None
    days: int | None = None
    months: int | None = None
    following: Literal["mes", "ano"] | None = None

    @property
    def understood(self) -> bool:
        """Whether the clause says a day that can be known."""
        counted = self.days is not None or self.months is not None
        fixed = self.day is not None or self.following is not None
        return self.on_publication or fixed or counted

    def first_day(self, published: date | None) -> date | None:
        """The first day of force; None if it can't be known.

        The day of publication and the last day both count, and force begins on the day after
        (LC 95/1998, art. 8º, § 1º): it is so many days after the publication. A term in months
        ends on the day of equal number, or on the first of the next month where there is none.

        >>> Force(days=90).first_day(date(2024, 3, 1))
        datetime.date(2024, 5, 30)
        >>> Force(months=12).first_day(date(2015, 3, 17))
        datetime.date(2016, 3, 18)
        """
        if self.day is not None or published is None:
            return self.day
        if self.days is not None:
            return published + timedelta(days=self.days)
        if self.months is not None:
            return _equal_day(published, self.months) + timedelta(days=1)
        if self.following is not None:
            month = published.month if self.following == "mes" else 12
            return _equal_day(date(published.year, month, 1), 1)
        return published if self.on_publication else None


def read_force(text: str) -> Force | None:
    """The clause in a device's text.

    >>> read_force("Esta Lei entra em vigor na data de sua publicação.").on_publication
    True
    >>> read_force("Esta Lei entra em vigor 90 dias após a sua publicação.").days
    90
    >>> read_force("Esta Lei entra em vigor após 6 (seis) meses de sua publicação.").months
    6
    >>> read_force("Esta Lei entra em vigor quando for regulamentada.").understood
    False
    """
    found = _CLAUSE.search(fold(text))
    return read_when(found["when"]) if found else None


def read_when(when: str) -> Force:
    """What stands behind "entra em vigor": folded words, with the blank before them.

    >>> read_when(" em 1º de marco de 2022").day
    datetime.date(2022, 3, 1)
    """
    if _SPLIT.search(when):
        return Force()
    if _ON_PUBLICATION.match(when):
        return Force(on_publication=True)
    following = _NEXT.match(when)
    if following:
        return Force(following="mes" if following["unit"] == "mes" else "ano")
    counted = _DAYS.match(when)
    if counted:
        digits, words = counted["digits"], counted["words"]
        count = int(digits) if digits else number_from_words(words or "")
        if count is None or counted["unit"].startswith("dia"):
            return Force(days=count)
        return Force(months=count * (12 if counted["unit"].startswith("ano") else 1))
    unclear = _COUNTED.search(when) or _OF_ANOTHER.search(when)
    return Force(day=None if unclear else day_in(when))


def _equal_day(day: date, months: int) -> date:
    """The day of equal number so many months later, or the first day behind a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    try:
        return date(year, month + 1, day.day)
    except ValueError:
        return _equal_day(day.replace(day=1), months + 1)


def day_in(text: str) -> date | None:
    """The first date in a text, written out or in figures.

    >>> day_in("efeitos em 1º/7/2021")
    datetime.date(2021, 7, 1)
    """
    figures = _FIGURES.search(text)
    if figures is None:
        return read_date(text)
    try:
        return date(int(figures["y"]), int(figures["m"]), int(figures["d"]))
    except ValueError:
        return None
