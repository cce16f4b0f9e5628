"""Motion of floating bodies, from recorded frames and elastic coordinates (Rezaei and Schindler, sec. 3, app. C)."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from stickslip.results.base import Store
from stickslip.results.series import BodySeries, LinearTurn, planar_rotations
from stickslip.solids.results import largest_seen


def largest_turn(store: Store, entry: dict[str, Any]) -> tuple[float, float]:
    """Return the largest rotation of a section of a floating beam in its frame [rad], and when it was."""
    turns = np.array(entry["basis"])[2::3]
    first = entry["q_off"] + 3
    columns = slice(first, first + turns.shape[1])
    return largest_seen(store, lambda k: float(abs(turns @ store.read("q", slice(k, k + 1), columns)[0]).max()))


class FloatingSeries(BodySeries):
    """Motion of a floating beam: of its frame, and of its nodes at arc lengths ``s`` [m].

    ``position``, ``velocity`` and ``angle`` have one row per node; ``frame_position``, ``frame_angle`` and
    ``frame_angular_velocity`` are those of the frame; ``deflection`` is the motion relative to it.
    """

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        super().__init__(store, entry)
        self.s = np.array(entry["s"])
        self.nodes = int(entry["nodes"])
        self._basis = np.array(entry["basis"])

    def linear_turn(self) -> LinearTurn | None:
        """Return how far sections turn in the frame."""
        return LinearTurn(*largest_turn(self._store, self._entry), "FloatingBeam", "PlanarBeam", " in its frame")

    @property
    def frame_position(self) -> np.ndarray:
        """Origin of the frame (n, 2) [m]."""
        return self.q[:, :2]

    @property
    def frame_angle(self) -> np.ndarray:
        """Angle of the frame (n,) [rad], counting full turns."""
        return self.q[:, 2]

    @property
    def frame_angular_velocity(self) -> np.ndarray:
        """Angular velocity of the frame (n,) [rad/s]."""
        return self.u[:, 2]

    @property
    def elastic(self) -> np.ndarray:
        """Elastic coordinates (n, m): nodal displacements and rotations that reference conditions leave, or modes."""
        return self.q[:, 3 : 3 + self._basis.shape[1]]

    @cached_property
    def deflection(self) -> np.ndarray:
        """Displacement along and across the frame and rotation of all nodes in the frame (n, nodes, 3) [m, m, rad]."""
        return (self.elastic @ self._basis.T).reshape(-1, self.nodes, 3)

    @cached_property
    def _axes(self) -> np.ndarray:
        c, s = np.cos(self.frame_angle), np.sin(self.frame_angle)
        return np.stack([np.stack([c, -s], axis=1), np.stack([s, c], axis=1)], axis=1)

    @cached_property
    def _local(self) -> np.ndarray:
        """Places of the nodes in the frame (n, nodes, 2)."""
        local = self.deflection[:, :, :2].copy()
        local[:, :, 0] += self.s - self._entry["origin"]
        return local

    @property
    def position(self) -> np.ndarray:
        """Places of the nodes (n, nodes, 2) [m]."""
        return self.frame_position[:, None] + np.einsum("nij,nkj->nki", self._axes, self._local)

    @property
    def angle(self) -> np.ndarray:
        """Angles of the sections (n, nodes) [rad]."""
        return self.frame_angle[:, None] + self.deflection[:, :, 2]

    @property
    def rotation(self) -> np.ndarray:
        """Section axes as columns (n, nodes, 3, 3)."""
        return planar_rotations(self.angle)

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the nodes (n, nodes, 2) [m/s]."""
        rate = (self.u[:, 3 : 3 + self._basis.shape[1]] @ self._basis.T).reshape(-1, self.nodes, 3)[:, :, :2].copy()
        spin = self.frame_angular_velocity[:, None]
        rate[:, :, 0] -= spin * self._local[:, :, 1]
        rate[:, :, 1] += spin * self._local[:, :, 0]
        return self.u[:, None, :2] + np.einsum("nij,nkj->nki", self._axes, rate)

    @property
    def angular_velocity(self) -> np.ndarray:
        """Angular velocities of the sections (n, nodes) [rad/s]."""
        rate = self.u[:, 3 : 3 + self._basis.shape[1]] @ self._basis[2::3].T
        return self.frame_angular_velocity[:, None] + rate

    @property
    def points(self) -> np.ndarray:
        """Arc lengths where resultants are known: both ends of every element (2 elements,) [m]."""
        return np.stack([self.s[:-1], self.s[1:]], axis=1).ravel()

    @cached_property
    def resultant(self) -> np.ndarray:
        """Normal force, shear force and bending moment (N, Q, M) at ``points`` without damping (n, m, 3)."""
        EA, EI = self._entry["stiffness"]
        a, b, l = self.deflection[:, :-1], self.deflection[:, 1:], np.diff(self.s)
        normal = EA * (b[..., 0] - a[..., 0]) / l
        slope, both = 6.0 * (b[..., 1] - a[..., 1]) / l**2, a[..., 2] + b[..., 2]
        first = EI * (slope - 2.0 * (both + a[..., 2]) / l)
        last = EI * (-slope + 2.0 * (both + b[..., 2]) / l)
        shear = -(last - first) / l
        ends = [np.stack([normal, shear, moment], axis=2) for moment in (first, last)]
        return np.stack(ends, axis=2).reshape(len(a), -1, 3)
