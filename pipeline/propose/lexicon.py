"""The word list: which forms Portuguese has, and how common each of them is.

In: `words-pt.txt.gz` (what it is and whose: `words-pt.md`). Out: a `WordList`, loaded when it is
first asked for. A list proves nothing: "veiculo" and "greve" are in every one; so it says how much
more common one form is than another, and who asks decides.
"""

import gzip
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from importlib.resources import files

from pipeline.labels import fold

FILE = "words-pt.txt.gz"

_REFORM = (
    ("ü", "u"), ("éi", "ei"), ("ói", "oi"), ("ôo", "oo"), ("êe", "ee"), ("pára", "para"),
)  # fmt: skip
"""How forms were written before 2009, and how they are written now: both are right in a law."""
_ENDINGS = (
    # number, gender, adverbs, what is made of a verb
    ("s", ""), ("es", ""), ("a", "o"), ("as", "o"), ("ões", "ão"), ("ais", "al"), ("eis", "el"),
    ("mente", ""), ("mente", "o"), ("áveis", "ável"), ("íveis", "ível"), ("áveis", "ar"),
    ("ável", "ar"), ("ível", "ir"), ("íveis", "ir"), ("ível", "er"), ("íveis", "er"),
    ("ante", "ar"), ("antes", "ar"), ("ador", "ar"), ("adora", "ar"), ("adores", "ar"),
    ("adoras", "ar"), ("al", "a"), ("ais", "a"),
    # forms of a verb
    ("á", ""), ("ão", ""), ("ia", ""), ("iam", ""), ("em", ""), ("es", ""), ("ndo", "r"),
    ("do", "r"), ("da", "r"), ("dos", "r"), ("das", "r"), ("ido", "er"), ("ida", "er"),
    ("idos", "er"), ("idas", "er"), ("e", "ar"), ("em", "ar"), ("am", "ar"), ("a", "er"),
    ("am", "er"), ("a", "ir"), ("am", "ir"), ("em", "ir"), ("em", "er"), ("va", "r"), ("vam", "r"),
    ("ou", "ar"), ("sse", "r"), ("ssem", "r"), ("mos", "r"),
)  # fmt: skip
"""Regular endings, and those of the form that the list may have in place of them."""
_PREFIXES = (
    "anti", "auto", "des", "extra", "im", "in", "infra", "inter", "intra", "micro", "moto", "multi",
    "não", "para", "pré", "pós", "re", "semi", "sobre", "sub", "super", "trans",
)  # fmt: skip
_SHORTEST = 5
"""A root of fewer letters derives anything."""


class WordList:
    """Forms and their classes: a form of class n has the frequency 10^(-n/100).

    >>> words = WordList([["de"], ["veículo", "e"], ["veiculo"]])
    >>> words.rank("veiculo"), words.rank("Veiculo"), words.accented("veiculo")
    (2, None, ('veículo',))
    """

    def __init__(self, classes: Iterable[Iterable[str]]) -> None:
        self._ranks: dict[str, int] = {}
        for rank, forms in enumerate(classes):
            self._ranks |= dict.fromkeys(forms, rank)

    def rank(self, form: str) -> int | None:
        """The class of a form in small letters; a lower one is more common. None: not listed."""
        return self._ranks.get(form)

    def knows(self, word: str) -> bool:
        """Whether a word is listed: as it stands, in its parts, or in a form that derives from it.

        >>> WordList([["substituir", "lo", "freqüente", "legal"]]).knows("freqüente")
        True
        >>> WordList([["frequente", "legal"]]).knows("freqüente-legais")
        True
        """
        return all(self._knows(part) for part in word.lower().split("-") if len(part) > 1)

    def _knows(self, form: str) -> bool:
        ranks = self._ranks
        return form in ranks or any(one in ranks for one in (*origins(form), *plurals(form)))

    def accented(self, form: str) -> tuple[str, ...]:
        """The listed forms that differ from this one by the accents that they have and it has not.

        >>> WordList([["pôde", "pode"]]).accented("pôde")
        ()
        """
        return tuple(one for one in self._accented.get(fold(form), ()) if adds_accents(form, one))

    @cached_property
    def _accented(self) -> dict[str, list[str]]:
        by_bare: dict[str, list[str]] = {}
        for form in self._ranks:
            if not form.isascii():
                by_bare.setdefault(fold(form), []).append(form)
        return by_bare


def adds_accents(bare: str, accented: str) -> bool:
    """Whether a form is another one with accents added, and none taken away or changed.

    >>> adds_accents("orgão", "órgão"), adds_accents("órgao", "orgão")
    (True, False)
    """
    return len(bare) == len(accented) and bare != accented and all(
        one == other or one == fold(other) for one, other in zip(bare, accented, strict=True)
    )  # fmt: skip


def origins(form: str) -> Iterator[str]:
    """Forms from which this one may derive: regular endings and prefixes, an older spelling.

    >>> [one for one in origins("penalizáveis") if one.startswith("penal")]
    ['penalizávei', 'penalizável', 'penalizável', 'penalizar']
    """
    for old, new in _REFORM:
        if old in form:
            yield form.replace(old, new)
    for ending, root in _ENDINGS:
        if form.endswith(ending) and len(form) - len(ending) + len(root) >= _SHORTEST:
            yield form.removesuffix(ending) + root
    for prefix in _PREFIXES:
        if form.startswith(prefix) and len(form) >= len(prefix) + _SHORTEST:
            yield form.removeprefix(prefix)
    # The infinitive before a pronoun: "substituí-lo", "mantê-la", "conceder-se-á".
    if form[-1] in "áêíôú":
        yield fold(form) + "r"


def plurals(form: str) -> tuple[str, ...]:
    """What the regular plurals of a form would be.

    >>> plurals("penalizável"), plurals("multa"), plurals("federai")
    (('penalizáveis',), ('multas', 'multaes'), ())
    """
    if form.endswith("i"):
        return ()  # "federais" is no plural of "federai"
    for ending, root in (("ões", "ão"), ("áveis", "ável"), ("íveis", "ível"), ("ais", "al")):
        if form.endswith(root):
            return (form.removesuffix(root) + ending,)
    return (f"{form}s", f"{form}es")


@cache
def portuguese() -> WordList:
    """The list of the package; the first call takes about a tenth of a second."""
    packed = (files("pipeline.propose") / FILE).read_bytes()
    return WordList(line.split() for line in gzip.decompress(packed).decode().split("\n"))
