"""Mixed time stepping: order, energy, contact forces on velocity level, impulses, start, checkpoints."""

import dataclasses

import numpy as np
import pytest
from mechanisms import bouncing_slider, spin_with_friction
from mixed_schemes import SCHEMES, SMOOTH, ids

import stickslip as ss
from stickslip.examples import bouncing_ball, heavy_top, slider_crank, slope_block
from stickslip.integrators.schemes import from_description
from stickslip.results.store import MemoryStore
from stickslip.system.assemble import assemble, describe

G = 9.81


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_description_gives_the_scheme_back(scheme):
    assert from_description(scheme.describe()) == scheme


def test_bad_parameters_are_refused():
    with pytest.raises(ss.ModelError, match="rho_inf"):
        ss.GeneralizedAlpha(1.5)
    with pytest.raises(ss.ModelError, match="or none of them"):
        ss.GeneralizedAlpha(beta=0.25)
    with pytest.raises(ss.ModelError, match=r"\[0, 1/3\]"):
        ss.GeneralizedAlpha.hht(0.4)
    with pytest.raises(ss.ModelError, match="'carry' or 'reinit'"):
        ss.Bathe(after_impact="forget")
    with pytest.raises(ss.ModelError, match="tolerance"):
        ss.Bathe(tolerance=0.0)


def test_whole_numbers_are_parameters_of_the_same_type():
    """Another type of one number would have all kernels compiled once more."""
    for scheme in (ss.GeneralizedAlpha(0), ss.GeneralizedAlpha.hht(0), ss.GeneralizedAlpha.newmark(1, 1)):
        assert [type(x) for x in scheme.mixed()] == [type(x) for x in ss.Bathe().mixed()]


@pytest.mark.parametrize("scheme", SMOOTH, ids=ids)
def test_heavy_top_with_order_two(scheme):
    """A fast top on a spherical joint: finite rotations, gyroscopic forces and a constraint at once."""
    study = ss.convergence(
        heavy_top.build(), [scheme], (1e-3, 5e-4, 2.5e-4), quantity=lambda r: r["top"].position[-1],
        reference=heavy_top.REFERENCE[1.0], t_end=1.0,
    )  # fmt: skip
    print(study.table())
    assert study.order[0] == pytest.approx(2.0, abs=0.2)
    assert study.errors[0, -1] < 1e-2


def spherical_pendulum():
    """A rod hangs from a spherical joint and swings in space, with a spring and a damper at its end."""
    model = ss.Model(gravity=(0, 0, -G))
    omega, centre = np.array([-2.0, 1.0, 3.0]), np.array([0.0, 0.0, -0.5])
    velocity = np.cross(omega, centre)
    rod = model.add(
        ss.RigidBody(1.0, (0.08, 0.09, 0.01), position=centre, velocity=velocity, angular_velocity=omega, name="rod")
    )
    model.add(ss.Spherical(model.ground, rod, at=(0, 0, 0)))
    wall = model.ground.point("wall", (1.0, 0.5, -1.0))
    model.add(ss.SpringDamper(rod.point("tip", (0.1, 0, -0.5)), wall, stiffness=5.0, damping=0.5))
    return model, rod


@pytest.mark.parametrize("scheme", SMOOTH, ids=ids)
def test_spherical_pendulum_with_order_two(scheme):
    """Motion and the share of energy that the scheme takes shrink as dt^2, and so does the drift it has uncorrected."""
    model, _ = spherical_pendulum()
    study = ss.convergence(model, [scheme], (8e-3, 4e-3, 2e-3), quantity=lambda r: r["rod"].position[-1], t_end=0.8)
    print(study.table())
    assert study.order[0] == pytest.approx(2.0, abs=0.2)
    coarse, fine = (ss.simulate(model, 0.8, dt, integrator=scheme) for dt in (4e-3, 2e-3))
    assert fine.energy.dampers[-1] < -0.01
    ratio = abs(coarse.energy.integrator).max() / abs(fine.energy.integrator).max()
    assert np.log2(ratio) == pytest.approx(2.0, abs=0.3)
    for result in (coarse, fine):
        assert result.certificate.velocity_drift < 1e-9 and result.certificate.position_drift < 1e-10
    free = dataclasses.replace(scheme, stabilise=False)
    coarse, fine = (ss.simulate(model, 0.8, dt, integrator=free).certificate.position_drift for dt in (4e-3, 2e-3))
    assert coarse / fine == pytest.approx(4.0, abs=1.0)


def oscillator(w=5.0):
    model = ss.Model()
    body = model.add(ss.RigidBody(2.0, 0.1, position=(0.2, 0, 0), velocity=(0, 0.5, 0)))
    model.add(ss.SpringDamper(model.ground, body, stiffness=2.0 * w * w, rest_length=0.0))
    return model


