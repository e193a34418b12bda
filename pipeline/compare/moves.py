"""Which devices changed their ids, so that the old ones may go on leading to them.

In: two `Catalogo` of one norm. Out: moves, in the order of the later text. Promises: an id that
the later norm uses is no former one; a move that the later catalogue knows already is not told.
"""

from dataclasses import dataclass

from pipeline.compare.pairs import pair
from pipeline.model import Catalogo, walk


@dataclass(frozen=True, slots=True)
class Move:
    """A device under another id than before; `caput_before` is the former id of its caput, if that
    led nowhere else."""

    before: str
    after: str
    caput_before: str | None


def moves(before: Catalogo, after: Catalogo) -> tuple[Move, ...]:
    """The devices whose ids changed, told by equal text.

    >>> # moves(last, now)[0].after → 'art9_par1'
    """
    taken = {
        name
        for device in walk(after.dispositivos)
        for name in (device.id, device.caput_id, *device.aliases)
    }
    found = pair(before, after)
    told = []
    for device in walk(after.dispositivos):
        one = found.by_after.get(device.id)
        if one is None or one.inferred is None or one.before[-1].id in taken:
            continue
        old = one.before[-1]
        caput = old.caput_id if device.caput_id and old.caput_id not in taken else None
        told.append(Move(old.id, device.id, caput))
    return tuple(told)
