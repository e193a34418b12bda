"""The outline of a norm: a gold that a person writes by hand in minutes.

In: lines `LABEL` or `LABEL: TEXT`, one a device, in printed order. Out: `Entry`s; and back, from
devices to lines. Promises: indentation and blank lines mean nothing; `#` begins a remark at a
line's head; a line that is none of this is an `InputError` ENT020 with its number.

    CAPÍTULO I: DAS DISPOSIÇÕES GERAIS
    Art. 1º: Esta lei regula:
      I: os serviços
        a): com taxímetro;
        b)
      I > nas vias do Município.
      § 1º
    art2_par1u: an id stands for any label
    AGRUPAMENTO: DAS DISPOSIÇÕES FINAIS (a heading without a label)
    ANEXO I
      Art. 1º: from here on an annexed act, with its own numbers

The kind of a label says where the device hangs (LC 95/1998, art. 10): an inciso on the paragraph
or the caput before it, an alínea on the inciso, the paragraph or the caput, an item on the alínea.
`LABEL > TEXT` is the text that closes a device after those that hang on it. A label without a text
is compared without one. `ANEXO I` and `ADT` (the transitory act) begin numbers of
their own; they are no devices themselves, and are compared by what stands in them.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from pipeline.diagnostics import InputError
from pipeline.labels import Kind, caput_id, device_id, number_of, parse_roman
from pipeline.score.entries import UNLABELLED, Entry, folded, group_of, unlabelled

_SUFFIX = "(?:-[A-Z]{1,2}){0,3}"
_NUMBER = rf"(?:[\d.]{{0,5}}\d ?[ºª°o]?{_SUFFIX}|[Úú]nico)\.?"
_LABELS = (
    (Kind.ARTIGO, re.compile(rf"Art(?:igo|\.)? ?{_NUMBER}")),
    (Kind.PARAGRAFO, re.compile(rf"(?:§ ?|Par[áa]grafo ){_NUMBER}")),
    (Kind.INCISO, re.compile(rf"[IVXLCDM]{{1,12}}{_SUFFIX}")),
    (Kind.ALINEA, re.compile(rf"[a-z]{{1,2}}{_SUFFIX}\)")),
    (Kind.ITEM, re.compile(rf"\d{{1,4}}{_SUFFIX}[.)]")),
    *(
        (kind, re.compile(rf"{word} (?:[IVXLC]{{1,9}}{_SUFFIX}|\w{{1,20}})", re.IGNORECASE))
        for kind, word in (
            (Kind.PARTE, "parte"), (Kind.LIVRO, "livro"), (Kind.TITULO, "título"),
            (Kind.SUBTITULO, "subtítulo"), (Kind.CAPITULO, "capítulo"), (Kind.SECAO, "seção"),
            (Kind.SUBSECAO, "subseção"),
        )
    ),
)  # fmt: skip
_CONTAINER = re.compile(r"ANEXO (?P<n>[IVXLC]+|\d+|ÚNICO)|ADT")
_ID = re.compile(r"[a-z]+\d+(?:-\d+)*u?(?:_[a-z]+\d*(?:-\d+)*u?)*")
_LINE = re.compile(r"(?P<label>[^:>]+?) *(?:(?P<sign>[:>]) *(?P<text>.*))?")


def read_outline(text: str, path: Path) -> tuple[Entry, ...]:
    """The devices of an outline; raises `InputError` ENT020 with the line that can't be read."""
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#") and not reader.take(stripped):
            raise InputError(
                "ENT020", f"a linha não é um dispositivo: «{stripped[:60]}»",
                file=path, line=number,
            )  # fmt: skip
    return tuple(reader.entries.values())


def write_outline(entries: Iterable[Entry]) -> str:
    """The outline of devices, by ids.

    >>> write_outline([Entry("art1", "São taxas:", "e outras."), Entry("art1_cpt_inc1", None)])
    'art1: São taxas:\\nart1 > e outras.\\nart1_cpt_inc1\\n'
    """
    lines = []
    for one in entries:
        label = "AGRUPAMENTO" if one.id.startswith(UNLABELLED) else one.id
        lines.append(label if one.text is None else f"{label}: {one.text}".rstrip())
        if one.closing:
            lines.append(f"{one.id} > {one.closing}")
    return "".join(f"{line}\n" for line in lines)


class _Reader:
    """Knows what is open: the container, the groupings, and the parts of the present article."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self._container = ""
        self._open: dict[Kind, str] = {}

    def take(self, line: str) -> bool:
        """Read a line; whether it could be read."""
        found = _LINE.fullmatch(line)
        if found is None:
            return False
        label, text = found["label"], folded(found["text"] or "")
        if found["sign"] == ">":
            return self._close(label, text)
        if label == "AGRUPAMENTO":
            name = self._fresh(unlabelled(text)) if text else None
        elif _ID.fullmatch(label):
            name = self._fresh(label) if group_of(label) else None
        elif self._enter(label):
            return True
        else:
            name = self._hang(label)
        if name is None:
            return False
        self.entries[name] = Entry(name, text, "") if found["sign"] else Entry(name, None)
        return True

    def _close(self, label: str, text: str) -> bool:
        """Add the text that closes a device: one named by its id, or that is open."""
        kind = _kind(label)
        name = self._open.get(kind) if kind else label
        if name not in self.entries or (kind and name != self._under(kind, label)):
            return False
        self.entries[name] = self.entries[name]._replace(closing=text)
        return True

    def _enter(self, label: str) -> bool:
        """Open an annex, or the transitory act, if the label is its: what follows is its own."""
        container = _CONTAINER.fullmatch(label)
        if container is None:
            return False
        number = container["n"]
        if number is None:
            name = "adt1u"
        elif number == "ÚNICO":
            name = "anexo1u"
        else:
            name = f"anexo{int(number) if number.isdigit() else parse_roman(number)}"
        self._open, self._container = {}, name
        return True

    def _hang(self, label: str) -> str | None:
        """Open a device under what is open, and close what can't be open beside it."""
        kind = _kind(label)
        if kind is None:
            return None
        name = self._fresh(self._under(kind, label))
        self._open = {one: open_ for one, open_ in self._open.items() if one.depth < kind.depth}
        self._open[kind] = name
        return name

    def _under(self, kind: Kind, label: str) -> str:
        """The id that a label has under what is open."""
        number = number_of(kind.value.upper(), label)
        if kind is Kind.ARTIGO:
            return "_".join(filter(None, (self._container, device_id(kind, number, None))))
        above = [
            name for one, name in self._open.items()
            if one.depth < kind.depth and one.is_grouping == kind.is_grouping
        ]  # fmt: skip
        parent = above[-1] if above else self._container
        if kind is not Kind.PARAGRAFO and above and parent == self._open.get(Kind.ARTIGO):
            parent = caput_id(parent)
        return device_id(kind, number, parent)

    def _fresh(self, name: str) -> str:
        """An id, or the next of its repetitions: a number printed again is another device."""
        times, fresh = 1, name
        while fresh in self.entries:
            times += 1
            fresh = f"{name}_rep{times}"
        return fresh


def _kind(label: str) -> Kind | None:
    return next((kind for kind, pattern in _LABELS if pattern.fullmatch(label)), None)
