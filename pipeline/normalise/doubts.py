"""What a line that was read as text or as a heading may be besides: the reports of `settle`.

In: a line, what stands above it, the readings of its head. Out: the diagnostic, or None where
nothing about the line is doubtful. Nothing is decided here: the line stays what it was taken for.
"""

from collections.abc import Sequence

from pipeline.artefacts import NormalLine
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.labels import Fit, Reading
from pipeline.labels import Sequence as Numbers
from pipeline.normalise.closing_text import may_close
from pipeline.normalise.flow import Flow, begins_name, is_heading
from pipeline.normalise.heads import resembles_rubric


def bare_heading(line: NormalLine, what: str = "título do que vem abaixo") -> Diagnostic:
    """The note on a heading that only its place tells."""
    message = f"«{line.text[:60]}» não tem rótulo e foi lido como {what}"
    return diagnose("ROT006", message, place=line.spot, mark=line.text[:40])


def doubt(code: str, line: NormalLine, mark: str, what: str) -> Diagnostic:
    """The report of a line that stays text and looks like more."""
    message = f"«{mark}» parece {what} e ficou no texto"
    return diagnose(code, message, place=line.spot, mark=mark)


def doubt_of_name(above: NormalLine, line: NormalLine) -> Diagnostic | None:
    """What a further line of a heading's name may be: a caput whose label is lost, or a heading."""
    text = line.text
    if above.head is not None:
        return None
    if not text.isupper() and not text[:1].islower():
        return doubt("ROT001", line, text[:40], "início de dispositivo sem rótulo")
    return doubt("ROT001", line, text, "título sem rótulo") if begins_name(text) else None


def open_doubt(
    lines: Sequence[NormalLine], line: NormalLine, *, above_label: bool
) -> Diagnostic | None:
    """What a line may be behind one that nothing closes, if it may be more than its rest: the text
    that closes a list, the name of a device above its label, a heading below an ementa without a
    final mark.
    """
    text = line.text
    if not above_label or not lines:
        return None
    if may_close(lines, text):
        return doubt("ROT003", line, text[:40], "texto final da lista")
    if lines[-1].device:
        begins = resembles_rubric(text)
        what = "início de dispositivo sem rótulo"
        return doubt("ROT003", line, text[:40], what) if begins else None
    headed = begins_name(text) and is_heading(text) and not lines[-1].text.isupper()
    return doubt("ROT001", line, text, "título sem rótulo") if headed else None


def unread_label(
    line: NormalLine, readings: Sequence[Reading], numbers: Numbers, above: Flow, *, bare: bool
) -> Diagnostic | None:
    """The label that a line may have, by a reading that was not taken; `bare` below a sanction's
    label without its value."""
    for reading in readings:
        if reading.printed and (reading.exact or numbers.fits(reading) is not Fit.ORPHAN):
            mark = reading.printed.strip()
            return doubt("ROT001", line, mark, f"rótulo ({reading.shown})")
        # A gravity alone on its line is no wrapped sentence, though nothing closed the last.
        alone = reading.terminal == "INFRACAO" and above is Flow.OPEN
        lost = not reading.printed and (above is Flow.CLOSED or alone) and numbers.device
        if lost and not bare:
            return doubt("ROT003", line, line.text[:40], f"linha {reading.shown} sem rótulo")
    return None
