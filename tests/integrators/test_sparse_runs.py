"""BDF, Newmark and IDA: smooth systems, driven from Python."""

import sys

import numpy as np
import pytest

import stickslip as ss
from stickslip.bonds.mortar import coefficients
from stickslip.linalg.threads import one_openmp_thread

SCHEMES = [ss.BDF(2), ss.BDF(2, form="index-2"), ss.BDF(2, form="ggl"), ss.Newmark()]


def pendulum(**fields):
    model = ss.Model(dim=2, gravity=(0, -9.81))
    body = model.add(ss.RigidBody(mass=1.0, inertia=0.1, position=(1, 0), name="body"))
    model.add(ss.Revolute(model.ground, body, at=(0, 0), name="pin", **fields))
    return model


def swing(t_end):
    """Return the angle of the pendulum let go at phi = 0 from phi'' = -9.81 / 1.1 cos phi, by Runge-Kutta."""
    from scipy.integrate import solve_ivp

    found = solve_ivp(lambda t, y: (y[1], -9.81 / 1.1 * np.cos(y[0])), (0, t_end), (0, 0), rtol=1e-12, atol=1e-12)
    return found.y[0, -1]


def spinning(**fields):
    """Return a soft block that spins and falls."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    soft = ss.Material(young=1e6, poisson=0.3, density=1000.0)
    options = {"kind": "quad", "plane": "stress", "angular_velocity": 3.0, "name": "block", **fields}
    model.add(ss.SolidBody.box((1, 0.2), (5, 1), soft, **options))
    return model


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: f"{type(s).__name__} {getattr(s, 'form', '')}")
def test_second_order_on_a_pendulum(scheme):
    angle, errors = swing(0.5), []
    for dt in (1e-2, 5e-3):
        result = ss.simulate(pendulum(), 0.5, dt, integrator=scheme)
        errors.append(abs(result["body"].angle[-1] - angle))
    assert 1.85 < np.log2(errors[0] / errors[1]) < 2.3
    drift, rate = result.certificate.position_drift, result.certificate.velocity_drift
    form = getattr(scheme, "form", "index-3")
    assert drift < 1e-14 if form != "index-2" else 1e-6 < drift < 1e-3  # index-2 drifts, and says so
    assert rate < 1e-13 if form != "index-3" else 1e-6 < rate < 1e-2


def test_first_order_and_start():
    """BDF-1 is of order 1; the constraint force of the start is m g - m a, a = g / 1.1."""
    angle, errors = swing(0.5), []
    for dt in (2e-3, 1e-3):
        result = ss.simulate(pendulum(), 0.5, dt, integrator=ss.BDF(1))
        errors.append(abs(result["body"].angle[-1] - angle))
    assert 0.9 < np.log2(errors[0] / errors[1]) < 1.1
    np.testing.assert_allclose(abs(result["pin"].reaction[0]), [0.0, 9.81 * 0.1 / 1.1], atol=1e-9)


@pytest.mark.parametrize("form", ["index-3", "index-2", "ggl"])
def test_ida_meets_its_tolerance(form):
    pytest.importorskip("sksundae")
    result = ss.simulate(pendulum(), 0.5, 0.1, integrator=ss.IDA(rtol=1e-8, atol=1e-10, form=form))
    assert abs(result["body"].angle[-1] - swing(0.5)) < 1e-5
    assert result.certificate.position_drift < 1e-7
    assert result.timing["small_steps"] > 20


def test_ida_needs_its_package_and_cannot_be_resumed(monkeypatch, tmp_path):
    pytest.importorskip("sksundae")
    path = tmp_path / "run.h5"
    ss.simulate(pendulum(), 0.2, 0.1, integrator=ss.IDA(), out=path, stop=lambda t, state: True)
    with pytest.raises(ss.SimulationError, match="cannot be resumed"):
        ss.resume(path)
    monkeypatch.setitem(sys.modules, "sksundae.ida", None)
    with pytest.raises(ss.ModelError, match=r"pip install stickslip\[ida\]"):
        ss.simulate(pendulum(), 0.2, 0.1, integrator=ss.IDA())


def test_openmp_threads_are_given_back():
    """IDA factors with one thread of OpenMP; the number that the process had is what it has afterwards."""
    import ctypes

    ida = pytest.importorskip("sksundae._cy_ida")
    library = ctypes.CDLL(ida.__file__)
    if not hasattr(library, "omp_get_max_threads"):
        pytest.skip("scikit-sundae without OpenMP")
    before, inside = library.omp_get_max_threads(), []
    with one_openmp_thread(ida):
        inside.append(library.omp_get_max_threads())
    assert (inside, library.omp_get_max_threads()) == ([1], before)


def test_newmark_without_constraints_is_generalized_alpha_newmark():
    ours = ss.simulate(spinning(), 0.05, 1e-3, integrator=ss.Newmark())["block"]
    other = ss.simulate(spinning(), 0.05, 1e-3, integrator=ss.GeneralizedAlpha.newmark())["block"]
    np.testing.assert_allclose(ours.position, other.position, atol=1e-13)
    np.testing.assert_allclose(ours.velocity, other.velocity, atol=1e-11)


def test_unequal_last_step_keeps_order_two():
    """BDF-2 with a last step of another size has the coefficients of unequal steps."""
    angle, errors = swing(0.5), []
    for dt in (0.5 / 40.4, 0.5 / 80.4):
        result = ss.simulate(pendulum(), 0.5, dt, integrator=ss.BDF(2))
        errors.append(abs(result["body"].angle[-1] - angle))
    assert result.time[-1] == 0.5
    assert 1.85 < np.log2(errors[0] / errors[1]) < 2.3


def test_linear_problems_are_factored_once_per_step_size():
    fields = {"law": "linear", "angular_velocity": 0.0, "velocity": (0.1, 0.0)}
    result = ss.simulate(spinning(**fields), 0.05, 1e-3, integrator=ss.Newmark())
    assert result.timing["factorisations"] == 1
    assert (
        ss.simulate(spinning(**fields), 0.05, 1e-3, integrator=ss.BDF(2)).timing["factorisations"] == 2
    )  # first step: BDF-1


def driven():
    """A point of a soft block is moved by a drive; a damper and a load act on another one."""
    model = spinning(angular_velocity=0.0, retardation=1e-3)
    block = model["block"]
    motion = (ss.SmoothStep(start=0.0, end=0.05, t_start=0.0, t_end=0.1), 0.0)
    hand = model.add(ss.PrescribedBody(position=(0.0, 0.0), motion=motion))
    model.add(ss.Revolute(hand, block.node(0)))
    model.add(ss.Revolute(model.ground, block.node(6)))
    model.add(ss.PointForce(block.node(5), (20.0, 10.0)))
    return model


def test_work_is_booked_where_it_arises():
    """The scheme's own part of the energy falls with the square of dt: loads, drives and dampers are complete."""
    own = []
    for dt in (1e-3, 5e-4):
        energy = ss.simulate(driven(), 0.2, dt, integrator=ss.Newmark()).energy
        own.append(abs(energy.integrator).max())
        for part in (energy.loads, energy.drives, energy.dampers):
            assert abs(part).max() > 30.0 * own[-1]
    assert energy.dampers[-1] < 0.0
    assert 1.7 < np.log2(own[0] / own[1]) < 2.3


