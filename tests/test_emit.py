"""What is written: the bytes of the JSON and the CSV, and that no run ever leaves half of anything."""

import contextlib
import csv
import errno
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline import Catalogo, InputError, compile_norm
from pipeline.emit.catalogue import (
    SchemaBreachError,
    catalogue_files,
    catalogue_json,
    infractions_csv,
)
from pipeline.emit.safe import (
    MARKER,
    is_as_made,
    recover,
    remove_file,
    stamp_of,
    swap_folder,
    write_files,
)
from pipeline.model import Infracao, Multa

ROOT = Path(__file__).parent.parent
NORM = ROOT / "raw" / "lei-1493-2023"


@cache
def law() -> Catalogo:
    return compile_norm(NORM).catalogue


def rows(data: bytes) -> list[dict[str, str]]:
    text = data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))


def with_infraction(**changes: Any) -> Catalogo:
    """The law with its first infraction alone, changed."""
    one: Infracao = law().infracoes[0].model_copy(update=changes)
    return law().model_copy(update={"infracoes": (one,)})


# ── CSV ──────────────────────────────────────────────────────────────────────────────────────


def test_csv_opens_in_a_brazilian_spreadsheet() -> None:
    data = infractions_csv(law())
    assert data.startswith(b"\xef\xbb\xbfid;")
    assert data.count(b"\xef\xbb\xbf") == 1
    lines = data.decode("utf-8-sig").split("\r\n")
    assert lines.pop() == ""
    assert len(lines) == 1 + len(law().infracoes)
    assert not any("\n" in line for line in lines)


def test_csv_has_a_row_for_each_infraction_in_order() -> None:
    read = rows(infractions_csv(law()))
    assert len(read) == 79
    assert [row["id"] for row in read] == [one.id for one in law().infracoes]
    for row, one in zip(read, law().infracoes, strict=True):
        assert None not in row.values()
        assert row["dispositivo"] == one.rotulo
        assert row["conduta"] == one.conduta
        assert row["gravidade"] == (one.gravidade or "")
        assert row["pontos"] == ("" if one.pontos is None else str(one.pontos))
        assert row["paginas"] == ", ".join(str(at.pagina) for at in one.origem)
        assert row["unidade"] == (one.multa.unidade if one.multa else "")


@pytest.mark.parametrize(
    ("amount", "shown"),
    [("400", "400"), ("1015.50", "1015,5"), ("0.05", "0,05"), ("1000000", "1000000"), ("0", "0")],
)
def test_csv_writes_amounts_with_a_decimal_comma(amount: str, shown: str) -> None:
    fine = Multa(quantidade=Decimal(amount), unidade="BRL", por=None, base_legal="art1")
    [row] = rows(infractions_csv(with_infraction(multa=fine)))
    assert row["multa"] == shown
    assert row["unidade"] == "BRL"


@pytest.mark.parametrize(
    "text", ["a; b", 'diz "não"', "a\nb", ";", '";"', "Ação à parte — 1º", "'=1"], ids=repr
)
def test_csv_quotes_what_would_part_a_row(text: str) -> None:
    [row] = rows(infractions_csv(with_infraction(conduta=text)))
    assert row["conduta"] == text
    assert row["id"] == law().infracoes[0].id


