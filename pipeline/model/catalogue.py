"""The catalogue as a whole.

In: nothing; types only. Out: `Catalogo`, and `Versoes` beside it.
"""

from datetime import date
from typing import Literal

from pydantic import ConfigDict, Field

from pipeline.model.base import Parte
from pipeline.model.devices import Dispositivo, HistoricoDeParte, HistoricoDispositivo
from pipeline.model.findings import Cobertura, Correcao, Descarte, Diagnostico
from pipeline.model.norm import Anexo, Compilador, Fonte, Norma, Vigencia
from pipeline.model.sanctions import (
    Grupo,
    Infracao,
    MultaDaGravidade,
    Pontuacao,
    Remissao,
    Sancao,
)
from pipeline.model.versions import Alteracao

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
    """Groupings and articles; behind them the acts that are numbered apart: annexed ones, and a
    transitory one."""
    anexos: tuple[Anexo, ...]
    """Annexes without articles, as printed; an annexed act stands among the devices."""
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
    alteracoes: tuple[Alteracao, ...]
    """Changes applied, in the order of their dates; empty while nothing amended the norm."""
    partes_alteradas: tuple[HistoricoDeParte, ...]
    """Wordings of the ementa and of annexes that acts changed; empty while none did."""
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


class Ato(Parte):
    """A norm that amends this one."""

    id: str
    """Id: the name of its folder."""
    urn: str | None
    """LexML URN; null if the place can't be read."""
    epigrafe: str | None
    """Epígrafe, as printed."""
    data: date | None
    """Date of signature."""
    publicacao: date | None
    """Date of publication; null if `norma.toml` does not tell it, and the date stands for it."""
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    """Hash of its file."""


class Versoes(Parte):
    """All versions of a norm: what `<norma>.versoes.json` holds."""

    model_config = ConfigDict(
        title="Versões de norma",
        extra="forbid",
        frozen=True,
        strict=True,
        use_attribute_docstrings=True,
    )

    esquema: Literal["1.1.0"]
    """Version of the schema."""
    norma: str
    """Id of the norm."""
    urn: str | None
    """LexML URN of the norm."""
    inicio: date | None
    """First day on which the norm holds; null if it is not known."""
    datas: tuple[date, ...]
    """Days on which it changes, in order."""
    atos: tuple[Ato, ...]
    """The acts that amend it, in the order in which they are applied."""
    alteracoes: tuple[Alteracao, ...]
    """All changes, those of days to come among them."""
    dispositivos: tuple[HistoricoDispositivo, ...]
    """All devices, in the order of the text as it last stands."""
    partes: tuple[HistoricoDeParte, ...]
    """The ementa and the annexes that acts change."""
