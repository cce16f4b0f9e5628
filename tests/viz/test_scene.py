"""Scenes: shapes, motions and contacts are those of the model, checked by geometry and mechanics."""

import numpy as np
import pytest
from synthetic import fill, header, model

import stickslip as ss
from stickslip.codes import STICK
from stickslip.floating.solid.mesh import solid_mass, solid_stiffness
from stickslip.results.result import Result
from stickslip.results.store import MemoryStore
from stickslip.solids.cells import NAMES, cell
from stickslip.viz.build import SceneBuilder, build
from stickslip.viz.places import function_values
from stickslip.viz.rotations import matrix
from stickslip.viz.selection import Selection
from stickslip.viz.shapes import inertia_shape, section_outline

STEEL = ss.Material(young=2.1e11, density=7850.0)


def part(scene, name):
    return next(each for each in scene.parts if each.name == name)


def turned(motion, k, x):
    """Return the world place of a point x of a frame at instant k."""
    w, v = motion.quaternion[k, 0], motion.quaternion[k, 1:]
    twice = 2.0 * np.cross(v, x)
    return motion.position[k] + x + w * twice + np.cross(v, twice)


# Rigid bodies.


def test_spatial_contours_become_shapes_of_their_size():
    m = ss.Model()
    m.ground.add(ss.Plane(normal=(0, 0, 2.0), position=(5.0, 0, -1.0)))
    body = m.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 3.0), name="body"))
    body.add(ss.Sphere(radius=0.3))
    body.add(ss.Cuboid(lengths=(0.1, 0.2, 0.3), position=(1.0, 0, 0), rotation=(0, 0, 0.5)))
    body.add(ss.Cylinder(radius=0.2, length=0.5, axis=(1, 0, 0)))
    body.add(ss.Ring(radius=0.4, axis=(0, 1, 0)))
    body.add(ss.LineSegment(start=(0, 0, 0), end=(0, 2.0, 0), radius=0.05))
    shapes = part(build(ss.simulate(m, 0.02, 0.01)), "body").shapes
    assert [shape.kind for shape in shapes] == ["sphere", "box", "cylinder", "ring", "capsule"]
    sphere, box, cylinder, ring, capsule = shapes
    assert sphere.size == (0.3,) and box.size == (0.1, 0.2, 0.3) and cylinder.size == (0.2, 0.5)
    assert ring.size[0] == 0.4 and capsule.size == pytest.approx((0.05, 2.0))
    np.testing.assert_allclose(box.rotation, matrix(np.array([0, 0, 0.5])), atol=1e-15)
    np.testing.assert_allclose(box.position, (1.0, 0, 0))
    np.testing.assert_allclose(cylinder.rotation[:, 2], (1, 0, 0), atol=1e-15)
    np.testing.assert_allclose(capsule.position, (0, 1.0, 0), atol=1e-15)
    np.testing.assert_allclose(abs(capsule.rotation[:, 2]), (0, 1, 0), atol=1e-15)
    ground = part(build(ss.simulate(m, 0.02, 0.01)), "ground").shapes[0]
    assert ground.kind == "plane" and ground.position[2] == pytest.approx(-1.0)  # moved within its plane only
    np.testing.assert_allclose(ground.rotation[:, 2], (0, 0, 1), atol=1e-15)


def test_planar_contours_and_a_body_of_points():
    m = ss.Model(dim=2)
    m.ground.add(ss.Plane(normal=(0, 1), position=(0, -2)))
    disk = m.add(ss.RigidBody(1.0, 0.1, name="disk"))
    disk.add(ss.Circle(radius=0.3))
    bush = m.add(ss.RigidBody(1.0, 0.1, position=(3, 0), name="bush"))
    bush.add(ss.Circle(radius=0.3, hollow=True))
    slider = m.add(ss.RigidBody(1.0, 0.1, position=(6, 0), name="slider"))
    for x, y in ((-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)):
        slider.add(ss.Point(position=(x, y)))
    scene = build(ss.simulate(m, 0.02, 0.01))
    assert part(scene, "disk").shapes[0].kind == "disk" and part(scene, "bush").shapes[0].kind == "hole"
    polygon = part(scene, "slider").shapes[0]
    corners = np.reshape(polygon.size, (-1, 2))
    x, y = corners.T
    area = 0.5 * (x * np.roll(y, -1) - np.roll(x, -1) * y).sum()
    assert polygon.kind == "polygon" and area == pytest.approx(0.4 * 0.2)  # counter-clockwise
    assert part(scene, "ground").shapes[0].kind == "halfplane"
    np.testing.assert_allclose(part(scene, "ground").shapes[0].rotation[:, 1], (0, 1, 0), atol=1e-15)


