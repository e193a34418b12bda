"""What all pages of one norm share: its names, its addresses, and what touches which device.

In: a catalogue, the folder of its pages, the codes that have a page, the reviewed data, how the
site is published, images of its PDF. Out: `NormView`, made once a norm and read by every page.
Promises: no law text is altered; a sanction is shown once, behind the last conduct that it
punishes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from pipeline.emit.page_facsimile import Facsimile
from pipeline.emit.page_images import PageImage
from pipeline.emit.page_places import Places
from pipeline.emit.page_references import References
from pipeline.emit.page_vocabulary import Vocabulary
from pipeline.emit.page_words import place, title
from pipeline.model import (
    Alteracao,
    Catalogo,
    Correcao,
    Diagnostico,
    Dispositivo,
    Especie,
    Infracao,
    Multa,
    MultaDaGravidade,
    Origem,
    Sancao,
    Versao,
    Versoes,
    amount,
    especie,
)
from pipeline.publication import PRIVATE, Publication
from pipeline.reviewed import Explicacao, Passo, Reviewed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SanctionView:
    """A group of sanction lines, with the infractions that it makes."""

    sanction: Sancao
    infractions: tuple[Infracao, ...]

    @property
    def gravidade(self) -> str | None:
        """Gravity, where the lines have one that was read."""
        return next((one.gravidade for one in self.infractions if one.gravidade), None)

    @property
    def origem(self) -> tuple[Origem, ...]:
        """Where the lines stand, one entry a page."""
        spans: dict[int, tuple[int, int]] = {}
        for line in self.sanction.linhas:
            for one in line.origem:
                first, last = spans.get(one.pagina, one.linhas)
                spans[one.pagina] = (min(first, one.linhas[0]), max(last, one.linhas[1]))
        return tuple(
            Origem(pagina=page, linhas=span, caixa=None) for page, span in sorted(spans.items())
        )


class NormView:
    """A catalogue as the pages read it."""

    def __init__(
        self,
        catalogue: Catalogo,
        folder: str,
        codes: frozenset[str],
        reviewed: Reviewed | None = None,
        publication: Publication = PRIVATE,
        images: Sequence[PageImage] = (),
        versions: Versoes | None = None,
        beside: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.versions = versions
        self._changed = {one.alvo: one for one in catalogue.alteracoes}
        self._histories = _histories(versions)
        self.reviewed = reviewed or Reviewed()
        self.publication = publication
        self.folder = folder
        self.codes = codes
        self.especie: Especie = especie(catalogue.norma.tipo)
        self.title = title(catalogue.norma)
        self.long_title = title(catalogue.norma, long=True)
        self.place = place(catalogue.norma)
        self.places = Places(catalogue)
        self.facsimile = Facsimile(catalogue, self.places, images)
        self.references = References(catalogue, self.places, beside or {})
        self.vocabulary = Vocabulary(catalogue)
        made = _group((one.sancao, one) for one in catalogue.infracoes)
        self.sanctions = {
            one.id: SanctionView(one, made.get(one.id, ())) for one in catalogue.sancoes
        }
        self._points = {one.gravidade: one for one in catalogue.pontuacao}
        self._groups = {one.codigo: one for one in catalogue.grupos}
        self._infractions = _group(
            (self._device(one.dispositivo), one) for one in catalogue.infracoes
        )
        self._findings = _group((one.dispositivo, one) for one in catalogue.diagnosticos)
        self._loose = [one for one in catalogue.diagnosticos if one.dispositivo is None]
        self._corrections = _group((one.dispositivo, one) for one in catalogue.correcoes)
        self._explained = {self._device(one.dispositivo): one for one in self.reviewed.explicacoes}
        self._doubts = _group(
            (self._device(name), step)
            for step in self.reviewed.passos
            if step.ressalva
            for name in step.ver
        )
        self._behind, self._closing = self._attach()
        self._by_sanctions = frozenset(
            found.id for view in self.sanctions.values() for found in self.sanction_marks(view)
        )

    @property
    def of_title(self) -> str:
        """The norm's whole title behind «de»: «da Lei nº 1», «do Decreto nº 2»."""
        return f"{'da' if self.especie.feminine else 'do'} {self.long_title}"

    @property
    def citation(self) -> str:
        """The norm as a citation names it, with the place whose law it is."""
        return f"{self.place}, {self.long_title}" if self.place else self.long_title

    def page_title(self, title: str) -> str:
        """A page's title for the browser: the site is named after the principal norm alone."""
        return f"{title} · {self.title}" if self.folder and title != self.title else title

    def up(self, page: str) -> str:
        """The way from a page to this norm's folder; `page` is its path from there."""
        return "../" * page.count("/")

    def top(self, page: str) -> str:
        """The way from a page of this norm to the site's root."""
        return "../" * (self.folder + page).count("/")

    def infractions(self, device: Dispositivo) -> tuple[Infracao, ...]:
        """The infractions whose conduct is this device's text."""
        return self._infractions.get(device.id, ())

    def behind(self, device: Dispositivo) -> tuple[SanctionView, ...]:
        """Sanctions printed between a device's own text and what hangs on it."""
        return self._behind.get(device.id, ())

    def closing(self, device: Dispositivo) -> tuple[SanctionView, ...]:
        """Sanctions on a device, printed behind all that hangs on it."""
        return self._closing.get(device.id, ())

    def changed(self, device: Dispositivo) -> Alteracao | None:
        """What gave a device its present wording, if an act did."""
        return self._changed.get(device.id)

    def act(self, change: Alteracao) -> str:
        """The act that made a change, as its epígrafe names it."""
        known = self.versions.atos if self.versions else ()
        found = next((one.epigrafe for one in known if one.id == change.norma), None)
        return found or change.norma

    @property
    def began(self) -> date | None:
        """First day of a norm that was amended since: that of its text is a later one."""
        first, own = self.versions and self.versions.inicio, self.catalogue.vigencia.de
        return first if first and own and first < own else None

    @property
    def began_by_guess(self) -> bool:
        """Whether the day of signature stands for that first day, for want of publication."""
        norma = self.catalogue.norma
        return norma.publicacao is None and self.began == norma.data

    def wordings(self, device: Dispositivo) -> tuple[Versao, ...]:
        """All wordings of a device, the oldest first; empty for a norm that no act changed."""
        return self._histories.get(device.id, ())

    def explained(self, device: Dispositivo) -> Explicacao | None:
        """The device in plain language, if somebody wrote that."""
        return self._explained.get(device.id)

    def doubts(self, device: Dispositivo) -> tuple[Passo, ...]:
        """Steps of the procedure of which a reader noted that this device leaves them unclear."""
        return self._doubts.get(device.id, ())

    def findings(self, device: Dispositivo) -> tuple[Diagnostico, ...]:
        """Diagnostics about a device or its caput."""
        return self._both(self._findings, device)

    def corrections(self, device: Dispositivo) -> tuple[Correcao, ...]:
        """Corrections in the lines of a device or its caput."""
        return self._both(self._corrections, device)

    def marks(self, infraction: Infracao) -> tuple[Diagnostico, ...]:
        """Warnings and errors that touch an infraction: its conduct, or the lines of its sanction.

        They stand by the conduct's device, by one inside it that is no infraction itself, or by no
        device at all but by its printed lines.
        """
        device = self.places[infraction.dispositivo].device
        # Where a device is punished twice, what is said of one sanction is not of the other.
        own = _lines(infraction.origem)
        twins = [_lines(one.origem) for one in self.infractions(device)]
        elsewhere = [lines for lines in twins if lines != own]
        found = [one for part in self._conduct(device) for one in self.findings(part)]
        return tuple(
            one
            for one in (*found, *(one for one in self._loose if _lines(one.origem) & own))
            if one.nivel != "nota" and _lines(one.origem) not in elsewhere
        )

    def sanction_marks(self, view: SanctionView) -> tuple[Diagnostico, ...]:
        """What touches any of the infractions that a sanction makes, each once."""
        found = {one.id: one for made in view.infractions for one in self.marks(made)}
        return tuple(found.values())

    def marked(self, device: Dispositivo) -> frozenset[str]:
        """Ids of the findings that stand with the infractions of a device."""
        return frozenset(one.id for made in self.infractions(device) for one in self.marks(made))

    def warnings(self, device: Dispositivo) -> tuple[Diagnostico, ...]:
        """Warnings and errors about a device that stand by none of its sanctions."""
        shown = self.marked(device) | self._by_sanctions
        return tuple(
            one for one in self.findings(device) if one.nivel != "nota" and one.id not in shown
        )

    def printed(self, device: Dispositivo) -> tuple[Origem, ...]:
        """Where a device stands, with the pages on which only its sanction does."""
        pages = {one.pagina for one in device.origem}
        made = (one.sancao for one in self.infractions(device))
        sanctions = {name: self.sanctions[name] for name in made if name}
        further: dict[int, Origem] = {}
        for view in sanctions.values():
            for one in view.origem:
                if one.pagina not in pages:
                    further.setdefault(one.pagina, one)
        return (*device.origem, *(further[page] for page in sorted(further)))

    def _conduct(self, device: Dispositivo) -> Iterator[Dispositivo]:
        yield device
        for child in device.filhos:
            if not self.infractions(child):
                yield from self._conduct(child)

    def points(self, infraction: Infracao) -> str | None:
        """The device that gives an infraction its points: by its gravity, or by its group."""
        row = self._points.get(infraction.gravidade) if infraction.gravidade else None
        if row is not None or infraction.pontos is None:
            return row.base_legal if row else None
        groups = (self._groups.get(one.grupo or "") for one in infraction.penalidades)
        return next((one.base_dos_pontos for one in groups if one), None)

    @property
    def counts_points(self) -> bool:
        """Whether the norm gives points at all."""
        return bool(self._points) or any(one.pontos is not None for one in self._groups.values())

    def fine(self, infraction: Infracao) -> str | None:
        """The fine as text, or None where the norm does not define it, or not in numbers."""
        return self.amount(infraction.multa) if infraction.multa else None

    def amount(self, fine: Multa | MultaDaGravidade) -> str:
        """A fine as text."""
        return amount(fine.quantidade, fine.unidade, fine.por)

    def punished(self, infraction: str) -> str:
        """The device of an infraction, as it is cited in short."""
        found = next(one for one in self.catalogue.infracoes if one.id == infraction)
        return self.places.brief(found.dispositivo)

    def unread(self, infraction: Infracao) -> str | None:
        """The device that sets an infraction's fine in words of which no amount could be read."""
        if infraction.multa:
            return None
        groups = (self._groups.get(one.grupo or "") for one in infraction.penalidades)
        return next((one.base_legal for one in groups if one and one.quantidade is None), None)

    def _both(self, found: dict[str, tuple[T, ...]], device: Dispositivo) -> tuple[T, ...]:
        own = found.get(device.id, ())
        return own + (found.get(device.caput_id, ()) if device.caput_id else ())

    def _device(self, name: str) -> str:
        return self.places[name].device.id

    def _attach(
        self,
    ) -> tuple[dict[str, tuple[SanctionView, ...]], dict[str, tuple[SanctionView, ...]]]:
        rank = {place.device.id: number for number, place in enumerate(self.places.order)}
        behind: list[tuple[str, SanctionView]] = []
        closing: list[tuple[str, SanctionView]] = []
        for view in self.sanctions.values():
            targets = [self.places[name].device for name in view.sanction.alvos]
            last = max(targets, key=lambda one: rank[one.id])
            first = last.filhos[0] if last.filhos else None
            # Printed order decides: a sanction on a caput may stand before or behind its incisos.
            after = first is not None and _start(first.origem) < _start(view.origem)
            (closing if after else behind).append((last.id, view))
        return _group(behind), _group(closing)


def _histories(versions: Versoes | None) -> dict[str, tuple[Versao, ...]]:
    """Wordings by the last id of a device, and by its former ones, where no other has them now."""
    known = versions.dispositivos if versions else ()
    found = {name: one.versoes for one in known for name in one.aliases}
    return found | {one.id: one.versoes for one in known}


def _lines(origem: Iterable[Origem]) -> frozenset[tuple[int, int]]:
    return frozenset(
        (one.pagina, line) for one in origem for line in range(one.linhas[0], one.linhas[1] + 1)
    )


def _start(origem: Iterable[Origem]) -> tuple[int, int]:
    return min(((one.pagina, one.linhas[0]) for one in origem), default=(0, 0))


def _group(pairs: Iterable[tuple[str | None, T]]) -> dict[str, tuple[T, ...]]:
    found: defaultdict[str, list[T]] = defaultdict(list)
    for key, value in pairs:
        if key is not None:
            found[key].append(value)
    return {key: tuple(values) for key, values in found.items()}
