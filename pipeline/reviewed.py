"""What people add to a norm, beside its text: values of units, limits, explanations, steps, doors.

In: nothing; types only. Out: `Reviewed`, and the files of a norm's folder that hold it. Promises:
one definition gives the check of a file and its JSON Schema; amounts are exact; nothing here ever
alters the catalogue, and every id of a device is one of the norm's.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from pipeline.model import DeviceId, Parte

T = TypeVar("T")

SLUG = "^[a-z0-9]+(-[a-z0-9]+)*$"
UNIT = "^[A-Z]+(-[A-Z]+)?$"
ADDRESS = "^https?://[^ ]+$"
_FILTERS = "(gravidade|grupo|medida|destinatario|capitulo|texto)=[a-z0-9-]+"
FILTER = f"^{_FILTERS}(&{_FILTERS})*$"
_AMOUNT = "^[0-9]+([.][0-9]+)?$"


def _written(value: str) -> str:
    """A text that says something, with accents as the text of a norm has them."""
    if not value.strip():
        raise PydanticCustomError("empty", "está vazio")
    return unicodedata.normalize("NFC", value.strip())


def _exact(value: object) -> object:
    """An amount in digits, as text or as a number of the file, as a Decimal.

    The file's numbers come as Decimal: a binary float has lost digits already, and is refused.
    """
    if isinstance(value, str):
        if not re.fullmatch(_AMOUNT, value):
            raise PydanticCustomError(
                "amount", "deve ser um número com ponto decimal, sem separar os milhares"
            )
        return Decimal(value)
    return Decimal(value) if type(value) is int else value


Escrito = Annotated[str, Field(min_length=1), AfterValidator(_written)]
"""A text that is not blank."""
Lista = Annotated[tuple[T, ...], Field(strict=False)]
"""A list of the file."""
Valor = Annotated[
    Decimal,
    Field(gt=0, le=1_000_000, decimal_places=40),
    BeforeValidator(_exact),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": _AMOUNT},
                {"type": "number", "exclusiveMinimum": 0},
            ]
        }
    ),
]
"""A positive amount."""


class ValorDeUnidade(Parte):
    """What a unit in which fines are set is worth in a year, in reais."""

    unidade: str = Field(pattern=UNIT, examples=["UPF-XX"])
    """Code of the unit, as the catalogue has it."""
    ano: int = Field(ge=1900, le=2200, examples=[2025])
    """Year in which the value holds."""
    valor: Valor = Field(examples=["4.7508"])
    """Value in reais, with a decimal point; a text or a number, read exactly."""
    ato: Escrito | None = None
    """The act that fixed it, if it is known."""
    fonte: Escrito
    """Who says so."""
    endereco: str | None = Field(default=None, pattern=ADDRESS)
    """Where that can be read on the web."""
    consultada_em: date = Field(le=date(2200, 12, 31))
    """Day on which it was read there."""


class Limite(Parte):
    """A number of points at which the norm attaches a consequence."""

    id: str = Field(pattern=SLUG, examples=["renovacao-auxiliar"])
    """Name given by hand."""
    pontos: int = Field(ge=1, examples=[20])
    """Points that must be reached."""
    dispositivo: DeviceId
    """The device that says so; its words are quoted from the catalogue."""
    condicao: Escrito | None = None
    """To whom or when it applies, in few words."""
    ver: Lista[DeviceId] = ()
    """Devices without which it can't be understood: the period, the exceptions."""


class Explicacao(Parte):
    """A device in plain language."""

    dispositivo: DeviceId
    """The device explained."""
    texto: Escrito
    """The explanation; a blank line parts paragraphs."""
    tambem: Lista[Escrito] = ()
    """Other words by which people look for it."""
    revista_por: Escrito = Field(examples=["equipe do projeto"])
    """Who reviewed it: a role, no person's name."""
    revista_em: date
    """Day of the review."""


class Passo(Parte):
    """A step of a procedure."""

    id: str = Field(pattern=SLUG, examples=["defesa"])
    """Name given by hand."""
    titulo: Escrito
    """What happens, in few words."""
    dispositivos: Lista[DeviceId] = Field(min_length=1)
    """The devices that say so, in the order in which they are shown."""
    explicacao: Escrito | None = None
    """The step in plain language."""
    ressalva: Escrito | None = None
    """What the norm leaves open or contradicts here."""
    ver: Lista[DeviceId] = ()
    """Devices that the reservation is about."""


