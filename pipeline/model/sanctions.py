"""What the norm punishes: groups of sanction lines, infractions, penalty groups, points.

In: nothing; types only. Out: `Sancao`, `Infracao`, `Grupo`, `Pontuacao` and what they hold.
"""

from typing import Literal

from pydantic import Field

from pipeline.model.base import DeviceId, Origem, Parte, Quantia, Texto

Gravidade = Literal["leve", "media", "grave", "gravissima"]
TipoPenalidade = Literal[
    "advertencia", "multa", "suspensao", "cassacao", "apreensao", "revogacao", "interdicao",
    "frequencia_a_curso", "remissao", "outra",
]  # fmt: skip
TipoMedida = Literal[
    "retencao", "remocao", "recolhimento", "apreensao", "transbordo", "interdicao", "afastamento",
    "remissao", "outra",
]  # fmt: skip
Incidencia = Literal["por_veiculo", "por_transgressao"]


class LinhaDeSancao(Parte):
    """A line below a conduct: Infração tells how grave it is, Penalidade what the offender gets,
    Medida administrativa what officers do on the spot."""

    rotulo: Literal["Infração", "Penalidade", "Medida administrativa"]
    """Label in canonical form."""
    rotulo_original: str
    """Label as printed, with the dash."""
    texto: str | None
    """Value, as printed but for recorded corrections; null if the line ends behind its label."""
    origem: tuple[Origem, ...]
    """Where it stands."""


class Sancao(Parte):
    """A group of sanction lines and the conducts that it punishes."""

    id: str = Field(pattern="^san[0-9]+$")
    """Id, numbered in printed order."""
    alvos: tuple[DeviceId, ...]
    """The punished devices."""
    linhas: tuple[LinhaDeSancao, ...] = Field(min_length=1)
    """The lines, word by word, with the recorded corrections applied."""


class Contexto(Parte):
    """A device on which a conduct hangs."""

    id: DeviceId
    """Its id (a caput's id for the caput)."""
    texto: Texto
    """Its text."""


class Penalidade(Parte):
    """One penalty of an infraction."""

    tipo: TipoPenalidade
    """Kind: a fine (`multa`), a warning, a suspension …; `remissao` only leads to that of another
    device, `outra` is none of the known kinds."""
    grupo: str | None
    """Code of the penalty group, by which the norm tells the amount; null if none is named."""
    fator: int | None = Field(ge=1)
    """Multiple of the amount, where the norm says one ("três vezes")."""
    condicao: Texto | None = Field(examples=["em caso de reincidência"])
    """Where the penalty stands only for a case, the words that say so ("em caso de reincidência");
    null if it stands for all."""
    reincidencia: Texto | None = Field(examples=["em dobro na reincidência"])
    """What the words change on recidivism ("em dobro na reincidência"): it is in no number here."""
    base_legal: DeviceId | None
    """The device that sets it for a whole group or gravity; null if the conduct's own lines do."""
    texto: Texto
    """As printed, but for the recorded corrections."""


class MedidaAdministrativa(Parte):
    """One administrative measure of an infraction: what officers do on the spot."""

    tipo: TipoMedida
    """Kind: holding the vehicle back (`retencao`), towing it away (`remocao`) …; `remissao` only
    leads to that of another device, `outra` is none of the known kinds."""
    texto: Texto
    """As printed, but for the recorded corrections."""


class Multa(Parte):
    """The amount of the fine, read off the norm."""

    quantidade: Quantia
    """Amount, in `unidade`."""
    unidade: str = Field(pattern="^[A-Z]+(-[A-Z]+)?$", examples=["BRL"])
    """Code of the unit: that of the norm, or BRL."""
    por: Texto | None = Field(examples=["dia"])
    """What it is counted by ("dia", "metro quadrado"); null if it is one amount for all."""
    base_legal: DeviceId
    """The device that sets it."""


class Heranca(Parte):
    """What a line that only says "as mesmas" takes from other infractions.

    An inference, kept apart from what is printed: the line has no value of its own, and the
    infraction's gravity, penalties and measures are not those that are found here.
    """

    linha: Literal["Infração", "Penalidade", "Medida administrativa"]
    """The line that refers."""
    texto: Texto
    """Its words."""
    herdada_de: tuple[DeviceId, ...] = Field(min_length=1)
    """The infractions to which the words lead, all of which agree."""
    gravidade: Gravidade | None
    """Their gravity; null if the line is another, or they have none."""
    penalidades: tuple[Penalidade, ...]
    """Their penalties, if the line is Penalidade."""
    medidas_administrativas: tuple[MedidaAdministrativa, ...]
    """Their measures, if the line is Medida administrativa."""
    pontos: int | None = Field(ge=0)
    """Their points, if the line is Infração; null if the norm gives none."""
    multa: Multa | None
    """Their fine, if the line is Penalidade; null if the norm does not define it."""