def _clamped(kind, multiplier=None):
    """Return a block in space, its left side held by joints or by a weak constraint."""
    model = ss.Model(gravity=(0, 0, -9.81))
    soft = ss.Material(young=1e6, poisson=0.3, density=1000.0)
    block = model.add(ss.SolidBody.box((1, 0.5, 0.5), (2, 1, 1), soft, kind=kind, name="block"))
    facets = block.boundary(lambda x, y, z: x == 0.0)
    if multiplier:
        model.add(ss.Bond(block, facets, model.ground, multiplier=multiplier, name="wall"))
    else:
        for k in np.unique(facets):
            model.add(ss.Spherical(model.ground, block.node(k)))
    return model


@pytest.mark.parametrize("kind", ["hexahedron", "tetra"])
def test_weak_clamp_of_linear_cells_holds_every_node(kind):
    """P1 on the trace of linear cells is the boundary mass matrix: regular, so that all displacements vanish."""
    weak, held = (ss.simulate(_clamped(kind, m), 0.05, 1e-3, integrator=ss.BDF(2)) for m in ("P1", None))
    np.testing.assert_allclose(weak["block"].displacement, held["block"].displacement, atol=1e-14)
    assert weak.certificate.position_drift < 1e-15
    joints = sum(held[name].reaction for name in held.names if name.startswith("spherical"))
    np.testing.assert_allclose(weak["wall"].force, joints, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("kind", ["hexahedron20", "hexahedron27", "tetra10"])
@pytest.mark.parametrize("multiplier", ["P1", "P0"])
def test_weak_clamp_areas(kind, multiplier):
    """Multiplier functions sum to one: so do the rows, to the area of every shape function; and to the whole area."""
    model = _clamped(kind, multiplier)
    nodes, B = coefficients(model["wall"])
    assert abs(B.sum() - 0.25) < 1e-14
    moment = B.sum(axis=0) @ model["block"].nodes[nodes]  # int x dA
    np.testing.assert_allclose(moment, [0.0, 0.25 * 0.25, 0.25 * 0.25], atol=1e-14)
    assert B.shape[0] == (len(nodes) if multiplier == "P1" else len(model["wall"].facets))


def test_weak_clamp_is_written_and_read(tmp_path):
    model = _clamped("hexahedron", "P0")
    again = ss.Model.from_yaml(model.to_yaml())
    np.testing.assert_array_equal(again["wall"].facets, model["wall"].facets)
    assert again["wall"].multiplier == "P0" and again["wall"].solid is again["block"]
    result = ss.simulate(model, 2e-3, 1e-3, integrator=ss.BDF(1), out=tmp_path / "run.h5")
    loaded = ss.load(tmp_path / "run.h5")
    np.testing.assert_array_equal(loaded["wall"].traction, result["wall"].traction)


def _hinged(length, mass, time):
    """Return a block on a wall that carries a rigid body by a hinge, with given units of length, mass and time."""
    model = ss.Model(dim=2, gravity=(0.0, -0.05 * length / time**2))
    soft = ss.Material(young=100 * mass / (length * time**2), density=mass / length**3, poisson=0.3)
    block = ss.SolidBody.box((length, 0.25 * length), (2, 1), soft, plane="strain", thickness=length, name="block")
    pivot = (1.25 * length, 0.125 * length)
    model.add(block)
    joint = model.add(ss.MasslessBody(position=pivot))
    model.add(ss.Bond(block, block.boundary(lambda x, y: x == 0.0), model.ground, name="wall"))
    model.add(ss.Bond(block, block.boundary(lambda x, y: x == length), joint))
    rigid = model.add(ss.RigidBody(0.2 * mass, 0.01 * mass * length**2, position=(pivot[0], -0.2 * length)))
    model.add(ss.Revolute(joint, rigid, at=pivot))
    return model


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: f"{type(s).__name__} {getattr(s, 'form', '')}")
@pytest.mark.parametrize("units", [(1e-6, 1e-15, 1e-6), (1e-3, 1e-9, 1e-9), (1e3, 1e12, 1.0)])
def test_units_do_not_matter(scheme, units):
    """Parts of micrometres, moduli of 1e15 N/m^2, parts of kilometres: the motion is that of parts of a metre."""
    length, mass, time = units
    found = ss.simulate(_hinged(*units), 0.2 * time, 0.02 * time, integrator=scheme)
    expected = ss.simulate(_hinged(1.0, 1.0, 1.0), 0.2, 0.02, integrator=scheme)
    u, force = expected["block"].displacement, expected["wall"].force
    np.testing.assert_allclose(found["block"].displacement / length, u, atol=1e-9 * abs(u).max())
    np.testing.assert_allclose(found["wall"].force / (mass * length / time**2), force, atol=1e-8 * abs(force).max())