def test_a_file_without_model_shows_the_recorded_contours():
    with_model = build(Result(fill(MemoryStore(header()), n=101), model()))
    without = build(Result(fill(MemoryStore(header()), n=101)))
    assert part(without, "ball").shapes[0].size == part(with_model, "ball").shapes[0].size
    assert part(without, "ball").shapes[0].kind == "sphere"
    np.testing.assert_allclose(part(without, "ball").motion.position[-1], part(with_model, "ball").motion.position[-1])


def test_inertia_box_has_the_inertia_of_its_body():
    """I_x = m (b^2 + c^2)/12 and so on in the axes of the box."""
    turn = matrix(np.array([0.3, -0.5, 0.2]))
    tensor = turn @ np.diag([0.02, 0.03, 0.04]) @ turn.T
    body = ss.RigidBody(2.0, tuple(map(tuple, 0.5 * (tensor + tensor.T))), name="b")
    shape = inertia_shape(body, 3, 1.0)
    a, b, c = np.square(shape.size)
    found = 2.0 / 12.0 * np.diag([b + c, a + c, a + b])
    np.testing.assert_allclose(shape.rotation @ found @ shape.rotation.T, tensor, rtol=1e-12, atol=1e-15)
    planar = inertia_shape(ss.RigidBody(2.0, 0.3, name="p"), 2, 1.0)
    assert 2.0 * (planar.size[0] ** 2 + planar.size[1] ** 2) / 12.0 == pytest.approx(0.3)


