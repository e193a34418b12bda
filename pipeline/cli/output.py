"""What the command line prints: text for people, JSON for programs, a status line on terminals.

In: reports, compilations, errors. Out: standard output, and standard error for errors.
"""

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from pipeline.build import NormReport, Options, Report
    from pipeline.diagnostics import InputError
    from pipeline.model import Catalogo, Dispositivo
    from pipeline.serve import Event


def console(*, stderr: bool = False) -> "Console":
    """A console on standard output, or on standard error; it heeds NO_COLOR."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False)


class Progress:
    """A status line on a terminal; nothing in a pipe."""

    def __init__(self, silent: bool) -> None:
        self._silent = silent or not sys.stderr.isatty()
        self._status: Any = None

    def __enter__(self) -> "Callable[[str], None]":
        from pipeline.stages import silent

        if self._silent:
            return silent
        self._status = console(stderr=True).status("compilando")
        self._status.start()
        return lambda what: self._status.update(f"compilando {what}")

    def __exit__(self, *reason: object) -> None:
        if self._status is not None:
            self._status.stop()


def print_json(data: Any) -> None:
    """Print data for programs."""
    plain = (sys.stdout.encoding or "").lower() not in ("utf-8", "utf8")
    sys.stdout.write(json.dumps(data, ensure_ascii=plain, indent=2) + "\n")


def print_build(report: "Report", options: "Options", *, quiet: bool, verbose: bool) -> None:
    """Print what became of each norm, and where the files are."""
    for norm in report.norms:
        print_norm(norm, quiet=quiet, verbose=verbose)
        if norm.compilation is not None and not quiet:
            good = norm.compilation.publishable
            folder = "catalogo" if good else "rejeitados"
            name = norm.compilation.catalogue.norma.id
            note = "" if good else " (o último catálogo bom, se houver, foi mantido)"
            say(f"  → {options.out / folder / f'{name}.json'}{note}")
            _print_changes(norm)
    if report.site is not None and not quiet:
        say(f"  → {report.site}{'' if report.site_changed else ' (sem mudança)'}")
    _print_principal(report, quiet=quiet)
    if report.archive is not None and not quiet:
        say(f"  → {report.archive} (o site inteiro, para levar ou publicar)")


def _print_principal(report: "Report", *, quiet: bool) -> None:
    """Print which norm a new site has at its root, where nobody said so or addresses moved."""
    from pipeline.terminal import show_principal

    chosen = report.principal
    if chosen is None or not report.site_changed:
        return
    if not quiet or chosen.antes:
        show = complain if chosen.antes else say
        if told := show_principal(chosen):
            show(told)


def _print_changes(norm: "NormReport") -> None:
    """Print, device by device, what differs from the last good catalogue."""
    from pipeline.compare import summary_sentence
    from pipeline.terminal_differences import show_changes

    if norm.unread_last:
        say("  [yellow]o último catálogo bom não pôde ser lido: nada foi comparado com ele[/]")
    if norm.changes is None or norm.compilation is None or not norm.compilation.publishable:
        return
    say(f"  o que mudou desde o último catálogo: {summary_sentence(norm.changes)}")
    for line in show_changes(norm.changes):
        say(f"  {line}")


def _file_lines(file: "Path") -> tuple[tuple[int, ...], ...]:
    """Where an editor shows the lines of a plain text; nothing for what is none."""
    from pipeline.extract import file_lines
    from pipeline.signature import pdf_at

    try:
        data = file.read_bytes()
        return () if pdf_at(data) is not None else file_lines(data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return ()  # it was read a moment ago, and what was found in it is said all the same


def print_norm(norm: "NormReport", *, quiet: bool, verbose: bool) -> None:
    """Print the findings of a norm, or why its input can't be used."""
    from pipeline.terminal import show_codes, show_diagnostic, show_error, show_summary

    if norm.error is not None:
        complain(show_error(norm.error))
        return
    assert norm.compilation is not None
    found = norm.compilation.diagnostics
    file = norm.file or norm.path
    lines = _file_lines(file) if verbose or norm.compilation.blocking else ()
    for one in found:
        if one.nivel == "erro" or verbose:
            show = say if verbose else complain  # with all the others, or alone
            show(show_diagnostic(one, file, lines) + "\n")
    if not quiet:
        say(show_summary(norm))
    if not quiet and not verbose:
        for line in show_codes(found):
            say(line)
        if found:
            say("    [dim]cada um em detalhe: lei check; o que significa: lei explain CÓDIGO[/]")


def print_event(event: "Event") -> None:
    """Print what the preview tells: the address, what changed, what became of a build."""
    from pipeline.serve import Changed, Serving
    from pipeline.terminal import show_built, show_changed, show_serving

    if isinstance(event, Serving):
        say(show_serving(event.url))
    elif isinstance(event, Changed):
        say(show_changed(event.files))
    else:
        say(show_built(event))


def say(text: str) -> None:
    """Print a line with rich's markup."""
    console().print(text, soft_wrap=True)


def complain(text: str) -> None:
    """Print a line with rich's markup to standard error."""
    console(stderr=True).print(text, soft_wrap=True)


def device_data(catalogue: "Catalogo", device: "Dispositivo") -> dict[str, Any]:
    """A device, what hangs on it, what is punished in it, and what was found, mended and cited."""
    from pipeline.model import ids_of

    inside = ids_of([device])
    infractions = [one for one in catalogue.infracoes if one.dispositivo in inside]
    return {
        "dispositivo": device.model_dump(mode="json"),
        "infracoes": [one.model_dump(mode="json") for one in infractions],
        "diagnosticos": [
            one.model_dump(mode="json")
            for one in catalogue.diagnosticos
            if one.dispositivo in inside
        ],
        "correcoes": [
            one.model_dump(mode="json") for one in catalogue.correcoes if one.dispositivo in inside
        ],
        "remissoes": [
            one.model_dump(mode="json") for one in catalogue.remissoes if one.de in inside
        ],
    }


def error_data(error: "InputError") -> dict[str, Any]:
    """An unusable input for programs: what is wrong, where, what to do; null is not known."""
    return {
        "codigo": error.code,
        "mensagem": error.message,
        "arquivo": str(error.file) if error.file else None,
        "pagina": error.page,
        "linha": error.line,
        "ajuda": error.help,
    }


def report_data(report: "Report", options: "Options | None") -> dict[str, Any]:
    """A report for programs: `normas`, each with its findings or with why it can't be used, and
    where `site` and `zip` are; both are null where none was made, and so is `principal`: the norm
    at the site's root, by what it was chosen, and which one stood there before, if another did.
    """
    norms = []
    for norm in report.norms:
        entry: dict[str, Any] = {"arquivo": str(norm.file or norm.path)}
        if norm.error is not None:
            entry |= {"erro": error_data(norm.error)}
        elif norm.compilation is not None:
            catalogue = norm.compilation.catalogue
            entry |= {
                "norma": catalogue.norma.id,
                "publicavel": norm.compilation.publishable,
                "infracoes": len(catalogue.infracoes),
                "cobertura": catalogue.cobertura.model_dump(),
                "diagnosticos": [one.model_dump(mode="json") for one in catalogue.diagnosticos],
                "mudancas": norm.changes and norm.changes.model_dump(mode="json"),
            }
        norms.append(entry)
    site = str(report.site) if options is not None and report.site else None
    archive = str(report.archive) if options is not None and report.archive else None
    chosen = report.principal
    root = chosen and {"norma": chosen.id, "por": chosen.por, "antes": chosen.antes}
    return {"normas": norms, "site": site, "zip": archive, "principal": root}
