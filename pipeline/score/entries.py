"""A device as a score sees it: its id and its text.

In: a catalogue. Out: its devices as `Entry`s, in printed order. Promises: an id stands once; the
text is folded (one blank for any white space) and nothing else is done to it.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pipeline.model import Catalogo, Dispositivo

GROUPS = ("agrupamentos", "artigos", "paragrafos", "incisos", "alineas", "itens")
"""What is counted together, in the order of LC 95/1998, art. 10."""

_GROUP_OF = dict.fromkeys(
    ("prt", "liv", "tit", "stt", "cap", "sec", "sub", "agh"), "agrupamentos"
) | {"art": "artigos", "par": "paragrafos", "inc": "incisos", "ali": "alineas", "ite": "itens"}

_LAST = re.compile(r"(?:^|_)([a-z]+)[\d-]*u?(?:_rep\d+)?$")
_QUOTED = re.compile(r"_alt\d+_")
_SOLE = re.compile("1u(?=_|$)")
_ITEM = re.compile(r"(_cpt|_par[\d-]+)_ite")


class Entry(NamedTuple):
    """A device: its LexML id, its own text, the text that closes it after those on it.

    A text that is None is not known (the gold does not give it); "" is known to be none.
    """

    id: str
    text: str | None
    closing: str | None = None


UNLABELLED = "agh:"


def unlabelled(name: str) -> str:
    """The id of a grouping without a label: it has no number, only its name tells it from others.

    >>> unlabelled("Das disposições  finais")
    'agh:DAS DISPOSIÇÕES FINAIS'
    """
    return UNLABELLED + folded(name).upper()


def group_of(name: str) -> str | None:
    """What an id is counted with; None for what is not: a conduct without a label, and what an
    amending law quotes.

    >>> group_of("art14_cpt_inc25"), group_of("art6_cpt_dpg1"), group_of("art2_cpt_alt1_art5")
    ('incisos', None, None)
    """
    if name.startswith(UNLABELLED):
        return "agrupamentos"
    found = None if _QUOTED.search(name) else _LAST.search(name)
    return _GROUP_OF.get(found[1]) if found else None


def folded(text: str) -> str:
    """A text with one blank for any white space, and with composed accents.

    >>> folded(" a  taxa\\n é ")
    'a taxa é'
    """
    return unicodedata.normalize("NFC", " ".join(text.split()))


def same(name: str) -> str:
    """What two ids of one device have in common: a sole device is a first one (1u ≡ 1), and what
    is listed under no inciso is an alínea, be it printed `a)` or `1)`.

    The second, as LexML's rigid schema knows no item but under an alínea.

    >>> same("art9_par1u"), same("art9_par11"), same("art7_par1_ite2")
    ('art9_par1', 'art9_par11', 'art7_par1_ali2')
    """
    return _ITEM.sub(r"\1_ali", _SOLE.sub("1", name))


def write_entries(catalogue: Catalogo) -> tuple[Entry, ...]:
    """The devices of a catalogue, in printed order; of a grouping, its name is its text.

    >>> # write_entries(catalogue)[0] → Entry(id='art1', text='Fica criado o selo.', closing='')
    """
    return tuple(_entries(catalogue.dispositivos))


def _entries(devices: Iterable[Dispositivo]) -> Iterator[Entry]:
    for one in devices:
        if group_of(one.id):
            grouping = group_of(one.id) == "agrupamentos"
            text = one.nome if grouping else one.texto
            name = unlabelled(text or "") if grouping and one.rotulo is None else one.id
            yield Entry(name, folded(text or ""), folded(one.texto_final or ""))
        yield from _entries(one.filhos)
