"""Mixed time stepping where contact problems are hard: stacks with redundant contacts, solids that hit each other."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.contact.solver.outside import Chain
from stickslip.contact.solver.problem import NOT_CONVERGED
from stickslip.examples import box_tower

G = 9.81
FOUR = [ss.GeneralizedAlpha(0.8), ss.Bathe(), ss.EDAlpha(), ss.HalfExplicit()]


def name(scheme):
    return type(scheme).__name__


@pytest.mark.parametrize("boxes", [2, 3, 10])
@pytest.mark.parametrize("scheme", FOUR, ids=name)
def test_a_tower_stands_still(scheme, boxes):
    """Every box carries those above it, on contacts of which most are redundant; nothing moves, no step is divided."""
    model = box_tower.model(boxes)
    result = ss.simulate(model, 0.02, 1e-3, integrator=scheme)
    below = ["ground", *(f"box{k}" for k in range(boxes - 1))]
    for k, under in enumerate(below):
        force = result.contacts.between(f"box{k}", under).force
        np.testing.assert_allclose(force[1:], (boxes - k) * G, rtol=1e-8)
    bound = 1e-10 * boxes * G * 0.02**2 / 2  # what the tolerance leaves of the weight of the tower, in every step
    assert box_tower.stillness(result)["settling"] < bound
    assert box_tower.stillness(result)["lateral_creep"] < bound
    assert result.certificate.residual <= 1e-10
    assert result.certificate.substeps == 0


def test_a_tower_stands_in_other_units():
    """Lengths in millimetres, masses in tonnes: the same steps."""
    edge = 200.0
    model = ss.Model(dim=2, gravity=(0, -9810.0))
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    skins = []
    for k in range(5):
        box = model.add(ss.RigidBody(1e-3, 1e-3 * edge**2 / 6, position=(0, (k + 0.5) * edge), name=f"box{k}"))
        skins.append(box.add(ss.Cuboid(lengths=(edge, edge))))
    model.add(ss.Contact(skins, floor, friction=0.5))
    model.add(ss.Contact(skins, skins, friction=0.5))
    for scheme in FOUR:
        result = ss.simulate(model, 0.02, 1e-3, integrator=scheme)
        force = result.contacts.between("box0", "ground").force
        np.testing.assert_allclose(force[1:], 5 * 1e-3 * 9810.0, rtol=1e-8)
        assert result.certificate.residual <= 1e-10


def solids(kind, divisions):
    """Return two soft blocks, of which the upper one falls onto the lower one."""
    model = ss.Model(dim=2, gravity=(0, -G))
    soft = ss.Material(young=1e6, density=1000.0, poisson=0.3)
    below, above = ((4, 2), divisions) if divisions != (3, 3) else ((5, 3), (3, 2))
    low = model.add(ss.SolidBody.box((1.0, 0.5), below, soft, kind=kind, plane="strain", name="low"))
    model.add(ss.Support(low, low.nodes_where(lambda x, y: y == 0.0)))
    up = ss.SolidBody.box(
        (0.6, 0.4), above, soft, kind=kind, origin=(0.2, 0.51), plane="strain", velocity=(0, -1.0), name="up"
    )
    model.add(up)
    bottom, top = up.surface(up.boundary(lambda x, y: y == 0.51)), low.surface(low.boundary(lambda x, y: y == 0.5))
    model.add(ss.Contact(top, bottom, friction=0.3))
    return model


@pytest.mark.parametrize("kind, divisions", [("quad8", (4, 2)), ("quad8", (3, 2)), ("quad", (3, 3))])
@pytest.mark.parametrize("scheme", FOUR[:3], ids=name)
def test_solids_collide(scheme, kind, divisions):
    """At steps that Theta(1.0) takes as well, contacts are found and solved in the loop of Newton's method."""
    result = ss.simulate(solids(kind, divisions), 0.04, 1e-3, integrator=scheme)
    assert result.certificate.residual <= 1e-10
    assert result.contacts.column("P_N").max() > 0.0


class Owner:
    """Stands for a run."""

    def solve_own(self):
        raise KeyboardInterrupt


def test_an_interrupt_within_the_chain_is_kept():
    """No exception may leave a C function; the step is left as unsolved and the run raises what was kept."""
    from stickslip.contact.solver.outside import solve_own_outside

    owner = Owner()
    chain = Chain(owner.solve_own, 1e-10)
    status, residual, _ = solve_own_outside(chain.settings)
    assert status == NOT_CONVERGED
    assert residual == np.inf
    assert isinstance(chain.error, KeyboardInterrupt)


@pytest.mark.parametrize("scheme", FOUR[:3], ids=name)
def test_a_fast_body_elsewhere_changes_nothing(scheme):
    """Newton's method ends by the speeds of an island: a pendulum swings as if nothing flew past at 1000 km/s."""

    def swing(speed):
        model = ss.Model(dim=2, gravity=(0, -G))
        bob = model.add(ss.RigidBody(1.0, 0.02, position=(0.5, 0), name="bob"))
        model.add(ss.Revolute(model.ground, bob, at=(0, 0)))
        other = model.add(ss.RigidBody(1e6, 1e6, position=(0, 1e3), velocity=(speed, 0)))
        assert other.velocity[0] == speed
        return ss.simulate(model, 0.5, 5e-3, integrator=scheme)["bob"].angle

    np.testing.assert_allclose(swing(1e6), swing(0.0), atol=1e-11)
