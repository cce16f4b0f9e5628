"""Work-precision diagrams: known orders on a pendulum, known impacts of a ball, and what the study rejects."""

import numpy as np
import pytest
from pendulum_case import G, pendulum, pendulum_exact, place

import stickslip as ss
from stickslip.analysis.precision import Curve
from stickslip.examples import bouncing_ball

BALL_END = 1.5


def pendulum_study(**changed):
    given = {
        "integrators": {"alpha": ss.GeneralizedAlpha(0.8), "Bathe": ss.Bathe()},
        "dts": (1.6e-2, 8e-3, 4e-3),
        "tolerances": (1e-5, 1e-6, 1e-7),
        "quantity": place,
        "reference": pendulum_exact(0.8),
        "t_end": 0.8,
        "dt": 0.2,
    }
    return ss.work_precision(pendulum(relative=True), **(given | changed))


def test_smooth_motion_costs_the_square_root_of_the_error():
    """Second order: error ~ steps^-2. An adaptive step has the error tol ~ h^3, all of them tol^(2/3) ~ steps^-2."""
    study = pendulum_study()
    for label in ("alpha", "Bathe"):
        constant, adaptive = study.constant[label], study.adaptive[label]
        assert constant.solutions == pytest.approx([50, 100, 200])
        assert np.polyfit(np.log(constant.solutions), np.log(constant.error), 1)[0] == pytest.approx(-2.0, abs=0.1)
        assert np.polyfit(np.log(adaptive.solutions), np.log(adaptive.error), 1)[0] == pytest.approx(-2.0, abs=0.3)
        assert (np.diff(adaptive.error) < 0.0).all() and (np.diff(adaptive.solutions) > 0.0).all()
        assert np.polyfit(np.log(adaptive.parameter), np.log(adaptive.error), 1)[0] == pytest.approx(2 / 3, abs=0.1)
        assert (constant.wall > 0.0).all() and (adaptive.wall > 0.0).all()


def test_exact_height_of_the_ball():
    """Impacts at s = sqrt(2h/g), s (1 + 2e), s (1 + 2e + 2e^2); between them the apexes h e^(2n)."""
    s, e = np.sqrt(2 / G), 0.8
    for n, apex in enumerate((0.0, s * (1 + e), s * (1 + 2 * e + e**2), s * (1 + 2 * e + 2 * e**2 + e**3))):
        assert bouncing_ball.height_at(apex) == pytest.approx(e ** (2 * n))
    for impact in (s, s * (1 + 2 * e), s * (1 + 2 * e + 2 * e**2)):
        assert bouncing_ball.height_at(impact) == pytest.approx(0.0, abs=1e-12)


def test_adaptive_steps_find_impacts():
    """Constant steps miss an impact by up to dt: first order. Adaptive ones end there and need some tens of steps."""
    study = ss.work_precision(
        bouncing_ball.model(), [ss.GeneralizedAlpha(), ss.MoreauMidpoint()], (1e-2, 1e-3, 1e-4), tolerances=(1e-4,
        1e-6, 1e-8),
        quantity=lambda result: result["ball"].position[-1, 2] - 0.1, reference=bouncing_ball.height_at(BALL_END),
        t_end=BALL_END, dt=0.1,
    )  # fmt: skip
    assert list(study.constant) == ["GeneralizedAlpha", "MoreauMidpoint"]
    assert list(study.adaptive) == ["GeneralizedAlpha"]
    constant, adaptive = study.constant["GeneralizedAlpha"], study.adaptive["GeneralizedAlpha"]
    assert np.polyfit(np.log(constant.parameter), np.log(constant.error), 1)[0] == pytest.approx(1.0, abs=0.2)
    assert (adaptive.error < adaptive.parameter).all()
    assert (adaptive.solutions < 80).all() and adaptive.error[0] < constant.error[-1]
    assert "failed" not in study.table() and study.table().count("\n") == 9


def test_gain_is_the_ratio_of_work_at_equal_error():
    """Error = 1 / work^2 against 1 / (2 work)^2: twice the work; who never has the error has no work for it."""
    work = np.array([10.0, 100.0, 1000.0])
    constant = Curve(1 / work, work**-2.0, work, work)
    adaptive = Curve(1 / work, 0.25 * work**-2.0, work, 4.0 * work)
    study = type(pendulum_study(integrators=[ss.Bathe()]))({"x": constant}, {"x": adaptive})
    assert study.gain("x", 1e-4) == pytest.approx(2.0)
    assert study.gain("x", 1e-4, "wall") == pytest.approx(0.5)
    assert study.gain("x", 1.0) == pytest.approx(1.0)  # the cheapest runs are better than that
    assert np.isnan(study.gain("x", 5e-7))
    with pytest.raises(ss.ModelError, match="'y' is unknown; known: x"):
        study.gain("y", 1e-4)
    with pytest.raises(ss.ModelError, match="'time' is unknown; known: solutions, wall"):
        study.gain("x", 1e-4, "time")


def test_the_diagram_has_a_solid_and_a_dashed_curve_of_one_colour():
    study = pendulum_study(dts=(1e-2, 5e-3), tolerances=(1e-4, 1e-5))
    for axes in study.plot().axes:
        styles = [(line.get_color(), line.get_linestyle()) for line in axes.lines]
        assert styles == [("C0", "-"), ("C1", "-"), ("C0", "--"), ("C1", "--")]
        assert axes.get_xscale() == axes.get_yscale() == "log"


def test_a_run_that_fails_leaves_a_gap():
    """The half-explicit rule flings a mass of 1000 rad/s away with steps of 4 ms, not with 0.4 ms."""
    model = ss.Model(dim=2)
    mass = model.add(ss.RigidBody(1.0, 1.0, position=(1.0, 0), name="mass"))
    model.add(ss.SpringDamper(model.ground, mass, stiffness=1e6, rest_length=0.999))
    study = ss.work_precision(
        model, [ss.HalfExplicit()], (4e-3, 4e-4, 2e-4), tolerances=(1e-2, 1e-3),
        quantity=lambda r: r["mass"].position[-1, 0],
        reference=0.999 + 1e-3 * np.cos(1e3 * 1.6), t_end=1.6, dt=4e-3,
    )  # fmt: skip
    assert np.isnan(study.constant["HalfExplicit"].error[0]) and "failed" in study.table()
    assert np.isfinite(study.constant["HalfExplicit"].error[1:]).all()


def test_bad_input_is_refused():
    for changed, text in (
        ({"dts": (1e-2,)}, "dts = .* two different positive"),
        ({"tolerances": (1e-3, -1e-4)}, "tolerances = .* two different positive"),
        ({"integrators": []}, "at least one integrator"),
        ({"integrators": [ss.MoreauMidpoint()]}, "none of MoreauMidpoint can divide"),
        ({"integrators": {"best": "Bathe"}}, "'best' = 'Bathe' is not an integrator"),
        ({"dts": (3e-2, 1e-2)}, "dt = 0.03 s does not divide"),
        ({"dt": 0.3}, "dt = 0.3 s does not divide"),
        ({"dt": 0.0}, "must be positive"),
        ({"reference": None}, "reference = None"),
        ({"reference": 1.0}, "quantity has 2 values, its reference 1"),
        ({"repeat": 0}, "repeat = 0"),
    ):
        with pytest.raises(ss.ModelError, match=text):
            pendulum_study(**changed)
