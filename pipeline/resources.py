"""Finds the data that the compiler reads and that stands beside it, not in it.

In a checkout the grammar, the schema and the site's sources are top-level folders; a wheel carries
them inside the package. Only this module knows which of the two it runs from.
"""

from importlib.resources import files
from pathlib import Path

PACKAGED = ("grammar", "schema", "site")
"""The folders that `pyproject.toml` puts into the wheel."""


def resource(name: str) -> Path:
    """Return the folder `name`, one of `PACKAGED`, as a real directory.

    Raises `ValueError` for another name (it would be found in a checkout and missing from a wheel)
    and `FileNotFoundError` where the installation is broken.

    >>> (resource("grammar") / "lei.lark").name
    'lei.lark'
    """
    if name not in PACKAGED:
        raise ValueError(f"no packaged data named {name!r}, only {', '.join(PACKAGED)}")
    package = Path(str(files("pipeline")))
    for folder in (package / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"{name}/ is neither in {package} nor beside it")
