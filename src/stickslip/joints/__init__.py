"""Joints: bilateral constraints between two frames, with drive, stops and dry friction (Betsch et al., sec. 4).

One file per joint: what a person writes, which rows hold it, what the independent check looks at.
"""

from stickslip.joints.base import FreeAxisJoint, Joint
from stickslip.joints.clutch import OneWayClutch
from stickslip.joints.cylindrical import Cylindrical
from stickslip.joints.distance import Distance
from stickslip.joints.fixed import Fixed
from stickslip.joints.gear import Gear
from stickslip.joints.guide import Guide
from stickslip.joints.planar import PlanarJoint
from stickslip.joints.point_on_line import PointOnLine
from stickslip.joints.prismatic import Prismatic
from stickslip.joints.revolute import Revolute
from stickslip.joints.rolling import Rolling
from stickslip.joints.spherical import Spherical
from stickslip.joints.support import Support
from stickslip.joints.universal import Universal

__all__ = [
    "Cylindrical",
    "Distance",
    "Fixed",
    "FreeAxisJoint",
    "Gear",
    "Guide",
    "Joint",
    "OneWayClutch",
    "PlanarJoint",
    "PointOnLine",
    "Prismatic",
    "Revolute",
    "Rolling",
    "Spherical",
    "Support",
    "Universal",
]
