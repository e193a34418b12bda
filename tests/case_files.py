"""Case files: an invented act, a marker, and the whole outcome that it must have.

In: `cases/{good,bad}/*.txt`, named for the behaviour. Out: `Case`, and the outcome of a
compiled norm in the same notation. The expectation is written from the law, never from the output.

Above the marker `--- espera ---` stands the text as printed; a line `--- página ---` ends a page,
and `<U+XXXX>` stands for that one character. Below it, in this order:

- devices, one a line in printed order, two blanks a level: `id | rótulo | texto ou nome`, `-` for
  what is absent, and a last field where the state is not `vigente` or the article is not read;
  below it, as deep as what hangs on it, its rubric `nome: …`, its notes `nota: tipo | texto` (and the URN of the act that
  it names), its other wordings `versao: tipo | texto | estado | riscado | início a fim` with notes
  and devices of their own and `sancao: Infração: valor | …`, the lines that stood behind them, and
  behind all that hangs on it `final: texto`, its closing text;
- groups of sanction lines: `san1 -> alvo, alvo | Infração: valor | Penalidade: valor`;
- parts: `epigrafe: …`, `ementa: …`, `preambulo: …`, `fecho: …`, `assinatura: nome | cargo`;
- annexes without articles: `anexo: id | rótulo | nome | linha / linha`;
- what was left out or repaired: `descarte: motivo | linha`, `correcao: antes -> depois`;
- diagnostics, in the order of the text: `! CODE página:linha`, the line being the first one.

"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.model import Catalogo, Diagnostico, Dispositivo, LinhaDeSancao, Origem, Versao, walk

FOLDER = Path(__file__).parent / "cases"
MARKER = "--- espera ---\n"
PAGE_END = "--- página ---\n"


@dataclass(frozen=True)
class Case:
    """An input and the outcome that it must have."""

    name: str
    text: str
    expected: str


@cache
def load(kind: str) -> tuple[Case, ...]:
    """The cases of a folder, in alphabetical order.

    >>> # load("good")[0].name → 'alinea-i-e-inciso-i'
    """
    return tuple(read(path) for path in sorted((FOLDER / kind).iterdir()))


def read(path: Path) -> Case:
    """Read one case file; ValueError if it is not one input and one outcome."""
    parts = path.read_text(encoding="utf-8").split(MARKER)
    if path.suffix != ".txt" or len(parts) != 2 or not all(part.strip() for part in parts):
        raise ValueError(f"{path.name}: not an input, the line {MARKER.strip()!r} and an outcome")
    text, expected = (_unescape(part) for part in parts)
    return Case(path.stem, text.replace(PAGE_END, "\f"), expected)


def _unescape(text: str) -> str:
    return re.sub(r"<U\+([0-9A-F]{4,6})>", lambda found: chr(int(found[1], 16)), text)


def outcome(catalogue: Catalogo) -> str:
    """A compiled norm in the notation of the case files."""
    return "".join(f"{line}\n" for line in _lines(catalogue))


def _lines(catalogue: Catalogo) -> Iterator[str]:
    yield from _devices(catalogue.dispositivos, 0)
    for sanction in catalogue.sancoes:
        targets = f"{sanction.id} -> {', '.join(sanction.alvos)}"
        yield " | ".join((targets, *_values(sanction.linhas)))
    norm = catalogue.norma
    for name in ("epigrafe", "ementa", "preambulo", "fecho"):
        part = getattr(norm, name)
        if part is not None:
            yield f"{name}: {part.texto}"
    for signer in norm.assinaturas:
        yield f"assinatura: {signer.nome} | {signer.cargo or '-'}"
    for annex in catalogue.anexos:
        rows = (" / ".join(annex.linhas),) if annex.linhas else ()
        yield " | ".join((f"anexo: {annex.id}", annex.rotulo, annex.nome or "-", *rows))
    for dropped in catalogue.descartes:
        yield f"descarte: {dropped.motivo} | {dropped.texto}"
    for mended in catalogue.correcoes:
        yield f"correcao: {mended.antes} -> {mended.depois}"
    for found in catalogue.diagnosticos:
        yield f"! {found.codigo} {place(found)}"


def _devices(devices: Iterable[Dispositivo], depth: int) -> Iterator[str]:
    for device in devices:
        fields = [device.id, device.rotulo or "-", device.texto or device.nome or "-"]
        if device.situacao != "vigente":
            fields.append(device.situacao)
        if device.tipo == "nao_analisado":
            fields.append(device.tipo)
        yield "  " * depth + " | ".join(fields)
        inner = "  " * (depth + 1)
        if device.texto and device.nome:
            yield f"{inner}nome: {device.nome}"
        for note in device.notas:
            yield f"{inner}nota: {note.tipo} | {note.texto}{f' | {note.norma}' if note.norma else ''}"
        for version in device.versoes:
            yield inner + " | ".join(_version(version))
            yield from (f"{inner}  nota: {one.tipo} | {one.texto}" for one in version.notas)
            yield from _devices(version.filhos, depth + 2)
            if version.sancao:
                yield f"{inner}  sancao: {' | '.join(_values(version.sancao))}"
        yield from _devices(device.filhos, depth + 1)
        if device.texto_final:
            yield f"{inner}final: {device.texto_final}"


def _values(lines: Iterable[LinhaDeSancao]) -> Iterator[str]:
    return (f"{line.rotulo}: {line.texto or '-'}" for line in lines)


def _version(version: Versao) -> Iterator[str]:
    yield f"versao: {version.tipo}"
    yield version.texto or "-"
    if version.situacao != "vigente":
        yield version.situacao
    if version.riscado:
        yield "riscado"
    if version.inicio or version.fim:
        yield f"{version.inicio or ''} a {version.fim or ''}".strip()


def place(found: Diagnostico) -> str:
    """Page and first line of a diagnostic; `-` if it is about the norm as a whole."""
    if not found.origem:
        return "-"
    return f"{found.origem[0].pagina}:{found.origem[0].linhas[0]}"


# ── nothing vanishes, counted without the compiler's own account ─────────────────────────────

_NOT_COUNTED = re.compile("[\\s\u00ad\u200b\u200e\ufeff\\-\u2010\u2011\u2012–—―−]")


def characters(text: str) -> Counter[str]:
    """The characters of a text without blanks and dashes, whose edits the catalogue leaves out."""
    return Counter(_NOT_COUNTED.sub("", text))


def kept(catalogue: Catalogo) -> Counter[str]:
    """The characters of all texts of a catalogue, with its corrections taken back."""
    counted = Counter[str]()
    for text in _texts(catalogue):
        counted += characters(text or "")
    mended = (characters(one.depois) for one in catalogue.correcoes)
    counted.subtract(sum(mended, Counter()))
    counted.update(sum((characters(one.antes) for one in catalogue.correcoes), Counter()))
    return counted


def _device_texts(
    devices: Iterable[Dispositivo], counted: list[tuple[Origem, ...]]
) -> Iterator[str | None]:
    for device in walk(devices):
        yield from (device.rotulo_original, device.nome, device.texto, device.texto_final)
        yield from (note.texto for note in device.notas)
        for version in device.versoes:
            yield from (version.rotulo_original, version.texto, version.texto_final)
            for line in version.sancao:
                if line.origem not in counted:  # a line that others have, too, is printed once
                    counted.append(line.origem)
                    yield from (line.rotulo_original, line.texto)
            yield from (note.texto for note in version.notas)
            yield from _device_texts(version.filhos, counted)


def _texts(catalogue: Catalogo) -> Iterator[str | None]:
    counted = [line.origem for one in catalogue.sancoes for line in one.linhas]
    yield from _device_texts(catalogue.dispositivos, counted)
    for annex in catalogue.anexos:
        yield from (annex.rotulo_original, annex.nome, *annex.linhas)
    for sanction in catalogue.sancoes:
        for line in sanction.linhas:
            yield from (line.rotulo_original, line.texto)
    norm = catalogue.norma
    for part in (norm.epigrafe, norm.ementa, norm.preambulo, norm.fecho):
        yield part.texto if part else None
    for signer in norm.assinaturas:
        yield from (signer.nome, signer.cargo)
    for dropped in catalogue.descartes:
        yield dropped.texto
