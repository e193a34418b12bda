"""What differs between two catalogues, as data: the contract of `lei diff --json`.

In: nothing; types only. Out: `Diferencas` and its parts, described by
`schema/diferencas.schema.json`. Promises: a change holds both sides whole and names what changed
in them; absent is null or an empty list; an inference is marked as one.
"""

from datetime import date
from typing import Literal

from pydantic import ConfigDict, Field

from pipeline.model import (
    DispositivoSemFilhos,
    Grupo,
    Infracao,
    Parte,
    Pontuacao,
    Remissao,
    Texto,
)

TipoTrecho = Literal["igual", "retirado", "incluido"]
"""A run of words that both wordings have, or one of them alone."""

TipoMudanca = Literal[
    "incluido", "revogado", "vetado", "suspenso", "restabelecido", "retirado", "alterado", "movido"
]
"""What became of a thing; `retirado` is gone without a mark, `movido` changed its id alone."""

Inferencia = Literal["texto_igual", "lugar_no_dispositivo_movido"]
"""What two devices of different ids were taken for one by."""

CampoDeDispositivo = Literal[
    "id", "situacao", "rotulo", "nome", "texto", "texto_final", "notas", "versoes"
]
CampoDeInfracao = Literal[
    "id", "gravidade", "grupo", "multa", "pontos", "penalidades", "medidas_administrativas",
    "incidencia", "destinatarios", "conduta", "contexto", "sancao",
]  # fmt: skip
CampoDeNorma = Literal[
    "id", "urn", "tipo", "numero", "data", "publicacao", "municipio", "uf", "vigencia"
]

CampoDeRemissao = Literal["tipo", "alvo", "estado"]


class Trecho(Parte):
    """A run of words."""

    tipo: TipoTrecho
    """Whether both wordings have it, or which."""
    texto: str
    """The words, with the blanks before them."""


class Palavras(Parte):
    """A text word by word: all but `incluido` is the earlier one, all but `retirado` the later."""

    campo: str = Field(examples=["texto", "conduta"])
    """The field whose text it is."""
    trechos: tuple[Trecho, ...]
    """The runs, in order."""


class MudancaDeDispositivo(Parte):
    """A device that was added, repealed, removed, changed or moved."""

    tipo: TipoMudanca
    """What became of it."""
    inferencia: Inferencia | None
    """What the two ids were taken for one device by; null where id or alias says it."""
    mudou: tuple[CampoDeDispositivo, ...]
    """What differs; empty for one that stands on one side alone."""
    citacao: str = Field(examples=["Art. 14, XXV"])
    """Citation, of the later side if it is there."""
    citacao_antes: str | None
    """Citation of the earlier side; null if it was not there."""
    antes: DispositivoSemFilhos | None
    """The earlier side; null if it was not there."""
    depois: DispositivoSemFilhos | None
    """The later side; null if it is no more."""
    palavras: tuple[Palavras, ...]
    """The changed texts, word by word."""


class MudancaDeInfracao(Parte):
    """An infraction that was added, repealed, removed, changed or moved."""

    tipo: TipoMudanca
    """What became of it."""
    inferencia: Inferencia | None
    """What the two ids were taken for one infraction by; null where id or alias says it."""
    mudou: tuple[CampoDeInfracao, ...]
    """What differs, gravity, group and fine first; empty for one on one side alone."""
    antes: Infracao | None
    """The earlier side; null if it was not there."""
    depois: Infracao | None
    """The later side; null if it is no more."""
    palavras: tuple[Palavras, ...]
    """The changed texts, word by word; `sancao` is the sanction lines as printed."""


class MudancaDeGrupo(Parte):
    """A penalty group that was named, defined or valued otherwise."""

    tipo: Literal["incluido", "retirado", "alterado"]
    """What became of it."""
    mudou: tuple[Literal["gravidade", "quantidade", "unidade", "base_legal"], ...]
    """What differs."""
    antes: Grupo | None
    """The earlier side."""
    depois: Grupo | None
    """The later side."""


