"""Flexible lines in motion: conservation, agreement of schemes, damping, attachments, contact along the line."""

import numpy as np
import pytest

import stickslip as ss

SOFT = ss.Material(young=2e9, density=1000.0, poisson=0.3)


def flying(order=1, elements=6):
    """A free beam, thrown and turning, bent by its initial velocities."""
    model = ss.Model()
    nodes = order * elements + 1
    kick = [(0.0, 0.3 * np.sin(k), 0.5 * np.cos(2 * k)) for k in range(nodes)]
    model.add(
        ss.Beam.straight(
            (0, 0, 0), (1, 0, 0), elements, section=ss.Rectangle(0.02, 0.01), material=SOFT, order=order,
            velocity=(1, 2, 3),
            angular_velocity=(1, 5, 8), velocities=kick, name="beam",
        )
    )  # fmt: skip
    return model


def momenta(result, model):
    """Linear and angular momentum (about the origin) of the lumped nodes over time."""
    from stickslip.system.assemble import assemble

    nodes, line = assemble(model).system.nodes, result["beam"]
    M = np.array([nodes.M[m : m + 36].reshape(6, 6) for m in nodes.m_off])
    p = M[:, 0, 0][:, None] * line.velocity
    spin = np.einsum("nkij,kjl,nkl->nki", line.rotation, M[:, 3:, 3:], line.angular_velocity)
    return p.sum(axis=1), (np.cross(line.position, p) + spin).sum(axis=1)


@pytest.mark.parametrize("order", [1, 2])
def test_energy_momentum_conserves_everything_on_a_flying_beam(order):
    model = flying(order, 6 // order)
    result = ss.simulate(model, 10.0, 1e-3, integrator=ss.EnergyMomentum(), record=ss.Record(every=100))
    total = result.energy.total
    assert abs(total - total[0]).max() <= 1e-9 * total[0]
    assert result.energy.potential.max() > 1e-3 * total[0]  # it does vibrate
    for momentum in momenta(result, model):
        assert abs(momentum - momentum[0]).max() <= 1e-9 * np.linalg.norm(momentum[0])


def test_schemes_agree_on_a_cantilever_with_their_order():
    model = ss.Model(gravity=(0, 0, -9.81))
    beam = model.add(ss.Beam.straight((0, 0, 0), (2, 0, 0), 6, section=ss.Rectangle(0.02, 0.02), material=SOFT))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.end, vector=(0, 1, -2)))

    def tip(scheme, dt):
        return ss.simulate(model, 0.1, dt, integrator=scheme, record=ss.Record(every=10**6))[beam].position[-1, -1]

    ends = {}
    for scheme in (ss.EnergyMomentum(), ss.Theta(0.5)):
        coarse, middle, fine = (tip(scheme, dt) for dt in (4e-4, 2e-4, 1e-4))
        assert np.linalg.norm(coarse - middle) / np.linalg.norm(middle - fine) == pytest.approx(4.0, abs=0.6)
        ends[type(scheme)] = (4 * fine - middle) / 3
    assert ends[ss.Theta] == pytest.approx(ends[ss.EnergyMomentum], abs=1e-7)
    assert tip(ss.MoreauMidpoint(), 1e-5) == pytest.approx(ends[ss.EnergyMomentum], abs=1e-5)


def test_kelvin_voigt_damping_takes_exactly_what_is_missing():
    model = flying()
    beam = model["beam"]
    damped = ss.Model()
    damped.add(beam.model_copy(update={"retardation": 1e-4}))
    for scheme, dt in ((ss.EnergyMomentum(), 1e-3), (ss.Theta(0.5), 2e-4)):
        energy = ss.simulate(damped, 0.5, dt, integrator=scheme).energy
        loss = energy.total[0] - energy.total[-1]
        own = energy.integrator[-1]
        assert energy.dampers[-1] + own == pytest.approx(-loss, rel=1e-9)
        assert isinstance(scheme, ss.Theta) or abs(own) < 1e-9 * loss
        assert loss > 5e-3 * energy.total[0]
        assert abs(energy.remainder).max() < 1e-9 * energy.total[0]


def test_string_pendulum_keeps_its_energy():
    model = ss.Model(dim=2, gravity=(0, -9.81))
    rope = model.add(ss.StringBody.straight((0, 0), (1, 0), 8, stiffness=500.0, mass_per_length=0.2, law="neo-hookean"))
    model.add(ss.Revolute(model.ground, rope.start))
    result = ss.simulate(model, 2.0, 1e-3, integrator=ss.EnergyMomentum())
    scale = result.energy.kinetic.max()
    assert abs(result.energy.total - result.energy.total[0]).max() < 1e-11 * scale
    assert scale > 0.5


