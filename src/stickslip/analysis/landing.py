"""Load steps end where a contact with friction touches: what it moved before was no slip.

The load at which it touches is found by the gaps of points before it, until what is left is a small part of the step.
"""

from __future__ import annotations

import numpy as np

from stickslip.analysis.contact_rows import Contact, Key
from stickslip.analysis.equilibrium import Equilibrium, Point
from stickslip.mechanics.bodies import place_dim

_NEAR = 1e-6  # of the displacement in a load step: a gap that makes no difference
_TRIALS = 40
_BEFORE = 1e-7  # of a load step: how far before touching the next trial is


class Landing(Equilibrium):
    """Divides load steps where contacts with friction touch."""

    def land(self, point: Point, found: Point) -> Point:
        """Return the point just before the first contact with friction closes along the path, else the one found."""
        touching = self._touching(point, found)
        if not touching:
            return found
        start, end, best = point.load, found.load, None
        opened = [(point.load, min(touching.values()))]
        for _ in range(_TRIALS):
            load = self._next(opened, end, found.load - point.load)
            trial = self.correct(Point(point.q, point.impulse, load, contact=point.contact))
            if trial is None or self._touching(point, trial):
                end = load
                continue
            start, best = load, trial
            gap = self._gap(trial, touching)
            opened.append((load, gap))
            if gap <= _NEAR * self._way(point, trial) or abs(end - start) <= _BEFORE * abs(found.load - point.load):
                break
        if best is None:
            return found
        best.contact.landed = frozenset(touching)
        return best

    def _next(self, opened: list[tuple[float, float]], end: float, step: float) -> float:
        """Return the load to try: just before that at which the gap vanishes, if ``end`` is behind it; or half-way."""
        begin = opened[-1][0]
        if len(opened) > 1:
            (a, gap_a), (b, gap_b) = opened[-2:]
            if np.isfinite(gap_a) and gap_b < gap_a:
                guess = b + gap_b * (b - a) / (gap_a - gap_b) - _BEFORE * step
                if begin < guess < end or end < guess < begin:
                    return guess
        return 0.5 * (begin + end)

    def _touching(self, point: Point, found: Point) -> dict[Key, float]:
        """Return the contacts with friction that closed in between, with their gaps at the start; infinite: unknown."""
        before, now = point.contact, found.contact
        if not isinstance(now, Contact):
            return {}
        limit, out = _NEAR * self._way(point, found), {}
        gaps = dict(zip(before.rows.key, before.rows.value[before.rows.laws.row], strict=True)) if before else {}
        for g, key in enumerate(now.rows.key):
            own = now.rows.forces_of(g)
            if now.rows.contact[g] < 0 or own.stop - own.start == 1 or now.r[own.start] <= 0.0:
                continue
            gap = float(gaps.get(key, 0.0 if before and self._carries(before, key) else np.inf))
            known = before is not None and (key in before.memory.normal or key in before.landed)
            if gap > max(limit, now.rows.tolerance[g]) and not known:
                out[key] = gap
        return out

    def _carries(self, before: Contact, key: Key) -> bool:
        """Whether the two bodies of a contact pressed on each other before: it slid on along a line or surface."""
        owner = self.evaluator.system.contours.owner
        pair = (owner[key[0]], owner[key[1]])
        return any(a >= 0 and (owner[a], owner[b]) == pair for a, b, _ in before.memory.normal)

    def _gap(self, point: Point, touching: dict[Key, float]) -> float:
        """Return the smallest gap of contacts at a point."""
        rows = point.contact.rows
        found = [float(rows.value[rows.laws.row[g]]) for g, key in enumerate(rows.key) if key in touching]
        return min(found, default=np.inf)

    def _way(self, point: Point, found: Point) -> float:
        """Return the largest change of a position coordinate from one point to another [m]."""
        nodes, most = self.evaluator.system.nodes, 0.0
        moved = abs(found.q - point.q)
        for o, kind, nu in zip(nodes.q_off, nodes.kind, nodes.nu, strict=True):
            most = max(most, float(moved[o : o + min(place_dim(int(kind)), int(nu))].max()))
        return most
