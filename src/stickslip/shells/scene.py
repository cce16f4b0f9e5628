"""Shells as surfaces of a scene: both faces, half a thickness along the directors, and the rim between them."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.shells.meshes import boundary, by_kind, rim
from stickslip.viz.scene import Channel, Field, MeshMotion, Part, Surface
from stickslip.viz.source import Source

_TRIANGLES = {
    "triangle": ((0, 1, 2),),
    "quad": ((0, 1, 2), (0, 2, 3)),
    "quad9": ((0, 4, 8), (4, 1, 8), (1, 5, 8), (5, 2, 8), (2, 6, 8), (6, 3, 8), (3, 7, 8), (7, 0, 8)),
}
_THIN = 0.001  # of the size of the shell: what is drawn at least


class ShellSource(Source):
    """A shell with its thickness."""

    def __init__(self, entry: dict[str, Any], header: dict[str, Any], model: Model | None) -> None:
        super().__init__(entry, header, model)
        cells, n = np.array(entry["cells"], dtype=np.int64), int(entry["nodes"])
        self._half = 0.5 * max(float(entry["thickness"]), _THIN * float(entry["size"]))
        top = np.concatenate([own[:, np.array(_TRIANGLES[kind])].reshape(-1, 3) for kind, _, own in by_kind(cells)])
        sides = boundary(cells)
        a, b = sides[:, 0], sides[:, 1]
        skirt = np.concatenate([np.stack([a, a + n, b + n], axis=1), np.stack([a, b + n, b], axis=1)])
        lines = np.unique(np.sort([side for cell in cells.tolist() for side in rim(cell)], axis=1), axis=0)
        self._surface = Surface(np.concatenate([top, top[:, ::-1] + n, skirt]), np.concatenate([lines, lines + n]))

    def motion(self, result: Result) -> MeshMotion:
        """Return the motion of the nodes of both faces at the instants of a result."""
        series: Any = result[self.name]
        r, d = series.position, self._half * series.director
        return MeshMotion(np.concatenate([r + d, r - d], axis=1))

    def part(self, result: Result, far: float, centre: Floats | None = None) -> Part:
        """Return the part at the instants of a result."""
        series: Any = result[self.name]
        forces = np.array([series.nodal_resultants(k) for k in range(len(series.q))])
        shift, speed = (np.linalg.norm(x, axis=2) for x in (series.displacement, series.velocity))
        found = [
            ("displacement", "m", shift), ("speed", "m/s", speed),
            ("largest membrane force", "N/m", _largest(forces[..., :3])),
            ("largest bending moment", "N", _largest(forces[..., 3:6])),
        ]  # fmt: skip
        fields = tuple(Field(name, unit, np.concatenate([x, x], axis=1)) for name, unit, x in found)
        mean = Channel("mean position of the nodes", "m", series.position.mean(axis=1), ("x", "y", "z"))
        largest = (Channel(f"largest {name}", unit, x.max(axis=1, initial=0.0)[:, None]) for name, unit, x in found)
        return Part(self.name, self.kind, "solid", self.motion(result), surface=self._surface,
                    channels=(mean, *largest), fields=fields)  # fmt: skip


def _largest(x: Floats) -> Floats:
    """Return the larger size of the principal values of (x_11, x_22, x_12)."""
    mean, half = 0.5 * (x[..., 0] + x[..., 1]), 0.5 * (x[..., 0] - x[..., 1])
    return np.abs(mean) + np.hypot(half, x[..., 2])
