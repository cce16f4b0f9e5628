"""Declarations of solids: meshes from everywhere, and what is rejected, with the elements that are to blame."""

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest

import stickslip as ss
from stickslip.solids.cells import NAMES, cell, facets, jacobians, mass_rule
from stickslip.solids.declaration import SolidBody

STEEL = ss.Material(young=2.1e11, density=7850.0)
SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]


def planar(dim):
    return {"plane": "stress"} if dim == 2 else {}


def box(kind, divisions=None, **fields):
    dim = cell(kind).dim
    lengths, n = [2.0, 1.0, 0.5][:dim], divisions or [3, 2, 2][:dim]
    return SolidBody.box(lengths, n, STEEL, kind=kind, **planar(dim), **fields)


def volume(solid):
    points, weights = mass_rule(solid.kind)
    return float((np.linalg.det(jacobians(solid.kind, solid.nodes[solid.cells], points)) @ weights).sum())


def area_vectors(solid, found):
    """Return the area vectors (nf, dim) of facets, int n dA, and int x.n dA of each."""
    of = cell(solid.facet_kind)
    points, weights = mass_rule(of.name)
    X, N = solid.nodes[found], of.values(points)
    slopes = np.einsum("fai,pak->fpik", X, of.gradients(points))
    normals = np.stack([slopes[..., 1, 0], -slopes[..., 0, 0]], axis=2) if solid.dim == 2 else np.cross(
        slopes[..., 0], slopes[..., 1]
    )  # fmt: skip
    normals = normals * weights[:, None]
    return normals.sum(axis=1), np.einsum("fpi,pa,fai->f", normals, N, X)


@pytest.mark.parametrize("diagonal", ["right", "left"])
@pytest.mark.parametrize("kind", NAMES)
def test_box_fills_its_volume(kind, diagonal):
    """Volume and boundary: int n dA = 0 and int x.n dA = dim V, so facets are closed and point outwards."""
    solid = box(kind, diagonal=diagonal, origin=[1.0, -2.0, 3.0][: cell(kind).dim])
    dim, V = solid.dim, [2.0, 1.0][solid.dim - 2]
    assert volume(solid) == pytest.approx(V, rel=1e-13)
    areas, moments = area_vectors(solid, solid.boundary())
    assert abs(areas.sum(axis=0)).max() < 1e-13
    assert moments.sum() == pytest.approx(dim * V, rel=1e-13)
    right = solid.boundary(lambda x, *_: x > 3.0 - 1e-9)
    assert np.allclose(area_vectors(solid, right)[0].sum(axis=0), [[1, 0], [0.5, 0, 0]][dim - 2], atol=1e-13)


@pytest.mark.parametrize("kind", NAMES)
def test_numbers_of_vtk(kind):
    """Corners, then middles of edges in the order of meshio: every middle node is the mean of its two corners."""
    of = cell(kind)
    if of.order == 2:
        for k, edge in enumerate(of.edges):
            assert np.array_equal(of.nodes[of.corners + k], of.nodes[list(edge)].mean(axis=0))
    assert facets(kind)[1].shape[1] == len(cell(facets(kind)[0]).nodes)
    assert np.allclose(of.values(of.nodes), np.eye(len(of.nodes)), atol=1e-12)
    points = np.random.default_rng(0).random((4, of.dim))
    assert np.allclose(of.values(points).sum(axis=1), 1.0) and np.allclose(of.gradients(points).sum(axis=1), 0.0)


def test_diagonals():
    """Right: the squares are divided from lower left to upper right."""
    for diagonal, ends in (("right", {0, 3}), ("left", {1, 2})):
        shared = set.intersection(*(set(c) for c in box("triangle", [1, 1], diagonal=diagonal).cells.tolist()))
        assert shared == ends


