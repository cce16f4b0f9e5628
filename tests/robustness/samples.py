"""A valid use of every public constructor: its arguments, and a small model in which what it makes can run."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

import stickslip as ss
from parts import entries


@dataclass
class Sample:
    """Valid arguments of a constructor, and what to do with the object it gives."""

    make: Callable[..., Any]
    fields: dict[str, Any]
    use: Callable[[Any], ss.Model | None]
    scheme: Callable[[Any], Any] = lambda made: None  # integrator, from what was made


SAMPLES: dict[str, list[Callable[[], Sample]]] = {}


def sample(*names: str) -> Callable[[Any], Any]:
    """Enter a function into the table; with several names it is called with each of them."""

    def enter(build: Any) -> Any:
        for name in names:
            SAMPLES.setdefault(name, []).append(build if len(names) == 1 else lambda name=name: build(name))
        return build

    return enter


# Scenes.

BAR = ss.Section(EA=1e4, EI=(2.0, 3.0), GA=4e3, GJ=5.0, mass_per_length=0.6, inertia=7e-4)
RUBBER = ss.Material(young=1e5, density=1000.0, poisson=0.3)


def space() -> SimpleNamespace:
    """Two bodies in space with round skins above a floor, the first on a hinge."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    a = model.add(ss.RigidBody(1.0, (0.1, 0.2, 0.25), position=(0, 0, 0.1), name="a"))
    b = model.add(ss.RigidBody(2.0, 0.1, position=(1, 0, 0.5), angular_velocity=(0.1, 0, 0), name="b"))
    return SimpleNamespace(model=model, ground=model.ground, floor=floor, a=a, b=b)


