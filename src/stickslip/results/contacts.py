"""Contacts of a run: all points at one instant, or one pair over all instants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from stickslip.codes import COMPLIANT, CONTACT, FRICTIONLESS, OPEN, SLIP, STICK
from stickslip.model.base import Declaration
from stickslip.results.base import Store
from stickslip.results.series import unknown

_INDEX = {name: k for k, name in enumerate(CONTACT)}


class ContactPoints:
    """All contact points at one instant; each column of CONTACT is an attribute, (m,).

    Attributes
    ----------
    time : float [s]
    a, b : (m,) numbers of the contours; ``names_a``, ``names_b`` their names
    point, normal : (m, 3) in world components, the normal from a into b
    force : (m, 3) [N], the mean force of the step on side b
    """

    def __init__(self, time: float, rows: np.ndarray, names: list[str], dt: float) -> None:
        self.time, self._rows, self._names, self._dt = time, rows, names, dt

    def __len__(self) -> int:
        return len(self._rows)

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name not in _INDEX:
            raise AttributeError(f"contact points have no column '{name}'; known: {', '.join(CONTACT)}")
        column = self._rows[:, _INDEX[name]]
        return column.astype(np.int64) if name in ("a", "b", "feature", "status") else column

    @property
    def names_a(self) -> list[str]:
        """Names of the contours on side a."""
        return [self._names[k] for k in self.a]

    @property
    def names_b(self) -> list[str]:
        """Names of the contours on side b."""
        return [self._names[k] for k in self.b]

    @property
    def point(self) -> np.ndarray:
        """Contact points (m, 3) [m]."""
        return self._rows[:, _INDEX["x"] : _INDEX["z"] + 1]

    @property
    def normal(self) -> np.ndarray:
        """Unit normals (m, 3) from a into b."""
        return self._rows[:, _INDEX["n_x"] : _INDEX["n_z"] + 1]

    @property
    def force(self) -> np.ndarray:
        """Mean contact force of the step on side b (m, 3) [N]."""
        return _impulse(self._rows) / self._dt


class PairSeries(NamedTuple):
    """Contact of a pair over all instants. Several points of a pair are joined as said here."""

    time: np.ndarray
    """(n,) [s]"""
    gap: np.ndarray
    """(n,) [m], the smallest; NaN while the pair is too far apart to be looked at"""
    force: np.ndarray
    """(n,) [N], sum of the normal forces, mean over the step"""
    friction: np.ndarray
    """(n,) [N], length of the vector sum of the tangential forces"""
    slip: np.ndarray
    """(n,) [m/s], largest slip speed among the closed points; NaN when open"""
    status: np.ndarray
    """(n,) open; stick if any point sticks, else slip if any slips, else the kind of closed contact"""
    points: np.ndarray
    """(n,) number of closed points"""

    def __repr__(self) -> str:
        closed = int(np.count_nonzero(self.status > OPEN))
        return f"<contact of a pair: {len(self.time)} instants, closed at {closed}>"


class Contacts:
    """Contacts of a run. ``contacts[i]`` is an instant, ``contacts.between(a, b)`` a pair over time.

    Attributes
    ----------
    names : list of str
        The contours as "body.contour"; their order is that of the numbers in columns a and b.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._parts = contour_names(store.header)
        self.names = [f"{body}.{own}" for body, own in self._parts]

    def __len__(self) -> int:
        return self._store.n

    def __repr__(self) -> str:
        return f"<contacts of {len(self)} instants, at most {int(self.closed.max(initial=0))} closed>"

    def __iter__(self) -> Iterator[ContactPoints]:
        return (self[k] for k in range(len(self)))

    @cached_property
    def time(self) -> np.ndarray:
        """Recorded instants (n,) [s]."""
        return self._store.read("time")

    @cached_property
    def offsets(self) -> np.ndarray:
        """First row of each instant in the list of all points (n + 1,)."""
        return np.concatenate([[0], np.cumsum(self._store.read("contact_count"))])

    def column(self, name: str) -> np.ndarray:
        """Return one column of CONTACT for all points of all instants."""
        if name not in _INDEX:
            raise unknown("contact column", name, CONTACT)
        return self._store.read("contacts", columns=slice(_INDEX[name], _INDEX[name] + 1))[:, 0]

    @cached_property
    def instant(self) -> np.ndarray:
        """Number of the instant of each point in the list of all points."""
        return np.repeat(np.arange(len(self)), np.diff(self.offsets))

    @cached_property
    def closed(self) -> np.ndarray:
        """Number of closed contact points at each instant (n,)."""
        return np.bincount(self.instant, self.column("status") > OPEN, minlength=len(self)).astype(np.int64)

    def __getitem__(self, k: int) -> ContactPoints:
        k = range(len(self))[k]
        rows = slice(int(self.offsets[k]), int(self.offsets[k + 1]))
        return ContactPoints(
            float(self.time[k]), self._store.read("contacts", rows), self.names, float(self._store.header["dt"])
        )

    def at(self, time: float) -> ContactPoints:
        """Return the points of the recorded instant nearest to ``time``."""
        return self[int(np.argmin(np.abs(self.time - time)))]

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of contours that were ever closed, by name, in the order of their numbers."""
        numbers = np.stack([self.column("a"), self.column("b"), self.column("status")], axis=1)
        numbers = np.unique(numbers[numbers[:, 2] > OPEN, :2].astype(np.int64), axis=0)
        return [(self.names[a], self.names[b]) for a, b in numbers]

    def between(self, a: Any, b: Any) -> PairSeries:
        """Return gap, force, slip and status between two contours or bodies (objects or names) over all instants."""
        side_a, side_b = self._numbers(a), self._numbers(b)
        first, second = self.column("a"), self.column("b")
        chosen = (np.isin(first, side_a) & np.isin(second, side_b)) | (np.isin(first, side_b) & np.isin(second, side_a))
        rows = self._store.read("contacts")[chosen]
        return _join(self.time, self.instant[chosen], rows, float(self._store.header["dt"]))

    def _numbers(self, key: Any) -> list[int]:
        """Return the numbers of the contours that a contour, a body or a name stands for."""
        if isinstance(key, Declaration):
            body = getattr(key, "body", None)
            if body is not None and key.name is None:
                return [self._unnamed(key, body)]
            key = f"{body.name}.{key.name}" if body is not None else key.name
        key = str(key)
        bodies, shorts = [body for body, _ in self._parts], [own for _, own in self._parts]
        for candidates in (self.names, bodies, shorts):
            if key in candidates:
                return [k for k, name in enumerate(candidates) if name == key]
        raise unknown("contour or body with contours", key, dict.fromkeys([*bodies, *self.names]))

    def _unnamed(self, contour: Any, body: Any) -> int:
        """Return the number of an unnamed contour, found by its kind and its place among those of its kind."""
        kind = type(contour).__name__
        numbers = [k for k in self._numbers(body) if self._store.header["contours"][k]["kind"] == kind]
        alike = [other for other in body.contours if type(other) is type(contour)]
        if len(numbers) != len(alike):
            raise KeyError(f"{contour.label} of '{body.name}' cannot be distinguished from the others; give it a name")
        return numbers[[other is contour for other in alike].index(True)]


def contour_names(header: dict[str, Any]) -> list[tuple[str, str]]:
    """Return body and own name of each contour; unnamed contours are called by kind and number on their body."""
    names: list[tuple[str, str]] = []
    for entry in header["contours"]:
        body = entry["body"]
        body = header["bodies"][body]["name"] if isinstance(body, int) else str(body)
        own = str(entry.get("name") or "").removeprefix(f"{body}.")
        kind, number = str(entry["kind"]).lower(), 1
        while not own:
            own = f"{kind}{number}" if (body, f"{kind}{number}") not in names else ""
            number += 1
        names.append((body, own))
    return names


def _columns(rows: np.ndarray, names: Iterable[str]) -> np.ndarray:
    return rows[:, [_INDEX[name] for name in names]]


def _impulse(rows: np.ndarray, tangential_only: bool = False) -> np.ndarray:
    """Return the impulses P_N n + P_T1 t1 + P_T2 t2 of the rows (m, 3) [N s]; t2 = n x t1."""
    n, t1 = _columns(rows, ("n_x", "n_y", "n_z")), _columns(rows, ("t1_x", "t1_y", "t1_z"))
    P = _columns(rows, ("P_N", "P_T1", "P_T2"))
    tangential = P[:, 1:2] * t1 + P[:, 2:3] * np.cross(n, t1)
    return tangential if tangential_only else tangential + P[:, 0:1] * n


def _join(time: np.ndarray, instant: np.ndarray, rows: np.ndarray, dt: float) -> PairSeries:
    n = len(time)
    status = rows[:, _INDEX["status"]].astype(np.int64)
    closed = status > OPEN
    gap = np.full(n, np.inf)
    np.minimum.at(gap, instant, rows[:, _INDEX["gap"]])
    slip = np.full(n, -1.0)
    np.maximum.at(slip, instant[closed], np.linalg.norm(_columns(rows, ("gamma_T1", "gamma_T2")), axis=1)[closed])
    friction = np.zeros((n, 3))
    np.add.at(friction, instant, _impulse(rows, tangential_only=True))
    joined = np.full(n, OPEN)
    for kind in (FRICTIONLESS, COMPLIANT, SLIP, STICK):  # the later ones win
        joined[instant[status == kind]] = kind
    return PairSeries(
        time=time,
        gap=np.where(np.isfinite(gap), gap, np.nan),
        force=np.bincount(instant, rows[:, _INDEX["P_N"]], minlength=n) / dt,
        friction=np.linalg.norm(friction, axis=1) / dt,
        slip=np.where(slip >= 0.0, slip, np.nan),
        status=joined,
        points=np.bincount(instant[closed], minlength=n),
    )
