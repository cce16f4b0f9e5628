"""Floating beams: small deflections in a frame of reference that moves with the body."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from pydantic import Field, InstanceOf, field_validator, model_validator

from stickslip.lines.declaration import Slender, points_of
from stickslip.lines.sections import Material, Section, Shape, section_of
from stickslip.model.base import NonNegative, Number, Positive, Vector, merged
from stickslip.typing import VectorLike

if TYPE_CHECKING:
    from stickslip.results.series import BodySeries
    from stickslip.system.assembled import Assembled, BodyBuilder

MOST_COORDINATES = 5000  # elements or modes of a body with full matrices


class FloatingBeam(Slender):
    """Straight Euler-Bernoulli beam of a planar model: small deflections on any motion of its frame.

    Rezaei and Schindler, sec. 3, app. C.

    Linear elastic: cheaper than PlanarBeam, without shear and without stiffening by rotation or tension. Deflections
    should stay below a tenth of the length.

    Parameters
    ----------
    length : float [m]
    elements : number of equal elements, cubic in deflection and linear in extension
    section : Section, or a shape (Rectangle, Round) with ``material``; bending is with EI about d_1
    material : Material
    position : (2,) [m]
        Start of the beam, s = 0.
    rotation : float [rad]
    velocity : (2,) [m/s]
        Initial velocity of the start; the beam starts as a rigid body.
    angular_velocity : float [rad/s]
    reference : how the frame follows the beam
        "tangential": along the beam at its start (clamped-free modes). "pinned": through both ends (modes of a simply
        supported beam). "articulated": fixed to the start, with zero mean rotation. "mean": mean position and
        rotation of the mass (free-free modes).
    modes : int, optional
        Number of modes to keep, lowest frequencies first. Without ``modes`` and ``max_frequency``, all finite-element
        coordinates ("tangential", "pinned") or all modes ("articulated", "mean") are kept.
    max_frequency : float [Hz], optional
        Keep the modes up to this frequency (infinity: all); ``ss.cutoff_frequency`` suggests one for an integrator.
    retardation : tau [s]
        Kelvin-Voigt damping: stress = stiffness (strain + tau strain rate).
    """

    family = "floating"
    positional = ("length", "elements")

    length: Positive
    elements: int = Field(ge=1, le=MOST_COORDINATES, strict=True)
    section: InstanceOf[Section] | InstanceOf[Shape]
    material: InstanceOf[Material] | None = None
    position: Vector = ()
    rotation: Number = 0.0
    velocity: Vector = ()
    angular_velocity: Number = 0.0
    reference: Literal["tangential", "pinned", "articulated", "mean"] = "tangential"
    modes: int | None = Field(default=None, ge=1, strict=True)
    max_frequency: Positive | None = None
    retardation: NonNegative = 0.0

    @model_validator(mode="after")
    def _consistent(self) -> FloatingBeam:
        C = self.section_data.matrix
        if abs(C - np.diag(np.diag(C))).max() > 0.0:
            raise ValueError("a floating beam has no couplings in its section")
        if self.modes is not None and self.max_frequency is not None:
            raise ValueError("give modes or max_frequency, not both")
        if self.modes is None and self.max_frequency is None:
            return self
        found = self.frequencies
        if self.modes is not None and self.modes > len(found):
            raise ValueError(f"modes: {self.elements} elements have {len(found)} {self.reference} modes only")
        if self.max_frequency is not None and found[0] > self.max_frequency:
            raise ValueError(f"max_frequency: the lowest mode has {found[0]:.4g} Hz already")
        return self

    @field_validator("max_frequency", mode="before")
    @classmethod
    def _no_limit(cls, value: Any) -> Any:
        return None if value == math.inf else value

    def assemble(self, builder: BodyBuilder) -> Assembled[Any]:
        """Append frame, elastic coordinates and stations to the tables of a system."""
        from stickslip.floating.beam.assembly import assemble_floating_beam

        return assemble_floating_beam(self, builder)

    @classmethod
    def series(cls) -> type[BodySeries]:
        """Return the class of the recorded motion."""
        from stickslip.floating.beam.results import FloatingSeries

        return FloatingSeries

    @classmethod
    def source(cls) -> Any:
        """Return the class that shows a recorded motion."""
        from stickslip.lines.scene import LineSource

        return LineSource

    @property
    def section_data(self) -> Section:
        """Stiffness and inertia of the section."""
        return section_of(self.section, self.material)

    @property
    def reach(self) -> float:
        """Largest arc length [m]."""
        return self.length

    @property
    def frequencies(self) -> np.ndarray:
        """Natural frequencies of all modes under the reference conditions, ascending [Hz]."""
        from stickslip.floating.beam.mesh import frequencies

        return frequencies(self)

    @property
    def modal(self) -> bool:
        """Whether the elastic coordinates are modes."""
        return self.modes is not None or self.max_frequency is not None or self.reference in ("articulated", "mean")

    @classmethod
    def straight(
        cls, start: VectorLike, end: VectorLike, elements: int, *, section: Section | Shape,
        material: Material | None = None, **fields: Any,
    ) -> Self:  # fmt: skip
        """Return the beam from start to end."""
        a, b = points_of(start, end, (2,), "FloatingBeam")
        way = b - a
        angle, length = float(np.arctan2(way[1], way[0])), float(np.hypot(*way))
        made = {"length": length, "elements": elements, "section": section, "material": material}
        return cls(**merged("FloatingBeam", made | {"position": tuple(a), "rotation": angle}, fields))
