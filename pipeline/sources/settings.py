"""`site.toml`, beside the norms' folders: how the site is published.

In: the folder of the norms. Out: `Publication`. Promises: no key is passed over in silence; without
the file nothing is set.
"""

from pathlib import Path

from pipeline.publication import PRIVATE, Publication
from pipeline.sources.tables import Reader, read_toml

FILE = "site.toml"
CODE = "ENT018"

# As an address is written: names in other letters have a form of ASCII, too (xn--).
_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?"
_ADDRESS = rf"https?://{_HOST}(?::[0-9]{{1,5}})?(?:/[A-Za-z0-9._~%/-]*)?"
_CONTACT = rf"[A-Za-z0-9._+-]+@{_HOST}\.[A-Za-z]{{2,}}|{_ADDRESS}(?:\?[A-Za-z0-9._~%/&=+-]*)?"


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