class MudancaDePontuacao(Parte):
    """Points of a gravity that were given, taken away or changed."""

    tipo: Literal["incluido", "retirado", "alterado"]
    """What became of them."""
    mudou: tuple[Literal["pontos", "base_legal"], ...]
    """What differs."""
    antes: Pontuacao | None
    """The earlier side."""
    depois: Pontuacao | None
    """The later side."""


class MudancaDeRemissao(Parte):
    """A reference that came, went, or leads elsewhere."""

    tipo: Literal["incluido", "retirado", "alterado"]
    """What became of it."""
    mudou: tuple[CampoDeRemissao, ...]
    """What differs."""
    antes: Remissao | None
    """The earlier side."""
    depois: Remissao | None
    """The later side."""


class MudancaDeParte(Parte):
    """A part outside the devices whose text differs."""

    parte: str = Field(examples=["ementa", "anexo1"])
    """Which: epigrafe, ementa, preambulo, fecho, assinaturas, or an annex by its place."""
    antes: Texto | None
    """The earlier text; null if there was none."""
    depois: Texto | None
    """The later text; null if there is none."""
    palavras: tuple[Trecho, ...]
    """The text word by word."""


class Lado(Parte):
    """One side of a comparison: which catalogue it is."""

    id: str
    """Id of the norm."""
    urn: str | None
    """LexML URN."""
    tipo: str | None
    """Type of norm."""
    numero: str | None
    """Number."""
    data: date | None
    """Date of signature."""
    publicacao: date | None
    """Date of publication."""
    municipio: str | None
    """Municipality."""
    uf: str | None
    """State."""
    vigencia_de: date | None
    """First day on which the wording holds."""
    vigencia_ate: date | None
    """Last day on which it holds."""
    arquivo: str
    """The file compiled."""
    sha256: str
    """Its hash."""
    compilador: str
    """Version of the compiler."""
    gramatica_sha256: str
    """Hash of its grammar."""
    erros: int
    """Findings of level `erro` that nobody accepted: with any, what is missing may be unread."""


class DiferencaDeNorma(Parte):
    """What differs between two catalogues of a norm."""

    antes: Lado
    """The earlier side."""
    depois: Lado
    """The later side."""
    mudou: tuple[CampoDeNorma, ...]
    """What differs in the norm's own facts."""
    infracoes: tuple[MudancaDeInfracao, ...]
    """Infractions: those whose gravity, group or fine changed first, then the others, each in the
    order of the text."""
    dispositivos: tuple[MudancaDeDispositivo, ...]
    """Devices, in the order of the later text; what is gone stands where it stood."""
    partes: tuple[MudancaDeParte, ...]
    """Parts outside the devices."""
    grupos: tuple[MudancaDeGrupo, ...]
    """Penalty groups."""
    pontuacao: tuple[MudancaDePontuacao, ...]
    """Points."""
    remissoes: tuple[MudancaDeRemissao, ...]
    """References."""

    @property
    def vazia(self) -> bool:
        """Whether nothing differs."""
        return not (
            self.mudou or self.infracoes or self.dispositivos or self.partes or self.grupos
            or self.pontuacao or self.remissoes
        )  # fmt: skip


class Diferencas(Parte):
    """What differs between two catalogues, or two sets of them."""

    model_config = ConfigDict(
        title="Diferenças entre catálogos",
        extra="forbid",
        frozen=True,
        strict=True,
        use_attribute_docstrings=True,
    )

    esquema: Literal["1.1.0"]
    """Version of the schema."""
    normas: tuple[DiferencaDeNorma, ...]
    """The norms that both sides have, also those in which nothing differs."""
    normas_incluidas: tuple[str, ...]
    """Ids of norms that the later side alone has."""
    normas_retiradas: tuple[str, ...]
    """Ids of norms that the earlier side alone has."""

    @property
    def vazia(self) -> bool:
        """Whether nothing differs."""
        gone = self.normas_incluidas or self.normas_retiradas
        return not gone and all(one.vazia for one in self.normas)
