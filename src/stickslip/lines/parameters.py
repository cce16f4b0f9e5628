"""Elements of a line in numbers: strains vanish in the stress-free shape as it is interpolated."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stickslip._arrays import Floats
from stickslip.lines.axes import (
    arc_length,
    shape_functions,
)
from stickslip.lines.beam import kernel as beam
from stickslip.lines.bending_torsion import kernel as bending_torsion
from stickslip.lines.bezier import kernel as bezier_string
from stickslip.lines.declaration import Beam, BendingTorsionBeam, Line, PlanarBeam, StringBody
from stickslip.lines.elements import (
    MAX_NODES,
    NODE,
    NODES,
    SOURCE_SIZE,
)
from stickslip.lines.planar import kernel as planar_beam
from stickslip.lines.redundant import kernel as redundant_beam
from stickslip.lines.string import kernel as string
from stickslip.model.model import Model
from stickslip.system.functions import FunctionTable

if TYPE_CHECKING:
    from stickslip.lines.assembly import LineMesh

GAUSS = {1: ((0.5, 1.0),), 2: ((0.5 - 0.5 / math.sqrt(3.0), 0.5), (0.5 + 0.5 / math.sqrt(3.0), 0.5))}
LAWS = {"linear": string.LINEAR, "neo-hookean": string.NEO_HOOKEAN}


@dataclass(frozen=True)
class LineElements:
    """All elements of one line: their family, the bodies that they join, and their parameters."""

    entry: Callable[..., None]
    body: list[list[int]]
    parameter: list[Floats]
    massive: bool = False  # with a mass of their own


def elements_of(model: Model, mesh: LineMesh, functions: FunctionTable, weight: Floats | None = None) -> LineElements:
    """Return the elements of a line; their strains vanish in the stress-free shape as it is interpolated.

    ``weight`` (ne, 2) [m/s^2] adds to the gravity of elements with inner coordinates.
    """
    line = mesh.line
    if len(mesh.inner):
        return _curved_elements(model, mesh, functions, np.zeros((len(mesh.elements), 2)) if weight is None else weight)
    bodies = [[mesh.first + k for k in nodes] for nodes in mesh.elements]
    if isinstance(line, BendingTorsionBeam):
        return LineElements(bending_torsion.bending_torsion_entry, bodies, _bending_parameters(mesh))
    family, entry = family_of(line)
    common = {"nodes": line.order + 1, "points": len(GAUSS[line.order]), "tau": line.retardation}
    if isinstance(line, StringBody):
        head = family.HEAD.pack(**common, **_tension(line, functions))
    else:
        assert isinstance(line, Beam)
        C = line.section_data.matrix
        head = family.HEAD.pack(**common, C=[C[2, 2], C[1, 1], C[3, 3]] if isinstance(line, PlanarBeam) else C)
    return LineElements(entry, bodies, [_with_points(mesh, nodes, head, family) for nodes in mesh.elements])


def family_of(line: Line) -> tuple[Any, Callable[..., None]]:
    """Return the kernel and the C entry of the elements of a line that interpolates between its nodes."""
    if isinstance(line, StringBody):
        return string, string.string_entry
    if isinstance(line, PlanarBeam):
        return planar_beam, planar_beam.planar_beam_entry
    return beam, beam.linear_beam_entry if line.order == 1 else beam.quadratic_beam_entry


def _tension(line: StringBody, functions: FunctionTable) -> dict[str, float]:
    """Return the parameters of the law of a string."""
    if isinstance(line.law, str):
        return {"law": LAWS[line.law], "EA": line.stiffness, "address": 0.0}
    return {"law": string.USER, "EA": line.stiffness, "address": functions.tension_law(line.law, line.label)}


def _bending_parameters(mesh: LineMesh) -> list[Floats]:
    """Return the parameters of linear elements of bending and torsion."""
    line, out = mesh.line, []
    assert isinstance(line, BendingTorsionBeam)
    _, _, EA, EI_1, EI_2, GJ = np.diag(line.section_data.matrix)
    for a, b in mesh.elements:
        length = float(np.linalg.norm(mesh.r[b] - mesh.r[a]))
        stiffness = np.array([EA, EI_1, EI_2, GJ, 3.0 * EI_1, 3.0 * EI_2]) / length
        place, tau = mesh.r[[a, b]], line.retardation
        out.append(bending_torsion.HEAD.pack(tau=tau, length=length, place=place, axes=mesh.A[0], C=stiffness))
    return out


def _curved_elements(model: Model, mesh: LineMesh, functions: FunctionTable, weight: Floats) -> LineElements:
    """Return elements with inner coordinates and a mass of their own."""
    line, first, inner, out = mesh.line, mesh.first, mesh.first + len(mesh.s), []
    bodies = [[first + a, inner + k, first + b] for k, (a, b) in enumerate(mesh.elements)]
    for k, (a, b) in enumerate(mesh.elements):
        length, gravity = arc_length(mesh, a, b), model.gravity + weight[k]
        if isinstance(line, StringBody):
            own = {"mass": line.mass_per_length, "length": length / mesh.stretch, "gravity": gravity}
            common = {"nodes": 3, "points": 0, "tau": line.retardation, **_tension(line, functions)}
            out.append(bezier_string.HEAD.pack(**common, **own))
        else:
            assert isinstance(line, PlanarBeam)
            section = line.section_data
            C, own = section.matrix, {"mass": section.mass_per_length, "gravity": gravity}
            stiffness = {"EA": C[2, 2], "EI": C[3, 3]}
            out.append(redundant_beam.HEAD.pack(**own, **stiffness, length=length, tau=line.retardation))
    string_like = isinstance(line, StringBody)
    entry = bezier_string.bezier_string_entry if string_like else redundant_beam.redundant_beam_entry
    return LineElements(entry, bodies, out, massive=True)


def _points(mesh: LineMesh, nodes: tuple[int, ...]) -> list[dict[str, Any]]:
    """Return weight, N (3) and dN/ds (3) at every integration point."""
    out: list[dict[str, Any]] = []
    for x, w in GAUSS[mesh.line.order]:
        N, dN = shape_functions(mesh.line.order, x)
        jacobian = float(np.linalg.norm(dN @ mesh.r[list(nodes)])) / mesh.stretch
        pad = np.zeros(MAX_NODES - len(nodes))
        out.append({"weight": w * jacobian, "N": np.append(N, pad), "slope": np.append(dN / jacobian, pad)})
    return out


def _with_points(mesh: LineMesh, nodes: tuple[int, ...], head: Floats, family: Any) -> Floats:
    """Return the parameters of an element with the strains that the formulas give for the stress-free shape."""
    layout, points = family.AT_POINT, _points(mesh, nodes)
    blank = {"strain": np.zeros(layout.sizes["strain"])} if "strain" in layout.sizes else {}
    p = np.concatenate([head, *(layout.pack(**point, **blank) for point in points)])
    source = np.zeros(SOURCE_SIZE)
    for a, k in enumerate(nodes):
        o = NODES + NODE * a
        source[o : o + 3], source[o + 3 : o + 12] = mesh.r[k], mesh.A[k].ravel()
    for k in range(len(points)) if blank else []:
        start = family.HEAD.size + layout.size * k
        family.reference_strain(source, p, start, len(nodes), p[start + layout.strain : start + layout.size])
    return p
