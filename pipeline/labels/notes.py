"""What an editorial note tells of its device.

In: a note as the grammar has it (`NOTA`), with its brackets. Out: its kind, and the state in which
a device's notes leave it. Nothing is guessed: a note of no known kind is `outra` and changes no
state. Source: LC 95/1998, art. 12, III, c and d; the notes that official portals print.
"""

import re
from collections.abc import Sequence
from typing import Literal

from pipeline.labels.urn import fold

NoteKind = Literal[
    "redacao", "inclusao", "revogacao", "veto", "renumeracao", "suspensao", "vigencia",
    "regulamento", "vide", "nova_redacao", "acrescimo", "outra",
]  # fmt: skip
State = Literal["vigente", "revogado", "vetado", "suspenso"]

# The first that is found tells: "Redação acrescida" is an inclusion, "suspensa a vigência" is none.
_KINDS: tuple[tuple[NoteKind, re.Pattern[str]], ...] = (
    ("nova_redacao", re.compile(r"^n\.? ?r\b")),
    ("acrescimo", re.compile(r"^a\.? ?c\b")),
    ("vide", re.compile(r"^(?:vide|ver|v\.|cf\.)[ :]")),
    ("renumeracao", re.compile(r"\b(?:renumerad|transformad)")),
    ("inclusao", re.compile(r"\b(?:incluid|acrescid|acrescentad|inserid|adicionad|introduzid)")),
    ("suspensao", re.compile(r"\b(?:suspens|inconstituciona)")),
    ("revogacao", re.compile(r"\b(?:revogad|suprimid)")),
    ("veto", re.compile(r"\bvetad")),
    ("redacao", re.compile(r"\b(?:redacao|alterad|modificad)")),
    ("regulamento", re.compile(r"\bregulament")),
    ("vigencia", re.compile(r"\b(?:vigencia|efeitos?)\b")),
)
_PART = re.compile(r"\b(?:parcial|em parte|expressa|parte)")
_RESTORED = re.compile(r"\b(?:restabelecid|revigorad|repristinad)")
_ENDED = re.compile(r"\b(?:revogad|suprimid|vetad|suspens)")
# "(Parágrafo único revogado …)", "(Revogados os incisos I e II …)" behind a caput.
_NAMED = re.compile(
    r"^(?:(?:revogad|suprimid|vetad|suspens)[oa]s? )?(?:[oa]s? )?"
    r"(§|paragrafo|inciso|alinea|letra|item|itens)"
)
_BELOW = {
    "artigo": ("§", "paragrafo", "inciso", "alinea", "letra", "item", "itens"),
    "paragrafo": ("inciso", "alinea", "letra", "item", "itens"),
    "inciso": ("alinea", "letra", "item", "itens"),
}
_STATES: dict[str, State] = {
    "revogacao": "revogado",
    "veto": "vetado",
    "suspensao": "suspenso",
    "redacao": "vigente",
}


def note_kind(note: str) -> NoteKind:
    """The kind of a note, by its words.

    >>> note_kind("(Redação acrescida pela Lei nº 9/2001)"), note_kind("(N.R.)")
    ('inclusao', 'nova_redacao')
    """
    words = " ".join(fold(note).strip(" ([*)]").split())
    return next((kind for kind, pattern in _KINDS if pattern.search(words)), "outra")


def state_of(notes: Sequence[str], kind: str = "") -> State:
    """The state of a device (of a kind) with these notes, in printed order: the last that tells one
    holds.

    What touches a part of the device only ("expressão suspensa", "parágrafo único revogado" behind
    a caput) leaves it in force; "restabelecido" gives the force back.

    >>> state_of(["(Incluído pela Lei nº 8, de 2001)", "(Revogado pela Lei nº 9, de 2002)"])
    'revogado'
    >>> state_of(["(Revogado pela Lei nº 8, de 2001)", "(Restabelecido pela Lei nº 9, de 2002)"])
    'vigente'
    """
    state: State = "vigente"
    for note in notes:
        words = fold(note)
        told = _STATES.get(note_kind(note))
        if _is_restored(words):
            state = "vigente"
        elif told and not _PART.search(words) and not names_a_part(note, kind):
            state = told
    return state


def _is_restored(words: str) -> bool:
    """Whether a note gives back the force, and does not take it afterwards."""
    back = _RESTORED.search(words)
    return back is not None and not _ENDED.search(words, back.end())


def names_a_part(note: str, kind: str) -> bool:
    """Whether a note behind a device of this kind takes the force from what hangs on it only.

    >>> names_a_part("(Parágrafo único revogado pela Lei nº 9)", "artigo")
    True
    >>> names_a_part("(Inciso revogado pela Lei nº 9)", "inciso")
    False
    """
    if kind not in _BELOW or note_kind(note) not in ("revogacao", "veto", "suspensao"):
        return False
    named = _NAMED.match(fold(note).lstrip("([ *"))
    return named is not None and named[1] in _BELOW[kind]


def is_of_line(note: str) -> bool:
    """Whether a note behind a sanction line tells of that line: "Revogada", as a penalidade is and
    no artigo, parágrafo, inciso or item.

    >>> is_of_line("(Revogada pela Lei nº 9, de 2002)"), is_of_line("(Revogado pela Lei nº 9)")
    (True, False)
    """
    return fold(note).lstrip("([ ").startswith(("revogada", "vetada", "suprimida", "suspensa"))
