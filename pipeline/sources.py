"""Reads a norm's folder, or a loose file, into a `Source`.

In: a path. Out: the bytes of the published file, its hash, and the reviewed data beside it
(`norma.toml`, `erratas.toml`), checked key by key. Raises `InputError` with file, key and cure.
"""

import difflib
import hashlib
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from pipeline.artefacts import (
    Addressee,
    Erratum,
    NormFacts,
    Observation,
    Passage,
    Registry,
    Source,
)
from pipeline.diagnostics import InputError
from pipeline.labels import STATES, Title, fold
from pipeline.refusals import reason

FACTS, ERRATA = "norma.toml", "erratas.toml"

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

Table = Mapping[str, Any]
T = TypeVar("T")
N = TypeVar("N", int, float)


def load_source(path: Path) -> Source:
    """Read a norm: a folder of raw/ (its name is the id) or a file (the slug of its stem).

    Raises `InputError`: ENT001 not found, ENT002 no norm in the folder, ENT007 and ENT008 bad toml.
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
    table = _toml(facts_path, "ENT007") if FACTS in names else {}
    named = table.get("arquivo")
    if named is not None:
        if not isinstance(named, str) or named in ("", "..") or Path(named).name != named:
            raise _bad_fact(facts_path, "arquivo", "deve ser o nome de um arquivo desta pasta")
        path = folder / named
        if not path.is_file():
            raise InputError(
                "ENT002", f"{FACTS} indica {named}, que não está na pasta", file=folder,
                help=_meant(named, names) or "ponha o arquivo na pasta, ou corrija `arquivo`",
            )  # fmt: skip
    else:
        path = _only_file(folder, names)
    errata, observations = _review(errata_path) if ERRATA in names else ((), ())
    return _source(name, path, _facts(table, facts_path), errata, observations)


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
        for right, code in ((FACTS, "ENT007"), (ERRATA, "ENT008")):
            if name not in (FACTS, ERRATA) and difflib.get_close_matches(
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
) -> Source:
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return Source(name, path, data, digest, facts or NormFacts(), errata, observations)


# ── toml ─────────────────────────────────────────────────────────────────────────────────────


def _toml(path: Path, code: str) -> Table:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(code, f"não foi possível ler: {reason(error)}", file=path) from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(
            code, "o arquivo não está em UTF-8", file=path, line=line,
            help="grave o arquivo de novo, com a codificação UTF-8",
        ) from error  # fmt: skip
    except RecursionError as error:
        message = "não é TOML válido: listas ou tabelas demais, uma dentro da outra"
        raise InputError(code, message, file=path) from error
    except ValueError as error:  # TOMLDecodeError, and what Python refuses: a number without end
        raise _malformed(path, code, error) from error


def _malformed(path: Path, code: str, error: ValueError) -> InputError:
    """What is no toml: the field, the line and the column where the reading stopped."""
    text = path.read_text(encoding="utf-8-sig")
    at = re.search(r"line (\d+), column (\d+)", str(error))
    if at:
        line, column = int(at[1]), f"na coluna {at[2]} há um erro de escrita"
    elif "at end of document" in str(error):
        line, column = max(1, len(text.splitlines())), "o arquivo acaba no meio de um valor"
    else:
        return InputError(code, "não é TOML válido: há nele um número grande demais", file=path)
    shown = text.splitlines()[line - 1 : line]
    key = re.match(r"""\s*["']?([\w-]+)["']?\s*=""", shown[0]) if shown else None
    field = f"`{key[1]}`: " if key else ""
    return InputError(
        code, f"{field}não é TOML válido: {column}", file=path, line=line,
        help="corrija a linha; textos vão entre aspas, e datas sem elas: AAAA-MM-DD",
    )  # fmt: skip


def _bad_fact(path: Path, key: str, why: str) -> InputError:
    return InputError("ENT007", f"`{key}`: {why}", file=path, line=_line_of(path, "", key))


_HEADER = re.compile(r"\s*(?P<open>\[{1,2})\s*(?P<name>[^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_TEXT = re.compile(r'"""|\'\'\'')


def _line_of(path: Path, table: str, key: str) -> int | None:
    """The line that sets `key` in `table` ("", "fonte", "errata[3]"), or else opens the table."""
    wanted = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*[.=]""")
    inline = re.compile(rf"\s*{re.escape(table.split('[')[0])}\s*[.=]")
    rows: dict[str, int] = {}
    here, opened = "", None
    delimiter: str | None = None  # of the text over several lines that is open
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        header = None if delimiter else _HEADER.match(line)
        if header:
            here = header["name"].replace('"', "")
            if header["open"] == "[[":
                rows[here] = rows.get(here, 0) + 1
                here = f"{here}[{rows[here]}]"
            if here == table or (not table and here.split("[")[0] == key):
                opened = opened or number
        elif not delimiter and here == table and wanted.match(line):
            return number
        elif not delimiter and not here and table and inline.match(line):
            opened = opened or number  # `fonte.motivo = …` or `fonte = { … }`
        for mark in _TEXT.findall(line):
            delimiter = mark if delimiter is None else None if mark == delimiter else delimiter
    return opened


_KINDS: dict[type, str] = {
    str: "um texto", int: "um número inteiro", float: "um número", bool: "true ou false",
    date: "uma data AAAA-MM-DD, sem aspas", dict: "uma tabela", list: "uma lista",
}  # fmt: skip


class _Reader:
    """Takes keys out of a toml table, checks their types, and reports those left over."""

    def __init__(self, table: Table, path: Path, code: str, where: str = "") -> None:
        self._left = dict(table)
        self._known: list[str] = []
        self._path, self._code, self._where = path, code, where

    def take(self, key: str, kind: type[T]) -> T | None:
        """The value of a key, or None where it is not set."""
        self._known.append(key)
        value = self._left.pop(key, None)
        if value is None:
            return None
        if kind is float and type(value) is int:
            value = float(str(value))  # of a number too great: inf, instead of an exception
        if type(value) is not kind:
            raise self.bad(key, f"deve ser {_KINDS[kind]}")
        if kind is str and not str(value).strip():
            raise self.bad(key, "está vazio")
        return value

    def shaped(self, key: str, pattern: str, what: str) -> str | None:
        """A text of one shape, or None where it is not set."""
        value = self.take(key, str)
        if value is not None and not re.fullmatch(pattern, value):
            raise self.bad(key, f"deve ser {what}")
        return value

    def within(self, key: str, kind: type[N], least: N, most: N | None = None) -> N | None:
        """A number between two bounds, or None where it is not set."""
        value = self.take(key, kind)
        if value is None or (value >= least and (most is None or value <= most)):
            return value
        bounds = f"{least} ou mais" if most is None else f"de {least} a {most}"
        raise self.bad(key, f"deve ser {bounds}")

    def need(self, key: str, kind: type[T]) -> T:
        """The value of a key that must be set."""
        value = self.take(key, kind)
        if value is None:
            for misspelt in difflib.get_close_matches(key, self._left, n=1, cutoff=0.8):
                raise self._unknown(misspelt, key)
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
            raise self._unknown(key, *difflib.get_close_matches(key, self._known, n=1))

    def _unknown(self, key: str, meant: str | None = None) -> InputError:
        hint = f"; talvez seja `{meant}`" if meant else ""
        return self.bad(key, f"chave desconhecida{hint}")

    @property
    def empty(self) -> bool:
        """Whether no key is left."""
        return not self._left

    def bad(self, key: str, why: str) -> InputError:
        """The error for one key of this table."""
        return InputError(
            self._code, f"`{self._where}{key}`: {why}", file=self._path,
            line=_line_of(self._path, self._where.rstrip("."), key),
        )  # fmt: skip


def _facts(table: Table, path: Path) -> NormFacts:
    top = _Reader(table, path, "ENT007")
    top.take("arquivo", str)
    title = Title(
        top.shaped("tipo", r"[a-z]+(?:\.[a-z]+)*", "um tipo do LexML, como lei.complementar"),
        top.shaped("numero", r"\d+(?:-[a-z0-9]+)?", "o número sem ponto nem ano"),
        top.take("data", date),
    )
    municipio = top.shaped("municipio", r"[^\W\d_](?:[^\W\d_]|[ .'’-])*", "um nome, só de letras")
    uf = top.take("uf", str)
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
        confianca=table.within("confianca", float, 0.0, 1.0),
        paginas=table.within("paginas", int, 1),
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


def _review(path: Path) -> tuple[tuple[Erratum, ...], tuple[Observation, ...]]:
    top = _Reader(_toml(path, "ENT008"), path, "ENT008")
    errata = tuple(_erratum(row) for row in top.tables("errata"))
    observations = tuple(_observation(row) for row in top.tables("observacoes"))
    top.done()
    seen: set[str] = set()
    tables: dict[str, tuple[Erratum | Observation, ...]] = {
        "errata": errata, "observacoes": observations,
    }  # fmt: skip
    for table, entries in tables.items():
        for number, one in enumerate(entries, 1):
            if one.id in seen:
                raise InputError(
                    "ENT008", f"id repetido: {one.id}", file=path,
                    line=_line_of(path, f"{table}[{number}]", "id"),
                )  # fmt: skip
            seen.add(one.id)
    return errata, observations


def _erratum(row: _Reader) -> Erratum:
    passage, after = _passage(row, "de"), row.need("para", str)
    certainty = row.take("certeza", str) or "certa"
    if certainty not in ("certa", "provavel"):
        raise row.bad("certeza", 'deve ser "certa" ou "provavel"')
    if after.count("\n") > passage.text.count("\n"):
        raise row.bad("para", "não pode ter mais linhas que `de`")
    if passage.text == after:
        raise row.bad("para", "é igual a `de`")
    erratum = Erratum(
        row.need("id", str), passage, after, row.need("motivo", str), certainty == "certa"
    )
    row.done()
    return erratum


def _observation(row: _Reader) -> Observation:
    passage, whose = _passage(row, "trecho"), row.need("classe", str)
    if whose not in ("norma", "ocr"):
        raise row.bad("classe", 'deve ser "norma" (falha da lei) ou "ocr" (leitura incerta)')
    observation = Observation(
        row.need("id", str), passage, row.need("motivo", str), whose == "norma"
    )
    row.done()
    return observation


def _passage(row: _Reader, key: str) -> Passage:
    """The words under `key`, their place and their count."""
    text = row.need(key, str)
    page, device = row.within("pagina", int, 1), row.take("dispositivo", str)
    everywhere = row.take("todas", bool)
    if sum(place is not None for place in (page, device, everywhere)) != 1 or everywhere is False:
        raise row.bad(key, "indique exatamente um lugar: `pagina`, `dispositivo` ou `todas = true`")
    count = row.need("ocorrencias", int)
    if count < 1:
        raise row.bad("ocorrencias", "deve ser 1 ou mais")
    return Passage(text, count, page, device, everywhere is True)
