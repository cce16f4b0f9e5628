"""Examples of mixed time stepping: start of a constrained chain, slider-crank with and without clearance."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.examples import _schemes, mass_chain, slider_crank

G = 9.81
# first force errors [N] and permanent q_3 [m] of a start without constraint force (Rezaei and Schindler, sec. 2.8)
START = {
    1.0: ((-9.81, 9.81, -9.81), 0.0),
    0.8: ((-9.45, 8.59, -7.51), -7.57e-5),
    0.5: ((-7.86, 4.51, -2.37), -6.81e-4),
    0.0: ((-3.31, -1.14, -0.40), -6.131e-3),
}


@pytest.mark.parametrize("rho_inf", START)
def test_published_errors_of_an_inconsistent_start(rho_inf):
    """To the published digits; without the phase error of q_2 as the recurrence of the scheme says."""
    errors, q3 = START[rho_inf]
    _, found = mass_chain.run(rho_inf=rho_inf, consistent_start=False)
    assert found["force_errors"] == pytest.approx(errors, abs=0.0051 if rho_inf < 1.0 else 0.01)
    assert found["start_errors"] == pytest.approx(found["start_errors_exact"], abs=1e-9)
    assert found["q3_end"] == pytest.approx(q3, abs=0.001 * abs(q3) + 1e-12)
    assert found["q3_end"] == pytest.approx(found["q3_end_exact"], abs=1e-9)
    if rho_inf == 1.0:
        assert found["force_error_end"] == pytest.approx(9.81, abs=1e-6)  # for ever
    else:
        assert found["force_error_end"] < 1e-6


def test_forces_of_the_half_explicit_rule_are_of_second_order():
    """They belong to a predicted end of the step."""
    error = [mass_chain.run(integrator="HalfExplicit", dt=dt)[1]["force_error_max"] for dt in (0.05, 0.025)]
    assert np.log2(error[0] / error[1]) == pytest.approx(2.0, abs=0.1)


@pytest.mark.parametrize("integrator", [name for name in _schemes.MIXED if name != "HalfExplicit"])
@pytest.mark.parametrize("rho_inf", START)
def test_a_consistent_start_is_clean(integrator, rho_inf):
    _, found = mass_chain.run(integrator=integrator, rho_inf=rho_inf)
    assert found["force_error_max"] < 1e-6
    assert abs(found["q3_end"]) < 1e-12
    scheme = _schemes.scheme("", integrator, rho_inf)
    w, amplitude = np.sqrt(10.0), G / 10.0
    linear = ss.spectral(scheme, [w * 0.05 / (2 * np.pi)])
    phase, decay = w * 10.0 * abs(linear.period_error[0]), abs(linear.radius[0] ** 200 - 1.0)
    assert found["q1_error"] < 1.1 * amplitude * (phase + decay)  # masses 1 and 2: linear analysis says it all
    assert found["f_max"] == pytest.approx(0.8717, abs=5e-5)


def test_bathe_forgets_the_start_in_one_step():
    _, found = mass_chain.run(integrator="Bathe", consistent_start=False)
    assert abs(found["force_errors"][0]) == pytest.approx(2e-4, abs=1e-4)
    assert found["force_error_max"] < 1e-6
    assert abs(found["q3_end"]) < 1e-9


@pytest.mark.parametrize(
    ("integrator", "rho_inf", "radius"),
    [("GeneralizedAlpha", 0.8, 0.986), ("GeneralizedAlpha", 0.0, 0.543), ("Bathe", 0.0, 0.893)],
)
def test_stiff_spring_is_damped_out(integrator, rho_inf, radius):
    """As fast as the spectral radius says, with a few steps more for those that do not begin in the slowest mode."""
    _, found = mass_chain.run(variant="spring", integrator=integrator, rho_inf=rho_inf)
    assert found["f_max"] == pytest.approx(503.3, abs=0.05)
    assert found["f_max"] == pytest.approx(found["f_max_exact"], rel=1e-8)  # tangents of springs: differences
    assert found["spectral_radius"] == pytest.approx(radius, abs=6e-4)
    expected = np.log(0.01) / np.log(found["spectral_radius"])
    assert expected - 5 <= found["steps_to_one_percent"] <= 1.5 * expected + 2


def test_slider_crank_with_clearance_follows_the_reference():
    _, found = slider_crank.run()
    assert found["first_impact_time"] == pytest.approx(2.693e-3, abs=1e-6)
    assert found["approach_speed"] == pytest.approx(-0.8418, abs=2e-3)
    assert found["impulse"] == pytest.approx(0.1109, rel=5e-3)
    for name in ("theta1", "theta2"):
        assert found[name] == pytest.approx(found[f"{name}_exact"], abs=2e-4)
    for name in ("omega1", "omega2"):  # at 0.03 s, in a series of impacts, their times matter
        assert found[name] == pytest.approx(found[f"{name}_exact"], abs=0.3)
        assert np.delete(found[name], 2) == pytest.approx(np.delete(found[f"{name}_exact"], 2), abs=0.01)
    assert found["slider_tilt"] < 1e-9
    _, fine = slider_crank.run(dt=1e-6)
    assert fine["first_impact_time"] == pytest.approx(2.693e-3, abs=5e-7)
    assert fine["approach_speed"] == pytest.approx(-0.8418, abs=5e-4)
    for name in ("omega1", "omega2"):
        assert fine[name] == pytest.approx(fine[f"{name}_exact"], abs=3e-3)
    assert fine["error"] < 2e-5


def test_bilateral_reference_is_the_published_one():
    end = {name: value[-1] for name, value in slider_crank.bilateral_reference(np.array([0.05])).items()}
    assert end["theta1"] == pytest.approx(4.80923814, abs=1e-8)
    assert end["theta2"] == pytest.approx(0.52089529, abs=1e-8)
    assert end["omega1"] == pytest.approx(68.7495094, abs=1e-6)
    assert end["omega2"] == pytest.approx(-3.8322154, abs=1e-6)


def test_bilateral_slider_crank_orders():
    """Moreau's scheme is of first order with joints, the others of second (rezaei Table 4)."""
    study = slider_crank.study(bilateral=True, dts=(1e-4, 5e-5, 2.5e-5))
    print(study.table())
    assert study.order == pytest.approx([1.0] + [2.0] * (len(study.labels) - 1), abs=0.1)
    assert (study["Moreau"] / study.errors[1:]).min() > 25.0


