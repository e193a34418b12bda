"""Whether a text speaks of a sanction of its own, though it is no sanction line.

In: a text. Out: yes or no. Two stages ask: `sanctions`, so that such a conduct does not get the
sanction of the next one, and `check`, to say that it was not read.
"""

import re

from pipeline.labels.urn import fold

_PUNISHES = re.compile(
    r"\binfrac(?:ao|oes)\b[^.;]{0,30}\b(?:leve|media|grave|gravissima)s?\b[^.;]{0,40}\bmulta\b"
    r"|\bpenalidades?:? [^.;]{0,20}\bmulta de\b"
)


def names_its_sanction(text: str) -> bool:
    """Whether a text has gravity and fine, or a penalty and its fine, in itself.

    >>> names_its_sanction("andar sem luz: infração grave, penalidade multa de R$ 50,00;")
    True
    """
    return _PUNISHES.search(fold(text)) is not None
