"""How differences look on a terminal, and which losses stop a build.

In: records of a comparison. Out: text with rich's markup; nothing is printed here. Promises: what
went and what came is told by brackets and signs, so that nothing hangs on colour.
"""

from collections.abc import Iterable, Iterator, Sequence

from pipeline.compare import (
    DiferencaDeNorma,
    Diferencas,
    MudancaDeDispositivo,
    MudancaDeInfracao,
    TipoMudanca,
    Trecho,
    device_sentence,
    fact_sentences,
    group_sentence,
    infraction_sentence,
    part_sentence,
    points_sentence,
    reference_sentence,
    shortened,
    side_sentence,
    summary_sentence,
)
from pipeline.terminal import plain

_SIGNS: dict[TipoMudanca, str] = {
    "incluido": "[green]+[/]", "retirado": "[red]-[/]", "revogado": "[red]-[/]",
    "vetado": "[red]-[/]", "suspenso": "[red]-[/]", "restabelecido": "[green]+[/]",
    "alterado": "[yellow]~[/]", "movido": "[cyan]>[/]",
}  # fmt: skip


def show_differences(found: Diferencas) -> Iterator[str]:
    """All differences, line by line, norm by norm."""
    for one in found.normas:
        yield from show_norm(one)
    for names, what in (
        (found.normas_incluidas, "[green]+[/] norma incluída"),
        (found.normas_retiradas, "[red]-[/] norma retirada"),
    ):
        yield from (f"{what}: [bold]{plain(name)}[/]" for name in names)


def show_norm(one: DiferencaDeNorma) -> Iterator[str]:
    """The differences of a norm: gravity, group and fine first."""
    yield f"[bold]{plain(one.depois.id)}[/]: {summary_sentence(one)}"
    if one.vazia:
        return
    for name, side in (("antes", one.antes), ("depois", one.depois)):
        yield f"  [dim]{name:<6}[/] {plain(side_sentence(side))}"
    yield from _part("Infrações", _infractions(one.infracoes))
    yield from _part("Grupos", map(_line, map(group_sentence, one.grupos)))
    yield from _part("Pontos", map(_line, map(points_sentence, one.pontuacao)))
    yield from _part("Dispositivos", _devices(one.dispositivos))
    yield from _part("Partes", _parts(one))
    references = [text for text in map(reference_sentence, one.remissoes) if text]
    yield from _part("Remissões", map(_line, references))
    yield from _part("A norma", map(_line, fact_sentences(one)))


def show_changes(one: DiferencaDeNorma) -> list[str]:
    """A line for each thing that a build changed, without the words."""
    told = [
        f"  {_SIGNS[kind]} {plain(sentence)}"
        for kind, sentence in (
            *((x.tipo, infraction_sentence(x)) for x in one.infracoes),
            *((x.tipo, group_sentence(x)) for x in one.grupos),
            *((x.tipo, points_sentence(x)) for x in one.pontuacao),
            *((x.tipo, device_sentence(x)) for x in one.dispositivos),
        )
    ]
    told += [f"  {_SIGNS['alterado']} {plain(part_sentence(x))}" for x in one.partes]
    return told + [f"  {_SIGNS['alterado']} {plain(x)}" for x in fact_sentences(one)]


def _part(title: str, lines: Iterable[str]) -> Iterator[str]:
    inside = list(lines)
    if inside:
        yield ""
        yield f"[bold]{title}[/]"
        yield from inside


def _line(sentence: str) -> str:
    return f"  {plain(sentence)}"


def _infractions(changes: Sequence[MudancaDeInfracao]) -> Iterator[str]:
    for one in changes:
        yield f"  {_SIGNS[one.tipo]} {plain(infraction_sentence(one))}"
        if one.antes is None or one.depois is None:
            side = one.depois or one.antes
            yield f"      {plain(side.conduta if side else '')}"
        for text in one.palavras:
            if text.campo == "conduta" or "linhas de sanção" in infraction_sentence(one):
                yield f"      {show_words(text.trechos)}"


def _devices(changes: Sequence[MudancaDeDispositivo]) -> Iterator[str]:
    for one in changes:
        yield f"  {_SIGNS[one.tipo]} {plain(device_sentence(one))}"
        side = one.depois or one.antes
        if side is not None and (one.antes is None or one.depois is None):
            yield f"      {plain(side.texto or side.nome or '')}"
        yield from (f"      {show_words(text.trechos)}" for text in one.palavras)


def _parts(one: DiferencaDeNorma) -> Iterator[str]:
    for part in one.partes:
        yield _line(part_sentence(part))
        yield f"      {show_words(part.palavras)}"


def show_words(runs: Iterable[Trecho]) -> str:
    """A text word by word, shortened to what is around the changes.

    >>> from pipeline.compare import compare_words
    >>> show_words(compare_words("em dez dias", "em vinte dias"))
    'em [red]\\\\[-dez-][/] [green]{+vinte+}[/] dias'
    """
    told = ""
    for run in shortened(runs):
        text = plain(run.texto.strip())
        if not text:
            continue
        match run.tipo:
            case "retirado":
                text = f"[red]\\[-{text}-][/]"
            case "incluido":
                text = f"[green]{{+{text}+}}[/]"
            case _:
                pass
        told += f" {text}" if told and text else text
    return told
