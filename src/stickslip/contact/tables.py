"""Arrays that describe contours, candidate pairs and contact points, shared by all contact kernels.

Conventions. Contour axes are the columns of ``A``. A contact joins side *a* and side *b*: the unit normal ``n``
points from a into b, so that the impulse on b is ``+n P_N`` and on a ``-n P_N``; ``gap > 0`` means open
(Zander 2008, sec. 2.2). Planar models use the same arrays with vanishing z components.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints

DIRECT = 1  # entry of ``Contours.meets``: a branch of ``geometry.narrow.touch``; larger: an address
PLAIN, UNBOUNDED, ENCLOSES = range(3)  # ``Contours.form``: with an outside, a half space, touched from inside
SHRINK = 4  # first column of what a disk of a hull loses per metre, behind its place and radius


class Contours(NamedTuple):
    """All contours of a system, body-fixed data."""

    kind: Ints  # (nc,) of ``contact.kinds``
    body: Ints  # (nc,) index into the pose table; 0 is the ground; first node of a segment of a flexible line
    end: Ints  # (nc,) second node of a segment of a flexible line, -1 for rigid contours
    owner: Ints  # (nc,) number of the declared body: contours of one body never touch
    group: Ints  # (nc,) row and column of the law table
    r_BC: Floats  # (nc, 3) contour origin in the body frame
    A_BC: Floats  # (nc, 3, 3) contour axes in the body frame
    size: Floats  # (nc, 3)
    radius: Floats  # (nc,) bounding sphere about the contour origin, inf if unbounded
    corner: Ints  # (nc, 4) indices of the patch points in the point table, -1: none (a triangle has three)
    form: Ints  # (nc,)
    inward: Floats  # (nc,) [m] how far a contour reaches inwards from its surface; of what encloses, its wall
    within: Floats  # (nc,) [m] the same where it is inside an enclosing contour
    rounding: Floats  # (nc,) [m] of its hull
    start: Ints  # (nc + 1,) rows of its hull
    hull: Floats  # (nh, 8) disks across the third axis, in its own axes (``contours.Outline``)
    meets: Ints  # (KINDS, KINDS) by two kinds, the smaller first: 0 they do not touch, DIRECT, or an address


class Placed(NamedTuple):
    """World pose of every contour at one instant."""

    r: Floats  # (nc, 3) origin (patch: mean of the four corners)
    A: Floats  # (nc, 3, 3)
    reach: Floats  # (nc,) bounding-sphere radius about r now (patches change it)
    size: Floats  # (nc, 3) as in Contours; lines change their length
    x: Floats  # (nc, 4, 3) patch corners in the order (0,0), (1,0), (1,1), (0,1), or ends of a line segment; else zero


class Pairs(NamedTuple):
    """Candidate pairs found by the broad phase; kind[a] <= kind[b]; sorted by (a, b)."""

    count: Ints  # type: ignore[assignment]  # (1,), hides tuple.count
    a: Ints  # (capacity,)
    b: Ints  # (capacity,)
    law: Ints  # (capacity,) row of the law table


class Contacts(NamedTuple):
    """Contact points found by the narrow phase, in the order of the pairs."""

    count: Ints  # type: ignore[assignment]  # (1,), hides tuple.count
    pair: Ints  # (capacity,) index into Pairs
    a: Ints  # (capacity,) contour on side a
    b: Ints  # (capacity,) contour on side b
    feature: Ints  # (capacity,) stable number of the touching features within the pair, for warm starts
    law: Ints  # (capacity,)
    gap: Floats  # (capacity,) [m]
    x_a: Floats  # (capacity, 3) contact point on side a, world
    x_b: Floats  # (capacity, 3) contact point on side b, world
    n: Floats  # (capacity, 3) unit normal from a into b
    t1: Floats  # (capacity, 3) unit tangent; planar: in the plane, n turned by +90 degrees about z
    t2: Floats  # (capacity, 3) unit tangent n x t1; planar: unused
    weight: Floats  # (capacity, 4) bilinear weights of the patch corners on side a (zero otherwise)


def new_placed(nc: int) -> Placed:
    """Return room for the world poses of ``nc`` contours."""
    return Placed(np.zeros((nc, 3)), np.zeros((nc, 3, 3)), np.zeros(nc), np.zeros((nc, 3)), np.zeros((nc, 4, 3)))


def new_pairs(capacity: int) -> Pairs:
    """Return room for ``capacity`` candidate pairs."""
    columns: list[Any] = [np.zeros(1, np.int64), *(np.zeros(capacity, np.int64) for _ in range(3))]
    return Pairs(*columns)


def new_contacts(capacity: int) -> Contacts:
    """Return room for ``capacity`` contact points."""
    columns: list[Any] = [np.zeros(1, np.int64), *(np.zeros(capacity, np.int64) for _ in range(5)), np.zeros(capacity)]
    columns += [*(np.zeros((capacity, 3)) for _ in range(5)), np.zeros((capacity, 4))]
    return Contacts(*columns)
