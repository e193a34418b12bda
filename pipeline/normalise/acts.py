"""Several acts in one file: told apart, and one of them chosen.

In: the lines of a file, and which act `norma.toml` names. Out: the lines of that act; those of the
others are discards. Guarantee: two acts are never compiled as one: where nobody says which is
meant, the file is refused with the list of what is in it.
"""

from collections.abc import Sequence

from pipeline.artefacts import Discard, NormalLine
from pipeline.diagnostics import InputError
from pipeline.grammar import opens_norm
from pipeline.labels import Kind, Number, exact_reading, read_title
from pipeline.normalise.draft import Draft
from pipeline.normalise.flow import Flow, flow
from pipeline.normalise.quotes import quotations

_SHOWN = 9
"""Acts that a message lists."""


def choose_act(draft: Draft) -> Draft:
    """Keep the act that is meant; raises `InputError` ENT022 if that can't be told.

    >>> # "LEI Nº 7 …", …, "LEI Nº 8 …", … with `ato = 2` → the lines of Lei 8
    """
    chosen = draft.source.facts.ato
    starts = [0, *_further(draft.lines)]
    if chosen is None and len(starts) == 1:
        return draft
    if chosen is None or chosen > len(starts):
        raise _refusal(draft, starts)
    first = starts[chosen - 1]
    behind = starts[chosen] if chosen < len(starts) else len(draft.lines)
    others = (*draft.lines[:first], *draft.lines[behind:])
    discards = [Discard(line.text, "outro_ato", line.spot) for line in others]
    return draft.with_(lines=draft.lines[first:behind], discards=discards)


def _further(lines: Sequence[NormalLine]) -> list[int]:
    """Where the second act begins, and each one behind it.

    An act begins with its epígrafe, in capitals, where nothing runs on, and articles number from 1
    behind it. A running title with the number of the act that is open begins none.
    """
    heads = [
        at
        for at, line in enumerate(lines)
        if line.text[:4].isupper() and opens_norm(line.text) and read_title(line.text).numero
    ]
    if not heads or (len(heads) == 1 and heads[0] == 0):
        return []
    quoted = {
        at
        for one in quotations([line.text for line in lines])
        for at in range(one.first, one.behind)
    }
    first = heads[0]
    opened = read_title(lines[first].text)
    found: list[int] = []
    for at in heads[1:]:
        title = read_title(lines[at].text)
        same = (title.tipo, title.numero) == (opened.tipo, opened.numero)
        runs_on = flow(lines[at - 1].text) is Flow.RUNS_ON
        if same or runs_on or at in quoted or not _begins_anew(lines, at):
            continue
        if not any(_article(line) for line in lines[first:at]):
            continue  # no act yet: a bill or a case that the first one names
        found.append(at)
        first = at
        opened = title
    return found


def _begins_anew(lines: Sequence[NormalLine], at: int) -> bool:
    """Whether the first article behind a line is number 1."""
    for line in lines[at + 1 :]:
        number = _article(line)
        if number is not None:
            return number.value == 1
        if opens_norm(line.text):
            return False
    return False


def _article(line: NormalLine) -> Number | None:
    """The number of the article that a line begins."""
    label = exact_reading(line.text)
    return label.number if label is not None and label.kind is Kind.ARTIGO else None


def _refusal(draft: Draft, starts: Sequence[int]) -> InputError:
    first = next((one for one in draft.lines if opens_norm(one.text)), draft.lines[0])
    epigraphs = [first, *(draft.lines[at] for at in starts[1:])]
    listed = "; ".join(
        f"{n}: «{line.text}» (página {line.spot.page}, linha {line.spot.line})"
        for n, line in enumerate(epigraphs[:_SHOWN], 1)
    )
    more = "; …" if len(epigraphs) > _SHOWN else ""
    count = "1 ato" if len(starts) == 1 else f"{len(starts)} atos"
    chosen = draft.source.facts.ato
    asked = f"norma.toml pede o ato {chosen}, e " if chosen else ""
    line = epigraphs[-1].spot
    return InputError(
        "ENT022", f"{asked}o arquivo traz {count}: {listed}{more}",
        file=draft.source.path, page=line.page, line=line.line,
    )  # fmt: skip
