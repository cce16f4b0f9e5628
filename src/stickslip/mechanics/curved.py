"""What elements with inner coordinates share: eight global coordinates (node | inner | node) and their projection."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit

COMPONENT = np.array([0, 1, 5, 6, 7, 12, 13, 17])
"""Component of the wrenches of three nodes that belongs to each of the coordinates (x, y, phi | a, b | x, y, phi)."""


@njit
def add_projected(J, h, target, place):
    """Add J^T h to the wrenches at ``place``."""
    for g in range(8):
        total = 0.0
        for i in range(8):
            total += J[i, g] * h[i]
        target[place + COMPONENT[g]] += total


@njit
def write_projected(J, S, X, factor, target, place):
    """Write factor J^T S J in the layout of three nodes; X is scratch (8, 8)."""
    for i in range(8):
        for g in range(8):
            total = 0.0
            for k in range(8):
                total += S[i, k] * J[k, g]
            X[i, g] = total
    for f in range(8):
        for g in range(8):
            total = 0.0
            for i in range(8):
                total += J[i, f] * X[i, g]
            target[place + 18 * COMPONENT[f] + COMPONENT[g]] = factor * total
