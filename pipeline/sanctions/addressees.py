"""Whom an article addresses, by its own words.

In: the caput and the names that `norma.toml` gives the addressees. Out: their ids, or None where
the article names nobody: the chapter's title alone is no address. A mere mention does not count;
who is addressed is the subject of the duty ("O autorizatário deve …"), or whoever the closing
words tie the conducts or the penalty to ("procedimentos do …", "sujeita ao … infrator").
"""

import re
from functools import lru_cache

from pipeline.artefacts import Addressee
from pipeline.labels import fold

_SUBJECT = re.compile(r"^(?P<who>[^.;:]*?)\b(?:nao )?(?:deve(?:m|ra|rao)?|pode(?:m|ra|rao)?)\b")
_TIED = re.compile(
    r"\b(?:procedimentos?|irregularidades?|condutas?|infracoes) d[oae]s? (?P<who>[^,.;:]+)"
    r"|\bsujeita(?:m|ndo)?(?:-se)? [ao]{1,2}s? (?P<subject>[^,.;:]+)"
)


@lru_cache(maxsize=256)  # all incisos of an article share its caput
def addressed(caput: str, known: tuple[Addressee, ...]) -> tuple[str, ...] | None:
    """The ids of those whom a caput addresses, in the order of `norma.toml`.

    >>> who = (Addressee("motorista", "motorista", ("motorista", "motoristas")),)
    >>> addressed("O motorista deve parar:", who), addressed("Os veículos devem parar:", who)
    (('motorista',), None)
    """
    text = fold(caput)
    subject = _SUBJECT.match(text)
    phrases = [subject["who"]] if subject else []
    phrases += [found["who"] or found["subject"] for found in _TIED.finditer(text)]
    words = {word for phrase in phrases for word in re.findall(r"[^\W\d_]+", phrase)}
    named = tuple(one.id for one in known if any(fold(term) in words for term in one.terms))
    return named or None
