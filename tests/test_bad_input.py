"""Bad input, and a bad day for the disk: the command line, end to end, on top of good output.

Each case begins with a norm that was built, catalogue and site. Whatever is then put in its place,
and wherever the run breaks off: an exit code of DESIGN.md §4, words in Portuguese that say what,
where and what to do, no traceback, and the earlier output as it was, byte for byte, or the new one
whole.
"""

import builtins
import errno
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pipeline.emit.pages
import pipeline.emit.site
import pipeline.stages
from pipeline import load_catalogue
from pipeline.cli import run
from pipeline.emit.schema import breaches
from tests.bad_files import (
    GARBAGE,
    LAW,
    indexed,
    law_pdf,
    of_many_pages,
    page_of,
    scanned,
    that_hangs,
    with_scripts_and_attachments,
    without_contents,
    without_pages,
)
from tests.pdf_maker import DrawnLine, DrawnPage, draw

ROOT = Path(__file__).parent.parent
NORM = "lei-12-2017"
FILE = f"raw/{NORM}/lei.pdf"
GOOD = law_pdf()
OTHER = draw([page_of(*LAW[:-1], "Penalidade — multa de R$ 60,00.")])
ENGLISH = re.compile(
    r"\b(file|not|found|invalid|expected|error|failed|password|directory|space|permission|read)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


Lei = Callable[..., Outcome]


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def part(files: Mapping[str, bytes], *folders: str) -> dict[str, bytes]:
    """The files below these folders of a tree."""
    return {name: data for name, data in files.items() if name.split("/")[0] in folders}


def put(files: Mapping[str, bytes | None]) -> None:
    """Write files below the working folder; None is a folder in the place of the file."""
    for name, data in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if data is None:
            path.mkdir()
        else:
            path.write_bytes(data)


@dataclass(frozen=True)
class Built:
    """Where good output lies: of the good file, and of the other one."""

    good: Path
    other: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Good output, with the whole site, once for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        made = []
        for name, data in (("good", GOOD), ("other", OTHER)):
            home = tmp_path_factory.mktemp(name)
            patch.chdir(home)
            put({FILE: data})
            assert run(["build", "-q"]) == 0
            made.append(home / "build")
    return Built(*made)


@pytest.fixture
def home(tmp_path: Path, built: Built, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: the norm in raw/, and its output in build/."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    put({FILE: GOOD})
    # Links: nothing of ours writes into a file that is there, and a test would see it.
    shutil.copytree(built.good, tmp_path / "build", copy_function=os.link)
    return tmp_path


@pytest.fixture
def lei(home: Path, capsys: pytest.CaptureFixture[str]) -> Lei:
    """Runs a command; whatever happens, no traceback is shown and nothing is left half done."""

    def lei(*arguments: str) -> Outcome:
        code = run(list(arguments))
        shown = capsys.readouterr()
        assert "Traceback" not in shown.out + shown.err
        assert not [path for path in home.rglob("*") if path.suffix in (".new", ".old")]
        return Outcome(code, shown.out, shown.err)

    return lei


# ── what is handed in ────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Bad:
    """An unusable input: what lies there, what is called, and what must be said."""

    says: str
    """what is wrong"""
    at: str
    """the file, with page or line"""
    cure: str
    """what to do"""
    files: Mapping[str, bytes | None] = field(default_factory=dict)
    without: Sequence[str] = ()
    """files that are taken away"""
    call: Sequence[str] = ("build",)


def file(data: bytes, says: str, cure: str, at: str = FILE) -> Bad:
    """The norm's own file is this one."""
    return Bad(says, at, cure, {FILE: data})


def facts(text: bytes | None, says: str, cure: str, at: str = "", name: str = "norma.toml") -> Bad:
    """The norm's own file is good, and one of the two tables beside it is this one."""
    path = f"raw/{NORM}/{name}"
    return Bad(says, f"{path}{at}", cure, {path: text})


ERRATUM = (
    '[[errata]]\nid = "um"\nde = "taxa"\npara = "tarifa"\ntodas = true\n{} = {}\nmotivo = "x"\n'
)
HTML = b'<!DOCTYPE html>\n<html lang="pt-br"><head><title>404</title></head>P\xe1gina</html>'
PAGES_OF_WEB = {
    "HTML": HTML,
    "HTML behind an HTTP header": b"HTTP/1.1 404 Not Found\r\nServer: x\r\n\r\n" + HTML,
    "HTML behind a comment": b"<!-- x -->\n<html><body>Sem nada</body></html>",
    "HTML without html": b"\n<head><title>Erro</title></head>",
}

UNUSABLE: dict[str, Bad] = {
    "no such file": Bad(
        "erro ENT001 não existe: lei-13.pdf", "lei-13.pdf", "confira o caminho",
        call=("build", "lei-13.pdf")),
    "no such norm, but one like it": Bad(
        "erro ENT001 não existe: raw/lei-12-2071", "raw/lei-12-2071", f"talvez seja {NORM}",
        call=("build", "lei-12-2071")),
    "no folder of norms": Bad(
        "erro ENT001 não existe a pasta normas", "normas", "--raw", call=("build", "--raw", "normas")),
    "a file for a folder of norms": Bad(
        "é um arquivo", FILE, "--raw", call=("build", "--raw", FILE)),
    "a folder of norms without any": Bad(
        "erro ENT002 nenhuma norma em solta", "solta", "solta/lei-nova", {"solta/Lei Nova.pdf": GOOD},
        call=("build", "--raw", "solta")),
    "a name that no file can have": Bad(
        "o nome é comprido demais", "aaa", "confira o caminho", call=("build", "a" * 5000)),
    "no file but a device": Bad(
        "não é um arquivo comum", "/dev/zero", "confira o caminho", call=("build", "/dev/zero")),
    "a folder without a norm": Bad(
        "erro ENT002 nenhum PDF ou texto", f"raw/{NORM}", "ponha na pasta um PDF", without=(FILE,)),
    "a folder with two": Bad(
        "lei.pdf, republicada.pdf", f"raw/{NORM}", 'arquivo = "lei.pdf"',
        {f"raw/{NORM}/republicada.pdf": GOOD}),
    "a folder that is no id": Bad(
        "não serve de id", "raw/Lei 12", "por exemplo lei-12", {"raw/Lei 12/lei.pdf": GOOD}),
    "0 bytes": file(b"", "erro ENT003 o arquivo está vazio", "baixe o arquivo de novo"),
    **{
        name: file(data, "é uma página da web", "abra-o no navegador e baixe o PDF")
        for name, data in PAGES_OF_WEB.items()
    },
    "a Word document": file(b"PK\x03\x04\x14\0\x06\0word/document.xml", "um documento do Word", "PDF"),
    "an old Word document": file(b"\xd0\xcf\x11\xe0\xa1\xb1" + bytes(99), "do Word", "exporte-o"),
    "an RTF document": file(b"{\\rtf1\\ansi Art. 1\\'ba Fica.}", "um documento RTF", "exporte-o"),
    "an image": file(b"\xff\xd8\xff\xe0" + bytes(99), "é uma imagem", "precisa de OCR"),
    "a PDF cut at its end": file(GOOD[:-150], "erro ENT005 o PDF está danificado", "falta uma parte"),
    "a PDF cut in half": file(GOOD[: len(GOOD) // 2], "ou incompleto", "baixe o arquivo de novo"),
    "the head of a PDF": file(b"%PDF-1.7\n", "erro ENT005", "baixe o arquivo de novo"),
    "a PDF without pages": file(
        indexed(re.sub(rb"/Count 1 /Kids \[.*?\]", b"/Count 0 /Kids []", GOOD)),
        "erro ENT005", "baixe o arquivo de novo"),
    "a page that is lost": file(
        without_pages(law_pdf(page_of("Art. 3º Um."), page_of("Art. 4º Dois.")), 2),
        "a página 2 do PDF não pôde ser lida", "baixe o arquivo de novo", f"{FILE}, página 2"),
    "pages that are lost": file(
        without_pages(law_pdf(*[page_of("Art. 3º Um.")] * 7), 2, 4, 5, 6, 8),
        "as páginas 2, 4 a 6 e 8 do PDF não puderam", "baixe o arquivo de novo", f"{FILE}, página 2"),
    "a page whose content was cut off": file(
        without_contents(law_pdf(page_of("Art. 3º Um."), page_of("Art. 4º Dois.")), 2),
        "a página 2 do PDF não pôde ser lida", "baixe o arquivo de novo", f"{FILE}, página 2"),
    "a password": file(
        law_pdf(user_password="segredo", owner_password="dono"),
        "erro ENT006 o PDF pede senha", "tire a senha"),
    "text in Latin-1": Bad(
        "byte 0xba na linha 2", f"raw/{NORM}/lei.txt, linha 2", "codificação UTF-8",
        {f"raw/{NORM}/lei.txt": "LEI\nArt. 1º Não.\n".encode("latin-1")}, [FILE]),
    "text in UTF-16": Bad(
        "texto em UTF-16", f"raw/{NORM}/lei.txt", "codificação UTF-8",
        {f"raw/{NORM}/lei.txt": "\n".join(LAW).encode("utf-16")}, [FILE]),
    "NUL bytes": Bad(
        "erro ENT004", f"raw/{NORM}/lei.txt", "confira", {f"raw/{NORM}/lei.txt": b"Art. 1\0"}, [FILE]),
    "facts: no toml": facts(
        b'uf = "BA"\nmunicipio = \n', "`municipio`: não é TOML válido", "entre aspas", ", linha 2"),
    "facts: a text without an end": facts(
        b'uf = "BA\n', "`uf`: não é TOML válido", "corrija a linha", ", linha 1"),
    "facts: another type": facts(
        b'uf = "BA"\nnumero = 12\n', "`numero`: deve ser um texto", "corrija o campo", ", linha 2"),
    "facts: no such state": facts(
        b'\nuf = "Bahia"\n', "`uf`: «Bahia» não é a sigla", "corrija o campo", ", linha 2"),
    "facts: unknown key": facts(
        b'[fonte]\nacervos = "x"\n', "`fonte.acervos`: chave desconhecida; talvez seja `acervo`",
        "corrija o campo", ", linha 2"),
    "facts: not UTF-8": facts(
        b'uf = "BA"\nmunicipio = "S\xe3o"\n', "não está em UTF-8", "codificação UTF-8", ", linha 2"),
    "facts: a folder": facts(None, "erro ENT007 não foi possível ler", "corrija"),
    "facts: another name": facts(
        b"", "Norma.toml não seria lido", "para norma.toml", name="Norma.toml"),
    "facts: a file that is not there": Bad(
        "indica lei.pfd, que não está na pasta", f"raw/{NORM}", "talvez seja lei.pdf",
        {f"raw/{NORM}/norma.toml": b'arquivo = "lei.pfd"\n'}),
    "errata: unknown key": facts(
        ERRATUM.format("ocorrencias", 2).encode() + b'autor = "eu"\n',
        "erro ENT008 `errata[1].autor`: chave desconhecida", "corrija a errata", ", linha 8",
        "erratas.toml"),
    "errata: misspelt key": facts(
        ERRATUM.format("ocorrencia", 2).encode(),
        "`errata[1].ocorrencia`: chave desconhecida; talvez seja `ocorrencias`",
        "corrija a errata", ", linha 6", "erratas.toml"),
    "errata: unknown table": facts(
        ERRATUM.format("ocorrencias", 2).replace("errata", "erratas").encode(),
        "`erratas`: chave desconhecida; talvez seja `errata`", "corrija", ", linha 1", "erratas.toml"),
    "errata: another name": facts(
        b"", "errata.toml não seria lido", "para erratas.toml", name="errata.toml"),
    "two norms with one id": Bad(
        f"Lei 12 2017.pdf e raw/{NORM} têm o mesmo id, {NORM}", "Lei 12 2017.pdf", "nome de arquivo próprio",
        {"Lei 12 2017.pdf": OTHER}, call=("build", f"raw/{NORM}", "Lei 12 2017.pdf")),
    "5,000 pages": file(
        of_many_pages(5000), "o arquivo tem 5000 páginas; o limite é 2000", "--max-paginas 5000"),
    "a drawing that draws itself": Bad(
        "erro ENT016 a página 1 do PDF não pôde ser lida em 1 s", f"{FILE}, página 1",
        "imprima-o de novo em PDF", {FILE: that_hangs()}, call=("build", "--prazo", "1")),
    "output into the norms": Bad(
        "a saída não pode ficar na pasta das normas", "raw", "--out", call=("build", "--out", "raw")),
    "output below the norms": Bad(
        "a saída não pode ficar na pasta das normas", "raw/build", "--out",
        call=("build", "--out", "raw/build")),
}  # fmt: skip


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_unusable_input_is_2_and_says_what_where_and_what_to_do(
    lei: Lei, home: Path, name: str
) -> None:
    bad = UNUSABLE[name]
    put(bad.files)
    for gone in bad.without:
        Path(gone).unlink()
    before = tree(home)
    outcome = lei(*bad.call)
    assert outcome.code == 2
    what, where, cure = outcome.err.splitlines()[:3]
    assert re.match(r"erro ENT\d{3} ", what)
    assert bad.says in what
    assert where.startswith(f"  --> {bad.at}")
    assert bad.cure in cure
    assert not ENGLISH.search(outcome.err)
    assert tree(home) == before


def test_the_table_of_unusable_inputs_is_whole() -> None:
    codes = {found[0] for bad in UNUSABLE.values() if (found := re.match(r"erro ENT\d+", bad.says))}
    assert len(UNUSABLE) > 40
    assert len(codes) >= 7


@dataclass(frozen=True)
class Doubtful:
    """A file that is read and can't be trusted: the errors, with the words that name the place."""

    data: bytes
    errors: Mapping[str, Sequence[str]]
    """code → what is said of it: message, place, cure"""
    errata: str = ""


REJECTED: dict[str, Doubtful] = {
    "images only": Doubtful(scanned(3), {
        "EXT001": ["as páginas 1 a 3 são imagem, sem texto", "lei.pdf, página 1", "precisa de OCR"],
        "GRA003": ["nenhum artigo", "lei.pdf, página 1"]}),
    "one image among pages": Doubtful(scanned(1, good=2), {
        "EXT001": ["a página 3 é imagem", "lei.pdf, página 3", "precisa de OCR"]}),
    "pages of garbage": Doubtful(
        law_pdf(page_of(*[GARBAGE] * 3), page_of("Art. 3º Fim."), page_of(*[GARBAGE] * 3)), {
        "EXT002": ["a página 2 não é legível", "a página 4 não é legível",
                   "lei.pdf, página 2, linhas 1 a 3", "compile com --ocr"]}),
    "no articles": Doubtful(draw([page_of("Edital de convocação", "Ficam todos convocados.")]), {
        "GRA003": ["nenhum artigo", "lei.pdf, página 1, linha 1", "Edital", "confira se o arquivo é"]}),
    "an erratum with another count": Doubtful(GOOD, {
        "NOR003": ["a errata um espera 5× «taxa»", "o texto tem 2×", "página 1, linha 2",
                   "`ocorrencias` em erratas.toml"]}, ERRATUM.format("ocorrencias", 5)),
    "an erratum of nothing": Doubtful(GOOD, {
        "NOR003": ["espera 1× «taba»", "o texto tem 0×", "confira as palavras"]},
        ERRATUM.format("ocorrencias", 1).replace("taxa", "taba")),
}  # fmt: skip


@pytest.mark.parametrize("name", REJECTED)
def test_a_norm_that_can_not_be_trusted_is_1_and_leaves_the_last_good_one(
    lei: Lei, home: Path, name: str
) -> None:
    case = REJECTED[name]
    put({FILE: case.data})
    if case.errata:
        put({f"raw/{NORM}/erratas.toml": case.errata.encode()})
    before = tree(home / "build")
    outcome = lei("build")
    assert outcome.code == 1
    shown = re.findall(r"^erro ([A-Z]{3}\d{3}) ", outcome.err, re.MULTILINE)
    assert list(dict.fromkeys(shown)) == list(case.errors), "the errors, in the order of use"
    for words in case.errors.values():
        for one in words:
            assert one in outcome.err
    assert "o último catálogo bom, se houver, foi mantido" in outcome.out
    assert not ENGLISH.search(outcome.err)
    after = tree(home / "build")
    rejected = after.pop(f"rejeitados/{NORM}.json")
    assert after == before
    assert breaches(json.loads(rejected)) == []


@dataclass(frozen=True)
class Odd:
    """A file that looks bad and is good: the words said of it, and how many articles it has."""

    data: bytes
    said: Sequence[str] = ("0 erros, 0 avisos, 0 notas",)
    flags: Sequence[str] = ()
    articles: int = 2


HUGE = DrawnPage(
    [DrawnLine(text, 60, 990_000 - 100_000 * n) for n, text in enumerate(LAW)],
    width=1_000_000, height=1_000_000,
)  # fmt: skip

COMPILES: dict[str, Odd] = {
    "an HTTP header before a good PDF": Odd(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Note: %PDF-1.4\r\n\r\n" + GOOD),
    "an owner's password alone": Odd(law_pdf(owner_password="dono")),
    "a PDF that lost its last bytes": Odd(
        GOOD[:-20], ["aviso EXT004", "o índice do PDF está quebrado", "baixe-o de novo"], ["-v"]),
    "a page of 1,000,000 points": Odd(draw([HUGE])),
    "5,000 pages": Odd(of_many_pages(5000), ["5000 páginas, 2 artigos"], ["--max-paginas", "5000"]),
    "attachments and scripts": Odd(
        with_scripts_and_attachments(GOOD),
        ["aviso EXT003 o PDF traz 2 arquivos anexados", "abra o PDF e veja o anexo"], ["-v"]),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPILES)
def test_a_file_that_only_looks_bad_compiles(
    lei: Lei, home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a file that is read has started something")

    for place, call in ((socket, "socket"), (subprocess, "Popen"), (os, "system")):
        monkeypatch.setattr(place, call, forbidden)
    odd = COMPILES[name]
    good = load_catalogue(f"build/catalogo/{NORM}.json")
    put({FILE: odd.data})
    around = {path for path in tree(home) if not path.startswith("build/")}
    outcome = lei("build", "--no-site", *odd.flags)
    assert (outcome.code, outcome.err) == (0, "")
    for one in odd.said:
        assert one in outcome.out
    catalogue = load_catalogue(f"build/catalogo/{NORM}.json")
    assert [one.texto for one in catalogue.dispositivos] == [one.texto for one in good.dispositivos]
    assert len(catalogue.dispositivos) == odd.articles
    assert catalogue.infracoes[0].multa == good.infracoes[0].multa
    assert {path for path in tree(home) if not path.startswith("build/")} == around


def test_a_bad_norm_among_good_ones_stops_none_of_them(lei: Lei, home: Path) -> None:
    before = part(tree(home / "build"), "catalogo")
    put({f"raw/lei-{n}-2017/lei.pdf": data for n, data in ((1, b""), (2, HTML), (3, OTHER))})
    put({"raw/lei-4-2017/lei.pdf": scanned(1)})
    outcome = lei("build", "--no-site")
    assert outcome.code == 2
    after = tree(home / "build")
    assert {name: after[name] for name in before} == before
    assert set(part(after, "catalogo")) - set(before) == {
        "catalogo/lei-3-2017.json", "catalogo/lei-3-2017.infracoes.csv",
    }  # fmt: skip
    assert set(part(after, "rejeitados")) >= {"rejeitados/lei-4-2017.json"}
    report = lei("check", "--json")
    assert report.code == 2
    faults = [one["erro"] for one in json.loads(report.out)["normas"] if "erro" in one]
    assert [(one["codigo"], one["arquivo"]) for one in faults] == [
        ("ENT003", "raw/lei-1-2017/lei.pdf"), ("ENT004", "raw/lei-2-2017/lei.pdf"),
    ]  # fmt: skip


def test_the_place_of_a_fault_is_in_the_report_for_programs(lei: Lei) -> None:
    put({f"raw/{NORM}/norma.toml": b"\nuf = 1\n"})
    [norm] = json.loads(lei("check", "--json").out)["normas"]
    assert (norm["erro"]["arquivo"], norm["erro"]["linha"]) == (f"raw/{NORM}/norma.toml", 2)
    assert set(norm["erro"]) == {"codigo", "mensagem", "arquivo", "pagina", "linha", "ajuda"}


def test_a_norm_named_twice_is_built_once(lei: Lei) -> None:
    outcome = lei("build", "--no-site", f"raw/{NORM}", f"./raw/{NORM}/", NORM)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.count("✓") == 1


# ── where it is written ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Blocked:
    """Something in the way of the output: what is put where, and what must be named."""

    path: str
    folder: bool
    says: str
    at: str
    call: Sequence[str] = ("build",)


BLOCKED: dict[str, Blocked] = {
    "a file for the output": Blocked(
        "saida", False, "que não é pasta", "saida", ("build", "--out", "saida")),
    "a file on the way": Blocked(
        "saida", False, "que não é pasta", "saida", ("build", "--out", "saida/2026/aqui")),
    "a file for the catalogues": Blocked(
        "build/catalogo", False, "que não é pasta", "build/catalogo"),
    "a file for the site": Blocked("build/site", False, "que não é pasta", "build/site"),
    "a file for its sources": Blocked("build/docs", False, "que não é pasta", "build/docs"),
    "a folder for a catalogue": Blocked(
        f"build/catalogo/{NORM}.json", True, "há uma pasta", f"build/catalogo/{NORM}.json"),
}  # fmt: skip


@pytest.mark.parametrize("name", BLOCKED)
def test_output_that_can_not_be_written_is_2_and_names_what_is_in_the_way(
    lei: Lei, home: Path, name: str
) -> None:
    case = BLOCKED[name]
    path = Path(case.path)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    put({case.path: None if case.folder else b"meu"})
    put({FILE: OTHER})
    before = tree(home)
    outcome = lei(*case.call)
    assert outcome.code == 2
    what, where, cure = outcome.err.splitlines()
    assert what.startswith("erro ENT010 não foi possível gravar: ")
    assert case.says in what
    assert where == f"  --> {case.at}"
    assert "mova o que está ali" in cure
    assert path.is_dir() if case.folder else path.read_bytes() == b"meu"
    kept = part(tree(home), "raw", "saida") | part(tree(home / "build"), "docs", "site")
    assert kept == part(before, "raw", "saida") | part(part_of(before, "build"), "docs", "site")


def part_of(files: Mapping[str, bytes], folder: str) -> dict[str, bytes]:
    """The files below a folder, by their paths in it."""
    start = f"{folder}/"
    return {name.removeprefix(start): one for name, one in files.items() if name.startswith(start)}


class Disk:
    """A disk that refuses to write from some file on, as the system would refuse it.

    `full`: the file is made, and its first bytes do not fit any more (`write` names no file).
    Otherwise it is mounted for reading: no file is made, and the system names it.
    """

    def __init__(self, patch: pytest.MonkeyPatch, below: Path, *, at: str, full: bool) -> None:
        self._below, self._at, self._full = str(below), at, full
        self.refused = False
        self._open = io.open
        for module in (io, builtins):
            patch.setattr(module, "open", self._opened)
        for name in ("mkdir", "rename", "replace", "unlink", "rmdir"):
            patch.setattr(os, name, self._guarded(getattr(os, name)))

    def _opened(self, file: Any, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
        if set(mode) & set("wax+"):
            self._refuse(file, makes_it=self._full)
        return self._open(file, mode, *args, **kwargs)

    def _guarded(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *args: Any, **kwargs: Any) -> Any:
            if not self._full:
                self._refuse(path, makes_it=False)
            return real(path, *args, **kwargs)

        return call

    def _refuse(self, file: Any, *, makes_it: bool) -> None:
        name = "" if isinstance(file, int) else str(Path(file).absolute())
        if not name.startswith(self._below) or (self._at not in name and not self.refused):
            return
        self.refused = True
        if makes_it:
            self._open(file, "wb").close()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(file))


@pytest.mark.parametrize("at", ["catalogo/.", "docs.new", "rejeitados"])
def test_a_disk_mounted_for_reading_is_2_and_nothing_changes(
    lei: Lei, home: Path, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    put({FILE: scanned(1) if at == "rejeitados" else OTHER})
    before = tree(home / "build")
    with monkeypatch.context() as patch:
        disk = Disk(patch, home / "build", at=at, full=False)
        outcome = lei("build")
    assert disk.refused
    assert outcome.code == 2
    assert "erro ENT010 não foi possível gravar: o disco só permite leitura" in outcome.err
    assert "--> build/" in outcome.err or f"--> {home}/build/" in outcome.err
    assert "indique com --out" in outcome.err
    after = tree(home / "build")
    assert after == before if at != "docs.new" else part(after, "docs", "site") == part(
        before, "docs", "site"
    )  # fmt: skip


@pytest.mark.parametrize(
    "at",
    [
        f"catalogo/.{NORM}.json.new", f"catalogo/.{NORM}.infracoes.csv.new", "docs.new/.lei-pipeline",
        "docs.new/assets", "docs.new/dados", "docs.new/artigos", "site.new/.lei-pipeline",
        "site.new/assets", "site.new/lei.html", ".site.zip.new",
    ],
)  # fmt: skip
def test_a_disk_that_gets_full_is_2_and_the_next_run_with_room_finishes(
    lei: Lei, home: Path, built: Built, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    put({FILE: OTHER})
    old, new = tree(home / "build"), tree(built.other)
    assert old != new
    with monkeypatch.context() as patch:
        disk = Disk(patch, home / "build", at=at, full=True)
        outcome = lei("build")
    assert disk.refused
    assert outcome.code == 2
    what, where, cure = outcome.err.splitlines()
    assert what == "erro ENT010 não foi possível gravar: não há espaço em disco"
    # The zip stands in the folder itself, the rest in one of its folders.
    assert where.startswith("  --> build" if at == ".site.zip.new" else "  --> build/")
    assert "libere espaço" in cure
    after = tree(home / "build")
    published = new if at.split("/")[0] != "catalogo" else old
    assert part(after, "catalogo", "rejeitados") == part(published, "catalogo", "rejeitados")
    shown = new if at == ".site.zip.new" else old
    assert part(after, "docs", "site") == part(shown, "docs", "site")
    assert part(after, "site.zip") == part(old, "site.zip")
    if at in ("site.new/lei.html", ".site.zip.new"):  # the others leave the state of the first
        assert lei("build").code == 0
        assert tree(home / "build") == new


# ── a run that is broken off ─────────────────────────────────────────────────────────────────

# Forks itself for each step, so that nothing is imported twice. A child builds, and is really
# killed in the middle; the next one builds to the end. The site is two small files.
_KILL = """
import json, os, shutil, signal, sys
from pathlib import Path
import pipeline.emit.pages, pipeline.emit.site, pipeline.stages, pipeline.terminal
from pipeline.cli import run
from pipeline.emit.catalogue import catalogue_json

def write_docs(catalogues, docs, *, downloads, **_):
    (docs / "dados").mkdir()
    (docs / "index.md").write_bytes(b"".join(map(catalogue_json, catalogues)))
    (docs / "dados" / "a.pdf").write_bytes(downloads["lei-12-2017.pdf"])

def build_site(docs, site):
    (site / "artigos").mkdir()
    (site / "artigos" / "a.html").write_bytes((docs / "index.md").read_bytes())
    (site / "index.html").write_bytes((docs / "index.md").read_bytes())

pipeline.emit.pages.write_docs = write_docs
pipeline.emit.site.build_site = build_site

def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes().hex()
            for path in sorted(folder.rglob("*")) if path.is_file()}

# A first build has nothing to remove.
CALLS = {True: ("mkdir", "rename", "replace"), False: ("mkdir", "rename", "replace", "unlink", "rmdir")}

def kill_at(step, names):
    calls = []
    def counted(real):
        def call(*args, **kwargs):
            calls.append(args)
            if len(calls) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **kwargs)
        return call
    for name in names:
        setattr(os, name, counted(getattr(os, name)))

def build(out, step=0, names=()):
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if step:
            kill_at(step, names)
        os._exit(run(["build", "--out", str(out)]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

good, other = (Path(name) for name in sys.argv[1:])
raw = Path("raw/lei-12-2017/lei.pdf")
raw.parent.mkdir(parents=True)
trees = []
shutil.copy(good, raw)
run(["build", "-q", "--out", "warm"])  # what is loaded once need not be loaded by each child
for name, file in (("a", good), ("b", other)):
    shutil.copy(file, raw)
    assert build(name) == 0
    trees.append(tree(Path(name)))
print(json.dumps(trees))
for first in (True, False):
    step = 0
    while True:
        step += 1
        out = Path(f"saida-{first}-{step}")
        if not first:
            shutil.copytree("a", out)
        code = build(out, step, CALLS[first])
        found = tree(out)
        again = build(out)
        print(json.dumps([first, step, code, found, again, tree(out)]), flush=True)
        if code == 0:
            break
"""


def halves(
    found: Mapping[str, str], old: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[str]:
    """Files and folders that are neither the old nor the new ones, whole."""
    for folder in ("docs", "site"):
        inside = {name: data for name, data in found.items() if name.startswith(f"{folder}/")}
        whole = [
            {name: data for name, data in one.items() if name.startswith(f"{folder}/")}
            for one in (old, new)
        ]
        if inside and inside not in whole:
            yield folder
    for name, data in found.items():
        ours = name.startswith(("catalogo/", "rejeitados/", "site.zip"))
        shown = ours and not name.endswith(".new")
        if shown and data not in (old.get(name), new.get(name)):
            yield name


def test_a_build_killed_at_any_step_is_finished_by_the_next(tmp_path: Path) -> None:
    for name, data in (("good.pdf", GOOD), ("other.pdf", OTHER)):
        (tmp_path / name).write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", _KILL, "good.pdf", "other.pdf"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False,
        capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    (old, new), *steps = map(json.loads, done.stdout.splitlines())
    assert old != new
    folders = {"catalogo", "rejeitados", "docs", "site", "site.zip"}
    assert {name.split("/")[0] for name in new} == folders
    for first, step, code, found, again, end in steps:
        at = f"step {step} of a {'first' if first else 'later'} build"
        assert code in (-signal.SIGKILL, 0), at
        assert list(halves(found, {} if first else old, new)) == [], at
        assert (again, end == new) == (0, True), at
    killed = [first for first, _, code, *_ in steps if code]
    assert killed.count(True) > 15
    assert killed.count(False) > 20


@dataclass(frozen=True)
class Interrupted:
    """Where Ctrl-C strikes: a function is replaced by one that first does a part of its work."""

    module: Any
    name: str
    begins: Callable[..., object] | None = None
    published: bool = False
    """whether the catalogue is new by then"""


def _write_a_bit(*arguments: Any, **_: object) -> None:
    (arguments[1] / "index.html").write_text("metade", encoding="utf-8")


INTERRUPTED: dict[str, Interrupted] = {
    "while a PDF is read": Interrupted(pipeline.stages, "extract"),
    "while a norm is judged": Interrupted(pipeline.stages, "check"),
    "while files are put in place": Interrupted(os, "replace"),
    "while pages are written": Interrupted(pipeline.emit.pages, "write_docs", _write_a_bit, True),
    "while the site is built": Interrupted(pipeline.emit.site, "build_site", _write_a_bit, True),
}


@pytest.mark.parametrize("name", INTERRUPTED)
def test_ctrl_c_is_130_and_nothing_is_half_done(
    lei: Lei, home: Path, built: Built, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    case = INTERRUPTED[name]
    put({FILE: OTHER})
    old, new = tree(home / "build"), tree(built.other)

    def interrupted(*arguments: Any, **named: Any) -> None:
        if case.begins:
            case.begins(*arguments, **named)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(case.module, case.name, interrupted)
        outcome = lei("build")
    assert outcome.code == 130
    assert outcome.err == "interrompido: nenhum arquivo ficou pela metade\n"
    after = tree(home / "build")
    assert part(after, "docs", "site") == part(old, "docs", "site")
    assert part(after, "catalogo", "rejeitados") == part(
        new if case.published else old, "catalogo", "rejeitados"
    )


_CTRL_C_ON_LOADING = """
import signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == "typer":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
from pipeline.__main__ import main
main()
"""


def test_ctrl_c_while_the_command_line_is_loaded_is_130(home: Path) -> None:
    before = tree(home)
    done = subprocess.run(
        [sys.executable, "-B", "-c", _CTRL_C_ON_LOADING, "build"],
        cwd=home, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False,
        capture_output=True, encoding="utf-8",
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrompido\n")
    assert tree(home) == before
