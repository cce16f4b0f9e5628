"""Paths of equilibria: load steps, and steps of given length along the path (Riks 1979)."""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.analysis.equilibrium import MOST_ITERATIONS, Equilibrium, Point
from stickslip.errors import SimulationError

_EASY, _GROWTH, _LARGEST_GROWTH = 4, 1.5, 8.0  # iterations, of a step of the arc-length method, relative to the first
_SMALLEST_STEP = 1e-4  # of the load, relative to the first
_SMALLEST_SLIDE = 0.02  # the same where bodies slide away


def load_steps(solver: Equilibrium, point: Point, steps: int, load: float) -> list[Point]:
    """Follow the path at given loads; a step in which Newton's method fails is halved."""
    path, size = [point], load / steps
    while abs(load - point.load) > 1e-12 * abs(load):
        step = size if abs(size) < abs(load - point.load) * (1.0 + 1e-9) else load - point.load
        goal = load if abs(load - point.load - step) < 1e-12 * abs(load) else point.load + step
        found = solver.correct(Point(point.q, point.impulse, goal, contact=point.contact))
        if found is None:
            size = 0.5 * step
            if abs(size) < (_SMALLEST_SLIDE if solver.reason else _SMALLEST_STEP) * abs(load) / steps:
                near = "a limit point or a loss of stability may be near (method='arc-length' passes limit points)"
                raise SimulationError(
                    f"solve_static: no equilibrium beyond load factor {point.load:.6g}; {solver.reason or near}",
                    point.load,
                )
            continue
        before, point = point, solver.land(point, found)
        solver.accept(before, point)
        path.append(point)
        if abs(size) < abs(load / steps):
            size *= 2.0
    return path


def arc_steps(
    solver: Equilibrium, point: Point, first: float, load: float, length: float | None, max_points: int
) -> list[Point]:
    """Follow the path: tangent predictor of given length, corrections in the plane normal to it (Riks)."""
    path, size, old, largest = [point], length, None, length
    n, place = solver.n, ~solver.turn
    while len(path) < max_points:
        p = solver.load_vector(point.q)
        (t,) = solver.solve_linear(point, [p])
        norm = float(np.linalg.norm(t[:n][place]))
        size = abs(first) * norm if size is None else size
        largest = _LARGEST_GROWTH * size if largest is None else largest
        step = np.copysign(size / norm, first) if old is None else np.copysign(size / norm, float(old @ t[:n]))
        found = _correct_arc(solver, point, t, step, n, place)
        if found is None:
            size *= 0.5
            if size < 1e-6 * solver.length:
                raise SimulationError(
                    f"solve_static: the path could not be followed beyond load {point.load:.6g}", point.load
                )
            continue
        old = t[:n] * np.copysign(1.0, step)
        if (found.load - load) * np.sign(load) >= 0.0:  # passed the end: go back to it at constant load
            last = solver.correct(Point(found.q, found.impulse, load))
            return [*path, last if last is not None else found]
        path.append(found)
        point = found
        if found.iterations <= _EASY:
            size = min(_GROWTH * size, largest)
    return path


def _correct_arc(solver: Equilibrium, start: Point, t: Floats, step: float, n: int, place: Any) -> Point | None:
    direction = t[:n] * place
    point, settled, reached, widest = solver.moved(start, t, step, start.load + step), False, np.inf, 0.0
    linear = 0.0
    for iteration in range(MOST_ITERATIONS):
        p = solver.load_vector(point.q)
        solver.evaluator.evaluate(point.q, None, point.load)
        if solver.inverted:
            return None
        rest, g, point.residual = solver.residual(point)
        if settled and solver.is_balanced(point, reached):
            point.iterations = iteration
            return point
        reached = point.residual if settled and linear <= solver.tolerance * widest else np.inf
        x, y = solver.solve_linear(point, [np.concatenate([rest, -g]), p])
        change = float(direction @ y[:n])
        if change == 0.0 or not np.isfinite(x).all():
            return None
        extra = -float(direction @ x[:n]) / change
        point = solver.moved(point, x + extra * y, 1.0, point.load + extra)
        settled, linear = solver.size(x + extra * y) <= solver.tolerance, solver.linear_size(x + extra * y)
        widest = max(widest, linear)
    return None
