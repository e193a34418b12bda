"""What a device cites, and what cites it.

In: a catalogue's references and the places of its devices. Out: `References`, asked by device.
Promises: words are those of the text; a target that the norm does not have is named and not linked;
nothing is shown of groups and gravities by the device that cites them, since its sanction shows
what they set.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pipeline.emit.page_places import Places
from pipeline.labels import write_citation
from pipeline.model import Catalogo, Dispositivo, Remissao

_RESOLVER = "https://www.lexml.gov.br/urn/"
_FEDERAL = "urn:lex:br:federal:"  # what the resolver is sure to know


@dataclass(frozen=True, slots=True)
class Target:
    """A device or norm that words lead to; without an address it is not there.

    `norm` is a norm of this site, `outside` one that is not here.
    """

    text: str
    href: str | None = None
    outside: bool = False
    norm: bool = False


@dataclass(frozen=True, slots=True)
class Cited:
    """The words of a reference, and where they lead; nowhere if that can't be told."""

    words: str
    targets: tuple[Target, ...]


class References:
    """The references of a norm, by the device that makes them and by the one that is meant.

    `beside` are the site's other norms by URN: name, and address from the norm's own folder.
    """

    def __init__(
        self, catalogue: Catalogo, places: Places, beside: Mapping[str, tuple[str, str]]
    ) -> None:
        self._places, self._beside = places, beside
        made: defaultdict[str, dict[str, list[Remissao]]] = defaultdict(dict)
        meant: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in catalogue.remissoes:
            source = places[one.de].device.id
            if one.tipo in ("interna", "externa"):
                made[source].setdefault(one.texto, []).append(one)
            if one.alvo in places and one.estado in ("resolvida", "ambigua"):
                meant[places[one.alvo or ""].device.id][source] = None
        self._made, self._meant = made, meant

    def cites(self, device: Dispositivo) -> list[Cited]:
        """What a device's text names, in the order of the text."""
        found = self._made.get(device.id, {})
        return [Cited(words, tuple(self._targets(ones))) for words, ones in found.items()]

    def cited_by(self, device: Dispositivo) -> list[str]:
        """The ids of the devices that name this one, in printed order, without itself."""
        return [name for name in self._meant.get(device.id, ()) if name != device.id]

    def _targets(self, references: Iterable[Remissao]) -> Iterable[Target]:
        for one in references:
            if one.alvo is None:
                continue
            if one.alvo in self._places:
                yield Target(self._places.brief(one.alvo), self._places.href(one.alvo))
            elif one.tipo == "interna":
                yield Target(write_citation(one.alvo))
            elif one.alvo in self._beside:
                name, href = self._beside[one.alvo]
                yield Target(name, href, norm=True)
            elif one.alvo.startswith(_FEDERAL):
                yield Target("texto no LexML", _RESOLVER + one.alvo, outside=True)
            else:
                yield Target(one.alvo, outside=True)
