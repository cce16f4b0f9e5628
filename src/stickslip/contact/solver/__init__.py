"""The local contact problem v = W r + b under unilateral, Coulomb and interval laws: exact or rejected.

`solve` is the full chain for one problem; `solve_blocks`, `solve_dense` and `solve_body` are its compiled entries;
`quick` is what runs inside the step loop. Names are loaded on first use: the chain brings SciPy, which most runs never
need.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOME = {
    "CONE": "problem",
    "INTERVAL": "problem",
    "BodySpace": "problem",
    "Certificate": "certificate",
    "ContactProblem": "chain",
    "ContactSolution": "chain",
    "Laws": "problem",
    "Settings": "problem",
    "Status": "problem",
    "Work": "problem",
    "body_matrices": "chain",
    "new_work": "problem",
    "solve": "chain",
    "solve_blocks": "entries",
    "solve_body": "entries",
    "solve_dense": "entries",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"stickslip.contact.solver.{_HOME[name]}"), name)
    raise AttributeError(f"module 'stickslip.contact.solver' has no attribute {name!r}")
