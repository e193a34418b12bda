"""What a line that only says "as mesmas previstas no artigo anterior" takes from others.

In: the infractions, the paths to their devices, and the lines. Out: for each such line a
`Heranca`, or the reason why there is none. It is an inference, and a strict one: the line must say
nothing but "the same as" and a place of this norm; the place must be there; all the infractions
that stand there must agree. What a line inherits it takes from what is printed there, or from what
that line inherits in its turn.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.labels import Kind, Number, comes_next, fold, number_of
from pipeline.labels.chains import Chain, read_chains
from pipeline.model import Dispositivo, Heranca, Infracao, LinhaDeSancao, walk

Path = tuple[Dispositivo, ...]


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """Why a line inherits nothing; `of_the_law` if the law itself leaves it open."""

    words: str
    of_the_law: bool = False


Found = Heranca | Unfollowed

_END = " .,;:"
_SAME_PLURAL = re.compile(r"(?:[ao]s )?mesm[ao]s\b")
_AND_PENALTY = re.compile(r" e +pena", re.IGNORECASE)
_SAME = re.compile(r"(?:(?:as?|os?) )?(?:mesm[ao]s?|idem)\b")
_WORDS = re.compile(
    r"(?:(?:as?|os?|d[aeo]s?|n[ao]s?|em|para|mesm[ao]s?|idem|infrac(?:ao|oes)|penalidades?|penas?"
    r"|sanc(?:ao|oes)|gravidade|natureza|medidas?|administrativas?|previst[ao]s?|estabelecid[ao]s?"
    r"|aplicad[ao]s?|aplicave(?:l|is)|cominad[ao]s?|indicad[ao]s?|fixad[ao]s?|constantes?"
    r"|incisos|alineas|itens|paragrafos)[ ,]*)*"
)
_OF_THIS = re.compile(
    r"(?:,? (?:d|n)(?:est[ae]|[ao] presente) (?:lei(?: complementar)?|codigo|decreto|regulamento"
    r"|artigo|paragrafo|inciso|norma|resolucao))?[ .;,:]*"
)
_BEFORE = re.compile(
    r"(?P<kind>artigo|paragrafo|inciso|alinea|item) (?:imediatamente )?"
    r"(?:anterior|antecedente|precedente)\b"
)


def inherit(
    infractions: Sequence[Infracao],
    ways: Mapping[str, Path],
    lines: Mapping[str, Sequence[LinhaDeSancao]],
) -> tuple[dict[str, tuple[Heranca, ...]], list[tuple[Infracao, LinhaDeSancao, Unfollowed]]]:
    """The inheritances by the infraction's id, and the lines that inherit nothing, with the reason.

    >>> # inherit(infractions, ways, lines)[0]["art163_cpt"][0].gravidade → 'gravissima'
    """
    heirs = _Heirs(infractions, ways, lines)
    found: dict[str, tuple[Heranca, ...]] = {}
    failed: list[tuple[Infracao, LinhaDeSancao, Unfollowed]] = []
    for infraction in infractions:
        taken = []
        told: set[str | None] = set()  # what one line that stands for two says is told once
        for line in lines.get(infraction.sancao or "", ()):
            if is_same(line.texto):
                outcome = heirs.take(infraction, line)
                if isinstance(outcome, Unfollowed):
                    if line.rotulo_original not in told:
                        failed.append((infraction, line, outcome))
                    told.add(line.rotulo_original)
                else:
                    taken.append(outcome)
        if taken:
            found[infraction.id] = tuple(taken)
    return found, failed


def is_same(text: str | None) -> bool:
    """Whether the value of a line is that of another one.

    >>> is_same("as mesmas previstas no art. 5º;"), is_same("multa")
    (True, False)
    """
    return _SAME.match(fold(text or "")) is not None


def for_both(lines: Sequence[LinhaDeSancao]) -> tuple[LinhaDeSancao, ...]:
    """The lines of a group, with that of the penalty where one line stands for both.

    "Infração e penalidade - as mesmas previstas no artigo anterior", and in the plural also
    "Infração - as mesmas previstas no artigo anterior", where no line Penalidade follows.
    """
    first = lines[0] if lines else None
    if first is None or first.rotulo != "Infração" or not is_same(first.texto):
        return tuple(lines)
    if any(line.rotulo == "Penalidade" for line in lines):
        return tuple(lines)
    if not (names_both(first) or _SAME_PLURAL.match(fold(first.texto or ""))):
        return tuple(lines)
    return (first, first.model_copy(update={"rotulo": "Penalidade"}), *lines[1:])


def names_both(line: LinhaDeSancao) -> bool:
    """Whether the label of a line names infraction and penalty: "Infração e penalidade -"."""
    return line.rotulo == "Infração" and _AND_PENALTY.search(line.rotulo_original) is not None


class _Heirs:
    """Answers for each line, and remembers the answers, since an heir may inherit from an heir."""

    def __init__(
        self,
        infractions: Sequence[Infracao],
        ways: Mapping[str, Path],
        lines: Mapping[str, Sequence[LinhaDeSancao]],
    ) -> None:
        self._infractions = infractions
        self._ways = ways
        self._lines = lines
        self._articles = list(
            dict.fromkeys(
                one.id for way in ways.values() for one in way if one.tipo == "artigo"
            )
        )  # fmt: skip
        self._known: dict[tuple[str, str], Found] = {}

    def take(self, infraction: Infracao, line: LinhaDeSancao) -> Found:
        """What this line of an infraction inherits."""
        key = infraction.id, line.rotulo
        if key not in self._known:
            # An heir of itself gets this answer.
            self._known[key] = Unfollowed("as remissões dão voltas", of_the_law=True)
            self._known[key] = self._take(infraction, line)
        return self._known[key]

    def _take(self, infraction: Infracao, line: LinhaDeSancao) -> Found:
        text = line.texto or ""
        names = self._named(self._ways[infraction.dispositivo], text)
        if not names:
            return Unfollowed("não se sabe de que dispositivo")
        givers = [one for one in self._infractions if one.dispositivo in names]
        givers = [one for one in givers if one.id != infraction.id]
        if not givers:
            return Unfollowed("o dispositivo indicado não tem infração")
        given = [self._given(one, line) for one in givers]
        unfollowed = [one for one in given if isinstance(one, Unfollowed)]
        if unfollowed:
            return unfollowed[0]
        values = {_value(one) for one in given if isinstance(one, Heranca)}
        if len(values) > 1:
            words = f"as {len(givers)} infrações do dispositivo indicado não têm todas a mesma"
            return Unfollowed(words, of_the_law=True)
        first = next(one for one in given if isinstance(one, Heranca))
        names_of = tuple(one.id for one in givers)
        return first.model_copy(update={"texto": text.rstrip(_END) or "?", "herdada_de": names_of})

    def _given(self, giver: Infracao, line: LinhaDeSancao) -> Found:
        """What an infraction has of the kind of this line: printed, or inherited."""
        own = [one for one in self._lines.get(giver.sancao or "", ()) if one.rotulo == line.rotulo]
        if len(own) == 1 and is_same(own[0].texto):
            return self.take(giver, own[0])
        gravity = giver.gravidade if line.rotulo == "Infração" else None
        penalties = giver.penalidades if line.rotulo == "Penalidade" else ()
        measures = giver.medidas_administrativas if line.rotulo == "Medida administrativa" else ()
        if not (gravity or penalties or measures):
            return Unfollowed("uma das infrações do dispositivo indicado não a tem")
        return Heranca(
            linha=line.rotulo,
            texto=line.texto or "?",
            herdada_de=(giver.id,),
            gravidade=gravity,
            penalidades=penalties,
            medidas_administrativas=measures,
            pontos=giver.pontos if gravity else None,
            multa=giver.multa if penalties else None,
        )

    # ── the place that the words name ────────────────────────────────────────────────────────

    def _named(self, way: Path, text: str) -> set[str]:
        """The ids that a line names, with what hangs on them; a caput is named alone.

        None if the line says anything else, or a device is not there.
        """
        folded = fold(text)
        if len(folded) != len(text):
            return set()
        before = _BEFORE.search(folded)
        chains = list(read_chains(text))
        caput = False
        if before and not chains:
            start, end = before.span()
            found = self._previous(way, Kind(before["kind"]))
            devices = [found[-1]] if found else []
        elif len(chains) == 1:
            start, end = chains[0].start, chains[0].end
            caput = chains[0].units[-1].kind is None
            devices = self._cited(way, chains[0])
        else:
            return set()
        if not (_WORDS.fullmatch(folded, 0, start) and _OF_THIS.fullmatch(folded, end)):
            return set()
        if caput:
            return {one.caput_id for one in devices if one.caput_id}
        inside = (one for each in devices for one in walk([each]))
        return {name for one in inside for name in (one.id, one.caput_id) if name}

    def _previous(self, way: Path, kind: Kind) -> Path | None:
        """The device of this kind before the one in which the words stand, if none is missing."""
        at = next((n for n, one in enumerate(way) if one.tipo == kind.value), None)
        if at is None:
            return None
        if kind is Kind.ARTIGO:
            row = [self._ways[name][-1] for name in self._articles]
        else:
            row = [one for one in way[at - 1].filhos if one.tipo == kind.value]
        place = next(n for n, one in enumerate(row) if one.id == way[at].id)
        if not place:
            return None
        last = row[place - 1]
        follows = comes_next(kind, _number(kind, row[place]), _number(kind, last))
        return self._ways[last.id] if follows else None

    def _cited(self, way: Path, chain: Chain) -> list[Dispositivo]:
        """The devices that a citation leads to, outermost unit first."""
        first = chain.units[0].kind
        if first is Kind.ARTIGO:
            holders: list[Dispositivo | None] = [None]
        elif chain.previous:
            found = self._previous(way, chain.previous)
            holders = [found[-1]] if found else []
        elif first is None:
            holders = [one for one in way if one.tipo == "artigo"]
        else:
            holders = self._holder(way, first, chain.units[0].numbers)
        for unit in chain.units:
            if unit.kind is None:
                continue
            below = [self._below(one, unit.kind, n) for one in holders for n in unit.numbers]
            if not below or None in below:
                return []
            holders = list(below)
        return [one for one in holders if one is not None]

    def _holder(self, way: Path, kind: Kind, numbers: Sequence[Number]) -> list[Dispositivo | None]:
        """The innermost device around the words that has devices of this kind and numbers."""
        for one in reversed(way[:-1]):
            if all(self._below(one, kind, number) for number in numbers):
                return [one]
            if one.tipo == "artigo":
                break
        return []

    def _below(self, holder: Dispositivo | None, kind: Kind, number: Number) -> Dispositivo | None:
        row = (
            [self._ways[name][-1] for name in self._articles]
            if holder is None
            else [one for one in holder.filhos if one.tipo == kind.value]
        )
        same = [one for one in row if _same_number(_number(kind, one), number)]
        return same[0] if len(same) == 1 else None


def _number(kind: Kind, device: Dispositivo) -> Number:
    return number_of(kind.value.upper(), device.rotulo or "")


def _same_number(one: Number, two: Number) -> bool:
    return (one.value, one.suffixes) == (two.value, two.suffixes)


def _value(taken: Heranca) -> tuple[object, ...]:
    """What must be equal in all the infractions from which a line inherits."""
    penalties = tuple(
        (one.tipo, one.grupo, one.fator, one.condicao, fold(one.texto)) for one in taken.penalidades
    )
    measures = tuple((one.tipo, fold(one.texto)) for one in taken.medidas_administrativas)
    fine = taken.multa and (taken.multa.quantidade, taken.multa.unidade, taken.multa.por)
    return taken.gravidade, penalties, measures, taken.pontos, fine
