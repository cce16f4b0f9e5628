"""Whether the recorded impulses obey the laws with velocities taken from the states.

Signorini with Newton's restitution and Coulomb with maximal dissipation, as fixed points of projections that are
written in velocities with the inverse mass W that the contact itself feels:

    v_N = max(0, v_N - W P_N),   P_T = projection on |P_T| <= mu P_N of (P_T - v_T / W),   v = gamma+ + e gamma-.

Where a scheme meets the laws at position level, too, only an approach rebounds: gamma-_N > 0 adds nothing to v_N,
because gamma+_N = -e gamma-_N would take bodies into each other. EnergyMomentum meets them in the mean there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Body, Frame, Ground, PointMass, PrescribedBody, RigidBody
from stickslip.codes import COMPLIANT, OPEN
from stickslip.contact.contours import Contour
from stickslip.contact.laws import Contact
from stickslip.joints import Joint
from stickslip.verify.distances import distance
from stickslip.verify.functions import NotCovered
from stickslip.verify.gaps import DEPTH, LONG, Shapes, gaps_in_time, label, pairs, thickness
from stickslip.verify.instants import smallest, with_rates, within
from stickslip.verify.poses import Pose, Poses, chosen, covered, inertia, mass, velocity_at
from stickslip.verify.record import Record
from stickslip.verify.report import Check
from stickslip.verify.shapes import Placed, place, support

LAW = 1e-6  # of the speeds at the contact
PLACE = 1e-3  # of the smaller half extent
RUBBING = 1e-3  # of the speeds: less than this is not expected of friction, however little it can do
ROUND_OFF = 1e-9  # of the speeds of both bodies at the contact, and of what weights add to them in a step
MERGED = 5e-2  # of the speeds, where a row is the sum of forces along the step and of an impulse at its end
KEEPS_ENERGY = "EnergyMomentum"  # a contact that opens and is pressed nevertheless comes back as fast: it does no work
ONE_IMPULSE = ("SemiExplicit", "MoreauMidpoint", "Theta")  # schemes with one impulse per contact and step


def body_of(contour: Contour) -> Body:
    """Return the body that carries a contour."""
    assert contour.body is not None
    return contour.body


class Rows(NamedTuple):
    """Rows of one pair of contours at the ends of steps; m rows."""

    a: Contour
    b: Contour
    law: Contact
    step: Ints  # (m,) instant at the start of the step
    x: Floats  # (m, 3)
    n: Floats  # (m, 3) from a into b
    P_N: Floats  # (m,)
    P_T: Floats  # (m, 3) tangential impulse on b
    gap: Floats  # (m,)
    closed: np.ndarray  # (m,) whether the run says so


def rows_by_pair(record: Record) -> list[Rows]:
    """Return the recorded rows of all pairs of covered contours with exact laws."""
    contours, laws = numbered(record), {frozenset((id(p.a), id(p.b))): p.law for p in pairs(record)}
    columns, out = record.rows, []
    whole = np.isin(columns["instant"] - 1, record.steps) & (columns["status"] != COMPLIANT)
    keys = columns["a"].astype(np.int64) * max(len(contours), 1) + columns["b"].astype(np.int64)
    for key in np.unique(keys[whole]):
        a, b = contours[key // len(contours)], contours[key % len(contours)]
        law = laws.get(frozenset((id(a), id(b)))) if a is not None and b is not None else None
        if a is None or b is None or law is None or law.law is not None:
            continue
        k = np.flatnonzero(whole & (keys == key))
        vector = {
            name: np.stack([columns[f"{name}_{i}" if name else i][k] for i in "xyz"], 1) for name in ("", "n", "t1")
        }
        t_2 = np.cross(vector["n"], vector["t1"])
        P_T = columns["P_T1"][k, None] * vector["t1"] + columns["P_T2"][k, None] * t_2
        out.append(
            Rows(a, b, law, columns["instant"][k].astype(np.int64) - 1, vector[""], vector["n"], columns["P_N"][k], P_T,
                 columns["gap"][k], columns["status"][k] > OPEN)
        )  # fmt: skip
    return out


def numbered(record: Record) -> list[Contour | None]:
    """Return the declared contour of each number in the rows; None for the pieces of lines and surfaces."""
    used = {contour for law in record.model.of_kind(Contact) for contour in (*law.a, *law.b)}
    numbers: list[Contour | None] = []
    rigid = {str(body.name) for body in record.model.bodies if covered(body)}
    own = {str(body.name): [contour for contour in body.contours if contour in used] for body in record.model.bodies}
    count = {name: 0 for name in own}
    for entry in record.header["contours"]:
        name = str(entry["body"])
        total = sum(str(other["body"]) == name for other in record.header["contours"])
        numbers.append(own[name][count[name]] if total == len(own[name]) and name in rigid else None)
        count[name] += 1
    return numbers


def ways_of_impacts(record: Record, here: Poses) -> Floats:
    """Return dt times the largest speed of approach of any contact that closes in each step (n - 1,) [m].

    A scheme may put bodies that hit each other where they touch before it applies the laws: by no more than this.
    """
    ways = np.zeros(max(len(record.time) - 1, 0))
    for rows in rows_by_pair(record):
        v = [velocity_at(chosen(here[body_of(side)], rows.step), rows.x) for side in (rows.a, rows.b)]
        meets = rows.closed | (rows.P_N != 0.0)
        np.maximum.at(ways, rows.step, np.where(meets, -_dot(v[1] - v[0], rows.n) * record.dt[rows.step], 0.0))
    return ways


def recent(ways: Floats) -> Floats:
    """Return the largest of the ways of impacts in each step and those just before it, (n,) [m]: what is corrected."""
    out: Floats = np.lib.stride_tricks.sliding_window_view(np.concatenate([np.zeros(LONG - 1), ways]), LONG).max(axis=1)
    return out


def check_laws(record: Record, here: Poses, shapes: Shapes, ways: Floats, unchecked: set[str]) -> list[Check]:
    """Return the checks of all recorded contact rows."""
    if not len(record.steps):
        if record.model.of_kind(Contact):
            unchecked.add("contact laws: they need every step recorded (record_every=1)")
        return []
    law = LAW if record.scheme in ONE_IMPULSE else MERGED
    checks = {
        name: Check(name, 0.0, limit)
        for name, limit in (
            ("impulses press, and only where bodies meet", law), ("friction stays in its cone", law),
            ("friction opposes sliding", law), ("contact rows lie on both surfaces", PLACE),
            ("normals are those of a surface", PLACE), ("no force at a distance", PLACE),
        )
    }  # fmt: skip
    found = rows_by_pair(record)
    for rows in found:
        if rows.a not in shapes or rows.b not in shapes:
            continue
        others = np.zeros(len(rows.step)) if law == LAW else effect_of_others(record, here, found, rows)
        for name, (relative, value, unit) in _violations(record, here, shapes, rows, ways, others, unchecked).items():
            k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
            if not relative[k] <= checks[name].relative:
                checks[name] = checks[name]._replace(
                    relative=float(relative[k]), subject=f"{label(rows.a)} – {label(rows.b)}",
                    time=float(record.time[rows.step[k] + 1]), value=float(value[k]), unit=unit,
                )  # fmt: skip
    missing = _missing(record, here, shapes)
    return [*checks.values(), missing] if found or missing.relative else []


def _violations(
    record: Record, here: Poses, shapes: Shapes, rows: Rows, ways: Floats, others: Floats, unchecked: set[str]
) -> dict[str, tuple[Floats, Floats, str]]:
    """Return relative and absolute violations of each law, (m,) each."""
    a, b = body_of(rows.a), body_of(rows.b)
    both = {body: here[body] for body in (a, b)}
    configurations = within(record, both, rows.step)
    before = {body: chosen(both[body], rows.step) for body in (a, b)}
    after = {body: chosen(both[body], rows.step + 1) for body in (a, b)}
    size = thickness(shapes[rows.a][0], shapes[rows.b][0])
    way = ways[rows.step]
    if record.scheme == KEEPS_ENERGY:  # what has rebounded inside is put right when it is pressed again
        way = recent(ways)[rows.step]
    results = [_law(record, rows, size, way, others, at, before, after) for at in configurations]
    normal, cone, slip = (smallest([result[i] for result in results]) for i in range(3))
    scale, rubbing = results[0][3], results[0][4]
    out = {
        "impulses press, and only where bodies meet": (_over(normal, scale), normal, "m/s"),
        "friction stays in its cone": (_over(cone, rubbing), cone, "m/s"),
        "friction opposes sliding": (_over(slip, rubbing), slip, "m/s"),
    }
    if "ring" in (shapes[rows.a][0].kind, shapes[rows.b][0].kind):
        unchecked.add("places and normals of contacts in rings")
        return out
    off, beside, apart = [], [], []
    for at in configurations:
        A, B = place(shapes[rows.a][0], at[a]), place(shapes[rows.b][0], at[b])
        try:
            one, other = _from_point(A, rows.x), _from_point(B, rows.x)
            own = one + other
            for gap in (own, 2.0 * np.minimum(one, other), rows.gap):  # at an edge, a side of it may be nearer
                half = 0.5 * gap[:, None] * rows.n
                off.append(np.abs(_from_point(A, rows.x - half)) + np.abs(_from_point(B, rows.x + half)))
                beside.append(_beside(A, B, rows, gap))
            apart.append(own)
        except NotCovered as reason:
            unchecked.add(str(reason))
            return out
    way = way + _bend(record, rows, before, after)
    opening = _closed_by_forces(record, rows, before, after)
    loaded = rows.P_N > ROUND_OFF * rows.P_N.max(initial=0.0)
    distant = np.where(loaded, np.maximum(smallest(apart) - way - opening, 0.0), 0.0)
    on_surface = np.where(loaded, np.maximum(smallest(off) - 2.0 * way, 0.0), 0.0)
    out["contact rows lie on both surfaces"] = (on_surface / size, on_surface, "m")
    out["no force at a distance"] = (distant / size, distant, "m")
    if "hole" not in (A.shape.kind, B.shape.kind):
        not_beside = np.where(loaded, np.maximum(smallest(beside) - way, 0.0), 0.0)
        out["normals are those of a surface"] = (not_beside / size, not_beside, "m")
    return out


def _bend(record: Record, rows: Rows, before: Poses, after: Poses) -> Floats:
    """Return how far turning may take a contact from where the laws hold to where the step evaluates them, (m,) [m].

    From its start to half-way a body moves on straight by (w dt)^2 r / 8 off its arc, and with velocities that meet the
    laws half a step before by (w dt)^2 r / 4. What slides with v on a body that turns leaves its surface by w v dt^2.
    """
    out, turning, dt = np.zeros(len(rows.x)), np.zeros(len(rows.x)), record.dt[rows.step]
    bodies = [body_of(side) for side in (rows.a, rows.b)]
    for body in bodies:
        lever = _length(rows.x - before[body].r)
        spin = np.maximum(_length(before[body].w), _length(after[body].w))
        out += 0.375 * (dt * spin) ** 2 * lever
        turning += spin
    slides = [velocity_at(at[bodies[1]], rows.x) - velocity_at(at[bodies[0]], rows.x) for at in (before, after)]
    return out + turning * dt**2 * np.maximum(*map(_length, slides))


def _closed_by_forces(record: Record, rows: Rows, before: Poses, after: Poses) -> Floats:
    """Return how far a contact that is closed at the end of a step may be open ahead of it, (m,) [m].

    Bodies go there straight, with the velocities of the start of the step; all forces together change their ways by dt
    times the change of these. A prescribed body is where it will be, half of that from where its last velocity leads.
    """
    out, given = np.zeros(len(rows.x)), np.zeros(len(rows.x))
    for side, sign in ((rows.a, 1.0), (rows.b, -1.0)):
        body = body_of(side)
        v = [velocity_at(at[body], rows.x) for at in (before, after)]
        change = sign * record.dt[rows.step] * _dot(v[1] - v[0], rows.n)
        if isinstance(body, PrescribedBody):
            given += 0.5 * np.abs(change)
        else:
            out += change
    return np.maximum(out, 0.0) + given


def _over(value: Floats, scale: Floats) -> Floats:
    return np.where(scale > 0.0, value / np.where(scale > 0.0, scale, 1.0), value)


def _law(
    record: Record, rows: Rows, size: float, way: Floats, others: Floats, at: Poses, before: Poses, after: Poses
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Return violations of normal law, cone and sliding [m/s], and the speeds they are compared with, (m,).

    These are the speeds at the contact for the normal law, and what friction can change of them for the others.
    """
    gamma, speed, sides = [], np.zeros(len(rows.x)), [body_of(rows.a), body_of(rows.b)]
    for rates in (before, after):
        v = [velocity_at(with_rates(at[body], rates[body]), rows.x) for body in sides]
        gamma.append(v[1] - v[0])
        speed = np.maximum(speed, np.maximum(_length(v[0]), _length(v[1])))
    normal = [_dot(g, rows.n) for g in gamma]
    tangent = [g - x[:, None] * rows.n for g, x in zip(gamma, normal)]
    W = _inverse_mass(sides[0], at[sides[0]], rows, record.dim) + _inverse_mass(
        sides[1], at[sides[1]], rows, record.dim
    )
    W_P, W_T = np.maximum(W * rows.P_N, 0.0), W[:, None] * rows.P_T
    low, high = _range(rows.law.friction, [_length(g) for g in tangent])
    e = _range(rows.law.restitution, [np.abs(normal[0])])[1]
    rebound = _rebound(record, e, normal[0])
    v_N, v_T = normal[1] + rebound, tangent[1] + rows.law.tangential_restitution * tangent[0]
    press = np.abs(v_N - np.maximum(0.0, v_N - W * rows.P_N))
    along = _length(W_T)
    cone = np.maximum(along - high * W_P, 0.0)
    slip = _slip(W_T, v_T, np.clip(along, low * W_P, high * W_P))
    if record.scheme not in ONE_IMPULSE:
        rest = np.abs(normal[1] - normal[0] - W_P)  # what else changed the approach, before the impulse or in it
        most = e * np.maximum(-normal[0], 0.0) + rest + others
        least = -np.maximum(normal[0], 0.0) if record.scheme == KEEPS_ENERGY else 0.0
        if not record.corrected:  # Newton's law by the letter: gamma+ >= -e gamma-, of a contact that opens, too
            least = least - e * (np.maximum(normal[0], 0.0) + rest + others)
        press = np.minimum(press, np.maximum.reduce([least - normal[1], normal[1] - most, -W * rows.P_N]))
        slip = np.minimum(slip, _slip(W_T, tangent[1], np.clip(along, low * W_P, high * W_P)))  # forces know no e_T
        slip = np.maximum(slip - high * W_P * _length(_direction(tangent[1]) - _direction(tangent[0])), 0.0)
        if record.scheme != KEEPS_ENERGY:  # how fast bodies met is not known where others act on them in the step
            pushed = np.maximum(np.maximum(least - normal[1], -W * rows.P_N), 0.0)
            press = np.where((others > 0.0) & (e > 0.0), np.minimum(press, pushed), press)
            slip = np.where(hit_beside(record, rows), 0.0, slip)  # a force as before the impact, and an impulse
    given = (1.0 + e) * _given_change(sides, at, before, after, rows.x) + way * _turning(sides, before, after)
    press, slip = np.maximum(press - given, 0.0), np.maximum(slip - given, 0.0)
    press = np.where(rows.closed | (rows.P_N != 0.0) | (rows.gap < -PLACE * size), press, 0.0)
    floor = ROUND_OFF * speed.max() + 1e-6 * record.dt[rows.step] * float(np.linalg.norm(record.model.gravity))
    scale = np.maximum.reduce([_length(gamma[0]), _length(gamma[1]), W_P, along, floor])
    rubbing = np.maximum.reduce([high * W_P, along, RUBBING * scale]) if record.scheme in ONE_IMPULSE else scale
    floor = ROUND_OFF * (speed + record.dt[rows.step] * float(np.linalg.norm(record.model.gravity)))
    slip = np.where(high > 0.0, np.maximum(slip - floor, 0.0), 0.0)
    return np.maximum(press - floor, 0.0), cone, slip, scale, rubbing


