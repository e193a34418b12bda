"""Sees which files have changed since the last look.

In: folders, and one that does not count. Out: paths of files. It looks and compares, and is told
nothing by the system: so a change while nobody looked is seen by the next look, a folder may go and
come back, and it is the same on every disk. Hidden files and the copies that editors keep are none
of ours.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

_State = tuple[int, int, int]


class Watch:
    """Folders as they were at the last look; the first is at once."""

    def __init__(self, folders: Sequence[Path], out: Path) -> None:
        self._folders = [folder.resolve() for folder in folders]
        self._out = out.resolve()
        self._seen = dict(self._look())

    def changes(self) -> list[Path]:
        """The files that came, went, or were written since the last look, by name."""
        before, self._seen = self._seen, dict(self._look())
        either = before.keys() | self._seen.keys()
        return sorted(path for path in either if before.get(path) != self._seen.get(path))

    def _look(self) -> Iterator[tuple[Path, _State]]:
        for root in self._folders:
            for name, folders, files in os.walk(root):
                folder = Path(name)
                folders[:] = [one for one in folders if one[0] != "." and folder / one != self._out]
                for file in files:
                    if file[0] != "." and not file.endswith("~"):
                        with suppress(OSError):  # it is gone already, or a link to nowhere
                            stat = (folder / file).stat()
                            yield folder / file, (stat.st_mtime_ns, stat.st_size, stat.st_ino)