class Caminho(Parte):
    """A way from the first page to what somebody looks for."""

    titulo: Escrito
    """What is found there, in the reader's words."""
    pagina: Literal[
        "lei",
        "infracoes",
        "multas",
        "procedimento",
        "inconsistencias",
        "correcoes",
        "norma",
        "dados",
    ]
    """The page, by its name in the address."""
    filtro: str | None = Field(default=None, pattern=FILTER, examples=["medida=retencao"])
    """What the page's table is to show, as its address has it."""
    parte: str | None = Field(default=None, pattern="^[a-z0-9_-]+$", examples=["calculadora"])
    """The part of the page, by its id."""


class Porta(Parte):
    """A kind of reader, with the ways that serve him."""

    id: str = Field(pattern=SLUG, examples=["condutor"])
    """Name given by hand."""
    titulo: Escrito
    """Who this is for, in the reader's words."""
    caminhos: Lista[Caminho] = Field(min_length=1)
    """Ways, the most asked for first."""


class Arquivo(Parte):
    """Base of the files: a list of tables each; all of them may be left out."""

    model_config = ConfigDict(
        title="Dados revistos", extra="forbid", frozen=True, strict=True,
        use_attribute_docstrings=True,
    )  # fmt: skip


class Unidades(Arquivo):
    """`unidades.toml`: what the units in which fines are set are worth, by year."""

    valores: Lista[ValorDeUnidade] = ()
    """Values, one for each unit and year."""


class Pontos(Arquivo):
    """`pontos.toml`: limits of accumulated points."""

    limites: Lista[Limite] = ()
    """Limits."""


class Explicacoes(Arquivo):
    """`explicacoes.toml`: devices in plain language."""

    explicacoes: Lista[Explicacao] = ()
    """Explanations, one a device."""


class Procedimento(Arquivo):
    """`procedimento.toml`: the steps of procedure and defence."""

    passos: Lista[Passo] = ()
    """Steps, in their order."""


class Inicio(Arquivo):
    """`inicio.toml`: the doors of the first page, by reader."""

    portas: Lista[Porta] = ()
    """Doors, in their order."""


@dataclass(frozen=True, slots=True)
class ReviewedFile:
    """A file: its model, the list of tables in it, and the keys by which no two rows are alike."""

    name: str
    model: type[Arquivo]
    rows: str
    row: type[Parte]
    unique: tuple[str, ...]

    @property
    def schema_name(self) -> str:
        """Name of its JSON Schema: `unidades.schema.json`."""
        return self.name.replace(".toml", ".schema.json")


FILES: tuple[ReviewedFile, ...] = (
    ReviewedFile("unidades.toml", Unidades, "valores", ValorDeUnidade, ("unidade", "ano")),
    ReviewedFile("pontos.toml", Pontos, "limites", Limite, ("id",)),
    ReviewedFile("explicacoes.toml", Explicacoes, "explicacoes", Explicacao, ("dispositivo",)),
    ReviewedFile("procedimento.toml", Procedimento, "passos", Passo, ("id",)),
    ReviewedFile("inicio.toml", Inicio, "portas", Porta, ("id",)),
)
"""All files of reviewed data. Their lists are the fields of `Reviewed`."""


class Reviewed(Parte):
    """All that was added to one norm; empty where there is no file."""

    valores: Lista[ValorDeUnidade] = ()
    """Values of units."""
    limites: Lista[Limite] = ()
    """Limits of points."""
    explicacoes: Lista[Explicacao] = ()
    """Explanations."""
    passos: Lista[Passo] = ()
    """Steps of the procedure."""
    portas: Lista[Porta] = ()
    """Doors of the first page."""

    @classmethod
    def of(cls, read: Mapping[str, Any]) -> "Reviewed":
        """Put together from the lists of the files, by their names.

        >>> Reviewed.of({}).valores
        ()
        """
        return cls(**read)
