"""Distance of two convex sets by their farthest points: the algorithm of Gilbert, Johnson and Keerthi (1988).

A set is a table of flat disks across one axis, of which corners are those of radius 0 (a cylinder has two, its ends).
The answer is a lower bound of the distance that holds whatever the iteration has reached: n . (x_b - x_a) >= bound for
all x_a, x_b. At its end it is the distance but for 1e-9 of it.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit

MOST_DISKS = 32  # of the hull of a contour
AXIS, COUNT = MOST_DISKS, MOST_DISKS + 1  # rows behind the disks (centre, radius): the axis; their number
SET_ROWS = MOST_DISKS + 2
_ITERATIONS = 64
_CLOSE = 1e-9


@njit
def farthest(set_, d, out):
    """Write the point of a set that is farthest in the direction d (|d| = 1)."""
    axis = set_[AXIS]
    up = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2]
    across = np.sqrt(max(1.0 - up * up, 0.0))
    best, value = 0, -np.inf
    for k in range(np.int64(set_[COUNT, 0])):
        along = set_[k, 0] * d[0] + set_[k, 1] * d[1] + set_[k, 2] * d[2] + set_[k, 3] * across
        if along > value:
            best, value = k, along
    for i in range(3):
        out[i] = set_[best, i]
    radius = set_[best, 3]
    if radius > 0.0 and across > 0.0:
        for i in range(3):
            out[i] += radius * (d[i] - up * axis[i]) / across


@njit
def _foot(Y, mask, n, edges, gram, weight):
    """Write the weights of the point of the plane through the chosen points that is closest to the origin.

    Returns its squared distance, inf if it is not between the points.
    """
    first, m = -1, 0
    for k in range(n):
        weight[k] = 0.0
        if mask >> k & 1 == 0:
            continue
        if first < 0:
            first = k
            continue
        edges[m, 3] = k
        for i in range(3):
            edges[m, i] = Y[k, i] - Y[first, i]
        m += 1
    for i in range(m):
        for j in range(m):
            gram[i, j] = edges[i, 0] * edges[j, 0] + edges[i, 1] * edges[j, 1] + edges[i, 2] * edges[j, 2]
        gram[i, 3] = -(edges[i, 0] * Y[first, 0] + edges[i, 1] * Y[first, 1] + edges[i, 2] * Y[first, 2])
    for i in range(m):  # elimination; flat simplices have a smaller one that is as good
        diagonal = edges[i, 0] * edges[i, 0] + edges[i, 1] * edges[i, 1] + edges[i, 2] * edges[i, 2]
        if gram[i, i] <= 1e-14 * diagonal:
            return np.inf
        for j in range(i + 1, m):
            factor = gram[j, i] / gram[i, i]
            for k in range(i + 1, 4):
                gram[j, k] -= factor * gram[i, k]
    rest = 1.0
    for i in range(m - 1, -1, -1):
        x = gram[i, 3]
        for j in range(i + 1, m):
            x -= gram[i, j] * weight[np.int64(edges[j, 3])]
        x /= gram[i, i]
        if x < 0.0:
            return np.inf
        weight[np.int64(edges[i, 3])] = x
        rest -= x
    if rest < 0.0:
        return np.inf
    weight[first] = rest
    square = 0.0
    for i in range(3):
        x = 0.0
        for k in range(n):
            x += weight[k] * Y[k, i]
        square += x * x
    return square


@njit
def _reduce(Y, n, v, work):
    """Write the point of the hull of n <= 4 points closest to the origin; keep those it needs, return their number."""
    edges, gram, weight, kept = work[:3], work[3:6], work[6], work[7]
    least, chosen = np.inf, 1
    for mask in range(1, 1 << n):
        square = _foot(Y, mask, n, edges, gram, weight)
        if square < least:
            least, chosen = square, mask
            kept[:] = weight
    m = 0
    for i in range(3):
        v[i] = 0.0
    for k in range(n):
        if chosen >> k & 1 != 0:
            for i in range(3):
                v[i] += kept[k] * Y[k, i]
                Y[m, i] = Y[k, i]
            m += 1
    return m


@njit
def distance(a, b, n, work):
    """Return a lower bound of the distance of two sets, 0 if they meet, and write its unit normal from a to b.

    Parameters
    ----------
    a, b : (SET_ROWS, 4) float
    n : (3,) float, overwritten; undetermined if the sets meet
    work : (16, 4) float, scratch
    """
    Y, v, d, x_a, x_b = work[8:12], work[12, :3], work[13, :3], work[14, :3], work[15, :3]
    for i in range(3):
        v[i] = a[0, i] - b[0, i]
        Y[0, i] = v[i]
    count, bound, before = 1, 0.0, np.inf
    for _ in range(_ITERATIONS):
        length = np.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        if length == 0.0 or count == 4 or length >= before:
            break
        before = length
        for i in range(3):
            d[i] = -v[i] / length
        farthest(a, d, x_a)
        for i in range(3):
            d[i] = -d[i]
        farthest(b, d, x_b)
        along = 0.0
        for i in range(3):
            Y[count, i] = x_a[i] - x_b[i]
            along += d[i] * Y[count, i]
        if along > bound:
            bound = along
            for i in range(3):
                n[i] = -d[i]
        if length - along <= _CLOSE * length:
            break
        count = _reduce(Y, count + 1, v, work)
    return bound
