"""What a later catalogue of a norm has lost, and nothing in it explains.

In: two `Catalogo` of one norm. Out: losses, in the order of the earlier text. Promises: a change is
no loss; a text that stands elsewhere in the norm, in its history or in its notes is not lost; what
a state, a note or a wording explains is not told. Each word counts as often as it stood there, so
that of two devices of one text the loss of one is seen.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from pipeline.compare.pairs import Pairs, Path, pair
from pipeline.labels import fold
from pipeline.model import Catalogo, Dispositivo, Versao, citation, paths, walk

_RUN = 3
"""Words that stand together are looked for together: one word alone is found anywhere."""
_LOST = 0.5
"""A text is lost if more than this share of it is found nowhere."""
_LEAST = 12
"""Shorter texts are not said to have shrunk: a reviewed correction may halve them."""
_CUT = 4
"""So many words less, at the end or the head of a text that is the same otherwise, are cut off."""
_SHRUNK = 0.9
"""A norm has shrunk if less than this share of its words is left, beyond the losses told,"""
_LEAST_OF_NORM = 50
"""and if so many words are no more: of a short norm a heading read otherwise is a tenth."""

T = TypeVar("T")
Runs = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that stood in the earlier catalogue.

    `kind` is `dispositivo` or `infracao` gone, a device's `texto` shrunk or cut off, a line of an
    infraction's `sancao` gone, or the whole `norma` shrunk; `id` is the earlier one, None for the
    norm. `hanging` counts the devices lost with it.
    """

    kind: Literal["dispositivo", "texto", "infracao", "sancao", "norma"]
    id: str | None
    citation: str
    text: str
    words_before: int = 0
    words_after: int = 0
    hanging: int = 0


def losses(before: Catalogo, after: Catalogo) -> tuple[Loss, ...]:
    """What is lost from one catalogue to the next.

    >>> # [one.id for one in losses(last, now)] → ['art5']
    """
    return tuple(_Search(before, after).run())


class _Search:
    """One comparison: what is matched, and which words are found nowhere any more."""

    def __init__(self, before: Catalogo, after: Catalogo) -> None:
        self._before, self._after = before, after
        self._pairs: Pairs = pair(before, after)
        self._now = {device.id: device for device in walk(after.dispositivos)}
        old, now = list(_texts(before)), list(_texts(after))
        self._missing = _runs_of(old) - _runs_of(now)
        # Lines of sanctions are counted as infractions.
        self._sizes = [
            sum(len(_words(text)) for text in side) - _size_of_sanctions(one)
            for side, one in ((old, before), (now, after))
        ]
        self._put_aside = _runs_of(
            [one.texto for one in after.descartes] + [one.antes for one in after.correcoes]
        )
        self._missing_words = Counter(_words(" ".join(old))) - Counter(_words(" ".join(now)))

    def run(self) -> Iterator[Loss]:
        told: dict[str, Loss] = {}
        within: set[str] = set()
        for path in paths(self._before.dispositivos):
            loss = self._of_device(path)
            above = {one.id for one in path[:-1]} & told.keys()
            if loss is not None and not (above and loss.kind == "dispositivo"):
                told[path[-1].id] = loss
            if loss is not None and loss.kind == "dispositivo":
                within |= {path[-1].id, path[-1].caput_id or path[-1].id}
        yield from told.values()
        yield from self._infractions(within)
        less = sum(one.words_before - one.words_after for one in told.values()) + self._ended()
        was, now = self._sizes
        if now + less < min(_SHRUNK * was, was - _LEAST_OF_NORM):
            yield Loss("norma", None, self._before.norma.id, "", was, now)

    def _of_device(self, path: Path) -> Loss | None:
        device = path[-1]
        cited, text = citation(path), device.texto or device.nome or ""
        if device.id in self._pairs.gone:
            if self._is_explained(path):
                return None
            lost = device.tipo == "artigo" or self._is_lost(text)
            inside = list(walk(device.filhos))
            hanging = [one for one in inside if one.id in self._pairs.gone]
            words = sum(len(_words(one.texto or "")) for one in (device, *hanging))
            return (
                Loss("dispositivo", device.id, cited, text, words, 0, len(hanging))
                if lost
                else None
            )
        now = self._now[self._pairs.ids[device.id]]
        left = now.texto or now.nome or ""
        if self._is_explained(path) or not self._is_shortened(text, left):
            return None
        return Loss("texto", device.id, cited, text, len(_words(text)), len(_words(left)))

    def _is_shortened(self, text: str, left: str) -> bool:
        """Whether half of a text, or its end or head, is found nowhere; by no correction either."""
        words, rest = _words(text), _words(left)
        if text.startswith(left) or text.endswith(left):
            cut = text.removeprefix(left) if text.startswith(left) else text.removesuffix(left)
            if len(_words(cut)) < _CUT:
                return False
        elif len(words) >= _LEAST and len(rest) < _LOST * len(words):
            cut = text
        else:
            return False
        mended = _share(Counter(_runs(_words(cut))), self._put_aside) > _LOST
        return self._is_lost(cut) and not mended

    def _infractions(self, gone: set[str]) -> Iterator[Loss]:
        later = {one.id: one for one in self._after.infracoes}
        by_id = {path[-1].id: path for path in paths(self._before.dispositivos)}
        by_id |= {path[-1].caput_id: path for path in by_id.values() if path[-1].caput_id}
        old, now = ({one.id: one for one in side.sancoes} for side in (self._before, self._after))
        for one in self._before.infracoes:
            if one.dispositivo in gone or self._is_explained(by_id[one.dispositivo]):
                continue
            there = later.get(self._pairs.ids.get(one.id, one.id))
            lines = old[one.sancao].linhas if one.sancao else ()
            if there is None:
                # A second sanction of a device may be read as one with the first.
                whole = " ".join(line.texto or "" for line in lines)
                if one.id in by_id or self._is_lost(whole):
                    yield Loss("infracao", one.id, one.rotulo, one.conduta)
                continue
            kept = now[there.sancao].linhas if there.sancao else ()
            labels = {line.rotulo for line in kept}
            lost = [x for x in lines if x.rotulo not in labels and self._is_lost(x.texto or "")]
            if lost:
                text = "; ".join(f"{line.rotulo} - {line.texto}" for line in lost)
                yield Loss("sancao", one.id, one.rotulo, text)

    def _is_lost(self, text: str) -> bool:
        """Whether most of a text is found nowhere in the later catalogue."""
        words = _words(text)
        if len(words) < _RUN:
            share = _share(Counter(words), self._missing_words)
        else:
            share = _share(Counter(_runs(words)), self._missing)
        return share > _LOST

    def _is_explained(self, path: Path) -> bool:
        """Whether the device, or one that it hangs on, tells that it was amended or has ended."""
        for old in path:
            now = self._now.get(self._pairs.ids.get(old.id, ""))
            if now is not None and _is_amended(old, now):
                return True
        return False

    def _ended(self) -> int:
        """Words that are explained to be no more."""
        less = 0
        for path in paths(self._before.dispositivos):
            if self._is_explained(path):
                now = self._now.get(self._pairs.ids.get(path[-1].id, ""))
                left = len(_words(now.texto or "")) if now else 0
                less += max(0, len(_words(path[-1].texto or "")) - left)
        return less


