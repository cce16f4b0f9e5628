"""Whether recorded equilibria are some: forces on rigid bodies balance, contacts press and rub within their laws.

Weight and loads count as often as the load factor says; all that depends on time is that of t = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Body, Ground, PrescribedBody
from stickslip.codes import COMPLIANT
from stickslip.contact.contours import Contour
from stickslip.verify.forces import uncovered, working, wrenches
from stickslip.verify.functions import NotCovered
from stickslip.verify.gaps import Shapes, gaps_in_time, pairs, thickness
from stickslip.verify.joints import Held, declared_start, islands
from stickslip.verify.laws import numbered
from stickslip.verify.momentum import columns_of, in_body, weights_of, without
from stickslip.verify.poses import Pose, Poses, bodies_with_mass, chosen, rotation_vector
from stickslip.verify.record import Record
from stickslip.verify.report import Check

BALANCE = 1e-6  # of the largest force on any body of a group
PLACE = 1e-6  # of the smaller half extent
CONE = 1e-6  # of the bound of friction
AGAINST = 1e-2  # [rad] steps along a curve end where slip has another direction than on their way


def check_statics(record: Record, here: Poses, shapes: Shapes, joints: list[Held], unchecked: set[str]) -> list[Check]:
    """Return the checks of equilibria; ``here`` are their poses with what is prescribed at t = 0."""
    unchecked |= {
        "stability of equilibria",
        "balance of forces on bodies that are not rigid",
        "the ledger of a path of equilibria",
    }
    checks = _balance(record, here, joints, unchecked)
    if record.header["integrator"].get("contacts") == "ignored":
        unchecked.add("contacts: they were left out")
        return checks
    return checks + _laws(record, here, shapes, unchecked)


def _balance(record: Record, here: Poses, joints: list[Held], unchecked: set[str]) -> list[Check]:
    """Return whether weight, loads, springs and contacts are balanced, up to what joints can exert.

    As where they are solved for, the unit load counts among the forces: a start without loads has none.
    """
    unknown = uncovered(record)
    unchecked.update(unknown.values())
    check, looked = Check("forces balance", 0.0, BALANCE, unit="N"), False
    try:
        forces = _forces(record, here)
    except NotCovered as reason:
        unchecked.add(f"balance of forces: {reason}")
        return []
    for group in islands(bodies_with_mass(record.model), joints):
        name = ", ".join(str(body.name) for body in group)[:60]
        if any(body in unknown or body not in here for body in group):
            unchecked.add(f"balance of forces on {name}")
            continue
        looked = True
        weights = [weights_of(body, record.dim) for body in group]
        own = [held for held in joints if held.a in group or held.b in group]
        unit, *parts = (np.hstack([of[body] * w for body, w in zip(group, weights)]) for of in forces)
        parts.append(record.time[:, None] * unit)
        off = np.linalg.norm(without(sum(parts[1:], parts[0]), columns_of(group, own, here, weights)), axis=1)
        size = np.max([np.abs(part).max(axis=1) for part in (unit, *parts)], axis=0)
        check = _worse(check, off, size, record.time, name)
    return [check] if looked else []


def _forces(record: Record, here: Poses) -> list[dict[Body, Floats]]:
    """Return forces and torques (n, 6) in body axes on all bodies: of unit loads, of springs, of contacts."""
    start, none = declared_start(record), np.zeros(len(record.time))
    every = wrenches(record, here, none, start)
    springs_too, loads = working(record, here, none, start, stored=True), working(record, here, none, start)
    out: list[dict[Body, Floats]] = [{}, {}, {}]
    for body, (f, m) in every.items():
        spring = [springs_too[body][k] - loads[body][k] for k in range(2)]
        out[0][body] = _six(here[body], f - spring[0], m - spring[1])
        out[1][body] = _six(here[body], spring[0], spring[1])
        out[2][body] = _contact_forces(record, here, body)
    return out


def _six(pose: Pose, force: Floats, torque: Floats) -> Floats:
    return np.hstack([force, in_body(pose, torque)])


def _contact_forces(record: Record, here: Poses, body: Body) -> Floats:
    """Return the forces of contacts on a body (n, 6)."""
    rows, out = record.rows, np.zeros((len(record.time), 6))
    x = np.stack([rows[i] for i in "xyz"], 1)
    for names, sign in zip(record.row_bodies, (-1.0, 1.0)):
        k = np.flatnonzero(names == str(body.name))
        i = rows["instant"][k].astype(np.int64)
        force = sign * record.row_impulses[k] / record.header["dt"]
        pose = chosen(here[body], i)
        np.add.at(out, i, _six(pose, force, np.cross(x[k] - pose.r, force)))
    return out


class _Touching(NamedTuple):
    """Rows of one pair of contours, and its law."""

    k: Ints  # (m,) rows of the record
    a: Contour | None  # None: a piece of a line or surface
    b: Contour | None
    mu: float
    name: str


def _laws(record: Record, here: Poses, shapes: Shapes, unchecked: set[str]) -> list[Check]:
    """Return whether contacts press only where bodies touch, keep to their cones, and rub against the slip."""
    press = Check("contacts press, and only where bodies meet", 0.0, PLACE)
    cone, rub = Check("friction stays in its cone", 0.0, CONE), Check("friction opposes the slip", 0.0, AGAINST)
    rows, found = record.rows, list(_touching(record))
    for pair in found:
        P_N, P_T = rows["P_N"][pair.k], np.hypot(rows["P_T1"][pair.k], rows["P_T2"][pair.k])
        instant = rows["instant"][pair.k].astype(np.int64)
        largest, time = np.full(len(P_N), max(float(np.abs(P_N).max()), 1e-300)), record.time[instant]
        press = _worse(press, np.maximum(-P_N, 0.0), largest, time, pair.name)
        cone = _worse(cone, np.maximum(P_T - pair.mu * np.maximum(P_N, 0.0), 0.0), largest, time, pair.name)
        if pair.a is None or pair.b is None or pair.a not in shapes or pair.b not in shapes:
            unchecked.add("places of contacts, and slip, of bodies that are not rigid")
            continue
        size = thickness(shapes[pair.a][0], shapes[pair.b][0])
        gap = _gap(here, shapes, pair.a, pair.b, unchecked)
        if gap is not None:
            loaded = np.zeros(len(gap))
            np.maximum.at(loaded, instant, (P_N > 0.0).astype(float))
            press = _worse(press, np.abs(gap) * loaded, np.full(len(gap), size), record.time, pair.name)
        off = _against(record, here, pair, 1e3 * PLACE * size)
        rub = _worse(rub, off, np.ones(len(off)), time, pair.name)
    return [press, cone, rub] if found else []


def _touching(record: Record) -> Iterator[_Touching]:
    """Yield the rows of all pairs of contours with exact laws."""
    rows, contours, named = record.rows, numbered(record), list(pairs(record))
    laws = {frozenset((id(pair.a), id(pair.b))): pair.law for pair in named}
    by_bodies = {frozenset(str(side.body.name) for side in (p.a, p.b) if side.body): p.law for p in named}
    exact = rows["status"] != COMPLIANT
    sides = np.stack([rows[name].astype(np.int64) for name in ("a", "b")], 1)
    for a, b in np.unique(sides[exact], axis=0):
        both = frozenset(str(record.header["contours"][side]["body"]) for side in (a, b))
        law = laws.get(frozenset((id(contours[a]), id(contours[b])))) or by_bodies.get(both)
        if law is not None and law.law is None:
            mu = float(law.friction(0.0)) if callable(law.friction) else float(law.friction)
            k = np.flatnonzero(exact & (sides == (a, b)).all(axis=1))
            yield _Touching(k, contours[a], contours[b], mu, " – ".join(sorted(both)))


def _gap(here: Poses, shapes: Shapes, a: Contour, b: Contour, unchecked: set[str]) -> Floats | None:
    """Return the distance (n,) of two contours, each one shape."""
    if len(shapes[a]) != 1 or len(shapes[b]) != 1:
        return None
    try:
        return gaps_in_time(shapes[a][0], shapes[b][0], here)
    except NotCovered as reason:
        unchecked.add(str(reason))
        return None


def _against(record: Record, here: Poses, pair: _Touching, least: float) -> Floats:
    """Return the sine (m,) of the angle of friction and minus the slip since the instant before; 1: not at its bound.

    Slips shorter than ``least`` [m] have none.
    """
    rows, k, one, other = record.rows, pair.k, pair.a, pair.b
    i = rows["instant"][k].astype(np.int64)
    assert one is not None and other is not None and one.body is not None and other.body is not None
    flip = isinstance(other.body, Ground | PrescribedBody)  # seen from what does not move
    base, moving, sign = (other.body, one.body, -1.0) if flip else (one.body, other.body, 1.0)
    x, n = (np.stack([rows[f"{name}_{c}" if name else c][k] for c in "xyz"], 1) for name in ("", "n"))
    slip = sign * _relative_way(here[base], here[moving], i, x)
    slip -= np.einsum("nj,nj->n", slip, n)[:, None] * n
    force = record.row_impulses[k] - rows["P_N"][k][:, None] * n
    way, size = np.linalg.norm(slip, axis=1), np.linalg.norm(force, axis=1)
    cosine = np.einsum("nj,nj->n", slip, force) / np.maximum(way * size, 1e-300)
    sine = np.where(cosine < 0.0, np.sqrt(np.maximum(1.0 - cosine**2, 0.0)), 1.0)
    short = np.maximum(1.0 - size / np.maximum(pair.mu * rows["P_N"][k], 1e-300), 0.0)
    slides = (way > least) & (rows["P_N"][k] > 0.0) & (pair.mu > 0.0) & (i > 0)
    return np.where(slides, np.maximum(sine, short), 0.0)


def _relative_way(base: Pose, moving: Pose, i: Ints, x: Floats) -> Floats:
    """Return the way (m, 3) since the instant before of a body at the places x (m, 3), as another one sees it."""
    last, first = ([chosen(pose, np.maximum(i - back, 0)) for pose in (base, moving)] for back in (0, 1))
    place = [np.einsum("nji,nj->ni", b.A, m.r - b.r) for b, m in (first, last)]
    axes = [b.A.swapaxes(1, 2) @ m.A for b, m in (first, last)]
    turn = rotation_vector(axes[0].swapaxes(1, 2) @ axes[1])
    turn = np.einsum("nij,nj->ni", axes[1], turn)
    lever = np.einsum("nji,nj->ni", last[0].A, x - last[1].r)
    return np.einsum("nij,nj->ni", last[0].A, place[1] - place[0] + np.cross(turn, lever))


def _worse(check: Check, off: Floats, scale: Floats, time: Floats, name: str) -> Check:
    """Return the check with the largest relative violation seen so far; NaN is the largest of all."""
    relative = np.where(scale > 0.0, off / np.where(scale > 0.0, scale, 1.0), off)
    k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
    if relative[k] <= check.relative:
        return check
    return check._replace(relative=float(relative[k]), subject=name, time=float(time[k]), value=float(off[k]))
