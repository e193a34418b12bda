"""Reads a norm's folder, or a loose file, into a `Source`.

In: a path. Out: the bytes of the published file, its hash, and the reviewed data beside it
(`norma.toml`, `erratas.toml`), checked key by key. Raises `InputError` with file, key and cure.
"""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from pipeline.artefacts import Addressee, Erratum, NormFacts, Registry, Source
from pipeline.diagnostics import InputError
from pipeline.labels import STATES, Title, fold

FACTS, ERRATA = "norma.toml", "erratas.toml"

Table = Mapping[str, Any]
T = TypeVar("T")


def load_source(path: Path) -> Source:
    """Read a norm: a folder of raw/ (its name is the id) or a file (the slug of its stem).

    Raises `InputError`: ENT001 not found, ENT002 no norm in the folder, ENT007 and ENT008 bad toml.
    """
    if path.is_dir():
        return _folder(path)
    if not path.is_file():
        raise InputError("ENT001", f"não existe: {path}", file=path)
    return _source(slug(path.stem), path)


def find_norms(root: Path) -> list[Path]:
    """The norms' folders under raw/, in alphabetical order.

    Raises `InputError` ENT001 where raw/ is missing and ENT002 where it holds no norm.
    """
    if not root.is_dir():
        raise InputError("ENT001", f"não existe a pasta {root}", file=root)
    found = sorted(entry for entry in root.iterdir() if entry.is_dir() and entry.name[0] != ".")
    if not found:
        raise InputError("ENT002", f"nenhuma norma em {root}", file=root)
    return found


def slug(name: str) -> str:
    """A name as an id.

    >>> slug("Lei Nº 2.244 de 2001")
    'lei-no-2-244-de-2001'
    """
    return re.sub(r"[^a-z0-9]+", "-", fold(name.replace("º", "o"))).strip("-") or "norma"


def _folder(folder: Path) -> Source:
    facts_path, errata_path = folder / FACTS, folder / ERRATA
    table = _toml(facts_path, "ENT007") if facts_path.is_file() else {}
    named = table.get("arquivo")
    if named is not None:
        if not isinstance(named, str) or Path(named).name != named:
            raise _bad_fact(facts_path, "arquivo", "deve ser o nome de um arquivo desta pasta")
        path = folder / named
        if not path.is_file():
            raise InputError(
                "ENT002", f"{FACTS} indica {named}, que não está na pasta", file=folder
            )
    else:
        files = sorted(folder.glob("*.pdf")) or sorted(folder.glob("*.txt"))
        if len(files) != 1:
            what = "nenhum PDF ou texto" if not files else f"{len(files)} arquivos possíveis"
            raise InputError("ENT002", f"{what} em {folder}", file=folder)
        path = files[0]
    errata = _errata(errata_path) if errata_path.is_file() else ()
    return _source(folder.name, path, _facts(table, facts_path), errata, errata_path)


def _source(
    name: str,
    path: Path,
    facts: NormFacts | None = None,
    errata: tuple[Erratum, ...] = (),
    errata_path: Path | None = None,
) -> Source:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError("ENT001", f"não foi possível ler: {error.strerror}", file=path) from error
    digest = hashlib.sha256(data).hexdigest()
    return Source(name, path, data, digest, facts or NormFacts(), errata, errata_path)


# ── toml ─────────────────────────────────────────────────────────────────────────────────────


def _toml(path: Path, code: str) -> Table:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(code, "o arquivo não está em UTF-8", file=path) from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise InputError(
            code,
            f"não é TOML válido: {error}",
            file=path,
            line=int(line[1]) if line else None,
        ) from error


def _bad_fact(path: Path, key: str, why: str) -> InputError:
    return InputError("ENT007", f"`{key}`: {why}", file=path, line=_line_of(path, key))


def _line_of(path: Path, key: str) -> int | None:
    """The line of a toml file that sets this key (the last part of a dotted name)."""
    wanted = re.compile(rf"\s*(?:\[+\s*)?{re.escape(key.rpartition('.')[2])}\s*[\]=]")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if wanted.match(line):
            return number
    return None


_KINDS: dict[type, str] = {
    str: "um texto", int: "um número inteiro", float: "um número", bool: "true ou false",
    date: "uma data AAAA-MM-DD, sem aspas", dict: "uma tabela", list: "uma lista",
}  # fmt: skip


