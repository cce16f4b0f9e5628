"""Reduction of a linear elastic body to modes: normal modes, constraint modes, attachment modes (Craig, Bampton 1968).

K (N, N) is the stiffness of the free body, M its mass, R (N, 3 or 6) its rigid motions, K R = 0. Conditions on
displacements are rows: B u. A set of shapes T becomes elastic coordinates in the same way whatever it is made of: the
eigenvectors of (T^T K T, T^T M T) without the rigid motions are orthonormal shapes with frequencies omega.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as la
import scipy.sparse as sp
import scipy.sparse.linalg as sla

from stickslip._arrays import Floats, Ints

MOST_DENSE = 900  # displacements up to which all modes are computed at once
MOST_MODES = 600  # elastic coordinates of a body: one dense block of the matrix
_DEPENDENT = 1e-10  # shapes that others contain, by mass
_SOFT = 1e-8  # omega^2 of a mechanism, relative to the mean of the stiffness over the mass


class ReductionError(ValueError):
    """A body that cannot be reduced as requested, with the reason."""


def rigid_motions(x: Floats) -> Floats:
    """Return translations and rotations (n dim, 3 or 6) about the origin of places x (n, dim)."""
    n, dim = x.shape
    planes = [(0, 1)] if dim == 2 else [(1, 2), (2, 0), (0, 1)]
    out = np.zeros((n, dim, dim + len(planes)))
    for i in range(dim):
        out[:, i, i] = 1.0
    for k, (i, j) in enumerate(planes):
        out[:, i, dim + k], out[:, j, dim + k] = -x[:, j], x[:, i]
    return out.reshape(n * dim, -1)


def motion_rows(x: Floats, nodes: Ints) -> sp.csr_array:
    """Return the rows of the rigid motion (t, psi) about the mean place of nodes, by least squares with equal weights.

    One node alone has its displacement only.
    """
    n, dim = x.shape
    columns = (nodes[:, None] * dim + np.arange(dim)).ravel()
    local: Floats = np.eye(dim)
    if len(nodes) > 1:
        local = np.asarray(np.linalg.pinv(rigid_motions(x[nodes] - x[nodes].mean(axis=0))), dtype=float)
    rows = np.repeat(np.arange(len(local)), len(columns))
    return sp.csr_array((local.ravel(), (rows, np.tile(columns, len(local)))), shape=(len(local), n * dim))


def held_rows(nodes: Ints, n: int, dim: int) -> sp.csr_array:
    """Return the rows of all displacements of nodes."""
    columns = (nodes[:, None] * dim + np.arange(dim)).ravel()
    count = len(columns)
    return sp.csr_array((np.ones(count), (np.arange(count), columns)), shape=(count, n * dim))


def factors(K: Any, rows: Any) -> Any:
    """Return the factors of [[K, B^T], [B, 0]] with rows B, scaled to the size of K."""
    scale = abs(K).max()
    B = scale * rows
    matrix = sp.csc_array(sp.block_array([[K, B.T], [B, None]]) if rows.shape[0] else K)
    try:
        return sla.splu(matrix)
    except RuntimeError:
        raise ReductionError("the stiffness is singular: a part is not connected, or conditions repeat") from None


def solve(factored: Any, N: int, load: Floats) -> Floats:
    """Return u (N, k) of [[K, B^T], [B, 0]] (u, Lambda) = (load, 0)."""
    right = np.zeros((factored.shape[0], load.shape[1]))
    right[:N] = load
    return np.asarray(factored.solve(right)[:N])


def constraint_modes(K: Any, held: Any, rows: Any) -> Floats:
    """Return the shapes of least energy (N, k) with B u = 1 for one of the rows each, and held displacements zero."""
    N, scale = K.shape[0], abs(K).max()
    factored = factors(K, sp.vstack([held, rows]))
    right = np.zeros((N + held.shape[0] + rows.shape[0], rows.shape[0]))
    right[N + held.shape[0] :] = scale * np.eye(rows.shape[0])
    return np.asarray(factored.solve(right)[:N])


def attachment_modes(K: Any, held: Any, rows: Any) -> Floats:
    """Return the static shapes (N, k) of loads B^T, one row each, with held displacements zero."""
    return solve(factors(K, held), K.shape[0], rows.T.toarray())


def free_attachment_modes(K: Any, M: Any, R: Floats, x: Floats, rows: Any) -> Floats:
    """Return the shapes (N, k) of loads B^T, one row each, on a free body, without rigid motions.

    The inertia forces of its acceleration balance the load; so any support that just holds the body carries nothing.
    """
    load, inertia = rows.T.toarray(), R.T @ (M @ R)
    load = load - M @ (R @ np.linalg.solve(inertia, R.T @ load))
    u = solve(factors(K, motion_rows(x, _far_nodes(x))), K.shape[0], load)
    return u - R @ np.linalg.solve(inertia, R.T @ (M @ u))


def _far_nodes(x: Floats) -> Ints:
    """Return two (plane) or three (space) nodes far from each other."""
    a = int(np.argmax(np.linalg.norm(x - x.mean(axis=0), axis=1)))
    way = x - x[a]
    b = int(np.argmax(np.linalg.norm(way, axis=1)))
    if x.shape[1] == 2:
        return np.array([a, b])
    line = way[b] / np.linalg.norm(way[b])
    return np.array([a, b, int(np.argmax(np.linalg.norm(way - np.outer(way @ line, line), axis=1)))])


def normal_modes(K: Any, M: Any, rows: Any, rigid: int, count: int | None, limit: float | None) -> Floats:
    """Return the modes (N, k) of lowest frequency under B u = 0, after the ``rigid`` first ones.

    ``count`` of them, or those with omega <= limit, or all.
    """
    N, c = K.shape[0], rows.shape[0]
    available = N - c - rigid
    if count is not None and count > available:
        raise ReductionError(f"modes = {count}: {available} normal modes exist")
    if count == 0:
        return np.zeros((N, 0))
    if (available if count is None and limit is None else count or 0) > MOST_MODES:
        raise ReductionError(
            f"{available} normal modes exist; choose some by modes (up to {MOST_MODES}) or max_frequency"
        )
    whole = N <= MOST_DENSE or (count is None and limit is None) or (count or 0) > available // 2
    if whole:
        square, shapes = _all_modes(K, M, rows)
    else:
        square, shapes = _lowest_modes(K, M, rows, rigid, count, limit)
    square, shapes = square[rigid:], shapes[:, rigid:]
    if limit is not None:
        count = int(np.count_nonzero(square <= limit**2))
        if count > MOST_MODES:
            raise ReductionError(f"max_frequency: {count} normal modes are below it; {MOST_MODES} are possible")
    return shapes[:, :count]


def _all_modes(K: Any, M: Any, rows: Any) -> tuple[Floats, Floats]:
    Z = np.eye(K.shape[0])
    if rows.shape[0]:
        Z = la.qr(rows.T.toarray())[0][:, rows.shape[0] :]
    square, y = _eigen(Z.T @ (K @ Z), Z.T @ (M @ Z))
    return square, Z @ y


def _lowest_modes(
    K: Any, M: Any, rows: Any, rigid: int, count: int | None, limit: float | None
) -> tuple[Floats, Floats]:
    """Return modes by Lanczos' method about a negative shift, enough to exceed the limit."""
    N, most = K.shape[0], K.shape[0] - rows.shape[0] - 1
    shift = -1e-6 * K.diagonal().sum() / M.diagonal().sum()
    factored = factors(sp.csr_array(K - shift * M), rows)
    inverse = sla.LinearOperator((N, N), matvec=lambda x: solve(factored, N, np.reshape(x, (N, 1)))[:, 0])
    start = inverse @ (M @ np.random.default_rng(1).normal(size=N))
    wanted = rigid + (count or 20)
    while True:
        found = sla.eigsh(K, min(wanted, most), M, sigma=shift, OPinv=inverse, v0=start)
        order = np.argsort(found[0])
        square, shapes = found[0][order], found[1][:, order]
        if limit is None or square[-1] > limit**2 or wanted >= most:
            return square, shapes
        wanted *= 2


