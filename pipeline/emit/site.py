"""Sources of the site → the site, by MkDocs, in this process.

In: a docs folder that `pages.write_docs` filled, and the packaged `site/mkdocs.yml` with its
overrides. Out: a folder of HTML that works from a server, from a folder and from a zip. Promises:
MkDocs is strict, and whatever it complains of is raised; nothing is printed; the same docs give
the same bytes on any day.
"""

import json
import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from pipeline.emit.pages import SITE_FACTS
from pipeline.resources import resource

_ENVIRONMENT = {
    # The date of the build goes into the sitemap and its archive. The first day that a zip can
    # hold, on every machine: what dates a page of a law is the law's date, printed on it.
    "SOURCE_DATE_EPOCH": "315532800",
    # The theme prints a notice about another program when it is imported.
    "NO_MKDOCS_2_WARNING": "1",
}
_KEPT_LANGUAGES = ("lunr.pt.min.js", "lunr.stemmer.support.min.js")

# MkDocs reads the environment and logs into one place for the whole process.
_LOCK = threading.Lock()


class SiteError(Exception):
    """MkDocs refused the sources; `message` holds its complaints, a line each."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class _Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def build_site(docs: Path, site: Path) -> None:
    """Build the site from `docs` into `site`, which is emptied first.

    Raises `SiteError` for warnings and errors of MkDocs.
    """
    with _LOCK, _environment(), _listening() as complaints:
        from mkdocs.exceptions import MkDocsException

        try:
            _run(docs.resolve(), site.resolve())
        except MkDocsException as error:
            raise SiteError("\n".join(complaints.lines) or str(error)) from error
    _drop_surplus(site)
    _guide_robots(site, _facts(docs).get("site_url"))


def load_mkdocs() -> None:
    """Import what `build_site` needs, a quarter of a second, while another process works."""
    with _LOCK, _environment():
        import_module("mkdocs.commands.build")
        for plugin in ("search", "offline"):
            import_module(f"material.plugins.{plugin}.plugin")


def _run(docs: Path, site: Path) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    facts = _facts(docs)
    norms = facts.pop("normas", {})
    config = load_config(
        str(resource("site") / "mkdocs.yml"),
        docs_dir=str(docs),
        site_dir=str(site),
        strict=True,
        **facts,
    )
    config.extra["normas"] = norms  # the overrides read it, by the norm that a page is of
    config.plugins.on_startup(command="build", dirty=False)
    try:
        build(config)
    finally:
        config.plugins.on_shutdown()


def _facts(docs: Path) -> dict[str, Any]:
    file = docs / SITE_FACTS
    facts: dict[str, Any] = json.loads(file.read_bytes()) if file.is_file() else {}
    return facts


def _drop_surplus(site: Path) -> None:
    """Remove what no reader's browser asks for: source maps and the search of other languages."""
    scripts = site / "assets" / "javascripts"
    surplus = [*site.rglob("*.map"), *(scripts / "lunr").rglob("*.js")]
    for file in surplus:
        if file.name not in _KEPT_LANGUAGES:
            file.unlink()


def _guide_robots(site: Path, address: str | None) -> None:
    """Lead search engines to the map of a published site; one without an address has no map."""
    maps = [site / "sitemap.xml", site / "sitemap.xml.gz"]
    if address is None:
        for file in maps:
            file.unlink(missing_ok=True)
    else:
        text = f"User-agent: *\nAllow: /\nSitemap: {address}{maps[0].name}\n"
        (site / "robots.txt").write_text(text, encoding="utf-8")


@contextmanager
def _environment() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _ENVIRONMENT}
    os.environ.update(_ENVIRONMENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def _listening() -> Iterator[_Complaints]:
    """Collect what MkDocs logs, and keep it off the terminal."""
    logger = logging.getLogger("mkdocs")
    complaints = _Complaints()
    propagated = logger.propagate
    logger.addHandler(complaints)
    logger.propagate = False
    try:
        yield complaints
    finally:
        logger.removeHandler(complaints)
        logger.propagate = propagated
