"""Proposes further errata from a word list; it proves nothing, and changes nothing.

In: the normal text of a norm, the lines to which errata are applied, and the errata there are.
Out: `Proposals`: entries for `erratas.toml`, the best evidence first, each with its reason, and
doubts for a reviewer: words that are not listed, and faults with two cures. No stage calls it.
"""

from collections.abc import Collection, Sequence

from pipeline.artefacts import Edit, NormalLine, NormalText, Source
from pipeline.matching import places
from pipeline.propose.entries import Mend, Proposal, make_entries
from pipeline.propose.evidence import IN_TEXT, Evidence
from pipeline.propose.found import Doubt, Proposals, best_of
from pipeline.propose.lexicon import WordList, portuguese
from pipeline.propose.rules import RULES, Finding
from pipeline.propose.words import Text, Word
from pipeline.propose.written import to_data, to_toml
from pipeline.spans import Spot

__all__ = ["Doubt", "Proposal", "Proposals", "WordList", "propose", "to_data", "to_toml"]


def propose(
    source: Source,
    normal: NormalText,
    lines: Sequence[NormalLine],
    unread: Collection[int] = (),
    words: WordList | None = None,
) -> Proposals:
    """Propose errata for a norm; `lines` are those to which errata are applied.

    Nothing is proposed for the pages in `unread`: what is no text has no words.
    """
    heads: dict[Spot, str] = {}
    for line in normal.lines:
        if line.head is not None:
            heads.setdefault(line.spot, line.head.printed)
    text = Text(lines, heads)
    evidence = Evidence(text, words or portuguese())
    settled = _settled(normal, source)
    mends: list[Mend] = []
    doubts: list[Doubt] = []
    at = 0
    while at < len(text.words):
        word = text.words[at]
        last = at
        if text.lines[word.line].spot.page in unread:
            pass
        elif word.text not in settled.get(text.lines[word.line].spot, ""):
            finding = _find(evidence, at)
            if finding is not None:
                last = finding.last
                _sort_in(finding, text, mends, doubts)
            elif evidence.is_doubtful(word) and not text.parted(at):
                doubts.append(_doubt(text, word, word.end))
        at = last + 1
    taken = {one.id for one in source.errata} | {one.id for one in source.observations}
    entries, left = make_entries(text.lines, mends, taken)
    for mend in left:
        line = text.lines[mend.line]
        doubts.append(Doubt(line.text[mend.start : mend.end], line.spot, line.text, (mend.after,)))
    entries.sort(key=lambda one: (one.score < IN_TEXT, one.page, one.spots[0].line))
    doubts.sort(key=lambda one: (one.spot.page, one.spot.line))
    return Proposals(source.id, tuple(entries), tuple(doubts), tuple(unread))


def _find(evidence: Evidence, at: int) -> Finding | None:
    return next((found for rule in RULES if (found := rule(evidence, at))), None)


def _sort_in(finding: Finding, text: Text, mends: list[Mend], doubts: list[Doubt]) -> None:
    """A finding with one best candidate is to be mended; with several it is a doubt."""
    word = text.words[finding.first]
    best = best_of(finding.candidates)
    if len(best) == 1:
        mends.append(
            Mend(word.line, finding.start, finding.end, best[0].form, best[0].score,
                 best[0].reason, finding.bare)
        )  # fmt: skip
    else:
        doubts.append(_doubt(text, word, finding.end, tuple(one.form for one in best)))


def _doubt(text: Text, word: Word, end: int, forms: tuple[str, ...] = ()) -> Doubt:
    line = text.lines[word.line]
    return Doubt(line.text[word.start : end], line.spot, line.text, forms)


def _settled(normal: NormalText, source: Source) -> dict[Spot, str]:
    """What is settled already, by the line on which it stands: what later steps mend by themselves,
    and what reviewers saw and left as printed.
    """
    by_device = {one.id for one in source.errata if one.passage.device is not None}
    found: dict[Spot, list[str]] = {}
    for edit in normal.edits:
        if _is_late(edit, by_device):
            found.setdefault(edit.spot, []).append(edit.before)
    for one in source.observations:
        for first, _ in places(normal.lines, range(len(normal.lines)), one.passage.text):
            parts = one.passage.text.split("\n")
            for line, part in zip(normal.lines[first:], parts, strict=False):
                found.setdefault(line.spot, []).append(part)
    return {spot: " ".join(texts) for spot, texts in found.items()}


def _is_late(edit: Edit, by_device: set[str]) -> bool:
    return edit.erratum in by_device or edit.rule in ("rotulo", "zero_por_o", "hifen")
