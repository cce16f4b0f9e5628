"""A linear spring and damper in all directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import InstanceOf, field_validator

from stickslip.bodies.declaration import Body, Frame
from stickslip.errors import ModelError
from stickslip.forces.base import ForceElement
from stickslip.model.base import Vector

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


class Bushing(ForceElement):
    """Linear 6-D (planar 3-D) spring and damper between two frames, in the axes of frame a.

    ``stiffness`` and ``damping``: translations, then rotations: (6,) spatial, (3,) planar. Rotations enter by the
    rotation vector from a to b, so they must stay well below half a turn.

    Parameters
    ----------
    a, b : Body or Frame
    stiffness : (6,) or planar (3,) [N/m], [N m/rad]
        Translations, then rotations.
    damping : (6,) or planar (3,) [N s/m], [N m s/rad]
    """

    positional = ("a", "b")

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

    def assemble(self, site: Site) -> None:
        """Add stiffness and damping along and about the axes of frame a."""
        n = 6 if site.dim == 3 else 3
        values: list[float] = []
        for name in ("stiffness", "damping"):
            value = getattr(self, name) or (0.0,) * n
            if len(value) != n:
                raise ModelError(f"{self.label}: {name} must have {n} entries in a model with dim = {site.dim}")
            values += [*value] if n == 6 else [value[0], value[1], 0.0, 0.0, 0.0, value[2]]
        site.add("bushing", site.side(self, self.a), site.side(self, self.b), values)
