"""The page beside the text: what stands on each page of the PDF, and where on its image.

In: a catalogue, its places, the images of its pages. Out: `Facsimile`: the pages with their
entries, for `facsimile.md.j2`, and crops of them, for any page that quotes the norm. Promises:
every printed line that the catalogue places stands in an entry of its page, in printed order; an
entry has one address on its page, its id; without images there is no page, no crop and no address.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pipeline.emit.page_images import PageImage
from pipeline.emit.page_places import Places, leaf
from pipeline.emit.page_words import DESCARTES, REDACOES, uncapital
from pipeline.model import Catalogo, Dispositivo, LinhaDeSancao, Origem, listing, walk
from pipeline.spans import Box

FOLDER = "facsimile"
_AROUND = 3.0
"""Points of paper that a crop leaves around its lines."""
_SIDE = 8.0
_FEW = 3
"""Devices that a sanction's name lists; of more it tells their number."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on a page as it is shown, in points from its top left."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece of the norm on one page: one of a device, of a sanction's lines, of a part outside
    the articles, or of lines left out.

    `name` is its citation, `id` its anchor on the page; `href` leads to it from the norm's folder,
    None for what was left out. `before` and `behind` are the pages where the same text begins and
    goes on.
    """

    id: str
    name: str
    href: str | None
    device: Dispositivo | None = None
    sanction: tuple[LinhaDeSancao, ...] = ()
    texts: tuple[str, ...] = ()
    lines: tuple[int, int] = (0, 0)
    box: Rect | None = None
    before: int | None = None
    behind: int | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether its lines are no text of the norm."""
        return self.href is None


@dataclass(frozen=True, slots=True)
class FacsimilePage:
    """A page: its image, the size at which that shows it, in points, and what stands on it."""

    stem: str
    image: PageImage
    width: float
    height: float
    entries: tuple[Entry, ...]

    @property
    def number(self) -> int:
        """Physical page, from 1."""
        return self.image.number

    @property
    def href(self) -> str:
        """Address, from the norm's folder."""
        return f"{FOLDER}/{self.stem}.html"

    @property
    def source(self) -> str:
        """Address of the image, from the norm's folder."""
        return f"{FOLDER}/{self.image.name}"

    @property
    def cited(self) -> tuple[Entry, ...]:
        """The entries that are devices: what the page is about."""
        return tuple(one for one in self.entries if one.device)


@dataclass(frozen=True, slots=True)
class Crop:
    """A strip of a page, as wide as the page's print so that all strips have one scale.

    `href` leads to the same lines on the whole page.
    """

    page: FacsimilePage
    lines: tuple[int, int]
    part: Rect
    href: str


class Facsimile:
    """The pages of one norm; empty where there are no images."""

    def __init__(self, catalogue: Catalogo, places: Places, images: Sequence[PageImage]) -> None:
        self._images = {one.number: one for one in images}
        found = sorted(self._entries(catalogue, places), key=lambda one: (one[0], one[1].lines))
        by_page: dict[int, list[Entry]] = {number: [] for number in self._images}
        for number, entry in found:
            by_page[number].append(entry)
        digits = max(2, len(str(len(images))))
        self.pages = [
            FacsimilePage(f"p{one.number:0{digits}}", one, *_size(one), tuple(by_page[one.number]))
            for one in images
        ]
        self._pages = {one.number: one for one in self.pages}

    def stem(self, number: int) -> str:
        """A page's file name without its ending."""
        return self._pages[number].stem

    def crops(self, origem: Iterable[Origem]) -> list[Crop]:
        """A crop for each page on which a text stands, as far as its box is known."""
        made = []
        for one in origem:
            page = self._pages.get(one.pagina)
            box = page and one.caixa and _shown(Box(*one.caixa), page.image)
            if page and box:
                part = _strip(page, box)
                made.append(Crop(page, one.linhas, part, self._address(page, one.linhas[0])))
        return made

    def _address(self, page: FacsimilePage, line: int) -> str:
        at = next((one for one in page.entries if one.lines[0] <= line <= one.lines[1]), None)
        return f"{page.href}#{at.id}" if at else page.href

    # ── what stands on the pages ─────────────────────────────────────────────────────────────

    def _entries(self, catalogue: Catalogo, places: Places) -> Iterator[tuple[int, Entry]]:
        """All entries, each with its page, in no order."""
        held = [line.origem for one in catalogue.sancoes for line in one.linhas]
        for place in places.order:
            device = place.device
            entry = Entry(device.id, places.cite(device.id), places.href(device.id), device)
            yield from self._spread(entry, device.origem)
            for rank, former in enumerate(device.versoes, 1):
                name = f"{places.cite(device.id)}, {uncapital(REDACOES[former.tipo])}"
                # Lines that punish still, for others, have an entry of their own.
                lines = [one for one in former.sancao if one.origem not in held]
                below: list[Dispositivo | LinhaDeSancao] = [*walk(former.filhos), *lines]
                texts = (former.texto, *(one.texto for one in below))
                entry = Entry(
                    f"{device.id}-v{rank}", name, places.href(device.id),
                    texts=tuple(text for text in texts if text),
                )  # fmt: skip
                places_of = [*former.origem, *(at for one in below for at in one.origem)]
                for number in sorted({at.pagina for at in places_of}):
                    yield from self._spread(entry, [_union(number, places_of)])
        made = {one.sancao: one.id for one in catalogue.infracoes}
        for sanction in catalogue.sancoes:
            name = f"Sanção, {_listed([uncapital(places.brief(one)) for one in sanction.alvos])}"
            # To the infraction that it makes, or the last of several; one may make none.
            infraction = made.get(sanction.id)
            href = leaf(infraction) if infraction else places.href(sanction.alvos[-1])
            for number in sorted({at.pagina for line in sanction.linhas for at in line.origem}):
                here = tuple(one for one in sanction.linhas if _on(number, one.origem))
                whole = _union(number, [at for one in here for at in one.origem])
                yield from self._spread(Entry(sanction.id, name, href, sanction=here), [whole])
        for key, name, text, origem in _parts(catalogue):
            yield from self._spread(Entry(key, name, "lei.html", texts=(text,)), origem)
        yield from self._left_out(catalogue)

    def _left_out(self, catalogue: Catalogo) -> Iterator[tuple[int, Entry]]:
        lines = [(at, one) for one in catalogue.descartes for at in one.origem]
        lines.sort(key=lambda one: (one[0].pagina, one[0].linhas))
        # Lines of one kind that follow on each other are one piece: a letterhead.
        runs = groupby(
            enumerate(lines),
            lambda one: (one[1][0].pagina, one[1][1].motivo, one[1][0].linhas[0] - one[0]),
        )
        for (number, motive, _), run in runs:
            found = [one for _, one in run]
            whole = _union(number, [at for at, _ in found])
            entry = Entry(
                f"fora-{whole.linhas[0]}", f"Fora do texto: {DESCARTES[motive]}", None,
                texts=tuple(one.texto for _, one in found),
            )  # fmt: skip
            yield from self._spread(entry, [whole])

    def _spread(self, entry: Entry, origem: Sequence[Origem]) -> Iterator[tuple[int, Entry]]:
        """An entry for each page on which a text stands."""
        numbers = [None, *(one.pagina for one in origem), None]
        for before, one, behind in zip(numbers, origem, numbers[2:], strict=False):
            image = self._images.get(one.pagina)
            if image:
                box = _shown(Box(*one.caixa), image) if one.caixa else None
                yield (
                    one.pagina,
                    replace(entry, lines=one.linhas, box=box, before=before, behind=behind),
                )


