"""How findings and devices look on a terminal.

In: diagnostics, errors, reports. Out: text with rich's markup; nothing is printed here. The place
is marked in the line itself, and a help line says what to do.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from pipeline.artefacts import NormalText, Pages
from pipeline.build import NormReport
from pipeline.codes import CODES, Nivel
from pipeline.diagnostics import Diagnostic, InputError
from pipeline.model import (
    GRAVIDADES,
    GROUPINGS,
    Alteracao,
    Catalogo,
    Dispositivo,
    Infracao,
    Origem,
    Versao,
    amount,
    citation,
    ids_of,
    paths,
    walk,
)
from pipeline.principal import Principal
from pipeline.spans import Region, Spot

if TYPE_CHECKING:
    from pipeline.serve import Built

_COLOURS: dict[Nivel, str] = {"erro": "bold red", "aviso": "yellow", "nota": "cyan"}
_CHANGED = {
    "redacao": "redação dada", "inclusao": "incluído", "revogacao": "revogado", "veto": "vetado",
    "renumeracao": "renumerado", "suspensao": "suspenso", "expressao": "palavras substituídas",
    "retificacao": "retificado",
}  # fmt: skip
_WHOSE = {
    "norma": "falha da norma",
    "ocr": "suspeita da impressão",
    "compilador": "limite do compilador ou do que lhe foi dado",
}
_WIDTH = 96


def show_diagnostic(found: Diagnostic, file: Path, lines: Sequence[Sequence[int]] = ()) -> str:
    """A diagnostic: level and code, message, file and place, the line with the place marked, help.

    The shape is that of compilers: what, where, the text itself, what to do. `lines` are, for a
    plain text, the lines at which an editor shows the printed ones of each page.
    """
    colour = _COLOURS[found.nivel]
    parts = [f"[{colour}]{found.nivel} {found.code}[/] {plain(found.message)}"]
    parts.append(f"  [dim]-->[/] {plain(str(file))}{_where(found.place, lines)}")
    if found.shown is not None:
        line, marks = _window(found.excerpt, found.mark)
        number = str(found.shown.line)
        if len({at.page for at in found.place}) > 1:
            number = f"{found.shown.page}:{number}"
        parts.append(f"  [dim]{number:>4} |[/] {plain(line)}")
        if marks:
            parts.append(f"  [dim]     |[/] [{colour}]{marks}[/]")
    parts.append(
        f"  [dim]{_WHOSE[found.classe]}"
        f"{f' em {found.device}' if found.device else ''}; {plain(found.entry.ajuda)}[/]"
    )
    return "\n".join(parts)


def show_error(error: InputError) -> str:
    """An unusable input: code, message, file and line, help."""
    parts = [f"[bold red]erro {error.code}[/] {plain(error.message)}"]
    if error.file is not None:
        place = "".join(
            f", {name} {value}"
            for name, value in (("página", error.page), ("linha", error.line))
            if value
        )
        parts.append(f"  [dim]-->[/] {plain(str(error.file))}{place}")
    parts.append(f"  [dim]{plain(error.help)}[/]")
    return "\n".join(parts)


def show_summary(norm: NormReport) -> str:
    """One line on a compiled norm, and the count of what was found in it."""
    assert norm.compilation is not None
    catalogue = norm.compilation.catalogue
    kinds = Counter(device.tipo for device in walk(catalogue.dispositivos))
    found = Counter(one.nivel for one in norm.compilation.diagnostics)
    good = norm.compilation.publishable
    sign = "[green]✓[/]" if good else "[bold red]✗[/]"
    facts = ", ".join(
        (
            _count(len(catalogue.fonte.paginas), "página", "páginas"),
            _count(kinds["artigo"], "artigo", "artigos"),
            _count(len(catalogue.infracoes), "infração", "infrações"),
        )
    )
    levels = ", ".join(
        (
            _count(found["erro"], "erro", "erros"),
            _count(found["aviso"], "aviso", "avisos"),
            _count(found["nota"], "nota", "notas"),
        )
    )
    return f"{sign} [bold]{plain(catalogue.norma.id)}[/]: {facts}; {levels}"


def show_principal(principal: Principal) -> str:
    """Which norm stands at the site's root, why, and how to settle it; «» where nothing is to say.

    Addresses without `normas/` are that norm's: who has linked to them must learn of a change.
    """
    name = plain(principal.id)
    if principal.antes:
        said = f"a raiz do site passou de {plain(principal.antes)} a {name}: "
        said += "os endereços sem «normas/» são agora desta norma"
        if principal.por in ("definida", "unica"):
            return f"[yellow]aviso[/] {said}"
        said += f" ({plain(principal.antes)} já não está entre as publicadas)"
    elif principal.por == "padrao":
        said = f"há mais de uma norma, e a da raiz do site não foi definida: ficou {name}, "
        said += "a mais antiga das que não alteram outra"
    elif principal.por == "ultimo_site":
        said = f"{name} continua na raiz do site, como no último"
    else:
        return ""
    colour = "dim" if principal.por == "ultimo_site" else "yellow"
    settle = escape(f'ponha principal = "{principal.id}" em site.toml, ou use --principal')
    mark = "nota" if principal.por == "ultimo_site" else "aviso"
    return f"[{colour}]{mark}[/] {said}\n  [dim]para que não dependa do último site, {settle}[/]"


def show_serving(url: str) -> str:
    """Where the preview can be looked at, and how it ends."""
    return f"[bold]{plain(url)}[/] (Ctrl-C encerra)"


def show_changed(files: Sequence[Path]) -> str:
    """Which files changed: the first of them, as seen from here."""
    here = Path.cwd()
    named = [
        plain(str(file.relative_to(here) if file.is_relative_to(here) else file))
        for file in files[:3]
    ]
    if len(files) > len(named):
        named.append(f"mais {len(files) - len(named)}")
    return f"[dim]{'mudou' if len(files) == 1 else 'mudaram'}:[/] {', '.join(named)}"


def show_built(built: "Built") -> str:
    """What became of a build of the preview, and how long it took."""
    took = f"{built.seconds:.1f} s".replace(".", ",")
    if built.code == 0:
        return f"[green]✓[/] {'refeito' if built.changed else 'o site já era este'} em {took}"
    left = "fica o último site bom" if built.served else "ainda não há site"
    if built.changed:
        left = "o resto foi refeito"
    return f"[bold red]✗[/] nem tudo foi feito; {left} ({took})"


def show_codes(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """What was found, by code: how often, and the code's title."""
    counted = Counter(one.code for one in diagnostics)
    return [
        f"    [{_COLOURS[CODES[code].nivel]}]{CODES[code].nivel:<5} {code}[/] {count:>3}× "
        f"{CODES[code].titulo}"
        for code, count in sorted(counted.items())
    ]


