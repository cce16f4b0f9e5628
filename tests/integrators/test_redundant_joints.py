"""Linkages whose joints depend on each other: they move as if each row counted, or are rejected by name."""

import math

import numpy as np
import pytest
from linkages import bennett, four_bar, parallelogram, sarrus

import stickslip as ss

SCHEMES = [ss.MoreauMidpoint(), ss.Theta(0.5), ss.GeneralizedAlpha(), ss.Bathe(), ss.EDAlpha(), ss.HalfExplicit()]


def energy_error(result):
    total = result.energy.total
    return abs(total - total[0]).max() / abs(result.energy.kinetic).max()


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
@pytest.mark.parametrize(
    ("linkage", "loose", "t_end"),
    [
        (bennett, {1: ss.Universal, 2: ss.Spherical}, 1.0),
        (sarrus, {4: ss.Universal}, 0.2),
    ],
    ids=["bennett", "sarrus"],
)
def test_an_overconstrained_linkage_moves_like_one_that_is_not(scheme, linkage, loose, t_end):
    """With the defaults, and with the error of energy of the same linkage whose rows are independent."""
    result = ss.simulate(linkage(), t_end, 1e-3, integrator=scheme)
    single = ss.simulate(linkage(loose), t_end, 1e-3, integrator=scheme)
    assert energy_error(result) < 1.2 * energy_error(single) + 1e-5
    for name in ("link0", "link1", "link2"):
        np.testing.assert_allclose(result[name].position, single[name].position, atol=3e-3)
    assert result.certificate.joint_rate < 5e-3


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_a_third_crank_changes_nothing(scheme):
    """Three cranks of two thirds of the mass: the same energy at the same angle, so the same motion."""
    two, three = (ss.simulate(parallelogram(n), 1.0, 1e-3, integrator=scheme) for n in (2, 3))
    np.testing.assert_allclose(three["coupler"].position, two["coupler"].position, atol=1e-9)
    assert three.certificate.joint_rate < 1e-3


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_a_linkage_that_cannot_move_rests(scheme):
    """One axis tilted by 5 degrees takes the last freedom: weight moves nothing."""
    result = ss.simulate(four_bar(tilt=5.0, drive=0.0), 0.2, 1e-3, integrator=scheme)
    for name in ("link0", "link1", "link2"):
        assert abs(result[name].velocity).max() < 1e-6
    assert result.certificate.joint_rate < 1e-3


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
@pytest.mark.parametrize("tilt", [5.0, 1.0])
def test_a_drive_of_a_linkage_that_cannot_move_is_refused(scheme, tilt):
    """The drive starts smoothly; at the first step with a speed some joint would have to open."""
    motion = ss.SmoothStep(start=0.0, end=0.5, t_start=0.01, t_end=0.3)
    model = four_bar(tilt=tilt, drive=0.0, motion=motion)
    with pytest.raises(ss.SimulationError, match=r"'hinge\d' contradicts other joints: it would open at") as failure:
        ss.simulate(model, 0.3, 1e-3, integrator=scheme)
    assert failure.value.time < 0.03


def test_adaptive_runs_name_the_joint_that_contradicts():
    """Each attempt fails for the same reason, down to the smallest step."""
    motion = ss.SmoothStep(start=0.0, end=0.5, t_start=0.01, t_end=0.3)
    with pytest.raises(ss.SimulationError, match=r"'hinge\d' contradicts other joints"):
        ss.simulate(four_bar(5.0, 0.0, motion), 0.3, 1e-3, integrator=ss.GeneralizedAlpha(adaptive=True))


def test_energy_momentum_names_joints_that_depend_on_each_other():
    motion = ss.SmoothStep(start=0.0, end=0.5, t_start=0.01, t_end=0.3)
    with pytest.raises(ss.SimulationError, match="joints depend on each other and may contradict: Revolute 'hinge0'"):
        ss.simulate(four_bar(5.0, 0.0, motion), 0.3, 1e-3, integrator=ss.EnergyMomentum())


def test_a_hardly_tilted_axis_is_not_proven():
    """0.1 degrees: what joints cannot hold is as small as their misalignment, and said."""
    motion = ss.SmoothStep(start=0.0, end=0.5, t_start=0.01, t_end=0.3)
    try:
        assert not ss.simulate(four_bar(0.1, 0.0, motion), 0.3, 1e-3).certificate.proven
    except ss.SimulationError as error:
        assert "contradicts" in str(error)


def test_an_aligned_drive_is_proven():
    motion = ss.SmoothStep(start=0.0, end=0.5, t_start=0.01, t_end=0.3)
    certificate = ss.simulate(four_bar(0.0, 0.0, motion), 0.3, 1e-3).certificate
    assert certificate.joint_rate < 1e-6


def test_the_verdict_judges_rates_of_joints():
    """Uncorrected steps of 10 degrees drift, and redundant rows disagree more and more: the verdict says so."""
    scheme = ss.Theta(0.5, stabilise=False)
    try:
        result = ss.simulate(bennett(drive=math.radians(10.0) / 0.02), 0.4, 0.02, integrator=scheme)
    except ss.SimulationError as error:
        result = error.result
        assert "contradicts" in str(error)
    assert not result.certificate.proven
    assert result.certificate.joint_rate > 1e-4
    assert any(text.startswith("Not proven: joints open at") for text in result.certificate.verdict)
