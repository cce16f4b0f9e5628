"""Scratch memory for kernels that are called one by one, in systems without contacts."""

import numpy as np

from stickslip.contact.rows import BY_GAP
from stickslip.mechanics.batches import (
    C_DAMPING,
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    call_one,
)
from stickslip.system.state import Sizes, new_work


def work_of(system):
    """Return the scratch of a system whose lengths do not matter."""
    ones = (*np.ones((2, len(system.contours.kind))), np.ones(len(system.joints.body)))
    return new_work(system, Sizes(0.1, 0.1, 1e-9, BY_GAP, *ones))


def ask(system, work, task, q, u, damping=0.0, stiffness=0.0, shift=0.0):
    """Do a task of all batches; return forces (4, nu), what is added to h~, the matrix's values and the potential."""
    h, y, values = np.zeros((4, len(u))), np.zeros(len(u)), np.zeros(int(system.pattern.counts[2]))
    control = work.control
    control[[C_DAMPING, C_STIFFNESS, C_SHIFT, C_POTENTIAL]] = damping, stiffness, shift, 0.0
    for k in range(len(system.batches.address)):
        call_one(system.batches, k, task, q, u, work.poses, h, y, values, work.memory, control)
    return h, y, values, control[C_POTENTIAL]
