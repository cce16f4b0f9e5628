"""Equations of smooth systems as sparse matrices: M u' = h(q, u, t) + G^T Lambda, g(q, t) = 0, q' = u.

Displacements x from the declared configuration q0 are the unknowns: their round-off is relative to themselves and not
to places (Södersten 2018, sec. 4.1: displacements of 1e-7 m in a block of 1 m).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from stickslip._arrays import Floats
from stickslip.codes import DAMPER, FRAME, LINEARISE, LOAD
from stickslip.errors import ModelError
from stickslip.integrators.run import Run
from stickslip.joints.rows import GUIDE, ROLL
from stickslip.linalg.multifrontal import SingularMatrix
from stickslip.linalg.sparse import BlockReader, Saddle
from stickslip.linalg.threads import dot
from stickslip.system.assemble import Assembly
from stickslip.system.rank import dependent_parts
from stickslip.system.unknowns import label_of, places_of

_DIFFERENCE = 1e-6  # of time, relative to the step, for rates of the constraints


@dataclass
class Point:
    """Everything the equations hold at one state."""

    h: Floats  # (n,) all forces but those of constraints
    A: sp.csr_array  # (n, n) M + d D + k K
    G: sp.csr_array  # (m, n)
    H: sp.csr_array  # (m, n) constraint forces H^T Lambda; G, but for observers that only read
    g: Floats  # (m,)
    w: Floats  # (m,) G u + w = 0
    damper: float  # powers on bodies and drives [W]
    load: float
    drive: float  # of what moves prescribed bodies, without that of constraint forces


class SparseSystem:
    """Evaluates the equations of a run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.q0 = run.assembly.q.copy()
        self.n, joints = len(run.state.u), len(run.system.table.kind)
        self.m = joints
        self.places = places_of(run.system)
        self._reader = BlockReader(run.system.pattern.blocks, self.n, joints)
        self._mass: sp.csr_array | None = None

    @property
    def mass(self) -> sp.csr_array:
        """Mass matrix; it does not change."""
        if self._mass is None:
            self._mass = self._linearise(0.0)[0]
        return self._mass

    @property
    def used(self) -> NDArray[np.bool_]:
        """Entries of A and G that have ever been set: the pattern of both."""
        return self._reader.used

    def _place(self, x: Floats, u: Floats, t: float) -> None:
        state = self.run.state
        state.q[:], state.u[:], state.t[0] = self.q0 + x, u, t

    def _linearise(self, a: float) -> tuple[sp.csr_array, sp.csr_array]:
        """Return M + a D + a^2 K and G at the present state."""
        self.run.evaluate(LINEARISE, a)
        return self._reader.read(self.run.work.dynamics.values)

    def at(self, x: Floats, u: Floats, t: float, d: float, k: float) -> Point:
        """Return forces, constraints and M + d D + k K, k > 0; the state of the run becomes the one given."""
        self._place(x, u, t)
        a = np.sqrt(k)
        A, G = self._linearise(a)
        if abs(d - a) > 1e-12 * a:
            other = self._linearise(-a)[0]
            A = sp.csr_array(0.5 * ((A + other) + d / a * (A - other)))
        return self._point(G, A)

    def parts(self, x: Floats, u: Floats, t: float) -> tuple[Point, sp.csr_array, sp.csr_array]:
        """Return the point with A = M, and damping and stiffness D, K."""
        self._place(x, u, t)
        plus, G = self._linearise(1.0)
        minus = self._linearise(-1.0)[0]
        point = self._point(G, self.mass)
        return point, sp.csr_array(0.5 * (plus - minus)), sp.csr_array(0.5 * (plus + minus) - self.mass)

    def _point(self, G: sp.csr_array, A: sp.csr_array) -> Point:
        work = self.run.work
        d, rows, u = work.dynamics, work.rows, self.run.state.u
        H = self._reader.forces(d.values) if self.run.system.observers.reading.any() else G
        damper, load = (dot(d.h[kind], u) + float(d.power[kind]) for kind in (DAMPER, LOAD))
        return Point(
            d.h.sum(axis=0), A, G, H, rows.g.copy(), rows.w.copy(), damper, load, -float(d.power.sum())
        )  # fmt: skip

    def start(self, x: Floats, u: Floats, t: float, dt: float) -> tuple[Floats, Floats]:
        """Return accelerations and constraint forces that obey G u' + kappa = 0 (Södersten 2018, sec. 2.1)."""
        step = _DIFFERENCE * dt
        rates = []
        for sign in (1.0, -1.0):  # G u + w along the motion
            point = self.at(x + sign * step * u, u, t + sign * step, 1.0, 1.0)
            rates.append(point.G @ u + point.w)
        kappa = (rates[0] - rates[1]) / (2.0 * step)
        point = self.at(x, u, t, 1.0, 1.0)
        saddle = Saddle(places=self.places)
        try:
            saddle.set(self.mass, point.G, point.H)
            saddle.check()
            a, force = saddle.solve(point.h, -kappa)
        except RuntimeError as error:
            parts = dependent_parts(self.run.assembly, sp.csr_array(point.G))
            why = f"constraints depend on each other: {parts}" if parts else "a part has no mass"
            if isinstance(error, SingularMatrix):
                why += f"; near {label_of(self.run.assembly, error.unknown)}"
            raise ModelError(f"accelerations of the start cannot be found: {why}") from None
        return a, force


def check_smooth(assembly: Assembly, scheme: str) -> None:
    """Reject what is not smooth, or has velocities other than the rates of its coordinates."""
    system, bodies = assembly.system, assembly.bodies
    table = system.table.kind
    found: Any = ""
    hint = "use GeneralizedAlpha"
    if assembly.contacts.contacts:
        found = assembly.contacts.contacts[0].label
    elif len(system.limits.joint):
        found = f"stop, dry friction or clutch of {assembly.joints[int(system.limits.joint[0])].label}"
    elif np.isin(table, (ROLL, GUIDE)).any():
        found = assembly.label_of_row[int(np.argmax(np.isin(table, (ROLL, GUIDE))))]
    elif relative := [j for j in assembly.joints if getattr(j, "relative", False)]:
        found = f"relative=True of {relative[0].label}"
    elif (system.nodes.kind == FRAME).any():
        node = int(np.argmax(system.nodes.kind == FRAME))
        found = bodies.label_of_node(node)
        hint = "its velocities are not rates of coordinates; use GeneralizedAlpha or EnergyMomentum"
    elif heavy := [body for body, part in bodies.parts.items() if part.varying_mass]:
        found = heavy[0].label
        hint = "its mass changes with the configuration; use GeneralizedAlpha"
    if found:
        raise ModelError(f"{found}: {scheme} supports smooth systems with q' = u only; {hint}")