def test_rigid_motion_and_energy_of_a_spinning_body():
    """A free symmetric body: constant energies, and its poses are those recorded."""
    m = ss.Model()
    m.add(ss.RigidBody(2.0, (0.1, 0.2, 0.25), velocity=(1.0, 2.0, 0), angular_velocity=(0, 0, 4.0), name="b"))
    result = ss.simulate(m, 1.0, 0.01)
    scene = build(result)
    b = part(scene, "b")
    rows = np.searchsorted(result.time, scene.time)
    for k in (0, len(rows) // 2, -1):
        x = np.array([0.3, -0.2, 0.5])
        np.testing.assert_allclose(
            turned(b.motion, k, x), result["b"].position[rows[k]] + result["b"].rotation[rows[k]] @ x, atol=1e-12
        )
    energy = next(channel for channel in b.channels if channel.name == "energy")
    np.testing.assert_allclose(energy.values[:, 0], 0.5 * 2.0 * 5.0 + 0.5 * 0.25 * 16.0, rtol=1e-9)
    np.testing.assert_allclose(b.fields[0].values, np.sqrt(5.0), rtol=1e-12)


def test_prescribed_body_moves_as_declared():
    t = np.linspace(0.0, 2.0, 41)
    step = ss.SmoothStep(start=1.0, end=3.0, t_start=0.5, t_end=1.5)
    values = function_values(step, t)
    assert values[0] == 1.0 and values[-1] == 3.0 and values[20] == pytest.approx(2.0)
    np.testing.assert_allclose(function_values(ss.Polynomial((1.0, 2.0, 3.0)), t), 1 + 2 * t + 3 * t**2)
    np.testing.assert_allclose(function_values(ss.Table((0.0, 1.0), (2.0, 4.0)), t), np.minimum(2 + 2 * t, 4.0))
    np.testing.assert_allclose(function_values(ss.Compiled(function=lambda t: t * t), t), t**2)
    m = ss.Model()
    m.add(ss.PrescribedBody(motion=(ss.Sine(0.5, 1.0),), axis=(0, 0, 2.0), angle=ss.Polynomial((0.0, 3.0)), name="cam"))
    m.add(ss.RigidBody(1.0, 0.1, position=(3, 0, 0), name="b"))
    scene = build(ss.simulate(m, 1.0, 0.01))
    cam = part(scene, "cam").motion
    np.testing.assert_allclose(cam.position[:, 0], 0.5 * np.sin(2 * np.pi * scene.time), atol=1e-12)
    np.testing.assert_allclose(abs(cam.quaternion[:, 0]), abs(np.cos(1.5 * scene.time)), atol=1e-12)


def test_joint_marks_stay_at_the_joint():
    """The mark of a pendulum's bearing goes with the bob, yet rests at the bearing."""
    m = ss.Model(gravity=(0, 0, -9.81))
    bob = m.add(ss.RigidBody(1.0, 0.01, position=(1, 0, 2), name="bob"))
    m.add(ss.Revolute(m.ground, bob, at=(0, 0, 2), axis=(0, 1, 0), relative=True, name="bearing"))
    scene = build(ss.simulate(m, 1.0, 0.005))
    bearing, number = part(scene, "bearing"), [each.name for each in scene.parts].index("bob")
    assert bearing.parent == number and bearing.motion is None
    for k in range(0, len(scene.time), 20):
        place = turned(scene.parts[number].motion, k, bearing.shapes[0].position)
        np.testing.assert_allclose(place, (0, 0, 2), atol=1e-9)
    assert "capsule" in [shape.kind for shape in part(scene, "bob").shapes]  # an arm to the bearing


# Lines.


def test_beam_section_and_axis():
    """A straight steel beam at rest: sections 0.2 x 0.1 with d_3 along it, equally spaced."""
    m = ss.Model()
    m.add(
        ss.Beam.straight(
            (0, 0, 0),
            (0, 3, 0),
            4,
            section=ss.Rectangle(width=0.2, height=0.1),
            material=STEEL,
            normal=(1, 0, 0),
            name="b",
        )
    )
    beam = part(build(ss.simulate(m, 2e-5, 1e-5)), "b")
    np.testing.assert_allclose(np.ptp(beam.section.outline, axis=0), (0.2, 0.1))
    n = beam.motion.position.shape[1]
    np.testing.assert_allclose(beam.motion.position[0, :, 1], np.linspace(0, 3, n), atol=1e-9)
    w, x, y, z = beam.motion.quaternion[0, 3]
    third = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
    first = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]
    np.testing.assert_allclose(third, (0, 1, 0), atol=1e-9)
    np.testing.assert_allclose(abs(np.array(first)), (1, 0, 0), atol=1e-9)


def test_bent_beam_is_drawn_smoothly():
    """Nodes and sections on a circle of radius 1, 22.5 degrees apart: the cubic between them leaves it by 1e-4 only."""
    angle = np.linspace(0.0, np.pi, 9)
    m = ss.Model(dim=2)
    places = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    m.add(ss.PlanarBeam(positions=places, section=ss.Rectangle(width=0.1, height=0.02), material=STEEL, name="arc"))
    beam = part(build(ss.simulate(m, 2e-6, 1e-6)), "arc")
    radius = np.linalg.norm(beam.motion.position[0], axis=1)
    assert len(radius) == 8 * 8 + 1
    inner = slice(8, -8)  # end sections of a polygon of chords are turned by half an element
    assert abs(radius[inner] - 1.0).max() < 5e-4
    chord = 1.0 - np.cos(np.pi / 16)
    assert abs(radius[inner] - 1.0).max() < 0.05 * chord


def test_general_section_has_the_radii_of_gyration():
    outline = section_outline(None, np.array([2.0, 2.0 * 0.3**2 / 12.0, 2.0 * 0.5**2 / 12.0]), 0.0, 1.0).outline
    np.testing.assert_allclose(np.ptp(outline, axis=0), (0.5, 0.3))
    assert np.linalg.norm(section_outline(ss.Round(radius=0.2), None, 0.0, 1.0).outline, axis=1) == pytest.approx(0.2)


