"""Loads along flexible lines: beam formulas, elastica by collocation, buckling of rings and columns, work, refusals."""

import warnings

import numpy as np
import pytest
from scipy.integrate import solve_bvp

import stickslip as ss

EI, L = 2.0, 1.5
SLENDER = ss.Section(EA=1e7, EI=EI, GA=1e7, GJ=3.0, mass_per_length=1.0, inertia=1e-4)
INNER = pytest.mark.parametrize("fields", [{"order": 1}, {"order": 2}, {"formulation": "redundant"}], ids=str)


def cantilever(elements=8, **fields):
    """A planar cantilever along x."""
    model = ss.Model(dim=2)
    beam = model.add(ss.PlanarBeam.straight((0, 0), (L, 0), elements, section=SLENDER, **fields))
    model.add(ss.Fixed(model.ground, beam.start))
    return model, beam


def elastica(density, end):
    """Return s, places and angles of an inextensible cantilever: density(theta) [N/m], force end(theta) at its tip."""
    s = np.linspace(0, L, 41)

    def slope(s, y):
        theta, M, F_x, F_y = y[:4]
        f = density(theta)
        return np.array([M / EI, np.sin(theta) * F_x - np.cos(theta) * F_y, -f[0], -f[1], np.cos(theta), np.sin(theta)])

    def ends(a, b):
        F = end(b[0])
        return np.array([a[0], a[4], a[5], b[1], b[2] - F[0], b[3] - F[1]])

    found = solve_bvp(slope, ends, s, np.vstack([np.zeros((4, 41)), s, 0 * s]), tol=1e-8, max_nodes=100_000)
    assert found.success
    return found.sol


@INNER
def test_small_deflection_of_the_uniformly_loaded_cantilever(fields):
    model, beam = cantilever(4, **fields)
    q = 1e-3
    model.add(ss.LineLoad(beam, force=(0, q)))
    result = ss.solve_static(model)
    assert result[beam].position[-1, -1, 1] == pytest.approx(q * L**4 / (8 * EI), rel=1e-5)


def test_triangular_partial_and_moment_loads():
    """Tip: 11 q L^4/120 EI (q s/L), q a^3 (4 L - a)/24 EI (q on 0 to a), m L^3/3 EI (m per length)."""
    q, a = 1e-3, 0.4
    for load, expected in (
        ({"force": lambda s: (0, q * s / L)}, 11 * q * L**4 / (120 * EI)),
        ({"force": (0, q), "end": a}, q * a**3 * (4 * L - a) / (24 * EI)),
        ({"force": (0, q), "start": a}, q * L**4 / (8 * EI) - q * a**3 * (4 * L - a) / (24 * EI)),
        ({"moment": q}, q * L**3 / (3 * EI)),
    ):
        for order in (1, 2):
            model, beam = cantilever(100 if order == 1 else 8, order=order)
            model.add(ss.LineLoad(beam, **load))
            result = ss.solve_static(model)
            assert a in result[beam].s.round(12) or load.keys().isdisjoint({"start", "end"})
            assert result[beam].position[-1, -1, 1] == pytest.approx(expected, rel=1e-3 if order == 1 else 1e-5)


def test_spatial_beam_bends_and_twists():
    """Twist m L^2/2 GJ about the axis, deflection q L^4/8 EI across; the ramp of the factor is taken at t = 0."""
    q = 1e-3
    for follower in (False, True):
        model = ss.Model()
        beam = model.add(ss.Beam.straight((0, 0, 0), (L, 0, 0), 6, section=SLENDER, order=2, normal=(0, 1, 0)))
        model.add(ss.Fixed(model.ground, beam.start))
        force, moment = ((0, 0, q), (q, 0, 0)) if not follower else ((0, q, 0), (0, 0, q))  # d_1 = y, d_2 = z, d_3 = x
        model.add(ss.LineLoad(beam, force=force, moment=moment, factor=ss.Polynomial((2, 1)), follower=follower))
        result = ss.solve_static(model, load=0.5)
        assert result[beam].position[-1, -1, 2] == pytest.approx(q * L**4 / (8 * EI), rel=1e-4)
        d_1 = result[beam].rotation[-1, -1, :, 0]
        assert d_1[2] == pytest.approx(q * L**2 / (2 * 3.0), rel=1e-3)


