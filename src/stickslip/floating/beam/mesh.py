"""Integrals of a floating Euler-Bernoulli beam and its reduction to modes (Rezaei and Schindler, sec. 3, app. C).

Nodal coordinates are (axial, transverse, rotation) per node. Reference conditions leave some of them out; modes of what
remains, K phi = omega^2 M phi with phi^T M phi = 1, take the place of nodal coordinates on request.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Frame
from stickslip.codes import CHANGING
from stickslip.contact.contours import Contour
from stickslip.errors import ModelError
from stickslip.floating.beam.declaration import FloatingBeam
from stickslip.floating.beam.kernel import HEAD, OWN, floating_beam_address, memory_size
from stickslip.mechanics.batches import Batch
from stickslip.mechanics.bodies import Nodes
from stickslip.system.assembled import Assembled

_X, _WEIGHT = np.polynomial.legendre.leggauss(4)
_X, _WEIGHT = 0.5 * (_X + 1.0), 0.5 * _WEIGHT
_SHORTEST = 1e-4  # element, relative to the others: stiffness grows with the third power
_RIGID = {"tangential": 0, "pinned": 0, "articulated": 1, "mean": 3}  # modes without strain, left to the frame


def shape(x: float, l: float) -> Floats:
    """Return S (2, 6) of an element of length l at x in [0, 1] (Rezaei and Schindler, eq. 110)."""
    S = np.zeros((2, 6))
    S[0, [0, 3]] = 1.0 - x, x
    S[1, [1, 4]] = 1.0 - 3.0 * x**2 + 2.0 * x**3, 3.0 * x**2 - 2.0 * x**3
    S[1, [2, 5]] = l * (x - 2.0 * x**2 + x**3), l * (x**3 - x**2)
    return S


def strain_rows(x: float, l: float) -> Floats:
    """Return B (2, 6): extension u' and curvature w'' of an element of length l at x in [0, 1].

    Rezaei and Schindler, eq. 163.
    """
    B = np.zeros((2, 6))
    B[0, [0, 3]] = -1.0 / l, 1.0 / l
    B[1, [1, 4]] = (12.0 * x - 6.0) / l**2, (6.0 - 12.0 * x) / l**2
    B[1, [2, 5]] = (6.0 * x - 4.0) / l, (6.0 * x - 2.0) / l
    return B


@dataclass
class Integrals:
    """Integrals over the mass of a planar body in N elastic coordinates (see ``floating.beam.kernel``)."""

    I_1: Floats  # (2,)
    I_2: float
    S_bar: Floats  # (2, N)
    I_3: Floats  # (N,)
    I_4: Floats  # (N,)
    M: Floats  # (N, N)
    S_tilde: Floats  # (N, N)
    K: Floats  # (N, N)


def planar_batch(mesh: Any, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch:
    """Return the batch of a floating body of a planar model (see ``floating.beam.kernel``)."""
    of, groups, frame = mesh.reduced, mesh.groups, int(node_of[mesh.frame])
    own = node_of[mesh.frame + 1 : mesh.frame + 1 + len(groups)]
    first = np.cumsum([0, *(len(group) for group in groups)])
    order = np.concatenate([*groups, np.zeros(0, dtype=np.int64)]).astype(np.int64)
    near = [(a, b) for a in range(len(groups)) for b in range(a, min(a + 2, len(groups)))]  # neighbours only
    picks = [np.ix_(groups[a], groups[b]) for a, b in near]
    blocks = [[matrix[pick].ravel() for pick in picks] for matrix in (of.M, of.K, of.S_tilde)]
    start = np.cumsum([0, *(len(block) for block in blocks[0])])
    places = [nodes.q_off[own[0]], nodes.u_off[own[0]]] if len(own) else [0, 0]
    counts = {"coordinates": first[-1], "nodes": len(groups), "pairs": len(near), "entries": start[-1]}
    head = OWN.integers(**counts, frame=[nodes.q_off[frame], nodes.u_off[frame]], elastic=places)
    pairs = [(a, b, entry) for (a, b), entry in zip(near, start[:-1], strict=True)]
    spokes = [(frame, node) for node in own] or [(frame, -1)]
    scalars = HEAD.pack(I_1=of.I_1, gravity=gravity, tau=mesh.part.retardation)
    integrals = [scalars, of.S_bar[:, order].T.ravel(), of.I_3[order], of.I_4[order]]
    return Batch(
        owner=mesh.part,
        address=floating_beam_address(),
        nodes=np.array([*spokes, *((own[a], own[b]) for a, b in near)], dtype=np.int64),
        own=np.concatenate([head, first, np.array(pairs, dtype=np.int64).ravel()]).astype(np.int64),
        data=np.concatenate([*integrals, *(block for all_ in blocks for block in all_)]),
        mass=CHANGING,
        memory=memory_size(int(first[-1])),
    )


@np.errstate(all="ignore")  # what is not finite is rejected where the mass matrix is inverted
def integrals(beam: FloatingBeam, s: Floats, origin: float) -> Integrals:
    """Integrate over the elements between arc lengths s, with u_0 = (s - origin, 0)."""
    n, section = 3 * len(s), beam.section_data
    stiffness = np.diag(np.diag(section.matrix)[2:4])  # EA, EI
    zero = np.zeros((2, n)), *np.zeros((2, n)), *np.zeros((3, n, n))
    out = Integrals(np.zeros(2), section.mass_moments[0] * beam.length, *zero)
    for e, (a, b) in enumerate(itertools.pairwise(s)):
        own, l = slice(3 * e, 3 * e + 6), b - a
        for x, weight in zip(_X, _WEIGHT):
            dm, place = section.mass_per_length * l * weight, a + x * l - origin
            S, B = shape(x, l), strain_rows(x, l)
            out.I_1[0] += dm * place
            out.I_2 += dm * place**2
            out.S_bar[:, own] += dm * S
            out.I_3[own] += dm * place * S[0]
            out.I_4[own] += dm * place * S[1]
            out.M[own, own] += dm * S.T @ S
            out.S_tilde[own, own] += dm * (np.outer(S[0], S[1]) - np.outer(S[1], S[0]))
            out.K[own, own] += l * weight * B.T @ stiffness @ B
    return out


def free_coordinates(reference: str, n: int) -> Ints:
    """Return the nodal coordinates of n nodes that the reference conditions leave."""
    held = {"tangential": [0, 1, 2], "pinned": [0, 1, 3 * n - 2], "articulated": [0, 1], "mean": []}[reference]
    return np.setdiff1d(np.arange(3 * n), held).astype(np.int64)


def _modes(reference: str, of: Integrals) -> tuple[Floats, Floats]:
    """Return angular frequencies and modes (nodal coordinates as rows), without those of the rigid body."""
    from scipy.linalg import eigh

    free = free_coordinates(reference, len(of.I_3) // 3)
    square, shapes = eigh(of.K[np.ix_(free, free)], of.M[np.ix_(free, free)])
    skip = _RIGID[reference]
    full = np.zeros((len(of.I_3), len(free) - skip))
    full[free] = shapes[:, skip:]
    return np.sqrt(square[skip:]), full


def frequencies(beam: FloatingBeam) -> Floats:
    """Return the natural frequencies under the reference conditions, ascending [Hz]."""
    s = np.linspace(0.0, beam.length, beam.elements + 1)
    return np.asarray(_modes(beam.reference, integrals(beam, s, 0.0))[0] / (2.0 * np.pi))


@dataclass
class Station:
    """A place on a floating body, as a body of its own."""

    body: int
    frame: Frame  # declaration, with the name of the station
    x: Floats  # (dim,) in the floating frame
    group: int  # of the elastic coordinates that move it, -1: none
    S: Floats  # (rows, nu) displacement and rotation by these


@dataclass(eq=False)
class FloatingMesh(Assembled[FloatingBeam]):
    """Nodes of a floating beam, its elastic coordinates and the stations on it."""

    beam: FloatingBeam
    s: Floats  # (n,) arc lengths of the nodes
    used: list[float]  # arc lengths that other parts use
    r: Floats = field(default_factory=lambda: np.zeros((0, 3)))  # (n, 3) places of the nodes at the start
    body_of: dict[int, int] = field(default_factory=dict)  # node -> body of its station

    varying_mass = True

    def __post_init__(self) -> None:
        super().__init__(self.beam)

    @property
    def frame(self) -> int:
        """Row of the frame."""
        return self.first

    @property
    def part(self) -> FloatingBeam:
        """The declaration."""
        return self.beam

    @property
    def origin(self) -> float:
        """Arc length of the frame's origin: the start, or the centre of mass."""
        return 0.5 * self.beam.length if self.beam.reference == "mean" else 0.0

    @cached_property
    def nodal(self) -> Integrals:
        """Integrals in nodal coordinates."""
        return integrals(self.beam, self.s, self.origin)

    @cached_property
    def basis(self) -> Floats:
        """Nodal coordinates (rows) of unit elastic coordinates (columns)."""
        beam = self.beam
        if not beam.modal:
            return np.eye(3 * len(self.s))[:, free_coordinates(beam.reference, len(self.s))]
        omega, shapes = _modes(beam.reference, self.nodal)
        if beam.max_frequency is not None:
            return shapes[:, omega <= 2.0 * np.pi * beam.max_frequency]
        return shapes[:, : beam.modes]

    @cached_property
    def groups(self) -> list[Ints]:
        """Elastic coordinates of each of their nodes in the system: those of a node of the beam, or all modes."""
        if self.beam.modal:
            return [np.arange(self.basis.shape[1])]
        node = free_coordinates(self.beam.reference, len(self.s)) // 3
        return [np.flatnonzero(node == k) for k in np.unique(node)]

    @cached_property
    def reduced(self) -> Integrals:
        """Integrals in elastic coordinates; matrices that modes make diagonal are so exactly."""
        of, T = self.nodal, self.basis
        M, K = T.T @ of.M @ T, T.T @ of.K @ T
        if self.beam.modal:
            M, K = np.eye(len(M)), np.diag(np.diag(K))
        return Integrals(of.I_1, of.I_2, of.S_bar @ T, of.I_3 @ T, of.I_4 @ T, M, T.T @ of.S_tilde @ T, K)

    def motion_of(self, k: int) -> tuple[int, Floats]:
        """Return the group of elastic coordinates that moves node k, -1 for none, and (3, nu) of its displacement."""
        rows = self.basis[3 * k : 3 * k + 3]
        for g, group in enumerate(self.groups):
            if rows[:, group].any():
                return g, np.ascontiguousarray(rows[:, group])
        return -1, np.zeros((3, 0))

    def batch(self, gravity: Floats, nodes: Nodes, node_of: Ints) -> Batch:
        """Return what couples frame and elastic coordinates."""
        return planar_batch(self, gravity, nodes, node_of)

    def stations(self) -> Iterator[Station]:
        """Return the bodies at places other than the frame."""
        for k, body in self.body_of.items():
            if body != self.frame:
                group, S = self.motion_of(k)
                frame = Frame(body=self.beam, s=float(self.s[k]), name=f"{self.beam.name} at s = {self.s[k]:.9g}")
                yield Station(body, frame, np.array([self.s[k] - self.origin, 0.0]), group, S)

    def node(self, s: float) -> int:
        """Return the node at arc length s."""
        k = int(np.argmin(abs(self.s - s)))
        if abs(self.s[k] - s) > 1e-6 * self.s[-1]:
            raise ModelError(f"{self.beam.label}: no node at s = {s:g}")
        return k

    def number(self, place: Frame | Contour) -> int:
        """Return the row of the station at the place of a frame or contour."""
        return self.body_of[self.node(place.s or 0.0)]

    def needs_place(self) -> str:
        """Return how to name a place."""
        return "is a flexible line; name a place on it: .start, .end or .at(s)"

    def freedom(self) -> int:
        """Return the number of coordinates without those of stations."""
        return 3 + self.basis.shape[1]

    def refuses(self, scheme: str) -> str:
        """State that energy-momentum steps have no discrete gradient of it."""
        return "EnergyMomentum does not support floating bodies; use Theta or MoreauMidpoint" * (
            scheme == "EnergyMomentum"
        )

    def describe(self, nodes: Nodes) -> dict[str, Any]:
        """Return the layout of frame, elastic coordinates and stations, and the shapes."""
        section = self.beam.section_data
        return super().describe(nodes) | {
            "basis": self.basis.tolist(),
            "mass": section.mass_per_length * self.beam.length,
            "nodes": len(self.s),
            "s": self.s.tolist(),
            "origin": self.origin,
            "stiffness": np.diag(section.matrix)[2:4].tolist(),
        }

    @property
    def segments(self) -> list[tuple[int, int]]:
        """Neighbouring nodes."""
        return [(k, k + 1) for k in range(len(self.s) - 1)]


def mesh_of(beam: FloatingBeam, stations: list[float]) -> FloatingMesh:
    """Place the nodes: equal elements, and one where anything is attached."""
    s = np.linspace(0.0, beam.length, beam.elements + 1)
    near, places = 1e-9 * beam.length, sorted(min(max(x, 0.0), beam.length) for x in stations)
    for x in places:
        if abs(s - x).min() > near:
            s = np.sort(np.append(s, x))
    if np.diff(s).min() < _SHORTEST * beam.length / beam.elements:
        k = int(np.argmin(np.diff(s)))
        places_text = f"s = {s[k]:.9g} and {s[k + 1]:.9g}"
        raise ModelError(f"{beam.label}: nodes at {places_text} make an element too short to compute with")
    return FloatingMesh(beam, s, places)
