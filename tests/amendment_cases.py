"""Case files of amendments: invented norms, and how the one amended must read on each day.

In: `alteracoes/*.txt`, named for the behaviour. Out: `Case`. The expectation is written from the
law (LC 95/1998) before anything is run. A line `--- X ---` opens each part:

- `lei-5-2001`: the text of a norm as published; the first norm of a file is the amended one;
- `norma.toml lei-9-2021`: what lies beside the text of a norm;
- `2021-03-01`: the amended norm as it must read on a day; `sem data`: its last wording;
- `ato lei-9-2021`: what must be said of an act.

In the last two, devices stand as in `cases/` (`id | rótulo | texto`, two blanks a level, a last
field where the state is not `vigente`), then `san1 -> alvo | rótulo: valor`, then a line `= tipo
alvo ato dispositivo dia` for each change, `~ id alias` for each former id, and `! CODE device` for
what is said of amendments. An expected part need not begin at the first device: only the articles
that it names are compared, and `...` stands for all others, which must read as printed. Behind the
articles may stand groupings (`cap2 | CAPÍTULO II | nome`), annexes (their lines parted by ` / `) and
the ementa (`ementa | - | texto`), each alone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path

from pipeline.model import Catalogo, Dispositivo, walk

FOLDER = Path(__file__).parent / "alteracoes"
_PART = re.compile(r"^--- (.+) ---\n", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """Norms by their ids, the files beside them, and what must come of them."""

    name: str
    norms: dict[str, str]
    facts: dict[str, str] = field(default_factory=dict)
    days: dict[date | None, str] = field(default_factory=dict)
    acts: dict[str, str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The id of the amended norm."""
        return next(iter(self.norms))


@cache
def load() -> tuple[Case, ...]:
    """All cases, in alphabetical order."""
    return tuple(read(path) for path in sorted(FOLDER.iterdir()))


def read(path: Path) -> Case:
    """Read one case file; ValueError if it has no norm, no act or no expectation."""
    _, *parts = _PART.split(path.read_text(encoding="utf-8"))
    case = Case(path.stem, {})
    for head, body in zip(parts[::2], parts[1::2], strict=True):
        kind, _, name = head.partition(" ")
        if re.fullmatch(r"\d{4}-\d\d-\d\d", head):
            case.days[date.fromisoformat(head)] = body
        elif head == "sem data":
            case.days[None] = body
        elif kind == "ato":
            case.acts[name] = body
        elif kind == "norma.toml":
            case.facts[name] = body
        else:
            case.norms[head] = body
    if len(case.norms) < 2 or not (case.days or case.acts):
        raise ValueError(f"{path.name}: not a norm, an act and an expectation")
    return case


def write(case: Case, folder: Path) -> list[Path]:
    """Put the norms of a case into a folder, each in its own; the folders."""
    made = []
    for name, text in case.norms.items():
        own = folder / name
        own.mkdir(parents=True)
        (own / "lei.txt").write_text(text, encoding="utf-8")
        if name in case.facts:
            (own / "norma.toml").write_text(case.facts[name], encoding="utf-8")
        made.append(own)
    return made


def outcome(catalogue: Catalogo, wanted: str) -> str:
    """A catalogue in the notation, as far as an expectation tells of it."""
    named = {line.split(" ")[0] for line in wanted.splitlines() if line[:1].isalpha()}
    lines: list[str] = []
    for article in _articles(catalogue):
        if article.id in named:
            lines += _device(article, 0)
    lines += [line for name, line in _beside(catalogue).items() if name in named]
    for sanction in catalogue.sancoes:
        if any(target.split("_")[0] in named for target in sanction.alvos):
            values = (f"{line.rotulo}: {line.texto or '-'}" for line in sanction.linhas)
            lines.append(" | ".join((f"san -> {', '.join(sanction.alvos)}", *values)))
    for one in catalogue.alteracoes:
        lines.append(f"= {one.tipo} {one.alvo} {one.norma} {one.dispositivo or '-'} {one.inicio}")
    for device in walk(catalogue.dispositivos):
        lines += [f"~ {device.id} {alias}" for alias in device.aliases]
    lines += said(catalogue)
    return "".join(f"{line}\n" for line in lines)


def said(catalogue: Catalogo) -> list[str]:
    """What is said of amendments."""
    return sorted(
        f"! {one.codigo} {one.dispositivo or '-'}"
        for one in catalogue.diagnosticos
        if one.codigo.startswith("ALT")
    )


def articles(catalogue: Catalogo) -> dict[str, str]:
    """Each article as it reads, with all that hangs on it and its sanctions."""
    found = {}
    for article in _articles(catalogue):
        held = {name for one in walk([article]) for name in (one.id, one.caput_id)}
        sanctions = [
            str([(line.rotulo, line.texto) for line in one.linhas])
            for one in catalogue.sancoes
            if held & set(one.alvos)
        ]
        found[article.id] = "\n".join([*_device(article, 0), *sanctions])
    return found | _beside(catalogue)


def _beside(catalogue: Catalogo) -> dict[str, str]:
    """Groupings, annexes and the ementa, each alone."""
    found = {
        one.id: next(_device(one, 0))
        for one in walk(catalogue.dispositivos)
        if one.tipo not in ("artigo", "nao_analisado")
        and one.caput_id is None
        and "art" not in one.id
    }
    for annex in catalogue.anexos:
        text = " / ".join(filter(None, (annex.nome, *annex.linhas))) or "-"
        state = () if annex.situacao == "vigente" else (annex.situacao,)
        found[annex.id] = " | ".join((annex.id, annex.rotulo, text, *state))
    if catalogue.norma.ementa:
        found["ementa"] = f"ementa | - | {catalogue.norma.ementa.texto}"
    return found


def _articles(catalogue: Catalogo) -> Iterator[Dispositivo]:
    return (one for one in walk(catalogue.dispositivos) if one.tipo == "artigo")


def _device(device: Dispositivo, depth: int) -> Iterator[str]:
    fields = [device.id, device.rotulo or "-", device.nome or device.texto or "-"]
    if device.situacao != "vigente":
        fields.append(device.situacao)
    yield "  " * depth + " | ".join(fields)
    for child in device.filhos:
        yield from _device(child, depth + 1)
