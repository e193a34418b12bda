"""Headings of annexes, of annexed acts and of the transitory act.

In: a printed line. Out: its `Reading`, with kind and number, and the name behind the label. Source:
LexML's fragments (`anexo1`, `adt1u`); LC 95/1998 has no rule for the numbers of annexes: romans,
digits and letters are all in use.
"""

import re
from dataclasses import replace

from pipeline.grammar import container_at
from pipeline.labels.ids import Kind, numeral
from pipeline.labels.numbers import Number, parse_letter, parse_roman
from pipeline.labels.readings import Reading

_NUMBER = r"(?:[IVXLC]+|[ÚUú](?:NIC|nic)[OAo]|\d{1,3}|[A-Z])(?:-[A-Z])?(?![^\W_])"
_ANNEX = re.compile(
    rf"(?P<label>(?:ANEXOS?|Anexo|TABELA)(?: +(?P<number>{_NUMBER})"
    rf"(?P<further>(?:(?:, *| +[EAea] +|, +[Ee] +){_NUMBER})*))?)[ –—:.-]*"
)


def container_reading(line: str, below: str = "") -> Reading | None:
    """The heading of a container that stands at a line's head, or None; `below` are the next lines.

    An annex that is printed without a number reads as the first, and one of several as the first
    of them.

    >>> container_reading("ANEXO II - TABELA DE TAXAS").shown
    'ANEXO II'
    """
    terminal = container_at(line, below)
    if terminal is None:
        return None
    if terminal == "ADT":
        return Reading(terminal, line, line, Kind.ADT, Number(1, (), unico=True))
    found = _ANNEX.match(line) if terminal == "ANEXO" else None
    printed = found["label"] if found else ""
    number = _number(found["number"]) if found and found["number"] else Number(1)
    return Reading(terminal, printed, printed, Kind.ANEXO, number)


def container_label(reading: Reading) -> tuple[str | None, str | None]:
    """Label and number of a container in canonical form; None for what is not printed.

    >>> container_label(container_reading("Anexo II")), container_label(container_reading("ANEXO"))
    (('ANEXO II', 'II'), ('ANEXO', None))
    """
    if reading.kind is None or reading.number is None or not reading.printed:
        return None, None
    if reading.kind is Kind.ADT:
        return reading.shown, None
    word, _, printed = reading.printed.partition(" ")
    number = numeral(Kind.ANEXO, reading.number) if printed else None
    if " " in printed:  # "ANEXOS I A III"
        return reading.printed.upper(), number
    return " ".join(filter(None, (word.upper(), number and number.upper()))), number


def container_printed(reading: Reading, line: str) -> str | None:
    """The label of a container as its line prints it, with the stop or colon behind it.

    >>> container_printed(container_reading("Anexo I."), "Anexo I.")
    'Anexo I.'
    """
    found = _ANNEX.match(line) if reading.kind is Kind.ANEXO and reading.printed else None
    return (found[0].rstrip(" –—-") if found else reading.printed) or None


def container_name(line: str) -> str | None:
    """What the line of a heading says behind its label; None if nothing.

    >>> container_name("ANEXO II - TABELA DE TAXAS"), container_name("ANEXO I")
    ('TABELA DE TAXAS', None)
    """
    found = _ANNEX.match(line)
    return line[found.end() :].strip() or None if found else line


def _number(printed: str) -> Number:
    printed, _, letter = printed.partition("-")
    if letter:
        number = _number(printed)
        words = number.words and f"{number.words}-{letter}"
        return replace(number, suffixes=(parse_letter(letter),), words=words)
    if "nic" in printed.lower():
        return Number(1, (), unico=True)
    if printed.isdigit():
        return Number(int(printed), (), words=printed)
    # A lone C, D, L or M is the letter, not a hundred annexes and more.
    value = parse_roman(printed) if len(printed) > 1 or printed in "IVX" else None
    return Number(value) if value else Number(parse_letter(printed[:1]), (), words=printed)
