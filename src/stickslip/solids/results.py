"""Strains and stresses of elastic solids from their nodal positions (see ``solids.laws`` for the laws).

Arrays over elements and integration points have the shape (..., m, p, 3, 3) or (..., m, p), where ... are the
leading axes of the positions (..., nodes, dim): none, or time. Stresses are Cauchy stresses, without damping.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.results.base import Store
from stickslip.results.series import BodySeries, LinearTurn
from stickslip.solids.cells import cell, mass_coefficients, material_gradients, stiffness_rule

_LOOKED_AT = 50  # instants


@dataclass(frozen=True)
class SolidField:
    """Mesh and law of a solid, from which fields are computed."""

    kind: str  # of the cells
    places: Floats  # (nodes, dim), stress-free
    cells: Ints  # (m, k)
    law: str
    lame: tuple[float, float]  # lambda (reduced in plane stress) and mu [N/m^2]
    plane: str | None

    @staticmethod
    def of(entry: dict[str, Any]) -> SolidField:
        """Return the field of an entry of a result's header."""
        places, cells = np.array(entry["places"]), np.array(entry["cells"], dtype=np.int64)
        return SolidField(
            entry["cell"], places, cells, entry["law"], (entry["lame"][0], entry["lame"][1]), entry["plane"]
        )

    @property
    def dim(self) -> int:
        """2 or 3."""
        return self.places.shape[1]

    @cached_property
    def _rule(self) -> tuple[Floats, Floats]:
        return stiffness_rule(self.kind, self.places[self.cells])

    @cached_property
    def _points(self) -> tuple[Floats, Floats]:
        return material_gradients(self.kind, self.places[self.cells], self._rule)

    @property
    def volumes(self) -> Floats:
        """Volume (planar: area) of every integration point (m, p)."""
        return self._points[1]

    @cached_property
    def points(self) -> Floats:
        """Positions of the integration points in the stress-free shape (m, p, dim) [m]."""
        return cell(self.kind).values(self._rule[0]) @ self.places[self.cells]

    def displacement_gradient(self, r: Floats) -> Floats:
        """Return H = F - 1 (..., m, p, dim, dim) at places r (..., nodes, dim)."""
        shift = (r - self.places)[..., self.cells, :]
        return np.einsum("...eai,epja->...epij", shift, self._points[0], optimize=True)

    def turn(self, r: Floats) -> float:
        """Return the largest rotation of an element from its place in the stress-free shape [rad]."""
        return turn_of(self.displacement_gradient(r).mean(axis=1))

    def deformation_gradient(self, r: Floats) -> Floats:
        """Return F (..., m, p, dim, dim)."""
        return self.displacement_gradient(r) + np.eye(self.dim)

    def strain(self, r: Floats) -> Floats:
        """Return the strain (..., m, p, 3, 3): Green-Lagrange, or linear with the linear law.

        In plane stress, the out-of-plane component is the one for which the out-of-plane stress vanishes.
        """
        H = self.displacement_gradient(r)
        E = 0.5 * (H + H.swapaxes(-1, -2))
        if self.law != "linear":
            E = E + 0.5 * H.swapaxes(-1, -2) @ H
        out = np.zeros((*E.shape[:-2], 3, 3))
        out[..., : self.dim, : self.dim] = E
        if self.plane == "stress":
            lam, mu = self.lame  # lam / 2 mu = nu / (1 - nu)
            out[..., 2, 2] = -lam / (2.0 * mu) * np.trace(E, axis1=-2, axis2=-1)
        return out

    def stress(self, r: Floats) -> Floats:
        """Return Cauchy's stress (..., m, p, 3, 3) [N/m^2]."""
        E, (lam, mu), one = self.strain(r), self.lame, np.eye(3)
        inner = np.trace(E[..., : self.dim, : self.dim], axis1=-2, axis2=-1)[..., None, None]
        S = lam * inner * one + 2.0 * mu * E
        if self.plane == "stress":
            S[..., 2, 2] = 0.0
        if self.law == "linear":
            return S
        F = np.zeros(E.shape)
        F[..., : self.dim, : self.dim] = self.deformation_gradient(r)
        if self.dim == 2:
            F[..., 2, 2] = np.sqrt(1.0 + 2.0 * E[..., 2, 2])
        J = np.linalg.det(F)[..., None, None]
        if self.law == "neo-hookean":
            return (mu * (F @ F.swapaxes(-1, -2) - one) + lam * np.log(J) * one) / J
        return F @ S @ F.swapaxes(-1, -2) / J

    def nodal(self, values: Floats) -> Floats:
        """Return means over elements at the nodes, (..., nodes, 3, 3) or (..., nodes), of values at points.

        Each element extends its values to its nodes by the linear (box: multilinear) function of least squares.
        """
        tensor = values.ndim >= 4 and values.shape[-2:] == (3, 3)
        flat = values.reshape(-1, *self.volumes.shape, 9 if tensor else 1)
        of, points = cell(self.kind), self._rule[0]
        extend = np.ones((len(of.nodes), 1))
        if len(points) > 1:
            corners = cell(of.shape)
            extend = corners.values(of.nodes) @ np.linalg.pinv(corners.values(points))
        local = np.einsum("ap,nepc->neac", extend, flat, optimize=True)
        total = np.zeros((len(flat), len(self.places), flat.shape[-1]))
        for k, each in enumerate(local):
            np.add.at(total[k], self.cells, each)
        total /= np.bincount(self.cells.ravel(), minlength=len(self.places))[:, None]
        lead = values.shape[: -4 if tensor else -2]
        return total.reshape(*lead, len(self.places), *((3, 3) if tensor else ()))


