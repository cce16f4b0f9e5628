"""Flexible multibody dynamics with exact contact, impact and dry friction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stickslip.errors import ModelError, SimulationError, StickslipError
from stickslip.model.bodies import Body, Frame, LinearBody, LinearPoint, PrescribedBody, RigidBody
from stickslip.model.bonds import Bond, MasslessBody, Observer, PointMass
from stickslip.model.contacts import Compliant, Contact
from stickslip.model.contours import Circle, Cuboid, Cylinder, LineSegment, PatchSurface, Plane, Point, Ring, Sphere
from stickslip.model.floating import FloatingBeam
from stickslip.model.forces import (
    Bushing,
    LineLoad,
    PointForce,
    SpringDamper,
    SurfaceLoad,
    Torque,
    TorsionalSpring,
    UserForce,
    VolumeLoad,
)
from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Table
from stickslip.model.joints import (
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Guide,
    OneWayClutch,
    PlanarJoint,
    PointOnLine,
    Prismatic,
    Revolute,
    Rolling,
    Spherical,
    Support,
    Universal,
)
from stickslip.model.lines import Beam, BendingTorsionBeam, PlanarBeam, StringBody
from stickslip.model.model import Model
from stickslip.model.rods import Rod
from stickslip.model.sections import Material, Rectangle, Round, Section, steel
from stickslip.model.solids import SolidBody

if TYPE_CHECKING:
    from stickslip.analysis import (
        convergence,
        critical_load,
        cutoff_frequency,
        linearize,
        modes,
        solve_static,
        spectral,
        work_precision,
    )
    from stickslip.integrators.schemes import (
        BDF,
        IDA,
        Bathe,
        EDAlpha,
        EnergyMomentum,
        GeneralizedAlpha,
        HalfExplicit,
        MoreauMidpoint,
        Newmark,
        SemiExplicit,
        Theta,
    )
    from stickslip.integrators.simulate import resume, simulate
    from stickslip.results.result import Result, load
    from stickslip.system.inventory import inventory

__version__ = "0.1.0"

# Loaded on first use: they bring Numba, SciPy and h5py, which a model alone does not need.
_LAZY = {
    "simulate": "stickslip.integrators.simulate",
    "resume": "stickslip.integrators.simulate",
    "SemiExplicit": "stickslip.integrators.schemes",
    "MoreauMidpoint": "stickslip.integrators.schemes",
    "Theta": "stickslip.integrators.schemes",
    "GeneralizedAlpha": "stickslip.integrators.schemes",
    "Bathe": "stickslip.integrators.schemes",
    "EDAlpha": "stickslip.integrators.schemes",
    "HalfExplicit": "stickslip.integrators.schemes",
    "EnergyMomentum": "stickslip.integrators.schemes",
    "BDF": "stickslip.integrators.schemes",
    "Newmark": "stickslip.integrators.schemes",
    "IDA": "stickslip.integrators.schemes",
    "Result": "stickslip.results.result",
    "load": "stickslip.results.result",
    "convergence": "stickslip.analysis",
    "critical_load": "stickslip.analysis",
    "cutoff_frequency": "stickslip.analysis",
    "inventory": "stickslip.system.inventory",
    "linearize": "stickslip.analysis",
    "modes": "stickslip.analysis",
    "solve_static": "stickslip.analysis",
    "spectral": "stickslip.analysis",
    "work_precision": "stickslip.analysis",
}

__all__ = [
    "BDF",
    "IDA",
    "Bathe",
    "Beam",
    "BendingTorsionBeam",
    "Body",
    "Bond",
    "Bushing",
    "Circle",
    "Compiled",
    "Compliant",
    "Contact",
    "Cuboid",
    "Cylinder",
    "Cylindrical",
    "Distance",
    "EDAlpha",
    "EnergyMomentum",
    "Fixed",
    "FloatingBeam",
    "Frame",
    "Gear",
    "GeneralizedAlpha",
    "Guide",
    "HalfExplicit",
    "LineLoad",
    "LineSegment",
    "LinearBody",
    "LinearPoint",
    "MasslessBody",
    "Material",
    "Model",
    "ModelError",
    "MoreauMidpoint",
    "Newmark",
    "Observer",
    "OneWayClutch",
    "PatchSurface",
    "PlanarBeam",
    "PlanarJoint",
    "Plane",
    "Point",
    "PointForce",
    "PointMass",
    "PointOnLine",
    "Polynomial",
    "PrescribedBody",
    "Prismatic",
    "Rectangle",
    "Result",
    "Revolute",
    "RigidBody",
    "Ring",
    "Rod",
    "Rolling",
    "Round",
    "Section",
    "SemiExplicit",
    "SimulationError",
    "Sine",
    "SmoothStep",
    "SolidBody",
    "Sphere",
    "Spherical",
    "SpringDamper",
    "StickslipError",
    "StringBody",
    "Support",
    "SurfaceLoad",
    "Table",
    "Theta",
    "Torque",
    "TorsionalSpring",
    "Universal",
    "UserForce",
    "VolumeLoad",
    "convergence",
    "critical_load",
    "cutoff_frequency",
    "inventory",
    "linearize",
    "load",
    "modes",
    "resume",
    "simulate",
    "solve_static",
    "spectral",
    "steel",
    "work_precision",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        import importlib

        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'stickslip' has no attribute {name!r}")
