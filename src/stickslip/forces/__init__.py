"""Forces: single-valued laws that enter h(q, u, t).

One file per force: what a person writes, and which elements it adds to a system.
"""

from stickslip.forces.base import ForceElement
from stickslip.forces.bushing import Bushing
from stickslip.forces.edge_load import EdgeLoad
from stickslip.forces.line_force import LineForce
from stickslip.forces.line_load import LineLoad
from stickslip.forces.point_force import PointForce
from stickslip.forces.spring_damper import SpringDamper
from stickslip.forces.surface_load import SurfaceLoad
from stickslip.forces.torque import Torque
from stickslip.forces.torsional_spring import TorsionalSpring
from stickslip.forces.user_force import UserForce
from stickslip.forces.volume_load import VolumeLoad

__all__ = [
    "Bushing",
    "EdgeLoad",
    "ForceElement",
    "LineForce",
    "LineLoad",
    "PointForce",
    "SpringDamper",
    "SurfaceLoad",
    "Torque",
    "TorsionalSpring",
    "UserForce",
    "VolumeLoad",
]
