"""An act's devices as sentences, with the quoted blocks kept aside.

In: the act's normal text. Out: `Passage`s, one a device in the order of the text: its own words
without its label, in which ¶ and a number stands for each quotation of another norm's devices.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pipeline.artefacts import JOIN, NormalLine, NormalText
from pipeline.labels import exact_reading
from pipeline.labels.quotations import CLOSES, opening_of
from pipeline.spans import Region, regions

BLOCK = re.compile(r"¶(\d+)")
_SPLIT = re.compile(r"(?:(?<=[.;])|(?<=¶\d)|(?<=¶\d\d))[.;]? +(?=[A-ZÀ-Ý“\"])")
_ABBREVIATED = re.compile(r"\b(?:[Aa]rts?|[Ii]ncs?|[Nn]|[Dd]r|[Ss]r)\.$")


@dataclass(slots=True)
class Passage:
    """The words of one device, and where each of their stretches stands."""

    device: str
    text: str = ""
    blocks: list[tuple[NormalLine, ...]] = field(default_factory=list)
    _lines: list[tuple[int, NormalLine]] = field(default_factory=list)

    def add(self, line: NormalLine, text: str) -> None:
        """Put a stretch of a line behind what is there."""
        joint = "" if line.lead == JOIN or not self.text else " "
        self._lines.append((len(self.text) + len(joint), line))
        self.text += joint + text.strip()

    def add_block(self, line: NormalLine) -> None:
        """Put the mark of a further block behind what is there."""
        self.blocks.append(())
        self.add(line, f"¶{len(self.blocks)}")

    def quote(self, line: NormalLine) -> None:
        """Put a line into the last block."""
        self.blocks[-1] = (*self.blocks[-1], line)

    def place(self, start: int, end: int) -> tuple[Region, ...]:
        """The printed lines on which a stretch of the words stands."""
        spots = []
        for n, (at, line) in enumerate(self._lines):
            behind = self._lines[n + 1][0] if n + 1 < len(self._lines) else len(self.text)
            # The mark of a block stands for lines that are no words of the sentence.
            if at < end and behind > start and not BLOCK.match(self.text, at):
                spots.append(line.spot)
        return regions(spots or [line.spot for _, line in self._lines[:1]])

    @property
    def sentences(self) -> Iterator[tuple[int, str]]:
        """Its sentences, each with the offset at which it begins."""
        start = 0
        for found in _SPLIT.finditer(self.text):
            sentence = self.text[start : found.start()]
            quoted = sentence.count("“") > sentence.count("”")
            if quoted or _ABBREVIATED.search(sentence) or not sentence.strip():
                continue
            yield start, sentence
            start = found.end()
        if self.text[start:].strip():
            yield start, self.text[start:]


def passages(normal: NormalText) -> list[Passage]:
    """The passages of an act, in the order of its devices.

    >>> # passages(normal)[0].text → 'A Lei nº 5, de 2001, passa a vigorar com a redação: ¶1'
    """
    return list(_passages(normal.lines))


def _passages(lines: Iterable[NormalLine]) -> Iterator[Passage]:
    current: Passage | None = None
    quotation, open_inline = 0, False
    for line in lines:
        if line.device is None:
            continue
        if current is None or line.device != current.device or _begins(line):
            if current is not None:
                yield current
            current = Passage(line.device)
        text = _unlabelled(line)
        inline = opening_of(text) if not line.quoted else None
        goes_on = bool(line.quoted) and open_inline
        opens = inline is not None or (line.quoted != quotation and line.quoted and not goes_on)
        quotation = line.quoted
        if opens:
            at = inline or 0
            if text[:at].strip():
                current.add(line, text[:at].replace("¶", " "))
            current.add_block(line)
            text = text[at:]
        if line.quoted or inline is not None:
            # What opens in the middle of a line may end on a further one.
            open_inline = (goes_on or inline is not None) and not CLOSES.search(text)
            current.quote(line._replace(text=text, head=None))
        else:
            open_inline = False
            current.add(line, text.replace("¶", " "))
    if current is not None:
        yield current


def _begins(line: NormalLine) -> bool:
    return line.head is not None and line.head.kind is not None


def _unlabelled(line: NormalLine) -> str:
    """The words of a line without the labels at its head."""
    text = line.text
    if line.head is None or line.head.kind is None:
        return text
    text = text[len(line.head.clear) :].lstrip("\v ")
    while (inner := exact_reading(text)) is not None and inner.kind is not None:
        if inner.kind.depth <= line.head.kind.depth:
            break
        text = text[len(inner.printed) :]
    return text
