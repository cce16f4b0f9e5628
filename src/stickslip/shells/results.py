"""Motion of shells, strains, resultants and stresses, from places and directors of their nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.errors import StickslipError
from stickslip.results.base import Store
from stickslip.results.series import BodySeries
from stickslip.shells.meshes import by_kind
from stickslip.shells.strains import Reference, assumed, corners, reference, samples, shape, values


@dataclass(frozen=True)
class ShellField:
    """Mesh and section of a shell, from which fields are computed."""

    places: Floats  # (nodes, 3), stress-free
    directors: Floats  # (nodes, 3)
    cells: Ints  # (m, k)
    membrane: Floats  # (6, 6)
    shear: Floats  # (2, 2)
    direction: Floats | None
    prestress: Floats  # (8,)
    thickness: float

    @staticmethod
    def of(entry: dict[str, Any]) -> ShellField:
        """Return the field of an entry of a result's header."""
        prestress = np.zeros(8)
        prestress[: len(entry["prestress"])] = entry["prestress"]
        return ShellField(
            np.array(entry["places"]), np.array(entry["directors"]), np.array(entry["cells"], dtype=np.int64),
            np.array(entry["membrane"]), np.array(entry["shear"]),
            np.array(entry["direction"]) if len(entry["direction"]) else None, prestress, float(entry["thickness"]),
        )  # fmt: skip

    @cached_property
    def _parts(self) -> list[tuple[Ints, Ints, Reference]]:
        found = by_kind(self.cells)
        return [(number, own, reference(kind, self.places[own], self.direction)) for kind, number, own in found]

    @property
    def points(self) -> int:
        """Number of integration points of an element (triangles among quadrilaterals have the last one twice)."""
        return max(ref.area.shape[1] for _, _, ref in self._parts)

    def resultants(self, r: Floats, d: Floats) -> Floats:
        """Return n_11, n_22, n_12, m_11, m_22, m_12, q_1, q_2 (m, p, 8) at integration points, in the element's axes.

        r and d are places and directors (nodes, 3) of one instant. Forces per length [N/m], moments per length [N].
        """
        out = np.zeros((len(self.cells), self.points, 8))
        for number, own, ref in self._parts:
            e = samples(ref.kind, r[own], d[own]) - samples(ref.kind, self.places[own], self.directors[own])
            found = np.einsum("ij,mpjs,ms->mpi", self._law, ref.L, e)
            if ref.kind == "quad":
                R, G = assumed(ref, self.membrane)
                beta = np.linalg.solve(R.swapaxes(-1, -2) @ R, np.einsum("mks,ms->mk", G, e)[..., None])[..., 0]
                found[..., :3] = np.einsum("mpik,mk->mpi", ref.modes, beta[:, :5])
                found[..., 3:6] = np.einsum("mpik,mk->mpi", ref.modes, beta[:, 5:])
            out[number] = found[:, np.minimum(np.arange(self.points), found.shape[1] - 1)]
        return out + self.prestress

    @property
    def _law(self) -> Floats:
        C = np.zeros((8, 8))
        C[:6, :6], C[6:, 6:] = self.membrane, self.shear
        return C

    def strains(self, r: Floats, d: Floats) -> Floats:
        """Return e_11, e_22, 2 e_12, k_11, k_22, 2 k_12, gamma_1, gamma_2 (m, p, 8) that have these resultants."""
        return np.einsum("ij,mpj->mpi", np.linalg.inv(self._law), self.resultants(r, d) - self.prestress)

    def nodal(self, values_at_points: Floats) -> Floats:
        """Return means over elements at the nodes (nodes, ...) of values at integration points (m, p, ...)."""
        flat = values_at_points.reshape(*values_at_points.shape[:2], -1)
        total, count = np.zeros((len(self.places), flat.shape[-1])), np.zeros(len(self.places))
        for number, own, ref in self._parts:
            of = shape(ref.kind)
            linear = "triangle" if ref.kind == "triangle" else "quad"
            extend = values(linear, corners(ref.kind)) @ np.linalg.pinv(values(linear, of.points))
            local = np.einsum("ap,mpc->mac", extend, flat[number][:, : len(of.points)])
            np.add.at(total, own, local)
            np.add.at(count, own, 1.0)
        return (total / count[:, None]).reshape(len(self.places), *values_at_points.shape[2:])


