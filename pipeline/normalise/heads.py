"""What stands at the head of a line and behind it: questions that need no memory of other lines.

In: readings and texts. Out: answers, and the record of a label that is mended. Pure functions.
"""

import re
from collections.abc import Sequence

from pipeline.artefacts import BREAK, Edit, NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import container_at, label_at, opens_closing, sanctions_inside
from pipeline.labels import SANCTIONS, Kind, Reading, exact_reading

_WHOLE_VALUE = re.compile(
    r"[.;]$|\((?:grupo|[^()]*vezes)[^()]*\)$"
    r"|^\S+ *[-–—:] *(?:leve|m[ée]dia|grave|grav[íi]ssim[ao])$",
    re.IGNORECASE,
)
_ENDS_IN_GROUP = re.compile(r"\(? ?[Gg]r?up?o? [A-Z][^\s()]{0,4} ?\)[.;]?$")
_CERTAIN = re.compile(
    r"infra[çc][ãa]o *[-–—:]+ *(?:leve|m[ée]dia|grave|grav[íi]ssima) *(?:[;.,]|$)"
    r"|pena(?:lidade)?s? *[-–—:]+ *(?:multa|advert[êe]ncia)\b",
    re.IGNORECASE,
)
_END = re.compile(r"[:;.]\s")
"""Without it no conduct ends within a line: this is found faster than the labels."""
_SENTENCE = re.compile(r"[.;:] (?=[A-ZÀ-Ý§])")
_LABEL_LIKE = re.compile(
    r"[IVXLCDM]{2,9} *[-–—]|(?:[^\W\d_]+ )?[IVXLCDM]{1,9}(?:, | e | a )[IVX]+\b"
    r"|§§ ?\d|(?:[a-z]|\d{1,2})\.\d{1,2}(?:\.\d{1,2})?(?:[.)]| [-–—])(?!\d)"
)
_OTHERS = re.compile(
    r"(?:ao?|e) (?:o )?(?:art\. ?|§ ?)?(?:\d[\d.]*[º°]?(?:-[A-Z])?|[a-z]\)?)[ .:–—-]*"
)
_DASHED = re.compile(r" [-–—] (?=[CLPST])")
_ENACTS = re.compile(
    r"decret|sancion|promulg|resolve|aprov|faço|saber|segu?inte|lei\b", re.IGNORECASE
)
_RUBRIC = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ][^\d:;]{0,58}[^\W\d_]")


def is_whole_value(line: str) -> bool:
    """Whether nothing is to be added to a sanction line: a mark, a group or a lone gravity ends it.

    >>> is_whole_value("Infração - leve"), is_whole_value("Penalidade - multa e suspensão do")
    (True, False)
    """
    return _WHOLE_VALUE.search(line) is not None


def value_goes_on(above: str, text: str) -> bool:
    """Whether a line is the rest of a sanction's value: small letters behind an open value.

    >>> value_goes_on("Penalidade - multa e suspensão do", "exercício;")
    True
    """
    return text[:1].islower() and not is_whole_value(above) and not text.rstrip().endswith(":")


def resembles_label(text: str) -> bool:
    """Whether a text begins with romans that are none, a list of them, or numbers deeper than those
    of items: a reader must look.

    >>> resembles_label("IIII - quatro"), resembles_label("I, II e III do art. 2º")
    (True, True)
    >>> resembles_label("1.1. de dia;"), resembles_label("a.1) de dia;"), resembles_label("1.5 m")
    (True, True, False)
    """
    return _LABEL_LIKE.match(text) is not None


def begins_something(text: str, *, closed: bool) -> bool:
    """Whether a line looks like the head of an annex; above the fecho, of a device or fecho, too.

    >>> begins_something("Art. 1º Fim.", closed=False), begins_something("Art. 1º", closed=True)
    (True, False)
    """
    begins = container_at(text) is not None
    return begins or (not closed and bool(label_at(text) or opens_closing(text)))


def label_in_name(heading: str) -> str | None:
    """The label of a further heading on the line of one: "TÍTULO I – DA TAXA – CAPÍTULO I".

    >>> label_in_name("TÍTULO I – DA TAXA – CAPÍTULO I – DO VALOR")
    'CAPÍTULO I –'
    """
    for found in _DASHED.finditer(heading):
        inner = exact_reading(heading[found.end() :])
        if inner is not None and inner.kind is not None and inner.kind.is_grouping:
            return inner.printed.strip()
    return None


def names_others(text: str) -> bool:
    """Whether all that stands behind a label is the number of a further device: "Art. 2º a 4º".

    >>> names_others("a 4º"), names_others("e 2º"), names_others("a 4ª via fica na repartição.")
    (True, True, False)
    """
    return text[:1] in ("a", "e") and _OTHERS.fullmatch(text.rstrip()) is not None


def resembles_closing(text: str, *, in_device: bool) -> bool:
    """Whether a line that has labels behind it looks as if the fecho opened there."""
    opening = opens_closing(text)
    # Above the articles, an office and a comma open the preâmbulo, too: only a date tells.
    return opening in ("FECHO", "ORDEM") or (opening is not None and in_device)


def resembles_sanction(text: str) -> bool:
    """Whether a text ends as a penalty does, in its group: "nalidde multa (Grupo X-9)".

    >>> resembles_sanction("Pen lidade mul ta (Grupo X-9);"), resembles_sanction("os do Grupo X-9")
    (True, False)
    """
    return _ENDS_IN_GROUP.search(text) is not None