def test_energy_is_kept_or_taken_as_the_spectral_radius_says():
    """Trapezoidal rule: none is lost. Others: a factor radius^2 in each step."""
    steps, dt = 200, 0.04
    kept = ss.simulate(
        oscillator(), steps * dt, dt, integrator=ss.GeneralizedAlpha.newmark(consistent_start=False)
    ).energy.total
    assert abs(kept - kept[0]).max() < 1e-12 * kept[0]
    for scheme in (ss.GeneralizedAlpha(0.5), ss.Bathe()):
        energy = ss.simulate(oscillator(), steps * dt, dt, integrator=scheme).energy
        radius = ss.spectral(scheme, [5.0 * dt / (2 * np.pi)]).radius[0]
        assert energy.total[-1] / energy.total[0] == pytest.approx(radius ** (2 * steps), rel=0.02)
        assert energy.integrator[-1] < 0.0


def soft_cantilever():
    """A clamped beam whose tip is driven so gently that its short waves stay at rest."""
    model = ss.Model()
    section = ss.Section(EA=2e3, EI=(2.0, 2.0), GA=1e3, GJ=1.5, mass_per_length=0.5, inertia=(1e-3, 1e-3))
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), elements=4, section=section))
    model.add(ss.Fixed(beam.start, model.ground))
    model.add(ss.PointForce(beam.end, (0, 0, 1.0), factor=ss.Sine(1.0, 0.5)))
    return model, beam


@pytest.mark.parametrize("scheme", SMOOTH, ids=ids)
def test_beam_with_order_two(scheme):
    model, beam = soft_cantilever()
    study = ss.convergence(model, [scheme], (8e-3, 4e-3, 2e-3), quantity=lambda r: r[beam].position[-1, -1], t_end=0.4)
    print(study.table())
    assert study.order[0] == pytest.approx(2.0, abs=0.2)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_apexes_of_a_bouncing_ball(scheme):
    """h e^(2 n): an impact is met at the end of a step, so apexes have an error of first order, and not more."""
    e, errors = 0.8, []
    for dt in (1e-3, 1e-4):
        result = ss.simulate(bouncing_ball.model(e), 2.0, dt, integrator=scheme)
        z, v = result["ball"].position[:, 2] - 0.1, result["ball"].velocity[:, 2]
        top = np.flatnonzero((v[:-1] > 0.0) & (v[1:] <= 0.0))
        apexes = np.array([max(z[k], z[k + 1]) for k in top])[:3]
        errors.append(abs(apexes - e ** (2 * np.arange(1, 4))).max())
        assert errors[-1] < 15.0 * dt
        assert result.energy.impacts.max() <= 0.0
        assert result.certificate.penetration < 5.0 * dt
    assert errors[1] < 0.3 * errors[0]


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_ball_comes_to_rest_and_stays(scheme):
    """After infinitely many impacts in finite time the floor carries the weight."""
    result = ss.simulate(bouncing_ball.model(0.5), 2.5, 1e-3, integrator=scheme)
    late = result.time > 2.0
    assert abs(result["ball"].velocity[late]).max() < 1e-9
    assert result.contacts.at(2.5).force[:, 2] == pytest.approx([G], rel=1e-6)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
