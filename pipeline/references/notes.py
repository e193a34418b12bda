"""Which act an editorial note names.

In: the devices of a norm, and where it was made. Out: the same devices, their notes with the URN of
the act where type, number and date are all printed.
"""

from collections.abc import Iterable

from pipeline.model import Dispositivo, Nota
from pipeline.references.norms import Home, read_act

_AMENDING = ("redacao", "inclusao", "revogacao", "renumeracao", "nova_redacao", "acrescimo")


def name_acts(devices: Iterable[Dispositivo], home: Home) -> tuple[Dispositivo, ...]:
    """Give each note the URN of the act that it names.

    >>> # name_acts(devices, home)[0].notas[0].norma → 'urn:lex:br;goias:estadual:lei:2018-05-03;9'
    """
    return tuple(_named(device, home) for device in devices)


def _named(device: Dispositivo, home: Home) -> Dispositivo:
    changed: dict[str, tuple[Dispositivo, ...] | tuple[Nota, ...]] = {}
    children = name_acts(device.filhos, home)
    if any(new is not old for new, old in zip(children, device.filhos, strict=True)):
        changed["filhos"] = children
    if device.notas:
        changed["notas"] = tuple(
            note.model_copy(
                update={"norma": read_act(note.texto, home, amends=note.tipo in _AMENDING)}
            )
            for note in device.notas
        )
    return device.model_copy(update=changed) if changed else device
