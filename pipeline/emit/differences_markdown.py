"""Differences as Markdown, for a pull request.

In: `Diferencas`. Out: CommonMark with the tables and ~~strokes~~ of GitHub. Promises: every sign of
a law's text is shown as it is printed and means nothing to Markdown or HTML; what went is struck
through, what came is bold.
"""

import html
import re
from collections.abc import Iterable, Iterator

from pipeline.compare import (
    DiferencaDeNorma,
    Diferencas,
    Palavras,
    Trecho,
    compare_words,
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

_FIELDS = {"conduta": "conduta", "contexto": "texto de que depende", "sancao": "sanção"}


def differences_markdown(found: Diferencas) -> str:
    """All differences, norm by norm.

    >>> # differences_markdown(found).splitlines()[0] → '## lei-5-2001: 1 infração'
    """
    lines: list[str] = []
    for one in found.normas:
        lines += _norm(one)
    for names, what in (
        (found.normas_incluidas, "Norma incluída"),
        (found.normas_retiradas, "Norma retirada"),
    ):
        lines += [f"- {what}: {escaped(name)}" for name in names]
    return "\n".join(lines).strip() + "\n"


def _norm(one: DiferencaDeNorma) -> Iterator[str]:
    yield f"## {escaped(one.depois.id)}: {summary_sentence(one)}"
    yield ""
    if one.vazia:
        return
    yield f"- antes: {escaped(side_sentence(one.antes))}"
    yield f"- depois: {escaped(side_sentence(one.depois))}"
    yield ""
    yield from _infractions(one)
    tables = (
        ("Grupos", map(group_sentence, one.grupos)),
        ("Pontos", map(points_sentence, one.pontuacao)),
    )
    for title, sentences in tables:
        yield from _table(title, sentences)
    if one.dispositivos:
        yield "### Dispositivos"
        yield ""
    for device in one.dispositivos:
        texts = device.palavras
        side = device.depois or device.antes
        if side is not None and (device.antes is None or device.depois is None):
            gone = device.depois is None
            own = side.texto or side.nome or ""
            runs = compare_words(own, "") if gone else compare_words("", own)
            texts = (Palavras(campo="texto", trechos=runs),) if own else ()
        yield from _details(device_sentence(device), texts)
    if one.partes:
        yield "### Partes"
        yield ""
    for part in one.partes:
        yield from _details(part_sentence(part), (Palavras(campo="texto", trechos=part.palavras),))
    references = [text for text in map(reference_sentence, one.remissoes) if text]
    for title, told in (("Remissões", references), ("A norma", fact_sentences(one))):
        yield from _table(title, told)


def _infractions(one: DiferencaDeNorma) -> Iterator[str]:
    yield from _table("Infrações", map(infraction_sentence, one.infracoes))
    for change in one.infracoes:
        texts = [text for text in change.palavras if text.campo != "contexto"]
        if change.antes is None or change.depois is None:
            side = change.depois or change.antes
            own = side.conduta if side else ""
            runs = compare_words(own, "") if change.depois is None else compare_words("", own)
            texts = [Palavras(campo="conduta", trechos=runs)]
        name = change.depois or change.antes
        if texts and name:
            yield from _details(name.rotulo, texts)


def _table(title: str, sentences: Iterable[str]) -> Iterator[str]:
    """Sentences as two columns: what, and what became of it."""
    rows = [sentence.partition(": ") for sentence in sentences]
    if not rows:
        return
    yield f"### {title}"
    yield ""
    yield "| O quê | O que mudou |"
    yield "| --- | --- |"
    yield from (f"| {escaped(what)} | {escaped(change)} |" for what, _, change in rows)
    yield ""


def _details(sentence: str, texts: Iterable[Palavras]) -> Iterator[str]:
    """A text behind its summary; GitHub reads Markdown in it only behind an empty line."""
    inside = list(texts)
    if not inside:
        yield f"- {escaped(sentence)}"
        yield ""
        return
    yield "<details>"
    yield f"<summary>{_unmentioned(html.escape(_one_line(sentence), quote=False))}</summary>"
    for text in inside:
        yield ""
        name = f"{_FIELDS[text.campo]}: " if text.campo in _FIELDS and len(inside) > 1 else ""
        yield name + marked(text.trechos)
    yield ""
    yield "</details>"
    yield ""


def marked(runs: Iterable[Trecho]) -> str:
    """A text word by word, what went struck through and what came bold.

    >>> marked(compare_words("em dez dias", "em vinte dias"))
    'em ~~dez~~ **vinte** dias'
    """
    told = []
    for run in runs:
        text = escaped(run.texto)
        mark = {"retirado": "~~", "incluido": "**"}.get(run.tipo, "")
        if text:
            told.append(f"{mark}{text}{mark}")
    return " ".join(told)


def escaped(text: str) -> str:
    r"""Text of a law as text: no markup of Markdown or HTML, no list, no mention of anybody.

    >>> escaped("1. a | b *c* <script>")
    '1\\. a \\| b \\*c\\* &lt;script&gt;'
    """
    plain = html.escape(_one_line(text), quote=False)
    plain = re.sub(r"[\\`*_\[\]|~!$]", r"\\\g<0>", plain)
    # At the head of a line a number with its mark is a list, and a dash or a sharp more than that.
    plain = re.sub(r"^(\d+)([.)])", r"\1\\\2", plain)
    plain = re.sub(r"^[-+#=:]", r"\\\g<0>", plain)
    return _unmentioned(plain)


def _unmentioned(text: str) -> str:
    """GitHub makes links of «@name» and «#12», and tells those whom it takes to be named."""
    return re.sub(r"([@#])(?=\w)", r"\1<!-- -->", text)


def _one_line(text: str) -> str:
    return " ".join("".join(x if x.isprintable() else " " for x in text).split())
