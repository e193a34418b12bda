"""Takes a published act in: from a loose file to a folder of its own under raw/.

In: a PDF or a plain text, and the folder of the norms. Out: `Added`, and the folder, with the file
as it came and a `norma.toml` in which people fill in what no machine can read. Promises: the folder
is written whole or not at all; nothing that is there is touched; an act that can't be read as a
norm, or whose name is taken, is refused.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.amendments import Amendments, Change
from pipeline.consolidate import consolidate
from pipeline.diagnostics import Diagnostic, InputError
from pipeline.labels import Place, Title
from pipeline.limits import DEFAULT, Limits
from pipeline.refusals import reason
from pipeline.sources import find_norms, load_source
from pipeline.stages import Devices, read_amendments, read_devices, read_pages
from pipeline.stages import finish as compiled

_NOT_APPLIED = ("ALT001", "ALT002")


@dataclass(frozen=True, slots=True)
class Added:
    """An act that was taken in.

    `changes` are the devices that it changes, by the id of the norm at hand; `refused` says what
    can't be applied as it stands, or concerns norms that are not at hand.
    """

    id: str
    folder: Path
    title: Title
    place: Place
    ementa: str | None
    changes: dict[str, tuple[str, ...]]
    refused: tuple[Diagnostic, ...]


def add(file: Path, raw: Path, *, name: str | None = None, limits: Limits = DEFAULT) -> Added:
    """Make the folder of an act; `name` is its id where its epígrafe tells none.

    Raises `InputError`: ENT023 where the file can't be taken in, ENT009 where the norm is there
    already, ENT010 where the folder can't be written, and what `load_source` raises.

    >>> # add(Path("lei.pdf"), Path("raw")).id → 'lei-1600-2026'
    """
    if file.is_dir():
        raise InputError(
            "ENT023", "é uma pasta, e não o arquivo de um ato", file=file,
            help="dê o PDF ou o texto do ato; uma pasta com a norma põe-se em raw/ como está",
        )  # fmt: skip
    source = load_source(file)
    act = read_devices(source, read_pages(source, limits=limits))
    _require_readable(act, file)
    name = name or _name(act, file)
    bases = dict(_bases(raw, limits))
    _require_new(name, act, bases, raw, file)
    orders = read_amendments(act, {one: base.reading for one, base in bases.items()})
    epigraph, ementa = act.articulation.epigrafe, act.articulation.ementa
    added = Added(
        name, raw / name, act.title, act.place, ementa.texto if ementa else None,
        _changes(orders, bases, act.title),
        tuple(one for one in orders.diagnostics if one.code in _NOT_APPLIED),
    )  # fmt: skip
    _write(added, source.data, file.suffix, epigraph.texto if epigraph else None)
    return added


def _require_readable(act: Devices, file: Path) -> None:
    compilation = compiled(act, None, ())
    if compilation.blocking:
        first = compilation.blocking[0]
        raise InputError(
            "ENT023", f"o arquivo não pôde ser lido como norma: {first.message}", file=file,
            page=first.place[0].page if first.place else None,
            help=f"veja tudo com lei check {file.name}; uma digitalização precisa antes de OCR",
        )  # fmt: skip


def _name(act: Devices, file: Path) -> str:
    title = act.title
    if title.tipo and title.numero and title.data:
        return f"{title.tipo.replace('.', '-')}-{title.numero}-{title.data.year}"
    raise InputError(
        "ENT023", "a epígrafe não diz o tipo, o número e a data do ato", file=file,
        help="diga o nome da pasta com --id, como lei-1600-2026",
    )  # fmt: skip


def _bases(raw: Path, limits: Limits) -> Iterator[tuple[str, Devices]]:
    """The norms that are there, as far as they can be read; `lei build` tells of the others."""
    for folder in find_norms(raw) if raw.is_dir() and any(raw.iterdir()) else ():
        try:
            source = load_source(folder)
            yield source.id, read_devices(source, read_pages(source, limits=limits))
        except InputError:
            continue


def _require_new(name: str, act: Devices, bases: dict[str, Devices], raw: Path, file: Path) -> None:
    same = [one for one, base in bases.items() if base.title == act.title and act.title.numero]
    there = name if os.path.lexists(raw / name) else next(iter(same), None)
    if there is not None:
        raise InputError(
            "ENT009", f"a norma já está em {raw / there}", file=file,
            help="uma nova publicação do mesmo texto toma o lugar do arquivo que está na pasta",
        )  # fmt: skip


def _changes(
    orders: Amendments, bases: Mapping[str, Devices], title: Title
) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for change in orders.changes:
        devices = change.targets or _reached(change, bases[change.base], title)
        found.setdefault(change.base, {}).update(dict.fromkeys(devices))
    return {base: tuple(devices) for base, devices in found.items()}


def _reached(change: Change, base: Devices, title: Title) -> Iterator[str]:
    """The devices that a command changes which names the whole norm: an expression put in the
    place of another wherever it stands, or a quotation that says itself what it is for.
    """
    if change.payload is None and not change.pairs:
        return
    acts = {change.act: title}
    made = consolidate(base.articulation, [change], acts, first=base.first_day)
    yield from (one.alvo for one in made.all_records)


def _write(added: Added, data: bytes, suffix: str, epigraph: str | None) -> None:
    aside = added.folder.with_name(f".{added.id}.new")
    document = f"{added.id}{suffix.lower()}"
    try:
        aside.mkdir(parents=True)
        (aside / document).write_bytes(data)
        (aside / "norma.toml").write_text(_facts(added, document, epigraph), encoding="utf-8")
        aside.rename(added.folder)
    except OSError as error:
        raise InputError(
            "ENT010", f"não foi possível gravar: {reason(error)}", file=added.folder
        ) from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _facts(added: Added, document: str, epigraph: str | None) -> str:
    """`norma.toml`: what was read stands in remarks, what is not known waits behind one."""
    lines = ["# Lido no arquivo:"]
    lines += [f"# {line}" for line in (epigraph, added.ementa) if line]
    lines += ["", f'arquivo = "{document}"', ""]
    lines += ["# O que o arquivo não diz: tire o # e preencha o que souber."]
    lines += ["# publicacao = 2026-01-31  # o dia da publicação oficial: dele se conta a vigência"]
    if added.title.tipo is None:
        lines += ['# tipo = "lei"']
    if added.title.numero is None:
        lines += ['# numero = "1600"']
    if added.title.data is None:
        lines += ["# data = 2026-01-30"]
    if added.place.municipio is None:
        lines += ['# municipio = "Vila Azul"']
    if added.place.uf is None:
        lines += ['# uf = "BA"']
    return "".join(f"{line}\n" for line in lines)
