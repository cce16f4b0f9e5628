"""Mass properties of simple homogeneous shapes and of combined bodies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats


class Homogeneous(NamedTuple):
    """A homogeneous shape: volume (planar: area), and moments of inertia about its centre per mass."""

    volume: float  # [m^3], planar [m^2]
    squares: tuple[Any, ...]  # [m^2] about the body axes, planar (about z,); or rows of a tensor (3, 3)


def cuboid(lengths: Sequence[float]) -> Homogeneous:
    """Return a box with full edge lengths, two for a rectangle."""
    a = np.square(lengths) / 12.0
    squares = (a.sum(),) if len(a) == 2 else tuple(a.sum() - a)
    return Homogeneous(math.prod(lengths), tuple(map(float, squares)))


def ball(radius: float) -> Homogeneous:
    """Return a ball."""
    return Homogeneous(4.0 / 3.0 * math.pi * radius * radius * radius, (0.4 * (radius * radius),) * 3)


def disk(radius: float) -> Homogeneous:
    """Return a planar disk."""
    return Homogeneous(math.pi * (radius * radius), (0.5 * (radius * radius),))


def cylinder(radius: float, length: float) -> Homogeneous:
    """Return a cylinder about z."""
    across = (radius * radius) / 4.0 + (length * length) / 12.0
    return Homogeneous(math.pi * (radius * radius) * length, (across, across, 0.5 * (radius * radius)))


def capsule(radius: float, length: float) -> Homogeneous:
    """Return a cylinder about z of a length between two hemispheres, whose centres are ``length`` apart."""
    middle, caps = cylinder(radius, length), ball(radius)
    volume = middle.volume + caps.volume
    m, c = middle.volume / volume, caps.volume / volume
    # a hemisphere has its centre of mass 3/8 r from its flat side; both together about the centre of the capsule
    across = caps.squares[0] + 0.25 * (length * length) + 0.375 * radius * length
    axial = m * middle.squares[2] + c * caps.squares[2]
    side = m * middle.squares[0] + c * across
    return Homogeneous(volume, (side, side, axial))


def turned(rotation: float | tuple[float, ...] | tuple[tuple[float, ...], ...]) -> Floats:
    """Return the axes (3, 3) of a body as columns, from an angle about z, a rotation vector or a matrix."""
    A = np.array(rotation, dtype=float)
    if A.ndim == 2:
        return A
    vector = np.array([0.0, 0.0, float(A)]) if A.ndim == 0 else A
    angle = float(np.linalg.norm(vector))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = vector / angle
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K


def together(masses: Floats, places: Floats, inertias: Floats) -> tuple[float, Floats, Floats]:
    """Return mass, centre of mass and inertia about it of bodies (n,), (n, 3), (n, 3, 3) in common axes.

    Parallel axes: I = sum I_k + m_k (|d_k|^2 1 - d_k d_k^T) with d_k from the common centre.
    """
    mass = float(masses.sum())
    centre = masses @ places / mass
    d = places - centre
    squared = np.einsum("ki,ki->k", d, d)
    shifted = np.einsum("k,ij->kij", squared, np.eye(3)) - np.einsum("ki,kj->kij", d, d)
    return mass, centre, (inertias + masses[:, None, None] * shifted).sum(axis=0)
