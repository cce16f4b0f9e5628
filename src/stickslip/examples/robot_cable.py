"""Robot and cable: a seven-axis lightweight robot pushes and bends an elastic cable.

Seven revolute joints with the Denavit-Hartenberg lengths of the LWR4+ (0.3105, 0.40, 0.39, 0.078 m), about 16 kg; a
rigid plug on the flange holds one end of a cable (geometrically exact beam, 0.6 m, radius 6 mm, E = 0.2 GPa), the
other end is clamped to a fixed block. Every motor drives with a smooth torque K theta_d(t) against a joint stiffness
K and a damping, as under impedance control: the arm pushes the plug towards the block, tilts, twists and sways it.
The energy-momentum scheme balances the energy in every step: change of kinetic, gravity, spring and strain energy =
work of the motors and dampers, to the tolerance of Newton's method.

Source: Betsch, Saenger, Hesch, section 8.2, which gives no numbers; masses, torques and the cable are our choice.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

ALPHA = np.radians((90, -90, -90, 90, 90, -90, 0))
OFFSET = (0.3105, 0.0, 0.40, 0.0, 0.39, 0.0, 0.078)  # d [m], all a = 0
START = np.radians((0, 5, 0, 95, 0, 0, 0))  # joint angles; the flange looks along +x
MASS = (2.7, 2.7, 2.7, 2.7, 2.0, 1.8, 0.6)
CENTRE = (0.6, 0.15, 0.7, 0.15, 0.7, 0.05, 0.5)  # centres of mass along the arm, as part of its length
ARM = (0.3105, 0.40, 0.40, 0.39, 0.39, 0.078, 0.078)
STIFFNESS = (1500.0, 1500.0, 1000.0, 1000.0, 500.0, 300.0, 200.0)  # [N m/rad]
TARGET = (0.25, -0.6, 0.15, -0.45, 0.2, 0.5, 0.4)  # largest commanded change of each angle [rad]
BEGIN = (0, 0, 5, 0, 6, 5, 7)  # [s] when each motor starts; each takes 4 s, the first sways with a period of 6 s
PLUG, CABLE = 0.06, 0.6  # lengths [m]


def joint_frames() -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Return places (8) and axes (8, columns) of the frames 0..7 at the start: Rz(theta) Tz(d) Rx(alpha)."""
    r, A = [np.zeros(3)], [np.eye(3)]
    for theta, d, alpha in zip(START, OFFSET, ALPHA, strict=True):
        r.append(r[-1] + d * A[-1][:, 2])
        c, s = math.cos(theta), math.sin(theta)
        Rz = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        c, s = math.cos(alpha), math.sin(alpha)
        A.append(A[-1] @ Rz @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]))
    return r, A


def model(elements: int = 12) -> ss.Model:
    """Return robot, plug and cable at rest, the cable straight and stress-free, and the torques of the motors."""
    model = ss.Model(gravity=(0, 0, -9.81), name="robot-cable")
    r, A = joint_frames()
    torque = np.multiply(TARGET, STIFFNESS)
    command: list[Any] = [ss.Sine(amplitude=torque[0], frequency=1 / 6)]
    command += [ss.SmoothStep(start=0, end=torque[i], t_start=BEGIN[i], t_end=BEGIN[i] + 4) for i in range(1, 7)]
    before: ss.Body = model.ground
    for i in range(7):
        along = A[i + 1 if OFFSET[i] == 0.0 else i][:, 2]  # links without offset turn the arm that follows
        centre = r[i] + CENTRE[i] * ARM[i] * along
        link = model.add(ss.RigidBody(MASS[i], 0.07**2 * MASS[i], position=centre, name=f"link{i + 1}"))
        joint = ss.Revolute(before, link, at=r[i], axis=A[i][:, 2], effort=command[i], name=f"joint{i + 1}")
        model.add(joint)
        model.add(ss.TorsionalSpring(joint, stiffness=STIFFNESS[i], damping=0.1 * STIFFNESS[i]))
        before = link
    x = A[7][:, 2]
    plug = model.add(ss.RigidBody(0.1, 1e-4, position=r[7] + 0.5 * PLUG * x, name="plug"))
    left, right = r[7] + PLUG * x, r[7] + (PLUG + CABLE) * x
    material = ss.Material(young=2e8, density=1500.0, poisson=0.4)
    section = ss.Round(radius=0.006)
    cable = model.add(
        ss.Beam.straight(left, right, elements, section=section, material=material, order=2, name="cable")
    )
    model.add(ss.Fixed(before, plug, at=r[7], name="grip"))
    model.add(ss.Fixed(plug, cable.start, at=left, name="splice"))
    model.add(ss.Fixed(model.ground, cable.end, at=right, name="clamp"))
    return model


def strain_energy(result: ss.Result) -> np.ndarray:
    """Return the strain energy of the cable (n,) [J]: all integration points have the same weight."""
    cable = result["cable"]
    found: np.ndarray = 0.5 * (cable.strain * cable.resultant).sum(axis=(1, 2)) * CABLE / len(cable.points)
    return found


def run(
    *, elements: int = 12, dt: float = 0.01, t_end: float = 12.0, out: Out = None, progress: Progress = None
) -> Outcome:
    """Move the robot; measure the balance of energy in every step and the strain energy of the cable.

    Drive efforts are booked as work of loads; the balance is relative to their work.
    """
    result = ss.simulate(model(elements), t_end, dt, integrator=ss.EnergyMomentum(), out=out, progress=progress)
    energy, strain = result.energy, strain_energy(result)
    supplied = energy.loads + energy.drives + energy.dampers
    work = abs(np.diff(energy.loads)).sum()
    angles = np.column_stack([result[f"joint{i + 1}"].coordinate for i in range(7)])
    plug = result["plug"].position
    quantities = {
        "energy_balance": float(abs(np.diff(energy.total - supplied)).max() / work),
        "work_of_motors": float(work),
        "strain_energy": [float(np.interp(t, result.time, strain)) for t in (0, 1, 2, 5, 6, 7, 10, 12) if t <= t_end],
        "strain_energy_max": float(strain.max()),
        "angles_end": angles[-1],
        "plug_travel": float(np.linalg.norm(plug - plug[0], axis=1).max()),
        "constraint_drift": result.certificate.position_drift,
    }
    return result, quantities


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Plot total, gravity-and-elastic and cable strain energy over time."""
    import matplotlib.pyplot as plt

    figure, (above, below) = plt.subplots(2, sharex=True)
    above.plot(result.time, result.energy.total - result.energy.total[0], label="total")
    above.plot(result.time, result.energy.potential - result.energy.potential[0], label="potential")
    below.plot(result.time, strain_energy(result), label="cable")
    for axes in (above, below):
        axes.set(ylabel="energy [J]")
        axes.legend()
    below.set(xlabel="t [s]")
    return figure
