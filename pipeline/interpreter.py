"""How to start Python again, so that it finds the packages that this one finds, and keeps within
bounds.

In: nothing. Out: the head of a command, and its environment. A child then runs the same code,
wherever it is started from and however this process came by its packages.
"""

import os
import sys
from contextlib import suppress

PYTHON = (sys.executable, "-P")
"""This Python; the folder that a child is started in is no place for packages."""


def environment() -> dict[str, str]:
    """The environment of a child.

    >>> environment()["PYTHONPATH"].split(os.pathsep) == [os.path.abspath(one) for one in sys.path]
    True
    """
    # An empty entry is the folder that this process is in.
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}


def limit_memory(size: int) -> None:
    """Where the system can: what eats more memory than this brings down this process alone."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
