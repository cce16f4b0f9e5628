"""The woodpecker toy (Zander 2008, sec. 6.3): a bird on a sleeve sticks, slides and pecks its way down a pole.

Planar model: sleeve of four corners around the pole, bird on a revolute joint with a torsional spring, picker against
the pole, Coulomb friction mu = 0.15 everywhere, no restitution. With a rigid pole it ends in a limit cycle. An elastic
pole (variant "planar": 8 elements of the redundant coordinate method, clamped below) gives back part of each pick: the
bird picks faster, and pole and bird never agree on a cycle. In space (variant "spatial") the sleeve is two rings around
a pole that bends and twists; a bird whose centre of mass is off the plane by e turns around the pole as it descends,
and each pick rings the pole in torsion.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

import stickslip as ss
from stickslip.examples._types import Figure, Out, Outcome, Progress, Quantities

POLE_RADIUS, CLEARANCE = 2.5e-3, 0.1e-3
SLEEVE_HEIGHT, SLEEVE_MASS, SLEEVE_INERTIA = 6.0e-3, 5.0e-3, 125.0e-9
JOINT, COG, PICKER, PICKER_HEIGHT = 10.0e-3, 14.0e-3, 20.0e-3, 20.0e-3
BIRD_MASS, BIRD_INERTIA, SPRING = 60.0e-3, 12.0e-6, 0.05
LENGTH, WOOD = 0.5, ss.Material(young=7.0e10, poisson=0.3, density=2.3e3)
BORE, EDGES = POLE_RADIUS + 0.5 * CLEARANCE, (0.5 * SLEEVE_HEIGHT, -0.5 * SLEEVE_HEIGHT)
TORSION = np.sqrt(WOOD.shear / WOOD.density) / (4.0 * LENGTH)  # first frequency of the clamped pole [Hz]


def pole(model: ss.Model, elements: int) -> Any:
    """Add the pole and return its right and left side; without elements it is rigid."""
    if elements == 0:
        right = model.ground.add(ss.Plane(normal=(1, 0), position=(POLE_RADIUS, 0), name="right"))
        return right, model.ground.add(ss.Plane(normal=(-1, 0), position=(-POLE_RADIUS, 0), name="left"))
    beam = model.add(
        ss.PlanarBeam.straight(
            (0, 0),
            (0, LENGTH),
            elements,
            section=ss.Round(POLE_RADIUS),
            material=WOOD,
            formulation="redundant",
            name="pole",
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
    for side, x, wall in (("r", BORE, right), ("l", -BORE, left)):
        corners = [sleeve.add(ss.Point(position=(x, y), name=f"{side}{k}")) for k, y in enumerate(EDGES)]
        model.add(ss.Contact(corners, wall, friction=friction))
    beak = bird.add(ss.Point(position=(-PICKER, PICKER_HEIGHT), name="beak"))
    model.add(ss.Contact(beak, right, friction=friction))
    return model


def spatial_pole(model: ss.Model, elements: int) -> Any:
    """Add the pole along z and return its skin; without elements it is rigid."""
    if elements == 0:
        place = (0, 0, 0.5 * LENGTH)
        return model.ground.add(ss.Cylinder(radius=POLE_RADIUS, length=LENGTH, position=place, name="pole"))
    beam = model.add(
        ss.BendingTorsionBeam.straight(
            (0, 0, 0), (0, 0, LENGTH), elements, section=ss.Round(POLE_RADIUS), material=WOOD, name="pole"
        )
    )
    model.add(ss.Fixed(model.ground, beam.start, name="clamp"))
    return beam.surface(POLE_RADIUS, name="skin")


def spatial_model(
    friction: float = 0.15, height: float = 0.475, spin: float = -np.pi, elements: int = 8, eccentricity: float = 1.0e-3
) -> ss.Model:
    """Return the same toy in space: pole along z, bird on its x side, centre of mass off that plane by e."""
    model = ss.Model(gravity=(0, 0, -9.81), name="woodpecker")
    skin, e = spatial_pole(model, elements), eccentricity
    sleeve_inertia, bird_inertia = SLEEVE_INERTIA * np.array([1, 1, 0.5]), BIRD_INERTIA * np.array([1, 1, 0.1])
    sleeve = model.add(ss.RigidBody(mass=SLEEVE_MASS, inertia=sleeve_inertia, position=(0, 0, height), name="sleeve"))
    bird = model.add(
        ss.RigidBody(
            mass=BIRD_MASS,
            inertia=bird_inertia,
            position=(JOINT + COG, e, height),
            velocity=(0, 0, COG * spin),
            angular_velocity=(0, -spin, 0),
            name="bird",
        )
    )
    neck = model.add(ss.Revolute(sleeve, bird, at=(JOINT, 0, height), axis=(0, -1, 0), name="neck"))
    model.add(ss.TorsionalSpring(neck, stiffness=SPRING))
    rings = [sleeve.add(ss.Ring(radius=BORE, position=(0, 0, z), name=f"ring{k}")) for k, z in enumerate(EDGES)]
    beak = bird.add(ss.Point(position=(-PICKER, -e, PICKER_HEIGHT), name="beak"))
    model.add(ss.Contact([*rings, beak], skin, friction=friction))
    return model


def cycles(time: np.ndarray, angle: np.ndarray, rate: np.ndarray, height: np.ndarray) -> np.ndarray:
    """Return (time, rate, height) at every upward crossing of angle = 0, the Poincaré section; shape (n, 3)."""
    cross = np.flatnonzero((angle[:-1] < 0.0) & (angle[1:] >= 0.0))
    share = -angle[cross] / (angle[cross + 1] - angle[cross])
    series = np.column_stack([time, rate, height])
    found: np.ndarray = series[cross] + share[:, None] * (series[cross + 1] - series[cross])
    return found


def bird_motion(result: ss.Result, spatial: bool) -> Any:
    """Return pitch, its rate and the height of the sleeve (n,) of a planar or spatial bird."""
    bird, height = result["bird"], result["sleeve"].position[:, -1]
    if not spatial:
        return bird.angle, bird.angular_velocity, height
    return np.arcsin(bird.rotation[:, 2, 0]), -bird.angular_velocity[:, 1], height


def turn_about_pole(rotation: np.ndarray) -> np.ndarray:
    """Return the angle (n,) of rotations (n, 3, 3) about z since the first [rad]."""
    first = rotation @ rotation[0].T
    return np.unwrap(np.arctan2(first[:, 1, 0], first[:, 0, 0]))


def torsion(result: ss.Result, dt: float) -> dict[str, float]:
    """Return what only the spatial bird does: it turns around the pole, and twists it where it is elastic.

    Two motions share the twist of the tip: the stuck bird swings on the pole (some 50 Hz), and the pole itself rings.
    The frequency is the strongest above 500 Hz.
    """
    found = {"bird_turn": float(abs(turn_about_pole(result["bird"].rotation)).max())}
    if "pole" not in result.names:
        return found
    steps = np.flatnonzero(np.diff(result.time) > 0.99 * dt)  # all but a shorter last one
    twist = turn_about_pole(result["pole"].rotation[steps, -1])
    spectrum = abs(np.fft.rfft((twist - twist.mean()) * np.hanning(len(twist))))
    frequency = np.fft.rfftfreq(len(twist), dt)
    found["tip_twist"] = float(abs(twist).max())
    rings = found["tip_twist"] > 1e-12
    found["torsion_frequency"] = float(frequency[np.argmax(spectrum * (frequency > 500.0))]) if rings else float("nan")
    return found | {"torsion_frequency_exact": float(TORSION)}


def run(
    *,
    variant: Literal["rigid", "planar", "spatial"] = "rigid",
    elements: int = 8,
    eccentricity: float = 1.0e-3,
    dt: float = 2.5e-6,
    t_end: float = 2.0,
    integrator: str = "Theta",
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the bird descend; report picking frequency, descent per cycle and how closed the limit cycle is."""
    spatial, every = variant == "spatial", max(1, round(5.0e-5 / dt))  # resolves the torsion of the pole
    if spatial:
        toy = spatial_model(elements=elements, eccentricity=eccentricity)
    else:
        toy = model(elements=0 if variant == "rigid" else elements)
    scheme = getattr(ss, integrator)(stabilise=False)  # as published: contacts and joints at velocity level
    result = ss.simulate(toy, t_end, dt, integrator=scheme, out=out, record=ss.Record(every=every), progress=progress)
    points = cycles(result.time, *bird_motion(result, spatial))
    periods, descents = np.diff(points[:, 0]), -np.diff(points[:, 2])
    last = slice(-4, None)
    change = abs(points[8, 1] - points[5, 1]) / abs(points[5, 1]) if len(points) > 8 else float("nan")
    contact = result.contacts.between("sleeve", "pole" if "pole" in result.names else "ground")
    quantities = {
        "picking_frequency": float(1.0 / periods[last].mean()) if len(periods) else float("nan"),
        "descent_per_cycle": float(descents[last].mean()) if len(periods) else float("nan"),
        "cycles": len(periods),
        "poincare_change_5_to_8": float(change),
        "poincare_rates": points[:10, 1],
        "stick_share": float(np.mean(contact.status == 1)),
        "slip_share": float(np.mean(contact.status == 2)),
        "height_end": float(result["sleeve"].position[-1, -1]),
    }
    return result, quantities | (torsion(result, every * dt) if spatial else {})


