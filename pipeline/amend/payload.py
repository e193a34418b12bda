"""Quoted lines → the devices that they are in the other norm.

In: the lines of a quotation, and the device in which the first of them stands. Out: `Payload`.
The grammar of norms reads them, behind lines that stand for what they hang on; a run of three or
more dots is «unchanged»: it carries no label and yields no device. Raises `UnclearError` where the
quotation is not closed, where words and dots are mixed, or where a part of it was not read.
"""

import re
from collections.abc import Iterator, Sequence

from pipeline.amend.divisions import UnclearError
from pipeline.amendments import Payload, ReadQuoted
from pipeline.artefacts import BREAK, JOIN, NormalLine
from pipeline.labels import Kind, Number, Reading, canonical, exact_reading, fold
from pipeline.labels.citations import parts_of
from pipeline.labels.quotations import CLOSES, MARK, OPENS, closes, is_labelled
from pipeline.model import Anexo, Dispositivo, walk

DOTS = "………:"
"""What dots are written as for the grammar; the colon lets anything follow."""

_ONLY_DOTS = re.compile(
    r"[.…·_• ]*(?:[.·_•] ?[.·_•] ?[.·_•]|…)[.…·_• ]*[;:,]?$|[(\[] ?(?:\.\.\.|…) ?[)\]]$"
)
_SOME_DOTS = re.compile(r"(?:[.·_•] ?){5,}|…{2,}")
_LEADING = re.compile(r"(?:[.…·_•] ?){3,}[;:,]? *")
_FORMER = re.compile(r"\( ?(?:antigo|anterior|atual) (?P<what>[^()]+?) ?\) *", re.IGNORECASE)
_QUOTED_ANNEX = re.compile(r"[“\"«] *ANEXO\b(?: +(?:[IVXLC]+|[ÚU]NICO|\d+)\b)? *[-–—:.]? *")
_TROUBLE = ("GRA001", "GRA002", "ROT001", "NUM002")


def read_payload(
    lines: Sequence[NormalLine], holder: str | None, read: ReadQuoted, *, nested: bool = False
) -> Payload:
    """Read a quotation; `holder` is the id of the device that holds the first of its devices.

    In one that quotes by itself (`nested`) labels in the middle of a text are that quotation's.

    >>> # read_payload(lines, "art4_par1", read).devices[0].id → 'art4'
    """
    if not closes(lines[0].text, lines[-1].text):
        raise UnclearError("faltam as aspas que fecham a citação")
    last = len(lines) - 1
    bare = [_bare(line, first=n == 0, last=n == last) for n, line in enumerate(lines)]
    joined = list(_joined(bare))
    first = exact_reading(joined[0].text)
    if first is None or first.kind is None:
        raise UnclearError("a citação não começa com um dispositivo")
    skeleton = (
        list(_skeleton(holder, first.kind, joined[0]))
        if first.kind.depth > Kind.ARTIGO.depth
        else []
    )
    written: list[NormalLine] = [*skeleton]
    behind: list[int] = []  # lines behind which dots stand alone
    for line in joined:
        for part in _split(line.text):
            if _ONLY_DOTS.match(part):
                behind.append(len(written) - 1)
                continue
            bare_text = _without_former(part)
            label = exact_reading(bare_text)
            text = bare_text
            if label is not None:
                written += _predecessor(label, written, line)
                if _is_dots(bare_text[len(label.printed) :]):
                    text = f"{label.printed.rstrip()} {DOTS}"
            if _SOME_DOTS.search(text.replace(DOTS, "")):
                raise UnclearError("há palavras e linha pontilhada na mesma linha da citação")
            written.append(line._replace(text=text, lead=BREAK, head=None, device=None, quoted=0))
    normal, articulation, found = read(tuple(written))
    found = tuple(one for one in found if not (nested and one.code == "ROT001"))
    trouble = next((one for one in found if one.code in _TROUBLE), None)
    if trouble is not None:
        raise UnclearError(f"a citação não foi lida por inteiro: {trouble.message}")
    devices = tuple(_clean(one) for one in articulation.devices)
    own = frozenset(
        one.id for one in walk(devices) if one.texto is not None or one.situacao != "vigente"
    )
    at = [line.device for line in normal.lines]
    opened = frozenset(
        one for n in behind if n >= 0 and (name := at[n]) for one in (name, *_holders(name))
    )
    return Payload(
        devices, own, opened, articulation.blocks,
        tuple(one for one in found if one.code != "ROT003"),
    )  # fmt: skip


def read_annex(annex: Anexo) -> Anexo:
    """What an annex of the act gives: itself, or the annex that it quotes («“ANEXO I» … «” (NR)»).

    >>> # read_annex(annex).linhas → ('TABELA', 'Táxi: onze reais')
    """
    at = next((n for n, line in enumerate(annex.linhas) if _QUOTED_ANNEX.match(line)), None)
    if at is None:
        return annex
    opening, *lines = annex.linhas[at:]
    if not lines or not CLOSES.search(lines[-1]):
        raise UnclearError("faltam as aspas que fecham o anexo citado")
    lines[-1] = MARK.sub("", CLOSES.sub("", lines[-1]))
    name = _QUOTED_ANNEX.sub("", opening).strip() or None
    return annex.model_copy(update={"nome": name, "linhas": tuple(filter(None, lines))})


