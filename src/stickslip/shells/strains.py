"""Natural strains of shell elements, and the combinations of them that have unit stiffness.

A point of a shell is x = phi + zeta d, phi = N_a r_a, d = N_a d_a. Its strains in parametric axes are quadratic,

    e_ab = phi,a . phi,b / 2     k_ab = (phi,a . d,b + phi,b . d,a) / 2     gamma_a = phi,a . d

minus their values in the reference shape. Elements sample them at fixed places: shear where it is not spoiled by
bending (Bathe and Dvorkin 1985; Lee and Bathe 2004 for triangles; Bathe, Lee, Hiller 2003 for nine nodes). A sample is
r.S_rr r / 2 + r.S_rd d with tables that are the same for all elements. With a linear law the energy of an element is a
quadratic form e D e / 2 of its samples e with a matrix D = Q^T Q of the reference shape: the strains Q e have unit
stiffness. Membrane and bending stresses of quadrilaterals of four nodes are assumed fields (Pian and Sumihara 1984),
whose parameters are linear in the samples and are eliminated here, so that an element has no inner unknowns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from stickslip._arrays import Floats

COMPONENTS = 8  # e_11, e_22, 2 e_12, k_11, k_22, 2 k_12, gamma_1, gamma_2
STRAINS = {"triangle": 9, "quad": 14, "quad9": 44}  # independent strains of an element
_G2, _G3 = 1.0 / np.sqrt(3.0), np.sqrt(0.6)


@dataclass(frozen=True)
class Shape:
    """Samples and quadrature of a kind of element of n nodes: s samples, p points."""

    points: Floats  # (p, 2)
    weights: Floats  # (p,)
    S: Floats  # (s, 2, n, n) tables S_rr and S_rd of the samples
    interpolation: Floats  # (p, 8, s) the components at every point of samples
    centre: Floats  # (2,)


def values(kind: str, x: Floats) -> Floats:
    """Return the shape functions N_a at parametric points (p, 2): (p, n)."""
    x = np.asarray(x, dtype=float)
    s, t = x[..., 0], x[..., 1]
    if kind == "triangle":
        return np.stack([1.0 - s - t, s, t], axis=-1)
    if kind == "quad":
        return 0.25 * np.stack([(1 - s) * (1 - t), (1 + s) * (1 - t), (1 + s) * (1 + t), (1 - s) * (1 + t)], axis=-1)
    u, v = _parabolas(s), _parabolas(t)
    return np.stack([u[i] * v[j] for i, j in _NINE], axis=-1)


def gradients(kind: str, x: Floats) -> Floats:
    """Return the derivatives of N_a by both parameters at points (p, 2): (p, 2, n)."""
    x = np.asarray(x, dtype=float)
    s, t, one = x[..., 0], x[..., 1], np.ones(x.shape[:-1])
    if kind == "triangle":
        return np.stack([np.stack([-one, one, 0 * one], axis=-1), np.stack([-one, 0 * one, one], axis=-1)], axis=-2)
    if kind == "quad":
        by_s = 0.25 * np.stack([-(1 - t), 1 - t, 1 + t, -(1 + t)], axis=-1)
        by_t = 0.25 * np.stack([-(1 - s), -(1 + s), 1 + s, 1 - s], axis=-1)
        return np.stack([by_s, by_t], axis=-2)
    u, v, du, dv = _parabolas(s), _parabolas(t), _slopes(s), _slopes(t)
    by_s = np.stack([du[i] * v[j] for i, j in _NINE], axis=-1)
    return np.stack([by_s, np.stack([u[i] * dv[j] for i, j in _NINE], axis=-1)], axis=-2)


_NINE = ((0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (1, 2), (2, 1), (0, 2), (2, 2))  # -1, 1, 0: corners, sides, centre


def _parabolas(s: Floats) -> tuple[Floats, Floats, Floats]:
    return 0.5 * s * (s - 1.0), 0.5 * s * (s + 1.0), 1.0 - s * s


def _slopes(s: Floats) -> tuple[Floats, Floats, Floats]:
    return s - 0.5, s + 0.5, -2.0 * s


def corners(kind: str) -> Floats:
    """Return the parametric places of the nodes (n, 2)."""
    if kind == "triangle":
        return np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    place = (-1.0, 1.0, 0.0)
    pairs = _NINE if kind == "quad9" else _NINE[:4]
    return np.array([[place[i], place[j]] for i, j in pairs])


def sample(kind: str, component: int, place: tuple[float, float]) -> Floats:
    """Return the tables (2, n, n) of one of the eight components at a parametric place."""
    N, (a, b) = values(kind, np.array(place)), gradients(kind, np.array(place))
    pairs = ((a, a), (b, b), (a, b))
    S = np.zeros((2, len(N), len(N)))
    if component < 6:
        x, y = pairs[component % 3]
        S[component // 3] = np.outer(x, y) if component % 3 < 2 else np.outer(x, y) + np.outer(y, x)
    else:
        S[1] = np.outer((a, b)[component - 6], N)
    return S


@cache
def shape(kind: str) -> Shape:
    """Return samples and quadrature of a kind of element."""
    return {"triangle": _triangle, "quad": _quad, "quad9": _quad9}[kind]()


def _quad() -> Shape:
    points = _G2 * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    S = [sample("quad", c, tuple(x)) for x in points for c in range(6)]
    S += [sample("quad", c, x) for c, x in ((6, (0.0, -1.0)), (6, (0.0, 1.0)), (7, (-1.0, 0.0)), (7, (1.0, 0.0)))]
    inter = np.zeros((4, COMPONENTS, 28))
    for p, (s, t) in enumerate(points):
        inter[p, :6, 6 * p : 6 * p + 6] = np.eye(6)
        inter[p, 6, 24:26] = 0.5 * (1.0 - t), 0.5 * (1.0 + t)
        inter[p, 7, 26:28] = 0.5 * (1.0 - s), 0.5 * (1.0 + s)
    return Shape(points, np.ones(4), np.array(S), inter, np.zeros(2))


def _triangle() -> Shape:
    points = np.array([[1.0, 1.0], [4.0, 1.0], [1.0, 4.0]]) / 6.0
    S = [sample("triangle", c, (1 / 3, 1 / 3)) for c in range(6)]
    first, second = sample("triangle", 6, (0.5, 0.0)), sample("triangle", 7, (0.0, 0.5))
    twist = second - first + sample("triangle", 6, (0.5, 0.5)) - sample("triangle", 7, (0.5, 0.5))
    inter = np.zeros((3, COMPONENTS, 9))
    for p, (s, t) in enumerate(points):
        inter[p, :6, :6] = np.eye(6)
        inter[p, 6, 6:] = 1.0, 0.0, t
        inter[p, 7, 6:] = 0.0, 1.0, -s
    return Shape(points, np.full(3, 1.0 / 6.0), np.array([*S, first, second, twist]), inter, np.full(2, 1.0 / 3.0))


def _lagrange(x: float, at: tuple[float, ...]) -> list[float]:
    """Return the polynomials at x that are 1 at one of the places and 0 at the others."""
    return [float(np.prod([(x - b) / (a - b) for b in at if b != a])) for a in at]


def _quad9() -> Shape:
    two, three = (-_G2, _G2), (-_G3, 0.0, _G3)
    weights = {-_G3: 5.0 / 9.0, 0.0: 8.0 / 9.0, _G3: 5.0 / 9.0}
    grids = (
        {c: (two, three) for c in (0, 3, 6)} | {c: (three, two) for c in (1, 4, 7)} | {c: (two, two) for c in (2, 5)}
    )
    points = np.array([[s, t] for t in three for s in three])
    S: list[Floats] = []
    start: dict[int, int] = {}
    for c in range(COMPONENTS):
        start[c] = len(S)
        S += [sample("quad9", c, (s, t)) for t in grids[c][1] for s in grids[c][0]]
    inter = np.zeros((9, COMPONENTS, len(S)))
    for p, (s, t) in enumerate(points):
        for c, (along, across) in grids.items():
            line = np.outer(_lagrange(t, across), _lagrange(s, along)).ravel()
            inter[p, c, start[c] : start[c] + len(line)] = line
    w = np.array([weights[s] * weights[t] for s, t in points])
    return Shape(points, w, np.array(S), inter, np.zeros(2))


@dataclass(frozen=True)
class Reference:
    """Elements of one kind (m) in their reference shape."""

    kind: str
    area: Floats  # (m, p) dA of every point
    axes: Floats  # (m, p, 3, 3) rows t_1, t_2, n of every point
    L: Floats  # (m, p, 8, s) strains in the axes of every point, by the samples
    modes: Floats  # (m, p, 3, 5) assumed fields of membrane or bending stress


def reference(kind: str, X: Floats, direction: Floats | None = None) -> Reference:
    """Return the reference of elements with nodes X (m, n, 3).

    t_1 is the projection of ``direction`` (3,), or symmetric to both parametric lines at the centre of the element.
    """
    of = shape(kind)
    centre = np.einsum("cn,mni->mci", gradients(kind, of.centre), X)
    first = _first_axis(centre, direction)
    a = np.einsum("pcn,mni->mpci", gradients(kind, of.points), X)
    normal = np.cross(a[:, :, 0], a[:, :, 1])
    size = np.linalg.norm(normal, axis=-1)
    axes = _axes(normal / size[..., None], first[:, None])
    area = size * of.weights
    G = np.linalg.inv(np.einsum("mpci,mpji->mpcj", a, axes[:, :, :2]))
    L = _turn_components(G) @ of.interpolation
    return Reference(kind, area, axes, L, _stress_modes(of, centre, first, area))


def _first_axis(a: Floats, direction: Floats | None) -> Floats:
    """Return t_1 at the centres of elements, (m, 3), from their tangents a (m, 2, 3)."""
    normal = np.cross(a[:, 0], a[:, 1])
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    if direction is not None:
        first = direction - (normal @ direction)[:, None] * normal
    else:
        unit = a / np.linalg.norm(a, axis=-1, keepdims=True)
        first = unit[:, 0] + np.cross(unit[:, 1], normal)
    return first / np.linalg.norm(first, axis=-1, keepdims=True)


def _axes(normal: Floats, first: Floats) -> Floats:
    """Return rows t_1, t_2, n, t_1 the projection of ``first``."""
    t = first - (first * normal).sum(axis=-1, keepdims=True) * normal
    t /= np.linalg.norm(t, axis=-1, keepdims=True)
    return np.stack([t, np.cross(normal, t), normal], axis=-2)


def _turn_components(G: Floats) -> Floats:
    """Return the matrices (..., 8, 8) from parametric components to those in axes, with G = J^-1 (..., 2, 2)."""
    out = np.zeros((*G.shape[:-2], COMPONENTS, COMPONENTS))
    a, b, c, d = G[..., 0, 0], G[..., 0, 1], G[..., 1, 0], G[..., 1, 1]
    plane = np.stack([
        np.stack([a * a, b * b, a * b], axis=-1),
        np.stack([c * c, d * d, c * d], axis=-1),
        np.stack([2 * a * c, 2 * b * d, a * d + b * c], axis=-1),
    ], axis=-2)  # fmt: skip
    out[..., :3, :3], out[..., 3:6, 3:6], out[..., 6:, 6:] = plane, plane, G
    return out


def _stress_modes(of: Shape, a: Floats, first: Floats, area: Floats) -> Floats:
    """Return 1 and the two linear fields along the parametric lines, each about its mean (Pian and Sumihara 1984)."""
    normal = np.cross(a[:, 0], a[:, 1])
    axes = _axes(normal / np.linalg.norm(normal, axis=-1, keepdims=True), first)
    J = np.einsum("mci,mji->mcj", a, axes[:, :2])
    shift = of.points - (np.einsum("mp,pc->mc", area, of.points) / area.sum(axis=1)[:, None])[:, None]  # (m, p, 2)
    squares = np.stack([J[..., 0] ** 2, J[..., 1] ** 2, J[..., 0] * J[..., 1]], axis=-1)  # (m, 2, 3)
    modes = np.zeros((*area.shape, 3, 5))
    modes[..., :3] = np.eye(3)
    modes[..., 3] = shift[..., 1, None] * squares[:, None, 0]
    modes[..., 4] = shift[..., 0, None] * squares[:, None, 1]
    return modes


def unit_strains(ref: Reference, membrane: Floats, shear: Floats) -> Floats:
    """Return Q (m, k, s): strains of unit stiffness for the laws n = membrane (6, 6) and q = shear (2, 2)."""
    if ref.kind != "quad":
        C = np.zeros((8, 8))
        C[:6, :6], C[6:, 6:] = membrane, shear
        rows = np.linalg.cholesky(C).T @ ref.L * np.sqrt(ref.area)[..., None, None]
        return np.asarray(np.linalg.qr(rows.reshape(len(rows), -1, rows.shape[-1]), mode="r"))
    out = np.zeros((len(ref.area), STRAINS["quad"], ref.L.shape[-1]))
    R, G = assumed(ref, membrane)
    out[:, :10, :24] = np.linalg.solve(R.swapaxes(-1, -2), G)[..., :24]
    L = ref.L[:, :, 6:, 24:]
    D = np.einsum("mpis,ij,mpjt,mp->mst", L, shear, L, ref.area, optimize=True)
    out[:, 10:, 24:] = np.linalg.cholesky(D).swapaxes(-1, -2)
    return out


def assumed(ref: Reference, membrane: Floats) -> tuple[Floats, Floats]:
    """Return R (m, 10, 10), H = R^T R, and G (m, 10, s): H beta = G e has the parameters of the assumed stresses."""
    P = np.zeros((*ref.area.shape, 6, 10))
    P[..., :3, :5], P[..., 3:, 5:] = ref.modes, ref.modes
    H = np.einsum("mpik,ij,mpjl,mp->mkl", P, np.linalg.inv(membrane), P, ref.area, optimize=True)
    G = np.einsum("mpik,mpis,mp->mks", P, ref.L[:, :, :6], ref.area, optimize=True)
    return np.linalg.cholesky(H).swapaxes(-1, -2), G


def samples(kind: str, r: Floats, d: Floats) -> Floats:
    """Return all samples (..., s) of elements with places r and directors d (..., n, 3), reference not subtracted."""
    S, r = shape(kind).S, r - r[..., :1, :]
    first = np.einsum("...ai,sab,...bi->...s", r, S[:, 0], r, optimize=True)
    return 0.5 * first + np.einsum("...ai,sab,...bi->...s", r, S[:, 1], d, optimize=True)
