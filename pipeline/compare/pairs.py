"""Which device of the later catalogue is which of the earlier one.

In: two `Catalogo`. Out: `Pairs`. Promises: ids come first, then former ids; what is left is matched
by equal text where only one device on each side has it, and what hangs on two so matched by its
place there: both are marked as inferences. No device is in two pairs.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pipeline.compare.records import Inferencia
from pipeline.model import Catalogo, Dispositivo, paths

_LEAST_WORDS = 3
"""Texts of fewer words («Revogado», «multa») are equal by chance."""

Path = tuple[Dispositivo, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A device on both sides, each with the way to it; `inferred` is how that was told."""

    before: Path
    after: Path
    inferred: Inferencia | None = None


@dataclass(slots=True)
class Pairs:
    """The devices of two catalogues: on both sides, gone, and new.

    `ids` leads from each id of the earlier side, a caput's too, to that of the later side.
    """

    by_after: dict[str, Pair] = field(default_factory=dict)
    gone: dict[str, Path] = field(default_factory=dict)
    new: dict[str, Path] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    def add(self, before: Path, after: Path, inferred: Inferencia | None = None) -> None:
        """Take two devices for one."""
        old, now = before[-1], after[-1]
        self.by_after[now.id] = Pair(before, after, inferred)
        self.gone.pop(old.id, None)
        self.new.pop(now.id, None)
        self.ids[old.id] = now.id
        if old.caput_id and now.caput_id:
            self.ids[old.caput_id] = now.caput_id


def pair(before: Catalogo, after: Catalogo) -> Pairs:
    """Match the devices of two catalogues.

    >>> # pair(before, after).ids["art9_par1u"] → 'art9_par1'
    """
    found = Pairs(
        gone={path[-1].id: path for path in paths(before.dispositivos)},
        new={path[-1].id: path for path in paths(after.dispositivos)},
    )
    for name in [name for name in found.gone if name in found.new]:
        found.add(found.gone[name], found.new[name])
    for path in list(found.new.values()):
        former = [one for one in path[-1].aliases if one in found.gone]
        if former:
            found.add(found.gone[former[0]], path)
    for old, now in list(_alike(found.gone.values(), found.new.values())):
        found.add(old, now, "texto_igual")
        _add_hanging(found, old, now)
    return found


def _alike(gone: Iterable[Path], new: Iterable[Path]) -> Iterator[tuple[Path, Path]]:
    """Devices that alone on each side have one text."""
    old, now = _by_text(gone), _by_text(new)
    for text, having in old.items():
        if len(having) == len(now.get(text, ())) == 1:
            yield having[0], now[text][0]


def _by_text(devices: Iterable[Path]) -> dict[tuple[str, str], list[Path]]:
    found = defaultdict(list)
    for path in devices:
        text = path[-1].texto or path[-1].nome or ""
        if len(text.split()) >= _LEAST_WORDS:
            found[(text, path[-1].texto_final or "")].append(path)
    return found


def _add_hanging(found: Pairs, before: Path, after: Path) -> None:
    """What hangs on a moved device moved with it: the id behind that of the device is the same."""
    old, now = before[-1].id, after[-1].id
    for path in paths([before[-1]]):
        name = now + path[-1].id.removeprefix(old)
        if path[-1].id in found.gone and path[-1].id.startswith(f"{old}_") and name in found.new:
            found.add(found.gone[path[-1].id], found.new[name], "lugar_no_dispositivo_movido")
