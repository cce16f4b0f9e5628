"""Total momenta of a run from masses and recorded states: an oracle that shares nothing with the books."""

import numpy as np

from stickslip.codes import FRAME, PLANAR
from stickslip.solids.assembly import SolidMesh
from stickslip.system.assemble import assemble


def momenta(model, result):
    """Return linear and angular momentum (about the origin) of all bodies at all recorded instants, in three axes."""
    assembly, n, dim = assemble(model), len(result.time), model.dim
    p, L = np.zeros((n, 3)), np.zeros((n, 3))
    solids = [mesh.solid for mesh in assembly.bodies.of(SolidMesh)]
    for body in solids:
        series = result[body]
        p[:, :dim] += series.momentum
        L[:, slice(2, 3) if dim == 2 else slice(0, 3)] += np.reshape(series.angular_momentum, (n, -1))
    for body, first in assembly.bodies.index.items():
        if body in solids or body is model.ground:
            continue
        count = assembly.bodies.parts[body].own_rows
        _add_nodes(assembly.system, result[body], range(first, first + count), p, L)
    return p, L


def _add_nodes(system, series, bodies, p, L):
    nodes, n = system.nodes, len(p)
    place, rate = (np.reshape(x, (n, len(bodies), -1)) for x in (series.position, series.velocity))
    for i, k in enumerate(bodies):
        node = system.bodies.node[k]
        if node < 0:
            continue
        nu, m = nodes.nu[node], nodes.m_off[node]
        M = nodes.M[m : m + nu * nu].reshape(nu, nu)
        r, v = np.zeros((n, 3)), np.zeros((n, 3))
        r[:, : place.shape[2]], v[:, : rate.shape[2]] = place[:, i], M[0, 0] * rate[:, i]
        p += v
        L += np.cross(r, v)
        if nodes.kind[node] == FRAME:
            A, w = (
                np.reshape(series.rotation, (n, -1, 3, 3))[:, i],
                np.reshape(series.angular_velocity, (n, -1, 3))[:, i],
            )
            L += np.einsum("nij,nj->ni", A, w @ M[3:, 3:].T)
        elif nodes.kind[node] == PLANAR:
            L[:, 2] += M[2, 2] * np.reshape(series.angular_velocity, (n, -1))[:, i]
