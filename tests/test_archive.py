"""The site as one zip: the same bytes, whole or not there, ours or not touched."""

import contextlib
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from pipeline import InputError
from pipeline.build import Options, Report, build_all
from pipeline.emit.archive import archive_stamp, remove_archive, write_archive, zip_of
from pipeline.emit.safe import MARKER, swap_folder, write_files
from tests.site_check import check_site
from tests.test_emit import Executioner, Killed

NORM = Path(__file__).parents[1] / "raw" / "lei-1493-2023"


def made(folder: Path, number: int = 1) -> Path:
    """A small site of ours."""

    def fill(new: Path) -> None:
        for name in ("index.html", "b/página.html", "a.css"):
            (new / name).parent.mkdir(exist_ok=True)
            (new / name).write_text(f"{name} {number}", encoding="utf-8")

    swap_folder(folder, f"stamp {number}", fill)
    return folder


def build(out: Path, *, site: bool = True) -> Report:
    return build_all([NORM], Options(out, NORM.parent, site=site))


# ── what is in it ────────────────────────────────────────────────────────────────────────────


def test_it_holds_every_file_of_the_site_in_order_and_nothing_else(tmp_path: Path) -> None:
    site = made(tmp_path / "site")
    write_archive(site, tmp_path / "site.zip", "s")
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == ["a.css", "b/página.html", "index.html"]
        for entry in archive.infolist():
            assert archive.read(entry) == (site / entry.filename).read_bytes()
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert (entry.create_system, entry.external_attr >> 16) == (3, 0o100644)
            assert not entry.extra


def test_the_same_site_gives_the_same_bytes_elsewhere_and_later(tmp_path: Path) -> None:
    first = made(tmp_path / "site")
    second = tmp_path / "other" / "place"
    second.mkdir(parents=True)
    for file in sorted((path for path in first.rglob("*") if path.is_file()), reverse=True):
        copy = second / file.relative_to(first)
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, copy)
        copy.chmod(0o600)
        os.utime(copy, (1, 1_700_000_000))
    assert zip_of(first, "s") == zip_of(second, "s")
    assert zip_of(first, "s") != zip_of(first, "t")


def test_a_real_site_works_from_the_unpacked_zip(tmp_path: Path) -> None:
    report = build(tmp_path / "out")
    assert report.archive == tmp_path / "out" / "site.zip"
    with zipfile.ZipFile(report.archive) as archive:
        archive.extractall(tmp_path / "away")
    assert check_site(tmp_path / "away") == []
    assert (tmp_path / "away" / "index.html").is_file()
    assert not (tmp_path / "away" / MARKER).exists()
    before = report.archive.stat()
    again = build(tmp_path / "out")
    assert not again.site_changed
    assert again.archive == report.archive
    assert report.archive.stat().st_mtime_ns == before.st_mtime_ns

    # Taken away, it is made anew, the same, and not of a site that lost a page meanwhile;
    # without a site it goes, and somebody else's does not.
    data = report.archive.read_bytes()
    report.archive.unlink()
    (tmp_path / "out" / "site" / "index.html").unlink()
    assert build(tmp_path / "out").site_changed
    assert report.archive.read_bytes() == data
    assert build(tmp_path / "out", site=False).archive is None
    assert report.archive.is_file()
    shutil.rmtree(tmp_path / "out" / "site")
    build(tmp_path / "out", site=False)
    assert not report.archive.exists()


# ── when it is made ──────────────────────────────────────────────────────────────────────────


def test_it_is_made_anew_for_another_stamp_only(tmp_path: Path) -> None:
    archive = tmp_path / "site.zip"
    write_archive(made(tmp_path / "site"), archive, "one")
    old = archive.read_bytes()
    made(tmp_path / "site", 2)
    write_archive(tmp_path / "site", archive, "one")
    assert archive.read_bytes() == old
    write_archive(tmp_path / "site", archive, "two")
    assert archive_stamp(archive) == "two"
    with zipfile.ZipFile(archive) as found:
        assert found.read("index.html") == b"index.html 2"


@pytest.mark.parametrize("before", [False, True], ids=["first", "later"])
def test_kill_at_each_step_leaves_the_old_or_the_new_whole(tmp_path: Path, before: bool) -> None:
    site = made(tmp_path / "site")
    for step in range(20):
        archive = tmp_path / str(step) / "site.zip"
        archive.parent.mkdir()
        if before:
            write_archive(site, archive, "old")
        with pytest.MonkeyPatch.context() as patch:
            executioner = Executioner(patch, step)
            with contextlib.suppress(Killed):
                write_archive(site, archive, "new")
        known = archive_stamp(archive)
        assert known in (("old", "new") if before else (None, "new"))
        assert archive.exists() == (known is not None)
        # The next run finds by the stamp that it is not done.
        write_archive(site, archive, "new")
        assert archive_stamp(archive) == "new"
        assert [path.name for path in archive.parent.iterdir()] == ["site.zip"]
        if not executioner.struck:
            break
    assert not executioner.struck
    assert step >= 2


def test_a_run_that_dies_before_the_zip_leaves_it_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr("pipeline.build.write_archive", die)
        with pytest.raises(Killed):
            build(tmp_path)
    assert (tmp_path / "site" / "index.html").is_file()
    assert not (tmp_path / "site.zip").exists()
    report = build(tmp_path)
    assert not report.site_changed
    assert archive_stamp(tmp_path / "site.zip") is not None


# ── what is not ours ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["text", "zip", "folder", "pipe"])
def test_what_we_did_not_make_is_refused_and_stays(tmp_path: Path, kind: str) -> None:
    archive = tmp_path / "site.zip"
    if kind == "folder":
        write_files(archive, {"a": b"minha"})
    elif kind == "zip":
        with zipfile.ZipFile(archive, "w") as theirs:
            theirs.writestr("a", "meu")
    elif kind == "pipe":
        os.mkfifo(archive)
    else:
        archive.write_text("meu", encoding="utf-8")
    before = archive.stat().st_mtime_ns
    remove_archive(archive)
    with pytest.raises(InputError) as refused:
        write_archive(made(tmp_path / "site"), archive, "s")
    assert refused.value.code == "ENT010"
    assert refused.value.file == archive
    assert "--out" in refused.value.help
    assert archive.stat().st_mtime_ns == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.zip"]


def test_removing_what_is_not_there_is_no_fault(tmp_path: Path) -> None:
    remove_archive(tmp_path / "site.zip")
    write_archive(made(tmp_path / "site"), tmp_path / "site.zip", "s")
    remove_archive(tmp_path / "site.zip")
    assert not (tmp_path / "site.zip").exists()
