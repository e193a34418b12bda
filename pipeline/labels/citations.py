"""Reads and writes how people cite a device.

In: "art. 14, XXV", "Art. 34, § 2º", "art. 20, III, a", or an id. Out: the LexML id; and back.
"""

import re

from pipeline.labels.ids import Kind, canonical, caput_id, device_id, kind_of
from pipeline.labels.numbers import Number, parse_letter, parse_roman
from pipeline.labels.urn import fold

_ID = re.compile(r"[a-z]+[0-9]+(?:-[0-9]+)*u?(?:_[a-z]+[0-9]*(?:-[0-9]+)*u?)*")
_FRAGMENT = re.compile(r"([a-z]{3,5})([0-9]+(?:-[0-9]+)*)(u?)")
_NUMBER = r"(?P<n>\d{1,3}\.\d{3}|\d{1,6}) *[º°ªo]?(?P<suffix>(?:-[a-z])*)"
_ARTICLE = re.compile(rf"(?:art(?:igo)?\.? *)?{_NUMBER}\.?")
_PARAGRAPH = re.compile(rf"(?:§|paragrafo|par\.?) *{_NUMBER}\.?")
_SINGLE = re.compile(r"(?:§|paragrafo|par\.?|p\.?) *unico|p\.? ?u\.?")
_WORDS = re.compile(r"(inciso|inc\.?|alinea|al\.?|item|letra) +")
_CONTAINER = re.compile(
    r"(?:anexo +(?P<n>[ivxlc]+|\d{1,3}|unico)|ato das disposicoes(?: \w+){0,3} transitorias|adc?t)"
    r"(?: *, *|$)"
)
_KINDS = {"in": Kind.INCISO, "al": Kind.ALINEA, "le": Kind.ALINEA, "it": Kind.ITEM}


def read_citation(text: str) -> str | None:
    """The id of a cited device; None if the text is no citation.

    >>> read_citation("art. 14, XXV"), read_citation("Art. 34, § 2º"), read_citation("14, xxv, a")
    ('art14_cpt_inc25', 'art34_par2', 'art14_cpt_inc25_ali1')
    >>> read_citation("Anexo II, art. 5º, I"), read_citation("ADT, art. 3º")
    ('anexo2_art5_cpt_inc1', 'adt1u_art3')
    """
    text = text.strip()
    if _ID.fullmatch(text) and "_" in text:
        return text
    container = _CONTAINER.match(fold(text))
    if container is not None:
        above = _act(container)
        inside = read_citation(text[container.end() :]) if container.end() < len(text) else ""
        return above if inside == "" else inside and f"{above}_{inside}"
    parts = [part for part in re.split(r"\s*[,;]\s*|\s+(?=§)", fold(text)) if part]
    if len(parts) == 1:
        parts = re.split(r"(?<=\d|º|°)\s+", parts[0])
    article = _ARTICLE.fullmatch(parts[0]) if parts else None
    if article is None:
        return text if _ID.fullmatch(text) else None
    at = device_id(Kind.ARTIGO, _number(article), None)
    for part in parts[1:]:
        found = _inside(part, at)
        if found is None:
            return None
        at = found
    return at


def write_citation(name: str) -> str:
    """The device of an id as people cite it; what no rule makes of an id stays as it is.

    >>> write_citation("art14_cpt_inc25_ali1"), write_citation("cap4_sec4")
    ('Art. 14, XXV, a', 'CAPÍTULO IV, Seção IV')
    """
    parts = []
    for fragment in name.split("_"):
        found = _FRAGMENT.fullmatch(fragment)
        kind = kind_of(found[1]) if found else None
        if found and kind:
            value, *suffixes = map(int, found[2].split("-"))
            number = Number(value, tuple(suffixes), unico=bool(found[3]))
            parts.append(canonical(kind, number).rstrip(")."))
        elif fragment != "cpt":
            parts.append(fragment)
    return ", ".join(parts)


def _act(found: "re.Match[str]") -> str:
    """The id of the annexed or transitory act that the words name."""
    if found["n"] is None:
        return device_id(Kind.ADT, Number(1, (), unico=True), None)
    value = int(found["n"]) if found["n"].isdigit() else parse_roman(found["n"].upper())
    return device_id(Kind.ANEXO, Number(value or 1, (), unico=value is None), None)


def parts_of(name: str) -> list[tuple[Kind, Number]]:
    """The kinds and numbers that an id says, outermost first; what no rule makes of it is left out.

    >>> [(kind.value, number.value) for kind, number in parts_of("art14_cpt_inc25")]
    [('artigo', 14), ('inciso', 25)]
    """
    found = []
    for fragment in name.split("_"):
        match = _FRAGMENT.fullmatch(fragment)
        kind = kind_of(match[1]) if match else None
        if match and kind:
            value, *suffixes = map(int, match[2].split("-"))
            found.append((kind, Number(value, tuple(suffixes), unico=bool(match[3]))))
    return found


def is_grouping(name: str) -> bool:
    """Whether an id is that of a grouping of articles.

    >>> is_grouping("cap2_sec1"), is_grouping("art5"), is_grouping("anexo1")
    (True, False, False)
    """
    parts = parts_of(name)
    return bool(parts) and parts[-1][0].is_grouping and not parts[-1][0].is_container


def is_annex(name: str) -> bool:
    """Whether an id is that of an annex, and not of a device in one.

    >>> is_annex("anexo2"), is_annex("anexo1_art2")
    (True, False)
    """
    return name.startswith("anexo") and "_" not in name


def _inside(part: str, at: str) -> str | None:
    """The id of what one further part of a citation names."""
    if part == "caput":
        return caput_id(at)
    if _SINGLE.fullmatch(part):
        return device_id(Kind.PARAGRAFO, Number(1, (), unico=True), at)
    paragraph = _PARAGRAPH.fullmatch(part)
    if paragraph:
        return device_id(Kind.PARAGRAFO, _number(paragraph), at)
    inner = caput_id(at) if at.rpartition("_")[2].startswith("art") else at
    named = _WORDS.match(part)
    kind = _KINDS[named[1][:2]] if named else None
    bare = (part[named.end() :] if named else part).strip("\"'“” )")
    value = parse_roman(bare.upper())
    # A lone c, d, l or m is a letter: no article has a hundred incisos that nobody names as such.
    roman = value and "inc" not in at and bare not in ("c", "d", "l", "m")
    if value and (kind is Kind.INCISO or (kind is None and roman)):
        return device_id(Kind.INCISO, Number(value), inner)
    if re.fullmatch("[a-z]{1,2}", bare) and kind in (None, Kind.ALINEA):
        return device_id(Kind.ALINEA, Number(parse_letter(bare)), inner)
    if re.fullmatch("[0-9]{1,6}", bare) and kind in (None, Kind.ITEM):
        return device_id(Kind.ITEM, Number(int(bare)), inner)
    return None


def _number(found: "re.Match[str]") -> Number:
    suffixes = tuple(parse_letter(one) for one in found["suffix"].split("-") if one)
    return Number(int(found["n"].replace(".", "")), suffixes)
