"""Energy-momentum scheme on elastic solids: energy and momenta to round-off at large steps, second order, joints."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.errors import SimulationError

RUBBER = ss.Material(young=100.0, density=1.0, poisson=0.3)
LAWS = ("st-venant-kirchhoff", "neo-hookean")
SPIN = {2: 5.0, 3: (1.0, -2.0, 4.0)}


def block(dim, law="neo-hookean", divisions=(4, 2, 2), kind=None, material=RUBBER, **fields):
    given = {"plane": "strain"} if dim == 2 else {}
    lengths = (2.0, 1.0, 0.7)[:dim]
    return ss.SolidBody.box(lengths, divisions[:dim], material, kind=kind, law=law, name="block", **given, **fields)


def relative_drift(values):
    return abs(values - values[0]).max() / abs(values[0]).max()


@pytest.mark.parametrize("mass", ["consistent", "lumped"])
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("dim", [2, 3])
def test_tumbling_block_keeps_energy_and_momenta(dim, law, mass):
    """A soft block tumbles with strains of tens of per cent, 0.5 rad per step, for 200 steps."""
    model = ss.Model(dim=dim)
    solid = model.add(block(dim, law, mass=mass, velocity=(1.0, 2.0, 3.0)[:dim], angular_velocity=SPIN[dim]))
    result = ss.simulate(model, 20.0, 0.1, integrator=ss.EnergyMomentum())
    p, L = result[solid].momentum, result[solid].angular_momentum
    assert relative_drift(result.energy.total) < 1e-12
    assert p[0] == pytest.approx((1.4 if dim == 3 else 2.0) * np.array((1.0, 2.0, 3.0))[:dim], rel=1e-12)
    assert relative_drift(p) < 1e-12 and relative_drift(L) < 1e-12
    assert abs(result[solid].strain(slice(None))).max() > 0.1
    assert abs(result.energy.remainder).max() < 1e-12 * result.energy.total[0]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", ["triangle6", "quad9", "tetra10", "hexahedron20"])
def test_quadratic_cells(kind, law):
    dim = 2 if kind in ("triangle6", "quad9") else 3
    model = ss.Model(dim=dim)
    solid = model.add(block(dim, law, (2, 1, 1), kind, angular_velocity=SPIN[dim]))
    result = ss.simulate(model, 5.0, 0.1, integrator=ss.EnergyMomentum())
    assert relative_drift(result.energy.total) < 1e-12
    assert relative_drift(result[solid].angular_momentum) < 1e-12


@pytest.mark.parametrize("law", ["linear", *LAWS])
@pytest.mark.parametrize("dim", [2, 3])
def test_second_order(dim, law):
    """Against steps four times shorter than the shortest, whose error is 1/63 of the second order's at the longest."""
    ends = []
    for dt in (0.02, 0.01, 0.0025):
        model = ss.Model(dim=dim, gravity=(3.0, -5.0, 1.0)[:dim])
        solid = model.add(block(dim, law, (2, 1, 1), retardation=0.01))
        for node in solid.nodes_where(lambda x, *_: x == 0.0):
            joint = ss.Spherical if dim == 3 else ss.Revolute
            model.add(joint(model.ground.frame(f"p{node}", tuple(solid.nodes[node])), solid.node(int(node))))
        result = ss.simulate(model, 0.4, dt, integrator=ss.EnergyMomentum())
        ends.append(result[solid].position[-1])
        assert abs(result.energy.remainder).max() < 1e-11
    errors = [abs(end - ends[2]).max() for end in ends[:2]]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(np.log2((64 - 1) / (16 - 1)), abs=0.1)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("mass", ["consistent", "lumped"])
def test_block_swinging_on_a_spherical_joint(law, mass):
    """Kinetic energy, strain and weight: their sum is kept, and the joint stays closed."""
    model = ss.Model(gravity=(0, 0, -9.81))
    stiff = RUBBER.model_copy(update={"young": 1000.0})  # a corner carries all the weight
    solid = model.add(block(3, law, mass=mass, material=stiff))
    model.add(ss.Spherical(model.ground, solid.node(0)))
    result = ss.simulate(model, 5.0, 0.05, integrator=ss.EnergyMomentum())
    total, size = result.energy.total, np.ptp(result.energy.kinetic)
    assert size > 5.0
    assert abs(total - total[0]).max() < 1e-11 * size
    assert abs(result[solid].position[:, 0]).max() < 1e-12