def _rebound(record: Record, e: Floats, before: Floats) -> Floats:
    """Return what the law of the run adds to the speed after a step, (m,): e times that of an approach.

    Where a contact that opens is pressed back, it closes at the end of the step; in the mean of the step with
    EnergyMomentum, whose velocities there are opposite to those before; with e where closed contacts are not corrected.
    """
    if record.scheme == "EnergyMomentum":
        return np.where(before < 0.0, e * before, before)
    return e * (np.minimum(before, 0.0) if record.corrected else before)


def effect_of_others(record: Record, here: Poses, found: list[Rows], rows: Rows) -> Floats:
    """Return by how much the impulses of all other rows on both bodies may change the speed of approach, (m,).

    Any change is possible where joints pass impulses on.
    """
    out, jointed = np.zeros(len(rows.step)), _jointed(record)
    for other in found:
        for body, sign in ((other.a.body, -1.0), (other.b.body, 1.0)):
            if body not in (rows.a.body, rows.b.body) or not isinstance(body, RigidBody | PointMass):
                continue
            loaded = np.flatnonzero(other.P_N != 0.0)
            i, k = np.nonzero(rows.step[:, None] == other.step[loaded])
            k = loaded[k]
            i, k = (i[i != k], k[i != k]) if other is rows else (i, k)
            pose, P = chosen(here[body], rows.step[i]), sign * (other.P_N[k, None] * other.n[k] + other.P_T[k])
            v = P / mass(body)
            if isinstance(body, RigidBody):
                torque = np.einsum("nji,nj->ni", pose.A, np.cross(other.x[k] - pose.r, P))
                w = torque @ np.linalg.pinv(inertia(body, record.dim))
                v = v + np.cross(np.einsum("nij,nj->ni", pose.A, w), rows.x[i] - pose.r)
            np.add.at(out, i, np.abs(_dot(v, rows.n[i])))
        if jointed & {other.a.body, other.b.body} and jointed & {rows.a.body, rows.b.body}:
            times = other.step[other.P_N != 0.0]
            count = np.sum(rows.step[:, None] == times, axis=1) - (rows.P_N != 0.0 if other is rows else 0)
            out[count > 0] = np.inf
    return out


