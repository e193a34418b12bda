"""`norma.toml`: what a machine can't read off the published file.

In: its table. Out: `NormFacts`.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from pipeline.artefacts import Addressee, NormFacts, Registry
from pipeline.labels import STATES, Title
from pipeline.sources.tables import Reader, Table


def read_facts(table: Table, path: Path) -> NormFacts:
    """The facts of a table; raises `InputError` ENT007 with the key and its line."""
    top = Reader(table, path, "ENT007")
    top.take("arquivo", str)
    which = top.within("ato", int, 1)
    title = Title(
        top.shaped("tipo", r"[a-z]+(?:\.[a-z]+)*", "um tipo do LexML, como lei.complementar"),
        top.shaped("numero", r"\d+(?:-[a-z0-9]+)?", "o número sem ponto nem ano"),
        top.take("data", date),
    )
    municipio = top.shaped("municipio", r"[^\W\d_](?:[^\W\d_]|[ .'’-])*", "um nome, só de letras")
    uf = top.take("uf", str)
    if uf is not None and uf not in STATES:
        raise top.bad("uf", f"«{uf}» não é a sigla de um estado")
    published = top.take("publicacao", date)
    origin = top.table("fonte")
    for key, kind in (("acervo", str), ("descricao", str), ("consultada_em", date)):
        origin.take(key, kind)  # for people; what a program needs stands in `registro`
    redrawn = origin.take("reconstituida", bool) or False
    why = origin.take("motivo", str)
    if redrawn and not why:
        raise origin.bad("motivo", "falta: diga por que o arquivo é uma reconstituição")
    origin.done()
    facts = NormFacts(
        title, municipio, uf, published, redrawn, why,
        _registry(top.table("registro")),
        tuple(_addressees(top.tables("destinatarios"))),
        which,
    )  # fmt: skip
    top.done()
    return facts


def _registry(table: Reader) -> Registry | None:
    if table.empty:
        return None
    registry = Registry(
        acervo=table.need("acervo", str),
        id_nativo=table.take("id_nativo", str),
        materia_originaria=table.take("materia_originaria", str),
        tipo=table.take("tipo", str),
        numero_ano=table.take("numero_ano", str),
        data=table.take("data", date),
        ementa=table.take("ementa", str),
        situacao=table.take("situacao", str),
        metodo=table.take("metodo", str),
        extrator=table.take("extrator", str),
        confianca=table.within("confianca", float, 0.0, 1.0),
        paginas=table.within("paginas", int, 1),
    )
    table.done()
    return registry


def _addressees(rows: Iterable[Reader]) -> Iterable[Addressee]:
    for row in rows:
        terms: list[Any] = row.need("termos", list)
        if not terms or not all(isinstance(term, str) and term.strip() for term in terms):
            raise row.bad("termos", "deve ser uma lista de textos")
        yield Addressee(row.need("id", str), row.need("nome", str), tuple(terms))
        row.done()
