"""The page of examples: each is run as it stands on the page, and must print what stands below it."""

import csv
import html
import io
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pipeline import Catalogo, compile_norm
from pipeline.emit.catalogue import COLUMNS, catalogue_files, infractions_csv
from pipeline.emit.page_code import literal
from pipeline.emit.page_sheet import column
from pipeline.emit.pages import write_docs
from pipeline.emit.schema import public_schemas
from pipeline.emit.site import build_site
from pipeline.resources import resource
from tests.hostile_norm import hostile_norm

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
FOLDERS = {"real": "", "hostile": "normas/norma-hostil/"}


@dataclass(frozen=True)
class Shown:
    """An example as the page has it."""

    language: str
    code: str
    printed: str


@pytest.fixture(scope="module")
def catalogues() -> dict[str, Catalogo]:
    return {"real": compile_norm(NORM).catalogue, "hostile": hostile_norm()}


@pytest.fixture(scope="module")
def site(catalogues: dict[str, Catalogo], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    downloads = public_schemas()
    for one in catalogues.values():
        downloads |= catalogue_files(one)
    write_docs(list(catalogues.values()), folder / "docs", downloads=downloads)
    build_site(folder / "docs", folder / "site")
    return folder / "site"


def page(site: Path, which: str) -> str:
    return (site / FOLDERS[which] / "exemplos.html").read_text(encoding="utf-8")


def examples(site: Path, which: str) -> dict[str, Shown]:
    """All examples of a page by name, but for the formulas."""
    found = re.findall(
        r'<pre class="codigo" data-exemplo="(\w+)" data-linguagem="(\w+)"><code>(.*?)</code></pre>'
        r'\s*<p class="rotulo-resultado">Resultado</p>\s*'
        r'<pre class="resultado"><samp>(.*?)</samp></pre>',
        page(site, which),
        re.DOTALL,
    )
    assert 2 * len(found) == page(site, which).count("<pre")
    return {
        name: Shown(language, html.unescape(code), html.unescape(printed))
        for name, language, code, printed in found
    }


def tool(name: str) -> str:
    """A program of the machine; in CI, which installs it, it may not be missing."""
    found = shutil.which(name)
    if found is None and os.environ.get("CI"):
        pytest.fail(f"{name} is not installed: see .ci/run")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(params=FOLDERS)
def which(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


# ── each is run ──────────────────────────────────────────────────────────────────────────────


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, check=False, capture_output=True, timeout=120,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    # What a text of a norm breaks its lines with stays; the end of the last line is the tool's.
    return done.stdout.decode().removesuffix("\n")


def test_both_norms_have_all_kinds(site: Path, which: str) -> None:
    names = {name: one.language for name, one in examples(site, which).items()}
    assert names == {
        "medida": "python", "pontos": "python", "grupo": "javascript", "dispositivo": "javascript",
        "gravidades": "sh", "artigos": "sh",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["medida", "pontos"])
def test_python_prints_what_is_shown(site: Path, which: str, name: str) -> None:
    one = examples(site, which)[name]
    assert run([sys.executable, "-I", "-c", one.code], site) == one.printed


def test_python_imports_the_standard_library_alone(site: Path, which: str) -> None:
    for one in examples(site, which).values():
        if one.language == "python":
            used = set(re.findall(r"^(?:import|from) (\w+)", one.code, re.MULTILINE))
            assert used
            assert used <= sys.stdlib_module_names


@pytest.mark.parametrize("name", ["gravidades", "artigos"])
def test_jq_prints_what_is_shown(site: Path, which: str, name: str) -> None:
    tool("jq")
    one = examples(site, which)[name]
    assert one.code.startswith("jq ")
    assert run(["sh", "-c", one.code], site) == one.printed


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, as a browser gets it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


_AS_ON_THE_PAGE = """
const real = globalThis.fetch;
globalThis.fetch = (address) => real(new URL(address, %s), { headers: { connection: "close" } });
"""


@pytest.mark.parametrize("name", ["grupo", "dispositivo"])
def test_javascript_prints_what_is_shown(site: Path, which: str, name: str, address: str) -> None:
    one = examples(site, which)[name]
    here = literal(f"{address}{FOLDERS[which]}exemplos.html")
    code = _AS_ON_THE_PAGE % here + one.code
    assert run([tool("node"), "--input-type=module", "--eval", code], site) == one.printed


def formulas(site: Path, which: str) -> list[tuple[str, str]]:
    """Formulas and values as the page has them."""
    found = re.findall(
        r'<code class="formula">(.*?)</code>.*?<strong>(.*?)</strong>', page(site, which)
    )
    return [
        (html.unescape(formula.replace("<wbr>", "")), html.unescape(value))
        for formula, value in found
    ]


def test_a_spreadsheet_shows_what_is_shown(
    site: Path, which: str, catalogues: dict[str, Catalogo], tmp_path: Path
) -> None:
    office = tool("soffice")
    asked = formulas(site, which)
    assert len(asked) >= (5 if which == "real" else 2)
    table = site / "dados" / f"{catalogues[which].norma.id}.infracoes.csv"
    # To the right of the table, as the page says.
    row = io.StringIO(newline="")
    writer = csv.writer(row, delimiter=";", lineterminator="\r\n")
    writer.writerow([*[""] * (len(COLUMNS) + 1), *(formula for formula, _ in asked)])
    (tmp_path / "tabela.csv").write_bytes(table.read_bytes() + row.getvalue().encode())
    # Semicolon, quotes, UTF-8, from the first line, Brazilian Portuguese; formulas are computed.
    reading = "Text - txt - csv (StarCalc):59,34,76,1,,1046,false,true,false,false,false,-1,true"
    writing = "csv:Text - txt - csv (StarCalc):59,34,76,1"
    subprocess.run(
        [office, "--headless", f"-env:UserInstallation=file://{tmp_path}/perfil",
         f"--infilter={reading}", "--convert-to", writing, "--outdir", "saida", "tabela.csv"],
        cwd=tmp_path, check=True, capture_output=True, timeout=180,
        env=os.environ | {"LC_ALL": "pt_BR.UTF-8", "LANG": "pt_BR.UTF-8"},
    )  # fmt: skip
    text = (tmp_path / "saida" / "tabela.csv").read_text(encoding="utf-8-sig")
    computed = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))[-1]
    assert [one for one in computed if one] == [value for _, value in asked]