@pytest.mark.parametrize(
    "text", ["=1+1", "+55 21", "-2", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("x")'], ids=repr
)
def test_csv_holds_no_formula(text: str) -> None:
    [row] = rows(infractions_csv(with_infraction(conduta=text)))
    assert row["conduta"] == f"'{text}"
    assert not any(cell[:1] in tuple("=+-@\t\r") for cell in row.values() if cell)


def test_csv_of_the_law_holds_no_formula() -> None:
    cells = [cell for row in rows(infractions_csv(law())) for cell in row.values() if cell]
    assert len(cells) > 500
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r")]


def test_missing_facts_are_empty_cells() -> None:
    bare = with_infraction(
        multa=None, pontos=None, gravidade=None, destinatarios=None, penalidades=()
    )
    [row] = rows(infractions_csv(bare))
    for name in ("multa", "unidade", "pontos", "gravidade", "destinatarios", "penalidades"):
        assert row[name] == ""


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────


def test_json_is_utf_8_indented_by_two_with_a_final_newline() -> None:
    data = catalogue_json(law())
    text = data.decode("utf-8")
    assert text.startswith('{\n  "esquema": ')
    assert text.endswith("}\n")
    assert not text.endswith("\n\n")
    assert "Infração" in text
    assert "\\u" not in text
    assert "\ufffe" not in text
    assert "\x02" not in text


def test_files_carry_the_norms_id() -> None:
    assert set(catalogue_files(law())) == {"lei-1493-2023.json", "lei-1493-2023.infracoes.csv"}


def test_a_catalogue_that_breaks_the_schema_is_never_written() -> None:
    broken = law().model_copy(update={"norma": law().norma.model_copy(update={"id": "Lei 1"})})
    with pytest.raises(SchemaBreachError, match=r"norma\.id"):
        catalogue_files(broken)


_PRINT_ALL = """
import sys
from pipeline import compile_norm
from pipeline.emit.catalogue import catalogue_files
from pipeline.emit.schema import schema_files
for name, data in sorted(catalogue_files(compile_norm(sys.argv[1]).catalogue).items()):
    sys.stdout.buffer.write(name.encode() + data)
sys.stdout.buffer.write(b"".join(schema_files().values()))
"""


def test_same_bytes_in_processes_that_differ_in_all_but_the_input(tmp_path: Path) -> None:
    elsewhere = tmp_path / "outra pasta" / "lei-1493-2023"
    shutil.copytree(NORM, elsewhere)
    settings = [
        (NORM, {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"}),
        (elsewhere, {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland", "LC_ALL": "C.UTF-8"}),
    ]
    made = [
        subprocess.run(
            [sys.executable, "-c", _PRINT_ALL, str(norm)],
            env=os.environ | {"PYTHONPATH": str(ROOT)} | settings,
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )
        for norm, settings in settings
    ]
    assert made[0].stderr == made[1].stderr == b""
    assert len(made[0].stdout) > 500_000
    assert made[0].stdout == made[1].stdout


# ── a process that dies ──────────────────────────────────────────────────────────────────────


class Killed(BaseException):
    """Stands for SIGKILL: from here on nothing that the process tries changes the disk."""


class Executioner:
    """Counts the calls that change the disk and lets none through from the `last` one on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, last: int) -> None:
        self.calls = 0
        self._last = last
        for owner, name in (
            (os, "replace"), (shutil, "rmtree"), (Path, "rename"), (Path, "mkdir"),
            (Path, "rmdir"), (Path, "unlink"), (Path, "write_text"), (Path, "write_bytes"),
        ):  # fmt: skip
            monkeypatch.setattr(owner, name, self._counted(getattr(owner, name)))

    @property
    def struck(self) -> bool:
        return self.calls > self._last

    def _counted(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self.struck:
                raise Killed
            return real(*args, **kwargs)

        return call


def generation(number: int) -> Callable[[Path], None]:
    """Fills a folder with files that all say which generation they are of."""

    def fill(folder: Path) -> None:
        for name in ("a.txt", "b.txt", "artigos/c.txt", "artigos/d.txt"):
            file = folder / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(str(number), encoding="utf-8")

    return fill


def state(folder: Path) -> tuple[set[str], str | None]:
    """What the files of a folder say, and its stamp."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.name != MARKER]
    assert len(files) in (0, 4), f"half a folder: {files}"
    return {file.read_text(encoding="utf-8") for file in files}, stamp_of(folder)


def whole(number: int) -> tuple[set[str], str]:
    return {str(number)}, f"stamp {number}"


def killed_at(step: int, folder: Path, number: int) -> bool:
    """Swap in a generation, dying at a step; whether the run died."""
    with pytest.MonkeyPatch.context() as patch:
        executioner = Executioner(patch, step)
        try:
            swap_folder(folder, f"stamp {number}", generation(number))
        except Killed:
            return True
        assert not executioner.struck
        return False


def test_a_folder_of_which_a_hand_took_gave_or_cut_a_file_is_not_as_made(tmp_path: Path) -> None:
    hands: dict[str, Callable[[Path], object]] = {
        "takes": lambda site: (site / "a.txt").unlink(),
        "gives": lambda site: (site / "artigos" / "e.txt").write_text("", encoding="utf-8"),
        "cuts": lambda site: (site / "b.txt").write_text("", encoding="utf-8"),
    }
    for name, hand in hands.items():
        site = tmp_path / name
        swap_folder(site, "stamp 1", generation(1))
        assert is_as_made(site, "stamp 1")
        assert not is_as_made(site, "stamp 2")
        hand(site)
        assert not is_as_made(site, "stamp 1"), name
        assert stamp_of(site) == "stamp 1"  # still ours to replace


@pytest.mark.parametrize("before", [0, 1], ids=["first build", "later build"])
def test_kill_at_each_step_of_a_swap_leaves_the_old_or_the_new_whole(
    tmp_path: Path, before: int
) -> None:
    died = []
    for step in range(100):
        folder = tmp_path / str(step) / "site"
        if before:
            swap_folder(folder, "stamp 1", generation(1))
        died.append(killed_at(step, folder, 2))
        if folder.exists():
            assert state(folder) in (whole(1), whole(2))
        # What a reader finds once the next run has begun, and once it is over.
        recover(folder)
        assert folder.exists() or not before
        if folder.exists():
            assert state(folder) in (whole(1), whole(2))
        swap_folder(folder, "stamp 3", generation(3))
        assert state(folder) == whole(3)
        assert [path.name for path in folder.parent.iterdir()] == ["site"]
        if not died[-1]:
            break
    assert not died[-1]
    assert len(died) > 10


def test_kill_at_each_step_of_the_recovery_of_a_swap(tmp_path: Path) -> None:
    deaths = 0
    for first in range(100):
        for second in range(100):
            folder = tmp_path / f"{first}-{second}" / "site"
            swap_folder(folder, "stamp 1", generation(1))
            if not killed_at(first, folder, 2):
                assert deaths > 60
                return
            died_again = killed_at(second, folder, 3)
            deaths += died_again
            recover(folder)
            assert state(folder) in (whole(1), whole(2), whole(3))
            swap_folder(folder, "stamp 4", generation(4))
            assert state(folder) == whole(4)
            assert [path.name for path in folder.parent.iterdir()] == ["site"]
            if not died_again:
                break
    pytest.fail("the swap has no end")


_SWAP_AND_DIE = """
import os, signal, sys
from pathlib import Path
from pipeline.emit.safe import swap_folder
folder, last = Path(sys.argv[1]), int(sys.argv[2])
real, calls = Path.rename, []

def rename(self, target):
    calls.append(target)
    if len(calls) == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(self, target)

def fill(new):
    (new / "artigos").mkdir()
    for name in ("a.txt", "b.txt", "artigos/c.txt", "artigos/d.txt"):
        (new / name).write_text("2", encoding="utf-8")
        if last == 0:
            os.kill(os.getpid(), signal.SIGKILL)

Path.rename = rename
swap_folder(folder, "stamp 2", fill)
"""


@pytest.mark.parametrize(
    ("step", "found"),
    [(0, 1), (1, 1), (2, 2)],
    ids=["while filling", "before the first rename", "between the renames"],
)
def test_a_process_really_killed_is_recovered_from(tmp_path: Path, step: int, found: int) -> None:
    folder = tmp_path / "site"
    swap_folder(folder, "stamp 1", generation(1))
    dead = subprocess.run(
        [sys.executable, "-c", _SWAP_AND_DIE, str(folder), str(step)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
    )
    assert dead.returncode == -signal.SIGKILL, dead.stderr
    assert folder.exists() == (step < 2)
    recover(folder)
    assert state(folder) == whole(found)
    swap_folder(folder, "stamp 3", generation(3))
    assert state(folder) == whole(3)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_kill_at_each_step_of_writing_files_leaves_each_file_whole(tmp_path: Path) -> None:
    old, new = ({"a.json": b"1" * size, "b.csv": b"1" * size} for size in (10, 20))
    for step in range(100):
        folder = tmp_path / str(step)
        write_files(folder, old)
        with pytest.MonkeyPatch.context() as patch:
            executioner = Executioner(patch, step)
            with contextlib.suppress(Killed):
                write_files(folder, new)
        for name in old:
            assert (folder / name).read_bytes() in (old[name], new[name])
        write_files(folder, new)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == new
        if not executioner.struck:
            break
    assert not executioner.struck
    assert step > 5


# ── a fault that the process survives ────────────────────────────────────────────────────────


def test_a_fault_while_filling_leaves_the_old_folder_and_nothing_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    swap_folder(folder, "stamp 1", generation(1))

    def fill(new: Path) -> None:
        generation(2)(new)
        raise RuntimeError("the site does not build")

    with pytest.raises(RuntimeError, match="does not build"):
        swap_folder(folder, "stamp 2", fill)
    assert state(folder) == whole(1)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def full_disk(self: Path, data: bytes, room: int = 100) -> int:
    """`Path.write_bytes` on a disk with room for a part of the file."""
    with self.open("wb") as file:
        file.write(data[:room])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = {"a.json": b"velho", "b.csv": b"velho"}
    write_files(tmp_path, old)
    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(InputError) as refused:
        write_files(tmp_path, dict.fromkeys(old, b"n" * 1000))
    assert refused.value.code == "ENT010"
    assert "não há espaço em disco" in refused.value.message
    assert refused.value.file == tmp_path
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old


def test_a_disk_full_at_the_second_file_leaves_both_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {"a.json": b"velho", "b.csv": b"velho"}
    write_files(tmp_path, old)
    real = Path.write_bytes

    def write(self: Path, data: bytes) -> int:
        return full_disk(self, data) if "b.csv" in self.name else real(self, data)

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(InputError):
        write_files(tmp_path, dict.fromkeys(old, b"novo"))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old


def test_a_full_disk_while_filling_leaves_the_old_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(new: Path) -> None:
        (new / "a.txt").write_bytes(b"x" * 200)

    folder = tmp_path / "site"
    swap_folder(folder, "stamp 1", generation(1))
    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(InputError) as refused:
        swap_folder(folder, "stamp 2", fill)
    assert refused.value.code == "ENT010"
    assert state(folder) == whole(1)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC], ids=errno.errorcode.get)
def test_a_refusal_of_the_system_says_where_in_portuguese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(source: Any, target: Any) -> None:
        raise OSError(code, os.strerror(code), str(target))

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(InputError) as refused:
        write_files(tmp_path, {"a.json": b"x"})
    assert refused.value.file == tmp_path / "a.json"
    assert os.strerror(code) not in refused.value.message
    assert refused.value.help
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_the_place_of_a_folder_is_no_output_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("meu", encoding="utf-8")
    writes: list[Callable[[Path], None]] = [
        lambda folder: write_files(folder, {"a": b""}),
        lambda folder: swap_folder(folder, "s", generation(1)),
    ]
    for write in writes:
        for folder in (tmp_path / "out", tmp_path / "out" / "site"):
            with pytest.raises(InputError) as refused:
                write(folder)
            assert refused.value.code == "ENT010"
    assert (tmp_path / "out").read_text(encoding="utf-8") == "meu"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_removing_a_file_twice_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    remove_file(tmp_path / "a")
    remove_file(tmp_path / "a")
    (tmp_path / "b").mkdir()
    with pytest.raises(InputError) as refused:
        remove_file(tmp_path / "b")
    assert refused.value.code == "ENT010"


# ── what is not ours ─────────────────────────────────────────────────────────────────────────


def test_a_foreign_folder_is_refused_and_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    generation(1)(folder_of(folder))
    with pytest.raises(InputError) as refused:
        swap_folder(folder, "stamp 2", generation(2))
    assert refused.value.code == "ENT010"
    assert refused.value.file == folder
    assert "--out" in refused.value.help
    assert state(folder) == ({"1"}, None)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("name", ["site.new", "site.old"])
@pytest.mark.parametrize("built", [True, False], ids=["built before", "never built"])
def test_a_foreign_folder_beside_ours_is_refused_and_left_alone(
    tmp_path: Path, name: str, built: bool
) -> None:
    if built:
        swap_folder(tmp_path / "site", "stamp 1", generation(1))
    generation(9)(folder_of(tmp_path / name))
    recover(tmp_path / "site")
    with pytest.raises(InputError) as refused:
        swap_folder(tmp_path / "site", "stamp 2", generation(2))
    assert refused.value.file == tmp_path / name
    assert state(tmp_path / name) == ({"9"}, None)
    assert (tmp_path / "site").exists() == built
    if built:
        assert state(tmp_path / "site") == whole(1)


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    swap_folder(tmp_path / "site", "stamp 1", generation(1))
    assert state(tmp_path / "site") == whole(1)


def test_a_link_is_replaced_and_what_it_points_at_stays(tmp_path: Path) -> None:
    swap_folder(tmp_path / "elsewhere", "stamp 1", generation(1))
    (tmp_path / "site").symlink_to(tmp_path / "elsewhere")
    swap_folder(tmp_path / "site", "stamp 2", generation(2))
    assert state(tmp_path / "site") == whole(2)
    assert not (tmp_path / "site").is_symlink()
    assert state(tmp_path / "elsewhere") == whole(1)


def test_a_marker_that_is_no_text_is_a_marker_all_the_same(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "site")
    (folder / MARKER).write_bytes(b"\xff\xfe\x00")
    assert stamp_of(folder) not in (None, "stamp 1")
    swap_folder(folder, "stamp 1", generation(1))
    assert state(folder) == whole(1)


def folder_of(path: Path) -> Path:
    path.mkdir()
    return path
