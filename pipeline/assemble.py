"""All that the stages made → the catalogue.

In: `Source`, `Compiled`, the named findings, and what was accepted by name. Out: `Catalogo`.
Promises: corrections and discards in the order of the text, each tied to its device where there is
one; no clock, no path of the machine.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Literal

from pipeline.amendments import Consolidated
from pipeline.artefacts import Articulation, Compiled, Pages, Source
from pipeline.diagnostics import Diagnostic, is_accepted
from pipeline.grammar import source as grammar_source
from pipeline.labels import Place, Title, norm_urn, read_force
from pipeline.model import (
    SCHEMA_VERSION,
    Ato,
    Catalogo,
    Compilador,
    Correcao,
    Descarte,
    Diagnostico,
    Fonte,
    Norma,
    Pagina,
    Versoes,
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
    consolidated: Consolidated | None = None,
) -> Catalogo:
    """Put the catalogue together; `consolidated` is what acts made of the norm.

    >>> # assemble(source, compiled, named, owners).norma.id → 'lei-1493-2023'
    """
    from pipeline import __version__

    articulation, tables = compiled.articulation, compiled.tables
    norma = _norm(source, compiled)
    return Catalogo(
        esquema=SCHEMA_VERSION,
        compilador=Compilador(versao=__version__, gramatica_sha256=_grammar_hash()),
        norma=norma,
        vigencia=_selection(
            first_interval(norma.publicacao, norma.data, compiled.original), consolidated
        ),
        fonte=_file(source, compiled),
        dispositivos=articulation.devices,
        anexos=articulation.anexos,
        sancoes=tables.sancoes,
        infracoes=tables.infracoes,
        grupos=tables.grupos,
        pontuacao=tables.pontuacao,
        multas_por_gravidade=tables.multas_por_gravidade,
        alteracoes=consolidated.alteracoes if consolidated else (),
        partes_alteradas=consolidated.parts if consolidated else (),
        remissoes=compiled.references,
        diagnosticos=tuple(_findings(named, accepted)),
        correcoes=tuple(_corrections(compiled, owners)),
        descartes=tuple(_discards(compiled)),
        cobertura=articulation.coverage,
    )


@cache
def _grammar_hash() -> str:
    return hashlib.sha256(grammar_source().encode()).hexdigest()


def _norm(source: Source, compiled: Compiled) -> Norma:
    articulation, facts, title = compiled.articulation, source.facts, compiled.title
    return Norma(
        id=source.id,
        urn=_urn(title, compiled.place),
        tipo=title.tipo,
        numero=title.numero,
        data=title.data,
        publicacao=facts.publicacao,
        municipio=compiled.place.municipio,
        uf=compiled.place.uf,
        epigrafe=articulation.epigrafe,
        ementa=articulation.ementa,
        preambulo=articulation.preambulo,
        fecho=articulation.fecho,
        assinaturas=articulation.assinaturas,
        registro=facts.registro,
    )


def _selection(whole: Vigencia, consolidated: Consolidated | None) -> Vigencia:
    """The interval in which a norm reads as it is consolidated: from one change to the next."""
    if consolidated is None:
        return whole
    if consolidated.since is None:
        return whole.model_copy(update={"ate": consolidated.until})
    return Vigencia(
        de=consolidated.since, ate=consolidated.until, inicio_presumido=consolidated.presumed
    )


def first_interval(
    published: date | None, signed: date | None, articulation: Articulation
) -> Vigencia:
    """From the day that the norm names, or from publication, or presumed from the signature.

    A clause that is not understood ("quanto ao art. 2º, …") leaves the first day unknown. What is
    counted in months is presumed: courts and books differ by a day. An annexed act's clause is its
    own; the norm's may stand behind its transitory act.
    """
    own = [one for one in articulation.devices if one.tipo != "anexo"]
    clauses = [clause for device in walk(own) if (clause := read_force(device.texto or ""))]
    if any(not clause.understood for clause in clauses):
        return Vigencia(de=None, ate=None, inicio_presumido=False)
    named = [clause.day for clause in clauses if clause.day]
    if named:
        return Vigencia(de=named[0], ate=None, inicio_presumido=False)
    counted = [clause for clause in clauses if clause.days or clause.months or clause.following]
    if counted:
        start = counted[0].first_day(published or signed)
        presumed = published is None or counted[0].months is not None
        return Vigencia(de=start, ate=None, inicio_presumido=presumed)
    return Vigencia(de=published or signed, ate=None, inicio_presumido=published is None)


def assemble_versions(
    norma: Norma, acts: Mapping[str, Ato], consolidated: Consolidated, first: date | None
) -> Versoes:
    """All versions of an amended norm; `acts` are those that may amend it, by id."""
    order = dict.fromkeys(one.norma for one in consolidated.all_records)
    return Versoes(
        esquema=SCHEMA_VERSION,
        norma=norma.id,
        urn=norma.urn,
        inicio=first,
        datas=consolidated.days,
        atos=tuple(acts[name] for name in order),
        alteracoes=consolidated.all_records,
        dispositivos=consolidated.historico,
        partes=consolidated.all_parts,
    )


def assemble_act(source: Source, title: Title, place: Place, epigraph: str | None) -> Ato:
    """What the versions of another norm tell of an act."""
    return Ato(
        id=source.id,
        urn=_urn(title, place),
        epigrafe=epigraph,
        data=title.data,
        publicacao=source.facts.publicacao,
        sha256=source.sha256,
    )


def _urn(title: Title, place: Place) -> str | None:
    if not (title.tipo and title.numero and title.data):
        return None
    return norm_urn(
        tipo=title.tipo, numero=title.numero, data=title.data, uf=place.uf,
        municipio=place.municipio,
    )  # fmt: skip


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
            aceito=is_accepted(one, name, accepted),
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
