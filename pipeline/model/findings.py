"""What was found and done while compiling: diagnostics, corrections, discards, lines counted.

In: nothing; types only. Out: `Diagnostico`, `Correcao`, `Descarte`, `Cobertura`.
"""

from typing import Literal

from pydantic import Field

from pipeline.model.base import DeviceId, Origem, Parte, Texto

MotivoDescarte = Literal[
    "cabecalho", "rodape", "numero_de_pagina", "carimbo", "ruido", "sumario", "margem",
    "fora_da_pagina", "duplicado", "outro_ato",
]  # fmt: skip


class Diagnostico(Parte):
    """A finding about the norm or its print."""

    id: str = Field(examples=["NUM001-art14"])
    """Id: code and device, numbered where they repeat."""
    codigo: str = Field(pattern="^[A-Z]{3}[0-9]{3}$", examples=["NUM001"])
    """Code; `lei explain` and the site tell what it means."""
    nivel: Literal["erro", "aviso", "nota"]
    """`erro`: the catalogue can't be trusted there; `aviso`: the law or its print is faulty, and
    the catalogue says so; `nota`: an inference or a repair."""
    classe: Literal["norma", "ocr", "compilador"]
    """Whose fault: the law's (`norma`), the print's (`ocr`), or the compiler's."""
    dispositivo: DeviceId | None
    """Device that it is about; null if it is about the norm as a whole, or about lines of none."""
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
    """`certa`, or `provavel`, which a finding tells, too."""
    motivo: Texto
    """Why."""
    dispositivo: DeviceId | None
    """Device in whose lines it stands; null if they are of none."""
    origem: tuple[Origem, ...]
    """Where."""


class Descarte(Parte):
    """A printed line that is no part of the norm."""

    texto: Texto
    """The line."""
    motivo: MotivoDescarte
    """What it is: header, footer, page number, stamp, noise, table of contents, note in the margin;
    beyond the visible page, printed twice, or of another act in the same file."""
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