@pytest.mark.parametrize(
    ("fields", "elements"), [({"order": 1}, 64), ({"order": 2}, 10), ({"formulation": "redundant"}, 12)], ids=str
)
def test_large_deflection_under_a_dead_load_is_the_elastica(fields, elements):
    q = 12 * EI / L**3
    exact = elastica(lambda theta: (0 * theta, q + 0 * theta), lambda theta: (0.0, 0.0))
    model, beam = cantilever(elements, **fields)
    model.add(ss.LineLoad(beam, force=(0, q)))
    line = ss.solve_static(model, steps=4)[beam]
    assert line.position[-1, :, 0] == pytest.approx(exact(line.s)[4], abs=1e-4 * L)
    assert line.position[-1, :, 1] == pytest.approx(exact(line.s)[5], abs=1e-4 * L)
    assert line.resultant[-1, :, 2] == pytest.approx(exact(line.points)[1], abs=2e-3 * q * L**2 / 2)
    assert line.position[-1, -1, 1] > 0.6 * L


def test_large_deflection_under_a_follower_load_is_the_elastica():
    """Pressure normal to the section, of second order with linear elements and of fourth with quadratic ones."""
    q = 12 * EI / L**3
    exact = elastica(lambda theta: (-q * np.sin(theta), q * np.cos(theta)), lambda theta: (0.0, 0.0))
    errors = {}
    for order, elements in ((1, 32), (1, 64), (2, 8), (2, 16)):
        model, beam = cantilever(elements, order=order)
        model.add(ss.LineLoad(beam, force=(0, q), follower=True))
        tip = ss.solve_static(model, steps=4)[beam].position[-1, -1]
        errors[order, elements] = np.linalg.norm(tip - exact(L)[4:6]) / L
    assert errors[1, 64] < 1e-3
    assert errors[2, 16] < 1e-4
    assert np.log2(errors[1, 32] / errors[1, 64]) == pytest.approx(2.0, abs=0.2)
    assert np.log2(errors[2, 8] / errors[2, 16]) == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize("redundant", [False, True])
def test_follower_force_at_a_place_of_a_line(redundant):
    """A force across the tip that turns with it; the line beyond the place of a force stays straight."""
    P, extra = 5 * EI / L**2, 0.5
    exact = elastica(lambda theta: (0 * theta, 0 * theta), lambda theta: (-P * np.sin(theta), P * np.cos(theta)))
    model = ss.Model(dim=2)
    fields = {"formulation": "redundant"} if redundant else {"order": 2}
    beam = model.add(ss.PlanarBeam.straight((0, 0), (L + extra, 0), 20, section=SLENDER, **fields))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.at(L), (0, P), follower=True))
    line = ss.solve_static(model, steps=4)[beam]
    k = int(np.argmin(abs(line.s - L)))
    assert line.position[-1, k] == pytest.approx(exact(L)[4:6], abs=1e-4 * L)
    assert line.angle[-1, k:] == pytest.approx(exact(L)[0], abs=1e-4)


def ring(follower, elements=20):
    """A quarter of a ring of radius 1 and EI = 1 under a radial load of 1 N/m inwards, with symmetric ends."""
    model = ss.Model(dim=2)
    angle = np.linspace(0, np.pi / 2, 2 * elements + 1)
    section = ss.Section(EA=1e6, EI=1.0, GA=1e6, GJ=1.0, mass_per_length=1.0, inertia=1e-4)
    arc = model.add(ss.PlanarBeam(positions=np.column_stack([np.cos(angle), np.sin(angle)]), section=section, order=2))
    model.add(ss.Prismatic(model.ground, arc.start, axis=(1, 0, 0)))
    model.add(ss.Prismatic(model.ground, arc.end, axis=(0, 1, 0)))
    if follower:
        model.add(ss.LineLoad(arc, force=(0, 1.0), follower=True))  # the normal points to the centre
    else:
        turn = 0.5 * np.pi / arc.length
        model.add(ss.LineLoad(arc, force=lambda s: (-np.cos(turn * s), -np.sin(turn * s))))
    return model


