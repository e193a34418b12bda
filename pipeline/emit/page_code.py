"""Templates → code samples. The one place where a value of a norm becomes a literal of a program.

In: a template of `site/templates/exemplos` and its values. Out: code as plain text. Promises: every
value is printed as a literal of JSON, which is one of Python, JavaScript and jq as well, or as a
word of a shell; so nothing that a norm says can become code.
"""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment

# Signs that end a line for JavaScript or for a reader's eye, and no literal needs as themselves.
_BREAKS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


class CodeRenderer:
    """Renders code samples; made once a site."""

    def __init__(self, templates: Path) -> None:
        self._env = _environment(templates / "exemplos")

    def render(self, name: str, **values: Any) -> str:
        """The sample, without a blank line at its end."""
        return self._env.get_template(f"{name}.j2").render(**values).strip()


def literal(value: Any) -> str:
    """A value as Python, JavaScript and jq write it: a text, a number, or a list of these.

    >>> literal('a "b"')
    '"a \\\\"b\\\\""'
    """
    return json.dumps(value, ensure_ascii=False).translate(_BREAKS)


class _Word(str):
    """Text that is code already."""


def _shell(value: str) -> _Word:
    return _Word(shlex.quote(value))


def _environment(templates: Path) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    def printed(value: Any) -> str:
        return value if isinstance(value, _Word) else literal(value)

    # Not escaped: code is no HTML, and the page that shows it escapes it.
    env = Environment(
        loader=FileSystemLoader(templates),
        autoescape=False,
        finalize=printed,
        undefined=StrictUndefined,
    )
    env.filters["casca"] = _shell
    return env
