"""Speed of flexible lines: the cantilever of the notes beside Exudyn's beams, and steps/s of the contact examples."""

from __future__ import annotations

import stickslip as ss
from stickslip.examples import rocking_rod, woodpecker


def cantilever(elements: int, planar: bool) -> ss.Model:
    """Return the beam under weight and tip force (L = 2 m, 20 x 20 mm, E = 2e9, rho = 1000)."""
    material, section = ss.Material(young=2e9, density=1000.0, poisson=0.3), ss.Rectangle(0.02, 0.02)
    if planar:
        model = ss.Model(dim=2, gravity=(0, -9.81))
        beam = model.add(ss.PlanarBeam.straight((0, 0), (2, 0), elements, section=section, material=material))
        model.add(ss.PointForce(beam.end, vector=(0, -2)))
    else:
        model = ss.Model(gravity=(0, 0, -9.81))
        beam = model.add(ss.Beam.straight((0, 0, 0), (2, 0, 0), elements, section=section, material=material))
        model.add(ss.PointForce(beam.end, vector=(0, 1, -2)))
    model.add(ss.Fixed(model.ground, beam.start))
    return model


def rods_on_floor() -> ss.Model:
    """Return a rod of 32 elements that rests with six frictional contacts on a plane."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    rod = model.add(
        ss.Beam.straight(
            (0, 0, 0.02), (1, 0, 0.02), 30, section=ss.Round(0.01), material=ss.Material(young=2e9, density=1000.0)
        )
    )
    feet = [rod.add(ss.Sphere(radius=0.01), s=k / 5) for k in range(6)]
    model.add(ss.Contact(feet, floor, friction=0.3))
    return model


def line_speeds(steps_per_second) -> dict[str, float]:
    """Return steps/s of all line problems; ``steps_per_second(model, steps, dt, integrator)`` measures.

    The linear-implicit theta scheme is the fastest of ours and here the most accurate of all: with 100 elements its tip
    is off by 7e-5 m, those of energy-momentum and of Exudyn's generalized alpha by 2.3e-4 m (error of dt = 2 ms against
    0.1 ms; that of the iterations is below 1e-6 m in each).
    """
    scheme = ss.Theta()
    out = {
        f"beam{2 if planar else 3}d-{n}": steps_per_second(cantilever(n, planar), steps, 2e-3, scheme)
        for planar in (False, True)
        for n, steps in ((10, 2000), (100, 500), (1000, 100))  # long enough to be timed
    }
    out["beam3d-32"] = steps_per_second(cantilever(32, False), 1000, 2e-3, scheme)
    out["beam3d-100 energy-momentum"] = steps_per_second(
        cantilever(100, False), 100, 2e-3, ss.EnergyMomentum(tolerance=1e-6)
    )
    out["beam3d-10000"] = steps_per_second(cantilever(10_000, False), 60, 2e-3, scheme)
    out["rod, 6 frictional contacts"] = steps_per_second(rods_on_floor(), 2000, 1e-3, ss.Theta())
    out["rocking-rod, 8 elements"] = steps_per_second(rocking_rod.model(elements=8), 20_000, 1e-6, ss.Theta())
    out["woodpecker, planar"] = steps_per_second(woodpecker.model(elements=8), 20_000, 2.5e-6, ss.Theta())
    return out
