"""Strains and stresses of solids from places of nodes: against the laws, the elements and exact fields."""

import numpy as np
import pytest
from solid_batches import STEEL, Batch, distorted

import stickslip as ss
from stickslip.codes import ELASTIC, FORCE
from stickslip.solids.declaration import SolidBody
from stickslip.solids.results import SolidField, SolidSeries, von_mises
from stickslip.system.assemble import assemble, describe

LAWS = ("linear", "st-venant-kirchhoff", "neo-hookean")
CASES = [(kind, law, plane) for kind in ("triangle6", "quad", "tetra", "hexahedron20") for law in LAWS
         for plane in (("stress", "strain") if kind in ("triangle6", "quad") else (None,))
         if (law, plane) != ("neo-hookean", "stress")]  # fmt: skip


def field_of(solid):
    return SolidField(solid.kind, solid.nodes, solid.cells, solid.law, solid.lame, solid.plane)


@pytest.mark.parametrize(("kind", "law", "plane"), CASES)
def test_power_of_stresses_is_that_of_the_elements(kind, law, plane):
    """Int J sigma : F' F^-1 dV = -h v for any motion; small strains: int sigma : e' dV."""
    fields = {"plane": plane} if plane else {}
    solid, _ = distorted(kind, curved=0.02, law=law, **fields)
    batch, field, rng = Batch(solid), field_of(solid), np.random.default_rng(4)
    r = solid.nodes + 0.03 * rng.standard_normal(solid.nodes.shape)
    v = rng.standard_normal(r.shape)
    batch.run(FORCE, r.ravel())
    rate = field.displacement_gradient(v + solid.nodes)
    sigma, F, dim = field.stress(r), field.deformation_gradient(r), solid.dim
    L, J = rate, 1.0
    if law != "linear":
        L = rate @ np.linalg.inv(F)
        J = np.linalg.det(F) * (np.sqrt(1.0 + 2.0 * field.strain(r)[..., 2, 2]) if dim == 2 else 1.0)
    power = (field.volumes * J * (sigma[..., :dim, :dim] * L).sum(axis=(-2, -1))).sum()
    assert power == pytest.approx(-batch.h[ELASTIC] @ v.ravel(), rel=1e-12)
    assert np.allclose(sigma, sigma.swapaxes(-1, -2), atol=1e-14)


@pytest.mark.parametrize("law", LAWS)
def test_plane_strain_is_space_with_one_stretch_kept(law):
    """The same homogeneous deformation of a square and of a cube: all nine components agree."""
    A = np.array([[1.1, 0.2], [-0.1, 0.95]])
    flat = SolidBody.box((1, 1), 1, STEEL, law=law, plane="strain")
    cube = SolidBody.box((1, 1, 1), 1, STEEL, law=law)
    B = np.eye(3)
    B[:2, :2] = A
    for name in ("strain", "stress"):
        planar_value = getattr(field_of(flat), name)(flat.nodes @ A.T)
        spatial_value = getattr(field_of(cube), name)(cube.nodes @ B.T)
        assert np.allclose(planar_value[0, 0], spatial_value[0, 0], rtol=1e-13, atol=1e-14)


