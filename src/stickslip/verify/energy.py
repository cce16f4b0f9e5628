"""Energies from states, compared with the ledger and with what no passive system can do: gain."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from stickslip import forces as declared
from stickslip._arrays import Floats
from stickslip.bodies.declaration import Body, PrescribedBody, RigidBody
from stickslip.joints import FreeAxisJoint, Gear
from stickslip.verify.bushings import bushing
from stickslip.verify.forces import body_of, kinetic, passive, spring, uncovered, working
from stickslip.verify.gaps import pairs
from stickslip.verify.instants import smallest, with_rates
from stickslip.verify.joints import Held, coordinate, declared_start, free_rate, islands
from stickslip.verify.laws import ONE_IMPULSE, recent, rows_by_pair
from stickslip.verify.laws import body_of as owner
from stickslip.verify.momentum import Balance
from stickslip.verify.poses import Poses, arm, bodies_with_mass, chosen, covered, mass, padded, velocity_at
from stickslip.verify.record import Record
from stickslip.verify.report import Check

SAME = 1e-9  # of the largest energy
BOOKS = 1e-6
WORKS = 3e-2  # of the largest energy
GIVEN = 3e-3  # likewise: directions turn within a step
GAIN = 1e-2  # of the largest kinetic energy or change of potential of the bodies concerned
_LITTLE = 1e-4  # of weight times size: energies of bodies at rest


def check_energy(record: Record, here: Poses, joints: list[Held], ways: Floats, unchecked: set[str]) -> list[Check]:
    """Return whether the ledger has the energies of the states, closes, and whether anything passive gains."""
    ledger, bodies = record.ledger, bodies_with_mass(record.model)
    T = {body: kinetic(body, here[body], record.dim) for body in bodies}
    V = {body: -mass(body) * (here[body].r @ padded(record.model.gravity)) for body in bodies}
    stored = _stored(record, here, joints)
    checks = []
    if len(bodies) + _others(record) == len(record.entries) and not uncovered(record):
        kinetic_all, potential = sum(T.values()), sum(V.values()) + sum(stored.values())
        kinetic_all, potential = np.zeros_like(record.time) + kinetic_all, np.zeros_like(record.time) + potential
        checks += _ledger(record, kinetic_all, potential)
    else:
        unchecked.add("the ledger: not all energies of the model are computed here")
    works = [ledger[name] for name in ledger if name not in ("kinetic", "potential", "rates")]
    total = ledger["kinetic"] + ledger["potential"] + ledger["rates"]
    scale = max(float(np.ptp(total)), float(np.abs(ledger["kinetic"]).max()), _rest_energy(record, here))
    left = np.abs(total - total[0] - sum(works)) - 1e-12 * np.abs(ledger["potential"]).max()
    checks.append(_largest("the ledger closes", BOOKS, left, scale, record.time, "all works"))
    total_here = np.zeros(len(record.time)) + sum([*T.values(), *V.values(), *stored.values()])
    looked = check_works(record, here, joints, ways, total_here, unchecked)
    checks += looked
    if not looked:
        unchecked.add("works of all forces: the model has parts, or the scheme rows, of which they are not known")
    if bodies and passive(record) and not uncovered(record) and all(map(covered, record.model.bodies)):
        checks.append(_gain(record, here, joints, T, V, stored))
    return checks


def _stored(record: Record, here: Poses, joints: list[Held]) -> dict[declared.ForceElement, Floats]:
    """Return the potentials of all springs between bodies that are known here, (n,) each."""
    start, springs = declared_start(record), record.model.of_kind(declared.LineForce)
    stored: dict[declared.ForceElement, Floats] = {
        part: spring(part, here, start)[2] for part in springs if body_of(part.a) in here and body_of(part.b) in here
    }
    for part in record.model.of_kind(declared.Bushing):
        if body_of(part.a) in here and body_of(part.b) in here:
            stored[part] = bushing(part, here, record.dim).potential
    for held in joints:
        for turning in record.model.of_kind(declared.TorsionalSpring):
            if turning.joint is held.part:
                angle = coordinate(held, here, start) - turning.rest_angle
                stored[turning] = 0.5 * turning.stiffness * angle**2
    return stored


def _ends(part: declared.ForceElement) -> tuple[Body, Body]:
    """Return the bodies that a spring connects."""
    if isinstance(part, declared.TorsionalSpring):
        return body_of(part.joint.a), body_of(part.joint.b)
    assert isinstance(part, declared.LineForce | declared.Bushing)
    return body_of(part.a), body_of(part.b)


def check_works(
    record: Record, here: Poses, joints: list[Held], ways: Floats, total: Floats, unchecked: set[str]
) -> list[Check]:
    """Return how much energy the integrator made or took: change less works of contacts, loads and dampers.

    Works are impulses times the mean of the velocities at both ends. Schemes with one impulse per step obey that to
    round-off, so the rest is theirs; rows of others with impacts in them do not tell. Along the free coordinates of
    joints acts what the balance of momentum leaves. What weights do in a shift of bodies that are put where they met is
    not counted.
    """
    loaded = bool((record.rows["P_N"] != 0.0).any()) or any(
        isinstance(held.part, FreeAxisJoint) and held.part.stops is not None for held in joints
    )
    if uncovered(record) or not len(record.steps) or len(record.steps) < len(record.time) - 1:
        return []
    if (loaded and record.scheme not in ONE_IMPULSE) or _others(record) + len(bodies_with_mass(record.model)) != len(
        record.entries
    ):
        return []
    balance = Balance(record, here, joints)
    start, dt, t = declared_start(record), record.dt, record.time[:-1]
    along = _along_joints(record, balance, joints)
    if along is None:
        return []
    if any(held.free for held in joints):
        unchecked.add("works of drives, stops and joint friction: they are taken from the balance of momentum")
    total = total - sum(
        (V for part, V in _stored(record, here, joints).items() if isinstance(part, declared.TorsionalSpring)),
        np.zeros(len(total)),
    )
    found = []
    for k, at in enumerate(balance.at):
        moving = balance.mean_motion(at)
        acting = working(record, moving, t + 0.5 * dt, start)
        work = along[k].copy()
        for body, (force, torque) in acting.items():
            v, w = moving[body].v, np.einsum("nji,nj->ni", moving[body].A, moving[body].w)
            work += dt * np.sum(force * v, axis=1) + dt * np.sum(torque * moving[body].w, axis=1)
            work += np.sum(balance.contacts[k][body] * np.hstack([v, w]), axis=1)
        found.append(np.concatenate([[0.0], np.cumsum(work)]))
    checks = [_contact_gain(record, here, ways, balance)] if loaded else []
    if _moved(record, joints):
        unchecked.add("works of prescribed bodies on joints and springs")
        return checks
    change = total - total[0]
    off = smallest([np.abs(change - work) for work in found])
    scale = max(float(np.ptp(total)), float(record.ledger["kinetic"].max()), _rest_energy(record, here))
    off = off - 1e-12 * float(np.abs(record.ledger["potential"]).max()) - _lifted(record, here, ways)
    return [*checks, _largest("energy changes by the works of forces", WORKS, off, scale, record.time, "all")]


def _contact_gain(record: Record, here: Poses, ways: Floats, balance: Balance) -> Check:
    """Return how much energy contacts gave, alone or with the lifts of bodies that met: together they may only take.

    Works are impulses times the mean of the relative velocities at both ends of the step, where the rows lie.
    """
    scale = max(
        float(record.ledger["kinetic"].max()), float(np.ptp(record.ledger["potential"])), _rest_energy(record, here)
    )
    fallen, least = (
        sum(mass(body) * fall for body, fall in _shifts(record, here, ways)),
        np.full(len(record.time), np.inf),
    )
    fallen = np.concatenate([[0.0], np.cumsum(fallen)])
    for at in balance.at:
        work = np.zeros(len(record.steps))
        for rows in rows_by_pair(record):
            sides = [owner(side) for side in (rows.a, rows.b)]
            mean = []
            for body in sides:
                ends = [
                    with_rates(chosen(at[body], rows.step), chosen(of[body], rows.step))
                    for of in (balance.before, balance.after)
                ]
                mean.append(0.5 * sum(velocity_at(end, rows.x) for end in ends))
            impulse = rows.P_N[:, None] * rows.n + rows.P_T
            np.add.at(work, rows.step, np.sum(impulse * (mean[1] - mean[0]), axis=1))
        work = np.concatenate([[0.0], np.cumsum(work)])
        for total in (work, work - fallen):
            given = np.cumsum(np.maximum(np.diff(total), 0.0))
            least = np.minimum(least, np.concatenate([[0.0], given]))
    return _largest("contacts take energy", GIVEN, least, scale, record.time, "all")


def _lifted(record: Record, here: Poses, ways: Floats) -> Floats:
    """Return the work (n,) since the start of weights along shifts of bodies that met, beside means of velocities.

    When in the step they met is not known: they are put where they touch, within the way of their approach.
    """
    most = 2.0 * recent(ways) * float(np.linalg.norm(record.model.gravity))
    work = sum(mass(body) * np.minimum(np.abs(fall), most) for body, fall in _shifts(record, here, ways))
    return np.concatenate([[0.0], np.cumsum(work + np.zeros(len(most)))])


def _shifts(record: Record, here: Poses, ways: Floats) -> Iterator[tuple[Body, Floats]]:
    """Return g times how far each body falls in every step (n - 1,) beside the mean of its velocities [m^2/s^2].

    Where nothing meets in the step, what another mean of both velocities makes is no shift.
    """
    for body in bodies_with_mass(record.model):
        pose = here[body]
        shift = np.diff(pose.r, axis=0) - 0.5 * record.dt[:, None] * (pose.v[1:] + pose.v[:-1])
        change = np.where(ways > 0.0, 0.0, record.dt)[:, None] * np.diff(pose.v, axis=0)
        square = np.sum(change**2, axis=1)
        share = np.sum(shift * change, axis=1) / np.where(square > 0.0, square, 1.0)
        yield body, (shift - np.clip(share, -0.5, 0.5)[:, None] * change) @ padded(record.model.gravity)


def _along_joints(record: Record, balance: Balance, joints: list[Held]) -> list[Floats] | None:
    """Return the works of what acts along free coordinates in every step, or None if it is not known."""
    n = len(balance.at)
    out = [np.zeros(len(record.steps)) for _ in range(n)]
    for group in islands(bodies_with_mass(record.model), joints):
        own = [held for held in joints if held.a in group or held.b in group]
        for held in own:
            if not held.free:
                continue
            impulses = balance.free_impulses(group, own, held)
            if impulses is None:
                return None
            for k, at in enumerate(balance.at):
                rates = [free_rate(held, at, of) for of in (balance.before, balance.after)]
                out[k] += impulses[0][2 * n + k] * 0.5 * (rates[0] + rates[1])
    return out


def _moved(record: Record, joints: list[Held]) -> bool:
    """Return whether a prescribed body moves one side of a joint or spring: its work is not known here."""
    sides = [body for held in joints for body in (held.a, held.b)]
    for part in record.model.of_kind(declared.ForceElement):
        if isinstance(part, declared.LineForce | declared.Bushing | declared.TorsionalSpring):
            sides += _ends(part)
    return any(isinstance(body, PrescribedBody) for body in sides)


def _others(record: Record) -> int:
    """Return how many bodies have no mass of their own: ground and prescribed ones."""
    return sum(covered(body) for body in record.model.bodies) - len(bodies_with_mass(record.model))


def _largest(law: str, limit: float, off: Floats, scale: float, time: Floats, name: str) -> Check:
    relative = np.maximum(off, 0.0) / scale if scale > 0.0 else np.maximum(off, 0.0)
    k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
    return Check(law, float(relative[k]), limit, name, float(time[k]), float(off[k]), "J")


def _ledger(record: Record, T: Floats, V: Floats) -> list[Check]:
    """Compare kinetic energy and change of potential with the ledger; potentials may differ by a constant."""
    ledger, scale = record.ledger, float(max(T.max(), np.ptp(V)))
    scale += 1e-3 * float(np.abs(V).max())  # round-off of a large potential
    change = (V - V[0]) - (ledger["potential"] - ledger["potential"][0])
    return [
        _largest(
            "kinetic energy is that of the states", SAME, np.abs(T - ledger["kinetic"]), scale, record.time, "all"
        ),
        _largest("potential is that of the states", SAME, np.abs(change), scale, record.time, "all"),
    ]


def _rest_energy(record: Record, here: Poses) -> float:
    """Return a small share of weight times size of all bodies [J]: energies below are those of bodies at rest."""
    return sum(map(lambda body: _weight_times_size(record, body), bodies_with_mass(record.model)))


def _weight_times_size(record: Record, body: Body) -> float:
    if not isinstance(body, RigidBody):
        return 0.0
    return _LITTLE * mass(body) * float(np.linalg.norm(record.model.gravity)) * arm(body, record.dim)


def _gain(record: Record, here: Poses, joints: list[Held], T: dict, V: dict, stored: dict) -> Check:
    """Return the largest growth of energy above that of the start, of bodies that anything ever connected."""
    check = Check("what is passive gains no energy", 0.0, GAIN)
    for group in _islands(record, joints):
        total = sum(T[body] + V[body] for body in group)
        own = [part for part in stored if any(body in group for body in _ends(part))]
        total = total + sum(stored[part] for part in own)
        motion = float(sum(T[body] for body in group).max())
        change = float(np.ptp(sum(V[body] for body in group) + sum(stored[part] for part in own)))
        floor = sum(_weight_times_size(record, body) for body in group)
        scale = max(motion, change, floor)
        off = total - total[0] - 1e-12 * float(np.abs(total).max())
        name = ", ".join(str(body.name) for body in group)[:60]
        found = _largest(check.law, GAIN, off, scale, record.time, name)
        check = found if not found.relative <= check.relative else check
    return check


def _islands(record: Record, joints: list[Held]) -> list[list[Body]]:
    """Return the bodies with mass in groups that joints, springs or contact impulses ever connected."""
    bodies: list[Body] = [*bodies_with_mass(record.model)]
    links = [(held.a, held.b) for held in joints]
    springs: list[declared.LineForce | declared.Bushing] = [
        *record.model.of_kind(declared.LineForce),
        *record.model.of_kind(declared.Bushing),
    ]
    links += [(body_of(part.a), body_of(part.b)) for part in springs]
    for gear in record.model.of_kind(Gear):
        links += [(body_of(joint.a), body_of(joint.b)) for joint in (gear.first, gear.second)]
        links.append((body_of(gear.first.b), body_of(gear.second.b)))
    rows = record.rows
    loaded = rows["P_N"] != 0.0
    names = [str(entry["body"]) for entry in record.header["contours"]]
    by_name = {str(body.name): body for body in record.model.bodies}
    if pairs(record):
        met = np.unique(np.stack([rows["a"][loaded], rows["b"][loaded]], 1).astype(np.int64), axis=0)
        links += [(by_name[names[a]], by_name[names[b]]) for a, b in met]
    if len(record.steps) < len(record.time) - 1:  # impulses of steps that are not known as a whole may be in no row
        links += [(pair.a.body, pair.b.body) for pair in pairs(record) if pair.a.body and pair.b.body]
    group = {body: {body} for body in bodies}
    for a, b in links:
        if a in group and b in group and group[a] is not group[b]:
            joined = group[a] | group[b]
            group.update(dict.fromkeys(joined, joined))
    return [[body for body in bodies if body in members] for members in {id(m): m for m in group.values()}.values()]
