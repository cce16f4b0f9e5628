"""A torque on a body, or between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field, InstanceOf

from stickslip.bodies.declaration import Body, Frame
from stickslip.errors import ModelError
from stickslip.forces.base import ForceElement
from stickslip.model.base import Number, Vector
from stickslip.model.functions import Function, constant

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


class Torque(ForceElement):
    """Torque ``vector`` times ``factor(t)`` on a body (planar: one number), with its reaction on ``reaction`` if given.

    With ``follower=True`` the vector is fixed in the body ``reaction`` (or, without one, in ``on``).

    Parameters
    ----------
    on : Body or Frame
    vector : (3,) or planar one number [N m]
    factor : function of time
    follower : bool
        False: fixed in space. True: fixed in the body ``reaction``, or in ``on`` without one.
    reaction : Body
        Body on which the opposite torque acts.
    """

    positional = ("on", "vector")
    renamed = {"at": "on"}

    on: InstanceOf[Body] | InstanceOf[Frame]
    vector: Number | Vector
    factor: Function = Field(default_factory=lambda: constant(1.0))
    follower: bool = False
    reaction: InstanceOf[Body] | None = None

    def assemble(self, site: Site) -> None:
        """Add a torque between its sides."""
        if isinstance(self.vector, float):
            if site.dim == 3:
                raise ModelError(f"{self.label}: vector = {self.vector} must have 3 components in a spatial model")
            vector = [0.0, 0.0, self.vector]
        elif site.dim == 2:
            raise ModelError(f"{self.label}: vector = {self.vector} must be one number in a planar model")
        else:
            vector = [*site.vector(self, "vector")]
        side, reaction = site.side(self, self.on), site.reaction(self, self.reaction)
        parameter = [*vector, float(self.follower)]
        site.add("torque", reaction, side, parameter, site.function(self, self.factor))
