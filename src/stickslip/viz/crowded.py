"""Marks of joints and contour points that stand close together are drawn smaller: bodies are to be seen below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from stickslip._arrays import Floats
from stickslip.viz.rotations import matrices
from stickslip.viz.scene import Part, RigidMotion

_ROOM = 0.35  # of the distance to the next mark
_FACTORS = (0.125, 0.25, 0.5, 1.0)  # few sizes: equal shapes are drawn at once


def uncrowded(parts: Sequence[Part], far: float) -> list[Part]:
    """Return parts whose marks leave room to their neighbours at the first instant; ``far`` is the size of the scene.

    Marks are parts of the role "joint" and contours without extent. Marks at the same place count as one.
    """
    marks = [k for k, part in enumerate(parts) if _is_mark(part)]
    out = list(parts)
    if len(marks) < 3:
        return out
    owner = np.repeat(marks, [len(parts[k].shapes) for k in marks])
    distance = _distances(np.concatenate([_places(parts, k) for k in marks]), far)
    for k in marks:
        shapes = parts[k].shapes
        room = _ROOM * float(np.median(distance[owner == k]))
        fit = room / max(shape.radius for shape in shapes)
        factor = max((each for each in _FACTORS if each <= fit), default=_FACTORS[0])
        if factor < 1.0:
            smaller = tuple(replace(each, size=tuple(factor * x for x in each.size)) for each in shapes)
            out[k] = replace(parts[k], shapes=smaller)
    return out


def _is_mark(part: Part) -> bool:
    return (
        bool(part.shapes)
        and (part.role == "joint" or part.kind == "contour")
        and all(shape.role == "marker" for shape in part.shapes)
    )


def _places(parts: Sequence[Part], k: int) -> Floats:
    """Return the places (m, 3) of the shapes of a part at the first instant [m]."""
    carrier = parts[k] if parts[k].motion is not None or parts[k].parent < 0 else parts[parts[k].parent]
    own = np.array([shape.position for shape in parts[k].shapes])
    if not isinstance(carrier.motion, RigidMotion):
        return own
    if carrier.motion.quaternion is not None:
        own = own @ matrices(carrier.motion.quaternion[0]).T
    return own + carrier.motion.position[0]


def _distances(places: Floats, far: float) -> Floats:
    """Return the distance (m,) of every place to the next other one [m]."""
    from scipy.spatial import cKDTree

    unique, inverse = np.unique(np.round(places / (1e-6 * far)), axis=0, return_inverse=True)
    if len(unique) < 2:
        return np.full(len(places), np.inf)
    return np.asarray(1e-6 * far * cKDTree(unique).query(unique, k=2)[0][inverse.ravel(), 1])
