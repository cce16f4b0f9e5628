"""Bodies in joints, gears, clutches, springs and bushings, and wheels that roll."""

from __future__ import annotations

from typing import Any

import numpy as np
from scene import Part

from families.dice import G, Sizes


def _joint(given: Sizes, a: str, b: str, at: tuple[float, ...]) -> Part:
    planar = given.dim == 2
    kind = given.one(("Revolute", "Revolute", "Prismatic", "Fixed", "Distance", "PointOnLine") if planar else (
        "Revolute", "Revolute", "Prismatic", "Spherical", "Spherical", "Universal", "Cylindrical", "Fixed", "Distance",
        "PlanarJoint", "PointOnLine"))  # fmt: skip
    fields: dict[str, Any] = {"a": a, "b": b}
    if kind != "Distance":
        fields["at"] = at
    direction = given.vector(given.dim)
    if kind in ("Prismatic", "Cylindrical", "PointOnLine") or (kind == "Revolute" and not planar):
        fields["axis"] = direction
    if kind == "PlanarJoint":
        fields["normal"] = direction
    if kind == "Universal":
        first = np.array(direction) / np.linalg.norm(direction)
        second = np.cross(first, given.rng.normal(size=3))
        fields["axis_a"], fields["axis_b"] = (
            tuple(map(float, first)),
            tuple(map(float, second / np.linalg.norm(second))),
        )
    if kind in ("Revolute", "Prismatic"):
        size = 1.0 if kind == "Revolute" else given.L
        if given.chance(0.1):
            fields["relative"] = True
        if given.chance(0.3):
            fields["stops"] = (-size * given.between(0.05, 0.5), size * given.between(0.05, 0.5))
            fields["stop_restitution"] = given.one((0.0, 0.5, 1.0))
        elif given.chance(0.2):
            weight = G if kind == "Prismatic" else G * given.L
            fields["friction"] = weight * given.between(0.0, 0.5)
        elif given.chance(0.2):
            fields["motion"] = given.start_from_rest(size)
        if "motion" not in fields and given.chance(0.2):
            fields["effort"] = given.function(G * given.L if kind == "Revolute" else G)
    return Part(kind, fields)


def linked(given: Sizes, dim: int) -> dict:
    """A chain of bodies in random joints, perhaps above a floor."""
    given.spread = min(given.spread, 2.0)
    L, count, bodies, parts = given.L, given.whole(1, 3), [], []
    place = np.zeros(dim)
    place[-1] = 1.5 * L
    for k in range(count):
        joint_at = place.copy()
        step = given.rng.normal(size=dim)
        place = place + L * given.between(0.5, 1.2) * step / np.linalg.norm(step)
        place[-1] = max(place[-1], 1.0 * L)
        bodies.append(given.body(k, place, 0.0))
        parts.append(_joint(given, "$ground" if k == 0 else f"$b{k - 1}", f"$b{k}", tuple(map(float, joint_at))))
    if given.chance(0.5):
        laws = tuple(given.law((f"$c{k}",), ("$floor",)) for k in range(count))
        return {"bodies": tuple(bodies), "ground": (given.floor(),), "parts": (*parts, *laws)}
    return {"bodies": tuple(bodies), "parts": tuple(parts)}


def loop(given: Sizes, dim: int) -> dict:
    """A four-bar linkage, perhaps with one joint too many, driven or free."""
    given.spread = min(given.spread, 2.0)
    L, up = given.L, (0.0,) * (dim - 2)
    corners = [(0.0, *up, 0.0), (0.1 * L, *up, 1.0 * L), (1.6 * L, *up, 1.3 * L), (1.5 * L, *up, 0.0)]
    axis = {} if dim == 2 else {"axis": (0.0, 1.0, 0.0)}
    bodies, parts = [], []
    for k in range(3):
        middle = tuple(0.5 * (a + b) for a, b in zip(corners[k], corners[k + 1]))
        bodies.append(given.body(k, middle, 0.0))
        parts.append(Part("Revolute", {"a": f"$b{k - 1}" if k else "$ground", "b": f"$b{k}", "at": corners[k], **axis}))
    last = given.one(("Revolute", "Spherical" if dim == 3 else "Revolute", "PointOnLine"))
    more = axis if last == "Revolute" else {"axis": (0.0, 1.0, 0.0)} if last == "PointOnLine" and dim == 3 else {}
    parts.append(Part(last, {"a": "$ground", "b": "$b2", "at": corners[3], **more}))
    if given.chance(0.4):
        parts[0].fields["motion"] = given.start_from_rest(given.between(-0.3, 0.3))
    elif given.chance(0.5):
        parts[0].fields.update(friction=G * L * given.between(0.0, 0.5))
    return {"bodies": tuple(bodies), "parts": tuple(parts)}


def _wheel(given: Sizes, k: int, x: float, **more: Any) -> tuple[Part, Part]:
    """Return a wheel on a hinge of the ground, at a place beside the origin."""
    m, r = given.mass(), given.L * given.between(0.2, 0.5)
    at = (x, *(0.0,) * (given.dim - 1))
    inertia: Any = m * r**2 if given.dim == 2 else (0.6 * m * r**2, 0.6 * m * r**2, m * r**2)
    fields: dict[str, Any] = {"mass": m, "inertia": inertia, "position": at}
    if given.chance(0.5):
        turn = given.between(-1.0, 1.0) * given.V / given.L
        fields["angular_velocity"] = turn if given.dim == 2 else (0.0, 0.0, turn)
    axis = {} if given.dim == 2 else {"axis": (0.0, 0.0, 1.0)}
    hinge = Part("Revolute", {"a": "$ground", "b": f"$b{k}", "at": at, **axis, **more}, f"j{k}")
    return Part("RigidBody", fields, f"b{k}"), hinge


