"""Which act an editorial note names.

In: the devices of a norm, and where it was made. Out: the same devices, their notes with the URN of
the act where type, number and date are all printed.
"""

from collections.abc import Iterable

from pipeline.labels import Told, told_by
from pipeline.labels.norms import Home, read_act
from pipeline.model import Dispositivo, Nota, Versao

_AMENDING = ("redacao", "inclusao", "revogacao", "renumeracao", "nova_redacao", "acrescimo")


def name_acts(devices: Iterable[Dispositivo], home: Home) -> tuple[Dispositivo, ...]:
    """Give each note the URN of the act that it names.

    >>> # name_acts(devices, home)[0].notas[0].norma → 'urn:lex:br;goias:estadual:lei:2018-05-03;9'
    """
    return tuple(_named(device, home) for device in devices)


def _notes(notes: Iterable[Nota], home: Home) -> tuple[Nota, ...]:
    return tuple(
        note.model_copy(update={"norma": read_act(note.texto, home, amends=note.tipo in _AMENDING)})
        for note in notes
    )


def _version(version: Versao, home: Home) -> Versao:
    """A wording with the acts of its notes; the one that gave it is its own."""
    notes = _notes(version.notas, home)
    gave = (one.norma for one in notes if told_by(one.texto, one.tipo) in (Told.NEW, Told.ADDED))
    return version.model_copy(
        update={
            "notas": notes, "norma": next(gave, None), "filhos": name_acts(version.filhos, home),
        }
    )  # fmt: skip


def _named(device: Dispositivo, home: Home) -> Dispositivo:
    changed: dict[str, tuple[Dispositivo, ...] | tuple[Nota, ...] | tuple[Versao, ...]] = {}
    children = name_acts(device.filhos, home)
    if any(new is not old for new, old in zip(children, device.filhos, strict=True)):
        changed["filhos"] = children
    if device.notas:
        changed["notas"] = _notes(device.notas, home)
    if device.versoes:
        changed["versoes"] = tuple(_version(one, home) for one in device.versoes)
    return device.model_copy(update=changed) if changed else device
