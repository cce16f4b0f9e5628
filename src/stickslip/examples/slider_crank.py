"""Slider-crank with clearance: a slider rattles in its guide, hits it with both corners, slides along it.

Crank and rod start in line with 150 and -75 rad/s; the slider has 1 mm of play above and below, its four corners hit
with restitution 0.4 and slide with friction 0.01. ``bilateral=True`` has no play: the slider is held by a prismatic
joint, and the motion has one degree of freedom, whose energy gives a reference of any accuracy.

Data and error norm: Flores, Leine, Glocker; (rezaei 92). The reference with clearance is an independent run of another
scheme with steps of 1e-7 s; its impacts begin at 2.693 ms.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples import _schemes

L1, L2, HALF_LENGTH, HALF_HEIGHT, CLEARANCE = 0.153, 0.306, 0.05, 0.025, 0.001
M1, M2, M3 = 0.038, 0.038, 0.076
J1, J2, J3 = 7.4e-5, 5.9e-4, 2.7e-6
OMEGA1, OMEGA2, G = 150.0, -75.0, 9.81
T_END = 0.05
INSTANTS = np.linspace(0.01, T_END, 5)
ANGLES = ("theta1", "theta2", "omega1", "omega2")
CLEARANCE_REFERENCE = {  # at INSTANTS
    "theta1": (0.947961, 1.613316, 2.550626, 3.935007, 4.793554),
    "theta2": (-0.414624, -0.519905, -0.285720, 0.367654, 0.525471),
    "omega1": (67.4719, 71.6818, 127.7779, 113.4198, 68.4733),
    "omega2": (-21.5014, 1.3825, 55.1392, 41.4925, -3.2044),
}
FIRST_IMPACT = {"first_impact_time": 2.693e-3, "approach_speed": -0.8418, "impulse": 0.1109}
# computing time of a step relative to Moreau's scheme, as published (Tables 3 and 5): not portable, the ranking is soft
PUBLISHED_COST = {
    "bilateral": {"Moreau": 1.0, "half-explicit": 1.35, "generalized-alpha": 4.15, "Bathe": 4.35, "ED-alpha": 5.0},
    "clearance": {"Moreau": 1.0, "half-explicit": 1.15, "generalized-alpha": 2.72, "Bathe": 3.15, "ED-alpha": 3.4},
}
STUDY = {
    "Moreau": ss.MoreauMidpoint(),
    "generalized-alpha": ss.GeneralizedAlpha(0.0),
    "Bathe": ss.Bathe(),
    "ED-alpha": ss.EDAlpha(0.0),
    "half-explicit": ss.HalfExplicit(),
}


def model(bilateral: bool = False, restitution: float = 0.4, friction: float = 0.01) -> ss.Model:
    """Return crank, rod and slider in a line, with joint coordinates."""
    model = ss.Model(dim=2, gravity=(0, -G), name="slider-crank")
    tip = (0, OMEGA1 * L1 + OMEGA2 * L2)
    crank = model.add(
        ss.RigidBody(M1, J1, position=(L1 / 2, 0), velocity=(0, OMEGA1 * L1 / 2), angular_velocity=OMEGA1, name="crank")
    )
    middle = (0, OMEGA1 * L1 + OMEGA2 * L2 / 2)
    rod = model.add(
        ss.RigidBody(M2, J2, position=(L1 + L2 / 2, 0), velocity=middle, angular_velocity=OMEGA2, name="rod")
    )
    slider = model.add(ss.RigidBody(M3, J3, position=(L1 + L2, 0), velocity=tip, name="slider"))
    model.add(ss.Revolute(model.ground, crank, at=(0, 0), relative=True, name="shaft"))
    model.add(ss.Revolute(crank, rod, at=(L1, 0), relative=True, name="crank-pin"))
    model.add(ss.Revolute(rod, slider, at=(L1 + L2, 0), relative=True, name="wrist-pin"))
    if bilateral:
        model.add(ss.Prismatic(model.ground, slider, at=(L1 + L2, 0), axis=(1, 0), name="guide"))
        return model
    for sign in (1, -1):
        wall = model.ground.add(ss.Plane(normal=(0, -sign), position=(0, sign * (HALF_HEIGHT + CLEARANCE))))
        corners = [slider.add(ss.Point(position=(x, sign * HALF_HEIGHT))) for x in (-HALF_LENGTH, HALF_LENGTH)]
        model.add(ss.Contact(corners, wall, friction=friction, restitution=restitution))
    return model


def bilateral_reference(times: np.ndarray) -> dict[str, np.ndarray]:
    """Return angles and rates without play, from theta_1' = sqrt(2 (E - V) / M), of energy and reduced inertia."""
    from scipy.integrate import solve_ivp

    def state(theta1):
        theta2 = -np.arcsin(L1 / L2 * np.sin(theta1))
        ratio = -L1 / L2 * np.cos(theta1) / np.cos(theta2)  # theta_2' / theta_1'
        coupling = (M2 / 2 + M3) * L1 * L2 * np.cos(theta1 - theta2)
        inertia = J1 + (M1 / 4 + M2 + M3) * L1**2 + 2 * coupling * ratio + (J2 + (M2 / 4 + M3) * L2**2) * ratio**2
        height = (M1 / 2 + M2 + M3) * L1 * np.sin(theta1) + (M2 / 2 + M3) * L2 * np.sin(theta2)
        return theta2, ratio, inertia, G * height

    energy = 0.5 * state(0.0)[2] * OMEGA1**2

    def rate(theta1):
        _, _, inertia, potential = state(theta1)
        return np.sqrt(2 * (energy - potential) / inertia)

    found = solve_ivp(
        lambda t, y: rate(y), (0, times[-1]), [0.0], method="DOP853", t_eval=times, rtol=1e-13, atol=1e-13
    )
    theta1 = found.y[0]
    omega1 = rate(theta1)
    theta2, ratio, _, _ = state(theta1)
    return {"theta1": theta1, "theta2": theta2, "omega1": omega1, "omega2": ratio * omega1}


