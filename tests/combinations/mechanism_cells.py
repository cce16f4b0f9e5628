"""Constraints under schemes: mechanisms of one degree of freedom whose motion is known.

A mechanism builds its model and returns what a result must show after ``END``: pairs of a found and an expected number,
with a scale. Forces are constant, so that velocities are exact in all schemes; places are exact to the order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from cells import Defect, cell, new_model
from kinds import GRAVITY, RUBBER, run, up

import stickslip as ss

END, STEP = 0.1, 1e-3
SOFT_END, SOFT_STEP = 0.02, 2e-4  # of solids, also for explicit schemes
EXACT, CLOSE, ROUGH = 1e-6, 1e-3, 2e-2  # relative errors: of constant accelerations, of smooth motions, of elastic ones
MASS, INERTIA = 2.0, 0.5
PUSH = 3.0  # force or torque of drives [N, N m]

Finding = tuple[float, float, float]  # found, expected, allowed difference
Look = Callable[[ss.Result], Iterable[Finding]]
Build = Callable[[int], tuple[ss.Model, Look]]


@dataclass(frozen=True)
class Mechanism:
    """How a model is built, and how long it runs."""

    build: Build
    end: float = END
    step: float = STEP
    project: bool = False


MECHANISMS: dict[tuple[str, int], Mechanism] = {}


def mechanism(name: str, *dims: int, **fields: Any) -> Callable[[Build], Build]:
    """Enter a mechanism into the table, for these dimensions."""

    def enter(build: Build) -> Build:
        for dim in dims:
            MECHANISMS[name, dim] = Mechanism(build, **fields)
        return build

    return enter


def soft(name: str) -> Callable[[Build], Build]:
    """Enter a mechanism of solids."""
    return mechanism(name, 2, 3, end=SOFT_END, step=SOFT_STEP, project=True)


def mechanism_in_scheme(kind: tuple[str, int], scheme: str) -> str:
    """Run a mechanism."""
    names = f"{kind[0].split()[0]}|RigidBody|MasslessBody" if scheme in ("BDF", "Newmark", "IDA") else kind[0]

    def check() -> None:
        found = MECHANISMS[kind]
        model, look = found.build(kind[1])
        result = run(model, found.end, found.step, scheme, project=found.project)
        for number, (seen, expected, allowed) in enumerate(look(result)):
            if not abs(seen - expected) <= allowed:
                raise Defect(f"finding {number} is {seen:.9g}, expected {expected:.9g} ± {allowed:.1e}")

    return cell(check, names, scheme)


def about(found: float, expected: float, relative: float) -> Finding:
    """Return a finding that may be wrong by a part of what is expected."""
    return found, expected, relative * abs(expected)


def body(dim: int, position: Any = (), **fields: Any) -> ss.RigidBody:
    """Return a rigid body of ``MASS`` and ``INERTIA`` about all axes."""
    inertia = INERTIA if dim == 2 else (INERTIA,) * 3
    return ss.RigidBody(mass=MASS, inertia=inertia, position=position or up(dim, 0.0), **fields)


def along(dim: int, value: float = 1.0) -> tuple[float, ...]:
    """Return a vector along x."""
    return (value, 0.0, 0.0)[:dim]


def spin(dim: int, value: float) -> Any:
    """Return a torque or angular velocity about z."""
    return value if dim == 2 else (0.0, 0.0, value)


def rate(result: ss.Result, part: ss.Body) -> float:
    """Return the last angular velocity about z."""
    return float(np.ravel(result[part].angular_velocity[-1])[-1])


def axle(dim: int) -> dict[str, Any]:
    """Return the fields of a hinge about z."""
    return {} if dim == 2 else {"axis": (0, 0, 1)}


# Joints with one free coordinate: how they are driven, stopped and rubbed.


def _free(turns: bool, dim: int, start: float = 0.0, **fields: Any) -> tuple[ss.Model, ss.Body, ss.Joint]:
    """Return a body on a hinge or rail, with an initial speed, without gravity."""
    model = new_model(dim, 0.0)
    speed = {"angular_velocity": spin(dim, start)} if turns else {"velocity": along(dim, start)}
    part = model.add(body(dim, **(speed if start else {})))
    if turns:
        joint = model.add(ss.Revolute(model.ground, part, **axle(dim), **fields))
    else:
        joint = model.add(ss.Prismatic(model.ground, part, axis=along(dim), **fields))
    return model, part, joint


def _speed(turns: bool, result: ss.Result, part: ss.Body) -> float:
    return rate(result, part) if turns else float(result[part].velocity[-1, 0])


def _joints() -> None:
    for name, turns in (("Revolute", True), ("Prismatic", False)):
        inert = INERTIA if turns else MASS

        def effort(dim: int, turns: bool = turns, inert: float = inert) -> tuple[ss.Model, Look]:
            """A constant effort: u = F t / m."""
            model, part, _ = _free(turns, dim, effort=PUSH)
            return model, lambda result: [about(_speed(turns, result, part), PUSH * END / inert, EXACT)]

        def relative(dim: int, turns: bool = turns, inert: float = inert) -> tuple[ss.Model, Look]:
            """In joint coordinates, with effort; the joint is met to round-off."""
            model, part, joint = _free(turns, dim, effort=PUSH, relative=True)

            def look(result: ss.Result) -> list[Finding]:
                drift = float(abs(result[joint].drift).max(initial=0.0))
                return [about(_speed(turns, result, part), PUSH * END / inert, EXACT), (drift, 0.0, 1e-13)]

            return model, look

        def motion(dim: int, turns: bool = turns, inert: float = inert) -> tuple[ss.Model, Look]:
            """A motion x = 2 t^2: place and speed are given, the drive does the work of the kinetic energy."""
            model, part, joint = _free(turns, dim, motion=ss.Polynomial((0.0, 0.0, 2.0)))

            def look(result: ss.Result) -> list[Finding]:
                work = 0.5 * inert * (4.0 * END) ** 2
                yield about(_speed(turns, result, part), 4.0 * END, 2e-2)  # some schemes have the mean of a step
                yield about(float(result[joint].coordinate[-1]), 2.0 * END**2, 2e-2)
                yield about(float(result.energy.drives[-1]), work, 4e-2)

            return model, look

        def friction(dim: int, turns: bool = turns, inert: float = inert) -> tuple[ss.Model, Look]:
            """Friction F stops u0 after u0 m / F, on a way of u0^2 m / (2 F); then it sticks."""
            start = 0.5 * END * PUSH / inert
            model, part, joint = _free(turns, dim, start, friction=PUSH)

            def look(result: ss.Result) -> list[Finding]:
                way = 0.5 * start**2 * inert / PUSH
                yield _speed(turns, result, part), 0.0, 1e-10
                yield about(float(result[joint].coordinate[-1]), way, 2e-2)
                yield about(float(result.energy.friction[-1]), -0.5 * inert * start**2, 2e-2)

            return model, look

        def stops(dim: int, turns: bool = turns, inert: float = inert) -> tuple[ss.Model, Look]:
            """A stop with restitution 0.5 turns the speed round once."""
            model, part, joint = _free(turns, dim, 1.0, stops=(-1.0, 0.05), stop_restitution=0.5)

            def look(result: ss.Result) -> list[Finding]:
                yield about(_speed(turns, result, part), -0.5, EXACT)
                yield float(result[joint].coordinate[-1]), 0.05 - 0.5 * (END - 0.05), 2.0 * STEP
                yield about(float(result.energy.impacts[-1]), -0.375 * inert, EXACT)

            return model, look

        uses = {"effort": effort, "motion": motion, "friction": friction, "stops": stops, "relative": relative}
        for use, build in uses.items():
            mechanism(f"{name} {use}", 2, 3)(build)


_joints()


@mechanism("Gear", 2, 3)
def gear(dim):
    """Torque on one of two wheels: I1 + I2 / ratio^2 are moved."""
    model, wheels, hinges = new_model(dim, 0.0), [], []
    for k in range(2):
        wheel = model.add(body(dim, along(dim, float(k))))
        wheels.append(wheel)
        hinges.append(model.add(ss.Revolute(model.ground, wheel, at=along(dim, float(k)), **axle(dim))))
    ratio = 2.0
    model.add(ss.Gear(*hinges, ratio=ratio))
    model.add(ss.Torque(wheels[0], spin(dim, PUSH)))
    speed = PUSH * END / (INERTIA * (1.0 + 1.0 / ratio**2))
    return model, lambda result: [
        about(rate(result, wheels[0]), speed, EXACT),
        about(rate(result, wheels[1]), -speed / ratio, EXACT),
    ]


@mechanism("Rolling", 2, 3)
def rolling(dim):
    """A disk or ball rolls down a slope: g sin a / (1 + I / (m r^2))."""
    angle, radius = 0.3, 0.5
    model = new_model(dim)
    normal = (-np.sin(angle), np.cos(angle)) if dim == 2 else (-np.sin(angle), 0.0, np.cos(angle))
    wheel = model.add(body(dim, tuple(radius * x for x in normal)))
    skin = wheel.add(ss.Circle(radius=radius) if dim == 2 else ss.Sphere(radius=radius))
    model.add(ss.Rolling(skin, model.ground.add(ss.Plane(normal=normal))))
    speed = GRAVITY * np.sin(angle) * END / (1.0 + INERTIA / (MASS * radius**2))
    return model, lambda result: [
        about(float(np.linalg.norm(result[wheel].velocity[-1])), speed, EXACT),
        (float(result[wheel].position[-1] @ normal), radius, 1e-9),
    ]


@mechanism("OneWayClutch", 2, 3)
def clutch(dim):
    """A torque that turns the outer part ahead meets no resistance; one that turns the inner part ahead takes both."""
    model, pairs = new_model(dim, 0.0), []
    for k in range(2):
        place = along(dim, float(k))
        pair = [model.add(body(dim, place)) for _ in range(2)]
        for part in pair:
            model.add(ss.Revolute(model.ground, part, at=place, **axle(dim)))
        model.add(ss.OneWayClutch(*pair))
        model.add(ss.Torque(pair[k], spin(dim, PUSH)))
        pairs.append(pair)
    alone = PUSH * END / INERTIA
    return model, lambda result: [
        about(rate(result, pairs[0][0]), 0.5 * alone, EXACT),
        about(rate(result, pairs[0][1]), 0.5 * alone, EXACT),
        (rate(result, pairs[1][0]), 0.0, 1e-9),
        about(rate(result, pairs[1][1]), alone, EXACT),
    ]


WIRE = ss.Section(EA=1e3, EI=(1.0, 1.0), GA=1e3, GJ=1.0, mass_per_length=1.0, inertia=1e-2)  # stiff for a bead of 1 g


def _guide(line: Callable[..., ss.Body], relative: bool) -> Build:
    def build(dim: int) -> tuple[ss.Model, Look]:
        """A light bead on a slope is pushed along x: the part of the push along the slope moves it, past a node."""
        model = new_model(dim, 0.0)
        slope = (0.8, 0.6) if dim == 2 else (0.8, 0.0, 0.6)
        wire = model.add(line((0.0,) * dim, tuple(2.0 * x for x in slope)))
        clamp = ss.Revolute if isinstance(wire, ss.StringBody) else ss.Fixed
        for end in (wire.start, wire.end):
            model.add(clamp(model.ground, end))
        inertia = 1e-6 if dim == 2 else (1e-6,) * 3
        bead = model.add(ss.RigidBody(mass=1e-3, inertia=inertia, position=tuple(0.97 * x for x in slope),
                                      velocity=slope, name="bead"))  # fmt: skip
        model.add(ss.PointForce(bead, along(dim, 1e-3)))
        guide = model.add(ss.Guide(wire, bead, relative=relative))

        def look(result: ss.Result) -> list[Finding]:
            speed = float(np.linalg.norm(result[bead].velocity[-1]))
            aside = float(abs(result[bead].position[-1] @ np.array([-slope[-1], *slope[1:-1], slope[0]])))
            way = 0.97 + END + 0.5 * 0.8 * END**2
            return [
                about(speed, 1.0 + 0.8 * END, CLOSE), (aside, 0.0, 1e-4),
                about(float(result[guide].coordinate[-1]), way, CLOSE),
            ]  # fmt: skip

        return model, look

    return build


for _relative in (False, True):
    _name = "Guide relative" if _relative else "Guide"
    mechanism(f"{_name} Beam", 3)(_guide(lambda a, b: ss.Beam.straight(a, b, 2, section=WIRE), _relative))
    mechanism(f"{_name} PlanarBeam", 2)(_guide(lambda a, b: ss.PlanarBeam.straight(a, b, 2, section=WIRE), _relative))
    mechanism(f"{_name} StringBody", 2)(
        _guide(
            lambda a, b: ss.StringBody.straight(a, b, 2, stiffness=1e3, mass_per_length=1.0, formulation="bezier"),
            _relative,
        )
    )


# Constraints of solids.


def _block(model: ss.Model, **fields: Any) -> ss.SolidBody:
    """Return a cube of 0.2 m with its lowest corner at the origin, 8 kg or, in the plane, 40 kg."""
    dim = model.dim
    plane = {"plane": "strain"} if dim == 2 else {}
    return model.add(ss.SolidBody.box((0.2,) * dim, 2, RUBBER, **plane, **fields))


def _side(block: ss.SolidBody, height: float) -> np.ndarray:
    return block.boundary(lambda *x: abs(x[-1] - height) < 1e-9)


def _weight(model: ss.Model, block: ss.SolidBody) -> float:
    return RUBBER.density * 0.2**model.dim


@soft("Support")
def support(dim):
    """Held nodes stay, and the impulse of the support and that of the weight are the change of momentum."""
    model = new_model(dim)
    block = _block(model)
    low = block.nodes_where(lambda *x: x[-1] == 0.0)
    held = model.add(ss.Support(block, low))

    def look(result: ss.Result) -> Iterable[Finding]:
        yield float(abs(result[block].displacement[-1][low]).max()), 0.0, 1e-9
        force, time = result[held].force[:, -1], result.time
        weight = _weight(model, block) * GRAVITY
        impulse = float(np.trapezoid(force, time)) - weight * SOFT_END
        yield float(result.momentum.linear[-1, dim - 1]), impulse, ROUGH * weight * SOFT_END

    return model, look


@soft("Support motion")
def moved_support(dim):
    """All nodes are moved by x = 2 t^2: the drive does the work of the kinetic energy."""
    model = new_model(dim, 0.0)
    block = _block(model)
    motion = (ss.Polynomial((0.0, 0.0, 2.0)), *(0.0,) * (dim - 1))
    model.add(ss.Support(block, np.arange(len(block.nodes)), motion=motion))
    work = 0.5 * _weight(model, block) * (4.0 * SOFT_END) ** 2
    return model, lambda result: [
        about(float(result[block].displacement[-1][:, 0].min()), 2.0 * SOFT_END**2, 2e-2),
        about(float(result.energy.drives[-1]), work, 4e-2),
    ]


def _pulled(model: ss.Model, at: Any) -> Callable[[ss.Result], Finding]:
    """Pull a part along x; return the finding that all that hangs on it has the impulse."""
    model.add(ss.PointForce(at, along(model.dim, PUSH)))
    return lambda result: about(float(result.momentum.linear[-1, 0]), PUSH * SOFT_END, EXACT)


def _mean(result: ss.Result, block: ss.SolidBody, facets: np.ndarray) -> np.ndarray:
    """Return the mean place of a boundary of equal facets."""
    return result[block].position[-1][facets].mean(axis=(0, 1))


def _bond(multiplier: str) -> Build:
    def build(dim: int) -> tuple[ss.Model, Look]:
        """A rigid body pulls a bonded solid: the impulse moves both, and the boundary follows on the mean."""
        model = new_model(dim, 0.0)
        block = _block(model)
        foot = model.add(body(dim))
        facets = _side(block, 0.0)
        model.add(ss.Bond(block, facets, foot, multiplier=multiplier))
        impulse = _pulled(model, foot)
        arm = block.nodes[facets].mean(axis=(0, 1))

        def look(result: ss.Result) -> Iterable[Finding]:
            yield impulse(result)
            expected = result[foot].position[-1] + result[foot].rotation[-1][:dim, :dim] @ arm
            error = float(abs(_mean(result, block, facets) - expected).max())
            yield error, 0.0, CLOSE * float(result[foot].position[-1, 0])

        return model, look

    return build


for _multiplier in ("P1", "P0", "dual"):
    soft(f"Bond {_multiplier}")(_bond(_multiplier))


@soft("Tie")
def tie(dim):
    """Two blocks with meshes that do not match are pulled at one: both have the impulse, and no gap opens."""
    model = new_model(dim, 0.0)
    low = _block(model)
    plane = {"plane": "strain"} if dim == 2 else {}
    high = model.add(ss.SolidBody.box((0.2,) * dim, 1, RUBBER, origin=up(dim, 0.2), **plane))
    model.add(ss.Tie(low, _side(low, 0.2), other=high, onto=_side(high, 0.2)))
    impulse = _pulled(model, high.at(len(high.nodes) - 1))

    def look(result: ss.Result) -> Iterable[Finding]:
        yield impulse(result)
        gap = _mean(result, low, _side(low, 0.2)) - _mean(result, high, _side(high, 0.2))
        moved = float(_mean(result, high, _side(high, 0.2))[0]) - 0.1
        yield float(abs(gap).max()), 0.0, CLOSE * moved

    return model, look


def _observer(kind: str, predict_only: bool) -> Build:
    def build(dim: int) -> tuple[ss.Model, Look]:
        """A couple turns a solid, and a body that hangs on it turns as some nodes do (polar decomposition)."""
        model = new_model(dim, 0.0)
        block = _block(model)
        corner = block.nearest((0.2,) * dim)
        inertia = 1e-3 if dim == 2 else (1e-3,) * 3
        part = (
            ss.MasslessBody(position=(0.2,) * dim)
            if kind == "MasslessBody"
            else ss.RigidBody(mass=0.1, inertia=inertia, position=(0.2,) * dim)
        )
        model.add(part)
        model.add((ss.Revolute if dim == 2 else ss.Spherical)(part, corner))
        seen = [0, 1] if dim == 2 else [0, 1, 3]
        model.add(ss.Observer(block, seen, part, predict_only=predict_only))
        for x, sign in ((0.0, -1.0), (0.2, 1.0)):
            model.add(ss.PointForce(block.nearest((x, *(0.2,) * (dim - 1))), (0.0, sign * 20.0, 0.0)[:dim]))

        def look(result: ss.Result) -> Iterable[Finding]:
            places, given = result[block].position[-1][seen], block.nodes[seen]
            U, _, Vt = np.linalg.svd((places - places.mean(axis=0)).T @ (given - given.mean(axis=0)))
            nearest = U @ np.diag([*[1.0] * (dim - 1), np.linalg.det(U @ Vt)]) @ Vt
            turn = result[part].rotation[-1][:dim, :dim]
            angle = float(np.arccos(np.clip(0.5 * (np.trace(turn) - dim + 2), -1.0, 1.0)))
            yield float(abs(turn - nearest).max()), 0.0, CLOSE * angle
            yield float(angle > 1e-3), 1.0, 0.0

        return model, look

    return build


for _kind in ("MasslessBody", "RigidBody"):
    soft(f"Observer {_kind}")(_observer(_kind, False))
soft("Observer predict_only")(_observer("RigidBody", True))