def hit_beside(record: Record, rows: Rows) -> np.ndarray:
    """Return whether another contact of either body closes in the step (m,): any contact where joints pass impulses on.

    An impact at the end of a step is in the same rows as the forces before it.
    """
    columns, jointed = record.rows, _jointed(record)
    names = {str(body.name) for body in (body_of(rows.a), body_of(rows.b)) if not isinstance(body, Ground)}
    all_count = bool(jointed & {rows.a.body, rows.b.body})
    here = np.array([all_count or bool(names & {a, b}) for a, b in zip(*record.row_bodies)], dtype=bool)
    loaded = np.flatnonzero(here & (columns["P_N"] != 0.0)) if len(here) else np.zeros(0, dtype=np.int64)
    key = list(zip(*(columns[name][loaded].astype(np.int64) for name in ("instant", "a", "b", "feature"))))
    known = set(key)
    fresh = {k for k, a, b, feature in key if (k - 1, a, b, feature) not in known}
    return np.array([step + 1 in fresh for step in rows.step], dtype=bool)


def _jointed(record: Record) -> set[Body]:
    """Return the bodies that joints connect with anything."""
    sides = [side for joint in record.model.of_kind(Joint) for side in (joint.a, joint.b)]
    return {side.body if isinstance(side, Frame) else side for side in sides}  # type: ignore[misc]


