"""Downloads, provenance and the account of the lines.

In: a `NormView` and the files offered. Out: rows for `dados.md.j2`. Promises: a file is listed with
its true size and hash, and is listed only if it is there.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from pipeline.emit.page_norm import NormView

_KINDS = {
    ".versoes.json": "Versões do catálogo (JSON)",
    ".schema.json": "Esquema do catálogo (JSON Schema)",
    ".infracoes.csv": "Tabela de infrações (CSV)",
    ".json": "Catálogo completo (JSON)",
    ".csv": "Tabela (CSV)",
    ".pdf": "Arquivo compilado (PDF)",
    ".txt": "Texto",
}
_SAYS = {
    ".infracoes.csv": "Uma linha por infração, separada por ponto e vírgula, em UTF-8: abre direto "
    "numa planilha.",
    ".schema.json": "Descreve e valida cada campo do catálogo.",
    ".json": "Dispositivos, sanções, infrações, achados e correções, com página e linha.",
}


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be had from the site."""

    name: str
    kind: str
    says: str
    size: str
    sha256: str


def downloads(view: NormView, files: Mapping[str, bytes], norms: frozenset[str]) -> list[Download]:
    """The files of this norm (named after it) and those of no norm (the schema)."""
    others = norms - {view.catalogue.norma.id}
    return [
        _download(name, data)
        for name, data in files.items()
        if PurePosixPath(name).name.split(".")[0] not in others
    ]


def _download(name: str, data: bytes) -> Download:
    suffix = next((one for one in _KINDS if name.endswith(one)), "")
    return Download(
        name,
        _KINDS.get(suffix, "Arquivo"),
        _SAYS.get(suffix, ""),
        _size(len(data)),
        hashlib.sha256(data).hexdigest(),
    )


def _size(count: int) -> str:
    if count < 1000:
        return f"{count} bytes"
    if count < 999_500:
        return f"{round(count / 1000)} kB"
    return f"{count / 1e6:.1f} MB".replace(".", ",")
