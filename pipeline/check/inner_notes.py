"""Notes on the state of a device that stand within a text, and that no device has for its own.

In: the texts of the devices. Out: diagnostics. A note at the end of a text, or right behind its
label, was read; one in its midst may be that of a part of it which got no device of its own, and so
may be the last one of a text in which a label was not read.
"""

import re
from collections.abc import Iterator

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import is_note
from pipeline.labels import note_kind
from pipeline.model import citation, paths, regions_of

_BRACKETS = re.compile(r"[(\[][^()\[\]]{5,160}[)\]]")
_TELLING = ("revogacao", "veto", "suspensao", "redacao", "inclusao")
_INNER_LABEL = re.compile(
    r"(?<=[.;:,)] )(?:§ ?\d|Par[áa]grafo [úu]nico|Art\. ?\d|[IVXLC]{1,6} ?[-–—]|[a-z]\) )"
)


def check_inner_notes(compiled: Compiled) -> Iterator[Diagnostic]:
    """VER005: a note within a text, or behind a part of it that has an unread label."""
    for way in paths(compiled.articulation.devices):
        device = way[-1]
        text = device.texto or ""
        for found in _BRACKETS.finditer(text) if "(" in text or "[" in text else ():
            before = text[: found.start()].rstrip()
            apart = not before or before.endswith((".", ";", ":"))
            if apart and note_kind(found[0]) in _TELLING and is_note(found[0]):
                said = "está no meio do texto e não foi aplicada"
                yield diagnose(
                    "VER005",
                    f"{citation(way)}: a nota «{found[0]}» {said}",
                    place=regions_of(device.origem),
                    device=device.id,
                    mark=found[0],
                )
        noted = device.notas and device.situacao != "vigente"
        label = _INNER_LABEL.search(text) if noted else None
        if label:
            yield diagnose(
                "VER005",
                f"{citation(way)}: «{label[0].strip()}» ficou no texto, e a nota "
                f"«{device.notas[-1].texto}» pode ser só dele; foi aplicada ao dispositivo inteiro",
                place=regions_of(device.origem),
                device=device.id,
                mark=label[0],
            )
