"""The catalogue: what a norm says, as data. The contract that other programs rely on.

In: nothing; types only. Out: `Catalogo` and its parts, written to `build/catalogo/<norma>.json` and
described by `schema/catalogo.schema.json`, which is generated from here. Promises: absent is null
or an empty list, never an invented value; every node has all its keys; every id that is named
anywhere resolves to a device's `id` or `caput_id`; nothing can be changed once it is made.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from pipeline.spans import Box, Region

SCHEMA_VERSION: Literal["1.0.0"] = "1.0.0"

Gravidade = Literal["leve", "media", "grave", "gravissima"]
TipoDispositivo = Literal[
    "parte", "livro", "titulo", "capitulo", "secao", "subsecao", "artigo", "paragrafo", "inciso",
    "alinea", "item", "conduta", "nao_analisado",
]  # fmt: skip
TipoPenalidade = Literal[
    "advertencia", "multa", "suspensao", "cassacao", "apreensao", "revogacao", "interdicao",
    "frequencia_a_curso", "remissao", "outra",
]  # fmt: skip
TipoMedida = Literal[
    "retencao", "remocao", "recolhimento", "apreensao", "transbordo", "interdicao", "afastamento",
    "remissao", "outra",
]  # fmt: skip
Incidencia = Literal["por_veiculo", "por_transgressao"]
Metodo = Literal["nativo", "texto", "ocr", "vazia", "ilegivel"]
MotivoDescarte = Literal["cabecalho", "rodape", "numero_de_pagina", "carimbo", "ruido", "sumario"]


def _plain_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Quantia = Annotated[
    Decimal,
    Field(ge=0),
    PlainSerializer(_plain_number, return_type=int | float),
]
"""An amount: exact inside, a JSON number outside."""

DeviceId = Annotated[
    str, Field(pattern=r"^[a-z]+[0-9]+(-[0-9]+)*u?(_[a-z]+[0-9]*(-[0-9]+)*u?)*(_s[0-9]+)?$")
]
"""A LexML fragment: art14_cpt_inc25, art31_par1u, art14-1."""

Texto = Annotated[str, Field(min_length=1)]


class Parte(BaseModel):
    """Base of all parts: frozen, and closed to keys that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


# ── where ────────────────────────────────────────────────────────────────────────────────────


class Origem(Parte):
    """Part of a physical page from which a text comes."""

    pagina: int = Field(ge=1)
    """Physical page, from 1."""
    linhas: tuple[int, int]
    """First and last printed non-blank line of the page, inclusive, from 1, headers included."""
    caixa: tuple[float, float, float, float] | None
    """x0, y0, x1, y1 in PDF points of the unrotated page, origin bottom left; null for text."""


class TextoLocalizado(Parte):
    """A text and where it stands."""

    texto: Texto
    """The text, with the recorded corrections applied."""
    origem: tuple[Origem, ...]
    """Where it stands, one entry a page, in order."""


# ── the norm and its file ────────────────────────────────────────────────────────────────────


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


