"""Strains and resultants along elements with inner coordinates: redundant beams and Bezier strings."""

import numpy as np
import pytest
from scipy.optimize import brentq

import stickslip as ss
from stickslip.lines.redundant import coordinates as rc
from stickslip.lines.results import _redundant_strains

EA, EI, L = 1e4, 2.0, 1.5
SECTION = ss.Section(EA=EA, EI=EI, GA=1e6, GJ=1.0, mass_per_length=1.0, inertia=1e-4)


def cantilever(elements=4):
    model = ss.Model(dim=2)
    beam = model.add(ss.PlanarBeam.straight((0, 0), (L, 0), elements, section=SECTION, formulation="redundant"))
    model.add(ss.Fixed(model.ground, beam.start))
    return model, beam


def test_pure_bending_has_a_constant_moment_and_nothing_else():
    M = 2 * np.pi * EI / L * 0.5  # half a circle
    model, beam = cantilever()
    model.add(ss.Torque(beam.end, M))
    line = ss.solve_static(model, steps=4)[beam]
    assert line.points.shape == (32,)
    assert line.resultant[-1] == pytest.approx(np.tile([0, 0, M], (32, 1)), abs=1e-8 * M)
    assert line.strain[-1] == pytest.approx(np.tile([0, 0, M / EI], (32, 1)), abs=1e-9)


def test_beam_under_a_load_and_a_thrust():
    """Small deflection: M = q (L - s)^2/2, Q = q (L - s); N of a pull along the axis."""
    q, pull = 1e-4, 1e-3
    model, beam = cantilever()
    model.add(ss.LineLoad(beam, force=(0, q)))
    model.add(ss.PointForce(beam.end, (pull, 0)))
    line = ss.solve_static(model)[beam]
    arm = L - line.points
    assert line.resultant[-1, :, 2] == pytest.approx(q * arm**2 / 2, abs=1e-3 * q * L**2)
    assert line.resultant[-1, :, 1] == pytest.approx(q * arm, abs=1e-3 * q * L)
    assert line.resultant[-1, :, 0] == pytest.approx(pull, rel=1e-4)


def test_channels_have_the_elastic_energy_of_a_moving_beam():
    """sum of (EA eps^2 + EI kappa^2)/2 over the points is the potential of the ledger, in any configuration."""
    model = ss.Model(dim=2)
    kick = [(0.3 * np.sin(3 * k), np.cos(2 * k)) for k in range(4)]
    soft = ss.Section(EA=50.0, EI=0.1, GA=1.0, GJ=1.0, mass_per_length=1.0, inertia=1e-4)
    beam = model.add(
        ss.PlanarBeam.straight(
            (0, 0), (L, 0), 3, section=soft, formulation="redundant", angular_velocity=9.0, velocities=kick
        )
    )
    result = ss.simulate(model, 1.0, 1e-3, integrator=ss.Theta(0.5), record=ss.Record(every=50))
    line = result[beam]
    weight = np.tile(beam_weights(result, beam), 3) * L / 3
    energy = 0.5 * ((line.strain * line.resultant) @ np.ones(3)) @ weight
    assert energy == pytest.approx(result.energy.potential - result.energy.potential[0], rel=1e-9, abs=1e-12)
    assert energy.max() > 1e-2
    assert abs(line.angle[-1]).max() > 6.0  # more than a turn


def beam_weights(result, line):
    entry = next(entry for entry in result.header["bodies"] if entry["name"] == line.name)
    return np.array(entry["points"]["weight"])


