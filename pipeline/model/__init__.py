"""The catalogue: what a norm says, as data. The contract that other programs rely on.

In: nothing; types, the ways through them, and the words for their values. Out: `Catalogo` and its
parts, written to `build/catalogo/<norma>.json` and described by `schema/catalogo.schema.json`,
which is generated from here. Promises: absent is null or an empty list, never an invented value;
every node has all its keys; every id that is named anywhere resolves to a device's `id` or
`caput_id`; nothing can be changed once it is made.
"""

from pipeline.model.base import DeviceId, Origem, Parte, Quantia, Texto, TextoLocalizado
from pipeline.model.catalogue import SCHEMA_VERSION, Ato, Catalogo, Versoes
from pipeline.model.devices import (
    Dispositivo,
    DispositivoSemFilhos,
    HistoricoDeParte,
    HistoricoDispositivo,
    TipoDispositivo,
    Versao,
)
from pipeline.model.findings import Cobertura, Correcao, Descarte, Diagnostico
from pipeline.model.norm import (
    Anexo,
    Assinatura,
    Compilador,
    Fonte,
    Norma,
    Pagina,
    Registro,
    Vigencia,
)
from pipeline.model.sanctions import (
    Contexto,
    Gravidade,
    Grupo,
    Heranca,
    Incidencia,
    Infracao,
    LinhaDeSancao,
    MedidaAdministrativa,
    Multa,
    MultaDaGravidade,
    Penalidade,
    Pontuacao,
    Remissao,
    Sancao,
    TipoMedida,
    TipoPenalidade,
)
from pipeline.model.versions import Alteracao, Nota, Situacao, TipoAlteracao, TipoNota
from pipeline.model.walk import (
    ARTICLES,
    CONTAINERS,
    GROUPINGS,
    acts,
    alone,
    citation,
    groups_of,
    ids_of,
    locate,
    paths,
    regions_of,
    walk,
)
from pipeline.model.wording import (
    GRAVIDADES,
    INCIDENCIAS,
    Especie,
    amount,
    especie,
    listing,
    named,
    number,
)

__all__ = [
    "ARTICLES", "CONTAINERS", "GRAVIDADES", "GROUPINGS", "INCIDENCIAS", "SCHEMA_VERSION",
    "Alteracao", "Anexo", "Assinatura", "Ato", "Catalogo", "Cobertura", "Compilador", "Contexto",
    "Correcao", "Descarte", "DeviceId", "Diagnostico", "Dispositivo", "DispositivoSemFilhos",
    "Especie", "Fonte", "Gravidade", "Grupo", "Heranca", "HistoricoDeParte", "HistoricoDispositivo",
    "Incidencia",
    "Infracao", "LinhaDeSancao", "MedidaAdministrativa", "Multa", "MultaDaGravidade", "Norma",
    "Nota", "Origem", "Pagina", "Parte", "Penalidade", "Pontuacao", "Quantia", "Registro",
    "Remissao", "Sancao", "Situacao", "Texto", "TextoLocalizado", "TipoAlteracao",
    "TipoDispositivo", "TipoMedida", "TipoNota", "TipoPenalidade", "Versao", "Versoes", "Vigencia",
    "acts", "alone", "amount", "citation", "especie", "groups_of", "ids_of", "listing", "locate",
    "named", "number", "paths", "regions_of", "walk",
]  # fmt: skip
