"""Flexible multibody dynamics with exact contact, impact and dry friction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stickslip.errors import ModelError, SimulationError, StickslipError
from stickslip.model.bodies import Body, Frame, LinearBody, LinearPoint, PrescribedBody, RigidBody
from stickslip.model.contacts import Compliant, Contact
from stickslip.model.contours import Circle, Cuboid, Cylinder, LineSegment, PatchSurface, Plane, Point, Sphere
from stickslip.model.forces import Bushing, PointForce, SpringDamper, Torque, TorsionalSpring, UserForce
from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Table
from stickslip.model.joints import (
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    OneWayClutch,
    PlanarJoint,
    PointOnLine,
    Prismatic,
    Revolute,
    Rolling,
    Spherical,
    Universal,
)
from stickslip.model.model import Model

if TYPE_CHECKING:
    from stickslip.integrators.schemes import EnergyMomentum, MoreauMidpoint, SemiExplicit, Theta
    from stickslip.integrators.simulate import resume, simulate
    from stickslip.results.result import Result, load

__version__ = "0.1.0"

# Loaded on first use: they bring Numba, SciPy and h5py, which a model alone does not need.
_LAZY = {
    "simulate": "stickslip.integrators.simulate",
    "resume": "stickslip.integrators.simulate",
    "SemiExplicit": "stickslip.integrators.schemes",
    "MoreauMidpoint": "stickslip.integrators.schemes",
    "Theta": "stickslip.integrators.schemes",
    "EnergyMomentum": "stickslip.integrators.schemes",
    "Result": "stickslip.results.result",
    "load": "stickslip.results.result",
}

__all__ = [
    "Body",
    "Bushing",
    "Circle",
    "Compiled",
    "Compliant",
    "Contact",
    "Cuboid",
    "Cylinder",
    "Cylindrical",
    "Distance",
    "EnergyMomentum",
    "Fixed",
    "Frame",
    "Gear",
    "LineSegment",
    "LinearBody",
    "LinearPoint",
    "Model",
    "ModelError",
    "MoreauMidpoint",
    "OneWayClutch",
    "PatchSurface",
    "PlanarJoint",
    "Plane",
    "Point",
    "PointForce",
    "PointOnLine",
    "Polynomial",
    "PrescribedBody",
    "Prismatic",
    "Result",
    "Revolute",
    "RigidBody",
    "Rolling",
    "SemiExplicit",
    "SimulationError",
    "Sine",
    "SmoothStep",
    "Sphere",
    "Spherical",
    "SpringDamper",
    "StickslipError",
    "Table",
    "Theta",
    "Torque",
    "TorsionalSpring",
    "Universal",
    "UserForce",
    "load",
    "resume",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'stickslip' has no attribute {name!r}")
