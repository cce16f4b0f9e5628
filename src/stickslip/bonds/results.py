"""Tractions, force and couple of a bond between a solid and a body, or of a tie (Södersten 2018, sec. 2.4)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from stickslip.results.base import Store


class BondSeries:
    """What a body does to the boundary of a solid over all recorded instants."""

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        self._store, self._entry = store, entry
        self.name: str = entry["name"]
        self.nodes = np.array(entry["nodes"])
        """Nodes of the boundary (k,)."""

    def __repr__(self) -> str:
        return f"<bond '{self.name}', {len(self.nodes)} nodes, {self._store.n} instants>"

    @cached_property
    def traction(self) -> np.ndarray:
        """Values of the multipliers: traction on the solid (n, multipliers, dim) [N/m^2]; zero where there is none."""
        rows = np.array(self._entry["rows"])
        start = rows[rows >= 0].min()
        found = self._store.read("reaction", columns=slice(start, rows.max() + 1))
        out = np.zeros((len(found), *rows.shape))
        out[:, rows >= 0] = found[:, rows[rows >= 0] - start]
        return out

    @cached_property
    def nodal_force(self) -> np.ndarray:
        """Forces on the nodes of the boundary (n, k, dim) [N]."""
        rows, columns, values = (np.array(x) for x in self._entry["B"])
        out = np.zeros((len(self.traction), len(self.nodes), self.traction.shape[2]))
        for a, b, value in zip(rows, columns, values, strict=True):
            out[:, b] += value * self.traction[:, a]
        return out

    @property
    def force(self) -> np.ndarray:
        """Force on the solid (n, dim) [N]."""
        return self.nodal_force.sum(axis=1)

    def couple(self, point: Any) -> np.ndarray:
        """Return the moment on the solid about a point in space: planar (n,), spatial (n, 3) [N m]."""
        solid = next(body for body in self._store.header["bodies"] if body["name"] == self._entry["solid"])
        q = self._store.read("q", columns=slice(solid["q_off"], solid["q_off"] + solid["nq"]))
        places = q.reshape(len(q), solid["nodes"], -1)[:, self.nodes] - np.asarray(point, dtype=float)
        if places.shape[2] == 2:
            return (places[..., 0] * self.nodal_force[..., 1] - places[..., 1] * self.nodal_force[..., 0]).sum(axis=1)
        return np.cross(places, self.nodal_force).sum(axis=1)
