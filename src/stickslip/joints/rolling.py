"""Rolling without slip."""

from __future__ import annotations

from pydantic import InstanceOf

from stickslip.contact.contours import Contour
from stickslip.model.base import Part


class Rolling(Part):
    """Rolling of a round contour, the ``wheel``, on a ``plane``: no slip, no lift-off.

    non-holonomic; Zander 2008, sec. 2.2.

    Parameters
    ----------
    wheel : Contour
        Sphere, Circle or Cylinder.
    plane : Contour
    """

    positional = ("wheel", "plane")

    wheel: InstanceOf[Contour]
    plane: InstanceOf[Contour]