def test_two_solids_a_string_and_a_rigid_body():
    """Hung up one behind the other, consistent and lumped masses, quadratic and linear cells: the energy is kept."""
    model, material = ss.Model(gravity=(0, 0, -9.81)), ss.Material(young=1e4, density=1.0, poisson=0.3)
    a = model.add(ss.SolidBody.box((2, 0.5, 0.5), (4, 1, 1), material, kind="hexahedron20", law="neo-hookean"))
    b = model.add(ss.SolidBody.box((2, 0.5, 0.5), (8, 2, 2), material, mass_distribution="lumped", origin=(2, 0, 0)))
    string = model.add(
        ss.StringBody.straight((4, 0.25, 0.25), (4.5, 0.25, 0.25), 4, stiffness=1e3, mass_per_length=0.5)
    )
    rigid = model.add(ss.RigidBody(1.0, (0.1, 0.2, 0.3), position=(5.0, 0.25, 0.25)))
    model.add(ss.Spherical(model.ground, a.at(0)))
    for place in ((2, 0, 0), (2, 0.5, 0.5)):
        model.add(ss.Spherical(a.nearest(place), b.nearest(place)))
    model.add(ss.Spherical(b.nearest((4, 0.25, 0.25)), string.start))
    model.add(ss.Spherical(string.end, rigid.frame("hook", (-0.5, 0, 0))))
    model.add(ss.SpringDamper(b.nearest((4, 0, 0)), rigid, stiffness=50.0, rest_length=1.0))
    result = ss.simulate(model, 3.0, 0.02, integrator=ss.EnergyMomentum())
    total, size = result.energy.total, np.ptp(result.energy.kinetic)
    assert size > 50.0 and abs(total - total[0]).max() < 1e-12 * size
    assert result.certificate.position_drift < 1e-13


def test_damper_takes_what_is_missing():
    """Kelvin-Voigt damping ends in a rigid spin with the same angular momentum; the energy balance closes."""
    model = ss.Model(dim=2)
    solid = model.add(block(2, retardation=0.2, angular_velocity=3.0))
    result = ss.simulate(model, 30.0, 0.1, integrator=ss.EnergyMomentum())
    energy = result.energy.total
    assert (np.diff(energy) < 1e-12 * energy[0]).all() and energy[-1] < 0.99 * energy[0]
    assert abs(result.energy.remainder).max() < 1e-12 * energy[0]
    assert relative_drift(result[solid].angular_momentum) < 1e-12
    strain = result[solid].strain(slice(-5, None))
    assert np.ptp(strain, axis=0).max() < 1e-3 * abs(strain).max()


def test_same_motion_as_generalized_alpha():
    """A different scheme, a hundred short steps: the difference is that of two second-order methods."""
    ends = []
    for scheme in (ss.EnergyMomentum(), ss.GeneralizedAlpha(1.0)):
        model = ss.Model(dim=2, gravity=(0.0, -9.81))
        solid = model.add(block(2, angular_velocity=3.0))
        ends.append(ss.simulate(model, 0.5, 1e-3, integrator=scheme)[solid].position[-1])
    assert abs(ends[1] - ends[0]).max() < 1e-5


@pytest.mark.parametrize("mass", ["consistent", "lumped"])
@pytest.mark.parametrize("dim", [2, 3])
def test_mass_damping(dim, mass):
    """M v' = -alpha M v + ...: the mid-point rule of p' = -alpha p for the momentum, and the energy balance closes."""
    alpha, dt = 0.7, 0.1
    model = ss.Model(dim=dim)
    velocity = (1.0, 2.0, 3.0)[:dim]
    solid = model.add(block(dim, mass=mass, mass_damping=alpha, velocity=velocity, angular_velocity=SPIN[dim]))
    result = ss.simulate(model, 2.0, dt, integrator=ss.EnergyMomentum())
    factor = ((1 - 0.5 * alpha * dt) / (1 + 0.5 * alpha * dt)) ** np.arange(21)
    p, energy = result[solid].momentum, result.energy
    np.testing.assert_allclose(p, factor[:, None] * p[0], atol=1e-12 * abs(p).max())
    assert abs(energy.remainder).max() < 1e-12 * energy.total[0]
    np.testing.assert_allclose(energy.dampers, energy.total - energy.total[0], atol=1e-12 * energy.total[0])
    assert (np.diff(energy.total) < 0.0).all()


def test_crushed_block_is_reported():
    """A cell pressed beyond any bound: the element is named, no NaN is passed on."""
    model = ss.Model(dim=2)
    solid = model.add(block(2, "st-venant-kirchhoff", (1, 1)))
    for node, x in enumerate(solid.nodes):
        model.add(ss.PointForce(solid.node(node), (-2e3 * (x[0] - 1.0), 0.0)))
    with pytest.raises(SimulationError, match="inside out"):
        ss.simulate(model, 1.0, 0.05, integrator=ss.EnergyMomentum())
