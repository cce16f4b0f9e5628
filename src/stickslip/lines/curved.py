"""What elements with inner coordinates share: eight global coordinates (node | inner | node) and their projection.

Matrices (8, 8) are flat, row by row.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit

COMPONENT = np.array([0, 1, 5, 6, 7, 12, 13, 17])
"""Component of the wrenches of three nodes that belongs to each of the coordinates (x, y, phi | a, b | x, y, phi)."""


@njit
def multiply(J, x, y):
    """Write y = J x."""
    for i in range(8):
        total = 0.0
        for k in range(8):
            total += J[8 * i + k] * x[k]
        y[i] = total


@njit
def add_projected(J, h, target, place):
    """Add J^T h to the wrenches at ``place``."""
    for i in range(8):
        for g in range(8):
            target[place + COMPONENT[g]] += J[8 * i + g] * h[i]


@njit
def project(J, S, first, X, out):
    """Write J^T S J of a symmetric S, whose rows and columns before ``first`` are zero; X is scratch (8, 8)."""
    for i in range(first, 8):
        for g in range(8):
            total = 0.0
            for k in range(first, 8):
                total += S[8 * i + k] * J[8 * k + g]
            X[8 * i + g] = total
    for f in range(8):
        for g in range(f + 1):
            total = 0.0
            for i in range(first, 8):
                total += J[8 * i + f] * X[8 * i + g]
            out[8 * f + g], out[8 * g + f] = total, total


@njit
def spread(matrix, factor, target, place):
    """Write factor times a matrix of eight coordinates in the layout of three nodes."""
    for i in range(324):
        target[place + i] = 0.0
    for f in range(8):
        for g in range(8):
            target[place + 18 * COMPONENT[f] + COMPONENT[g]] = factor * matrix[8 * f + g]
