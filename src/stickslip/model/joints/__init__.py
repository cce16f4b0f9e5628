"""Joints: bilateral constraints between two frames, with drive, stops and dry friction (betsch 2.4).

One file per joint: what a person writes, which rows hold it, what the independent check looks at.
"""

from stickslip.model.joints.base import FreeAxisJoint, Joint
from stickslip.model.joints.clutch import OneWayClutch
from stickslip.model.joints.cylindrical import Cylindrical
from stickslip.model.joints.distance import Distance
from stickslip.model.joints.fixed import Fixed
from stickslip.model.joints.gear import Gear
from stickslip.model.joints.guide import Guide
from stickslip.model.joints.planar import PlanarJoint
from stickslip.model.joints.point_on_line import PointOnLine
from stickslip.model.joints.prismatic import Prismatic
from stickslip.model.joints.revolute import Revolute
from stickslip.model.joints.rolling import Rolling
from stickslip.model.joints.spherical import Spherical
from stickslip.model.joints.support import Support
from stickslip.model.joints.universal import Universal

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
