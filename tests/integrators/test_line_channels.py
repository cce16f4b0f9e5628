"""Strains and resultants along elements with inner coordinates: redundant beams and Bezier strings."""

import numpy as np
import pytest
from scipy.optimize import brentq

import stickslip as ss
from stickslip.lines.redundant import coordinates as rc

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


def flying(kind, order):
    """Return a bent and stretched line in free flight, and the weights of its points."""
    dim = 2 if kind == "planar" else 3
    model, n = ss.Model(dim=dim, gravity=(0.0,) * dim), 4 * order + 1
    rng, s = np.random.default_rng(2), np.linspace(0.0, L, n)
    places = np.column_stack([s, 0.1 * np.sin(3.0 * s), np.zeros((n, dim - 2))])
    motion = {"velocities": rng.normal(size=(n, dim)).tolist()}
    if kind == "string":
        law = {"stiffness": 50.0, "mass_per_length": 0.3, "law": "neo-hookean", "rest_length": L}
        line = ss.StringBody(places.tolist(), order=order, **law, **motion)
    else:
        soft = ss.Section(EA=80.0, EI=0.5, GA=60.0, GJ=0.4, mass_per_length=0.3, inertia=1e-3)
        line = (ss.PlanarBeam if kind == "planar" else ss.Beam)(places.tolist(), order=order, section=soft, **motion)
    model.add(line)
    return model, line


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("kind", ["beam", "planar", "string"])
def test_strains_and_resultants_have_the_recorded_energy(kind, order):
    """The sum of strain . resultant / 2 over the points is the potential; for a string that of its law."""
    model, line = flying(kind, order)
    result = ss.simulate(model, 0.02, 2e-4, record=ss.Record(every=10))
    found = result[line]
    strain, stress = found.strain, found.resultant
    dN = np.array(next(e["points"]["dN"] for e in result.header["bodies"] if e["name"] == line.name))
    x = np.tile([0.5] if order == 1 else [0.5 - 0.5 / np.sqrt(3.0), 0.5 + 0.5 / np.sqrt(3.0)], 4)
    weight = (-1.0 if order == 1 else 4.0 * x - 3.0) / dN[:, 0] / order  # ds/dx of the first shape function, Gauss
    if kind == "string":
        l = 1.0 + strain[..., 0]
        energy = 50.0 * (l * l + 2.0 / l - 3.0) / 6.0 @ weight
    else:
        energy = 0.5 * (strain * stress).sum(axis=2) @ weight
    change = result.energy.potential - result.energy.potential[0]
    assert abs(change).max() > 1e-3
    np.testing.assert_allclose(energy - energy[0], change, rtol=1e-9, atol=1e-11)


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
