"""Joints from their declarations: what they hold, at the level of positions and of velocities.

A joint holds some directions of the relative translation of its two points and some of the relative rotation of its two
frames; the same directions are those in which it can push and turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stickslip import joints as declared
from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, Frame, Ground, PrescribedBody
from stickslip.forces.torsional_spring import TorsionalSpring
from stickslip.results.columns import joint_count
from stickslip.verify.functions import NotCovered, rate, value
from stickslip.verify.gaps import Shapes, lasting
from stickslip.verify.instants import smallest, with_rates, within
from stickslip.verify.laws import KEEPS_ENERGY, ONE_IMPULSE
from stickslip.verify.poses import (
    Poses,
    arm,
    bodies_with_mass,
    chosen,
    covered,
    declared_rotation,
    padded,
    poses,
    rotation_vector,
    velocity_at,
)
from stickslip.verify.record import Record
from stickslip.verify.report import Check
from stickslip.verify.shapes import reach

POSITION = 1e-3  # of the size of the bodies, or as an angle
SAME = 1e-6  # likewise
ROUND_OFF = 1e-9  # of the largest speed of all bodies that joints connect
RECORDED = 1e-2  # of the speed of the joint's bodies, where velocities meet joints in the mean of a step only
VELOCITY = 1e-5  # of the largest speed of the joint's bodies in the run, at least that of a fall for one step


@dataclass
class Held:
    """A joint of two bodies: place and axes of its frames in both, which are equal at the declared start."""

    part: declared.Joint
    a: Body
    b: Body
    rho_a: Floats  # (3,) joint point in body a
    rho_b: Floats
    axes_a: Floats  # (3, 3) world axes of the declared start, seen from body a
    axes_b: Floats
    push: list[int] = field(default_factory=list)  # axes of side a along which the points are held together
    turn: list[int] = field(default_factory=list)  # axes of side a about which the frames are held
    free: bool = False  # whether something acts along the free coordinate: drive, stops, friction, spring

    @property
    def coordinated(self) -> declared.FreeAxisJoint:
        """The joint, where it has a free coordinate."""
        assert isinstance(self.part, declared.FreeAxisJoint)
        return self.part


def declared_start(record: Record) -> Poses:
    """Return the poses (1) of the declarations, which fix where joints sit."""
    q, u = np.zeros((1, record.q.shape[1])), np.zeros((1, record.u.shape[1]))
    for body in record.model.bodies:
        if not covered(body) or isinstance(body, Ground | PrescribedBody):
            continue
        entry, r = record.entries[str(body.name)], padded(getattr(body, "position", ()))
        start = entry["q_off"]
        q[0, start : start + record.dim] = r[: record.dim]
        if entry["nq"] == 12:
            q[0, start + 3 : start + 12] = declared_rotation(getattr(body, "rotation", 0.0), 3).T.ravel()
        elif entry["nq"] == 3 and record.dim == 2:
            q[0, start + 2] = float(getattr(body, "rotation", 0.0))
    return poses(record, q, u, np.zeros(1))


def held_joints(record: Record, unchecked: set[str]) -> list[Held]:
    """Return the joints of covered bodies."""
    start, out = declared_start(record), []
    for part in record.model.parts:
        others = declared.Gear | declared.Guide | declared.Rolling | declared.OneWayClutch | declared.Support
        if isinstance(part, others):
            unchecked.add(f"joints of the kind {type(part).__name__}")
        if not isinstance(part, declared.Joint):
            continue
        sides: list[Any] = [side.body if isinstance(side, Frame) else side for side in (part.a, part.b)]
        if record.dim not in part.holds:
            unchecked.add(f"joints of the kind {type(part).__name__}")
        elif any(side not in start or not covered(side) for side in sides):
            unchecked.add(f"joint '{part.name}' of bodies that are not rigid")
        else:
            out.append(_held(record, part, sides, start))
    springs = {spring.joint for spring in record.model.of_kind(TorsionalSpring)}
    for held in out:
        held.free = held.part in springs or (isinstance(held.part, declared.FreeAxisJoint) and _busy(held.part))
    return out


def _busy(part: declared.FreeAxisJoint) -> bool:
    """Whether anything acts along the free coordinate of a joint."""
    return part.motion is not None or part.effort is not None or part.stops is not None or part.friction > 0.0


def _held(record: Record, part: declared.Joint, sides: list[Any], start: Poses) -> Held:
    points: list[Floats] = []
    for side, body in zip((part.a, part.b), sides):
        rho = padded(side.position) if isinstance(side, Frame) else np.zeros(3)
        points.append(start[body].r[0] + start[body].A[0] @ rho)
    grounds = [isinstance(side, Ground) for side in (part.a, part.b)]
    if part.at is not None:
        points = [padded(part.at)] * 2
    elif any(grounds) and not part.apart:
        points = [points[1 if grounds[0] else 0]] * 2
    axes = _axes(part, record.dim)
    local_points = [start[body].A[0].T @ (x - start[body].r[0]) for x, body in zip(points, sides)]
    local = [start[body].A[0].T @ axes for body in sides]
    push, turn = part.holds[record.dim]
    return Held(part, sides[0], sides[1], local_points[0], local_points[1], local[0], local[1], list(push), list(turn))


def _axes(part: declared.Joint, dim: int) -> Floats:
    """Return three orthonormal world axes (columns) of the declared start; the third is that of the joint.

    In the plane the axis of travel is the third one, too; the second is out of the plane.
    """
    given = part.directions(dim)
    if len(given) == 2:
        first, second = (np.array(v) / np.linalg.norm(v) for v in given)
        return np.column_stack([first, second, np.cross(first, second)])
    if dim == 2 and not (len(given[0]) == 3 and given[0][0] == given[0][1] == 0.0):
        third = padded(given[0])
        third = third / np.linalg.norm(third)
        z = np.array([0.0, 0.0, 1.0])
        return np.column_stack([np.cross(z, third), z, third])
    if dim == 2:
        return np.eye(3)
    third = np.array(given[0]) / np.linalg.norm(given[0])
    first = np.cross(np.eye(3)[np.argmin(np.abs(third))], third)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(third, first), third])


def directions(held: Held, at: Poses) -> tuple[list[Floats], list[Floats], Floats, Floats]:
    """Return world directions (n, 3) of held translations and rotations, and the two points where the joint pushes."""
    a, b = at[held.a], at[held.b]
    x_a, x_b = a.r + a.A @ held.rho_a, b.r + b.A @ held.rho_b
    axes_a, axes_b = a.A @ held.axes_a, b.A @ held.axes_b
    push = [axes_a[:, :, i] for i in held.push]
    pairs = {3: [(0, 1), (0, 2), (1, 2)], 2: [(0, 2), (1, 2)], 0: []}.get(len(held.turn))
    turn = [np.cross(axes_a[:, :, 0], axes_b[:, :, 2])] if pairs is None else []
    if isinstance(held.part, declared.PlanarJoint):  # the normal of a stays normal to two axes of b
        pairs = [(2, 0), (2, 1)]
    turn += [np.cross(axes_a[:, :, i], axes_b[:, :, j]) for i, j in pairs or []]
    if pairs is None and held.turn == [2]:
        turn = [axes_a[:, :, 2]]
    if isinstance(held.part, declared.Distance):
        d = x_b - x_a
        return [d / np.linalg.norm(d, axis=1, keepdims=True)], [], x_a, x_b
    if isinstance(held.part, declared.Universal):
        turn = [np.cross(axes_a[:, :, 0], axes_b[:, :, 1])]
    return push, turn, x_a if held.part.points_meet else x_b, x_b


def position_errors(held: Held, at: Poses) -> tuple[Floats, Floats]:
    """Return how far the points are off [m] and the frames [rad], (n,) each."""
    a, b = at[held.a], at[held.b]
    d = (b.r + b.A @ held.rho_b) - (a.r + a.A @ held.rho_a)
    axes_a, axes_b = a.A @ held.axes_a, b.A @ held.axes_b
    if isinstance(held.part, declared.Distance):
        length = held.part.length
        if length is None:
            length = float("nan")
        return np.abs(np.linalg.norm(d, axis=1) - length), np.zeros(len(d))
    off = np.stack([np.einsum("nj,nj->n", axes_a[:, :, i], d) for i in held.push], 1)
    translation = np.linalg.norm(off, axis=1)
    if isinstance(held.part, declared.Universal):
        return translation, np.abs(np.einsum("nj,nj->n", axes_a[:, :, 0], axes_b[:, :, 1]))
    if len(held.turn) == 2:  # the third axes stay parallel
        return translation, np.linalg.norm(np.cross(axes_a[:, :, 2], axes_b[:, :, 2]), axis=1)
    if not held.turn:
        return translation, np.zeros(len(d))
    return translation, np.linalg.norm(rotation_vector(axes_b @ axes_a.swapaxes(1, 2)), axis=1)


def coordinate(held: Held, at: Poses, start: Poses) -> Floats:
    """Return the free coordinate (n,): travel from the start, or the angle, continued from one instant to the next."""
    a, b = at[held.a], at[held.b]
    axes_a, axes_b = a.A @ held.axes_a, b.A @ held.axes_b
    if held.part.slides:
        d = (b.r + b.A @ held.rho_b) - (a.r + a.A @ held.rho_a)
        travel = np.einsum("nj,nj->n", axes_a[:, :, 2], d)
        p, q = start[held.a], start[held.b]
        d_0 = (q.r + q.A @ held.rho_b) - (p.r + p.A @ held.rho_a)
        return travel - float(np.einsum("nj,nj->n", (p.A @ held.axes_a)[:, :, 2], d_0)[0])
    sine = np.einsum("nj,nj->n", axes_a[:, :, 1], axes_b[:, :, 0])
    return np.unwrap(np.arctan2(sine, np.einsum("nj,nj->n", axes_a[:, :, 0], axes_b[:, :, 0])))


def islands(bodies: Sequence[Body], joints: list[Held]) -> list[list[Body]]:
    """Return the bodies with mass in groups that joints connect."""
    group = {body: {body} for body in bodies}
    for held in joints:
        if held.a in group and held.b in group and group[held.a] is not group[held.b]:
            group[held.a] |= group[held.b]
            for body in group[held.b]:
                group[body] = group[held.a]
    out: list[list[Body]] = []
    for body in bodies:
        if not any(body in known for known in out):
            out.append([other for other in bodies if other in group[body]])
    return out


def free_axis(held: Held, at: Poses) -> Floats:
    """Return the axis (n, 3) of the free coordinate of a joint."""
    axis: Floats = (at[held.a].A @ held.axes_a)[:, :, 2]
    return axis


def free_rate(held: Held, at: Poses, rates: Poses) -> Floats:
    """Return the rate (n,) of the free coordinate of a joint at some poses with the velocities of others."""
    a, b = (with_rates(at[body], rates[body]) for body in (held.a, held.b))
    _, _, x_a, x_b = directions(held, at)
    relative = b.w - a.w if held.part.turns else velocity_at(b, x_b) - velocity_at(a, x_a)
    return np.einsum("nj,nj->n", free_axis(held, at), relative)


def ways_of_stops(record: Record, here: Poses, joints: list[Held]) -> Floats:
    """Return how far bodies come past a stop in each step (n - 1,) [m], before a scheme puts them back.

    By no more than the rate of the coordinate allows, times the distance of the bodies that the joint carries.
    """
    ways, start = np.zeros(max(len(record.time) - 1, 0)), declared_start(record)
    for held in joints:
        part = held.part
        if not isinstance(part, declared.FreeAxisJoint) or part.stops is None or not len(ways):
            continue
        first = {body: chosen(here[body], np.arange(len(ways))) for body in (held.a, held.b)}
        free, x = free_rate(held, first, first), coordinate(held, here, start)
        ahead = x[:-1] + record.dt * free
        past = np.maximum(np.maximum(part.stops[0] - ahead, ahead - part.stops[1]), 0.0)
        reach = _carried(record, here, joints, held)
        ways = np.maximum(ways, np.minimum(past, record.dt * np.abs(free)) * reach)
    return ways


def ways_of_drives(record: Record, here: Poses, joints: list[Held]) -> Floats:
    """Return how far bodies are, half-way in a step, from where their velocities lead (n - 1,) [m]: a drive knows.

    A driven coordinate may be where its motion says then, and all bodies that the joint carries with it.
    """
    ways = np.zeros(max(len(record.time) - 1, 0))
    for held in joints:
        part = held.part
        if not isinstance(part, declared.FreeAxisJoint) or part.motion is None or not len(ways):
            continue
        t, dt = record.time[:-1], record.dt
        try:
            beside = value(part.motion, t + 0.5 * dt) - value(part.motion, t) - 0.5 * dt * rate(part.motion, t)
        except NotCovered:
            continue
        ways = np.maximum(ways, np.abs(beside) * _carried(record, here, joints, held))
    return ways


def _carried(record: Record, here: Poses, joints: list[Held], held: Held) -> float:
    """Return how far from a joint that turns the bodies are that it carries [m]; 1 for one that slides."""
    if not held.part.turns:
        return 1.0
    point = here[held.b].r[:-1] + np.einsum("nij,j->ni", here[held.b].A[:-1], held.rho_b)
    group = [body for g in islands(bodies_with_mass(record.model), joints) if held.b in g or held.a in g for body in g]
    return max(float(np.linalg.norm(here[body].r[:-1] - point, axis=1).max()) for body in [held.b, *group])


def check_joints(
    record: Record, here: Poses, shapes: Shapes, joints: list[Held], ways: Floats, unchecked: set[str]
) -> list[Check]:
    """Return the checks of joints at both levels, of driven coordinates and of stops."""
    names = ("joint points stay together", "joint frames stay aligned", "joint velocities agree",
             "driven coordinates follow", "coordinates keep within stops",
             "recorded coordinates are those of the states", "recorded velocities meet the joints")  # fmt: skip
    limits = (POSITION, POSITION, VELOCITY, POSITION, POSITION, SAME, RECORDED)
    checks = {name: Check(name, 0.0, limit) for name, limit in zip(names, limits)}
    start, used = declared_start(record), set()
    moving = _fastest(record, here, joints)
    if not len(record.steps) and joints:
        unchecked.add("velocities of joints: they need every step recorded whole (record_every=1)")

    def worse(name: str, held: Held, off: Floats, scale: float, time: Floats, unit: str) -> None:
        used.add(name)
        relative = off / scale if scale > 0.0 else off
        k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
        if not relative[k] <= checks[name].relative:
            checks[name] = checks[name]._replace(
                relative=float(relative[k]), subject=str(held.part.name), time=float(time[k]), value=float(off[k]),
                unit=unit,
            )  # fmt: skip

    for held in joints:
        if isinstance(held.part, declared.Distance) and held.part.length is None:
            _set_length(held, start)
        size = joint_size(record, held, shapes)
        translation, rotation = position_errors(held, here)
        worse(names[0], held, translation, size, record.time, "m")
        if held.turn or isinstance(held.part, declared.Universal):
            worse(names[1], held, rotation, 1.0, record.time, "rad")
        if len(record.steps):
            off, speed = _velocity_errors(
                record, here, held, max(moving.get(body, 0.0) for body in (held.a, held.b)), ways
            )
            worse(names[2], held, off, speed, record.time[record.steps + 1], "m/s")
            if record.scheme == KEEPS_ENERGY:
                off, speeds = _recorded_velocities(
                    held, here, moving, float(np.linalg.norm(record.model.gravity)) * record.dt.max()
                )
                worse(names[6], held, off / speeds, 1.0, record.time, "")
        part = held.part
        if not isinstance(part, declared.FreeAxisJoint):
            continue
        x, scale, unit = coordinate(held, here, start), size if part.slides else 1.0, "m" if part.slides else "rad"
        beside = x - _recorded(record, held)
        if part.turns:  # full turns between two instants are not seen here
            beside = (beside + np.pi) % (2.0 * np.pi) - np.pi
        worse(names[5], held, np.abs(beside), scale, record.time, unit)
        if part.motion is not None:
            try:
                off = x - value(part.motion, record.clock)
                off = off if part.slides else np.abs((off + np.pi) % (2.0 * np.pi) - np.pi)
                worse(names[3], held, np.abs(off), scale, record.time, unit)
            except NotCovered as reason:
                unchecked.add(str(reason))
        if part.stops is not None:
            past = np.maximum(part.stops[0] - x, x - part.stops[1])
            worse(names[4], held, np.maximum(lasting(past), 0.0), scale, record.time, unit)
    return [checks[name] for name in names if name in used]


def _recorded(record: Record, held: Held) -> Floats:
    """Return the recorded coordinate of a joint (n,)."""
    first = 0
    for entry in record.header["joints"]:
        if str(entry["name"]) == str(held.part.name):
            break
        first += joint_count(entry)
    column: Floats = record.store.read("coordinate")[:, first]
    return column


def _set_length(held: Held, start: Poses) -> None:
    """Give a rod without a length that of the start."""
    a, b = start[held.a], start[held.b]
    ends = (b.r + b.A @ held.rho_b) - (a.r + a.A @ held.rho_a)
    held.part = held.part.model_copy(update={"length": float(np.linalg.norm(ends[0]))})


def joint_size(record: Record, held: Held, shapes: Shapes) -> float:
    """Return a length of the joint's bodies [m]: levers, radii of gyration, contours; the largest."""
    lengths = [float(np.linalg.norm(held.rho_b)), float(np.linalg.norm(held.rho_a))]
    for body, rho in ((held.a, held.rho_a), (held.b, held.rho_b)):
        if isinstance(body, Ground):
            lengths.remove(float(np.linalg.norm(rho)))
            continue
        gyration = arm(body, record.dim)
        lengths += [gyration] if np.isfinite(gyration) else []
        reaches = [reach(shapes[c][0])[1] for c in body.contours if c in shapes]
        lengths += [radius for radius in reaches if np.isfinite(radius)]
    return max(lengths, default=0.0) or 1.0


