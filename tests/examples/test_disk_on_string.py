"""Disk on a string against the numbers of an independent prototype (Eugster and Glocker 2013, sec. 4)."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import disk_on_string


def test_hanging_string_converges_to_the_catenary():
    """Sag of 2 Bezier elements -0.256946 m (prototype), of 8 within 1e-4 of the exact 0.266643 m."""
    assert disk_on_string.hanging(1, 2)["string"].position[-1, 1, 1] == pytest.approx(-0.256946, abs=2e-6)
    fine = disk_on_string.hanging(1, 8)["string"].position[-1]
    assert -fine[:, 1].min() == pytest.approx(disk_on_string.SAG, rel=1e-4)


def test_heavy_disk_is_thrown_out_with_decreasing_height():
    result, found = disk_on_string.run(case=1, t_end=2.3, dt=5e-5)  # coarser steps scatter by 0.06 J after two flights
    assert found["apexes"][:2] == pytest.approx((0.2623, 0.185), abs=1e-3)
    assert found["closed_contacts_max"] >= 4
    for t, energy in ((0.62, 124.44), (1.02, 109.05), (2.22, 76.84)):
        assert result.energy.total[np.searchsorted(result.time, t)] == pytest.approx(energy, abs=0.1)
    assert found["energy_growth"] < 1e-3


def test_light_disk_rolls_to_the_other_side_and_back():
    result, found = disk_on_string.run(case=2, t_end=1.1)
    disk = result["disk"]
    k = np.searchsorted(result.time, 0.36)
    assert disk.position[k] == pytest.approx((-0.0183, -0.1568), abs=5e-4)
    assert disk.angle[k] == pytest.approx(-2.015, abs=2e-3)
    assert disk.angular_velocity[k] == pytest.approx(-9.39, abs=0.02)
    assert found["events"] > 60 and found["closed_contacts_max"] <= 2
    assert found["energy_growth"] < 1e-6


def test_events_of_the_light_disk_are_few_where_positions_are_corrected():
    """Material points come and go once each; uncorrected contacts chatter, and the more the smaller the step."""
    start, counts = disk_on_string.hanging(2, 2), {}
    for stabilise in (True, False):
        for dt in (2e-4, 1e-4):
            scheme = ss.MoreauMidpoint(stabilise=stabilise)
            result = ss.simulate(disk_on_string.model(2, 2), 1.1, dt, integrator=scheme, start=start)
            counts[stabilise, dt] = disk_on_string.events(result)
            assert result.certificate.open_gap < 1e-5
    assert 60 < counts[True, 2e-4] < 150 and counts[True, 1e-4] < 1.2 * counts[True, 2e-4]
    assert counts[False, 2e-4] > 400 and counts[False, 1e-4] > 1.3 * counts[False, 2e-4]