def test_resultants_of_a_loaded_cantilever_are_the_colours():
    """A tip force F gives N = F along the beam: the field is F at every section."""
    m = ss.Model(dim=2)
    beam = m.add(
        ss.PlanarBeam.straight((0, 0), (1, 0), 5, section=ss.Rectangle(width=0.1, height=0.1), material=STEEL, name="b")
    )
    m.add(ss.Fixed(m.ground, beam.start))
    m.add(ss.PointForce(on=beam.end, vector=(1e4, 0)))
    scene = build(ss.solve_static(m))
    fields = {field.name: field for field in part(scene, "b").fields}
    np.testing.assert_allclose(fields["normal force"].values[-1], 1e4, rtol=1e-3)
    assert scene.fields["normal force"][2] == pytest.approx(1e4, rel=1e-3)


def test_closed_string_and_spring():
    m = ss.Model()
    angle = 2 * np.pi * np.arange(12) / 12
    ring = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    string = m.add(ss.StringBody(positions=ring, stiffness=100.0, mass_per_length=0.1, closed=True, name="loop"))
    string.surface(0.03)
    b = m.add(ss.RigidBody(1.0, 0.1, position=(0, 0, 2), name="b"))
    m.add(ss.SpringDamper(m.ground, b, stiffness=1.0, rest_length=2.0, name="spring"))
    scene = build(ss.simulate(m, 0.01, 0.001))
    loop = part(scene, "loop")
    assert loop.section.closed and loop.motion.quaternion is None
    assert loop.motion.position.shape[1] == 12
    assert np.linalg.norm(loop.section.outline, axis=1) == pytest.approx(0.03)
    np.testing.assert_allclose(part(scene, "spring").motion.position[0], [(0, 0, 0), (0, 0, 2)], atol=1e-12)


# Solids.


@pytest.mark.parametrize("kind", [name for name in NAMES if cell(name).dim == 3])
def test_surface_of_a_solid_encloses_its_volume(kind):
    """Divergence theorem on the drawn triangles: outward, closed, 2 x 1 x 1."""
    m = ss.Model()
    m.add(ss.SolidBody.box((2.0, 1.0, 1.0), (2, 1, 1), STEEL, kind=kind, name="s"))
    solid = part(build(ss.simulate(m, 2e-6, 1e-6)), "s")
    a, b, c = (solid.motion.position[0][solid.surface.triangles[:, k]] for k in range(3))
    assert (np.cross(a, b) * c).sum() / 6.0 == pytest.approx(2.0, rel=1e-9)


