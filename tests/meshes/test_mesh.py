"""Triangle meshes: mass properties beside formulas, faults by number, files, repair, hulls, pieces, bodies."""

import numpy as np
import pytest

import stickslip as ss

TETRAHEDRON = ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
TURN = (0.7, -0.4, 1.1)


def joined(*meshes):
    """Several meshes as one."""
    first = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    return ss.Mesh(
        np.vstack([mesh.vertices for mesh in meshes]),
        np.vstack([mesh.faces + k for mesh, k in zip(meshes, first)]),
    )


# Mass properties.


def test_tetrahedron():
    """V = 1/6, centre 1/4; about the centre I_xx = 1/80, I_xy = 1/480 (moments of a simplex manually)."""
    mesh = ss.Mesh(*TETRAHEDRON)
    assert mesh.volume == pytest.approx(1 / 6, rel=1e-15)
    np.testing.assert_allclose(mesh.centre, 0.25, rtol=1e-15)
    np.testing.assert_allclose(mesh.inertia, np.full((3, 3), 1 / 480) + (1 / 80 - 1 / 480) * np.eye(3), rtol=1e-14)


def test_box_anywhere():
    """A turned and shifted box has the moments of a box: I = R diag((b^2 + c^2) / 12, ...) R^T m."""
    size = np.array([0.3, 0.2, 0.5])
    mesh = ss.Mesh.box(size).moved((1.0, -2.0, 0.5), TURN)
    R = ss.Mesh([(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 2)]).moved(rotation=TURN).vertices.T
    principal = size.prod() * (size @ size - size**2) / 12
    assert mesh.volume == pytest.approx(size.prod(), rel=1e-13)
    np.testing.assert_allclose(mesh.centre, (1.0, -2.0, 0.5), rtol=1e-13)
    np.testing.assert_allclose(mesh.inertia, R @ np.diag(principal) @ R.T, atol=1e-13 * principal.max())
    assert mesh.area == pytest.approx(2 * (0.06 + 0.15 + 0.1), rel=1e-13)


def test_sphere_converges():
    """Volume and inertia of inscribed polyhedra go to those of the ball with the second order of the edge length."""
    errors = []
    for n in (4, 8, 16, 32):
        mesh = ss.Mesh.sphere(2.0, n)
        exact = 4 / 3 * np.pi * 8
        errors.append((1 - mesh.volume / exact, 1 - mesh.inertia[0, 0] / (0.4 * 4 * exact)))
        assert len(mesh.faces) == 20 * n * n
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (abs(slopes[-1] - 2.0) < 0.05).all()
    assert max(errors[-1]) < 3e-3


def test_cavity_and_two_shells():
    """A box with a cavity is a box less a box; two boxes count both."""
    hollow = joined(ss.Mesh.box((2, 2, 2)), ss.Mesh.box((1, 1, 1)).flipped())
    assert hollow.volume == pytest.approx(7.0, rel=1e-14)
    assert hollow.inertia[0, 0] == pytest.approx(8 * 8 / 12 - 2 / 12, rel=1e-14)
    assert joined(ss.Mesh.box((1, 1, 1)), ss.Mesh.box((1, 1, 1)).moved((3, 0, 0))).volume == pytest.approx(2.0)


def test_moments_agree_with_trimesh():
    trimesh = pytest.importorskip("trimesh")
    rng = np.random.default_rng(3)
    mesh = ss.Mesh.sphere(1.0, 3)
    mesh = ss.Mesh(mesh.vertices * rng.uniform(0.5, 1.5, (len(mesh.vertices), 1)), mesh.faces).moved((3, 1, 2), TURN)
    other = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    assert mesh.volume == pytest.approx(other.volume, rel=1e-10)
    np.testing.assert_allclose(mesh.centre, other.center_mass, rtol=1e-9)
    np.testing.assert_allclose(mesh.inertia, other.moment_inertia, atol=1e-9 * abs(other.moment_inertia).max())


# Faults.


def box_with(vertices=None, faces=None):
    box = ss.Mesh.box((1, 1, 1))
    return ss.Mesh(box.vertices if vertices is None else vertices, box.faces if faces is None else faces)


FACES = ss.Mesh.box((1, 1, 1)).faces
VERTICES = ss.Mesh.box((1, 1, 1)).vertices


