"""What `lei add` says: the act that was taken in, what it changes, and what comes next.

In: `Added`. Out: text for a terminal.
"""

from pipeline.adding import Added
from pipeline.labels import write_citation
from pipeline.model import especie, listing
from pipeline.terminal import plain


def show_added(added: Added) -> str:
    """A line for what was read, one for each norm that the act changes, and the next step."""
    title = added.title
    data = f", de {title.data:%d/%m/%Y}" if title.data else ""
    kind = plain(especie(title.tipo).nome)
    lines = [f"[green]✓[/] [bold]{plain(added.id)}[/]: {kind} nº {title.numero or '?'}{data}"]
    if added.ementa:
        lines.append(f"  [dim]{plain(added.ementa)}[/]")
    for base, devices in added.changes.items():
        named = [plain(write_citation(one)) for one in devices]
        lines.append(f"  altera {plain(base)}: {listing(named) or 'a norma toda'}")
    lines += [f"  [yellow]{one.code}[/] {plain(one.message)}" for one in added.refused]
    if not added.changes and not added.refused:
        lines.append("  não altera nenhuma outra norma")
    lines.append(f"  → {plain(str(added.folder))}/")
    if added.changes or added.refused:
        lines.append(
            "  A vigência conta-se da publicação: ponha o dia dela em norma.toml, `publicacao`."
        )
    lines.append("  Depois: lei build")
    return "\n".join(lines)
