"""Hulls of disks for pairs of convex contours: farthest points, and the feature that faces a direction.

A hull is the convex hull of disks (x, y, z, radius) across the third axis of its contour; a corner is a disk of radius
0. Its largest n . x over all points x is that of the disk k with the largest n . c_k + radius_k |n - (n . e) e|, e the
axis. A side is a row of the pair table and its rows of the hull; places are relative to the origin of side a.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import along, axis, cross, dot, norm, scaled

FLAT = 1e-6  # [rad] below this tilt a disk rests on points fixed to it
SLACK = 0.1  # [rad] up to this tilt an edge or face faces a direction
AROUND = 8  # points of a flat disk
MOST_CORNERS = 32  # of a feature
U, V, HEIGHT, NUMBER = range(4)  # columns of a feature: place across n, along n, number of the corner


@njit
def disk_centre(pair, side, origin, disk):
    """Return the centre of a disk."""
    x = along(origin, disk[0], axis(pair, side, 0))
    x = along(x, disk[1], axis(pair, side, 1))
    return along(x, disk[2], axis(pair, side, 2))


@njit
def outwards(pair, side, n):
    """Return the direction in which the rim of a disk is farthest along n (any for a flat one), and |n - (n . e) e|."""
    x, y = axis(pair, side, 0), axis(pair, side, 1)
    a, b = dot(x, n), dot(y, n)
    across = np.sqrt(a * a + b * b)
    if across > 0.0:
        return along(scaled(a / across, x), b / across, y), across
    return x, across


@njit
def farthest_disk(pair, side, origin, disks, n):
    """Return the number of the disk that is farthest along n, and how far."""
    across = outwards(pair, side, n)[1]
    best, most = 0, -np.inf
    for k in range(disks.shape[0]):
        height = dot(n, disk_centre(pair, side, origin, disks[k])) + disks[k, 3] * across
        if height > most:
            best, most = k, height
    return best, most


@njit
def farthest_point(pair, side, origin, disk, n):
    """Return the point of a disk that is farthest along n."""
    centre = disk_centre(pair, side, origin, disk)
    return along(centre, disk[3], outwards(pair, side, n)[0]) if disk[3] > 0.0 else centre


@njit
def _add_corner(feature, count, x, n, t1, t2, number):
    """Append a corner to a feature and return their number."""
    if count == MOST_CORNERS:
        return count
    feature[count, U], feature[count, V], feature[count, HEIGHT] = dot(t1, x), dot(t2, x), dot(n, x)
    feature[count, NUMBER] = number
    return count + 1


@njit
def _facing(pair, side, origin, disks, m, slack, chosen):
    """Write the disks that belong to what faces the direction m, the farthest first; return their number.

    A disk does if the way to it from every one before descends by no more than ``slack`` times its length. ``chosen``
    has room for two numbers per disk.
    """
    u, across = outwards(pair, side, m)
    count, n = 0, disks.shape[0]
    seen = chosen[n : 2 * n]
    seen[:] = 0
    for _ in range(n):
        best, most = -1, -np.inf
        for k in range(n):  # the next one down; of equal ones the first
            height = dot(m, disk_centre(pair, side, origin, disks[k])) + disks[k, 3] * across
            if height > most and seen[k] == 0:
                best, most = k, height
        seen[best] = 1
        x, belongs = along(disk_centre(pair, side, origin, disks[best]), disks[best, 3], u), True
        for l in range(count):
            y = along(disk_centre(pair, side, origin, disks[chosen[l]]), disks[chosen[l], 3], u)
            d = (y[0] - x[0], y[1] - x[1], y[2] - x[2])
            belongs = belongs and dot(m, d) <= slack * norm(d)
        if belongs:
            chosen[count] = best
            count += 1
    return count


@njit
def set_feature(pair, side, origin, disks, n, t1, t2, sign, slack, chosen, feature):
    """Write the corners of what faces the direction sign * n: a corner, an edge, or a face; return their number.

    A disk that is as flat as ``slack`` has eight corners, the first in the direction in which it is farthest.
    """
    m = scaled(sign, n)
    u, across = outwards(pair, side, m)
    if across <= FLAT:
        u = axis(pair, side, 0)
    v = cross(axis(pair, side, 2), u)
    count = 0
    for j in range(_facing(pair, side, origin, disks, m, slack, chosen)):
        k = chosen[j]
        radius, centre = disks[k, 3], disk_centre(pair, side, origin, disks[k])
        if radius == 0.0 or across > slack:
            count = _add_corner(feature, count, along(centre, radius, u), n, t1, t2, AROUND * k)
            continue
        for i in range(AROUND):
            turn = 2.0 * np.pi * i / AROUND
            rim = along(along(centre, radius * np.cos(turn), u), radius * np.sin(turn), v)
            count = _add_corner(feature, count, rim, n, t1, t2, AROUND * k + i)
    return count


@njit
def sort_hull(feature, count, merged, order):
    """Write the corners of the convex polygon around a feature, counter-clockwise, to ``order``; return their number.

    Corners closer than ``merged`` count once, and those on an edge not at all.
    """
    first = 0
    for k in range(1, count):
        if feature[k, U] < feature[first, U] or (
            feature[k, U] == feature[first, U] and feature[k, V] < feature[first, V]
        ):
            first = k
    now, n = first, 0
    while n < count:
        order[n] = now
        n += 1
        after = -1
        for k in range(count):
            du, dv = feature[k, U] - feature[now, U], feature[k, V] - feature[now, V]
            if k == now or du * du + dv * dv <= merged * merged:
                continue
            if after < 0:
                after = k
                continue
            eu, ev = feature[after, U] - feature[now, U], feature[after, V] - feature[now, V]
            turn, size = eu * dv - ev * du, np.sqrt(eu * eu + ev * ev)
            farther = du * du + dv * dv > size * size and du * eu + dv * ev > 0.0
            if turn < -merged * size or (turn <= merged * size and farther):
                after = k
        if after < 0:
            break
        known = False
        for k in range(n):
            du, dv = feature[after, U] - feature[order[k], U], feature[after, V] - feature[order[k], V]
            known = known or du * du + dv * dv <= merged * merged
        if known:
            break
        now = after
    return n
