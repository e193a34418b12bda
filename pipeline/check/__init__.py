"""Judges a compiled norm; alters nothing.

In: `Compiled`. Out: diagnostics. Each check is one question; their order does not matter, for
diagnostics are sorted by their place in the text.
"""

from collections.abc import Callable, Iterator

from pipeline.artefacts import Compiled
from pipeline.check.inner_notes import (
    check_inner_notes,
    check_notes_of_lines_and_parts,
    check_unnumbered_wordings,
)
from pipeline.check.numbering import (
    check_lost_articles,
    check_lost_numbers,
    check_numbering,
    check_sole_paragraphs,
    check_unlabelled_headings,
)
from pipeline.check.references import check_references
from pipeline.check.sanctions import (
    check_addressees,
    check_bare_fines,
    check_double_definitions,
    check_group_gravity,
    check_missing_gravity,
    check_missing_penalty,
    check_missing_points,
    check_second_sanctions,
    check_shared_sanctions,
    check_undefined_groups,
    check_unknown_kinds,
    check_unnumbered,
    check_unread_fines,
)
from pipeline.check.siblings import (
    check_closing_marks,
    check_inner_sanctions,
    check_odd_groups,
    check_same_conducts,
)
from pipeline.check.text import (
    check_articulation,
    check_brackets,
    check_conservation,
    check_facts,
    check_force,
    check_inner_lists,
    check_numerals,
    check_parts,
    check_written_numbers,
)
from pipeline.diagnostics import Diagnostic

Check = Callable[[Compiled], Iterator[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    check_conservation,
    check_articulation,
    check_parts,
    check_facts,
    check_force,
    check_inner_notes,
    check_notes_of_lines_and_parts,
    check_unnumbered_wordings,
    check_numerals,
    check_written_numbers,
    check_brackets,
    check_inner_lists,
    check_lost_articles,
    check_numbering,
    check_lost_numbers,
    check_sole_paragraphs,
    check_unlabelled_headings,
    check_references,
    check_missing_gravity,
    check_missing_penalty,
    check_undefined_groups,
    check_group_gravity,
    check_bare_fines,
    check_unread_fines,
    check_missing_points,
    check_addressees,
    check_second_sanctions,
    check_shared_sanctions,
    check_unknown_kinds,
    check_unnumbered,
    check_odd_groups,
    check_same_conducts,
    check_closing_marks,
    check_inner_sanctions,
    check_double_definitions,
)


def check(compiled: Compiled) -> tuple[Diagnostic, ...]:
    """All that the checks find, check by check.

    >>> # check(compiled)[0].code → 'NUM001'
    """
    return tuple(found for one in CHECKS for found in one(compiled))
