"""The L-shaped block of Simo and Tarnow: what each scheme keeps at large steps, and that they agree at small ones."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import l_shaped_block


@pytest.mark.parametrize(("dt", "n"), [(0.25, 2), (0.5, 1)])
def test_energy_momentum_keeps_everything(dt, n):
    """Momentum to 1e-12 of the impulse 2994 N s of one force until 2.5 s; angular momentum and energy from 5 s on."""
    result, found = l_shaped_block.run(n=n, dt=dt, t_end=50.0 if n == 1 else 15.0)
    impulse = np.linalg.norm(l_shaped_block.FORCE) * 2.5 * 2.5 / 2.0
    assert found["momentum"] < 1e-12 * impulse
    assert found["angular_momentum_drift"] < 1e-12 and found["energy_drift"] < 1e-12
    assert abs(result.energy.remainder).max() < 1e-12 * result.energy.total.max()
    assert found["largest_strain"] > 0.5 and found["energy"] > 400.0


def test_trapezoidal_rule_gains_energy():
    _, found = l_shaped_block.run(integrator="trapezoidal", n=1, dt=0.5)
    assert found["energy_drift"] > 0.5 and found["angular_momentum_drift"] > 0.2


def test_linear_implicit_midpoint_rule_fails():
    with pytest.raises(ss.SimulationError, match="inside out"):
        l_shaped_block.run(integrator="Theta", n=1, dt=0.5)


def test_schemes_agree_in_the_limit():
    """Energy and angular momentum of the flight, extrapolated with the second order, of two schemes."""
    limits = []
    for integrator in ("EnergyMomentum", "trapezoidal"):
        runs = [l_shaped_block.run(integrator=integrator, n=1, dt=dt, t_end=5.0)[1] for dt in (0.05, 0.025)]
        values = [np.array([run["energy"], *run["angular_momentum"]]) for run in runs]
        limits.append((4.0 * values[1] - values[0]) / 3.0)
    assert limits[1] == pytest.approx(limits[0], rel=1e-4)


def test_a_run_that_ends_under_load_is_refused():
    with pytest.raises(ss.ModelError, match="t_end = 2 must be at least 5"):
        l_shaped_block.run(t_end=2.0)
