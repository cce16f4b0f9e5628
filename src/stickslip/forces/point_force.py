"""A force at a point of a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field, InstanceOf

from stickslip.bodies.declaration import Body, Frame
from stickslip.forces.base import ForceElement
from stickslip.model.base import Vector
from stickslip.model.functions import Function, constant

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


class PointForce(ForceElement):
    """Force ``vector`` times ``factor(t)`` at a frame or the origin of a body.

    ``follower=True`` keeps the vector fixed in the body, otherwise it is fixed in space. On a flexible line (at
    ``line.at(s)``) a follower turns with the section: components along (d_1, d_2, d_3), planar (tangent, normal).

    Parameters
    ----------
    on : Body or Frame
    vector : (dim,) [N]
    factor : function of time
    follower : bool
        False: fixed in space. True: fixed in the body.
    """

    positional = ("on", "vector")
    renamed = {"at": "on"}

    on: InstanceOf[Body] | InstanceOf[Frame]
    vector: Vector
    factor: Function = Field(default_factory=lambda: constant(1.0))
    follower: bool = False

    def assemble(self, site: Site) -> None:
        """Add a force on its side."""
        parameter = [*site.vector(self, "vector"), float(self.follower)]
        site.add("point force", None, site.side(self, self.on), parameter, site.function(self, self.factor))