def show_device(catalogue: Catalogo, path: Sequence[Dispositivo]) -> str:
    """A device: its place in the norm, its text, whether it holds and by which act since when,
    what hangs on it, and what it punishes.
    """
    device = path[-1]
    groupings = [one for one in path[:-1] if one.tipo in GROUPINGS and one.nome]
    headings = (" — ".join(filter(None, (one.rotulo, one.nome))) for one in groupings)
    parts = [f"[dim]{plain(heading)}[/]" for heading in headings]
    title = device.nome or ""
    parts.append(f"[bold]{plain(citation(path))}[/] {plain(title)} [dim]{plain(device.id)}[/]")
    parts += [
        f"  [dim]{plain(one.rotulo or '')}[/] {plain(one.texto)}"
        for one in path[:-1] if one.texto
    ]  # fmt: skip
    infractions = _by_device(catalogue)
    changes = {one.alvo: one for one in catalogue.alteracoes}
    for inner in paths([device]):
        one = inner[-1]
        indent = "  " * len(inner)
        label = f"[bold]{plain(one.rotulo)}[/] " if one.rotulo else ""
        if one.texto or one.nome:
            parts.append(f"{indent}{label}{plain(one.texto or one.nome or '')}")
        change = changes.get(one.id) or changes.get(one.caput_id or "")
        standing = _standing(one, change)
        if standing:
            mark = label if not (one.texto or one.nome) and one is not device else ""
            parts.append(f"{indent}{mark}[yellow]{standing}[/]")
        parts += [
            f"{indent}  [dim]{plain(line)}[/]" for former in one.versoes for line in _former(former)
        ]
        for name in dict.fromkeys((one.id, one.caput_id)):
            parts += [f"{indent}  {line}" for i in infractions.get(name or "", ()) for line in
                      _infraction(i)]  # fmt: skip
    ordered = changes.get(device.id) or changes.get(device.caput_id or "")
    if device.origem:
        parts.append(f"  [dim]{_origin(device.origem)}[/]")
    elif ordered and ordered.origem:
        parts.append(f"  [dim]{plain(ordered.norma)}, {_origin(ordered.origem)}[/]")
    parts += _doubts(catalogue, device)
    return "\n".join(parts)


def _standing(device: Dispositivo, change: Alteracao | None) -> str:
    """Whether a device holds, if not as it was printed: by which act, and since when."""
    state = "" if device.situacao == "vigente" else f"{device.situacao}"
    if change is None:
        return state
    return f"{_CHANGED.get(change.tipo) or state} por {plain(change.norma)}, desde {_day(change)}"


