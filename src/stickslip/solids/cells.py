"""Mesh cells: shape functions and quadrature on reference cells, by name, with the node numbering of VTK and meshio.

Reference cells are [0, 1]^d and the simplex {x_i >= 0, sum x_i <= 1}. Corners come first (a box counter-clockwise at
z = 0, then at z = 1), then the middles of edges, of faces, of the cell:

    triangle, quad          edges (0 1) (1 2) (2 0) and (0 1) (1 2) (2 3) (3 0), counter-clockwise
    tetra                   edges (0 1) (1 2) (2 0) (0 3) (1 3) (2 3), corner 3 on the side of (1 - 0) x (2 - 0)
    hexahedron              edges (0 1) (1 2) (2 3) (3 0), (4 5) (5 6) (6 7) (7 4), (0 4) (1 5) (2 6) (3 7)
    faces of hexahedron27   at x = 0, x = 1, y = 0, y = 1, z = 0, z = 1

Shape functions are the polynomials of the cell's space that are one at a node and zero at all others: monomials times
the inverse of their values at the nodes. A kind of cell is therefore a list of nodes and a list of exponents.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from stickslip._arrays import Floats, Ints

_HEX_EDGES = ((0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7))
_HEX_FACES = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
_TET_EDGES = ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))
# corners, edges and facets (corner numbers, seen from outside counter-clockwise) of each shape
_SHAPES: dict[str, tuple[int, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]] = {
    "line": (2, ((0, 1),), ()),
    "triangle": (3, ((0, 1), (1, 2), (2, 0)), ((0, 1), (1, 2), (2, 0))),
    "quad": (4, ((0, 1), (1, 2), (2, 3), (3, 0)), ((0, 1), (1, 2), (2, 3), (3, 0))),
    "tetra": (4, _TET_EDGES, ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))),
    "hexahedron": (8, _HEX_EDGES, _HEX_FACES),
}
_DIM = {"line": 1, "triangle": 2, "quad": 2, "tetra": 3, "hexahedron": 3}
NAMES = (
    "triangle", "triangle6", "quad", "quad8", "quad9", "tetra", "tetra10", "hexahedron", "hexahedron20", "hexahedron27",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Cell:
    """A kind of cell.

    Attributes
    ----------
    name, shape : names of the kind and of its corners' shape, as in meshio
    order : 1 or 2
    nodes : (n, dim) reference coordinates
    exponents : (n, dim) of the monomials that span the shape functions
    coefficients : (n, n), N_a = sum_k monomial_k coefficients[k, a]
    """

    name: str
    shape: str
    order: int
    nodes: Floats
    exponents: Ints
    coefficients: Floats

    @property
    def dim(self) -> int:
        """Dimension of the reference cell."""
        return self.nodes.shape[1]

    @property
    def corners(self) -> int:
        """Number of corners, the first nodes."""
        return _SHAPES[self.shape][0]

    @property
    def simplex(self) -> bool:
        """Whether the cell is a line, triangle or tetrahedron."""
        return self.corners == self.dim + 1

    @property
    def edges(self) -> tuple[tuple[int, ...], ...]:
        """Pairs of corners."""
        return _SHAPES[self.shape][1]

    def values(self, x: Floats) -> Floats:
        """Return N (p, n) at reference points x (p, dim)."""
        return np.prod(x[:, None, :] ** self.exponents, axis=2) @ self.coefficients

    def gradients(self, x: Floats) -> Floats:
        """Return dN/dx (p, n, dim) at reference points x (p, dim)."""
        out = np.empty((len(x), len(self.nodes), self.dim))
        for i in range(self.dim):
            lower = self.exponents.copy()
            lower[:, i] = np.maximum(lower[:, i] - 1, 0)
            slopes = self.exponents[:, i] * np.prod(x[:, None, :] ** lower, axis=2)
            out[:, :, i] = slopes @ self.coefficients
        return out

    def node_at(self, place: Floats) -> int:
        """Return the number of the node at a reference point, -1 if there is none."""
        found = np.flatnonzero(abs(self.nodes - place).max(axis=1) < 1e-9)
        return int(found[0]) if len(found) else -1


def _shape_of(name: str) -> str:
    return name.rstrip("0123456789")


@cache
def cell(name: str) -> Cell:
    """Return the kind of cell with a name of meshio."""
    shape = _shape_of(name)
    n, edges, _ = _SHAPES[shape]
    dim, simplex = _DIM[shape], n == _DIM[shape] + 1
    size = int(name[len(shape) :] or n)
    if simplex:
        corners = np.vstack([np.zeros(dim), np.eye(dim)])
    else:
        square = [(0, 0), (1, 0), (1, 1), (0, 1)]
        corners = np.array(square if dim == 2 else [(x, y, z) for z in (0, 1) for x, y in square], dtype=float)
    places = [corners]
    if size > n:
        places.append(np.array([corners[list(edge)].mean(axis=0) for edge in edges]))
    if size == 27:
        places.append(np.array([[0, 1, 1], [2, 1, 1], [1, 0, 1], [1, 2, 1], [1, 1, 0], [1, 1, 2]]) / 2.0)
    if size in (9, 27):
        places.append(np.full((1, dim), 0.5))
    nodes, order = np.vstack(places), 1 if size == n else 2
    powers = np.array(list(itertools.product(range(order + 1), repeat=dim)))
    if simplex:
        powers = powers[powers.sum(axis=1) <= order]
    elif len(powers) > size:  # serendipity: one square at most
        powers = powers[(powers == 2).sum(axis=1) <= 1]
    return Cell(name, shape, order, nodes, powers, np.linalg.inv(np.prod(nodes[:, None, :] ** powers, axis=2)))


@cache
def facets(name: str) -> tuple[str, Ints]:
    """Return the kind of the facets and their nodes (nf, nodes per facet), counter-clockwise seen from outside."""
    kind = cell(name)
    corners = _SHAPES[kind.shape][2]
    shape = {2: "line", 3: "triangle", 4: "quad"}[len(corners[0])]
    loops = [list(itertools.pairwise([*facet, facet[0]])) if kind.dim == 3 else [facet] for facet in corners]
    out = []
    for facet, loop in zip(corners, loops, strict=True):
        places = [*(kind.nodes[list(edge)].mean(axis=0) for edge in loop), kind.nodes[list(facet)].mean(axis=0)]
        places = places if shape == "quad" else places[: len(loop)]
        extra = [kind.node_at(place) for place in places] if kind.order == 2 else []
        out.append([*facet, *(k for k in extra if k >= 0)])
    size = len(out[0])
    return shape if kind.order == 1 else f"{shape}{size}", np.array(out, dtype=np.int64)


def _legendre(n: int) -> tuple[Floats, Floats]:
    x, w = np.polynomial.legendre.leggauss(n)
    return 0.5 * (x + 1.0), 0.5 * w


@cache
def _rule(dim: int, simplex: bool, degree: int) -> tuple[Floats, Floats]:
    """Return points (p, dim) and weights (p,), exact for polynomials of a degree (box: in every variable).

    A simplex is the image of a box, y = (1 - x) s, z = (1 - x) (1 - s) t, unless a rule with fewer points is known.
    """
    if simplex and dim > 1 and degree <= 1:
        return np.full((1, dim), 1.0 / (dim + 1)), np.array([1.0 / math.factorial(dim)])
    if simplex and dim > 1 and degree == 2:
        near = {2: 1.0 / 6.0, 3: (5.0 - math.sqrt(5.0)) / 20.0}[dim]
        points = np.vstack([np.full(dim, near), near + (1.0 - (dim + 1) * near) * np.eye(dim)])
        return points, np.full(dim + 1, 1.0 / math.factorial(dim + 1))
    if simplex and dim == 3 and degree == 3:
        return _eight_points()
    x, w = _legendre(math.ceil((degree + (dim if simplex else 1)) / 2))
    points = np.array(list(itertools.product(x, repeat=dim)))
    weights = np.prod(np.array(list(itertools.product(w, repeat=dim))), axis=1)
    if not simplex or dim == 1:
        return points, weights
    rest = np.cumprod(np.hstack([np.ones((len(points), 1)), 1.0 - points[:, :-1]]), axis=1)
    return points * rest, weights * np.prod(rest, axis=1)


def _eight_points() -> tuple[Floats, Floats]:
    """Return a rule of degree 3 for tetrahedra: points (a, a, a, 1 - 3a) and (b, b, b, 1 - 3b), equal weights.

    The means of the symmetric functions e_2, e_3 of four barycentric coordinates, 3/10 and 1/30, give s = a + b.
    """
    s = float(np.sort(np.roots([2.0, -3.0, 1.35, -11.0 / 60.0]).real)[1])
    product = 0.05 - 0.25 * s + 0.5 * s * s
    a, b = np.roots([1.0, -s, product])
    points = np.vstack([np.vstack([np.full(3, x), x + (1.0 - 4.0 * x) * np.eye(3)]) for x in (a, b)])
    return points, np.full(8, 1.0 / 48.0)


def plane_rule(dim: int, degree: int) -> tuple[Floats, Floats]:
    """Return the rule of a simplex (line or triangle) that is exact for polynomials of a degree."""
    return _rule(dim, True, degree)


def stiffness_rule(name: str, X: Floats) -> tuple[Floats, Floats]:
    """Return the rule of strain energies of cells with nodes X (m, n, dim).

    It is exact for a quadratic energy in cells with straight, parallel edges, and for uniform strain in curved ones.
    """
    kind = cell(name)
    if not kind.simplex:
        return _rule(kind.dim, False, 2 * kind.order)
    degree = 2 * (kind.order - 1)
    if name == "tetra10" and not _straight(kind, X):
        degree = 3  # of det J, and of gradients times det J
    return _rule(kind.dim, True, degree)


def _straight(kind: Cell, X: Floats) -> bool:
    """Return whether the middle nodes of all edges are in the middle."""
    ends = X[:, np.array(kind.edges)]  # (m, edges, 2, dim)
    off = X[:, kind.corners : kind.corners + len(kind.edges)] - ends.mean(axis=2)
    return bool(abs(off).max() <= 1e-9 * abs(ends[:, :, 1] - ends[:, :, 0]).max())


@cache
def mass_rule(name: str) -> tuple[Floats, Floats]:
    """Return the rule of masses and loads: exact for products of two shape functions, in curved cells too."""
    kind, p = cell(name), cell(name).order
    return _rule(kind.dim, kind.simplex, 2 * p + kind.dim * (p - 1) if kind.simplex else (2 + kind.dim) * p - 1)


def jacobians(name: str, X: Floats, points: Floats) -> Floats:
    """Return dX/dx (m, p, dim, dim) of cells with nodes X (m, n, dim) at reference points."""
    slopes = cell(name).gradients(points)
    return np.asarray(X.swapaxes(1, 2)[:, None] @ slopes)


def material_gradients(name: str, X: Floats, rule: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Return dN/dX (m, p, dim, n) and weights times det J (m, p) of cells with nodes X (m, n, dim)."""
    points, weights = rule
    J = jacobians(name, X, points)
    slopes = cell(name).gradients(points) @ np.linalg.inv(J)
    return np.ascontiguousarray(slopes.swapaxes(2, 3)), np.linalg.det(J) * weights


def mass_coefficients(name: str, X: Floats) -> Floats:
    """Return int N_a N_b dV (m, n, n) of cells with nodes X (m, n, dim)."""
    points, weights = mass_rule(name)
    N, size = cell(name).values(points), len(cell(name).nodes)
    volume = np.linalg.det(jacobians(name, X, points)) * weights
    products = (N[:, :, None] * N[:, None, :]).reshape(len(points), -1)
    return np.asarray(volume @ products).reshape(-1, size, size)
