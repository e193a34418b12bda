"""The grammar, loaded once: the parser, and the labels that it reads without a guess.

In: `grammar/lei.lark`. Out: the LALR parser for `parse`, and for `normalise` the same terminals
as one pattern, so that what a label looks like is written in one place only. The tables beside the
grammar spare each start the tenth of a second that it takes to compile.
"""

import hashlib
import io
import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from lark import Lark
from lark import __version__ as lark_version
from lark.common import LexerConf
from lark.exceptions import UnexpectedInput
from lark.lexer import ContextualLexer

from pipeline.resources import resource

if TYPE_CHECKING:
    from lark import Token, Tree

SANCTION_LABELS = ("INFRACAO", "PENALIDADE", "MEDIDA")
LABELS = (
    "PARTE", "LIVRO", "TITULO", "SUBTITULO_AGRUPADOR", "CAPITULO", "SECAO", "SUBSECAO", "ARTIGO",
    "PARAGRAFO", "INCISO", "ALINEA", "ITEM", *SANCTION_LABELS,
)  # fmt: skip
_BEHIND_SIGNATURES = ("ARRAZOADO", "APENSO")
_ANYWHERE = ("ANEXO", "ATO_ANEXO", "ADT")
CONTAINERS = (*_ANYWHERE, *_BEHIND_SIGNATURES)
"""Headings of what stands beside the norm's own articles."""

TABLES = "lei.lark.tables"
COMMAND_TABLES = "lei.lark.comandos.tables"
_KEPT = {"norma": TABLES, "comando": COMMAND_TABLES}
"""Where the tables of each start of the grammar are kept."""

_lock = Lock()


class _CheckedLexer(ContextualLexer):
    """Lark's lexer without its search for colliding terminals, which the tests make once.

    Where interegular is installed that search takes most of a second at every start.
    """

    def __init__(self, conf: LexerConf, *args: Any, **kwargs: Any) -> None:
        conf.skip_validation = True
        super().__init__(conf, *args, **kwargs)


def source() -> str:
    """The text of the grammar."""
    return (resource("grammar") / "lei.lark").read_text(encoding="utf-8")


_PLUGINS = {"ContextualLexer": _CheckedLexer}


def build(start: str = "norma") -> Lark:
    """The parser of a start, made from the text of the grammar; a tenth of a second."""
    return Lark(source(), parser="lalr", start=start, maybe_placeholders=False, _plugins=_PLUGINS)


def stamp() -> bytes:
    """What the tables beside the grammar must have been made of: its text, and Lark's version."""
    return f"{hashlib.sha256(source().encode()).hexdigest()} lark {lark_version}".encode()


def tables(start: str = "norma") -> bytes:
    """The parser's tables as they are kept beside the grammar (`make grammar`), behind the stamp.

    As with any generator of parsers, they are what the grammar compiles to, and nothing else.
    """
    saved = io.BytesIO()
    build(start).save(saved)
    return stamp() + b"\n" + saved.getvalue()


def load(start: str = "norma") -> Lark | None:
    """The parser from the tables; None where there are none, or those of another grammar."""
    try:
        kept, _, saved = (resource("grammar") / _KEPT[start]).read_bytes().partition(b"\n")
    except OSError:
        return None
    if kept != stamp():
        return None
    return Lark.load(io.BytesIO(saved))


@cache
def _parser(start: str) -> Lark:
    return load(start) or build(start)


def parser() -> Lark:
    """The parser of norms, made once for the process and safe to share between threads."""
    with _lock:
        return _parser("norma")


def read_command(sentence: str) -> "Tree[Token] | None":
    """The tree of a sentence with which an act changes another norm; None if it is no such.

    The sentence is without its final stop, with ¶ and a number for each quoted block; capitals do
    not matter, and the offsets of the tokens are those of the sentence.

    >>> read_command("Fica revogado o art. 3º da Lei nº 5, de 2001").data
    'revogacao'
    """
    with _lock:
        commands = _parser("comando")
    try:
        tree = commands.parse("".join(map(_lower, sentence)))
    except UnexpectedInput:
        return None
    return cast("Tree[Token]", tree.children[0])


def _lower(sign: str) -> str:
    """A letter in lower case, if that is one letter: offsets stay those of the sentence."""
    lower = sign.lower()
    return lower if len(lower) == 1 else sign


def _any_of(names: tuple[str, ...]) -> str:
    """The terminals of these names as one regular expression, each a group of its name."""
    known: Mapping[str, str] = {
        terminal.name: terminal.pattern.to_regexp() for terminal in parser().terminals
    }
    return "|".join(f"(?P<{name}>{known[name]})" for name in names)


@cache
def _matcher(names: tuple[str, ...]) -> Callable[..., re.Match[str] | None]:
    return re.compile(_any_of(names)).match


@cache
def _inner_sanction() -> re.Pattern[str]:
    # "Infração e penalidade -" is one label.
    return re.compile(rf"(?i:(?<![çc][ãa]o e)) (?={_any_of(SANCTION_LABELS)})")


@lru_cache(maxsize=4096)  # several steps ask the same of a line
def label_at(line: str) -> tuple[str, str] | None:
    """The label at the head of a line as (terminal, printed), or None.

    >>> label_at("III— Não instruir")
    ('INCISO', 'III— ')
    """
    found = _matcher(LABELS)(line)
    # Each terminal is one named group that closes last, whatever groups it holds.
    return (found.lastgroup, found[0]) if found and found.lastgroup else None


