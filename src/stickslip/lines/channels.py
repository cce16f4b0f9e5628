"""What result files hold of a line, and what its strains and resultants are computed from."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip.lines.axes import (
    arc_length,
)
from stickslip.lines.bending_torsion import kernel as bending_torsion
from stickslip.lines.bezier import kernel as bezier_string
from stickslip.lines.declaration import Beam, BendingTorsionBeam, Line, PlanarBeam, StringBody
from stickslip.lines.parameters import elements_of, family_of
from stickslip.lines.redundant import kernel as redundant_beam
from stickslip.model.model import Model
from stickslip.system.functions import FunctionTable

if TYPE_CHECKING:
    from stickslip.lines.assembly import LineMesh


def _describe_curved(mesh: LineMesh) -> dict[str, Any]:
    """Return points along elements with inner coordinates: four Gauss points, of redundant beams in each half.

    There sums of weights times squares of w' are exact.
    """
    line, lengths = mesh.line, [arc_length(mesh, *nodes) / mesh.stretch for nodes in mesh.elements]
    weight = 0.5 * np.polynomial.legendre.leggauss(4)[1]
    if isinstance(line, StringBody):
        x, stiffness = bezier_string.POINTS, [line.stiffness]
    else:
        assert isinstance(line, Beam)
        C = line.section_data.matrix
        x, weight, stiffness = redundant_beam.POINTS + 0.5, np.tile(0.5 * weight, 2), [C[2, 2], C[3, 3]]
    ends = [(mesh.s[a], mesh.s[b] if b else line.length) for a, b in mesh.elements]
    return {
        "formulation": "bezier" if isinstance(line, StringBody) else "redundant",
        "s": [float(a + y * (b - a)) for a, b in ends for y in x],
        "element": [e for e in range(len(ends)) for _ in x],
        "length": [float(length) for length in lengths],
        "weight": weight.tolist(),
        "stiffness": stiffness if len(stiffness) > 1 else stiffness[0],
        "law": _law_name(line),
    }


def _law_name(line: Line) -> str:
    law = getattr(line, "law", "linear")
    return law if isinstance(law, str) else "user"


def describe_points(model: Model, mesh: LineMesh) -> dict[str, Any]:
    """Return the integration points of a line as plain data: what strains and resultants are computed from."""
    line = mesh.line
    if len(mesh.inner):
        return _describe_curved(mesh)
    if isinstance(line, BendingTorsionBeam):
        return _describe_bending(mesh)
    (family, _), parameter = family_of(line), elements_of(model, mesh, FunctionTable()).parameter
    head, layout = family.HEAD, family.AT_POINT
    stiffness: Any = line.section_data.matrix if isinstance(line, Beam) else getattr(line, "stiffness", 0.0)
    if isinstance(line, PlanarBeam):
        stiffness = np.diag(parameter[0][head.C : head.C + 3])
    out: dict[str, Any] = {
        "s": [],
        "element": [],
        "N": [],
        "dN": [],
        "strain": [],
        "stiffness": np.array(stiffness).tolist(),
    }
    out["law"] = _law_name(line)
    for e, (nodes, p) in enumerate(zip(mesh.elements, parameter, strict=True)):
        s = [mesh.s[k] for k in nodes]
        if nodes[-1] == 0:
            s[-1] = line.length
        for k in range(int(p[head.points])):
            point, n = p[head.size + layout.size * k : head.size + layout.size * (k + 1)], len(nodes)
            N, dN = point[layout.N : layout.N + n], point[layout.slope : layout.slope + n]
            out["s"].append(float(N @ s))
            out["element"].append(e)
            out["N"].append(N.tolist())
            out["dN"].append(dN.tolist())
            out["strain"].append(point[layout.slope + 3 :].tolist())
    return out


def _describe_bending(mesh: LineMesh) -> dict[str, Any]:
    """Return two points per element where curvatures are best, and the place from which displacements count."""
    line = mesh.line
    assert isinstance(line, BendingTorsionBeam)
    s, pairs = mesh.s, itertools.product(enumerate(mesh.elements), bending_torsion.POINTS)
    places = [(e, x, s[a] + x * (s[b] - s[a])) for (e, (a, b)), x in pairs]
    return {
        "s": [float(place) for _, _, place in places],
        "element": [e for e, _, _ in places],
        "x": [x for _, x, _ in places],
        "place": mesh.r.tolist(),
        "axes": mesh.A[0].tolist(),
        "stiffness": np.diag([0.0, 0.0, *np.diag(line.section_data.matrix)[2:]]).tolist(),
        "law": "bending",
    }