def test_mixed_schemes_are_far_better_than_moreaus_with_clearance():
    """At least 15 times at equal steps; published 30 to 280 times (rezaei Table 6)."""
    study = slider_crank.study(dts=(1e-4, 1e-5))
    print(study.table())
    ratios = study["Moreau"] / study.errors[1:]
    assert ratios.min() > 15.0
    assert study.order[0] == pytest.approx(1.0, abs=0.1)
    assert study.order[1:].min() > 0.9


def test_stiff_rod_is_the_rigid_one():
    """E = 1e15: the rigid reference, as far as the order at impacts allows (Rezaei and Schindler, app. B)."""
    _, found = slider_crank.run(variant="flexible", young=1e15, elements=2, integrator="Bathe")
    assert found["first_impact_time"] == pytest.approx(2.693e-3, abs=2e-6)
    assert found["theta1"] == pytest.approx(found["theta1_exact"], abs=1e-3)
    assert found["theta2"] == pytest.approx(found["theta2_exact"], abs=1e-3)
    _, plain = slider_crank.run(variant="flexible", elements=4, integrator="Bathe", t_end=0.02)
    assert plain["first_impact_time"] == pytest.approx(2.69e-3, abs=1e-5)
    assert plain["theta1"][1] == pytest.approx(1.6101, abs=2e-3)  # beyond some impacts the motion is sensitive


def test_contact_force_is_calmer_with_more_damping():
    """Driven flexible rod: the same angles, contact forces ordered by the damping of the scheme (rezaei E)."""
    found = {
        rho: slider_crank.run(variant="flexible", driven=True, rho_inf=rho)[1] for rho in (0.8, 0.5, 0.0)
    }  # fmt: skip
    bathe = slider_crank.run(variant="flexible", driven=True, integrator="Bathe")[1]
    print({rho: (f["peak_force"], f["theta1"]) for rho, f in found.items()}, bathe["peak_force"], bathe["theta1"])
    peaks = [each["peak_force"] for each in (found[0.8], found[0.5], bathe, found[0.0])]
    assert peaks == pytest.approx([64.0, 46.0, 34.0, 19.0], rel=0.1)
    for each in (*found.values(), bathe):
        assert each["first_impact_time"] == pytest.approx(7.53e-3, abs=1e-5)
        assert each["theta1"][0] == pytest.approx(0.9479, abs=2e-4)


def test_schemes_agree_over_a_long_run():
    """Driven to 0.5 s with dt = 1e-4: crank angles of ED-alpha and Bathe within 0.2 % (rezaei F)."""
    runs = [
        slider_crank.run(variant="flexible", driven=True, integrator=name, dt=1e-4, t_end=0.5)[1]
        for name in ("Bathe", "EDAlpha")
    ]
    print([run["theta1"] for run in runs])
    assert runs[1]["theta1"] == pytest.approx(runs[0]["theta1"], rel=2e-3)
    assert runs[0]["theta1"][-1] == pytest.approx(62.1, rel=2e-3)


def test_modes_below_the_cut_off_are_enough():
    """52 of 63 modes lie below 1e7 Hz; forces agree with those of all finite-element coordinates (rezaei G)."""
    rod = slider_crank.model(rod={})["rod"]
    assert np.count_nonzero(rod.frequencies < 1e7) == 52
    assert 3 * (rod.elements + 1) == 63
    options = {"driven": True, "integrator": "Bathe", "t_end": 0.03}
    _, full = slider_crank.run(variant="flexible", **options)
    _, modal = slider_crank.run(variant="modal", **options)
    assert modal["elastic_coordinates"] == 52
    assert modal["peak_force"] == pytest.approx(full["peak_force"], rel=0.02)


def test_unknown_names_are_refused():
    with pytest.raises(ss.ModelError, match="must be one of"):
        slider_crank.run(integrator="Euler")
    with pytest.raises(ss.ModelError, match="'spring' or 'constraint'"):
        mass_chain.run(variant="rope")
