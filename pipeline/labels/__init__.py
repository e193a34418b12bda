"""Numbering of devices: ordinals, romans, letters, suffixes, sequence; LexML ids and URNs."""

from pipeline.labels.citations import read_citation, write_citation
from pipeline.labels.containers import (
    container_label,
    container_name,
    container_printed,
    container_reading,
)
from pipeline.labels.force import Force, day_in, read_force
from pipeline.labels.ids import Kind, canonical, caput_id, device_id, numeral, spoken
from pipeline.labels.notes import is_of_line, names_a_part, note_kind, state_of
from pipeline.labels.numbers import Number, letter, parse_letter, parse_roman, roman
from pipeline.labels.numerals import amount_from_words, number_from_words
from pipeline.labels.readings import SANCTIONS, Reading, exact_reading, near, number_of, readings
from pipeline.labels.sequence import Fit, Sequence, comes_next
from pipeline.labels.titles import Place, Title, read_date, read_place, read_title, signed_on
from pipeline.labels.urn import STATES, URN, device_urn, dotted, fold, norm_urn, state_code
from pipeline.labels.wordings import Amending, Told, amending_act, span_of, told_by

__all__ = [
    "SANCTIONS",
    "STATES",
    "URN",
    "Amending",
    "Fit",
    "Force",
    "Kind",
    "Number",
    "Place",
    "Reading",
    "Sequence",
    "Title",
    "Told",
    "amending_act",
    "amount_from_words",
    "canonical",
    "caput_id",
    "comes_next",
    "container_label",
    "container_name",
    "container_printed",
    "container_reading",
    "day_in",
    "device_id",
    "device_urn",
    "dotted",
    "exact_reading",
    "fold",
    "is_of_line",
    "letter",
    "names_a_part",
    "near",
    "norm_urn",
    "note_kind",
    "number_from_words",
    "number_of",
    "numeral",
    "parse_letter",
    "parse_roman",
    "read_citation",
    "read_date",
    "read_force",
    "read_place",
    "read_title",
    "readings",
    "roman",
    "signed_on",
    "span_of",
    "spoken",
    "state_code",
    "state_of",
    "told_by",
    "write_citation",
]  # fmt: skip
