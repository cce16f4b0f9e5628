"""Loads at which an equilibrium loses its stability: the lowest eigenvalue of the stiffness crosses zero."""

from __future__ import annotations

import numpy as np

from stickslip._arguments import number, whole
from stickslip.analysis.acting import OPEN, as_contacts, refuse_acting
from stickslip.analysis.equilibrium import Equilibrium, Point
from stickslip.analysis.vibration import general_modes, is_real, solve_modes
from stickslip.errors import ModelError, SimulationError
from stickslip.model.model import Model

_ITERATIONS = 60
_TOLERANCES = (1e-9, 1e-6)
_FOLLOWED = 6  # eigenvalues of an unsymmetric stiffness


def critical_load(
    model: Model, *, load: float = 1.0, steps: int = 10, tolerance: float = 1e-8, contacts: str = OPEN
) -> float:
    """Return the lowest load factor, between 0 and ``load``, at which the equilibrium of a model becomes unstable.

    The path is followed in ``steps`` load steps, including all deformation before buckling. Between two steps where the
    lowest eigenvalue of the stiffness (in the metric of the mass) changes sign, its root is found to the relative
    ``tolerance``.

    Follower loads and torques in space have no potential; their stiffness is not symmetric, and its real eigenvalue
    nearest to zero is followed instead (divergence). If eigenvalues become complex first, the equilibrium loses its
    stability by flutter: there is no static critical load, and a SimulationError names the load steps.
    Acting contacts, stops and dry friction are rejected, or left out with ``contacts="ignored"``.
    """
    contacts = as_contacts("critical_load", contacts)
    steps, load = whole("critical_load", "steps", steps, 1), number("critical_load", "load", load, -1e300)
    tolerance = number("critical_load", "tolerance", tolerance, 1e-15, 1.0)
    if load == 0.0:
        raise ModelError("critical_load: load = 0 must be finite and not 0")
    solver = Equilibrium(model, _TOLERANCES[0])
    run = solver.evaluator.run
    refuse_acting("critical_load", run, solver.evaluator.assembly.q, "at the start", contacts)
    point = solver.correct(Point(solver.evaluator.assembly.q.copy(), np.zeros(solver.evaluator.m), 0.0))
    if point is None:
        raise SimulationError("critical_load: no equilibrium near the start of the model without loads", 0.0)
    value, _ = _lowest(solver, point)
    if value <= 0.0:
        raise ModelError("critical_load: the model is not stable without loads")
    for factor in np.linspace(0.0, load, steps + 1)[1:]:
        found = _correct(solver, Point(point.q, point.impulse, float(factor)))
        if found is None:
            raise SimulationError(f"critical_load: no equilibrium found at load factor {factor:.6g}", point.load)
        refuse_acting("critical_load", run, found.q, f"at the load factor {factor:.6g}", contacts)
        new, flutter = _lowest(solver, found)
        if flutter:
            between = f"{point.load:.6g} and {factor:.6g}"
            reason = "it has no static critical load below"
            raise SimulationError(f"critical_load: flutter begins between load factors {between}; {reason}", point.load)
        if new <= 0.0:
            return _root(solver, point, value, found, new, tolerance)
        point, value = found, new
    raise SimulationError(f"critical_load: stable up to load factor {load:g}", load)


def _correct(solver: Equilibrium, start: Point) -> Point | None:
    """Find an equilibrium; next to a critical load round-off moves it along the mode: the second tolerance bears it."""
    for solver.tolerance in _TOLERANCES:
        if (found := solver.correct(start)) is not None:
            return found
    return None


def _root(solver: Equilibrium, a: Point, f_a: float, b: Point, f_b: float, tolerance: float) -> float:
    """Find the zero between two points of the path (regula falsi, Illinois)."""
    for _ in range(_ITERATIONS):
        load = (a.load * f_b - b.load * f_a) / (f_b - f_a)
        try:
            c = _correct(solver, Point(a.q, a.impulse, load))
        except SimulationError:  # singular to the last digit: this is the root
            return float(load)
        if c is None:
            raise SimulationError(f"critical_load: no equilibrium found at load factor {load:.6g}", a.load)
        f_c, _ = _lowest(solver, c)
        if abs(b.load - a.load) <= tolerance * abs(load) or min(abs(c.load - a.load), abs(b.load - c.load)) == 0.0:
            return load
        if abs(f_c) <= 1e-14 * abs(f_a - f_b):
            return load
        if (f_c > 0.0) == (f_a > 0.0):
            close = abs(c.load - a.load) <= tolerance * abs(load)
            a, f_a, f_b = c, f_c, 0.5 * f_b
        else:
            close = abs(c.load - b.load) <= tolerance * abs(load)
            b, f_b, f_a = c, f_c, 0.5 * f_a
        if close:
            return load
    return load


def _lowest(solver: Equilibrium, point: Point) -> tuple[float, bool]:
    """Return the lowest eigenvalue of the stiffness at an equilibrium, and whether there are complex ones (flutter).

    Stiffness of constraint forces is included. Of an unsymmetric stiffness it is the lowest real one among those
    nearest to zero.
    """
    linear = solver.linearize(point)
    if linear.symmetric:
        return float(solve_modes(linear, 1).omega_squared[0]), False
    squared, _ = general_modes(linear, _FOLLOWED)
    real = squared[is_real(squared)].real
    return float(real.min() if len(real) else abs(squared).min()), len(real) < len(squared)
