"""What a page says to machines: the norm, an article or an infraction as schema.org Legislation.

In: a `NormView`. Out: JSON-LD as plain values. Source: schema.org/Legislation, which takes a part
of an act for legislation too; the identifier is the LexML URN, with the device behind `!`.
Promises: nothing is said that the catalogue does not hold; without a URN there is no identifier,
without an address of the site no link.
"""

from typing import Any

from pipeline.emit.page_norm import NormView
from pipeline.labels import device_urn
from pipeline.model import Dispositivo

Linked = dict[str, Any]


def norm(view: NormView) -> Linked:
    """The norm as a whole, with its articles."""
    one = view.catalogue.norma
    parts = [
        _part(view, place.device.id, view.places.cite(place.device.id))
        for place in view.places.articles
    ]
    force = view.catalogue.vigencia
    return _known(
        {
            "@context": "https://schema.org",
            **_identity(view, None, view.long_title),
            "description": one.ementa.texto if one.ementa else None,
            "legislationType": view.especie.nome if one.tipo else None,
            "legislationDate": one.data.isoformat() if one.data else None,
            "datePublished": one.publicacao.isoformat() if one.publicacao else None,
            "legislationJurisdiction": _place(view),
            # A last day is that of the text, which an act changes: the norm may be in force after.
            "legislationLegalForce": (
                "https://schema.org/InForce" if force.de and not force.ate else None
            ),
            "inLanguage": "pt-BR",
            "hasPart": parts,
        }
    )


def article(view: NormView, device: Dispositivo) -> Linked:
    """An article as a part of the norm."""
    return _of_norm(view, device.id, view.places.cite(device.id), view.places.href(device.id))


def infraction(view: NormView, name: str, title: str, page: str) -> Linked:
    """A punished conduct as a part of the norm; `page` is its address from the norm's folder."""
    return _of_norm(view, name, title, page)


def _of_norm(view: NormView, name: str, title: str, page: str) -> Linked:
    whole = _known(_identity(view, None, view.long_title))
    own = _identity(view, name, f"{view.title}, {title}")
    url = view.publication.site_url
    return _known(
        {
            "@context": "https://schema.org",
            **own,
            "url": f"{url}{view.folder}{page.split('#')[0]}" if url else None,
            "inLanguage": "pt-BR",
            "isPartOf": whole,
        }
    )


def _part(view: NormView, name: str, title: str) -> Linked:
    return _known(_identity(view, name, title))


def _identity(view: NormView, name: str | None, title: str) -> Linked:
    urn, url = view.catalogue.norma.urn, view.publication.site_url
    address = f"{view.folder}{view.places.href(name) if name else 'lei.html'}"
    return {
        "@type": "Legislation",
        "name": title,
        "legislationIdentifier": device_urn(urn, name) if name else urn,
        "url": f"{url}{address.split('#')[0]}" if url else None,
    }


def _place(view: NormView) -> Linked | None:
    return {"@type": "AdministrativeArea", "name": view.place} if view.place else None


def _known(values: Linked) -> Linked:
    return {key: value for key, value in values.items() if value is not None}
