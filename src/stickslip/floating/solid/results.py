"""Motion of floating solids, from recorded frames and elastic coordinates (Södersten 2018, sec. 2.5.1, 2.5.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import StickslipError
from stickslip.results.base import Store
from stickslip.results.series import BodySeries, LinearTurn, planar_rotations
from stickslip.solids.results import SolidField, largest_seen, turn_of, von_mises


def largest_turn(store: Store, entry: dict[str, Any]) -> tuple[float, float]:
    """Return the largest rotation of a part of a floating solid in its frame [rad], and when it was.

    Parts are elements, or nodes with their nearest neighbours where a body was given by matrices.
    """
    places = np.array(entry["places"])
    basis = np.array(entry["basis"]).reshape(places.size, -1)
    first = entry["q_off"] + (3 if places.shape[1] == 2 else 12)
    columns = slice(first, first + basis.shape[1])
    turn = _turn_of_elements(entry) if "cells" in entry else _turn_of_neighbours(places)
    return largest_seen(
        store, lambda k: turn((basis @ store.read("q", slice(k, k + 1), columns)[0]).reshape(places.shape))
    )


def _turn_of_elements(entry: dict[str, Any]) -> Callable[[Floats], float]:
    field = SolidField.of(entry)
    return lambda shift: field.turn(field.places + shift)


def _turn_of_neighbours(places: Floats) -> Callable[[Floats], float]:
    """Return a function of displacements that fits a gradient to each node and those next to it."""
    from scipy.spatial import cKDTree  # rarely needed, and slow to load

    n, dim = places.shape
    near = np.reshape(cKDTree(places).query(places, k=min(n, 2 * dim + 1))[1], (n, -1))
    fit = np.linalg.pinv(places[near] - places[near].mean(axis=1, keepdims=True))
    return lambda shift: turn_of((fit @ shift[near]).swapaxes(1, 2))


class FloatingSolidSeries(BodySeries):
    """Motion of a floating solid: of its frame, and of all nodes of its mesh.

    ``position`` and ``velocity`` have one row per node, ``places`` (nodes, dim) are those of the shape.
    ``frame_position``, ``frame_rotation`` and ``frame_angular_velocity`` are those of the frame; ``displacement`` is
    relative to it.
    """

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        super().__init__(store, entry)
        self.nodes = int(entry["nodes"])
        self.places = np.array(entry["places"])
        self._modes = int(entry["modes"])
        self._basis = np.array(entry["basis"]).reshape(self.places.size, self._modes)
        self._first = (3, 3) if self._dim == 2 else (12, 6)  # coordinates and velocities of the frame

    def linear_turn(self) -> LinearTurn | None:
        """Return how far parts turn in the frame."""
        cure = "SolidBody(law='st-venant-kirchhoff')"
        return LinearTurn(*largest_turn(self._store, self._entry), "FloatingSolid", cure, " in its frame")

    @property
    def frame_position(self) -> np.ndarray:
        """Origin of the frame (n, dim) [m]."""
        return self.q[:, : self._dim]

    @property
    def frame_angle(self) -> np.ndarray:
        """Angle of the frame of a planar body (n,) [rad], counting full turns."""
        if self._dim != 2:
            raise StickslipError(f"body '{self.name}' is spatial: its frame has a rotation (n, 3, 3), not an angle")
        return self.q[:, 2]

    @cached_property
    def frame_rotation(self) -> np.ndarray:
        """Axes of the frame as columns (n, 3, 3)."""
        if self._dim == 2:
            return planar_rotations(self.frame_angle)
        return self.q[:, 3:12].reshape(-1, 3, 3).swapaxes(1, 2)

    @property
    def frame_angular_velocity(self) -> np.ndarray:
        """Angular velocity of the frame: spatial (n, 3) in its axes, planar (n,) [rad/s]."""
        return self.u[:, 2] if self._dim == 2 else self.u[:, 3:6]

    @property
    def elastic(self) -> np.ndarray:
        """Elastic coordinates (n, modes)."""
        return self.q[:, self._first[0] : self._first[0] + self._modes]

    @property
    def elastic_rate(self) -> np.ndarray:
        """Rates of the elastic coordinates (n, modes)."""
        return self.u[:, self._first[1] : self._first[1] + self._modes]

    @cached_property
    def displacement(self) -> np.ndarray:
        """Displacements of the nodes in the frame, in its axes (n, nodes, dim) [m]."""
        return (self.elastic @ self._basis.T).reshape(-1, self.nodes, self._dim)

    @property
    def _axes(self) -> np.ndarray:
        return self.frame_rotation[:, : self._dim, : self._dim]

    @property
    def _local(self) -> np.ndarray:
        """Places of the nodes in the frame (n, nodes, dim)."""
        return self.places - np.array(self._entry["origin"]) + self.displacement

    @property
    def position(self) -> np.ndarray:
        """Places of the nodes (n, nodes, dim) [m]."""
        return self.frame_position[:, None] + np.einsum("nij,nkj->nki", self._axes, self._local)

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the nodes (n, nodes, dim) [m/s]."""
        rate, local = (self.elastic_rate @ self._basis.T).reshape(-1, self.nodes, self._dim), self._local
        if self._dim == 2:
            spin = self.frame_angular_velocity[:, None]
            rate = rate + np.stack([-spin * local[:, :, 1], spin * local[:, :, 0]], axis=2)
        else:
            rate = rate + np.cross(self.frame_angular_velocity[:, None], local)
        return self.u[:, None, : self._dim] + np.einsum("nij,nkj->nki", self._axes, rate)

    def _moments(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Return the integrals of a (x) b over the mass (n, i, j) of fields of the nodes (n, nodes, i or j)."""
        row, column, value = self._entry["mass_of_points"]
        return np.einsum("k,nki,nkj->nij", value, a[:, row], b[:, column], optimize=True)

    @property
    def momentum(self) -> np.ndarray:
        """Momentum (n, dim) [N s]."""
        v = self.velocity
        return self._moments(np.ones((*v.shape[:2], 1)), v)[:, 0]

    @property
    def angular_momentum(self) -> np.ndarray:
        """Angular momentum about the origin (n, 3), planar: (n,) [N m s]."""
        L = self._moments(self.position, self.velocity)
        L = L - L.swapaxes(1, 2)
        return L[:, 0, 1] if self._dim == 2 else L[:, [1, 2, 0], [2, 0, 1]]

    @cached_property
    def field(self) -> SolidField:
        """Mesh and law, from which strains and stresses follow; bodies from matrices have none."""
        if "cells" not in self._entry:
            raise StickslipError(f"body '{self.name}' was given by matrices: it has no mesh, strains or stresses")
        return SolidField.of(self._entry)

    def stress(self, at: int | slice = -1) -> np.ndarray:
        """Return stresses in axes of the frame (m, p, 3, 3) at an instant, or (n, m, p, 3, 3) for a slice [N/m^2]."""
        return self.field.stress(self.field.places + self.displacement[at])

    def nodal_stress(self, at: int | slice = -1) -> np.ndarray:
        """Return stresses at the nodes, means of the elements there: (nodes, 3, 3) or (n, nodes, 3, 3)."""
        return self.field.nodal(self.stress(at))

    def von_mises(self, at: int | slice = -1) -> np.ndarray:
        """Return the von Mises stress at the integration points: (m, p) or (n, m, p) [N/m^2]."""
        return von_mises(self.stress(at))
