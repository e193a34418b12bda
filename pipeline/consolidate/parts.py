"""The ementa and the annexes of a norm, which acts change as a whole.

In: an `Articulation`. Out: one `Part` each, with the wordings that it had; and what becomes of the
`Articulation`. A part knows who gave it its present wording, and since when, as a `Node` does.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from pipeline.artefacts import Articulation
from pipeline.labels.citations import parts_of
from pipeline.model import (
    Anexo,
    HistoricoDeParte,
    Origem,
    Situacao,
    TextoLocalizado,
    TipoAlteracao,
    Versao,
)

EMENTA = "ementa"


@dataclass(slots=True, eq=False)
class Part:
    """The ementa, or an annex: its present wording, and the wordings that it had."""

    id: str
    text: str | None
    annex: Anexo | None = None
    origem: tuple[Origem, ...] = ()
    versions: list[Versao] = field(default_factory=list)
    kind: TipoAlteracao = "original"
    since: date | None = None
    act: str | None = None
    source: str | None = None

    @property
    def situacao(self) -> Situacao:
        """Its state: only an annex can be repealed."""
        return self.annex.situacao if self.annex else "vigente"

    def change(
        self,
        kind: TipoAlteracao,
        day: date,
        act: str,
        source: str | None,
        *,
        text: str | None,
        annex: Anexo | None = None,
    ) -> None:
        """Take another wording from a day on, and keep the present one, if it ever held."""
        if self.since is None or self.since < day:
            self.versions.append(self.version(fim=day - timedelta(days=1)))
        self.since = day if self.since is None else max(day, self.since)
        self.kind, self.act, self.source = kind, act, source
        self.text, self.annex, self.origem = text, annex, ()

    def version(self, fim: date | None = None) -> Versao:
        """The present wording as a version."""
        annex = self.annex
        return Versao(
            tipo=self.kind, rotulo=annex.rotulo if annex else None,
            rotulo_original=annex.rotulo_original if annex else None, texto=self.text,
            texto_final=None, sancao=(), situacao=self.situacao, notas=(), inicio=self.since,
            fim=fim, norma=self.act, dispositivo=self.source, riscado=False, origem=self.origem,
            filhos=(),
        )  # fmt: skip


def text_of(annex: Anexo) -> str | None:
    """What stands in an annex, its lines parted by line breaks."""
    return "\n".join(filter(None, (annex.nome, *annex.linhas))) or None


def parts(articulation: Articulation, first: date | None) -> dict[str, Part]:
    """The ementa and the annexes, by their ids.

    >>> # list(parts(articulation, None)) → ['ementa', 'anexo1', 'anexo2']
    """
    found = {}
    if articulation.ementa is not None:
        one = articulation.ementa
        found[EMENTA] = Part(EMENTA, one.texto, origem=one.origem, since=first)
    for annex in articulation.anexos:
        found[annex.id] = Part(annex.id, text_of(annex), annex, annex.origem, since=first)
    return found


def changed(articulation: Articulation, now: Mapping[str, Part]) -> Articulation:
    """The norm with its ementa and annexes as they stand now."""
    what: dict[str, Any] = {}
    ementa = now.get(EMENTA)
    if ementa is not None and ementa.kind != "original":
        what["ementa"] = TextoLocalizado(texto=ementa.text or "", origem=ementa.origem)
    annexes = sorted(
        (part.annex for part in now.values() if part.annex),
        key=lambda one: parts_of(one.id)[0][1].value if parts_of(one.id) else 0,
    )
    if any(part.annex and part.kind != "original" for part in now.values()):
        what["anexos"] = tuple(annexes)
    return replace(articulation, **what)


def histories(now: Iterable[Part]) -> Iterator[HistoricoDeParte]:
    """All wordings of the parts that were changed."""
    for part in now:
        if part.kind != "original":
            yield HistoricoDeParte(id=part.id, versoes=(*part.versions, part.version()))