def _fastest(record: Record, here: Poses, joints: list[Held]) -> dict[Body, float]:
    """Return the largest speed of each body, or of any that joints connect with it [m/s]."""
    out = {}
    for group in islands(bodies_with_mass(record.model), joints):
        speed = max(float(np.linalg.norm(here[body].v, axis=1).max()) for body in group)
        out.update(dict.fromkeys(group, speed))
    return out


def _moved_apart(record: Record, own: Poses, lever: float) -> Floats:
    """Return how far bodies go in steps beside the mean of their velocities (n,) [m]: by corrections of places."""
    k, out = record.steps, np.zeros(len(record.steps))
    dt = record.dt[k][:, None]
    for pose in own.values():
        turn = rotation_vector(pose.A[k + 1] @ pose.A[k].swapaxes(1, 2)) - 0.5 * dt * (pose.w[k] + pose.w[k + 1])
        way = pose.r[k + 1] - pose.r[k] - 0.5 * dt * (pose.v[k] + pose.v[k + 1])
        out += np.linalg.norm(way, axis=1) + lever * np.linalg.norm(turn, axis=1)
    return out


def _beside_joints(own: Poses, before: Poses, after: Poses, dt: Floats, lever: float) -> Floats:
    """Return how far the end of each step (n,) is from where velocities of its begin take each body by itself [m].

    Joint coordinates take bodies along their joints, and corrections of others with them: rows hold in between.
    """
    out = np.zeros(len(dt))
    for body in own:
        a, b = before[body], after[body]
        turn = rotation_vector(b.A @ a.A.swapaxes(1, 2)) - dt[:, None] * a.w
        out += np.linalg.norm(b.r - a.r - dt[:, None] * a.v, axis=1) + lever * np.linalg.norm(turn, axis=1)
    return out


