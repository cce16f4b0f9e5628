"""Rigid bodies that fall, rest, collide, and are carried."""

from __future__ import annotations

import numpy as np
from scene import Part

from families.dice import G, Sizes, among, down


def falling(given: Sizes, dim: int) -> dict:
    """Bodies that fall on a floor and on each other."""
    height, bodies = 0.0, []
    for k in range(given.whole(1, 4)):
        shape = given.contour(f"c{k}")
        height += shape[1] * given.between(1.02, 1.5)
        bodies.append(given.body(k, given.up(height, 0.1 * given.L), given.V * given.one((0.0, 0.3, 1.0)), shape=shape))
        height += shape[1]
    return {"bodies": tuple(bodies), "ground": (given.floor(),), "parts": among(given, bodies, True)}


def resting(given: Sizes, dim: int) -> dict:
    """A stack of boxes or a row of balls that touch without overlap; gravity may be inclined."""
    bodies, height, L = [], 0.0, given.L
    sliding = given.chance(0.3)
    for k in range(given.whole(1, 4)):
        lengths = (*(L * given.between(0.5, 1.0) for _ in range(dim - 1)), L * given.between(0.3, 0.6))
        half = 0.5 * lengths[-1]
        shape = Part("Cuboid", {"lengths": lengths}, f"c{k}"), float(np.linalg.norm(lengths)) / 2, 0.25 * L
        body = given.body(k, (*(0.0,) * (dim - 1), height + half), 0.0, upright=True, shape=shape)
        if sliding:
            body.fields["velocity"] = (given.V * given.between(-1, 1), *(0.0,) * (dim - 1))
        bodies.append(body)
        height += lengths[-1]
    angle = given.one((0.0, 0.0, 0.2, 0.5))
    fall = down(dim)
    gravity = tuple(float(x) for x in (G * np.sin(angle), *fall[1:-1], fall[-1] * np.cos(angle)))
    return {
        "bodies": tuple(bodies),
        "ground": (given.floor(),),
        "parts": among(given, bodies, True),
        "gravity": gravity,
    }


def colliding(given: Sizes, dim: int) -> dict:
    """Bodies that fly towards a common place without weight."""
    bodies = []
    for k in range(given.whole(2, 4)):
        direction = np.zeros(dim)
        direction[k % dim] = 1.0 if k < dim else -1.0
        r = direction * 2.5 * given.L + 0.02 * given.L * given.rng.normal(size=dim)
        body = given.body(k, r, 0.5 * given.V)
        body.fields["velocity"] = tuple(float(x) for x in -given.V * given.between(0.5, 2.0) * direction)
        bodies.append(body)
    return {"bodies": tuple(bodies), "parts": among(given, bodies, False), "gravity": (0.0,) * dim}


def bullet(given: Sizes, dim: int) -> dict:
    """A small ball at a thin plate, or at another ball: a step may jump over it."""
    L, speed = given.L, given.V * given.power(0.0, 2.5)
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": 0.05 * L}, "c0")
    bullet = given.body(0, given.up(L * given.between(0.1, 1.0)), 0.0, True, (ball, 0.05 * L, 0.03 * L))
    bullet.fields["velocity"] = (*(0.0,) * (dim - 1), -speed)
    thin = L * given.one((0.02, 0.1))
    plate = Part("Cuboid", {"lengths": (*(2.0 * L,) * (dim - 1), thin)}, "plate")
    if given.chance(0.5):
        return {"bodies": (bullet,), "ground": (plate,), "parts": (given.law(("$c0",), ("$plate",)),)}
    other = given.body(1, given.up(-0.3 * L), 0.0, True, (plate, L, 0.5 * L))
    return {"bodies": (bullet, other), "parts": (given.law(("$c0",), ("$plate",)),), "gravity": (0.0,) * dim}


