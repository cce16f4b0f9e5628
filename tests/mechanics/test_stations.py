"""Stations on floating solids: their rows are the rates of their places, in the plane and in space."""

import numpy as np
import pytest
from floating_cases import block, ends, turn
from scratch import work_of

import stickslip as ss
from stickslip._struct import Reference
from stickslip.floating.stations import put_station, set_station_errors, set_station_rows
from stickslip.mechanics.bodies import move, set_poses
from stickslip.system.assemble import assemble
from stickslip.system.matrix import joint_velocity


def stations(dim):
    solid = block(dim)
    model = ss.Model(dim=dim)
    body = model.add(ss.FloatingSolid(solid, interfaces=ends(solid), modes=4, name="body"))
    model.add(ss.PointForce(body.interface("right"), (1.0, 0.0, 0.0)[:dim]))
    model.add(ss.PointForce(body.node(2), (1.0, 0.0, 0.0)[:dim]))
    return assemble(model).system


def place_all(system, q):
    compiled = Reference(system)
    for k in range(len(system.stations.joint)):
        put_station(compiled, k, q)
    return q


def set_all_poses(system, q, u, poses):
    nodes, bodies, functions = (Reference(x) for x in (system.nodes, system.bodies, system.functions))
    set_poses(nodes, bodies, functions, 0.0, 0.0, q, u, poses)


def random_state(system, dim, size=0.3):
    """Return coordinates with stations where they belong, and velocities."""
    rng, nodes = np.random.default_rng(2), system.nodes
    q, u = rng.normal(size=int(nodes.q_off[-1]) + 12), rng.normal(size=int(nodes.nu.sum()))
    first = 3 if dim == 2 else 12
    q[first : first + int(nodes.nu[1])] *= size
    if dim == 3:
        q[3:12] = turn(rng.normal(size=3)).T.ravel()
    return place_all(system, q), u


@pytest.mark.parametrize("size", (1e-5, 0.3))
@pytest.mark.parametrize("dim", (2, 3))
def test_rows_are_the_rates_of_the_places(dim, size):
    """If stations move with the rates of their places, by central differences, G u = 0; g is their error."""
    system = stations(dim)
    work, e = work_of(system), 1e-6
    nodes, rows = system.nodes, Reference(work.rows)
    compiled, poses = Reference(system), Reference(work.poses)
    q, u = random_state(system, dim, size)
    ahead, behind = q.copy(), q.copy()
    move(Reference(nodes), ahead, u, e)
    move(Reference(nodes), behind, u, -e)
    place_all(system, ahead)
    place_all(system, behind)
    for body in system.stations.body:
        node = system.bodies.node[body]
        o, v, nu = nodes.q_off[node], nodes.u_off[node], nodes.nu[node]
        rate = (ahead - behind)[o : o + max(nu, 12 if nu == 6 else nu)] / (2.0 * e)
        if nu == 6:
            W = q[o + 3 : o + 12].reshape(3, 3) @ rate[3:].reshape(3, 3).T  # A^T A'
            rate = np.concatenate([rate[:3], [W[2, 1], W[0, 2], W[1, 0]]])
        u[v : v + nu] = rate[:nu]
    set_all_poses(system, q, u, poses)
    set_station_errors(compiled, q, work.station)
    set_station_rows(compiled, poses, work.station, rows)
    out = np.zeros(len(work.rows.w))
    joint_velocity(compiled, rows, u, out)
    assert abs(out).max() < 1e-8
    assert abs(work.rows.g).max() < 1e-14
    x = np.random.default_rng(4).normal(size=len(u)) * 1e-6
    moved = q.copy()
    move(Reference(nodes), moved, x, 1.0)
    joint_velocity(compiled, rows, x, out)
    set_all_poses(system, moved, u, poses)
    set_station_errors(compiled, moved, work.station)
    set_station_rows(compiled, poses, work.station, rows)
    assert np.allclose(work.rows.g, out, atol=1e-10)
