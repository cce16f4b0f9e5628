"""Results as VTK and glTF: read back, numbers are those of the result."""

import json
import struct
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from numpy.testing import assert_allclose

import stickslip as ss
from stickslip.viz.build import build
from stickslip.viz.colours import PALETTE, ROLES, part_colours
from stickslip.viz.gltf import write_gltf
from stickslip.viz.packing import description
from stickslip.viz.vtk import CELLS, write_vtk


@pytest.fixture(scope="module")
def scene_result():
    """A spinning body, a falling string, a solid on a floor, short."""
    model = ss.Model(gravity=(0, 0, -9.81), name="several <things>")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    spin = model.add(
        ss.RigidBody(1.0, (0.1, 0.2, 0.3), position=(2, 0, 1), angular_velocity=(0, 0, 3), name='the "body"')
    )
    spin.add(ss.Cuboid(lengths=(0.1, 0.2, 0.3)))
    ball = model.add(ss.RigidBody(1.0, 0.01, position=(-1, 0, 0.1), name="ball")).add(ss.Sphere(radius=0.1))
    model.add(ss.Contact(ball, floor, friction=0.3))
    model.add(ss.StringBody.straight((0, 2, 1), (1, 2, 1), 4, stiffness=10.0, mass_per_length=1.0, name="string"))
    soft = ss.Material(young=1e4, density=100.0, poisson=0.2)
    model.add(
        ss.SolidBody.box((1, 1, 1), 1, soft, kind="hexahedron27", origin=(0, 0, 2), velocity=(1, 0, 0), name="block")
    )
    return ss.simulate(model, 0.1, 0.01)


def test_vtk(scene_result, tmp_path):
    """Every second instant; cells, places, displacements and forces are those of the result."""
    meshio = pytest.importorskip("meshio")
    collections = {path.stem: path for path in write_vtk(scene_result, tmp_path / "out", every=2)}
    assert set(collections) == {"bodies", "lines", "solids", "contacts"}
    for path in collections.values():
        entries = ElementTree.parse(path).getroot().findall("Collection/DataSet")
        assert_allclose([float(entry.get("timestep")) for entry in entries], scene_result.time[::2])
    last = {name: meshio.read(tmp_path / "out" / f"{name}_000005.vtu") for name in collections}
    block = last["solids"]
    assert [cells.type for cells in block.cells] == ["hexahedron27"]
    assert_allclose(block.points, scene_result["block"].position[-1])
    assert_allclose(block.point_data["displacement [m]"], scene_result["block"].displacement[-1], atol=1e-15)
    assert block.point_data["stress [N/m2]"].shape == (27, 9)
    assert_allclose(last["lines"].points, scene_result["string"].position[-1])
    assert_allclose(last["contacts"].point_data["force [N]"].sum(axis=0), [0, 0, 9.81], rtol=1e-9, atol=1e-9)
    assert len(last["bodies"].cells_dict["triangle"]) > 12


def test_vtk_of_a_floating_solid_is_in_world_axes(tmp_path):
    """A deformed bar whose x axis points along world y: displacements and stresses of its frame are turned so."""
    meshio = pytest.importorskip("meshio")
    shape = ss.SolidBody.box((1, 0.1, 0.1), (2, 1, 1), ss.Material(young=1e4, density=1.0))
    turn, elastic, model = (0, 0, 0.5 * np.pi), (3e-3, -2e-3, 1e-3), ss.Model()
    model.add(
        ss.FloatingSolid(
            shape,
            interfaces={},
            reference="clamped",
            frame_at=[0, 3, 6, 9],
            modes=3,
            rotation=turn,
            elastic=elastic,
            name="bar",
        )
    )
    result = ss.simulate(model, 2e-6, 1e-6)
    assert [path.stem for path in write_vtk(result, tmp_path)] == ["solids"]  # nothing touches, nothing is rigid
    found, bar = meshio.read(tmp_path / "solids_000000.vtu"), result["bar"]
    assert_allclose(found.points, bar.position[0])
    shift, stress = bar.displacement[0], bar.nodal_stress(0)
    assert abs(shift).max() > 1e-3
    assert_allclose(found.point_data["displacement [m]"], shift[:, [1, 0, 2]] * (-1, 1, 1), atol=1e-12)
    turned = stress[:, [1, 0, 2]][:, :, [1, 0, 2]] * np.outer((-1, 1, 1), (-1, 1, 1))
    assert_allclose(found.point_data["stress [N/m2]"].reshape(-1, 3, 3), turned, atol=1e-9 * abs(stress).max())


