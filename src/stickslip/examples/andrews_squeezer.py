"""Andrews' squeezing mechanism: seven planar bodies, one motor torque, one spring.

Body 1 (crank O-K1) is driven by 0.033 N m; bodies 2-7 close three loops between the supports O, A and B, and a spring
pulls body 3 towards C. Time scale of milliseconds, reactions of hundreds of newtons.

Source: Schiehlen's multibody handbook (1990) and the IVP test set (Mazzia, Magherini), which gives the angles at
t = 0.03 s to 13 digits: beta = 15.81077119629904.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

MASS = (0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498)
INERTIA = (2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5)
A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
TORQUE, STIFFNESS, REST = 0.033, 4530.0, 0.07785
ANGLES = (-0.0617138900142764, 0.0, 0.455279819163070, 0.222668390165886, 0.487364979543843, -0.222668390165886,
          1.23054744454982)  # fmt: skip
BETA = 15.81077119629904  # at t = 0.03 s


def _along(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle)])


def _across(angle: float) -> np.ndarray:
    return np.array([np.sin(angle), -np.cos(angle)])


def build() -> ss.Model:
    """Return the mechanism at rest; the angle of body 1 is beta."""
    beta, theta, gamma, phi, delta, omega, epsilon = ANGLES
    a, b = np.array(A), np.array(B)
    K = 0.007 * _along(beta)  # pin between bodies 1 and 2
    F = K - 0.028 * _along(beta + theta)  # pin of bodies 2, 3, 4 and 6
    E = a + 0.04 * _along(delta)  # pin between 5 and 4
    H = a + 0.04 * _across(epsilon)  # pin between 7 and 6
    centre = [
        0.00092 * _along(beta),
        K - 0.0115 * _along(beta + theta),
        b + 0.01874 * _across(gamma) + 0.01043 * _along(gamma),
        E + (0.02 - 0.01421) * _across(phi + delta),
        a + 0.02308 * _along(delta) + 0.00916 * _across(delta),
        H + (0.02 - 0.01421) * _along(omega + epsilon),
        a + 0.01228 * _across(epsilon) + 0.00449 * _along(epsilon),
    ]
    turn = (beta, beta + theta, gamma, phi + delta, delta, omega + epsilon, epsilon)
    model = ss.Model(dim=2, name="Andrews' squeezing mechanism")
    body = [
        model.add(ss.RigidBody(m, J, position=x, rotation=angle, name=f"body{k + 1}"))
        for k, (m, J, x, angle) in enumerate(zip(MASS, INERTIA, centre, turn))
    ]
    ground = model.ground
    pins: list[tuple[ss.Body, int, Any]] = [  # first body, second body, place
        (ground, 0, (0, 0)), (ground, 2, b), (ground, 4, a), (ground, 6, a), (body[0], 1, K),
        (body[4], 3, E), (body[6], 5, H), (body[1], 2, F), (body[1], 3, F), (body[1], 5, F),
    ]  # fmt: skip
    for k, (first, second, at) in enumerate(pins):
        model.add(ss.Revolute(first, body[second], at=at, name=f"pin{k + 1}"))
    D = b + 0.02 * _along(gamma) + 0.018 * _across(gamma)
    local = (D - centre[2]) @ np.column_stack([_along(gamma), -_across(gamma)])
    model.add(ss.SpringDamper(ground.point("C", C), body[2].point("D", local), stiffness=STIFFNESS, rest_length=REST))
    model.add(ss.Torque(body[0], TORQUE))
    return model


def run(*, dt: float = 5e-7, t_end: float = 0.03, out: Out = None, progress: Progress = None) -> Outcome:
    """Squeeze for 30 ms."""
    result = ss.simulate(build(), t_end, dt, integrator=ss.EnergyMomentum(), out=out, progress=progress)
    beta = float(result["body1"].angle[-1])
    quantities = {
        "beta": beta,
        "energy_remainder": float(abs(result.energy.remainder).max()),
        "position_drift": result.certificate.position_drift,
        "wall_s": result.summary()["timing"]["wall_s"],
    }
    if t_end == 0.03:
        quantities["error"] = abs(beta - BETA)
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the angle of the crank and the forces in the pins on the ground."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    above.plot(1e3 * result.time, result["body1"].angle)
    above.plot(30.0, BETA, "ko", ms=4, label="reference at 30 ms")
    above.set(ylabel=r"angle $\beta$ of the crank [rad]")
    above.legend()
    for name, place in (("pin1", "O"), ("pin2", "B"), ("pin3", "A, body 5"), ("pin4", "A, body 7")):
        below.plot(1e3 * result.time[1:], np.linalg.norm(result[name].reaction[1:], axis=1), label=place)
    below.set(xlabel="time [ms]", ylabel="force in the pin [N]")
    below.legend(ncols=4)
    return figure
