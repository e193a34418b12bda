"""Writes so that a failed or interrupted run leaves the last good output.

In: bytes, or a function that fills a folder. Out: files and folders replaced whole. Files are
written aside and renamed; folders are filled as `<name>.new` and swapped by two renames, and the
next run finishes a swap that was cut off. Only folders that carry our marker are ever replaced or
removed: the marker comes first into a folder and leaves it last.
"""

import errno
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pipeline.diagnostics import InputError
from pipeline.refusals import reason

MARKER = ".lei-pipeline"
"""The file that marks a folder as ours. Once the folder is whole it holds two lines: the hash of
the inputs, and that of what was written."""

_UNFINISHED = "incompleta"


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    """Turn the system's refusal into an error that says where and what to do."""
    try:
        yield
    except OSError as error:
        first = _first(error)
        raise InputError(
            "ENT010",
            f"não foi possível gravar: {reason(first)}",
            file=_blamed(first, path),
            help=_CURES.get(first.errno or 0),
        ) from error


_ELSEWHERE = "ou indique outra pasta com --out"
_CURES = {
    errno.ENOSPC: "libere espaço e compile de novo",
    errno.EDQUOT: "libere espaço na cota e compile de novo",
    errno.ENOTDIR: f"mova o que está ali, {_ELSEWHERE}",
    errno.EISDIR: f"mova o que está ali, {_ELSEWHERE}",
    errno.EEXIST: f"mova o que está ali, {_ELSEWHERE}",
    errno.EACCES: f"confira as permissões da pasta, {_ELSEWHERE}",
    errno.EPERM: f"confira as permissões da pasta, {_ELSEWHERE}",
    errno.EROFS: "indique com --out uma pasta em que se possa gravar",
}


def _first(error: OSError) -> OSError:
    """Why the system refused; of a whole tree of files, that of the first.

    `copytree` tells of each file in English and drops the errors themselves.
    """
    if isinstance(error, shutil.Error) and error.args and isinstance(error.args[0], list):
        _, target, told = error.args[0][0]
        number = re.search(r"\[Errno (\d+)\]", str(told))
        return OSError(int(number[1]) if number else errno.EIO, "", str(target))
    return error


def _blamed(error: OSError, path: Path) -> Path:
    """The file or folder to name: one of the output's, or what stands in the way of it.

    A copy that fails names its source as well, and a rename the file that it renames.
    """
    if error.errno == errno.ENOTDIR:
        for one in (path, *path.parents):
            if one.exists():
                return one
    named = (error.filename2, error.filename)
    ours = (Path(os.fsdecode(one)) for one in named if isinstance(one, str | bytes))
    return next((one for one in ours if one.is_relative_to(path.parent)), path)


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


def remove_file(path: Path) -> None:
    """Remove a file of ours, if it is there. Raises `InputError` ENT010."""
    with _reported(path):
        path.unlink(missing_ok=True)


def swap_folder(folder: Path, stamp: str, fill: Callable[[Path], None]) -> None:
    """Fill `<folder>.new`, mark it with `stamp`, and put it in the place of `folder`.

    Raises `InputError` ENT010 where `folder` holds files that we did not make, or can't be written.
    """
    new, old = _beside(folder)
    with _reported(folder):
        recover(folder)
        for one in (folder, new, old):
            _require_ours(one)
        _remove(new)
        new.mkdir(parents=True)
        try:
            _mark(new, _UNFINISHED)
            fill(new)
            _mark(new, stamp, _census(new))
        except BaseException:
            with suppress(OSError):
                _remove(new)
            raise
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
        with suppress(OSError):  # the next run tries again
            _remove(old)


def recover(folder: Path) -> None:
    """Finish a swap that an earlier run began.

    Raises `InputError` ENT010 where that can't be written.
    """
    new, old = _beside(folder)
    with _reported(folder):
        if not folder.exists() and stamp_of(old) is not None:
            # Between the two renames: the new folder is in place of the old one if it is whole.
            (new if stamp_of(new) not in (None, _UNFINISHED) else old).rename(folder)
        if stamp_of(folder) is not None:
            for rest in (old, new):
                if stamp_of(rest) is not None:
                    _remove(rest)


def stamp_of(folder: Path) -> str | None:
    """The hash of the inputs of which a folder was made; None if it is not ours."""
    marked = _marked(folder)
    return None if marked is None else "".join(marked[:1])


def is_as_made(folder: Path, stamp: str) -> bool:
    """Whether a folder was made of these inputs, and nobody has removed, added or cut a file since.

    What a hand changed without changing the size of its file is not seen.
    """
    return _marked(folder) == [stamp, _census(folder)]


def _marked(folder: Path) -> list[str] | None:
    """The lines of a folder's marker; None if it has none."""
    try:
        return (folder / MARKER).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None


def _census(folder: Path) -> str:
    """A hash of the names and sizes of all files in a folder but the marker."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.name != MARKER and path.is_file():
            digest.update(os.fsencode(path.relative_to(folder)) + b"\0%d\0" % path.stat().st_size)
    return digest.hexdigest()


def _beside(folder: Path) -> tuple[Path, Path]:
    return folder.with_name(f"{folder.name}.new"), folder.with_name(f"{folder.name}.old")


def _mark(folder: Path, *lines: str) -> None:
    """Write the marker in one step, so that it is never half of one."""
    aside = folder / f"{MARKER}.new"
    aside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    os.replace(aside, folder / MARKER)  # noqa: PTH105


def _remove(folder: Path) -> None:
    """Remove a folder of ours. The marker goes last: what is left of a removal is still ours."""
    if folder.is_symlink():
        folder.unlink()
    elif folder.exists():
        for entry in folder.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry)
            elif entry.name != MARKER:
                entry.unlink()
        (folder / MARKER).unlink(missing_ok=True)
        folder.rmdir()


def _require_ours(folder: Path) -> None:
    if not folder.exists() or stamp_of(folder) is not None:
        return
    if any(entry.name != f"{MARKER}.new" for entry in folder.iterdir()):
        raise InputError(
            "ENT010",
            "a pasta tem arquivos que o compilador não fez e não será substituída",
            file=folder,
            help="indique outra pasta com --out, ou mova o que está nela",
        )