@pytest.mark.parametrize(
    ("mesh", "message"),
    [
        (lambda: box_with(faces=np.vstack([FACES, [(0, 1, 1)]])), r"facet 12: degenerate"),
        (lambda: box_with(faces=np.vstack([FACES, FACES[3:4, ::-1]])), r"facet 12: given twice"),
        (lambda: box_with(faces=np.delete(FACES, 4, axis=0)), r"not watertight: 3 edges at facets"),
        (
            lambda: box_with(faces=np.vstack([FACES[:7], FACES[7:8, ::-1], FACES[8:]])),
            r"facets \d+ and 7 run the same way|facets 7 and \d+ run the same way",
        ),
        (lambda: ss.Mesh(VERTICES, FACES[:, ::-1]), r"facets 0, 1, 2, 3, 4, \.\.\.: turned inside out"),
        (
            lambda: box_with(np.vstack([VERTICES, [(0, 0, 3.0)]]), np.vstack([FACES, [(FACES[0, 0], FACES[0, 1], 8)]])),
            r"the edge of vertices \d+ and \d+ has 3 facets \(0, .*, 12\)",
        ),
        (lambda: joined(ss.Mesh.box((2, 2, 2)), ss.Mesh.box((1, 1, 1))), r"facets 12, .* reaches into another"),
    ],
)
def test_faults_are_named_by_facets(mesh, message):
    made = mesh()
    assert not made.is_closed
    with pytest.raises(ss.ModelError, match=message):
        made.check()
    with pytest.raises(ss.ModelError, match=message):
        ss.RigidBody.mesh(made, density=1.0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (([(0, 0, np.nan)], [(0, 0, 0)]), "row 0 is not"),
        (([(0, 0)], [(0, 0, 0)]), "vertices must have 3 components"),
        (([(0, 0, 0)], [(0, 0, 1)]), "facet 0: no such vertices; there are 0 to 0"),
        (([(0, 0, 0)], [(0, 0, 0, 0)]), "triangles of 3 vertex numbers"),
        (([(0, 0, 0)], [(0, 0, 0.5)]), "must be integers"),
    ],
)
def test_tables_that_are_no_mesh(fields, message):
    with pytest.raises(ss.ModelError, match=message):
        ss.Mesh(*fields)


def test_open_surface_is_one_if_it_may_be():
    sheet = ss.Mesh([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 3)])
    sheet.check(closed=False)
    with pytest.raises(ss.ModelError, match="not watertight: 4 edges at facets 0, 1"):
        sheet.check()


# Mending.


def test_soup_is_repaired():
    """Separate triangles, some turned over, two without area: repaired to the box they were made of."""
    rng = np.random.default_rng(1)
    vertices = VERTICES[FACES].reshape(-1, 3) + 1e-9 * rng.normal(size=(36, 3))
    faces = np.arange(36).reshape(-1, 3)
    faces[[2, 5, 6]] = faces[[2, 5, 6], ::-1]
    soup = ss.Mesh(vertices, np.vstack([faces, [(0, 1, 1)], [(3, 3, 3)]]))
    assert not soup.is_closed
    mended = soup.repaired()
    assert mended.is_closed and len(mended.faces) == 12
    assert mended.volume == pytest.approx(1.0, abs=1e-8)


def test_overlapping_shells_are_united():
    pytest.importorskip("manifold3d")
    pair = joined(ss.Mesh.box((1, 1, 1)), ss.Mesh.box((1, 1, 1)).moved((0.5, 0.25, 0.125)))
    assert pair.repaired().volume == pytest.approx(2 - 0.5 * 0.75 * 0.875, rel=1e-12)
    nested = joined(ss.Mesh.box((2, 2, 2)), ss.Mesh.box((1, 1, 1)).flipped())
    assert nested.repaired().volume == pytest.approx(7.0, rel=1e-12)


def test_holes_are_not_invented():
    with pytest.raises(ss.ModelError, match="repair leaves faults, not watertight"):
        box_with(faces=FACES[1:]).repaired()


def test_hull_and_shells():
    pair = joined(ss.Mesh.box((1, 1, 1)), ss.Mesh.box((1, 1, 1)).moved((2, 0, 0)))
    assert pair.hull().is_closed and pair.hull().volume == pytest.approx(3.0)
    assert [part.volume for part in pair.shells()] == pytest.approx([1.0, 1.0])
    with pytest.raises(ss.ModelError, match="have no convex hull"):
        ss.Mesh([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], [(0, 1, 2), (0, 2, 3)]).hull()


def angle_bracket():
    """An L of three unit cubes."""
    outline = np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], dtype=float)
    vertices = np.vstack([np.c_[outline, np.zeros(6)], np.c_[outline, np.ones(6)]])
    cap = np.array([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)])
    sides = [(k, (k + 1) % 6, 6 + (k + 1) % 6, 6 + k) for k in range(6)]
    faces = [*cap[:, ::-1], *(cap + 6), *((s[0], s[i], s[i + 1]) for s in sides for i in (1, 2))]
    return ss.Mesh(vertices, faces)


