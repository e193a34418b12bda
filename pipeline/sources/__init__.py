"""Reads a norm's folder, or a loose file, into a `Source`.

In: a path. Out: the bytes of the published file, its hash, and the reviewed data beside it
(`norma.toml`, `erratas.toml`, and the files of `reviewed`), checked key by key. Raises `InputError`
with file, key and cure.
"""

import difflib
import hashlib
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.artefacts import Erratum, NormFacts, Observation, Source
from pipeline.diagnostics import InputError
from pipeline.labels import fold
from pipeline.refusals import reason
from pipeline.reviewed import FILES, Reviewed
from pipeline.sources.facts import read_facts
from pipeline.sources.review import read_review
from pipeline.sources.reviewed import CODE, read_reviewed, require_known
from pipeline.sources.settings import read_publication
from pipeline.sources.tables import bad_key, read_toml

__all__ = [
    "find_norms", "holds_norms", "load_reviewed", "load_source", "norms_beside",
    "read_publication", "require_known", "slug",
]  # fmt: skip

FACTS, ERRATA = "norma.toml", "erratas.toml"

_TABLES = {FACTS: "ENT007", ERRATA: "ENT008"} | {file.name: CODE for file in FILES}

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def load_source(path: Path) -> Source:
    """Read a norm: a folder of raw/ (its name is the id) or a file (the slug of its stem).

    Raises `InputError`: ENT001 not found, ENT002 no norm in the folder; ENT007, ENT008 and ENT019
    bad toml.
    """
    with _readable(path):
        if path.is_dir():
            return _folder(path)
        if not path.is_file():
            raise _missing(path)
        if not path.name.isprintable():
            raise InputError(
                "ENT001", "o nome do arquivo tem sinais que não se leem", file=path,
                help="dê ao arquivo um nome de letras, algarismos e hífens",
            )  # fmt: skip
        return _source(slug(path.stem), path)


def load_reviewed(folder: Path) -> Reviewed:
    """The reviewed data alone of a norm's folder; empty where there is none.

    Raises `InputError` ENT001 where the folder can't be read and ENT019 for bad toml.
    """
    with _readable(folder):
        names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        return read_reviewed(folder, names)


def find_norms(root: Path) -> list[Path]:
    """The norms' folders under raw/, in alphabetical order.

    Raises `InputError` ENT001 where raw/ is missing and ENT002 where it holds no norm.
    """
    with _readable(root):
        if not root.is_dir():
            what = f"{root} é um arquivo, e não a pasta das normas"
            if not root.exists():
                what = f"não existe a pasta {root}"
            raise InputError(
                "ENT001", what, file=root,
                help="diga com --raw qual é a pasta das normas, ou dê o nome de um arquivo",
            )  # fmt: skip
        entries = sorted(entry for entry in root.iterdir() if entry.name[0] != ".")
        found = [entry for entry in entries if entry.is_dir()]
    if not found:
        loose = next((one.stem for one in entries if _suffix(one) in _SUFFIXES), "lei-1600-2026")
        raise InputError(
            "ENT002", f"nenhuma norma em {root}", file=root,
            help=f"faça nela uma pasta para cada norma, como {root / slug(loose)}, e ponha na "
            "pasta o PDF",
        )  # fmt: skip
    return found


def holds_norms(path: Path) -> bool:
    """Whether a folder is one of norms, and not the folder of one: no norm is in it as a file.

    >>> # holds_norms(Path("raw")), holds_norms(Path("raw/lei-1493-2023")) → (True, False)
    """
    with _readable(path):
        if not path.is_dir():
            return False
        entries = [one for one in path.iterdir() if one.name[0] != "."]
        own = any(one.name == FACTS or _suffix(one) in _SUFFIXES for one in entries)
        return not own and any(one.is_dir() for one in entries)


def norms_beside(folder: Path) -> list[Path]:
    """The other norms' folders beside the folder of a norm, in alphabetical order.

    What holds no PDF and no text is none; nor is anything beside a file.

    >>> # norms_beside(Path("raw/lei-5-2001")) → [Path("raw/lei-9-2021")]
    """
    with _readable(folder):
        own = folder.absolute()
        if not own.is_dir():
            return []
        return [
            one for one in sorted(own.parent.iterdir())
            if one.is_dir() and one != own and _ID.fullmatch(one.name)
            and any(_suffix(file) in _SUFFIXES for file in one.iterdir())
        ]  # fmt: skip


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Turn the system's refusal into an error that says which file, and why."""
    try:
        yield
    except OSError as error:
        file = Path(error.filename) if isinstance(error.filename, str) else path
        raise InputError("ENT001", f"não foi possível ler: {reason(error)}", file=file) from error


