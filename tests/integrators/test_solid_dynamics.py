"""Elastic solids in the step loops: dynamics, statics, modes, contact at nodes, and what is rejected."""

import numpy as np
import pytest

import stickslip as ss

STEEL = ss.Material(young=180e9, density=2400.0, poisson=0.3)
RUBBER = ss.Material(young=1e6, density=1000.0, poisson=0.3)


def wall_block(**fields):
    """The block of Södersten 2018, sec. 4.1: 32 triangles on a wall."""
    model = ss.Model(dim=2, gravity=(0, -9.82))
    options = {"kind": "triangle", "plane": "stress", "law": "linear", "name": "block"} | fields
    block = model.add(ss.SolidBody.box((1.0, 1.0), (4, 4), STEEL, **options))
    for k in block.nodes_where(lambda x, y: abs(x) < 1e-9):
        model.add(ss.Revolute(model.ground, block.node(int(k)), at=tuple(block.nodes[k])))
    return model


@pytest.mark.parametrize(
    ("scheme", "norm"),
    [(ss.GeneralizedAlpha.newmark(0.25, 0.5), 2.0808803e-7), (ss.Theta(0.5), 2.0808803e-7), (ss.Bathe(), 2.0818e-7)],
)
def test_block_on_a_wall(scheme, norm):
    """Displacements after 1e-4 s in ten steps; exact 2.0818153e-7."""
    result = ss.simulate(wall_block(), 1e-4, 1e-5, integrator=scheme)
    tolerance = 5e-4 if isinstance(scheme, ss.Bathe) else 1e-7
    assert np.linalg.norm(result["block"].displacement[-1]) == pytest.approx(norm, rel=tolerance)


def test_modes_and_statics_of_the_block():
    model = wall_block()
    assert 2.0 * np.pi * ss.modes(model, 3).frequencies == pytest.approx([6186.707, 13874.04, 16868.81], rel=1e-6)
    u = ss.solve_static(model)["block"].displacement[-1]
    assert u[[4, 24]] == pytest.approx(np.array([[-1.1274e-7, -3.3889e-7], [1.1200e-7, -3.4052e-7]]), abs=1e-11)


@pytest.mark.parametrize("mass", ("consistent", "lumped"))
@pytest.mark.parametrize("law", ("st-venant-kirchhoff", "neo-hookean"))
def test_tumbling_block_keeps_its_energy(law, mass):
    """A soft cube thrown and spinning: free fall of its centre, energy to second order."""
    model = ss.Model(gravity=(0, 0, -9.81))
    model.add(
        ss.SolidBody.box(
            (0.1, 0.2, 0.3), (1, 2, 3), RUBBER, kind="hexahedron", law=law, mass_distribution=mass,
            velocity=(1.0, 0.0, 2.0),
            angular_velocity=(3.0, 5.0, 1.0), name="cube",
        )
    )  # fmt: skip
    result = ss.simulate(model, 0.1, 1e-4, integrator=ss.GeneralizedAlpha(1.0), record=ss.Record(every=100))
    total = result.energy.kinetic + result.energy.potential
    assert abs(total - total[0]).max() < 2e-5 * result.energy.kinetic[0]
    assert abs(result["cube"].displacement).max() > 0.01
    if mass == "consistent":  # corners of linear boxes weigh less than the others: compare the falling of the mean
        lowest = result["cube"].position[:, :, 2].mean(axis=1)
        t = result.time
        assert lowest - lowest[0] == pytest.approx(2.0 * t - 0.5 * 9.81 * t**2, abs=2e-4)


def test_block_rests_on_its_nodes():
    """Contours at nodes: the floor carries the weight."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    block = model.add(
        ss.SolidBody.box((0.2, 0.1), (4, 2), RUBBER, kind="quad", plane="strain", retardation=1e-2, name="block")
    )
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    feet = [block.add(ss.Point(), node=int(k)) for k in block.nodes_where(lambda x, y: abs(y) < 1e-9)]
    model.add(ss.Contact(feet, floor, friction=0.5))
    result = ss.simulate(model, 0.3, 1e-3, integrator=ss.Theta(1.0))
    force = sum(result.contacts.between(*pair).force[-1] for pair in result.contacts.pairs())
    assert force == pytest.approx(1000.0 * 0.2 * 0.1 * 9.81, rel=1e-3)
    assert abs(result["block"].velocity[-1]).max() < 1e-3


def test_an_element_turned_inside_out_is_named():
    model = ss.Model(dim=2)
    bar = model.add(
        ss.SolidBody.box((1.0, 0.1), (4, 1), RUBBER, kind="quad", plane="strain", law="neo-hookean", name="bar")
    )
    for k in bar.nodes_where(lambda x, y: abs(x) < 1e-9):
        model.add(ss.Revolute(model.ground, bar.at(int(k)), at=tuple(bar.nodes[k])))
    for k in bar.nodes_where(lambda x, y: abs(x - 1.0) < 1e-9):
        model.add(ss.PointForce(bar.at(int(k)), (-1e9, 0.0)))
    with pytest.raises(ss.SimulationError, match=r"element \d+ of SolidBody 'bar' is turned inside out"):
        ss.simulate(model, 0.1, 1e-2, integrator=ss.MoreauMidpoint())
