"""Rotations as quaternions (w, x, y, z), for many instants at once."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats


def quaternions(A: Floats) -> Floats:
    """Return unit quaternions (..., 4) of rotation matrices (..., 3, 3), each from its largest component."""
    m = [[A[..., i, j] for j in range(3)] for i in range(3)]
    squares = np.stack(
        [
            1.0 + m[0][0] + m[1][1] + m[2][2],
            1.0 + m[0][0] - m[1][1] - m[2][2],
            1.0 - m[0][0] + m[1][1] - m[2][2],
            1.0 - m[0][0] - m[1][1] + m[2][2],
        ],
        axis=-1,
    )  # 4 (w^2, x^2, y^2, z^2)
    w, x, y, z = m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], m[0][1] + m[1][0]
    p, q = m[0][2] + m[2][0], m[1][2] + m[2][1]
    rows = np.stack(
        [
            np.stack([squares[..., 0], w, x, y], axis=-1),
            np.stack([w, squares[..., 1], z, p], axis=-1),
            np.stack([x, z, squares[..., 2], q], axis=-1),
            np.stack([y, p, q, squares[..., 3]], axis=-1),
        ],
        axis=-2,
    )  # each row is 4 times the quaternion times one of its components
    best = np.argmax(squares, axis=-1)[..., None, None]
    out = np.take_along_axis(rows, np.broadcast_to(best, (*best.shape[:-1], 4)), axis=-2)[..., 0, :]
    return np.asarray(out / np.linalg.norm(out, axis=-1, keepdims=True))


def continuous(q: Floats) -> Floats:
    """Return the same rotations (n, ..., 4) with signs such that neighbours in time are on the same side."""
    if len(q) < 2:
        return q
    sign = np.where((q[1:] * q[:-1]).sum(axis=-1) < 0.0, -1.0, 1.0)
    return np.asarray(np.concatenate([q[:1], q[1:] * np.cumprod(sign, axis=0)[..., None]]))


def rotation_vectors(first: Floats, q: Floats) -> Floats:
    """Return the rotation vectors (n, k, 3), shorter than pi, from the orientations first (k, 4) to q (n, k, 4)."""
    w0, v0 = first[..., 0], first[..., 1:]
    w = (q * first).sum(axis=-1)
    v = w0[..., None] * q[..., 1:] - q[..., :1] * v0 - np.cross(np.broadcast_to(v0, q[..., 1:].shape), q[..., 1:])
    v = np.where(w[..., None] < 0.0, -v, v)
    sine = np.linalg.norm(v, axis=-1)
    angle = 2.0 * np.arctan2(sine, np.abs(w))
    return np.asarray(v * np.where(sine > 0.0, angle / np.where(sine > 0.0, sine, 1.0), 2.0)[..., None])


def matrix(vector: Floats) -> Floats:
    """Return the rotation matrices (..., 3, 3) of rotation vectors (..., 3) [rad]."""
    angle = np.linalg.norm(vector, axis=-1)[..., None, None]
    W = np.zeros((*vector.shape[:-1], 3, 3))
    W[..., 0, 1], W[..., 0, 2], W[..., 1, 2] = -vector[..., 2], vector[..., 1], -vector[..., 0]
    W = W - W.swapaxes(-1, -2)
    a = np.sinc(angle / np.pi)
    b = 0.5 * np.sinc(0.5 * angle / np.pi) ** 2
    return np.asarray(np.eye(3) + a * W + b * (W @ W))


def matrices(q: Floats) -> Floats:
    """Return the rotation matrices (..., 3, 3) of unit quaternions (..., 4)."""
    w, v = q[..., 0, None, None], q[..., 1:]
    V = np.cross(v[..., None, :], np.eye(3))  # columns of the skew matrix as rows
    return np.asarray(np.eye(3) - 2.0 * w * V + 2.0 * V @ V)


def toward(direction: Floats) -> Floats:
    """Return axes (3, 3) as columns whose third is along a direction."""
    third = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    first = np.cross(np.eye(3)[int(np.argmin(abs(third)))], third)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(third, first), third])