def test_attachments_anywhere_put_a_node_there():
    model = ss.Model()
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 2, section=ss.Round(0.01), material=SOFT, order=2))
    model.add(ss.Fixed(model.ground, beam.at(0.3)))
    model.add(ss.PointForce(beam.end, vector=(0, 0, 1.0)))
    result = ss.solve_static(model)
    assert result[beam].s.tolist() == pytest.approx([0, 0.15, 0.3, 0.4, 0.5, 0.75, 1.0])
    EI = SOFT.young * np.pi * 0.01**4 / 4
    shear = 0.7 / (0.9 * SOFT.shear * np.pi * 0.01**2)
    assert result[beam].position[-1, -1, 2] == pytest.approx(0.7**3 / (3 * EI) + shear, rel=2e-3)
    force = result[beam].resultant[-1]
    assert abs(force[-1, :3]).max() == pytest.approx(1.0, rel=1e-3)  # shear force along the free part
    assert abs(force[0]).max() < 1e-6  # nothing beyond the clamp


def test_frames_that_nothing_uses_leave_the_mesh_alone():
    def s_of(use):
        model = ss.Model()
        beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 2, section=ss.Round(0.01), material=SOFT))
        model.add(ss.Fixed(model.ground, beam.start))
        frame, other = beam.at(0.3), beam.at(0.7)
        if use:
            model.add(ss.SpringDamper(frame, beam.frame("side", (0, 0.1, 0), s=0.8), stiffness=1.0))
            beam.add(ss.Sphere(radius=0.01), s=0.9)
        assert other.s == 0.7
        return ss.solve_static(ss.Model.from_yaml(model.to_yaml()))[beam.name].s

    assert s_of(False).tolist() == [0.0, 0.5, 1.0]
    assert s_of(True).tolist() == pytest.approx([0.0, 0.3, 0.5, 0.8, 0.9, 1.0])


def test_callbacks_see_all_nodes_of_a_line():
    model = ss.Model(dim=2, gravity=(0, -9.81))
    beam = model.add(
        ss.PlanarBeam.straight(
            (0, 0), (1, 0), 4, section=ss.Rectangle(0.02, 0.01), material=SOFT, formulation="redundant", name="beam"
        )
    )
    ball = model.add(ss.RigidBody(1.0, 1.0, name="ball"))
    model.add(ss.Fixed(model.ground, beam.start))
    seen = []
    result = ss.simulate(
        model, 0.01, 1e-3, integrator=ss.Theta(), callback=lambda t, state: seen.append(state["poses"])
    )
    r, A, v, omega = seen[-1]["beam"]
    assert r[:, :2] == pytest.approx(result[beam].position[-1])
    assert v[:, :2] == pytest.approx(result[beam].velocity[-1])
    assert omega[:, 2] == pytest.approx(result[beam].angular_velocity[-1])
    assert A == pytest.approx(result[beam].rotation[-1])
    assert seen[-1]["ball"][0].shape == (3,)
    assert seen[-1]["ball"][0][:2] == pytest.approx(result[ball].position[-1])


def test_arc_length_follows_the_snap_through():
    """P(h) = 2 EA (1 - l/l_0) h/l with l = sqrt(1 + h^2): up to a limit point, down below zero, up again."""

    def load(h):
        l = np.sqrt(1 + h * h)
        return 200.0 * (1 - l / np.sqrt(1.09)) * h / l

    model = ss.Model(dim=2)
    bars = model.add(ss.StringBody(positions=((-1, 0), (0, 0.3), (1, 0)), stiffness=100.0, mass_per_length=1.0))
    model.add(ss.Revolute(model.ground, bars.start))
    model.add(ss.Revolute(model.ground, bars.end))
    model.add(ss.PointForce(bars.node(1), (0, -1)))
    path = ss.solve_static(model, method="arc-length", load=5.0, arc_length=0.01)
    h = path[bars].position[:, 1, 1]
    assert path.time == pytest.approx(load(h), abs=1e-8)
    assert path.time[-1] == pytest.approx(5.0)
    height = np.linspace(-0.3, 0.3, 2001)
    assert path.time.max(where=h > 0, initial=0.0) == pytest.approx(load(height).max(), rel=5e-3)
    assert path.time.min() == pytest.approx(load(height).min(), rel=5e-3)
    assert abs(np.diff(h)[:-1]).max() <= 0.01 * (1 + 1e-9)  # never longer than asked for


