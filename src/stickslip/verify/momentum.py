"""Whether the momentum of every body changes by what acts on it.

    m (v+ - v-) - dt F  and  I (w+ - w-) - dt M   must be the recorded contact impulses on the body, and impulses in the
    directions in which its joints can push and turn, whatever their size.

Bodies that joints connect are looked at together: the impulses of joints are those that fit best.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import Body
from stickslip.lines.declaration import StringBody
from stickslip.verify.forces import uncovered, wrenches
from stickslip.verify.functions import NotCovered
from stickslip.verify.instants import with_rates, within
from stickslip.verify.joints import Held, declared_start, directions, free_axis, islands
from stickslip.verify.laws import ONE_IMPULSE
from stickslip.verify.poses import Pose, Poses, arm, bodies_with_mass, chosen, covered, inertia, mass
from stickslip.verify.record import Record
from stickslip.verify.report import Check

BALANCE = 1e-6  # of the impulses on the body, where the scheme has one impulse per step
TOTAL = 5e-2  # of the impulses of the run, where it has forces and impulses
REMEMBERING = ("GeneralizedAlpha", "Bathe", "EDAlpha")  # schemes in which forces of a step act in the next, too
_MOST_BODIES = 60  # that joints connect
Wrenches6 = dict[Body, Floats]  # (n, 6) force in world and torque in body axes


def check_momentum(record: Record, here: Poses, joints: list[Held], ways: Floats, unchecked: set[str]) -> list[Check]:
    """Return the balance of momentum, for the worst group of bodies that joints connect."""
    if not len(record.steps):
        unchecked.add("balance of momentum: it needs every step recorded whole (record_every=1)")
        return []
    unknown = uncovered(record)
    unchecked.update(unknown.values())
    try:
        balance = Balance(record, here, joints)
    except NotCovered as reason:
        unchecked.add(f"balance of momentum: {reason}")
        return []
    exact, looked = record.scheme in ONE_IMPULSE, False
    check = Check("momentum changes by what acts", 0.0, BALANCE if exact else TOTAL)
    for group in islands(bodies_with_mass(record.model), joints):
        name = ", ".join(str(body.name) for body in group)[:60]
        if len(group) > _MOST_BODIES or any(body in unknown for body in group):
            unchecked.add(f"balance of momentum of {name}")
            continue
        looked = True
        own = [held for held in joints if held.a in group or held.b in group]
        value, scale = balance.errors(group, own, ways) if exact else balance.sums(group, own, ways)
        relative = np.where(scale > 0.0, value / np.where(scale > 0.0, scale, 1.0), value)
        k = int(np.argmax(np.where(np.isnan(relative), np.inf, relative)))
        if not relative[k] <= check.relative:
            check = check._replace(
                relative=float(relative[k]), subject=name, time=float(record.time[record.steps[k] + 1]),
                value=float(value[k]), unit="N s",
            )  # fmt: skip
    return [check] if looked else []


class Balance:
    """Change of momentum of all bodies in every step, and what acts on them at every instant within it."""

    def __init__(self, record: Record, here: Poses, joints: list[Held]) -> None:
        self.record, self.steps = record, record.steps
        before = {body: chosen(pose, self.steps) for body, pose in here.items()}
        after = {body: chosen(pose, self.steps + 1) for body, pose in here.items()}
        self.before, self.after = before, after
        self.at = within(record, here, self.steps)
        dim = record.dim
        self.momentum = {
            body: (_momentum(body, before[body], dim), _momentum(body, after[body], dim))
            for body in bodies_with_mass(record.model)
        }
        self.contacts = [self._contact_impulses(at) for at in self.at]
        held = {body for joint in joints for body in (joint.a, joint.b)}
        expected = [(self._expected(held, also_loaded),) for also_loaded in (True, False)]
        self.rates: list[tuple[Poses, ...]] = [(before,), (after,), (before, after), *expected]
        self.forces = [self._force_impulses(at, k, rates) for rates in self.rates for k, at in enumerate(self.at)]

    def mean_motion(self, at: Poses) -> Poses:
        """Return poses at one instant with the mean of the velocities at both ends of the step."""
        return _moving(at, (self.before, self.after))

    def _expected(self, held: set[Body], also_loaded: bool) -> Poses:
        """Return poses with the mean velocities of the step that the forces of its start, half-way, lead one to expect.

        An explicit scheme of second order evaluates forces at such velocities; of dampers that are strong for the step
        they are none that occurs. A contact says what comes of a body that it loads, and joints of those that they
        hold: the first goes on as it was, or as the others do; of the second the true mean is taken.
        """
        push = self._force_impulses(self.at[1], 1, (self.before,))
        out = self.mean_motion(self.before)
        for body in self.momentum.keys() - held:
            pose, theta = self.before[body], inertia(body, self.record.dim)
            kick = 0.5 * push[body]
            if not also_loaded:
                kick = np.where(np.any(self.contacts[0][body], axis=1, keepdims=True), 0.0, kick)
            turn = np.einsum("nij,jk,nk->ni", pose.A, np.linalg.pinv(theta), kick[:, 3:])
            out[body] = pose._replace(v=pose.v + kick[:, :3] / mass(body), w=pose.w + turn)
        return out

    def _force_impulses(self, at: Poses, k: int, rates: tuple[Poses, ...]) -> Wrenches6:
        """Return dt times the forces (n, 6) on each body, with the mean of some velocities at one instant."""
        t, dt = self.record.time[self.steps], self.record.dt[self.steps]
        moving = _moving(at, rates)
        time = t + (0.0, 0.5, 1.0, 1.0, 0.5)[k] * dt
        acting = wrenches(self.record, moving, time, declared_start(self.record))
        return {body: dt[:, None] * np.hstack([f, in_body(at[body], m)]) for body, (f, m) in acting.items()}

    def _contact_impulses(self, at: Poses) -> Wrenches6:
        """Return the recorded impulses (n, 6) on each body, torques about its centre in body axes."""
        out = {body: np.zeros((len(self.steps), 6)) for body in self.momentum}
        for body, sums in out.items():
            for i, P, x, others in self._impulses_on(body):
                pose = chosen(at[body], i)
                torque = np.cross(x - pose.r, P) + self._left_by_strings(at, others, i, x, P)
                np.add.at(sums, i, np.hstack([P, in_body(pose, torque)]))
        return out

    def _impulses_on(self, body: Body) -> Iterator[tuple[Ints, Floats, Floats, np.ndarray]]:
        """Return steps (k,), impulses (k, 3), their places (k, 3) and the names of the others, for both sides."""
        rows, sides = self.record.rows, self.record.row_bodies
        whole = np.isin(rows["instant"] - 1, self.steps)
        x = np.stack([rows[i] for i in "xyz"], 1)
        for names, others, sign in zip(sides, sides[::-1], (-1.0, 1.0)):
            k = np.flatnonzero(whole & (names == str(body.name)))
            i = np.searchsorted(self.steps, rows["instant"][k] - 1)
            yield i, sign * self.record.row_impulses[k], x[k], others[k]

    def _left_by_strings(self, at: Poses, others: np.ndarray, i: Ints, x: Floats, P: Floats) -> Floats:
        """Return the moments (k, 3) of -P at x about the axes of strings: these cannot take them, their partners do."""
        out = np.zeros_like(P)
        for line in self.record.model.of_kind(StringBody):
            if line in at and (k := np.flatnonzero(others == str(line.name))).size:
                nodes, rows = at[line].x[i[k]], np.arange(len(k))
                e = np.diff(nodes, axis=1)
                share = np.einsum("nsj,nsj->ns", x[k, None] - nodes[:, :-1], e) / np.einsum("nsj,nsj->ns", e, e)
                lever = x[k, None] - nodes[:, :-1] - np.clip(share, 0.0, 1.0)[..., None] * e
                nearest = np.linalg.norm(lever, axis=2).argmin(axis=1)
                axis = e[rows, nearest] / np.linalg.norm(e[rows, nearest], axis=1, keepdims=True)
                about = np.einsum("nj,nj->n", np.cross(lever[rows, nearest], -P[k]), axis)
                out[k] = about[:, None] * axis
        return out

    def _parts(self, group: list[Body]) -> tuple[Floats, Floats, list[Floats], list[Floats]]:
        """Return momenta, their changes, forces and contact impulses (n, 6 bodies); torques over radii of gyration."""
        weights = [weights_of(body, self.record.dim) for body in group]

        def side_by_side(of: Wrenches6) -> Floats:
            return np.hstack([of[body] * w for body, w in zip(group, weights)])

        first = side_by_side({body: self.momentum[body][0] for body in group})
        last = side_by_side({body: self.momentum[body][1] for body in group})
        return first, last - first, [side_by_side(f) for f in self.forces], [side_by_side(c) for c in self.contacts]

    def _rests(self, group: list[Body], joints: list[Held]) -> list[Floats]:
        """Return what is left of the changes (n, 6 bodies) after forces, contacts and joints, at every instant."""
        _, change, forces, contacts = self._parts(group)
        weights, n = [weights_of(body, self.record.dim) for body in group], len(self.at)
        columns = [columns_of(group, joints, at, weights) for at in self.at]
        return [without(change - f - contacts[k % n], columns[k % n]) for k, f in enumerate(forces)]

    def free_impulses(self, group: list[Body], joints: list[Held], held: Held) -> tuple[list[Floats], Floats] | None:
        """Return the impulses (n,) along the free coordinate of a joint, one for every instant and set of forces.

        They are what remains of the changes of momentum across all other directions of joints; with them comes the
        size of what is explained. None if the others can do the same.
        """
        _, change, forces, contacts = self._parts(group)
        weights, n = [weights_of(body, self.record.dim) for body in group], len(self.at)
        across = []
        for at in self.at:
            own = _free_column(group, held, at, weights)
            others = columns_of(
                group, [replace(other, free=False) if other is held else other for other in joints], at, weights
            )
            across.append(without(own, others))
            if not (np.linalg.norm(across[-1], axis=1) > 1e-6 * np.linalg.norm(own, axis=1)).all():
                return None
        found = []
        for k, f in enumerate(forces):
            d = across[k % n]
            found.append(np.sum(d * (change - f - contacts[k % n]), axis=1) / np.sum(d * d, axis=1))
        size = np.max([np.abs(x).max(axis=1) for x in (change, *forces, *contacts)], axis=0)
        return found, size / np.linalg.norm(across[0], axis=1)

    def errors(self, group: list[Body], joints: list[Held], ways: Floats) -> tuple[Floats, Floats]:
        """Return the error of each step (n,) and the largest impulse in it.

        Every scheme takes its own mean of forces that change within a step: by how much they do is no error. Nor is
        what a shift of impacting bodies changes in torques.
        """
        first, change, forces, contacts = self._parts(group)
        range_ = np.ptp(np.stack(forces), axis=0).reshape(len(first), -1, 3)  # of vectors: they may turn on the way
        slack = np.linalg.norm(range_, axis=2).repeat(3, axis=1) + 1e-13 * np.abs(first).max()
        turning = np.tile([0.0, 0.0, 0.0, 1.0, 1.0, 1.0], len(group)) if not joints else 1.0
        slack = slack + self._shifted(group, ways)[:, None] * turning
        scale = self._sizes(group, (change, *forces, *contacts))
        if joints:  # their impulses carry errors from one body to the others, and turn with a shift
            radius = min(1.0 / weights_of(body, self.record.dim)[5] for body in group)
            turned = 2.0 * ways[self.steps] / radius + self._turned_axes(group, joints)
            slack = slack.max(axis=1, keepdims=True) + (turned * scale)[:, None]
        rests = [np.maximum(np.abs(rest) - slack, 0.0).max(axis=1) for rest in self._rests(group, joints)]
        return np.fmin.reduce(rests), scale

    def _turned_axes(self, group: list[Body], joints: list[Held]) -> Floats:
        """Return by how much the wrenches along free coordinates turn in each step (n,).

        What acts there is a force like others: a scheme may evaluate it elsewhere in the step than the rows of joints.
        """
        weights, out = [weights_of(body, self.record.dim) for body in group], np.zeros(len(self.steps))
        for held in joints:
            if held.free:
                ends = [_free_column(group, held, at, weights) for at in (self.at[0], self.at[3])]
                out += np.abs(ends[1] - ends[0]).max(axis=1)
        return out

    def _sizes(self, group: list[Body], parts: tuple[Floats, ...]) -> Floats:
        """Return the largest impulse of each step (n,), of parts (n, 6 bodies) and of weights that springs carry."""
        weight = max(mass(body) for body in group) * np.linalg.norm(self.record.model.gravity)
        return np.max([weight * self.record.dt[self.steps], *(np.abs(x).max(axis=1) for x in parts)], axis=0)

    def _shifted(self, group: list[Body], ways: Floats) -> Floats:
        """Return by how much torques of the contact impulses change in a shift of impacting bodies (n,).

        The shortest move, weighed with the masses, that closes a depth d takes the centre of a body along by d and
        turns it by d / (2 radius of gyration) at most; the contact point goes along by d. Each impulse so changes
        its lever, whatever the others do.
        """
        change = np.zeros(len(self.steps))
        soft = {str(body.name) for body in self.record.model.bodies if not covered(body)}
        for body in group:
            share, beside = weights_of(body, self.record.dim)[5], self._beside(body)
            for i, P, x, others in self._impulses_on(body):
                size, length = np.linalg.norm(P, axis=1), np.linalg.norm(x - self.before[body].r[i], axis=1)
                way = np.where(np.isin(others, list(soft)), beside[i], 0.0)  # of those approaches are not known
                way = np.maximum(way, ways[self.steps][i])
                np.add.at(change, i, way * size * share * (2.0 + 0.5 * share * length))
        return change

    def _beside(self, body: Body) -> Floats:
        """Return how far a body is put beside the mean of its velocities in each step (n,) [m]."""
        before, after, dt = self.before[body], self.after[body], self.record.dt[self.steps]
        way: Floats = np.linalg.norm(after.r - before.r - 0.5 * dt[:, None] * (before.v + after.v), axis=1)
        return way

    def _changing(self, group: list[Body]) -> np.ndarray:
        """Return whether other contacts of a group are loaded in a step (n,) than in one of the two before it."""
        loaded: list[set] = [set() for _ in self.record.time]
        rows, names = self.record.rows, [str(entry["body"]) for entry in self.record.header["contours"]]
        own = {str(body.name) for body in group}
        for k in np.flatnonzero(rows["P_N"] != 0.0):
            a, b = int(rows["a"][k]), int(rows["b"][k])
            if own & {names[a], names[b]}:
                loaded[int(rows["instant"][k])].add((a, b, int(rows["feature"][k])))
        before = [loaded[max(k - 2, 0)] for k in range(len(loaded))]
        other = [loaded[k] != loaded[max(k - 1, 0)] or loaded[k] != before[k] for k in range(len(loaded))]
        return np.array(other)[self.steps + 1]

    def sums(self, group: list[Body], joints: list[Held], ways: Floats) -> tuple[Floats, Floats]:
        """Return the error since the start (n,) and the sum of all impulses.

        Rows of schemes with forces hold those of one instant of the step: single steps differ by as much as the forces
        change, but the sums do not drift away from the momentum.
        """
        first, change, forces, contacts = self._parts(group)
        sums = [np.abs(np.cumsum(rest, axis=0)).max(axis=1) for rest in self._rests(group, joints)]
        size = self._sizes(group, (change, *forces, *contacts))
        slack = 2.0 * np.maximum.accumulate(size) + np.cumsum(self._shifted(group, ways)) + 1e-13 * np.abs(first).max()
        if self.record.scheme in REMEMBERING:
            slack = slack + np.cumsum(np.where(self._changing(group), size, 0.0))
        return np.maximum(np.fmin.reduce(sums) - slack, 0.0), np.cumsum(size)


def _moving(at: Poses, rates: tuple[Poses, ...]) -> Poses:
    """Return poses with the mean of some velocities; angular ones are those in body axes."""
    out: Poses = {}
    for body, place in at.items():
        parts = [with_rates(place, of[body]) for of in rates]
        v, w = (np.mean([getattr(part, name) for part in parts], axis=0) for name in ("v", "w"))
        out[body] = place._replace(v=v, w=w)
    return out


def _momentum(body: Body, pose: Pose, dim: int) -> Floats:
    """Return m v and I w in body axes, (n, 6)."""
    theta = inertia(body, dim)
    w = np.einsum("nji,nj->ni", pose.A, pose.w)
    return np.hstack([mass(body) * pose.v, w @ theta])


def in_body(pose: Pose, torque: Floats) -> Floats:
    """Return torques (n, 3) in body axes."""
    return np.einsum("nji,nj->ni", pose.A, torque)


def weights_of(body: Body, dim: int) -> Floats:
    """Return what makes torques comparable with forces: one over the radius of gyration, (6,)."""
    radius = arm(body, dim)
    turning = 1.0 / radius if np.isfinite(radius) else 0.0
    planar = np.array([1.0, 1.0, 0.0, 0.0, 0.0, turning])
    return planar if dim == 2 else np.array([1.0] * 3 + [turning] * 3)


def columns_of(group: list[Body], joints: list[Held], at: Poses, weights: list[Floats]) -> Floats:
    """Return the wrenches (n, 6 bodies, columns) that the joints can exert on the bodies of a group."""
    columns = []
    for held in joints:
        push, turn, x_a, x_b = directions(held, at)
        columns += [_column(group, held, at, weights, "push", d, (x_a, x_b)) for d in push]
        columns += [_column(group, held, at, weights, "turn", d, (x_a, x_b)) for d in turn]
        if held.free:
            columns.append(_free_column(group, held, at, weights))
    return np.stack(columns, axis=2) if columns else np.zeros((len(at[group[0]].r), 6 * len(group), 0))


def _free_column(group: list[Body], held: Held, at: Poses, weights: list[Floats]) -> Floats:
    """Return the wrench (n, 6 bodies) along the free coordinate of a joint."""
    _, _, x_a, x_b = directions(held, at)
    return _column(group, held, at, weights, "turn" if held.part.turns else "push", free_axis(held, at), (x_a, x_b))


def _column(
    group: list[Body], held: Held, at: Poses, weights: list[Floats], kind: str, d: Floats, points: tuple[Floats, Floats]
) -> Floats:
    """Return the wrench (n, 6 bodies) of a unit force or torque along d on side b, and of its reaction on side a."""
    column = np.zeros((len(d), 6 * len(group)))
    for body, x, sign in zip((held.a, held.b), points, (-1.0, 1.0)):
        if body in group:
            k, pose = group.index(body), at[body]
            force = sign * d if kind == "push" else np.zeros_like(d)
            torque = np.cross(x - pose.r, force) if kind == "push" else sign * d
            column[:, 6 * k : 6 * k + 6] += np.hstack([force, in_body(pose, torque)]) * weights[k]
    return column


def without(rest: Floats, columns: Floats) -> Floats:
    """Return what is left of vectors (n, m) outside the space of columns (n, m, k)."""
    if columns.shape[2] == 0:
        return rest
    size = np.linalg.norm(columns, axis=1, keepdims=True)
    columns = columns / np.where(size > 0.0, size, 1.0)
    u, s, _ = np.linalg.svd(columns, full_matrices=False)
    basis = np.where(s[:, None, :] > 1e-9 * s[:, :1, None], u, 0.0)
    along = np.einsum("nmk,nm->nk", basis, rest)
    return rest - np.einsum("nmk,nk->nm", basis, along)
