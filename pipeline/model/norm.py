"""The norm as a whole: what identifies it, its parts outside the articles, the file it is from.

In: nothing; types only. Out: `Norma`, `Fonte`, `Vigencia` and what they hold.
"""

from datetime import date
from typing import Literal

from pydantic import Field

from pipeline.labels import URN
from pipeline.model.base import DeviceId, Origem, Parte, Texto, TextoLocalizado
from pipeline.model.versions import Situacao

Metodo = Literal["nativo", "texto", "ocr", "vazia", "ilegivel"]


class Compilador(Parte):
    """What made the catalogue."""

    versao: str
    """Version of the compiler."""
    gramatica_sha256: str = Field(pattern="^[0-9a-f]{64}$")
    """Hash of the grammar it read with."""


class Registro(Parte):
    """The collection's record of the document, as the collection writes it."""

    acervo: str
    """Name of the collection."""
    id_nativo: str | None
    """Id of the norm in the collection."""
    materia_originaria: str | None
    """Id of the bill from which the norm came."""
    tipo: str | None
    """Type of norm."""
    numero_ano: str | None
    """Number and year."""
    data: date | None
    """Date of the norm."""
    ementa: str | None
    """Summary, in the collection's wording."""
    situacao: str | None
    """State of the text extraction."""
    metodo: str | None
    """Method of the text extraction."""
    extrator: str | None
    """Program that extracted the text."""
    confianca: float | None
    """Confidence that the collection gives the text, from 0 to 1."""
    paginas: int | None
    """Number of pages."""


class Assinatura(Parte):
    """Who signed."""

    nome: Texto
    """Name, as printed."""
    cargo: str | None
    """Office, as printed."""
    origem: tuple[Origem, ...]
    """Where it stands."""

    @property
    def texto(self) -> str:
        """Name and office in one line."""
        return f"{self.nome}, {self.cargo}" if self.cargo else self.nome


class Anexo(Parte):
    """An annex without articles: a table, a form, a map. Its lines are kept as they are."""

    id: DeviceId = Field(examples=["anexo1"])
    """LexML fragment, unique in the norm."""
    rotulo: str = Field(examples=["ANEXO I", "ANEXO ÚNICO"])
    """Label in canonical form."""
    rotulo_original: str
    """Label as printed."""
    nome: str | None
    """What the line of the label says behind it."""
    linhas: tuple[Texto, ...]
    """The lines below the label, as printed: rows of a table are not parted."""
    situacao: Situacao
    """State: `revogado` where an act repealed it, which leaves its place."""
    origem: tuple[Origem, ...]
    """Where it stands."""

    @property
    def texto(self) -> str:
        """The whole of it, its lines parted by line breaks."""
        heading = " – ".join(filter(None, (self.rotulo_original, self.nome)))
        return "\n".join((heading, *self.linhas))


class Norma(Parte):
    """The norm: what identifies it, and its parts outside the articles."""

    id: str = Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")
    """Id: the name of its folder."""
    urn: str | None = Field(pattern=f"^{URN.pattern}$")
    """LexML URN; null if the place can't be read."""
    tipo: str | None = Field(examples=["lei", "lei.complementar"])
    """Type, as a LexML word."""
    numero: str | None
    """Number without its thousands dot."""
    data: date | None
    """Date of signature, from the epígrafe."""
    publicacao: date | None
    """Date of publication, where it is known."""
    municipio: str | None
    """Municipality."""
    uf: str | None
    """State, two letters."""
    epigrafe: TextoLocalizado | None
    """Epígrafe: type, number and date."""
    ementa: TextoLocalizado | None
    """Ementa: the summary printed above the norm."""
    preambulo: TextoLocalizado | None
    """Preâmbulo: the authority and the enacting words."""
    fecho: TextoLocalizado | None
    """Fecho: place and date at the end."""
    assinaturas: tuple[Assinatura, ...]
    """Signatures."""
    registro: Registro | None
    """The collection's record, if there is one."""


class Vigencia(Parte):
    """The interval of dates in which this selection of versions holds."""

    de: date | None
    """First day; null if no date is known."""
    ate: date | None
    """Last day; null while nothing ends it."""
    inicio_presumido: bool
    """Whether the first day is presumed, for want of the date of publication."""


class Pagina(Parte):
    """A physical page of the file."""

    numero: int = Field(ge=1)
    """Physical page, from 1."""
    largura: float | None
    """Width in PDF points; null for text."""
    altura: float | None
    """Height in PDF points; null for text."""
    rotacao: Literal[0, 90, 180, 270]
    """Rotation of the page when shown, in degrees clockwise."""
    giro: Literal[0, 90, 180, 270]
    """Turn, in degrees clockwise, after which the text of the page as shown stands upright; found
    by OCR, and 0 where the text is the file's own."""
    metodo: Metodo
    """How its text was had: `nativo`, the PDF's own; `texto`, a text file; `ocr`. A page that is
    `vazia` has nothing printed on it, and one that is `ilegivel` could not be read."""
    confianca: float | None
    """Confidence of the OCR, from 0 to 1; null where the text is the file's own."""
    qualidade: float | None
    """Share of words that could be words, from 0 to 1; null where there are too few to tell."""


class Fonte(Parte):
    """The file that was compiled."""

    arquivo: str
    """File name."""
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    """Hash of the file."""
    metodo: Literal["nativo", "texto", "ocr"]
    """How the text was had: the PDF's text layer, a plain text file, or OCR of a page or more."""
    extrator: str
    """Programs that read the text, with their versions."""
    reconstituida: bool
    """Whether the file is a reconstitution instead of the published one."""
    motivo_reconstituicao: str | None
    """Why it is one."""
    paginas: tuple[Pagina, ...]
    """All pages."""
