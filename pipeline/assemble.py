"""All that the stages made → the catalogue.

In: `Source`, `Compiled`, the named findings, and what was accepted by name. Out: `Catalogo`.
Promises: corrections and discards in the order of the text, each tied to its device where there is
one; no clock, no path of the machine.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import cache
from typing import Literal

from pipeline.artefacts import Compiled, NormFacts, Pages, Source
from pipeline.diagnostics import Diagnostic
from pipeline.grammar import source as grammar_source
from pipeline.labels import norm_urn, read_force
from pipeline.model import (
    SCHEMA_VERSION,
    Catalogo,
    Compilador,
    Correcao,
    Descarte,
    Diagnostico,
    Fonte,
    Norma,
    Pagina,
    Registro,
    Vigencia,
    locate,
    walk,
)
from pipeline.placing import Owners
from pipeline.spans import regions


def assemble(
    source: Source,
    compiled: Compiled,
    named: Sequence[tuple[str, Diagnostic]],
    owners: Owners,
    accepted: Collection[str] = (),
) -> Catalogo:
    """Put the catalogue together.

    >>> # assemble(source, compiled, named, owners).norma.id → 'lei-1493-2023'
    """
    from pipeline import __version__

    articulation, tables = compiled.articulation, compiled.tables
    norma = _norm(source, compiled)
    return Catalogo(
        esquema=SCHEMA_VERSION,
        compilador=Compilador(versao=__version__, gramatica_sha256=_grammar_hash()),
        norma=norma,
        vigencia=_interval(norma.publicacao, norma.data, compiled),
        fonte=_file(source, compiled),
        dispositivos=articulation.devices,
        anexos=articulation.anexos,
        sancoes=tables.sancoes,
        infracoes=tables.infracoes,
        grupos=tables.grupos,
        pontuacao=tables.pontuacao,
        multas_por_gravidade=tables.multas_por_gravidade,
        remissoes=compiled.references,
        diagnosticos=tuple(_findings(named, accepted)),
        correcoes=tuple(_corrections(compiled, owners)),
        descartes=tuple(_discards(compiled)),
        cobertura=articulation.coverage,
    )


def is_accepted(name: str, found: Diagnostic, accepted: Collection[str]) -> bool:
    """Whether a finding was accepted by its code or by CODE:ID."""
    return found.code in accepted or f"{found.code}:{name}" in accepted


@cache
def _grammar_hash() -> str:
    return hashlib.sha256(grammar_source().encode()).hexdigest()


def _norm(source: Source, compiled: Compiled) -> Norma:
    articulation, facts, title = compiled.articulation, source.facts, compiled.title
    municipio, uf = compiled.place.municipio, compiled.place.uf
    urn = None
    if title.tipo and title.numero and title.data:
        urn = norm_urn(
            tipo=title.tipo, numero=title.numero, data=title.data, uf=uf, municipio=municipio
        )
    return Norma(
        id=source.id,
        urn=urn,
        tipo=title.tipo,
        numero=title.numero,
        data=title.data,
        publicacao=facts.publicacao,
        municipio=municipio,
        uf=uf,
        epigrafe=articulation.epigrafe,
        ementa=articulation.ementa,
        preambulo=articulation.preambulo,
        fecho=articulation.fecho,
        assinaturas=articulation.assinaturas,
        registro=_record(facts),
    )


def _record(facts: NormFacts) -> Registro | None:
    record = facts.registro
    if record is None:
        return None
    return Registro(**{name: getattr(record, name) for name in Registro.model_fields})


def _interval(published: date | None, signed: date | None, compiled: Compiled) -> Vigencia:
    """From the day that the norm names, or from publication, or presumed from the signature.

    A clause that is not understood ("após noventa dias") leaves the first day unknown.
    """
    clauses = [
        clause
        for device in walk(compiled.articulation.devices)
        if (clause := read_force(device.texto or ""))
    ]
    if any(not clause.understood for clause in clauses):
        return Vigencia(de=None, ate=None, inicio_presumido=False)
    named = [clause.day for clause in clauses if clause.day]
    if named:
        return Vigencia(de=named[0], ate=None, inicio_presumido=False)
    return Vigencia(de=published or signed, ate=None, inicio_presumido=published is None)


def _file(source: Source, compiled: Compiled) -> Fonte:
    pages = compiled.pages
    return Fonte(
        arquivo=source.path.name,
        sha256=source.sha256,
        metodo=_method(source, pages),
        extrator=pages.extractor,
        reconstituida=source.facts.reconstituida,
        motivo_reconstituicao=source.facts.motivo_reconstituicao,
        paginas=tuple(
            Pagina(
                numero=page.number,
                largura=page.width,
                altura=page.height,
                rotacao=page.rotation,  # type: ignore[arg-type]
                metodo=page.method,  # type: ignore[arg-type]
                giro=page.turn,  # type: ignore[arg-type]
                confianca=page.confidence,
                qualidade=page.quality,
            )
            for page in pages.pages
        ),
    )


def _method(source: Source, pages: Pages) -> Literal["nativo", "texto", "ocr"]:
    """How the text was had: by OCR, if that of any page was."""
    if any(page.method == "ocr" for page in pages.pages):
        return "ocr"
    return "nativo" if source.is_pdf else "texto"


def _findings(
    named: Iterable[tuple[str, Diagnostic]], accepted: Collection[str]
) -> Iterable[Diagnostico]:
    for name, one in named:
        yield Diagnostico(
            id=name,
            codigo=one.code,
            nivel=one.nivel,
            classe=one.classe,
            dispositivo=one.device,
            mensagem=one.message,
            ajuda=one.entry.ajuda,
            origem=locate(one.place),
            aceito=is_accepted(name, one, accepted),
        )


def _corrections(compiled: Compiled, owners: Owners) -> Iterable[Correcao]:
    edits = sorted(
        (edit for edit in compiled.normal.edits if edit.is_correction),
        key=lambda edit: (edit.spot.page, edit.spot.line, edit.erratum or edit.rule),
    )
    seen: dict[str, int] = {}
    for edit in edits:
        base = edit.erratum or edit.rule.replace("_", "-")
        seen[base] = seen.get(base, 0) + 1
        yield Correcao(
            id=base if seen[base] == 1 else f"{base}-{seen[base]}",
            antes=edit.before,
            depois=edit.after,
            regra=edit.rule,
            certeza="certa" if edit.certain else "provavel",
            motivo=edit.reason,
            dispositivo=owners.get((edit.spot.page, edit.spot.line)),
            origem=locate(regions([edit.spot])),
        )


def _discards(compiled: Compiled) -> Iterable[Descarte]:
    discards = (*compiled.normal.discards, *compiled.articulation.discards)
    for one in sorted(discards, key=lambda one: (one.spot.page, one.spot.line)):
        yield Descarte(
            texto=one.text,
            motivo=one.motive,  # type: ignore[arg-type]
            origem=locate(regions([one.spot])),
        )
