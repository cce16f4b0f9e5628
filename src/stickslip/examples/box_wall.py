"""A wall of bricks, each row offset by half a brick: stands still although every brick has redundant supports."""

from __future__ import annotations

import stickslip as ss
from stickslip.examples.box_tower import stillness


def model(rows: int = 5, columns: int = 5, friction: float = 0.6) -> ss.Model:
    """Return a running-bond wall of bricks 0.2 x 0.1 x 0.1 m with small gaps between neighbours."""
    length, height, gap = 0.2, 0.1, 0.002
    inertia = tuple((a * a + b * b) / 12.0 for a, b in ((height, height), (length, height), (length, height)))
    model = ss.Model(gravity=(0, 0, -9.81), name="box-wall")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    skins = []
    for row in range(rows):
        for column in range(columns - row % 2):
            x = (column + 0.5 * (row % 2)) * (length + gap)
            brick = ss.RigidBody(mass=1.0, inertia=inertia, position=(x, 0, (row + 0.5) * height), name=f"b{row}_{column}")
            skins.append(model.add(brick).add(ss.Cuboid(lengths=(length, height, height))))
    model.add(ss.Contact(skins, floor, friction=friction))
    model.add(ss.Contact(skins, skins, friction=friction))
    return model


def run(*, rows=5, columns=5, friction=0.6, dt=2e-3, t_end=10.0, out=None, progress=None):
    """Let the wall stand and measure how much it moved."""
    result = ss.simulate(model(rows, columns, friction), t_end, dt, out=out, record_every=10, progress=progress)
    return result, stillness(result)
