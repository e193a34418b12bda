"""Compares two catalogues: what was added, repealed, removed, changed or moved, and what was lost.

In: two `Catalogo`. Out: `Diferencas`, and the losses that a regeneration must explain. Pure
functions over the model: nothing is read, written or printed. Promises: devices are matched by id,
then by former id, and only then by equal text, which is marked as an inference; the time is about
linear in the text.
"""

from pipeline.compare.changes import compare, compare_all, compare_one
from pipeline.compare.losses import Loss, losses
from pipeline.compare.moves import Move, moves
from pipeline.compare.records import (
    DiferencaDeNorma,
    Diferencas,
    Lado,
    MudancaDeDispositivo,
    MudancaDeGrupo,
    MudancaDeInfracao,
    MudancaDeParte,
    MudancaDePontuacao,
    MudancaDeRemissao,
    Palavras,
    TipoMudanca,
    Trecho,
)
from pipeline.compare.sentences import (
    device_sentence,
    fact_sentences,
    group_sentence,
    infraction_sentence,
    part_sentence,
    points_sentence,
    reference_sentence,
    side_sentence,
    summary_sentence,
)
from pipeline.compare.words import compare_words, shortened

__all__ = [
    "DiferencaDeNorma", "Diferencas", "Lado", "Loss", "Move", "MudancaDeDispositivo",
    "MudancaDeGrupo", "MudancaDeInfracao", "MudancaDeParte", "MudancaDePontuacao",
    "MudancaDeRemissao", "Palavras", "TipoMudanca", "Trecho", "compare", "compare_all",
    "compare_one", "compare_words", "device_sentence", "fact_sentences", "group_sentence",
    "infraction_sentence", "losses", "moves", "part_sentence", "points_sentence",
    "reference_sentence", "shortened", "side_sentence", "summary_sentence",
]  # fmt: skip
