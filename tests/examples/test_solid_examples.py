"""Examples of elastic solids against exact solutions and published or independent numbers."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import elastic_block


def test_elastic_block_modes():
    """Lowest and highest frequencies and the modal solution (Södersten 2018, sec. 4.1, independent program)."""
    omega = np.sqrt(ss.modes(elastic_block.build(), 40).omega_squared)
    np.testing.assert_allclose(omega[:3], [6186.707, 13874.04, 16868.81], rtol=1e-6)
    assert omega[-1] == pytest.approx(1.9088e5, rel=1e-4)
    exact = elastic_block.exact(1e-4)
    assert np.linalg.norm(exact) == pytest.approx(2.0818153e-7, rel=1e-7)
    np.testing.assert_allclose(exact[4], [1.719e-11, -4.88407e-8], rtol=1e-5, atol=1e-14)
    np.testing.assert_allclose(exact[-1], [-2.854e-10, -4.79239e-8], rtol=1e-5, atol=1e-13)


@pytest.mark.parametrize("constraint", ["dirichlet", "weak"])
@pytest.mark.parametrize("integrator", ["BDF-2", "BDF-2 index-2", "BDF-2 ggl", "Newmark"])
def test_elastic_block(constraint, integrator):
    """Norms of all displacements at 1e-4 s, h = 1e-5 s; joints and weak constraint are the same motion."""
    _, q = elastic_block.run(constraint=constraint, integrator=integrator)
    assert q["u_norm"] == pytest.approx(elastic_block.NORM[integrator.split()[0]], rel=1e-7)
    if constraint == "weak":
        assert q["constraint_vs_dirichlet"] <= 1e-16


def test_elastic_block_tractions():
    """Tractions of the wall; at the start they obey the constraints at acceleration level."""
    result, q = elastic_block.run(constraint="weak", integrator="BDF-2")
    np.testing.assert_allclose(q["traction"], elastic_block.TRACTION, atol=0.6)
    np.testing.assert_allclose(q["wall_force"], [13.68, 12113.58], atol=0.005)
    start = [2440.5, 1481.0, 1760.6, 1744.4, 1012.6]
    np.testing.assert_allclose(np.sort(result["wall"].traction[0, :, 1]), np.sort(start), atol=0.05)
    assert q["wall_force_start"][1] == pytest.approx(1678.1, abs=0.05)
    assert result.certificate.position_drift < 1e-20


def test_elastic_block_wall_balances_weight_and_inertia():
    """Force of the wall = -weight + d/dt momentum: the impulse of Newmark's trapezoidal rule is exact."""
    result, _ = elastic_block.run(constraint="weak", integrator="Newmark")
    masses = ss.linearize(elastic_block.build()).M
    momentum = (result["block"].velocity.reshape(len(result), -1) @ masses).reshape(len(result), -1, 2).sum(axis=1)
    force = result["wall"].force + np.array([0.0, -9.82 * 2400.0])
    impulse = np.concatenate([[np.zeros(2)], np.cumsum(0.5e-5 * (force[1:] + force[:-1]), axis=0)])
    np.testing.assert_allclose(momentum, impulse, atol=1e-9)


@pytest.mark.parametrize(
    ("integrator", "order", "errors"),
    [
        ("BDF-1", 1, (1.82625e-8, 1.85516e-9, 1.85659e-10)),
        ("BDF-2", 2, (3.276e-9, 3.901e-11, 3.945e-13)),
        ("Newmark", 2, (5.795e-10, 6.206e-12, 6.210e-14)),
    ],
)
def test_elastic_block_orders(integrator, order, errors):
    slope, found = elastic_block.order(integrator)
    assert slope == pytest.approx(order, abs=0.01)
    np.testing.assert_allclose(found, errors, rtol=5e-4)


@pytest.mark.parametrize("integrator", ["IDA", "IDA index-3"])
def test_elastic_block_with_ida(integrator):
    """IDA finds the exact motion of the mesh; velocities and multipliers are left out of the error test of index 3."""
    pytest.importorskip("sksundae")
    result, q = elastic_block.run(constraint="weak", integrator=integrator)
    assert q["u_error"] < 3e-5 * q["u_norm_exact"]
    np.testing.assert_allclose(q["wall_force"], [20.366, 12086.750], rtol=1e-3, atol=0.1)
    assert result.timing["small_steps"] < 300
