"""Capstan: a rope around a turning drum holds e^(mu phi) times what pulls at its free end.

A planar rope is anchored at one end, lies on the drum over the angle phi and is pulled with 100 N at the other. The
drum turns away from the anchor and drags the rope until it slips everywhere; then Coulomb's law in every contact
gives Euler's ratio of the tensions, T_2/T_1 = e^(mu phi), whatever radius, speed and elasticity. Contacts are those
of the nodes, so the ratio has an error of order (angle per node)^2. A line does not touch itself: phi may exceed a
full turn.

Source: Leonhard Euler, Mem. Acad. Sci. Berlin 18 (1762); closed form.
"""

from __future__ import annotations

import math

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

RADIUS, PULL = 0.1, 100.0  # [m], [N]


def rope_nodes(phi: float, per_turn: int) -> np.ndarray:
    """Return nodes (n, 2): up the tangent at angle pi, over the drum to angle pi - phi, along the tangent there."""
    wrapped = max(4, round(per_turn * phi / (2 * math.pi)))
    step = phi / wrapped
    angle = math.pi - step * (np.arange(wrapped) + 0.5)
    arc = RADIUS * np.column_stack([np.cos(angle), np.sin(angle)])
    span = RADIUS * step * (0.5 + np.arange(wrapped // 2))
    begin = np.column_stack([np.full(len(span), -RADIUS), -span[::-1]])
    leave = np.array([math.cos(math.pi - phi), math.sin(math.pi - phi)])
    end = RADIUS * leave + span[:, None] * np.array([leave[1], -leave[0]])
    return np.vstack([begin, arc, end])


def model(friction: float = 0.3, phi: float = math.pi, per_turn: int = 96, speed: float = 2.0) -> ss.Model:
    """Return drum and rope; the anchor is at the start of the rope, ``per_turn`` nodes lie on a full turn."""
    model = ss.Model(dim=2, name="capstan")
    nodes = rope_nodes(phi, per_turn)
    rope = model.add(
        ss.StringBody(positions=nodes.tolist(), stiffness=1e5, mass_per_length=0.1, mass_damping=50.0, name="rope")
    )
    points = [rope.add(ss.Point(name=f"node{k}"), s=s) for k, s in enumerate(rope.arc_lengths)]
    drum = model.add(ss.PrescribedBody(angle=ss.Polynomial(coefficients=(0.0, -speed)), name="drum"))
    model.add(ss.Contact(points, drum.add(ss.Circle(radius=RADIUS)), friction=friction))
    model.add(ss.Revolute(model.ground, rope.start, at=nodes[0].tolist(), name="anchor"))
    pull = PULL * (nodes[-1] - nodes[-2]) / np.linalg.norm(nodes[-1] - nodes[-2])
    model.add(ss.PointForce(rope.end, pull.tolist(), factor=ss.SmoothStep(start=0, end=1, t_start=0, t_end=0.05)))
    return model


def run(
    *,
    friction: float = 0.3,
    angles: tuple[float, ...] = (0.5, 1.0, 2.0),
    per_turn: int = 96,
    dt: float = 5e-4,
    t_end: float = 0.2,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Turn the drum under ropes over ``angles`` (multiples of pi); the last one is returned as the result."""
    results = []
    for turns in angles:
        last = turns == angles[-1]
        rope = model(friction, turns * math.pi, per_turn)
        results.append(
            ss.simulate(rope, t_end, dt, integrator=ss.Theta(1.0), out=out if last else None, progress=progress)
        )
    tensions = [result["rope"].resultant[-1, :, 0] for result in results]
    quantities = {
        "ratios": np.array([tension[0] / tension[-1] for tension in tensions]),
        "ratios_exact": np.exp(friction * math.pi * np.array(angles)),
    }
    return results[-1], quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot the tension along the last rope against the exponential law."""
    import matplotlib.pyplot as plt

    rope = result["rope"]
    phi = math.log(quantities["ratios_exact"][-1])  # mu times the angle
    law = PULL * np.exp(np.clip((0.75 * rope.s[-1] - rope.points) / (0.5 * rope.s[-1]), 0.0, 1.0) * phi)
    figure, axes = plt.subplots()
    axes.plot(rope.points, rope.resultant[-1, :, 0], label="computed")
    axes.plot(rope.points, law, "k:", label="e^(mu phi)")
    axes.set(xlabel="arc length [m]", ylabel="tension [N]")
    axes.legend()
    return figure
