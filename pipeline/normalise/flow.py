"""Whether a line leaves its sentence open.

In: a line of running text. Out: `Flow`. Used to tell the head of a device from a wrapped line.
"""

import re
from enum import Enum, auto

from pipeline.grammar import is_note

NAMES_OF_DEVICES = frozenset(
    "art arts artigo artigos inciso incisos alínea alíneas item itens parágrafo parágrafos "
    "capítulo título seção subseção livro anexo n nº n° § §§".split()
)
"""Behind these a number is cited."""
_UNFINISHED = NAMES_OF_DEVICES | frozenset(
    "a à ao aos as às até com contra da das de desta deste do dos e em entre nas na neste nesta no "
    "nos o os ou para pela pelas pelo pelos por que se sem seu sua seus suas sob sobre um "
    "uma".split()
)
_MARKS = (".", ":", ";", "!", "?")
_CLOSERS = ")]\"'”’»"
_BRACKETS = (")", "]")
_SPACED = re.compile(r"(?<!\S)[A-ZÀ-Ý] [A-ZÀ-Ý] [A-ZÀ-Ý]$")
_LAST_BUT_ONE = ("; e", "; ou", ", e", ", ou")


class Flow(Enum):
    """How a line ends."""

    CLOSED = auto()
    """it ends a sentence, a heading or a sanction"""
    OPEN = auto()
    """nothing closes it"""
    RUNS_ON = auto()
    """it ends in a word or sign after which more must come"""


def flow(text: str) -> Flow:
    """How a line of running text ends; an editorial note is about what is finished.

    >>> flow("observado o disposto no"), flow("conforme a lei"), flow("a taxa é anual.")
    (<Flow.RUNS_ON: 3>, <Flow.OPEN: 2>, <Flow.CLOSED: 1>)
    """
    bare = text.rstrip()
    if not bare or bare.rstrip(_CLOSERS).endswith(_MARKS) or bare.endswith(_LAST_BUT_ONE):
        return Flow.CLOSED
    if bare.endswith(_BRACKETS):
        opening = max(bare.rfind("("), bare.rfind("["))
        if is_note(bare[opening:]) or bare[: max(0, opening)].rstrip().endswith((".", ";")):
            return Flow.CLOSED  # "fumar; (GRUPO A)"
    last = bare.rsplit(None, 1)[-1].lower().strip("(\"'“")
    if last in _UNFINISHED and _SPACED.search(bare):
        return Flow.OPEN  # "D E C R E T O" ends in no article
    return Flow.RUNS_ON if last in _UNFINISHED or bare[-1] in "-(" else Flow.OPEN


def is_heading(text: str) -> bool:
    """Whether a line is set as headings are: capitals, several words, no final mark.

    >>> is_heading("DAS DISPOSIÇÕES GERAIS"), is_heading("LEI:")
    (True, False)
    """
    return text.isupper() and len(text.split()) > 1 and text[-1].isalpha()


def begins_name(text: str) -> bool:
    """Whether a line begins the name of a grouping as most names begin.

    >>> begins_name("DAS MULTAS"), begins_name("DE ESCOLARES")
    (True, False)
    """
    return text.upper().startswith(("DO ", "DA ", "DOS ", "DAS ", "DISPOSIÇÕES "))