def _is_amended(old: Dispositivo, now: Dispositivo) -> bool:
    return (
        (now.situacao != "vigente" and now.situacao != old.situacao)
        or len(now.versoes) > len(old.versoes)
        or len(now.notas) > len(old.notas)
    )


def _texts(catalogue: Catalogo) -> Iterator[str]:
    """All texts of a norm, those of its history included."""
    norma = catalogue.norma
    yield from _of_devices(catalogue.dispositivos)
    yield from (one.texto for one in catalogue.anexos)
    for part in catalogue.partes_alteradas:
        yield from (text for version in part.versoes for text in _of_version(version))
    yield from _of_sanctions(catalogue)
    parts = (norma.epigrafe, norma.ementa, norma.preambulo, norma.fecho)
    yield from (part.texto for part in parts if part)


def _of_sanctions(catalogue: Catalogo) -> Iterator[str]:
    return (line.texto or "" for one in catalogue.sancoes for line in one.linhas)


def _size_of_sanctions(catalogue: Catalogo) -> int:
    return sum(len(_words(text)) for text in _of_sanctions(catalogue))


def _of_devices(devices: Iterable[Dispositivo]) -> Iterator[str]:
    for device in walk(devices):
        yield from (one for one in (device.nome, device.texto, device.texto_final) if one)
        yield from (note.texto for note in device.notas)
        yield from (text for version in device.versoes for text in _of_version(version))


def _of_version(version: Versao) -> Iterator[str]:
    yield from (one for one in (version.texto, version.texto_final) if one)
    yield from (note.texto for note in version.notas)
    yield from (line.texto for line in version.sancao if line.texto)
    yield from _of_devices(version.filhos)


def _words(text: str) -> list[str]:
    """Words without their marks and accents, which a correction may restore."""
    bare = ("".join(filter(str.isalnum, word)) for word in fold(text).split())
    return [word for word in bare if word]


def _runs(words: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(_RUN)), strict=False)


def _runs_of(texts: Iterable[str]) -> Runs:
    found: Runs = Counter()
    for text in texts:
        found.update(_runs(_words(text)))
    return found


def _share(own: Counter[T], missing: Counter[T]) -> float:
    """How much of what is counted is missing.

    >>> _share(Counter("aab"), Counter("a"))
    0.3333333333333333
    """
    return (own & missing).total() / own.total() if own else 0.0
