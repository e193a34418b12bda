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
    "anexo", "adt", "parte", "livro", "titulo", "subtitulo_agrupador", "capitulo", "secao",
    "subsecao", "agrupador",
    "artigo", "paragrafo", "inciso", "alinea", "item", "conduta", "subtitulo", "nao_analisado",
]  # fmt: skip


class DispositivoSemFilhos(Parte):
    """A part of the text that can be cited: a grouping of articles, an article, or a part of one;
    without what hangs on it."""

    id: DeviceId
    """LexML fragment, unique in the norm: the anchor, the page and the key of every export."""
    caput_id: DeviceId | None
    """Id of the caput, the text that an article begins with: it has no node of its own. Null for
    all but articles."""
    tipo: TipoDispositivo
    """Kind. Groupings, each larger than the next: `parte`, `livro`, `titulo`, `subtitulo_agrupador`
    (LexML's `stt`), `capitulo`, `secao`, `subsecao`, and `agrupador`, a heading without a label. An
    article and its parts: `artigo`, `paragrafo` (§ 1º), `inciso` (I), `alinea` (a), `item` (1).
    `anexo` and `adt` hold acts that are numbered apart; `subtitulo` is the heading of a list in an
    article, `conduta` a conduct without a label; `nao_analisado` could not be read."""
    rotulo: str | None = Field(examples=["Art. 4º", "XXV", "Parágrafo único"])
    """Label in canonical form; null for a heading or a conduct without one."""
    rotulo_original: str | None = Field(examples=["Art.4.°", "III—"])
    """Label as printed, with the signs behind it."""
    numero: str | None = Field(examples=["9º", "14-A", "XXV", "único"])
    """Number as LC 95 has it printed: 9º, 14-A, XXV, a, único."""
    nome: str | None
    """Name of a grouping; of an article or a paragraph, the rubric above its label."""
    texto: str | None
    """Own text; of an article, its caput. Null for groupings and for a device without text."""
    texto_final: str | None
    """Text that closes the device after those that hang on it."""
    situacao: Situacao
    """Whether it is in force (`vigente`), or why not: repealed, vetoed (it never was in force), or
    suspended."""
    notas: tuple[Nota, ...]
    """Editorial notes printed with the text, which are no part of it."""
    versoes: tuple["Versao", ...]
    """Other wordings, the oldest first; empty while nothing amended the device."""
    aliases: tuple[str, ...]
    """Former ids."""
    origem: tuple[Origem, ...]
    """Where label and own text stand."""


class Dispositivo(DispositivoSemFilhos):
    """A part of the text that can be cited: a grouping of articles, an article, a part of one."""

    filhos: tuple["Dispositivo", ...]
    """What hangs on it, in printed order."""


class Versao(Parte):
    """A wording of a device other than the one that stands, with what hung on it then."""

    tipo: TipoAlteracao
    """How it came about: the `original`, or by what change (a new wording, an addition …);
    `expressao` is words replaced, `retificacao` a corrected print."""
    rotulo_original: str | None
    """Label as printed with it; null where it was printed without one."""
    rotulo: str | None = Field(examples=["Parágrafo único"])
    """Label that the device had then, in canonical form."""
    texto: str | None
    """Text of this wording, of a grouping its name; null where it had none, or where only sanction
    lines of the device no longer hold."""
    texto_final: str | None
    """Text that closes it."""
    sancao: tuple[LinhaDeSancao, ...]
    """Sanction lines that stood behind it, or behind what hung on it, in printed order."""
    situacao: Situacao
    """Whether the device was in force in this wording, or why not."""
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
    """Kind, as of any device."""
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
