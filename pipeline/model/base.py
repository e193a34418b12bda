"""What all parts of the catalogue are made of: closed frozen records, ids, texts, places.

In: nothing; types only. Out: `Parte`, the base of every part, and the types that several parts use.
"""

from decimal import Decimal
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer


def _exact(value: object) -> object:
    """A JSON number as a Decimal; anything else as it is, to be refused."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return Decimal(str(value)) if plain else value


def _plain_number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Quantia = Annotated[
    Decimal,
    Field(ge=0),
    BeforeValidator(_exact),
    PlainSerializer(
        _plain_number, return_type=Annotated[int, Field(ge=0)] | Annotated[float, Field(ge=0)]
    ),
]
"""An amount: exact inside, a JSON number outside."""

DeviceId = Annotated[
    str,
    Field(
        pattern=r"^[a-z]+[0-9]+(-[0-9]+)*u?(_[a-z]+[0-9]*(-[0-9]+)*u?)*(_s[0-9]+)?$",
        examples=["art14_cpt_inc25"],
    ),
]
"""A LexML fragment: art14_cpt_inc25, art31_par1u, art14-1."""

Texto = Annotated[str, Field(min_length=1)]


class Parte(BaseModel):
    """Base of all parts: frozen, and closed to keys that it does not know."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class Origem(Parte):
    """Part of a physical page from which a text comes."""

    pagina: int = Field(ge=1)
    """Physical page, from 1."""
    linhas: tuple[int, int] = Field(examples=[[30, 32]])
    """First and last printed non-blank line of the page, inclusive, from 1, headers included;
    [0, 0] for a page without lines."""
    caixa: tuple[float, float, float, float] | None
    """x0, y0, x1, y1 in PDF points of the unrotated page, origin bottom left; null for text."""


class TextoLocalizado(Parte):
    """A text and where it stands."""

    texto: Texto
    """The text, with the recorded corrections applied."""
    origem: tuple[Origem, ...]
    """Where it stands, one entry a page, in order."""
