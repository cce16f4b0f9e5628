"""Time series of single bodies and joints, read from a store when asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from stickslip.errors import StickslipError
from stickslip.results.base import Store


def unknown(what: str, name: str, known: Iterable[str]) -> KeyError:
    """Return the error for a mistyped name, with the nearest valid one."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean '{close[0]}'?" if close else f"known: {', '.join(names) or 'none'}"
    return KeyError(f"no {what} '{name}'; {hint}")


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
        """Angle of a planar body (n,) [rad], counting turns."""
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
            A = np.zeros((n, 3, 3))
            cos, sin = np.cos(self.angle), np.sin(self.angle)
            A[:, 0, 0], A[:, 1, 0], A[:, 0, 1], A[:, 1, 1], A[:, 2, 2] = cos, sin, -sin, cos, 1.0
            return A
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
        if self.kind != "rigid":
            raise StickslipError(f"body '{self.name}' is not rigid: it has no single {what}; use .q and .u")
        return getattr(self, name)[:, columns]


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
        """Angle [rad] or travel [m] (n,), from the start."""
        if self._entry.get("coordinate", "none") == "none":
            raise StickslipError(f"joint '{self.name}' ({self.kind}) has no single angle or travel")
        return self._store.read("coordinate", columns=slice(self._number, self._number + 1))[:, 0]

    @cached_property
    def reaction(self) -> np.ndarray:
        """Constraint forces [N] and torques [N m] (n, rows)."""
        start = self._entry["row"]
        return self._store.read("reaction", columns=slice(start, start + self._entry["rows"]))
