"""Compiles Brazilian norms: the published PDF → a validated catalogue of its devices and sanctions.

>>> # from pipeline import compile_norm
>>> # compile_norm("raw/lei-1493-2023").catalogue.infracoes[0].gravidade → 'gravissima'

The public surface is here; everything else may move. Importing it loads nothing heavy.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pipeline.api import compile_norm, load_catalogue
    from pipeline.diagnostics import Diagnostic, InputError
    from pipeline.model import Catalogo
    from pipeline.stages import Compilation

__all__ = [
    "Catalogo", "Compilation", "Diagnostic", "InputError", "compile_norm", "load_catalogue",
]  # fmt: skip

_HOMES = {
    "compile_norm": "pipeline.api",
    "load_catalogue": "pipeline.api",
    "Diagnostic": "pipeline.diagnostics",
    "InputError": "pipeline.diagnostics",
    "Catalogo": "pipeline.model",
    "Compilation": "pipeline.stages",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