def test_arc_length_grows_after_easy_steps():
    model = ss.Model(dim=2)
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 8, section=ss.Rectangle(0.02, 0.01), material=SOFT))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.PointForce(beam.end, vector=(0, 20.0)))
    path = ss.solve_static(model, steps=60, method="arc-length")
    assert path.time[-1] == 1.0
    assert len(path) < 20
    step = np.linalg.norm(np.diff(path[beam].position, axis=0), axis=(1, 2))[:-1]
    assert step[:2] == pytest.approx(step[0] * np.array([1, 1.5]), rel=0.05)
    assert step.max() < 8.2 * step[0]
    fixed = ss.solve_static(model, steps=10)
    assert path[beam].position[-1] == pytest.approx(fixed[beam].position[-1], abs=1e-8)


def test_attachments_at_and_beside_a_middle_node_keep_their_places():
    beam = ss.Beam.straight((0, 0, 0), (1, 0, 0), 1, section=ss.Round(0.01), material=SOFT, order=2)
    assert beam.mesh([0.5, 0.7]).tolist() == pytest.approx([0, 0.25, 0.5, 0.6, 0.7, 0.85, 1.0])
    ring = [(np.cos(x), np.sin(x)) for x in np.linspace(0, 2 * np.pi, 8, endpoint=False)]
    hoop = ss.PlanarBeam(positions=ring, section=ss.Round(0.01), material=SOFT, order=2, closed=True)
    assert len(hoop.mesh()) == 8
    with pytest.raises(ss.ModelError, match="no normal, no rotations"):
        ss.PlanarBeam.straight((0, 0), (1, 0), 2, section=ss.Round(0.01), material=SOFT, normal=(0, 0, 1))
    with pytest.raises(ss.ModelError, match="at least 3 nodes"):
        ss.PlanarBeam(positions=ring[:2], section=ss.Round(0.01), material=SOFT, closed=True)


def test_a_closed_ring_floats_free_and_keeps_its_energy():
    ring = [(np.cos(x), np.sin(x)) for x in np.linspace(0, 2 * np.pi, 12, endpoint=False)]
    model = ss.Model(dim=2)
    hoop = model.add(
        ss.PlanarBeam(
            positions=ring, section=ss.Rectangle(0.01, 0.02), material=SOFT, closed=True, velocity=(1, 0),
            angular_velocity=2.0, velocities=[(0.3 * x, -0.3 * y) for x, y in ring],
        )
    )  # fmt: skip
    energy = ss.simulate(model, 0.5, 1e-3, integrator=ss.EnergyMomentum()).energy
    assert energy.potential.max() > 1e-3 * energy.total[0]
    assert abs(energy.total - energy.total[0]).max() < 1e-10 * energy.total[0]
    assert hoop.length == pytest.approx(12 * 2 * np.sin(np.pi / 12))


def test_start_from_an_equilibrium_stays_there():
    model = ss.Model(dim=2, gravity=(0, -9.81))
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 6, section=ss.Rectangle(0.02, 0.01), material=SOFT))
    model.add(ss.Fixed(model.ground, beam.start))
    rest = ss.solve_static(model, steps=2)
    result = ss.simulate(model, 0.05, 1e-3, integrator=ss.Theta(), start=rest)
    assert abs(result[beam].position - rest[beam].position[-1]).max() < 1e-8
    with pytest.raises(ss.ModelError, match="must be a Result"):
        ss.simulate(model, 0.05, 1e-3, integrator=ss.Theta(), start="rest")
    with pytest.raises(ss.ModelError, match="load = nan must be a finite number"):
        ss.solve_static(model, load=float("nan"))


def test_beam_rests_on_a_plane_with_its_weight():
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    beam = model.add(ss.Beam.straight((0, 0, 0.011), (1, 0, 0.011), 5, section=ss.Round(0.01), material=SOFT))
    model.add(ss.Contact(beam.surface(0.01), floor, friction=0.3))
    dt = 1e-4
    result = ss.simulate(model, 0.1, dt, integrator=ss.Theta(0.6), record=ss.Record(every=100))
    impulses = result.store.read("contacts")[-int(result.store.read("contact_count")[-1]) :, 4]
    assert impulses.sum() / dt == pytest.approx(1000 * np.pi * 1e-4 * 9.81, rel=1e-6)
    assert abs(result[beam].velocity[-1]).max() < 1e-9


def test_a_ball_crosses_the_elements_of_a_stiff_beam_as_if_it_were_rigid():
    model = ss.Model(gravity=(0, 0, -9.81))
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 7, section=ss.Round(0.05), material=ss.steel))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.Fixed(model.ground, beam.end))
    ball = model.add(ss.RigidBody(1e-3, 1e-7, position=(0.1, 0, 0.06), velocity=(1.0, 0, 0), name="ball"))
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.01)), beam.surface(0.05)))
    result = ss.simulate(model, 0.7, 1e-4, integrator=ss.Theta(1.0), record=ss.Record(every=50))
    assert result["ball"].position[-1] == pytest.approx((0.8, 0, 0.06), abs=2e-4)
    assert result["ball"].velocity[-1][0] == pytest.approx(1.0, abs=1e-3)


