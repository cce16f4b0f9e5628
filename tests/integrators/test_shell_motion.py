"""Shells in motion: what the energy-momentum scheme keeps, and that all schemes find the same motion."""

import numpy as np
import pytest

import stickslip as ss

RUBBER = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def thrown(retardation=0.0, order=1, triangles=False):
    """Return a free plate that forces on two edges throw and bend until t = 0.1."""
    model = ss.Model(gravity=(0, 0, 0))
    plate = ss.Shell.plate((0.4, 0.2), (4, 2), order=order, material=RUBBER, thickness=0.01)
    cells = plate.cells
    if triangles:
        short = np.column_stack([cells[:2, [0, 1, 2]], [-1, -1]])
        cells = np.concatenate([cells[2:], short, np.column_stack([cells[:2, [0, 2, 3]], [-1, -1]])])
    shell = model.add(
        ss.Shell(plate.nodes, cells, material=RUBBER, thickness=0.01, retardation=retardation, name="plate")
    )
    pulse = ss.Table([0.0, 0.05, 0.1, 10.0], [0.0, 1.0, 0.0, 0.0])
    for x, force in ((0.0, (4.0, 0, 10.0)), (0.4, (0, 3.0, -6.0))):
        for k in shell.nodes_where(lambda X, Y, Z, x=x: abs(X - x) < 1e-9):
            model.add(ss.PointForce(shell.node(int(k)), force, factor=pulse))
    model.add(ss.PointForce(shell.nearest((0.4, 0, 0)), (0, 0, 4.0), factor=pulse))
    return model


def motion(model, dt, integrator=None, t_end=0.3):
    return ss.simulate(model, t_end=t_end, dt=dt, integrator=integrator or ss.EnergyMomentum())


@pytest.mark.parametrize("mesh", [{}, {"order": 2}, {"triangles": True}])
def test_energy_momentum_keeps_all_of_a_free_plate(mesh):
    result = motion(thrown(**mesh), 2e-3)
    free = result.time > 0.1 + 1e-9
    series, energy = result["plate"], result.energy
    total = (energy.kinetic + energy.potential + energy.rates)[free]
    assert energy.potential.max() > 0.05 * total[0]  # it bends
    assert np.ptp(total) < 1e-10 * total[0]
    P, L = series.momentum[free], series.angular_momentum[free]
    assert np.linalg.norm(np.ptp(P, axis=0)) < 1e-12 * np.linalg.norm(P[0])
    assert np.linalg.norm(np.ptp(L, axis=0)) < 1e-12 * np.linalg.norm(L[0])
    size = np.linalg.norm(series.director, axis=2)
    assert abs(size - 1.0).max() < 1e-13


def test_newtons_method_of_a_step_has_the_exact_tangent():
    for retardation in (0.0, 1e-3):
        assert motion(thrown(retardation), 1e-4, t_end=0.03).certificate.iterations <= 4


def test_damping_takes_what_is_booked():
    result = motion(thrown(retardation=2e-3), 2e-3)
    free = result.time > 0.1 + 1e-9
    energy = result.energy
    total = (energy.kinetic + energy.potential + energy.rates - energy.dampers)[free]
    assert energy.dampers[-1] < -0.01 * total[0]
    assert (np.diff(energy.dampers) <= 1e-14).all()
    assert np.ptp(total) < 1e-10 * total[0]
    P = result["plate"].angular_momentum[free]
    assert np.linalg.norm(np.ptp(P, axis=0)) < 1e-12 * np.linalg.norm(P[0])


@pytest.mark.parametrize(
    "integrator", [ss.MoreauMidpoint(), ss.GeneralizedAlpha(rho_inf=1.0), ss.Bathe(), ss.RungeKutta()], ids=repr
)
def test_schemes_find_the_same_motion(integrator):
    fine = motion(thrown(), 1e-4, t_end=0.05)["plate"].position[-1]
    explicit = isinstance(integrator, (ss.MoreauMidpoint, ss.RungeKutta))
    found = motion(thrown(), 5e-5 if explicit else 1e-4, integrator, t_end=0.05)["plate"].position[-1]
    assert abs(found - fine).max() < 1e-6  # of 5 cm


def test_a_clamped_strip_swings_the_same_way_with_held_directors():
    def strip(integrator, dt):
        model = ss.Model(gravity=(0, 0, -9.81))
        shell = model.add(ss.Shell.plate((0.5, 0.1), (6, 1), material=RUBBER, thickness=0.02, name="strip"))
        model.add(ss.Support(shell, shell.nodes_where(lambda x, y, z: x == 0), directors=True, name="clamp"))
        return motion(model, dt, integrator, t_end=0.2)

    kept, other = strip(ss.EnergyMomentum(), 1e-3), strip(ss.GeneralizedAlpha(rho_inf=1.0), 5e-4)
    tip = kept["strip"].displacement[-1, 6]
    assert tip[2] < -0.1
    assert tip == pytest.approx(other["strip"].displacement[-1, 6], abs=1e-3)
    total = kept.energy.kinetic + kept.energy.potential + kept.energy.rates
    assert abs(total - total[0]).max() < 1e-10 * abs(kept.energy.potential).max()
    turned = kept["strip"].director[:, [0, 7]] - [0, 0, 1.0]
    assert abs(turned).max() < 1e-12
    assert kept.certificate.proven


def test_a_body_on_a_node_moves_with_it_under_energy_momentum():
    model = thrown()
    body = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.1), name="body"))
    model.add(ss.Spherical(model["plate"].node(0), body, at=(0, 0, 0)))
    result = motion(model, 1e-3, t_end=0.2)  # the lever is on the body
    free = result.time > 0.1 + 1e-9
    total = result.energy.total[free]
    assert np.ptp(total) < 1e-10 * total[0]
    tip = result["body"].position - result["body"].rotation @ np.array([0, 0, 0.1])
    assert tip == pytest.approx(result["plate"].position[:, 0], abs=1e-12)


def test_a_welded_body_flies_with_the_plate():
    """Energy-momentum: director rows of a weld do no work and keep the momenta of both."""
    model = thrown()
    plate = model["plate"]
    body = model.add(ss.RigidBody(0.1, (1e-4, 2e-4, 3e-4), position=(0.45, 0.1, 0.0), name="body"))
    for k in plate.nodes_where(lambda x, y, z: abs(x - 0.4) < 1e-9):
        model.add(ss.Fixed(body, plate.node(int(k))))
    result = motion(model, 1e-3, t_end=0.2)
    free = result.time > 0.1 + 1e-9
    energy = result.energy.total[free]
    assert np.ptp(energy) < 1e-10 * energy[0]
    assert result.certificate.position_drift < 1e-12
    P = (result["plate"].momentum + 0.1 * result["body"].velocity)[free]
    assert np.linalg.norm(np.ptp(P, axis=0)) < 1e-11 * np.linalg.norm(P[0])
    assert result.certificate.proven
