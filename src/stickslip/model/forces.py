"""Forces: single-valued laws that enter h(q, u, t)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field, InstanceOf, field_validator

from stickslip.model.base import Declaration, NonNegative, Number, Vector
from stickslip.model.bodies import Body, Frame
from stickslip.model.functions import as_time_function
from stickslip.model.joints import Revolute


class ForceElement(Declaration):
    """Base of all forces."""


class PointForce(ForceElement):
    """Force ``vector`` times ``factor(t)`` at a frame or the origin of a body.

    ``follower=True`` keeps the vector fixed in the body, otherwise it is fixed in space.
    """

    at: InstanceOf[Body] | InstanceOf[Frame]
    vector: Vector
    factor: Any = Field(default=1.0, validate_default=True)
    follower: bool = False

    @field_validator("factor")
    @classmethod
    def _function(cls, value: Any) -> Any:
        return as_time_function(value)


class Torque(ForceElement):
    """Torque ``vector`` times ``factor(t)`` on a body (planar: one number), with its reaction on ``reaction`` if given.

    With ``follower=True`` the vector is fixed in the body ``reaction`` (or, without one, in ``at``).
    """

    at: InstanceOf[Body] | InstanceOf[Frame]
    vector: Number | Vector
    factor: Any = Field(default=1.0, validate_default=True)
    follower: bool = False
    reaction: InstanceOf[Body] | None = None

    @field_validator("factor")
    @classmethod
    def _function(cls, value: Any) -> Any:
        return as_time_function(value)


class SpringDamper(ForceElement):
    """Spring and damper between two points: F = stiffness (l - rest_length) + damping l' along their line.

    ``rest_length=None`` takes the length of the start.
    """

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]
    stiffness: NonNegative
    damping: NonNegative = 0.0
    rest_length: NonNegative | None = None


class TorsionalSpring(ForceElement):
    """Spring and damper on the angle of a revolute joint: M = -stiffness (angle - rest_angle) - damping angle'."""

    joint: InstanceOf[Revolute]
    stiffness: NonNegative
    damping: NonNegative = 0.0
    rest_angle: Number = 0.0


class Bushing(ForceElement):
    """Linear 6-D (planar 3-D) spring and damper between two frames, in the axes of frame a.

    ``stiffness`` and ``damping``: translations, then rotations: (6,) spatial, (3,) planar. Rotations enter by the
    rotation vector from a to b, so they must stay well below half a turn.
    """

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]
    stiffness: Vector
    damping: Vector = ()

    @field_validator("stiffness", "damping")
    @classmethod
    def _signs(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        if any(x < 0 for x in value):
            raise ValueError("must not contain negative values")
        return value


class UserForce(ForceElement):
    """Force and torque from a Python function, compiled to native code.

    ``function(t, r, v, A, omega, force, torque)`` reads the position r (3,), velocity v (3,), axes A (3, 3) as columns
    and world angular velocity omega (3,) of the frame ``at`` and writes ``force`` (3,) and ``torque`` (3,) in world
    components. Planar models use the first two force components and the last torque component.
    """

    at: InstanceOf[Body] | InstanceOf[Frame]
    function: Callable[..., None]
