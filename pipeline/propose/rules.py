"""The rules that propose: each looks at one word and its neighbours, and says what it may be.

In: the evidence and the index of a word. Out: a `Finding`, or None. A rule speaks only of what it
can give a reason for; which of several candidates is proposed, or none, `best_of` decides.
"""

import re
import string
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pipeline.propose.evidence import IN_TEXT, RECURRENT, Candidate, Evidence
from pipeline.propose.glyphs import misreadings
from pipeline.propose.lexicon import adds_accents
from pipeline.propose.words import Kind, Word


class Finding(NamedTuple):
    """A piece of one line, `[start:end]`, and the candidates for what it was.

    `first` and `last` are its words; `bare` says whether it may be mended without its neighbours.
    """

    first: int
    last: int
    start: int
    end: int
    candidates: tuple[Candidate, ...]
    bare: bool = True


Rule = Callable[[Evidence, int], Finding | None]

_LETTERS = string.ascii_lowercase + "áàâãéêíóôõúç"
_LETTER = f"[{_LETTERS}]"
_FUNCTION = frozenset(
    "a o e à as os de da do das dos em no na nos nas ou ao aos às com por para pela pelo pelas "
    "pelos que se um uma não sem será seu sua seus suas sob até".split()
)
_OPEN = frozenset(
    "de da do das dos em na nas nos com por para pela pelo pelas pelos ao aos à às e ou".split()
)
"""Words behind which no sentence ends."""
_PRONOUN = re.compile(r"(?P<stem>[^\W\d_]{2,}[aeio])-(?P<pronoun>l[ao]s?)")
_SIGNS = re.compile(r"[^\w-]+|\d[^\w-]*")
_GLUE = re.compile(r"(?<=[^\W\d_]{2})([,;:)\"]|(?<=[^\W\d_]{4})\.(?=[^\W\d_]{4}))(?=[^\W\d_]{2})")
_RARE, _GREATER = 690, 300


# ── signs in the middle of a sentence ────────────────────────────────────────────────────────


def stray_signs(evidence: Evidence, at: int) -> Finding | None:
    """A point where no sentence ends: "de. escolares", "determinações .da"."""
    word, after = evidence.text.words[at], evidence.text.word(at + 1)
    if word.kind is not Kind.PLAIN or not word.text.islower():
        return None
    if word.low in _OPEN and word.after == "." and _goes_on(after):
        reason = f"ponto no meio da frase, depois de «{word.low}»"
        return _finding(at, at, word.start, word.end + 1, [Candidate(word.text, IN_TEXT, reason)],
                        bare=False)  # fmt: skip
    before = evidence.text.word(at - 1)
    if before and not before.after and before.line == word.line and before.kind is Kind.PLAIN:
        if word.before == ".":
            found = [Candidate(word.text, IN_TEXT, "ponto solto antes de letra minúscula")]
        elif word.before in (";", ":"):
            found = [
                Candidate(f"{word.text}", 0, "sinal solto"),
                Candidate(f"{word.before} {word.text}", 0, "branco fora do lugar"),
            ]
        else:
            return None
        return _finding(at, at, word.start - 1, word.end, found, bare=False)
    return None


def lone_capital(evidence: Evidence, at: int) -> Finding | None:
    """A capital A in the middle of a sentence, which is an à: "submetido A. vistoria"."""
    word, before, after = (evidence.text.word(n) for n in (at, at - 1, at + 1))
    if word is None or word.text not in ("A", "As") or word.before:
        return None
    if not (before and before.text.islower() and not before.after):
        return None
    if word.text == "A" and word.after == "." and _goes_on(after):
        reason = "«à» lido como «A.», no meio da frase"
        return _finding(at, at, word.start, word.end + 1, [Candidate("à", IN_TEXT, reason)],
                        bare=False)  # fmt: skip
    hour = after is not None and re.match(r"\d{1,2}(?:[:h]|$)", after.text) is not None
    if word.text == "As" and not word.after and hour:
        reason = "«às» lido como «As», no meio da frase e antes de hora"
        return _finding(at, at, word.start, word.end, [Candidate("às", IN_TEXT, reason)],
                        bare=False)  # fmt: skip
    return None


def _goes_on(after: Word | None) -> bool:
    return after is not None and after.text[:1].islower() and not after.before


def lost_blank(evidence: Evidence, at: int) -> Finding | None:
    """A sign without the blank behind it, between two words: "parcelas,com"."""
    word = evidence.text.words[at]
    parts = _GLUE.split(word.text)
    if word.kind is not Kind.ODD or len(parts) != 3:
        return None
    opens = parts[1] == '"'
    if opens and '"' not in word.after:
        return None
    acronym = parts[1] != "."
    if not all(evidence.words.knows(part) or (acronym and part.isupper() and len(part) < 6)
               for part in parts[::2]):  # fmt: skip
        return None
    reason = f"falta o branco {'antes' if opens else 'depois'} de «{parts[1]}»"
    form = f"{parts[0]} {parts[1]}{parts[2]}" if opens else f"{parts[0]}{parts[1]} {parts[2]}"
    return _finding(at, at, word.start, word.end, [Candidate(form, IN_TEXT, reason)])


