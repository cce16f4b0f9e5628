"""Two bodies and a small joint: how to hang a rigid block on an elastic one without bending it by the joint itself.

An elastic block (1 m x 1 m, plane stress) on a wall carries an equal rigid one by a rigid massless joint on the
lowest fifth of its right side. The rigid block does not turn, unless ``rotating=true``. Models of the joint (sodersten
2.6, 4.1):

* ``weak``: the boundary follows the rigid block. It cannot turn, and a couple that no pivot could carry holds it.
* ``observer``: a joint body without mass between the two turns as the free boundary beside it does. With
  ``observers`` > 2 by least squares; with ``predict_only`` its couple does not act on the nodes.
* ``intermediate``: such a joint body, held by the middle point of the interface alone; the rest of it is free.
* ``angle``: the joint body turns freely, and its couple about the pivot vanishes exactly.
* ``meshed``: the truth. The joint is a triangle of quadratic cells, a thousand times as stiff as the block.
* ``frame``: a frame at the joint in which the nodes of the interface stay. It is the joint body of ``angle``, with the
  nodes pinned to it one by one instead of weakly; the motion is the same.

Values at 1 ms with steps of 1 us: an independent computation with 5 x 5 squares cut to the right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples import _schemes
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

PIVOT, CENTRE, FACET, GRAVITY = (1.2, 0.1), (1.2, -0.6), 0.2, 9.82
MATERIAL = ss.Material(young=180e9, density=2400.0, poisson=0.3)
MODELS = ("weak", "observer", "intermediate", "angle", "frame")
EXACT = {  # rotation of the interface, tilt of the free edge, shift of the rigid block, couple about the pivot
    "weak": (0.0, -1.891e-6, (-8.188e-7, -2.274e-6), -17343.0),
    "observer": (-3.598e-6, -1.954e-6, (-1.158e-6, -3.123e-6), -4459.0),
    "angle": (-4.900e-6, -1.644e-6, (-1.058e-6, -3.357e-6), 0.0),
    "frame": (-4.900e-6, -1.644e-6, (-1.058e-6, -3.357e-6), 0.0),
}
SMOOTH = {"BDF": ss.BDF(2), "Newmark": ss.Newmark(), "IDA": ss.IDA(rtol=1e-6, atol=1e-14, form="ggl")}
PIN = "interface at "
KEYS = ("interface_rotation", "edge_tilt", "r2_shift", "pivot_couple")


def _block(divisions: int, kind: str, graded: bool) -> ss.SolidBody:
    """Return the elastic block, of equal squares or with smaller cells towards the ends of the interface."""
    fields: dict[str, Any] = {"plane": "stress", "law": "linear", "name": "block"}
    block = ss.SolidBody.box((1, 1), (divisions,) * 2, MATERIAL, kind=kind, **fields)
    if not graded:
        return block
    if divisions % 2 or kind not in ("triangle", "triangle6"):
        raise ss.ModelError("two-body-joint: a graded mesh needs triangles and an even number of divisions")
    x, y = block.nodes.T
    low, high = np.minimum(2 * y, 1.0), np.maximum(2 * y - 1.0, 0.0)  # half of the cells beside the interface
    places = np.stack([1 - (1 - x) ** 2, FACET * low**2 * (3 - 2 * low) + (1 - FACET) * high**2], axis=1)
    for k in range(block.cells.shape[1] - 3):  # edges stay straight
        places[block.cells[:, 3 + k]] = places[block.cells[:, [k, (k + 1) % 3]]].mean(axis=1)
    return ss.SolidBody(nodes=places, cells=block.cells, material=MATERIAL, **fields)


def build(
    joint: str = "angle",
    divisions: int = 5,
    kind: str = "triangle",
    whole_side: bool = False,
    observers: int = 2,
    predict_only: bool = False,
    rotating: bool = False,
    graded: bool = False,
) -> ss.Model:
    """Return wall, elastic block, joint and rigid block."""
    model = ss.Model(dim=2, gravity=(0, -GRAVITY), name="two-body joint")
    block = model.add(_block(divisions, kind, graded))
    if rotating:  # a block of 1 m x 1 m below a second triangle
        rigid: ss.Body = model.add(ss.RigidBody(MATERIAL.density, MATERIAL.density / 6, position=CENTRE, name="rigid"))
    else:
        rigid = model.add(ss.PointMass(MATERIAL.density, position=PIVOT, name="rigid"))
    model.add(ss.Bond(block, block.boundary(lambda x, y: x < 1e-9), model.ground, name="wall"))
    height = 1.0 if whole_side else FACET
    side = block.boundary(lambda x, y: (x > 1 - 1e-9) & (y < height + 1e-9))
    if joint == "weak":
        model.add(ss.Bond(block, side, rigid, name="interface"))
        return model
    body = model.add(ss.MasslessBody(position=PIVOT, name="joint"))
    if joint == "intermediate":
        middle = (1.0, 0.5 * height)
        model.add(ss.Revolute(body, block.point(middle), at=middle, name=f"{PIN}{middle[0]} {middle[1]}"))
    elif joint == "frame":
        for k in np.unique(side):
            x, y = block.nodes[k]
            model.add(ss.Revolute(body, block.node(int(k)), at=(x, y), name=f"{PIN}{x} {y}"))
    else:
        model.add(ss.Bond(block, side, body, name="interface"))
    model.add(ss.Revolute(body, rigid, at=PIVOT, name="pivot"))
    if joint in ("observer", "intermediate"):
        places = [(1, FACET * (1 + k)) for k in range(observers)]
        nodes = [int(np.argmin(np.hypot(*(block.nodes - place).T))) for place in places]
        model.add(ss.Observer(block, nodes, body, predict_only=predict_only, name="observer"))
    return model


def meshed(divisions: int = 10, graded: bool = False, stiffer: float = 1e3) -> ss.Model:
    """Return the truth: the joint is a triangle of quadratic cells, tied to the block and so many times stiffer."""
    model = ss.Model(dim=2, gravity=(0, -GRAVITY), name="two-body joint, meshed")
    block = model.add(_block(divisions, "triangle6", graded))
    model.add(ss.Bond(block, block.boundary(lambda x, y: x < 1e-9), model.ground, name="wall"))
    n = 2 * round(FACET * divisions)  # intervals between nodes on an edge of the joint
    grid = [(i, j) for i in range(n + 1) for j in range(n + 1 - i)]
    nodes = np.array([np.array((1.0, 0.0)) + np.subtract(PIVOT, (1, 0)) * i / n + (0, FACET * j / n) for i, j in grid])
    corners = [((i, j), (i + 2, j), (i, j + 2)) for i, j in grid if i % 2 == j % 2 == 0 and i + j < n]
    corners += [((i + 2, j), (i + 2, j + 2), (i, j + 2)) for i, j in grid if i % 2 == j % 2 == 0 and i + j + 2 < n]
    cells = [[*t, *(tuple(np.add(t[k], t[k - 2]) // 2) for k in range(3))] for t in corners]  # edges 01, 12, 20
    stiff = ss.Material(young=stiffer * MATERIAL.young, density=1e-6, poisson=MATERIAL.poisson)  # and without weight
    numbers = [[grid.index(place) for place in cell] for cell in cells]
    fields: dict[str, Any] = {"plane": "stress", "law": "linear", "name": "joint"}
    joint = model.add(ss.SolidBody(nodes=nodes, cells=numbers, material=stiff, **fields))
    side = block.boundary(lambda x, y: (x > 1 - 1e-9) & (y < FACET + 1e-9))
    model.add(ss.Tie(block, side, other=joint, onto=joint.boundary(lambda x, y: x < 1 + 1e-9), name="interface"))
    rigid = model.add(ss.PointMass(MATERIAL.density, position=PIVOT, name="rigid"))
    model.add(ss.Revolute(joint.nearest(PIVOT), rigid, at=PIVOT))
    return model


def run(
    *,
    model: str = "angle",
    divisions: int = 5,
    kind: str = "triangle",
    whole_side: bool = False,
    observers: int = 2,
    predict_only: bool = False,
    rotating: bool = False,
    graded: bool = False,
    integrator: str = "BDF",
    rho_inf: float = 1.0,
    dt: float = 1e-6,
    t_end: float = 1e-3,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let both bodies fall from rest and look at the interface."""
    if model not in (*MODELS, "meshed"):
        raise ss.ModelError(f"two-body-joint: model = '{model}' must be one of {', '.join(MODELS)}, meshed")
    if not 2 <= observers <= 5:
        raise ss.ModelError(f"two-body-joint: observers = {observers} must be 2 to 5, from {FACET} m upwards")
    scheme = SMOOTH.get(integrator) or _schemes.scheme("two-body-joint", integrator, rho_inf)
    every = max(1, round(t_end / dt / 100))
    if model == "meshed":
        system = meshed(divisions, graded)
    else:
        system = build(model, divisions, kind, whole_side, observers, predict_only, rotating, graded)
    result = ss.simulate(
        system, t_end, dt, integrator=scheme, record=ss.Record(every=every), out=out, progress=progress
    )
    quantities = measure(result)
    usual = (5, "triangle", False, 2, False, False, False)
    own = (divisions, kind, whole_side, observers, predict_only, rotating, graded)
    if own == usual and model in EXACT and abs(t_end - 1e-3) < 1e-9:
        quantities |= {f"{key}_exact": value for key, value in zip(KEYS, EXACT[model])}
    return result, quantities