def test_refusals_name_the_part():
    with pytest.raises(ss.ModelError, match=r"RigidBody 'top'.*BDF"):
        model = ss.Model()
        model.add(ss.RigidBody(mass=1.0, inertia=0.1, name="top"))
        ss.simulate(model, 1.0, 0.1, integrator=ss.BDF(2))
    with pytest.raises(ss.ModelError, match=r"stop.*pin.*Newmark"):
        ss.simulate(pendulum(stops=(-1.0, 1.0)), 1.0, 0.1, integrator=ss.Newmark())
    with pytest.raises(ss.ModelError, match=r"relative.*pin.*BDF"):
        ss.simulate(pendulum(relative=True), 1.0, 0.1, integrator=ss.BDF(2))
    with pytest.raises(ss.ModelError, match=r"'skin-floor'.*BDF"):
        model = pendulum()
        skin = model["body"].add(ss.Circle(radius=0.1))
        floor = model.ground.add(ss.Plane(normal=(0, 1), position=(0, -9)))
        model.add(ss.Contact(skin, floor, name="skin-floor"))
        ss.simulate(model, 1.0, 0.1, integrator=ss.BDF(2))
    with pytest.raises(ss.ModelError, match=r"constraints depend on each other: .*'pin'.*'again'"):
        model = pendulum()
        model.add(ss.Revolute(model.ground, model["body"], at=(0, 0), name="again"))
        ss.simulate(model, 1.0, 0.1, integrator=ss.BDF(2))


