"""Groupings, articles, and the parts of articles.

In: nothing; types only. Out: `Dispositivo`, the tree of the norm, and `DispositivoSemFilhos`, one
node of it.
"""

from typing import Literal

from pydantic import Field

from pipeline.model.base import DeviceId, Origem, Parte

TipoDispositivo = Literal[
    "parte", "livro", "titulo", "capitulo", "secao", "subsecao", "artigo", "paragrafo", "inciso",
    "alinea", "item", "conduta", "nao_analisado",
]  # fmt: skip


class DispositivoSemFilhos(Parte):
    """A grouping, an article, or a part of an article, without what hangs on it."""

    id: DeviceId
    """LexML fragment, unique in the norm: the anchor, the page and the key of every export."""
    caput_id: DeviceId | None
    """Id of the caput, for articles: the caput has no node of its own."""
    tipo: TipoDispositivo
    """Kind; `conduta` is a conduct without a label, `nao_analisado` could not be read."""
    rotulo: str | None = Field(examples=["Art. 4º", "XXV", "Parágrafo único"])
    """Label in canonical form; null for a conduct without one."""
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
    situacao: Literal["vigente", "revogado", "vetado", "suspenso"]
    """State."""
    notas: tuple[str, ...]
    """Editorial notes printed with the text."""
    versoes: tuple[str, ...]
    """Other wordings; empty while nothing amended the device."""
    aliases: tuple[str, ...]
    """Former ids."""
    origem: tuple[Origem, ...]
    """Where label and own text stand."""


class Dispositivo(DispositivoSemFilhos):
    """A grouping, an article, or a part of an article."""

    filhos: tuple["Dispositivo", ...]
    """What hangs on it, in printed order."""
