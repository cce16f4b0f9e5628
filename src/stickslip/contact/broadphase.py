"""Candidate pairs: bounding spheres in a hierarchy of uniform grids (Zander 2008, sec. 3.4.2, 5.2).

Every bounded contour lives in one cell of the level whose cell edge is at least its diameter plus the skin. Two
contours that come within the skin then lie in neighbouring cells of the coarser of their two levels, so each contour
looks at no more than 27 cells of its own and every coarser occupied level. The cost grows with the number of
contours and of found pairs, whatever the mixture of sizes.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit

LEVELS = 24  # cell edges grow by a factor of two; anything smaller than 2^-23 of the largest shares the finest level
_BITS = 19  # of each cell coordinate in a key; neighbours never collide, far cells may and fail the distance test
_MASK = (1 << _BITS) - 1


@njit
def cell_key(level, ix, iy, iz):
    """Pack a cell of a level into one number; equal keys of neighbouring cells mean equal cells."""
    return (level << (3 * _BITS)) | ((ix & _MASK) << (2 * _BITS)) | ((iy & _MASK) << _BITS) | (iz & _MASK)


@njit
def bucket_of(key, mask):
    """Spread keys over the hash table (multiplicative hashing)."""
    h = key * 0x5851F42D4C957F2D
    return (h ^ (h >> 29)) & mask


@njit
def may_touch(contours, law_of_groups, i, j):
    """Return the law between contours i and j, -1 if they belong to one body or no law is given."""
    if contours.owner[i] == contours.owner[j]:
        return np.int64(-1)
    return law_of_groups[contours.group[i], contours.group[j]]


@njit
def note_pair(contours, law_of_groups, i, j, needed, pairs):
    """Write pair (i, j), the smaller kind (on equal kinds: index) first, if it is allowed; return the new count."""
    law = may_touch(contours, law_of_groups, i, j)
    if law < 0:
        return needed
    if needed < pairs.a.shape[0]:
        kind_i, kind_j = contours.kind[i], contours.kind[j]
        first = kind_i < kind_j or (kind_i == kind_j and i < j)
        pairs.a[needed] = i if first else j
        pairs.b[needed] = j if first else i
        pairs.law[needed] = law
    return needed + 1


@njit
def cell_edges(reach, skin, edge, widest):
    """Set cell edge and widest member of each level, and return the number of bounded contours.

    A contour of radius rho belongs to the first level with edge >= 2 rho + skin.
    """
    smallest, largest, bounded = np.inf, 0.0, 0
    for rho in reach:
        if rho < np.inf:
            smallest, largest, bounded = min(smallest, rho), max(largest, rho), bounded + 1
    if bounded == 0:
        return bounded
    edge[0] = max(2.0 * smallest + skin, (2.0 * largest + skin) * 2.0 ** (2 - LEVELS))
    if edge[0] <= 0.0:
        edge[0] = 1.0  # only points and no skin: any grid will do
    for level in range(1, LEVELS):
        edge[level] = 2.0 * edge[level - 1]
    for rho in reach:
        if rho < np.inf:
            level = level_of(rho, skin, edge)
            widest[level] = max(widest[level], rho)
    return bounded


@njit
def level_of(rho, skin, edge):
    """Return the finest level whose cell edge is at least 2 rho + skin."""
    level = 0
    while level < LEVELS - 1 and edge[level] < 2.0 * rho + skin:
        level += 1
    return level


@njit
def fill_grid(placed, skin, edge, head, following, key):
    """Chain all bounded contours of one bucket: head -> following -> ... -> -1."""
    mask = head.shape[0] - 1
    for c in range(placed.reach.shape[0]):
        if placed.reach[c] < np.inf:
            level = level_of(placed.reach[c], skin, edge)
            h = edge[level]
            key[c] = cell_key(
                level,
                np.int64(np.floor(placed.r[c, 0] / h)),
                np.int64(np.floor(placed.r[c, 1] / h)),
                np.int64(np.floor(placed.r[c, 2] / h)),
            )
            bucket = bucket_of(key[c], mask)
            following[c] = head[bucket]
            head[bucket] = c


@njit
def visit_level(contours, placed, law_of_groups, skin, i, level, same, grid, needed, pairs):
    """Note all partners of contour i in one level whose bounding spheres come within ``skin``."""
    edge, widest, head, following, key = grid
    h = edge[level]
    span = placed.reach[i] + widest[level] + skin  # <= h
    x, y, z = placed.r[i, 0], placed.r[i, 1], placed.r[i, 2]
    for ix in range(np.int64(np.floor((x - span) / h)), np.int64(np.floor((x + span) / h)) + 1):
        for iy in range(np.int64(np.floor((y - span) / h)), np.int64(np.floor((y + span) / h)) + 1):
            for iz in range(np.int64(np.floor((z - span) / h)), np.int64(np.floor((z + span) / h)) + 1):
                cell = cell_key(level, ix, iy, iz)
                j = head[bucket_of(cell, head.shape[0] - 1)]
                while j >= 0:
                    if key[j] == cell and not (same and j <= i):
                        dx, dy, dz = placed.r[j, 0] - x, placed.r[j, 1] - y, placed.r[j, 2] - z
                        touch = placed.reach[i] + placed.reach[j] + skin
                        if dx * dx + dy * dy + dz * dz <= touch * touch:
                            needed = note_pair(contours, law_of_groups, i, j, needed, pairs)
                    j = following[j]
    return needed


@njit
def sort_pairs(nc, count, pairs):
    """Sort the pairs by (a, b) with two stable counting sorts, first by b, then by a."""
    a, b, law = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    start = np.empty(nc + 1, np.int64)
    for sweep in range(2):
        start[:] = 0
        for k in range(count):
            start[(pairs.b[k] if sweep == 0 else pairs.a[k]) + 1] += 1
        for c in range(nc):
            start[c + 1] += start[c]
        for k in range(count):
            c = pairs.b[k] if sweep == 0 else pairs.a[k]
            a[start[c]], b[start[c]], law[start[c]] = pairs.a[k], pairs.b[k], pairs.law[k]
            start[c] += 1
        for k in range(count):
            pairs.a[k], pairs.b[k], pairs.law[k] = a[k], b[k], law[k]


@njit
def find_pairs(contours, placed, law_of_groups, skin, order, pairs):
    """Find all allowed pairs with |r_b - r_a| <= reach_a + reach_b + skin; unbounded contours meet all others.

    Parameters
    ----------
    contours, placed : Contours, Placed of nc contours; contours of one body never pair
    law_of_groups : (ng, ng) int64, symmetric, row of the law table, -1 where groups do not touch
    skin : float [m], >= 0, distance up to which bounding spheres count as near
    order : (nc,) int64, scratch
    pairs : Pairs, overwritten, sorted by (a, b) with kind[a] <= kind[b] (on equal kinds a < b)

    Returns
    -------
    int : number of pairs. If it exceeds the capacity then ``pairs`` is empty: grow it and call again.
    """
    nc = contours.kind.shape[0]
    edge, widest = np.zeros(LEVELS), np.full(LEVELS, -1.0)
    bounded = cell_edges(placed.reach, skin, edge, widest)
    size = 16
    while size < 2 * bounded:
        size *= 2
    head, key = np.full(size, -1, np.int64), np.empty(nc, np.int64)
    fill_grid(placed, skin, edge, head, order, key)
    grid = (edge, widest, head, order, key)
    pairs.count[0] = 0
    needed = pairs.count[0]
    for i in range(nc):
        if placed.reach[i] < np.inf:
            own = level_of(placed.reach[i], skin, edge)
            for level in range(own, LEVELS):
                if widest[level] >= 0.0:
                    needed = visit_level(
                        contours, placed, law_of_groups, skin, i, level, level == own, grid, needed, pairs
                    )
        else:
            for j in range(nc):
                if placed.reach[j] < np.inf or i < j:
                    needed = note_pair(contours, law_of_groups, i, j, needed, pairs)
    if needed <= pairs.a.shape[0]:
        sort_pairs(nc, needed, pairs)
        pairs.count[0] = needed
    return needed