def test_choosing_nodes():
    solid = box("quad9", [4, 2])
    assert np.array_equal(solid.nodes_where(lambda x, y: x == 0.0), np.flatnonzero(solid.nodes[:, 0] == 0.0))
    frame = solid.nearest((1.9, 0.6))
    assert frame.body is solid and np.allclose(solid.nodes[frame.node], [2.0, 0.5])
    assert solid.node(frame.node) is frame
    with pytest.raises(ss.ModelError, match=r"node\(1.5\) needs a node number"):
        solid.node(1.5)
    with pytest.raises(ss.ModelError, match=r"node 45 does not exist \(0 to 44\)"):
        solid.node(45)
    with pytest.raises(ss.ModelError, match="needs either a node number or a position"):
        ss.Frame(solid)
    with pytest.raises(ss.ModelError, match="needs a condition on arrays"):
        solid.nodes_where(lambda x, y: x)
    with pytest.raises(ss.ModelError, match="node is for frames on elastic solids"):
        ss.Frame(ss.RigidBody(1.0, 1.0), node=3)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cells": [[0, 1, 2], [0, 2, 4]]}, r"element 1 \(nodes 0 2 4\) refers to nodes that do not exist \(0 to 3\)"),
        ({"cells": [[0, 1, 2], [0, 2, 2]]}, r"element 1 \(nodes 0 2 2\) has a node twice"),
        ({"cells": [[0, 1, 2], [0, 2, 3], [2, 0, 1]]}, "element 2 has the nodes of element 0"),
        ({"cells": [[0, 1, 2]]}, "1 node is in no element: 3"),
        ({"cells": [[0, 1, 2], [0, 3, 2]]}, r"element 1 \(nodes 0 3 2\) is turned inside out"),
        ({"cells": [[0, 2, 1], [0, 3, 2]]}, "turned inside out .*mirrored.*; 2 such elements: 0, 1"),
        ({"nodes": [[0, 0], [1, 0], [2, 0], [0, 1]], "cells": [[0, 1, 2], [0, 2, 3]]}, "element 0 .* is degenerate"),
        ({"nodes": [*SQUARE, [5, 0], [6, 0], [5, 1]], "cells": [[0, 1, 2], [0, 2, 3], [4, 5, 6]]},
         r"2 parts that share no node \(element 0, element 2\)"),
        ({"cells": [[0, 1]]}, r"cells have 2 nodes each; in 2-D there are cells of 3 \(triangle\)"),
        ({"cells": [[0.5, 1, 2]]}, "must be integers"),
        ({"nodes": [[0, 0], [1, float("nan")], [1, 1], [0, 1]]}, "must be finite numbers; row 1 is not"),
        ({"nodes": [[0, 0], [1]]}, "must be a matrix"),
        ({"plane": None}, 'needs plane = "stress" or "strain"'),
        ({"law": "neo-hookean"}, 'is for plane = "strain"'),
        ({"plane": "strain", "material": ss.Material(young=1.0, density=1.0, poisson=0.5)}, "poisson = 0.5"),
        ({"law": "hooke"}, "law = 'hooke'"),
        ({"thickness": 0.0}, "must be > 0"),
    ],
)  # fmt: skip
def test_refused(fields, message):
    given = {"nodes": SQUARE, "cells": [[0, 1, 2], [0, 2, 3]], "material": STEEL, "plane": "stress", "name": "plate"}
    with pytest.raises(ss.ModelError, match=message) as caught:
        SolidBody(**(given | fields))
    assert "SolidBody 'plate'" in str(caught.value)


def test_overlapping_elements():
    """Two on the same side of an edge, three at one edge, two tetrahedra on the same side of a face."""
    fields = {"material": STEEL, "plane": "stress"}
    nodes = [*SQUARE, [0.9, 0.1], [0.9, 1.1], [-1, 1], [-1, 0]]
    with pytest.raises(ss.ModelError, match="elements 0, 1 overlap at their common facet of the nodes 0 3"):
        SolidBody(nodes=nodes[:6], cells=[[0, 1, 2, 3], [0, 4, 5, 3]], **fields)
    with pytest.raises(ss.ModelError, match="elements 0, 1, 2 overlap"):
        SolidBody(nodes=nodes, cells=[[0, 1, 2, 3], [0, 3, 6, 7], [0, 4, 5, 3]], **fields)
    corner = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 1]]
    with pytest.raises(ss.ModelError, match="elements 0, 1 overlap at their common facet of the nodes 0 1 2"):
        SolidBody(nodes=corner, cells=[[0, 1, 2, 3], [0, 1, 2, 4]], material=STEEL)


