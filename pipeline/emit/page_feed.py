"""The feed of a norm's changes, for readers that look for news by themselves.

In: a `NormView`, its acts, and the address of the site. Out: Atom (RFC 4287). Promises: the dates
are those of the changes, no clock's, so that the same norm makes the same bytes; without an address
there is no feed, since its entries must have one.
"""

from collections.abc import Sequence
from html import escape

from pipeline.emit.page_changes import ActView
from pipeline.emit.page_norm import NormView
from pipeline.emit.page_words import ALTERACOES, day

FEED = "alteracoes.atom"


def feed(view: NormView, acts: Sequence[ActView], site_url: str) -> str:
    """The feed, the newest change first.

    >>> # feed(view, acts(view, others), "https://exemplo.org/")[:38]
    >>> # → '<?xml version="1.0" encoding="utf-8"?>'
    """
    home = f"{site_url}{view.folder}"
    entries = "".join(_entry(one, home) for one in acts)
    newest = f"{acts[0].day.isoformat()}T00:00:00Z"
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR">\n'
        f"<id>{escape(home)}{FEED}</id>\n"
        f"<title>Alterações {escape(view.of_title)}</title>\n"
        f'<link rel="self" href="{escape(home)}{FEED}"/>\n'
        f'<link href="{escape(home)}alteracoes.html"/>\n'
        f"<updated>{newest}</updated>\n"
        f"<author><name>{escape(view.citation)}, texto não oficial</name></author>\n"
        f"{entries}</feed>\n"
    )


def _entry(act: ActView, home: str) -> str:
    name = act.view.long_title if act.view else act.name
    where = f"{escape(home)}alteracoes.html#{act.anchor}"
    said = "; ".join(
        f"{one.name}: {ALTERACOES[one.change.tipo]}"
        f"{' (linhas de sanção)' if one.changes_sanction and one.before else ''}"
        for one in act.steps
    )
    return (
        f"<entry>\n<id>{where}</id>\n<title>{escape(name)}, desde {day(act.day)}</title>\n"
        f'<link href="{where}"/>\n<updated>{act.day.isoformat()}T00:00:00Z</updated>\n'
        f"<summary>{escape(said)}</summary>\n</entry>\n"
    )
