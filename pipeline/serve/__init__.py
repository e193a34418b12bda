"""The preview: serves the site, and makes it anew whenever something that it is made of changes.

In: the folders of the norms and of the output, further arguments of `lei build`, an address. Out:
events, one after the other, until Ctrl-C; nothing is printed but what `lei build` prints of errors.
Promises: a build that fails leaves the last good site in service; several files saved at once are
one build; what changes during a build is not missed.

Each build is a process of its own: it reads grammar, templates and code as they are now, which a
process that has them loaded could not, and takes two seconds where that would save a half.
"""

import subprocess
import time
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.build import SITE
from pipeline.interpreter import PYTHON, environment
from pipeline.resources import resource
from pipeline.serve.watch import Watch
from pipeline.serve.web import SiteServer

LOOKS = 0.25
"""Seconds from one look at the files to the next."""
SETTLES = 0.1
"""Seconds without a change after which a save is done."""
PATIENCE = 20
"""Looks after which a save that is never done is taken as it is."""


@dataclass(frozen=True, slots=True)
class Serving:
    """The site can be looked at under this address."""

    url: str


@dataclass(frozen=True, slots=True)
class Changed:
    """These files changed; a build begins."""

    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """A build ended: with which exit code, after how long, and what became of the site."""

    code: int
    seconds: float
    changed: bool
    """Whether there is a new site."""
    served: bool
    """Whether there is a site at all."""


Event = Serving | Changed | Built


def serve(
    raw: Path, out: Path, arguments: Sequence[str], host: str, port: int, *, show: bool = False
) -> Iterator[Event]:
    """Build, serve, watch; `show` opens a browser.

    Raises `InputError` ENT017 where the address can't be used.
    """
    with SiteServer(host, port, out / SITE) as server:
        watch = Watch((raw, resource("grammar"), resource("site")), out)
        command = [*PYTHON, "-m", "pipeline", "build", "--quiet"]
        command += ["--raw", str(raw), "--out", str(out), *arguments]
        yield _build(command, server)
        yield Serving(server.url)
        if show:
            webbrowser.open(server.url)
        while True:
            time.sleep(LOOKS)
            if changed := _settled(watch):
                yield Changed(changed)
                yield _build(command, server)


def _settled(watch: Watch) -> tuple[Path, ...]:
    """What changed since the last look; where anything did, all that is saved along with it."""
    found = dict.fromkeys(watch.changes())
    for _ in range(PATIENCE if found else 0):
        time.sleep(SETTLES)
        more = watch.changes()
        if not more:
            break
        found |= dict.fromkeys(more)
    return tuple(found)


def _build(command: Sequence[str], server: SiteServer) -> Built:
    before, begun = server.version, time.monotonic()
    code = _run(command)
    seconds, after = time.monotonic() - begun, server.version
    if after != before:
        server.announce()
    return Built(code, seconds, after != before, after != "")


def _run(command: Sequence[str]) -> int:
    """Run a build to its end, or end it: Ctrl-C is for us, and would make it tell of itself."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, env=environment(), start_new_session=True
    ) as process:
        try:
            return process.wait()
        except BaseException:
            process.terminate()  # the output stays whole, or is mended by the next build
            raise
