"""Tree → the norm's parts and devices.

In: `ParsedText`. Out: `Articulation`. Promises: every token of the tree goes to exactly one place
(label, name, text, sanction line, part, discard), and what finds none is reported; ids are LexML's;
a repeated id gets `_rep2`, and no number is changed. It leaves the meaning of sanctions to
`sanctions` and all judgement of numbering to `check`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from pipeline.artefacts import (
    Articulation,
    Discard,
    NormalLine,
    NormalText,
    ParsedText,
    SanctionBlock,
    SanctionLine,
)
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import (
    Kind,
    canonical,
    caput_id,
    device_id,
    is_of_line,
    note_kind,
    number_of,
    numeral,
    state_of,
)
from pipeline.model import (
    Anexo,
    Assinatura,
    Cobertura,
    Dispositivo,
    Nota,
    Situacao,
    TextoLocalizado,
    TipoDispositivo,
    locate,
)
from pipeline.model_build.annexes import act, annex, own_act, rows
from pipeline.model_build.former_lines import retire_lines
from pipeline.model_build.resumed import resumed
from pipeline.model_build.tokens import direct_tokens, ends_of, parted, subtrees, text_of, tokens_of
from pipeline.model_build.wordings import merge_wordings
from pipeline.spans import Region

if TYPE_CHECKING:
    from lark import Token, Tree

    Node = Tree[Token]

_NOWHERE, _DEVICE, _PART, _DISCARD = b"\0", b"\1", b"\2", b"\3"
_KINDS = {kind.value: kind for kind in Kind if not kind.is_container}
_OUTER = (*_KINDS, "agrupador")
_BESIDE = ("anexo", "apenso", "adt")
_CLOSING = ("fecho", "assinatura", "ordem", "referencia")
_OF_THE_PUBLISHER = {"remissiva": "cabecalho", "referencia": "rodape"}
"""Lines that a publisher adds round the ementa and behind the signatures, and why they go."""
_NOTES = ("NOTA", "NOTA_NO_NOME", "ALCANCE")
"""Terminals of what is said of a device and is no part of its text."""
_OFFICE = re.compile(
    r"(?:vice-?)?(?:prefeit|governador|president|secret[áa]ri|vereador|procurador|chefe|diretor"
    r"|ministr|relator|assessor|control|deputad|senador|coordenador)",
    re.IGNORECASE,
)


def build_model(parsed: ParsedText) -> Articulation:
    """Build the devices of a norm from its tree.

    >>> # build_model(parse(normal)).devices[0].id → 'cap1'
    """
    return _Builder(parsed).run()


@dataclass
class _Container:
    """An article or paragraph while it is built: conducts without a label are its children."""

    prefix: str
    conducts: int = 0
    lifted: list[Dispositivo] = field(default_factory=list)


class _Builder:
    def __init__(self, parsed: ParsedText) -> None:
        self._parsed = parsed
        self._normal: NormalText = parsed.normal
        self._text = parsed.normal.text
        self._went = bytearray(len(self._text))
        self._ids: dict[str, int] = {}
        self._headings: Counter[str] = Counter()
        self._blocks: list[SanctionBlock] = []
        self._discards: list[Discard] = []
        self._parts: dict[str, list[Token]] = {}
        self._signers: list[Assinatura] = []
        self._annexes: list[Anexo] = []
        self._devices: list[Dispositivo] = []
        self._found: list[Diagnostic] = []
        self._act: str | None = None  # the annexed or transitory act that is being built
        self._closing: list[
            Token
        ] = []  # text below a list, until the device that it closes is built
        self._unparsed = {self._normal.starts[line] for line in parsed.unparsed}

    def run(self) -> Articulation:
        children = subtrees(self._parsed.tree)
        has_epigraph = any(child.data == "epigrafe" for child in children)
        for child in children:
            name = str(child.data)
            if name in _BESIDE:
                self._container(child)
            elif name in _OUTER:
                self._devices.append(self._outer(child, None))
            elif name == "timbre" and has_epigraph:
                self._discard(child, "cabecalho")
            else:
                self._part(child)
        parts = {name: self._located(tokens, _PART) for name, tokens in self._parts.items()}
        coverage, lost = self._account()
        struck = {(one.spot.page, one.spot.line) for one in self._normal.lines if one.struck}
        merged = merge_wordings(tuple(self._devices), struck, self._blocks)
        devices, blocks, retired = retire_lines(merged.devices, merged.blocks, struck)
        return Articulation(
            parts.get("epigrafe"), parts.get("ementa"), parts.get("preambulo"),
            parts.get("fecho"), tuple(self._signers), tuple(self._annexes),
            devices, blocks, tuple(self._discards), coverage,
            (*lost, *self._found, *merged.found, *retired),
        )  # fmt: skip

    # ── annexes and acts that are numbered apart ─────────────────────────────────────────────

    def _container(self, node: "Node") -> None:
        """An annex as it stands, or an act with its own numbers and the devices in it.

        Articles behind a table that go on the norm's own numbers are the norm's; so is the fecho,
        unless the norm had one before.
        """
        direct = [child for child in node.children if isinstance(child, str)]
        below = subtrees(node)
        devices = [child for child in below if child.data in _OUTER]
        closing = [child for child in below if child.data in _CLOSING]
        heading = self._line(direct[0])
        if heading.head is None:
            self._no_container(node, heading)
            return
        assert heading.head.kind is not None
        assert heading.head.number is not None
        name = self._unique(device_id(heading.head.kind, heading.head.number, None))
        articles = (token for child in devices for token in tokens_of(child))
        first = next((token for token in articles if token.type == "ARTIGO"), None)
        if first is None or own_act(self._line(first)) is None:
            self._take(direct, _PART)
            start, end = ends_of(direct)
            text = rows(self._normal, start, end)[1:]
            self._annexes.append(annex(name, heading, text, locate(self._place(direct))))
            self._devices += [self._outer(child, None) for child in devices]
        else:
            named = (token for c in below if c.data == "nome" for token in tokens_of(c))
            own = [*direct, *named]
            apart = closing if "fecho" in self._parts else []
            final = [token for child in apart for token in tokens_of(child)]
            closing = closing[len(apart) :]
            self._take([*own, *final], _DEVICE)
            self._act = name
            children = tuple(self._outer(child, name) for child in devices)
            self._act = None
            self._devices.append(
                act(
                    name,
                    heading,
                    text_of(own[:1]) or "",
                    text_of(own[1:]),
                    text_of(final),
                    children,
                    locate(self._place(own)),
                )
            )
        for child in closing:
            self._part(child)
        for child in below:
            if child.data in _BESIDE:
                self._container(child)

    def _line(self, token: "Token") -> NormalLine:
        """The line at which a token begins."""
        assert token.start_pos is not None
        return self._normal.lines[self._normal.line_at(token.start_pos)]

    def _no_container(self, node: "Node", line: NormalLine) -> None:
        """A line that only looks like the heading of an act: the norm's own heading, reported."""
        named = (child for child in subtrees(node) if child.data == "nome")
        direct = [child for child in node.children if isinstance(child, str)]
        own = [*direct, *(token for child in named for token in tokens_of(child))]
        heading = self._titled(own, [], [], None)
        self._devices.append(heading)
        message = f"«{line.text}» parece título de outro ato e ficou como título da norma"
        self._found.append(diagnose("ROT001", message, place=line.spot, device=heading.id))
        for child in subtrees(node):
            if child.data in _OUTER:
                self._devices.append(self._outer(child, None))
            elif child.data in _CLOSING:
                self._part(child)

    # ── parts ────────────────────────────────────────────────────────────────────────────────

    def _part(self, node: "Node") -> None:
        name = str(node.data)
        if name == "assinatura":
            self._signers += self._signatures(node)
        elif name in _OF_THE_PUBLISHER:
            self._discard(node, _OF_THE_PUBLISHER[name])
        else:
            # Without an epígrafe the lines before the articles can't be told apart.
            part = {"timbre": "preambulo", "formula": "preambulo", "ordem": "fecho"}.get(name, name)
            self._parts.setdefault(part, []).extend(tokens_of(node))

    def _signatures(self, node: "Node") -> Iterator[Assinatura]:
        """Names with the offices under them; a line behind an office is the next name."""
        lines = list(tokens_of(node))
        self._take(lines, _PART)
        starts = [
            n for n in range(len(lines))
            if n == 0 or (_OFFICE.match(lines[n - 1]) and not _OFFICE.match(lines[n]))
        ]  # fmt: skip
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield Assinatura(
                nome=text_of(lines[start : start + 1]) or "?",
                cargo=text_of(lines[start + 1 : end]),
                origem=locate(self._place(lines[start:end])),
            )

    def _discard(self, node: "Node", motive: str) -> None:
        """Leave the node's lines out, each once, however many tokens (a text, a note) it holds."""
        rows: dict[int, None] = {}
        for token in tokens_of(node):
            self._take([token], _DISCARD)
            start, end = ends_of([token])
            rows |= dict.fromkeys(
                range(self._normal.line_at(start), self._normal.line_at(end - 1) + 1)
            )
        for row in rows:
            line = self._normal.lines[row]
            self._discards.append(Discard(line.text, motive, line.spot))

    def _located(self, tokens: "Iterable[Token]", went: bytes) -> TextoLocalizado:
        found = list(tokens)
        self._take(found, went)
        return TextoLocalizado(texto=text_of(found) or "?", origem=locate(self._place(found)))

    # ── devices ──────────────────────────────────────────────────────────────────────────────

    def _device(
        self, node: "Node", parent: str | None, container: _Container | None
    ) -> Dispositivo:
        """Build a device and what hangs on it; `parent` is the id that prefixes its own."""
        kind = _KINDS[str(node.data)]
        rubric, node = parted(node)
        label = node.children[0]
        assert isinstance(label, str)
        number = number_of(label.type, str(label))
        name = self._unique(device_id(kind, number, parent, self._act))
        caput = caput_id(name) if kind is Kind.ARTIGO else None
        if kind in (Kind.ARTIGO, Kind.PARAGRAFO) or container is None:
            container = _Container(caput or name)
        below = subtrees(node)
        text, conducts, notes, state = self._body(node, kind, name, container)
        own = [label, *(token for token in text if not self._line(token).closes)]
        self._closing += [token for token in text if self._line(token).closes]
        self._take([*rubric, label, *text], _DEVICE)
        children = [*conducts]
        for child in resumed(below, lambda label: self._line(label).device):
            inner = _KINDS.get(str(child.data))
            if child.data == "agrupador":
                children.append(self._heading(child, name))
            elif inner is not None:
                prefix = caput if caput and inner is not Kind.PARAGRAFO else name
                children.append(self._device(child, prefix, container))
                if container.prefix == (caput or name):
                    children += container.lifted
                    container.lifted = []
        plain = text_of(own[1:])
        final = [one for one in self._closing if self._closes(one, kind)]
        self._closing = [one for one in self._closing if not self._closes(one, kind)]
        place = (*self._place([*rubric, *own]), *(self._place(final) if final else ()))
        return Dispositivo(
            id=name,
            caput_id=caput,
            tipo=self._kind(kind, [*rubric, label][0]),
            rotulo=canonical(kind, number),
            rotulo_original=str(label).strip(),
            numero=numeral(kind, number),
            nome=plain if kind.is_grouping else text_of(rubric),
            texto=None if kind.is_grouping else plain,
            texto_final=text_of(final),
            situacao=state,
            notas=notes,
            versoes=(),
            aliases=(),
            origem=locate(place),
            filhos=tuple(children),
        )

    def _closes(self, token: "Token", kind: Kind) -> bool:
        """Whether text below a list closes a device of this kind; an article leaves none over."""
        return kind is Kind.ARTIGO or self._line(token).closes is kind

    def _outer(self, node: "Node", parent: str | None) -> Dispositivo:
        """A grouping or an article, or a heading without a label."""
        if node.data == "agrupador":
            return self._heading(node, parent)
        return self._device(node, parent, None)

    def _heading(self, node: "Node", parent: str | None) -> Dispositivo:
        """A heading without a label; its number counts those of its parent (LexML's `agh`)."""
        text, *noted = (child for child in node.children if isinstance(child, str))
        return self._titled([text], noted, subtrees(node), parent)

    def _titled(
        self, text: "list[Token]", noted: "list[Token]", below: "list[Node]", parent: str | None
    ) -> Dispositivo:
        prefix = f"{parent}_agh" if parent else "agh"
        self._headings[prefix] += 1
        self._take(text, _DEVICE)
        notes = self._notes(noted)
        articles = (self._device(child, None, None) for child in below)
        return Dispositivo(
            id=self._unique(f"{prefix}{self._headings[prefix]}"),
            caput_id=None,
            tipo="agrupador",
            rotulo=None,
            rotulo_original=None,
            numero=None,
            nome=text_of(text),
            texto=None,
            texto_final=None,
            situacao=state_of([note.texto for note in notes]),
            notas=notes,
            versoes=(),
            aliases=(),
            origem=locate(self._place(text)),
            filhos=tuple(articles),
        )

    def _kind(self, kind: Kind, first: "Token") -> TipoDispositivo:
        whole = kind is Kind.ARTIGO and first.start_pos in self._unparsed
        return "nao_analisado" if whole else kind.value

    def _body(
        self, node: "Node", kind: Kind, name: str, container: _Container
    ) -> "tuple[list[Token], list[Dispositivo], tuple[Nota, ...], Situacao]":
        """The device's own text, the conducts without a label in its body, its notes and state.

        In an article or paragraph the last stretch before the first sanction is a conduct, if
        another stretch precedes it. After a sanction every stretch is one; found inside an inciso
        or alínea it belongs to the article or paragraph around it. A note behind a sanction line is
        the device's that the line punishes, but tells nothing of its state where it is the line
        that was revoked.
        """
        body = [child for child in subtrees(node) if child.data in ("nome", "trecho", "sancao")]
        first = next((n for n, child in enumerate(body) if child.data == "sancao"), len(body))
        leading = first
        if first < len(body) and first > 1 and kind in (Kind.ARTIGO, Kind.PARAGRAFO):
            leading = first - 1
        said = [
            *direct_tokens(node),
            *(token for child in body[:leading] for token in tokens_of(child)),
        ]
        own = [token for token in said if token.type not in _NOTES]
        behind: list[Token] = []  # in sanction lines
        conducts: list[Dispositivo] = []
        headings = [child for child in subtrees(node) if child.data == "subtitulo"]
        at = name
        for n, child in enumerate(body[leading:], leading):
            if child.data == "sancao":
                self._blocks.append(SanctionBlock(at, tuple(self._sanction(child))))
                behind += tokens_of(child) if at == name else ()
                continue
            punished = takewhile(lambda one: one.data == "sancao", body[n + 1 :])
            noted = [token for one in punished for token in tokens_of(one)]
            conducts.append(self._conduct(child, container, noted))
            at = conducts[-1].id
        conducts += [self._conduct(child, container, (), "subtitulo") for child in headings]
        notes, of_lines = self._notes(said), self._notes(behind)
        telling = [
            one.texto for one in of_lines if kind is Kind.ALINEA or not is_of_line(one.texto)
        ]
        state = state_of([*(one.texto for one in notes), *telling], kind.value)
        if kind in (Kind.ARTIGO, Kind.PARAGRAFO):
            return own, conducts, (*notes, *of_lines), state
        container.lifted += conducts
        return own, [], (*notes, *of_lines), state

    def _notes(self, tokens: "Sequence[Token]") -> tuple[Nota, ...]:
        """The notes among these tokens; which act they name is told where the norm's place is."""
        notes = [token for token in tokens if token.type in _NOTES]
        self._take(notes, _DEVICE)
        return tuple(
            Nota(
                tipo=note_kind(token),
                texto=text_of([token]) or "?",
                norma=None,
                origem=locate(self._place([token])),
            )
            for token in notes
        )

    def _conduct(
        self,
        node: "Node",
        container: _Container,
        noted: "Sequence[Token]",
        kind: TipoDispositivo = "conduta",
    ) -> Dispositivo:
        """A device without a label: a conduct, with the sanction lines behind it and their notes
        (`noted`), or the heading of a list."""
        container.conducts += 1
        tokens = list(tokens_of(node))
        found = self._located((one for one in tokens if one.type not in _NOTES), _DEVICE)
        notes = self._notes([*tokens, *noted])
        return Dispositivo(
            id=self._unique(f"{container.prefix}_dpg{container.conducts}"),
            caput_id=None,
            tipo=kind,
            rotulo=None,
            rotulo_original=None,
            numero=None,
            nome=None,
            texto=found.texto,
            texto_final=None,
            situacao=state_of([note.texto for note in notes]),
            notas=notes,
            versoes=(),
            aliases=(),
            origem=found.origem,
            filhos=(),
        )

    def _sanction(self, node: "Node") -> Iterator[SanctionLine]:
        for line in subtrees(node):
            tokens = [token for token in tokens_of(line) if token.type not in _NOTES]
            self._take(tokens, _DEVICE)
            label = tokens[0]
            noted = (text_of([one]) for one in tokens_of(line) if one.type in _NOTES)
            yield SanctionLine(
                label.type,
                str(label).strip(),
                text_of(tokens[1:]),
                self._place(tokens),
                tuple(note for note in noted if note),
            )

    def _unique(self, name: str) -> str:
        self._ids[name] = self._ids.get(name, 0) + 1
        return name if self._ids[name] == 1 else f"{name}_rep{self._ids[name]}"

    # ── where the text went ──────────────────────────────────────────────────────────────────

    def _take(self, tokens: "Sequence[Token] | Iterator[Token]", went: bytes) -> None:
        for token in tokens:
            assert token.start_pos is not None
            self._went[token.start_pos : token.end_pos] = went * len(token)

    def _place(self, tokens: "Sequence[Token]") -> tuple[Region, ...]:
        """The lines of these tokens; a line between them that is not theirs does not count."""
        start, _ = ends_of(tokens[:1])
        _, end = ends_of(tokens[-1:])
        return self._normal.place(start, end)

    def _account(self) -> tuple[Cobertura, list[Diagnostic]]:
        """Count each line where its first character went; report characters that went nowhere."""
        counts: Counter[bytes] = Counter()
        lost: list[Diagnostic] = []
        for line, start in zip(self._normal.lines, self._normal.starts, strict=True):
            went = bytes(self._went[start : start + len(line.text)])
            nowhere = 0 in went and [
                sign for sign, place in zip(line.text, went, strict=True)
                if not place and not sign.isspace()
            ]  # fmt: skip
            if nowhere:
                message = f"texto que não coube em parte alguma: «{line.text}»"
                lost.append(diagnose("GRA002", message, place=line.spot, mark=line.text))
            counts[went[:1] or _DEVICE] += 1
        dropped = counts[_DISCARD] + len(self._normal.discards)
        absorbed = self._normal.absorbed
        return Cobertura(
            linhas=len(self._normal.lines) + len(self._normal.discards) + absorbed,
            em_dispositivos=counts[_DEVICE] + absorbed,
            em_partes=counts[_PART],
            descartadas=dropped,
            sem_lugar=counts[_NOWHERE],
        ), lost
