"""The classical scheme of Runge and Kutta for smooth systems."""

from __future__ import annotations

from dataclasses import dataclass

from stickslip._arrays import Floats
from stickslip.integrators.smooth.scheme import Motion, SmoothIntegrator


@dataclass(frozen=True)
class RungeKutta(SmoothIntegrator):
    """Classical Runge-Kutta scheme for smooth systems, fourth order: explicit, four evaluations per step.

    Rotations are composed of exponentials without commutators (Celledoni, Marthinsen and Owren 2003), so that frames
    keep the order of vectors.
    """

    def step(self, motion: Motion, t: float, q: Floats, u: Floats, dt: float) -> tuple[Floats, Floats]:
        """Return configuration and velocities at t + dt."""
        half = 0.5 * dt
        k1, a1 = dt * u, motion.accelerations(t, q, u)
        q2, u2 = motion.moved(q, 0.5 * k1), u + half * a1
        k2, a2 = dt * u2, motion.accelerations(t + half, q2, u2)
        u3 = u + half * a2
        k3, a3 = dt * u3, motion.accelerations(t + half, motion.moved(q, 0.5 * k2), u3)
        u4 = u + dt * a3
        k4, a4 = dt * u4, motion.accelerations(t + dt, motion.moved(q2, k3 - 0.5 * k1), u4)
        q_new = motion.moved(q, (3.0 * k1 + 2.0 * (k2 + k3) - k4) / 12.0)
        q_new = motion.moved(q_new, (-k1 + 2.0 * (k2 + k3) + 3.0 * k4) / 12.0)
        return q_new, u + dt / 6.0 * (a1 + 2.0 * (a2 + a3) + a4)