# ── what they hold ───────────────────────────────────────────────────────────────────────────


def test_the_answers_are_the_laws(site: Path) -> None:
    shown = examples(site, "real")
    assert shown["medida"].printed.startswith("26 de 79\n")  # as the README counts them
    assert shown["grupo"].printed.startswith("28 de 79\nArt. 4º, I · 400 UFIR-RJ\n")
    assert shown["gravidades"].printed.splitlines()[0] == "1 · sem gravidade"
    assert shown["artigos"].printed.startswith("35 artigos\nArt. 1º · dispositivos/art1.json\n")
    assert ('=CONT.SE(F:F;"gravissima")', "37") in formulas(site, "real")
    # A device without a caput is not cited by what cites nothing.
    assert shown["dispositivo"].printed.startswith("Art. 14, inciso I: ")
    assert shown["dispositivo"].printed.endswith(
        "\ncitado por art14_cpt_inc27: «incisos anteriores»"
    )


def test_formulas_name_the_columns_of_the_published_table(
    site: Path, catalogues: dict[str, Catalogo]
) -> None:
    head = infractions_csv(catalogues["real"]).decode("utf-8-sig").split("\r\n")[0].split(";")
    for number, name in enumerate(head):
        letter = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number]
        assert column(name) == letter
        assert f"{letter} <code>{name}</code>" in page(site, "real")


def test_a_value_that_means_something_to_a_spreadsheet_is_in_no_formula(
    site: Path, catalogues: dict[str, Catalogo]
) -> None:
    assert {one.codigo for one in catalogues["hostile"].grupos} == {'<b>"|', "§"}
    text = "".join(formula for formula, _ in formulas(site, "hostile"))
    assert "<b>" not in text
    assert "§" not in text


@pytest.mark.parametrize(
    "text", ['"; import os; "', "'; rm -rf x; '", "${x} `x` \\(1+1)", "a\nb\u2028c", "</script>", "\\"]
)  # fmt: skip
def test_a_value_is_a_literal_of_every_language(text: str) -> None:
    tool("jq")
    written = literal(text)
    assert "\n" not in written
    assert eval(written) == text
    done = subprocess.run(
        ["jq", "-n", "-j", written], check=True, capture_output=True
    ).stdout.decode()
    assert done == text
    node = [tool("node"), "--eval", f"process.stdout.write({written})"]
    assert subprocess.run(node, check=True, capture_output=True).stdout.decode() == text


def test_what_a_norm_has_not_is_not_asked(tmp_path: Path) -> None:
    bare = hostile_norm().model_copy(
        update={"infracoes": (), "sancoes": (), "grupos": (), "pontuacao": ()}
    )
    write_docs([bare], tmp_path)
    text = (tmp_path / "exemplos.md").read_text(encoding="utf-8")
    assert re.findall(r'data-exemplo="(\w+)"', text) == ["dispositivo", "artigos"]
    assert "CONT.SE" not in text
    assert "infrações" not in text.replace("tabela de infrações", "")


def test_nothing_of_a_norm_stands_in_the_templates(catalogues: dict[str, Catalogo]) -> None:
    sources = list((resource("site") / "templates" / "exemplos").iterdir())
    assert len(sources) >= 6
    law = catalogues["real"]
    facts = {one.id for one in law.infracoes} | {one.codigo for one in law.grupos}
    facts |= {measure.tipo for one in law.infracoes for measure in one.medidas_administrativas}
    for source in sources:
        text = source.read_text(encoding="utf-8")
        assert not [fact for fact in facts if re.search(rf"\b{re.escape(fact)}\b", text)], source
