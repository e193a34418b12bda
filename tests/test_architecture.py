"""The shape of the code: what may import what, how long modules are, and what no module may know."""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from pipeline import compile_norm
from pipeline.emit.site import build_site
from pipeline.labels import fold

ROOT = Path(__file__).parent.parent
PIPELINE = ROOT / "pipeline"
MODULES = sorted(PIPELINE.rglob("*.py"))

# Stages in their order, and what each of them may import: these, and nothing of another stage.
STAGES = (
    "sources", "extract", "normalise", "parse", "model_build", "amend", "consolidate", "sanctions",
    "references", "check", "assemble", "emit",
)  # fmt: skip
FOUNDATIONS = {
    "artefacts", "spans", "diagnostics", "codes", "labels", "grammar", "model", "resources",
    "refusals", "reviewed", "publication", "legibility", "limits", "placing", "matching",
    "interpreter", "signature", "compare", "amendments",
}  # fmt: skip
# What reads the outcome of a stage and is none: nothing that is compiled depends on it.
ASIDES = {"propose", "score"}
# What puts stages together, and is imported by none of them.
CONDUCTORS = {
    "stages", "together", "build", "principal", "serve", "api", "regeneration", "cli", "terminal",
    "terminal_differences", "adding", "terminal_added", "__init__", "__main__",
}  # fmt: skip


def unit(path: Path) -> str:
    """The stage, foundation or conductor that a module is, or is a part of."""
    return path.relative_to(PIPELINE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """The units of this package that a module imports, at its head or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "pipeline":
                yield rest.partition(".")[0]


every_module = pytest.mark.parametrize(
    "path", MODULES, ids=[str(path.relative_to(PIPELINE)) for path in MODULES]
)


# ── what imports what ────────────────────────────────────────────────────────────────────────


def test_every_module_is_a_stage_a_foundation_or_a_conductor() -> None:
    assert len(MODULES) > 40
    units = {unit(path) for path in MODULES}
    assert units == {*STAGES, *FOUNDATIONS, *CONDUCTORS, *ASIDES} & units, units - {
        *STAGES, *FOUNDATIONS, *CONDUCTORS, *ASIDES,
    }  # fmt: skip
    assert set(STAGES) <= units
    assert units >= ASIDES
    assert units >= CONDUCTORS
    assert {"artefacts", "spans", "diagnostics", "codes", "labels", "grammar", "model"} <= units


@every_module
def test_a_stage_imports_no_other_stage(path: Path) -> None:
    own = unit(path)
    if own in CONDUCTORS:
        return
    allowed = FOUNDATIONS | ({own} if own in (*STAGES, *ASIDES) else set())
    # `assemble` writes the version of the compiler into the catalogue.
    others = {name for name in imported(path) if name not in allowed and name != "__version__"}
    assert others == set()


def test_a_build_loads_no_aside() -> None:
    script = "import pipeline.build, pipeline.terminal, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "pipeline.normalise" in done.stdout
    assert not [name for name in ASIDES if f"pipeline.{name}" in done.stdout]


def test_the_order_of_stages_is_that_in_which_they_are_run() -> None:
    text = (PIPELINE / "stages.py").read_text(encoding="utf-8")
    body = text[text.index("def compile_source") :]
    calls = ["extract(", "normalise(", "parse(", "build_model(", "amend(", "read_sanctions(",
             "check(", "assemble("]  # fmt: skip
    places = [body.index(f" {call}") if f" {call}" in body else body.index(call) for call in calls]
    assert places == sorted(places)


_EACH_FIRST = """
import importlib, sys
for name in sys.argv[1:]:
    for known in [one for one in sys.modules if one.partition(".")[0] == "pipeline"]:
        del sys.modules[known]
    importlib.import_module(name)
"""


def test_any_module_can_be_the_first_to_be_imported() -> None:
    """No circles, and nothing said or warned of at import."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in MODULES
    ]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", _EACH_FIRST, *names],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


