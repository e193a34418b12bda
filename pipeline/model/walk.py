"""Ways through the catalogue, and between its places and those of the page.

In: devices of a `Catalogo`. Out: each device with the way to it, its citation, its place. Pure
functions over the model, for stages, emitters and users alike.
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.model.base import Origem
from pipeline.model.devices import Dispositivo
from pipeline.spans import Box, Region

CONTAINERS = ("anexo", "adt")
"""Kinds of devices that hold an act with its own numbers."""
_GROUPINGS = (
    *CONTAINERS, "parte", "livro", "titulo", "subtitulo_agrupador", "capitulo", "secao", "subsecao",
    "agrupador",
)  # fmt: skip


def is_grouping(device: Dispositivo) -> bool:
    """Whether a device holds articles, and its `nome` is all its text.

    >>> # is_grouping(cap2), is_grouping(art14) → (True, False)
    """
    return device.tipo in _GROUPINGS


def walk(devices: Iterable[Dispositivo]) -> Iterator[Dispositivo]:
    """All devices, each before those that hang on it.

    >>> # [device.id for device in walk(catalogue.dispositivos)][:2] → ['cap1', 'art1']
    """
    for device in devices:
        yield device
        yield from walk(device.filhos)


def paths(devices: Iterable[Dispositivo]) -> Iterator[tuple[Dispositivo, ...]]:
    """The way to each device, outermost first, the device itself last.

    >>> # next(paths(catalogue.dispositivos))[-1].id → 'cap1'
    """
    for device in devices:
        yield (device,)
        yield from ((device, *rest) for rest in paths(device.filhos))


def acts(devices: Sequence[Dispositivo]) -> Iterator[tuple[Dispositivo, ...]]:
    """The devices of each act that is numbered apart: the norm's own first, then each container's.

    >>> # [len(act) for act in acts(catalogue.dispositivos)] → [5, 2]
    """
    yield tuple(device for device in devices if device.tipo not in CONTAINERS)
    yield from (device.filhos for device in devices if device.tipo in CONTAINERS)


def citation(path: Sequence[Dispositivo]) -> str:
    """How a lawyer cites the last device of a path (LC 95/1998, art. 11, II, g).

    >>> # citation((cap2, sec3, art14, inc25)) → 'Art. 14, XXV'
    >>> # citation((anexo1, art2)) → 'ANEXO I, Art. 2º'
    """
    inside = [one for one in path if one.tipo not in _GROUPINGS and one.rotulo]
    if not inside:
        return path[-1].rotulo or path[-1].nome or path[-1].id
    first, *rest = inside
    outer = (one.rotulo or one.nome or "" for one in path if one.tipo in CONTAINERS)
    parts = [*outer, first.rotulo or ""]
    for one in rest:
        if one.tipo == "paragrafo":
            parts.append("parágrafo único" if one.numero == "único" else one.rotulo or "")
        else:
            parts.append(one.numero or "")
    return ", ".join(parts)


def locate(places: Iterable[Region]) -> tuple[Origem, ...]:
    """Places on the page, as the catalogue writes them."""
    return tuple(
        Origem(
            pagina=at.page,
            linhas=(at.first, at.last),
            caixa=(at.box.x0, at.box.y0, at.box.x1, at.box.y1) if at.box else None,
        )
        for at in places
    )


def regions_of(origin: Iterable[Origem]) -> tuple[Region, ...]:
    """Places of the catalogue as places on the page: the inverse of `locate`."""
    return tuple(
        Region(at.pagina, *at.linhas, Box(*at.caixa) if at.caixa else None) for at in origin
    )