def plane() -> SimpleNamespace:
    """The same in the plane."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    a = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0.1), name="a"))
    b = model.add(ss.RigidBody(2.0, 0.1, position=(1, 0.5), name="b"))
    return SimpleNamespace(model=model, ground=model.ground, floor=floor, a=a, b=b)


def part_of(scene: SimpleNamespace) -> Callable[[Any], ss.Model]:
    """Return a use that adds the part to the scene."""

    def use(part: Any) -> ss.Model:
        scene.model.add(part)
        return scene.model

    return use


def of_part(scene: SimpleNamespace, wrap: Callable[[Any], Any]) -> Callable[[Any], ss.Model]:
    """Return a use that adds the part that ``wrap`` makes of the object."""
    return lambda item: part_of(scene)(wrap(item))


# Bodies.


@sample("RigidBody")
def rigid_body():
    fields = {"mass": 1.0, "inertia": (1.0, 1.5, 2.0), "position": (0, 0, 1), "rotation": (0.1, 0, 0.2),
              "velocity": (1, 0, 0), "angular_velocity": (0, 0, 1), "name": "ball"}  # fmt: skip
    return Sample(ss.RigidBody, fields, part_of(space()))


@sample("RigidBody")
def planar_body():
    fields = {"mass": 1.0, "inertia": 1.0, "position": (0, 1), "rotation": 0.1, "velocity": (1, 0)}
    return Sample(ss.RigidBody, fields, part_of(plane()))


@sample("RigidBody.box", "RigidBody.sphere", "RigidBody.cylinder", "RigidBody.capsule")
def homogeneous_body(name):
    sizes = {"box": {"lengths": (0.1, 0.2, 0.3)}, "sphere": {"radius": 0.1}}
    own = sizes.get(name.split(".")[1], {"radius": 0.1, "length": 0.3})
    return Sample(getattr(ss.RigidBody, name.split(".")[1]), {**own, "density": 700.0}, part_of(space()))


@sample("PrescribedBody")
def prescribed_body():
    s = space()
    fields = {"position": (3, 0, 0), "motion": (ss.Sine(0.1, 1.0), 0.0), "axis": (0, 0, 1), "angle": 0.3}

    def use(body):
        s.model.add(body)
        s.model.add(ss.SpringDamper(body, s.b, stiffness=10.0))
        return s.model

    return Sample(ss.PrescribedBody, fields, use)


@sample("LinearBody")
def linear_body():
    corners = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    points = [ss.LinearPoint(position=c, jacobian=[[0.0, 0], [0.0, 0], [1.0, 0]]) for c in corners]
    fields = {"mass_matrix": np.eye(2), "stiffness_matrix": 10 * np.eye(2), "damping_matrix": np.eye(2),
              "points": points, "q": (0.0, 0.1), "u": (0, 0), "load": (1, 0)}  # fmt: skip
    return Sample(ss.LinearBody, fields, part_of(space()))


@sample("LinearPoint")
def linear_point():
    return Sample(
        ss.LinearPoint, {"position": (0, 0, 0), "jacobian": [[0.0], [0.0], [1.0]]},
        of_part(space(), lambda p: ss.LinearBody([[2.0]], [[50.0]], points=[p])),
    )  # fmt: skip


@sample("Body")
def bare_body():
    """A base class for ``isinstance``: it can be made and named, but a model of it is rejected."""
    return Sample(ss.Body, {"name": "bare"}, lambda body: None)


@sample("MasslessBody")
def massless_body():
    s = plane()
    block = s.model.add(solid(2))

    def use(body):
        s.model.add(body)
        s.model.add(ss.Bond(block, block.boundary(lambda x, y: y == 1), body))
        return s.model

    return Sample(ss.MasslessBody, {"position": (0.5, 1), "rotation": 0.0}, use)


@sample("PointMass")
def point_mass():
    return Sample(ss.PointMass, {"mass": 1.0, "position": (0, 0, 2), "velocity": (1, 0, 0)}, part_of(space()))


@sample("Frame")
def frame():
    s = space()
    fields = {"body": s.b, "position": (0.1, 0, 0), "rotation": (0, 0, 0.1), "name": "pin"}
    return Sample(ss.Frame, fields, of_part(s, lambda f: ss.Spherical(s.ground, f, at=(1.1, 0, 0.5))))


@sample("Body.frame")
def body_frame():
    s = plane()
    fields = {"name": "pin", "position": (0.1, 0), "rotation": 0.1}
    return Sample(s.b.frame, fields, of_part(s, lambda f: ss.PointForce(f, (1, 0))))


# Lines.


def line(dim, name):
    fields = {"positions": [(0, 0, 1)[:dim], (0.5, 0, 1)[:dim], (1, 0, 1)[:dim]], "retardation": 1e-4}
    if name == "StringBody":
        return fields | {"stiffness": 1e3, "mass_per_length": 0.5, "velocity": (1, 0, 0)[:dim]}
    return fields | {"section": ss.Rectangle(0.1, 0.2), "material": RUBBER, "velocity": (1, 0, 0)[:dim]}


@sample("Beam", "BendingTorsionBeam", "PlanarBeam", "StringBody")
def lines(name):
    planar = name == "PlanarBeam"
    fields = line(2 if planar else 3, name)
    if name == "BendingTorsionBeam":
        del fields["velocity"]
    s = plane() if planar else space()

    def use(body):
        s.model.add(body)
        if name == "BendingTorsionBeam":
            s.model.add(ss.Fixed(body.start, s.ground))
        else:
            s.model.add(ss.PointForce(body.end, (0, 1) if planar else (0, 0, 1)))
        return s.model

    return Sample(getattr(ss, name), fields, use)


@sample("PlanarBeam")
def redundant_beam():
    return Sample(ss.PlanarBeam, line(2, "PlanarBeam") | {"formulation": "redundant"}, part_of(plane()))


@sample("StringBody")
def bezier_string():
    return Sample(ss.StringBody, line(2, "StringBody") | {"formulation": "bezier"}, part_of(plane()))


@sample("Beam.straight", "PlanarBeam.straight", "BendingTorsionBeam.straight")
def straight(name):
    dim = 2 if name.startswith("Planar") else 3
    fields = {"start": (0, 0, 1)[:dim], "end": (1, 0, 1)[:dim], "elements": 2, "section": BAR}
    return Sample(getattr(ss, name.split(".")[0]).straight, fields, part_of(plane() if dim == 2 else space()))


@sample("StringBody.straight")
def straight_string():
    fields = {"start": (0, 0, 1), "end": (1, 0, 1), "elements": 2, "stiffness": 1e3, "mass_per_length": 0.5, "order": 2}
    return Sample(ss.StringBody.straight, fields, part_of(space()))


@sample("Line.at", "Line.surface", "Line.add", "Line.node")
def on_a_line(name):
    s = space()
    beam = s.model.add(ss.Beam.straight((0, 0, 1), (1, 0, 1), 2, section=BAR))
    if name == "Line.at":
        return Sample(beam.at, {"s": 0.3}, of_part(s, lambda f: ss.PointForce(f, (0, 0, 1))))
    if name == "Line.node":
        return Sample(beam.node, {"k": 1}, of_part(s, lambda f: ss.PointForce(f, (0, 0, 1))))
    if name == "Line.surface":
        return Sample(beam.surface, {"radius": 0.05}, of_part(s, lambda skin: ss.Contact(skin, s.floor)))
    fields = {"contour": ss.Sphere(radius=0.1), "s": 0.3}
    return Sample(beam.add, fields, of_part(s, lambda skin: ss.Contact(skin, s.floor)))


@sample("FloatingBeam")
def floating_beam():
    fields = {"length": 1.0, "elements": 2, "section": ss.Rectangle(0.1, 0.2), "material": RUBBER,
              "position": (0, 1), "rotation": 0.1, "reference": "tangential", "modes": 2}  # fmt: skip
    return Sample(ss.FloatingBeam, fields, part_of(plane()))


@sample("FloatingBeam.straight")
def straight_floating():
    fields = {"start": (0, 1), "end": (1, 1), "elements": 2, "section": BAR}
    return Sample(ss.FloatingBeam.straight, fields, part_of(plane()))


@sample("Rod")
def rod():
    fields = {"mass_matrix": [[2.0]], "stiffness_matrix": [[5.0]]}
    return Sample(ss.Rod, fields, part_of(space()))


@sample("Rod.fe", "Rod.modal")
def made_rod(name):
    count = {"elements": 2} if name == "Rod.fe" else {"modes": 2}
    fields = {"start": (0, 0, 0), "end": (1, 0, 0), **count, "section": ss.Round(0.1), "material": RUBBER}
    return Sample(ss.Rod.fe if name == "Rod.fe" else ss.Rod.modal, fields, part_of(space()))


# Sections and materials.


@sample("Material")
def material():
    fields = {"young": 1e5, "density": 1000.0, "poisson": 0.3, "name": "rubber"}
    use = of_part(space(), lambda m: ss.Beam.straight((0, 0, 1), (1, 0, 1), 1, section=ss.Round(0.1), material=m))
    return Sample(ss.Material, fields, use)


@sample("Section")
def section():
    fields = {"EA": 1e4, "EI": (2.0, 3.0), "GA": 4e3, "GJ": 5.0, "mass_per_length": 0.6, "inertia": 7e-4}
    return Sample(ss.Section, fields, of_part(space(), lambda s: ss.Beam.straight((0, 0, 1), (1, 0, 1), 1, section=s)))


@sample("Section")
def whole_section():
    fields = {"stiffness": np.diag([1e4, 1e4, 1e5, 2, 2, 3]), "mass_per_length": 0.6, "inertia": 7e-4}
    return Sample(ss.Section, fields, of_part(space(), lambda s: ss.Beam.straight((0, 0, 1), (1, 0, 1), 1, section=s)))


@sample("Rectangle", "Round")
def shape(name):
    fields = {"width": 0.1, "height": 0.2} if name == "Rectangle" else {"radius": 0.1, "inner": 0.05}
    use = of_part(plane(), lambda s: ss.PlanarBeam.straight((0, 1), (1, 1), 1, section=s, material=RUBBER))
    return Sample(getattr(ss, name), fields, use)


# Solids, bonds.


def solid(dim: int, **fields: Any) -> ss.SolidBody:
    plane_of = {"plane": "stress"} if dim == 2 else {}
    return ss.SolidBody.box((1.0,) * dim, 1, RUBBER, **plane_of, **fields)


@sample("SolidBody")
def solid_body():
    fields = {"nodes": [(0, 0), (1, 0), (1, 1), (0, 1)], "cells": [(0, 1, 2, 3)], "material": RUBBER,
              "plane": "stress", "thickness": 0.1, "retardation": 1e-3}  # fmt: skip
    return Sample(ss.SolidBody, fields, part_of(plane()))


@sample("SolidBody")
def spatial_solid():
    box = solid(3, kind="tetra")
    fields = {"nodes": box.nodes, "cells": box.cells, "material": RUBBER, "law": "neo-hookean"}
    return Sample(ss.SolidBody, fields, part_of(space()))


@sample("SolidBody.box")
def solid_box():
    fields = {"lengths": (1, 1), "divisions": 1, "material": RUBBER, "kind": "triangle", "plane": "strain"}
    return Sample(ss.SolidBody.box, fields, part_of(plane()))


@sample("SolidBody.node", "SolidBody.nearest", "SolidBody.add", "SolidBody.nodes_where", "SolidBody.boundary")
def on_a_solid(name):
    s = plane()
    block = s.model.add(solid(2, origin=(0, 0.1)))
    if name == "SolidBody.add":
        fields = {"contour": ss.Circle(radius=0.1), "node": 0}
        return Sample(block.add, fields, of_part(s, lambda skin: ss.Contact(skin, s.floor)))
    if name == "SolidBody.nodes_where":
        fields = {"condition": lambda x, y: y == 0.1}
        return Sample(block.nodes_where, fields, of_part(s, lambda n: ss.Support(block, n)))
    if name == "SolidBody.boundary":
        fields = {"condition": lambda x, y: y == 0.1}
        return Sample(block.boundary, fields, of_part(s, lambda f: ss.SurfaceLoad(block, f, pressure=1.0)))
    fields = {"number": 1} if name == "SolidBody.node" else {"point": (0, 0.2)}
    make = block.node if name == "SolidBody.node" else block.nearest
    return Sample(make, fields, of_part(s, lambda f: ss.PointForce(f, (0, 1))))


@sample("Support", "SurfaceLoad", "VolumeLoad", "Bond", "Observer")
def with_solid(name):
    s = plane()
    block = s.model.add(solid(2))
    bottom = block.boundary(lambda x, y: y == 0)
    fields = {
        "Support": {"solid": block, "nodes": [0, 1], "components": "xy"},
        "SurfaceLoad": {"solid": block, "facets": bottom, "traction": (0, 1.0), "factor": ss.Sine(1, 2)},
        "VolumeLoad": {"solid": block, "force": (0, 1.0), "elements": (0,), "factor": ss.Sine(1, 2)},
        "Bond": {"solid": block, "facets": bottom, "body": s.ground, "multiplier": "P1"},
        "Observer": {"solid": block, "nodes": (2, 3), "body": s.b},
    }[name]
    return Sample(getattr(ss, name), fields, part_of(s))


@sample("Tie")
def tie():
    s = plane()
    low, high = s.model.add(solid(2)), s.model.add(solid(2, origin=(0, 1)))
    fields = {"solid": low, "facets": low.boundary(lambda x, y: y == 1), "other": high,
              "onto": high.boundary(lambda x, y: y == 1), "multiplier": "P1"}  # fmt: skip
    return Sample(ss.Tie, fields, part_of(s))


@sample("SolidSurface")
def solid_surface():
    s = plane()
    block = s.model.add(solid(2, origin=(0, 0.5)))
    fields = {"facets": block.boundary(lambda x, y: y == 0.5), "radius": 0.01}
    skin = s.a.add(ss.Circle(radius=0.1))
    return Sample(ss.SolidSurface, fields, of_part(s, lambda c: ss.Contact(block.add(c), skin, friction=0.3)))


@sample("FloatingSolid")
def floating_solid():
    block = solid(2)
    fields = {"shape": block, "interfaces": {"left": [0, 2]}, "reduction": "craig-bampton", "modes": 1,
              "reference": "tisserand", "position": (0, 2), "rotation": 0.1, "velocity": (1, 0)}  # fmt: skip
    return Sample(ss.FloatingSolid, fields, part_of(plane()))


@sample("ElasticMatrices")
def elastic_matrices():
    """A spring of 10 N/m between two masses of 1 kg, along x."""
    fields = {"mass": np.eye(4), "stiffness": 10.0 * np.kron([[1, -1], [-1, 1]], [[1, 0], [0, 0]]),
              "coordinates": [(0, 0), (1, 0)]}  # fmt: skip
    return Sample(ss.ElasticMatrices, fields, of_part(plane(), lambda data: ss.FloatingSolid(data, modes=1)))


# Contours and contacts.


@sample("Point", "Sphere", "Cuboid", "Cylinder", "LineSegment")
def contour(name):
    s = space()
    own = {"Point": {}, "Sphere": {"radius": 0.1}, "Cuboid": {"lengths": (0.2, 0.2, 0.2)},
           "Cylinder": {"radius": 0.1, "length": 0.2, "axis": (1, 0, 0)},
           "LineSegment": {"start": (0, 0, 0), "end": (0.1, 0, 0), "radius": 0.1}}[name]  # fmt: skip
    fields = {"position": (0, 0, 0), "rotation": (0, 0, 0.1), "name": "skin", **own}
    return Sample(getattr(ss, name), fields, of_part(s, lambda c: ss.Contact(s.a.add(c), s.floor, friction=0.3)))


@sample("Circle")
def circle():
    s = plane()
    fields = {"radius": 0.1, "hollow": False, "position": (0, 0)}
    return Sample(ss.Circle, fields, of_part(s, lambda c: ss.Contact(s.a.add(c), s.floor, friction=0.3)))


@sample("Plane")
def floor():
    s = space()
    skin = s.a.add(ss.Sphere(radius=0.1))
    fields = {"normal": (0, 0, 1), "position": (0, 0, -0.5)}
    return Sample(ss.Plane, fields, of_part(s, lambda c: ss.Contact(s.b.add(c), skin, friction=0.3)))


@sample("Ring")
def ring():
    s = space()
    pole = s.ground.add(ss.Cylinder(radius=0.05, length=2.0))
    fields = {"radius": 0.06, "axis": (0, 0, 1)}
    return Sample(ss.Ring, fields, of_part(s, lambda c: ss.Contact(s.a.add(c), pole, friction=0.3)))


@sample("PatchSurface")
def patches():
    s = space()
    corners = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
    points = [ss.LinearPoint(position=c, jacobian=[[0.0], [0.0], [1.0]]) for c in corners]
    plate = s.model.add(ss.LinearBody([[2.0]], [[500.0]], points=points))
    skin = s.a.add(ss.Sphere(radius=0.1))
    fields = {"patches": ((0, 1, 2, 3),)}
    return Sample(ss.PatchSurface, fields, of_part(s, lambda c: ss.Contact(plate.add(c), skin, friction=0.3)))


@sample("Contact")
def contact():
    s = space()
    skins = [body.add(ss.Sphere(radius=0.1)) for body in (s.a, s.b)]
    fields = {"a": skins, "b": s.floor, "friction": 0.3, "restitution": 0.5, "tangential_restitution": 0.1}
    return Sample(ss.Contact, fields, part_of(s))


def _spring(depth, rate, slip, mu):
    return 1e4 * depth, 0.0, 0.0, 5e3 * depth * depth


@sample("UserLaw")
def user_law():
    s = space()
    skin = s.a.add(ss.Sphere(radius=0.11))
    return Sample(ss.UserLaw, {"function": _spring}, of_part(s, lambda law: ss.Contact(skin, s.floor, law=law)))


@sample("Compliant")
def compliant():
    s = space()
    fields = {"stiffness": 1e4, "damping": 1.0, "v_ref": 1e-3}
    skin = s.a.add(ss.Sphere(radius=0.11))
    return Sample(ss.Compliant, fields, of_part(s, lambda law: ss.Contact(skin, s.floor, friction=0.2, law=law)))


# Joints.

_OWN = {
    "Revolute": {"at": (0, 0, 0.1), "axis": (0, 1, 0), "effort": 1.0, "stops": (-1.0, 2.0), "friction": 0.1},
    "Prismatic": {"axis": (0, 0, 1), "motion": ss.SmoothStep(0, 1, t_start=0, t_end=1)},
    "Cylindrical": {"axis": (0, 0, 1)},
    "Universal": {"axis_a": (1, 0, 0), "axis_b": (0, 1, 0)},
    "PlanarJoint": {"normal": (0, 1, 0)},
    "Screw": {"axis": (0, 0, 1), "pitch": 0.01},
    "PointOnLine": {"axis": (0, 0, 1)},
    "Distance": {"at": None, "length": None},
    "Fixed": {},
    "Spherical": {"at": (0, 0, 0)},
}


@sample(*_OWN)
def joint(name):
    s = space()
    fields = {"a": s.ground, "b": s.a, "name": "joint", **_OWN[name]}
    if name == "Distance":
        fields |= {"a": s.b, "b": s.a}
    return Sample(getattr(ss, name), fields, part_of(s))


@sample("Revolute", "Prismatic")
def planar_joint(name):
    s = plane()
    fields = {"a": s.ground, "b": s.b, "relative": True}
    fields |= {"at": (0, 0), "effort": ss.Sine(1, 1)} if name == "Revolute" else {"axis": (1, 0), "friction": 0.1}
    return Sample(getattr(ss, name), fields, part_of(s))


@sample("Gear")
def gear():
    s = space()
    joints = [s.model.add(ss.Revolute(s.ground, body, axis=(1, 0, 0))) for body in (s.a, s.b)]
    s.b.angular_velocity = (0, 0, 0)
    return Sample(ss.Gear, {"first": joints[0], "second": joints[1], "ratio": 2.0}, part_of(s))


@sample("Rolling")
def rolling():
    s = space()
    return Sample(ss.Rolling, {"wheel": s.a.add(ss.Sphere(radius=0.1)), "plane": s.floor}, part_of(s))


@sample("OneWayClutch")
def clutch():
    s = space()
    return Sample(ss.OneWayClutch, {"a": s.a, "b": s.b, "axis": (1, 0, 0)}, part_of(s))


@sample("Guide")
def guide():
    s = plane()
    beam = s.model.add(ss.PlanarBeam.straight((0, 0.5), (2, 0.5), 2, section=BAR))
    return Sample(ss.Guide, {"line": beam, "b": s.b, "relative": False}, part_of(s))


# Forces.


@sample("PointForce", "Torque", "SpringDamper", "Bushing", "TorsionalSpring", "LineLoad", "UserForce")
def force(name):
    s = space()
    hinge = s.model.add(ss.Revolute(s.ground, s.a, axis=(0, 1, 0)))
    beam = s.model.add(ss.Beam.straight((0, 0, 1), (1, 0, 1), 2, section=BAR))
    fields = {
        "PointForce": {"on": s.b, "vector": (1, 2, 3), "factor": 2.0, "follower": True},
        "Torque": {"on": s.b, "vector": (1, 2, 3), "factor": ss.Table((0, 1), (2, 3)), "reaction": s.a},
        "SpringDamper": {"a": s.a, "b": s.b, "stiffness": 10.0, "damping": 0.1, "rest_length": 0.5},
        "Bushing": {"a": s.a, "b": s.b, "stiffness": (1,) * 6, "damping": (0.1,) * 6},
        "TorsionalSpring": {"joint": hinge, "stiffness": 5.0, "damping": 0.1, "rest_angle": 0.1},
        "LineLoad": {"line": beam, "force": (0, 0, 1), "start": 0.1, "end": 0.5, "moment": (1, 0, 0)},
        "UserForce": {"on": s.b, "function": _wind},
    }[name]
    return Sample(getattr(ss, name), fields, part_of(s))


def _wind(t, r, v, A, omega, force, torque):
    force[0] = 1.0 - v[0]


# Functions of time.


@sample("Polynomial", "Sine", "SmoothStep", "Steps", "Table", "Compiled")
def function(name):
    s = plane()
    fields = {
        "Polynomial": {"coefficients": (1.0, 2.0)},
        "Sine": {"amplitude": 1.0, "frequency": 2.0, "phase": 0.1, "offset": 0.5},
        "SmoothStep": {"start": 0.0, "end": 1.0, "t_start": 0.0, "t_end": 0.1},
        "Steps": {"times": (0.1, 0.2), "values": (3, 4, 5)},
        "Table": {"times": (0, 1, 2), "values": (3, 4, 5)},
        "Compiled": {"function": _ramp, "rate": _one},
    }[name]

    def use(of_time):
        s.model.add(ss.Revolute(s.ground, s.b, motion=of_time))
        s.model.add(ss.PointForce(s.a, (1, 0), factor=of_time))
        return s.model

    if name in ("Polynomial", "Sine", "Steps", "Table", "Compiled"):
        use = of_part(s, lambda of_time: ss.PointForce(s.a, (1, 0), factor=of_time))  # rates would have to fit
    return Sample(getattr(ss, name), fields, use)


def _ramp(t):
    return t


def _one(t):
    return 1.0


# The model and integrators.


@sample("Model")
def whole_model():
    def use(model):
        body = model.add(ss.RigidBody(1.0, 1.0))
        model.add(ss.Fixed(model.ground, body))
        return model

    return Sample(ss.Model, {"dim": 3, "gravity": (0, 0, -9.81), "name": "test"}, use)


_SCHEMES = {
    "SemiExplicit": {"stabilise": True},
    "MoreauMidpoint": {"stabilise": False},
    "Theta": {"theta": 0.6},
    "GeneralizedAlpha": {"rho_inf": 0.8, "level": "velocity", "after_impact": "reinit", "tolerance": 1e-10},
    "GeneralizedAlpha.hht": {"alpha": 0.1},
    "GeneralizedAlpha.newmark": {"beta": 0.25, "gamma": 0.5},
    "Bathe": {"consistent_start": True, "stabilise": True},
    "EDAlpha": {"rho_inf": 0.5, "alpha_ar": 0.2},
    "HalfExplicit": {"adaptive": True, "rtol": 1e-5, "atol": 1e-8},
    "RungeKutta": {"stabilise": True},
    "EnergyMomentum": {"torque_rule": "contravariant", "tolerance": 1e-12},
    "BDF": {"order": 2, "form": "index-3", "tolerance": 1e-10},
    "Newmark": {"beta": 0.3025, "gamma": 0.6},
    "IDA": {"rtol": 1e-6, "atol": 1e-9, "form": "ggl", "max_order": 5},
}


@sample(*_SCHEMES)
def integrator(name):
    s = plane()
    s.model.add(ss.Revolute(s.ground, s.b, at=(0, 0.5), name="hinge"))
    if name not in ("EnergyMomentum", "RungeKutta", "BDF", "Newmark", "IDA"):
        s.model.add(ss.Contact(s.a.add(ss.Circle(radius=0.1)), s.floor, friction=0.3))
    make: Any = ss
    for word in name.split("."):
        make = getattr(make, word)
    return Sample(make, dict(_SCHEMES[name]), lambda scheme: s.model, lambda scheme: scheme)


# What is done with models.


def _cantilever() -> ss.Model:
    model = ss.Model(dim=2)
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 2, section=BAR))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.end, (-1, 0)))
    return model


@functools.wraps(ss.simulate)
def _few_steps(model: Any, t_end: Any = 2e-3, dt: Any = 1e-3, **options: Any) -> Any:
    """Call ``simulate``, but not for more steps than a test can wait for."""
    numbers = isinstance(t_end, int | float) and isinstance(dt, int | float)
    if numbers and 0 < dt < 1e300 and t_end / dt > 1e4 and t_end < 1e300:
        raise ss.ModelError("too many steps for a test")
    return ss.simulate(model, t_end, dt, **options)


@sample("simulate")
def simulate():
    s = space()
    s.model.add(ss.Contact(s.a.add(ss.Sphere(radius=0.1)), s.floor, friction=0.3))
    fields = {"model": s.model, "t_end": 2e-3, "dt": 1e-3, "integrator": ss.Theta(), "record": ss.Record(),
              "project": False, "callback_every": 1, "tolerances": ss.Tolerances()}  # fmt: skip
    return Sample(_few_steps, fields, lambda result: None)


@sample("Record", "Tolerances")
def options(name):
    fields = (
        {"every": 2, "open_contacts": True} if name == "Record" else {"laws": 1e-11, "gap": 1e-9, "max_halvings": 3}
    )
    return Sample(getattr(ss, name), fields, lambda made: None)


_CALLS: dict[str, dict[str, Any]] = {
    "solve_static": {"steps": 2, "load": 1.0, "method": "load", "max_points": 5, "tolerance": 1e-9},
    "linearize": {"about": None, "index": -1},
    "modes": {"n": 3},
    "inventory": {},
}


@sample(*_CALLS)
def analysis(name):
    @functools.wraps(getattr(ss, name))
    def few_points(*args, **fields):
        if any(isinstance(value, int | float) and 100 < abs(value) < 1e300 for value in fields.values()):
            raise ss.ModelError("too many points for a test")
        return getattr(ss, name)(*args, **fields)

    return Sample(few_points, {"model": _cantilever(), **_CALLS[name]}, lambda found: None)


@sample("spectral", "cutoff_frequency")
def spectra(name):
    own = {"ratios": [0.1, 1.0], "damping": 0.1} if name == "spectral" else {"dt": 1e-3, "radius": 0.01}
    return Sample(getattr(ss, name), {"integrator": ss.Bathe(), **own}, lambda found: None)


for _name, _build in entries("SAMPLES").items():
    sample(_name)(_build)