def plot(result: ss.Result, quantities: Quantities) -> Figure:
    """Draw the descent and the phase curve of the bird; in space also the twist of the pole and the bird's turn."""
    import matplotlib.pyplot as plt

    spatial = "bird_turn" in quantities
    angle, rate, height = bird_motion(result, spatial)
    figure, axes = plt.subplots(1 + spatial, 2, figsize=(10, 4 + 3 * spatial), layout="constrained", squeeze=False)
    left, right = axes[0]
    left.plot(result.time, 1e3 * height, lw=1)
    left.set(xlabel="time [s]", ylabel="height of the sleeve [mm]", title="descent by sticking and sliding")
    right.plot(np.rad2deg(angle), rate, lw=0.7)
    right.set(xlabel="angle of the bird [deg]", ylabel="angular velocity [rad/s]", title="phase curve")
    if spatial:
        if "pole" in result.names:
            axes[1, 0].plot(result.time, 1e3 * turn_about_pole(result["pole"].rotation[:, -1]), lw=0.5)
        axes[1, 0].set(xlabel="time [s]", ylabel="twist of the tip [mrad]", title="torsion of the pole")
        axes[1, 1].plot(result.time, np.rad2deg(turn_about_pole(result["bird"].rotation)), lw=1)
        axes[1, 1].set(xlabel="time [s]", ylabel="turn of the bird [deg]", title="tumbling around the pole")
    figure.suptitle(f"woodpecker: picks at {quantities['picking_frequency']:.2f} Hz")
    return figure
