"""Inputs put together at random from a seed, and what must hold of each of them, to the limit.

`make fuzz` runs this for minutes, tests/test_fuzz.py for seconds. Four kinds: words of the grammar
in random order, random bytes as a PDF, good PDFs with random damage, random tables beside a good
text. Each case is one run of the command line in a process of its own, with bounds on memory and
on processor time. Only coded diagnostics and the exit codes 0, 1 and 2 may come out; each character
of a text must be in the catalogue; nothing is left half written.

    python -m tests.fuzz --seconds 300 --seed 7    # cases 7, 8, 9 … of each kind
    python -m tests.fuzz --kind pdf --seed 1234 --cases 1    # one again, with its files kept
"""

import argparse
import contextlib
import io
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from tests.bad_files import (
    LAW,
    law_pdf,
    page_of,
    scanned,
    with_scripts_and_attachments,
)

ROOT = Path(__file__).parent.parent
REAL = ROOT / "raw" / "lei-1493-2023" / "lei-1493-2023.pdf"

MEMORY = 1 << 30
"""Bytes that a case may take beyond what the compiler takes at rest."""
PROCESSOR = 20
"""Seconds of the processor for one case: a hundred times what it needs."""
CLOCK = 300
"""Seconds after which a case that waits for something is stopped."""

HEADS = [
    "", "", "", "Art. {n}º ", "Art. {n}. ", "Art. {n}-A ", "Art.{n}.° ", "Art. l{n}. ", "art. {n}º ",
    "§ {n}º ", "$ {n}º ", "Parágrafo único. ", "§ único ", "I - ", "II – ", "III— ", "Il - ", "lV - ",
    "IIII - ", "C. ", "a) ", "b) ", "aa) ", "i) ", "1. ", "2) ", "10. ", "Infração - ", "INFRAÇÃO: ",
    "lnfração ", "Penalidade – ", "Medida administrativa - ", "Penalidade ", "PARTE GERAL ",
    "LIVRO I ", "TÍTULO II ", "CAPÍTULO {n} ", "CAPÍTULO II ", "Seção I ", "Subseção II ", "ANEXO I ",
]  # fmt: skip
BODIES = [
    "", "O selo é azul.", "a taxa é anual;", "leve;", "multa (Grupo Z-9).", "o disposto no",
    "observado o art. 5º,", "são deveres:", "DAS PENAS", "(VETADO)", "0 selo", "esta-", "belecimento",
    "Vila Azul, 3 de maio de 2017.", "Vila Azul,", "de 2017.", "BELTRANA DE TAL", "LEI Nº 7, DE 3 DE MAIO DE 2017",
    "FAÇO SABER que", "Projeto de Lei nº 9", "II - de novo", "§ 2º de novo", "Art. 3º da Lei", "1",
    "Infração: a conduta", "revogado o selo,", "licen\ufffda", "ﬁscal", "a\u0303o", "“Art. 6º", "” (NR)", "...",
]  # fmt: skip
# What no law has, and a page that was scanned may.
RARE_HEADS = [
    "Art. " + "9" * 40 + ". ", "§ 4294967296º ", "M" * 60 + " - ", "MMMMCMXCIX - ", "Art. 0º ", "zz) ",
    "Art. {n}º-" + "A" * 30 + " ", "§§ {n}º e 2º ", "Arts. {n}º a 9º ", "Artigo único. ", "\ufeffArt. {n}º ",
    "Art. {n}º§ 1º I - a) 1. ", "INFRAÇÃO PENALIDADE ", "Medida administrativa: Penalidade: ", "ANEXO ÚNICO ",
    "CAPÍTULO " + "X" * 50 + " ", "Art. " + "9" * 5000 + " ", "1" * 5000 + ") ", "MIL" * 2000 + " - ", "Art. ²º ", "Art. ４º ", "LXXXX - ", "- ", ") ", "º ", "( ",
]  # fmt: skip
RARE_BODIES = [
    "multa de R$ 99999999999999999999999999,99.", "multa de R$ 0,001.", "multa de 0 (zero) UFIR;", "por veículo",
    "multa (Grupo )", "10 (dez) pontos", "9.9.9.9", "31 de fevereiro de 2017.", "em 99 de maio de 0000.",
    "entra em vigor em " + "9" * 30 + " dias", "incisos I a " + "M" * 40, "arts. 1º a 999999999", "[/] [bold] \\",
    "{{ x }} {% y %}", "<script>", "\u202e\u200b\u00ad", "\U0001f600", "\x1b[31m", "\ud7ff\ue000", "a" * 3000,
    "=1+1", "multa de " + "9" * 5000 + " (cem) UFIR;", "9" * 5000 + " (dez) pontos", "grave: " + "9" * 5000 + " pontos",
    "inciso " + "9" * 5000 + " do art. " + "9" * 5000, "art. 5º-" + "Z" * 5000, "em " + "9" * 5000 + " dias",
    "multa (Grupo " + "Z" * 5000 + ")", "multa (" + "9" * 5000 + " vezes)", "(" * 500, "§ 1º do art. 2º, inciso I, alínea a, " * 30, "um mil e cem milhões", "\u2028", "\x85",
]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A norm's folder: the files in it; `text` where all of its characters must come back."""

    files: dict[str, bytes]
    text: str | None = None