@pytest.mark.parametrize("multiplier", ["P1", "dual"])
def test_nodes_that_joints_hold_get_no_multiplier(multiplier):
    """A bond to the ground that touches a joint to the ground moves as without that joint.

    Södersten 2018, sec. 2.6.
    """
    found = []
    for joined in (False, True):
        model = _clamped("hexahedron", multiplier)
        node = int(model["wall"].facets[0, 0])
        if joined:
            model.add(ss.Spherical(model.ground, model["block"].at(node), name="pin"))
        result = ss.simulate(model, 0.05, 0.01, integrator=ss.BDF(2))
        found.append(result["block"].displacement[-1])
    assert result["wall"].traction.shape == (6, 4, 3)
    assert not result["wall"].traction[:, list(result["wall"].nodes).index(node)].any()
    assert np.linalg.norm(found[0]) > 1e-3
    assert np.linalg.norm(found[1] - found[0]) < 1e-12 * np.linalg.norm(found[0])


def test_inverted_elements_are_named():
    """A force that turns an element inside out stops the run; what was computed before is kept."""
    model = ss.Model(dim=2)
    soft = ss.Material(young=1e5, poisson=0.3, density=1000.0)
    fields = {"kind": "quad", "plane": "strain", "law": "neo-hookean", "name": "block"}
    block = model.add(ss.SolidBody.box((1, 1), 4, soft, **fields))
    model.add(ss.Bond(block, block.boundary(lambda x, y: x == 0.0), model.ground))
    model.add(ss.PointForce(block.node(24), (-3e6, 0)))
    with pytest.raises(ss.SimulationError, match=r"element \d+ of SolidBody 'block' is turned inside out") as caught:
        ss.simulate(model, 1.0, 1e-2, integrator=ss.BDF(2))
    assert len(caught.value.result) == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ss.BDF(3), "order = 3"),
        (lambda: ss.BDF(2, form="index-1"), "form = 'index-1'"),
        (lambda: ss.Newmark(beta=0.0), "beta = 0.0"),
        (lambda: ss.IDA(rtol=0.0), "rtol = 0.0"),
        (lambda: ss.BDF(2, stabilise=False), "stabilise"),
    ],
)
def test_wrong_parameters(make, message):
    with pytest.raises(ss.ModelError, match=message):
        make()


def test_wrong_facets():
    block = spinning()["block"]
    with pytest.raises(ss.ModelError, match="not a boundary facet"):
        ss.Bond(block, [[0, 7]], ss.Model(dim=2).ground)
    with pytest.raises(ss.ModelError, match="twice"):
        ss.Bond(block, block.boundary()[[0, 0]], ss.Model(dim=2).ground)
    with pytest.raises(ss.ModelError, match="facets must be rows of node numbers"):
        ss.Bond(block, block.boundary()[0], ss.Model(dim=2).ground)
