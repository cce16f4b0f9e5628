"""Examples, one per file, each short enough to read as documentation; this file only finds them.

An example is a module with a title as the first line of its docstring and a function
``run(*, <parameters with defaults>, out=None, progress=None) -> (Result, quantities)``; optionally
``plot(result, quantities) -> figure``. On the command line ``bouncing_ball`` is called "bouncing-ball".
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from stickslip.errors import StickslipError

_RESERVED = ("out", "progress")


def names() -> list[str]:
    """Return the names of all examples as on the command line, sorted."""
    found = {module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")}
    prefix = f"{__name__}."
    found |= {name.removeprefix(prefix) for name in sys.modules if name.startswith(prefix)}
    return sorted(name.replace("_", "-") for name in found if not name.startswith("_") and "." not in name)


def get(name: str) -> ModuleType:
    """Return the module of an example; a mistyped name raises an error with the nearest valid one."""
    wanted = name.replace("_", "-")
    known = names()
    if wanted not in known:
        close = difflib.get_close_matches(wanted, known, n=1)
        hint = f"did you mean '{close[0]}'?" if close else "'stickslip examples' lists all"
        raise StickslipError(f"no example '{name}'; {hint}")
    return importlib.import_module(f"{__name__}.{wanted.replace('-', '_')}")


def title(module: ModuleType) -> str:
    """Return the first line of an example's docstring."""
    return (inspect.getdoc(module) or "").partition("\n")[0].rstrip(".")


def titles() -> dict[str, str]:
    """Return the titles of all examples by name; sources are read, not imported, which is much faster."""
    found = {}
    for name in names():
        loaded = sys.modules.get(f"{__name__}.{name.replace('-', '_')}")
        if loaded is not None:
            found[name] = title(loaded)
            continue
        text = (Path(__path__[0]) / f"{name.replace('-', '_')}.py").read_text(encoding="utf-8")
        found[name] = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0].rstrip(".")
    return found


def parameters(module: ModuleType) -> dict[str, Any]:
    """Return the parameters of an example with their defaults."""
    signature = inspect.signature(module.run)
    return {name: entry.default for name, entry in signature.parameters.items() if name not in _RESERVED}


def figure(module: ModuleType, result: Any, quantities: dict[str, Any]) -> Any:
    """Return the figure of an example in the style of the package; that of the energies where it has none."""
    from stickslip.viz.plots import style

    with style():
        return module.plot(result, quantities) if hasattr(module, "plot") else result.plot.energy()