class Norma(Parte):
    """The norm: what identifies it, and its parts outside the articles."""

    id: str = Field(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")
    """Id: the name of its folder."""
    urn: str | None = Field(
        pattern=r"^urn:lex:br(;[a-z.]+)*(:[a-z.]+){2}:[0-9]{4}-[0-9]{2}-[0-9]{2};[0-9a-z.-]+$"
    )
    """LexML URN; null if the place can't be read."""
    tipo: str | None
    """Type, as a LexML word: lei, lei.complementar, decreto."""
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
    """Ementa: the summary printed in the norm."""
    preambulo: TextoLocalizado | None
    """Preâmbulo: the authority and the enacting words."""
    fecho: TextoLocalizado | None
    """Fecho: place and date."""
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
    metodo: Metodo
    """How its text was had."""
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
    """How the text was had: the PDF's text layer, a plain text file, or OCR."""
    extrator: str
    """Program that read the text, with its version."""
    reconstituida: bool
    """Whether the file is a reconstitution instead of the published one."""
    motivo_reconstituicao: str | None
    """Why it is one."""
    paginas: tuple[Pagina, ...]
    """All pages."""


# ── devices ──────────────────────────────────────────────────────────────────────────────────


class Dispositivo(Parte):
    """A grouping, an article, or a part of an article."""

    id: DeviceId
    """LexML fragment, unique in the norm: the anchor, the page and the key of every export."""
    caput_id: DeviceId | None
    """Id of the caput, for articles: the caput has no node of its own."""
    tipo: TipoDispositivo
    """Kind; `conduta` is a conduct without a label, `nao_analisado` could not be read."""
    rotulo: str | None
    """Label in canonical form; null for a conduct without one."""
    rotulo_original: str | None
    """Label as printed, with the signs behind it."""
    numero: str | None
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
    filhos: tuple["Dispositivo", ...]
    """What hangs on it, in printed order."""


# ── sanctions ────────────────────────────────────────────────────────────────────────────────


class LinhaDeSancao(Parte):
    """A line Infração, Penalidade or Medida administrativa."""

    rotulo: Literal["Infração", "Penalidade", "Medida administrativa"]
    """Label in canonical form."""
    rotulo_original: str
    """Label as printed, with the dash."""
    texto: str | None
    """Value, as printed; null if the line ends behind the label."""
    origem: tuple[Origem, ...]
    """Where it stands."""


class Sancao(Parte):
    """A group of sanction lines and the conducts that it punishes."""

    id: str = Field(pattern="^san[0-9]+$")
    """Id, numbered in printed order."""
    alvos: tuple[DeviceId, ...]
    """The punished devices."""
    linhas: tuple[LinhaDeSancao, ...] = Field(min_length=1)
    """The lines, verbatim."""


class Contexto(Parte):
    """A device on which a conduct hangs."""

    id: DeviceId
    """Its id (a caput's id for the caput)."""
    texto: Texto
    """Its text."""


class Penalidade(Parte):
    """One penalty of an infraction."""

    tipo: TipoPenalidade
    """Kind."""
    grupo: str | None
    """Code of the penalty group."""
    fator: int | None = Field(ge=1)
    """Multiple of the amount, where the norm says one ("três vezes")."""
    texto: Texto
    """As printed."""


class MedidaAdministrativa(Parte):
    """One administrative measure of an infraction."""

    tipo: TipoMedida
    """Kind."""
    texto: Texto
    """As printed."""


class Multa(Parte):
    """The amount of the fine, read off the norm."""

    quantidade: Quantia
    """Amount, in `unidade`."""
    unidade: str = Field(pattern="^[A-Z]+(-[A-Z]+)?$")
    """Code of the unit: that of the norm, or BRL."""
    base_legal: DeviceId
    """The device that sets it."""


class Infracao(Parte):
    """A punished conduct."""

    id: DeviceId
    """Id: that of its device, or the caput's."""
    dispositivo: DeviceId
    """The device that holds the conduct's text."""
    sancao: str = Field(pattern="^san[0-9]+$")
    """The group of sanction lines."""
    rotulo: str
    """Citation: Art. 14, XXV."""
    conduta: Texto
    """The conduct's own text, without its final mark."""
    contexto: tuple[Contexto, ...]
    """The devices it hangs on, outermost first; shown before it, they make sense of it."""
    destinatarios: tuple[str, ...] | None
    """Who is addressed, as the article names them; null if it names nobody."""
    gravidade: Gravidade | None
    """Gravity, as the line Infração has it; null if there is none."""
    penalidades: tuple[Penalidade, ...]
    """Penalties."""
    medidas_administrativas: tuple[MedidaAdministrativa, ...]
    """Administrative measures."""
    incidencia: tuple[Incidencia, ...]
    """What the penalty is counted by, where the norm says so."""
    pontos: int | None = Field(ge=0)
    """Points, by the gravity; null if the norm gives none."""
    multa: Multa | None
    """Fine; null if the norm does not define it."""
    origem: tuple[Origem, ...]
    """Where conduct and sanction lines stand."""


class Grupo(Parte):
    """A penalty group that the norm names."""

    codigo: str
    """Code."""
    gravidade: Gravidade | None
    """Gravity that the norm gives it; null if none."""
    quantidade: Quantia | None
    """Amount of the fine; null if the norm does not define the group."""
    unidade: str | None = Field(pattern="^[A-Z]+(-[A-Z]+)?$")
    """Code of the unit."""
    base_legal: DeviceId | None
    """The device that defines it; null if none does."""


class Pontuacao(Parte):
    """Points of a gravity."""

    gravidade: Gravidade
    """Gravity."""
    pontos: int = Field(ge=0)
    """Points."""
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
    """Id or URN referred to; null if it can't be told."""
    estado: Literal["resolvida", "quebrada", "ambigua", "nao_resolvida"]
    """Whether the target exists and is one."""
    origem: tuple[Origem, ...]
    """Where it stands."""


# ── what was found and done ──────────────────────────────────────────────────────────────────


class Diagnostico(Parte):
    """A finding about the norm or its print."""

    id: str
    """Id: code and device, numbered where they repeat."""
    codigo: str = Field(pattern="^[A-Z]{3}[0-9]{3}$")
    """Code; `lei explain` and the site tell what it means."""
    nivel: Literal["erro", "aviso", "nota"]
    """Level."""
    classe: Literal["norma", "ocr", "compilador"]
    """Whose fault: the law's, the print's, or the compiler's."""
    dispositivo: DeviceId | None
    """Device that it is about."""
    mensagem: Texto
    """What was found."""
    ajuda: Texto
    """What to do."""
    origem: tuple[Origem, ...]
    """Where."""
    aceito: bool
    """Whether an `erro` was accepted by name at the build (`--aceitar`)."""


class Correcao(Parte):
    """A change of letters, digits or signs of the print."""

    id: str
    """Id: the erratum's, or the rule's, numbered where they repeat."""
    antes: str
    """As printed."""
    depois: str
    """As read."""
    regra: str
    """`errata` for a reviewed one, else the name of the automatic repair."""
    certeza: Literal["certa", "provavel"]
    """How sure it is."""
    motivo: Texto
    """Why."""
    dispositivo: DeviceId | None
    """Device in whose lines it stands."""
    origem: tuple[Origem, ...]
    """Where."""


class Descarte(Parte):
    """A printed line that is no part of the norm."""

    texto: Texto
    """The line."""
    motivo: MotivoDescarte
    """What it is."""
    origem: tuple[Origem, ...]
    """Where it stands."""


class Cobertura(Parte):
    """Where the printed lines went; each counts once, where its first character went."""

    linhas: int
    """All printed, non-blank lines."""
    em_dispositivos: int
    """In labels, names and texts of devices and in sanction lines."""
    em_partes: int
    """In epígrafe, ementa, preâmbulo, fecho, signatures and annexes."""
    descartadas: int
    """In discards."""
    sem_lugar: int
    """Nowhere; each is reported."""


class Catalogo(Parte):
    """A compiled norm."""

    model_config = ConfigDict(
        title="Catálogo de norma",
        extra="forbid",
        frozen=True,
        use_attribute_docstrings=True,
    )

    esquema: Literal["1.0.0"]
    """Version of the schema."""
    compilador: Compilador
    """What made the catalogue."""
    norma: Norma
    """The norm."""
    vigencia: Vigencia
    """Interval in which this selection holds."""
    fonte: Fonte
    """The file compiled."""
    dispositivos: tuple[Dispositivo, ...]
    """Groupings and articles."""
    anexos: tuple[TextoLocalizado, ...]
    """Annexes."""
    sancoes: tuple[Sancao, ...]
    """Groups of sanction lines, in printed order."""
    infracoes: tuple[Infracao, ...]
    """Punished conducts, in printed order."""
    grupos: tuple[Grupo, ...]
    """Penalty groups that the norm names, defined ones first."""
    pontuacao: tuple[Pontuacao, ...]
    """Points by gravity."""
    remissoes: tuple[Remissao, ...]
    """References; empty in this version."""
    diagnosticos: tuple[Diagnostico, ...]
    """Findings, in the order of the text."""
    correcoes: tuple[Correcao, ...]
    """Corrections, in the order of the text."""
    descartes: tuple[Descarte, ...]
    """Printed lines that are no part of the norm."""
    cobertura: Cobertura
    """Account of the printed lines."""


# ── ways through the catalogue ───────────────────────────────────────────────────────────────


def walk(devices: Iterable[Dispositivo]) -> Iterator[Dispositivo]:
    """All devices, each before those that hang on it.

    >>> # [device.id for device in walk(catalogue.dispositivos)][:2] → ['cap1', 'art1']
    """
    for device in devices:
        yield device
        yield from walk(device.filhos)


def paths(devices: Iterable[Dispositivo]) -> Iterator[tuple[Dispositivo, ...]]:
    """The way to each device, outermost first, the device itself last.

    >>> # next(paths(catalogue.dispositivos))[-1].id → 'cap1'
    """
    for device in devices:
        yield (device,)
        yield from ((device, *rest) for rest in paths(device.filhos))


def citation(path: Sequence[Dispositivo]) -> str:
    """How a lawyer cites the last device of a path (LC 95/1998, art. 11, II, g).

    >>> # citation((cap2, sec3, art14, inc25)) → 'Art. 14, XXV'
    """
    inside = [one for one in path if one.tipo not in _GROUPINGS and one.rotulo]
    if not inside:
        return path[-1].rotulo or path[-1].id
    first, *rest = inside
    parts = [first.rotulo or ""]
    for one in rest:
        if one.tipo == "paragrafo":
            parts.append("parágrafo único" if one.numero == "único" else one.rotulo or "")
        else:
            parts.append(one.numero or "")
    return ", ".join(parts)


def locate(places: Iterable[Region]) -> tuple[Origem, ...]:
    """Places on the page, as the catalogue writes them."""
    return tuple(
        Origem(
            pagina=at.page,
            linhas=(at.first, at.last),
            caixa=(at.box.x0, at.box.y0, at.box.x1, at.box.y1) if at.box else None,
        )
        for at in places
    )


def regions_of(origin: Iterable[Origem]) -> tuple[Region, ...]:
    """Places of the catalogue as places on the page: the inverse of `locate`."""
    return tuple(
        Region(at.pagina, *at.linhas, Box(*at.caixa) if at.caixa else None) for at in origin
    )


_GROUPINGS = ("parte", "livro", "titulo", "capitulo", "secao", "subsecao")
