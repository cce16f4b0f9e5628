"""The smooth examples against their closed or published solutions."""

import numpy as np
import pytest

from stickslip.examples import andrews_squeezer, dzhanibekov, four_bar, heavy_top, spacecraft

# steps: T(5) by the consistent rule; T(5) and J(5) by the covariant rule (an independent run of the scheme)
SPACECRAFT = {
    5: (7208.728, 3103.399, (-307.032, -230.986, -335.865)),
    100: (7834.423, 7768.150, (-3.946, -2.545, -4.939)),
}


@pytest.mark.parametrize("steps", SPACECRAFT)
def test_spacecraft_reproduces_the_table_of_both_torque_rules(steps):
    consistent, covariant, J = SPACECRAFT[steps]
    result, found = spacecraft.run(steps=steps)
    assert found["T_end"] == pytest.approx(consistent, abs=6e-4)
    assert found["J3_max"] < 1e-11 and abs(np.array(found["J_end"])).max() < 1e-11
    assert result.certificate.position_drift < 1e-14
    _, found = spacecraft.run(steps=steps, torque_rule="covariant")
    assert found["T_end"] == pytest.approx(covariant, abs=6e-4)
    assert found["J_end"] == pytest.approx(J, abs=6e-4)
    assert found["J3_end"] == found["J_end"][2]


def test_spacecraft_converges_to_the_closed_form_with_order_two():
    exact, axis = 7836.183, (-0.301015, -0.184264, 0.935648)
    coarse, fine = (spacecraft.run(steps=n)[1] for n in (50, 100))
    ratio = (coarse["T_end"] - exact) / (fine["T_end"] - exact)
    assert np.log2(ratio) == pytest.approx(2.0, abs=0.1)
    limit = (4 * np.array(fine["d1_end"]) - coarse["d1_end"]) / 3
    assert limit == pytest.approx(axis, abs=2e-5)


def test_heavy_top_order_and_energy():
    slope, errors = heavy_top.order("EnergyMomentum")
    assert slope == pytest.approx(2.0, abs=0.2)
    assert errors[-1] < 5e-5
    _, found = heavy_top.run()
    assert found["error"] < 1e-3
    assert found["energy_start"] == pytest.approx(5435.69679087, abs=1e-7)
    assert found["energy_drift"] < 1e-9  # of 5436 J


def test_heavy_top_with_moreaus_scheme_is_of_order_one():
    # its joints hold for the end velocity in the mid-point configuration, which costs one order
    slope, _ = heavy_top.order("MoreauMidpoint", steps=(2.5e-4, 1.25e-4, 6.25e-5))
    assert slope == pytest.approx(1.0, abs=0.2)


def test_dzhanibekov_flips_on_time_and_keeps_energy_and_momentum():
    result, found = dzhanibekov.run(dt=2.5e-3, flips=6)
    assert len(result) > 10_000
    assert found["flip_interval"] == pytest.approx(5.02592914, abs=2e-4)
    assert found["energy_drift"] < 1e-12 and found["momentum_drift"] < 1e-12
    _, coarse = dzhanibekov.run(dt=5e-3, flips=6)
    # second order: extrapolation removes the error
    assert (4 * found["flip_interval"] - coarse["flip_interval"]) / 3 == pytest.approx(5.02592914, abs=2e-6)


def test_four_bar_passes_the_singular_configurations():
    result, found = four_bar.run(windows=2, dt=1e-3)
    assert found["B0_end"] == pytest.approx((0.32845811, 0.94451854), abs=1e-4)
    assert found["coupler_tilt"] < 1e-9  # no change of branch
    assert found["energy_drift"] < 1e-10
    assert result.certificate.position_drift < 1e-14
    assert found["revolutions"] > 5.0
    assert four_bar.reference(2, 10.0) == pytest.approx((0.32845811, 0.94451854), abs=1e-8)


def test_four_bar_converges_with_order_two():
    errors = [four_bar.run(dt=dt, t_end=3.0)[1]["error"] for dt in (2e-3, 1e-3)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1)


def test_andrews_squeezer_reaches_the_published_angle():
    coarse, fine = (andrews_squeezer.run(dt=dt)[1] for dt in (4e-6, 2e-6))
    assert np.log2(coarse["error"] / fine["error"]) == pytest.approx(2.0, abs=0.05)
    assert fine["error"] < 4e-6
    assert (4 * fine["beta"] - coarse["beta"]) / 3 == pytest.approx(15.81077119629904, abs=1e-8)
    assert fine["energy_remainder"] < 1e-11 and fine["position_drift"] < 1e-15


@pytest.mark.slow
def test_andrews_squeezer_to_one_millionth():
    _, found = andrews_squeezer.run(dt=1e-6)
    assert found["beta"] == pytest.approx(15.81077119629904, abs=1e-6)
