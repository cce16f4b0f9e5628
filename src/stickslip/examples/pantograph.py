"""Pantograph: rigid links, an elastic solid and a beam in one model, with contact and friction.

An arm and a rod (a parallelogram on the vehicle) carry a level head with a rubber strip, a solid of finite elements. A
torque on the arm lifts the strip against the contact wire, a beam held at both ends; the vehicle then drives on, and
the strip slides along the wire.

Oracles. At rest the work of a small turn of the arm vanishes: with the weights m of arm, rod, head and strip, normal
force N and friction T of the wire on the strip

    M - L cos(a) (g (m_arm + m_rod) / 2 + g (m_head + m_strip) + N) - L sin(a) T = 0

where N and T are the sums over all contacts. While sliding |T| = mu N in every contact. The ledger closes to round-off:
what the energy does not show of the works of load, drive, impact, friction and dampers is the error of the scheme, and
it has a column of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

ARM, DROP, GRAVITY, FRICTION = 1.2, 0.1, 9.81, 0.2  # length of the arm, distance of the rod below it [m]
MASSES = {"arm": 6.0, "rod": 1.0, "head": 4.0}
WIDTH, HEIGHT, RADIUS, SPAN = 0.3, 0.04, 0.006, 2.0  # of strip and wire [m]
REST, TRAVEL = 1.0, 0.3  # the vehicle starts [s], and drives so far [m]
RUBBER = ss.Material(young=5e6, density=1200.0, poisson=0.3)
SCHEMES: dict[str, Callable[[], Any]] = {
    "theta": lambda: ss.Theta(0.5),
    "generalized-alpha": lambda: ss.GeneralizedAlpha(0.8),
    "energy-momentum": lambda: ss.EnergyMomentum(),
}


def build(cells: int = 6, torque: float = 210.0, angle: float = 30.0, gap: float = 1e-3) -> ss.Model:
    """Return vehicle, linkage, strip and wire; the strip begins with a gap below the wire."""
    model = ss.Model(dim=2, gravity=(0, -GRAVITY), name="pantograph")
    a = radians(angle)
    way = ARM * np.array((cos(a), sin(a)))
    drive = ss.SmoothStep(start=0, end=TRAVEL, t_start=REST, t_end=REST + 0.5)
    vehicle = model.add(ss.PrescribedBody(motion=(drive,), name="vehicle"))
    links = {"arm": np.zeros(2), "rod": np.array((0, -DROP))}
    head = model.add(ss.RigidBody(MASSES["head"], 0.05, position=way, name="head"))
    for name, foot in links.items():
        m = MASSES[name]
        link = model.add(ss.RigidBody(m, m * ARM**2 / 12, position=foot + 0.5 * way, rotation=a, name=name))
        model.add(ss.Revolute(vehicle, link, at=foot, name=f"{name} foot"))
        model.add(ss.Revolute(link, head, at=foot + way, name=f"{name} tip"))
    model.add(ss.Torque(model["arm"], torque, reaction=vehicle, name="lift"))
    corner = way + np.array((-0.5 * WIDTH, 0.02))
    strip = model.add(
        ss.SolidBody.box((WIDTH, HEIGHT), (cells, 2), RUBBER, kind="quad8", origin=corner, plane="strain",
        thickness=0.05,
                         retardation=2e-3, name="strip")
    )  # fmt: skip
    for k in strip.nodes_where(lambda x, y: abs(y - corner[1]) < 1e-9):
        model.add(ss.Revolute(head, strip.node(k), at=strip.nodes[k]))
    top = corner[1] + HEIGHT
    y = top + gap + RADIUS
    ends = (way[0] - 0.5 * SPAN + 0.1, y), (way[0] + 0.5 * SPAN + 0.1, y)
    section = ss.Round(radius=RADIUS)
    wire = model.add(
        ss.PlanarBeam.straight(*ends, 20, section=section, material=ss.steel, retardation=2e-3, name="wire")
    )
    for end, place in zip((wire.start, wire.end), ends):
        model.add(ss.Revolute(model.ground, end, at=place))
    nodes = strip.nodes_where(lambda x, y: abs(y - top) < 1e-9)
    contours = [strip.add(ss.Point(), node=int(k)) for k in nodes]
    model.add(ss.Contact(contours, wire.surface(RADIUS), friction=FRICTION, name="sliding"))
    return model


def lift(result: ss.Result, torque: float, at: int) -> tuple[float, float]:
    """Return the sum of the normal forces at an instant of rest, and the one that balances torque and weights."""
    x, y = result.contacts[at].force.sum(axis=0)[:2]  # on the strip, side b of all contacts
    tip = result["head"].position[at]  # from the foot of the arm at the origin
    weight = 0.5 * (MASSES["arm"] + MASSES["rod"]) + MASSES["head"] + result["strip"].mass
    return -float(y), float((torque - x * tip[1]) / tip[0] - GRAVITY * weight)


def run(
    *,
    integrator: str = "theta",
    cells: int = 6,
    torque: float = 210.0,
    dt: float = 5e-4,
    t_end: float = 1.6,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Lift the strip against the wire, wait, and drive along the wire."""
    if integrator not in SCHEMES:
        raise ss.ModelError(f"pantograph: integrator = '{integrator}' must be one of {', '.join(SCHEMES)}")
    model = build(cells, torque)
    result = ss.simulate(
        model, t_end, dt, integrator=SCHEMES[integrator](), record=ss.Record(every=10), out=out, progress=progress
    )
    rest = int(np.searchsorted(result.time, min(REST, t_end) - 1e-9))
    sliding = int(np.searchsorted(result.time, min(REST + 0.25, t_end) - 1e-9))  # at the highest speed
    force, balance = lift(result, torque, rest)
    pair, energy = result.contacts.between("strip", "wire"), result.energy
    quantities = {
        "lift_force": force,
        "lift_force_exact": balance,
        "head_height": float(result["head"].position[rest, 1]),
        "sliding_force": float(pair.force[sliding]),
        "friction_ratio": float(pair.friction[sliding] / pair.force[sliding]),
        "friction_ratio_exact": FRICTION,
        "friction_work": float(energy.friction[-1]),
        "wire_height": float(result["wire"].position[sliding, :, 1].max()),
        "ledger_remainder": float(abs(energy.remainder).max() / energy.scale),
        "integrator_energy": float(abs(energy.integrator).max() / energy.scale),
        "penetration": result.certificate.penetration,
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the contact force and the friction over time."""
    import matplotlib.pyplot as plt

    pair = result.contacts.between("strip", "wire")
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.plot(pair.time, pair.force, label="normal force")
    axes.plot(pair.time, pair.friction / FRICTION, label="friction / mu")
    axes.set(xlabel="t [s]", ylabel="force [N]")
    axes.legend()
    return figure
