"""A norm as many small files, for programs that want one thing of it.

In: a `NormView` and the files offered beside them. Out: bytes by address, from the norm's folder
on, all under `dados/v1/`. Promises: a file is named after the LexML id of what it holds; every id
that the catalogue gives a device, its caput or its former self has a file; each file says where the
whole catalogue and the page are; the same catalogue gives the same bytes.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel

from pipeline.emit.data_models import (
    Ancestral,
    ArquivoDaNorma,
    ArquivoDeDispositivo,
    ArquivoDeInfracao,
    ArquivoDeInfracoes,
    ArquivoOferecido,
    Entrada,
    EntradaDeDispositivo,
    Indice,
    NormaCitada,
)
from pipeline.emit.page_data import DOWNLOADS, Download
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_places import Place, leaf
from pipeline.emit.page_redirects import former_infractions
from pipeline.labels import device_urn
from pipeline.model import SCHEMA_VERSION, Dispositivo, Infracao, alone

T = TypeVar("T")

FOLDER = f"{DOWNLOADS}/v1/"
"""Where the files stand in a norm's folder. What breaks their readers gets another number."""

SUMS = "SHA256SUMS"


def data_files(view: NormView, offered: Sequence[Download]) -> dict[str, bytes]:
    """The files of a norm, by address from its folder.

    >>> # list(data_files(view, []))[:2] → ['dados/v1/index.json', 'dados/v1/norma.json']
    """
    return {
        f"{FOLDER}{name}": file.model_dump_json(indent=2).encode() + b"\n"
        for name, file in _Files(view, offered).all()
    }


