"""Whether bodies keep out of each other, at the recorded instants and on the way from one to the next."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.contact.contours import Contour
from stickslip.contact.laws import Contact
from stickslip.verify.distances import distance
from stickslip.verify.functions import NotCovered
from stickslip.verify.poses import Poses, between, chosen
from stickslip.verify.record import Record
from stickslip.verify.report import Check
from stickslip.verify.shapes import Shape, place, reach

DEPTH = 0.1  # of the smaller half extent, at one instant: two bodies that hit each other within a step
COMPRESSED = 0.5  # of the way after which springs push to the other side
LASTING = 1e-3  # of it, for longer
LONG = 10  # instants
LEAVES = 0.8  # of the largest depth of these instants
Shapes = dict[Contour, list[Shape]]
_FINEST = 64  # looks between two instants


class Pair(NamedTuple):
    """Two contours that may touch, and their law."""

    a: Contour
    b: Contour
    law: Contact


def pairs(record: Record) -> list[Pair]:
    """Return all pairs of contours of different bodies that a contact names, each once."""
    found: dict[frozenset[int], Pair] = {}
    for law in record.model.of_kind(Contact):
        for a in law.a:
            for b in law.b:
                if a is not b and a.body is not b.body:
                    found.setdefault(frozenset((id(a), id(b))), Pair(a, b, law))
    return list(found.values())


def label(contour: Contour) -> str:
    """Return the name of a contour with its body."""
    body = contour.body.name if contour.body else "?"
    return f"{body}.{contour.name or type(contour).__name__.lower()}"


def thickness(a: Shape, b: Shape) -> float:
    """Return the smaller of two half extents [m]: what a depth is compared with."""
    return min(a.thickness, b.thickness)


def way_through(a: Shape, b: Shape) -> float:
    """Return the depth [m] from which two shapes come out faster on the other side.

    Two convex sets with half extents p and q along a direction part by d one way and by 2 (p + q) - d the other one.
    Zero if nothing is known of the extents; half spaces have no other side.
    """
    return sum(one.radius if one.kind == "hull" and len(one.vertices) < 3 else one.thickness for one in (a, b))


def check_gaps(record: Record, poses: Poses, shapes: Shapes, unchecked: set[str]) -> list[Check]:
    """Return the largest depth at an instant, the largest one that lasts, and the largest between two instants."""
    deep = Check("bodies do not penetrate", 0.0, DEPTH)
    rest = Check("bodies do not stay inside each other", 0.0, LASTING)
    through = Check("bodies do not pass through each other", 0.0, DEPTH)
    pressed = Check("springs of contacts are not pressed through", 0.0, COMPRESSED)
    looked, steps = False, record.steps
    for pair in pairs(record):
        if pair.a not in shapes or pair.b not in shapes:
            continue
        soft = pair.law.law is not None
        name = f"{label(pair.a)} – {label(pair.b)}"
        for a, b in product(shapes[pair.a], shapes[pair.b]):
            try:
                gap = gaps_in_time(a, b, poses)
            except NotCovered as reason:
                unchecked.add(str(reason))
                break
            looked, size = True, thickness(a, b)
            if soft:
                most = way_through(a, b)
                if 0.0 < most < np.inf:
                    pressed = _worse(pressed, -gap / most, record.time, name, -gap)
                continue
            deep = _worse(deep, -gap / size, record.time, name, -gap)
            least = lasting(-gap)
            rest = _worse(rest, least / size, record.time, name, least)
            near = _meeting(record, poses, a, b, gap, steps)
            if len(near):
                depth = _depth_between(record, poses, a, b, near)
                through = _worse(through, depth / size, record.time[near], name, depth)
    if not looked:
        return []
    soft_ones = [pressed] if any(pair.law.law is not None for pair in pairs(record)) else []
    return [deep, rest, through, *soft_ones] if len(steps) else [deep, rest, *soft_ones]


def gaps_in_time(a: Shape, b: Shape, poses: Poses) -> Floats:
    """Return the signed distance (n,) of two shapes at all instants; infinite for a sleeve that has left its pole."""
    gap = distance(place(a, poses[a.body]), place(b, poses[b.body]))
    for one, other in ((a, b), (b, a)):
        if one.kind == "ring":
            gap = beside_left(gap, gap < -other.radius)
    return gap


def beside_left(gap: Floats, beside: np.ndarray) -> Floats:
    """Return distances (n,) where a sleeve that has left over an end may pass beside the pole until it is on it again.

    One that comes beside the pole without having left it has passed through it.
    """
    out, left = gap.copy(), False
    for k in range(len(gap)):
        left = bool(np.isinf(gap[k])) or (left and bool(beside[k]))
        out[k] = np.inf if left else gap[k]
    return out


def lasting(depth: Floats) -> Floats:
    """Return the depth that every instant and those just before it have in common, (n,); none of what comes out.

    What leaves by itself after an impact needs no push.
    """
    windows = np.lib.stride_tricks.sliding_window_view(np.concatenate([np.zeros(LONG - 1), depth]), LONG)
    least = windows.min(axis=1)
    return np.where(windows[:, -1] < LEAVES * windows.max(axis=1), np.minimum(least, 0.0), least)


def _worse(check: Check, relative: Floats, time: Floats, name: str, value: Floats) -> Check:
    """Return the check with the largest relative violation seen so far; NaN is the largest of all."""
    k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
    if relative[k] <= check.relative:
        return check
    return check._replace(
        relative=float(relative[k]), subject=name, time=float(time[k]), value=float(value[k]), unit="m"
    )


def _meeting(record: Record, poses: Poses, a: Shape, b: Shape, gap: Floats, steps: Ints) -> Ints:
    """Return the steps whose ends are apart although both shapes may have met on the way."""
    if {"half space", "hole", "ring"} & {a.kind, b.kind}:
        return steps[:0]  # behind a plane, or out of a hole: seen at the instants
    apart = steps[(gap[steps] > 0.0) & (gap[steps + 1] > 0.0)]
    p, q = place(a, poses[a.body]).vertices, place(b, poses[b.body]).vertices
    motion = [x[apart + 1] - x[apart] for x in (p, q)]
    common = motion[0].mean(axis=1)
    moved = sum(np.linalg.norm(d - common[:, None], axis=2).max(axis=1) for d in motion)
    moved = moved + _rim(poses, a, apart) + _rim(poses, b, apart)
    return apart[moved > np.minimum(gap[apart], gap[apart + 1])]  # none meets without going that far


def _rim(poses: Poses, one: Shape, steps: Ints) -> Floats:
    """Return how far a turn during a step moves the rim of a cylinder, which is no vertex."""
    if one.kind != "cylinder":
        return np.zeros(len(steps))
    A = poses[one.body].A
    change = np.linalg.norm((A[steps + 1] - A[steps]).reshape(len(steps), 9), axis=1)
    return change * float(np.hypot(one.radius, one.half))


def _depth_between(record: Record, poses: Poses, a: Shape, b: Shape, steps: Ints) -> Floats:
    """Return the largest depth on straight ways between two instants, less what the true way may bend aside."""
    first = {body: chosen(poses[body], steps) for body in (a.body, b.body)}
    last = {body: chosen(poses[body], steps + 1) for body in (a.body, b.body)}
    deepest = np.full(len(steps), -np.inf)
    for s in np.linspace(0.0, 1.0, _FINEST + 1)[1:-1]:
        here = between(first, last, float(s))
        deepest = np.maximum(deepest, -distance(place(a, here[a.body]), place(b, here[b.body])))
    bend = np.zeros(len(steps))
    for one in (a, b):
        p, q = first[one.body], last[one.body]
        radius = 0.0 if len(one.nodes) else float(np.linalg.norm(reach(one)[0])) + reach(one)[1]
        bend += np.linalg.norm(q.v_x[:, one.nodes] - p.v_x[:, one.nodes], axis=2).max(axis=1, initial=0.0)
        bend += np.linalg.norm(q.v - p.v, axis=1) + radius * np.linalg.norm(q.w - p.w, axis=1)
        bend += record.dt[steps] * radius * np.maximum(np.sum(p.w**2, axis=1), np.sum(q.w**2, axis=1))
    return deepest - 0.5 * record.dt[steps] * bend