@pytest.mark.parametrize(("follower", "exact"), [(True, 3.0), (False, 4.0)])
def test_ring_under_pressure_and_under_radial_dead_loads(follower, exact):
    """3 EI/R^3 where the pressure stays normal, 4 EI/R^3 where the loads keep their directions."""
    assert ss.critical_load(ring(follower), load=6.0, steps=6) == pytest.approx(exact, rel=1e-3)


def column(follower):
    """A clamped column of unit length and EI with a thrust of 1 N at its free end."""
    model = ss.Model(dim=2)
    section = ss.Section(EA=1e6, EI=1.0, GA=1e6, GJ=1.0, mass_per_length=1.0, inertia=1e-6)
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 20, section=section, order=2))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.end, (-1, 0), follower=follower))
    return model


def test_column_under_a_tangential_force_flutters_instead_of_buckling():
    """Beck's column: pi^2/4 for the dead load; no static critical load for the follower, flutter at 20.05."""
    assert ss.critical_load(column(False), load=4.0, steps=4) == pytest.approx(np.pi**2 / 4, rel=1e-5)
    with pytest.raises(ss.SimulationError, match="stable up to load factor 19"):
        ss.critical_load(column(True), load=19.0, steps=10)
    with pytest.raises(ss.SimulationError, match=r"flutter begins between load factors 20 and 20\.2"):
        ss.critical_load(column(True), load=22.0, steps=110)


def test_spatial_column_with_double_eigenvalues_flutters_alike():
    model = ss.Model()
    section = ss.Section(EA=1e6, EI=1.0, GA=1e6, GJ=1.0, mass_per_length=1.0, inertia=1e-6)
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 10, section=section, order=2))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.end, (0, 0, -1), follower=True))
    with pytest.raises(ss.SimulationError, match="flutter begins between load factors 20 and 21"):
        ss.critical_load(model, load=22.0, steps=22)


def test_static_equilibria_beyond_the_critical_load_are_warned_of():
    """pi^2/4 = 2.4674; a slack string that was declared straight finds the arch in compression, which is unstable."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ss.solve_static(column(False), load=2.46)
        ss.solve_static(column(True), load=5.0)
    with pytest.warns(UserWarning, match=r"equilibrium at load factor 2\.475 is unstable"):
        ss.solve_static(column(False), load=2.475)
    held = column(False)
    held.add(ss.Fixed(held.ground, held.add(ss.RigidBody(1.0, 1.0, position=(3, 0)))))  # has no stiffness of its own
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ss.solve_static(held, load=2.46)
    model = ss.Model(dim=2, gravity=(0, -9.81))
    rope = model.add(ss.StringBody.straight((0, 0), (1, 0), 8, stiffness=500.0, mass_per_length=0.2, rest_length=1.1))
    model.add(ss.Revolute(model.ground, rope.start))
    model.add(ss.Revolute(model.ground, rope.end))
    with pytest.warns(UserWarning, match="unstable"):
        assert ss.solve_static(model)[rope].position[-1, 4, 1] > 0.0


def test_frequencies_under_a_follower_load_meet_and_become_complex():
    """The two lowest eigenvalues of Beck's column approach each other; beyond 20.05 they are no longer real."""
    rest = ss.modes(column(True), 2, about=ss.solve_static(column(True), load=1e-6)).omega_squared
    assert rest == pytest.approx([12.362, 485.52], rel=2e-3)
    loaded = ss.modes(column(True), 2, about=ss.solve_static(column(True), load=19.9)).omega_squared
    assert rest[0] < loaded[0] < loaded[1] < rest[1]
    assert loaded[1] - loaded[0] < 0.15 * (rest[1] - rest[0])
    with pytest.raises(ss.SimulationError, match="flutters"):
        ss.modes(column(True), 2, about=ss.solve_static(column(True), load=21.0))


