"""One small specimen of every kind of body, contour, law, joint and scheme: the rows and columns of the matrix.

A specimen of a body is a function ``make(model, height)`` that adds the body to the model with its lowest attachment at
``height`` above the origin and returns how contours and joints attach to it there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import stickslip as ss
from parts import entries

SIZE = 0.05  # of contours [m]
GRAVITY = 9.81
RUBBER = ss.Material(young=1e6, density=1000.0, poisson=0.3)
BAR = ss.Section(EA=1e4, EI=(0.2, 0.3), GA=4e3, GJ=5.0, mass_per_length=1.0, inertia=7e-3)


@dataclass
class Specimen:
    """A body, where things attach to it, and what holds it in the air (None: nothing)."""

    body: ss.Body
    place: dict[str, Any] = field(default_factory=dict)  # of contours and frames
    shift: float = 0.0  # of that place in all horizontal directions [m]
    axes: Any = None  # of that place, columns; None: those of the world
    falls: bool = True  # freely under gravity
    clamp: Callable[[], list[Any]] = list  # parts that hold it for statics and modes


def up(dim: int, height: float) -> tuple[float, ...]:
    """Return the place at a height above the origin."""
    return (0.0, height) if dim == 2 else (0.0, 0.0, height)


def _rigid(model, height):
    dim = model.dim
    inertia = 0.01 if dim == 2 else (0.01, 0.012, 0.014)
    body = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=up(dim, height), name="body"))
    return Specimen(body, clamp=lambda: [_bushing(body, model)])


def _bushing(body, model):
    stiffness = (1e4,) * 3 if model.dim == 2 else (1e4,) * 6
    return ss.Bushing(model.ground, body, stiffness=stiffness)


def _point_mass(model, height):
    body = model.add(ss.PointMass(mass=1.0, position=up(model.dim, height), name="body"))
    above = ss.Frame(body=model.ground, position=up(model.dim, height + 1.0))
    return Specimen(body, clamp=lambda: [ss.SpringDamper(above, body, stiffness=1e4)])


def _prescribed(model, height):
    position = up(model.dim, height)
    motion = tuple(ss.Polynomial((0.0, 0.0, -2.0)) if x == height else 0.0 for x in position)
    return Specimen(model.add(ss.PrescribedBody(position=position, motion=motion, name="body")), falls=False)


def _linear(model, height):
    """A point mass on a soft spring along the vertical."""
    jacobian = [[0.0], [1.0]] if model.dim == 2 else [[0.0], [0.0], [1.0]]
    point = ss.LinearPoint(position=up(model.dim, height), jacobian=jacobian)
    body = ss.LinearBody([[1.0]], [[1e-3]], points=[point], load=(-GRAVITY,), name="body")
    return Specimen(model.add(body), {"point": 0})


def _line(cls, **fields):
    def make(model, height):
        ends = [(-0.2, height), (0.2, height)] if model.dim == 2 else [(-0.2, 0.0, height), (0.2, 0.0, height)]
        body = model.add(cls.straight(*ends, 2, **fields, name="body"))
        axes = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]) if model.dim == 3 else None
        return Specimen(body, {"s": 0.2}, axes=axes, clamp=lambda: [ss.Fixed(model.ground, body.start)])

    return make


def _string(**fields):
    def make(model, height):
        ends = [(-0.2, height), (0.2, height)] if model.dim == 2 else [(-0.2, 0.0, height), (0.2, 0.0, height)]
        body = model.add(ss.StringBody.straight(*ends, 2, stiffness=200.0, mass_per_length=1.0, name="body", **fields))
        joint = ss.Revolute if model.dim == 2 else ss.Spherical

        def clamp():
            return [joint(model.ground, end) for end in (body.start, body.end)]

        return Specimen(body, {"s": 0.2}, clamp=clamp)

    return make


def _solid(**fields):
    def make(model, height):
        dim = model.dim
        plane = {"plane": "strain"} if dim == 2 else {}
        origin = (-0.1,) * (dim - 1) + (height,)
        body = model.add(ss.SolidBody.box((0.2,) * dim, 1, RUBBER, origin=origin, name="body", **plane, **fields))
        return Specimen(
            body, {"node": 0}, shift=-0.1, clamp=lambda: [ss.Support(body, [0, 1] if dim == 2 else [0, 1, 2, 3])]
        )

    return make


def _floating_beam(model, height):
    body = model.add(ss.FloatingBeam.straight((-0.2, height), (0.2, height), 2, section=BAR, name="body"))
    return Specimen(body, {"s": 0.2}, clamp=lambda: [ss.Fixed(model.ground, body.start)])


def _floating_solid(model, height):
    dim = model.dim
    plane = {"plane": "strain"} if dim == 2 else {}
    shape = ss.SolidBody.box((0.2,) * dim, 1, RUBBER, **plane)
    low = [k for k, x in enumerate(shape.nodes) if x[-1] == 0.0]
    body = ss.FloatingSolid(shape, interfaces={"low": low}, modes=1, position=up(dim, height), name="body")
    model.add(body)
    foot = ss.Frame(body=body, interface="low")
    return Specimen(body, {"interface": "low"}, shift=0.1, clamp=lambda: [ss.Fixed(model.ground, foot)])


def _massless(model, height):
    """A plate without mass, bonded below an elastic block that carries it."""
    dim = model.dim
    block = _solid()(model, height).body
    body = model.add(ss.MasslessBody(position=up(dim, height), name="plate"))
    model.add(ss.Bond(block, block.boundary(lambda *x: abs(x[-1] - height) < 1e-9), body))
    top = block.nodes_where(lambda *x: x[-1] > height + 0.1)
    return Specimen(body, clamp=lambda: [ss.Support(block, top)])


def _rod(model, height):
    end = up(model.dim, height)
    body = model.add(
        ss.Rod.fe(
            up(model.dim, height + 0.4), end, 2, section=ss.Round(0.02), material=RUBBER, load=(0.0, 1.0), name="body"
        )
    )
    return Specimen(body, {"point": 2}, falls=False)


BODIES: dict[tuple[str, int], Callable[[ss.Model, float], Specimen]] = {
    **{("RigidBody", dim): _rigid for dim in (2, 3)},
    **{("PointMass", dim): _point_mass for dim in (2, 3)},
    **{("PrescribedBody", dim): _prescribed for dim in (2, 3)},
    ("LinearBody", 3): _linear,
    ("Rod", 3): _rod,
    ("Beam", 3): _line(ss.Beam, section=BAR),
    ("BendingTorsionBeam", 3): _line(ss.BendingTorsionBeam, section=BAR),
    ("PlanarBeam", 2): _line(ss.PlanarBeam, section=BAR),
    ("PlanarBeam redundant", 2): _line(ss.PlanarBeam, section=BAR, formulation="redundant"),
    **{("StringBody", dim): _string() for dim in (2, 3)},
    ("StringBody bezier", 2): _string(formulation="bezier"),
    **{("SolidBody", dim): _solid() for dim in (2, 3)},
    ("SolidBody neo-hookean", 3): _solid(law="neo-hookean"),
    ("FloatingBeam", 2): _floating_beam,
    **{("FloatingSolid", dim): _floating_solid for dim in (2, 3)},
    ("MasslessBody", 2): _massless,
}

LINES = ("Beam", "BendingTorsionBeam", "PlanarBeam", "StringBody", "FloatingBeam")

CONTOURS: dict[tuple[str, int], Callable[[], Any]] = {
    **{("Point", dim): ss.Point for dim in (2, 3)},
    ("Sphere", 3): lambda **at: ss.Sphere(radius=SIZE, **at),
    ("Circle", 2): lambda **at: ss.Circle(radius=SIZE, **at),
    ("Circle hollow", 2): lambda **at: ss.Circle(radius=8 * SIZE, hollow=True, **at),
    ("Plane", 2): lambda **at: ss.Plane(normal=(0, 1), **at),
    ("Plane", 3): lambda **at: ss.Plane(normal=(0, 0, 1), **at),
    ("LineSegment", 2): lambda **at: ss.LineSegment(start=(-SIZE, 0), end=(SIZE, 0), radius=0.5 * SIZE, **at),
    ("LineSegment", 3): lambda **at: ss.LineSegment(start=(-SIZE, 0, 0), end=(SIZE, 0, 0), radius=0.5 * SIZE, **at),
    ("Cuboid", 2): lambda **at: ss.Cuboid(lengths=(2 * SIZE, 2 * SIZE), **at),
    ("Cuboid", 3): lambda **at: ss.Cuboid(lengths=(2 * SIZE,) * 3, **at),
    ("Cylinder", 3): lambda **at: ss.Cylinder(radius=SIZE, length=2 * SIZE, axis=(1, 0, 0), **at),
    ("Ring", 3): lambda **at: ss.Ring(radius=4 * SIZE, axis=(1, 0, 0), **at),
}

LAWS: dict[str, Callable[[], dict[str, Any]]] = {
    "frictionless": dict,
    "friction": lambda: {"friction": 0.3},
    "friction and restitution": lambda: {"friction": 0.3, "restitution": 0.5, "tangential_restitution": 0.2},
    "friction as a function": lambda: {"friction": lambda v: 0.2 + 0.1 / (1.0 + v)},
    "restitution as a function": lambda: {"friction": 0.3, "restitution": lambda v: 0.5 / (1.0 + v)},
    "Compliant": lambda: {"friction": 0.3, "law": ss.Compliant(stiffness=1e5, damping=100.0)},
    "UserLaw": lambda: {
        "friction": 0.3,
        "law": ss.UserLaw(
            lambda depth, rate, slip, mu: (
                1e5 * depth,
                1e2 * rate,
                mu * 1e5 * depth * slip / (slip + 1e-3),
                5e4 * depth**2,
            )
        ),
    },
}

CONTOURS |= entries("CONTOURS")
LAWS |= entries("LAWS")
BODIES |= entries("BODIES")

SCHEMES: dict[str, Callable[[], Any]] = {
    "SemiExplicit": ss.SemiExplicit,
    "MoreauMidpoint": ss.MoreauMidpoint,
    "Theta": ss.Theta,
    "GeneralizedAlpha": ss.GeneralizedAlpha,
    "GeneralizedAlpha adaptive": lambda: ss.GeneralizedAlpha(adaptive=True, rtol=1e-5, atol=1e-8),
    "Bathe": ss.Bathe,
    "EDAlpha": ss.EDAlpha,
    "HalfExplicit": ss.HalfExplicit,
    "EnergyMomentum": ss.EnergyMomentum,
    "BDF": ss.BDF,
    "Newmark": ss.Newmark,
    "RungeKutta": ss.RungeKutta,
    "IDA": lambda: ss.IDA(rtol=1e-5, atol=1e-8),
}


def run(model: ss.Model, end: float, step: float, scheme: str, **options: Any) -> ss.Result:
    """Run a model under a scheme; IDA chooses its steps, and ``step`` is the grid of its record."""
    return ss.simulate(model, end, 10.0 * step if scheme == "IDA" else step, integrator=SCHEMES[scheme](), **options)


AXIS = {2: {}, 3: {"axis": (0, 1, 0)}}
JOINTS: dict[tuple[str, int], Callable[..., Any]] = {
    **{("Fixed", dim): ss.Fixed for dim in (2, 3)},
    **{("Revolute", dim): lambda a, b, dim=dim: ss.Revolute(a, b, **AXIS[dim]) for dim in (2, 3)},
    **{
        ("Revolute driven", dim): lambda a, b, dim=dim: ss.Revolute(
            a, b, motion=ss.SmoothStep(start=0.0, end=0.1, t_start=0.0, t_end=0.1), **AXIS[dim]
        )
        for dim in (2, 3)
    },
    **{
        ("Revolute with stops", dim): lambda a, b, dim=dim: ss.Revolute(a, b, stops=(-0.05, 0.05), **AXIS[dim])
        for dim in (2, 3)
    },
    **{
        ("Revolute with friction", dim): lambda a, b, dim=dim: ss.Revolute(a, b, friction=0.1, **AXIS[dim])
        for dim in (2, 3)
    },
    **{("Prismatic", dim): lambda a, b, dim=dim: ss.Prismatic(a, b, axis=up(dim, 1.0)) for dim in (2, 3)},
    **{("PointOnLine", dim): lambda a, b, dim=dim: ss.PointOnLine(a, b, axis=up(dim, 1.0)) for dim in (2, 3)},
    **{("Distance", dim): ss.Distance for dim in (2, 3)},
    ("Cylindrical", 3): lambda a, b: ss.Cylindrical(a, b, axis=(0, 0, 1)),
    ("Spherical", 3): ss.Spherical,
    ("Universal", 3): ss.Universal,
    ("Screw", 3): lambda a, b: ss.Screw(a, b, pitch=0.1, axis=(0, 0, 1)),
    ("PlanarJoint", 3): lambda a, b: ss.PlanarJoint(a, b, normal=(1, 0, 0)),
}


def _skin(body, height):
    return body.surface(radius=0.5 * SIZE)


def _facets(body, height):
    return body.add(ss.SolidSurface(facets=body.boundary(lambda *x: np.abs(x[-1] - height) < 1e-9)))


def _patch(body, height):
    return body.add(ss.PatchSurface(patches=((0, 3, 2, 1),)))


def _plate(model, height):
    """A square plate on a soft spring, with a point at each corner."""
    corners = [(-0.1, -0.1, height), (0.1, -0.1, height), (0.1, 0.1, height), (-0.1, 0.1, height)]
    points = [ss.LinearPoint(position=corner, jacobian=[[0.0], [0.0], [1.0]]) for corner in corners]
    return Specimen(model.add(ss.LinearBody([[1.0]], [[1e-3]], points=points, load=(-GRAVITY,), name="body")))


# A whole boundary that may touch: how the body is made, and its contour.
SURFACES: dict[tuple[str, int], tuple[Callable[..., Specimen], Callable[..., Any]]] = {
    **{kind: (BODIES[kind], _skin) for kind in BODIES if kind[0].split()[0] in LINES},
    **{
        (f"{name} SolidSurface", d): (make, _facets)
        for (name, d), make in BODIES.items()
        if name.startswith("SolidBody")
    },
    ("LinearBody PatchSurface", 3): (_plate, _patch),
}


def place_of(specimen: Specimen, turn: Any = None) -> dict[str, Any]:
    """Return fields of a contour at the place of a specimen, with axes turned against those of the world."""
    fields = {key: value for key, value in specimen.place.items() if key != "point"}
    if "point" in specimen.place:
        fields["position"] = specimen.body.points[specimen.place["point"]].position
    if specimen.axes is not None:
        wanted = np.eye(3) if turn is None else turn
        return fields | {"rotation": (specimen.axes.T @ wanted).tolist()}
    return fields if turn is None else fields | {"rotation": turn}


def site(specimen: Specimen, dim: int, height: float) -> tuple[float, ...]:
    """Return that place in the world."""
    return (specimen.shift,) * (dim - 1) + (height,)
