"""Pairs of contours whose compiled code is called by its address: step loops are compiled without any of them.

The C function void f(double margin, double *source, double *points) reads the pair from one buffer: the pair table, the
numbers of disks of both hulls, their rounding, how far they reach inwards, and the rows of both hulls. It writes the
point table.
"""

from __future__ import annotations

import numpy as np

from stickslip._jit import njit
from stickslip.contact.convex import MOST_DISKS
from stickslip.contact.geometry.frames import HALF, PAIR_COLUMNS
from stickslip.contact.kinds import SEGMENT
from stickslip.mechanics.functions import call_buffers

COUNTS = 2 * PAIR_COLUMNS  # of disks, both sides
ROUNDING, INWARD = COUNTS + 2, COUNTS + 4
DISKS = INWARD + 2  # 8 numbers each, those of side b behind room for most
SCRATCH = DISKS + 2 * 8 * MOST_DISKS  # of the function
SOURCE = SCRATCH + 2048


@njit
def new_source():
    """Return the buffer of a pair, and the pair table in it."""
    source = np.empty(SOURCE)
    return source, source[:COUNTS].reshape(2, PAIR_COLUMNS)


@njit
def touch_outside(address, contours, a, b, margin, source, points):
    """Collect the contact points of two contours by the compiled code at an address; poses are in the pair table."""
    for side in range(2):
        c = b if side else a
        first, count = contours.start[c], contours.start[c + 1] - contours.start[c]
        source[COUNTS + side], source[ROUNDING + side] = count, contours.rounding[c]
        source[INWARD + side] = contours.inward[c]
        for k in range(count):
            start = DISKS + 8 * (side * MOST_DISKS + k)
            for i in range(8):
                source[start + i] = contours.hull[first + k, i]
            if contours.kind[c] == SEGMENT:  # those of lines change their length
                source[start + 2] = source[side * PAIR_COLUMNS + HALF] * (2 * k - 1)
    call_buffers(address, margin, source, points.reshape(points.size))