def test_plane_stress_has_no_stress_across():
    """Saint-Venant and Kirchhoff: the cube with the strain across of the plane state has the same stress."""
    A = np.array([[1.1, 0.2], [-0.1, 0.95]])
    flat = SolidBody.box((1, 1), 1, STEEL, plane="stress")
    cube = SolidBody.box((1, 1, 1), 1, STEEL)
    E = field_of(flat).strain(flat.nodes @ A.T)[0, 0]
    B = np.diag([1.0, 1.0, np.sqrt(1.0 + 2.0 * E[2, 2])])
    B[:2, :2] = A
    sigma = field_of(cube).stress(cube.nodes @ B.T)[0, 0]
    assert abs(sigma[2]).max() < 1e-15
    assert np.allclose(field_of(flat).stress(flat.nodes @ A.T)[0, 0], sigma, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("kind", ["triangle6", "quad8", "quad9"])
def test_nodal_stress_of_bending_is_exact(kind):
    """Pure bending, sigma_x = E kappa y: linear, so the extension to the nodes has no error."""
    solid = SolidBody.box((2, 1), (3, 2), STEEL, kind=kind, law="linear", plane="stress")
    x, y = solid.nodes.T - np.array([[0.0], [0.5]])
    r = solid.nodes + np.column_stack([x * y, -0.5 * (x**2 + 0.3 * y**2)])
    field = field_of(solid)
    nodal = field.nodal(field.stress(r))
    assert nodal.shape == (len(solid.nodes), 3, 3)
    assert np.allclose(nodal[:, 0, 0], STEEL.young * y, atol=1e-13)
    assert np.allclose(np.delete(nodal.reshape(-1, 9), 0, axis=1), 0.0, atol=1e-13)
    assert np.allclose(field.nodal(von_mises(field.stress(r)[None]))[0].shape, (len(solid.nodes),))


def test_von_mises():
    """Uniaxial stress s: s; shear t: sqrt(3) t; pressure: 0."""
    stresses = np.zeros((3, 3, 3))
    stresses[0, 0, 0], stresses[1, 0, 1], stresses[1, 1, 0], stresses[2] = -2.0, 2.0, 2.0, 5.0 * np.eye(3)
    assert np.allclose(von_mises(stresses), [2.0, 2.0 * np.sqrt(3.0), 0.0], atol=1e-15)


class Recorded:
    """A store of two instants."""

    def __init__(self, header, q, u):
        self.header, self.n, self._columns = header, len(q), {"q": q, "u": u}

    def read(self, name, rows=slice(None), columns=slice(None)):
        return self._columns[name][rows, columns]


def test_series():
    """The layout that assembly describes is the one that results read; a rigid body before shifts all places."""
    model = ss.Model()
    model.add(ss.RigidBody(1.0, 1.0))
    solid = model.add(SolidBody.box((1, 1, 1), 2, STEEL, velocity=(1, 2, 3), name="block"))
    assembly = assemble(model)
    q, A = np.stack([assembly.q, assembly.q]), np.diag([1.1, 1.0, 1.0])
    q[1, 12:] = (solid.nodes @ A.T).ravel()
    header = {"dim": 3, **describe(assembly)}
    entry = next(body for body in header["bodies"] if body["name"] == "block")
    series = SolidSeries(Recorded(header, q, np.stack([assembly.u, assembly.u])), entry)
    assert series.mass == pytest.approx(STEEL.density)
    assert np.array_equal(series.position[0], solid.nodes) and np.allclose(series.velocity, [1, 2, 3])
    assert np.allclose(series.displacement[1], solid.nodes @ (A - np.eye(3)).T)
    assert series.strain().shape == (8, 8, 3, 3) and series.stress(slice(None)).shape == (2, 8, 8, 3, 3)
    assert abs(series.stress(0)).max() < 1e-15
    E = 0.5 * (1.1**2 - 1.0)
    lam, mu = solid.lame
    assert np.allclose(series.nodal_stress()[:, 0, 0], (lam + 2 * mu) * E * 1.1, rtol=1e-12)
    assert np.allclose(series.von_mises(), (lam + 2 * mu) * E * 1.1 - lam * E / 1.1, rtol=1e-12)


@pytest.mark.parametrize("mass", ["consistent", "lumped"])
@pytest.mark.parametrize("dim", [2, 3])
def test_momenta_of_a_rigid_motion(dim, mass):
    """Momentum m v; angular momentum m c x v + J omega, J = m (a^2 + b^2)/12 of a box with a consistent mass."""
    lengths, centre = np.array((2.0, 1.0, 0.5))[:dim], np.array((1.0, 0.5, 0.25))[:dim]
    v, omega = np.array((1.0, 2.0, 3.0))[:dim], (4.0 if dim == 2 else (0.0, 0.0, 4.0))
    model = ss.Model(dim=dim)
    fields = {"plane": "strain", "thickness": 0.5} if dim == 2 else {}
    divisions = (40, 20, 1)[:dim] if mass == "lumped" else 1
    box = SolidBody.box(
        lengths, divisions, STEEL, velocity=tuple(v), angular_velocity=omega, mass_distribution=mass, **fields
    )
    solid = model.add(box)
    motion = ss.simulate(model, 1e-9, 1e-9, integrator=ss.EnergyMomentum())[solid]
    m, spin = STEEL.density, STEEL.density * 5.0 / 12.0 * 4.0
    L = m * np.cross(np.pad(centre, (0, 3 - dim)), np.pad(v, (0, 3 - dim))) + (0.0, 0.0, spin)
    assert motion.momentum[0] == pytest.approx(m * v, rel=1e-12)
    rel = 1e-12 if mass == "consistent" else 2e-3
    assert motion.angular_momentum[0] == pytest.approx(L if dim == 3 else L[2], rel=rel)
