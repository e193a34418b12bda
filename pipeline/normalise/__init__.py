"""Printed lines → the normal text that the grammar reads.

In: `Pages` and the norm's `Source`. Out: `NormalText`. Guarantees, each with a property test:
1. every printed line is a line of the text or a discard, and none is both;
2. text changes only by recorded edits;
3. a label is accepted, mended or refused by the sequence, and no number is changed;
4. normalising the outcome again changes nothing.
"""

from pipeline.artefacts import NormalLine, NormalText, Pages, Source
from pipeline.normalise.acts import choose_act
from pipeline.normalise.alphabet import mend_words
from pipeline.normalise.contents import drop_contents
from pipeline.normalise.draft import Draft, Step
from pipeline.normalise.errata import apply_device_errata, apply_errata, report_observations
from pipeline.normalise.furniture import drop_furniture, drop_noise
from pipeline.normalise.ligatures import join_ligatures
from pipeline.normalise.ordinals import mend_ordinals
from pipeline.normalise.quotes import unquote_history
from pipeline.normalise.raised import join_raised
from pipeline.normalise.repeated import drop_repeated_labels
from pipeline.normalise.run_on import part_run_on
from pipeline.normalise.settle import settle_labels
from pipeline.normalise.signs import resolve_signs
from pipeline.normalise.words import join_hyphens, restore_article_o

STEPS: tuple[Step, ...] = (
    mend_words,  # before signs are looked at one by one
    resolve_signs,
    mend_ordinals,
    join_ligatures,
    drop_noise,  # below a footer it would hide the footer
    drop_furniture,
    drop_noise,  # and below a header
    drop_repeated_labels,  # above a footer
    drop_contents,  # behind furniture: a table of contents may run over pages
    choose_act,  # behind furniture, whose running titles look like epígrafes
    join_raised,  # behind noise and furniture, which may stand between
    apply_errata,  # before labels: a reviewed correction may mend one
    unquote_history,  # before labels: the quotes stand before one
    part_run_on,  # before labels: each begins a line
    settle_labels,
    restore_article_o,  # after labels: the O stands behind them
    apply_device_errata,
    report_observations,  # of what stays when all that is mended is mended
    join_hyphens,  # after all errata, which may already join a word
)


def normalise(pages: Pages, source: Source) -> NormalText:
    """Run all steps over the printed lines of a norm.

    >>> # normalise(extract(source), source).lines[0].text → 'LEI N° 1.493, DE 7 DE JUNHO DE 2023'
    """
    draft = _run(pages, source, STEPS)
    return NormalText(draft.lines, draft.edits, draft.discards, draft.diagnostics, draft.absorbed)


def lines_for_errata(pages: Pages, source: Source) -> tuple[NormalLine, ...]:
    """The lines to which one more erratum of a page would be applied: those behind the last.

    They differ from the normal text where later steps mend a label, an article or a hyphen.
    """
    return _run(pages, source, STEPS[: STEPS.index(apply_errata) + 1]).lines


def settle_quoted(lines: tuple[NormalLine, ...], source: Source) -> NormalText:
    """Settle the labels of lines that an act quotes: all other steps they have behind them.

    >>> # settle_quoted(lines, source).lines[0].device → 'art6'
    """
    draft = settle_labels(Draft(source, (), lines))
    return NormalText(draft.lines, draft.edits, (), draft.diagnostics)


def _run(pages: Pages, source: Source, steps: tuple[Step, ...]) -> Draft:
    draft = Draft(
        source,
        pages.pages,
        tuple(NormalLine(line.text, line.spot, struck=line.struck) for line in pages.lines),
        discards=pages.aside,
    )
    for step in steps:
        draft = step(draft)
    return draft
