"""Islands left by the compiled solvers, solved one by one as separate contact problems by the whole chain."""

from __future__ import annotations

import numpy as np

from stickslip._arrays import Floats, Ints
from stickslip.contact.solver import BodySpace, ContactProblem, ContactSolution, Laws, solve
from stickslip.contact.solver.islands import Islands
from stickslip.integrators.timestep import Scheme
from stickslip.system.layout import Groups, System, Work


def unsolved(islands: Islands, tolerance: float) -> list[Ints]:
    """Return the groups of each island that does not meet its laws."""
    count, start = int(islands.total[0]), islands.start
    return [islands.order[start[k] : start[k + 1]].copy() for k in range(count) if not islands.residual[k] <= tolerance]


def island_problem(system: System, scheme: Scheme, work: Work, island: Ints) -> tuple[ContactProblem, Ints]:
    """Return the contact problem of an island, given as its groups, and the numbers of its rows in ``work.groups``.

    Nodes are numbered as they appear, so that the problem does not depend on what else is in the model.
    """
    groups = work.groups
    size = groups.size[island].copy()
    row = (np.cumsum(size) - size).astype(np.int64)
    laws = Laws(size, groups.kind[island].copy(), row, groups.bound[island].copy())
    rows = np.concatenate([np.arange(groups.row[g], groups.row[g] + groups.size[g]) for g in island])
    b = groups.b[rows].copy()
    slots = [np.arange(groups.slot_ptr[g], groups.slot_ptr[g + 1]) for g in island]
    ptr = np.cumsum([0, *(len(s) for s in slots)]).astype(np.int64)
    slot = np.concatenate(slots).astype(np.int64)
    used, nodes = groups.slot_node[slot], []
    for node in used:
        if node not in nodes:
            nodes.append(int(node))
    if not system.matrix.free[nodes].all():
        return ContactProblem(laws, b, W=_answers(system, groups, work.X[rows], island, nodes)), rows
    off = np.cumsum([0, *system.nodes.nu[nodes]]).astype(np.int64)
    minv = system.nodes.M_inv if scheme.theta == 0.0 else work.dynamics.A_inv
    numbers = np.array([nodes.index(node) for node in used], dtype=np.int64)
    body = BodySpace(off, system.nodes.m_off[nodes], minv, ptr, numbers, groups.slot_off[slot], groups.slot_data)
    return ContactProblem(laws, b, body=body), rows


def _answers(system: System, groups: Groups, X: Floats, island: Ints, nodes: list[int]) -> Floats:
    """Return W = H X^T over the nodes of the island; row k of X is the answer to a unit impulse in row k."""
    u_off, nu = system.nodes.u_off, system.nodes.nu
    first = dict(zip(nodes, np.cumsum([0, *nu[nodes]]), strict=False))
    H = np.zeros((len(X), int(nu[nodes].sum())))
    start = 0
    for g in island:
        size = int(groups.size[g])
        for s in range(groups.slot_ptr[g], groups.slot_ptr[g + 1]):
            node, data = int(groups.slot_node[s]), int(groups.slot_off[s])
            block = groups.slot_data[data : data + size * nu[node]].reshape(size, nu[node])
            H[start : start + size, first[node] : first[node] + nu[node]] += block
        start += size
    columns = np.concatenate([np.arange(u_off[node], u_off[node] + nu[node]) for node in nodes])
    return H @ np.ascontiguousarray(X[:, columns]).T


def solve_from(problem: ContactProblem, r: Floats, tolerance: float) -> ContactSolution:
    """Solve a contact problem from r, or from 0 if that leads nowhere."""
    solution = solve(problem, r0=r if np.isfinite(r).all() else None, tol=tolerance)
    return solution if solution.success or solution.certificate is not None else solve(problem, tol=tolerance)
