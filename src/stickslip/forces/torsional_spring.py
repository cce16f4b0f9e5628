"""A spring and damper on the angle of a joint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import InstanceOf

from stickslip.forces.base import ForceElement
from stickslip.joints import Revolute
from stickslip.model.base import NonNegative, Number

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


class TorsionalSpring(ForceElement):
    """Spring and damper on the angle of a revolute joint: M = -stiffness (angle - rest_angle) - damping angle'.

    Parameters
    ----------
    joint : Revolute
    stiffness : float [N m/rad]
    damping : float [N m s/rad]
    rest_angle : float [rad]
    """

    positional = ("joint",)

    joint: InstanceOf[Revolute]
    stiffness: NonNegative
    damping: NonNegative = 0.0
    rest_angle: Number = 0.0

    def assemble(self, site: Site) -> None:
        """Add a spring on the coordinate of the joint."""
        site.add_on_joint("joint spring", self, self.joint, [self.stiffness, self.damping, self.rest_angle])