def slug(name: str) -> str:
    """A name as an id.

    >>> slug("Lei Nº 2.244 de 2001")
    'lei-no-2-244-de-2001'
    """
    return re.sub(r"[^a-z0-9]+", "-", fold(name.replace("º", "o"))).strip("-") or "norma"


def _folder(folder: Path) -> Source:
    name = folder.absolute().name  # of ".", too
    if not _ID.fullmatch(name):
        raise InputError(
            "ENT002", f"o nome da pasta não serve de id de uma norma: «{name}»", file=folder,
            help=f"use letras minúsculas, algarismos e hífens, por exemplo {slug(name)}",
        )  # fmt: skip
    facts_path, errata_path = folder / FACTS, folder / ERRATA
    names = sorted(entry.name for entry in folder.iterdir())
    _refuse_misnamed(folder, names)
    table = read_toml(facts_path, "ENT007") if FACTS in names else {}
    named = table.get("arquivo")
    if named is not None:
        if not isinstance(named, str) or named in ("", "..") or Path(named).name != named:
            raise bad_key(
                facts_path, "ENT007", "arquivo", "deve ser o nome de um arquivo desta pasta"
            )
        path = folder / named
        if not path.is_file():
            raise InputError(
                "ENT002", f"{FACTS} indica {named}, que não está na pasta", file=folder,
                help=_meant(named, names) or "ponha o arquivo na pasta, ou corrija `arquivo`",
            )  # fmt: skip
    else:
        path = _only_file(folder, names)
    errata, observations = read_review(errata_path) if ERRATA in names else ((), ())
    reviewed = read_reviewed(folder, names)
    return _source(name, path, read_facts(table, facts_path), errata, observations, reviewed)


def _only_file(folder: Path, names: Collection[str]) -> Path:
    """The one PDF of a folder, or the one text where there is no PDF."""
    for suffix in _SUFFIXES:
        files = [folder / name for name in names if _suffix(Path(name)) == suffix]
        if len(files) > 1:
            which = ", ".join(file.name for file in files[:3]) + ", …" * (len(files) > 3)
            raise InputError(
                "ENT002", f"há mais de um arquivo que pode ser a norma: {which}", file=folder,
                help=f"diga qual em {FACTS}: arquivo = \"{files[0].name}\"",
            )  # fmt: skip
        if files:
            return files[0]
    raise InputError("ENT002", f"nenhum PDF ou texto em {folder}", file=folder)


_SUFFIXES = (".pdf", ".txt")


def _suffix(path: Path) -> str:
    return path.suffix.lower()  # LEI.PDF is a PDF


def _refuse_misnamed(folder: Path, names: Collection[str]) -> None:
    """Refuse `errata.toml`: what is written in it would be passed over in silence."""
    for name in names:
        for right, code in _TABLES.items():
            if name not in _TABLES and difflib.get_close_matches(
                name.lower(), (right,), cutoff=0.85
            ):
                raise InputError(
                    code, f"{name} não seria lido: o nome do arquivo é {right}",
                    file=folder / name, help=f"mude o nome do arquivo para {right}",
                )  # fmt: skip


def _missing(path: Path) -> InputError:
    """The error for a path at which there is no file, with what was meant, if that can be told."""
    if path.is_symlink():
        return InputError("ENT001", f"o atalho não leva a um arquivo: {path}", file=path)
    if path.exists():
        return InputError("ENT001", f"não é um arquivo comum: {path}", file=path)
    names = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
    return InputError("ENT001", f"não existe: {path}", file=path, help=_meant(path.name, names))


def _meant(name: str, names: Collection[str]) -> str | None:
    stems = {Path(one).stem: one for one in names}  # two names are not alike for their ".pdf"
    near = difflib.get_close_matches(Path(name).stem, stems, n=1, cutoff=0.75)
    return f"talvez seja {stems[near[0]]}, que está na mesma pasta" if near else None


def _source(
    name: str,
    path: Path,
    facts: NormFacts | None = None,
    errata: tuple[Erratum, ...] = (),
    observations: tuple[Observation, ...] = (),
    reviewed: Reviewed | None = None,
) -> Source:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return Source(
        name, path, data, digest, facts or NormFacts(), errata, observations,
        reviewed or Reviewed(),
    )  # fmt: skip