def is_cited(reading: Reading, rest: str) -> bool:
    """Whether what stands behind a label shows that it is cited: "§ 1º, da Lei…"."""
    return reading.kind is not None and rest[:1] in (",", ";") and rest != ""


def is_initial(reading: Reading) -> bool:
    """Whether a label may be the initial of a name: "C. DE TAL"."""
    printed = reading.printed.strip()
    return reading.kind is Kind.INCISO and len(printed) == 2 and printed.endswith(".")


def is_bare(line: NormalLine) -> bool:
    """Whether a sanction line ends behind its label."""
    return line.head is not None and line.text.strip() == line.head.clear.strip()


def part_sanctions(text: str) -> str:
    """Break a line before each further sanction label: "Infração - leve; Penalidade - multa."."""
    cuts = sanctions_inside(text)
    if not cuts:
        return text
    parts = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    return BREAK.join(part.rstrip() if n < len(cuts) else part for n, part in enumerate(parts))


def cut_sanctions(text: str) -> str:
    """Break a conduct's line before its sanctions, where they can be nothing else.

    The label must stand behind the end of the conduct, with its dash or colon, and the value must
    be a gravity, or for a penalty a fine or a warning.

    >>> cut_sanctions("I - correr: Infração - grave; Penalidade - multa.").split(BREAK)
    ['I - correr:', 'Infração - grave;', 'Penalidade - multa.']
    >>> BREAK in cut_sanctions("I - infração: grave é a que põe em risco")
    False
    """
    if not _END.search(text):
        return text
    for cut in sanctions_inside(text):
        if text[:cut].rstrip()[-1:] in (":", ";", ".") and _CERTAIN.match(text, cut):
            return text[:cut].rstrip() + BREAK + part_sanctions(text[cut:])
    return text


def inline_label(text: str) -> Reading | None:
    """A label in the middle of a line, behind the end of a sentence: "II - dois; IV - quatro.".

    >>> inline_label("A multa é anual. Parágrafo único. O prazo é curto.").shown
    'Parágrafo único'
    """
    for found in _SENTENCE.finditer(text):
        inner = exact_reading(text[found.end() : found.end() + 60])
        if inner is None or inner.kind in (Kind.ALINEA, Kind.ITEM):
            continue
        rest = text[found.end() + len(inner.printed) :]
        device = inner.kind in (Kind.ARTIGO, Kind.PARAGRAFO) and rest[:1].isupper()
        if device or inner.kind is Kind.INCISO or inner.terminal in SANCTIONS:
            return inner
    return None


def precedes(reading: Reading, coming: Reading | None) -> bool:
    """Whether the label that comes next is the one after this reading."""
    if coming is None or coming.number is None or reading.number is None:
        return False
    return reading.kind is coming.kind and coming.number.follows(reading.number)


def is_of_level(label: Reading, kind: Kind) -> bool:
    """Whether a label tells how a list of this kind goes on: one of its kind, or one that ends it.

    Articles number through, whatever headings stand between them.
    """
    if label.kind is None or kind is Kind.ARTIGO:
        return label.kind is kind
    return label.kind.depth <= kind.depth


def is_unnamed_act(heading: Reading) -> bool:
    """Whether the transitory act is told by its numbers alone: "DISPOSIÇÕES TRANSITÓRIAS"."""
    return heading.kind is Kind.ADT and heading.printed[:1] == "D"


def resembles_rubric(text: str) -> bool:
    """Whether a line may name the article below it, and does not enact it: "Taxa de feira".

    >>> resembles_rubric("Taxa de feira"), resembles_rubric("A Câmara decreta")
    (True, False)
    """
    return _RUBRIC.fullmatch(text) is not None and _ENACTS.search(text) is None


def repeats_label(heading: Reading, below: Sequence[Reading]) -> bool:
    """Whether a heading's name begins with the heading's own number: "Capítulo II", and below it
    "II - DA COMPETÊNCIA"."""
    own = below[0] if below else None
    return own is not None and own.kind is Kind.INCISO and own.number == heading.number


def mended(line: NormalLine, reading: Reading) -> tuple[Edit, Diagnostic]:
    """The record and the report of a label that is rewritten as the grammar reads it."""
    printed, clear = reading.printed.strip(), reading.clear.strip()
    if printed:
        reason = f"lido como {reading.shown}, que continua a sequência"
        message = f"«{printed}» {reason}"
    else:
        reason = f"o valor está sem o rótulo {reading.shown}, que só pode ser este"
        message = f"«{line.text}» lido como {reading.shown}: {reason}"
    mark = printed or line.text
    told = diagnose("ROT002", message, place=line.spot, mark=mark)
    return Edit(printed, clear, "rotulo", reason, line.spot), told


def clear_from(all_readings: Sequence[Sequence[Reading]]) -> list[int | None]:
    """For each line, and for the end, the first line from there on that has a clear label.

    >>> clear_from([[], []])
    [None, None, None]
    """
    following: list[int | None] = [None]
    for at in range(len(all_readings) - 1, -1, -1):
        clear = all_readings[at] and all_readings[at][0].exact
        following.append(at if clear else following[-1])
    return following[::-1]
