"""Inertia of floating solids in the plane: the block form of the source, an independent Lagrangian, tangents."""

import numpy as np
import pytest
from floating_cases import Field, block, ends
from scratch import ask, work_of
from test_floating_inertia import mass_matrix

import stickslip as ss
from stickslip.codes import FORCE, INERTIA
from stickslip.system.assemble import assemble

VARIANTS = [
    {},
    {"reference": "clamped", "frame_at": "left"},
    {"reference": "attached", "frame_at": "left", "modes": 3, "retardation": 0.01},
    {"reduction": "craig-bampton", "modes": 2, "damping_ratio": 0.02},
    {"modes": 0, "interfaces": {}},
]


def planar(**fields):
    solid = block(2)
    model = ss.Model(dim=2, gravity=(0.3, -9.81))
    body = model.add(ss.FloatingSolid(solid, **{"interfaces": ends(solid), **fields}, name="body"))
    assembly = assemble(model)
    mesh = assembly.bodies.parts[body]
    rng = np.random.default_rng(3)
    n = len(assembly.u)
    q, u = rng.normal(size=n), rng.normal(size=n)
    q[3:] *= 0.3
    return assembly.system, mesh, Field(solid, mesh), q, u


@pytest.mark.parametrize("fields", VARIANTS)
def test_block_form(fields):
    """Mass matrix and right-hand side are those of (Södersten 2018, sec.

    2.5.1, 2.5.2, corrected), with integrals over points of mass.
    """
    system, mesh, field, q, u = planar(**fields)
    work = work_of(system)
    m, N, dm = mesh.basis.shape[1], field.N, field.dm
    Phi = np.einsum("pa,aik->pik", N, mesh.basis.reshape(len(mesh.x), 2, m))  # shapes at the points
    x, S = N @ mesh.x, np.array([[0.0, -1.0], [1.0, 0.0]])
    y, rate = x + Phi @ q[3:], u[3:]
    S_1, s = np.einsum("p,pik->ik", dm, Phi), dm @ y
    M_h = np.einsum("p,pik,pil->kl", dm, Phi, Phi)
    S_hat = np.einsum("p,pik,ij,pjl->kl", dm, Phi, S, Phi)
    b_x = np.einsum("p,pik,pi->k", dm, Phi, x)
    h = np.einsum("p,pik,ij,pj->k", dm, Phi, S, x) + S_hat @ q[3:]
    c, sn = np.cos(q[2]), np.sin(q[2])
    A = np.array([[c, -sn], [sn, c]])
    M = np.zeros((3 + m, 3 + m))
    M[:2, :2], M[:2, 2], M[:2, 3:] = dm.sum() * np.eye(2), A @ S @ s, A @ S_1
    M[2, 2], M[2, 3:], M[3:, 3:] = dm @ (y * y).sum(axis=1), h, M_h
    M = np.triu(M) + np.triu(M, 1).T
    assert np.allclose(mass_matrix(system, work, q, u), M, atol=1e-12 * abs(M).max())
    w = u[2]
    right = np.concatenate(
        [w**2 * A @ s - 2.0 * w * A @ S @ S_1 @ rate, [-2.0 * w * (b_x + M_h @ q[3:]) @ rate],
         w**2 * (b_x + M_h @ q[3:]) - 2.0 * w * S_hat @ rate]
    )  # fmt: skip
    found = ask(system, work, INERTIA, q, u)[0]
    assert np.allclose(found[3], right, atol=1e-12 * dm.sum())
    g = np.array([0.3, -9.81])
    weight = np.concatenate([[0.0, 0.0], [s @ S.T @ A.T @ g], S_1.T @ A.T @ g])
    found = ask(system, work, FORCE, q, u)[0]
    assert np.allclose(found[0], weight, atol=1e-11 * dm.sum())


@pytest.mark.parametrize("fields", VARIANTS)
def test_conditions_of_the_frame(fields):
    """Tisserand: no momentum and no angular momentum by elastic rates at q = 0; clamped: the nodes are at rest."""
    _, mesh, field, _, _ = planar(**fields)
    of, scale = mesh.reduced, abs(mesh.basis).max(initial=0.0)
    shapes = mesh.basis.reshape(len(mesh.x), 2, mesh.basis.shape[1])
    reference, left = fields.get("reference", "tisserand"), ends(block(2))["left"]
    if reference == "tisserand":
        assert abs(of.S_bar).max(initial=0.0) <= 1e-10 * scale * field.dm.sum()
        assert abs(of.I_4).max(initial=0.0) <= 1e-10 * scale * field.dm.sum()
    elif reference == "clamped":
        assert abs(shapes[left]).max() == 0.0
    else:
        assert abs(shapes[left].mean(axis=0)).max() < 1e-10 * scale
        arm = mesh.x[left]
        spin = np.einsum("a,ak->k", arm[:, 0], shapes[left, 1]) - np.einsum("a,ak->k", arm[:, 1], shapes[left, 0])
        assert abs(spin).max() < 1e-10 * scale
