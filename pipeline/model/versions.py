"""What tells that a device was amended: the notes printed with it, and its other wordings.

In: nothing; types only. Out: `Nota`, `Alteracao` and the closed lists of kinds. `Versao` stands
with the devices, since a wording may hold devices of its own.
"""

from datetime import date
from typing import Literal

from pydantic import Field

from pipeline.labels import URN
from pipeline.model.base import DeviceId, Origem, Parte, Texto

TipoNota = Literal[
    "redacao", "inclusao", "revogacao", "veto", "renumeracao", "suspensao", "vigencia",
    "regulamento", "vide", "nova_redacao", "acrescimo", "outra",
]  # fmt: skip
"""What a note tells; `nova_redacao` is (NR), `acrescimo` is (AC), which name no act."""

TipoAlteracao = Literal[
    "original", "redacao", "inclusao", "revogacao", "veto", "renumeracao", "suspensao",
    "expressao", "retificacao",
]  # fmt: skip
"""How a wording came about; `expressao` is words replaced, `retificacao` a corrected print."""

Situacao = Literal["vigente", "revogado", "vetado", "suspenso"]


class Nota(Parte):
    """An editorial note printed with a device: it is about the text, and no part of it."""

    tipo: TipoNota
    """What it tells: that the text was reworded, added, repealed …; `nova_redacao` is (NR) and
    `acrescimo` (AC), which name no act."""
    texto: Texto = Field(examples=["(Redação dada pela Lei nº 88, de 2011)"])
    """The note as printed, with its brackets."""
    norma: str | None = Field(
        pattern=f"^{URN.pattern}$", examples=["urn:lex:br;sp;vila.azul:municipal:lei:2011-05-03;88"]
    )
    """LexML URN of the act that it names; null where type, number and date do not allow one."""
    origem: tuple[Origem, ...]
    """Where it stands."""


class Alteracao(Parte):
    """A change of one device, applied to this norm."""

    id: str = Field(pattern="^alt[0-9]+$", examples=["alt1"])
    """Id, numbered in the order in which the changes were applied."""
    tipo: TipoAlteracao
    """What was done; `expressao` is words replaced, `retificacao` a corrected print."""
    alvo: DeviceId | Literal["ementa"] = Field(examples=["art6_cpt"])
    """The device, by the id that it has now; or an annex, or the ementa."""
    inicio: date = Field(examples=["2021-03-10"])
    """First day on which the change holds."""
    efeitos: date | None = Field(examples=["2021-01-01"])
    """Day back to which the act gives its effects, where that is before the first day."""
    norma: str = Field(examples=["lei-9-2021"])
    """Act that made it: the id of its folder."""
    dispositivo: DeviceId | None
    """Device of that act which ordered it; null for a change stated by hand for the whole act."""
    motivo: Texto | None = Field(examples=["a redação está no anexo, que é imagem"])
    """Why the change was stated by hand in the act's `norma.toml`; null if it was read off the
    act."""
    origem: tuple[Origem, ...]
    """Where it is ordered, in the file of the act."""
