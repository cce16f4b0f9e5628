"""Betsch, Saenger and Hesch, natural coordinates: the spacecraft and the robot with a cable."""

from __future__ import annotations

import matplotlib.pyplot as plt

from source_figures.common import pictures, run
from stickslip.examples import robot_cable, spacecraft

RULES = {"contravariant (consistent)": "contravariant", "covariant": "covariant"}
STEPS = (5, 10, 50, 100)


def betsch_3():
    """The spacecraft: a base and three wheels."""
    result, _ = run("spacecraft")
    figure, axes = plt.subplots(1, 2, figsize=(7.6, 3.6))
    pictures(result, axes, (0, 5), size=(700, 600))
    figure.suptitle("free base and three wheels on its axes, drawn as boxes of the same inertia")
    return figure


def compared(quantity, ylabel: str, exact=None):
    """Draw a quantity of both torque rules for several numbers of steps."""
    figure, axes = plt.subplots(1, 2, figsize=(8.8, 3.6), sharey=True)
    for axis, (label, rule) in zip(axes, RULES.items()):
        for n in STEPS:
            result, _ = run("spacecraft", torque_rule=rule, steps=n)
            axis.plot(result.time, quantity(result), ".-" if n <= 10 else "-", label=f"$N={n}$")
        if exact is not None:
            axis.plot(result.time, exact(result.time), "k:", label="exact")
        axis.set(xlabel="time $t$ [s]", title=f"torques {label}")
    axes[0].set_ylabel(ylabel)
    axes[1].legend()
    return figure


def betsch_4():
    """Angular momentum about the third axis: exactly zero with the consistent rule."""
    return compared(
        lambda result: spacecraft.angular_momentum(result, result.model)[:, 2], r"angular momentum $J_3$ [kg m$^2$/s]"
    )


def betsch_5():
    """Kinetic energy: five steps are enough with the consistent rule."""
    return compared(lambda result: result.energy.kinetic, "kinetic energy $T$ [J]", lambda t: 7836.183 * (t / 5.0) ** 2)


def betsch_6():
    """The robot with its seven axes, the plug and the cable at the start."""
    result, _ = run("robot-cable")
    figure, axes = plt.subplots(figsize=(6.0, 4.4))
    pictures(result, [axes], (0,), size=(960, 760))
    lengths = ", ".join(f"{d:g}" for d in robot_cable.OFFSET if d > 0)
    axes.set_title(f"seven revolute joints, $d_i=$ {lengths} m; plug and cable")
    return figure


def betsch_7():
    """Snapshots of robot and cable."""
    result, _ = run("robot-cable")
    figure, axes = plt.subplots(2, 4, figsize=(10.4, 4.6))
    pictures(result, axes.flat, (0, 1, 2, 5, 6, 7, 10, 12), size=(900, 760))
    return figure


def betsch_8():
    """Energies of robot and cable."""
    result, _ = run("robot-cable")
    energy = result.energy
    figure, (above, below) = plt.subplots(2, sharex=True, figsize=(7.2, 5.2))
    above.plot(result.time, energy.total - energy.total[0], label=r"total $E_{tot}$")
    above.plot(
        result.time,
        energy.potential - energy.potential[0],
        "--",
        label=r"potential $E_{pot}$ (gravity, springs, cable)",
    )
    supplied = energy.loads + energy.drives + energy.dampers
    above.plot(result.time, supplied, "k:", label="work of motors and dampers")
    above.set_ylabel("energy since the start [J]")
    below.plot(
        result.time, robot_cable.strain_energy(result), color="C3", label=r"strain energy of the cable $E_{int}$"
    )
    below.set(xlabel="time $t$ [s]", ylabel="energy [J]")
    for axis in (above, below):
        axis.legend()
    return figure
