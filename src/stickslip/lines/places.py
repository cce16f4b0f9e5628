"""Places on flexible lines, for guides and for contours on curved lines: elements are asked one by one."""

from __future__ import annotations

from stickslip._jit import njit
from stickslip.lines.elements import NODE, NODES, PLACE_AGAIN, PLACE_POINT, RATE, call_element


@njit
def evaluate_element(system, e, poses, task, source, target):
    """Evaluate one element at the given poses into ``target``: tasks of places on curved lines."""
    elements, r, A, v, omega = system.elements, poses.r, poses.A, poses.v, poses.omega
    source[0] = task
    for a in range(elements.size[e]):
        body, o = elements.body[e, a], NODES + NODE * a
        for i in range(3):
            source[o + i] = r[body, i]
            source[o + RATE + i] = v[body, i]
            source[o + RATE + 3 + i] = omega[body, i]
            for j in range(3):
                source[o + 3 + 3 * i + j] = A[body, i, j]
    call_element(elements.address[e], source, system.batches.data[elements.start[e] :], target)


@njit
def set_line_points(system, poses, work, first, place, rate):
    """Write places and velocities of the material points into rows ``first``.. of place and rate."""
    points, elements, target = system.line_points, system.elements, work.target
    for k in range(len(points.element)):
        e = points.element[k]
        work.source[1] = points.s[k]
        if k > 0 and points.element[k - 1] == e:
            work.source[0] = PLACE_AGAIN
            call_element(elements.address[e], work.source, system.batches.data[elements.start[e] :], target)
        else:
            evaluate_element(system, e, poses, PLACE_POINT, work.source, target)
        for i in range(2):
            place[first + k, i], rate[first + k, i] = target[i], target[2 + i]