def geared(given: Sizes, dim: int) -> dict:
    """Two or three wheels with gears, a drive, friction, a spring or stops."""
    given.spread = min(given.spread, 2.0)
    count, ratio = given.whole(2, 3), given.one((1.0, -1.0, given.between(0.2, 5.0)))
    drive = given.one(({"effort": given.function(G * given.L)}, {"friction": 0.2 * G * given.L}, {}))
    pairs = [_wheel(given, k, 1.2 * k * given.L, **(drive if k == 0 else {})) for k in range(count)]
    for _, hinge in pairs:  # speeds that fit
        hinge.fields.pop("at")
    parts = [hinge for _, hinge in pairs]
    bodies = [body for body, _ in pairs]
    for body in bodies:
        body.fields.pop("angular_velocity", None)
    if given.chance(0.6):
        turn = given.between(-1.0, 1.0) * given.V / given.L
        for k, body in enumerate(bodies):
            w = turn * (-1.0 / ratio) ** k
            body.fields["angular_velocity"] = w if dim == 2 else (0.0, 0.0, w)
    parts += [Part("Gear", {"first": f"$j{k}", "second": f"$j{k + 1}", "ratio": ratio}) for k in range(count - 1)]
    if given.chance(0.3):
        parts.append(Part("TorsionalSpring", {"joint": f"$j{count - 1}", "stiffness": G * given.L, "damping": 0.1}))
    return {"bodies": tuple(bodies), "parts": tuple(parts)}


def clutch(given: Sizes, dim: int) -> dict:
    """Two wheels on one axis with a freewheel between them; one is driven to and fro."""
    given.spread = min(given.spread, 2.0)
    drive = {"effort": Part("Sine", {"amplitude": G * given.L, "frequency": 0.3 * given.V / given.L})}
    first, hinge = _wheel(given, 0, 0.0, **drive)
    second, other = _wheel(given, 1, 0.0, **({"friction": 0.05 * G * given.L} if given.chance(0.5) else {}))
    freewheel = Part("OneWayClutch", {"a": "$b0", "b": "$b1"})
    return {"bodies": (first, second), "parts": (hinge, other, freewheel)}


def rolling(given: Sizes, dim: int) -> dict:
    """A wheel that rolls on a plane without slip, down a slope or driven."""
    radius, angle = given.L * given.between(0.2, 0.6), given.one((0.0, 0.2, 0.6))
    kind = "Circle" if dim == 2 else given.one(("Sphere", "Cylinder"))
    shape = Part(kind, {"radius": radius, **({"axis": (0.0, 1.0, 0.0)} if kind == "Cylinder" else {})}, "c0")
    body = given.body(0, given.up(radius), 0.0, True, (shape, radius, 0.6 * radius))
    w = given.between(-1.0, 1.0) * given.V / radius
    body.fields["velocity"] = (w * radius, *(0.0,) * (dim - 1))
    body.fields["angular_velocity"] = -w if dim == 2 else (0.0, w, 0.0)
    parts = [Part("Rolling", {"wheel": "$c0", "plane": "$floor"})]
    if given.chance(0.4):
        torque: Any = G * radius * given.between(-1.0, 1.0)
        vector = torque if dim == 2 else (0.0, torque, 0.0)
        parts.append(Part("Torque", {"on": "$b0", "vector": vector, "factor": given.function(1.0)}))
    down = (G * float(np.sin(angle)), *(0.0,) * (dim - 2), -G * float(np.cos(angle)))
    return {"bodies": (body,), "ground": (given.floor(),), "parts": tuple(parts), "gravity": down}


def bushed(given: Sizes, dim: int) -> dict:
    """Bodies in bushings, with torques, forces of the user and a floor."""
    given.spread = min(given.spread, 1.0)
    L, n = given.L, 3 if dim == 2 else 6
    bodies = [given.body(k, given.up((1.0 + 1.2 * k) * L, 0.1 * L), 0.3 * given.V, upright=True) for k in range(2)]
    k = G / L * given.power(0.5, 2.5)
    stiffness = tuple(k if i < dim else k * L**2 for i in range(n))
    damping = tuple(given.one((0.0, 0.05)) * x * float(np.sqrt(L / G)) for x in stiffness)
    parts = [Part("Bushing", {"a": "$ground", "b": "$b0", "stiffness": stiffness, "damping": damping})]
    parts.append(Part("Bushing", {"a": "$b0", "b": "$b1", "stiffness": stiffness, "damping": damping}))
    if given.chance(0.4):
        vector: Any = 0.3 * G * L if dim == 2 else given.vector(3, 0.3 * G * L)
        fields = {"on": "$b1", "vector": vector, "factor": given.function(1.0), "follower": given.chance(0.5)}
        parts.append(Part("Torque", fields | ({"reaction": "$b0"} if given.chance(0.5) else {})))
    if given.chance(0.15):
        swirl = Part("@swirl", {"f": G * given.V / L, "c": 0.1 * float(np.sqrt(G / L))})
        parts.append(Part("UserForce", {"on": "$b1", "function": swirl}))
    if given.chance(0.5):
        laws = tuple(given.law((f"$c{k}",), ("$floor",)) for k in range(2))
        return {"bodies": tuple(bodies), "ground": (given.floor(),), "parts": (*parts, *laws)}
    return {"bodies": tuple(bodies), "parts": tuple(parts)}
