"""The norm's own record: what it is, the file it was read from, what its collection says of it.

In: a `NormView` and the files offered. Out: values of `norma.md.j2`. Promises: what is not known is
said to be unknown; the collection's words stay the collection's.
"""

from collections.abc import Collection
from pathlib import PurePosixPath

from pipeline.emit.page_norm import NormView
from pipeline.emit.page_words import day, percent

_NAMES = {
    "acervo": "Acervo",
    "id_nativo": "Id nativo",
    "materia_originaria": "Matéria originária",
    "tipo": "Tipo",
    "numero_ano": "Número/ano",
    "data": "Data",
    "ementa": "Ementa",
    "situacao": "Situação",
    "metodo": "Método",
    "extrator": "Extrator",
    "confianca": "Confiança",
    "paginas": "Páginas",
}


def record(view: NormView) -> list[tuple[str, str]]:
    """The collection's record, a name and a value each; without what it leaves open."""
    registry = view.catalogue.norma.registro
    if registry is None:
        return []
    values = registry.model_dump(exclude_none=True)
    shown = {
        "data": day(registry.data) if registry.data else "",
        "confianca": percent(registry.confianca) if registry.confianca is not None else "",
    }
    return [(_NAMES[key], shown.get(key) or str(value)) for key, value in values.items()]


def confidence(view: NormView) -> float | None:
    """The confidence of the page that is read least surely; None where none has any."""
    pages = view.catalogue.fonte.paginas
    return min((one.confianca for one in pages if one.confianca is not None), default=None)


def original(view: NormView, offered: Collection[str]) -> str | None:
    """The name under which the compiled file is offered, if it is."""
    name = view.catalogue.norma.id + PurePosixPath(view.catalogue.fonte.arquivo).suffix
    return name if name in offered else None
