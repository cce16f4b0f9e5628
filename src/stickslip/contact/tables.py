"""Arrays that describe contours, candidate pairs and contact points, shared by all contact kernels.

Conventions. Contour axes are the columns of ``A``. A contact joins side *a* and side *b*: the unit normal ``n``
points from a into b, so that the impulse on b is ``+n P_N`` and on a ``-n P_N``; ``gap > 0`` means open
(Zander 2008, sec. 2.2). Planar models use the same arrays with vanishing z components.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints

# Contour kinds. Pairs are stored with kind(a) <= kind(b). Spatial first, then planar.
PLANE = 0  # half space z <= 0 of the contour frame (spatial); outward normal = third axis
PATCH = 1  # bilinear patch on four moving points, or a triangle on three; side a; size = (radius, 1 if triangle, depth)
CUBOID = 2  # size = half edge lengths (3)
CYLINDER = 3  # axis = third axis, size = (radius, half length, 0); half length 0 is a disk
SEGMENT = 4  # capsule: segment along the third axis, size = (radius, half length, 0); radius 0 is a line segment
SPHERE = 5  # size = (radius, 0, 0); radius 0 is a point
RING = 6  # circle around a pole, across the third axis, size = (radius, 0, 0)
NODE = 7  # node of the surface of a solid, a ball for all partners that do not meet its facets; size = (radius, 0, 0)
LINE = 10  # planar half plane y <= 0 of the contour frame; outward normal = second axis
RECTANGLE = 11  # planar, size = (half width, half height, 0)
BAR = 12  # planar line segment along the first axis with rounded ends, size = (radius, half length, depth)
CIRCLE = 13  # planar, size = (radius, 0, 0); radius 0 is a point; radius < 0 is a hole of radius |radius|

# A BAR or PATCH of a depth > 0 is the boundary of a solid: material lies below its second (third) axis, and nothing
# behind it counts that is deeper. Without a depth, bars have two sides.


class Contours(NamedTuple):
    """All contours of a system, body-fixed data."""

    kind: Ints  # (nc,)
    body: Ints  # (nc,) index into the pose table; 0 is the ground; first node of a segment of a flexible line
    end: Ints  # (nc,) second node of a segment of a flexible line, -1 for rigid contours
    owner: Ints  # (nc,) number of the declared body: contours of one body never touch
    group: Ints  # (nc,) row and column of the law table
    r_BC: Floats  # (nc, 3) contour origin in the body frame
    A_BC: Floats  # (nc, 3, 3) contour axes in the body frame
    size: Floats  # (nc, 3)
    radius: Floats  # (nc,) bounding sphere about the contour origin, inf if unbounded
    corner: Ints  # (nc, 4) indices of the patch points in the point table, -1: none (a triangle has three)


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