def test_refused_in_space():
    with pytest.raises(ss.ModelError, match="plane and thickness belong to planar solids"):
        SolidBody.box((1, 1, 1), 1, STEEL, plane="stress")
    with pytest.raises(ss.ModelError, match="'quad' must be one of the 3-D cells tetra"):
        SolidBody.box((1, 1, 1), 1, STEEL, kind="quad")
    with pytest.raises(ss.ModelError, match=r"divisions = \(1, 0, 1\) must be integers >= 1"):
        SolidBody.box((1, 1, 1), (1, 0, 1), STEEL)


def test_nodes_are_bodies():
    """Joints, forces and contours at a node go to the body of that node, which has a place and no orientation."""
    from stickslip.system.assemble import assemble

    model = ss.Model()
    model.add(ss.RigidBody(1.0, 1.0))
    block = model.add(SolidBody.box((1, 1, 1), 2, STEEL, name="block"))
    model.add(ss.Spherical(model.ground.frame("anchor", block.nodes[5]), block.node(5)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Contact(block.add(ss.Sphere(radius=0.1, name="foot"), node=7), floor))
    model.add(ss.SpringDamper(model.ground, block.nearest((1, 1, 1)), stiffness=1.0, name="spring"))
    assembly = assemble(model)
    first = assembly.bodies.index[block]
    assert first == 2 and np.allclose(assembly.bodies.r[first:], block.nodes)
    assert assembly.system.joints.body[0, 1] == first + 5
    assert sorted(assembly.system.contours.body) == [0, first + 7]
    assert assembly.system.forces.body[0, 1] == first + 26
    again = ss.Model.from_yaml(model.to_yaml())
    assert again["block"].contours[0].node == 7


@pytest.mark.parametrize(
    ("side", "message"),
    [
        (lambda block: block.node(0), "Fixed 'clamp': a node of a solid has no orientation"),
        (lambda block: block, "Fixed 'clamp': SolidBody 'block' is a solid; name a point on it"),
    ],
)
def test_joints_at_nodes(side, message):
    from stickslip.system.assemble import assemble

    model = ss.Model()
    block = model.add(SolidBody.box((1, 1, 1), 1, STEEL, name="block"))
    model.add(ss.Fixed(model.ground, side(block), name="clamp"))
    with pytest.raises(ss.ModelError, match=message):
        assemble(model)


def test_contours_at_nodes_are_round():
    block = SolidBody.box((1, 1, 1), 1, STEEL, name="block")
    with pytest.raises(ss.ModelError, match="needs either a node number or a position"):
        block.add(ss.Sphere(radius=1.0))
    with pytest.raises(ss.ModelError, match="node 8 does not exist"):
        block.add(ss.Sphere(radius=1.0), node=8)
    with pytest.raises(ss.ModelError, match="use Point, Sphere, Circle"):
        block.add(ss.Cuboid(lengths=(1, 1, 1)), node=0)
    with pytest.raises(ss.ModelError, match="is for contours of solids"):
        ss.RigidBody(1.0, 1.0).add(ss.Sphere(radius=1.0, node=3))


@pytest.mark.parametrize("kind", NAMES)
def test_file(kind, tmp_path):
    """Written by meshio with lower cells and a loose node beside, read again."""
    meshio = pytest.importorskip("meshio")
    solid = box(kind)
    places = np.zeros((len(solid.nodes) + 1, 3))
    places[:-1, : solid.dim] = solid.nodes
    places[-1] = 9.0
    path = tmp_path / "block.vtu"
    edge = solid.boundary()[:, :2] if solid.dim == 2 else np.array([[0, 1]])
    meshio.Mesh(places, [("line", edge), (kind, solid.cells)]).write(path)
    for again in (
        SolidBody.read(path, STEEL, **planar(solid.dim)),
        SolidBody(meshio.read(path), STEEL, **planar(solid.dim)),
    ):
        assert np.array_equal(again.nodes, solid.nodes) and np.array_equal(again.cells, solid.cells)


def test_file_errors(tmp_path):
    meshio = pytest.importorskip("meshio")
    path = tmp_path / "mixed.vtu"
    meshio.Mesh(np.eye(3)[[0, 1, 2, 0]] * 1.0, [("triangle", [[0, 1, 2]]), ("quad", [[0, 1, 2, 3]])]).write(path)
    with pytest.raises(ss.ModelError, match="must have one kind of 2-D cells; it has: triangle, quad"):
        SolidBody.read(path, STEEL, plane="stress")
    with pytest.raises(ss.ModelError, match="no file"):
        SolidBody.read(tmp_path / "none.vtu", STEEL)
    meshio.Mesh(np.eye(3), [("triangle", [[0, 1, 2]])]).write(path)
    with pytest.raises(ss.ModelError, match="do not lie in the x-y plane"):
        SolidBody.read(path, STEEL, plane="stress")


def test_meshes_of_other_packages_are_refused():
    """PyVista has points as well, but its cells are numbers."""
    other = SimpleNamespace(points=np.eye(3), cells=np.array([3, 0, 1, 2]))
    with pytest.raises(ss.ModelError, match="SolidBody: nodes = namespace"):
        SolidBody(other, STEEL, plane="stress")


def test_file_without_meshio():
    """The message says what to install."""
    code = (
        "import sys; sys.modules['meshio'] = None\n"
        "import stickslip as ss; from stickslip.solids.declaration import SolidBody\n"
        "try: SolidBody.read('x.vtu', ss.steel)\n"
        "except ss.ModelError as error: print(error)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "needs the package meshio: pip install stickslip[mesh]" in found.stdout


@pytest.mark.parametrize(
    "name", ["MeshTri1", "MeshTri2", "MeshQuad1", "MeshQuad2", "MeshTet1", "MeshTet2", "MeshHex1", "MeshHex2"]
)
def test_scikit_fem(name):
    """Local numbers and orientations of scikit-fem are not ours; the volume is that of the unit box."""
    skfem = pytest.importorskip("skfem")
    mesh = getattr(skfem, name)()
    mesh = mesh.refined(1) if name.endswith("1") else getattr(skfem, name).from_mesh(
        getattr(skfem, name[:-1] + "1")().refined(1)
    )  # fmt: skip
    solid = SolidBody(mesh, STEEL, **planar(mesh.dim()))
    assert volume(solid) == pytest.approx(1.0, rel=1e-13)


def test_yaml():
    """Meshes and frames at nodes are plain data."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    solid = model.add(box("quad", [2, 1], thickness=0.01, retardation=1e-4))
    model.add(ss.PointForce(solid.node(4), (1.0, 0.0), name="push"))
    again = ss.Model.from_yaml(model.to_yaml())
    assert np.array_equal(again["solidbody1"].nodes, solid.nodes)
    assert np.array_equal(again["solidbody1"].cells, solid.cells) and again["solidbody1"].cells.dtype == np.int64
    assert again["push"].on.node == 4 and again["push"].on.body is again["solidbody1"]
    assert again.to_yaml() == model.to_yaml()


def test_large_tables_are_written_as_rows():
    """Nodes and cells of large meshes stand row by row in the text and come back exactly."""
    model = ss.Model()
    model.add(ss.SolidBody.box((1, 0.7, 1e-5), 9, ss.Material(young=1.0, density=1.0), name="block"))
    text = model.to_yaml()
    again = ss.Model.from_yaml(text)
    np.testing.assert_array_equal(again["block"].nodes, model["block"].nodes)
    np.testing.assert_array_equal(again["block"].cells, model["block"].cells)
    assert again.to_yaml() == text
    assert len(text.splitlines()) < len(model["block"].nodes) + len(model["block"].cells) + 100
