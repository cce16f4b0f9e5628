"""Energy-momentum steps with bonds, ties and material points of solids: everything is kept at large steps."""

import numpy as np
import pytest

import stickslip as ss

RUBBER = ss.Material(young=1e5, density=1000.0, poisson=0.3)


def block(dim, **fields):
    plane = {"plane": "strain", "thickness": 0.5} if dim == 2 else {}
    divisions = (4, 2, 2)[:dim]
    return ss.SolidBody.box((1.0, 0.5, 0.5)[:dim], divisions, RUBBER, law="st-venant-kirchhoff", **plane, **fields)


def spun(dim, spin=3.0):
    """Return the velocity field of a turn about the end x = 1, plus a translation."""
    if dim == 2:
        return lambda x, y: (0.5 - spin * y, spin * (x - 1.0))
    return lambda x, y, z: (0.5 - spin * y, spin * (x - 1.0), 0.3 * y)


def drift(result, *names):
    """Return the relative changes of energy, momentum and angular momentum of named bodies."""
    energy = result.energy.total
    out = [abs(energy / energy[0] - 1.0).max()]
    for values in names:
        out.append(abs(values - values[0]).max() / abs(values).max())
    return out


def rigid_momenta(result, mass, inertia, dim):
    """Return momentum and angular momentum about the origin of the body "rigid"."""
    body = result["rigid"]
    p = mass * body.velocity
    if dim == 2:
        r, v = body.position, body.velocity
        return p, mass * (r[:, 0] * v[:, 1] - r[:, 1] * v[:, 0]) + inertia * body.angular_velocity
    spin = np.einsum("nij,nj->ni", body.rotation, inertia * body.angular_velocity)
    return p, mass * np.cross(body.position, body.velocity) + spin


@pytest.mark.parametrize("joint", ["weld", "pivot"])
@pytest.mark.parametrize("dim", [2, 3])
def test_solid_and_rigid_body_fly_together(dim, joint):
    """A solid welded (or hinged by a massless body) to a rigid one: energy and momenta to round-off, bonds closed."""
    model = ss.Model(dim=dim)
    solid = model.add(block(dim, velocity=spun(dim), name="block"))
    mass, inertia = 100.0, (4.0 if dim == 2 else np.array([4.0, 5.0, 6.0]))
    place = (1.2, 0.25, 0.25)[:dim]
    side = solid.boundary(lambda x, y, *z: x > 1 - 1e-9)
    rigid = model.add(ss.RigidBody(mass, inertia, position=place, velocity=(0.5 - 3.0 * 0.25, 0.6, 0.075)[:dim],
        name="rigid",
                                   angular_velocity=3.0 if dim == 2 else (0.3, 0.0, 3.0)))  # fmt: skip
    if joint == "weld":
        model.add(ss.Bond(solid, side, rigid, name="bond"))
    else:
        light = model.add(ss.MasslessBody(position=place))
        model.add(ss.Bond(solid, side, light, name="bond"))
        model.add(ss.Revolute(light, rigid, at=place, name="pivot"))
    result = ss.simulate(model, 1.0, 0.02, integrator=ss.EnergyMomentum(), project=True)
    p, spin = rigid_momenta(result, mass, inertia, dim)
    momentum = p + result["block"].momentum
    total = spin + result["block"].angular_momentum
    assert max(drift(result, momentum, total)) < 1e-10
    assert result.certificate.position_drift < 1e-10
    assert abs(result["block"].strain(slice(None))).max() > 1e-3  # it really deforms
    turn = result["rigid"].rotation[-1] if dim == 3 else result["rigid"].angle[-1]
    assert abs(turn - (np.eye(3) if dim == 3 else 0.0)).max() > 0.5


@pytest.mark.parametrize("dim", [2, 3])
def test_tied_solids_fly_as_one(dim):
    """Two blocks tied over meshes that do not match."""
    model = ss.Model(dim=dim)
    a = model.add(block(dim, velocity=spun(dim), name="block"))
    plane = {"plane": "strain", "thickness": 0.5} if dim == 2 else {}
    other = ss.SolidBody.box((0.5,) * dim, 1, RUBBER, origin=(1.0, 0.0, 0.0)[:dim], velocity=spun(dim), **plane)
    b = model.add(other)
    model.add(
        ss.Tie(a, a.boundary(lambda x, y, *z: x > 1 - 1e-9), other=b, onto=b.boundary(lambda x, y, *z: x < 1 + 1e-9))
    )
    result = ss.simulate(model, 1.0, 0.02, integrator=ss.EnergyMomentum())
    momentum = result[a].momentum + result[b].momentum
    total = result[a].angular_momentum + result[b].angular_momentum
    assert max(drift(result, momentum, total)) < 1e-10
    assert result.certificate.position_drift < 1e-10


def test_pendulum_at_a_material_point():
    """A block hung at a point between its nodes: energy to round-off, the point stays, as with a fine Theta run."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    solid = model.add(block(2, name="block"))
    model.add(ss.Revolute(model.ground, solid.point((0.13, 0.31)), at=(0.13, 0.31)))
    result = ss.simulate(model, 0.5, 0.01, integrator=ss.EnergyMomentum())
    assert max(drift(result)) < 1e-10
    other = ss.simulate(model, 0.5, 2e-4, integrator=ss.GeneralizedAlpha(0.9))
    assert abs(result["block"].position[-1] - other["block"].position[-1]).max() < 5e-3
    assert result.certificate.position_drift < 1e-12


def test_prescribed_motion_does_the_work():
    """A block shaken by a weak bond to a prescribed body: the work of the drive is the change of the energy."""
    model = ss.Model(dim=2)
    solid = model.add(block(2))
    hand = model.add(ss.PrescribedBody(motion=(ss.SmoothStep(0.0, 0.3, t_start=0.0, t_end=0.2), 0.0)))
    model.add(ss.Bond(solid, solid.boundary(lambda x, y: x < 1e-9), hand))
    result = ss.simulate(model, 0.4, 5e-3, integrator=ss.EnergyMomentum())
    energy = result.energy
    assert energy.total[-1] > 1.0
    assert abs(energy.total - energy.drives).max() < 1e-9 * energy.total.max()