def _given_change(sides: list[Body], at: Poses, before: Poses, after: Poses, x: Floats) -> Floats:
    """Return by how much the velocities of prescribed bodies at x change in the step (m,): any of them may count."""
    out = np.zeros(len(x))
    for body in sides:
        if isinstance(body, PrescribedBody):
            first, last = (velocity_at(with_rates(at[body], rates[body]), x) for rates in (before, after))
            out += _length(last - first)
    return out


def _turning(sides: list[Body], before: Poses, after: Poses) -> Floats:
    """Return what a small shift of both bodies changes in velocities at a contact, per length of the shift (m,)."""
    return 2.0 * sum((_length(rates[body].w) for rates in (before, after) for body in sides), np.zeros(1))


def _slip(W_T: Floats, v_T: Floats, bound: Floats) -> Floats:
    """Return how far W P_T is from its projection on the disk of the given radius after a step against v_T, (m,)."""
    trial = W_T - v_T
    size = _length(trial)
    shrink = np.where(size > bound, bound / np.where(size > 0.0, size, 1.0), 1.0)
    return _length(W_T - trial * shrink[:, None])


def _length(x: Floats) -> Floats:
    return np.linalg.norm(x, axis=1)


def _dot(x: Floats, y: Floats) -> Floats:
    return np.einsum("nj,nj->n", x, y)


