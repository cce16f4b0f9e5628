"""Choice of few instants between which a motion may be interpolated.

A segment of the motion from instant i to j is good if every recorded instant k between them is within the tolerance of
the interpolated one. For a component x that is interpolated linearly this means

    (x_k - tol - x_i) / (t_k - t_i)  <=  (x_j - x_i) / (t_j - t_i)  <=  (x_k + tol - x_i) / (t_k - t_i),

a funnel of slopes that every k makes narrower; j is reached if its own slope lies in the funnel of those before. With
the rotation vector from i to k as x, times the reach of the body, the same holds for slerp, up to higher order. A point
of a body is then off by the errors of three components of a place and of three of a rotation at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.viz.rotations import rotation_vectors
from stickslip.viz.scene import LineMotion, Motion, RigidMotion

_TURN = 2.5  # [rad] between keyframes at most, because slerp takes the shorter way
_AHEAD = 4  # instants looked at first; twice as many after a segment that used them all
_SHARE = 0.5 / np.sqrt(3.0)  # of the tolerance for one of three components, of a place or of a rotation
_LONGEST = 4096  # instants of a segment, so that a piece of the run is enough to find it


class Places:
    """What moves, at some instants, as numbers to be interpolated.

    Attributes
    ----------
    time : (n,)
    linear : (n, d) [m], interpolated linearly
    turning : (n, k, 4) quaternions, interpolated by slerp, of bodies that reach (k,) [m] far
    """

    def __init__(self, time: Floats, linear: Floats, turning: Floats, reach: Floats) -> None:
        self.time, self.linear, self.turning, self.reach = time, linear, turning, reach

    @staticmethod
    def of(time: Floats, motions: Iterable[tuple[Motion, float]]) -> Places:
        """Collect motions of parts; the number is the reach of a rigid part or of a section [m]."""
        n = len(time)
        linear, turning, reach = [np.zeros((n, 0))], [np.zeros((n, 0, 4))], []
        for motion, far in motions:
            linear.append(motion.position.reshape(n, -1))
            if isinstance(motion, RigidMotion) and motion.quaternion is not None:
                turning.append(motion.quaternion[:, None])
                reach.append(far)
            elif isinstance(motion, LineMotion) and motion.quaternion is not None:
                # sections are small, and a point in it moves by 2 reach times the change of the quaternion
                linear.append(2.0 * far * motion.quaternion.reshape(n, -1))
        return Places(time, np.concatenate(linear, axis=1), np.concatenate(turning, axis=1), np.array(reach))

    def joined(self, other: Places) -> Places:
        """Return these instants and those of another piece after them."""
        return Places(
            np.concatenate([self.time, other.time]),
            np.concatenate([self.linear, other.linear]),
            np.concatenate([self.turning, other.turning]),
            self.reach,
        )

    def rows(self, start: int, stop: int | None = None) -> Places:
        """Return some of the instants."""
        part = slice(start, stop)
        return Places(self.time[part], self.linear[part], self.turning[part], self.reach)

    def take(self, rows: Ints) -> Places:
        """Return the instants with these numbers."""
        return Places(self.time[rows], self.linear[rows], self.turning[rows], self.reach)


def _reached(places: Places, first: int, stop: int, tolerance: float) -> int:
    """Return the last instant below ``stop`` such that all instants up to it can be reached from ``first``."""
    dt = (places.time[first + 1 : stop] - places.time[first])[:, None]
    moved = [places.linear[first + 1 : stop] - places.linear[first]]
    fits = np.ones(len(dt), dtype=bool)
    if places.turning.shape[1]:
        turned = rotation_vectors(places.turning[first], places.turning[first + 1 : stop])
        fits &= (np.linalg.norm(turned, axis=2) < _TURN).all(axis=1)
        moved.append((turned * places.reach[:, None]).reshape(len(dt), -1))
    slope = np.concatenate(moved, axis=1) / dt
    margin = _SHARE * tolerance / dt
    low, high = np.maximum.accumulate(slope - margin), np.minimum.accumulate(slope + margin)
    fits[1:] &= ((slope[1:] >= low[:-1]) & (slope[1:] <= high[:-1])).all(axis=1)
    bad = np.flatnonzero(~fits)
    return first + max(int(bad[0]) if len(bad) else len(dt), 1)


def thin(places: Places, tolerance: float, keep: Ints, most: int | None = None) -> Ints:
    """Return the numbers of instants that are enough, among them ``keep``, the first and the last.

    The search is given up when more than ``most`` are needed.
    """
    n = len(places.time)
    if n < 3:
        return np.arange(n)
    kept = np.union1d(keep, [n - 1])
    chosen, ahead = [0], _AHEAD
    while chosen[-1] < n - 1 and (most is None or len(chosen) <= most):
        first = chosen[-1]
        wall = min(int(kept[np.searchsorted(kept, first + 1)]), first + _LONGEST)
        while True:
            stop = min(first + ahead, wall) + 1
            found = _reached(places, first, stop, tolerance)
            if found < stop - 1 or stop - 1 == wall:
                break
            ahead *= 2
        ahead = max(_AHEAD, 2 * (found - first))
        chosen.append(found)
    return np.array(chosen, dtype=np.int64)


def thin_by_pieces(
    read: Callable[[int, int], Places], n: int, piece: int, tolerance: float, keep: Ints
) -> tuple[Ints, Places]:
    """Return numbers and places of the chosen of n instants, which ``read(start, stop)`` gives in pieces."""
    numbers: list[Ints] = []
    found: list[Places] = []
    rest: Places | None = None
    start = 0  # number of the first instant of ``rest``
    for first in range(0, n, piece):
        stop = min(first + piece, n)
        part = read(first, stop)
        places = part if rest is None else rest.joined(part)
        inside = keep[(keep >= start) & (keep < stop)] - start
        rows = thin(places, tolerance, inside)
        if stop < n and len(rows) > 1:  # the last segment may go on in the next piece
            rows = rows[:-1]
        done = rows if stop == n else rows[:-1]
        numbers.append(start + done)
        found.append(places.take(done))
        rest, start = places.rows(int(rows[-1])), start + int(rows[-1])
    if not numbers:
        return np.zeros(0, dtype=np.int64), read(0, 0)
    joined = found[0]
    for each in found[1:]:
        joined = joined.joined(each)
    return np.concatenate(numbers), joined


def fewer(places: Places, numbers: Ints, tolerance: float, keep: Ints, most: int) -> tuple[Ints, float]:
    """Return at most ``most`` of the chosen instants and the tolerance that this takes.

    Errors of repeated choices add up: thinning what was chosen with ``tolerance`` by t is good to tolerance + t.
    """
    wider, rows = tolerance, np.arange(len(numbers))
    extra = 0.0
    while len(rows) > most and extra < 1e6 * tolerance:
        extra = max(2.0 * extra, tolerance)
        wider = tolerance + extra
        kept = np.flatnonzero(np.isin(numbers, keep)) if len(keep) < most // 2 else np.zeros(0, dtype=np.int64)
        rows = thin(places, extra, kept, most)
    if len(rows) > most:
        rows = rows[np.unique(np.linspace(0, len(rows) - 1, most).astype(int))]
        wider = float("nan")
    return numbers[rows], wider
