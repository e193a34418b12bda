"""The catalogue as a whole.

In: nothing; types only. Out: `Catalogo`.
"""

from typing import Literal

from pydantic import ConfigDict

from pipeline.model.base import Parte, TextoLocalizado
from pipeline.model.devices import Dispositivo
from pipeline.model.findings import Cobertura, Correcao, Descarte, Diagnostico
from pipeline.model.norm import Compilador, Fonte, Norma, Vigencia
from pipeline.model.sanctions import (
    Grupo,
    Infracao,
    MultaDaGravidade,
    Pontuacao,
    Remissao,
    Sancao,
)

SCHEMA_VERSION: Literal["1.1.0"] = "1.1.0"


class Catalogo(Parte):
    """A compiled norm."""

    model_config = ConfigDict(
        title="Catálogo de norma",
        extra="forbid",
        frozen=True,
        strict=True,
        use_attribute_docstrings=True,
    )

    esquema: Literal["1.1.0"]
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
    """Annexes, unread: their lines as printed, parted by line breaks."""
    sancoes: tuple[Sancao, ...]
    """Groups of sanction lines, in printed order."""
    infracoes: tuple[Infracao, ...]
    """Punished conducts, in printed order."""
    grupos: tuple[Grupo, ...]
    """Penalty groups that the norm names, defined ones first."""
    pontuacao: tuple[Pontuacao, ...]
    """Points by gravity."""
    multas_por_gravidade: tuple[MultaDaGravidade, ...]
    """Fines that the norm sets by gravity, without a group."""
    remissoes: tuple[Remissao, ...]
    """References that the texts make, one for each target."""
    diagnosticos: tuple[Diagnostico, ...]
    """Findings, in the order of the text."""
    correcoes: tuple[Correcao, ...]
    """Corrections, in the order of the text."""
    descartes: tuple[Descarte, ...]
    """Printed lines that are no part of the norm."""
    cobertura: Cobertura
    """Account of the printed lines."""
