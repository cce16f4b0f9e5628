"""Beams and strings in motion and in contact, against closed solutions and converged references."""

import math

import numpy as np
import pytest

from stickslip.examples import (
    bar_impact,
    beam_on_beam,
    capstan,
    flying_spaghetti,
    push_belt,
    right_angle_cantilever,
    robot_cable,
    spin_up,
)


def test_right_angle_cantilever_swings_like_the_converged_reference():
    _, found = right_angle_cantilever.run(elements=10, dt=0.025)
    assert found["energy"] == pytest.approx(found["energy_exact"], rel=5e-3)
    assert found["u3"] == pytest.approx(found["u3_exact"], rel=1e-3)
    assert found["energy_drift"] < 1e-11  # of 115 J


def test_flying_spaghetti_momentum_energy_and_place():
    _, found = flying_spaghetti.run(elements=10, dt=0.025)
    assert found["momentum_error"] < 1e-10  # the impulse, whatever the mesh
    assert found["energy"] == pytest.approx(found["energy_exact"], rel=5e-4)
    assert found["energy_drift"] < 1e-10
    assert found["A"] == pytest.approx(found["A_exact"], rel=5e-3)
    assert found["B"] == pytest.approx(found["B_exact"], rel=5e-3)


def test_flying_spaghetti_converges_to_the_reference_with_order_two_in_time():
    coarse, fine = (flying_spaghetti.run(elements=20, dt=dt, t_end=5.0)[1]["A"] for dt in (0.05, 0.025))
    error = [np.linalg.norm(A - flying_spaghetti.PLACE_A) for A in (coarse, fine)]
    assert np.log2(error[0] / error[1]) == pytest.approx(2.0, abs=0.3)
    assert (4 * fine - coarse) / 3 == pytest.approx(flying_spaghetti.PLACE_A, abs=1e-3)


def test_spin_up_lags_and_is_stretched_by_the_centrifugal_force():
    _, found = spin_up.run(elements=5, dt=0.005)
    assert found["tip_min"] == pytest.approx(found["tip_min_exact"], rel=2e-3)
    assert found["tip_min_time"] == pytest.approx(6.8, abs=0.1)
    assert found["tip"] == pytest.approx(found["tip_exact"], abs=1e-3)
    assert found["steady_stretch"] == pytest.approx(found["steady_stretch_exact"], rel=2e-3)
    assert found["residual_vibration"] == pytest.approx(3.7e-3, rel=0.03)


def test_bar_impact_is_the_exact_wave_at_courant_number_one():
    _, found = bar_impact.run(courant=1.0)
    assert found["contact_force"] == pytest.approx(1270.827478, rel=1e-8)
    assert found["contact_duration"] == pytest.approx(3.854496447e-4, rel=1e-9)
    assert found["ripple"] < 1e-6


@pytest.mark.parametrize("integrator", ["MoreauMidpoint", "SemiExplicit", "Theta"])
def test_bar_impact_is_clean_with_every_scheme(integrator):
    _, found = bar_impact.run(integrator=integrator)
    assert found["contact_force"] == pytest.approx(found["contact_force_exact"], rel=1e-3)
    assert found["contact_duration"] == pytest.approx(found["contact_duration_exact"], rel=0.01)
    assert found["ripple"] < 5e-3
    assert found["impulse"] == pytest.approx(found["impulse_exact"], rel=0.01)
    assert found["rebound"] == pytest.approx(found["rebound_exact"], rel=0.02)
    assert 0.0 < found["energy_loss"] < 0.01  # the end node has 1/200 of the mass and stops


@pytest.mark.parametrize("elements", [50, 200])
def test_bar_impact_loses_the_momentum_of_half_a_node(elements):
    # the inelastic impact stops half the mass of a node in the first step; nothing gives its momentum back at the end
    _, found = bar_impact.run(elements=elements, courant=1.0)
    assert found["rebound"] == pytest.approx(bar_impact.SPEED * (1.0 - 0.5 / elements), rel=1e-6)


def test_capstan_holds_eulers_ratio():
    result, found = capstan.run(per_turn=48)
    assert found["ratios_exact"] == pytest.approx([1.601978, 2.566332, 6.586061], abs=1e-6)
    assert found["ratios"] == pytest.approx(found["ratios_exact"], rel=5e-3)
    end = result.contacts[-1]
    closed = end.status > 0
    assert (end.status[closed] == 2).all()  # everything slips, nothing creeps any more
    assert abs(result["rope"].velocity[-1]).max() < 1e-4


def test_capstan_error_is_of_second_order_in_the_angle_per_node():
    # the bound of the polygon with nodes in mid-position: (1 + mu^2) mu phi delta^2 / 12
    for per_turn in (48, 96):
        _, found = capstan.run(angles=(2.0,), per_turn=per_turn)
        error = found["ratios"][0] / found["ratios_exact"][0] - 1.0
        delta = 2 * math.pi / per_turn
        assert abs(error) < 2 * 1.09 * 0.3 * 2 * math.pi * delta**2 / 12


@pytest.mark.parametrize("friction", [0.15, 0.3])
def test_beam_on_beam_sticks_without_creep_and_slips_at_the_bound(friction):
    _, found = beam_on_beam.run(friction=friction, elements=15)
    assert found["slip_ratio"] == pytest.approx(friction, rel=1e-9)
    assert found["slip_ratio_spread"] < 1e-9
    assert 0.9 * friction < found["stick_ratio_max"] <= friction
    assert found["creep"] < 1e-10
    assert found["penetration"] < 1e-5
    assert found["slid"] > 0.04


def test_robot_cable_balances_the_energy_in_every_step():
    _, found = robot_cable.run(elements=6, dt=0.02)
    assert found["energy_balance"] < 1e-8
    assert found["constraint_drift"] < 1e-12
    strain = found["strain_energy"]
    assert strain[0] == pytest.approx(0.0, abs=1e-12) and strain[1] < strain[2] < strain[3]
    assert found["strain_energy_max"] > 4.0
    assert found["plug_travel"] > 0.3
    # stiff joints follow the command: the rest is sag and the force of the cable
    assert found["angles_end"][1:] == pytest.approx(robot_cable.TARGET[1:], abs=0.05)


def test_push_belt_counts_and_agreement_of_both_kinematics():
    """Coordinates 120/180/120 and 60 guides (Zander 2008, sec. 6.5); the marked element goes the same way."""
    ends, found = {}, {}
    for dt in (4e-5, 1e-5):
        for variant in ("absolute", "relative"):
            _, found[variant] = push_belt.run(variant=variant, dt=dt, t_end=0.02)
            ends[variant, dt] = found[variant]["marked_end"]
    counts = ("ring_coordinates", "element_coordinates", "guide_constraints")
    assert [found["absolute"][key] for key in counts] == [120, 180, 60]
    assert [found["relative"][key] for key in counts] == [120, 120, 0]
    difference = [np.linalg.norm(ends["absolute", dt] - ends["relative", dt]) for dt in (4e-5, 1e-5)]
    assert difference[1] < 0.5 * difference[0] < 1e-7
    assert found["absolute"]["guide_drift"] > 1e-9 and found["relative"]["guide_drift"] < 1e-15
