"""Accelerations of smooth systems, with what the ledger integrates beside them.

    M a - G^T Lambda = h(q, u, t),    G a = -kappa,    kappa = d/dt (G u + w) along the motion with u held.

kappa is a difference of fourth order over a hundredth of the step: its error is far below that of any scheme.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from stickslip._arrays import Floats
from stickslip.codes import DAMPER, ELASTIC, FRAME, LINEARISE, LOAD, PLANAR
from stickslip.errors import SimulationError
from stickslip.integrators.run import Run
from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.sparse import BlockReader, Saddle
from stickslip.linalg.threads import dot
from stickslip.mechanics.bodies import move
from stickslip.system.layout import System
from stickslip.system.rank import dependent_parts
from stickslip.system.unknowns import label_of, length_of, places_of, turns_of

DAMPING, LOADS, DRIVES, OUTER = 0, 1, 2, 3  # works and, from OUTER on, impulses (6,) behind the velocities
N_SUMS = OUTER + 6
_DIFFERENCE = 1e-2  # of the step, for kappa
_MOVES = 10  # of a correction of positions
_SMALL = 1e-8  # a move that is smaller than this part of the model leaves an error of its square


class RigidMotions:
    """Total force and moment about the origin of generalised forces (see ``momentum``)."""

    def __init__(self, system: System) -> None:
        nodes = system.nodes
        own = np.flatnonzero(system.rigid != 0)
        kind, self._n = nodes.kind[own], int(nodes.nu.sum())
        planar = (nodes.nu[own] == 2) | (kind == PLANAR)
        axes = np.arange(3)
        flat = planar[:, None] & (axes == 2)
        self._force = np.where(flat, self._n, nodes.u_off[own][:, None] + axes)
        self._place = np.where(flat, -1, nodes.q_off[own][:, None] + axes)
        self._turn = nodes.u_off[own[kind == PLANAR]] + 2
        frames = own[kind == FRAME]
        spun = (nodes.nu[frames] > 5)[:, None] | (axes < 2)
        self._couple = np.where(spun, nodes.u_off[frames][:, None] + 3 + axes, self._n)
        self._axes = nodes.q_off[frames][:, None, None] + 3 + 3 * axes[:, None] + axes  # director j is column j

    def total(self, q: Floats, force: Floats) -> Floats:
        """Return force and moment (6,) of generalised forces at q."""
        padded = np.append(force, 0.0)
        f = padded[self._force]
        r = np.where(self._place < 0, 0.0, q[self._place])
        out = np.concatenate([f.sum(axis=0), np.cross(r, f).sum(axis=0)])
        out[5] += force[self._turn].sum()
        out[3:] += np.einsum("nji,nj->i", q[self._axes], padded[self._couple])
        return out


class SmoothSystem:
    """Evaluates the motion of a run."""

    def __init__(self, run: Run) -> None:
        self.run, system = run, run.system
        self.n, self.m = len(run.state.u), len(system.table.kind)
        self.force, self.residual, self.evaluations, self.step = np.zeros(self.m), 0.0, 0, 1.0
        self._reader = BlockReader(system.pattern.blocks, self.n, self.m)
        self._saddle = Saddle(places=places_of(system), anew=self.m > 0 or bool(system.matrix.massive[0]))
        self._rigid = RigidMotions(system)
        self._outer = np.repeat(system.outer != 0, np.diff(system.joints.row))
        self._reach = np.where(turns_of(system), length_of(system), 1.0)  # of turns [m], 1 of shifts

    @property
    def used(self) -> NDArray[np.bool_]:
        """Which entries of M and G have ever been set: the pattern of both."""
        return self._reader.used

    def _evaluate(self, t: float, q: Floats, u: Floats) -> tuple[sp.csr_array, sp.csr_array]:
        """Return M and G; forces and the other parts of rows are left in the work of the run."""
        state = self.run.state
        state.q[:], state.u[:], state.t[0] = q, u[: self.n], t
        self.run.evaluate(LINEARISE, 0.0)
        self.evaluations += 1
        return self._reader.read(self.run.work.dynamics.values)

    def rate(self, t: float, q: Floats, u: Floats) -> Floats:
        """Return G u + w (m,), the velocities at which joints open."""
        G = self._evaluate(t, q, u)[1]
        return G @ u[: self.n] + self.run.work.rows.w

    def moved(self, q: Floats, k: Floats) -> Floats:
        """Return the configuration after a motion k."""
        out = q.copy()
        move(self.run.system.nodes, out, np.ascontiguousarray(k[: self.n]), 1.0)
        return out

    def _curvature(self, t: float, q: Floats, u: Floats) -> Floats:
        """Return kappa (m,)."""
        h = _DIFFERENCE * self.step
        rates = [self.rate(t + k * h, self.moved(q, k * h * u), u) for k in (-2, -1, 1, 2)]
        return (rates[0] - 8.0 * rates[1] + 8.0 * rates[2] - rates[3]) / (12.0 * h)

    def accelerations(self, t: float, q: Floats, u: Floats) -> Floats:
        """Return accelerations, powers and outer forces (n + N_SUMS,)."""
        kappa = self._curvature(t, q, u) if self.m else np.zeros(0)
        M, G = self._evaluate(t, q, u)
        d, v = self.run.work.dynamics, u[: self.n]
        h = d.h.sum(axis=0)
        a, self.force = self._solve(t, M, G, h, -kappa)
        reaction = G.T @ self.force
        size = max(abs(x).max(initial=0.0) for x in (h, reaction))
        rest = abs(M @ a - h - reaction).max(initial=0.0)
        self.residual = max(self.residual, rest / size if size > 0.0 else rest)
        out = np.empty(self.n + N_SUMS)
        out[: self.n], sums = a, out[self.n :]
        sums[DAMPING], sums[LOADS] = (dot(d.h[kind], v) + float(d.power[kind]) for kind in (DAMPER, LOAD))
        sums[DRIVES] = -float(d.power[:3].sum()) - dot(self.force, self.run.work.rows.w)
        outer = d.h[:3].sum(axis=0) + G.T @ np.where(self._outer, self.force, 0.0)
        sums[OUTER:] = self._rigid.total(q, outer)
        return out

    def _solve(self, t: float, M: sp.csr_array, G: sp.csr_array, r: Floats, s: Floats) -> tuple[Floats, Floats]:
        try:
            self._saddle.set(M, G)
            self._saddle.check()
            return self._saddle.solve(r, s)
        except RuntimeError as error:
            parts = dependent_parts(self.run.assembly, G)
            why = f"constraints depend on each other: {parts}" if parts else "a part has no mass"
            if isinstance(error, SingularMatrix):
                why += f"; near {label_of(self.run.assembly, error.unknown)}"
            raise SimulationError(f"t = {t:.9g} s: accelerations cannot be found: {why}", t) from None

    def consistent(self, t: float, q: Floats, u: Floats) -> tuple[Floats, Floats, float]:
        """Return the nearest configuration and velocities, in the metric of the mass, that obey joints.

        Also the energy that the moves add, which is that of the correction.
        """
        none, work = np.zeros(self.n), 0.0
        for _ in range(_MOVES):
            M, G = self._evaluate(t, q, u)
            dq, _ = self._solve(t, M, G, none, -self.run.work.rows.g)
            work -= dot(self.run.work.dynamics.h[ELASTIC], dq)
            q = self.moved(q, dq)
            if not abs(self._reach * dq).max(initial=0.0) > _SMALL * length_of(self.run.system):
                break
        M, G = self._evaluate(t, q, u)
        du, _ = self._solve(t, M, G, none, -(G @ u[: self.n] + self.run.work.rows.w))
        work += dot(M @ du, u[: self.n] + 0.5 * du)
        return q, np.concatenate([u[: self.n] + du, u[self.n :]]), work
