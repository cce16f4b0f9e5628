"""Contacts, stops, clutches and dry friction at a configuration at rest: rows, gaps, slips."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from stickslip._arrays import Floats, Ints
from stickslip.analysis.linearization import Evaluator
from stickslip.analysis.slip import REST, Places, places_at, shared_motion, way_of
from stickslip.codes import DRY_FRICTION, ONE_WAY, START
from stickslip.contact.solver.problem import CONE, Laws
from stickslip.joints.rows import TRAVEL

Key = tuple[int, int, int]
_ALL = 1e300  # a tolerance for gaps below which everything near counts as closed
_SKIN = 2.0  # of the range of gaps


@dataclass
class Anchor:
    """The last equilibrium, from which slips and the travels of clutches count."""

    places: Places
    coordinate: Floats


@dataclass
class Rows:
    """Set-valued laws near a configuration, n groups with m rows."""

    key: list[Key]
    """Contours and feature of a contact; (-1, limit, 0) of a limit of a joint."""
    laws: Laws
    H: sp.csr_array
    """(m, nu) directions: forces of the groups are H^T r."""
    slot_start: Ints
    """(n + 1,) first slot of each group."""
    slot_node: Ints
    slot_block: list[Floats]
    """Block (size, nu) of H of each slot."""
    value: Floats
    """(m,) gap, then slips since the anchor; slip of dry friction; way of clutches [m, rad]"""
    contact: Ints
    """(n,) number in the list of contact points, -1 - k of limit k."""
    normal: Floats
    """(n, 3), zero of limits"""
    tangents: Floats
    """(n, 2, 3)"""
    line: Floats
    """(n, 20) row of the record as far as geometry says it"""
    tolerance: Floats
    """(n,) gap up to which a group counts as closed"""
    thick: Floats
    """(n,) smaller thickness of both contours, length of the joint of a stop; 0: none"""

    @property
    def n(self) -> int:
        """Number of groups."""
        return len(self.key)

    def forces_of(self, g: int) -> slice:
        """Return the rows of group g."""
        first = int(self.laws.row[g])
        return slice(first, first + int(self.laws.size[g]))

    def slots(self, g: int) -> range:
        """Return the slots of group g."""
        return range(int(self.slot_start[g]), int(self.slot_start[g + 1]))


class Memory:
    """Forces of groups by their keys; tangential ones as vectors in space, because tangents rotate."""

    def __init__(self) -> None:
        self.normal: dict[Key, float] = {}
        self.tangential: dict[Key, Floats] = {}

    def keep(self, rows: Rows, r: Floats) -> None:
        """Remember the forces r (m,) of all groups that carry any."""
        self.normal, self.tangential = {}, {}
        for g, key in enumerate(rows.key):
            own = r[rows.forces_of(g)]
            if own.any():
                self.normal[key] = float(own[0])
                self.tangential[key] = own[1:] @ rows.tangents[g, : len(own) - 1]

    def read(self, rows: Rows) -> Floats:
        """Return the forces (m,) along the present axes of the groups."""
        r = np.zeros(len(rows.value))
        for g, key in enumerate(rows.key):
            if key in self.normal:
                own = rows.forces_of(g)
                r[own.start] = self.normal[key]
                tangents = rows.tangents[g, : own.stop - own.start - 1]
                r[own.start + 1 : own.stop] = tangents @ self.tangential[key]
        return r


@dataclass
class Contact:
    """What contacts carry at a point of the path."""

    memory: Memory
    rows: Rows
    r: Floats
    anchor: Anchor
    landed: frozenset[Key] = frozenset()
    """Contacts just before which the load step was ended."""


class ContactReader:
    """Finds contacts and limits of a model in static equilibrium."""

    def __init__(self, evaluator: Evaluator, reach: float) -> None:
        self.evaluator, self.run = evaluator, evaluator.run
        self.small = self.run.sizes.gap_tolerance
        self.largest = max(reach, self.run.sizes.margin)
        self.smallest = min(self.run.sizes.margin, self.largest)
        self.margin = 0.0
        self.widen(self.smallest)

    def widen(self, margin: float) -> None:
        """Look for contacts with gaps up to a margin [m], as far as there is one."""
        self.margin = float(np.clip(margin, self.smallest, self.largest))
        run = self.run
        run.sizes = run.sizes._replace(margin=self.margin, skin=_SKIN * self.margin, gap_tolerance=_ALL)
        run.work.geometry.size[:] = run.sizes.skin, run.sizes.margin, run.sizes.gap_tolerance

    def at(self, q: Floats, anchor: Anchor | None = None) -> Rows:
        """Return the rows at a configuration; poses, and forces at the load of the last evaluation, are found, too."""
        run = self.run
        run.work.geometry.travelled[0] = np.inf  # the list of pairs is of another configuration
        run.state.q[:], run.state.u[:] = q, 0.0
        run.evaluate(START)
        return self._read(places_at(run.system, q), anchor)

    def anchor(self, q: Floats) -> Anchor:
        """Return the configuration of the last evaluation as the one from which slips count."""
        return Anchor(places_at(self.run.system, q), self.run.state.coordinate.copy())

    def _read(self, now: Places, anchor: Anchor | None) -> Rows:
        groups = self.run.work.groups
        n, m = int(groups.count[0]), int(groups.count[1])
        slots = int(groups.slot_ptr[n]) if n else 0
        laws = Laws(*(np.array(x[:n]) for x in (groups.size, groups.kind, groups.row, groups.bound)))
        rows = Rows(
            key=[], laws=laws, H=sp.csr_array((m, self.evaluator.n)), slot_start=groups.slot_ptr[: n + 1].copy(),
            slot_node=groups.slot_node[:slots].copy(), slot_block=[], value=np.zeros(m),
            contact=groups.contact[:n].copy(), normal=np.zeros((n, 3)), tangents=np.zeros((n, 2, 3)),
            line=np.zeros((n, 20)), tolerance=np.zeros(n), thick=np.zeros(n),
        )  # fmt: skip
        rows.value[laws.row] = self.run.work.shift.gap[:n]
        self._set_contacts(rows)
        self._set_limits(rows, anchor)
        if slots:
            self._set_directions(rows)
        if anchor is not None:
            self._add_slips(rows, anchor, now)
        return rows

    def _set_contacts(self, rows: Rows) -> None:
        """Write the geometry of contacts."""
        geometry, found = self.run.work.geometry, self.run.work.geometry.contacts
        own = np.flatnonzero(rows.contact >= 0)
        c = rows.contact[own]
        a, b, feature = found.a[c], found.b[c], found.feature[c]
        rows.key = [(-1, -1 - int(c), 0) for c in rows.contact]
        for g, *key in zip(own.tolist(), a.tolist(), b.tolist(), feature.tolist(), strict=True):
            rows.key[g] = (key[0], key[1], key[2])
        rows.normal[own], rows.tangents[own, 0], rows.tangents[own, 1] = found.n[c], found.t1[c], found.t2[c]
        rows.tolerance[own] = self.small * np.minimum(geometry.scale[a], geometry.scale[b])
        rows.thick[own] = np.minimum(geometry.thick[a], geometry.thick[b])
        rows.line[own, 0], rows.line[own, 1], rows.line[own, 2], rows.line[own, 3] = a, b, feature, found.gap[c]
        rows.line[own, 11:14] = 0.5 * (found.x_a[c] + found.x_b[c])
        rows.line[own, 14:17], rows.line[own, 17:20] = found.n[c], found.t1[c]

    def _set_limits(self, rows: Rows, anchor: Anchor | None) -> None:
        """Write bounds and sizes of stops, clutches and dry friction."""
        system, laws, coordinate = self.run.system, rows.laws, self.run.state.coordinate
        limits, length = system.limits, self.run.work.geometry.joint_scale
        for g in np.flatnonzero(rows.contact < 0):
            k = -1 - int(rows.contact[g])
            j, kind = int(limits.joint[k]), int(limits.kind[k])
            rows.thick[g] = length[j] if system.joints.coordinate[j] == TRAVEL else 1.0
            rows.tolerance[g] = self.small * rows.thick[g]
            if kind == DRY_FRICTION:
                laws.bound[g] = limits.value[k]
            if kind in (DRY_FRICTION, ONE_WAY):
                rows.value[laws.row[g]] = 0.0 if anchor is None else coordinate[j] - anchor.coordinate[j]

    def _set_directions(self, rows: Rows) -> None:
        """Gather the blocks of H."""
        groups, nodes = self.run.work.groups, self.run.system.nodes
        owner = np.repeat(np.arange(rows.n), np.diff(rows.slot_start))
        size, nu = rows.laws.size[owner], nodes.nu[rows.slot_node]
        off, length = groups.slot_off[: len(owner)], size * nu
        rows.slot_block = [
            groups.slot_data[o : o + s * w].reshape(s, w).copy()
            for o, s, w in zip(off.tolist(), size.tolist(), nu.tolist(), strict=True)
        ]
        slot = np.repeat(np.arange(len(owner)), length)
        i, j = np.divmod(np.arange(len(slot)) - np.repeat(np.cumsum(length) - length, length), nu[slot])
        i, j = i + rows.laws.row[owner[slot]], j + nodes.u_off[rows.slot_node[slot]]
        data = np.concatenate([block.ravel() for block in rows.slot_block])
        rows.H = sp.csr_array(sp.coo_array((data, (i, j)), shape=rows.H.shape))

    def _add_slips(self, rows: Rows, anchor: Anchor, now: Places) -> None:
        """Set the slips of contacts with friction since the anchor."""
        system = self.run.system
        for g in range(rows.n):
            size, c = int(rows.laws.size[g]), int(rows.contact[g])
            if c < 0 or size == 1 or rows.laws.kind[g] != CONE:
                continue
            members = np.array(rows.slot_node[rows.slots(g)], dtype=np.int64)
            motion = REST if self._is_held(rows.key[g]) else shared_motion(system, members, anchor.places, now)
            first = int(rows.laws.row[g])
            for s in rows.slots(g):
                way = way_of(system, int(rows.slot_node[s]), motion, anchor.places, now)
                rows.value[first + 1 : first + size] += rows.slot_block[s][1:] @ way

    def _is_held(self, key: Key) -> bool:
        """Return whether one side of a contact cannot move: the ground, a prescribed body."""
        system = self.run.system
        bodies = [int(system.contours.body[k]) for k in key[:2]]
        return any(body >= 0 and system.bodies.node[body] < 0 for body in bodies)
