"""Expressions that an act puts in the place of others, or takes out.

In: pairs of words. Out: texts with all of them replaced at once, so that what one puts in is no
place for another («dez» → «vinte», «vinte» → «trinta»). A word is matched whole.
"""

import re
from collections.abc import Sequence


class Words:
    """What takes the place of what.

    >>> Words([("dez", "vinte"), ("vinte", "trinta")]).replaced("de dez a vinte")
    'de vinte a trinta'
    """

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._new = dict(pairs)
        self.first = pairs[0][0] if pairs else ""
        longest = sorted(self._new, key=len, reverse=True)
        # What is taken out takes the blank before it along.
        each = (f"{' ?' * (not self._new[one])}(?<!\\w){re.escape(one)}(?!\\w)" for one in longest)
        self._pattern = re.compile("|".join(each))

    def found(self, text: str) -> set[str]:
        """Which of the expressions a text has."""
        return {one.group().removeprefix(" ") for one in self._pattern.finditer(text)}

    def replaced(self, text: str) -> str:
        """A text with what takes their place."""
        return self._pattern.sub(lambda one: self._new[one.group().removeprefix(" ")], text)
