"""Types in the signatures of examples."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import stickslip as ss

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Figure  # not imported at run time: most runs draw nothing
else:
    Figure = Any

Out = str | Path | None  # file for the result
Progress = Callable[[float, float, int, int], None] | bool | None  # as in ss.simulate
Quantities = dict[str, Any]  # quantities of interest, computed and exact, by name
Outcome = tuple[ss.Result, Quantities]
