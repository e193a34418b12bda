"""How much a browser loads for each page of a site; a report, no test.

In: the folder of a site. Out: a table of bytes by kind, uncompressed, as the browser asks for them
over http with nothing cached; the search's index and worker, which load behind the page, apart.
"""

from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser

from tests.browser.chromium import find, launch, served
from tests.browser.pages import HOSTILE, PAGES

_KINDS = ("html", "css", "js", "imagem", "busca")


def _kind(path: str) -> str:
    if path.startswith("search/") or "/workers/" in path or "/lunr/" in path:
        return "busca"
    suffix = Path(path).suffix.removeprefix(".")
    return suffix if suffix in _KINDS else "imagem"


def weigh(site: Path) -> dict[str, Counter[str]]:
    """Bytes by kind for each page of `PAGES` that the site has; empty without a browser."""
    program = find()
    weights: dict[str, Counter[str]] = {}
    if program is None:
        return weights
    with launch(program) as browser, served(site) as address:
        for path in PAGES.values():
            if path.startswith(HOSTILE) or not (site / path).is_file():
                continue
            weights[path] = Counter()
            for url in _asked(browser, f"{address}{path}"):
                name = unquote(urlsplit(url).path).removeprefix("/")
                weights[path][_kind(name)] += (site / name).stat().st_size
    return weights


def _asked(browser: Browser, address: str) -> set[str]:
    """What a page asks for, with nothing cached."""
    asked = set()
    context = browser.new_context()
    context.on("request", lambda request: asked.add(request.url))
    context.new_page().goto(address, wait_until="networkidle")
    context.close()
    return asked


def report(site: Path) -> str:
    """The table, a line a page, in kB."""
    lines = [f"{'page, kB':<28}" + "".join(f"{kind:>9}" for kind in (*_KINDS, "all"))]
    for path, sizes in weigh(site).items():
        figures = [*(sizes[kind] for kind in _KINDS), sizes.total()]
        lines.append(f"{path:<28}" + "".join(f"{figure / 1000:>9.1f}" for figure in figures))
    return "\n".join(lines) if len(lines) > 1 else "no chromium here: pages were not weighed"