def test_vectorised_strains_are_those_of_the_kernel():
    """The channels repeat the transformation to internal coordinates in NumPy; here is its twin."""
    rng = np.random.default_rng(0)
    q = np.array([0.0, 0, 0.1, 0, 0, 0.7, 0.1, 0.4]) + 0.05 * rng.standard_normal((20, 8))
    length, place = 0.7, np.array([-0.4, -0.1, 0.2, 0.45])
    rows, out = np.zeros((3, 4, 4)), np.zeros(5)
    for order in range(3):
        for k in range(4):
            rc.deflection.py_func(np.zeros(4), 1.0, place[k], order + 1, out)
            rows[order, k] = out[1:]
    got = _redundant_strains(q[:, None, :3], q[:, None, 5:], q[:, None, 3:5], rows, np.array([length]), np.zeros(4))
    for n in range(20):
        qi, turn = np.zeros(8), np.zeros(4)
        rc.set_turns.py_func(q[n], turn)
        rc.internal.py_func(q[n], length, turn, qi)
        assert got[n, :, 0] == pytest.approx(qi[3], abs=1e-13)
        for k in range(4):
            for column in (1, 2):
                rc.deflection.py_func(qi[4:], length, place[k] * length, column + 1, out)
                assert got[n, k, column] == pytest.approx(out[0], rel=1e-11, abs=1e-11)


def test_derivatives_of_the_deflection_are_consistent():
    z, h, out, below = np.array([0.1, -0.2, 0.05, 0.3]), 1e-5, np.zeros(5), np.zeros(5)
    for s in (-0.3, -0.1, 0.2):
        for order in range(3):
            rc.deflection.py_func(z, 0.7, s + h, order, out)
            rc.deflection.py_func(z, 0.7, s - h, order, below)
            slope = (out - below) / (2 * h)
            rc.deflection.py_func(z, 0.7, s, order + 1, out)
            assert out == pytest.approx(slope, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("law", ["linear", "neo-hookean"])
def test_tension_of_a_hanging_string(law):
    """N = rho g (L - s) from the lower end; the stretch follows from the law."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    rope = model.add(
        ss.StringBody.straight((0, 0), (0, -2), 4, stiffness=50.0, mass_per_length=0.3, law=law, formulation="bezier")
    )
    model.add(ss.Revolute(model.ground, rope.start))
    line = ss.solve_static(model, steps=2)[rope]
    N = 0.3 * 9.81 * (2 - line.points)
    assert line.resultant[-1, :, 0] == pytest.approx(N, abs=1e-3 * N.max())
    stretch = 1 + line.strain[-1, :, 0]
    law_of = stretch - 1 if law == "linear" else (stretch - stretch**-2) / 3
    assert 50.0 * law_of == pytest.approx(line.resultant[-1, :, 0], rel=1e-12)


def test_tension_of_a_catenary():
    """N = sqrt(H^2 + (rho g s)^2) from the middle, with 2 H/(rho g) asinh(rho g L/2 H) + H L/EA = span."""
    w, length, span, stiffness = 0.3 * 9.81, 2.0, 1.6, 200.0

    def gap(H):
        return 2 * H / w * np.arcsinh(w * length / (2 * H)) + H * length / stiffness - span

    H = brentq(gap, 0.1, 100)
    s = np.linspace(-0.5 * length, 0.5 * length, 33)
    shape = np.column_stack([span * s / length, 0.4 * s**2])
    model = ss.Model(dim=2, gravity=(0, -9.81))
    rope = model.add(
        ss.StringBody(
            positions=shape, stiffness=stiffness, mass_per_length=0.3, rest_length=length, formulation="bezier"
        )
    )
    model.add(ss.Revolute(model.ground, rope.start))
    model.add(ss.Revolute(model.ground, rope.end))
    line = ss.solve_static(model)[rope]
    place = (line.points / rope.arc_lengths[-1] - 0.5) * length
    N, exact = line.resultant[-1, :, 0].reshape(32, 4), np.sqrt(H**2 + (w * place) ** 2).reshape(32, 4)
    assert pytest.approx(exact, rel=1e-3) == N
    weight = np.polynomial.legendre.leggauss(4)[1]
    assert N @ weight == pytest.approx(exact @ weight, rel=3e-5)  # it oscillates about its mean within an element
