"""Convex hulls of disks and corners as facets to draw."""

from __future__ import annotations

import numpy as np

from stickslip.contact.contours import Outline
from stickslip.viz.rotations import toward
from stickslip.viz.scene import Shape

_AROUND = 48  # corners of a disk
_ROUND = 12  # circles of latitude of a rounded corner, half of them


def hull_shape(outline: Outline) -> Shape | None:
    """Return the hull of an outline as facets, in the axes of its contour; None where it has none."""
    from scipy.spatial import ConvexHull, QhullError

    if len(outline.hull) == 0:
        return None
    angle = 2.0 * np.pi * np.arange(_AROUND) / _AROUND
    circle = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)
    disks = [np.array(row) for row in outline.hull]
    points = np.concatenate([disk[:3] + disk[3] * (circle if disk[3] > 0.0 else circle[:1]) for disk in disks])
    if outline.rounding > 0.0:
        tilt = np.pi * (np.arange(2 * _ROUND + 1) / (2 * _ROUND) - 0.5)
        ball = np.concatenate([np.cos(a) * circle + np.array([0.0, 0.0, np.sin(a)]) for a in tilt])
        points = (points[:, None] + outline.rounding * ball).reshape(-1, 3)
    try:
        found = ConvexHull(points)
    except QhullError:
        return None
    used, number = np.unique(found.simplices, return_inverse=True)
    triangles = number.reshape(-1, 3)
    x = points[used]
    normal = np.cross(x[triangles[:, 1]] - x[triangles[:, 0]], x[triangles[:, 2]] - x[triangles[:, 0]])
    inwards = np.einsum("ij,ij->i", normal, found.equations[:, :3]) < 0.0
    triangles[inwards] = triangles[inwards][:, ::-1]
    size = (float(len(x)), *x.ravel().tolist(), *map(float, triangles.ravel()))
    origin = np.zeros(3)
    origin[: len(outline.origin)] = outline.origin
    return Shape("facets", size, origin, toward(np.array(outline.axis)) if outline.axis else np.eye(3))
