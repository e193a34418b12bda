"""Notes that may say that a text is no longer in force, and of which it can't be told for sure.

In: the devices with their notes. Out: diagnostics. A note at the end of a text, or right behind its
label, was read; one in its midst may be that of a part of it which got no device of its own, and so
may be the last one of a text in which a label was not read. Wordings of a conduct without a number
can't be told from two conducts.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from pipeline.artefacts import Compiled
from pipeline.diagnostics import Diagnostic, diagnose
from pipeline.grammar import is_note
from pipeline.labels import Told, fold, is_of_line, names_a_part, note_kind, told_by
from pipeline.model import Dispositivo, Nota, citation, paths, regions_of
from pipeline.spans import regions

_BRACKETS = re.compile(r"[(\[][^()\[\]]{5,160}[)\]]")
_TELLING = ("revogacao", "veto", "suspensao", "redacao", "inclusao")
_LAPSED = re.compile(r"^[(\[] *(?:vigencia encerrada|sem efeito|prejudicad)")
_FROM_A_DAY = re.compile(r"\b(?:a partir d|com efeitos? |desde |apos |produzindo)")
_GROUPINGS = ("parte", "secao", "subsecao", "agrupador", "subtitulo")
_STATES = ("revogacao", "veto", "suspensao")
_UNBRACKETED = re.compile(
    r"(?:^|[-–—.;:] ?)(?:Revogad|Vetad|Suprimid|REVOGAD|VETAD|SUPRIMID)(?i:[oa]s? pel[oa] )"
    r"[^.;:()]{0,40}\d[\d/.]*(?i:, de \d+)?(?=[.;:]|$)"
)
# Words of a note that the grammar knows as none: "(Excluído pela Lei nº 9)", "(Rev. pela …)".
_OTHER_WORDS = re.compile(
    r"(?:rev\.|revogacao|(?:nao|sera|foi|ficou) revogad|derrogad|ab-?rogad|excluid|extint|cancelad"
    r"|eliminad|tornad[oa]s? sem efeito|anulad|cassad|caduc|expirad|perd(?:eu|a) (?:a |d)"
    r")"
)
_INNER_LABEL = re.compile(
    r"(?<=[.;:,)] )(?:§ ?\d|Par[áa]grafo [úu]nico|Art\. ?\d|[IVXLC]{1,6} ?[-–—]|[a-z]\) )"
)


def check_inner_notes(compiled: Compiled) -> Iterator[Diagnostic]:
    """VER005: a note within a text, or behind a part of it that has an unread label."""
    for way in paths(compiled.articulation.devices):
        device = way[-1]
        text = device.texto or ""
        for note in _unread(text):
            said = "está no meio do texto e não foi aplicada"
            yield diagnose(
                "VER005",
                f"{citation(way)}: a nota «{note}» {said}",
                place=regions_of(device.origem),
                device=device.id,
                mark=note,
            )
        for one, said in _not_applied(device):
            yield diagnose(
                "VER005",
                f"{citation(way)}: a nota «{one.texto}» {said}",
                place=regions_of(one.origem),
                device=device.id,
            )
        other = _of_another(device)
        if other is not None:
            yield diagnose(
                "VER005",
                f"{citation(way)}: a nota «{other.texto}» está no feminino, e pode ser da norma "
                "inteira; foi aplicada a este dispositivo",
                place=regions_of(other.origem),
                device=device.id,
            )
        noted = device.notas and device.situacao != "vigente"
        label = _INNER_LABEL.search(text) if noted else None
        if label:
            yield diagnose(
                "VER005",
                f"{citation(way)}: «{label[0].strip()}» ficou no texto, e a nota "
                f"«{device.notas[-1].texto}» pode ser só dele; foi aplicada ao dispositivo inteiro",
                place=regions_of(device.origem),
                device=device.id,
                mark=label[0],
            )


def check_notes_of_lines_and_parts(compiled: Compiled) -> Iterator[Diagnostic]:
    """VER005: a note in the value of a sanction line, or in a part of the norm before its articles.

    What stands under the epígrafe may be said of the whole norm.
    """
    for sanction in compiled.tables.sancoes:
        for line in sanction.linhas:
            for note in _unread(line.texto or ""):
                message = f"a nota «{note}» ficou na linha {line.rotulo} e não foi aplicada"
                yield diagnose(
                    "VER005", message, place=regions_of(line.origem), device=sanction.alvos[0],
                    mark=note,
                )  # fmt: skip
    parts = compiled.articulation
    read = [
        (one.texto, regions_of(one.origem))
        for one in (parts.epigrafe, parts.ementa, parts.preambulo)
        if one
    ]
    # What a publisher prints round the ementa is a discard.
    read += [(one.text, regions([one.spot])) for one in parts.discards if one.motive == "cabecalho"]
    for text, place in read:
        for found in _BRACKETS.finditer(text):
            if note_kind(found[0]) in _STATES and is_note(found[0]):
                message = (
                    f"a nota «{found[0]}» está antes dos artigos e pode ser da norma inteira; os "
                    "dispositivos constam como em vigor"
                )
                yield diagnose("VER005", message, place=place, mark=found[0])


def _unread(text: str) -> Iterator[str]:
    """The notes in a text: behind a finished sentence or before all of it; what takes the force
    from a device, also anywhere else where it begins with a capital, unless it stands behind the
    number of an act, of which it may be said."""
    for found in _BRACKETS.finditer(text) if "(" in text or "[" in text else ():
        kind = note_kind(found[0])
        before = text[: found.start()].rstrip()
        apart = not before or before.endswith((".", ";", ":"))
        inner = found[0].lstrip("([ ")
        if apart and _OTHER_WORDS.match(fold(inner)):
            yield found[0]
        if kind not in _TELLING or not is_note(found[0]):
            continue
        at_end = not text[found.end() :].strip(" .;:,")
        own = (inner[:1].isupper() or at_end) and not before[-1:].isdigit()
        if apart or (kind in _STATES and own):
            yield found[0]
    bare = _UNBRACKETED.search(text) if "ad" in text or "AD" in text else None
    if bare:
        yield bare[0].lstrip("-–—.;: ")


def _not_applied(device: Dispositivo) -> Iterator[tuple[Nota, str]]:
    """Notes that tell of the force of what they stand behind more than was read of them."""
    for one in device.notas:
        words = fold(one.texto)
        if names_a_part(one.texto, device.tipo):
            if all(child.situacao == "vigente" for child in device.filhos):
                yield one, "nomeia só uma parte do dispositivo, e não foi aplicada"
        elif _LAPSED.search(words):
            yield one, "diz que algo deixou de valer, e não se aplicou"
        elif device.situacao != "vigente" and one.tipo in _STATES and _FROM_A_DAY.search(words):
            yield one, "diz um dia, e foi aplicada sem olhar para ele"
    telling = [one for one in device.notas if one.tipo in _STATES]
    hanging = any(one.texto and one.situacao == "vigente" for one in device.filhos)
    if telling and hanging and device.texto and device.situacao != "vigente":
        yield telling[-1], "é do dispositivo, e o que pende dele, sem nota, consta como em vigor"


def _of_another(device: Dispositivo) -> Nota | None:
    """A note in the feminine that took the force from what is masculine: an article, an inciso."""
    if device.situacao == "vigente" or device.tipo in ("alinea", "conduta", *_GROUPINGS):
        return None
    return next((one for one in reversed(device.notas) if is_of_line(one.texto)), None)


def check_unnumbered_wordings(compiled: Compiled) -> Iterator[Diagnostic]:
    """VER006: a conduct without a number, of a new wording, behind one of nearly the same words."""
    for way in paths(compiled.articulation.devices):
        conducts = [one for one in way[-1].filhos if one.tipo == "conduta"]
        for before, one in pairwise(conducts):
            if _is_new(one) and not _is_new(before) and _share_words(before, one):
                yield diagnose(
                    "VER006",
                    f"{citation((*way, one))}: a conduta «{one.texto}» traz a nota "
                    f"«{one.notas[-1].texto}» e pode ter tomado o lugar da anterior",
                    place=regions_of(one.origem),
                    device=one.id,
                )


def _is_new(device: Dispositivo) -> bool:
    return any(told_by(note.texto, note.tipo) is Told.NEW for note in device.notas)


def _share_words(one: Dispositivo, other: Dispositivo) -> bool:
    """Whether half of the words of the shorter text are words of the other, too."""
    mine, theirs = (set(re.findall(r"[a-z]{4,}", fold(each.texto or ""))) for each in (one, other))
    return 2 * len(mine & theirs) >= min(len(mine), len(theirs)) > 0
