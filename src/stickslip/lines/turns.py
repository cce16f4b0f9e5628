"""Relative rotations of neighbouring nodes of flexible lines, which interpolated axes follow only up to a limit.

Between two nodes rotated by an angle a relative to each other, the mean of their axes has the length cos(a / 2): an
element measures a longer line as unstretched, and at 180 degrees a line of any length.
"""

from __future__ import annotations

import math

import numpy as np

from stickslip._jit import njit
from stickslip.codes import ERROR

SAFE_TURN = (math.radians(20.0), math.radians(40.0))  # of linear and quadratic elements
LOST = -0.5  # cosine of the rotation beyond which an element is rejected: 120 degrees, interpolated axes of half length


@njit
def _cosine(A, a, b):
    """Return the cosine of the angle between the axes of two bodies."""
    trace = 0.0
    for i in range(3):
        for j in range(3):
            trace += A[a, i, j] * A[b, i, j]
    return 0.5 * (trace - 1.0)


@njit
def certify_turns(elements, A, lost, certificate):
    """Keep the largest rotation between neighbouring nodes over the safe one; ``lost`` is 1 + an element beyond all.

    Elements with inner coordinates measure from their chords, strings have no axes.
    """
    linear, quadratic = 1.0, 1.0
    for e in range(len(elements.address)):
        if elements.massive[e] != 0:
            continue
        n = elements.size[e]
        for k in range(n - 1):
            cosine = _cosine(A, elements.body[e, k], elements.body[e, k + 1])
            if n == 2:
                linear = min(linear, cosine)
            else:
                quadratic = min(quadratic, cosine)
            if cosine < LOST:
                lost[0] = e + 1
    for which in range(2):
        cosine = linear if which == 0 else quadratic
        if cosine < 1.0:
            turn = np.arccos(max(cosine, -1.0)) / SAFE_TURN[which]
            certificate[ERROR.turn] = max(certificate[ERROR.turn], turn)
