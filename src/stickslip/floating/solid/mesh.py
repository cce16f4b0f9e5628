"""A floating solid in numbers: mass, stiffness, modes under the conditions of the frame, integrals.

Södersten 2018, sec. 2.5.1, 2.5.2.

All inertia terms are inner products by the mass M_ab of places x and shapes Phi of the nodes. With components i, j

    S^i = sum M_ab Phi^i_b    B^ij = sum x^i_a M_ab Phi^j_b    P^ij = sum Phi^i_a M_ab Phi^j_b

give s_0 + S q, the inertia and the coupling with the rotation in the plane and in space.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.codes import CHANGING
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.floating import reduction
from stickslip.floating.beam.mesh import Integrals, Station, planar_batch
from stickslip.floating.solid import kernel
from stickslip.floating.solid.declaration import FloatingSolid
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Nodes
from stickslip.solids.assembly import masses_of
from stickslip.solids.cells import material_gradients, stiffness_rule
from stickslip.solids.declaration import SolidBody
from stickslip.system.assembled import Assembled

_RANK = 1e-9


def solid_mass(solid: SolidBody) -> sp.csr_array:
    """Return M_ab (n, n) of a mesh."""
    mesh, n = masses_of(solid), len(solid.nodes)
    if not mesh.consistent:
        return sp.csr_array(sp.diags_array(mesh.share))
    rows, columns = np.broadcast_arrays(solid.cells[:, :, None], solid.cells[:, None, :])
    return sp.csr_array((mesh.M.ravel(), (rows.ravel(), columns.ravel())), shape=(n, n))


def solid_stiffness(solid: SolidBody) -> sp.csr_array:
    """Return K (n dim, n dim) of a mesh without strain: int lambda dN_a dN_b + mu (dN_b dN_a + dN_a . dN_b 1)."""
    X = solid.nodes[solid.cells]
    slopes, weight = material_gradients(solid.kind, X, stiffness_rule(solid.kind, X))
    weight = weight * solid.depth
    (lam, mu), dim, n = solid.lame, solid.dim, len(solid.nodes)
    products = np.einsum("ep,epia,epjb->eaibj", weight, slopes, slopes, optimize=True)
    K = lam * products + mu * products.transpose(0, 1, 4, 3, 2)
    K += mu * np.einsum("eakbk->eab", products)[:, :, None, :, None] * np.eye(dim)[:, None, :]
    place = solid.cells[:, :, None] * dim + np.arange(dim)  # (e, a, i)
    rows, columns = np.broadcast_arrays(place[:, :, :, None, None], place[:, None, None, :, :])
    return sp.csr_array((K.ravel(), (rows.ravel(), columns.ravel())), shape=(n * dim, n * dim))


@dataclass(frozen=True)
class Reduced:
    """Shapes of a floating solid in the axes of its coordinates."""

    M: Any  # (n, n) M_ab, sparse
    mass: float
    centre: Floats  # (dim,) centre of mass
    origin: Floats  # (dim,) of the frame
    omega: Floats  # (m,) [rad/s]
    basis: Floats  # (n dim, m) Phi


_known: WeakKeyDictionary[FloatingSolid, Reduced] = WeakKeyDictionary()


def reduced(body: FloatingSolid) -> Reduced:
    """Return the shapes of a body; they are computed once."""
    if body not in _known:
        try:
            _known[body] = _reduce(body)
        except reduction.ReductionError as error:
            raise ModelError(f"{body.label}: {error}") from None
    return _known[body]


def _reduce(body: FloatingSolid) -> Reduced:
    shape, x, dim = body.shape, body.nodes, body.dim
    if isinstance(shape, SolidBody):
        one, K = solid_mass(shape), solid_stiffness(shape)
    else:
        one, K = shape.mass_of_points, shape.stiffness.matrix
    mass = float(one.sum())
    centre = np.asarray(one.sum(axis=0)).ravel() @ x / mass
    M, R = sp.csr_array(sp.kron(one, sp.eye_array(dim))), reduction.rigid_motions(x - centre)
    omega, basis = _shapes(body, K, M, R)
    origin = centre
    if body.reference == "tisserand":
        inertia = R.T @ (M @ R)
        if not np.isfinite(inertia).all() or np.linalg.matrix_rank(inertia, hermitian=True) < len(inertia):
            raise reduction.ReductionError("its mass has no inertia against some rigid motion; do all nodes have mass?")
        basis = basis - R @ np.linalg.solve(inertia, R.T @ (M @ basis))
    else:
        origin = x[body.frame_nodes].mean(axis=0)
    if body.reference == "attached":
        rows = reduction.motion_rows(x, body.frame_nodes)
        basis = basis - R @ np.linalg.solve(rows @ R, rows @ basis)
    if body.reference == "clamped":
        basis[(body.frame_nodes[:, None] * dim + np.arange(dim)).ravel()] = 0.0  # exactly
    return Reduced(one, mass, centre, origin, omega, basis)


def _shapes(body: FloatingSolid, K: Any, M: Any, R: Floats) -> tuple[Floats, Floats]:
    """Return frequencies and shapes of the reduced body, without rigid motions."""
    n, dim = body.nodes.shape
    clamped = body.reference == "clamped"
    held = reduction.held_rows(body.frame_nodes if clamped else np.zeros(0, dtype=np.int64), n, dim)
    rigid = 0 if clamped else R.shape[1]
    limit = None if body.max_frequency is None else 2.0 * np.pi * body.max_frequency
    rows = _interface_rows(body, held)
    if body.reduction == "craig-bampton":
        _check_holds(body, rows, R, clamped)
        T = [reduction.constraint_modes(K, held, rows)]
        T.append(reduction.normal_modes(K, M, sp.csr_array(sp.vstack([held, rows])), 0, body.modes, limit))
        return reduction.orthogonal(np.hstack(T), K, M, rigid)
    T = [reduction.normal_modes(K, M, held, rigid, body.modes, limit)]
    complete = T[0].shape[1] == n * dim - held.shape[0] - rigid
    if rows.shape[0] and not complete:
        if clamped:
            T.append(reduction.attachment_modes(K, held, rows))
        else:
            T.append(reduction.free_attachment_modes(K, M, R, body.nodes, rows))
    return reduction.orthogonal(np.hstack(T), K, M, 0)


def _interface_rows(body: FloatingSolid, held: sp.csr_array) -> sp.csr_array:
    """Return the rows of all interfaces that can move in the frame; reject those that repeat each other."""
    n, dim = body.nodes.shape
    free = np.ones(n * dim)
    free[held.indices] = 0.0
    out, known = [sp.csr_array((0, n * dim))], np.zeros((0, n * dim))
    for name, nodes in body.interfaces.items():
        rows = sp.csr_array(reduction.motion_rows(body.nodes, nodes) * free)
        rows.eliminate_zeros()
        if rows.nnz == 0:
            continue
        dense = rows.toarray()
        known = np.vstack([known, dense / np.linalg.norm(dense, axis=1, keepdims=True).clip(1e-300)])
        sizes = np.linalg.svd(known, compute_uv=False)
        if sizes[-1] < _RANK * sizes[0]:
            raise reduction.ReductionError(f"interface '{name}' moves as others, or the clamped nodes, do already")
        out.append(rows)
    return sp.csr_array(sp.vstack(out))


def _check_holds(body: FloatingSolid, rows: sp.csr_array, R: Floats, clamped: bool) -> None:
    """Reject interfaces that leave the body free to move when they are at rest."""
    if clamped:
        return
    scaled = R / np.linalg.norm(R, axis=0)
    sizes = np.linalg.svd(rows @ scaled, compute_uv=False) if rows.shape[0] else np.zeros(1)
    if len(sizes) < R.shape[1] or sizes[-1] < _RANK * sizes[0]:
        names = ", ".join(body.interfaces)
        raise reduction.ReductionError(
            f'reduction = "craig-bampton": the interfaces ({names}) at rest leave the body free to move; add one with '
            'several nodes, use reference = "clamped" or reduction = "free-interface"'
        )


@dataclass(frozen=True)
class Place:
    """Where something attaches: a node (a point), or an interface (with axes)."""

    node: int | None
    interface: str | None

    @property
    def text(self) -> str:
        """Name in results, after that of the body."""
        return f"at node {self.node}" if self.interface is None else f"at {self.interface}"


@dataclass(eq=False)
class FloatingSolidMesh(Assembled[FloatingSolid]):
    """Elastic coordinates of a floating solid and the places on it that other parts use."""

    part: FloatingSolid
    places: list[Place]
    body_of: dict[Place, int] = field(default_factory=dict)  # body of the station there

    varying_mass = True

    def __post_init__(self) -> None:
        super().__init__(self.part)

    @property
    def frame(self) -> int:
        """Row of the frame."""
        return self.first

    @cached_property
    def of(self) -> Reduced:
        """Shapes."""
        return reduced(self.part)

    @property
    def basis(self) -> Floats:
        """Displacements (rows) of unit elastic coordinates (columns)."""
        return self.of.basis

    @cached_property
    def x(self) -> Floats:
        """Places of the nodes in the frame (n, dim)."""
        return self.part.nodes - self.of.origin

    @property
    def groups(self) -> list[Ints]:
        """Elastic coordinates of their node in the system."""
        m = self.basis.shape[1]
        return [np.arange(m)] if m else []

    @cached_property
    def components(self) -> list[Floats]:
        """Phi^i (n, m) of every direction."""
        n, dim = self.x.shape
        return [np.ascontiguousarray(part) for part in self.basis.reshape(n, dim, -1).transpose(1, 0, 2)]

    @cached_property
    def first_moment(self) -> Floats:
        """s_0 = int x (dim,)."""
        return self.of.mass * (self.of.centre - self.of.origin)

    @cached_property
    def S(self) -> Floats:
        """S^i (dim, m)."""
        share = np.asarray(self.of.M.sum(axis=0)).ravel()
        return np.array([share @ part for part in self.components])

    @cached_property
    def B(self) -> Floats:
        """B^ij (dim, dim, m)."""
        Mx = self.of.M @ self.x
        return np.array([[Mx[:, i] @ part for part in self.components] for i in range(self.part.dim)])

    @cached_property
    def P(self) -> Floats:
        """P^ij (dim, dim, m, m)."""
        image = [self.of.M @ part for part in self.components]
        return np.array([[a.T @ b for b in image] for a in self.components])

    @cached_property
    def second_moment(self) -> Floats:
        """Integrals of x^i x^j (dim, dim)."""
        return np.asarray(self.x.T @ (self.of.M @ self.x))

    @cached_property
    def K(self) -> Floats:
        """Stiffness (m, m): omega^2, because rigid motions that the frame took away have none."""
        return np.diag(self.of.omega**2)

    @cached_property
    def D(self) -> Floats:
        """Damping (m, m)."""
        part = self.part
        return part.retardation * self.K + np.diag(2.0 * part.damping_ratio * self.of.omega)

    @cached_property
    def M(self) -> Floats:
        """Mass (m, m) of the elastic coordinates."""
        M = np.einsum("iikl->kl", self.P)
        return np.asarray(0.5 * (M + M.T))

    @property
    def frame_mass(self) -> Floats:
        """Mass (3, 3) or (6, 6) of the frame at q = 0, without the coupling of place and turn."""
        moment, dim = self.second_moment, self.part.dim
        trace = np.trace(moment)
        J = trace * np.eye(3) - moment if dim == 3 else np.full((1, 1), trace)
        out = np.diag(np.full(dim + len(J), self.of.mass))
        out[dim:, dim:] = J
        return out

    @cached_property
    def reduced(self) -> Integrals:
        """Integrals of the planar formulation, by its names."""
        B, P = self.B, self.P
        return Integrals(
            I_1=self.first_moment, I_2=float(np.trace(self.second_moment)), S_bar=self.S, I_3=B[0, 0] + B[1, 1],
            I_4=B[0, 1] - B[1, 0], M=self.M, S_tilde=P[0, 1] - P[0, 1].T, K=self.K,
        )  # fmt: skip

    def batch(self, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch:
        """Return what couples frame and elastic coordinates."""
        if self.part.dim == 2:
            return planar_batch(self, gravity, nodes, node_of)
        m = len(self.of.omega)
        frame, elastic = int(node_of[self.first]), int(node_of[self.first + 1]) if m else -1
        places = [nodes.q_off[elastic], nodes.u_off[elastic]] if m else [0, 0]
        return Batch(
            owner=self.part,
            address=kernel.floating_address(),
            nodes=np.array([[frame, elastic]], dtype=np.int64),
            own=kernel.OWN.integers(modes=m, frame=[nodes.q_off[frame], nodes.u_off[frame]], elastic=places),
            data=np.concatenate([part.ravel() for part in (gravity, self.first_moment, self.S, self.B, self.P)]),
            mass=CHANGING,
            memory=kernel.memory_size(m),
        )

    def place_nodes(self, place: Place) -> Ints:
        """Return the nodes of a place."""
        return self.part.interfaces[place.interface] if place.interface is not None else np.array([place.node])

    def without_axes(self) -> dict[int, str]:
        """Return the stations at nodes."""
        return {row: "a node of a floating solid" for place, row in self.body_of.items() if place.interface is None}

    def needs_place(self) -> str:
        """Return how to name a place."""
        return "is flexible; name a place on it: .interface(name) or .at(node)"

    def freedom(self) -> int:
        """Return the number of coordinates without those of stations."""
        return (3 if self.part.dim == 2 else 6) + self.basis.shape[1]

    def refuses(self, scheme: str) -> str:
        """State that energy-momentum steps have no discrete gradient of it."""
        return "EnergyMomentum does not support floating bodies; use Theta or MoreauMidpoint" * (
            scheme == "EnergyMomentum"
        )

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return the layout of frame, elastic coordinates and stations, and the shapes."""
        M, shape = self.of.M.tocoo(), self.part.shape
        entry = super().describe(nodes) | {
            "basis": self.basis.tolist(),
            "mass": self.of.mass,
            "nodes": len(self.x),
            "origin": self.of.origin.tolist(),
            "places": self.part.nodes.tolist(),
            "modes": len(self.of.omega),
            "mass_of_points": [M.row.tolist(), M.col.tolist(), M.data.tolist()],
        }
        if isinstance(shape, SolidBody):
            entry |= {"cells": shape.cells.tolist(), "cell": shape.kind, "law": "linear", "lame": list(shape.lame)}
            entry["plane"] = shape.plane
        return entry

    def stations(self) -> Iterator[Station]:
        """Return the bodies at all places that are used."""
        for place, body in self.body_of.items():
            nodes, name = self.place_nodes(place), f"{self.part.name} {place.text}"
            frame = Frame(body=self.part, node=place.node, interface=place.interface, name=name)
            S = np.asarray(reduction.motion_rows(self.part.nodes, nodes) @ self.basis)
            yield Station(body, frame, self.x[nodes].mean(axis=0), 0 if S.any() else -1, S)

    def number(self, frame: Frame | Contour) -> int:
        """Return the body at the place of a frame or contour."""
        return self.body_of[Place(frame.node, frame.interface)]