def _direction(x: Floats) -> Floats:
    size = _length(x)[:, None]
    return np.where(size > 0.0, x / np.where(size > 0.0, size, 1.0), 0.0)


def _range(coefficient: Any, speeds: list[Floats]) -> tuple[Floats, Floats]:
    """Return the smallest and largest value of a coefficient at some speeds, (m,)."""
    if not callable(coefficient):
        constant = np.full(len(speeds[0]), float(coefficient))
        return constant, constant
    values = np.array([[float(coefficient(float(x))) for x in speed] for speed in speeds])
    return values.min(axis=0), values.max(axis=0)


def _inverse_mass(body: Body, pose: Pose, rows: Rows, dim: int) -> Floats:
    """Return n . (1/m + lever terms) n of a body at the contact, (m,) [1/kg]."""
    out = np.full(len(rows.x), 1.0 / mass(body))
    if isinstance(body, RigidBody):
        lever = np.einsum("nji,nj->ni", pose.A, np.cross(rows.x - pose.r, rows.n))
        theta = inertia(body, dim)
        out += lever[:, 2] ** 2 / theta[2, 2] if dim == 2 else np.sum(lever * np.linalg.solve(theta, lever.T).T, 1)
    return out


def _from_point(placed: Placed, x: Floats) -> Floats:
    """Return the signed distance (m,) of points from a shape."""
    none = np.zeros((len(x), 0, 3))
    point = placed.shape._replace(
        kind="hull", vertices=np.zeros((1, 3)), radius=0.0, normals=none[0], edges=np.zeros((0, 2), np.int64)
    )
    return distance(placed, Placed(point, x[:, None], none))


