"""Groupings, articles, and the parts of articles.

In: nothing; types only. Out: `Dispositivo`, the tree of the norm; `DispositivoSemFilhos`, one node
of it; and `Versao`, a wording of a device other than the one that stands.
"""

from datetime import date
from typing import Literal

from pydantic import Field

from pipeline.model.base import DeviceId, Origem, Parte
from pipeline.model.sanctions import LinhaDeSancao
from pipeline.model.versions import Nota, Situacao, TipoAlteracao

TipoDispositivo = Literal[
    "anexo", "adt", "parte", "livro", "titulo", "capitulo", "secao", "subsecao", "agrupador",
    "artigo", "paragrafo", "inciso", "alinea", "item", "conduta", "subtitulo", "nao_analisado",
]  # fmt: skip


class DispositivoSemFilhos(Parte):
    """A grouping, an article, or a part of an article, without what hangs on it."""

    id: DeviceId
    """LexML fragment, unique in the norm: the anchor, the page and the key of every export."""
    caput_id: DeviceId | None
    """Id of the caput, for articles: the caput has no node of its own."""
    tipo: TipoDispositivo
    """Kind; `anexo` and `adt` hold acts that are numbered apart, `agrupador` is a heading without a
    label, `subtitulo` the heading of a list in an article, `conduta` a conduct without a label;
    `nao_analisado` could not be read."""
    rotulo: str | None = Field(examples=["Art. 4º", "XXV", "Parágrafo único"])
    """Label in canonical form; null for a heading or a conduct without one."""
    rotulo_original: str | None = Field(examples=["Art.4.°", "III—"])
    """Label as printed, with the signs behind it."""
    numero: str | None = Field(examples=["9º", "14-A", "XXV", "único"])
    """Number as LC 95 has it printed: 9º, 14-A, XXV, a, único."""
    nome: str | None
    """Name of a grouping."""
    texto: str | None
    """Own text; of an article, its caput. Null for groupings and for a device without text."""
    texto_final: str | None
    """Text that closes the device after those that hang on it."""
    situacao: Situacao
    """State."""
    notas: tuple[Nota, ...]
    """Editorial notes printed with the text, which are no part of it."""
    versoes: tuple["Versao", ...]
    """Other wordings, the oldest first; empty while nothing amended the device."""
    aliases: tuple[str, ...]
    """Former ids."""
    origem: tuple[Origem, ...]
    """Where label and own text stand."""


class Dispositivo(DispositivoSemFilhos):
    """A grouping, an article, or a part of an article."""

    filhos: tuple["Dispositivo", ...]
    """What hangs on it, in printed order."""


class Versao(Parte):
    """A wording of a device other than the one that stands, with what hung on it then."""

    tipo: TipoAlteracao
    """How it came about."""
    rotulo_original: str | None
    """Label as printed with it; null where it was printed without one."""
    rotulo: str | None = Field(examples=["Parágrafo único"])
    """Label that the device had then, in canonical form."""
    texto: str | None
    """Text of this wording."""
    texto_final: str | None
    """Text that closes it."""
    sancao: tuple[LinhaDeSancao, ...]
    """Sanction lines that stood behind it."""
    situacao: Situacao
    """State of the device in this wording."""
    notas: tuple[Nota, ...]
    """Editorial notes printed with it."""
    inicio: date | None
    """First day on which it held; null if that is not known."""
    fim: date | None
    """Last day on which it held; null if that is not known, or while nothing ends it."""
    norma: str | None
    """Act that made it: the id of its folder, or the URN that its note names; null for the norm
    itself, or if it is not known."""
    dispositivo: DeviceId | None
    """Device of that act which made it, where the act was compiled."""
    riscado: bool
    """Whether it is struck through in print."""
    origem: tuple[Origem, ...]
    """Where it stands, in the norm's own file or in that of the act."""
    filhos: tuple[Dispositivo, ...]
    """What hung on it; an id here is the device's own, and may be that of a device in force."""


class HistoricoDispositivo(Parte):
    """All wordings of one device, whenever they hold."""

    id: DeviceId
    """Its id, by its last number."""
    aliases: tuple[str, ...]
    """Former ids."""
    tipo: TipoDispositivo
    """Kind."""
    pai: DeviceId | None
    """The device on which it hangs; null at the top."""
    versoes: tuple[Versao, ...] = Field(min_length=1)
    """Its wordings, the oldest first, the last one among them."""


class HistoricoDeParte(Parte):
    """All wordings of an annex or of the ementa, where acts changed it."""

    id: DeviceId | Literal["ementa"] = Field(examples=["anexo2"])
    """Its id."""
    versoes: tuple[Versao, ...] = Field(min_length=1)
    """Its wordings, the oldest first, the last one among them; lines parted by line breaks."""


DispositivoSemFilhos.model_rebuild()
Dispositivo.model_rebuild()