def _bare(line: NormalLine, *, first: bool, last: bool) -> NormalLine:
    """A quoted line without the quotes around the quotation, and without (NR)."""
    text = line.text.replace("\v", " ").strip()
    if first or is_labelled(text):
        text = OPENS.sub("", text, count=1)
    if last:
        closing = CLOSES.search(text)
        text = CLOSES.sub("", text)
        # «… um real”. (NR)»: the stop is the sentence's, though it stands behind the quotes.
        stop = closing and re.search("[.;]", re.sub(r"\(.*?\)", "", closing[0]))
        if stop and text[-1:].isalnum():
            text += stop[0]
    mark = MARK.search(text)
    if mark is not None:
        text = text[: mark.start()]
        # «… dez reais (NR).”»: the stop behind the mark is the sentence's, too.
        text += mark[0][-1] if mark[0][-1] in ".;" and text[-1:].isalnum() else ""
    return line._replace(text=text.rstrip())


def _joined(lines: Sequence[NormalLine]) -> Iterator[NormalLine]:
    """Lines whose word goes on in the next one, in one; blank ones left out."""
    held: NormalLine | None = None
    for line in lines:
        if not line.text:
            continue
        if held is not None and line.lead == JOIN:
            held = held._replace(text=held.text + line.text)
            continue
        if held is not None:
            yield held
        held = line
    if held is not None:
        yield held


def _skeleton(holder: str | None, first: Kind, line: NormalLine) -> Iterator[NormalLine]:
    """Lines that stand for what holds the first quoted device."""
    if holder is None:
        raise UnclearError("não se sabe de que artigo são os dispositivos da citação")
    for kind, number in parts_of(holder):
        if kind.depth < first.depth:
            yield line._replace(
                text=_written(kind, number), lead=BREAK, head=None, device=None, quoted=0
            )


def _predecessor(
    label: Reading, written: Sequence[NormalLine], line: NormalLine
) -> Iterator[NormalLine]:
    """The line that a lone alínea or item must follow to be read as one."""
    if label.kind not in (Kind.ALINEA, Kind.ITEM) or label.number is None or label.number.value < 2:
        return
    above = next((one for text in reversed(written) if (one := exact_reading(text.text))), None)
    if above is not None and above.kind is label.kind:
        return
    before = Number(label.number.value - 1)
    yield line._replace(
        text=_written(label.kind, before), lead=BREAK, head=None, device=None, quoted=0
    )


def _written(kind: Kind, number: Number) -> str:
    sign = " –" if kind is Kind.INCISO else ""
    return f"{canonical(kind, number)}{sign} {DOTS}"


def _split(text: str) -> Iterator[str]:
    """A line, parted where a further label stands right behind the first, or behind dots."""
    label = exact_reading(text)
    if label is None or label.kind is None:
        yield text
        return
    rest = text[len(label.printed) :]
    dots = _LEADING.match(rest)
    inner = exact_reading(rest[dots.end() :] if dots else rest)
    deeper = inner is not None and inner.kind is not None and inner.kind.depth > label.kind.depth
    if not deeper or (inner and inner.kind is Kind.ITEM):
        yield text
        return
    yield f"{label.printed.rstrip()} {DOTS}"
    yield from _split(rest[dots.end() :] if dots else rest)


def _is_dots(text: str) -> bool:
    bare = text.strip(" ;:,")
    return bool(bare) and (_ONLY_DOTS.match(bare) is not None or bare in ("..", "." * len(bare)))


def _without_former(text: str) -> str:
    """A line without the note that § 1º was the sole paragraph; no other number is told so."""
    found = _FORMER.search(text[:60])
    if found is None:
        return text
    if fold(found["what"]) != "paragrafo unico":
        raise UnclearError(f"a citação renumera um dispositivo: «{found[0].strip()}»")
    return text[: found.start()] + text[found.end() :]


def _clean(device: Dispositivo) -> Dispositivo:
    """A device whose text is none if it is only dots."""
    text = device.texto
    if text is not None and not text.replace("…", "").strip(" :"):
        text = None
    return device.model_copy(
        update={
            "texto": text, "origem": (), "rotulo_original": None,
            "filhos": tuple(_clean(one) for one in device.filhos),
        }
    )  # fmt: skip


def _holders(name: str) -> Iterator[str]:
    """The ids of what holds a device, as far as its own id tells."""
    parts = name.split("_")
    for n in range(len(parts) - 1, 0, -1):
        if parts[n - 1] != "cpt":
            yield "_".join(parts[:n])