def _turns(held: Held, at: Poses) -> list[Floats]:
    """Return the angular velocities (n, 3) with which what a joint holds turns: those of its bodies, that of a rod."""
    turns = [at[body].w for body in (held.a, held.b)]
    if isinstance(held.part, declared.Distance):
        _, _, x_a, x_b = directions(held, at)
        d, v = x_b - x_a, velocity_at(at[held.b], x_b) - velocity_at(at[held.a], x_a)
        turns.append(np.cross(d, v) / np.sum(d * d, axis=1, keepdims=True))
    return turns


def _recorded_velocities(held: Held, here: Poses, moving: dict[Body, float], fall: float) -> tuple[Floats, Floats]:
    """Return by how much recorded velocities miss a joint at every instant [m/s], and the speeds there, (n,) each.

    Speeds are at least that of a fall for one step, and round-off of the fastest body that joints connect with them.
    """
    a, b = here[held.a], here[held.b]
    push, turn, x_a, x_b = directions(held, here)
    v_a, v_b = velocity_at(a, x_a), velocity_at(b, x_b)
    lever = max(float(np.linalg.norm(rho)) for rho, body in ((held.rho_a, held.a), (held.rho_b, held.b))
                if not isinstance(body, Ground))  # fmt: skip
    errors = [np.abs(np.einsum("nj,nj->n", d, v_b - v_a)) for d in push]
    errors += [lever * np.abs(np.einsum("nj,nj->n", d, b.w - a.w)) for d in turn]
    sides = [np.linalg.norm(v, axis=1) for v in (v_a, v_b, a.v, b.v)]
    sides += [lever * np.linalg.norm(w, axis=1) for w in (a.w, b.w)]
    least = max(fall, ROUND_OFF / RECORDED * max(moving.get(body, 0.0) for body in (held.a, held.b)))
    return np.max(errors, axis=0), np.maximum(np.max(sides, axis=0), least or 1.0)