def sanctions_inside(line: str) -> list[int]:
    """Where in a line, behind a blank, further sanction labels begin.

    >>> sanctions_inside("Infração - leve; Penalidade - multa.")
    [17]
    """
    return [found.end() for found in _inner_sanction().finditer(line, 1)]


def is_note(text: str) -> bool:
    """Whether a text is an editorial note, whole.

    >>> is_note("(Redação dada pela Lei nº 88, de 2011)"), is_note("(dez reais)")
    (True, False)
    """
    # What stands before it is no line's end, so that a lone "Revogado." counts, too.
    found = _matcher(("NOTA",))(f" {text}\n", 1)
    return found is not None and found.end() == len(text) + 2


def is_announcement(text: str) -> bool:
    """Whether a line tells, before a device, which of its wordings follows.

    >>> is_announcement("Redação original. Efeitos até 3/4/2019."), is_announcement("Redação final")
    (True, False)
    """
    if text[:1] not in "NnRrDdTt":
        return False
    found = _matcher(("NOTA",))(f"\n{text}\n", 1)
    return found is not None and found.end() == len(text) + 2


def is_range(text: str) -> bool:
    """Whether a text, behind a heading, is the range of its articles.

    >>> is_range("(arts. 15º a 16º)"), is_range("(art. 5º)"), is_range("(dez reais)")
    (True, True, False)
    """
    return _matcher(("ALCANCE",))(f"{text}\n") is not None


def can_be_heading(line: str, above: str, below: str) -> bool:
    """Whether a line between two others can be a heading without a label.

    >>> can_be_heading("DAS MULTAS", "LEI:", "Art. 1º")
    True
    >>> can_be_heading("MULTAS", "A taxa é", "Art. 1º")
    False
    """
    text = f"{above}\n{line}\n{below}"
    return _matcher(("AGRUPADOR", "AGRUPADOR_NUMERADO"))(text, len(above) + 1) is not None


def opens_closing(line: str) -> str | None:
    """The terminal by which a line can open the fecho: an order to publish the norm, or place and
    date, which may still be to come.

    >>> opens_closing("Vila Azul, 3 de maio de 2017."), opens_closing("Vila Azul, 3")
    ('FECHO', 'FECHO_ABERTO')
    >>> opens_closing("Registre-se, publique-se e cumpra-se.")
    'ORDEM'
    """
    if "," not in line and " em " not in line.lower() and "-" not in line:
        return None
    found = _matcher(("ORDEM", "FECHO", "FECHO_ABERTO"))(f"\n{line}\n", 1)
    return found.lastgroup if found else None


def signs(above: str, line: str, below: str) -> bool:
    """Whether a name in capitals, behind a finished sentence, signs a norm that has no date.

    `below` are the lines behind it, each with its end; empty at the end of the text.

    >>> signs("na data de sua publicação.", "FULANO DE TAL", "Ministro de Estado\\n")
    True
    """
    if not line.isupper():
        return False
    text = f"{above}\n{line}\n{below}"
    return _matcher(("ASSINANTE",))(text, len(above) + 1) is not None


def opens_norm(line: str) -> bool:
    """Whether a line is an epígrafe.

    >>> opens_norm("LEI Nº 7, DE 3 DE MAIO DE 2017")
    True
    """
    return _matcher(("EPIGRAFE",))(f"{line}\n") is not None


_OPENINGS = ("A", "T", "R", "E", "DISPOSI", "DAS DISPOSI", "Disposi", "Das Disposi")
"""How what opens a container begins: this spares nearly every line the search."""


def container_at(line: str, below: str = "") -> str | None:
    """The terminal by which a line can open an annex, an annexed act or the transitory act.

    `below` are the next lines: some headings of a transitory act are told by its article 1.

    >>> container_at("ANEXO II - TABELA"), container_at("anexo à lei")
    ('ANEXO', None)
    >>> container_at("DISPOSIÇÕES TRANSITÓRIAS", "Art. 1º O prazo é curto.")
    'ADT'
    """
    if not line.startswith(_OPENINGS):
        return None
    found = _matcher(_ANYWHERE)(f"\n{line}\n{below}\n", 1)
    return found.lastgroup if found else None


def container_behind_signatures(above: str, line: str, below: str) -> str | None:
    """The terminal by which a line behind signatures opens what is beside the norm, without the
    word "ANEXO".

    >>> container_behind_signatures("Prefeito", "PREÇOS FICTÍCIOS", "I - o do selo;")
    'APENSO'
    >>> container_behind_signatures("Vila Azul, 3 de maio de 2017.", "FULANO DE TAL", "Prefeito")
    """
    if not line[:4].isupper():
        return None
    text = f"{above}\n{line}\n{below}\n"
    found = _matcher(_BEHIND_SIGNATURES)(text, len(above) + 1)
    return found.lastgroup if found else None


def is_subtitle(line: str, below: str) -> bool:
    """Whether a line is a heading over the list that begins on the next one.

    >>> is_subtitle("Infrações leves:", "I - correr;"), is_subtitle("Infrações leves:", "e graves")
    (True, False)
    """
    return _matcher(("SUBTITULO",))(f"\n{line}\n{below}\n", 1) is not None


def ends_closing(line: str) -> bool:
    """Whether a line can end a fecho that is broken over several: it ends in a year.

    >>> ends_closing("de 2023.")
    True
    """
    return _matcher(("FECHO_FIM",))(f"{line}\n") is not None
