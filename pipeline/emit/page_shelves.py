"""The hand-written pages of `site/docs`: what there is, under which title.

In: the folder. Out: `Shelf`s, one a subfolder that holds pages. Promises: a page that somebody
adds is found by itself and gets into the navigation; a folder without an index gets one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.codes import FAMILIES

CODE_PAGES = "diagnosticos"
"""The folder with a page for each code of `pipeline.codes`."""

_TITLES = {CODE_PAGES: "Códigos de diagnóstico", "decisoes": "Decisões de projeto"}


@dataclass(frozen=True, slots=True)
class Written:
    """A hand-written page: path from the docs folder, title in plain text."""

    path: str
    title: str

    @property
    def stem(self) -> str:
        """Its name in an address: a code, for a code's page."""
        return Path(self.path).stem


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of hand-written pages; `index` is its own index page, if somebody wrote one."""

    folder: str
    title: str
    index: Written | None
    pages: tuple[Written, ...]

    @property
    def index_path(self) -> str:
        """The index page's place, written by hand or not."""
        return self.index.path if self.index else f"{self.folder}/index.md"

    @property
    def families(self) -> Mapping[str, tuple[Written, ...]]:
        """The pages of codes by the title of their family; those of no family are left out."""
        by_title = {
            title: tuple(page for page in self.pages if page.stem.startswith(letters))
            for letters, title in FAMILIES.items()
        }
        return {title: pages for title, pages in by_title.items() if pages}


def shelves(docs: Path) -> list[Shelf]:
    """All folders of hand-written pages; those at the top are a shelf with the folder ``""``."""
    found: dict[str, list[Path]] = {}
    for file in sorted(docs.rglob("*.md")):
        found.setdefault(file.relative_to(docs).parent.as_posix(), []).append(file)
    return [_shelf(docs, "" if folder == "." else folder, files) for folder, files in found.items()]


def unsearched(text: str) -> str:
    """The source of a page with the mark that keeps it out of the search.

    >>> unsearched("# Sobre").splitlines()[:3]
    ['---', 'search:', '  exclude: true']
    """
    mark = "search:\n  exclude: true\n"
    if text.startswith("---\n"):
        return text.replace("---\n", f"---\n{mark}", 1)
    return f"---\n{mark}---\n\n{text}"


def _shelf(docs: Path, folder: str, files: list[Path]) -> Shelf:
    pages = [Written(file.relative_to(docs).as_posix(), _title(file)) for file in files]
    index = next((one for one in pages if Path(one.path).name == "index.md"), None)
    title = index.title if index else _TITLES.get(folder, folder.capitalize())
    return Shelf(folder, title, index, tuple(one for one in pages if one is not index))


def _title(file: Path) -> str:
    text = file.read_text(encoding="utf-8")
    found = re.search(r"\A---\n(?:.*\n)*?title: *(.+)\n", text) or re.search(
        r"^# +(.+?)(?: *\{.*\})?$", text, re.MULTILINE
    )
    return re.sub(r"[`*]|^\"|\"$", "", found[1]).strip() if found else file.stem
