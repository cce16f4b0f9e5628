"""Poses of declarations as arrays: positions padded to R^3, rotations as matrices, frames built from an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.errors import ModelError
from stickslip.mechanics.vectors import rotate_frame


def position_of(label: str, field: str, value: tuple[float, ...], dim: int) -> Floats:
    """Return a position or velocity padded to (3,); an empty one is zero."""
    if len(value) not in (0, dim):
        raise ModelError(f"{label}: {field} = {value} has {len(value)} components, the model has dim = {dim}")
    out = np.zeros(3)
    out[: len(value)] = value
    return out


def rotation_of(label: str, value: Any, dim: int) -> Floats:
    """Return the rotation matrix (3, 3) of an angle (planar), a rotation vector or a matrix."""
    if isinstance(value, float):
        if dim == 3 and value != 0.0:
            raise ModelError(f"{label}: rotation = {value} is one number; spatial models need a vector or matrix")
        vector = np.array([0.0, 0.0, value])
    else:
        array = np.array(value)
        if dim == 2:
            raise ModelError(f"{label}: rotation = {value} must be one angle [rad] in a planar model")
        if array.shape == (3, 3):
            return array
        if array.shape != (3,):
            raise ModelError(f"{label}: rotation = {value} must be a rotation vector (3,) or a matrix (3, 3)")
        vector = array
    out = np.empty((3, 3))
    rotate_frame(np.eye(3), vector[0], vector[1], vector[2], out)
    return out


def axis_frame(label: str, axis: tuple[float, ...], dim: int) -> Floats:
    """Return axes (columns) whose third is the unit ``axis``; for travel in a plane the second is z."""
    if dim == 2:
        if len(axis) == 3 and axis[0] == axis[1] == 0.0:
            return np.eye(3)
        direction = np.array([axis[0], axis[1], 0.0])
        direction /= np.linalg.norm(direction)
        z = np.array([0.0, 0.0, 1.0])
        return np.column_stack([np.cross(z, direction), z, direction])
    if len(axis) != 3 or not any(axis):
        raise ModelError(f"{label}: axis = {axis} must be a non-zero vector of 3 components in a spatial model")
    third = np.array(axis) / np.linalg.norm(axis)
    helper = np.eye(3)[np.argmin(abs(third))]
    first = np.cross(helper, third)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(third, first), third])
