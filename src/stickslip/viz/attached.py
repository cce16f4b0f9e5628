"""Contours at stations of flexible lines and at points of solids as parts of a scene."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from stickslip.floating.solid.declaration import FloatingSolid
from stickslip.lines.declaration import Slender
from stickslip.model.model import Model
from stickslip.results.result import Result
from stickslip.solids.declaration import SolidBody
from stickslip.viz.places import flexible_motion
from stickslip.viz.scene import Part
from stickslip.viz.shapes import contour_shape


def attached_parts(model: Model, result: Result, far: float) -> list[Part]:
    """Return the contours that sit at one place of a flexible body; they turn with the sections of beams."""
    parts = []
    for body in model.bodies:
        if not isinstance(body, Slender | SolidBody | FloatingSolid):
            continue
        for k, contour in enumerate(body.contours):
            shape = None if contour.whole_line else contour_shape(contour, model.dim, far)
            if shape is not None:
                if isinstance(body, SolidBody):
                    shape = replace(shape, position=np.zeros(3))  # that of the contour is the place on the solid
                name = f"{body.name}.{contour.name or type(contour).__name__.lower() + str(k + 1)}"
                parts.append(Part(name, "contour", "body", flexible_motion(result, contour), shapes=(shape,)))
    return parts