def test_what_a_string_cannot_carry_is_refused_by_name():
    model = ss.Model()
    rope = model.add(ss.StringBody.straight((0, 0, 0), (1, 0, 0), 2, stiffness=10.0, mass_per_length=1.0))
    model.add(ss.Fixed(model.ground, rope.start, name="clamp"))
    with pytest.raises(ss.ModelError, match="Fixed 'clamp': a string has no orientation"):
        ss.simulate(model, 0.1, 1e-2)
    with pytest.raises(ss.ModelError, match=r"s = 1\.5 is not on the line"):
        rope.at(1.5)
    with pytest.raises(ss.ModelError, match="name a place on it"):
        other = ss.Model()
        line = other.add(ss.StringBody.straight((0, 0, 0), (1, 0, 0), 2, stiffness=10.0, mass_per_length=1.0))
        other.add(ss.Spherical(other.ground, line))
        ss.simulate(other, 0.1, 1e-2)


def test_too_large_turns_between_nodes_are_warned_of():
    model = ss.Model()
    section = ss.Section(EA=1e4, EI=1, GA=1e4, GJ=1, mass_per_length=1, inertia=1e-3)
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 4, section=section))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.Torque(beam.end, vector=(0, 0, 1.9)))
    with pytest.warns(UserWarning, match=r"neighbouring nodes are rotated by \d+ degrees"):
        ss.solve_static(model, steps=4)


def test_a_spinning_ring_twists_the_pole_by_friction_at_its_surface():
    """Pressed by F it settles where N = F / sqrt(1 + mu^2), and the torque mu N r twists the tip by mu N r s / GJ."""
    mu, radius, F, s, GJ = 0.3, 0.01, 2.0, 0.53, 1.0
    model = ss.Model()
    section = ss.Section(EA=1e5, EI=1e3, GA=1e5, GJ=GJ, mass_per_length=1.0, inertia=1e-3)
    pole = model.add(
        ss.BendingTorsionBeam.straight((0, 0, 0), (0, 0, 1), 4, section=section, retardation=2e-2, name="pole")
    )
    model.add(ss.Fixed(model.ground, pole.start))
    sleeve = model.add(ss.RigidBody(0.1, (1.0, 1.0, 1.0), position=(0, 0, s), angular_velocity=(0, 0, 20), name="s"))
    model.add(ss.Contact(sleeve.add(ss.Ring(radius=0.011)), pole.surface(radius), friction=mu))
    model.add(ss.PointForce(sleeve, (F, 0, 0)))
    model.add(ss.Bushing(model.ground.frame("c", (0, 0, s)), sleeve, stiffness=(0,) * 6, damping=(20, 20, 20, 0, 0, 0)))
    result = ss.simulate(model, 1.5, 2.5e-4, integrator=ss.Theta())
    tip = result[pole].rotation[-1, -1]
    exact = mu * F * radius * s / (np.sqrt(1 + mu**2) * GJ)
    assert np.arctan2(tip[1, 0], tip[0, 0]) == pytest.approx(exact, rel=2e-3)
    aside = result["s"].position[-1] - result[pole].position[-1, 2]
    assert aside[1] / aside[0] == pytest.approx(mu, rel=2e-2)


def test_what_a_ring_cannot_surround_is_refused_by_name():
    model = ss.Model()
    ring = model.add(ss.RigidBody(1.0, 1.0, name="nut")).add(ss.Ring(radius=0.1, name="bore"))
    model.add(ss.Contact(ring, model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))))
    with pytest.raises(ss.ModelError, match=r"floor.*bore.*not available"):
        ss.simulate(model, 0.1, 1e-2)
    with pytest.raises(ss.ModelError, match="axis"):
        ss.Ring(radius=0.1, axis=(0, 0, 0))


def test_free_directions_have_the_frequency_zero():
    """A load that can turn on an unloaded cable: omega^2 is round-off of either sign, which is not instability."""
    model = ss.Model(gravity=(0, 0, -9.81))
    cable = model.add(ss.StringBody.straight((0, 0, 0), (0, 0, -2), 10, stiffness=1e4, mass_per_length=0.1))
    model.add(ss.Spherical(model.ground, cable.start, at=(0, 0, 0)))
    load = model.add(ss.RigidBody(5.0, 0.01, position=(0, 0, -2)))
    model.add(ss.Spherical(cable.end, load, at=(0, 0, -2)))
    assert ss.modes(model, 3).frequencies == pytest.approx(0.0, abs=1e-4)
    hanging = ss.modes(model, 5, about=ss.solve_static(model)).frequencies
    assert hanging[3:] == pytest.approx(np.sqrt(9.81 / 2.01) / (2 * np.pi), rel=5e-3)  # a pendulum
