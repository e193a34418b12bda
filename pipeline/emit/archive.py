"""The whole site as one zip, to be given on or to be put on a server.

In: the folder of a finished site. Out: a zip beside it, replaced whole or not at all. Promises: the
same site gives the same bytes wherever zlib is the same: names in order, no date but the first one
that a zip can hold, no rights, no path of the machine; our marker stays outside. The zip carries
the hash of the inputs that the site was made of; a zip that we did not make is never touched.
"""

import zipfile
from io import BytesIO
from pathlib import Path

from pipeline.diagnostics import InputError
from pipeline.emit.safe import MARKER, remove_file, write_files

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16


def write_archive(site: Path, archive: Path, stamp: str) -> None:
    """Make the zip of a site, unless there is one that carries `stamp`.

    Raises `InputError` ENT010 where a zip of somebody else's is in the way, or it can't be written.
    """
    if archive_stamp(archive) != stamp:
        _require_ours(archive)
        write_files(archive.parent, {archive.name: zip_of(site, stamp)})


def remove_archive(archive: Path) -> None:
    """Remove a zip of ours, if there is one. Raises `InputError` ENT010."""
    if archive_stamp(archive) is not None:
        remove_file(archive)


def archive_stamp(archive: Path) -> str | None:
    """The hash of the inputs that a zip was made of; None if it is not ours, or is not there."""
    if not archive.is_file():
        return None
    try:
        with zipfile.ZipFile(archive) as found:
            name, _, stamp = found.comment.decode("utf-8", "replace").partition(" ")
    except (OSError, zipfile.BadZipFile):
        return None
    return stamp if name == MARKER else None


def zip_of(folder: Path, stamp: str) -> bytes:
    """All files of a folder but our marker, as a zip.

    >>> # zip_of(Path("build/site"), stamp)[:2] → b'PK'
    """
    data = BytesIO()
    files = {
        path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()
    }
    with zipfile.ZipFile(data, "w") as archive:
        archive.comment = f"{MARKER} {stamp}".encode()
        for name in sorted(files.keys() - {MARKER}):
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            # What Python would take from the system: where it runs, and what may be done there.
            entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(entry, files[name].read_bytes(), zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _require_ours(archive: Path) -> None:
    if archive.exists() and archive_stamp(archive) is None:
        raise InputError(
            "ENT010",
            "o arquivo não foi feito pelo compilador e não será substituído",
            file=archive,
            help="indique outra pasta com --out, ou mova o arquivo",
        )