def sums(files: Mapping[str, bytes]) -> bytes:
    """The list of hashes that `sha256sum -c` reads, by the names given.

    >>> sums({"a.json": b""}).decode()[-10:]
    '  a.json\\n'
    """
    lines = [f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n" for name in sorted(files)]
    return "".join(lines).encode()


class _Files:
    """Makes the files of one norm."""

    def __init__(self, view: NormView, offered: Sequence[Download]) -> None:
        self._view = view
        self._offered = offered
        self._norma = NormaCitada(id=view.catalogue.norma.id, urn=view.catalogue.norma.urn)
        whole = view.catalogue
        self._cites = self._by_device((one, [one.de]) for one in whole.remissoes)
        self._cited_by = self._by_device((one, [one.alvo]) for one in whole.remissoes)
        self._sanctions = self._by_device((one, one.alvos) for one in whole.sancoes)
        self._findings = self._by_device((one, [one.dispositivo]) for one in whole.diagnosticos)
        self._corrections = self._by_device((one, [one.dispositivo]) for one in whole.correcoes)

    def all(self) -> Iterator[tuple[str, BaseModel]]:
        """Every file under its name."""
        yield "index.json", self._index()
        yield "norma.json", self._norm()
        yield "infracoes.json", self._infractions()
        for infraction in self._view.catalogue.infracoes:
            own = self._infraction(infraction)
            for name in (infraction.id, *former_infractions(self._view, infraction)):
                yield f"infracoes/{name}.json", own
        for place in self._view.places.order:
            file = self._of_device(place)
            for name in (place.device.id, *self._names(place.device)):
                yield f"dispositivos/{name}.json", file

    def _by_device(
        self, things: Iterable[tuple[T, Iterable[str | None]]]
    ) -> dict[str, tuple[T, ...]]:
        """Things by the devices that the ids with them mean, in the catalogue's order."""
        places = self._view.places
        found: defaultdict[str, list[T]] = defaultdict(list)
        for thing, names in things:
            known = [places[name] for name in names if name and name in places]
            for device in dict.fromkeys(place.device.id for place in known):
                found[device].append(thing)
        return {device: tuple(own) for device, own in found.items()}

    def _names(self, device: Dispositivo) -> tuple[str, ...]:
        """The ids that lead to a device besides its own."""
        caput = (device.caput_id,) if device.caput_id else ()
        return (*caput, *self._view.places.former(device))

    def _way(self, target: str, depth: int) -> str:
        """The way to a place of the norm's folder; `depth` is how far a file is below `dados/v1`.

        From `dados/v1/infracoes/x.json` (1) to `artigos/art1.html`: `../../../artigos/art1.html`.
        """
        return "../" * (FOLDER.count("/") + depth) + target

    def _offer(self, name: str, depth: int) -> str:
        """The way to a file offered for download: they all stand at the site's root."""
        if not self._view.folder:
            return "../" * (1 + depth) + name
        return self._way("../" * self._view.folder.count("/") + f"{DOWNLOADS}/{name}", depth)

    def _catalogue(self, depth: int) -> str:
        return self._offer(f"{self._norma.id}.json", depth)

    def _index(self) -> Indice:
        view = self._view
        return Indice(
            esquema=SCHEMA_VERSION,
            catalogo=self._catalogue(0),
            conteudo="indice",
            norma=self._norma,
            arquivos=(
                ArquivoOferecido(endereco="norma.json", descricao=f"Ficha {view.especie.da}"),
                ArquivoOferecido(endereco="infracoes.json", descricao="Todas as infrações"),
                *(
                    ArquivoOferecido(endereco=self._offer(one.name, 0), descricao=one.kind)
                    for one in self._offered
                ),
            ),
            infracoes=tuple(
                Entrada(id=one.id, citacao=one.rotulo, endereco=f"infracoes/{one.id}.json")
                for one in view.catalogue.infracoes
            ),
            dispositivos=tuple(
                EntradaDeDispositivo(
                    id=place.device.id,
                    citacao=view.places.cite(place.device.id),
                    endereco=f"dispositivos/{place.device.id}.json",
                    tipo=place.device.tipo,
                    outros_ids=self._names(place.device),
                )
                for place in view.places.order
            ),
        )

    def _norm(self) -> ArquivoDaNorma:
        catalogue = self._view.catalogue
        return ArquivoDaNorma(
            esquema=SCHEMA_VERSION,
            catalogo=self._catalogue(0),
            conteudo="norma",
            pagina=self._way("norma.html", 0),
            norma=catalogue.norma,
            vigencia=catalogue.vigencia,
            anexos=catalogue.anexos,
            fonte=catalogue.fonte,
            compilador=catalogue.compilador,
            cobertura=catalogue.cobertura,
        )

    def _infractions(self) -> ArquivoDeInfracoes:
        found = self._view.catalogue.infracoes
        return ArquivoDeInfracoes(
            esquema=SCHEMA_VERSION,
            catalogo=self._catalogue(0),
            conteudo="infracoes",
            norma=self._norma,
            pagina=self._way("infracoes.html", 0) if found else None,
            infracoes=found,
        )

    def _infraction(self, one: Infracao) -> ArquivoDeInfracao:
        view = self._view
        device = view.places[one.dispositivo].device
        marks = {mark.id for mark in view.marks(one)}
        findings = (
            found
            for found in view.catalogue.diagnosticos
            if found.id in marks
            or (found.nivel == "nota" and found in self._findings.get(device.id, ()))
        )
        return ArquivoDeInfracao(
            esquema=SCHEMA_VERSION,
            catalogo=self._catalogue(1),
            conteudo="infracao",
            norma=self._norma,
            urn=device_urn(self._norma.urn, one.dispositivo),
            pagina=self._way(leaf(one.id), 1),
            infracao=one,
            sancao=view.sanctions[one.sancao].sanction if one.sancao else None,
            diagnosticos=tuple(findings),
            correcoes=self._corrections.get(device.id, ()),
        )

    def _of_device(self, place: Place) -> ArquivoDeDispositivo:
        view, device = self._view, place.device
        return ArquivoDeDispositivo(
            esquema=SCHEMA_VERSION,
            catalogo=self._catalogue(1),
            conteudo="dispositivo",
            norma=self._norma,
            urn=device_urn(self._norma.urn, device.id),
            pagina=self._way(view.places.href(device.id), 1),
            citacao=view.places.cite(device.id),
            ancestrais=tuple(
                Ancestral(
                    id=one.id, tipo=one.tipo, rotulo=one.rotulo, nome=one.nome, texto=one.texto
                )
                for one in place.above
            ),
            dispositivo=alone(device),
            filhos=tuple(child.id for child in device.filhos),
            sancoes=self._sanctions.get(device.id, ()),
            infracoes=view.infractions(device),
            remissoes=self._cites.get(device.id, ()),
            citado_por=self._cited_by.get(device.id, ()),
            diagnosticos=self._findings.get(device.id, ()),
            correcoes=self._corrections.get(device.id, ()),
        )
