"""What the words of a command name: norms, and the ids of their devices.

In: the phrases that the grammar calls `alvo`, as its tokens in print. Out: `Wanted`s. The citations
are read by the same code as all references (`labels.chains`). «ao art. 14» leads to a holder as
«do art. 14» does. What leaves a doubt (an inciso without its article) is an `UnclearError`, with
the reason in Portuguese.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.amend.divisions import DIVISIONS, UnclearError, read_divisions
from pipeline.amendments import Wanted
from pipeline.labels import Kind, caput_id, device_id
from pipeline.labels.chains import Chain, Unit, read_chains
from pipeline.labels.citations import is_grouping
from pipeline.labels.norms import Named, read_names

_TO = re.compile(
    r"\b(?P<to>aos?|às?|n[oa]s?)(?= )"
    r"|(?P<const>\b(?:constantes?|contid[oa]s?|previst[oa]s?|existentes?) )"
)
_OF = {
    "ao": "do", "aos": "dos", "à": "da", "às": "das",
    "no": "do", "na": "da", "nos": "dos", "nas": "das",
}  # fmt: skip
_DEPENDENT = re.compile(
    r",? (?:e|com) (?:todos )?(?:os )?seus (?:respectivos )?(?:\w+)"
    r"(?:(?:,| e) (?:seus )?(?:incisos|parágrafos|alíneas|itens))*"
)
_ALL_OF = re.compile(r",? ?\b(?:tod|amb)[oa]s,? (?=d[oa]s? )", re.IGNORECASE)
"""«as alíneas a e b do § 2º e o § 1º, todos do art. 5º»: the article holds them all."""
_AND_ON = re.compile(r"(?:\d[º°]?|\b[IVXLC]+),? e seguintes\b")
"""«os arts. 2º e seguintes» goes on nobody knows how far."""
_AND_OF = re.compile(r"\be d[oa]s? art", re.IGNORECASE)
_HOLDS = re.compile(r"[,; ]*(?:ao?s?|às?|n[oa]s?) ")
_LOUD = re.compile(
    r"\b(?:ARTIGOS?|ARTS?|INCISOS?|AL[ÍI]NEAS?|PAR[ÁA]GRAFOS?|ITE(?:M|NS)|CAPUT|Caput)\b"
)
_SOLE = re.compile(r"(?i)(parágrafo|§) [úu]nico")
_DEVICES = ("DISPOSITIVO", *DIVISIONS)
_FILLERS = re.compile(
    r"\b(?:seguintes?|redação|dispositivos|abaixo|uma?|atual|especialmente|texto|tod[oa]) "
)


def wanted(
    tokens: Sequence[tuple[str, str]], context: Named | None, holder: str | None = None
) -> tuple[Wanted, ...]:
    """The norms and devices of a phrase, in its order; `context` is the norm where none is named.

    >>> phrase = [("DISPOSITIVO", "o inciso II "), ("DISPOSITIVO", "do art. 4º ")]
    >>> [one.ids for one in wanted(phrase, Named("lei", "5"))]
    [('art4_cpt_inc2',)]
    """
    found: list[Wanted] = []
    before: Named | None = None
    opening = ""
    for run, printed in _runs(tokens):
        devices = "".join(words for _, words in run)
        named = list(read_names(printed))
        if _AND_ON.search(f"{devices}{printed}"):
            raise UnclearError(f"não se diz até onde vai «{devices.strip(' ,')} e seguintes»")
        if printed and not named and context is None:
            raise UnclearError(f"não se sabe qual é a norma de que fala «{printed.strip(' ,')}»")
        # "Na Lei nº 5, o art. 3º": the norm stands before what it holds.
        norm = named[0] if named else before or context
        if devices and (norm is None or len(named) > 1):
            raise UnclearError("não se diz de que norma são os dispositivos")
        if devices:
            at = holder
            last = found[-1] if found else None
            if last and len(last.ids) == 1 and not named and _HOLDS.match(opening):
                # "Fica incluído no art. 5º da Lei nº 5 o inciso IV": the holder is named first.
                at = last.ids[0]
            ids, within = _read(run, at)
            if at and at != holder:
                found.pop()
            found.append(Wanted(norm, ids, within))
            opening = devices
        before = norm
    if not any(one.ids for one in found):
        norms = [one for text in _norms(tokens) for one in read_names(text)]
        return tuple(Wanted(one) for one in norms) or ((Wanted(context),) if context else ())
    known = {one.norm for one in found}
    whole = [
        Wanted(one)
        for run, printed in _runs(tokens)
        if not run
        for one in read_names(printed)
        if one not in known
    ]
    return (*found, *whole)


def _norms(tokens: Sequence[tuple[str, str]]) -> list[str]:
    return [text for kind, text in tokens if kind not in _DEVICES]


def last_fragment(printed: str) -> str:
    """The last fragment of the id that a number gives: «§ 1º» → par1.

    >>> last_fragment("§ 1º")
    'par1'
    """
    chains = list(read_chains(printed))
    if (
        len(chains) != 1
        or chains[0].units[-1].kind is None
        or len(chains[0].units[-1].numbers) != 1
    ):
        raise UnclearError(f"não se sabe que número é «{printed.strip()}»")
    unit = chains[0].units[-1]
    assert unit.kind is not None
    return device_id(unit.kind, unit.numbers[0], None)


def _runs(
    tokens: Sequence[tuple[str, str]],
) -> Iterator[tuple[list[tuple[str, str]], str]]:
    """Stretches of devices, each with the norm that is named behind it, or with none."""
    run: list[tuple[str, str]] = []
    for kind, printed in tokens:
        if kind in _DEVICES:
            run.append((kind, printed))
        else:
            yield run, printed
            run = []
    if run:
        yield run, ""


def _read(run: Sequence[tuple[str, str]], holder: str | None) -> tuple[tuple[str, ...], str | None]:
    """The ids that a stretch names, and the grouping in which its articles stand."""
    divisions = read_divisions(run)
    phrase = "".join(printed for kind, printed in run if kind == "DISPOSITIVO")
    above = holder if holder and is_grouping(holder) else None
    inner = tuple(f"{above}_{one}" if above else one for one in divisions.ids)
    if not phrase:
        return inner, None
    return (*_ids(phrase, None if above else holder), *inner), divisions.within or above


def _ids(phrase: str, holder: str | None) -> Iterator[str]:
    text = _ALL_OF.sub(" ", _FILLERS.sub("", _DEPENDENT.sub("", phrase)))
    text = re.sub(r"(?<=\d)\.(?=[º°ª])", "", text)
    text = _SOLE.sub("parágrafo único", _LOUD.sub(lambda found: found[0].lower(), text))
    text = _TO.sub(lambda found: "" if found["const"] else _OF[found["to"].lower()], text)
    text = re.sub(r"\b(?:d[oa]s?) (d[oa]s?) ", r"\1 ", text)
    chains = list(read_chains(text))
    rest = _without(text, chains)
    if not chains or re.search(r"\d|§|\bart|\binciso|\bal[íi]nea", rest):
        raise UnclearError(f"não se sabe que dispositivos são «{phrase.strip(' ,')}»")
    if _HOLDS.match(phrase) and _holds_the_rest(chains):
        # "ao art. 5º o § 3º": the holder is named first.
        holder = next(_product(chains.pop(0).units, None))
    for n, chain in enumerate(chains):
        units = chain.units
        loose = n and _hangs_loose(text, chains[n - 1], chain, phrase)
        if loose or _mixes_numbers(text, chain):
            raise UnclearError(f"não se sabe o que é do artigo em «{phrase.strip(' ,')}»")
        if units[0].kind is not Kind.ARTIGO:
            units = _within(units, chains[n + 1 :], holder, phrase)
        yield from _product(units, holder if units[0].kind is not Kind.ARTIGO else None)


def _hangs_loose(text: str, before: Chain, chain: Chain, phrase: str) -> bool:
    """Whether «do art. 5º» stands apart from what it holds: taken alone it would be all of it.

    "O § 1º, art. 5º", "os §§ 1º do art. 5º e 2º do art. 6º", "o inciso I do art. 2º e do art. 4º".
    """
    if [unit.kind for unit in chain.units] != [Kind.ARTIGO]:
        return False
    between = text[before.end : chain.start].strip()
    of = re.search(r"\bd[oa]s?$", between) is not None
    if before.units[0].kind is not Kind.ARTIGO:
        return of or between == ","
    again = of and len(before.units) > 1 and _AND_OF.search(phrase) is not None
    return again or between in ("do", "da", "dos", "das")


def _mixes_numbers(text: str, chain: Chain) -> bool:
    """Whether a number behind a sole article may be one of what hangs on the next: "os §§ 1º do
    art. 5º e 2º do art. 6º"."""
    article = chain.units[0]
    several = article.kind is Kind.ARTIGO and len(article.numbers) > 1 and len(chain.units) > 1
    return several and re.search(r"\bart(?:igo)?s\b", text[chain.start : chain.end]) is None


