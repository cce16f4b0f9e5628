"""Elements of lines are judged by the turn between their nodes, and rejected where their axes vanish."""

import math

import pytest
import scipy.sparse as sp

import stickslip as ss
from stickslip.floating.solid.mesh import solid_mass, solid_stiffness

QUADRATIC = {2: "quad8", 3: "hexahedron20"}
SOFT = ss.Material(young=1e6, poisson=0.3, density=1000.0)
STRIP = ss.Rectangle(0.05, 0.005)


def rolled(turns, elements, dim=2, order=1):
    """A strip of 1 m, clamped at one end, with a couple 2 pi n EI / L at the other."""
    model = ss.Model(dim=dim, gravity=(0,) * dim)
    ends = ((0, 0), (1, 0)) if dim == 2 else ((0, 0, 0), (1, 0, 0))
    kind = ss.PlanarBeam if dim == 2 else ss.Beam
    beam = model.add(kind.straight(*ends, elements, section=STRIP, material=SOFT, order=order, name="strip"))
    model.add(ss.Fixed(model.ground, beam.start))
    EI = 1e6 * 0.05 * 0.005**3 / 12
    couple = 2 * math.pi * turns * EI
    model.add(ss.Torque(beam.end, couple if dim == 2 else (0, couple, 0)))
    return model


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize(("share", "proven"), [(1.4, True), (1.6, False)])
def test_turns_of_planar_beams_are_judged(order, share, proven):
    """A couple turns every element by the same angle: 20 degrees between nodes (quadratic: 40) are safe."""
    elements, safe = 6, 20.0 if order == 1 else 40.0
    turns = share * safe * elements * order / 360.0
    certificate = ss.solve_static(rolled(turns, elements, order=order), steps=10).certificate
    assert certificate.turn == pytest.approx(share, rel=2e-2)
    assert certificate.proven is proven
    assert any("nodes of a line turn against each other" in text for text in certificate.verdict) is not proven


def test_equilibria_of_elements_bent_too_far_are_refused():
    """Planar elements have no largest moment; those in space do, and then there is no equilibrium.

    Betsch et al., sec. 5.
    """
    with pytest.raises(ss.SimulationError, match=r"element \d of PlanarBeam 'strip' is bent by more than 120 degrees"):
        ss.solve_static(rolled(1.1, 3), steps=20)
    with pytest.raises(ss.SimulationError, match="no equilibrium beyond load factor"):
        ss.solve_static(rolled(1.1, 3, dim=3), steps=20)


@pytest.mark.parametrize("scheme", [ss.MoreauMidpoint(), ss.Theta(0.5), ss.GeneralizedAlpha(), ss.EnergyMomentum()],
                         ids=lambda s: type(s).__name__)  # fmt: skip
def test_a_run_stops_where_an_element_is_bent_too_far(scheme):
    """Couples turn the ends of a free element against each other until its mean axes would vanish."""
    model = ss.Model(dim=2, gravity=(0, 0))
    beam = model.add(ss.PlanarBeam.straight((0, 0), (1, 0), 1, section=STRIP, material=SOFT, name="strip"))
    model.add(ss.Torque(beam.start, -5.0))
    model.add(ss.Torque(beam.end, 5.0))
    with pytest.raises(ss.SimulationError, match="element 0 of PlanarBeam 'strip' is bent by more than 120") as failure:
        ss.simulate(model, 1.0, 1e-4, integrator=scheme)
    turned = failure.value.result["strip"].angle[-1]
    assert abs(turned[1] - turned[0]) < math.radians(125.0)


@pytest.mark.parametrize(("law", "proven"), [("linear", False), ("st-venant-kirchhoff", True)])
def test_linear_solids_that_turn_are_not_proven(law, proven):
    """A block spins by one radian: the linear law takes the turn for a strain."""
    model = ss.Model(dim=2, gravity=(0, 0))
    nodes = [(0, 0), (1, 0), (1, 1), (0, 1)]
    block = ss.SolidBody(nodes, [(0, 1, 2, 3)], SOFT, law=law, plane="stress", angular_velocity=10.0, name="block")
    model.add(block)
    verdict = ss.simulate(model, 0.1, 1e-4, integrator=ss.Theta(0.5)).certificate.verdict
    said = [text for text in verdict if "SolidBody 'block' rotates by" in text]
    assert len(said) == (0 if proven else 1)


def bent_floating_beam(couple, elements=4, **fields):
    """A floating beam of 1 m with EI = 1 N m^2, clamped at one end, with a couple at the other."""
    model = ss.Model(dim=2, gravity=(0, 0))
    section = ss.Section(EA=1e4, EI=(1.0, 1.0), GA=1e4, GJ=1.0, mass_per_length=1.0, inertia=1e-3)
    beam = model.add(ss.FloatingBeam.straight((0, 0), (1, 0), elements, section=section, name="rod", **fields))
    model.add(ss.Fixed(model.ground, beam.start))
    model.add(ss.Torque(beam.end, couple))
    return model


@pytest.mark.parametrize("fields", [{}, {"reference": "pinned"}, {"reference": "mean", "modes": 4}], ids=str)
@pytest.mark.parametrize(("couple", "proven"), [(0.05, True), (5.0, False)])
def test_floating_beams_are_judged_by_turns_in_their_frame(fields, couple, proven):
    """M L / EI is the turn of the end; a linear beam does not know that 5 rad are no small deflection."""
    for result in (
        ss.solve_static(bent_floating_beam(couple, **fields)),
        ss.simulate(bent_floating_beam(couple, **fields), 0.5, 1e-3, integrator=ss.GeneralizedAlpha()),
    ):
        assert result.certificate.proven is proven
        assert any("FloatingBeam 'rod' rotates by" in text for text in result.certificate.verdict) is not proven


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("matrices", [False, True])
@pytest.mark.parametrize(("push", "proven"), [(0.1, True), (20.0, False)])
def test_floating_solids_are_judged_by_turns_in_their_frame(dim, matrices, push, proven):
    plane = {"plane": "stress", "thickness": 0.1} if dim == 2 else {}
    bar = ss.SolidBody.box((1.0, *(0.1,) * (dim - 1)), (6, *(1,) * (dim - 1)), SOFT, kind=QUADRATIC[dim], **plane)
    ends = {name: bar.nodes_where(lambda *x, at=at: abs(x[0] - at) < 1e-9) for name, at in (("a", 0.0), ("b", 1.0))}
    shape = bar
    if matrices:
        M = sp.kron(solid_mass(bar), sp.eye_array(dim))
        shape = ss.ElasticMatrices(coordinates=bar.nodes, mass=M, stiffness=solid_stiffness(bar))
    model = ss.Model(dim=dim, gravity=(0,) * dim)
    rod = model.add(ss.FloatingSolid(shape, interfaces=ends, modes=6, name="rod"))
    model.add(ss.Fixed(model.ground, ss.Frame(body=rod, interface="a")))
    model.add(ss.PointForce(ss.Frame(body=rod, interface="b"), (0, push, 0)[:dim]))
    certificate = ss.solve_static(model).certificate
    assert certificate.proven is proven, certificate.verdict
    assert any("FloatingSolid 'rod' rotates by" in text for text in certificate.verdict) is not proven
