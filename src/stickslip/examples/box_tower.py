"""Ten cubes on top of each other, at rest: a stack with forty redundant frictional contacts must not move at all."""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities


def model(boxes: int = 10, edge: float = 0.2, friction: float = 0.5) -> ss.Model:
    """Return a tower of equal cubes on a floor."""
    model = ss.Model(gravity=(0, 0, -9.81), name="box-tower")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    skins = []
    for k in range(boxes):
        box = ss.RigidBody(mass=1.0, inertia=edge**2 / 6.0, position=(0, 0, (k + 0.5) * edge), name=f"box{k}")
        skins.append(model.add(box).add(ss.Cuboid(lengths=(edge, edge, edge))))
    model.add(ss.Contact(skins, floor, friction=friction))
    model.add(ss.Contact(skins, skins, friction=friction))
    return model


def stillness(result: ss.Result) -> dict[str, float]:
    """Return the largest displacement of any body from its start, and the largest penetration."""
    names = [body["name"] for body in result.header["bodies"] if body["kind"] == "rigid"]
    shift = [result[name].position - result[name].position[0] for name in names]
    return {
        "lateral_creep": float(max(np.linalg.norm(d[:, :2], axis=1).max() for d in shift)),
        "settling": float(max(abs(d[:, 2]).max() for d in shift)),
        "penetration": float(result.certificate.penetration),
    }


def run(
    *,
    boxes: int = 10,
    edge: float = 0.2,
    friction: float = 0.5,
    dt: float = 2e-3,
    t_end: float = 10.0,
    integrator: str = "MoreauMidpoint",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the tower stand and measure how much it moved."""
    scheme = getattr(ss, integrator)()
    result = ss.simulate(
        model(boxes, edge, friction),
        t_end,
        dt,
        integrator=scheme,
        out=out,
        record=ss.Record(every=10),
        progress=progress,
    )
    return result, stillness(result)


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw how far the bodies moved, and the number of closed contacts."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    names = [body["name"] for body in result.header["bodies"] if body["kind"] == "rigid"]
    for name in names:
        shift = np.linalg.norm(result[name].position - result[name].position[0], axis=1)
        above.plot(result.time, 1e12 * shift, color="C0", alpha=0.4)
    above.set(ylabel="displacement [pm]")
    below.plot(result.time, result.contacts.closed)
    below.set(xlabel="time [s]", ylabel="closed contacts")
    return figure
