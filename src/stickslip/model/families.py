"""Families of bodies by their kind in result files: those of the package, and those that a user has defined."""

from __future__ import annotations

import importlib

from stickslip.bodies.declaration import Body

_NUMERICS = {"analysis", "errors", "integrators", "results", "system"}  # folders of public names without declarations


def family_of(kind: str) -> type[Body]:
    """Return the class of the bodies of a kind; ``Body`` itself where nobody has defined it."""
    if kind not in Body.families:
        load_families()
    return Body.families.get(kind, Body)


def load_families() -> None:
    """Import all declarations of the package, so that their kinds are known."""
    from stickslip import modules

    for module in sorted(set(modules())):
        if module.split(".")[1] not in _NUMERICS:
            importlib.import_module(module)
