"""Spacecraft turned by three reaction wheels.

A free base carries three wheels on revolute joints along its axes d_1, d_2, d_3; motors drive them with constant
torques u about the base's own axes, and the base takes the reaction. From rest everything stays simple: the wheels
take the axial momenta u t, the base turns about a fixed axis with omega = -B^-1 u t, the total angular momentum
remains zero and T(5) = 7836.183 (closed form). The scheme keeps J = 0 for every step size with the consistent torque
rule; the rule with covariant mid-point directors does not.

Source: Betsch, Saenger, Hesch, section 8.1 (masses and inertias of its table 1; start from rest, wheels on the
positive axes). The oracle is the closed form, and for coarse steps the table of scheme (57) computed independently.
"""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

BASE = (1005.3096, (89.3609, 201.0619, 357.4434))  # mass, director inertia E = tr(I)/2 1 - I
WHEEL = (424.1150, (106.0288, 8.8357))  # mass, E across and along the axis
OFFSET = (0.9167, 1.25, 1.5833)  # distance of the wheels from the centre of the base


def build(torque: float = 200.0) -> ss.Model:
    """Return the spacecraft at rest with its motors on."""
    model = ss.Model(name="spacecraft")
    E = np.array(BASE[1])
    base = model.add(ss.RigidBody(mass=BASE[0], inertia=E.sum() - E, name="base"))
    for k, axis in enumerate(np.eye(3)):
        E = np.where(axis == 1.0, WHEEL[1][1], WHEEL[1][0])
        wheel = model.add(ss.RigidBody(WHEEL[0], E.sum() - E, position=OFFSET[k] * axis, name=f"wheel{k + 1}"))
        model.add(ss.Revolute(base, wheel, at=OFFSET[k] * axis, axis=axis, name=f"bearing{k + 1}"))
        model.add(ss.Torque(wheel, torque * axis, follower=True, reaction=base, name=f"motor{k + 1}"))
    return model


def angular_momentum(result: ss.Result, model: ss.Model) -> np.ndarray:
    """Return J about the origin (n, 3) of all rigid bodies."""
    total = np.zeros((len(result), 3))
    for body in model.of_kind(ss.RigidBody):
        motion = result[body]
        spin = np.einsum("nij,nj->ni", motion.rotation, motion.angular_velocity * np.array(body.inertia))
        total += body.mass * np.cross(motion.position, motion.velocity) + spin
    return total


def run(
    *, torque_rule: str = "contravariant", steps: int = 100, torque: float = 200.0, t_end: float = 5.0, out: Out = None,
    progress: Progress = None,
) -> Outcome:  # fmt: skip
    """Spin the wheels up in ``steps`` equal steps with rule "contravariant" (Betsch et al., eq. 61) or "covariant".

    Betsch et al., eq. 70.
    """
    model = build(torque)
    integrator = ss.EnergyMomentum(torque_rule=torque_rule)
    result = ss.simulate(model, t_end, t_end / steps, integrator=integrator, out=out, progress=progress)
    J = angular_momentum(result, model)
    return result, {
        "T_end": float(result.energy.kinetic[-1] + result.energy.rates[-1]),  # of the natural rates, as published
        "J_end": J[-1].tolist(),
        "J3_end": float(J[-1, 2]),
        "J3_max": float(abs(J[:, 2]).max()),
        "d1_end": result["base"].rotation[-1, :, 0].tolist(),
    }


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the angular velocity of the base and the total angular momentum, which should stay zero."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    above.plot(result.time, result["base"].angular_velocity, label=["1", "2", "3"])
    above.set(ylabel=r"$\omega$ of the base [rad/s]")
    above.legend(ncols=3, title="about body axis")
    assert result.model is not None
    below.plot(result.time, angular_momentum(result, result.model), label=["x", "y", "z"])
    below.set(xlabel="time [s]", ylabel="angular momentum [N m s]")
    below.legend(ncols=3)
    return figure