def driven(given: Sizes, dim: int) -> dict:
    """A box or ball on a table that shakes."""
    L, rate = given.L, given.V / given.L
    table = Part("Cuboid", {"lengths": (*(4.0 * L,) * (dim - 1), 0.4 * L)}, "table")
    shake = Part("Sine", {"amplitude": L * given.between(0.0, 0.3), "frequency": rate * given.between(0.05, 0.6)})
    motion = tuple(shake if i == given.one((0, dim - 1)) else 0.0 for i in range(dim))
    carrier = Part("PrescribedBody", {"position": (0.0,) * dim, "motion": motion}, "t", (table,))
    half = 0.25 * L
    box = Part("Cuboid", {"lengths": (2.0 * half,) * dim}, "c0"), half * np.sqrt(dim), 0.3 * L
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": half}, "c0"), half, 0.6 * half
    body = given.body(0, given.up(0.2 * L + half * given.one((1.0, 1.2))), 0.0, True, given.one((box, ball)))
    return {"bodies": (carrier, body), "parts": (given.law(("$table",), ("$c0",)),)}


def hole(given: Sizes, dim: int) -> dict:
    """A body in a round hole, or a pole in a ring."""
    L = given.L
    if dim == 2:
        hole = Part("Circle", {"radius": 2.0 * L, "hollow": True}, "hole")
        bodies = [given.body(0, given.up(0.0, 0.2 * L), given.V)]
        return {"bodies": tuple(bodies), "ground": (hole,), "parts": (given.law(("$c0",), ("$hole",)),)}
    pole = Part("Cylinder", {"radius": 0.2 * L, "length": 20.0 * L}, "pole")
    ring = Part("Ring", {"radius": 0.25 * L}, "c0")
    body = given.body(0, (0.0, 0.0, 0.0), 0.3 * given.V, True, (ring, L, 0.3 * L))
    return {"bodies": (body,), "ground": (pole,), "parts": (given.law(("$c0",), ("$pole",)),)}


def sprung(given: Sizes, dim: int) -> dict:
    """Two bodies with a spring, loads and a floor; sometimes the contact is compliant."""
    given.spread = min(given.spread, 0.5)
    made = falling(given, dim)
    bodies = made["bodies"]
    k = G / given.L * given.power(0.0, 2.0)
    parts = list(made["parts"])
    damping = given.one((0.0, 0.05)) * float(np.sqrt(k))
    parts.append(Part("SpringDamper", {"a": "$ground", "b": "$b0", "stiffness": k, "damping": damping}))
    if len(bodies) > 1:
        parts.append(Part("SpringDamper", {"a": "$b0", "b": "$b1", "stiffness": k}))
    if given.chance(0.5):
        force = given.vec(0.5 * G)
        factor = Part("Sine", {"amplitude": 1.0, "frequency": 0.2 * given.V / given.L})
        parts.append(Part("PointForce", {"on": "$b0", "vector": force, "factor": factor}))
    if given.chance(0.3):
        law = Part("Compliant", {"stiffness": 1e4 * G / given.L, "damping": 10.0 * float(np.sqrt(G / given.L))})
        parts = [Part(p.kind, {**p.fields, "law": law}) if p.kind == "Contact" else p for p in parts]
    return {**made, "parts": tuple(parts)}


def far_heavy(given: Sizes, dim: int) -> dict:
    """A light scene, and a heavy body far away."""
    made = given.one((falling, resting))(given, dim)
    far = [0.0] * dim
    far[0] = 100.0 * given.L
    m = given.power(4.0, 10.0)
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": given.L}, "far")
    heavy = Part("RigidBody", {"mass": m, "inertia": m * given.L**2, "position": tuple(far)}, "heavy", (ball,))
    if given.chance(0.5):
        heavy.fields["velocity"] = given.vec(given.V)
    return {**made, "bodies": (*made["bodies"], heavy)}


def inside(given: Sizes, dim: int) -> dict:
    """A start with bodies inside each other or the floor."""
    made = resting(given, dim)
    first = made["bodies"][0]
    deep = given.L * given.one((1e-12, 1e-8, 1e-5, 1e-3, 0.03, 0.1))
    place = first.fields["position"]
    first.fields["position"] = (*place[:-1], place[-1] - deep)
    return made


def compound(given: Sizes, dim: int) -> dict:
    """Bodies with two contours each, aside and turned, that fall on a floor and on each other."""
    made = falling(given, dim)
    bodies = []
    for k, body in enumerate(made["bodies"]):
        other = given.contour(f"d{k}")[0]
        fields = {**other.fields, "position": given.vec(0.3 * given.L)}
        fields["rotation"] = given.between(-3.0, 3.0) if dim == 2 else given.vector(3)
        extra = Part(other.kind, fields, other.name)
        bodies.append(Part(body.kind, body.fields, body.name, (*body.contours, extra)))
    lifted = tuple(Part(b.kind, {**b.fields, "position": _above(b, 0.8 * k * given.L + given.L)}, b.name, b.contours)
                   for k, b in enumerate(bodies))  # fmt: skip
    return {**made, "bodies": lifted, "parts": among(given, list(lifted), True)}


