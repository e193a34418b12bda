"""When a norm says that it enters into force.

In: the text of a device. Out: `Force`, or None if the device does not speak of it. Only two clauses
are understood: on publication, and on a date that is written out; of any other (after so many
days, split by article) it is only said that it is one. Source: LC 95/1998, art. 8º.
"""

import re
from dataclasses import dataclass
from datetime import date

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
_COUNTED = re.compile(r"\b(?:dias?|mes(?:es)?|anos?|horas?)\b")


@dataclass(frozen=True, slots=True)
class Force:
    """A clause of entry into force: `on_publication`, or on a `day`, or neither: not understood."""

    on_publication: bool = False
    day: date | None = None

    @property
    def understood(self) -> bool:
        """Whether the clause says a day that can be known."""
        return self.on_publication or self.day is not None


def read_force(text: str) -> Force | None:
    """The clause in a device's text.

    >>> read_force("Esta Lei entra em vigor na data de sua publicação.")
    Force(on_publication=True, day=None)
    >>> read_force("Esta Lei entra em vigor 90 dias após a sua publicação.").understood
    False
    """
    found = _CLAUSE.search(fold(text))
    if found is None:
        return None
    when = found["when"]
    if _ON_PUBLICATION.match(when):
        return Force(on_publication=True)
    unclear = _COUNTED.search(when) or _OF_ANOTHER.search(when)
    return Force(day=None if unclear else read_date(when))
