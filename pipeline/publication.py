"""How the site is published: what no norm says and no reader decides.

In: nothing; types only. Out: `Publication`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Publication:
    """Settings of the site as a whole; all of them may be left open."""

    principal: str | None = None
    """Id of the norm at the site's root; None: that of the last site, else what a rule says."""
    site_url: str | None = None
    """Address at which the site is published, with a final slash; None: it has none of its own."""
    contact: str | None = None
    """E-mail or web address that takes reports of errors; None: the reader gets a text to copy."""


PRIVATE = Publication()
"""Nothing is set: a site for its own maker, or for a folder that is passed on."""
