"""Ties: two boundaries with meshes that do not match move as one (mortar method)."""

import numpy as np
import pytest

import stickslip as ss
from stickslip.bonds.mortar import coefficients, tie_coefficients
from stickslip.model.yaml_io import dump, load

SOFT = ss.Material(young=1e6, density=1000.0, poisson=0.3)
PLANAR = [("triangle", "quad"), ("quad", "triangle6"), ("quad9", "quad"), ("triangle6", "quad8")]
SPATIAL = [("hexahedron", "tetra"), ("tetra", "hexahedron"), ("hexahedron27", "tetra10"), ("tetra10", "hexahedron20")]


def _halves(kinds, multiplier="P1", law="linear", n=(3, 2), **fields):
    """Return a box cut at x = 1; the meshes of its halves do not match."""
    dim = 2 if kinds[0][:4] in ("tria", "quad") else 3
    model, extra = ss.Model(dim=dim), {"plane": "stress"} if dim == 2 else {}
    parts = []
    for k, kind in enumerate(kinds):
        size, divisions = (1.0, 0.9, 0.7)[:dim], (2, n[k], n[k])[:dim]
        origin = (float(k), 0.0, 0.0)[:dim]
        box = ss.SolidBody.box(
            size, divisions, SOFT, kind=kind, origin=origin, law=law, name="ab"[k], **extra, **fields
        )
        parts.append(model.add(box))
    facets = [part.boundary(lambda x, *_: abs(x - 1.0) < 1e-9) for part in parts]
    model.add(ss.Tie(parts[0], facets[0], other=parts[1], onto=facets[1], multiplier=multiplier, name="tie"))
    return model


def _dual(kinds):
    return not kinds[0].startswith(("tetra10", "hexahedron20"))


@pytest.mark.parametrize("multiplier", ["P1", "P0", "dual"])
@pytest.mark.parametrize("kinds", PLANAR + SPATIAL)
def test_linear_functions_are_met(kinds, multiplier):
    """Sums over the other side are those over the own side, for constants and for places: B 1 = D 1, B X = D X."""
    if multiplier == "dual" and not _dual(kinds):
        with pytest.raises(ss.ModelError, match='"dual" needs int N ds > 0'):
            _halves(kinds, multiplier)
        return
    tie = _halves(kinds, multiplier)["tie"]
    (own, B), (other, D) = coefficients(tie), tie_coefficients(tie)
    area = 0.9 if tie.solid.dim == 2 else 0.63
    assert B.sum() == pytest.approx(area, rel=1e-12)
    np.testing.assert_allclose(B.sum(axis=1), D.sum(axis=1), atol=1e-14)
    np.testing.assert_allclose(B @ tie.solid.nodes[own], D @ tie.other.nodes[other], atol=1e-13)
    if multiplier == "dual":
        assert B.nnz == len(own)
        assert B.diagonal().min() > 0.0


def _pulled(model, dim):
    """Hold three sides in their normal directions and pull at the fourth: a state of uniform stress."""
    for solid in (model["a"], model["b"]):
        for i in range(1, dim):
            model.add(ss.Support(solid, solid.nodes_where(lambda *x, i=i: x[i] < 1e-9), components="xyz"[i]))
    model.add(ss.Support(model["a"], model["a"].nodes_where(lambda x, *_: x < 1e-9), components="x"))
    load = (1e4, 0.0, 0.0)[:dim]
    model.add(ss.SurfaceLoad(model["b"], model["b"].boundary(lambda x, *_: x > 2 - 1e-9), traction=load))
    return ss.solve_static(model)


@pytest.mark.parametrize("multiplier", ["P1", "dual"])
@pytest.mark.parametrize("kinds", PLANAR + SPATIAL[:3])
def test_patch(kinds, multiplier):
    """Uniform stress passes through the tie: u = (x, -nu y, -nu z) t / E on both sides, and the traction is t."""
    model = _halves(kinds, multiplier)
    dim = model["a"].dim
    result = _pulled(model, dim)
    for name in "ab":
        expected = model[name].nodes * np.array([1e-2, -3e-3, -3e-3])[:dim]
        np.testing.assert_allclose(result[name].displacement[-1], expected, atol=1e-13)
    assert result["tie"].force[-1][0] == pytest.approx(1e4 * (0.9 if dim == 2 else 0.63), rel=1e-10)
    np.testing.assert_allclose(result["tie"].traction[-1][:, 0], 1e4, rtol=1e-8)


