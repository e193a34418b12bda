"""References: devices named that do not exist. A group that nothing defines is a sanction's fault.

In: the references read. Out: diagnostics of class `norma`. Basis: LC 95/1998, art. 11, II, g.
"""

from collections.abc import Iterator

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import write_citation
from pipeline.model import regions_of


def check_references(compiled: Compiled) -> Iterator[Diagnostic]:
    """REF001: a reference to a device that the norm does not have."""
    for one in compiled.references:
        if one.tipo == "interna" and one.estado == "quebrada":
            yield diagnose(
                "REF001",
                f"«{one.texto}» é «{write_citation(one.alvo or '')}», que não existe",
                place=regions_of(one.origem),
                device=one.de,
                mark=one.texto,
            )