class Infracao(Parte):
    """A punished conduct, and what it brings about."""

    id: DeviceId
    """Id: that of its device, or the caput's."""
    dispositivo: DeviceId
    """The device that holds the conduct's text."""
    sancao: str | None = Field(pattern="^san[0-9]+$")
    """The group of sanction lines; null if the conduct has none, and its text or the list in which
    it stands names its group or gravity."""
    rotulo: str = Field(examples=["Art. 14, XXV"])
    """Citation."""
    conduta: Texto
    """The conduct's own text, without its final mark."""
    contexto: tuple[Contexto, ...]
    """The devices it hangs on, outermost first; shown before it, they make sense of it."""
    destinatarios: tuple[str, ...] | None
    """Who is addressed, as the article names them; null if it names nobody."""
    gravidade: Gravidade | None
    """How grave the norm holds it to be, from `leve` to `gravissima`; null if it does not say."""
    base_da_gravidade: DeviceId | None = Field(examples=["art12_cpt"])
    """The device that gives the gravity to a whole list ("São infrações leves:"); null if the
    conduct's own lines or text do."""
    penalidades: tuple[Penalidade, ...]
    """Penalties."""
    medidas_administrativas: tuple[MedidaAdministrativa, ...]
    """Administrative measures."""
    incidencia: tuple[Incidencia, ...]
    """What the penalty is counted by, where the norm says so."""
    pontos: int | None = Field(ge=0)
    """Points on the offender's record, by the gravity or the group; null if the norm gives none."""
    multa: Multa | None
    """Fine; null if the norm does not define it."""
    herancas: tuple[Heranca, ...]
    """What its lines that only say "as mesmas" take from other infractions: an inference."""
    origem: tuple[Origem, ...]
    """Where conduct and sanction lines stand."""


class Grupo(Parte):
    """A penalty group that the norm names: a code that stands for a fine, defined once for many
    conducts."""

    codigo: str
    """Code, as the norm writes it."""
    gravidade: Gravidade | None
    """How grave its infractions are, where the definition says so; null if it does not."""
    quantidade: Quantia | None
    """Amount of the fine; null if the norm does not define the group."""
    unidade: str | None = Field(pattern="^[A-Z]+(-[A-Z]+)?$")
    """Code of the unit."""
    por: Texto | None = Field(examples=["dia"])
    """What the amount is counted by ("dia"); null if it is one for all."""
    penalidades: tuple[Penalidade, ...]
    """The penalties that the definition names, for conducts that only name the group."""
    base_legal: DeviceId | None
    """The device that defines it; null if none does."""
    pontos: int | None = Field(ge=0)
    """Points of its infractions; null if the norm gives the group none."""
    base_dos_pontos: DeviceId | None
    """The device that sets the points."""


class MultaDaGravidade(Parte):
    """The fine that the norm sets for all infractions that are equally grave."""

    gravidade: Gravidade
    """How grave they are."""
    quantidade: Quantia
    """Amount, in `unidade`."""
    unidade: str = Field(pattern="^[A-Z]+(-[A-Z]+)?$")
    """Code of the unit."""
    por: Texto | None = Field(examples=["dia"])
    """What the amount is counted by ("dia"); null if it is one for all."""
    penalidades: tuple[Penalidade, ...]
    """The penalties that the same words name, for conducts without a line Penalidade."""
    base_legal: DeviceId
    """The device that sets it."""


class Pontuacao(Parte):
    """The points that the norm gives to all infractions that are equally grave."""

    gravidade: Gravidade
    """How grave they are."""
    pontos: int = Field(ge=0)
    """Points that each puts on the offender's record."""
    base_legal: DeviceId
    """The device that sets them."""


class Remissao(Parte):
    """A reference that the text makes."""

    de: DeviceId
    """The device that refers."""
    texto: Texto
    """The words."""
    tipo: Literal["interna", "externa", "grupo", "gravidade"]
    """To this norm, to another one, to a group, to a gravity."""
    alvo: str | None
    """Id of a device, or the URN of another norm; null if it can't be told."""
    estado: Literal["resolvida", "quebrada", "ambigua", "nao_resolvida"]
    """`resolvida`: the target is one device of this norm, or the words tell another norm's URN
    (that it exists is not looked up), or a norm at hand is the one that they name; `quebrada`: this
    norm has no such device; `ambigua`: it has several; `nao_resolvida`: what is meant can't be
    told."""
    origem: tuple[Origem, ...]
    """Where it stands."""
