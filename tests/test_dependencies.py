"""What the compiler is made with: each package pinned, by hash, of a free licence, and used.

`make audit` asks a database of advisories; that needs a network, so `.ci/run` does it and no test.
"""

import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-strict.lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# Licences that let the whole be given on under MIT: permissive ones, and MPL, which asks for the
# source of its own files only.
IMPORTED_AS = {"pillow": "PIL"}
"""Packages whose module has another name."""
FREE = re.compile(r"MIT|BSD|Apache|ISC|PSF|Mozilla Public License 2\.0|MPL-2\.0")


def locked(lock: str) -> dict[str, str]:
    """The entries of a lock by name: the whole entry, continued lines and all."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.replace("\\\n", " "))
    return {
        re.split(r"[=<>@ \[;]", entry, maxsplit=1)[0]: entry
        for entry in entries
        if entry and not entry.startswith("#")
    }


def bare(requirement: str) -> str:
    return re.split(r"[=<>~!\[; ]", requirement, maxsplit=1)[0].lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_is_one_version_by_hash(lock: str) -> None:
    entries = locked(lock)
    assert entries
    for name, entry in entries.items():
        assert re.match(rf"{re.escape(name)}==\S+ ", entry), entry
        assert "--hash=sha256:" in entry, f"{name} has no hash"
        assert "://" not in entry, f"{name} has an address"


def test_what_the_project_asks_for_is_locked() -> None:
    runtime = {bare(one) for one in PROJECT["project"]["dependencies"]}
    assert runtime <= set(locked("requirements.lock"))
    # The checkout's tools come on top: what users get is what the tests ran with.
    everything = locked("requirements-dev.lock")
    for name, entry in locked("requirements.lock").items():
        assert everything[name].split()[0] == entry.split()[0], name


def test_every_dependency_is_used() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "pipeline").rglob("*.py")
    )
    theme = (ROOT / "site" / "mkdocs.yml").read_text(encoding="utf-8")
    for requirement in PROJECT["project"]["dependencies"]:
        name = bare(requirement)
        module = re.escape(IMPORTED_AS.get(name, name))
        used = re.search(rf"^\s*(?:from|import) {module}\b", sources, re.MULTILINE)
        assert used or (name == "mkdocs-material" and "name: material" in theme), name


def test_every_locked_package_is_free() -> None:
    for name in locked("requirements.lock"):
        try:
            about = distribution(name).metadata
        except ModuleNotFoundError:
            continue  # for another system, such as colorama
        keys = ("License-Expression", "License", "Classifier")
        said = " ".join(
            one
            for key in keys
            for one in about.get_all(key) or ()
            if "icen" in key or "License ::" in one
        )
        assert FREE.search(said), f"{name}: {said}"
        assert not re.search(r"\bA?GPL|GNU (?:Affero )?General", said), f"{name}: {said}"
