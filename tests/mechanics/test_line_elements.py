"""Elements of flexible lines: forces are gradients, tangents are derivatives, steps conserve energy and momenta."""

import math

import numba
import numpy as np
import pytest
from numba import types

from stickslip.lines.beam import kernel as beam
from stickslip.lines.elements import (
    BEGIN,
    DAMPER_WRENCH,
    DAMPING,
    ELASTIC_WRENCH,
    END,
    FORCE,
    NODE,
    NODES,
    POTENTIAL,
    RATE,
    SOURCE_SIZE,
    STEP_FORCE,
    STEP_TANGENT,
    STIFFNESS,
    TANGENT,
    TARGET_SIZE,
    TURN,
)
from stickslip.lines.planar import kernel as planar_beam
from stickslip.lines.string import kernel as string
from stickslip.mechanics.vectors import rotate_frame

DT, TAU = 0.1, 0.3
PLANAR = (0, 1, 5)


@numba.cfunc(types.float64(types.float64))
def _cubic_law(stretch):
    return 3.0 * (stretch - 1.0) + 0.5 * (stretch - 1.0) ** 3


def _shapes(n):
    points = [(0.5, 1.0)] if n == 2 else [(0.5 - 0.5 / math.sqrt(3), 0.5), (0.5 + 0.5 / math.sqrt(3), 0.5)]
    for s, w in points:
        if n == 2:
            yield w, [1 - s, s, 0.0], [-1.0, 1.0, 0.0]
        else:
            yield w, [(1 - s) * (1 - 2 * s), 4 * s * (1 - s), s * (2 * s - 1)], [4 * s - 3, 4 - 8 * s, 4 * s - 1]


def _element(name, n):
    """Return (kernel, parameters, active components of a node's wrench)."""
    rng = np.random.default_rng(n)
    length = 1.3
    points = [(w * length, N, np.array(dN) / length) for w, N, dN in _shapes(n)]
    if name == "beam":
        C = rng.standard_normal((6, 6))
        head, strain_0, kernel, free = (C @ C.T).ravel(), 0.1 * rng.standard_normal(6), beam.beam, range(6)
    elif name == "planar":
        head, strain_0, kernel, free = (
            np.array([2.0, 1.5, 0.7]),
            0.1 * rng.standard_normal(3),
            planar_beam.planar_beam,
            PLANAR,
        )
    else:
        law = {"linear": string.LINEAR, "neo-hookean": string.NEO_HOOKEAN, "user": string.USER}[name]
        head, strain_0, kernel, free = (
            np.array([law, 3.0, float(_cubic_law.address)]),
            np.zeros(0),
            string.string,
            range(3),
        )
    p = [n, len(points), TAU, *head]
    for w, N, dN in points:
        p += [w, *N, *dN, *strain_0]
    return kernel, np.array(p), list(free)


def _turn(A, vector):
    out = np.empty((3, 3))
    rotate_frame(np.ascontiguousarray(A), *(A.T @ vector), out)
    return out