class _Reader:
    """Takes keys out of a toml table, checks their types, and reports those left over."""

    def __init__(self, table: Table, path: Path, code: str, where: str = "") -> None:
        self._left = dict(table)
        self._path, self._code, self._where = path, code, where

    def take(self, key: str, kind: type[T]) -> T | None:
        """The value of a key, or None where it is not set."""
        value = self._left.pop(key, None)
        if value is None:
            return None
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind:
            raise self.bad(key, f"deve ser {_KINDS[kind]}")
        if kind is str and not str(value).strip():
            raise self.bad(key, "está vazio")
        return value

    def need(self, key: str, kind: type[T]) -> T:
        """The value of a key that must be set."""
        value = self.take(key, kind)
        if value is None:
            raise self.bad(key, "falta")
        return value

    def table(self, key: str) -> "_Reader":
        """A table inside this one; empty where it is not set."""
        inner: dict[str, Any] = self.take(key, dict) or {}
        return _Reader(inner, self._path, self._code, f"{self._where}{key}.")

    def tables(self, key: str) -> list["_Reader"]:
        """An array of tables."""
        rows: list[Any] = self.take(key, list) or []
        readers = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                raise self.bad(key, "deve ser uma lista de tabelas")
            readers.append(_Reader(row, self._path, self._code, f"{key}[{number}]."))
        return readers

    def done(self) -> None:
        """Refuse keys that nobody took: a misspelt key must not pass in silence."""
        for key in self._left:
            raise self.bad(key, "chave desconhecida")

    @property
    def empty(self) -> bool:
        """Whether no key is left."""
        return not self._left

    def bad(self, key: str, why: str) -> InputError:
        """The error for one key of this table."""
        return InputError(
            self._code, f"`{self._where}{key}`: {why}", file=self._path,
            line=_line_of(self._path, key),
        )  # fmt: skip


def _facts(table: Table, path: Path) -> NormFacts:
    top = _Reader(table, path, "ENT007")
    top.take("arquivo", str)
    title = Title(top.take("tipo", str), top.take("numero", str), top.take("data", date))
    municipio, uf = top.take("municipio", str), top.take("uf", str)
    if uf is not None and uf not in STATES:
        raise top.bad("uf", f"«{uf}» não é a sigla de um estado")
    published = top.take("publicacao", date)
    origin = top.table("fonte")
    for key, kind in (("acervo", str), ("descricao", str), ("consultada_em", date)):
        origin.take(key, kind)  # for people; what a program needs stands in `registro`
    redrawn = origin.take("reconstituida", bool) or False
    why = origin.take("motivo", str)
    if redrawn and not why:
        raise origin.bad("motivo", "falta: diga por que o arquivo é uma reconstituição")
    origin.done()
    facts = NormFacts(
        title, municipio, uf, published, redrawn, why,
        _registry(top.table("registro")),
        tuple(_addressees(top.tables("destinatarios"))),
    )  # fmt: skip
    top.done()
    return facts


def _registry(table: _Reader) -> Registry | None:
    if table.empty:
        return None
    registry = Registry(
        acervo=table.need("acervo", str),
        id_nativo=table.take("id_nativo", str),
        materia_originaria=table.take("materia_originaria", str),
        tipo=table.take("tipo", str),
        numero_ano=table.take("numero_ano", str),
        data=table.take("data", date),
        ementa=table.take("ementa", str),
        situacao=table.take("situacao", str),
        metodo=table.take("metodo", str),
        extrator=table.take("extrator", str),
        confianca=table.take("confianca", float),
        paginas=table.take("paginas", int),
    )
    table.done()
    return registry


def _addressees(rows: Iterable[_Reader]) -> Iterable[Addressee]:
    for row in rows:
        terms: list[Any] = row.need("termos", list)
        if not terms or not all(isinstance(term, str) and term.strip() for term in terms):
            raise row.bad("termos", "deve ser uma lista de textos")
        yield Addressee(row.need("id", str), row.need("nome", str), tuple(terms))
        row.done()


def _errata(path: Path) -> tuple[Erratum, ...]:
    top = _Reader(_toml(path, "ENT008"), path, "ENT008")
    errata = tuple(_erratum(row) for row in top.tables("errata"))
    top.done()
    seen: set[str] = set()
    for one in errata:
        if one.id in seen:
            raise InputError("ENT008", f"id repetido: {one.id}", file=path)
        seen.add(one.id)
    return errata


def _erratum(row: _Reader) -> Erratum:
    before, after = row.need("de", str), row.need("para", str)
    places = (row.take("pagina", int), row.take("dispositivo", str), row.take("todas", bool))
    if sum(place is not None for place in places) != 1 or places[2] is False:
        raise row.bad(
            "de", "indique exatamente um lugar: `pagina`, `dispositivo` ou `todas = true`"
        )
    count = row.need("ocorrencias", int)
    certainty = row.take("certeza", str) or "certa"
    if certainty not in ("certa", "provavel"):
        raise row.bad("certeza", 'deve ser "certa" ou "provavel"')
    if before == after:
        raise row.bad("para", "é igual a `de`")
    if count < 1:
        raise row.bad("ocorrencias", "deve ser 1 ou mais")
    erratum = Erratum(
        row.need("id", str), before, after, count, row.need("motivo", str),
        certainty == "certa", places[0], places[1], places[2] is True,
    )  # fmt: skip
    row.done()
    return erratum