def _above(body: Part, height: float) -> tuple[float, ...]:
    place = body.fields["position"]
    return (*place[:-1], place[-1] + height)


def tray(given: Sizes, dim: int) -> dict:
    """A body on a half space that moves or turns as given, or that is a heavy body of its own."""
    L, rate = given.L, given.V / given.L
    top = Part("Plane", {"normal": (0.0, 1.0) if dim == 2 else (0.0, 0.0, 1.0)}, "top")
    if given.chance(0.6):
        motion = tuple(given.function(0.3 * L) if given.chance(0.5) else 0.0 for _ in range(dim))
        angle = Part("Sine", {"amplitude": given.between(0.0, 0.5), "frequency": rate * given.between(0.05, 0.3)})
        fields = {"position": (0.0,) * dim, "motion": motion, "angle": angle}
        carrier = Part("PrescribedBody", {**fields, **({"axis": (0.0, 1.0, 0.0)} if dim == 3 else {})}, "t", (top,))
    else:
        m = given.power(1.0, 4.0)
        fields = {"mass": m, "inertia": m * L**2, "position": (0.0,) * dim, "velocity": given.vec(0.2 * given.V)}
        carrier = Part("RigidBody", fields, "t", (top,))
    shape = given.contour("c0")
    body = given.body(0, given.up(shape[1] * given.between(1.0, 1.5), 0.1 * L), 0.3 * given.V, shape=shape)
    return {"bodies": (carrier, body), "parts": (given.law(("$top",), ("$c0",)),)}


def drum(given: Sizes, dim: int) -> dict:
    """A body in a hole that moves, or a sleeve of two rings on a rod."""
    L = given.L
    if dim == 2:
        hole = Part("Circle", {"radius": 2.0 * L, "hollow": True}, "hole")
        m = given.power(0.0, 3.0)
        ring = Part("RigidBody", {"mass": m, "inertia": m * 4.0 * L**2, "position": (0.0, 2.0 * L)}, "t", (hole,))
        body = given.body(0, (0.0, 2.0 * L), given.V)
        laws = (given.law(("$c0",), ("$hole",)), given.law(("$ring",), ("$floor",)))
        skin = Part("Circle", {"radius": 2.0 * L}, "ring")
        ring = Part(ring.kind, ring.fields, ring.name, (hole, skin))
        return {"bodies": (ring, body), "ground": (given.floor(),), "parts": laws}
    rod = Part("LineSegment", {"start": (0.0, 0.0, -5.0 * L), "end": (0.0, 0.0, 5.0 * L), "radius": 0.2 * L}, "pole")
    rings = tuple(Part("Ring", {"radius": 0.22 * L, "position": (0.0, 0.0, z * L)}, f"c{k}")
                  for k, z in enumerate((-0.3, 0.3)))  # fmt: skip
    m = given.mass()
    fields = {"mass": m, "inertia": tuple(m * L**2 * x for x in (0.2, 0.21, 0.1)), "position": (0.0, 0.0, 0.0)}
    fields |= {"velocity": given.vec(0.2 * given.V), "angular_velocity": given.vec(0.2 * given.V / L)}
    sleeve = Part("RigidBody", fields, "b0", rings)
    return {"bodies": (sleeve,), "ground": (rod,), "parts": (given.law(("$c0", "$c1"), ("$pole",)),)}


def grains(given: Sizes, dim: int) -> dict:
    """Point masses and balls on a floor and on each other."""
    bodies = []
    for k in range(given.whole(2, 4)):
        radius = given.L * given.between(0.2, 0.5)
        ball = Part("Sphere" if dim == 3 else "Circle", {"radius": radius}, f"c{k}")
        fields = {"mass": given.mass(), "position": given.up((k + 0.55) * 1.1 * given.L, 0.1 * given.L)}
        fields["velocity"] = given.vec(given.V * given.one((0.0, 0.5)))
        bodies.append(Part("PointMass", fields, f"b{k}", (ball,)))
    return {"bodies": tuple(bodies), "ground": (given.floor(),), "parts": among(given, bodies, True)}