@pytest.mark.parametrize("dim", [2, 3])
def test_block_at_rest_has_exact_forces_from_the_first_step(scheme, dim):
    """A consistent start knows the forces of closed contacts: friction m g sin a, pressure m g cos a."""
    angle, weight = np.deg2rad(10.0), 2.0 * G
    result = ss.simulate(slope_block.model(angle, 0.5, dim), 0.02, 1e-2, integrator=scheme)
    force = abs(result.contacts.at(0.01).force.sum(axis=0))
    assert force[0] == pytest.approx(weight * np.sin(angle), rel=1e-9)
    assert force[dim - 1] == pytest.approx(weight * np.cos(angle), rel=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
@pytest.mark.parametrize("dim", [2, 3])
def test_block_slides_with_the_exact_acceleration(scheme, dim):
    """a = g (sin a - mu cos a): all forces are constant, so velocity and position are exact."""
    angle = np.deg2rad(35.0)
    result = ss.simulate(slope_block.model(angle, 0.5, dim), 1.0, 1e-2, integrator=scheme)
    a = G * (np.sin(angle) - 0.5 * np.cos(angle))
    np.testing.assert_allclose(result["block"].velocity[:, 0], a * result.time, atol=1e-11)
    np.testing.assert_allclose(result["block"].position[:, 0], 0.5 * a * result.time**2, atol=1e-11)
    work = -0.5 * 2.0 * G * np.cos(angle) * result["block"].position[-1, 0]
    assert result.energy.friction[-1] == pytest.approx(work, rel=1e-9)


def test_start_without_contact_forces_shows_in_the_first_steps():
    """As published: generalized-alpha answers with a wrong force that dies out, Bathe's rule does not mind."""
    angle = np.deg2rad(10.0)
    exact = 2.0 * G * np.cos(angle)

    def first(scheme):
        result = ss.simulate(slope_block.model(angle, 0.5), 0.02, 1e-2, integrator=scheme)
        return abs(result.contacts.at(0.01).force.sum(axis=0))[2]

    assert abs(first(ss.GeneralizedAlpha(0.8, consistent_start=False)) - exact) > 1.0
    assert first(ss.Bathe(consistent_start=False)) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_stops_bounce_with_restitution(scheme):
    """Between stops 1 m apart with e = 1/2: speeds 2, 1, 1/2, and all lost energy is impact work."""
    model, slider, joint = bouncing_slider()
    result = ss.simulate(model, 3.0, 1e-3, integrator=scheme)
    speed = result[slider].velocity[:, 0]
    for t, expected in ((0.2, 2.0), (1.0, -1.0), (2.0, 0.5)):
        assert speed[round(t / 1e-3)] == pytest.approx(expected, abs=1e-12)
    assert abs(result[joint].coordinate).max() < 0.5 + 3e-3
    assert result.energy.impacts[-1] == pytest.approx(0.5 * 0.25 - 0.5 * 4.0, rel=1e-12)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_stop_carries_a_load_for_ever(scheme):
    """A slider pressed against its stop stays there."""
    model = ss.Model(gravity=(0, 0, -G))
    slider = model.add(ss.RigidBody(1.0, 0.1))
    joint = model.add(ss.Prismatic(model.ground, slider, axis=(0, 0, 1), stops=(0.0, 0.5)))
    result = ss.simulate(model, 1.0, 1e-2, integrator=scheme)
    assert abs(result[joint].coordinate).max() < 1e-14


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_joint_friction_sticks_below_its_bound_and_brakes_above(scheme):
    """Torque 0.9 of the bound: not the least motion. Torque 1.5: (M - bound)/J. Coasting: -bound/J, then rest."""
    result, wheel = spin_with_friction(scheme, 1.8, 0.0)
    assert abs(result[wheel].angular_velocity).max() < 1e-14
    result, wheel = spin_with_friction(scheme, 3.0, 0.0)
    assert result[wheel].angular_velocity[-1, 2] == pytest.approx((3.0 - 2.0) / 0.5, rel=1e-9)
    result, wheel = spin_with_friction(scheme, 0.0, 3.0)
    assert result[wheel].angular_velocity[50, 2] == pytest.approx(3.0 - 4.0 * 0.5, rel=1e-9)
    assert abs(result[wheel].angular_velocity[-1, 2]) < 1e-12


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_super_ball(scheme):
    """e_N = e_T = 1 and enough friction: v' = (3 v - 4 R w)/7, R w' = -(10 v + 3 R w)/7, no energy lost."""
    R, m, v, Rw = 0.1, 0.3, 1.5, 0.8
    model = ss.Model()
    ball = model.add(
        ss.RigidBody(
            m, 0.4 * m * R * R, position=(0, 0, R + 1e-7), velocity=(v, 0, -2.0), angular_velocity=(0, -8.0, 0)
        )
    )
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(
        ss.Contact(ball.add(ss.Sphere(radius=R)), floor, friction=100.0, restitution=1.0, tangential_restitution=1.0)
    )
    result = ss.simulate(model, 1e-6, 1e-7, integrator=scheme)
    assert result[ball].velocity[-1] == pytest.approx([(3 * v - 4 * Rw) / 7, 0.0, 2.0], abs=5e-6)
    assert -R * result[ball].angular_velocity[-1, 1] == pytest.approx(-(10 * v + 3 * Rw) / 7, abs=5e-6)
    assert result.energy.kinetic[-1] == pytest.approx(result.energy.kinetic[0], rel=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES, ids=ids)
def test_a_run_goes_on_from_its_checkpoint_bit_for_bit(scheme):
    """In the middle of a mechanism that rattles: accelerations and closed contacts are part of the state."""
    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": True, "max_halvings": 5}
    assembly = assemble(slider_crank.model())
    whole, store = scheme.new_run(assembly, settings, 3), MemoryStore({"dim": 2, **describe(assembly)})
    whole.start(False, 1e-4)
    whole.advance(1e-4, 280, store)
    whole.flush(store)
    saved = store.last_checkpoint()[0]
    whole.advance(1e-4, 220, store)
    again = scheme.new_run(assembly, settings, 3)
    again.restore(saved)
    again.advance(1e-4, 220, MemoryStore({"dim": 2, **describe(assembly)}))
    for name in ("t", "q", "u", "a", "ledger", "impulse", "coordinate"):
        np.testing.assert_array_equal(getattr(whole.state, name), getattr(again.state, name), err_msg=name)


@pytest.mark.parametrize("scheme", [ss.GeneralizedAlpha, ss.Bathe, ss.EDAlpha], ids=lambda s: s.__name__)
def test_a_force_that_sets_in_suddenly_is_met_by_iterations(scheme):
    """Rates of convergence known from quiet steps are not trusted where a compliant contact may close."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0.13), velocity=(0, -1.0), name="ball"))
    skin = ball.add(ss.Circle(radius=0.1))
    model.add(ss.Bushing(model.ground, ball, stiffness=(400.0,) * 3))
    model.add(ss.Contact(skin, floor, law=ss.Compliant(stiffness=2e4)))
    tight, tighter = (
        ss.simulate(model, 0.1, 5e-3, integrator=scheme(tolerance=tol))["ball"].velocity for tol in (1e-10, 1e-13)
    )
    assert abs(tight - tighter).max() < 1e-8
    assert tight[:, 1].max() > 0.5  # it comes back
