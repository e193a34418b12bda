"""The data for other programs: small files that say what the catalogue says, and how they are told."""

import hashlib
import html
import json
import posixpath
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import jsonschema
import pytest

from pipeline import Catalogo, compile_norm
from pipeline.emit.catalogue import catalogue_files
from pipeline.emit.data_files import sums
from pipeline.emit.pages import write_docs
from pipeline.emit.schema import data_schema, public_schemas
from tests.hostile_norm import hostile_norm

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"
FOLDERS = {"real": "", "hostile": "normas/norma-hostil/"}

Json = dict[str, Any]


@cache
def norm(which: str) -> Catalogo:
    return compile_norm(NORM).catalogue if which == "real" else hostile_norm()


@cache
def whole(which: str) -> Json:
    """The catalogue as JSON: what the small files must agree with."""
    data: Json = json.loads(norm(which).model_dump_json())
    return data


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    downloads = public_schemas() | catalogue_files(norm("real")) | catalogue_files(norm("hostile"))
    write_docs([norm("real"), norm("hostile")], folder, downloads=downloads)
    return folder


@pytest.fixture(params=FOLDERS)
def which(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def v1(docs: Path, which: str) -> Path:
    return docs / FOLDERS[which] / "dados" / "v1"


def read(path: Path) -> Json:
    data: Json = json.loads(path.read_bytes())
    return data


def devices(nodes: list[Json]) -> Iterator[Json]:
    for node in nodes:
        yield node
        yield from devices(node["filhos"])


# ── they say what the catalogue says ─────────────────────────────────────────────────────────


def test_every_file_fits_the_schema_of_its_kind(docs: Path, which: str) -> None:
    schema = data_schema()
    objects = {
        one["properties"]["conteudo"]["const"]: name
        for name, one in schema["$defs"].items()
        if "conteudo" in one["properties"]
    }
    assert {one["$ref"] for one in schema["anyOf"]} == {
        f"#/$defs/{name}" for name in objects.values()
    }
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    files = list(v1(docs, which).rglob("*.json"))
    kinds = Counter()  # type: ignore[var-annotated]
    for file in files:
        data = read(file)
        own = schema | {"$ref": f"#/$defs/{objects[data['conteudo']]}"}
        for wanted in (schema, own):
            jsonschema.Draft202012Validator(wanted, format_checker=checker).validate(data)
        kinds[data["conteudo"]] += 1
        assert file.read_bytes().endswith(b"}\n")
    assert set(kinds) == set(objects)
    assert kinds["infracao"] == len(whole(which)["infracoes"])


def test_the_schema_refuses_a_file_with_a_key_too_many_or_too_few(docs: Path) -> None:
    good = read(v1(docs, "real") / "infracoes" / "art14_cpt_inc25.json")
    validator = jsonschema.Draft202012Validator(data_schema())
    assert validator.is_valid(good)
    assert not validator.is_valid(good | {"outra": 1})
    assert not validator.is_valid({key: one for key, one in good.items() if key != "urn"})
    assert not validator.is_valid(good | {"conteudo": "dispositivo"})


def test_infractions_are_the_catalogues(docs: Path, which: str) -> None:
    catalogue = whole(which)
    assert len(catalogue["infracoes"]) >= 5
    sanctions = {one["id"]: one for one in catalogue["sancoes"]}
    assert read(v1(docs, which) / "infracoes.json")["infracoes"] == catalogue["infracoes"]
    for one in catalogue["infracoes"]:
        file = read(v1(docs, which) / "infracoes" / f"{one['id']}.json")
        assert file["infracao"] == one
        assert file["sancao"] == sanctions[one["sancao"]]
        assert file["pagina"].endswith(f"/infracoes/{one['id']}.html")


def test_devices_are_the_catalogues_with_ids_for_what_hangs_on_them(docs: Path, which: str) -> None:
    found = 0
    for node in devices(whole(which)["dispositivos"]):
        found += 1
        file = read(v1(docs, which) / "dispositivos" / f"{node['id']}.json")
        assert file["dispositivo"] | {"filhos": node["filhos"]} == node
        assert file["filhos"] == [child["id"] for child in node["filhos"]]
        for child in node["filhos"]:
            above = read(v1(docs, which) / "dispositivos" / f"{child['id']}.json")["ancestrais"]
            assert above[-1]["id"] == node["id"]
            assert above[-1]["texto"] == node["texto"]
            assert above[:-1] == file["ancestrais"]
    assert found > 30


def test_the_norm_is_the_catalogues(docs: Path, which: str) -> None:
    file = read(v1(docs, which) / "norma.json")
    for key in ("esquema", "norma", "vigencia", "fonte", "cobertura", "compilador", "anexos"):
        assert file[key] == whole(which)[key]


def test_every_device_that_the_catalogue_names_has_a_file(docs: Path, which: str) -> None:
    text = json.dumps(whole(which))
    named = set(
        re.findall(r'"(?:id|caput_id|dispositivo|base_legal|de)": "([a-z][a-z0-9_-]*)"', text)
    )
    named |= {
        one
        for found in re.findall(r'"aliases": \[(.*?)\]', text)
        for one in re.findall(r'"(.*?)"', found)
    }
    others = {
        one["id"]
        for key in ("sancoes", "correcoes", "infracoes", "anexos")
        for one in whole(which)[key]
    }
    names = {path.stem for path in (v1(docs, which) / "dispositivos").iterdir()}
    assert named - others - {whole(which)["norma"]["id"]} <= names
    assert names <= named
    assert {f"{one['dispositivo']}.json" for one in whole(which)["infracoes"]} <= {f"{one}.json" for one in names}  # fmt: skip


def test_a_caput_and_a_former_id_lead_to_the_same_file(docs: Path) -> None:
    folder = v1(docs, "hostile") / "dispositivos"
    now = (folder / "art3-1.json").read_bytes()
    assert (folder / "art99.json").read_bytes() == now
    assert (folder / "art3-1_cpt.json").read_bytes() == now
    entry = next(
        one
        for one in read(v1(docs, "hostile") / "index.json")["dispositivos"]
        if one["id"] == "art3-1"
    )
    assert entry["outros_ids"] == ["art3-1_cpt", "art99"]


# ── what touches what ────────────────────────────────────────────────────────────────────────


def owners(which: str) -> dict[str, str]:
    """Each id and caput's id with the device it means."""
    found = {}
    for node in devices(whole(which)["dispositivos"]):
        found[node["id"]] = node["id"]
        if node["caput_id"]:
            found[node["caput_id"]] = node["id"]
    return found


@pytest.mark.parametrize(
    ("key", "list_of", "by"),
    [
        ("diagnosticos", "diagnosticos", "dispositivo"),
        ("correcoes", "correcoes", "dispositivo"),
        ("remissoes", "remissoes", "de"),
        ("citado_por", "remissoes", "alvo"),
        ("infracoes", "infracoes", "dispositivo"),
    ],
)
def test_each_thing_is_with_the_device_that_it_is_about_and_no_other(
    docs: Path, which: str, key: str, list_of: str, by: str
) -> None:
    owner = owners(which)
    wanted: dict[str, list[Json]] = {name: [] for name in owner.values()}
    for one in whole(which)[list_of]:
        broken = key == "citado_por" and one["estado"] not in ("resolvida", "ambigua")
        if one[by] in owner and not broken:
            wanted[owner[one[by]]].append(one)
    for name, found in wanted.items():
        assert read(v1(docs, which) / "dispositivos" / f"{name}.json")[key] == found, name
    if which == "real":
        assert sum(map(len, wanted.values())) > 10


def test_what_cites_and_what_is_cited(docs: Path) -> None:
    folder = v1(docs, "real") / "dispositivos"
    eighth = read(folder / "art20_cpt_inc8.json")
    assert {one["texto"] for one in eighth["remissoes"]} == {"incisos IV, VI e VII"}
    # The fourth does not exist: what the law cites in vain is cited, and cites nothing back.
    assert not (folder / "art20_cpt_inc4.json").exists()
    assert [one["de"] for one in read(folder / "art20_cpt_inc6.json")["citado_por"]] == [
        "art20_cpt_inc8"
    ]


def test_an_infraction_bears_what_touches_its_conduct_or_its_sanction(docs: Path) -> None:
    found = 0
    for one in whole("real")["diagnosticos"]:
        file = v1(docs, "real") / "infracoes" / f"{one['dispositivo']}.json"
        if file.is_file():
            found += 1
            assert one in read(file)["diagnosticos"]
    assert found > 5


# ── addresses ────────────────────────────────────────────────────────────────────────────────


def addresses(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for one in node:
            yield from addresses(one)
    elif isinstance(node, dict):
        for key, one in node.items():
            if key in ("catalogo", "pagina", "endereco") and isinstance(one, str):
                yield one
            else:
                yield from addresses(one)


def test_every_address_leads_to_a_file_and_is_relative_to_its_own(docs: Path, which: str) -> None:
    followed = 0
    for file in v1(docs, which).rglob("*.json"):
        here = file.parent.relative_to(docs).as_posix()
        for address in addresses(read(file)):
            path, fragment = urldefrag(address)
            target = posixpath.normpath(posixpath.join(here, path))
            source = docs / re.sub(r"\.html$", ".md", target)
            assert source.is_file(), (file, address)
            if fragment:
                text = source.read_text(encoding="utf-8")
                assert f'id="{fragment}"' in text or f"#{fragment}" in text, (file, address)
            followed += 1
    assert followed > 80


def test_the_whole_is_where_each_file_says(docs: Path, which: str) -> None:
    made = list(v1(docs, which).rglob("*.json"))
    assert len(made) > 5
    for file in made:
        data = read(file)
        found = read((file.parent / data["catalogo"]).resolve())
        assert found["norma"]["id"] == data["norma"]["id"] == whole(which)["norma"]["id"]


def test_a_device_has_the_urn_of_its_norm_and_its_own_id(docs: Path, tmp_path: Path) -> None:
    law = whole("real")["norma"]["urn"]
    for file in (v1(docs, "real") / "dispositivos").iterdir():
        data = read(file)
        assert data["urn"] == f"{law}!{data['dispositivo']['id']}"
    one = read(v1(docs, "real") / "infracoes" / "art6_cpt.json")
    assert one["urn"] == f"{law}!art6_cpt_dpg1"
    assert read(v1(docs, "hostile") / "dispositivos" / "art1.json")["urn"] is None
    norma = norm("hostile").norma.model_copy(update={"urn": law})
    write_docs([norm("hostile").model_copy(update={"norma": norma})], tmp_path)
    folder = tmp_path / "dados" / "v1" / "dispositivos"
    assert read(folder / "art3.json")["urn"] == f"{law}!art3"
    assert read(folder / "art3_rep2.json")["urn"] is None  # printed twice: LexML knows one


def test_the_index_names_every_file(docs: Path, which: str) -> None:
    index = read(v1(docs, which) / "index.json")
    listed = {
        one["endereco"] for key in ("arquivos", "infracoes", "dispositivos") for one in index[key]
    }
    listed |= {
        f"dispositivos/{name}.json" for one in index["dispositivos"] for name in one["outros_ids"]
    }
    there = {
        path.relative_to(v1(docs, which)).as_posix() for path in v1(docs, which).rglob("*.json")
    }
    assert there - {"index.json"} <= listed
    assert {one for one in listed if not one.startswith("..")} <= there
    order = [node["id"] for node in devices(whole(which)["dispositivos"])]
    assert [one["id"] for one in index["dispositivos"]] == order


def test_a_norm_that_punishes_nothing_has_an_empty_list(tmp_path: Path) -> None:
    bare = norm("hostile").model_copy(
        update={"infracoes": (), "sancoes": (), "grupos": (), "pontuacao": ()}
    )
    write_docs([bare], tmp_path, downloads=catalogue_files(bare))
    file = read(tmp_path / "dados" / "v1" / "infracoes.json")
    assert (file["infracoes"], file["pagina"]) == ([], None)
    assert not (tmp_path / "dados" / "v1" / "infracoes").exists()
    assert "Uma infração" not in (tmp_path / "dados.md").read_text(encoding="utf-8")


# ── hashes ───────────────────────────────────────────────────────────────────────────────────


def test_the_hashes_are_those_of_all_files_of_the_folder(docs: Path, which: str) -> None:
    folder = docs / FOLDERS[which] / "dados"
    lines = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    told = {}
    for line in lines:
        found = re.fullmatch(r"([0-9a-f]{64})  (\S.*)", line)
        assert found, line
        told[found[2]] = found[1]
    there = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "SHA256SUMS"
    }
    assert told == there
    assert len(lines) == len(told) > 30
    assert lines == sorted(lines, key=lambda line: line[66:])
    tool = shutil.which("sha256sum")
    if tool:  # what a reader would type; the format is checked above without it
        subprocess.run(
            [tool, "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=folder, check=True
        )


def test_hashes_are_in_the_order_of_names() -> None:
    assert [line[66:] for line in sums({"b": b"", "a/c": b"", "a.b": b""}).decode().splitlines()] == [
        "a.b", "a/c", "b",
    ]  # fmt: skip


# ── the page ─────────────────────────────────────────────────────────────────────────────────


def rows(docs: Path, which: str) -> list[tuple[str, str, str]]:
    """Address, name and note of every file on the page, in order."""
    text = (docs / FOLDERS[which] / "dados.md").read_text(encoding="utf-8")
    found = re.findall(
        r'<li><a href="([^"]+)"[^>]*>([^<]+)</a> <span class="nota">([^<]+)</span>', text
    )
    return [(unquote(html.unescape(address)), name, note) for address, name, note in found]


def test_the_page_lists_what_there_is_the_most_useful_first(docs: Path, which: str) -> None:
    listed = rows(docs, which)
    names = [name for _, name, _ in listed]
    assert names[:2] == ["Tabela de infrações", "Catálogo completo"]
    assert names[-7:-5] == ["Esquema do catálogo", "Esquema dos arquivos menores"]
    assert names[-5:-2] == ["Todas as infrações", "Uma infração", "Um dispositivo"]
    assert names[-1] == "Índice"
    for address, name, note in listed:
        file = docs / FOLDERS[which] / address
        assert file.is_file(), address
        if "arquivos" not in note:
            size = int(re.search(r"(\d+) (?:kB|bytes)$", note)[1])  # type: ignore[index]
            real = file.stat().st_size
            assert size == (real if real < 1000 else round(real / 1000)), name
    total = next(note for _, name, note in listed if name == "Uma infração")
    assert total.startswith(f"JSON, {len(whole(which)['infracoes'])} arquivos, de ")


def test_the_page_says_what_will_not_change(docs: Path, which: str) -> None:
    text = (docs / FOLDERS[which] / "dados.md").read_text(encoding="utf-8")
    promise = text.split("{#promessa}")[1].split("</dl>")[0]
    for word in (
        "identificadores",
        "endereços",
        "dados/v1",
        "v2",
        "aliases",
        "renumera",
        "esquema",
    ):
        assert word in promise, word


def test_what_stands_there_of_another_norm_is_not_offered(docs: Path) -> None:
    assert not [one for one, _, _ in rows(docs, "real") if "norma-hostil" in one]
    theirs = [one for one, _, _ in rows(docs, "hostile")]
    assert "../../dados/norma-hostil.json" in theirs
    assert not [one for one in theirs if "lei-1493" in one]
