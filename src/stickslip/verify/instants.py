"""Instants within a step at which a scheme may have evaluated its laws; which one it was is nobody's business here.

A law that holds at one of them, to the accuracy asked for, holds in the step.
"""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.bodies.declaration import PrescribedBody
from stickslip.verify.poses import Pose, Poses, chosen, moved
from stickslip.verify.record import Record


def within(record: Record, here: Poses, steps: Ints) -> list[Poses]:
    """Return poses (len(steps)) at the start, half-way and ahead of a step, at its end and at the mean of both ends.

    Prescribed bodies are where they are at that time.
    """
    first = {body: chosen(pose, steps) for body, pose in here.items()}
    last = {body: chosen(pose, steps + 1) for body, pose in here.items()}
    t, dt = record.time[steps], record.dt[steps]
    ahead = [moved(record, first, share * dt, t + share * dt) for share in (0.0, 0.5, 1.0)]
    mean = {body: Pose(*(0.5 * (x + y) for x, y in zip(pose, last[body]))) for body, pose in first.items()}
    mean |= {body: pose for body, pose in ahead[1].items() if isinstance(body, PrescribedBody)}
    return [*ahead, last, mean]


def with_rates(place: Pose, rates: Pose) -> Pose:
    """Return the velocities of one pose at another place: angular velocities stay the same in body axes."""
    body_rates = np.einsum("nji,nj->ni", rates.A, rates.w)
    return place._replace(v=rates.v, v_x=rates.v_x, w=np.einsum("nij,nj->ni", place.A, body_rates))


def smallest(values: list[Floats]) -> Floats:
    """Return the smallest of several violations of the same laws, row by row; NaN only where all are."""
    return np.fmin.reduce(np.array(values))
