"""The first pair of contours that pass through each other on a path, and how far the next ones are apart.

Two compiled entries that run where a step loop finds that a body moves farther than the thinnest contour
(``integrators.passing``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip._jit import njit
from stickslip.contact.broadphase import find_pairs
from stickslip.contact.convex import COUNT, SET_ROWS
from stickslip.contact.enclosed import gap_at, leaves
from stickslip.contact.geometry.place import place
from stickslip.contact.kinds import BAR, PATCH
from stickslip.contact.sweep import (
    FAR,
    HALF,
    LEVELS,
    NEVER,
    ORIGIN,
    ROWS,
    TURN,
    WAY,
    advance,
    apart,
    approach,
    lever,
    load_shape,
    thickness,
)
from stickslip.contact.tables import ENCLOSES, UNBOUNDED, Pairs, Placed, new_pairs, new_placed

DEEP = LEVELS[5]  # twice the share of its thickness that a pair may go into each other before its step is divided
NEARLY = 0.02  # of the distance at which kernels count as open: they meet
FRACTION, CONTOUR_A, CONTOUR_B = range(3)  # entries of Scratch.found


class Scratch(NamedTuple):
    """What the search needs, for nc contours."""

    placed: Placed
    pairs: Pairs
    order: Ints  # (nc,)
    way: Floats  # (nc,) how far a contour moves along the path, at most [m]
    shapes: Floats  # (2, ROWS, 4)
    sets: Floats  # (2, SET_ROWS, 4)
    n: Floats  # (3,)
    work: Floats  # (16, 4)
    found: Floats  # (3,) fraction of the path, contours


def new_scratch(nc: int, pairs: int = 64) -> Scratch:
    """Return scratch for ``nc`` contours and ``pairs`` near pairs."""
    return Scratch(
        new_placed(nc), new_pairs(pairs), np.arange(nc, dtype=np.int64), np.zeros(nc), np.zeros((2, ROWS, 4)),
        np.zeros((2, SET_ROWS, 4)), np.zeros(3), np.zeros((16, 4)), np.zeros(3),
    )  # fmt: skip


@njit
def _sweep_spheres(contours, path, scratch):
    """Move the bounding spheres to the middle of the path, wide enough for all of it; store the travels."""
    placed, shape = scratch.placed, scratch.shapes[0]
    for c in range(len(contours.kind)):
        load_shape(contours, placed, path, c, 0.0, shape)
        n, turn, straight, spread, arm = np.int64(shape[COUNT, 0]), 0.0, 0.0, 0.0, 0.0
        for i in range(3):
            mean = 0.0
            for k in range(n):
                mean += shape[WAY + k, i] / n
            for k in range(n):
                spread = max(spread, abs(shape[WAY + k, i] - mean))
            straight += mean * mean
            turn += shape[TURN, i] ** 2
            arm += (placed.r[c, i] - shape[ORIGIN, i]) ** 2
            placed.r[c, i] += 0.5 * mean
        turn, straight, spread, arm = np.sqrt(turn), np.sqrt(straight), np.sqrt(3.0) * spread, np.sqrt(arm)
        scratch.way[c] = straight + spread + (turn * lever(shape) if turn > 0.0 else 0.0)
        placed.reach[c] += 0.5 * straight + spread + arm * min(turn, 2.0)
        if contours.kind[c] == PATCH:
            placed.reach[c] += contours.size[c, 2]


@njit
def _load(contours, path, scratch, a, b, share):
    """Load a pair less a share of its thickness; return whether a is a plane, and what to add to distances."""
    plane = contours.form[a] == UNBOUNDED
    load_shape(contours, scratch.placed, path, a, 0.0 if plane else share, scratch.shapes[0])
    load_shape(contours, scratch.placed, path, b, 0.0 if plane else share, scratch.shapes[1])
    return plane, share * thickness(contours, scratch.placed, a, b) if plane else 0.0


@njit
def _apart(contours, path, scratch, a, b, share, s):
    """Return the distance of a pair less a share of its thickness."""
    plane, more = _load(contours, path, scratch, a, b, share)
    return apart(scratch.shapes, plane, s, more, scratch.sets, scratch.n, scratch.work)


@njit
def _advance(contours, path, scratch, a, b, share, near):
    """Return where on the path a pair less a share of its thickness comes as near as ``near``."""
    plane, more = _load(contours, path, scratch, a, b, share)
    return advance(scratch.shapes, plane, more, near, scratch.sets, scratch.n, scratch.work)


@njit
def _open(share, thick, tolerance):
    """Return the distance of kernels above which a pair counts as open."""
    return 0.5 * share * thick if thick > 0.0 else tolerance


@njit
def _are_touching(contours, path, scratch, a, b, tolerance):
    """Whether the bodies of two contours touch each other, with any of theirs, at the start or end of the path."""
    pairs, share = scratch.pairs, LEVELS[0]
    one, two = contours.owner[a], contours.owner[b]
    for p in range(pairs.count[0]):
        i, j = pairs.a[p], pairs.b[p]
        first, second = contours.owner[i], contours.owner[j]
        if not ((first == one and second == two) or (first == two and second == one)):
            continue
        thick = thickness(contours, scratch.placed, i, j)
        if contours.meets[contours.kind[i], contours.kind[j]] == 0 or thick == np.inf:
            continue
        least = _open(share, thick, tolerance)
        for end in range(2):
            if _apart(contours, path, scratch, i, j, share, float(end)) <= least:
                return True
    return False


@njit
def _tessellated(contours, a, b):
    """Whether one of two contours is a piece of a line or surface, over whose borders the other one may slide."""
    pieces = contours.end[a] >= 0 or contours.corner[a, 0] >= 0
    return pieces or contours.end[b] >= 0 or contours.corner[b, 0] >= 0


@njit
def _turn_sides(contours, path, scratch, a, b, tolerance):
    """Return 0 if two closed contours without thickness come nearer and are apart in the end: their sides are lost."""
    _apart(contours, path, scratch, a, b, 0.0, 0.0)
    shapes, n = scratch.shapes, scratch.n
    rate = approach(shapes[0], n, 1.0, lever(shapes[0])) + approach(shapes[1], n, -1.0, lever(shapes[1]))
    return 0.0 if rate > 0.0 and _apart(contours, path, scratch, a, b, 0.0, 1.0) > tolerance else NEVER


@njit
def _pass(contours, path, scratch, a, b, thick, compliant, tolerance):
    """Return where the path has to end because a and b pass through each other later on it; NEVER if they do not.

    Bodies that are apart end there with a part of 1e-6 of their thickness inside each other; those that touch go as
    much deeper as the laws need to see it. Springs may be compressed as far as kernels tell the side: as long as a path
    would take them farther, it is halved.
    """
    kernel, first = _open(HALF, thick, tolerance), _open(LEVELS[0], thick, tolerance)
    if _apart(contours, path, scratch, a, b, HALF if thick > 0.0 else 0.0, 0.0) <= kernel:
        if thick == 0.0:
            return _turn_sides(contours, path, scratch, a, b, tolerance)
        if compliant and _advance(contours, path, scratch, a, b, HALF, NEARLY * kernel) <= 1.0:
            return 0.5
        return NEVER  # inside each other from the start: how deep is judged elsewhere
    through = _advance(contours, path, scratch, a, b, HALF if thick > 0.0 else 0.0, 0.5 * kernel) <= 1.0
    for k in range(len(LEVELS)):
        share = LEVELS[k] if thick > 0.0 else 0.0
        least = _open(share, thick, tolerance)
        if _apart(contours, path, scratch, a, b, share, 0.0) > least:
            at = _advance(contours, path, scratch, a, b, share, 0.5 * least)
            if at > 1.0 or (through and thick > 0.0):
                return at
            if thick > 0.0 and share < DEEP and not compliant:
                if _apart(contours, path, scratch, a, b, DEEP, 1.0) <= _open(DEEP, thick, tolerance):
                    return at
            missed = _apart(contours, path, scratch, a, b, LEVELS[0] if thick > 0.0 else 0.0, 1.0) > first
            if missed and k == 0 and _tessellated(contours, a, b):
                missed = not _are_touching(contours, path, scratch, a, b, tolerance)
            return at if missed else NEVER
    return _advance(contours, path, scratch, a, b, HALF, 0.5 * kernel) if through else NEVER


@njit
def _is_enclosed(contours, a, b):
    """Return whether one contour of a pair touches the other one from inside."""
    return contours.form[a] == ENCLOSES or contours.form[b] == ENCLOSES


@njit
def _gets_out(contours, path, scratch, a, b, thick, compliant):
    """Return where the path has to end because what is inside a hole or ring gets out; NEVER if it does not."""
    load_shape(contours, scratch.placed, path, a, 0.0, scratch.shapes[0])
    load_shape(contours, scratch.placed, path, b, 0.0, scratch.shapes[1])
    return leaves(contours, a, b, scratch.shapes, thick, 0.5 if compliant else 0.5 * DEEP, scratch.sets)


@njit
def _room_inside(contours, path, scratch, a, b, thick):
    """Return the gap of a pair of which one encloses the other; inf if it is outside."""
    load_shape(contours, scratch.placed, path, a, 0.0, scratch.shapes[0])
    load_shape(contours, scratch.placed, path, b, 0.0, scratch.shapes[1])
    gap = gap_at(contours, a, b, scratch.shapes, 0.0, scratch.sets)[0]
    return gap if gap > -0.5 * thick else np.inf


@njit
def _find_near(contours, law_of_groups, path, skin, scratch):
    """Find the pairs that may come near each other on the path; return their number, and place all at its start."""
    place(contours, path.r, path.A, path.x, scratch.placed)
    _sweep_spheres(contours, path, scratch)
    needed = find_pairs(contours, scratch.placed, law_of_groups, skin, scratch.order, scratch.pairs)
    place(contours, path.r, path.A, path.x, scratch.placed)
    return needed


@njit
def _able(contours, a, b, thick):
    """Return whether a pair has contact points and may pass through each other: a point and a half space do not."""
    touching = contours.meets[contours.kind[a], contours.kind[b]] != 0
    return touching and not (contours.form[a] == UNBOUNDED and thick == 0.0)


@njit
def _behind(contours, placed, a, b, thick):
    """Return whether contour b starts behind a, a facet that counts on its front side only."""
    kind = contours.kind[a]
    if kind != PATCH and not (kind == BAR and contours.size[a, 2] > 0.0):
        return False
    height, up = 0.0, 2 if kind == PATCH else 1
    for i in range(3):
        height += (placed.r[b, i] - placed.r[a, i]) * placed.A[a, i, up]
    return height < -FAR * thick


@njit
def _fast(contours, path, part, scratch, a, b, thick):
    """Return whether a pair may move too far for its thickness in a step, of which the path is a part."""
    way = scratch.way[a] + scratch.way[b]
    if contours.form[a] == UNBOUNDED:  # rotation moves a plane in proportion to the distance of the other contour
        turn, arm, body = 0.0, 0.0, contours.body[a]
        for i in range(3):
            turn += path.turn[body, i] ** 2
            arm += (scratch.placed.r[b, i] - path.r[body, i]) ** 2
        way += np.sqrt(turn) * (np.sqrt(arm) + scratch.placed.reach[b])
    return way > FAR * thick * part


@njit
def first_pass(contours, law_of_groups, compliant, closed, path, part, scratch):
    """Find the first pair on a path that passes through each other: ``scratch.found``, its fraction NEVER if none does.

    Parameters
    ----------
    contours, path, scratch : references to Contours, Path, Scratch
    law_of_groups : (ng, ng) int64
    compliant : (nl,) int64, laws that are springs
    closed : (nc,) float [m], gap up to which a contour without any thickness is closed
    part : float, of a step which the path is

    Returns
    -------
    int : number of near pairs. If it exceeds the capacity, nothing was found: grow it and call again.
    """
    found, pairs = scratch.found, scratch.pairs
    found[FRACTION] = NEVER
    needed = _find_near(contours, law_of_groups, path, 0.0, scratch)
    for p in range(pairs.count[0]):
        a, b = pairs.a[p], pairs.b[p]
        thick = thickness(contours, scratch.placed, a, b)
        if not _able(contours, a, b, thick) or not _fast(contours, path, part, scratch, a, b, thick):
            continue
        soft = compliant[pairs.law[p]] != 0
        if _is_enclosed(contours, a, b):
            at = _gets_out(contours, path, scratch, a, b, thick, soft)
        elif _behind(contours, scratch.placed, a, b, thick) or _behind(contours, scratch.placed, b, a, thick):
            continue
        else:
            at = _pass(contours, path, scratch, a, b, thick, soft, min(closed[a], closed[b]))
        if at < found[FRACTION] and at <= 1.0:
            found[FRACTION], found[CONTOUR_A], found[CONTOUR_B] = at, a, b
    return needed


@njit
def clearance(contours, law_of_groups, path, way, horizon, scratch):
    """Find how far contours may move before a pair meets that may pass through each other in a way: ``scratch.found``.

    Nothing farther away than ``horizon`` is looked for. Returns the number of near pairs as ``first_pass`` does.
    """
    pairs, least = scratch.pairs, horizon
    needed = _find_near(contours, law_of_groups, path, horizon, scratch)
    for p in range(pairs.count[0]):
        a, b = pairs.a[p], pairs.b[p]
        thick = thickness(contours, scratch.placed, a, b)
        if _able(contours, a, b, thick) and way >= FAR * thick:
            if _is_enclosed(contours, a, b):
                least = min(least, _room_inside(contours, path, scratch, a, b, thick))
            else:
                least = min(least, _apart(contours, path, scratch, a, b, 0.0, 0.0))
    scratch.found[FRACTION] = least
    return needed
