"""Flexible multibody dynamics with exact contact, impact and dry friction."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

__version__ = "0.1.0"

# Where each public name lives; type checkers read the same list. Names are loaded on first use: the command line starts
# at once, and a model alone needs neither Numba nor SciPy nor h5py.
_LIST = Path(__file__).with_suffix(".pyi").read_text()
_MODULE = {name: module for module, name in re.findall(r"^from ([\w.]+) import (\w+) as", _LIST, re.MULTILINE)}
__all__ = sorted(_MODULE)


def modules() -> list[str]:
    """Return the modules in which public names live."""
    return list(_MODULE.values())


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        import importlib

        value = globals()[name] = getattr(importlib.import_module(_MODULE[name]), name)
        return value
    import difflib

    close = difflib.get_close_matches(name, __all__, n=1)
    hint = f"; did you mean '{close[0]}'?" if close and not name.startswith("_") else ""
    raise AttributeError(f"module 'stickslip' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
