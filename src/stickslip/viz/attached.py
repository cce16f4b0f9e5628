"""Contours at stations of flexible lines and at nodes of solids as parts of a scene."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip.model.lines import Slender
from stickslip.model.model import Model
from stickslip.model.solids import SolidBody
from stickslip.results.result import Result
from stickslip.viz.places import spatial
from stickslip.viz.rotations import continuous, quaternions
from stickslip.viz.scene import Part, RigidMotion
from stickslip.viz.shapes import contour_shape


def attached_parts(model: Model, result: Result, far: float) -> list[Part]:
    """Return the contours that sit at one place of a flexible body; they turn with the sections of beams."""
    parts = []
    for body in model.bodies:
        if not isinstance(body, Slender | SolidBody):
            continue
        for k, contour in enumerate(body.contours):
            shape = None if contour.whole_line else contour_shape(contour, model.dim, far)
            if shape is not None:
                name = f"{body.name}.{contour.name or type(contour).__name__.lower() + str(k + 1)}"
                parts.append(Part(name, "contour", "body", _motion(result[str(body.name)], contour), shapes=(shape,)))
    return parts


def _motion(series: Any, contour: Any) -> RigidMotion:
    if contour.node is not None:
        return RigidMotion(spatial(series.position[:, contour.node]))
    k = int(np.argmin(abs(series.s - contour.s)))
    place = spatial(series.position[:, k])
    if series.kind == "string":
        return RigidMotion(place)
    return RigidMotion(place, continuous(quaternions(series.rotation[:, k])))
