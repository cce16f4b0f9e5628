"""Mass chain: three masses on springs, the last one held by a stiff spring or by a constraint.

All positions q and forces count downwards, from the positions without gravity. variant="spring": k = 1 N/m and
k_0 = 1e7 N/m make a mode of 503.3 Hz, more than steps of 1 ms can follow: it has to be damped. variant="constraint":
k = 10 N/m, the last mass is held, q_3 = 0. From rest

    q_1 = q_2 = m g / k (1 - cos w t),    lambda = -m g (2 - cos w t),    w = sqrt(k / m)

With ``consistent_start=False`` the first acceleration lacks the constraint force, as published: m a_3 = m g is an error
of the force that generalized-alpha carries on by A_{i+1} = -(1 - gamma)/gamma A_i, for ever if rho_inf = 1, and q_3
keeps what it adds up to (Rezaei and Schindler, sec. 2.8).
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples import _schemes
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

G, MASS, DISTANCE = 9.81, 1.0, 50.0  # springs must not be pushed through their end points
STIFFNESS = {"spring": 1.0, "constraint": 10.0}
STEP = {"spring": 1e-3, "constraint": 0.05}


def model(variant: str = "constraint", k0: float = 1e7) -> ss.Model:
    """Return the chain below a ceiling."""
    if variant not in STIFFNESS:
        raise ss.ModelError(f"mass-chain: variant = '{variant}' must be 'spring' or 'constraint'")
    model = ss.Model(dim=2, gravity=(0, -G), name=f"mass-chain {variant}")
    above: ss.Body = model.ground
    for i in (1, 2, 3):
        mass = model.add(ss.RigidBody(mass=MASS, inertia=1.0, position=(0, -i * DISTANCE), name=f"mass{i}"))
        model.add(ss.SpringDamper(above, mass, stiffness=STIFFNESS[variant], name=f"spring{i}"))
        above = mass
    if variant == "spring":
        floor = model.ground.point("floor", (0, -4 * DISTANCE))
        model.add(ss.SpringDamper(mass, floor, stiffness=k0, name="floor-spring"))
    else:
        model.add(ss.PointOnLine(model.ground, mass, axis=(1, 0), name="hold"))
    return model


def stiffness_matrix(k: float, k0: float) -> np.ndarray:
    """Return K (3, 3) of the chain [N/m]."""
    return np.array([[2 * k, -k, 0], [-k, 2 * k, -k], [0, -k, k + k0]])


def start_error(rho_inf: float, dt: float, steps: int) -> tuple[np.ndarray, float]:
    """Return the force errors m a_3 (steps,) and the last q_3 that generalized-alpha makes of the start a_3 = g."""
    alpha_m, alpha_f, beta, gamma = ss.GeneralizedAlpha(rho_inf).parameters
    a, A, q, errors = G, G, 0.0, []
    for _ in range(steps):
        A_new = -(1.0 - gamma) / gamma * A  # v_3 stays 0
        a = ((1.0 - alpha_m) * A_new + alpha_m * A - alpha_f * a) / (1.0 - alpha_f)
        q += dt**2 * ((0.5 - beta) * A + beta * A_new)
        A = A_new
        errors.append(MASS * a)
    return np.array(errors), q


def run(
    *,
    variant: str = "constraint",
    integrator: str = "GeneralizedAlpha",
    rho_inf: float = 0.8,
    consistent_start: bool = True,
    dt: float | None = None,
    t_end: float | None = None,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Release the chain from rest."""
    chain = model(variant)
    dt = STEP[variant] if dt is None else dt
    t_end = (10.0 if variant == "constraint" else 1.0) if t_end is None else t_end
    # stabilise: as published, the constraint holds at velocity level and q_3 keeps its error
    scheme = _schemes.scheme("mass-chain", integrator, rho_inf, stabilise=False, consistent_start=consistent_start)
    result = ss.simulate(chain, t_end, dt, integrator=scheme, out=out, progress=progress)
    frequencies = ss.modes(chain, n=9 if variant == "spring" else 8).frequencies
    q = np.array([-i * DISTANCE - result[f"mass{i}"].position[:, 1] for i in (1, 2, 3)])
    quantities: Quantities = {"f_max": float(frequencies.max())}
    if variant == "spring":
        return result, quantities | _fast_part(q, dt, quantities["f_max"], scheme)
    quantities |= _constraint(result, q)
    if isinstance(scheme, ss.GeneralizedAlpha):
        steps = len(result) - 1
        errors, q3 = (np.zeros(3), 0.0) if consistent_start else start_error(rho_inf, dt, steps)
        quantities |= {"start_errors_exact": errors[:3], "q3_end_exact": q3}
    return result, quantities


def _constraint(result: ss.Result, q: np.ndarray) -> dict[str, Any]:
    """Compare motion and constraint force with the closed solution."""
    k = STIFFNESS["constraint"]
    cos = np.cos(np.sqrt(k / MASS) * result.time)
    force = -result["hold"].reaction[:, 0]
    error = force + MASS * G * (2.0 - cos)
    own = force + MASS * G + k * q[1] - k * q[2]  # m a_3, without the error of q_2
    return {
        "f_max_exact": float(np.sqrt(3 * k / MASS) / (2 * np.pi)),
        "force_errors": error[1:4],
        "start_errors": own[1:4],
        "force_error_max": float(abs(own[1:]).max()),
        "force_error_end": float(abs(own[-1])),
        "q3_end": float(q[2, -1]),
        "q1_error": float(abs(q[0] - MASS * G / k * (1.0 - cos)).max()),
    }


def _fast_part(q: np.ndarray, dt: float, f_max: float, scheme: ss.Bathe) -> dict[str, Any]:
    """Measure how fast the mode of the stiff spring dies out of q_3: what remains beside static equilibrium."""
    k, k0 = STIFFNESS["spring"], 1e7
    fast = abs(q[2] - (MASS * G + k * q[1]) / (k + k0))
    alive = np.flatnonzero(fast > 0.01 * fast[0])
    return {
        "f_max_exact": float(np.sqrt(np.linalg.eigvalsh(stiffness_matrix(k, k0) / MASS)[-1]) / (2 * np.pi)),
        "spectral_radius": float(ss.spectral(scheme, [dt * f_max]).radius[0]),
        "steps_to_one_percent": int(alive[-1]) + 1,
        "fast_part_end": float(fast[-1] / fast[0]),
    }


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the displacements and, with the constraint, its force beside the exact one."""
    import matplotlib.pyplot as plt

    held = "hold" in result.names
    figure, axes = plt.subplots(1 + held, sharex=True, squeeze=False)
    for i in (1, 2, 3):
        axes[0, 0].plot(result.time, -i * DISTANCE - result[f"mass{i}"].position[:, 1], label=f"$q_{i}$")
    axes[0, 0].set(ylabel="displacement [m]")
    axes[0, 0].legend(ncols=3, loc="upper right")
    if held:
        exact = -MASS * G * (2.0 - np.cos(np.sqrt(STIFFNESS["constraint"] / MASS) * result.time))
        axes[1, 0].plot(result.time[1:], -result["hold"].reaction[1:, 0], label="computed")
        axes[1, 0].plot(result.time, exact, "k:", label="exact")
        axes[1, 0].set(ylabel="constraint force [N]")
        axes[1, 0].legend(ncols=2)
    axes[-1, 0].set(xlabel="time [s]")
    return figure