# ── accents ──────────────────────────────────────────────────────────────────────────────────


def lost_accent(evidence: Evidence, at: int) -> Finding | None:
    """A word without the accents that it has elsewhere: "veiculo"."""
    word = evidence.text.words[at]
    if word.kind is not Kind.PLAIN or len(word.text) < 3:
        return None
    found = evidence.accented(word.low, capital=word.is_capital)
    with_pronoun = _PRONOUN.fullmatch(word.low)
    if with_pronoun:
        found = list(_infinitive(evidence, with_pronoun["stem"], with_pronoun["pronoun"]))
    return _whole(at, word, found)


def _infinitive(evidence: Evidence, stem: str, pronoun: str) -> Iterator[Candidate]:
    """The infinitive that has lost its r before a pronoun takes an accent: "substituí-lo"."""
    vowel = stem[-1]
    if evidence.words.rank(stem + "r") is None or (vowel == "i" and stem[-2] not in "aeou"):
        return
    form = f"{stem[:-1]}{'áêíô'['aeio'.index(vowel)]}-{pronoun}"
    yield Candidate(form, IN_TEXT, f"acento perdido; é «{stem}r» com o pronome «{pronoun}»")


# ── glyphs, parts, joints ────────────────────────────────────────────────────────────────────


def torn_word(evidence: Evidence, at: int) -> Finding | None:
    """One word in two pieces: "cumulati vamente", "Auto 1,otores"."""
    one, two = evidence.text.words[at], evidence.text.word(at + 1)
    if two is None or two.line != one.line or one.after not in ("", ".", ",") or two.before:
        return None
    if not all(word.kind is not Kind.OTHER and len(word.text) > 1 and "-" not in word.text
               for word in (one, two)):  # fmt: skip
        return None
    if evidence.text.parted(at + 1):
        return None
    rare = [word for word in (one, two) if _is_rare(evidence, word)]
    if not rare or any(evidence.text.counts[word.low] >= RECURRENT for word in rare):
        return None
    joined = one.low + two.low
    if _SIGNS.search(joined):
        found = list(_wild(evidence, joined, "palavra partida"))
    elif (score := evidence.score(joined)) is not None and len(joined) > 5:
        found = [Candidate(joined, score, f"palavra partida; {evidence.told(joined)}")]
    elif any(map(evidence.is_doubtful, (one, two))):
        found = [one._replace(reason=f"palavra partida e {one.reason}")
                 for one in _misread(evidence, joined, 1) if len(joined) > 6]  # fmt: skip
    else:
        found = []
    cased = (one.text + two.text) if one.text.isupper() else one.text
    return _whole(at, one._replace(text=cased), found, last=at + 1, end=two.end)


def _is_rare(evidence: Evidence, word: Word) -> bool:
    rank = evidence.words.rank(word.low)
    return rank is None or rank > _RARE


def cut_off(evidence: Evidence, at: int) -> Finding | None:
    """A word that lost its end with the end of the line: "apresentação da defes"."""
    word, after = evidence.text.words[at], evidence.text.word(at + 1)
    if not evidence.is_doubtful(word) or word.kind is not Kind.PLAIN or word.after:
        return None
    if after is None or after.line == word.line or len(word.text) < 4:
        return None
    found = [
        Candidate(form, score, f"fim de linha cortado; {evidence.told(form)}")
        for form in evidence.text.counts
        if form.startswith(word.low) and len(form) - len(word.low) in (1, 2)
        for score in (evidence.score(form),) if score is not None
    ]  # fmt: skip
    return _whole(at, word, found)


def misread_glyph(evidence: Evidence, at: int) -> Finding | None:
    """Glyphs taken for others, in what is no word: "gravidacle", "fisca!ização"."""
    word = evidence.text.words[at]
    if not evidence.is_doubtful(word) or evidence.text.parted(at) or len(word.text) < 4:
        return None
    few = 2 if len(word.text) > 6 or word.kind is Kind.ODD else 1
    found = [*_misread(evidence, word.low, few)]
    if word.kind is Kind.ODD:
        found += _wild(evidence, word.low, "sinal no meio da palavra")
    return _whole(at, word, _named(word, found))


