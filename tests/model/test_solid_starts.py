"""Initial fields of solids, and supports that move (lifting of Dirichlet data, Södersten 2018, sec. 2.6)."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.model.yaml_io import dump, load

STEEL = ss.Material(young=2e11, density=8000.0, poisson=0.0)


def _bar(law="linear", n=40, **fields):
    """Return a bar of 1 m that only stretches; waves run at c = 5000 m/s."""
    model = ss.Model(dim=2)
    bar = model.add(ss.SolidBody.box((1, 0.05), (n, 1), STEEL, plane="stress", law=law, name="bar", **fields))
    model.add(ss.Support(bar, bar.nodes_where(lambda x, y: y < 1e-9), components="y", name="guide"))
    return model


def test_displaced_bar_vibrates():
    """u = a cos(pi x) of a free bar swings with pi c; after half a period it is -u, with the energy of the start."""
    a, period = 1e-6, 2.0 / 5000.0
    for displacement in (lambda x, y: (a * np.cos(np.pi * x), 0.0), "array"):
        if isinstance(displacement, str):
            nodes = _bar()["bar"].nodes
            displacement = np.stack([a * np.cos(np.pi * nodes[:, 0]), 0.0 * nodes[:, 1]], axis=1)
        model = _bar(displacement=displacement)
        result = ss.simulate(model, period / 2, period / 400, integrator=ss.Newmark())
        u = result["bar"].displacement[:, :, 0]
        np.testing.assert_allclose(u[0], a * np.cos(np.pi * model["bar"].nodes[:, 0]), atol=1e-13)
        np.testing.assert_allclose(u[-1], -u[0], atol=3e-3 * a)
        stored = 2e11 * 0.05 * (a * np.pi) ** 2 / 4  # EA/2 int u'^2 dx
        assert result.energy.potential[0] == pytest.approx(stored, rel=1e-3)


def test_velocity_field():
    """v = b cos(pi x): displacements after a quarter of a period are b / omega cos(pi x)."""
    b, omega = 1e-2, np.pi * 5000.0
    model = _bar(velocity=lambda x, y: (b * np.cos(np.pi * x), 0.0))
    result = ss.simulate(model, np.pi / (2 * omega), np.pi / (200 * omega), integrator=ss.Newmark())
    np.testing.assert_allclose(
        result["bar"].displacement[-1, :, 0],
        b / omega * np.cos(np.pi * model["bar"].nodes[:, 0]),
        atol=3e-3 * b / omega,
    )


def test_rigid_start_needs_no_force():
    """A St. Venant-Kirchhoff solid that starts turned by 1 rad has no strain energy."""
    c, s = np.cos(1.0), np.sin(1.0)
    turned = ss.SolidBody.box(
        (1, 0.5), (2, 1), STEEL, plane="strain", displacement=lambda x, y: ((c - 1) * x - s * y, s * x + (c - 1) * y)
    )
    model = ss.Model(dim=2)
    model.add(turned)
    result = ss.simulate(model, 1e-4, 1e-5, integrator=ss.GeneralizedAlpha(1.0))
    assert abs(result.energy.potential).max() < 1e-12 * 2e11
    assert abs(result[turned].displacement[-1] - result[turned].displacement[0]).max() < 1e-12


@pytest.mark.parametrize("scheme", [ss.Newmark(), ss.GeneralizedAlpha(1.0), ss.EnergyMomentum()], ids=repr)
def test_moved_end(scheme):
    """x = 1 held, x = 0 moves as d sin(w t): far from resonance the bar shakes as d sin(w (1 - x) / c) / sin(w / c)."""
    d, c = 1e-5, 5000.0
    w = 0.5 * c  # first frequency: pi c
    law = "st-venant-kirchhoff" if isinstance(scheme, ss.EnergyMomentum) else "linear"
    x = _bar()["bar"].nodes[:, 0]
    shape = np.sin(w * (1 - x) / c) / np.sin(w / c)
    model = _bar(law, velocity=np.stack([d * w * shape, 0 * x], axis=1))
    bar = model["bar"]
    model.add(ss.Support(bar, bar.nodes_where(lambda x, y: x > 1 - 1e-9), components="x", name="wall"))
    drive = ss.Support(
        bar, bar.nodes_where(lambda x, y: x < 1e-9), components="x", motion=[ss.Sine(d, w / (2 * np.pi))], name="end"
    )
    model.add(drive)
    t = 0.7 * 2 * np.pi / w
    result = ss.simulate(model, t, t / 400, integrator=scheme)
    np.testing.assert_allclose(result["bar"].displacement[-1, :, 0], d * np.sin(w * t) * shape, atol=2e-3 * d)
    force = -2e11 * 0.05 * d * np.sin(w * t) * (-(w / c) / np.tan(w / c))  # -EA u'(0)
    assert result["end"].force[-1, 0] == pytest.approx(force, rel=1e-2)
    energy = result.energy
    balance = energy.kinetic + energy.potential - energy.drives - (energy.kinetic + energy.potential)[0]
    assert abs(balance).max() < 1e-3 * abs(energy.drives).max()


def test_strong_and_weak_motion_agree():
    """A moved support and a bond to a prescribed body move a side alike, to round-off."""
    found = []
    for strong in (True, False):
        model = ss.Model(dim=2)
        block = model.add(ss.SolidBody.box((1, 1), (3, 3), STEEL, plane="stress", law="linear", name="block"))
        shift = ss.Polynomial((0.0, 0.0, 50.0))
        if strong:
            model.add(ss.Support(block, block.nodes_where(lambda x, y: x < 1e-9), motion=(0.0, shift)))
        else:
            wall = model.add(ss.PrescribedBody(motion=(0.0, shift)))
            model.add(ss.Bond(block, block.boundary(lambda x, y: x < 1e-9), wall))
        found.append(ss.simulate(model, 1e-3, 1e-5, integrator=ss.BDF(2))["block"].displacement[-1])
    assert abs(found[0]).max() > 1e-5
    assert abs(found[1] - found[0]).max() < 1e-13


def test_files_and_refusals():
    model = _bar(n=2, displacement=[[0.0, 0.0]] * 6, velocity=(1.0, 0.0))
    model.add(ss.Support(model["bar"], [0], components="x", motion=[ss.Sine(1e-3, 2.0)], name="end"))
    again = load(dump(model))
    assert again["end"].motion[0].amplitude == 1e-3
    assert again["bar"].displacement.shape == (6, 2)
    assert again["bar"].velocity == (1.0, 0.0)
    bar = model["bar"]
    with pytest.raises(ss.ModelError, match="motion has 2 functions, held directions are x: one for each"):
        ss.Support(bar, [0], components="x", motion=(0.0, 0.0))
    with pytest.raises(ss.ModelError, match=r"displacement has the shape \(1, 2\), the nodes have \(6, 2\)"):
        _bar(n=2, displacement=[[0.0, 0.0]])
    with pytest.raises(ss.ModelError, match=r"velocity gives 1\.0 at node 0; it must give 2 finite numbers"):
        ss.simulate(_bar(n=2, velocity=lambda x, y: 1.0), 1e-3, 1e-4)
    with pytest.raises(ss.ModelError, match="positions violate Support 'guide'"):
        ss.simulate(_bar(n=2, displacement=(0.0, 1e-3)), 1e-3, 1e-4)
    with pytest.raises(ss.ModelError, match=r"already holds node 0 .* in x"):
        model.add(ss.Support(bar, [0], components="x", name="twice"))
        ss.simulate(model, 1e-3, 1e-4)