def _velocity_errors(record: Record, here: Poses, held: Held, fastest: float, ways: Floats) -> tuple[Floats, float]:
    """Return the smallest error of the held velocities [m/s] in each step, and the largest speed in the run.

    Velocities are those of the end of the step or, for schemes that meet joints in the mean, half the sum of both ends.
    Round-off of the fastest body that joints connect with them is no error, nor is what turns with a shift of bodies
    that have met. Schemes of second order move both levels apart by the second order of the turn in a step: they
    correct places after velocities, or have mean velocities that are chords of the motion. A chord differs from the
    mean of the velocities at its ends by dt^2 / 12 times their second derivative, in which stand w^2 v and 3 w' w r of
    both bodies.
    """
    steps = record.steps
    own = {body: here[body] for body in (held.a, held.b)}
    before = {body: chosen(pose, steps) for body, pose in own.items()}
    after = {body: chosen(pose, steps + 1) for body, pose in own.items()}
    lever = max(float(np.linalg.norm(rho)) for rho, body in ((held.rho_a, held.a), (held.rho_b, held.b))
                if not isinstance(body, Ground))  # fmt: skip
    found, speed = [], ROUND_OFF / VELOCITY * fastest
    rates = [_turns(held, at) for at in (before, after)]
    spins = [np.linalg.norm(w, axis=1) for at in rates for w in at]
    faster = np.max([np.linalg.norm(w_1 - w_0, axis=1) for w_0, w_1 in zip(*rates)], axis=0)
    fastest_turn, spin = np.max(spins, axis=0), 2.0 * np.sum(spins, axis=0)
    turn_2 = (record.dt[steps] * fastest_turn) ** 2 + record.dt[steps] * faster
    for at in within(record, own, steps):
        push, turn, x_a, x_b = directions(held, at)
        ends = []
        for of in (before, after):
            a, b = (with_rates(at[body], of[body]) for body in (held.a, held.b))
            v_a, v_b = velocity_at(a, x_a), velocity_at(b, x_b)
            speed = max(speed, *(float(np.linalg.norm(v, axis=1).max()) for v in (v_a, v_b, a.v, b.v)))
            ends.append((v_b - v_a, b.w - a.w))
        slack = ways[steps] * spin
        if getattr(held.part, "relative", False):
            slack = slack + _beside_joints(own, before, after, record.dt[steps], lever) * spin
        if record.scheme not in ONE_IMPULSE:
            moving = np.max([np.linalg.norm(v, axis=1) + lever * np.linalg.norm(w, axis=1) for v, w in ends], axis=0)
            slack = slack + 2.0 * 0.25 * turn_2 * (moving + lever * fastest_turn)
            slack = slack + (_moved_apart(record, own, lever) / lever if lever > 0.0 else 0.0) * moving
        mean = tuple(0.5 * (x + y) for x, y in zip(*ends))
        for v, w in (ends[1], mean):
            errors = [np.abs(np.einsum("nj,nj->n", d, v)) for d in push]
            errors += [lever * np.abs(np.einsum("nj,nj->n", d, w)) for d in turn]
            found.append(np.maximum(np.max(errors, axis=0) - slack, 0.0))
    fall = float(np.linalg.norm(record.model.gravity) * record.dt[steps].max())
    return smallest(found), max(speed, fall)
