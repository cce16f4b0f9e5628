"""Time series of single bodies and joints, read from a store on request."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from stickslip.errors import StickslipError
from stickslip.lines.results import (
    curved_resultants,
    curved_strains,
    largest_beam_turn,
    line_resultants,
    line_strains,
)
from stickslip.results.base import Store


def unknown(what: str, name: str, known: Iterable[str]) -> KeyError:
    """Return the error for a mistyped name, with the nearest valid one."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"known: {', '.join(names) or 'none'}"
    return KeyError(f"no {what} '{name}'; {hint}")


def planar_rotations(angle: np.ndarray) -> np.ndarray:
    """Return the axes (..., 3, 3) of angles about z, as columns."""
    A = np.zeros((*angle.shape, 3, 3))
    cos, sin = np.cos(angle), np.sin(angle)
    A[..., 0, 0], A[..., 1, 0], A[..., 0, 1], A[..., 1, 1], A[..., 2, 2] = cos, sin, -sin, cos, 1.0
    return A


class LinearTurn(NamedTuple):
    """How far a body with linear elements rotates from where these are linear."""

    turn: float  # [rad]
    at: float  # [s]
    kind: str
    cure: str  # what to use for large turns
    where: str = ""


class BodySeries:
    """Motion of one body over all recorded instants.

    Rigid bodies have position, rotation (planar: angle), velocity and angular_velocity; bodies from (M, D, K) have
    their coordinates ``q`` and ``u`` only. The ground is at rest; a prescribed body moves as the model says, and its
    motion is not recorded.
    """

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        self._store, self._entry = store, entry
        self._dim = int(store.header["dim"])
        self.name: str = entry["name"]
        self.kind: str = entry["kind"]
        self.mass = float(entry.get("mass") or 0.0)

    def __repr__(self) -> str:
        return f"<{self.kind} body '{self.name}', {self._store.n} instants>"

    def linear_turn(self) -> LinearTurn | None:
        """Return how far linear elements rotate; nothing where there are none."""
        return None

    @cached_property
    def q(self) -> np.ndarray:
        """Coordinates (n, nq)."""
        start = self._entry["q_off"]
        return self._store.read("q", columns=slice(start, start + self._entry["nq"]))

    @cached_property
    def u(self) -> np.ndarray:
        """Velocities (n, nu)."""
        start = self._entry["u_off"]
        return self._store.read("u", columns=slice(start, start + self._entry["nu"]))

    @property
    def position(self) -> np.ndarray:
        """Centre of mass (n, dim) [m]."""
        return self._rigid("position", self._dim, "q", slice(0, self._dim))

    @property
    def velocity(self) -> np.ndarray:
        """Velocity of the centre of mass (n, dim) [m/s]."""
        return self._rigid("velocity", self._dim, "u", slice(0, self._dim))

    @property
    def angle(self) -> np.ndarray:
        """Angle of a planar body (n,) [rad], counting full turns."""
        if self._dim != 2:
            raise StickslipError(f"body '{self.name}' is spatial: it has a rotation (n, 3, 3), not an angle")
        return self._rigid("angle", 1, "q", slice(2, 3))[:, 0]

    @property
    def rotation(self) -> np.ndarray:
        """Body axes as columns (n, 3, 3)."""
        n = self._store.n
        if self.kind == "ground":
            return np.broadcast_to(np.eye(3), (n, 3, 3))
        if self._dim == 2:
            return planar_rotations(self.angle)
        return self._rigid("rotation", 9, "q", slice(3, 12)).reshape(n, 3, 3).swapaxes(1, 2)

    @property
    def angular_velocity(self) -> np.ndarray:
        """Angular velocity: spatial (n, 3) in body axes, planar (n,) [rad/s]."""
        if self._dim == 2:
            return self._rigid("angular_velocity", 1, "u", slice(2, 3))[:, 0]
        return self._rigid("angular_velocity", 3, "u", slice(3, 6))

    def _rigid(self, what: str, width: int, name: str, columns: slice) -> np.ndarray:
        if self.kind == "ground":
            return np.zeros((self._store.n, width))
        if self.kind == "prescribed":
            raise StickslipError(f"body '{self.name}' is prescribed: the model gives its {what}, it is not stored")
        if self.kind != "rigid" and not (self.kind == "point" and what in ("position", "velocity")):
            raise StickslipError(f"body '{self.name}' is not rigid: it has no single {what}; use .q and .u")
        return getattr(self, name)[:, columns]


