"""The fragments of code in the guides run, with what their texts take as given."""

import contextlib

import numpy as np
import pytest
import scipy.io
from test_docs import DOCS, blocks, run_python

import stickslip as ss


def solids() -> dict:
    model = ss.Model(dim=2, gravity=(0, -9.81))
    boxes = {
        name: model.add(ss.SolidBody.box((1, 1), (10, 10), ss.steel, origin=(0, y), plane="strain", name=name))
        for name, y in (("block", 0.0), ("lower", 5.0), ("upper", 7.0))
    }
    floor = model.ground.add(ss.Plane(normal=(0, 1)))
    ball = model.add(ss.RigidBody(1.0, 0.1, position=(0.5, 2.5))).add(ss.Circle(radius=0.1))
    rigid = model.add(ss.RigidBody(1.0, 0.1, position=(1.5, 0)))
    return {"model": model, "floor": floor, "ball": ball, "rigid": rigid, "pivot": (1.2, 0.0), **boxes}


def floating_beams() -> dict:
    model = ss.Model(dim=2)
    crank = model.add(ss.RigidBody(1.0, 0.1))
    slider = model.add(ss.RigidBody(1.0, 0.1, position=(0.3, 0)))
    return {"model": model, "crank": crank, "slider": slider, "section": ss.Rectangle(0.002, 0.01).of(ss.steel)}


def floating_solids() -> dict:
    meshio = pytest.importorskip("meshio")
    mesh = ss.SolidBody.box((0.3, 0.02, 0.02), (6, 2, 2), ss.steel, law="linear", name="mesh")
    meshio.write_points_cells("rod.msh", np.array(mesh.nodes), [("hexahedron", np.array(mesh.cells))])
    alone = ss.Model(gravity=(0, 0, 0))
    alone.add(mesh)
    matrices = ss.linearize(alone)
    ss.ElasticMatrices(mesh.nodes, matrices.M, matrices.K).save("rod.npz")
    scipy.io.mmwrite("M.mtx", matrices.M)
    scipy.io.mmwrite("K.mtx", matrices.K)
    np.savetxt("nodes.csv", mesh.nodes, delimiter=",")
    model = ss.Model()
    return {"model": model, "crank": model.add(ss.RigidBody(1.0, 0.1))}


def pendulum() -> dict:
    model = ss.Model(dim=2, gravity=(0, -9.81))
    rod = model.add(ss.RigidBody(1.0, 0.1, position=(0.5, 0), name="rod"))
    model.add(ss.Revolute(model.ground, rod, at=(0, 0)))
    return {"model": model, "exact": ss.simulate(model, 1.0, 1e-3, integrator=ss.Bathe())["rod"].angle[-1] + 1e-6}


def run_result() -> dict:
    model = ss.Model(gravity=(0, 0, -9.81), name="fall")
    model.add(ss.RigidBody(1.0, 0.1, name="ball")).add(ss.Sphere(radius=0.1))
    return {"model": model, "result": ss.simulate(model, 0.1, 1e-2, out="fall.h5")}


# page, what is given, which of its blocks follow
GUIDES = [
    ("solids", solids, slice(None)),
    ("floating-frames", floating_beams, slice(0, 2)),
    ("floating-frames", floating_solids, slice(2, None)),
    ("integrators", pendulum, slice(None)),
    ("viewer", run_result, slice(None)),
]


@pytest.mark.parametrize(("page", "given", "which"), GUIDES, ids=lambda value: getattr(value, "__name__", None))
def test_code_of_guide_runs(page, given, which, tmp_path, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setattr("webbrowser.open", lambda address: True)
    path = DOCS / f"{page}.md"
    found = [block for block in blocks(path) if block.language == "python"][which]
    assert found
    with contextlib.chdir(tmp_path):
        names = {"ss": ss, **given()}
        for block in found:
            run_python(block, path, names)
