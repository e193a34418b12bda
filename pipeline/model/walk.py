"""Ways through the catalogue, and between its places and those of the page.

In: devices and infractions of a `Catalogo`. Out: each device with the way to it, its citation, its
place; the groups of an infraction. Pure functions over the model, for stages, emitters and users
alike.
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.model.base import Origem
from pipeline.model.devices import Dispositivo, DispositivoSemFilhos
from pipeline.model.sanctions import Infracao
from pipeline.spans import Box, Region

CONTAINERS = ("anexo", "adt")
"""Kinds of devices that hold an act with its own numbers."""
GROUPINGS = (
    *CONTAINERS, "parte", "livro", "titulo", "subtitulo_agrupador", "capitulo", "secao", "subsecao",
    "agrupador",
)  # fmt: skip
"""Kinds of devices that hold articles; they have a name, and no text of their own."""
ARTICLES = ("artigo", "nao_analisado")
"""Kinds that stand where an article does: one that could not be read is one all the same."""


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


def ids_of(devices: Iterable[Dispositivo]) -> set[str]:
    """The ids under which devices, and what hangs on them, are named: their own and their caputs'.

    >>> # sorted(ids_of([art8])) → ['art8', 'art8_cpt', 'art8_cpt_ali1']
    """
    return {name for one in walk(devices) for name in (one.id, one.caput_id) if name}


def alone(device: Dispositivo) -> DispositivoSemFilhos:
    """A device without what hangs on it.

    >>> # alone(art14).model_dump().keys() >= {"filhos"} → False
    """
    fields = DispositivoSemFilhos.model_fields
    return DispositivoSemFilhos.model_construct(**{one: getattr(device, one) for one in fields})


def groups_of(infraction: Infracao) -> tuple[str, ...]:
    """The codes of the penalty groups of an infraction, each once, in printed order.

    >>> # groups_of(infraction) → ('B-2',)
    """
    return tuple(dict.fromkeys(one.grupo for one in infraction.penalidades if one.grupo))


def citation(path: Sequence[Dispositivo]) -> str:
    """How a lawyer cites the last device of a path (LC 95/1998, art. 11, II, g).

    >>> # citation((cap2, sec3, art14, inc25)) → 'Art. 14, XXV'
    >>> # citation((anexo1, art2)) → 'ANEXO I, Art. 2º'
    """
    inside = [one for one in path if one.tipo not in GROUPINGS and one.rotulo]
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
    """Places on the page, as the catalogue writes them: the inverse of `regions_of`.

    >>> locate([Region(1, 30, 32)])[0].linhas
    (30, 32)
    """
    return tuple(
        Origem(
            pagina=at.page,
            linhas=(at.first, at.last),
            caixa=(at.box.x0, at.box.y0, at.box.x1, at.box.y1) if at.box else None,
        )
        for at in places
    )


def regions_of(origin: Iterable[Origem]) -> tuple[Region, ...]:
    """Places of the catalogue as places on the page: the inverse of `locate`.

    >>> regions_of([Origem(pagina=1, linhas=(30, 32), caixa=None)])
    (Region(page=1, first=30, last=32, box=None),)
    """
    return tuple(
        Region(at.pagina, *at.linhas, Box(*at.caixa) if at.caixa else None) for at in origin
    )
