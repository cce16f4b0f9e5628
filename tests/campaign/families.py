"""Random scenes: what falls, rests, slides, collides, hangs in joints and is driven, at all sizes, masses and schemes.

Lengths are multiples of a size L = 1e-4 to 1e3 m, times of sqrt(L / g).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scene import Part, Scene

G = 9.81
SCHEMES = (
    ("MoreauMidpoint", {}), ("MoreauMidpoint", {}), ("SemiExplicit", {}), ("Theta", {}), ("Theta", {"theta": 1.0}),
    ("GeneralizedAlpha", {}), ("Bathe", {}), ("EDAlpha", {}), ("HalfExplicit", {}), ("EnergyMomentum", {}),
)  # fmt: skip


class Dice:
    """A source of random numbers that gives plain values."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def power(self, low: float, high: float) -> float:
        return float(10.0 ** self.rng.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        return int(self.rng.integers(low, high + 1))

    def one(self, items: Any) -> Any:
        return items[int(self.rng.integers(len(items)))]

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def vector(self, n: int, size: float = 1.0) -> tuple[float, ...]:
        return tuple(float(x) for x in size * self.rng.normal(size=n))


def random_scene(seed: int) -> Scene:
    """Return the scene of a seed."""
    dice = Dice(seed)
    families: tuple[Callable[[Dice, int], dict], ...] = (
        _falling, _falling, _resting, _resting, _colliding, _bullet, _linked, _linked, _driven, _hole, _sprung,
        _far_heavy, _inside, _line, _solid,
    )  # fmt: skip
    dim = dice.one((2, 3))
    family = dice.one(families)
    L = dice.power(-4, 3) if dice.chance(0.5) else 1.0
    given = _Sizes(dice, dim, L)
    made = family(given, dim)
    name, options = made.pop("scheme", None) or dice.one(SCHEMES)
    T = np.sqrt(L / G)
    dt = made.pop("dt", None) or float(T * dice.power(-3.3, -1.3))
    return Scene(
        family=family.__name__[1:], seed=seed, dim=dim, scheme=Part(name, dict(options)), dt=float(f"{dt:.3g}"),
        steps=dice.whole(50, 200), **{"gravity": _down(dim), "ground": (), "parts": (), **made},
    )  # fmt: skip


def _down(dim: int) -> tuple[float, ...]:
    return (0.0, -G) if dim == 2 else (0.0, 0.0, -G)


class _Sizes(Dice):
    """Random bodies of about one size."""

    def __init__(self, dice: Dice, dim: int, L: float) -> None:
        self.rng, self.dim, self.L = dice.rng, dim, L
        self.V = float(np.sqrt(G * L))
        self.spread = self.one((0.0, 0.5, 0.5, 2.0, 4.0))

    def vec(self, size: float) -> tuple[float, ...]:
        return self.vector(self.dim, size)

    def mass(self) -> float:
        return self.power(-self.spread, self.spread)

    def contour(self, name: str, round_only: bool = False) -> tuple[Part, float, float]:
        """Return a contour, the radius of the ball around it, and a radius of gyration."""
        L, kind = self.L, self.one(("ball", "ball", "box", "box", "segment", "point", "cylinder"))
        if round_only or kind == "ball":
            radius = L * self.between(0.2, 0.6)
            return Part("Sphere" if self.dim == 3 else "Circle", {"radius": radius}, name), radius, 0.6 * radius
        if kind == "box":
            lengths = tuple(L * self.between(0.3, 1.0) for _ in range(self.dim))
            reach = 0.5 * float(np.linalg.norm(lengths))
            return Part("Cuboid", {"lengths": lengths}, name), reach, 0.5 * reach
        if kind == "segment":
            half, radius = L * self.between(0.2, 0.6), L * self.one((0.0, 0.05, 0.1))
            ends = (-half, *(0.0,) * (self.dim - 1)), (half, *(0.0,) * (self.dim - 1))
            return (
                Part("LineSegment", {"start": ends[0], "end": ends[1], "radius": radius}, name),
                half + radius,
                0.5 * half,
            )
        if kind == "point":
            return Part("Point", {}, name), 0.1 * L, 0.3 * L
        if self.dim == 2:
            return self.contour(name, True)
        radius, length = L * self.between(0.2, 0.6), L * self.between(0.0, 1.0)
        return (
            Part("Cylinder", {"radius": radius, "length": length}, name),
            float(np.hypot(radius, 0.5 * length)),
            0.5 * radius,
        )

    def body(self, k: int, position: Any, speed: float, upright: bool = False, shape: Any = None) -> Part:
        """Return a rigid body with one contour."""
        contour, _, gyration = shape or self.contour(f"c{k}")
        m = self.mass()
        theta = m * gyration**2
        inertia: Any = theta
        if self.dim == 3:
            a, b = self.between(0.7, 1.3), self.between(0.7, 1.3)
            inertia = (theta * a, theta * b, theta)
        fields: dict[str, Any] = {"mass": m, "inertia": inertia, "position": tuple(float(x) for x in position)}
        if not upright:
            fields["rotation"] = self.between(-3.0, 3.0) if self.dim == 2 else self.vector(3)
        if speed > 0.0:
            fields["velocity"] = self.vec(speed)
            turn = speed / self.L
            fields["angular_velocity"] = self.between(-turn, turn) if self.dim == 2 else self.vector(3, turn)
        return Part("RigidBody", fields, f"b{k}", (contour,))

    def floor(self) -> Part:
        normal = (0.0, 1.0) if self.dim == 2 else (0.0, 0.0, 1.0)
        return Part("Plane", {"normal": normal}, "floor")

    def law(self, a: tuple[str, ...], b: tuple[str, ...]) -> Part:
        fields: dict[str, Any] = {"a": a, "b": b, "friction": self.one((0.0, 0.1, 0.3, 0.6, 1.0, 3.0))}
        fields["restitution"] = self.one((0.0, 0.0, 0.3, 0.8, 1.0))
        if self.chance(0.1):
            fields["tangential_restitution"] = self.between(0.0, 1.0)
        return Part("Contact", fields)

    def short_step(self) -> float:
        """Return a step that follows waves in soft bodies."""
        return self.L / self.V * self.power(-3.5, -2.3)

    def up(self, height: float, aside: float = 0.0) -> tuple[float, ...]:
        side = self.vector(self.dim - 1, aside)
        return (*side, height)


def _among(given: _Sizes, bodies: list[Part], floor: bool) -> tuple[Part, ...]:
    """Return one law among all contours that can touch: cylinders touch balls and planes only."""
    plain = tuple(f"${c.name}" for b in bodies for c in b.contours if c.kind not in ("Cylinder",))
    balls = tuple(f"${c.name}" for b in bodies for c in b.contours if c.kind in ("Sphere", "Point"))
    round_ones = tuple(f"${c.name}" for b in bodies for c in b.contours if c.kind == "Cylinder")
    ground = ("$floor",) if floor else ()
    out = [given.law(plain + ground, plain + ground)] if len(plain) + len(ground) > 1 else []
    if round_ones and balls + ground:
        out.append(given.law(round_ones, balls + ground))
    return tuple(out)


def _falling(given: _Sizes, dim: int) -> dict:
    """Bodies that fall on a floor and on each other."""
    height, bodies = 0.0, []
    for k in range(given.whole(1, 4)):
        shape = given.contour(f"c{k}")
        height += shape[1] * given.between(1.02, 1.5)
        bodies.append(given.body(k, given.up(height, 0.1 * given.L), given.V * given.one((0.0, 0.3, 1.0)), shape=shape))
        height += shape[1]
    return {"bodies": tuple(bodies), "ground": (given.floor(),), "parts": _among(given, bodies, True)}


def _resting(given: _Sizes, dim: int) -> dict:
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
    down = _down(dim)
    gravity = tuple(float(x) for x in (G * np.sin(angle), *down[1:-1], down[-1] * np.cos(angle)))
    return {
        "bodies": tuple(bodies),
        "ground": (given.floor(),),
        "parts": _among(given, bodies, True),
        "gravity": gravity,
    }


def _colliding(given: _Sizes, dim: int) -> dict:
    """Bodies that fly towards a common place without weight."""
    bodies = []
    for k in range(given.whole(2, 4)):
        direction = np.zeros(dim)
        direction[k % dim] = 1.0 if k < dim else -1.0
        r = direction * 2.5 * given.L + 0.02 * given.L * given.rng.normal(size=dim)
        body = given.body(k, r, 0.5 * given.V)
        body.fields["velocity"] = tuple(float(x) for x in -given.V * given.between(0.5, 2.0) * direction)
        bodies.append(body)
    return {"bodies": tuple(bodies), "parts": _among(given, bodies, False), "gravity": (0.0,) * dim}


def _bullet(given: _Sizes, dim: int) -> dict:
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


def _joint(given: _Sizes, a: str, b: str, at: tuple[float, ...]) -> Part:
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
        if given.chance(0.3):
            fields["stops"] = (-size * given.between(0.05, 0.5), size * given.between(0.05, 0.5))
            fields["stop_restitution"] = given.one((0.0, 0.5, 1.0))
        elif given.chance(0.2):
            weight = G if kind == "Prismatic" else G * given.L
            fields["friction"] = weight * given.between(0.0, 0.5)
        elif given.chance(0.2):
            rate = given.V / given.L
            fields["motion"] = Part("Polynomial", {"coefficients": (0.0, 0.3 * size * rate)})
    return Part(kind, fields)


def _linked(given: _Sizes, dim: int) -> dict:
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


def _driven(given: _Sizes, dim: int) -> dict:
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


def _hole(given: _Sizes, dim: int) -> dict:
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


def _sprung(given: _Sizes, dim: int) -> dict:
    """Two bodies with a spring, loads and a floor; sometimes the contact is compliant."""
    given.spread = min(given.spread, 0.5)
    made = _falling(given, dim)
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
        parts.append(Part("PointForce", {"at": "$b0", "vector": force, "factor": factor}))
    if given.chance(0.3):
        law = Part("Compliant", {"stiffness": 1e4 * G / given.L, "damping": 10.0 * float(np.sqrt(G / given.L))})
        parts = [Part(p.kind, {**p.fields, "law": law}) if p.kind == "Contact" else p for p in parts]
    return {**made, "parts": tuple(parts)}


def _far_heavy(given: _Sizes, dim: int) -> dict:
    """A light scene, and a heavy body far away."""
    made = given.one((_falling, _resting))(given, dim)
    far = [0.0] * dim
    far[0] = 100.0 * given.L
    m = given.power(4.0, 10.0)
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": given.L}, "far")
    heavy = Part("RigidBody", {"mass": m, "inertia": m * given.L**2, "position": tuple(far)}, "heavy", (ball,))
    if given.chance(0.5):
        heavy.fields["velocity"] = given.vec(given.V)
    return {**made, "bodies": (*made["bodies"], heavy)}


def _inside(given: _Sizes, dim: int) -> dict:
    """A start with bodies inside each other or the floor."""
    made = _resting(given, dim)
    first = made["bodies"][0]
    deep = given.L * given.one((1e-12, 1e-8, 1e-5, 1e-3, 0.03, 0.1))
    place = first.fields["position"]
    first.fields["position"] = (*place[:-1], place[-1] - deep)
    return made


def _line(given: _Sizes, dim: int) -> dict:
    """A string or beam that falls on a floor, or a ball that falls on it."""
    L, n = given.L, given.whole(2, 5)
    places = tuple(
        tuple(float(x) for x in ((i / n - 0.5) * 2.0 * L, *(0.0,) * (dim - 2), 0.5 * L)) for i in range(n + 1)
    )
    density, radius = given.power(-1, 1), 0.05 * L
    stiffness = density * G * L * given.power(1.0, 3.0)
    skin = Part("surface", {"radius": radius}, "skin")
    line = Part("StringBody", {"positions": places, "density": density, "stiffness": stiffness}, "line", (skin,))
    ball = Part("Sphere" if dim == 3 else "Circle", {"radius": 0.2 * L}, "c1")
    body = given.body(1, given.up(0.5 * L + radius + 0.25 * L), 0.0, True, (ball, 0.2 * L, 0.1 * L))
    parts = (given.law(("$skin", "$c1", "$floor"), ("$skin", "$c1", "$floor")),)
    return {"bodies": (line, body), "ground": (given.floor(),), "parts": parts, "dt": given.short_step()}


def _solid(given: _Sizes, dim: int) -> dict:
    """An elastic block that falls on a floor."""
    L = given.L
    density = given.power(2, 4)
    young = density * G * L * given.power(2.0, 4.0)
    lengths, start = (L,) * dim, (*(0.0,) * (dim - 1), L * given.one((0.0, 0.05)))
    material = Part("Material", {"young": young, "poisson": 0.3, "density": density})
    fields = {"lengths": lengths, "divisions": (2,) * dim, "origin": start, "material": material}
    if dim == 2:
        fields["thickness"], fields["plane"] = L, given.one(("stress", "strain"))
    skin = Part("surface", {}, "skin")
    block = Part("SolidBody.box", fields, "block", (skin,))
    parts = (given.law(("$skin",), ("$floor",)),)
    return {"bodies": (block,), "ground": (given.floor(),), "parts": parts, "dt": given.short_step()}