def largest_turn(store: Store, entry: dict[str, Any]) -> tuple[float, float]:
    """Return the largest rotation of an element of a solid from its declared place [rad], and when it was."""
    field, start = SolidField.of(entry), entry["q_off"]
    columns = slice(start, start + entry["nq"])
    return largest_seen(
        store, lambda k: field.turn(store.read("q", slice(k, k + 1), columns)[0].reshape(-1, field.dim))
    )


def turn_of(H: Floats) -> float:
    """Return the largest rotation of displacement gradients H (n, dim, dim) [rad]."""
    spin = 0.5 * (H - H.swapaxes(-1, -2))
    sine = np.sqrt(0.5 * (spin * spin).sum(axis=(-2, -1)))
    return float(np.arctan2(sine, 1.0 + 0.5 * np.trace(H, axis1=-2, axis2=-1)).max())


def largest_seen(store: Store, value: Callable[[int], float]) -> tuple[float, float]:
    """Return the largest value of a function of the number of an instant, and when it was; some instants are tried."""
    some = np.unique(np.linspace(0, store.n - 1, _LOOKED_AT).astype(int))
    values = [value(k) for k in some.tolist()]
    worst = int(np.argmax(values))
    return values[worst], float(store.read("time", slice(some[worst], some[worst] + 1))[0])


def von_mises(stress: Floats) -> Floats:
    """Return sqrt(3/2 s:s) of the deviators s of stresses (..., 3, 3)."""
    mean = np.trace(stress, axis1=-2, axis2=-1)[..., None, None] / 3.0
    s = stress - mean * np.eye(3)
    return np.sqrt(1.5 * (s * s).sum(axis=(-2, -1)))


class SolidSeries(BodySeries):
    """Motion of an elastic solid: positions and velocities of its nodes, strains and stresses at integration points.

    Ask for strains and stresses at one recorded instant or a slice of instants; all of them may need much memory.
    """

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        super().__init__(store, entry)
        self.field = SolidField.of(entry)
        self.nodes = len(self.field.places)
        self._mass, self._lumped = float(entry["mass"]), entry["lumped"]

    def linear_turn(self) -> LinearTurn | None:
        """Return how far elements of a linear solid turn."""
        if self._entry["law"] != "linear":
            return None
        return LinearTurn(*largest_turn(self._store, self._entry), "SolidBody", "law='st-venant-kirchhoff'")

    @cached_property
    def _M(self) -> Floats:
        """Mass (m, k, k) of every element; lumped: (nodes, 1, 1), every node an element of its own."""
        if self._lumped is not None:
            return np.reshape(self._lumped, (-1, 1, 1))
        M = mass_coefficients(self.field.kind, self.field.places[self.field.cells])
        return M * (self._mass / M.sum())

    def _moments(self, a: Floats, b: Floats) -> Floats:
        """Return the integrals of a (x) b over the mass (n, i, j) of fields of the nodes (n, nodes, i or j)."""
        cells = self.field.cells if self._lumped is None else np.arange(self.nodes)[:, None]
        out = [np.einsum("eai,eab,ebj->ij", x[cells], self._M, y[cells], optimize=True) for x, y in zip(a, b)]
        return np.reshape(out, (len(a), a.shape[2], b.shape[2]))

    @property
    def momentum(self) -> np.ndarray:
        """Momentum (n, dim) [N s]."""
        v = self.velocity
        return self._moments(np.ones((len(v), self.nodes, 1)), v)[:, 0]

    @property
    def angular_momentum(self) -> np.ndarray:
        """Angular momentum about the origin (n, 3), planar: (n,) [N m s]."""
        L = self._moments(self.position, self.velocity)
        L = L - L.swapaxes(1, 2)
        return L[:, 0, 1] if self._dim == 2 else L[:, [1, 2, 0], [2, 0, 1]]

    @property
    def position(self) -> np.ndarray:
        """Positions of the nodes (n, nodes, dim) [m]."""
        return self.q.reshape(len(self.q), self.nodes, self._dim)

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the nodes (n, nodes, dim) [m/s]."""
        return self.u.reshape(len(self.u), self.nodes, self._dim)

    @property
    def displacement(self) -> np.ndarray:
        """Displacements of the nodes from the stress-free shape (n, nodes, dim) [m]."""
        return self.position - self.field.places

    def strain(self, at: int | slice = -1) -> np.ndarray:
        """Return strains (m, p, 3, 3) at an instant, or (n, m, p, 3, 3) for a slice (see ``SolidField.strain``)."""
        return self.field.strain(self.position[at])

    def stress(self, at: int | slice = -1) -> np.ndarray:
        """Return Cauchy stresses (m, p, 3, 3) at an instant, or (n, m, p, 3, 3) for a slice [N/m^2]."""
        return self.field.stress(self.position[at])

    def nodal_stress(self, at: int | slice = -1) -> np.ndarray:
        """Return Cauchy stresses at the nodes, averaged over adjacent elements: (nodes, 3, 3) or (n, nodes, 3, 3)."""
        return self.field.nodal(self.stress(at))

    def von_mises(self, at: int | slice = -1) -> np.ndarray:
        """Return the von Mises stress at the integration points: (m, p) or (n, m, p) [N/m^2]."""
        return von_mises(self.stress(at))
