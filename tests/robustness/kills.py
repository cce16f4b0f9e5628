"""A process that starts runs and kills them at random moments: python kills.py FOLDER SCHEME COUNT SEED.

The signal of the timer ends a process at once, like kill -9: nobody handles it.
"""

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

import stickslip as ss
from stickslip.integrators.run import Run

SCHEMES = {
    "moreau": ss.MoreauMidpoint(),
    "theta": ss.Theta(0.55, stabilise=True),
    "alpha": ss.GeneralizedAlpha(0.8),
    "bathe": ss.Bathe(stabilise=True),
    "semi": ss.SemiExplicit(),
    "pile": ss.MoreauMidpoint(),
    "energy": ss.EnergyMomentum(),
    "ed-alpha": ss.EDAlpha(),
    "half-explicit": ss.HalfExplicit(),
    "adaptive": ss.GeneralizedAlpha(0.8, adaptive=True),
    "runge-kutta": ss.RungeKutta(),
}
SMOOTH = ("energy", "runge-kutta")  # run without contacts and friction


def model(scheme: str) -> ss.Model:
    """Return boxes that tumble on each other beside a rubbing arm, or fly where the scheme runs without contacts."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    skins = []
    for k in range(12 if scheme == "pile" else 2):  # arrays grow in a pile
        place = (0.05 * k, 0, 0.2 + 0.4 * k)
        box = model.add(ss.RigidBody(1.0, (0.01, 0.012, 0.014), position=place, angular_velocity=(1, 2, 3)))
        skins.append(box.add(ss.Cuboid(lengths=(0.2, 0.3, 0.25))))
    arm = model.add(ss.RigidBody(1.0, 0.1, position=(2.5, 0, 1)))
    smooth = scheme in SMOOTH
    model.add(ss.Revolute(model.ground, arm, at=(2, 0, 1), axis=(0, 1, 0), friction=0.0 if smooth else 0.05))
    if not smooth:
        model.add(ss.Contact(skins, floor, friction=0.4, restitution=0.3))
        model.add(ss.Contact(skins, skins, friction=0.4))
    return model


def run(scheme: str, out: Path | None = None) -> ss.Result:
    """Run the model; the last instant is off the grid of the record."""
    return ss.simulate(
        model(scheme),
        2.0 if scheme in SMOOTH else 0.4,
        1e-3,
        integrator=SCHEMES[scheme],
        out=out,
        record=ss.Record(every=3),
    )


def main(folder: Path, scheme: str, count: int, seed: int) -> None:
    Run.flush_due = lambda self: True  # a checkpoint after each piece, not only every second
    Run.pace = lambda self: 10
    run(scheme, folder / "first.h5")  # loads everything
    begin = time.process_time()
    run(scheme, folder / "first.h5")
    effort, rng = time.process_time() - begin, np.random.default_rng(seed)
    for k in range(count):
        moment = effort * rng.uniform(0.02, 1.0)
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, moment)  # of its own computing, however busy the machine is
            run(scheme, folder / f"{k}.h5")
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
