"""Vectors of R^3 as three scalars or short arrays: products and rotations without allocation."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit


@njit
def dot3(a, b):
    """Return a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit
def cross3(a, b, out):
    """Write a x b."""
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


@njit
def mul33(A, x, out):
    """Write A x."""
    for i in range(3):
        out[i] = A[i, 0] * x[0] + A[i, 1] * x[1] + A[i, 2] * x[2]


@njit
def rotate_frame(A, px, py, pz, out):
    """Write A exp(p~), the frame A turned by the rotation vector p given in its own axes (Rodrigues).

    One step of Gram-Schmidt to second order, out <- out (3 I - out^T out) / 2, removes the round-off that would
    otherwise accumulate over millions of steps.
    """
    angle2 = px * px + py * py + pz * pz
    if angle2 < 1e-8:  # series: the next terms are below 1e-18
        s = 1.0 - angle2 / 6.0
        c = 0.5 - angle2 / 24.0
    else:
        angle = np.sqrt(angle2)
        s = np.sin(angle) / angle
        c = (1.0 - np.cos(angle)) / angle2
    r00 = 1.0 - c * (py * py + pz * pz)
    r11 = 1.0 - c * (px * px + pz * pz)
    r22 = 1.0 - c * (px * px + py * py)
    r01 = c * px * py - s * pz
    r10 = c * px * py + s * pz
    r02 = c * px * pz + s * py
    r20 = c * px * pz - s * py
    r12 = c * py * pz - s * px
    r21 = c * py * pz + s * px
    for i in range(3):
        a0, a1, a2 = A[i, 0], A[i, 1], A[i, 2]
        out[i, 0] = a0 * r00 + a1 * r10 + a2 * r20
        out[i, 1] = a0 * r01 + a1 * r11 + a2 * r21
        out[i, 2] = a0 * r02 + a1 * r12 + a2 * r22
    _straighten(out)


@njit
def _straighten(A):
    """Replace A by A (3 I - A^T A) / 2: quadratically closer to orthonormal columns."""
    g00 = A[0, 0] ** 2 + A[1, 0] ** 2 + A[2, 0] ** 2
    g11 = A[0, 1] ** 2 + A[1, 1] ** 2 + A[2, 1] ** 2
    g22 = A[0, 2] ** 2 + A[1, 2] ** 2 + A[2, 2] ** 2
    g01 = A[0, 0] * A[0, 1] + A[1, 0] * A[1, 1] + A[2, 0] * A[2, 1]
    g02 = A[0, 0] * A[0, 2] + A[1, 0] * A[1, 2] + A[2, 0] * A[2, 2]
    g12 = A[0, 1] * A[0, 2] + A[1, 1] * A[1, 2] + A[2, 1] * A[2, 2]
    for i in range(3):
        a0, a1, a2 = A[i, 0], A[i, 1], A[i, 2]
        A[i, 0] = 0.5 * (a0 * (3.0 - g00) - a1 * g01 - a2 * g02)
        A[i, 1] = 0.5 * (a1 * (3.0 - g11) - a0 * g01 - a2 * g12)
        A[i, 2] = 0.5 * (a2 * (3.0 - g22) - a0 * g02 - a1 * g12)


@njit
def rotation_vector(A, out):
    """Write the rotation vector p with exp(p~) = A, |p| <= pi."""
    vx = A[2, 1] - A[1, 2]
    vy = A[0, 2] - A[2, 0]
    vz = A[1, 0] - A[0, 1]
    sine = 0.5 * np.sqrt(vx * vx + vy * vy + vz * vz)
    cosine = 0.5 * (A[0, 0] + A[1, 1] + A[2, 2] - 1.0)
    angle = np.arctan2(sine, cosine)
    if sine > 1e-7:
        factor = 0.5 * angle / sine
        out[0], out[1], out[2] = factor * vx, factor * vy, factor * vz
    elif cosine > 0.0:
        out[0], out[1], out[2] = 0.5 * vx, 0.5 * vy, 0.5 * vz
    else:  # half a turn: the axis is the column of (A + I)/2 with the largest diagonal entry
        k = 0
        for i in range(1, 3):
            if A[i, i] > A[k, k]:
                k = i
        norm = np.sqrt(0.5 * (A[k, k] + 1.0))
        for i in range(3):
            e = 0.5 * (A[i, k] + (1.0 if i == k else 0.0)) / norm
            out[i] = angle * e