class LineSeries(BodySeries):
    """Motion of a flexible line: every channel has one row per node, ``s`` are their arc lengths [m]."""

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        super().__init__(store, entry)
        self.s = np.array(entry["s"])
        self.nodes = int(entry["nodes"])

    def _nodal(self, name: str, columns: slice) -> np.ndarray:
        width = self._entry["nodes_q" if name == "q" else "nodes_u"]
        values = getattr(self, name)[:, : self.nodes * width]
        return values.reshape(len(values), self.nodes, width)[:, :, columns]

    @property
    def position(self) -> np.ndarray:
        """Places of the nodes (n, nodes, dim) [m]."""
        return self._nodal("q", slice(0, self._dim))

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the nodes (n, nodes, dim) [m/s]."""
        return self._nodal("u", slice(0, self._dim))

    @property
    def angle(self) -> np.ndarray:
        """Angles of the sections of a planar beam (n, nodes) [rad]."""
        self._beam("angle")
        if self._dim != 2:
            raise StickslipError(f"beam '{self.name}' is spatial: it has rotations, not angles")
        return self._nodal("q", slice(2, 3))[:, :, 0]

    @property
    def rotation(self) -> np.ndarray:
        """Section axes as columns (n, nodes, 3, 3)."""
        self._beam("rotation")
        if self._dim == 3:
            values = self._nodal("q", slice(3, 12))
            return values.reshape(*values.shape[:2], 3, 3).swapaxes(2, 3)
        return planar_rotations(self.angle)

    @property
    def angular_velocity(self) -> np.ndarray:
        """Angular velocities: spatial (n, nodes, 3) in section axes, planar (n, nodes) [rad/s]."""
        self._beam("angular_velocity")
        if self._dim == 2:
            return self._nodal("u", slice(2, 3))[:, :, 0]
        return self._nodal("u", slice(3, 6))

    def _beam(self, what: str) -> None:
        if self.kind != "beam":
            raise StickslipError(f"'{self.name}' is a string: its nodes have no {what}")

    def linear_turn(self) -> LinearTurn | None:
        """Return how far nodes of a linear beam rotate from their declared axes."""
        if self._entry["points"]["law"] != "bending":
            return None
        return LinearTurn(*largest_beam_turn(self._store, self._entry), "BendingTorsionBeam", "Beam")

    @cached_property
    def points(self) -> np.ndarray:
        """Arc lengths of the points where strains are known (m,) [m]."""
        return np.array(self._entry["points"]["s"])

    @property
    def _curved(self) -> bool:
        return "formulation" in self._entry["points"]

    @cached_property
    def _curved_strain(self) -> np.ndarray:
        return curved_strains(self._entry, self.q)

    @cached_property
    def strain(self) -> np.ndarray:
        """Strains (n, m, k): (Gamma, K) of a beam, (Gamma_t, Gamma_n, K) of a planar one, stretch - 1 of a string.

        Spatial (k = 6): shear along d_1 and d_2, extension, curvature about d_1 and d_2, twist. Redundant beams do not
        shear, and their extension is constant along each element: (eps, 0, w'').
        """
        if self._curved:
            strain = self._curved_strain
            if self.kind == "beam":
                strain = np.stack([strain[..., 0], np.zeros_like(strain[..., 0]), strain[..., 1]], axis=2)
            return strain
        return line_strains(self._entry, self._dim, self.position, self.rotation if self.kind == "beam" else None)

    @cached_property
    def resultant(self) -> np.ndarray:
        """Stress resultants (n, m, k) without damping: (Q_1, Q_2, N, M_1, M_2, T), planar (N, Q, M), string (N).

        Q of redundant beams is the derivative -M', one order less accurate than M.
        """
        if self._curved:
            return curved_resultants(self._entry, self._curved_strain)
        return line_resultants(self._entry, self.strain)


class JointSeries:
    """Coordinate and reaction of one joint over all recorded instants."""

    def __init__(self, store: Store, entry: dict[str, Any], number: int) -> None:
        self._store, self._entry, self._number = store, entry, number
        self.name: str = entry["name"]
        self.kind: str = entry["kind"]

    def __repr__(self) -> str:
        return f"<{self.kind} joint '{self.name}', {self._store.n} instants>"

    @cached_property
    def coordinate(self) -> np.ndarray:
        """Angle [rad] or travel [m] (n,), from the start; arc length of a guide [m]."""
        if self._entry.get("coordinate", "none") == "none":
            raise StickslipError(f"joint '{self.name}' ({self.kind}) has no single angle or travel")
        return self._store.read("coordinate", columns=slice(self._number, self._number + 1))[:, 0]

    @cached_property
    def reaction(self) -> np.ndarray:
        """Constraint forces [N] and torques [N m] (n, rows)."""
        return self._rows("reaction")

    @cached_property
    def drift(self) -> np.ndarray:
        """How far the constraints are off, at position level [m, rad] (n, rows)."""
        return self._rows("drift")

    def _rows(self, column: str) -> np.ndarray:
        start = self._entry["row"]
        return self._store.read(column, columns=slice(start, start + self._entry["rows"]))


class SupportSeries(JointSeries):
    """Forces of the support of a solid or shell.

    ``reaction`` and ``drift`` have a column per node and held direction, then those of held directors.
    """

    def __init__(self, store: Store, entry: dict[str, Any], number: int) -> None:
        super().__init__(store, entry, number)
        self.nodes = np.array(entry["nodes"], dtype=np.int64)

    @cached_property
    def nodal(self) -> np.ndarray:
        """Forces on the held nodes (n, nodes, dim) [N], zero in free directions."""
        axes = self._entry["axes"]
        out = np.zeros((len(self.reaction), len(self.nodes), int(self._store.header["dim"])))
        held = self.reaction[:, : len(self.nodes) * len(axes)]
        out[..., axes] = held.reshape(len(out), len(self.nodes), len(axes))
        return out

    @property
    def force(self) -> np.ndarray:
        """Sum of the forces on all held nodes (n, dim) [N]."""
        return self.nodal.sum(axis=1)
