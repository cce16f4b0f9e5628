"""Direction in which two convex hulls are farthest apart, exactly: Newton's method with the disks that are farthest.

The separation along a unit vector n is s(n) = min_b n . y - max_a n . x; its largest value is the distance of hulls
that are apart, and minus the distance that separates those that overlap. Near its maximum the disks f_k(n) of a and
g_l(-n) of b that matter are few: the largest of either side are linearised,

    minimise F + G + d . W d / 2 over the rotation d across n, with F >= f_k + x_k . d and G >= g_l - y_l . d,

where W is the curvature of the active disks and of the unit sphere. The quadratic program in two variables is solved by
trying its active sets (sequential quadratic programming; Nocedal and Wright 2006, ch. 18).
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import axis, cross, dot, norm, scaled, tangents
from stickslip.contact.geometry.hulls import disk_centre, farthest_disk, farthest_point, outwards

MOST = 5  # disks of a side that may be active
X, CURVE, VALUE, DISK, SHARE = 0, 2, 4, 5, 6  # columns: gradient, curvature sqrt(W) across n, value, number, multiplier
ROWS = 7
SHARES = 96  # first place of the multipliers in the scratch
_ITERATIONS = 60
_LIMIT = 0.5  # of a rotation [rad]
_MERGED = 1e-12  # relative: a multiplier or a value that is zero
_NEAR = 0.05  # turn [rad] up to which the curvature of the sphere counts as it is where hulls overlap


@njit
def _linearise(pair, side, origin, disks, n, t1, t2, sign, out):
    """Write the largest disks of a side along sign * n with gradient and curvature; return their number."""
    m = scaled(sign, n)
    u, across = outwards(pair, side, m)
    q = cross(axis(pair, side, 2), u)
    count = 0
    for k in range(disks.shape[0]):
        value = dot(m, disk_centre(pair, side, origin, disks[k])) + disks[k, 3] * across
        place = count
        while place > 0 and out[place - 1, VALUE] < value:
            place -= 1
        if place == MOST:
            continue
        count = min(count + 1, MOST)
        for j in range(count - 1, place, -1):
            out[j] = out[j - 1]
        out[place, VALUE], out[place, DISK] = value, k
    for j in range(count):
        disk = disks[np.int64(out[j, DISK])]
        x = farthest_point(pair, side, origin, disk, m)
        root = np.sqrt(disk[3] / across) if across > 0.0 else 0.0
        out[j, X], out[j, X + 1] = sign * dot(t1, x), sign * dot(t2, x)
        out[j, CURVE], out[j, CURVE + 1] = root * dot(t1, q), root * dot(t2, q)
    return count


@njit
def _shared(rows, count, shares):
    """Write the multipliers of the last step, known by the numbers of the disks, to the rows."""
    total = 0.0
    for j in range(count):
        rows[j, SHARE] = shares[np.int64(rows[j, DISK])]
        total += rows[j, SHARE]
    if total == 0.0:
        rows[0, SHARE], total = 1.0, 1.0
    for j in range(count):
        rows[j, SHARE] /= total


@njit
def _curvature(a, count_a, b, count_b, sphere):
    """Return W (symmetric: 11, 12, 22) from the multipliers; ``sphere`` is the part of the unit sphere."""
    w11, w12, w22 = sphere, 0.0, sphere
    for side in range(2):
        rows, count = (a, count_a) if side == 0 else (b, count_b)
        for j in range(count):
            c, d, share = rows[j, CURVE], rows[j, CURVE + 1], rows[j, SHARE]
            w11, w12, w22 = w11 + share * c * c, w12 + share * c * d, w22 + share * d * d
    return w11, w12, w22


@njit
def _condition(rows, base, k, g, work):
    """Write condition g, that disk k is as far as disk ``base``: c . d = value."""
    work[g, 0], work[g, 1] = rows[k, X] - rows[base, X], rows[k, X + 1] - rows[base, X + 1]
    work[g, 2] = rows[base, VALUE] - rows[k, VALUE]


@njit
def _turn(W, r0, r1, conditions, work):
    """Solve W d + C^T l = r, C d = c for up to two conditions; write l, return d and whether there is one."""
    w11, w12, w22 = W
    c0, c1, value = work[0, 0], work[0, 1], work[0, 2]
    if conditions == 0:
        det = w11 * w22 - w12 * w12
        if w11 <= 0.0 or det <= 0.0:
            return 0.0, 0.0, False
        return (w22 * r0 - w12 * r1) / det, (w11 * r1 - w12 * r0) / det, True
    square = c0 * c0 + c1 * c1
    if square == 0.0:
        return 0.0, 0.0, False
    if conditions == 1:  # on the line c . d = value; W decides along it
        px, py = value * c0 / square, value * c1 / square
        bend = w11 * c1 * c1 - 2.0 * w12 * c1 * c0 + w22 * c0 * c0
        if bend <= 0.0:
            return 0.0, 0.0, False
        s = (-c1 * (r0 - w11 * px - w12 * py) + c0 * (r1 - w12 * px - w22 * py)) / bend
        x, y = px - s * c1, py + s * c0
        work[0, 3] = (c0 * (r0 - w11 * x - w12 * y) + c1 * (r1 - w12 * x - w22 * y)) / square
        return x, y, True
    e0, e1 = work[1, 0], work[1, 1]
    det = c0 * e1 - c1 * e0
    if abs(det) <= 1e-9 * np.sqrt(square * (e0 * e0 + e1 * e1)):
        return 0.0, 0.0, False
    x, y = (value * e1 - work[1, 2] * c1) / det, (c0 * work[1, 2] - e0 * value) / det
    s0, s1 = r0 - w11 * x - w12 * y, r1 - w12 * x - w22 * y
    work[0, 3], work[1, 3] = (s0 * e1 - s1 * e0) / det, (c0 * s1 - c1 * s0) / det
    return x, y, True


@njit
def _violation(a, count_a, b, count_b, active, x, y, size, work):
    """Return by how much a rotation violates the conditions of the program (relative to ``size``), and multipliers."""
    worst, g = 0.0, 0
    for side in range(2):
        rows, count, first = (a, count_a, 0) if side == 0 else (b, count_b, 3)
        base, rest = active[first], 1.0
        for j in range(1, 3):
            if active[first + j] >= 0:
                worst, rest = max(worst, -work[g, 3]), rest - work[g, 3]
                g += 1
        worst = max(worst, -rest)
        most = rows[base, VALUE] + rows[base, X] * x + rows[base, X + 1] * y
        for k in range(count):
            value = rows[k, VALUE] + rows[k, X] * x + rows[k, X + 1] * y
            worst = max(worst, (value - most) / size)
    return worst


@njit
def _try(a, count_a, b, count_b, W, active, size, work, best):
    """Solve the program for an active set (three rows of either side, -1: none) and keep it if it is the best one."""
    g = 0
    for side in range(2):
        rows, first = (a, 0) if side == 0 else (b, 3)
        for j in range(1, 3):
            if active[first + j] >= 0:
                _condition(rows, active[first], active[first + j], g, work)
                g += 1
    r0 = -(a[active[0], X] + b[active[3], X])
    r1 = -(a[active[0], X + 1] + b[active[3], X + 1])
    x, y, sound = _turn(W, r0, r1, g, work)
    if not sound:
        return
    worst = _violation(a, count_a, b, count_b, active, x, y, size, work)
    if worst < best[0]:
        best[0], best[1], best[2], best[3], best[4] = worst, x, y, work[0, 3], work[1, 3]
        for j in range(6):
            best[5 + j] = active[j]


@njit
def _solve(a, count_a, b, count_b, W, size, work, best):
    """Find the rotation that solves the program: best = (violation, rotation, multipliers, active set)."""
    best[0] = np.inf
    for more in range(3):  # disks beside one of either side
        for more_a in range(more + 1):
            for i0 in range(count_a):
                for i1 in range(i0 + 1 if more_a > 0 else -1, count_a if more_a > 0 else 0):
                    for i2 in range(i1 + 1 if more_a > 1 else -1, count_a if more_a > 1 else 0):
                        _solve_b(a, count_a, b, count_b, W, (i0, i1, i2), more - more_a, size, work, best)
                        if best[0] <= _MERGED:
                            return


@njit
def _solve_b(a, count_a, b, count_b, W, own, more, size, work, best):
    """Try all active sets with the disks of a given and ``more`` of b beside one."""
    for j0 in range(count_b):
        for j1 in range(j0 + 1 if more > 0 else -1, count_b if more > 0 else 0):
            for j2 in range(j1 + 1 if more > 1 else -1, count_b if more > 1 else 0):
                _try(a, count_a, b, count_b, W, (*own, j0, j1, j2), size, work, best)


@njit
def _keep_shares(rows, count, best, first, g, shares):
    """Note the multipliers of the active disks of a side by their numbers; return how many conditions it had."""
    shares[:] = 0.0
    rest = 1.0
    for j in range(1, 3):
        k = np.int64(best[5 + first + j])
        if k >= 0:
            shares[np.int64(rows[k, DISK])] = max(best[3 + g], 0.0)
            rest -= best[3 + g]
            g += 1
    shares[np.int64(rows[np.int64(best[5 + first]), DISK])] = max(rest, 0.0)
    return g


@njit
def separation(pair, D, disks_a, disks_b, n):
    """Return how far two hulls are apart along n; D is the vector between their origins."""
    one = farthest_disk(pair, 0, (0.0, 0.0, 0.0), disks_a, n)[1]
    return -one - farthest_disk(pair, 1, D, disks_b, scaled(-1.0, n))[1]


@njit
def best_direction(pair, D, disks_a, disks_b, n, size, scratch):
    """Return the unit vector near n along which the hulls are farthest apart.

    ``size`` [m] is that of the smaller one; ``scratch`` has room for 256 numbers. What both sides touch with is left in
    it: the multipliers of the disks of a and b, from ``SHARES`` on.
    """
    a, b = scratch[0 : MOST * ROWS].reshape(MOST, ROWS), scratch[MOST * ROWS : 2 * MOST * ROWS].reshape(MOST, ROWS)
    work, best = scratch[72:80].reshape(2, 4), scratch[80:91]
    shares_a, shares_b = scratch[SHARES : SHARES + 64], scratch[SHARES + 64 : SHARES + 128]
    shares_a[:], shares_b[:] = 0.0, 0.0
    before, s = np.inf, separation(pair, D, disks_a, disks_b, n)
    for _ in range(_ITERATIONS):
        t1, t2 = tangents(n)
        count_a = _linearise(pair, 0, (0.0, 0.0, 0.0), disks_a, n, t1, t2, 1.0, a)
        count_b = _linearise(pair, 1, D, disks_b, n, t1, t2, -1.0, b)
        _shared(a, count_a, shares_a)
        _shared(b, count_b, shares_b)
        _solve(
            a, count_a, b, count_b, _curvature(a, count_a, b, count_b, max(abs(s), _MERGED * size)), size, work, best
        )
        if s < 0.0 and best[1] * best[1] + best[2] * best[2] < _NEAR * _NEAR:
            other = scratch[224:235]
            _solve(a, count_a, b, count_b, _curvature(a, count_a, b, count_b, s), size, work, other)
            if other[0] <= _MERGED and other[1] * other[1] + other[2] * other[2] < _NEAR * _NEAR:
                best[:] = other
        if best[0] == np.inf:
            break
        _keep_shares(b, count_b, best, 3, _keep_shares(a, count_a, best, 0, 0, shares_a), shares_b)
        x, y = best[1], best[2]
        way = np.sqrt(x * x + y * y)
        factor = min(1.0, _LIMIT / way) if way > 0.0 else 1.0
        for _ in range(10):
            m = (
                n[0] + factor * (x * t1[0] + y * t2[0]),
                n[1] + factor * (x * t1[1] + y * t2[1]),
                n[2] + factor * (x * t1[2] + y * t2[2]),
            )
            m = scaled(1.0 / norm(m), m)
            new = separation(pair, D, disks_a, disks_b, m)
            if new >= s - 1e-14 * size or way < 1e-7:
                break
            factor *= 0.5
        n, s = m, new
        if way <= 1e-15 or (way < 1e-12 and way >= 0.25 * before):
            break
        before = way
    return n
