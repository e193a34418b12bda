"""What tells that a device was amended: the notes printed with it, and its other wordings.

In: nothing; types only. Out: `Nota` and the closed lists of kinds. `Versao` stands with the
devices, since a wording may hold devices of its own.
"""

from typing import Literal

from pydantic import Field

from pipeline.labels import URN
from pipeline.model.base import Origem, Parte, Texto

TipoNota = Literal[
    "redacao", "inclusao", "revogacao", "veto", "renumeracao", "suspensao", "vigencia",
    "regulamento", "vide", "nova_redacao", "acrescimo", "outra",
]  # fmt: skip
"""What a note tells; `nova_redacao` is (NR), `acrescimo` is (AC), which name no act."""

TipoAlteracao = Literal[
    "original",
    "redacao",
    "inclusao",
    "revogacao",
    "veto",
    "renumeracao",
    "suspensao",
    "expressao",
    "retificacao",
]
"""How a wording came about; `expressao` is words replaced, `retificacao` a corrected print."""

Situacao = Literal["vigente", "revogado", "vetado", "suspenso"]


class Nota(Parte):
    """An editorial note printed with a device: it is about the text, and no part of it."""

    tipo: TipoNota
    """What it tells."""
    texto: Texto = Field(examples=["(Redação dada pela Lei nº 88, de 2011)"])
    """The note as printed, with its brackets."""
    norma: str | None = Field(
        pattern=f"^{URN.pattern}$", examples=["urn:lex:br;sp;vila.azul:municipal:lei:2011-05-03;88"]
    )
    """LexML URN of the act that it names; null where type, number and date do not allow one."""
    origem: tuple[Origem, ...]
    """Where it stands."""