def of_text(*lines: str) -> Case:
    """A norm of these lines."""
    text = "".join(f"{line}\n" for line in lines)
    return Case({"lei.txt": text.encode()}, text)


@dataclass
class Tally:
    """What a run came to."""

    cases: dict[str, int] = field(default_factory=dict)
    codes: dict[int, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


# ── the four kinds ───────────────────────────────────────────────────────────────────────────


def words(rng: Random) -> Case:
    """Words of the grammar in random order, as a text or printed in a PDF."""
    rare = rng.random() < 0.5
    heads = HEADS + RARE_HEADS * rare
    bodies = BODIES + RARE_BODIES * rare
    ends = ["\n", "\n", "\n", "\n\n", " \n", "\r\n", "\n\f"]
    lines = []
    for _ in range(rng.choice([1, 5, 40, 40, 200])):
        head = rng.choice(heads).replace("{n}", str(rng.randint(1, 12)))
        lines.append((head + rng.choice(bodies)).strip())
    if rng.random() < 0.25:
        shown = [line for line in lines if line.isprintable() and "\U0001f600" not in line] or ["x"]
        return Case(
            {"lei.pdf": law_pdf(*[page_of(*shown[n : n + 40]) for n in range(0, len(shown), 40)])}
        )
    text = "".join(line + rng.choice(ends) for line in lines)
    return Case({"lei.txt": text.encode()}, text)


def noise(rng: Random) -> Case:
    """Random bytes as a PDF: of any kind, behind a header, or words of the format."""
    size = rng.choice([0, 1, 10, 500, 5000, 60_000])
    how = rng.randrange(4)
    if how == 0:
        return Case({"lei.pdf": rng.randbytes(size)})
    if how == 1:
        return Case({"lei.pdf": b"%PDF-1.7\n" + rng.randbytes(size)})
    soup = b" ".join(_token(rng) for _ in range(size // 8))
    if how == 2:
        return Case({"lei.pdf": b"%PDF-1.4\n" + soup + b"\nstartxref\n0\n%%EOF"})
    head = rng.choice(
        [b"\xef\xbb\xbf", b"<", b"PK\x03\x04", b"{\\rtf", b"\xff\xfe", b"HTTP/1.1 200\r\n", b""]
    )
    return Case({"lei.pdf": head + rng.choice([soup, rng.randbytes(size), b"Art. 1\xba"])})


def damaged(rng: Random) -> Case:
    """A good PDF with random damage."""
    data = bytearray(rng.choice(_seeds()))
    for _ in range(rng.choice([1, 1, 2, 5, 30])):
        if data:
            rng.choice(_DAMAGES)(rng, data)
    return Case({"lei.pdf": bytes(data)})


def tables(rng: Random) -> Case:
    """A good text beside tables put together from their keys and from wrong ones."""
    text = "\n".join((*LAW, "I - a) taxa da taxa-", "licença", "§ 1º Fica a taxa.")).encode()
    files = {"lei.txt": text}
    if rng.random() < 0.6:
        files["norma.toml"] = _spoilt(rng, _table(rng))
    if rng.random() < 0.7:
        files["erratas.toml"] = _spoilt(rng, _errata(rng))
    return Case(files)


KINDS: dict[str, Callable[[Random], Case]] = {
    "palavras": words, "bytes": noise, "pdf": damaged, "toml": tables,
}  # fmt: skip


def case(kind: str, seed: int) -> Case:
    """The case of a kind and a number: always the same."""
    return KINDS[kind](Random(f"{kind} {seed}"))


# ── damage to PDFs ───────────────────────────────────────────────────────────────────────────

_TOKENS = (
    b"obj", b"endobj", b"stream", b"endstream", b"<<", b">>", b"[", b"]", b"xref", b"trailer",
    b"startxref", b"%%EOF", b"R", b"null", b"true", b"(", b")", b"<", b">", b"/Type", b"/Page", b"/Pages",
    b"/Catalog", b"/Kids", b"/Count", b"/Parent", b"/Contents", b"/Resources", b"/Font", b"/Length",
    b"/Filter", b"/FlateDecode", b"/ASCIIHexDecode", b"/LZWDecode", b"/ObjStm", b"/XRef", b"/Prev", b"/Root",
    b"/Size", b"/W", b"/Index", b"/First", b"/N", b"/MediaBox", b"/Rotate", b"/ToUnicode", b"/Encrypt",
    b"BT", b"ET", b"Tj", b"TJ", b"Tf", b"cm", b"q", b"Q", b"Do", b"/XObject", b"/Form", b"/Image",
)  # fmt: skip
_NUMBERS = (
    b"0", b"1", b"-1", b"2", b"7", b"65535", b"65536", b"2147483647", b"2147483648", b"4294967296", b"-2147483649",
    b"99999999999999999999", b"0.00001", b"1e308", b"-0", b"3 0 R", b"999 0 R",
)  # fmt: skip


@cache
def _seeds() -> tuple[bytes, ...]:
    good = law_pdf(
        page_of("Art. 3º Fim da taxa."), page_of("Art. 4º Esta Lei entra em vigor hoje.")
    )
    return (
        good, good, REAL.read_bytes(), law_pdf(owner_password="dono"), scanned(2, good=1),
        with_scripts_and_attachments(good),
    )  # fmt: skip


def _token(rng: Random) -> bytes:
    return rng.choice(_TOKENS if rng.random() < 0.7 else _NUMBERS)


def _slice(rng: Random, data: bytearray, most: int = 4000) -> slice:
    at = rng.randrange(len(data))
    return slice(at, at + rng.randint(1, rng.choice([1, 8, 100, most])))


def _flip(rng: Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _cut(rng: Random, data: bytearray) -> None:
    del data[_slice(rng, data)]


def _truncate(rng: Random, data: bytearray) -> None:
    del data[rng.randrange(len(data)) :]


def _repeat(rng: Random, data: bytearray) -> None:
    piece = data[_slice(rng, data)]
    at = rng.randrange(len(data))
    data[at:at] = piece * rng.choice([1, 2, 50])


def _overwrite(rng: Random, data: bytearray) -> None:
    where = _slice(rng, data)
    size = len(data[where])
    data[where] = bytes(size) if rng.random() < 0.5 else rng.randbytes(size)


def _insert(rng: Random, data: bytearray) -> None:
    at = rng.randrange(len(data))
    data[at:at] = b" " + _token(rng) + b" "


def _renumber(rng: Random, data: bytearray) -> None:
    found = list(re.finditer(rb"(?<=[ \n\[])-?\d+(?=[ \n\]])", data[: 1 << 20]))
    if found:
        one = rng.choice(found)
        data[one.start() : one.end()] = rng.choice(_NUMBERS)


def _rename(rng: Random, data: bytearray) -> None:
    found = list(re.finditer(rb"/[A-Za-z]+", data[: 1 << 20]))
    if found:
        one, other = rng.choice(found), rng.choice(found)
        data[one.start() : one.end()] = other[0]


def _swap(rng: Random, data: bytearray) -> None:
    found = list(re.finditer(rb"\n\d+ 0 obj.*?endobj", data, re.DOTALL))
    if len(found) > 1:
        one, other = sorted(rng.sample(found, 2), key=lambda match: match.start())
        data[other.start() : other.end()] = one[0]
        data[one.start() : one.end()] = other[0]


_DAMAGES: Sequence[Callable[[Random, bytearray], None]] = (
    _flip, _flip, _cut, _truncate, _repeat, _overwrite, _insert, _renumber, _renumber, _renumber, _rename,
    _swap,
)  # fmt: skip


# ── tables ───────────────────────────────────────────────────────────────────────────────────

_FACTS: dict[str, tuple[str, ...]] = {
    "arquivo": ('"lei.txt"',), "tipo": ('"lei"', '"decreto"', '"lei.complementar"'), "numero": ('"12"', '"13-a"'),
    "data": ("2017-05-03", "0001-01-01", "9999-12-31"), "publicacao": ("2017-05-10", "0001-01-01", "9999-12-31"),
    "municipio": ('"Vila Azul"', '"São João d\'Aliança"', '"E\u0301den"'), "uf": ('"BA"', '"DF"'),
    "fonte.acervo": ('"x"', '"[/]"'), "fonte.descricao": ('"""\n[registro]\n"""', "'''a\nb'''"),
    "fonte.consultada_em": ("2026-01-01",), "fonte.reconstituida": ("true", "false"),
    "fonte.motivo": ('"<b>&"', '"{{ x }}"', '"\\u0085\\u2028"'), "registro.acervo": ('"x"', '"\U0001f600"'),
    "registro.id_nativo": ('"7"',), "registro.data": ("2017-05-03",), "registro.confianca": ("0", "1", "0.5"),
    "registro.paginas": ("1", "9999999999"), "registro.ementa": ('"' + "a" * 5000 + '"',),
    "destinatarios": ('[{ id = "a", nome = "b", termos = ["taxa", ".*", "("] }]', "[]"),
    "outra": ("1",), "registro": ("{}", "1"), "fonte": ("{}",), '"a b"': ("1",), "''": ("1",), "ação": ("1",),
}  # fmt: skip
_GOOD_KEYS = tuple(_FACTS)[:17]
_VALUES = (
    '"lei.txt"', '"lei"', '"12"', '"BA"', "true", "false", "0", "1", "-1", "1.5", "nan", "-inf", "9" * 400, "0x7f",
    "2017-05-03", "0001-01-01", "9999-12-31", "2017-05-03T10:00:00Z", "10:00:00", "[]", "[1, [2, [3]]]", "{}",
    '{ a = 1 }', '""', '" "', '"\\u0000"', '"\\uFFFF"', '"Vila Azul"', '"""\n"""', "'''a\nb'''", '["motorista"]',
    '[{ id = "a", nome = "b", termos = ["c"] }]', '"lei.complementar"', '"../lei.txt"', '"' + "a" * 5000 + '"',
    '"\U0001f600"', '"[/bold]"', '"<b>&"', '"{{ x }}"', "2017-05-32", "", "=",
)  # fmt: skip
_PIECES = (
    "taxa", "Art. 1º", "Art. 2º Andar", "licença", "a", " ", "-", "\n", "taxa-\nlicença", "§ 1º", "I -", "Infração",
    "leve", "R$ 50,00", "de vistoria.\nArt. 2º", "LEI Nº 12", "LEI Nº 13", "0", "º", "\ufffd", "X" * 300, "a)",
    "Penalidade — multa", "\f", "\r", "\u2028", "Art. 99", "CAPÍTULO I", "\x00", "\x1b", "e\u0301", "“", "(NR)",
)  # fmt: skip


def _table(rng: Random) -> str:
    names: dict[str, None] = dict.fromkeys(rng.sample(_GOOD_KEYS, rng.randint(0, 9)))
    if rng.random() < 0.1:
        names[rng.choice(list(_FACTS))] = None
    if "fonte.reconstituida" in names:
        names["fonte.motivo"] = None
    if any(name.startswith("registro.") for name in names):
        names["registro.acervo"] = None
    wrong = rng.random() < 0.25
    return "".join(
        f"{name} = {rng.choice(_VALUES if wrong and rng.random() < 0.3 else _FACTS[name])}\n"
        for name in names
    )


def _errata(rng: Random) -> str:
    text = ""
    for number in range(rng.randint(0, 3)):
        place, at = rng.choice(_PLACES)
        rows = {
            "id": json.dumps(f"e{number}"),
            "de": _quoted(rng.choice(_PIECES)),
            "para": _quoted(rng.choice(_PIECES) + rng.choice(["", "", rng.choice(_PIECES)])),
            place: at,
            "ocorrencias": rng.choice(["1", "1", "2", "3", "4", "0"]),
            "motivo": rng.choice(['"x"', '"[/]"']),
            "certeza": rng.choice(['"certa"', '"provavel"']),
        }
        if rng.random() < 0.05:
            rows[rng.choice([*rows, "outra"])] = rng.choice(_VALUES)
        kind = "errata"
        if rng.random() < 0.2:
            kind = "observacoes"
            rows |= {"trecho": rows.pop("de"), "classe": rng.choice(['"norma"', '"ocr"'])}
            del rows["para"], rows["certeza"]
        text += f"[[{kind}]]\n" + "".join(f"{key} = {value}\n" for key, value in rows.items())
    return text


_PLACES = (
    ("todas", "true"), ("todas", "true"), ("todas", "true"), ("todas", "false"), ("pagina", "1"), ("pagina", "2"),
    ("dispositivo", '"art1"'), ("dispositivo", '"art2_cpt"'), ("dispositivo", '"art2_cpt_dpg1"'),
)  # fmt: skip


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _spoilt(rng: Random, text: str) -> bytes:
    data = bytearray(text.encode())
    if rng.random() < 0.1 and data:
        rng.choice([_flip, _cut, _repeat, _overwrite, _truncate])(rng, data)
    return bytes(data)


# ── one case, in a process of its own ────────────────────────────────────────────────────────


class CaseError(Exception):
    """What must not be."""


def judge(one: Case, folder: Path, *, thorough: bool) -> int:
    """Build the case with the command line in `folder`; its exit code. Raises `CaseError`."""
    from pipeline.cli import run
    from pipeline.codes import CODES

    norm = folder / "raw" / "lei-12-2017"
    norm.mkdir(parents=True)
    for name, data in one.files.items():
        (norm / name).write_bytes(data)
    os.chdir(folder)
    tempfile.tempdir = str(folder)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(["build", "--no-site", "--verbose"])
    said = out.getvalue() + err.getvalue()
    if code == 70:
        reports = "".join(file.read_text(encoding="utf-8") for file in folder.glob("lei-*.log"))
        raise CaseError(f"exit code 70\n{said}\n{reports}")
    if code not in (0, 1, 2) or "Traceback" in said:
        raise CaseError(f"exit code {code}\n{said}")
    if code == 2 and not re.match(r"erro (ENT\d{3}) .+\n  --> .+\n  .+", err.getvalue()):
        raise CaseError(f"no error in three lines\n{said}")
    shown = set(re.findall(r"^(?:erro|aviso|nota) ([A-Z]{3}\d{3}) ", said, re.MULTILINE))
    # What has no article and can't be read as one text says so by its labels as well.
    never = {"INT001"} if "GRA003" in shown else {"INT001", "GRA002"}
    if shown - set(CODES) or shown & never:
        raise CaseError(f"codes {shown}\n{said}")
    left = [path for path in folder.rglob("*") if path.suffix in (".new", ".old")]
    made = list(folder.glob("build/*/*.json"))
    if left or len(made) != (code < 2):
        raise CaseError(f"files {left} {made}\n{said}")
    if made:
        _judge_catalogue(one, made[0], folder / "docs", thorough=thorough)
    return code


def _judge_catalogue(one: Case, file: Path, docs: Path, *, thorough: bool) -> None:
    from pipeline import load_catalogue
    from pipeline.emit.catalogue import catalogue_json
    from pipeline.emit.pages import write_docs
    from tests.case_files import characters, kept

    catalogue = load_catalogue(file)
    if catalogue_json(catalogue) != file.read_bytes():
        raise CaseError("the catalogue is not itself again")
    if one.text is not None:
        came, went = characters(one.text), kept(catalogue)
        if came != went:
            raise CaseError(f"lost {came - went}, gained {went - came}")
    if catalogue.cobertura.sem_lugar:
        raise CaseError("lines without a place")
    if thorough:
        docs.mkdir()
        write_docs([catalogue], docs)


def in_a_process(one: Case, folder: Path, *, thorough: bool) -> tuple[int, str]:
    """Judge a case in a child with bounds: its exit code, and the fault or an empty text."""
    report = folder / "falha.txt"
    child = os.fork()
    if child == 0:
        try:
            signal.alarm(CLOCK)
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR + 5))
            taken = Path("/proc/self/statm")
            if taken.exists():  # elsewhere memory has no bound
                rest = int(taken.read_text().split()[0]) * resource.getpagesize()
                resource.setrlimit(resource.RLIMIT_AS, (rest + MEMORY, rest + MEMORY))
            os._exit(judge(one, folder, thorough=thorough))
        except BaseException:  # noqa: BLE001 (nothing may get out of the child)
            report.write_text(traceback.format_exc(), encoding="utf-8", errors="backslashreplace")
            os._exit(99)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code in (0, 1, 2):
        return code, ""
    if code == 99:
        return code, report.read_text(encoding="utf-8")
    return code, f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


# ── a run ────────────────────────────────────────────────────────────────────────────────────


def warm() -> None:
    """Load what every case needs, once."""
    import jsonschema  # noqa: F401

    import pipeline.emit.pages
    import pipeline.terminal  # noqa: F401
    from pipeline import compile_norm
    from pipeline.emit.catalogue import catalogue_json

    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("a.pdf", law_pdf()), ("a.txt", "\n".join(LAW).encode())):
            (Path(folder) / name).write_bytes(data)
            catalogue_json(compile_norm(Path(folder) / name).catalogue)


def fuzz(kinds: Sequence[str], first: int, more: Callable[[int], bool], keep: Path | None) -> Tally:
    """Run the cases `first`, `first` + 1 … of each kind while `more` says so."""
    warm()
    tally = Tally()
    number = 0
    while more(number):
        for kind in kinds:
            seed = first + number
            folder = Path(tempfile.mkdtemp(prefix="lei-fuzz-"))
            code, fault = in_a_process(case(kind, seed), folder, thorough=seed % 10 == 0)
            tally.cases[kind] = tally.cases.get(kind, 0) + 1
            tally.codes[code] = tally.codes.get(code, 0) + 1
            if fault:
                again = f"python -m tests.fuzz --kind {kind} --seed {seed} --cases 1"
                tally.faults.append(f"{again}\n{fault}")
                print(f"FAULT: {again}\n{fault}", flush=True)
            if keep is not None and fault:
                shutil.copytree(folder, keep / f"{kind}-{seed}", dirs_exist_ok=True)
            shutil.rmtree(folder)
        number += 1
    return tally


def main() -> int:
    """Run from the command line; 0 if nothing was found."""
    parser = argparse.ArgumentParser(description="Fuzz the compiler.")
    parser.add_argument("--seconds", type=float, default=180, help="how long")
    parser.add_argument("--cases", type=int, help="so many of each kind, however long")
    parser.add_argument("--seed", type=int, help="the first case; default: by the clock")
    parser.add_argument("--kind", choices=KINDS, help="only this kind; default: all four")
    parser.add_argument("--keep", type=Path, help="folder for the files of cases with a fault")
    wanted = parser.parse_args()
    first = int(time.time()) % 1_000_000_000 if wanted.seed is None else wanted.seed
    end = time.monotonic() + wanted.seconds
    kinds = [wanted.kind] if wanted.kind else list(KINDS)
    print(f"seed {first}: cases {first}, {first + 1} … of {', '.join(kinds)}", flush=True)
    if wanted.cases is None:
        tally = fuzz(kinds, first, lambda _: time.monotonic() < end, wanted.keep)
    else:
        tally = fuzz(kinds, first, lambda number: number < wanted.cases, wanted.keep)
    shown = ", ".join(f"{count} {kind}" for kind, count in tally.cases.items())
    codes = ", ".join(f"{count}× {code}" for code, count in sorted(tally.codes.items()))
    print(f"{shown}; exit codes {codes}; {len(tally.faults)} faults")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
