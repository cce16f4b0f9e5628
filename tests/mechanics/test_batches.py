"""A family of one's own: springs between all pairs of points of an element of any number of nodes."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

import stickslip as ss
from stickslip._jit import njit
from stickslip.codes import ELASTIC, FORCE, TANGENT
from stickslip.mechanics.batches import (
    C_POTENTIAL,
    C_SHIFT,
    C_STIFFNESS,
    C_TASK,
    T_BLOCKS,
    T_ELEMENTS,
    T_HEADER,
    T_NU,
    T_WIDTH,
    Batch,
    Origin,
    compile_batch,
    join_batches,
    open_batch,
)
from stickslip.system.assemble import assemble
from stickslip.system.connect import connect, connected

STIFFNESS, LENGTH = 50.0, 0.7


@njit
def web_batch(table, data, q, u, poses, h, h_tilde, values, memory, control):
    """Own numbers: bodies and first velocities (n, k); data: stiffness, free length."""
    if control[C_TASK] != FORCE and control[C_TASK] != TANGENT:
        return
    n, k, blocks, S = table[T_ELEMENTS], table[T_WIDTH], table[table[T_BLOCKS] :], np.empty((3, 3))
    for e in range(n):
        for a in range(k):
            for b in range(a):
                i, j = T_HEADER + e * k + a, T_HEADER + e * k + b
                r, s = poses[3 * table[i] : 3 * table[i] + 3], poses[3 * table[j] : 3 * table[j] + 3]
                o, p = table[i + n * k], table[j + n * k]
                l = np.sqrt((r[0] - s[0]) ** 2 + (r[1] - s[1]) ** 2 + (r[2] - s[2]) ** 2)
                tension = data[0] * (l - data[1])
                control[C_POTENTIAL] += 0.5 * tension * (l - data[1])
                for c in range(3):
                    h[ELASTIC * table[T_NU] + o + c] -= tension * (r[c] - s[c]) / l
                    h[ELASTIC * table[T_NU] + p + c] += tension * (r[c] - s[c]) / l
                    for d in range(3):
                        S[c, d] = (data[0] - tension / l) * (r[c] - s[c]) * (r[d] - s[d]) / (l * l)
                    S[c, c] += tension / l
                if control[C_TASK] == TANGENT:
                    for row, column, sign in ((a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)):
                        start = blocks[(e * k + row) * k + column]
                        v = table[T_HEADER + n * k + e * k + column]
                        w = table[T_HEADER + n * k + e * k + row]
                        for c in range(3):
                            for d in range(3):
                                values[start + 3 * c + d] += sign * control[C_STIFFNESS] * S[c, d]
                                h_tilde[w + c] -= sign * control[C_SHIFT] * S[c, d] * u[v + d]


def web_entry(table, data, q, u, poses, h, h_tilde, values, memory, control):
    web_batch(*open_batch(table, data, q, u, poses, h, h_tilde, values, memory, control))


def points(springs):
    """Return an assembly of seven points, with springs between all pairs if asked for."""
    model, rng = ss.Model(gravity=(0.0, 0.0, -9.81)), np.random.default_rng(3)
    masses = [
        model.add(ss.PointMass(mass=1.0 + k, position=tuple(rng.normal(size=3)), velocity=tuple(rng.normal(size=3))))
        for k in range(7)
    ]
    for a, b in itertools.combinations(masses, 2) if springs else []:
        model.add(ss.SpringDamper(a, b, stiffness=STIFFNESS, rest_length=LENGTH))
    return assemble(model)


def with_batch(assembly):
    """Return the assembly with one element of all its points."""
    system = assembly.system
    body = np.flatnonzero(system.bodies.node >= 0)[None]
    nodes = system.bodies.node[body]
    batch = Batch(
        owner=None, address=compile_batch(web_entry), nodes=nodes, data=np.array([STIFFNESS, LENGTH]),
        own=np.concatenate([body.ravel(), system.nodes.u_off[nodes].ravel()]),
    )  # fmt: skip
    system = system._replace(batches=join_batches([batch], system.nodes, len(system.bodies.node)))
    matrix, pattern, batches = connect(connected(system))
    system = system._replace(matrix=matrix, pattern=pattern, double=pattern, batches=batches)
    return replace(assembly, system=system, origins=[Origin(None, None)])


def final_state(assembly, integrator, steps=200):
    """Return configuration, velocities and recorded energies of a run."""

    class Store:
        def append(self, chunk):
            self.chunk = chunk

        def checkpoint(self, state):
            pass

    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": False, "max_halvings": 5}
    run = integrator.new_run(assembly, settings, 1000)
    run.start(project=False)
    run.advance(1e-3, steps, Store())
    return np.concatenate([run.state.q, run.state.u]), run.state.ledger.copy()


@pytest.mark.parametrize("integrator", [ss.Theta(), ss.MoreauMidpoint()])
def test_a_family_outside_the_package_is_an_element_like_any_other(integrator):
    """Seven points with one element of seven nodes move as with 21 springs (whose tangents are differences)."""
    expected, books = final_state(points(True), integrator)
    found, own = final_state(with_batch(points(False)), integrator)
    assert abs(expected - final_state(points(False), integrator)[0]).max() > 0.1
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-8)
    np.testing.assert_allclose(own, books, rtol=0.0, atol=1e-6)
