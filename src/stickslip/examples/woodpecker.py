"""The woodpecker toy (zander 6.3): a bird on a sleeve sticks, slides and pecks its way down a pole.

Planar model: sleeve of four corners around the pole, bird on a revolute joint with a torsional spring, picker against
the pole, Coulomb friction mu = 0.15 everywhere, no restitution. With a rigid pole it ends in a limit cycle. An elastic
pole (variant "planar": 8 elements of the redundant coordinate method, clamped below) gives back part of each pick: the
bird picks faster, and pole and bird never agree on a cycle.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

import stickslip as ss

POLE_RADIUS, CLEARANCE = 2.5e-3, 0.1e-3
SLEEVE_HEIGHT, SLEEVE_MASS, SLEEVE_INERTIA = 6.0e-3, 5.0e-3, 125.0e-9
JOINT, COG, PICKER, PICKER_HEIGHT = 10.0e-3, 14.0e-3, 20.0e-3, 20.0e-3
BIRD_MASS, BIRD_INERTIA, SPRING = 60.0e-3, 12.0e-6, 0.05


def pole(model: ss.Model, elements: int):
    """Add the pole and return its right and left side; without elements it is rigid."""
    if elements == 0:
        right = model.ground.add(ss.Plane(normal=(1, 0), position=(POLE_RADIUS, 0), name="right"))
        return right, model.ground.add(ss.Plane(normal=(-1, 0), position=(-POLE_RADIUS, 0), name="left"))
    wood = ss.Material(young=7.0e10, density=2.3e3)
    beam = model.add(
        ss.PlanarBeam.straight(
            (0, 0), (0, 0.5), elements, ss.Round(POLE_RADIUS), wood, formulation="redundant", name="pole"
        )
    )
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    skin = beam.surface(POLE_RADIUS, name="skin")
    return skin, skin


def model(friction: float = 0.15, height: float = 0.475, spin: float = -np.pi, elements: int = 0) -> ss.Model:
    """Return sleeve and bird at a height of the upright pole, released with angular velocity ``spin``."""
    model = ss.Model(dim=2, gravity=(0, -9.81), name="woodpecker")
    right, left = pole(model, elements)
    sleeve = model.add(ss.RigidBody(mass=SLEEVE_MASS, inertia=SLEEVE_INERTIA, position=(0, height), name="sleeve"))
    bird = model.add(
        ss.RigidBody(
            mass=BIRD_MASS,
            inertia=BIRD_INERTIA,
            position=(JOINT + COG, height),
            velocity=(0, COG * spin),
            angular_velocity=spin,
            name="bird",
        )
    )
    neck = model.add(ss.Revolute(sleeve, bird, at=(JOINT, height), name="neck"))
    model.add(ss.TorsionalSpring(neck, stiffness=SPRING))
    bore, edges = POLE_RADIUS + 0.5 * CLEARANCE, (0.5 * SLEEVE_HEIGHT, -0.5 * SLEEVE_HEIGHT)
    for side, x, wall in (("r", bore, right), ("l", -bore, left)):
        corners = [sleeve.add(ss.Point(position=(x, y), name=f"{side}{k}")) for k, y in enumerate(edges)]
        model.add(ss.Contact(corners, wall, friction=friction))
    beak = bird.add(ss.Point(position=(-PICKER, PICKER_HEIGHT), name="beak"))
    model.add(ss.Contact(beak, right, friction=friction))
    return model


def cycles(time: np.ndarray, angle: np.ndarray, rate: np.ndarray, height: np.ndarray) -> np.ndarray:
    """Return (time, rate, height) at every upward crossing of angle = 0, the Poincaré section; shape (n, 3)."""
    cross = np.flatnonzero((angle[:-1] < 0.0) & (angle[1:] >= 0.0))
    share = -angle[cross] / (angle[cross + 1] - angle[cross])
    series = np.column_stack([time, rate, height])
    return series[cross] + share[:, None] * (series[cross + 1] - series[cross])


def run(
    *,
    variant: Literal["rigid", "planar"] = "rigid",
    elements=8,
    dt=2.5e-6,
    t_end=2.0,
    integrator="Theta",
    out=None,
    progress=None,
):
    """Let the bird descend; report picking frequency, descent per cycle and how closed the limit cycle is."""
    toy = model(elements=0 if variant == "rigid" else elements)
    result = ss.simulate(toy, t_end, dt, getattr(ss, integrator)(), out=out, record_every=20, progress=progress)
    bird, sleeve = result["bird"], result["sleeve"]
    points = cycles(result.time, bird.angle, bird.angular_velocity, sleeve.position[:, 1])
    periods, descents = np.diff(points[:, 0]), -np.diff(points[:, 2])
    last = slice(-4, None)
    change = abs(points[8, 1] - points[5, 1]) / abs(points[5, 1]) if len(points) > 8 else float("nan")
    contact = result.contacts.between("sleeve", "ground" if variant == "rigid" else "pole")
    quantities = {
        "picking_frequency": float(1.0 / periods[last].mean()) if len(periods) else float("nan"),
        "descent_per_cycle": float(descents[last].mean()) if len(periods) else float("nan"),
        "cycles": len(periods),
        "poincare_change_5_to_8": float(change),
        "poincare_rates": points[:10, 1],
        "stick_share": float(np.mean(contact.status == 1)),
        "slip_share": float(np.mean(contact.status == 2)),
        "height_end": float(sleeve.position[-1, 1]),
    }
    return result, quantities


def plot(result, quantities):
    """Draw the descent and the phase curve of the bird."""
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    left.plot(result.time, 1e3 * result["sleeve"].position[:, 1], lw=1)
    left.set(xlabel="time [s]", ylabel="height of the sleeve [mm]", title="descent by sticking and sliding")
    right.plot(np.rad2deg(result["bird"].angle), result["bird"].angular_velocity, lw=0.7)
    right.set(xlabel="angle of the bird [deg]", ylabel="angular velocity [rad/s]", title="limit cycle")
    figure.suptitle(f"woodpecker: picks at {quantities['picking_frequency']:.2f} Hz")
    return figure
