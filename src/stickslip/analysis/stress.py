"""Stress of flexible lines as Newton's method expects it, for the geometric stiffness.

Slender lines are stiff in extension and soft in bending: after a step of Newton's method the nodes have moved along
straight lines, and the stress of the new configuration is far too large. The tangent is therefore formed with the
linearised stress sigma + C B x of the step x (mixed integration points, Magisano, Leonetti, Garcea 2017), which takes
Newton's method from dozens of small load steps to a few. The equilibrium that is found is the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.analysis.linearization import Evaluator
from stickslip.lines.assembly import LineMesh
from stickslip.lines.declaration import Line, StringBody
from stickslip.lines.results import line_strains
from stickslip.system.assemble import describe

_DIFFERENCE = 1e-6


class ExpectedStress:
    """Stress at all points of integration, in the order of the elements (12 numbers per element)."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.dim = evaluator.assembly.model.dim
        entries = {entry["name"]: entry for entry in describe(evaluator.assembly)["bodies"]}
        self.lines: list[tuple[Line, dict[str, Any]]] = [
            (mesh.line, entries[mesh.line.name]) for mesh in evaluator.assembly.bodies.of(LineMesh)
        ]

    def at(self, q: Floats, x: Floats) -> Floats:
        """Return stress(q) + (d stress / dx) x."""
        size = float(abs(x[: self.evaluator.n]).max(initial=0.0))
        h = _DIFFERENCE / size if size > 0.0 else 0.0
        ahead, behind = self.evaluator.move(q, h * x), self.evaluator.move(q, -h * x)
        out = []
        for line, entry in self.lines:
            if line.curved:  # elements with inner coordinates keep the stress of the configuration
                out.append(np.zeros(12 * len(entry["elements"])))
                continue
            strain = self._strain(line, entry, q)
            rate = (self._strain(line, entry, ahead) - self._strain(line, entry, behind)) / (2.0 * h) if h else 0.0
            out.append(self._by_element(entry, self._stress(line, entry, strain, rate)))
        return np.concatenate([*out, np.zeros(0)])

    def _strain(self, line: Line, entry: dict[str, Any], q: Floats) -> Floats:
        nodes = q[entry["q_off"] : entry["q_off"] + entry["nq"]].reshape(1, entry["nodes"], -1)
        A = None
        if not isinstance(line, StringBody):
            if self.dim == 3:
                A = nodes[:, :, 3:].reshape(1, -1, 3, 3).swapaxes(2, 3)
            else:
                cos, sin = np.cos(nodes[:, :, 2]), np.sin(nodes[:, :, 2])
                zero, one = np.zeros_like(cos), np.ones_like(cos)
                A = np.stack([cos, -sin, zero, sin, cos, zero, zero, zero, one], axis=2).reshape(1, -1, 3, 3)
        return line_strains(entry, self.dim, nodes[:, :, : self.dim], A)[0]

    def _stress(self, line: Line, entry: dict[str, Any], strain: Floats, rate: Floats | float) -> Floats:
        if not isinstance(line, StringBody):
            return np.asarray((strain + rate) @ np.array(entry["points"]["stiffness"]).T)
        law = line.law
        if law == "linear":
            return line.stiffness * (strain + rate)
        if law == "neo-hookean":
            l = 1.0 + strain
            return line.stiffness * (l - l**-2 + (1.0 + 2.0 * l**-3) * rate) / 3.0
        assert callable(law)
        value = np.vectorize(law)
        slope = (value(1.0 + strain + 1e-6) - value(1.0 + strain - 1e-6)) / 2e-6
        return np.asarray(value(1.0 + strain) + slope * rate)

    def _by_element(self, entry: dict[str, Any], stress: Floats) -> Floats:
        out = np.zeros((len(entry["elements"]), 2, 6))
        element = np.array(entry["points"]["element"])
        point = np.concatenate([[0], np.diff(element) == 0]).astype(int)
        out[element, point, : stress.shape[1]] = stress
        return out.ravel()