@pytest.mark.parametrize("kind", [name for name in NAMES if cell(name).dim == 2])
def test_planar_solid_is_drawn_whole(kind):
    m = ss.Model(dim=2)
    m.add(ss.SolidBody.box((2.0, 1.0), (2, 1), STEEL, kind=kind, plane="stress", name="s"))
    solid = part(build(ss.simulate(m, 2e-6, 1e-6)), "s")
    p, q, r = (solid.motion.position[0][solid.surface.triangles[:, k]][:, :2] for k in range(3))
    u, v = q - p, r - p
    assert 0.5 * (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum() == pytest.approx(2.0, rel=1e-9)


def test_patches_of_a_linear_body():
    """A bilinear patch: its middle is the mean of the four corners."""
    from stickslip.examples import dice_bowl

    result = ss.simulate(dice_bowl.model(dice=1), 2e-4, 1e-4)
    bowl = part(build(result), "bowl")
    centre = bowl.motion.position[0, 4 * 25 + 12]  # patch 4 is the flat one in the middle
    np.testing.assert_allclose(centre, (0, 0, 0), atol=1e-12)


RUBBER = ss.Material(young=2e4, density=1000.0, poisson=0.3)


@pytest.mark.parametrize("dim", (2, 3))
def test_marks_on_a_floating_solid_go_with_its_interfaces(dim):
    """A rigid body fixed to the soft end of a floating solid is where the contour and the spring of that end are."""
    m = ss.Model(dim=dim, gravity=(0.0, 0.0, -9.81) if dim == 3 else (0.0, -9.81))
    fields = {"plane": "stress"} if dim == 2 else {}
    shape = ss.SolidBody.box((1.0, 0.2, 0.2)[:dim], (4, 1, 1)[:dim], RUBBER, **fields)
    ends = {
        name: shape.nodes_where(lambda x, *_, at=at: abs(x - at) < 1e-9) for name, at in (("left", 0), ("right", 1))
    }
    rod = m.add(ss.FloatingSolid(shape, interfaces=ends, reference="clamped", frame_at="left", modes=4, name="rod"))
    rod.add(ss.Cuboid(lengths=(0.1, 0.2, 0.2)[:dim], name="cap"), interface="right")
    m.add(ss.Fixed(m.ground, rod.interface("left")))
    end = m.add(ss.RigidBody(1.0, 0.01, position=(1.0, 0.1, 0.1)[:dim], name="end"))
    m.add(ss.Fixed(rod.interface("right"), end))
    m.add(ss.SpringDamper(m.ground, rod.interface("right"), stiffness=1.0, name="spring"))
    result = ss.simulate(m, 0.2, 1e-3)
    scene = build(result)
    cap, body, spring = (part(scene, name).motion for name in ("rod.cap", "end", "spring"))
    assert 1.0 - abs(body.quaternion[-1, 0]) > 1e-4  # it bends
    np.testing.assert_allclose(cap.position, body.position, atol=1e-9)
    np.testing.assert_allclose(abs((cap.quaternion * body.quaternion).sum(axis=1)), 1.0, atol=1e-12)
    np.testing.assert_allclose(spring.position[:, 1], body.position, atol=1e-9)
    assert np.isfinite(part(scene, "rod").fields[0].values).all()


def test_marks_at_a_material_point_go_with_it():
    """A mass joined to a point inside of an element is where the contour and the spring at this point are."""
    m = ss.Model(gravity=(0, 0, -9.81))
    block = m.add(ss.SolidBody.box((1.0, 1.0, 1.0), 1, RUBBER, name="block"))
    m.add(ss.Support(block, block.nodes_where(lambda x, y, z: z < 1e-9)))
    inside = (0.3, 0.6, 0.8)
    block.add(ss.Sphere(radius=0.1, position=inside, name="ball"))
    mass = m.add(ss.PointMass(20.0, position=inside, name="mass"))
    m.add(ss.Spherical(block.point(inside), mass))
    m.add(ss.SpringDamper(m.ground, block.point(inside), stiffness=1.0, name="spring"))
    scene = build(ss.simulate(m, 0.1, 1e-3))
    ball, body, spring = (part(scene, name) for name in ("block.ball", "mass", "spring"))
    assert abs(body.motion.position[-1] - inside).max() > 1e-3 and not ball.shapes[0].position.any()
    np.testing.assert_allclose(ball.motion.position, body.motion.position, atol=1e-9)
    np.testing.assert_allclose(spring.motion.position[:, 1], body.motion.position, atol=1e-9)


@pytest.mark.parametrize("dim", (2, 3))
def test_a_body_from_matrices_is_drawn_as_its_hull(dim):
    """The box of 2 x 1 (x 1) m around its nodes, turned by a quarter: outward and closed."""
    fields = {"plane": "stress"} if dim == 2 else {}
    solid = ss.SolidBody.box((2.0, 1.0, 1.0)[:dim], 2, STEEL, **fields)
    matrices = ss.ElasticMatrices(solid.nodes, solid_mass(solid), solid_stiffness(solid))
    m = ss.Model(dim=dim)
    turn = 0.5 * np.pi if dim == 2 else (0.0, 0.0, 0.5 * np.pi)
    m.add(ss.FloatingSolid(matrices, modes=1, rotation=turn, name="s"))
    drawn = part(build(ss.simulate(m, 2e-6, 1e-6)), "s")
    a, b, c = (drawn.motion.position[0][drawn.surface.triangles[:, k]] for k in range(3))
    size = np.cross(b - a, c - a)[:, 2].sum() / 2.0 if dim == 2 else (np.cross(a, b) * c).sum() / 6.0
    assert size == pytest.approx(2.0, rel=1e-9)


# Contacts.


def resting():
    m = ss.Model(gravity=(0, 0, -9.81))
    floor = m.ground.add(ss.Plane(normal=(0, 0, 1)))
    box = m.add(ss.RigidBody(2.0, 0.1, position=(0, 0, 0.1), name="box"))
    m.add(ss.Contact(box.add(ss.Cuboid(lengths=(0.4, 0.4, 0.2))), floor, friction=0.5))
    return ss.simulate(m, 0.2, 1e-3)


def test_contact_forces_carry_a_resting_box():
    scene = build(resting())
    contacts, names = scene.contacts, [each.name for each in scene.parts]
    last = slice(contacts.offset[-2], contacts.offset[-1])
    assert contacts.force[last].sum(axis=0) == pytest.approx((0, 0, 2.0 * 9.81), abs=1e-6)
    assert (contacts.status[last] == STICK).all()
    assert {names[k] for k in contacts.a[last]} == {"ground"} and {names[k] for k in contacts.b[last]} == {"box"}
    np.testing.assert_allclose(contacts.point[last][:, 2], 0.0, atol=1e-6)
    gap = next(plot for plot in scene.plots if plot.title == "gap")
    assert gap.curves[0].label == "ground – box" and np.nanmax(abs(gap.curves[0].values)) < 1e-6


def test_selection_is_the_result_at_some_instants():
    result = resting()
    offset = np.concatenate([[0], np.cumsum(result.store.read("contact_count"))])
    rows = np.array([0, 1, 2, 50, 120, 121, 199])
    some = Result(Selection(result.store, rows, offset), result.model)
    np.testing.assert_array_equal(some.time, result.time[rows])
    np.testing.assert_array_equal(some["box"].position, result["box"].position[rows])
    for k, row in enumerate(rows):
        np.testing.assert_array_equal(some.contacts[k].force, result.contacts[row].force)


def test_ledger_curve_keeps_its_peaks():
    from stickslip.viz.curves import envelope

    t = np.linspace(0, 1, 100_000)
    values = np.zeros((len(t), 1))
    values[54_321] = 7.0
    short_t, short = envelope(t, lambda start, stop: values[start:stop])
    assert len(short_t) <= 2402 and short.max() == 7.0
    assert abs(short_t[np.argmax(short[:, 0])] - t[54_321]) < 2e-3


def test_huge_results_are_read_by_pieces(monkeypatch):
    """No read asks for more rows than fit a block; a long result gives a scene."""
    from stickslip.results.base import BLOCK_BYTES

    store = fill(MemoryStore(header()), n=60_001, piece=20_000, dt=1e-4)
    widest, read = [], MemoryStore.read

    def watched(self, name, rows=slice(None), columns=slice(None)):
        found = read(self, name, rows, columns)
        if name in ("q", "u", "energy", "contacts"):
            widest.append(found.nbytes)
        return found

    monkeypatch.setattr(MemoryStore, "read", watched)
    scene = SceneBuilder(Result(store, model())).scene()
    assert len(scene.time) < 2000 and max(widest) <= 1.1 * BLOCK_BYTES


def test_contours_at_a_node_go_with_it():
    """A sphere at the end of a falling string, a point on a solid: they are where their nodes are."""
    m = ss.Model(gravity=(0, 0, -9.81))
    string = m.add(ss.StringBody.straight((0, 0, 0), (1, 0, 0), 4, stiffness=1e3, mass_per_length=0.1, name="string"))
    string.add(ss.Sphere(radius=0.1, name="knob"), s=1.0)
    beam = m.add(ss.Beam.straight((0, 1, 0), (1, 1, 0), 2, section=ss.Round(radius=0.02), material=STEEL, name="beam"))
    beam.add(ss.Cuboid(lengths=(0.1, 0.1, 0.1)), s=0.5)
    scene = build(ss.simulate(m, 0.1, 1e-3))
    knob = part(scene, "string.knob")
    assert knob.shapes[0].size == (0.1,) and knob.motion.quaternion is None
    np.testing.assert_allclose(knob.motion.position[-1], (1, 0, -0.5 * 9.81 * 0.01), atol=1e-3)
    box = part(scene, "beam.cuboid1")
    np.testing.assert_allclose(box.motion.position[-1], (0.5, 1, -0.5 * 9.81 * 0.01), atol=1e-3)
    assert box.motion.quaternion is not None


def test_springs_are_inside_the_scene():
    m = ss.Model(dim=2)
    b = m.add(ss.RigidBody(1.0, 0.1, name="b"))
    m.add(ss.SpringDamper(m.ground.frame("far", (4.0, 3.0)), b, stiffness=1.0))
    scene = build(ss.simulate(m, 0.01, 1e-3))
    assert scene.high[0] >= 4.0 and scene.high[1] >= 3.0


# How it looks.


def test_the_box_of_a_scene_is_close():
    """A rod that swings about its end: the box is that of the rod, not that of a ball around its centre."""
    m = ss.Model(gravity=(0, 0, -9.81))
    rod = m.add(ss.RigidBody(1.0, 1.0 / 12.0, position=(0.5, 0, 0), name="rod"))
    m.add(ss.Revolute(m.ground, rod, at=(0, 0, 0), axis=(0, 1, 0)))
    rod.add(ss.LineSegment(start=(-0.5, 0, 0), end=(0.5, 0, 0), radius=0.01))
    scene = build(ss.simulate(m, 0.2, 1e-3))
    assert -0.05 < scene.low[0] and scene.high[0] < 1.05 and abs(scene.low[1]) < 0.52


def test_marks_make_room_for_each_other():
    """Contour points on a fine mesh do not hide the solid; a mark far from all others keeps its size."""
    m = ss.Model(dim=2)
    line = np.stack([np.linspace(0, 1, 101), np.zeros(101)], axis=1)
    rope = m.add(ss.StringBody(line, stiffness=1e3, mass_per_length=0.1))
    near = [rope.add(ss.Point(), s=0.01 * k) for k in range(20)]
    far = rope.add(ss.Point(), s=1.0)
    m.add(ss.Contact([*near, far], m.ground.add(ss.Plane(normal=(0, 1), position=(0, -1)))))
    sizes = [p.shapes[0].size[0] for p in build(ss.simulate(m, 0.002, 0.001)).parts if p.kind == "contour"]
    assert len(sizes) == 21 and max(sizes[:-1]) <= 0.0035 and sizes[-1] == pytest.approx(0.006, rel=0.01)


def test_planes_of_moving_bodies_are_bars():
    m = ss.Model(dim=2)
    body = m.add(ss.RigidBody(1.0, 1.0, name="body"))
    body.add(ss.Cuboid(lengths=(1.0, 1.0)))
    body.add(ss.Plane(normal=(0, 1), position=(0, 0.5)))
    bar = part(build(ss.simulate(m, 0.02, 0.01)), "body").shapes[1]
    assert bar.kind == "rectangle" and bar.size[0] > 1.0 and bar.size[1] < 0.02
    assert bar.position[1] + 0.5 * bar.size[1] == pytest.approx(0.5)


def test_forces_are_measured_by_their_time():
    from stickslip.viz.scene import ContactFrames

    one = np.zeros(4, np.int64)
    force = np.array([(0, 0, 2.0), (0, 0, 1e4), (0, 0, 2.0), (0, 0, 0.0)])
    frames = ContactFrames(np.arange(5), np.zeros((4, 3)), force, one, one, one)
    assert frames.typical(np.array([0.0, 1.0, 1.001, 2.0])) == 2.0
    assert frames.typical(np.array([0.0, 1e-3, 1.0, 1.001])) == 1e4
    none = ContactFrames(np.zeros(5, np.int64), np.zeros((0, 3)), np.zeros((0, 3)), *(np.zeros(0, np.int64),) * 3)
    assert none.typical(np.arange(4.0)) == 0.0


def test_statics_has_no_speeds():
    m = ss.Model(dim=2)
    line = np.stack([np.linspace(0, 1, 5), np.zeros(5)], axis=1)
    beam = m.add(ss.PlanarBeam(line, section=ss.Rectangle(0.01, 0.01), material=STEEL, name="beam"))
    m.add(ss.Fixed(m.ground, beam.start))
    m.add(ss.PointForce(beam.end, vector=(0, -10.0)))
    scene = build(ss.solve_static(m, steps=2))
    assert "speed" not in scene.fields and "bending moment" in scene.fields
    assert [curve.label for curve in scene.plots[0].curves] == ["potential"]
    assert all(channel.unit != "m/s" for channel in part(scene, "beam").channels)
    assert scene.fields["bending moment"][1] == -scene.fields["bending moment"][2]
