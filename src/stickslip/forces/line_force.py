"""Forces along the line between two points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import InstanceOf

from stickslip.bodies.declaration import Body, Frame
from stickslip.forces.base import ForceElement

if TYPE_CHECKING:
    from stickslip.forces.assembly import Site

LineLaw = Callable[[float, float], tuple[float, float, float]]


class LineForce(ForceElement, abstract=True):
    """Base of the forces along the line between points ``a`` and ``b``, with a law of length and rate.

    Parameters
    ----------
    a, b : Body or Frame

    Notes
    -----
    A force of one's own derives from this class; its fields are the parameters, and ``formula`` returns the law, a
    function of the length [m] and its rate [m/s] that gives the elastic pull and that of dampers [N], which draw the
    points together, and the potential [J], whose derivative by the length the elastic pull is. It is compiled by Numba.
    """

    a: InstanceOf[Body] | InstanceOf[Frame]
    b: InstanceOf[Body] | InstanceOf[Frame]

    def formula(self, start: float) -> LineLaw:
        """Return the law; ``start`` is the length at the start [m]."""
        raise NotImplementedError

    def assemble(self, site: Site) -> None:
        """Add the compiled code of the law."""
        a, b = site.side(self, self.a), site.side(self, self.b)
        site.add("spring", a, b, address=site.line_law(self, a, b))
