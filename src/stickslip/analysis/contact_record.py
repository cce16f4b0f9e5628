"""Contacts along a path of equilibria: rows of the record, certificate, work of friction."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.analysis.contact_rows import Rows
from stickslip.analysis.equilibrium import Point
from stickslip.codes import CONTACT, ENERGY, ERROR, FRICTIONLESS, OPEN, SLIP, STICK, TOUCH
from stickslip.contact.solver.problem import CONE


def contact_columns(path: list[Point], dt: float, certificate: Floats, energy: Floats) -> tuple[Ints, Floats]:
    """Return how many contacts each point of a path has, and their rows; complete certificate and ledger.

    Impulses are forces times dt, the time by which the result divides them. Where motion has velocities, equilibria
    have the slips of the load step.
    """
    count, lines = np.zeros(len(path), dtype=np.int64), []
    friction = 0.0
    for k, point in enumerate(path):
        if point.contact is None or point.contact.rows is None:
            continue
        rows, r = point.contact.rows, point.contact.r
        friction += friction_work(rows, r)
        energy[k, ENERGY.friction] = friction
        certify(rows, r, certificate[k])
        own = [_line(rows, r, g, dt) for g in range(rows.n) if rows.contact[g] >= 0]
        count[k] = len(own)
        lines += own
    return count, np.array(lines).reshape(-1, len(CONTACT))


def friction_work(rows: Rows, r: Floats) -> float:
    """Return the work of friction of a load step, with the forces at its end [J]."""
    work = 0.0
    for g in range(rows.n):
        own = rows.forces_of(g)
        first = own.start + 1 if rows.laws.kind[g] == CONE else own.start
        work += float(r[first : own.stop] @ rows.value[first : own.stop])
    return work


def certify(rows: Rows, r: Floats, certificate: Floats) -> None:
    """Write how exactly the laws are met, as the certificate of motion has it."""
    largest = abs(r).max(initial=0.0)
    closed = 0
    for g in range(rows.n):
        own, laws = r[rows.forces_of(g)], rows.laws
        if laws.kind[g] != CONE or own[0] <= 0.0:
            depth = -rows.value[laws.row[g]] if laws.kind[g] == CONE else 0.0
        else:
            depth = -rows.value[laws.row[g]]
            if rows.thick[g] > 0.0 and abs(depth) > rows.tolerance[g]:
                _raise(certificate, ERROR.open_gap, -depth / rows.thick[g])
                _raise(certificate, ERROR.sunk, depth / rows.thick[g])
            if len(own) > 1:
                bound = laws.bound[g] * own[0]
                _raise(certificate, ERROR.cone, (float(np.linalg.norm(own[1:])) - bound) / largest)
                if slides(rows, r, g):
                    _raise(certificate, ERROR.slip, _angle(own[1:], rows.value[rows.forces_of(g)][1:]))
        if rows.contact[g] >= 0:
            _raise(certificate, ERROR.penetration, depth)
            closed += int(_status(rows, r, g) != OPEN)
    certificate[ERROR.closed] = closed


def _raise(certificate: Floats, k: int, value: float) -> None:
    certificate[k] = max(certificate[k], value)


def slides(rows: Rows, r: Floats, g: int) -> bool:
    """Return whether a contact slid in the load step, by more than the gap up to which it counts as closed."""
    own = rows.value[rows.forces_of(g)]
    return bool(r[rows.laws.row[g]] > 0.0 and np.linalg.norm(own[1:]) > rows.tolerance[g])


def _angle(r_T: Floats, slip: Floats) -> float:
    """Return the sine of the angle between friction and -slip."""
    length = float(np.linalg.norm(r_T) * np.linalg.norm(slip))
    along = float(r_T @ slip) / length if length > 0.0 else 0.0
    return float(np.sqrt(max(0.0, 1.0 - along * along))) if along < 0.0 else 1.0


def _line(rows: Rows, r: Floats, g: int, dt: float) -> Floats:
    """Return the row of the record of a group."""
    line, own = rows.line[g].copy(), rows.forces_of(g)
    size = own.stop - own.start
    line[TOUCH.P_N : TOUCH.P_N + size] = r[own] * dt
    line[TOUCH.gamma_T1 : TOUCH.gamma_N + size] = rows.value[own][1:]
    line[TOUCH.status] = _status(rows, r, g)
    return line


def _status(rows: Rows, r: Floats, g: int) -> int:
    own = r[rows.forces_of(g)]
    if own[0] <= 0.0 and rows.value[rows.laws.row[g]] > rows.tolerance[g]:
        return OPEN
    if len(own) == 1:
        return FRICTIONLESS
    return SLIP if slides(rows, r, g) else STICK
