"""What the steps of `normalise` hand to each other."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from pipeline.artefacts import Discard, Edit, NormalLine, Page, Source
from pipeline.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Draft:
    """The text as far as the steps have come; a step returns a new one."""

    source: Source
    pages: tuple[Page, ...]
    lines: tuple[NormalLine, ...]
    edits: tuple[Edit, ...] = ()
    discards: tuple[Discard, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    absorbed: int = 0
    """Printed lines whose text an erratum put on the line before, less those parted in two."""

    def with_(
        self,
        *,
        lines: Iterable[NormalLine] | None = None,
        edits: Iterable[Edit] = (),
        discards: Iterable[Discard] = (),
        diagnostics: Iterable[Diagnostic] = (),
        absorbed: int = 0,
    ) -> "Draft":
        """A copy with new lines, and with what the step did added to the records."""
        return replace(
            self,
            lines=self.lines if lines is None else tuple(lines),
            edits=(*self.edits, *edits),
            discards=(*self.discards, *discards),
            diagnostics=(*self.diagnostics, *diagnostics),
            absorbed=self.absorbed + absorbed,
        )


Step = Callable[[Draft], Draft]
