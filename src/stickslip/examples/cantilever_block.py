"""Cantilever block: a solid bends like a beam, a little and a lot.

``small``: a block 10 x 1 x 1 m of hexahedra, nu = 0.3, with a unit load P spread over its end, against Timoshenko's
beam: w = P L^3 / 3EI + P L / kGA with k = 10 (1 + nu) / (12 + 11 nu). The held end may contract sideways. The lowest
frequency stands beside that of a ``Beam`` with the same section.

``large``: a strip 50 x 1 m of planar cells, bent far by the dead load P L^2 / EI = 3, against the elastica, which knows
neither shear nor extension, and against a ``PlanarBeam``, which has both, but a linear law (strains are 2 % here).

Source: Cowper, J. Appl. Mech. 33 (1966) 335 (k); Mattiasson, Int. J. Numer. Meth. Eng. 17 (1981) 145 (elastica).
"""

from __future__ import annotations

from typing import Literal

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities
from stickslip.examples.elastica import EXACT

SOFT = ss.Material(young=1e6, density=1.0, poisson=0.3)
LOAD = 3.0  # P L^2 / EI of the strip


def block(n: int = 10) -> ss.Model:
    """Return the block along x with n cells along its length and a unit load along z."""
    model = ss.Model(name="cantilever-block")
    solid = model.add(
        ss.SolidBody.box(
            (10, 1, 1), (n, 2, 2), SOFT, kind="hexahedron20", origin=(0, -0.5, -0.5), law="linear", name="solid"
        )
    )
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y, z: x == 0), components="x", name="clamp"))
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y, z: (x == 0) & (y == 0)), components="y"))
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y, z: (x == 0) & (z == 0)), components="z", name="shear"))
    model.add(ss.SurfaceLoad(solid, solid.boundary(lambda x, y, z: x == 10), traction=(0, 0, 1)))
    return model


def beam() -> ss.Model:
    """Return the block as a beam, without load."""
    model = ss.Model(name="cantilever-beam")
    line = model.add(ss.Beam.straight((0, 0, 0), (10, 0, 0), 40, section=ss.Rectangle(1, 1), material=SOFT, order=2))
    model.add(ss.Fixed(model.ground, line.start))
    return model


def strip(law: Literal["", "st-venant-kirchhoff", "neo-hookean"] = "", n: int = 50) -> ss.Model:
    """Return the strip along x, one cell high, with a dead load along y at its end; without a law, as a beam."""
    model = ss.Model(dim=2, name="cantilever-strip")
    soft = ss.Material(young=1e6, density=1.0, poisson=0.0)
    force = (0.0, LOAD * soft.young / 12.0 / 50.0**2)
    if not law:
        line = model.add(
            ss.PlanarBeam.straight((0, 0), (50, 0), n, section=ss.Rectangle(1, 1), material=soft, order=2, name="beam")
        )
        model.add(ss.Fixed(model.ground, line.start))
        model.add(ss.PointForce(line.end, force))
        return model
    plane: Literal["strain", "stress"] = "strain" if law == "neo-hookean" else "stress"  # the same stiffness for nu = 0
    box = ss.SolidBody.box((50, 1), (n, 1), soft, kind="quad8", origin=(0, -0.5), law=law, plane=plane, name="solid")
    solid = model.add(box)
    model.add(ss.Support(solid, solid.nodes_where(lambda x, y: x == 0), name="clamp"))
    model.add(ss.SurfaceLoad(solid, solid.boundary(lambda x, y: x == 50), traction=force))
    return model


def run(
    *,
    variant: Literal["small", "large"] = "small",
    law: Literal["st-venant-kirchhoff", "neo-hookean"] = "st-venant-kirchhoff",
    n: int = 0,
    steps: int = 5,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Bend the block (``small``) or the strip (``large``, with ``law`` and ``steps``); n cells along the length."""
    if variant == "large":
        model = strip(law, n or 50)
        result = ss.solve_static(model, steps=steps, out=out)
        tip = result["solid"].displacement[-1, model["solid"].nearest((50.0, 0.0)).node] / 50.0
        beam_tip = ss.solve_static(strip(), steps=steps)["beam"].position[-1, -1] / 50.0
        return result, {
            "u_over_L": -float(tip[0]),
            "u_over_L_exact": EXACT[LOAD][0],
            "w_over_L": float(tip[1]),
            "w_over_L_exact": EXACT[LOAD][1],
            "u_over_L_beam": 1.0 - float(beam_tip[0]),
            "w_over_L_beam": float(beam_tip[1]),
            "largest_strain": float(abs(result["solid"].strain(-1)[..., 0, 0]).max()),
        }
    model = block(n or 10)
    solid = model["solid"]
    result = ss.solve_static(model, out=out)
    clamp = result["clamp"]
    frequencies = [float(ss.modes(part, 1).frequencies[0]) for part in (model, beam())]
    return result, {
        "deflection": float(result["solid"].displacement[-1, solid.nearest((10.0, 0.0, 0.0)).node, 2]),
        "deflection_exact": 1000.0 / (3.0 * 1e6 / 12.0) + 10.0 / (13.0 / 15.3 * 1e6 / 2.6),
        "moment": float(clamp.nodal[-1, :, 0] @ solid.nodes[clamp.nodes, 2]),
        "moment_exact": 10.0,
        "shear_force": float(result["shear"].force[-1, 2]),
        "shear_force_exact": -1.0,
        "frequency": frequencies[0],
        "frequency_exact": frequencies[1],
    }


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the deformed shapes, seen from the side; those of the small deflections magnified."""
    import matplotlib.pyplot as plt

    solid = result["solid"]
    places, up = solid.field.places, solid.field.dim - 1
    scale = 1.0 if up == 1 else 500.0
    figure, axes = plt.subplots(figsize=(6, 5), layout="constrained")
    for load, shift in zip(result.time, solid.displacement, strict=True):
        r = places + scale * shift
        axes.plot(r[:, 0], r[:, up], ".", ms=2, color=plt.cm.viridis(load / result.time[-1]))
    axes.set(xlabel="x [m]", ylabel="yz"[up - 1] + " [m]", aspect="equal", title=f"displacements x {scale:g}")
    return figure