def misread_word(evidence: Evidence, at: int) -> Finding | None:
    """Glyphs taken for others, where a word came out: "natureza greve", "peia Secretaria".

    The text must have the other word, and in the same company; or the word must be one that hardly
    anybody uses.
    """
    word = evidence.text.words[at]
    if word.kind is not Kind.PLAIN or len(word.text) < 4 or not word.text.islower():
        return None
    counts = evidence.text.counts
    if counts[word.low] >= RECURRENT or evidence.is_doubtful(word) or evidence.text.parted(at):
        return None
    found = []
    for form, swaps in misreadings(word.low, 1):
        if counts[form] < counts[word.low] or _inflects(word.low, form):
            continue
        pair = evidence.fits(at, form)
        gain = evidence.gain(word.low, form)
        if gain <= (0 if pair else _GREATER) or (not pair and len(form) < 4):
            continue
        why = f"o texto imprime «{pair}»" if pair else evidence.told(form)
        found.append(Candidate(form, IN_TEXT + gain, f"{_swapped(swaps)}; {why}"))
    return _whole(at, word, found, bare=False)


def _inflects(form: str, other: str) -> bool:
    """Whether two forms differ in their endings only: both may be meant."""
    return form.rstrip("sm")[:-1] == other.rstrip("sm")[:-1]


def run_together(evidence: Evidence, at: int) -> Finding | None:
    """Several words without blanks: "DETRANSPORTE", "selodcvistoria"."""
    word = evidence.text.words[at]
    if not evidence.is_doubtful(word) or evidence.text.parted(at) or len(word.text) < 6:
        return None
    reason = "palavras coladas"
    found = [
        Candidate(form, score, f"{reason}; {why}")
        for form, score, why in _parts(evidence, word.low)
    ]
    if not found:
        found = [
            Candidate(form, score, f"{reason} e {_swapped(swaps)}; {why}")
            for bare in _without_signs(word)
            for other, swaps in misreadings(bare, 1)
            for form, score, why in _parts(evidence, other)
            if score > IN_TEXT or (form.count(" ") == 2 and len(form) > 12)
        ]
    return _whole(at, word, found)


def _without_signs(word: Word) -> list[str]:
    """A word with each letter that the one run of signs in it may stand for."""
    parts = _SIGNS.split(word.low)
    if len(parts) == 1:
        return [word.low]
    return ["".join((parts[0], letter, parts[1])) for letter in _LETTERS if len(parts) == 2]


def one_edit(evidence: Evidence, at: int) -> Finding | None:
    """A letter lost, added, changed or out of its place: "orevistas", "defes"."""
    word = evidence.text.words[at]
    if not evidence.is_doubtful(word) or evidence.text.parted(at) or len(word.text) < 5:
        return None
    if word.kind is not Kind.PLAIN or "-" in word.text or _is_mixed(word.text):
        return None
    found = []
    for form in _edits(word.low):
        score = None if adds_accents(form, word.low) else evidence.score(form)
        if score is not None and (score > IN_TEXT or len(form) > 5):
            found.append(Candidate(form, score, f"uma letra trocada, perdida ou a mais; "
                                   f"{evidence.told(form)}"))  # fmt: skip
    return _whole(at, word, _named(word, found))


RULES: tuple[Rule, ...] = (
    stray_signs,
    lone_capital,
    lost_accent,
    lost_blank,
    torn_word,  # before glyphs: half a word may look like a misread whole one
    cut_off,
    misread_glyph,
    misread_word,
    run_together,
    one_edit,  # last: one edit away there is nearly always something
)


# ── what the rules share ─────────────────────────────────────────────────────────────────────


def _misread(evidence: Evidence, form: str, most: int) -> Iterator[Candidate]:
    """The words that a form may be by misread glyphs; of more glyphs only if the text has it."""
    for other, swaps in misreadings(form, most):
        if not re.fullmatch(rf"{_LETTER}+(?:-{_LETTER}+)*", other):
            continue
        forms = [Candidate(other, score, evidence.told(other))
                 for score in (evidence.score(other),) if score is not None]  # fmt: skip
        better = [
            one._replace(score=score)
            for one in evidence.accented(other)
            for score in (evidence.score(one.form),)
            if score is not None
        ]
        for one in better or forms:
            digits = any(not seen.isalpha() for seen, _ in swaps)
            if one.score < IN_TEXT and any({*swap} <= {"a", "e", "o"} for swap in swaps):
                continue  # one form of a verb for another, as often as not
            if len(swaps) == 1 or one.score > IN_TEXT or digits:
                reason = f"{_swapped(swaps)}; {one.reason}"
                yield Candidate(one.form, one.score - 200 * (len(swaps) - 1), reason)