def test_convex_pieces(tmp_path, monkeypatch):
    """An L falls into two boxes; the second call reads them from the disk, and a spoiled file is made again."""
    pytest.importorskip("coacd")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    bracket = angle_bracket()
    assert bracket.volume == pytest.approx(3.0)
    first = bracket.pieces()
    assert len(first) == 2 and all(piece.is_closed for piece in first)
    assert 3.0 - 0.05 <= sum(piece.volume for piece in first) <= 3.0
    (kept,) = (tmp_path / "stickslip" / "pieces").iterdir()
    for spoil in (lambda: None, lambda: kept.write_bytes(b"not numbers")):
        spoil()
        assert [piece.digest for piece in bracket.pieces()] == [piece.digest for piece in first]
    assert len(bracket.pieces(most=1)) == 1


# Files.


@pytest.mark.parametrize("ending", ["stl", "obj", "ply", "glb"])
def test_files(tmp_path, ending):
    trimesh = pytest.importorskip("trimesh")
    box = ss.Mesh.box((30.0, 20.0, 50.0)).moved((7, 0, 0))
    path = tmp_path / f"box.{ending}"
    trimesh.Trimesh(box.vertices, box.faces).export(path)
    mesh = ss.Mesh.read(path, units="mm")
    assert len(mesh.vertices) == 8 and mesh.is_closed
    assert mesh.volume == pytest.approx(3e-5, rel=1e-6)
    assert ss.Mesh.read(path, scale=0.1).volume == pytest.approx(30.0, rel=1e-6)
    if ending == "glb":  # is in metres by its standard
        assert ss.Mesh.read(path).volume == pytest.approx(3e4, rel=1e-6)
    else:
        with pytest.warns(UserWarning, match='is 50 wide, taken as metres; if these are millimetres, say units="mm"'):
            ss.Mesh.read(path)


def test_files_that_cannot_be_read(tmp_path):
    pytest.importorskip("trimesh")
    with pytest.raises(ss.ModelError, match="no file"):
        ss.Mesh.read(tmp_path / "none.stl")
    with pytest.raises(ss.ModelError, match=r"ending must be one of \.stl, \.obj"):
        ss.Mesh.read(tmp_path / "part.step")
    for ending, content in (("stl", b""), ("ply", b"ply\nnothing"), ("obj", b"v 0 0 0\n"), ("glb", b"glTF")):
        path = tmp_path / f"bad.{ending}"
        path.write_bytes(content)
        with pytest.raises(ss.ModelError, match=r"cannot be read|has no triangles"):
            ss.Mesh.read(path)
    with pytest.raises(ss.ModelError, match="units = 'yard' must be one of m, cm, mm, in, ft"):
        ss.Mesh.read(path, units="yard")
    with pytest.raises(ss.ModelError, match="give scale or units"):
        ss.Mesh.read(path, units="mm", scale=2.0)


# Bodies.


def test_body_of_a_mesh_is_that_of_its_shape():
    made = ss.RigidBody.mesh(ss.Mesh.box((0.3, 0.2, 0.5)).moved((1, 2, 3)), density=700.0)
    box = ss.RigidBody.box((0.3, 0.2, 0.5), density=700.0)
    assert made.mass == pytest.approx(box.mass, rel=1e-14)
    np.testing.assert_allclose(made.inertia, np.diag(box.inertia), atol=1e-13 * max(box.inertia))
    assert made.position == pytest.approx((1, 2, 3))
    assert ss.RigidBody.mesh(ss.Mesh.box((1, 1, 1)), mass=2.0, position=(5, 0, 0)).position == (5.0, 0.0, 0.0)


def test_parts_of_a_mesh_put_together_are_the_mesh():
    """Bodies of the pieces, combined by parallel axes, have mass, centre and inertia of the whole."""
    bracket = angle_bracket()
    halves = (ss.Mesh.box((2, 1, 1)).moved((1, 0.5, 0.5)), ss.Mesh.box((1, 1, 1)).moved((0.5, 1.5, 0.5)))
    whole = ss.RigidBody.mesh(bracket, density=3.0)
    made = ss.RigidBody.combined([ss.RigidBody.mesh(half, density=3.0) for half in halves])
    assert made.mass == pytest.approx(whole.mass, rel=1e-14)
    np.testing.assert_allclose(made.position, whole.position, rtol=1e-14)
    np.testing.assert_allclose(made.inertia, whole.inertia, atol=1e-13 * np.max(whole.inertia))


@pytest.mark.parametrize("fields", [{}, {"density": 1.0, "mass": 1.0}])
def test_body_needs_density_or_mass(fields):
    with pytest.raises(ss.ModelError, match="give density or mass"):
        ss.RigidBody.mesh(ss.Mesh.box((1, 1, 1)), **fields)


def test_body_needs_a_mesh():
    with pytest.raises(ss.ModelError, match=r"RigidBody\.mesh: mesh = 'part\.stl' is not a Mesh"):
        ss.RigidBody.mesh("part.stl", density=1.0)
