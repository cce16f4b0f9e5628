"""Statics and modes reject what they do not know: contacts, stops and dry friction that act."""

import pytest

import stickslip as ss


def scale(height=0.5, law=None, stiffness=98.1, **fields):
    """1 kg on a vertical guide and a spring that holds it where it is without weight: it sinks by 1 N g / k = 0.1 m."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, height), name="ball"))
    guide = model.add(ss.Prismatic(model.ground, ball, axis=(0, 0, 1), name="guide", **fields))
    model.add(ss.SpringDamper(model.ground.frame("hook", (0, 0, 2.0)), ball, stiffness=stiffness))
    model.add(ss.Contact(floor, ball.add(ss.Sphere(radius=0.1)), law=law, name="skin"))
    return model, ball, guide


def test_an_equilibrium_above_the_floor_is_found():
    """g / k above the floor no contact acts, and nothing needs to be said."""
    model, ball, _ = scale(0.5)
    result = ss.solve_static(model)
    assert result[ball].position[-1, 2] == pytest.approx(0.4, abs=1e-12)
    assert ss.modes(model, about=result).frequencies[0] > 0.0


@pytest.mark.parametrize("law", [None, ss.Compliant(stiffness=1e5)], ids=["set-valued", "compliant"])
def test_an_equilibrium_below_the_floor_is_refused(law):
    model, ball, _ = scale(0.16, law)
    with pytest.raises(
        ss.ModelError, match=r"solve_static: Contact skin: .*ball.* penetrates by 40 mm at the load fac"
    ):
        ss.solve_static(model, contacts="open")
    result = ss.solve_static(model, contacts="ignored")
    assert result[ball].position[-1, 2] == pytest.approx(0.06, abs=1e-12)
    assert "Contacts, stops and dry friction were left out, as requested." in result.certificate.verdict
    with pytest.raises(ss.ModelError, match=r"linearize: Contact skin: .* penetrates by 40 mm there"):
        ss.modes(model, about=result)
    with pytest.raises(ss.ModelError, match="linearize: Contact skin"):
        ss.linearize(model, about=result)
    assert ss.modes(model, about=result, contacts="ignored").frequencies[0] > 0.0


def test_a_start_on_the_floor_is_refused():
    """Also where nothing else holds the body: the contact is named, not the singular stiffness."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 0.1), name="ball"))
    model.add(ss.Contact(floor, ball.add(ss.Sphere(radius=0.1)), name="skin"))
    with pytest.raises(ss.ModelError, match=r"Contact skin: .*is closed"):
        ss.solve_static(model, contacts="open")
    for analysis in (ss.modes, ss.linearize, ss.critical_load):
        with pytest.raises(ss.ModelError, match=r"Contact skin: .*is closed"):
            analysis(model)


def test_stops_and_dry_friction_are_refused():
    with pytest.raises(ss.ModelError, match="a stop of Prismatic 'guide' acts at the load factor 1"):
        ss.solve_static(scale(0.5, stops=(-0.05, 0.05))[0], contacts="open")
    with pytest.raises(ss.ModelError, match="dry friction of Prismatic 'guide' acts at the start"):
        ss.solve_static(scale(0.5, friction=1.0)[0], contacts="open")
    ss.solve_static(scale(0.5, stops=(-0.2, 0.2))[0])
    with pytest.raises(ss.ModelError, match="contacts = 'maybe' must be 'exact', 'open'"):
        ss.solve_static(scale(0.5)[0], contacts="maybe")


@pytest.mark.parametrize(("thickness", "force"), [(0.01, 100.0), (0.01, 1e-3), (1e-3, 0.1), (1e-4, 1e-4)])
@pytest.mark.parametrize("method", ["load", "arc-length"])
def test_the_default_tolerance_satisfies_the_certificate(method, thickness, force):
    """In a stiff beam round-off of places makes forces above the load, although its tip is right: F L^3 / 3 EI."""
    model = ss.Model(gravity=(0, 0, 0))
    section, steel = ss.Rectangle(0.02, thickness), ss.Material(young=210e9, poisson=0.3, density=7850)
    beam = model.add(ss.Beam.straight((0, 0, 0), (1, 0, 0), 10, section=section, material=steel, order=2))
    model.add(ss.Fixed(model.ground, beam.at(0.0)))
    model.add(ss.PointForce(beam.at(1.0), (0, 0, force)))
    result = ss.solve_static(model, method=method)
    assert result.certificate.proven, result.certificate.verdict
    if force == 1e-3:
        expected = force / (3 * 210e9 * 0.02 * thickness**3 / 12)
        assert result[beam].position[-1, -1, 2] == pytest.approx(expected, rel=2e-3)
