"""`norma.toml`: what a machine can't read off the published file.

In: its table. Out: `NormFacts`.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from pipeline.artefacts import Addressee, ManualChange, NormFacts
from pipeline.labels import STATES, Title
from pipeline.model import Registro
from pipeline.sources.tables import Reader, Table

DEVICE = r"art[0-9]+(-[0-9]+)*u?(_[a-z]+[0-9]*(-[0-9]+)*u?)*"


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
        top.take("inicio_vigencia", date),
        tuple(_changes(top.tables("alteracoes"))),
    )  # fmt: skip
    top.done()
    return facts


def _registry(table: Reader) -> Registro | None:
    if table.empty:
        return None
    registry = Registro(
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


def _changes(rows: Iterable[Reader]) -> Iterable[ManualChange]:
    """`[[alteracoes]]`: what the act changes in another norm, as people read it."""
    for row in rows:
        kind = row.need("tipo", str)
        if kind not in ("redacao", "inclusao", "revogacao"):
            raise row.bad("tipo", 'deve ser "redacao", "inclusao" ou "revogacao"')
        text = row.take("texto", str)
        if (text is None) != (kind == "revogacao"):
            raise row.bad("texto", "falta" if text is None else "sobra: revogar não dá texto")
        device, article = (
            row.shaped(key, DEVICE, "um id do LexML, como art14_cpt_inc25")
            for key in ("dispositivo", "artigo")
        )
        yield ManualChange(
            row.need("norma", str), device or row.need("dispositivo", str), kind,  # type: ignore[arg-type]
            row.need("motivo", str), article, text, row.take("inicio", date),
        )  # fmt: skip
        row.done()


def _addressees(rows: Iterable[Reader]) -> Iterable[Addressee]:
    for row in rows:
        terms: list[Any] = row.need("termos", list)
        if not terms or not all(isinstance(term, str) and term.strip() for term in terms):
            raise row.bad("termos", "deve ser uma lista de textos")
        yield Addressee(row.need("id", str), row.need("nome", str), tuple(terms))
        row.done()