def _parts(catalogue: Catalogo) -> Iterator[tuple[str, str, str, Sequence[Origem]]]:
    """What stands outside the articles: anchor, name, text, place."""
    norm = catalogue.norma
    for key, name, part in (
        ("epigrafe", "Epígrafe", norm.epigrafe),
        ("ementa", "Ementa", norm.ementa),
        ("preambulo", "Preâmbulo", norm.preambulo),
        ("fecho", "Fecho", norm.fecho),
    ):
        if part:
            yield key, name, part.texto, part.origem
    for rank, who in enumerate(norm.assinaturas, 1):
        yield f"assinatura-{rank}", "Assinatura", who.texto, who.origem
    for annex in catalogue.anexos:
        title = " – ".join(filter(None, (annex.rotulo, annex.nome)))
        yield annex.id, title, " / ".join(annex.linhas) or title, annex.origem


def _listed(names: list[str]) -> str:
    if len(names) <= _FEW:
        return listing(names)
    return f"{names[0]} e outros {len(names) - 1} dispositivos"


def _on(number: int, origem: Iterable[Origem]) -> bool:
    return any(one.pagina == number for one in origem)


def _union(number: int, origem: Iterable[Origem]) -> Origem:
    """The lines and the box on one page of several places."""
    here = [one for one in origem if one.pagina == number]
    boxes = [one.caixa for one in here if one.caixa]
    left, bottom, right, top = zip(*boxes, strict=True) if boxes else ((),) * 4
    return Origem(
        pagina=number,
        linhas=(min(one.linhas[0] for one in here), max(one.linhas[1] for one in here)),
        caixa=(min(left), min(bottom), max(right), max(top)) if boxes else None,
    )


# ── from the page to its image ───────────────────────────────────────────────────────────────


def _size(image: PageImage) -> tuple[float, float]:
    """Width and height of a page as it is shown, in points."""
    left, bottom, right, top = image.shown
    size = (round(right - left, 2), round(top - bottom, 2))
    return size if image.rotation % 180 == 0 else (size[1], size[0])


def _shown(box: Box, image: PageImage) -> Rect | None:
    """Where a box of the unrotated page is on the page as shown; None outside of what is shown."""
    left, bottom, right, top = image.shown
    x0, x1 = (min(max(x, left), right) for x in (box.x0, box.x1))
    y0, y1 = (min(max(y, bottom), top) for y in (box.y0, box.y1))
    if x0 >= x1 or y0 >= y1:
        return None
    match image.rotation:
        case 90:
            found = (y0 - bottom, x0 - left, y1 - bottom, x1 - left)
        case 180:
            found = (right - x1, y0 - bottom, right - x0, y1 - bottom)
        case 270:
            found = (top - y1, right - x1, top - y0, right - x0)
        case _:
            found = (x0 - left, top - y1, x1 - left, top - y0)
    a, b, c, d = found
    return Rect(round(a, 2), round(b, 2), round(c - a, 2), round(d - b, 2))


def _strip(page: FacsimilePage, box: Rect) -> Rect:
    """The part of a page that shows a box, from the left end of all print to the right."""
    boxes = [*(one.box for one in page.entries if one.box), box]
    left = max(0.0, min(one.x for one in boxes) - _SIDE)
    right = min(page.width, max(one.x + one.width for one in boxes) + _SIDE)
    top = max(0.0, box.y - _AROUND)
    bottom = min(page.height, box.y + box.height + _AROUND)
    return Rect(left, top, right - left, bottom - top)
