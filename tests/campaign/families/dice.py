"""A source of random numbers, and random bodies, contours and laws of about one size.

Lengths are multiples of a size L = 1e-4 to 1e3 m, times of sqrt(L / g).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scene import Part

G = 9.81


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


def down(dim: int) -> tuple[float, ...]:
    return (0.0, -G) if dim == 2 else (0.0, 0.0, -G)


class Sizes(Dice):
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
        friction = self.one((0.0, 0.1, 0.3, 0.6, 1.0, 3.0, self.between(0.0, 3.0)))
        restitution = self.one((0.0, 0.0, 0.3, 0.8, 1.0, self.between(0.0, 1.0)))
        fields: dict[str, Any] = {"a": a, "b": b, "friction": friction, "restitution": restitution}
        if self.chance(0.1):
            fields["tangential_restitution"] = self.between(0.0, 1.0)
        if self.chance(0.03):
            fields["friction"] = Part("@falling_friction", {"mu": self.between(0.1, 1.0), "speed": self.V})
        if self.chance(0.03):
            fields["restitution"] = Part("@falling_restitution", {"e": self.between(0.0, 1.0), "speed": self.V})
        if self.chance(0.05):
            fields.update(law=self.soft_law(), restitution=0.0)
            fields.pop("tangential_restitution", None)
        return Part("Contact", fields)

    def soft_law(self) -> Part:
        """Return a compliant law that carries a mass of about 1 at a small part of the size."""
        k, c = self.power(2.0, 5.0) * G / self.L, self.one((0.0, 1.0, 30.0)) * float(np.sqrt(G / self.L))
        if self.chance(0.3):
            return Part("UserLaw", {"function": Part("@linear_law", {"k": k, "c": c, "v_ref": 0.01 * self.V})})
        return Part("Compliant", {"stiffness": k, "damping": c, "v_ref": 0.01 * self.V})

    def short_step(self) -> float:
        """Return a step that follows waves in soft bodies."""
        return self.L / self.V * self.power(-3.5, -2.3)

    def up(self, height: float, aside: float = 0.0) -> tuple[float, ...]:
        side = self.vector(self.dim - 1, aside)
        return (*side, height)

    def start_from_rest(self, size: float) -> Part:
        """Return a motion that begins and ends at rest."""
        return Part(
            "SmoothStep", {"start": 0.0, "end": size, "t_start": 0.0, "t_end": self.between(0.5, 3.0) * self.L / self.V}
        )

    def function(self, size: float) -> Part:
        """Return a function of time that begins at zero and stays below a size."""
        rate = self.V / self.L
        return self.one((
            Part("Sine", {"amplitude": size, "frequency": rate * self.between(0.05, 0.5)}),
            Part("Polynomial", {"coefficients": (0.0, 0.3 * size * rate)}),
            self.start_from_rest(size),
            Part("Table", {"times": (0.0, 0.5 / rate, 1.0 / rate), "values": (0.0, size, 0.5 * size)}),
        ))  # fmt: skip


def among(given: Sizes, bodies: list[Part], floor: bool) -> tuple[Part, ...]:
    """Return one law among all contours that can touch: cylinders touch balls and planes only."""
    plain = tuple(f"${c.name}" for b in bodies for c in b.contours if c.kind not in ("Cylinder",))
    balls = tuple(f"${c.name}" for b in bodies for c in b.contours if c.kind in ("Sphere", "Point"))
    round_ones = tuple(f"${c.name}" for b in bodies for c in b.contours if c.kind == "Cylinder")
    ground = ("$floor",) if floor else ()
    out = [given.law(plain + ground, plain + ground)] if len(plain) + len(ground) > 1 else []
    if round_ones and balls + ground:
        out.append(given.law(round_ones, balls + ground))
    return tuple(out)
