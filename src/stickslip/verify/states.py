"""Are the recorded numbers motions at all: finite, in time, with axes that are orthonormal and places that move."""

from __future__ import annotations

from itertools import product

import numpy as np

from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body
from stickslip.verify.gaps import LASTING, Shapes, pairs, thickness
from stickslip.verify.laws import recent
from stickslip.verify.poses import Poses, bodies_with_mass, covered, inertia, mass
from stickslip.verify.record import Record
from stickslip.verify.report import Check

ORTHONORMAL = 1e-6
SAME = 1e-9  # of the largest momentum
ROUND_OFF = 1e-12  # of a place
MOTION = 1.0  # of what the velocities at both ends of a step allow


def check_states(record: Record, poses: Poses, shapes: Shapes, ways: Floats) -> list[Check]:
    """Return the checks of finite numbers, increasing times, axes and places that follow velocities."""
    columns = ("q", "u", "energy", "certificate", "reaction", "drift", "coordinate")
    broken = sum(int((~np.isfinite(record.store.read(name))).sum()) for name in columns)
    checks = [Check("all recorded numbers are finite", float(broken), 0.0, value=float(broken), unit="numbers")]
    if len(record.time) > 1 and record.scheme != "static":  # loads may fall along a path
        checks.append(Check("time goes on", float(np.sum(~(record.dt > 0.0))), 0.0))
    if record.dim == 3:
        checks.append(_axes(record, poses))
    if len(record.steps) and bodies_with_mass(record.model):
        checks.append(_motion(record, poses, shapes, ways))
    if all(covered(body) for body in record.model.bodies) and record.scheme != "static":
        checks.append(_momenta(record, poses))
    return checks


def _momenta(record: Record, poses: Poses) -> Check:
    """Compare the recorded momenta with the sums of m v and of r x m v + I w over all bodies."""
    linear, angular = np.zeros((len(record.time), 3)), np.zeros((len(record.time), 3))
    size, turning = np.zeros(len(record.time)), np.zeros(len(record.time))
    for body in bodies_with_mass(record.model):
        pose, theta = poses[body], inertia(body, record.dim)
        spin = np.einsum("nij,jk,nlk,nl->ni", pose.A, theta, pose.A, pose.w)
        linear += mass(body) * pose.v
        angular += np.cross(pose.r, mass(body) * pose.v) + spin
        size += mass(body) * np.linalg.norm(pose.v, axis=1)
        turning += mass(body) * np.linalg.norm(pose.r, axis=1) * np.linalg.norm(pose.v, axis=1)
        turning += np.linalg.norm(spin, axis=1)
    found = record.store.read("momentum")
    if record.dim == 2:  # motion out of the plane is none
        linear[:, 2] = 0.0
    check = Check("recorded momenta are those of the states", 0.0, SAME)
    for own, given, scale, unit in (
        (linear, found[:, :3], size.max(), "N s"), (angular, found[:, 3:6], turning.max(), "N m s")
    ):  # fmt: skip
        off = np.linalg.norm(own - given, axis=1)
        relative = off / scale if scale > 0.0 else off
        k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
        if not relative[k] <= check.relative:
            check = check._replace(
                relative=float(relative[k]), subject="all", time=float(record.time[k]), value=float(off[k]), unit=unit
            )
    return check


def _axes(record: Record, poses: Poses) -> Check:
    check = Check("body axes are orthonormal", 0.0, ORTHONORMAL)
    for body, pose in poses.items():
        off = np.abs(pose.A.swapaxes(1, 2) @ pose.A - np.eye(3)).max(axis=(1, 2))
        k = int(np.argmax(np.where(np.isnan(off), np.inf, off)))
        if not off[k] <= check.relative:
            check = check._replace(relative=float(off[k]), subject=str(body.name), time=float(record.time[k]))
    return check


def _known_places(record: Record, shapes: Shapes) -> dict[Body, float]:
    """Return how far bodies may be inside others, or apart from them under load, at any instant [m]."""
    out: dict[Body, float] = {}
    for pair in pairs(record):
        for a, b in product(shapes.get(pair.a, ()), shapes.get(pair.b, ())):
            for one in (a, b):
                out[one.body] = min(out.get(one.body, np.inf), LASTING * thickness(a, b))
    return out


def _motion(record: Record, poses: Poses, shapes: Shapes, ways: Floats) -> Check:
    """Compare the way of a step with dt times the velocities at its ends; 1 is the most that they allow.

    A place may move by any mean of both velocities, and by as much more as they differ; corrections of positions add
    what impacts of this step and those before it have left. Places of bodies in contact are known to a small part of
    their thickness at either end: what is beyond velocities may come to that much in a step, and in the whole run.
    """
    known = _known_places(record, shapes)
    check, corrected = Check("places follow velocities", 0.0, MOTION), recent(ways)
    k, dt = record.steps, record.dt[record.steps]
    for body in bodies_with_mass(record.model):
        pose, place = poses[body], known.get(body, 0.0)
        mean = 0.5 * (pose.v[k] + pose.v[k + 1])
        beside = pose.r[k + 1] - pose.r[k] - dt[:, None] * mean
        off = np.linalg.norm(beside, axis=1)
        allowed = dt * (np.linalg.norm(pose.v[k + 1] - pose.v[k], axis=1) + 0.5 * np.linalg.norm(mean, axis=1))
        allowed += 2.0 * corrected[k] + ROUND_OFF * np.abs(pose.r).max()
        share = np.maximum(1.0 - allowed / np.where(off > 0.0, off, np.inf), 0.0)
        crept = np.linalg.norm(np.cumsum(share[:, None] * beside, axis=0), axis=1) if place > 0.0 else 0.0 * off
        allowed += place if place > 0.0 else dt**2 * float(np.linalg.norm(record.model.gravity))
        ratio = np.maximum(off / np.where(allowed > 0.0, allowed, np.inf), crept / place if place > 0.0 else 0.0)
        worst = int(np.argmax(np.where(np.isnan(ratio), np.inf, ratio)))
        if not ratio[worst] <= check.relative:
            check = check._replace(
                relative=float(ratio[worst]), subject=str(body.name), time=float(record.time[k[worst] + 1]),
                value=float(off[worst]), unit="m",
            )  # fmt: skip
    return check
