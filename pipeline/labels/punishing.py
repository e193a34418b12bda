"""Whether a text speaks of a sanction of its own, though it is no sanction line.

In: a text. Out: yes or no. Two stages ask: `sanctions`, so that such a conduct does not get the
sanction of the next one, and `check`, to say that it was not read.
"""

import re

from pipeline.labels.urn import fold

_PUNISHES = re.compile(
    r"\binfrac(?:ao|oes)\b[^.;]{0,30}\b(?:leve|media|grave|gravissima)s?\b[^.;]{0,40}\bmulta\b"
    r"|\bpenalidades?:? [^.;]{0,20}\bmulta de\b"
    r"|\bmulta ?[:–—-] ?(?:r\$|\d)"
    r"|\binfracao (?:de natureza )?(?:leve|media|grave|gravissima)[ ,–—(-]{1,3}grupo\b"
    r"|[.;:(–—-] ?multa (?:de|no valor de) (?:r\$|\d)(?:[^.;:]|\.\d)*[.;)]*$"
)
_SPEAKS = re.compile(
    r"\bmultas? (?:(?:diaria|pecuniaria|no|na|de|em|ate|valor|montante|equivalente|correspondente|a"
    r"|sera|serao|sao|e) ){0,4}(?:r\$|\d)"
    r"|\b(?:e|sao|sera|serao|consideram?(?:-se)?) (?:de natureza )?"
    r"(?:leve|media|grave|gravissima)s? as? infrac"
    r"|\binfrac(?:ao|oes) [^.;]{3,80}\b(?:e|sao|sera|serao|consideram?-se|considerad[ao]s?) "
    r"(?:de natureza )?(?:leve|media|grave|gravissima)s?\b"
    r"|^infrac(?:ao|oes) (?:de natureza )?(?:leve|media|grave|gravissima)s? ?[:–—-] ?\w"
    r"|[(\[] ?(?:leve|media|grave|gravissima) ?[)\]][.;]?$"
    r"|[–—:(-] ?(?:leve|media|grave|gravissima) ?[–—:)-] ?(?:r\$|\d|multa)"
    r"|[.;:,(–—-] ?multas?(?: ?[:–—-]? ?\(?grupo\b|[.;]?$)"
    r"|^(?!infrac).*[.;:,(–—-] ?infracao (?:de natureza )?(?:leve|media|grave|gravissima)"
    r"(?: ?[;.,)]|$)"
    r"|\bpena(?:lidade)?s?(?: aplicave(?:l|is))? ?[:–—-] ?"
    r"(?:multa|advertencia|suspensao|cassacao|apreensao|interdicao)"
)


def names_its_sanction(text: str) -> bool:
    """Whether a text has gravity and fine, or a penalty and its fine, in itself.

    >>> names_its_sanction("andar sem luz: infração grave, penalidade multa de R$ 50,00;")
    True
    """
    return _PUNISHES.search(fold(text)) is not None


def speaks_of_sanction(text: str) -> bool:
    """Whether a text has any of these in itself: a fine with its amount, a gravity set apart from
    the sentence, a penalty behind its name.

    >>> speaks_of_sanction("infração leve: correr"), speaks_of_sanction("pagar a multa")
    (True, False)
    """
    folded = fold(text)
    return _PUNISHES.search(folded) is not None or _SPEAKS.search(folded) is not None
