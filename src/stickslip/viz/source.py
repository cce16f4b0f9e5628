"""What a family shows of its bodies: the base of its sources of parts of a scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.viz.scene import Part


class Source:
    """A body of a result, as part of a scene at any of its instants."""

    moves = True
    seen = True

    def __init__(self, entry: dict[str, Any], header: dict[str, Any], model: Model | None) -> None:
        self.name, self.kind, self.dim = str(entry["name"]), str(entry["kind"]), int(header["dim"])

    def motion(self, result: Result) -> Any:
        """Return the motion at the instants of a result."""
        raise NotImplementedError

    def reach(self, far: float = 0.0) -> float:
        """Return how far it reaches from the places of its motion [m]."""
        return 0.0

    def bounds(self, result: Result) -> Floats:
        """Return places (k, 3) such that a box around them holds all of it at all instants of a result [m]."""
        places = self.motion(result).position.reshape(-1, 3)
        reach = np.full(3, self.reach())
        reach[self.dim :] = 0.0
        return np.concatenate([places - reach, places + reach])

    def part(self, result: Result, far: float, centre: Floats | None = None) -> Part:
        """Return the part at the instants of a result; ``far`` is the size of the scene [m]."""
        raise NotImplementedError
