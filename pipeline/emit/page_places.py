"""Where each device stands: its ancestors, its citation and its address on the site.

In: a catalogue. Out: `Places`, asked by id. Promises: every id that the catalogue names (a
device's, a caput's, a former one) has one citation and one address; the address is made of the
LexML id alone, so it moves only when the law itself renumbers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.emit.page_words import AGRUPADORES
from pipeline.model import ARTICLES, CONTAINERS, Catalogo, Dispositivo


def leaf(infraction: str) -> str:
    """Address of an infraction's page, from the norm's own folder; `infraction` is its id.

    >>> leaf("art14_cpt_inc25")
    'infracoes/art14_cpt_inc25.html'
    """
    return f"infracoes/{infraction}.html"


@dataclass(frozen=True, slots=True)
class Place:
    """A device, with those that it hangs on, outermost first."""

    device: Dispositivo
    above: tuple[Dispositivo, ...]

    @property
    def article(self) -> Dispositivo | None:
        """The device whose page shows this one; none for groupings."""
        return next((one for one in (*self.above, self.device) if one.tipo in ARTICLES), None)

    @property
    def groupings(self) -> tuple[Dispositivo, ...]:
        """The groupings above, outermost first."""
        return tuple(one for one in self.above if one.tipo in AGRUPADORES)


class Places:
    """All devices of a norm by id, caput's id and former id."""

    def __init__(self, catalogue: Catalogo) -> None:
        self._by_id: dict[str, Place] = {}
        self._caputs: set[str] = set()
        self.order: list[Place] = list(_walk(catalogue.dispositivos, ()))
        for place in self.order:
            for alias in place.device.aliases:
                self._by_id.setdefault(alias, place)
        for place in self.order:
            self._by_id[place.device.id] = place
            if place.device.caput_id:
                self._by_id[place.device.caput_id] = place
                self._caputs.add(place.device.caput_id)

    def __getitem__(self, name: str) -> Place:
        return self._by_id[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_id

    @property
    def articles(self) -> list[Place]:
        """The devices that have a page, in printed order."""
        return [one for one in self.order if one.article is one.device]

    def former(self, device: Dispositivo) -> tuple[str, ...]:
        """Former ids of a device that no present one has taken."""
        own = (one for one in device.aliases if self._by_id[one].device is device)
        return tuple(one for one in own if one not in (device.id, device.caput_id))

    def href(self, name: str) -> str:
        """Address of a device, from the norm's own folder.

        >>> # places.href("art14_cpt_inc25") → 'artigos/art14.html#art14_cpt_inc25'
        """
        article = self[name].article
        return f"lei.html#{name}" if article is None else f"artigos/{article.id}.html#{name}"

    def chapter(self, name: str) -> str:
        """Address of a grouping on the page of the outermost one that it is in.

        >>> # places.chapter("cap2_sec3") → 'capitulos/cap2.html#cap2_sec3'
        """
        place = self[name]
        outermost = (*place.groupings, place.device)[0]
        return f"capitulos/{outermost.id}.html" + (f"#{name}" if name != outermost.id else "")

    def cite(self, name: str) -> str:
        """Citation in words.

        >>> # places.cite("art14_cpt_inc25") → 'Art. 14, inciso XXV'
        """
        place = self[name]
        words = ", ".join(_part(one) for one in self._chain(place))
        return f"{words}, caput" if name in self._caputs else words

    def brief(self, name: str) -> str:
        """Citation as lawyers shorten it.

        >>> # places.brief("art14_cpt_inc25") → 'Art. 14, XXV'
        """
        place = self[name]
        parts = [_part(one) for one in self._chain(place)]
        short = [part.removeprefix("inciso ").removeprefix("alínea ") for part in parts]
        return ", ".join(short) + (", caput" if name in self._caputs else "")

    def own(self, name: str) -> str:
        """The last part of the citation alone, for lists inside an article: «Inciso XXV»."""
        part = _part(self[name].device)
        return part[:1].upper() + part[1:]

    def _chain(self, place: Place) -> tuple[Dispositivo, ...]:
        whole = (*place.above, place.device)
        start = next((i for i, one in enumerate(whole) if one.tipo not in AGRUPADORES), 0)
        # An article of an annexed act is cited with the annex: another has its number.
        return (*(one for one in whole[:start] if one.tipo in CONTAINERS), *whole[start:])


def _walk(devices: tuple[Dispositivo, ...], above: tuple[Dispositivo, ...]) -> Iterator[Place]:
    for device in devices:
        yield Place(device, above)
        yield from _walk(device.filhos, (*above, device))


def _part(device: Dispositivo) -> str:
    repeated = re.search(r"_rep(\d+)$", device.id)
    return _name(device) + (f" ({repeated[1]}ª ocorrência)" if repeated else "")


def _name(device: Dispositivo) -> str:
    label = (device.rotulo or "").rstrip(".)")
    match device.tipo:
        case "inciso" | "item":
            return f"{device.tipo} {device.numero or label}"
        case "alinea":
            return f"alínea {device.numero or label}"
        case "paragrafo":
            return "parágrafo único" if device.numero == "único" else label or "parágrafo"
        case "conduta":
            counted = re.search(r"_dpg(\d+)", device.id)
            nth = int(counted[1]) if counted else 1
            return f"{nth}ª conduta sem número" if nth > 1 else "conduta sem número"
        case "subtitulo":
            return "subtítulo"
        case "nao_analisado":
            return label or "trecho não analisado"
        case "artigo":
            return label or "artigo"
        case _:
            kind = AGRUPADORES[device.tipo]
            return f"{kind} {device.numero}" if device.numero else label or device.nome or kind
