"""Whether drives, springs, dry friction and joint stops obey their laws.

Along the free coordinate x of a joint acts what nothing else explains in the balance of momentum:

    p = dt (drive + spring) + friction + stop.

Friction stays in its bound, |friction| <= dt F, and opposes the rate x'; a stop pushes inward, only where x stands at
it, and by Newton's law of impact. As for contacts these are fixed points of projections, in velocities, with the
inverse mass W that the coordinate feels of both bodies of the joint.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, RigidBody
from stickslip.forces.torsional_spring import TorsionalSpring
from stickslip.joints import FreeAxisJoint
from stickslip.verify.forces import uncovered
from stickslip.verify.functions import NotCovered, value
from stickslip.verify.gaps import Shapes
from stickslip.verify.instants import smallest
from stickslip.verify.joints import (
    POSITION,
    Held,
    coordinate,
    declared_start,
    directions,
    free_axis,
    free_rate,
    islands,
    joint_size,
)
from stickslip.verify.laws import LAW, MERGED, ONE_IMPULSE
from stickslip.verify.momentum import Balance
from stickslip.verify.poses import Poses, bodies_with_mass, chosen, inertia, mass
from stickslip.verify.record import Record
from stickslip.verify.report import Check

BOUND, SLIP, STOP = (
    "drives and joint friction are as declared", "joint friction opposes motion", "stops push inward"
)  # fmt: skip
IMPACT = "impacts at stops obey Newton's law"
IMPLICIT = 2e-2  # of the speeds, where forces of a step are those of no single instant
ROUND_OFF = 1e-9  # of the impulses on the bodies that joints connect


class Along(NamedTuple):
    """What happens along the free coordinate of a joint in every step, (n,) each, at one instant within it."""

    p: Floats  # impulse
    least: Floats  # impulse of drive and spring in the step, at least
    most: Floats  # and at most
    slack: Floats  # what the choice of the instant changes
    before: Floats  # rate at the start of the step
    after: Floats  # and at its end
    W: Floats  # inverse mass


def check_efforts(
    record: Record, here: Poses, shapes: Shapes, joints: list[Held], ways: Floats, unchecked: set[str]
) -> list[Check]:
    """Return the checks of what acts along the free coordinates of joints."""
    busy = [held for held in joints if held.free and held.coordinated.motion is None]
    if not busy:
        return []
    if not len(record.steps):
        unchecked.add("drives, friction and joint stops: they need every step recorded whole (record_every=1)")
        return []
    exact, unknown = record.scheme in ONE_IMPULSE, uncovered(record)
    limit = MERGED if not exact else IMPLICIT if record.scheme == "Theta" else LAW
    checks = {name: Check(name, 0.0, limit) for name in ((BOUND, STOP, SLIP, IMPACT) if exact else (BOUND, STOP))}
    balance, looked = Balance(record, here, joints), False
    for group in islands(bodies_with_mass(record.model), joints):
        own = [held for held in joints if held.a in group or held.b in group]
        quiet = np.ones(len(record.steps), dtype=bool) if exact else _quiet(record, here, shapes, group, own, balance)
        for held in busy:
            if held not in own:
                continue
            found = None
            if not any(body in unknown for body in group):
                found = _along(record, here, balance, group, own, held, joint_size(record, held, shapes), ways)
            if found is None:
                unchecked.add(f"drive, friction and stops of joint '{held.part.name}'")
                continue
            looked = True
            for name, (off, scale) in _violations(record, here, shapes, held, found).items():
                if name in checks:
                    checks[name] = _worse(checks[name], record, held, np.where(quiet, off, 0.0), scale)
    return list(checks.values()) if looked else []


def _quiet(
    record: Record, here: Poses, shapes: Shapes, group: list[Body], joints: list[Held], balance: Balance
) -> np.ndarray:
    """Return in which steps no body of a group meets anything, contact or stop: forces alone act in them."""
    met = [np.abs(of[body]).max(axis=1) > 0.0 for of in balance.contacts[:1] for body in group]
    for held in joints:
        if isinstance(held.part, FreeAxisJoint) and held.part.stops is not None:
            met += list(_near_stops(record, here, shapes, held))
    return ~np.logical_or.reduce(met)


def _worse(check: Check, record: Record, held: Held, off: Floats, scale: Floats) -> Check:
    relative = np.where(scale > 0.0, off / np.where(scale > 0.0, scale, 1.0), off)
    k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
    if relative[k] <= check.relative:
        return check
    return check._replace(
        relative=float(relative[k]), subject=str(held.part.name), time=float(record.time[record.steps[k] + 1]),
        value=float(off[k]), unit="rad/s" if held.part.turns else "m/s",
    )  # fmt: skip


def _along(
    record: Record,
    here: Poses,
    balance: Balance,
    group: list,
    joints: list[Held],
    held: Held,
    size: float,
    ways: Floats,
) -> list[Along] | None:
    """Return what happens along the free coordinate for every instant within the steps, or None if it is not known."""
    impulses = balance.free_impulses(group, joints, held)
    try:
        given = _given(record, here, balance, held)
    except NotCovered:
        return None
    if impulses is None:
        return None
    p, scale = impulses
    least, most = np.min(given, axis=0), np.max(given, axis=0)
    slack = np.ptp(np.stack(p), axis=0) + (ROUND_OFF + 2.0 * ways[record.steps] / size) * scale
    out = []
    for k, x in enumerate(p):
        at = balance.at[k % len(balance.at)]
        rates = [free_rate(held, at, of) for of in (balance.before, balance.after)]
        out.append(Along(x, least, most, slack, rates[0], rates[1], _inverse_mass(held, at, record.dim)))
    return out


def _given(record: Record, here: Poses, balance: Balance, held: Held) -> list[Floats]:
    """Return dt times drive and spring (n,), for every instant within the steps and the velocities of ``Balance``."""
    steps, start = record.steps, declared_start(record)
    dt, t, x = record.dt[steps], record.time[steps], coordinate(held, here, start)
    out = []
    for rates, of in product(balance.rates, range(len(balance.at))):
        at, share = balance.at[of], (0.0, 0.5, 1.0, 1.0, 0.5)[of]
        force = np.zeros(len(steps))
        if held.coordinated.effort is not None:
            force += value(held.coordinated.effort, t + share * dt)
        for spring in record.model.of_kind(TorsionalSpring):
            if spring.joint is held.part:
                rate = np.mean([free_rate(held, at, velocities) for velocities in rates], axis=0)
                angle = (1.0 - share) * x[steps] + share * x[steps + 1]
                force -= spring.stiffness * (angle - spring.rest_angle) + spring.damping * rate
        out.append(dt * force)
    return out


def _inverse_mass(held: Held, at: Poses, dim: int) -> Floats:
    """Return the rate of the coordinate after a unit impulse on both bodies alone, (n,)."""
    axis, (_, _, x_a, x_b) = free_axis(held, at), directions(held, at)
    out = np.zeros(len(axis))
    for body, x in ((held.a, x_a), (held.b, x_b)):
        turn = axis if held.part.turns else np.cross(x - at[body].r, axis)
        out += 0.0 if held.part.turns else 1.0 / mass(body)
        if isinstance(body, RigidBody):
            local, theta = np.einsum("nji,nj->ni", at[body].A, turn), inertia(body, dim)
            out += local[:, 2] ** 2 / theta[2, 2] if dim == 2 else np.sum(local * np.linalg.solve(theta, local.T).T, 1)
    return out


def _violations(
    record: Record, here: Poses, shapes: Shapes, held: Held, found: list[Along]
) -> dict[str, tuple[Floats, Floats]]:
    """Return violations of the laws in velocities and what they are compared with, (n,) each."""
    part, steps = held.coordinated, record.steps
    bound = part.friction * record.dt[steps]
    low, high = _near_stops(record, here, shapes, held)
    e = part.stop_restitution
    off: dict[str, list[Floats]] = {name: [] for name in (BOUND, SLIP, STOP, IMPACT)}
    for p, least, most, slack, before, after, W in found:
        rest = p - np.clip(p, least - bound, most + bound)  # what drive, spring and friction cannot do
        allowed = ((rest > 0.0) & low) | ((rest < 0.0) & high)
        beyond = W * np.maximum(np.abs(rest) - slack, 0.0)
        none = np.zeros_like(beyond)
        off[BOUND].append(np.where(low | high, none, beyond))
        off[STOP].append(np.where((low | high) & ~allowed, beyond, none))
        off[SLIP].append(np.where(low | high | (bound == 0.0), none, _slip(p, least, most, slack, after, W, bound)))
        rebound = np.where(before * rest > 0.0, 0.0, e * before) if record.corrected else e * before  # as at contacts
        off[IMPACT].append(np.where(allowed, np.minimum(beyond, np.abs(after + rebound)), none))
    p, _, _, _, before, after, W = found[0]
    floor = 1e-6 * max(float(np.abs(before).max()), float(np.abs(after).max()), float((W * np.abs(p)).max()))
    scale = np.maximum.reduce([np.abs(before), np.abs(after), W * np.abs(p), W * bound, np.full_like(p, floor)])
    return {name: (smallest(values), scale) for name, values in off.items()}


def _slip(p: Floats, least: Floats, most: Floats, slack: Floats, after: Floats, W: Floats, bound: Floats) -> Floats:
    """Return how far friction is from its projection on its bound after a step against the rate, (n,)."""
    against = np.clip(-np.sign(after) * bound, p - most, p - least)  # the friction that comes closest to the law
    found = [np.abs(W * f - np.clip(W * f - after, -W * bound, W * bound)) for f in (against, p - most, p - least)]
    return np.maximum(smallest(found) - W * slack, 0.0)


def _near_stops(record: Record, here: Poses, shapes: Shapes, held: Held) -> tuple[np.ndarray, np.ndarray]:
    """Return in which steps the coordinate may have stood at its lower and at its upper stop, (n,) each."""
    part, steps = held.coordinated, record.steps
    if part.stops is None:
        none = np.zeros(len(steps), dtype=bool)
        return none, none
    x, dt = coordinate(held, here, declared_start(record)), record.dt[steps]
    size = joint_size(record, held, shapes) if part.slides else 1.0
    ahead = x[steps] + dt * free_rate(held, *(2 * [{body: chosen(here[body], steps) for body in (held.a, held.b)}]))
    lowest, highest = (
        np.minimum.reduce([x[steps], x[steps + 1], ahead]),
        np.maximum.reduce([x[steps], x[steps + 1], ahead]),
    )
    return lowest <= part.stops[0] + POSITION * size, highest >= part.stops[1] - POSITION * size
