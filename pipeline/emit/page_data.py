"""What data there is to be had, and of what size.

In: a `NormView`, the files offered for download and the small files of its data. Out: rows for
`dados.md.j2`, the most useful first. Promises: a file is listed with its true size, and is listed
only if it is there.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from pipeline.emit.page_norm import NormView

# By the end of the name, the most useful first; a longer end goes before one that it ends in.
_KINDS = {
    ".infracoes.csv": (
        "Tabela de infrações",
        "CSV",
        "Uma linha por infração; abre direto numa planilha em português do Brasil.",
    ),
    ".versoes.json": (
        "Todas as redações",
        "JSON",
        "Cada redação de cada dispositivo, desde quando e até quando valeu, e o ato que a deu.",
    ),
    ".schema.json": ("Esquema", "JSON Schema", ""),
    ".json": (
        "Catálogo completo",
        "JSON",
        "Dispositivos, sanções, infrações, achados e correções, com página e linha.",
    ),
    ".csv": ("Tabela", "CSV", ""),
    ".pdf": ("Documento lido", "PDF", "O arquivo de que o texto veio."),
    ".txt": ("Documento lido", "texto", "O arquivo de que o texto veio."),
}
_ORDER = (".infracoes.csv", ".json", ".csv", ".pdf", ".txt", "", ".versoes.json", ".schema.json")
_SCHEMAS = {
    "catalogo.schema.json": ("Esquema do catálogo", "Descreve e valida o catálogo completo."),
    "versoes.schema.json": ("Esquema das redações", "Descreve e valida o arquivo de redações."),
    "dados.schema.json": ("Esquema dos arquivos menores", "Descreve e valida cada um deles."),
}


DOWNLOADS = "dados"
"""The folder of the files to download."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file to be had from the site's root, or one of several of its kind; then `example` is it.

    `name` says where it stands, from the folder of downloads on.
    """

    name: str
    kind: str
    format: str
    says: str
    size: str
    example: str | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """What a norm offers: files at the site's root, and small ones in its own folder."""

    files: list[Download]
    small: list[Download]


def downloads(view: NormView, files: Mapping[str, bytes], norms: frozenset[str]) -> list[Download]:
    """The files of this norm (named after it) and those of no norm (the schemas)."""
    others = norms - {view.catalogue.norma.id}
    mine = [name for name in files if PurePosixPath(name).name.split(".")[0] not in others]
    ranked = sorted(mine, key=lambda name: _ORDER.index(_suffix(name)))
    return [_download(name, files[name]) for name in ranked]


def small_files(view: NormView, data: Mapping[str, bytes]) -> list[Download]:
    """The norm's small files by kind; `data` is by name, from its own folder of data on."""
    kind = view.especie
    about = {
        "infracoes": ("Todas as infrações", "Cada uma com gravidade, penalidades, pontos e multa."),
        "infracoes/": (
            "Uma infração",
            "Com as linhas de sanção, os achados e as correções que tocam nela.",
        ),
        "dispositivos/": (
            "Um dispositivo",
            "Artigo, parágrafo, inciso ou agrupamento: texto, o que cita, o que o cita.",
        ),
        "norma": (
            f"Ficha {kind.da}",
            "Identificação, vigência, fonte e as partes fora dos artigos.",
        ),
        "index": ("Índice", "Todos os arquivos, com endereço e citação."),
    }
    found = []
    for key, (title, says) in about.items():
        names = [name for name in data if _is_of(name, key)]
        if names:
            found.append(_series(title, says, names, data))
    return found


def _is_of(name: str, key: str) -> bool:
    """Whether `v1/infracoes/x.json` is one of `infracoes/`, or `v1/index.json` is `index`."""
    inside = PurePosixPath(*PurePosixPath(name).parts[1:])
    return f"{inside.parent}/" == key if key.endswith("/") else str(inside) == f"{key}.json"


def _series(title: str, says: str, names: Collection[str], data: Mapping[str, bytes]) -> Download:
    first, *further = names
    if not further:
        return Download(first, title, "JSON", says, _size(len(data[first])))
    sizes = sorted(len(data[name]) for name in names)
    size = f"{len(names)} arquivos, de {_size(sizes[0])} a {_size(sizes[-1])}"
    shown = f"{PurePosixPath(first).parent}/ID.json"
    return Download(shown, title, "JSON", says, size, example=first)


def _suffix(name: str) -> str:
    return next((one for one in _KINDS if name.endswith(one)), "")


def _download(name: str, data: bytes) -> Download:
    kind, form, says = _KINDS.get(_suffix(name), ("Arquivo", "", ""))
    kind, says = _SCHEMAS.get(name, (kind, says))
    return Download(name, kind, form, says, _size(len(data)))


def _size(count: int) -> str:
    if count < 1000:
        return f"{count} bytes"
    if count < 999_500:
        return f"{round(count / 1000)} kB"
    return f"{count / 1e6:.1f} MB".replace(".", ",")