def _wild(evidence: Evidence, form: str, reason: str) -> Iterator[Candidate]:
    """The words of the text that a form is, if each run of signs stands for one or two letters."""
    parts = _SIGNS.split(form)
    letters = sum(map(len, parts))
    if letters < 5 or len(parts) != 2:
        return
    pattern = re.compile(f"{_LETTER}{{1,2}}".join(map(re.escape, parts)))
    signs = _SIGNS.findall(form)[0]
    own = [other for other in evidence.text.counts if pattern.fullmatch(other)]
    listed = [parts[0] + letter + parts[1] for letter in _LETTERS if not own]
    for other in own or listed:
        score = evidence.score(other)
        if score is not None:
            yield Candidate(other, score, f"{reason}, «{signs}» por letra; {evidence.told(other)}")


def _parts(evidence: Evidence, form: str) -> Iterator[tuple[str, int, str]]:
    """The ways to part a form into two or three words, each with its score and reason."""
    for cut in range(2, len(form) - 1):
        tail = form[cut:]
        for one in _part(evidence, form[:cut]):
            for two in _part(evidence, tail):
                yield from _judged(evidence, (one, two))
            for inner in range(1, min(len(tail) - 1, 6)):
                if tail[:inner] in _FUNCTION:
                    for two in _part(evidence, tail[inner:]):
                        yield from _judged(evidence, (one, tail[:inner], two))


def _part(evidence: Evidence, form: str) -> list[str]:
    """A part as a word: a function word, or a common one, with its accent if that was lost."""
    accented = [one.form for one in evidence.accented(form)] if len(form) > 3 else []
    if accented:
        return accented
    if form in _FUNCTION:
        return [form]
    rank = evidence.words.rank(form)
    good = len(form) > 3 and (evidence.text.counts[form] > 0 or (rank is not None and rank < 600))
    return [form] if good else []


def _judged(evidence: Evidence, parts: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
    pairs = [f"{a} {b}" for a, b in pairwise(parts)
             if evidence.text.pairs[a, b]]  # fmt: skip
    content = [part for part in parts if part not in _FUNCTION]
    joined = len(parts) == 3 and all(len(part) > 4 for part in content)
    if not content or (len(content) > 1 and not pairs and not joined):
        return
    if len(parts) > 2 and not pairs and not joined:
        return
    known = all(evidence.text.counts[part] for part in content)
    weakest = min(900 - (evidence.words.rank(part) or 700) for part in content)
    score = (IN_TEXT if pairs or known else 0) + weakest + 100 * len(pairs) - 150 * (len(parts) - 2)
    why = f"o texto imprime «{pairs[0]}»" if pairs else evidence.told(content[0])
    yield " ".join(parts), score, why


def _edits(form: str) -> set[str]:
    """All forms one letter away: lost, added, changed, or two out of order."""
    cuts = [(form[:at], form[at:]) for at in range(len(form) + 1)]
    return {
        *(a + b[1:] for a, b in cuts if b),
        *(a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1),
        *(a + letter + b[1:] for a, b in cuts if b for letter in _LETTERS),
        *(a + letter + b for a, b in cuts for letter in _LETTERS),
    } - {form}


def _is_mixed(text: str) -> bool:
    """Whether capitals stand behind small letters."""
    return not (text.isupper() or text[1:].islower())


def _named(word: Word, found: Iterable[Candidate]) -> list[Candidate]:
    """Of a word that may be a name, only what the text itself has."""
    name = word.is_capital and not _is_upper(word.text)
    return [one for one in found if not name or one.score > IN_TEXT]


def _swapped(swaps: Iterable[tuple[str, str]]) -> str:
    return " e ".join(f"«{meant}» lido como «{seen}»" for seen, meant in swaps)


def _whole(
    at: int, word: Word, found: Iterable[Candidate], *,
    last: int | None = None, end: int | None = None, bare: bool = True,
) -> Finding | None:  # fmt: skip
    """A finding about a word, its candidates in the case in which it is printed."""
    printed = word.low if last is None else None
    cased = [
        one._replace(form=_as_printed(one.form, word.text)) for one in found if one.form != printed
    ]
    last, end = at if last is None else last, word.end if end is None else end
    return _finding(at, last, word.start, end, cased, bare=bare) if cased else None


def _finding(
    first: int, last: int, start: int, end: int, found: Iterable[Candidate], *, bare: bool = True
) -> Finding:
    return Finding(first, last, start, end, tuple(found), bare)


def _is_upper(text: str) -> bool:
    """Whether a word is set in capitals; a misread one may hold a small letter."""
    letters = [sign for sign in text if sign.isalpha()]
    return len(letters) > 1 and sum(map(str.isupper, letters)) > len(letters) * 0.7


def _as_printed(form: str, printed: str) -> str:
    if _is_upper(printed):
        return form.upper()
    if printed[0] in "l1|!" and form[0] == "i":
        return "I" + form[1:]  # what looks like an l at the head of a word is no small i
    return form[:1].upper() + form[1:] if printed[:1].isupper() else form
