"""Examples of use: code that answers a question about the norm, with what it prints.

In: a `NormView` and the code templates. Out: rows for `exemplos.md.j2`. Promises: questions, ids
and values are this norm's; what is shown as printed is computed here from the catalogue, not by
the code, so a test that runs the code compares two ways to one answer; a question that the norm
gives no ground for is not asked.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.emit.catalogue import COLUMNS
from pipeline.emit.data_files import FOLDER
from pipeline.emit.page_code import CodeRenderer
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_places import Place
from pipeline.emit.page_sheet import Formula, column, formulas
from pipeline.emit.page_words import MEDIDAS, uncapital
from pipeline.model import Infracao

_SHOWN = 3
"""How many of a list the examples print."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question, the code that answers it, and what the code prints."""

    name: str
    question: str
    language: str
    code: str
    printed: str


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of a norm, by the tool they are for."""

    python: tuple[Example, ...]
    javascript: tuple[Example, ...]
    jq: tuple[Example, ...]
    formulas: tuple[Formula, ...]
    columns: tuple[tuple[str, str], ...]


def examples(view: NormView, code: CodeRenderer) -> Examples:
    """All examples that this norm gives ground for."""
    found = _Examples(view, code)
    return Examples(
        tuple(found.python()),
        tuple(found.javascript()),
        tuple(found.jq()),
        tuple(formulas(view.catalogue)),
        tuple((column(name), name) for name in COLUMNS),
    )


class _Examples:
    def __init__(self, view: NormView, code: CodeRenderer) -> None:
        self._view = view
        self._code = code
        self._all = view.catalogue.infracoes
        self._from_root = f"{view.folder}{FOLDER}"

    def python(self) -> Iterator[Example]:
        """Read from the site's folder."""
        kinds = Counter(
            measure.tipo for one in self._all for measure in one.medidas_administrativas
        )
        if kinds:
            yield self._by_measure(kinds.most_common(1)[0][0])
        pointed = _varied([one for one in self._all if one.pontos is not None])
        if pointed:
            yield self._points(pointed)

    def javascript(self) -> Iterator[Example]:
        """Fetched from the page itself."""
        groups = Counter(
            penalty.grupo
            for one in self._all
            for penalty in one.penalidades
            if penalty.grupo and one.multa
        )
        if groups:
            yield self._by_group(groups.most_common(1)[0][0] or "")
        place = self._cited()
        if place:
            yield self._device(place)

    def jq(self) -> Iterator[Example]:
        """Run in the site's folder."""
        if self._all:
            yield self._gravities()
        yield self._articles()

    def _by_measure(self, kind: str) -> Example:
        found = [
            one
            for one in self._all
            if any(measure.tipo == kind for measure in one.medidas_administrativas)
        ]
        name = MEDIDAS.get(kind, kind)
        lines = [f"{one.rotulo} · {one.gravidade or 'sem gravidade'}" for one in found[:_SHOWN]]
        return Example(
            "medida",
            f"Que infrações têm a medida administrativa «{name}»?",
            "python",
            self._code.render("medida.py", infracoes=self._in_root("infracoes.json"), medida=kind),
            "\n".join([f"{len(found)} de {len(self._all)}", *lines]),
        )

    def _points(self, some: list[Infracao]) -> Example:
        cited = "; ".join(uncapital(one.rotulo) for one in some)
        lines = [f"{one.rotulo} · {one.pontos}" for one in some]
        return Example(
            "pontos",
            f"Qual é a soma dos pontos destas infrações: {cited}?",
            "python",
            self._code.render(
                "pontos.py", pasta=self._in_root("").rstrip("/"), ids=[one.id for one in some]
            ),
            "\n".join([*lines, f"Total · {sum(one.pontos or 0 for one in some)}"]),
        )

    def _by_group(self, group: str) -> Example:
        found = [
            one for one in self._all if any(penalty.grupo == group for penalty in one.penalidades)
        ]
        return Example(
            "grupo",
            f"Que infrações são do grupo {group}, e qual é a multa?",
            "javascript",
            self._code.render("grupo.js", infracoes=f"{FOLDER}infracoes.json", grupo=group),
            "\n".join([f"{len(found)} de {len(self._all)}", *map(self._with_fine, found[:_SHOWN])]),
        )

    def _with_fine(self, one: Infracao) -> str:
        if one.multa is None:
            return f"{one.rotulo} · sem valor"
        return (
            f"{one.rotulo} · {one.multa.model_dump(mode='json')['quantidade']} {one.multa.unidade}"
        )

    def _cited(self) -> Place | None:
        """A device with a text that others cite, but not too many; else the first with a text."""
        with_text = [one for one in self._view.places.order if one.device.texto]
        cited = (one for one in with_text if 1 <= len(self._citing(one)) <= _SHOWN)
        return next(cited, next(iter(with_text), None))

    def _citing(self, place: Place) -> list[tuple[str, str]]:
        names = {name for name in (place.device.id, place.device.caput_id) if name}
        return [(one.de, one.texto) for one in self._view.catalogue.remissoes if one.alvo in names]

    def _device(self, place: Place) -> Example:
        device = place.device
        name = self._view.places.cite(device.id)
        citing = self._citing(place)[:_SHOWN]
        return Example(
            "dispositivo",
            f"{name}: qual é o texto" + (", e que dispositivos o citam?" if citing else "?"),
            "javascript",
            self._code.render(
                "dispositivo.js", dispositivo=f"{FOLDER}dispositivos/{device.id}.json"
            ),
            "\n".join(
                [
                    f"{name}: {device.texto}",
                    *(f"citado por {source}: «{words}»" for source, words in citing),
                ]
            ),
        )

    def _gravities(self) -> Example:
        # jq sorts by value: null first, texts by their code points.
        counted = Counter(one.gravidade for one in self._all)
        ordered = sorted(counted, key=lambda one: one or "")
        return Example(
            "gravidades",
            "Quantas infrações há de cada gravidade?",
            "sh",
            self._code.render("gravidades.sh", infracoes=self._in_root("infracoes.json")),
            "\n".join(f"{counted[one]} · {one or 'sem gravidade'}" for one in ordered),
        )

    def _articles(self) -> Example:
        places = self._view.places
        found = [one.device.id for one in places.order if one.device.tipo == "artigo"]
        return Example(
            "artigos",
            "Que artigos há, e em que arquivo está cada um?",
            "sh",
            self._code.render("artigos.sh", indice=self._in_root("index.json")),
            "\n".join(
                [
                    f"{len(found)} artigos",
                    *(f"{places.cite(one)} · dispositivos/{one}.json" for one in found[:_SHOWN]),
                ]
            ),
        )

    def _in_root(self, name: str) -> str:
        return f"{self._from_root}{name}"


def _varied(found: list[Infracao]) -> list[Infracao]:
    """The first infraction of each number of points, up to as many as are shown."""
    first: dict[int | None, Infracao] = {}
    for one in found:
        first.setdefault(one.pontos, one)
    return list(first.values())[:_SHOWN]
