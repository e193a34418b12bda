"""TOML tables, taken apart key by key.

In: a file, and the code of its errors. Out: `Reader`, which gives the values of the kinds that are
asked for. Promises: every complaint names the key and its line; a key that nobody asked for is
refused, with the one that was meant.
"""

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar, cast

from pipeline.diagnostics import InputError
from pipeline.refusals import reason

Table = Mapping[str, Any]
T = TypeVar("T")
N = TypeVar("N", int, float)


def read_toml(path: Path, code: str, *, parse_float: Callable[[str], Any] = float) -> Table:
    """The tables of a file; `parse_float` makes its numbers with a point.

    Raises `InputError` with this code where it is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"), parse_float=parse_float)
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


def bad_key(path: Path, code: str, key: str, why: str) -> InputError:
    """The error for one key at the top of a file."""
    return InputError(code, f"`{key}`: {why}", file=path, line=line_of(path, "", key))


_HEADER = re.compile(r"\s*(?P<open>\[{1,2})\s*(?P<name>[^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_TEXT = re.compile(r'"""|\'\'\'')


def line_of(path: Path, table: str, key: str) -> int | None:
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


class Reader:
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
        if isinstance(value, str):
            if not value.strip():
                raise self.bad(key, "está vazio")
            # As the text of the norm is; some keyboards write the accent as a sign of its own.
            return cast("T", unicodedata.normalize("NFC", value))
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

    def need_even_empty(self, key: str) -> str:
        """A text that must be set; `""` says that there is none."""
        if self._left.get(key) == "":
            self._known.append(key)
            return str(self._left.pop(key))
        return self.need(key, str)

    def table(self, key: str) -> "Reader":
        """A table inside this one; empty where it is not set."""
        inner: dict[str, Any] = self.take(key, dict) or {}
        return Reader(inner, self._path, self._code, f"{self._where}{key}.")

    def tables(self, key: str) -> list["Reader"]:
        """An array of tables."""
        rows: list[Any] = self.take(key, list) or []
        readers = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                raise self.bad(key, "deve ser uma lista de tabelas")
            readers.append(Reader(row, self._path, self._code, f"{key}[{number}]."))
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
            line=line_of(self._path, self._where.rstrip("."), key),
        )  # fmt: skip
