"""Writes so that a failed or interrupted run leaves the last good output.

In: bytes, or a function that fills a folder. Out: files and folders replaced whole. Files are
written aside and renamed; folders are filled as `<name>.new` and swapped by two renames, and the
next run finishes a swap that was cut off. Only folders that carry our marker are ever replaced.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pipeline.diagnostics import InputError

MARKER = ".lei-pipeline"
"""The file that marks a folder as ours; it is written last, and holds the hash of the inputs."""


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn the system's refusal into an error that says where and what to do."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            "ENT010", f"não foi possível gravar: {reason}", file=Path(error.filename or path)
        ) from error


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into one folder: all aside first, then each renamed into its place.

    Raises `InputError` ENT010; files not yet renamed keep their last content.
    """
    aside = {folder / f".{name}.new": folder / name for name in files}
    with _reported(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            for (new, _), data in zip(aside.items(), files.values(), strict=True):
                new.write_bytes(data)
            for new, final in aside.items():
                os.replace(new, final)  # noqa: PTH105 (the contract names this call)
        finally:
            for new in aside:
                new.unlink(missing_ok=True)


def swap_folder(folder: Path, stamp: str, fill: Callable[[Path], None]) -> None:
    """Fill `<folder>.new`, mark it with `stamp`, and put it in the place of `folder`.

    Raises `InputError` ENT010 where `folder` holds files that we did not make, or can't be written.
    """
    new, old = _beside(folder)
    with _reported(folder):
        recover(folder)
        _require_ours(folder)
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        try:
            fill(new)
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise
        (new / MARKER).write_text(stamp + "\n", encoding="utf-8")
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
        shutil.rmtree(old, ignore_errors=True)


def recover(folder: Path) -> None:
    """Finish a swap that an earlier run began."""
    new, old = _beside(folder)
    if not folder.exists() and old.exists():
        # Between the two renames: the new folder is whole if it carries its mark.
        (new if (new / MARKER).exists() else old).rename(folder)
    if folder.exists() and (folder / MARKER).exists():
        shutil.rmtree(old, ignore_errors=True)
        shutil.rmtree(new, ignore_errors=True)


def stamp_of(folder: Path) -> str | None:
    """The hash of the inputs of which a folder was made; None if it is not ours."""
    try:
        return (folder / MARKER).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def _beside(folder: Path) -> tuple[Path, Path]:
    return folder.with_name(f"{folder.name}.new"), folder.with_name(f"{folder.name}.old")


def _require_ours(folder: Path) -> None:
    if folder.exists() and stamp_of(folder) is None and any(folder.iterdir()):
        raise InputError(
            "ENT010",
            "a pasta tem arquivos que o compilador não fez e não será substituída",
            file=folder,
            help="indique outra pasta com --out, ou mova o que está nela",
        )
