"""Known contacts at other positions of their bodies: the same features, whatever their gaps."""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.geometry.frames import (
    FEATURE,
    MOST_POINTS,
    POINT_COLUMNS,
    along,
    cross,
    dot,
    load_contour,
    norm,
    point_count,
    scaled,
)
from stickslip.contact.geometry.narrow import touch, write_contact
from stickslip.contact.geometry.outside import new_source
from stickslip.contact.kinds import CIRCLE, LINE, NODE, PATCH, RING, SPHERE


@njit
def _same_point(points, kind_b, feature):
    """Return which point of a pair has the feature; a ball has one point only, which may pass to another feature."""
    for k in range(point_count(points)):
        if np.int64(points[k, FEATURE]) == feature:
            return k
    ball = kind_b == SPHERE or kind_b == NODE or kind_b == CIRCLE or kind_b == RING
    return 0 if ball and point_count(points) == 1 else -1


@njit
def _keep_tangents(contacts, c, t):
    """Give contact c the tangents next to t: those that only its normal decides may jump where it hardly turns."""
    n = (contacts.n[c, 0], contacts.n[c, 1], contacts.n[c, 2])
    t = along(t, -dot(n, t), n)
    t_1 = scaled(1.0 / norm(t), t)
    t_2 = cross(n, t_1)
    for i in range(3):
        contacts.t1[c, i], contacts.t2[c, i] = t_1[i], t_2[i]


@njit
def follow_contacts(contours, placed, chosen, count, contacts):
    """Write gap, points and axes of the first ``count`` contacts in ``chosen`` again, from contours that have moved.

    A contact whose feature is not found keeps what it had.
    """
    source, pair = new_source()
    points = np.empty((MOST_POINTS + 1, POINT_COLUMNS))
    for g in range(count):
        c = chosen[g]
        a, b, feature = contacts.a[c], contacts.b[c], contacts.feature[c]
        kind_a, kind_b = contours.kind[a], contours.kind[b]
        for side in range(2):
            load_contour(placed.size, placed, b if side else a, pair, side)
        touch(contours, a, b, source, pair, np.inf, points)
        t = (contacts.t1[c, 0], contacts.t1[c, 1], contacts.t1[c, 2])
        k = _same_point(points, kind_b, feature)
        if k >= 0:
            write_contact(contacts, c, points, k, kind_a >= LINE, kind_a == PATCH)
            contacts.feature[c] = feature
            if kind_a < LINE:
                _keep_tangents(contacts, c, t)
