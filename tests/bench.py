"""Measures the compiler and its site on the 13-page law and reports; it asserts nothing.

`make bench`. Budgets are those of the design: ratios hold on any machine, seconds on two idle
cores. Each figure is the best of several runs.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pypdfium2

from pipeline.artefacts import Source
from pipeline.emit.catalogue import catalogue_json
from pipeline.extract import extract
from pipeline.extract.tesseract import Tesseract
from pipeline.model_build import build_model
from pipeline.normalise import normalise
from pipeline.parse import parse
from pipeline.sanctions import read_sanctions
from pipeline.sources import load_source
from pipeline.stages import compile_source
from tests.browser import weights
from tests.noise import curve
from tests.pdf_maker import facsimile_pages
from tests.record import load as record_of_the_law
from tests.scans import accuracy, can_recognise, images_of, scan, worn

ROOT = Path(__file__).parents[1]
NORM = ROOT / "raw" / "lei-1493-2023"


def best(run: Callable[[], object], times: int = 15) -> float:
    """Milliseconds of the fastest of several runs."""
    fastest = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest * 1000


def best_of_each(runs: Mapping[str, Callable[[], object]], times: int = 30) -> dict[str, float]:
    """Milliseconds of the fastest run of each, taken by turns: a slow spell of the machine then
    falls on all of them, and their ratios hold."""
    fastest = dict.fromkeys(runs, float("inf"))
    for _ in range(times):
        for name, run in runs.items():
            fastest[name] = min(fastest[name], best(run, 1))
    return fastest


def plain_text(data: bytes) -> int:
    """What any reader of the PDF must do: the plain text of every page."""
    document = pypdfium2.PdfDocument(data)
    characters = 0
    for page in document:
        text = page.get_textpage()
        characters += len(text.get_text_range())
        text.close()
        page.close()
    document.close()
    return characters


def to_model(source: Source) -> None:
    build_model(parse(normalise(extract(source), source)))


def repeated(data: bytes, times: int) -> bytes:
    """The law's pages several times over, as one PDF."""
    whole = pypdfium2.PdfDocument.new()
    part = pypdfium2.PdfDocument(data)
    for _ in range(times):
        whole.import_pages(part)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.pdf"
        whole.save(path)
        return path.read_bytes()


def command(*arguments: str, out: Path) -> Callable[[], object]:
    """`lei build …` in a process of its own, as users start it."""
    code = "from pipeline.cli import main; main()"
    call = [sys.executable, "-c", code, "build", "--quiet", "--out", str(out), *arguments]
    return lambda: subprocess.run(call, cwd=ROOT, check=True, env=os.environ | {"NO_COLOR": "1"})


def report(what: str, value: float, budget: float | None, unit: str = "ms") -> None:
    if budget is None:
        verdict = ""
    else:
        verdict = f"  budget {budget:g} {unit}  {'met' if value <= budget else 'MISSED'}"
    print(f"{what:<58}{value:>9.1f} {unit}{verdict}")


def noise_curve() -> None:
    """What becomes of the infractions when characters of the whole text are damaged."""
    print(f"\n{'characters damaged':<22}{'found':>8}{'right':>8}{'lost in silence':>17}")
    for level in curve():
        what = f"{level.share:.1%} {level.kind}"
        print(f"{what:<22}{level.found:>7.1f}%{level.right:>7.1f}%{level.lost:>17}")


def ocr() -> None:
    """How much of the law OCR reads right, and how long a page takes it."""
    print(f"\n{'scan of the law, 300 dpi':<38}{'characters right':>17}{'s a page':>10}")
    if not can_recognise():
        print("tesseract with Portuguese is not installed; see the README")
        return
    record = record_of_the_law()[:3]
    clean = images_of(facsimile_pages(record))
    with tempfile.TemporaryDirectory() as folder:
        for what, images in (
            ("clean", clean),
            ("worn: blurred, with specks", [worn(one, seed=7) for one in clean]),
            ("upside down", [one.rotate(180) for one in clean]),
        ):
            path = Path(folder) / "lei.pdf"
            path.write_bytes(scan(images))
            start = time.perf_counter()
            pages = extract(load_source(path), ocr=Tesseract()).pages
            taken = (time.perf_counter() - start) / len(pages)
            right = "\n".join("\n".join(lines) for lines in record)
            found = "\n".join(line.text for page in pages for line in page.lines)
            print(f"{what:<38}{accuracy(found, right):>17.2%}{taken:>10.1f}")


def main() -> None:
    source = load_source(NORM)
    catalogue = compile_source(source).catalogue
    pages = extract(source)
    normal = normalise(pages, source)
    parsed = parse(normal)
    model = build_model(parsed)
    budgets = {"parse, with positions": 20.0}
    text, whole = "plain text of 13 pages (get_text_range)", "extract to model"
    taken = best_of_each(
        {
            text: lambda: plain_text(source.data),
            "extract": lambda: extract(source),
            "normalise": lambda: normalise(pages, source),
            "parse, with positions": lambda: parse(normal),
            "model": lambda: build_model(parsed),
            "sanctions": lambda: read_sanctions(model, source.facts.destinatarios),
            whole: lambda: to_model(source),
        }
    )
    for what, value in taken.items():
        report(what, value, budgets.get(what))
    report("extract to model ÷ plain text", taken[whole] / taken[text], 4, "×")
    report("schema validation and JSON", best(lambda: catalogue_json(catalogue), 3), None)
    times = 16
    long = Source(source.id, source.path, repeated(source.data, times), source.sha256, source.facts)
    growth = best(lambda: to_model(long), 3) / taken[whole] / times
    report(f"{13 * times} pages ÷ 13 pages ÷ {times} (1 is linear)", growth, 1.5, "×")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "build"
        report("lei build --no-site, cold", best(command("--no-site", out=out), 5), 800)
        report("lei build, with site", best(command(out=out), 1), 4000)
        report("lei build, nothing changed", best(command(out=out), 3), 900)
        print(f"\n{weights.report(out / 'site')}")
    noise_curve()
    ocr()


if __name__ == "__main__":
    main()
