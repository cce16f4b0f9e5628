"""Flexible multibody dynamics with exact contact, impact and dry friction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    from stickslip.errors import ModelError, SimulationError, StickslipError
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
    from stickslip.model.bodies import Body, Frame, LinearBody, LinearPoint, PrescribedBody, RigidBody
    from stickslip.model.bonds import Bond, MasslessBody, Observer, PointMass, Tie
    from stickslip.model.contacts import Compliant, Contact, UserLaw
    from stickslip.model.contours import Circle, Cuboid, Cylinder, LineSegment, PatchSurface, Plane, Point, Ring, Sphere
    from stickslip.model.elastic import ElasticMatrices
    from stickslip.model.floating import FloatingBeam
    from stickslip.model.floating_solid import FloatingSolid
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
    from stickslip.model.functions import Compiled, Polynomial, Sine, SmoothStep, Steps, Table
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
    from stickslip.model.solids import SolidBody, SolidSurface
    from stickslip.results.result import Result, load
    from stickslip.system.inventory import inventory

__version__ = "0.1.0"

# Where each public name lives. It is loaded on first use: the command line starts at once, and a model alone needs
# neither Numba nor SciPy nor h5py.
_HOMES = {
    "model.floating_solid": "FloatingSolid",
    "model.elastic": "ElasticMatrices",
    "analysis": "convergence critical_load cutoff_frequency linearize modes solve_static spectral work_precision",
    "errors": "ModelError SimulationError StickslipError",
    "integrators.schemes": "BDF Bathe EDAlpha EnergyMomentum GeneralizedAlpha HalfExplicit IDA MoreauMidpoint Newmark"
    " SemiExplicit Theta",
    "integrators.simulate": "resume simulate",
    "model.bodies": "Body Frame LinearBody LinearPoint PrescribedBody RigidBody",
    "model.bonds": "Bond MasslessBody Observer PointMass Tie",
    "model.contacts": "Compliant Contact UserLaw",
    "model.contours": "Circle Cuboid Cylinder LineSegment PatchSurface Plane Point Ring Sphere",
    "model.floating": "FloatingBeam",
    "model.forces": "Bushing LineLoad PointForce SpringDamper SurfaceLoad Torque TorsionalSpring UserForce VolumeLoad",
    "model.functions": "Compiled Polynomial Sine SmoothStep Steps Table",
    "model.joints": "Cylindrical Distance Fixed Gear Guide OneWayClutch PlanarJoint PointOnLine Prismatic Revolute"
    " Rolling Spherical Support Universal",
    "model.lines": "Beam BendingTorsionBeam PlanarBeam StringBody",
    "model.model": "Model",
    "model.rods": "Rod",
    "model.sections": "Material Rectangle Round Section steel",
    "model.solids": "SolidBody SolidSurface",
    "results.result": "Result load",
    "system.inventory": "inventory",
}
_MODULE = {name: f"stickslip.{module}" for module, names in _HOMES.items() for name in names.split()}

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
    "ElasticMatrices",
    "EnergyMomentum",
    "Fixed",
    "FloatingBeam",
    "FloatingSolid",
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
    "SolidSurface",
    "Sphere",
    "Spherical",
    "SpringDamper",
    "Steps",
    "StickslipError",
    "StringBody",
    "Support",
    "SurfaceLoad",
    "Table",
    "Theta",
    "Tie",
    "Torque",
    "TorsionalSpring",
    "Universal",
    "UserForce",
    "UserLaw",
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
    if name in _MODULE:
        import importlib

        value = globals()[name] = getattr(importlib.import_module(_MODULE[name]), name)
        return value
    import difflib

    close = difflib.get_close_matches(name, __all__, n=1)
    hint = f"; did you mean '{close[0]}'?" if close and not name.startswith("_") else ""
    raise AttributeError(f"module 'stickslip' has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
