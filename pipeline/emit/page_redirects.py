"""Former addresses: what a page that moved leaves behind.

In: a `NormView`. Out: `Former` addresses, each with the present one. Promises: each page that stood
under a former id of a device leads to that device's present one; no address of a page is taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_places import leaf
from pipeline.emit.page_words import AGRUPADORES
from pipeline.model import ARTICLES, Infracao


@dataclass(frozen=True, slots=True)
class Former:
    """A former address and the present one, both from the norm's own folder, and its citation."""

    path: str
    target: str
    name: str


def former_addresses(view: NormView) -> list[Former]:
    """The addresses that former ids gave to pages, in the order of the text."""
    return [*_of_devices(view), *_of_infractions(view)]


def _of_devices(view: NormView) -> Iterator[Former]:
    places = view.places
    for place in places.order:
        device = place.device
        name = places.cite(device.id)
        for old in places.former(device):
            if old.endswith("_cpt"):  # a caput has no page of its own
                continue
            if device.tipo in ARTICLES and place.article is device:
                yield Former(f"artigos/{old}.html", f"artigos/{device.id}.html", name)
            elif device.tipo in AGRUPADORES and not place.groupings:
                yield Former(f"capitulos/{old}.html", f"capitulos/{device.id}.html", name)


def _of_infractions(view: NormView) -> Iterator[Former]:
    for one in view.catalogue.infracoes:
        for old in former_infractions(view, one):
            yield Former(leaf(old), leaf(one.id), view.places.cite(one.dispositivo))


def former_infractions(view: NormView, one: Infracao) -> list[str]:
    """The ids that an infraction had under former ids of its device, and that none has now.

    >>> # former_infractions(view, infraction) → ['art14_cpt_inc24']
    """
    device = view.places[one.dispositivo].device
    caput = device.caput_id
    of_caput = caput is not None and one.id.startswith(caput)
    ending = one.id.removeprefix(caput if of_caput and caput else device.id)
    former = view.places.former(device)
    own = [old for old in former if not old.endswith("_cpt")]
    if of_caput:  # a caput goes where its article goes, whether or not its own id is told
        own = [f"{old}_cpt" for old in own]
    present = {infraction.id for infraction in view.catalogue.infracoes}
    return [name for old in own if (name := f"{old}{ending}") not in present]