_HEAVY = ("mkdocs", "material", "jinja2", "jsonschema", "pypdfium2", "pypdfium2_raw", "PIL")


@pytest.mark.parametrize("module", ["pipeline", "pipeline.cli"])
def test_importing_the_surface_loads_nothing_heavy(module: str) -> None:
    script = f"import {module}, sys; print(*sorted(m.partition('.')[0] for m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    loaded = set(done.stdout.split())
    assert "pipeline" in loaded
    assert loaded.isdisjoint(_HEAVY)
    if module == "pipeline":
        assert loaded.isdisjoint({"typer", "rich", "pydantic", "lark"})


def test_the_heavy_modules_exist_under_the_names_that_are_watched() -> None:
    script = "import pypdfium2, jsonschema, jinja2, mkdocs, material, PIL, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert set(_HEAVY) <= set(done.stdout.split())


def test_the_surface_is_what_it_says() -> None:
    import pipeline

    assert sorted(pipeline.__all__) == pipeline.__all__
    for name in pipeline.__all__:
        assert getattr(pipeline, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'compile_everything'"):
        _ = pipeline.compile_everything


# ── size and manners ─────────────────────────────────────────────────────────────────────────


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@every_module
def test_no_module_is_over_500_lines(path: Path) -> None:
    assert lines_of(path) <= 500


def test_the_median_module_is_under_200_lines() -> None:
    assert median(lines_of(path) for path in MODULES) < 200


def test_no_module_is_named_for_nothing() -> None:
    names = {path.stem for path in [*MODULES, *(ROOT / "tests").rglob("*.py")]}
    assert not {name for name in names if re.search(r"util|helper|misc|common", name)}


@every_module
def test_a_module_begins_with_its_job(path: Path) -> None:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert text
    assert len(text) > 40


def prints(path: Path) -> list[int]:
    """Lines that print, or write to a standard stream, or end the process."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if re.fullmatch(
                r"print|input|exit|quit|sys\.exit|os\._exit|sys\.(__)?std\w+\.\w+|warnings\.warn"
                r"|\w*[Cc]onsole(\(.*\))?\.print|typer\.echo|logging\.(debug|info|warning|error)",
                called,
            ):
                found.append(node.lineno)
    return found


@every_module
def test_only_the_command_line_prints(path: Path) -> None:
    assert unit(path) == "cli" or prints(path) == []


def test_the_command_line_is_seen_to_print() -> None:
    assert len(prints(PIPELINE / "cli" / "output.py")) > 2
    assert len(prints(PIPELINE / "cli" / "ending.py")) > 0


@every_module
def test_only_the_command_line_knows_exit_codes_and_arguments(path: Path) -> None:
    if unit(path) == "cli":
        return
    text = path.read_text(encoding="utf-8")
    assert "sys.argv" not in text
    assert "typer" not in imported_names(path)


def imported_names(path: Path) -> set[str]:
    """The packages that a module imports anywhere."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


# Who has a deadline to keep needs a clock, and no date comes of it; the preview is a server.
REACHES = {
    PIPELINE / "extract" / "pdf.py": {"time"},
    PIPELINE / "serve" / "__init__.py": {"time"},
    PIPELINE / "serve" / "web.py": {"socket", "http"},
}


@every_module
def test_nothing_reaches_for_the_network_the_clock_or_chance(path: Path) -> None:
    forbidden = {"socket", "urllib", "http", "ssl", "random", "secrets", "uuid", "requests", "time"}
    assert imported_names(path).isdisjoint(forbidden - REACHES.get(path, set()))
    # A wording is selected by the day of the call, which only the command line may ask for.
    if path == PIPELINE / "cli" / "options.py":
        return
    calls = re.findall(
        r"\b(?:date\.today|datetime\.now|datetime\.utcnow|eval|exec|pickle\.\w+|os\.system)\(",
        path.read_text(encoding="utf-8"),
    )
    assert calls == []


# ── what is special about one norm is data in its raw/ folder ────────────────────────────────


@cache
def addressees() -> frozenset[str]:
    """Those whom the norms of raw/ address; no code may name them, a comment may."""
    found = set()
    for facts in (ROOT / "raw").glob("*/norma.toml"):
        table = tomllib.loads(facts.read_text(encoding="utf-8"))
        found |= {fold(one["id"]) for one in table["destinatarios"]}
    return frozenset(found)


@cache
def needles() -> frozenset[str]:
    """Words that only a norm of raw/ may know: places, numbers, codes of groups, units."""
    found: set[str] = set()
    for folder in (ROOT / "raw").iterdir():
        facts = tomllib.loads((folder / "norma.toml").read_text(encoding="utf-8"))
        catalogue = compile_norm(folder).catalogue
        norma = catalogue.norma
        number = norma.numero or ""
        dotted = f"{int(number):,}".replace(",", ".")
        found |= {norma.municipio or "", facts.get("municipio", ""), number, dotted, folder.name}
        found |= {group.codigo for group in catalogue.grupos}
        units = {group.unidade for group in catalogue.grupos if group.unidade}
        # A unit of one state is known by its first part, too.
        found |= {part for unit in units for part in (unit, unit.partition("-")[0])}
    # The currency of the country is no peculiarity of a norm.
    return frozenset(fold(one) for one in found if one and one not in ("BRL", "R$"))


def knows(text: str, more: frozenset[str] = frozenset()) -> set[str]:
    """The needles that a text holds as words."""
    folded = fold(text)
    return {
        one
        for one in needles() | more
        if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", folded)
    }


def code_of(path: Path) -> str:
    """A module without what only people read: comments and docstrings."""
    text = path.read_text(encoding="utf-8")
    read_by_people = set()
    for node in ast.walk(ast.parse(text)):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            for child in body:
                if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                    read_by_people.add(child.lineno)
    kept = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type != tokenize.COMMENT
        and not (token.type == tokenize.STRING and token.start[0] in read_by_people)
    ]
    return "\n".join(kept)


