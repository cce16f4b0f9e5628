"""Force and torque by a function of the user."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import InstanceOf

from stickslip.bodies.declaration import Body, Frame
from stickslip.forces.base import ForceElement

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site


class UserForce(ForceElement):
    """Force and torque from a Python function, compiled to native code.

    ``function(t, r, v, A, omega, force, torque)`` reads the position r (3,), velocity v (3,), axes A (3, 3) as columns
    and world angular velocity omega (3,) of the frame ``on`` and writes ``force`` (3,) and ``torque`` (3,) in world
    components. Planar models use the first two force components and the last torque component.

    With ``reaction``, a second frame or body, r, v and omega are those of ``on`` relative to it, and the opposite force
    and torque act there: a law between two bodies.

    Parameters
    ----------
    on : Body or Frame
    function : callable(t, r, v, A, omega, force, torque)
    reaction : Body or Frame
        Where the opposite force and torque act; the motion is relative to it.
    """

    positional = ("on", "function")
    renamed = {"at": "on"}

    on: InstanceOf[Body] | InstanceOf[Frame]
    function: Callable[..., None]
    reaction: InstanceOf[Body] | InstanceOf[Frame] | None = None

    def assemble(self, site: Site) -> None:
        """Add the compiled code of the function between its sides."""
        side, reaction = site.side(self, self.on), site.reaction(self, self.reaction)
        site.add("user", reaction, side, address=site.force_function(self, self.function, side, reaction))