@pytest.mark.parametrize("scheme", [ss.Theta(0.5), ss.EnergyMomentum(), ss.MoreauMidpoint()], ids=str)
def test_work_of_a_dead_load_is_in_the_ledger(scheme):
    """W = sum F_a . (r_a - r_a0), F_a = int N_a q ds, which is q L/n inside and half of it at the ends."""
    q = np.array([0.3, -1.0])
    section = ss.Section(EA=100.0, EI=EI, GA=50.0, GJ=1.0, mass_per_length=1.0, inertia=0.05)
    model = ss.Model(dim=2)
    soft = model.add(ss.PlanarBeam.straight((0, 0), (L, 0), 6, section=section))
    model.add(ss.Fixed(model.ground, soft.start))
    model.add(ss.LineLoad(soft, force=q))
    result = ss.simulate(model, 0.2, 1e-3, integrator=scheme)
    moved = result[soft].position - result[soft].position[0]
    share = np.array([0.5, 1, 1, 1, 1, 1, 0.5]) * L / 6
    work = np.einsum("a,nai,i->n", share, moved, q)
    assert work[-1] > 1e-3
    assert result.energy.loads == pytest.approx(work, abs=1e-9 * work.max())
    assert abs(result.energy.remainder).max() < 1e-9 * work.max()


def test_schemes_agree_under_a_pulsating_follower_load():
    """What the load does is what the beam gets: no dissipation in it; all schemes end at the same place."""
    ends = []
    for scheme in (ss.EnergyMomentum(), ss.Theta(0.5), ss.MoreauMidpoint()):
        section = ss.Section(EA=100.0, EI=EI, GA=50.0, GJ=1.0, mass_per_length=1.0, inertia=0.05)
        model = ss.Model(dim=2)
        beam = model.add(ss.PlanarBeam.straight((0, 0), (L, 0), 6, section=section))
        model.add(ss.Fixed(model.ground, beam.start))
        model.add(ss.LineLoad(beam, force=(0, 3.0), follower=True, factor=ss.Sine(1, 2)))
        result = ss.simulate(model, 1.0, 1e-3, integrator=scheme)
        assert result.energy.loads[-1] == pytest.approx(np.ptp(result.energy.total[[0, -1]]), rel=2e-5)
        assert abs(result.energy.remainder).max() < 1e-12
        ends.append(result[beam].position[-1, -1])
    assert ends[0][1] > 0.1
    assert ends[1:] == [pytest.approx(ends[0], abs=1e-5)] * 2


@pytest.mark.parametrize("formulation", ["plain", "bezier"])
def test_a_load_on_a_string_acts_like_its_weight(formulation):
    """A load of rho g per declared length hangs a string as gravity does; on a stretched one rho g over the stretch."""
    for free in (None, 0.99):
        places = []
        for g in (9.81, 0.0):
            model = ss.Model(dim=2, gravity=(0, -g))
            rope = model.add(
                ss.StringBody.straight(
                    (0, 0), (1, 0), 8, stiffness=500.0, mass_per_length=0.2, rest_length=free, formulation=formulation
                )
            )
            model.add(ss.Revolute(model.ground, rope.start))
            model.add(ss.Revolute(model.ground, rope.end))
            if not g:
                model.add(ss.LineLoad(rope, force=(0, -0.2 * 9.81 * (free or 1.0))))
            places.append(ss.solve_static(model, steps=2)[rope].position[-1])
        assert places[1] == pytest.approx(places[0], abs=1e-8)
        assert places[0][4, 1] < -0.03