def error_norm(theta2: np.ndarray, reference: np.ndarray) -> float:
    """Return the norm of the relative errors of the rod angle over all instants (rezaei 92)."""
    return float(np.linalg.norm((theta2 - reference) / reference))


def study(bilateral: bool = False, dts: tuple[float, ...] = (1e-4, 1e-5), schemes: dict | None = None):
    """Return errors, orders and cost of the schemes: 50 instants without play, five with it."""
    instants = 50 if bilateral else 5
    exact = CLEARANCE_REFERENCE["theta2"]
    if bilateral:
        exact = bilateral_reference(np.linspace(0.0, T_END, instants + 1)[1:])["theta2"]
    return ss.convergence(
        model(bilateral), schemes or STUDY, dts, lambda result: result["rod"].angle[1:], exact,
        t_end=T_END, instants=instants, error=error_norm,
    )  # fmt: skip


def run(
    *,
    variant: str = "rigid",
    bilateral: bool = False,
    integrator: str = "GeneralizedAlpha",
    rho_inf: float = 0.0,
    after_impact: str = "carry",
    dt: float = 1e-5,
    t_end: float = T_END,
    out=None,
    progress=None,
) -> tuple[ss.Result, dict[str, Any]]:
    """Let the mechanism run and compare it with its reference at 0.01, 0.02 ... s."""
    if variant != "rigid":
        raise ss.ModelError(f"slider-crank: variant = '{variant}' must be 'rigid'")
    scheme = _schemes.scheme("slider-crank", integrator, rho_inf, after_impact=after_impact)
    result = ss.simulate(model(bilateral), t_end, dt, scheme, out=out, progress=progress)
    times = INSTANTS[t_end + 1e-9 >= INSTANTS]
    at = [int(np.argmin(abs(result.time - t))) for t in times]
    crank, rod = result["crank"], result["rod"]
    values = (crank.angle, rod.angle, crank.angular_velocity, rod.angular_velocity)
    reference = bilateral_reference(times) if bilateral else CLEARANCE_REFERENCE
    quantities: dict[str, Any] = {}
    for name, value in zip(ANGLES, values):
        quantities |= {name: value[at], f"{name}_exact": np.array(reference[name][: len(at)])}
    quantities["error"] = error_norm(quantities["theta2"], quantities["theta2_exact"]) if at else 0.0
    if not bilateral:
        quantities |= _first_impact(result)
    quantities |= {
        "slider_tilt": float(abs(result["slider"].angle).max()),
        "integrator_energy": float(result.energy.integrator[-1]),
        "step_time_us": 1e6 / result.timing["steps_per_s"],
    }
    return result, quantities


def _first_impact(result: ss.Result) -> dict[str, float]:
    """Return time, approach speed and impulse of the first impact, beside the reference."""
    impulse = np.bincount(result.contacts.instant, result.contacts.column("P_N"), minlength=len(result))
    hits = np.flatnonzero(impulse > 0.0)
    if len(hits) == 0:
        return {}
    first = int(hits[0])
    height, speed = (abs(x[first - 1, 1]) for x in (result["slider"].position, result["slider"].velocity))
    found = {  # the impact is met at the end of a step; its own time follows from the state before
        "first_impact_time": float(result.time[first - 1] + (CLEARANCE - height) / speed),
        "approach_speed": -float(speed),
        "impulse": float(impulse[first]),
    }
    return found | {f"{name}_exact": value for name, value in FIRST_IMPACT.items()}


def plot(result: ss.Result, quantities: dict[str, Any]):
    """Draw the path of the slider between its walls and the crank speed."""
    from stickslip.viz.plots import style

    with style() as plt:
        figure, (top, bottom) = plt.subplots(2, 1, sharex=True, figsize=(6.0, 5.0))
        top.plot(result.time, 1e3 * result["slider"].position[:, 1])
        top.set_ylabel("slider height [mm]")
        bottom.plot(result.time, result["crank"].angular_velocity)
        bottom.set(xlabel="t [s]", ylabel="crank speed [rad/s]")
    return figure
