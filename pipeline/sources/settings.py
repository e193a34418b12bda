"""`site.toml`, beside the norms' folders: how the site is published.

In: the folder of the norms. Out: `Publication`. Promises: no key is passed over in silence; without
the file nothing is set.
"""

from pathlib import Path

from pipeline.publication import PRIVATE, Publication
from pipeline.sources.tables import Reader, read_toml

FILE = "site.toml"
CODE = "ENT018"

_ADDRESS = r"https?://[^\s/?#]+(?:/[^\s?#]*)?"
_CONTACT = rf"[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+|{_ADDRESS}(?:[?#]\S*)?"


def read_publication(raw: Path) -> Publication:
    """The settings of a folder of norms.

    Raises `InputError` ENT018 with key and line.

    >>> read_publication(Path("no-such-folder")).site_url is None
    True
    """
    path = raw / FILE
    if not path.is_file():
        return PRIVATE
    top = Reader(read_toml(path, CODE), path, CODE)
    url = top.shaped("site_url", _ADDRESS, "o endereço do site, como https://exemplo.org/lei/")
    publication = Publication(
        top.shaped("principal", r"[a-z0-9]+(?:-[a-z0-9]+)*", "o id de uma norma"),
        url and url.rstrip("/") + "/",
        top.shaped("contato", _CONTACT, "um e-mail ou um endereço da web, que começa por https://"),
    )
    top.done()
    return publication
