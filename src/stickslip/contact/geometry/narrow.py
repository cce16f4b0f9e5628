"""Narrow phase: all contact points of the candidate pairs, with gaps, normals and tangents (Zander 2008, sec. 2.2)."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    DEPTH,
    FEATURE,
    GAP,
    MOST_POINTS,
    POINT_COLUMNS,
    RADIUS,
    WEIGHT,
    X_A,
    N,
    axis,
    centre,
    clear_points,
    load_contour,
    point_count,
    tangents,
)
from stickslip.contact.geometry.outside import new_source, touch_outside
from stickslip.contact.geometry.planar_box import planar_boxes
from stickslip.contact.geometry.planar_circle import bar_in_hole, circle_circle, rectangle_in_hole
from stickslip.contact.geometry.spatial_cuboid import cuboid_cuboid
from stickslip.contact.geometry.spatial_halfspace import (
    halfspace_corners,
    halfspace_cylinder,
    halfspace_ends,
    halfspace_point,
)
from stickslip.contact.geometry.spatial_patch import CORNER, EDGE, patch_ball, patch_cuboid, patch_distance
from stickslip.contact.geometry.spatial_ring import pole_ring
from stickslip.contact.geometry.spatial_round import (
    ball_ball,
    ball_box,
    ball_cylinder,
    ball_edge,
    ball_segment,
    edge_distance,
)
from stickslip.contact.geometry.spatial_segment import cuboid_segment, segment_segment
from stickslip.contact.kinds import (
    BAR,
    CIRCLE,
    CUBOID,
    CYLINDER,
    LINE,
    NODE,
    PATCH,
    PLANE,
    RECTANGLE,
    RING,
    SEGMENT,
    SPHERE,
)
from stickslip.contact.tables import DIRECT


@njit
def _touch_halfspace(pair, a, b, kind, up, margin, points):
    """Collect the points of any shape over a half space (``up`` = 2) or half plane (1)."""
    if kind == CUBOID or kind == RECTANGLE:
        halfspace_corners(pair, a, b, up, up + 1, points)
    elif kind == SEGMENT or kind == BAR:
        halfspace_ends(pair, a, b, up, 2 * up - 2, points)
    elif kind == CYLINDER:
        halfspace_cylinder(pair, a, b, up, margin, points)
    elif (kind == SPHERE or kind == NODE or kind == CIRCLE) and pair[b, RADIUS] >= 0.0:
        halfspace_point(pair, a, up, centre(pair, b), pair[b, RADIUS], 0, points)


@njit
def _touch_ball(pair, a, b, kind, points):
    """Collect the points of a ball, circle or hole b against shape a of the given kind."""
    hole = pair[b, RADIUS] < 0.0
    if kind == CIRCLE:
        circle_circle(pair, a, b, points)
    elif kind == RECTANGLE and hole:
        rectangle_in_hole(pair, a, b, points)
    elif kind == BAR and hole:
        bar_in_hole(pair, a, b, points)
    elif kind == CUBOID or kind == RECTANGLE:
        ball_box(pair, a, b, 3 if kind == CUBOID else 2, points)
    elif kind == BAR and pair[a, DEPTH] > 0.0:
        ball_edge(pair, a, b, points)
    elif kind == SEGMENT or kind == BAR:
        ball_segment(pair, a, b, 2 if kind == SEGMENT else 0, points)
    elif kind == CYLINDER:
        ball_cylinder(pair, a, b, points)
    elif kind == PATCH:
        patch_ball(pair, a, b, points)
    elif kind == SPHERE:  # concentric ones part along the third axis of a
        ball_ball(centre(pair, a), pair[a, RADIUS], centre(pair, b), pair[b, RADIUS], 0, axis(pair, a, 2), points)


@njit
def touch(contours, c_a, c_b, source, pair, margin, points):
    """Collect the contact points of two contours in ``points``; their poses are in the pair table."""
    clear_points(points)
    kind_a, kind_b = contours.kind[c_a], contours.kind[c_b]
    a, b = np.int64(0), np.int64(1)
    if contours.meets[kind_a, kind_b] > DIRECT:
        touch_outside(contours.meets[kind_a, kind_b], contours, c_a, c_b, margin, source, points)
    elif (kind_a < LINE) != (kind_b < LINE):
        return
    elif kind_a == PLANE or kind_a == LINE:
        _touch_halfspace(pair, a, b, kind_b, 2 if kind_a == PLANE else 1, margin, points)
    elif kind_b == NODE and (kind_a >= SPHERE):
        return  # balls meet the facets
    elif kind_b == SPHERE or kind_b == CIRCLE or kind_b == NODE:
        _touch_ball(pair, a, b, kind_a, points)
    elif kind_b == RING and (kind_a == CYLINDER or kind_a == SEGMENT):
        pole_ring(pair, a, b, points)
    elif kind_a >= RECTANGLE:
        planar_boxes(pair, a, b, kind_a == BAR, kind_b == BAR, margin, points)
    elif kind_a == CUBOID and kind_b == CUBOID:
        cuboid_cuboid(pair, a, b, margin, points)
    elif kind_a == PATCH and kind_b == CUBOID:
        patch_cuboid(pair, a, b, points)
    elif kind_a == CUBOID and kind_b == SEGMENT:
        cuboid_segment(pair, a, b, margin, points)
    elif kind_a == SEGMENT and kind_b == SEGMENT:
        segment_segment(pair, a, b, points)


@njit
def write_contact(contacts, c, points, k, planar, patch):
    """Write point k of a pair as contact c: gap, both points, normal and tangents."""
    gap = points[k, GAP]
    n = (points[k, N], points[k, N + 1], points[k, N + 2])
    t1, t2 = (-n[1], n[0], 0.0), (0.0, 0.0, 1.0)
    if not planar:
        t1, t2 = tangents(n)
    contacts.feature[c] = np.int64(points[k, FEATURE])
    contacts.gap[c] = gap
    for i in range(3):
        contacts.x_a[c, i] = points[k, X_A + i]
        contacts.x_b[c, i] = points[k, X_A + i] + gap * n[i]
        contacts.n[c, i] = n[i]
        contacts.t1[c, i] = t1[i]
        contacts.t2[c, i] = t2[i]
    for i in range(4):
        contacts.weight[c, i] = points[k, WEIGHT + i] if patch else 0.0


@njit
def _rank(feature):
    """Return 0 for a foot inside a patch, 1 on an edge, 2 on a corner."""
    return 0 if feature < EDGE else 1 if feature < CORNER else 2


@njit
def _shadowed(contours, placed, a, pair, points, others):
    """Whether a neighbour of patch a, one that shares the border point found, holds the closest point to the ball.

    A ball over one patch is also close to the border of the next one; the surface goes on there, so that this border
    is no obstacle. A border point counts where all patches around agree on it (a ridge or a free edge), once.
    """
    here, feature = np.int64(0), np.int64(points[0, FEATURE])
    first = (feature - EDGE) % 4
    sides = 4 if contours.corner[a, 3] >= 0 else 3
    last = first if feature >= CORNER else (first + 1) % sides
    for e in range(contours.kind.shape[0]):
        if contours.kind[e] != PATCH or contours.body[e] != contours.body[a] or e == a:
            continue
        owned = 0
        for k in range(4):
            owned |= 1 if contours.corner[e, k] == contours.corner[a, first] else 0
            owned |= 2 if contours.corner[e, k] == contours.corner[a, last] else 0
        if owned == 3:
            load_contour(placed.size, placed, e, pair, here)
            clear_points(others)
            patch_ball(pair, here, here + 1, others)
            if point_count(others) > 0:
                closer = _rank(np.int64(others[0, FEATURE])) - _rank(feature)
                if closer < 0 or (closer == 0 and e < a):
                    return True
    return False


@njit
def _distance(kind, pair, p):
    """Return distance and height of p from the facet in row 0 of the pair table."""
    here = np.int64(0)
    if kind == PATCH:
        return patch_distance(pair, here, p)
    distance, height, _ = edge_distance(pair, here, p)
    return distance, height


@njit
def _hidden(contours, placed, a, pair):
    """Return whether another facet of the solid is closer to the centre of ball b, which lies behind facet a.

    Near its borders a solid has several facets with the centre behind them; it touches the closest one. Of facets at
    the same distance, which share the closest point, the one with the larger height counts. Behind a border that no
    other facet shares there is nothing.
    """
    here = np.int64(0)
    kind, p = contours.kind[a], centre(pair, here + 1)
    distance, height = _distance(kind, pair, p)
    slack = 1e-9 * placed.reach[a]
    inside, hidden = abs(distance - abs(height)) <= slack, False
    for e in range(contours.kind.shape[0]):
        if e == a or contours.kind[e] != kind or contours.owner[e] != contours.owner[a] or hidden:
            continue
        load_contour(placed.size, placed, e, pair, here)
        other, front = _distance(kind, pair, p)
        same = abs(other - distance) <= slack
        inside = inside or same
        higher = front > height + slack or (abs(front - height) <= slack and e < a)
        hidden = (other < distance and not same) or (same and higher)
    load_contour(placed.size, placed, a, pair, here)
    return hidden or not inside


@njit
def narrow_phase(contours, placed, pairs, margin, contacts):
    """Find gap, closest points and contact frame of every pair, with x_b - x_a = gap n (Zander 2008, sec. 2.2).

    Parameters
    ----------
    contours, placed : Contours, Placed
    pairs : Pairs from the broad phase
    margin : float [m]; points with a larger gap are left out, except those over a PLANE or LINE
    contacts : Contacts, overwritten

    Returns
    -------
    int : number of contact points. If it exceeds the capacity then ``contacts`` is empty: grow it and call again.
    """
    source, pair = new_source()
    found = np.empty((2, MOST_POINTS + 1, POINT_COLUMNS))
    points, others = found[0], found[1]
    contacts.count[0] = 0
    needed, capacity = contacts.count[0], contacts.gap.shape[0]
    for p in range(pairs.count[0]):
        a, b = pairs.a[p], pairs.b[p]
        kind_a, kind_b = contours.kind[a], contours.kind[b]
        for side in range(2):
            load_contour(placed.size, placed, b if side else a, pair, side)
        touch(contours, a, b, source, pair, margin, points)
        always = kind_a == PLANE or kind_a == LINE
        for k in range(point_count(points)):
            if not always and points[k, GAP] > margin:
                continue
            ball = kind_b == SPHERE or kind_b == NODE or (kind_b == CIRCLE and pair[1, RADIUS] >= 0.0)
            facet = ball and pair[0, DEPTH] > 0.0 and (kind_a == PATCH or kind_a == BAR)
            behind = facet and points[k, GAP] + pair[0, RADIUS] + pair[1, RADIUS] < 0.0
            if behind and _hidden(contours, placed, a, pair):
                continue
            if kind_a == PATCH and ball and points[k, FEATURE] >= EDGE and not behind:
                if _shadowed(contours, placed, a, pair, points, others):
                    continue
            if needed < capacity:
                contacts.pair[needed], contacts.law[needed] = p, pairs.law[p]
                contacts.a[needed], contacts.b[needed] = a, b
                write_contact(contacts, needed, points, k, kind_a >= LINE, kind_a == PATCH)
            needed += 1
    if needed <= capacity:
        contacts.count[0] = needed
    return needed