class ShellSeries(BodySeries):
    """Motion of a shell: places, velocities and directors of its nodes, resultants and stresses at integration points.

    Resultants and stresses take one instant, because those of all may be many.
    """

    def __init__(self, store: Store, entry: dict[str, Any]) -> None:
        super().__init__(store, entry)
        self.field = ShellField.of(entry)
        self.nodes = len(self.field.places)
        self._share = np.array(entry["lumped"])

    def _coordinates(self, first: int) -> np.ndarray:
        return self.q.reshape(len(self.q), self.nodes, 12)[:, :, first : first + 3]

    @property
    def position(self) -> np.ndarray:
        """Places of the nodes (n, nodes, 3) [m]."""
        return self._coordinates(0)

    @property
    def director(self) -> np.ndarray:
        """Unit directors of the nodes (n, nodes, 3)."""
        return self._coordinates(9)

    @property
    def displacement(self) -> np.ndarray:
        """Displacements of the nodes from the stress-free shape (n, nodes, 3) [m]."""
        return self.position - self.field.places

    @property
    def _rates(self) -> np.ndarray:
        return self.u.reshape(len(self.u), self.nodes, -1)

    @property
    def velocity(self) -> np.ndarray:
        """Velocities of the nodes (n, nodes, 3) [m/s]."""
        return self._rates[:, :, :3]

    @property
    def spin(self) -> np.ndarray:
        """Angular velocities of the directors, across them, in world components (n, nodes, 3) [rad/s]."""
        w = self._rates[:, :, 3:]
        return w[..., :1] * self._coordinates(3) + w[..., 1:2] * self._coordinates(6)

    @property
    def momentum(self) -> np.ndarray:
        """Momentum (n, 3) [N s]."""
        return np.einsum("a,nai->ni", self._share, self.velocity)

    @property
    def angular_momentum(self) -> np.ndarray:
        """Angular momentum about the origin (n, 3) [N m s]."""
        turning = float(self._entry["gyration"]) * self.spin
        return np.einsum("a,nai->ni", self._share, np.cross(self.position, self.velocity) + turning)

    def resultants(self, at: int = -1) -> np.ndarray:
        """Return n_11, n_22, n_12 [N/m], m_11, m_22, m_12 [N], q_1, q_2 [N/m] at integration points (m, p, 8)."""
        return self.field.resultants(self.position[at], self.director[at])

    def strain(self, at: int = -1, height: float = 0.0) -> np.ndarray:
        """Return e_11, e_22, 2 e_12 at a height above the surface [m], at integration points (m, p, 3)."""
        found = self.field.strains(self.position[at], self.director[at])
        return found[..., :3] + height * found[..., 3:6]

    def stress(self, at: int = -1, height: float = 0.0) -> np.ndarray:
        """Return s_11, s_22, s_12 [N/m^2] at a height above the surface [m], at integration points (m, p, 3).

        Where two layers meet it is the stress of the upper one. That of ``prestress`` is not part of it.
        """
        plies = self._entry["plies"]
        found = [np.array(Q) for bottom, top, Q in plies if bottom <= height <= top]
        if not found:
            known = f"from {plies[0][0]:g} to {plies[-1][1]:g} m" if plies else "none: the section is given as a whole"
            raise StickslipError(f"shell '{self.name}': no layer at the height {height:g} m; layers are {known}")
        return np.asarray(self.strain(at, height) @ found[-1])

    def nodal_resultants(self, at: int = -1) -> np.ndarray:
        """Return resultants at the nodes (nodes, 8), means of the elements there."""
        return self.field.nodal(self.resultants(at))