def test_colours_are_those_of_the_viewer(scene_result, tmp_path):
    """Parts have one colour everywhere; glTF wants it linear: 0x4f = 79 of 255 is 0.0782 without gamma (sRGB)."""
    scene = build(scene_result)
    colours = part_colours(scene.parts)
    assert [part["colour"] for part in description(scene)["parts"]] == colours
    assert colours[:3] == [ROLES["ground"], PALETTE[0], PALETTE[1]]
    document, _ = chunks(write_gltf(scene_result, tmp_path / "a.glb"))
    found = {each["name"]: each["pbrMetallicRoughness"]["baseColorFactor"] for each in document["materials"]}
    assert found['the "body"'][0] == pytest.approx(0.0782, abs=1e-4)


def test_every_cell_has_a_number():
    from stickslip.solids.cells import NAMES

    assert set(CELLS) == set(NAMES)


def chunks(path):
    """Return JSON and numbers of a .glb file."""
    data = path.read_bytes()
    magic, version, length = struct.unpack("<4sII", data[:12])
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack("<I4s", data[12:20])
    assert kind == b"JSON" and size % 4 == 0
    return json.loads(data[20 : 20 + size]), data[28 + size :]


def accessor(document, data, number):
    entry = document["accessors"][number]
    view = document["bufferViews"][entry["bufferView"]]
    kind = np.dtype("<u4" if entry["componentType"] == 5125 else "<f4")
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[entry["type"]]
    values = np.frombuffer(data, kind, entry["count"] * width, view["byteOffset"]).reshape(entry["count"], width)
    assert_allclose(values.min(axis=0), entry["min"])
    return values


def test_gltf(scene_result, tmp_path):
    """Rigid motions and shapes of deforming bodies at the ends are those of the result."""
    document, data = chunks(write_gltf(scene_result, tmp_path / "a.glb"))
    names = [node["name"] for node in document["nodes"]]
    assert {'the "body"', "ball", "string", "block"} < set(names)
    animation = document["animations"][0]
    moved = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        name, path = names[channel["target"]["node"]], channel["target"]["path"]
        times = accessor(document, data, sampler["input"])[:, 0]
        moved[name, path] = times, accessor(document, data, sampler["output"])
    times, places = moved['the "body"', "translation"]
    assert_allclose(times[-1], 0.1, rtol=1e-6)
    assert_allclose(places[-1], scene_result['the "body"'].position[-1], rtol=1e-6)
    turn = moved['the "body"', "rotation"][1][-1]
    assert abs(turn[2]) == pytest.approx(np.sin(0.5 * 3 * 0.1), rel=1e-3)
    mesh = document["meshes"][document["nodes"][names.index("block")]["mesh"]]["primitives"][0]
    first = accessor(document, data, mesh["attributes"]["POSITION"])
    shift = accessor(document, data, mesh["targets"][-1]["POSITION"])
    assert_allclose(np.sort((first + shift)[:, 2])[-1], scene_result["block"].position[-1, :, 2].max(), rtol=1e-5)
    weights = moved["block", "weights"][1].reshape(-1, len(mesh["targets"]))
    assert_allclose(weights[0], 0.0)
    assert_allclose(weights[-1], np.eye(len(mesh["targets"]))[-1])


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda r, p: write_gltf(r, p / "a.obj"), "must end with .glb"),
        (lambda r, p: write_gltf(r, p / "a.glb", shapes=1), "an integer"),
        (lambda r, p: write_gltf(r, p / "missing" / "a.glb"), "cannot write"),
        (lambda r, p: write_vtk(r, p, every=0), "1 or more"),
    ],
)
def test_refused_exports(scene_result, tmp_path, act, reason):
    with pytest.raises(ss.StickslipError, match=reason):
        act(scene_result, tmp_path)


def test_netcdf(scene_result, tmp_path):
    """Read back, positions and units are those of the result; quotes in names have become underscores."""
    xarray = pytest.importorskip("xarray")
    with xarray.open_dataset(scene_result.to_netcdf(tmp_path / "a.nc")) as data:
        assert_allclose(data["the__body_.position"].values, scene_result['the "body"'].position)
        assert data["the__body_.position"].attrs["units"] == "m"


def test_commands(scene_result, tmp_path):
    """The command line writes what the methods write."""
    from typer.testing import CliRunner

    from stickslip.cli.main import app

    file = scene_result.save(tmp_path / "r.h5")
    run = CliRunner().invoke
    done = run(app, ["render", str(file), "--png", "--gif", "--fps", "2", "--size", "64x48", "--time", "0.05"])
    assert done.exit_code == 0 and (tmp_path / "r.png").exists() and (tmp_path / "r.gif").exists()
    done = run(
        app, ["export", str(file), "--vtk", str(tmp_path / "v"), "--gltf", str(tmp_path / "r.glb"), "--every", "5"]
    )
    assert done.exit_code == 0 and len(list((tmp_path / "v").glob("solids_*.vtu"))) == 3
    assert isinstance(run(app, ["export", str(file)]).exception, ss.StickslipError)
    assert isinstance(run(app, ["render", str(file), "--size", "big"]).exception, ss.StickslipError)
