"""The end of every run: its exit code, and that no traceback ever reaches the screen.

In: arguments. Out: the command's output, errors on standard error, and the exit code.
"""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO, cast

import typer

from pipeline.cli.app import app
from pipeline.cli.output import complain
from pipeline.diagnostics import InputError


def main() -> NoReturn:
    """Run a command and exit; no traceback ever reaches the screen."""
    sys.stdout = cast(TextIO, _Output(sys.stdout))
    sys.exit(run(sys.argv[1:]))


class _Output:
    """Standard output whose reader may go away (`lei check | head`): what follows is dropped, and
    the run ends with the exit code that it would have had.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal need not know every sign

    def write(self, text: str) -> int:
        with self._dropping():
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._dropping():
            self._stream.flush()

    @contextmanager
    def _dropping(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            # What is still in the buffer would fail again when the interpreter ends.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)
            if not isinstance(error, BrokenPipeError):
                raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = app(arguments, prog_name="lei", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        return _refuse(error)
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except Exception as error:  # noqa: BLE001 (the last resort: no traceback on the screen)
        return _failed(error)
    if code == 130:
        complain("[bold red]interrompido[/]: nenhum arquivo ficou pela metade")
    return code if isinstance(code, int) else 0


def _refuse(error: InputError) -> int:
    from pipeline.terminal import show_error

    complain(show_error(error))
    return 2


def _failed(error: Exception) -> int:
    """Show a fault of the call as usage, and one of ours as a message and a file."""
    show = getattr(error, "show", None)
    if callable(show) and hasattr(error, "exit_code"):
        show()
        return 2
    if isinstance(error, OSError) and error.errno in _NO_ROOM and error.filename is None:
        from pipeline.refusals import reason

        message = f"não foi possível gravar na saída padrão: {reason(error)}"
        return _refuse(InputError("ENT010", message, help="libere espaço ou mude o destino"))
    complain(
        f"[bold red]falha do compilador[/]: {type(error).__name__}\n  {_log(error)}; "
        "relate o caso com o arquivo da norma"
    )
    return 70


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def _log(error: Exception) -> str:
    """Write the traceback into a file and say where it is."""
    import tempfile
    import traceback

    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="lei-", suffix=".log", delete=False, encoding="utf-8", errors="replace"
        ) as log:
            traceback.print_exception(error, file=log)
    except OSError:
        return "o relatório não pôde ser gravado"
    return f"o relatório está em {log.name}"