def _cross(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


class Case:
    """One element at a random configuration, and a random step from it."""

    def __init__(self, name, n):
        self.kernel, self.p, self.free = _element(name, n)
        self.n, rng = n, np.random.default_rng(7)
        self.mask = np.zeros(6)
        self.mask[self.free] = 1.0
        self.r = np.cumsum(rng.uniform(0.4, 0.9, (n, 3)) * self.mask[:3], axis=0)
        self.A = [_turn(np.eye(3), 0.4 * rng.standard_normal(3) * self.mask[3:]) for _ in range(n)]
        self.u = rng.standard_normal((n, 6)) * self.mask
        self.change = 0.2 * rng.standard_normal((n, 6)) * self.mask

    def call(self, task, r, A, u, step=None):
        source, target = np.zeros(SOURCE_SIZE), np.full(TARGET_SIZE, np.nan)
        source[0], source[1] = task, DT
        for a in range(self.n):
            o = NODES + NODE * a
            pose = np.concatenate([r[a], A[a].ravel()])
            source[o : o + 12], source[o + RATE : o + RATE + 6] = pose, u[a]
            if step is not None:
                S = np.linalg.inv(np.eye(3) - 0.5 * _cross(step[a, 3:]))
                mid = S @ A[a]
                source[o : o + 12] = np.concatenate([r[a] + 0.5 * step[a, :3], mid.ravel()])
                source[o + BEGIN : o + BEGIN + 12] = pose
                source[o + END : o + END + 12] = np.concatenate([r[a] + step[a, :3], (2 * mid - A[a]).ravel()])
                source[o + TURN : o + TURN + 9] = 0.5 * S.ravel()
        if self.kernel is beam.beam:
            self.kernel(source, self.p, target, (0,) * self.n)
        else:
            self.kernel(source, self.p, target)
        return target

    def moved(self, d):
        d = d.reshape(self.n, 6)
        return self.r + d[:, :3], [_turn(A, x) for A, x in zip(self.A, d[:, 3:])]

    def at(self, d):
        return self.call(FORCE, *self.moved(d), self.u)

    def wrench(self, target, place=ELASTIC_WRENCH):
        return target[place : place + 6 * self.n]

    def matrix(self, target, place):
        return target[place : place + 36 * self.n**2].reshape(6 * self.n, 6 * self.n)

    def directions(self):
        for a in range(self.n):
            for i in self.free:
                d = np.zeros(6 * self.n)
                d[6 * a + i] = 1.0
                yield 6 * a + i, d


@pytest.fixture(params=[(k, n) for k in ("beam", "planar", "linear", "neo-hookean", "user") for n in (2, 3)], ids=str)
def case(request):
    return Case(*request.param)


def test_force_is_the_negative_gradient_of_the_potential(case):
    h = 1e-5
    wrench = case.wrench(case.at(np.zeros(6 * case.n)))
    for k, d in case.directions():
        slope = (case.at(h * d)[POTENTIAL] - case.at(-h * d)[POTENTIAL]) / (2 * h)
        assert wrench[k] == pytest.approx(-slope, abs=2e-8)


def test_tangents_are_derivatives_of_the_force(case):
    h, zero = 1e-5, np.zeros(6 * case.n)
    target = case.call(TANGENT, case.r, case.A, case.u)
    damping = case.matrix(target, DAMPING)
    case.p[2] = 0.0
    stiffness = case.matrix(case.call(TANGENT, case.r, case.A, case.u), STIFFNESS)
    scale = abs(stiffness).max()
    for k, d in case.directions():
        slope = (case.wrench(case.at(h * d)) - case.wrench(case.at(-h * d))) / (2 * h)
        assert stiffness[:, k] == pytest.approx(-slope, abs=1e-8 * scale)
    case.p[2] = TAU
    base = case.wrench(case.at(zero), DAMPER_WRENCH).copy()
    for k, d in case.directions():
        faster = case.call(FORCE, case.r, case.A, case.u + d.reshape(case.n, 6))
        assert damping[:, k] == pytest.approx(base - case.wrench(faster, DAMPER_WRENCH), abs=1e-12)


def test_work_of_a_step_is_the_change_of_the_potential(case):
    step = case.call(STEP_FORCE, case.r, case.A, case.u, case.change)
    end_A = [
        np.linalg.solve(np.eye(3) - 0.5 * _cross(x), np.eye(3) + 0.5 * _cross(x)) @ A
        for A, x in zip(case.A, case.change[:, 3:])
    ]
    before = case.call(FORCE, case.r, case.A, case.u)[POTENTIAL]
    after = case.call(FORCE, case.r + case.change[:, :3], end_A, case.u)[POTENTIAL]
    tolerance = 1e-9 if case.p[3] == string.USER and case.kernel is string.string else 1e-13
    assert case.wrench(step) @ case.change.ravel() == pytest.approx(before - after, abs=tolerance)
    assert case.wrench(step, DAMPER_WRENCH) @ case.change.ravel() < 0.0
    force = case.wrench(step).reshape(case.n, 6)
    mid = case.r + 0.5 * case.change[:, :3]
    assert force[:, :3].sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-13)
    assert (np.cross(mid, force[:, :3]) + force[:, 3:]).sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-12)


def test_step_tangent_is_the_derivative_of_the_step_force(case):
    h = 1e-5
    stiffness = case.matrix(case.call(STEP_TANGENT, case.r, case.A, case.u, case.change), STIFFNESS)
    scale = abs(stiffness).max()
    for k, d in case.directions():
        slope = np.zeros(6 * case.n)
        for sign in (1, -1):
            step = case.call(STEP_FORCE, case.r, case.A, case.u, case.change + sign * h * d.reshape(case.n, 6))
            slope += sign * (case.wrench(step) + case.wrench(step, DAMPER_WRENCH)) / (2 * h)
        assert stiffness[:, k] == pytest.approx(-slope, abs=1e-8 * scale)