def test_the_needles_are_those_of_the_law() -> None:
    assert {"mangaratiba", "1493", "1.493", "lei-1493-2023", "e-1", "a-4", "ufir-rj", "ufir"} <= (
        needles()
    )
    assert knows("Grupo E-1") == {"e-1"}
    text = "o autorizatário de MANGARATIBA"
    assert knows(text) == {"mangaratiba"}
    assert knows(text, addressees()) == {"mangaratiba", "autorizatario"}
    assert knows("linha-e-1, 21493, micro-ufir") == set()


@every_module
def test_no_module_knows_a_norm(path: Path) -> None:
    assert knows(code_of(path), addressees()) == set()


@every_module
def test_no_comment_names_a_place_a_group_or_a_unit(path: Path) -> None:
    """An example of a path may name the folder; what it says of the law may not be of one law."""
    text = re.sub(r"lei-1493-2023|'1493'|1\.493", "", path.read_text(encoding="utf-8"))
    assert knows(text) == set()


TEMPLATES = sorted(
    path
    for folder in ("grammar", "site/overrides", "site/templates", "site/docs/assets")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and path.suffix not in (".woff2", ".png", ".ico", ".tables") and "vendor" not in path.parts
)  # fmt: skip


def test_there_are_templates() -> None:
    names = {path.suffix for path in TEMPLATES}
    assert {".lark", ".html", ".j2", ".css", ".js"} <= names
    assert (ROOT / "site" / "mkdocs.yml").is_file()
    assert callable(build_site)


@pytest.mark.parametrize(
    "path",
    [*TEMPLATES, ROOT / "site" / "mkdocs.yml"],
    ids=[str(path.relative_to(ROOT)) for path in [*TEMPLATES, ROOT / "site" / "mkdocs.yml"]],
)
def test_neither_grammar_nor_templates_know_a_norm(path: Path) -> None:
    assert knows(path.read_text(encoding="utf-8"), addressees()) == set()
