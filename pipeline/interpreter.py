"""How to start Python again, so that it finds the packages that this one finds.

In: nothing. Out: the head of a command, and its environment. A child then runs the same code,
wherever it is started from and however this process came by its packages.
"""

import os
import sys

PYTHON = (sys.executable, "-P")
"""This Python; the folder that a child is started in is no place for packages."""


def environment() -> dict[str, str]:
    """The environment of a child.

    >>> environment()["PYTHONPATH"].split(os.pathsep) == [os.path.abspath(one) for one in sys.path]
    True
    """
    # An empty entry is the folder that this process is in.
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
