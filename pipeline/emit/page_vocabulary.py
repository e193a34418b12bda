"""Words as the norm's own running text writes them.

In: a catalogue. Out: `Vocabulary`. Titles are printed in capitals and addressees are ids without
accents; how their words are really written stands in the text. Promises: only for labels and
lists; the text of the law itself is never passed through here.
"""

import re
from collections.abc import Iterable

from pipeline.labels import fold
from pipeline.model import Catalogo, walk


class Vocabulary:
    """The words of a norm, with the capitals and accents that they have inside sentences."""

    def __init__(self, catalogue: Catalogo) -> None:
        self._forms: dict[str, set[str]] = {}
        self._folded: dict[str, str] = {}
        for text in _running_text(catalogue):
            # A word behind a full stop or at the head has a capital for another reason.
            for word in re.findall(r"(?<=[\w,] )[^\W\d_]+", text):
                self._forms.setdefault(word.lower(), set()).add(word)
                self._folded.setdefault(fold(word), word.lower())

    def sentence(self, capitals: str) -> str:
        """A title in sentence case; one that is not all capitals stays as it is."""
        if not capitals.isupper():
            return capitals
        words = re.sub(r"[^\W\d_]+", lambda found: self._usual(found[0]), capitals)
        return words[:1].upper() + words[1:]

    def accented(self, name: str) -> str:
        """An id without accents as the word that the text writes: «orgao» → «órgão»."""
        return " ".join(self._folded.get(word, word) for word in re.split(r"[_-]", name))

    def _usual(self, word: str) -> str:
        lower = word.lower()
        forms = self._forms.get(lower, {lower})
        proper = word.capitalize()
        return proper if forms == {proper} else lower


def _running_text(catalogue: Catalogo) -> Iterable[str]:
    for infraction in catalogue.infracoes:
        yield infraction.conduta
        yield from (one.texto for one in infraction.contexto)
    for device in walk(catalogue.dispositivos):
        yield from (text for text in (device.texto, device.texto_final) if text)
