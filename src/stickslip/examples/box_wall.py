"""A wall of bricks, each row offset by half a brick: stands still although every brick has redundant supports."""

from __future__ import annotations

import stickslip as ss
from stickslip.examples import box_tower
from stickslip.examples._types import Out, Outcome, Progress


def model(rows: int = 5, columns: int = 5, friction: float = 0.6) -> ss.Model:
    """Return a running-bond wall of bricks 0.2 x 0.1 x 0.1 m, half bricks at the ends of every second row."""
    length, height, gap = 0.2, 0.1, 0.002
    pitch, half = length + gap, 0.5 * (length - gap)
    model = ss.Model(gravity=(0, 0, -9.81), name="box-wall")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    skins = []

    def lay(row: int, column: int, x: float, extent: float) -> None:
        mass = extent / length
        inertia = [mass * (a * a + b * b) / 12.0 for a, b in ((height, height), (extent, height), (extent, height))]
        place = (x, 0.0, (row + 0.5) * height)
        brick = model.add(ss.RigidBody(mass=mass, inertia=inertia, position=place, name=f"brick_{row}_{column}"))
        skins.append(brick.add(ss.Cuboid(lengths=(extent, height, height))))

    for row in range(rows):
        if row % 2 == 0:
            for column in range(columns):
                lay(row, column, column * pitch, length)
        else:
            lay(row, 0, -0.25 * (length + gap), half)
            for column in range(1, columns):
                lay(row, column, (column - 0.5) * pitch, length)
            lay(row, columns, (columns - 1) * pitch + 0.25 * (length + gap), half)
    model.add(ss.Contact(skins, floor, friction=friction))
    model.add(ss.Contact(skins, skins, friction=friction))
    return model


def run(
    *,
    rows: int = 5,
    columns: int = 5,
    friction: float = 0.6,
    dt: float = 2e-3,
    t_end: float = 10.0,
    out: Out = None,
    progress: Progress = None,
) -> Outcome:
    """Let the wall stand and measure how much it moved."""
    result = ss.simulate(
        model(rows, columns, friction), t_end, dt, out=out, record=ss.Record(every=10), progress=progress
    )
    return result, box_tower.stillness(result)


plot = box_tower.plot