def measure(result: ss.Result) -> dict[str, Any]:
    """Return rotation of the interface, tilt of the edge above it, shift of the rigid block, couple about the pivot."""
    u, X = result["block"].displacement[-1], result["block"].field.places
    edge = {y: int(np.argmin(np.hypot(*(X - (1, y)).T))) for y in (0.0, FACET, 1.0)}

    def turn(low: float, high: float) -> float:
        return float(-(u[edge[high], 0] - u[edge[low], 0]) / (high - low))

    rigid = result["rigid"].position
    found = {
        "interface_rotation": turn(0.0, FACET),
        "edge_tilt": turn(FACET, 1.0),
        "r2_shift": rigid[-1] - (CENTRE if rigid[0, 1] < 0.0 else PIVOT),
    }
    pins = [name for name in result.names if name.startswith(PIN)]
    turns = "joint" in result.names and result["joint"].position.ndim == 2  # a meshed one has many places
    pivot = result["joint"].position[-1] if turns else rigid[-1]
    if pins:
        places = np.array([name.removeprefix(PIN).split() for name in pins], dtype=float)
        lever = (places - PIVOT) @ result["joint"].rotation[-1][:2, :2].T
        force = np.array([result[name].reaction[-1] for name in pins])
        couple = float((lever[:, 0] * force[:, 1] - lever[:, 1] * force[:, 0]).sum())
        return found | {"pivot_couple": -couple, "force": force.sum(axis=0)}
    bond = result["interface"]
    return found | {
        "pivot_couple": -float(bond.couple(pivot)[-1]),  # of the solid on the joint
        "force": bond.force[-1],
        "traction": bond.traction[-1],
    }


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the deformed block, displacements enlarged."""
    from stickslip.viz.plots import style

    block = result["block"]
    X, u = block.field.places, block.displacement[-1]
    place = X + 0.1 / abs(u).max() * u
    with style() as plt:
        figure: Figure
        figure, axes = plt.subplots(figsize=(5.0, 4.5))
        axes.triplot(*X.T, block.field.cells[:, :3], color="0.8", linewidth=0.6)
        axes.triplot(*place.T, block.field.cells[:, :3], linewidth=1.0)
        axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title=f"displacements x {0.1 / abs(u).max():.2g}")
    return figure
