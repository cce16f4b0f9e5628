"""Elastic rods that only stretch: longitudinal waves in a bar, as a linear body (Zander 2008, sec. 3.3.2, 3.3.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip.bodies.declaration import LinearBody, LinearPoint
from stickslip.errors import ModelError
from stickslip.floating.beam.declaration import MOST_COORDINATES
from stickslip.lines.declaration import points_of
from stickslip.lines.sections import Material, Section, Shape
from stickslip.model.base import merged, short
from stickslip.typing import VectorLike


class Rod(LinearBody):
    """A straight rod, clamped at its start and free at its end, with small longitudinal displacements w(s).

    Create it with ``Rod.fe`` (linear finite elements: local shapes, for contact) or ``Rod.modal`` (eigenmodes, for
    vibration). ``points`` are equally spaced from start to end.
    """

    @classmethod
    def fe(
        cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape,
        material: Material | None = None, **fields: Any,
    ) -> Rod:  # fmt: skip
        """Return the rod as n equal linear elements; coordinates are the displacements of nodes 1..n."""
        start, axis, length, EA, mass = _data(start, end, elements, section, material)
        n, h = elements, length / elements
        ones = np.ones(n)
        M = mass * h / 6.0 * (np.diag(4.0 * ones) + np.diag(ones[1:], 1) + np.diag(ones[1:], -1))
        K = EA / h * (np.diag(2.0 * ones) - np.diag(ones[1:], 1) - np.diag(ones[1:], -1))
        M[-1, -1], K[-1, -1] = mass * h / 3.0, EA / h
        shapes = np.vstack([np.zeros(n), np.eye(n)])
        return cls._build(start, axis * length, M, K, shapes, fields)

    @classmethod
    def modal(
        cls, start: VectorLike, end: VectorLike, modes: int, *, section: Section | Shape,
        material: Material | None = None, **fields: Any,
    ) -> Rod:  # fmt: skip
        """Return the rod with its first n eigenmodes sin((2 i - 1) pi s / 2 l) and the points of n elements."""
        start, axis, length, EA, mass = _data(start, end, modes, section, material)
        k = (2.0 * np.arange(modes) + 1.0) * np.pi / (2.0 * length)
        M, K = 0.5 * mass * length * np.eye(modes), np.diag(0.5 * EA * length * k**2)
        shapes = np.sin(np.outer(np.linspace(0.0, length, modes + 1), k))
        return cls._build(start, axis * length, M, K, shapes, fields)

    @classmethod
    def _build(
        cls, start: np.ndarray, way: np.ndarray, M: np.ndarray, K: np.ndarray, shapes: np.ndarray, fields: Any
    ) -> Rod:
        axis, places = way / np.linalg.norm(way), np.linspace(0.0, 1.0, len(shapes))
        points: Any = [
            LinearPoint(position=tuple(start + x * way), jacobian=tuple(map(tuple, np.outer(axis, row))))
            for x, row in zip(places, shapes, strict=True)
        ]
        return cls(**merged("Rod", {"mass_matrix": M, "stiffness_matrix": K, "points": points}, fields))


def _data(
    start: Any, end: Any, n: int, section: Any, material: Any
) -> tuple[np.ndarray, np.ndarray, float, float, float]:
    """Return the first point, axis, length, EA and mass per length."""
    if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= MOST_COORDINATES:
        wanted = f"must be an integer from 1 to {MOST_COORDINATES}"
        raise ModelError(f"Rod: the number of elements or modes = {short(n)} {wanted}")
    a, b = points_of(start, end, (3,), "Rod")
    way = b - a
    if isinstance(section, Shape) and isinstance(material, Material):
        section = section.of(material)
    if not isinstance(section, Section):
        raise ModelError("Rod: give a shape with a material, or a Section")
    length = float(np.linalg.norm(way))
    return a, way / length, length, float(section.matrix[2, 2]), section.mass_per_length