def _day(change: Alteracao) -> str:
    back = f", com efeitos desde {change.efeitos:%d/%m/%Y}" if change.efeitos else ""
    return f"{change.inicio:%d/%m/%Y}{back}"


def _former(version: Versao) -> Iterator[str]:
    """A wording that is not in force; of one of which only sanction lines are left, these."""
    if version.texto or not version.sancao:
        until = f", até {version.fim:%d/%m/%Y}" if version.fim else ""
        yield f"redação fora de vigor{until}: «{version.texto or 'sem texto'}»"
    for line in version.sancao:
        yield f"linha fora de vigor: {line.rotulo} «{line.texto or 'sem texto'}»"


def _doubts(catalogue: Catalogo, device: Dispositivo) -> Iterator[str]:
    """What was found in a device and mended in it: who reads the text must see it."""
    inside = ids_of([device])
    for one in catalogue.diagnosticos:
        if one.dispositivo in inside:
            yield f"  [{_COLOURS[one.nivel]}]{one.nivel} {one.codigo}[/] {plain(one.mensagem)}"
    for mended in catalogue.correcoes:
        if mended.dispositivo in inside:
            sure = "" if mended.certeza == "certa" else " (provável)"
            yield f"  [dim]corrigido{sure}:[/] «{plain(mended.antes)}» → «{plain(mended.depois)}»"


def show_lines(pages: Pages, normal: NormalText) -> Iterator[str]:
    """The printed lines: page, line, text, why a line is out, and below it what was changed."""
    edits: dict[Spot, list[str]] = {}
    for edit in normal.edits:
        if edit.is_correction:
            edits.setdefault(edit.spot, []).append(
                f"        {edit.rule}: «{edit.before}» → «{edit.after}» ({edit.reason})"
            )
    out = {one.spot: one.motive for one in normal.discards}
    for text, spot in pages.printed:
        mark = f" [{out[spot]}]" if spot in out else ""
        yield f"{spot.page:>3}:{spot.line:<3} {text.strip()}{mark}"
        yield from edits.get(spot, ())


def _by_device(catalogue: Catalogo) -> dict[str, list[Infracao]]:
    by_device: dict[str, list[Infracao]] = {}
    for infraction in catalogue.infracoes:
        by_device.setdefault(infraction.dispositivo, []).append(infraction)
    return by_device


def _infraction(one: Infracao) -> list[str]:
    gravity = GRAVIDADES[one.gravidade] if one.gravidade else "sem gravidade na norma"
    fine, points = "sem valor na norma", "sem pontos na norma"
    if one.multa:
        fine = amount(one.multa.quantidade, one.multa.unidade, one.multa.por)
    if one.pontos is not None:
        points = _count(one.pontos, "ponto", "pontos")
    lines = [
        f"[yellow]Infração[/] {gravity} ({points})",
        f"[yellow]Penalidade[/] {plain('; '.join(x.texto for x in one.penalidades))} ({fine})",
    ]
    if one.medidas_administrativas:
        measures = "; ".join(x.texto for x in one.medidas_administrativas)
        lines.append(f"[yellow]Medida administrativa[/] {plain(measures)}")
    return lines


def _origin(origin: Iterable[Origem]) -> str:
    return "; ".join(f"página {x.pagina}, {_lines(*x.linhas)}" for x in origin)


def _where(place: Sequence[Region], lines: Sequence[Sequence[int]]) -> str:
    return "".join(
        f", página {at.page}"
        + (f", {_lines(at.first, at.last)}{_in_file(at, lines)}" if at.last else "")
        for at in place[:2]
    )


def _in_file(at: Region, lines: Sequence[Sequence[int]]) -> str:
    """The lines of the file, where the page counts others: it has no blank ones."""
    page = lines[at.page - 1] if at.page <= len(lines) else ()
    if at.last > len(page) or (page[at.first - 1], page[at.last - 1]) == (at.first, at.last):
        return ""
    return f" ({_lines(page[at.first - 1], page[at.last - 1])} do arquivo)"


def _lines(first: int, last: int) -> str:
    return f"linha {first}" if first == last else f"linhas {first} a {last}"


def _window(excerpt: str, mark: str) -> tuple[str, str]:
    """The part of a long line around the mark, and the carets under it."""
    at = excerpt.find(mark) if mark else -1
    start = max(0, at - _WIDTH // 2) if at + len(mark) > _WIDTH else 0
    head = "…" if start else ""
    shown = head + excerpt[start : start + _WIDTH]
    if start + _WIDTH < len(excerpt):
        shown += "…"
    if at < 0:
        return shown, ""
    room = max(1, min(len(mark), start + _WIDTH - at))
    return shown, " " * (at - start + len(head)) + "^" * room


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def plain(text: str) -> str:
    """Text of a law or a file name is no markup, and moves no cursor."""
    clean = "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return escape(clean)
