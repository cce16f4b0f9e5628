"""Stress of flexible lines as Newton's method expects it, for the geometric stiffness.

Slender lines are stiff in extension and soft in bending: after a step of Newton's method the nodes have moved along
straight lines, and the stress of the new configuration is far too large. The tangent is therefore formed with the
linearised stress sigma + C B x of the step x (mixed integration points, Magisano, Leonetti, Garcea 2017), which takes
Newton's method from dozens of small load steps to a few. The equilibrium that is found is the same.
"""

from __future__ import annotations

from stickslip._arrays import Floats
from stickslip.analysis.linearization import Evaluator

_DIFFERENCE = 1e-6


class ExpectedStress:
    """Stress at all integration points, element by element."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def at(self, q: Floats, x: Floats) -> Floats:
        """Return stress(q) + (d stress / dx) x; elements without integration points have zeros."""
        evaluator, size = self.evaluator, float(abs(x[: self.evaluator.n]).max(initial=0.0))
        stress = evaluator.stress_at(q)
        if size == 0.0 or len(stress) == 0:
            return stress
        h = _DIFFERENCE / size
        ahead, behind = (evaluator.stress_at(evaluator.move(q, step * x)) for step in (h, -h))
        return stress + (ahead - behind) / (2.0 * h)