def _eigen(K: Floats, M: Floats) -> tuple[Floats, Floats]:
    try:
        square, shapes = la.eigh(K, M)
    except la.LinAlgError:
        raise ReductionError("the mass matrix is not positive definite") from None
    return square, shapes


def orthogonal(T: Floats, K: Any, M: Any, rigid: int) -> tuple[Floats, Floats]:
    """Return omega (k,) and orthonormal shapes (N, k), phi^T M phi = 1, that span T without rigid motions.

    ``rigid`` motions are part of what T spans. Shapes that others contain are left out.
    """
    N = len(T)
    if T.shape[1] == 0:
        return np.zeros(0), np.zeros((N, 0))
    T = T / np.sqrt(np.einsum("ij,ij->j", T, M @ T))
    size, mix = la.eigh(T.T @ (M @ T))
    if size[0] < -_DEPENDENT * size[-1]:
        raise ReductionError("the mass matrix is not positive definite")
    kept = size > _DEPENDENT * size[-1]
    T = T @ (mix[:, kept] / np.sqrt(size[kept]))
    square, mix = la.eigh(T.T @ (K @ T))
    mean = K.diagonal().sum() / M.diagonal().sum()
    if rigid and abs(square[:rigid]).max() > _SOFT * mean:
        raise ReductionError("the shapes do not contain the rigid motions of the body")
    square, mix = square[rigid:], mix[:, rigid:]
    if square.size and square[0] < -_SOFT * mean:
        raise ReductionError("the stiffness is not positive: a shape has negative energy")
    if square.size and square[0] <= 1e-4 * _SOFT * mean:
        raise ReductionError("a shape other than rigid motions has no stiffness: a part is loose")
    return np.sqrt(square), T @ mix
