"""The small files of data: a norm, its infractions, each of its devices, apart from the catalogue.

In: nothing; types only. Out: the types of the files under `dados/v1/`, described by
`schema/dados.schema.json`, which is generated from here. Promises: what comes from the catalogue
keeps its name and its form; what is added says where the whole is, where the page is, and what
belongs together. Addresses are relative to the file that holds them.
"""

from typing import Annotated, Literal

from pydantic import Field

from pipeline.labels import URN
from pipeline.model import (
    Cobertura,
    Compilador,
    Correcao,
    DeviceId,
    Diagnostico,
    DispositivoSemFilhos,
    Fonte,
    Infracao,
    Norma,
    Parte,
    Remissao,
    Sancao,
    Texto,
    TextoLocalizado,
    TipoDispositivo,
    Vigencia,
)

Endereco = Annotated[str, Field(min_length=1)]
"""An address, relative to the file that holds it."""

UrnDeDispositivo = Annotated[str, Field(pattern=f"^{URN.pattern}![a-z0-9_-]+$")]


class NormaCitada(Parte):
    """The norm, as a file that is about a part of it names it."""

    id: str = Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")
    """Id of the norm."""
    urn: str | None = Field(pattern=f"^{URN.pattern}$")
    """LexML URN; null if the place can't be read."""


class ArquivoDeDados(Parte):
    """What all files have."""

    esquema: Literal["1.1.0"]
    """Version of the schema, the catalogue's own."""
    catalogo: Endereco
    """Address of the whole catalogue."""


class Entrada(Parte):
    """A device or an infraction that has a file of its own."""

    id: DeviceId
    """Id, and the name of the file."""
    citacao: Texto
    """Citation in words."""
    endereco: Endereco
    """Address of the file."""


class EntradaDeDispositivo(Entrada):
    """A device that has a file of its own."""

    tipo: TipoDispositivo
    """Kind."""
    outros_ids: tuple[DeviceId, ...]
    """Other ids under which the same file stands: that of the caput, and former ones."""


class ArquivoOferecido(Parte):
    """A file that holds more than one device or infraction."""

    endereco: Endereco
    """Address of the file."""
    descricao: Texto
    """What it is, in Portuguese."""


class Indice(ArquivoDeDados):
    """`index.json`: what there is."""

    conteudo: Literal["indice"]
    """What the file holds."""
    norma: NormaCitada
    """The norm."""
    arquivos: tuple[ArquivoOferecido, ...]
    """Whole files."""
    infracoes: tuple[Entrada, ...]
    """Files of infractions, in printed order."""
    dispositivos: tuple[EntradaDeDispositivo, ...]
    """Files of devices, in printed order."""


class ArquivoDaNorma(ArquivoDeDados):
    """`norma.json`: the norm but for its articles and what comes of them."""

    conteudo: Literal["norma"]
    """What the file holds."""
    pagina: Endereco
    """Address of its page."""
    norma: Norma
    """The norm."""
    vigencia: Vigencia
    """Interval in which this selection holds."""
    anexos: tuple[TextoLocalizado, ...]
    """Annexes, unread: their lines as printed, parted by line breaks."""
    fonte: Fonte
    """The file compiled."""
    compilador: Compilador
    """What made the catalogue."""
    cobertura: Cobertura
    """Account of the printed lines."""


class ArquivoDeInfracoes(ArquivoDeDados):
    """`infracoes.json`: all infractions."""

    conteudo: Literal["infracoes"]
    """What the file holds."""
    norma: NormaCitada
    """The norm."""
    pagina: Endereco | None
    """Address of its page; null where there is no infraction."""
    infracoes: tuple[Infracao, ...]
    """Punished conducts, in printed order."""


class ArquivoDeInfracao(ArquivoDeDados):
    """`infracoes/<id>.json`: an infraction, and what touches it."""

    conteudo: Literal["infracao"]
    """What the file holds."""
    norma: NormaCitada
    """The norm."""
    urn: UrnDeDispositivo | None
    """LexML URN of the device that holds the conduct's text; null where there is none."""
    pagina: Endereco
    """Address of its page."""
    infracao: Infracao
    """The infraction."""
    sancao: Sancao | None
    """The sanction lines that punish it, word by word; null if it has none of its own."""
    diagnosticos: tuple[Diagnostico, ...]
    """Findings that touch the conduct or its sanction."""
    correcoes: tuple[Correcao, ...]
    """Corrections in the lines of the conduct."""


class Ancestral(Parte):
    """A device that another one hangs on."""

    id: DeviceId
    """Its id."""
    tipo: TipoDispositivo
    """Kind."""
    rotulo: str | None
    """Label in canonical form."""
    nome: str | None
    """Name of a grouping."""
    texto: str | None
    """Own text; of an article, its caput."""


class ArquivoDeDispositivo(ArquivoDeDados):
    """`dispositivos/<id>.json`: a device, and what touches it."""

    conteudo: Literal["dispositivo"]
    """What the file holds."""
    norma: NormaCitada
    """The norm."""
    urn: UrnDeDispositivo | None
    """LexML URN; null where there is none."""
    pagina: Endereco
    """Address of its page, with its anchor."""
    citacao: Texto
    """Citation in words."""
    ancestrais: tuple[Ancestral, ...]
    """The devices it hangs on, outermost first."""
    dispositivo: DispositivoSemFilhos
    """The device."""
    filhos: tuple[DeviceId, ...]
    """Ids of what hangs on it, in printed order."""
    sancoes: tuple[Sancao, ...]
    """Sanction lines that punish it, word by word."""
    infracoes: tuple[Infracao, ...]
    """Infractions whose conduct it is."""
    remissoes: tuple[Remissao, ...]
    """What it cites."""
    citado_por: tuple[Remissao, ...]
    """What cites it."""
    diagnosticos: tuple[Diagnostico, ...]
    """Findings about it."""
    correcoes: tuple[Correcao, ...]
    """Corrections in its lines."""


Dados = Indice | ArquivoDaNorma | ArquivoDeInfracoes | ArquivoDeInfracao | ArquivoDeDispositivo
"""Any of the files; `conteudo` tells which."""
