"""Numbers in Portuguese words.

In: words. Out: the number they say. Enough for what laws write out: up to the hundred thousands.
"""

import re

from pipeline.labels.urn import fold

_UNITS = (
    "zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze "
    "dezesseis dezessete dezoito dezenove"
).split()
_TENS = "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split()
_HUNDREDS = (
    "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
).split()
_WORTH = (
    {word: value for value, word in enumerate(_UNITS)}
    | {word: 10 * value for value, word in enumerate(_TENS, 2)}
    | {word: 100 * value for value, word in enumerate(_HUNDREDS, 1)}
    | {word[:-2] + "as": 100 * value for value, word in enumerate(_HUNDREDS, 1) if value > 1}
    | {"uma": 1, "duas": 2, "catorze": 14, "cem": 100, "cincoenta": 50}
)

_ORDINALS = "primeir segund terceir quart quint sext setim oitav non".split()
_ORDINAL_TENS = (
    "decim vigesim trigesim quadragesim quinquagesim sexagesim septuagesim octogesim nonagesim"
).split()


def ordinal_from_words(text: str) -> int | None:
    """The ordinal that the words say, up to the ninety-ninth; None if they say none.

    >>> ordinal_from_words("SEGUNDA"), ordinal_from_words("décimo primeiro")
    (2, 11)
    """
    roots = [word[:-1] for word in fold(text).split() if word[-1] in "oa"]
    tens = (
        10 * (_ORDINAL_TENS.index(roots[0]) + 1) if roots[:1] and roots[0] in _ORDINAL_TENS else 0
    )
    units = roots[1:] if tens else roots
    if len(roots) != len(text.split()) or len(units) > 1 or not roots:
        return None
    if not units:
        return tens
    return tens + _ORDINALS.index(units[0]) + 1 if units[0] in _ORDINALS else None


def number_from_words(text: str) -> int | None:
    """The number that the words say; None if any word is no numeral.

    >>> number_from_words("duzentas e cinquenta"), number_from_words("mil e duzentos")
    (250, 1200)
    >>> number_from_words("alguns") is None
    True
    """
    words = [word for word in re.split(r"[\s-]+", fold(text).strip()) if word != "e"]
    if "mil" in words:
        at = words.index("mil")
        thousands = _below_thousand(words[:at]) if at else 1
        rest = _below_thousand(words[at + 1 :]) if words[at + 1 :] else 0
        return None if thousands is None or rest is None else thousands * 1000 + rest
    return _below_thousand(words)


_UNITS_OF = re.compile(
    r" (?:reais|real|por cento|dias?|meses|mes|anos?|horas?|minutos?|pontos?|metros?"
    r"|quilometros?|unidades?(?: fiscais?)?)$"
)


def amount_from_words(text: str) -> int | None:
    """The number that words say, with or without the unit behind it.

    >>> amount_from_words("trezentos e cinquenta reais"), amount_from_words("doze por cento")
    (350, 12)
    """
    return number_from_words(_UNITS_OF.sub("", fold(text).strip()))


def _below_thousand(words: list[str]) -> int | None:
    """The number of hundreds, tens and units, each at most once and in this order."""
    total, room = 0, 1000
    for word in words:
        worth = _WORTH.get(word)
        if worth is None or worth >= room:
            return None
        total += worth
        room = 100 if worth >= 100 and word != "cem" else 10 if worth >= 20 and worth < 100 else 0
    return total if words else None