def test_closed_line_takes_a_load_all_around():
    nodes = [(np.cos(x), np.sin(x)) for x in np.linspace(0, 2 * np.pi, 12, endpoint=False)]
    model = ss.Model(dim=2)
    hoop = model.add(ss.PlanarBeam(positions=nodes, section=SLENDER, closed=True))
    model.add(ss.LineLoad(hoop, force=(0, 2.0)))
    result = ss.simulate(model, 0.1, 1e-2, integrator=ss.Theta(0.5))
    assert result[hoop].velocity[-1, :, 1] == pytest.approx(0.2, rel=1e-9)  # free fall: 2 N/m on 1 kg/m
    with pytest.raises(ss.ModelError, match="lies in the closing element"):
        ss.LineLoad(hoop, force=(0, 1), end=hoop.length - 0.01)


def refused(match, body=None, **fields):
    """Check that a load is rejected, when declared or when assembled."""
    model = ss.Model(dim=2)
    line = model.add(body or ss.PlanarBeam.straight((0, 0), (1, 0), 2, section=SLENDER))
    with pytest.raises(ss.ModelError, match=match):
        model.add(ss.LineLoad(line, **{"name": "wind", **fields}))
        ss.simulate(model, 0.1, 0.1)


def test_bad_loads_are_refused_by_name():
    refused("give a force or a moment")
    refused("LineLoad 'wind': force gives .* 2 finite numbers", force=(1, 2, 3))
    refused("LineLoad 'wind': force = 'down': must be finite numbers", force="down")
    refused("must be finite numbers", force=(0, float("nan")))
    refused("LineLoad 'wind': force gives .* 2 finite numbers", force=lambda s: (s,))
    refused("LineLoad 'wind': moment gives .* 1 finite number in", moment=(0, 0, 1))
    refused(r"end = 1\.5 is not on PlanarBeam 'planarbeam1' \(0 to 1 m\)", force=(0, 1), end=1.5)
    refused(r"start = 0\.5 must be smaller than end = 0\.2", force=(0, 1), start=0.5, end=0.2)
    refused("start = -1: must be >= 0", force=(0, 1), start=-1)
    refused("did you mean 'follower'", force=(0, 1), folower=True)
    rope = ss.StringBody.straight((0, 0), (1, 0), 2, stiffness=1.0, mass_per_length=1.0)
    refused("follower=True needs section axes", rope, force=(0, 1), follower=True)
    refused("cannot carry a moment", rope.model_copy(), moment=1.0)
    for formulation, line in (
        ("exact", ss.PlanarBeam.straight((0, 0), (1, 0), 2, section=SLENDER, formulation="redundant")),
        ("plain", ss.StringBody.straight((0, 0), (1, 0), 2, stiffness=1.0, mass_per_length=1.0, formulation="bezier")),
    ):
        for change in ({"follower": True}, {"factor": ss.Sine(1, 1)}, {"moment": 1.0}, {"force": lambda s: (0, s)}):
            refused(f"use formulation='{formulation}'", line.model_copy(), **{"force": (0, 1), **change})
    with pytest.raises(ss.ModelError, match="line"):
        ss.LineLoad(ss.RigidBody(1, 1), force=(0, 1))
    model = ss.Model(dim=2)
    model.add(ss.RigidBody(1, 1))
    model.add(ss.LineLoad(rope, force=(0, 1), name="wind"))
    with pytest.raises(ss.ModelError, match=r"LineLoad 'wind': .* is not part of the model"):
        ss.simulate(model, 0.1, 0.1)


def test_a_follower_force_on_a_plain_string_is_refused():
    model = ss.Model(dim=2)
    rope = model.add(ss.StringBody.straight((0, 0), (1, 0), 2, stiffness=1.0, mass_per_length=1.0))
    model.add(ss.PointForce(rope.end, (0, 1), follower=True, name="jet"))
    with pytest.raises(ss.ModelError, match="PointForce 'jet': a string has no orientation; follower=True needs"):
        ss.simulate(model, 0.1, 0.1)
