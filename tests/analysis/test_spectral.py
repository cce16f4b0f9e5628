"""Matrices of one step, measured with the integrators themselves, against the formulas of linear analysis."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.analysis import amplification, plot_spectra, stability_limit, stability_region

RATIOS = [0.05, 0.10, 0.20, 0.30]
# spectral radius, relative period error [%] over RATIOS (Rezaei and Schindler, sec. 2.4.1, app. A, B)
TABLE = {
    "generalized-alpha 0": (
        ss.GeneralizedAlpha(0.0), (0.99649, 0.96971, 0.85387, 0.72788), (3.908, 12.32, 34.37, 60.3),
    ),
    "generalized-alpha 0.5": (
        ss.GeneralizedAlpha(0.5), (0.99983, 0.99773, 0.97918, 0.94430), (1.216, 4.672, 16.54, 32.4),
    ),
    "generalized-alpha 0.8": (
        ss.GeneralizedAlpha(0.8), (0.99999, 0.99990, 0.99885, 0.99600), (0.862, 3.383, 12.64, 25.9),
    ),
    "Bathe": (ss.Bathe(), (0.99997, 0.99949, 0.99327, 0.97394), (0.410, 1.618, 6.187, 13.1)),
    "ED-alpha 0": (ss.EDAlpha(0.0), (0.99987, 0.99793, 0.97178, 0.89392), (0.004, 0.057, 0.846, 3.69)),
    "Newmark": (ss.GeneralizedAlpha.newmark(), (1.0, 1.0, 1.0, 1.0), (0.817, 3.207, 12.00, 24.7)),
}  # fmt: skip


@pytest.mark.parametrize("label", TABLE)
def test_table_of_radius_and_period_error(label):
    """All printed digits: five of the radius, four of the period error (three in the last column)."""
    scheme, radius, period = TABLE[label]
    found = ss.spectral(scheme, RATIOS)
    assert found.radius == pytest.approx(radius, abs=5.1e-6)
    digits = np.array([5.1e-4, 5.1e-4 if period[1] < 10 else 5.1e-3, 5.1e-4 if period[2] < 10 else 5.1e-3, 5.1e-2])
    assert (abs(100 * found.period_error - period) <= digits).all()
    assert "radius" in found.table()


def generalized_alpha_matrix(alpha_m, alpha_f, beta, gamma, W):
    """A for (q, dt v, dt^2 A), W = (w dt)^2 (Rezaei and Schindler, eq. 94)."""
    D = 1 - alpha_m + (1 - alpha_f) * beta * W
    rows = [
        [1 - alpha_m - alpha_f * beta * W, 1 - alpha_m, (0.5 - beta) * (1 - alpha_m) - beta * alpha_m],
        [
            -gamma * W,
            1 - alpha_m - (1 - alpha_f) * (gamma - beta) * W,
            (1 - gamma) * (1 - alpha_m) - gamma * alpha_m - (1 - alpha_f) * (gamma / 2 - beta) * W,
        ],
        [-W, -(1 - alpha_f) * W, -(1 - alpha_f) * (0.5 - beta) * W - alpha_m],
    ]
    return np.array(rows) / D


def bathe_matrix(W):
    """A for (q, dt v, dt^2 a) (Rezaei and Schindler, eq. 106, rows in the right order)."""
    rows = [
        [144 - 19 * W, 144 - 5 * W, 28],
        [-96 * W + W**2, 144 - 47 * W, 48 - 4 * W],
        [-144 * W + 19 * W**2, -144 * W + 5 * W**2, -28 * W],
    ]
    return np.array(rows) / ((16 + W) * (9 + W))


@pytest.mark.parametrize("ratio", [0.01, 0.2, 1.0, 10.0])
@pytest.mark.parametrize(
    "scheme",
    [
        *(ss.GeneralizedAlpha(rho) for rho in (0.0, 0.3, 0.8, 1.0)),
        ss.GeneralizedAlpha.hht(0.2),
        ss.GeneralizedAlpha.newmark(0.3, 0.6),
    ],
)
def test_generalized_alpha_has_the_printed_matrix(scheme, ratio):
    W = (2 * np.pi * ratio) ** 2
    np.testing.assert_allclose(
        amplification(scheme, ratio), generalized_alpha_matrix(*scheme.parameters, W), rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("ratio", [0.01, 0.2, 1.0, 10.0])
def test_bathe_has_the_corrected_matrix(ratio):
    W = (2 * np.pi * ratio) ** 2
    np.testing.assert_allclose(amplification(ss.Bathe(), ratio), bathe_matrix(W), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("theta", [0.5, 0.7, 1.0])
def test_theta_maps_by_its_stability_function(theta):
    """q' = v, v' = -w^2 q: both equations by (1 + (1 - theta) z) / (1 - theta z), z = i w dt."""
    z = 2j * np.pi * 0.17
    exact = (1 + (1 - theta) * z) / (1 - theta * z)
    found = np.linalg.eigvals(amplification(ss.Theta(theta), 0.17))
    assert found[np.argmax(found.imag)] == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("scheme", [ss.SemiExplicit(), ss.MoreauMidpoint()], ids=lambda s: type(s).__name__)
def test_explicit_schemes_have_two_states_and_the_limit_two(scheme):
    """Both are conjugate to the leap-frog scheme: determinant 1, trace 2 - (w dt)^2, stable for w dt <= 2."""
    A = amplification(scheme, 0.2)
    W = (0.4 * np.pi) ** 2
    assert A.shape == (2, 2)
    assert np.linalg.det(A) == pytest.approx(1.0, abs=1e-12)
    assert np.trace(A) == pytest.approx(2.0 - W, abs=1e-12)
    assert stability_limit(scheme) == pytest.approx(1.0 / np.pi, rel=1e-5)


def test_limits_at_infinite_frequency():
    """rho_inf is what it is called; Bathe's rule annihilates; the trapezoidal rule keeps everything."""
    for rho in (0.0, 0.5, 0.8, 1.0):
        assert ss.spectral(ss.GeneralizedAlpha(rho), [1e4]).radius[0] == pytest.approx(rho, abs=2e-3)
    assert ss.spectral(ss.Bathe(), [1e4]).radius[0] < 1e-3
    assert ss.spectral(ss.Theta(0.5), [1e4]).radius[0] == pytest.approx(1.0, abs=1e-9)
    for scheme in (ss.GeneralizedAlpha(0.5), ss.Bathe(), ss.Theta(0.5)):
        assert stability_limit(scheme) == np.inf