def test_two_halves_bend_as_one_piece():
    """A cantilever in two parts whose meshes do not match deflects as one in one piece, within 1 %."""
    tip = []
    for tied in (True, False):
        if tied:
            model = _halves(("quad9", "quad9"), n=(3, 2))
            left, right = model["a"], model["b"]
        else:
            model = ss.Model(dim=2)
            box = ss.SolidBody.box((2, 0.9), (6, 3), SOFT, kind="quad9", law="linear", plane="stress", name="b")
            left = right = model.add(box)
        model.add(ss.Support(left, left.nodes_where(lambda x, y: x < 1e-9)))
        end = right.boundary(lambda x, y: x > 2 - 1e-9)
        model.add(ss.SurfaceLoad(right, end, traction=(0.0, 1e3)))
        tip.append(ss.solve_static(model)[right.name].displacement[-1][end[0, 0], 1])
    assert tip[0] == pytest.approx(tip[1], rel=1e-2)


@pytest.mark.parametrize("kinds", [("quad", "triangle"), ("hexahedron", "tetra")])
def test_free_pair_keeps_its_momenta(kinds):
    """A tied pair tumbles: momentum and angular momentum stay, whatever the turn."""
    dim = 2 if kinds[0] == "quad" else 3
    spin, push = ((0.0, 0.0, 6.0), (1.0, 2.0, 0.0)) if dim == 2 else ((1.0, -4.0, 6.0), (1.0, 2.0, 3.0))
    centre = np.array([1.0, 0.45, 0.35])

    def velocity(*place):
        lever = np.zeros(3)
        lever[:dim] = place - centre[:dim]
        return (np.cross(spin, lever) + push)[:dim]

    model = _halves(kinds, law="st-venant-kirchhoff", velocity=velocity)
    result = ss.simulate(model, 0.3, 3e-3, integrator=ss.GeneralizedAlpha(1.0))
    P = result["a"].momentum + result["b"].momentum
    L = result["a"].angular_momentum + result["b"].angular_momentum
    np.testing.assert_allclose(P[-1], P[0], rtol=1e-9)
    np.testing.assert_allclose(L[-1], L[0], rtol=2e-4)
    turned = result["a"].position[-1][1] - result["a"].position[-1][0]
    assert turned @ (model["a"].nodes[1] - model["a"].nodes[0]) < 0.0  # more than a quarter of a turn
    energy = result.energy.kinetic + result.energy.potential
    assert abs(energy - energy[0]).max() < 1e-3 * energy[0]


def test_files_and_refusals():
    model = _halves(("quad", "triangle"))
    again = load(dump(model))
    assert again["tie"].other is again["b"]
    assert (again["tie"].onto == model["tie"].onto).all()
    a, b = model["a"], model["b"]
    left, right = model["tie"].facets, model["tie"].onto
    part = ss.Model(dim=2)
    part.add(a)
    part.add(b)
    part.add(ss.Tie(a, left, other=b, onto=right[:1], name="half"))
    with pytest.raises(ss.ModelError, match=r"'half': 0\.5 of the facet of nodes \d+ \d+ of SolidBody 'a' is covered"):
        ss.simulate(part, 1e-3, 1e-4)
    with pytest.raises(ss.ModelError, match="facets and onto share nodes of SolidBody 'a'"):
        ss.Tie(a, left, other=a, onto=left)
    twice = _halves(("quad", "triangle"))
    twice.add(ss.Bond(twice["a"], twice["tie"].facets, twice.ground, name="wall"))
    with pytest.raises(ss.ModelError, match="of SolidBody 'a' is bonded by Bond 'wall' already"):
        ss.simulate(twice, 1e-3, 1e-4)
