"""Constraint rows of a model at any state, evaluated by the compiled entry of a run."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from stickslip.codes import START
from stickslip.integrators.run import Run
from stickslip.integrators.schemes import MoreauMidpoint
from stickslip.system.assemble import assemble

SETTINGS = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": True, "max_halvings": 3}


class Rows:
    """g(t, q) and G u + w of all bilateral rows of a model."""

    def __init__(self, model):
        self.run = Run(assemble(model), MoreauMidpoint(), SETTINGS, 1)
        self.q, self.u = self.run.state.q.copy(), self.run.state.u.copy()
        self.dim = model.dim

    def at(self, t, q, u):
        """Return (g, G u + w)."""
        state = self.run.state
        state.t[0], state.q[:], state.u[:] = t, q, u
        self.run._call(1.0, 0, task=START)
        n = len(u)
        return self.run.work.rows.g.copy(), self.run.work.dynamics.rhs[n : n + len(state.impulse)].copy()

    def moved(self, q, u, step):
        """Return q after moving along u for ``step`` seconds, rotations about a fixed body axis."""
        q = q.copy()
        if self.dim == 2:
            return q + step * u
        for k in range(len(u) // 6):
            r, d = q[12 * k : 12 * k + 3], q[12 * k + 3 : 12 * k + 12]
            v, omega = u[6 * k : 6 * k + 3], u[6 * k + 3 : 6 * k + 6]
            A = d.reshape(3, 3).T @ Rotation.from_rotvec(step * omega).as_matrix()
            r += step * v
            d[:] = A.T.ravel()
        return q

    def difference(self, t, q, u, step=1e-5):
        """Return the central difference of g along the motion."""
        plus, _ = self.at(t + step, self.moved(q, u, step), u)
        minus, _ = self.at(t - step, self.moved(q, u, -step), u)
        return (plus - minus) / (2.0 * step)

    def matrix(self, t, q):
        """Return G (rows, nu)."""
        n = len(self.u)
        w = self.at(t, q, np.zeros(n))[1]
        return np.column_stack([self.at(t, q, e)[1] - w for e in np.eye(n)])
