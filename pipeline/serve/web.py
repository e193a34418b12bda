"""Serves the folder of the site, and tells the pages that are open when there is a new one.

In: an address, and the folder that builds put the site into. Out: its files over HTTP. Promises:
nothing outside of the folder is served, not through a link either, no hidden file, no listing; a
wrong address is the site's own 404; the script that reloads a page is put into what is sent, never
into the files.
"""

import errno
import os
import socket
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler
from io import BytesIO
from pathlib import Path
from socketserver import ThreadingTCPServer
from threading import Condition, Thread
from typing import Any, BinaryIO, Self

from pipeline.diagnostics import InputError
from pipeline.emit.safe import stamp_of
from pipeline.refusals import reason

EVENTS = "/.lei/"
"""Under it, behind the version that a page is of, waits what tells the page of another one."""
_WAITS = 20
"""Seconds after which a page has to ask again: so it is noticed that it is gone."""

# A tab that is not seen waits for nothing: browsers open six connections to one server at most.
_SCRIPT = """<script>
(function () {
  var source = null;
  function follow() {
    if (source) source.close();
    source = document.visibilityState === "visible" ? new EventSource("%s") : null;
    if (source) source.onmessage = function () { location.reload(); };
  }
  document.addEventListener("visibilitychange", follow);
  follow();
})();
</script>
"""
_NO_SITE = """<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Ainda não há site</title></head>
<body><h1>Ainda não há site</h1>
<p>Ele aparece aqui assim que uma construção der certo; os erros estão no terminal.</p></body>
</html>
"""


class SiteServer(ThreadingTCPServer):
    """A server of one folder, at work in a thread of its own from entering to leaving it."""

    daemon_threads = True
    # Elsewhere the option has another meaning: two programs could then take one port.
    allow_reuse_address = os.name == "posix"

    def __init__(self, host: str, port: int, site: Path) -> None:
        """Take the address. Raises `InputError` ENT017 where that can't be done."""
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.site = site
        self._host = f"[{host}]" if ":" in host else host
        self._new = Condition()
        try:
            if not host:  # the system would take it for every address of the machine
                raise UnicodeError
            super().__init__((host, port), _Handler)
        except (OSError, UnicodeError) as error:
            raise _refused(error, host, port) from error

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        """The address of the first page."""
        return f"http://{self._host}:{self.server_address[1]}/"

    @property
    def version(self) -> str:
        """The hash of what the site was made of; empty where there is none."""
        return stamp_of(self.site) or ""

    def announce(self) -> None:
        """Tell the open pages that there is a new site."""
        with self._new:
            self._new.notify_all()

    def await_other(self, version: str) -> bool:
        """Wait until the site is of another version than this, but not for ever."""
        with self._new:
            return self._new.wait_for(lambda: self.version != version, _WAITS)

    def handle_error(self, request: object, client_address: object) -> None:
        """A reader that went away before it was answered is no fault."""


def _refused(error: OSError | UnicodeError, host: str, port: int) -> InputError:
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, UnicodeError | socket.gaierror):
        why = "esse endereço não existe"
    else:
        why = reason(error)
    cure = "indique com --host um endereço desta máquina, como 127.0.0.1"
    if number in (errno.EADDRINUSE, errno.EACCES):
        cure = f"indique outra porta, como --port {port + 1 if port >= 1024 else 8000}"
    message = f"não foi possível servir em {host}, porta {port}: {why}"
    return InputError("ENT017", message, help=cure)


class _Handler(SimpleHTTPRequestHandler):
    server: SiteServer

    def __init__(self, request: Any, address: Any, server: SiteServer) -> None:
        super().__init__(request, address, server, directory=str(server.site))

    def do_GET(self) -> None:
        if self.path.startswith(EVENTS):
            self._tell(self.path.removeprefix(EVENTS))
        else:
            super().do_GET()

    def _tell(self, version: str) -> None:
        other = self.server.await_other(version)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"retry: 300\ndata: \n\n" if other else b"retry: 300\n\n")

    def send_head(self) -> BytesIO | BinaryIO | None:
        # Before the file: a page that is of a newer version than it says is loaded once more.
        version = self.server.version
        file = Path(self.translate_path(self.path))
        address = self.path.partition("?")[0].partition("#")[0]
        try:
            if address.endswith("/"):
                file /= "index.html"
            if self._is_ours(file):
                if file.suffix == ".html" and file.is_file():
                    return self._page(HTTPStatus.OK, file.read_text(encoding="utf-8"), version)
                return super().send_head()  # the file, or a folder's address with its stroke
        except (OSError, ValueError):
            pass  # a name that no file can have, or one that is just being replaced
        return self._missing(version)

    def _is_ours(self, file: Path) -> bool:
        """Whether a file or folder is one of the site's: not hidden, and no link out of it."""
        site = self.server.site.resolve()
        real = file.resolve(strict=True)
        return real.is_relative_to(site) and not any(
            part.startswith(".") for part in real.relative_to(site).parts
        )

    def _missing(self, version: str) -> BytesIO:
        try:
            text = (self.server.site / "404.html").read_text(encoding="utf-8")
        except OSError:
            text = _NO_SITE
        return self._page(HTTPStatus.NOT_FOUND, text, version)

    def _page(self, status: HTTPStatus, text: str, version: str) -> BytesIO:
        head, end, tail = text.rpartition("</body>")
        body = f"{head}{_SCRIPT % (EVENTS + version)}{end}{tail}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Requests are not what a preview is looked at for."""
