"""A freewheel."""

from __future__ import annotations

from pydantic import InstanceOf

from stickslip.bodies.declaration import Body
from stickslip.model.base import Part, Vector


class OneWayClutch(Part):
    """A freewheel between bodies ``a`` and ``b``: (omega_b - omega_a) . axis >= 0, non-holonomic.

    Zander 2008, sec. 2.2.

    Parameters
    ----------
    a, b : Body
    axis : (3,)
        World axis at the start (planar: z).
    """

    positional = ("a", "b")

    a: InstanceOf[Body]
    b: InstanceOf[Body]
    axis: Vector = (0.0, 0.0, 1.0)

    def torque(self) -> str:
        """Return its own name."""
        return "a clutch"