def _holds_the_rest(chains: Sequence[Chain]) -> bool:
    first, *rest = chains
    alone = [len(unit.numbers) for unit in first.units] == [1] * len(first.units)
    outside = first.units[0].kind is Kind.ARTIGO and alone
    return outside and bool(rest) and all(one.units[0].kind is not Kind.ARTIGO for one in rest)


def _without(text: str, chains: Sequence[Chain]) -> str:
    ends = [0, *(edge for chain in chains for edge in (chain.start, chain.end)), len(text)]
    return " ".join(text[start:end] for start, end in list(pairwise(ends))[::2])


def _within(
    units: tuple[Unit, ...], following: Sequence[Chain], holder: str | None, phrase: str
) -> tuple[Unit, ...]:
    """The units of a citation without its article: "o inciso I e o § 1º do art. 5º" are both of it.

    What stands between article and device in the next citation may or may not be its holder.
    """
    outer = next((one for one in following if one.units[0].kind is Kind.ARTIGO), None)
    if outer is None:
        if holder is None:
            raise UnclearError(f"não se diz de que artigo é «{phrase.strip(' ,')}»")
        return units
    depth = units[0].kind.depth if units[0].kind else Kind.PARAGRAFO.depth
    # The innermost one is named beside ours: "os incisos I e II e o parágrafo único do art. 4º".
    between = [one for one in outer.units[1:-1] if one.kind and one.kind.depth < depth]
    if between or len(outer.units[0].numbers) != 1:
        raise UnclearError(
            f"há mais de um lugar em que podem estar os dispositivos de «{phrase.strip(' ,')}»"
        )
    return (outer.units[0], *units)


def _product(units: Sequence[Unit], holder: str | None) -> Iterator[str]:
    holders = [holder]
    for unit in units:
        if unit.kind is None:
            holders = [caput_id(one) for one in holders if one]
        else:
            holders = [
                device_id(unit.kind, number, _holding(one, unit.kind))
                for one in holders
                for number in unit.numbers
            ]
    yield from (one for one in holders if one)


def _holding(holder: str | None, kind: Kind) -> str | None:
    """Whatever is no paragraph hangs on the caput of its article."""
    if holder and "_" not in holder and kind is not Kind.PARAGRAFO:
        return caput_id(holder)
    return holder