@pytest.mark.parametrize(
    ("alpha_m", "alpha_f", "expected"),
    [(-1, 0.5, 1.0), (-1, 0, 0.0), (-1, -0.5, 1 / 3), (0.5, 0.5, 1.0), (0, 1 / 3, 0.5), (0.5, 0.2, None)],
)
def test_stability_in_the_plane_of_both_alphas(alpha_m, alpha_f, expected):
    """Stable for all steps iff alpha_m <= alpha_f <= 1/2; the limits of the five points A to E (rezaei Fig. 6)."""
    gamma, beta = 0.5 - alpha_m + alpha_f, 0.25 * (1 - alpha_m + alpha_f) ** 2
    scheme = ss.GeneralizedAlpha(alpha_m=alpha_m, alpha_f=alpha_f, beta=beta, gamma=gamma)
    found = ss.spectral(scheme, np.geomspace(0.01, 1e4, 60)).radius
    assert (found.max() <= 1.0 + 1e-6) == (expected is not None)
    if expected is not None:
        assert found[-1] == pytest.approx(expected, abs=2e-3)


def test_stability_region_of_implicit_schemes_is_the_left_half_plane():
    ratios, dampings = [0.05, 0.2, 1.0, 5.0], [0.0, 0.1, 0.5, 0.9]
    assert stability_region(ss.Bathe(), ratios, dampings).max() <= 1.0 + 1e-9
    region = stability_region(ss.SemiExplicit(), ratios, dampings)
    assert region.shape == (4, 4)
    assert region[:, 0].max() <= 1.0 + 1e-9 and region[:, -1].min() > 1.0


def test_damped_oscillation_decays_as_it_should():
    """The radius is exp(-D w dt) and the period that of sqrt(1 - D^2) w, with a local error of third order."""
    ratios = np.array([0.02, 0.01])
    found = ss.spectral(ss.Bathe(), ratios, damping=0.2)
    error = found.radius - np.exp(-0.2 * 2 * np.pi * ratios)
    assert abs(error[1]) < 1e-5
    assert error[0] / error[1] == pytest.approx(8.0, abs=0.5)
    assert found.period_error[0] / found.period_error[1] == pytest.approx(4.0, abs=0.3)


def test_errors_and_plots():
    with pytest.raises(ss.ModelError, match="natural coordinates"):
        ss.spectral(ss.EnergyMomentum())
    with pytest.raises(ss.ModelError, match="must be positive"):
        ss.spectral(ss.Bathe(), [0.1, -1.0])
    figure = plot_spectra({label: ss.spectral(TABLE[label][0], RATIOS) for label in TABLE})
    assert len(figure.axes) == 2 and len(figure.axes[0].lines) == len(TABLE)
