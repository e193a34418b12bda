"""The command line: the only modules that print, and that decide the exit code.

In: arguments. Out: text or JSON on standard output, errors on standard error, and an exit code:
0 good, 1 a norm has an `erro`, 2 input, call or output unusable, 130 Ctrl-C, 70 our own fault.
"""

from pipeline.cli.ending import main, run

__all__ = ["main", "run"]