def _beside(A: Placed, B: Placed, rows: Rows, gap: Floats) -> Floats:
    """Return how far the plane across n at the contact is from touching one of the shapes from outside, (m,) [m]."""
    along = np.einsum("nj,nj->n", rows.n, rows.x)
    from_a = np.abs(support(A, rows.n) - (along - 0.5 * gap))
    from_b = np.abs(support(B, -rows.n) + (along + 0.5 * gap))
    return np.fmin(from_a, from_b)


def _missing(record: Record, here: Poses, shapes: Shapes) -> Check:
    """Look for pairs that overlap at both ends of a step without any row."""
    check = Check("what overlaps has a contact row", 0.0, 0.1 * DEPTH)
    numbers = {id(contour): k for k, contour in enumerate(numbered(record)) if contour is not None}
    rows = record.rows
    for pair in pairs(record):
        if pair.a not in shapes or pair.b not in shapes or pair.law.law is not None:
            continue
        if id(pair.a) not in numbers or id(pair.b) not in numbers:
            continue
        a, b = shapes[pair.a][0], shapes[pair.b][0]
        try:
            gap = gaps_in_time(a, b, here)
        except NotCovered:
            continue
        here_too = [numbers[id(contour)] for contour in (pair.a, pair.b)]
        own = (np.isin(rows["a"], here_too) & np.isin(rows["b"], here_too)).astype(bool)
        seen = np.isin(np.arange(len(record.time)), rows["instant"][own])
        k = record.steps
        depth = np.where(seen[k] | seen[k + 1], 0.0, np.minimum(-gap[k], -gap[k + 1])) / thickness(a, b)
        if len(k) and depth.max() > check.relative:
            worst = int(np.argmax(depth))
            check = check._replace(
                relative=float(depth[worst]), subject=f"{label(pair.a)} – {label(pair.b)}",
                time=float(record.time[k[worst] + 1]), value=float(depth[worst] * thickness(a, b)), unit="m",
            )  # fmt: skip
    return check
