"""Proposals as text for `erratas.toml`, and as data for programs.

In: `Proposals`. Out: TOML that can be pasted as it stands, each entry "provavel", each doubt a
comment; or dicts with the same keys.
"""

import json
from collections.abc import Iterator
from typing import Any

from pipeline.propose.entries import Proposal
from pipeline.propose.evidence import IN_TEXT
from pipeline.propose.found import Doubt, Proposals


def to_toml(found: Proposals) -> str:
    """The proposals and doubts of a norm, as TOML.

    >>> print(to_toml(Proposals("lei-12-2017")))
    # lei-12-2017: 0 propostas pela lista de palavras; 0 casos sem proposta.
    # A lista propõe e não prova nada: confira cada uma na página antes de colar.
    <BLANKLINE>
    """
    sections = (
        ("o próprio texto traz a correção", [one for one in found.entries if _is_own(one)]),
        ("só a lista a traz", [one for one in found.entries if not _is_own(one)]),
    )
    counts = (
        f"{_count(len(found.entries), 'proposta', 'propostas')} pela lista de palavras; "
        f"{_count(len(found.doubts), 'caso', 'casos')} sem proposta"
    )
    advice = "A lista propõe e não prova nada: confira cada uma na página antes de colar."
    parts = [f"# {found.norm}: {counts}.\n# {advice}\n"]
    if found.unread:
        pages = ", ".join(map(str, found.unread))
        parts.append(f"# Sem texto legível, e por isso sem proposta: p. {pages}.\n")
    for title, entries in sections:
        if entries:
            parts.append(f"# --- {title} ---\n")
            parts += [_entry(one) for one in entries]
    if found.doubts:
        parts.append("# --- sem proposta ---\n")
        parts.append("".join(line for one in found.doubts for line in _comment(one)))
    return "\n".join(parts)


def to_data(found: Proposals) -> list[dict[str, Any]]:
    """The same as data; of a doubt, `para` is null and `candidatas` are what it may be."""
    entries = [
        {
            "norma": found.norm, "id": one.id, "de": one.before, "para": one.after,
            "pagina": one.page, "linhas": sorted({spot.line for spot in one.spots}),
            "ocorrencias": one.count, "motivo": one.reason, "certeza": "provavel",
            "candidatas": [one.after],
        }
        for one in found.entries
    ]  # fmt: skip
    doubts = [
        {
            "norma": found.norm, "id": None, "de": one.word, "para": None,
            "pagina": one.spot.page, "linhas": [one.spot.line], "ocorrencias": 1,
            "motivo": _doubted(one), "certeza": None, "candidatas": list(one.candidates),
        }
        for one in found.doubts
    ]  # fmt: skip
    return entries + doubts


def _is_own(one: Proposal) -> bool:
    return one.score >= IN_TEXT


def _entry(one: Proposal) -> str:
    return (
        f"[[errata]]\nid = {_text(one.id)}\nde = {_text(one.before)}\npara = {_text(one.after)}\n"
        f"pagina = {one.page}\nocorrencias = {one.count}\nmotivo = {_text(one.reason)}\n"
        f'certeza = "provavel"\n'
    )


def _comment(one: Doubt) -> Iterator[str]:
    place = f"p. {one.spot.page}, linha {one.spot.line}"
    yield f"# {place}: «{_plain(one.word)}» {_plain(_doubted(one))}\n"
    yield f"#     {_plain(one.printed)}\n"


def _doubted(one: Doubt) -> str:
    if not one.candidates:
        return "não está na lista; sem proposta"
    if len(one.candidates) == 1:
        return f"pode ser «{one.candidates[0]}», mas não há trecho que só case ali"
    return f"pode ser {' ou '.join(f'«{form}»' for form in one.candidates)}: não se sabe qual"


def _text(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's, but for one sign that JSON leaves alone."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _plain(text: str) -> str:
    """What a comment may hold: no control characters."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
