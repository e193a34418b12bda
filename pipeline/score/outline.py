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
    ANEXO I
      Art. 1º: from here on an annexed act, with its own numbers

The kind of a label says where the device hangs (LC 95/1998, art. 10): an inciso on the paragraph
or the caput before it, an alínea on the inciso, the paragraph or the caput, an item on the alínea.
`LABEL > TEXT` is the text that closes a device after those that hang on it. A label without a text
is compared without one. `ANEXO I` and `ADT` (the transitory act) begin numbers of their own.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from pipeline.diagnostics import InputError
from pipeline.labels import Kind, caput_id, device_id, number_of, parse_roman
from pipeline.score.entries import Entry, folded, group_of

_SUFFIX = "(?:-[A-Z])*"
_NUMBER = rf"(?:[\d.]*\d ?[ºª°o]?{_SUFFIX}|[Úú]nico)\.?"
_LABELS = (
    (Kind.ARTIGO, re.compile(rf"Art(?:igo|\.)? ?{_NUMBER}")),
    (Kind.PARAGRAFO, re.compile(rf"(?:§ ?|Par[áa]grafo ){_NUMBER}")),
    (Kind.INCISO, re.compile(rf"[IVXLCDM]+{_SUFFIX}")),
    (Kind.ALINEA, re.compile(rf"[a-z]{{1,2}}{_SUFFIX}\)")),
    (Kind.ITEM, re.compile(rf"\d+{_SUFFIX}[.)]")),
    *(
        (kind, re.compile(rf"{word} (?:[IVXLC]+{_SUFFIX}|\w+)", re.IGNORECASE))
        for kind, word in (
            (Kind.PARTE, "parte"), (Kind.LIVRO, "livro"), (Kind.TITULO, "título"),
            (Kind.CAPITULO, "capítulo"), (Kind.SECAO, "seção"), (Kind.SUBSECAO, "subseção"),
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
        lines.append(one.id if one.text is None else f"{one.id}: {one.text}".rstrip())
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
        name = self._id(found["label"]) if found else None
        if found is None or name is None:
            return False
        text = folded(found["text"] or "")
        if found["sign"] == ">":
            closed = self.entries.get(name)
            if closed is None:
                return False
            self.entries[name] = closed._replace(closing=text)
        elif found["sign"]:
            self._add(Entry(name, text, ""))
        else:
            self._add(Entry(name, None))
        return True

    def _add(self, entry: Entry) -> None:
        """Keep a device; one whose number is printed again is another (`_rep2`)."""
        name, times = entry.id, 1
        while name in self.entries:
            times += 1
            name = f"{entry.id}_rep{times}"
        self.entries[name] = entry._replace(id=name)

    def _id(self, label: str) -> str | None:
        if _ID.fullmatch(label) and group_of(label):
            return label
        container = _CONTAINER.fullmatch(label)
        if container:
            return self._enter(container["n"])
        for kind, pattern in _LABELS:
            if pattern.fullmatch(label):
                return self._hang(kind, label)
        return None

    def _enter(self, number: str | None) -> str:
        """Open an annex, or the transitory act: what follows is its own."""
        self._open = {}
        if number is None:
            self._container = "adt1u"
        elif number == "ÚNICO":
            self._container = "anexo1u"
        else:
            value = int(number) if number.isdigit() else parse_roman(number)
            self._container = f"anexo{value}"
        return self._container

    def _hang(self, kind: Kind, label: str) -> str:
        """The id of a device under what is open, and close what it can't hang on."""
        self._open = {one: name for one, name in self._open.items() if one.depth < kind.depth}
        above = [name for one, name in self._open.items() if one.is_grouping == kind.is_grouping]
        parent = above[-1] if above else self._container
        if kind.depth > Kind.PARAGRAFO.depth and parent == self._open.get(Kind.ARTIGO):
            parent = caput_id(parent)
        name = device_id(kind, number_of(kind.value.upper(), label), parent)
        if kind is Kind.ARTIGO and self._container:
            name = f"{self._container}_{name}"
        self._open[kind] = name
        return name
