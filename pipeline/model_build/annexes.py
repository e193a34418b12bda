"""What stands beside the norm's own articles, as the catalogue has it.

In: the heading that `normalise` found, the texts below it, the devices already built. Out: `Anexo`
for lines that are kept as they are, `Dispositivo` for an act that is numbered apart. Pure
functions; where the text went is `model_build`'s account.
"""

from collections.abc import Sequence

from pipeline.artefacts import NormalLine, NormalText
from pipeline.labels import Kind, container_label, container_name, container_printed
from pipeline.model import Anexo, Dispositivo, Origem


def annex(name: str, heading: NormalLine, lines: Sequence[str], place: tuple[Origem, ...]) -> Anexo:
    """An annex without articles: the rows of a table, the lines of a form.

    One that begins with its title alone ("TABELA DE PREÇOS") has that for a label.

    >>> # annex("anexo1", heading, ["Leve 3", "Grave 5"], place).rotulo → 'ANEXO I'
    """
    assert heading.head is not None
    shown = container_label(heading.head)[0]
    titled = shown is None or heading.head.kind is Kind.ADT
    return Anexo(
        id=name,
        rotulo=shown or heading.text,
        rotulo_original=container_printed(heading.head, heading.text) or heading.text,
        nome=None if titled else container_name(heading.text),
        linhas=tuple(lines),
        situacao="vigente",
        origem=place,
    )


def act(
    name: str,
    heading: NormalLine,
    printed: str,
    below: str | None,
    closing: str | None,
    children: tuple[Dispositivo, ...],
    place: tuple[Origem, ...],
) -> Dispositivo:
    """An annexed or a transitory act: `printed` is its heading, which may be of several lines, and
    `below` what stands between that and its devices.

    An act that begins with its title alone ("REGULAMENTO DO SERVIÇO") has no label.

    >>> # act("adt1u", heading, "ATO DAS …", None, None, children, place).rotulo
    >>> # → 'Ato das Disposições Transitórias'
    """
    label = heading.head
    assert label is not None
    assert label.kind is not None
    shown, number = container_label(label)
    own: str | None = None
    original: str | None = printed
    if label.kind is not Kind.ADT:
        own, original = container_name(heading.text), container_printed(label, heading.text)
    return Dispositivo(
        id=name,
        caput_id=None,
        tipo=label.kind.value,
        rotulo=shown,
        rotulo_original=original,
        numero=number,
        nome=" ".join(filter(None, (own, below))) or None,
        texto=None,
        texto_final=closing,
        situacao="vigente",
        notas=(),
        versoes=(),
        aliases=(),
        origem=place,
        filhos=children,
    )


def own_act(first: NormalLine) -> str | None:
    """The id of the act in which an article was numbered, by its line; None if the norm's own.

    >>> # own_act(line) → 'adt1u', for a line of adt1u_art3
    """
    above, _, article = (first.device or "").partition("_art")
    return above if article else None


def rows(normal: NormalText, start: int, end: int) -> list[str]:
    """The printed lines from one offset of the text to another."""
    first, last = normal.line_at(start), normal.line_at(end - 1)
    return [line.text for line in normal.lines[first : last + 1]]
