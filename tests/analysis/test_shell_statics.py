"""Statics and modes of shells: tables of the literature at equal mesh, closed solutions, refusals."""

import numpy as np
import pytest
from shell_models import (
    cantilever,
    cylinder_pinched,
    fold,
    hemisphere,
    hold,
    plate_modes,
    roll_up,
    roof,
    sphere,
    tube,
    two_layers,
    zero,
)

import stickslip as ss


@pytest.mark.parametrize(
    "elements, order, expected", [
        (4, 1, 0.3182776), (8, 1, 0.3043844), (16, 1, 0.3017744), (2, 2, 0.2901137), (4, 2, 0.3001460),
        (8, 2, 0.3009423),
    ],
)  # fmt: skip
def test_scordelis_lo_roof(elements, order, expected):
    """Mid-side deflection under weight, linear: 0.3024 published; same mesh in a separate program to 1e-6."""
    assert roof(elements, order) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    "elements, order, expected", [
        (4, 1, 0.7201138), (8, 1, 1.392363), (16, 1, 1.710838), (2, 2, 1.320757), (4, 2, 1.760238), (8, 2, 1.825530),
    ],
)  # fmt: skip
def test_pinched_cylinder(elements, order, expected):
    """Deflection under a point load, linear, 1e-5: 1.82488 published."""
    assert cylinder_pinched(elements, order) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    "elements, order, expected", [
        (4, 1, 0.09701717), (8, 1, 0.09387295), (16, 1, 0.09335622), (2, 2, 0.09112957), (4, 2, 0.09256511),
        (8, 2, 0.09306572),
    ],
)  # fmt: skip
def test_hemisphere_with_small_loads(elements, order, expected):
    """Displacement under a unit load on the quarter, 0.0930 to 0.0940 published."""
    assert hemisphere(elements, order, 1.0)[1] == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("elements, expected", [(4, 0.004847), (8, 0.03275)])
def test_triangles_are_stiff_on_coarse_curved_meshes(elements, expected):
    assert hemisphere(elements, 1, 1.0, triangles=True)[1] == pytest.approx(expected, rel=2e-4)


def test_hemisphere_at_large_loads():
    """Sze, Liu, Lo 2004: 8.178 and 4.067; same mesh in a separate program."""
    assert hemisphere(8, 1, 200.0, steps=10) == pytest.approx((7.31471, 3.75140), abs=5e-6)
    assert hemisphere(16, 1, 200.0, steps=10) == pytest.approx((8.12029, 4.05008), abs=5e-6)


@pytest.mark.parametrize(
    "elements, order, expected", [
        (8, 1, (3.30294, 6.71844)), (16, 1, (3.29297, 6.70470)), (32, 1, (3.29052, 6.70129)),
        (4, 2, (3.29031, 6.70158)), (8, 2, (3.28974, 6.70024)),
    ],
)  # fmt: skip
def test_strip_under_end_shear(elements, order, expected):
    """Sze, Liu, Lo 2004, sec. 3.1; the beam has (3.28951, 6.70013)."""
    assert cantilever(elements, order, 4.0) == pytest.approx(expected, abs=5e-6)


@pytest.mark.parametrize(
    "elements, order, load, expected", [
        (16, 1, 1.0, (11.67059, 0.02925)), (32, 1, 1.0, (11.91637, 0.00184)), (4, 2, 1.0, (11.82021, 0.00850)),
        (8, 2, 1.0, (11.98473, 0.00006)),
    ],
)  # fmt: skip
def test_roll_up_by_an_edge_moment(elements, order, load, expected):
    """Sze, Liu, Lo 2004, sec. 3.2; same mesh in a separate program."""
    assert roll_up(elements, order, load) == pytest.approx(expected, abs=6e-6)


def test_roll_up_converges_to_the_circle_of_this_theory():
    """With lambda^2 = 1 - h^2 theta'^2 / 6 and theta' = M / (D lambda^2) it is a circle of the arc length lambda L."""
    h, D, L, moment, rate = 0.1, 100.0, 12.0, 0.5 * 50 * np.pi / 3, 0.0
    for _ in range(50):
        rate = moment / D / (1 - h**2 * rate**2 / 6)
    stretch = np.sqrt(1 - h**2 * rate**2 / 6)
    exact = np.array([L - stretch / rate * np.sin(rate * L), stretch / rate * (1 - np.cos(rate * L))])
    coarse, fine = (np.linalg.norm(roll_up(n, 2, 0.5) - exact) for n in (4, 8))
    assert fine < 2e-3
    assert np.log2(coarse / fine) > 3.0


def test_pressure_inflates_a_sphere():
    """lambda - 1 / lambda = p R (1 - nu) / (E h); least and largest at nodes of a cubed sphere, a separate program."""
    assert sphere(4) == pytest.approx((1.008545, 1.010411), abs=1e-6)
    assert sphere(8) == pytest.approx((1.009741, 1.010345), abs=1e-6)
    assert sphere(8)[1] == pytest.approx(1.01033995, abs=1e-4)


def test_two_layers_couple_stretch_and_bending():
    """u = L D / (A D - B^2), w = L^2 B / 2 (A D - B^2), whatever the mesh."""
    assert two_layers() == pytest.approx((6.060606061e-5, 3.030303030e-3), rel=1e-7)


@pytest.mark.parametrize("elements, expected", [(8, (19.5380, 49.1673, 75.8300)), (16, (19.6831, 49.2539, 78.0649))])
def test_frequencies_of_a_supported_plate(elements, expected):
    """omega sqrt(rho h / D) of a square plate, h = 0.01: exact 19.732024, 49.303162, 78.842109."""
    found = plate_modes(elements)
    assert found[[0, 1, 3]] == pytest.approx(expected, rel=3e-6)


def test_free_shells_have_six_modes_without_frequency():
    model = ss.Model(gravity=(0, 0, 0))
    model.add(
        ss.Shell.cylinder(1.0, 0.1, (24, 1), thickness=0.02, material=ss.Material(young=1.0, density=1.0, poisson=0.0))
    )
    omega = 2 * np.pi * ss.modes(model, 9).frequencies
    assert abs(omega[:6]).max() < 1e-6
    assert omega[6] == pytest.approx(0.01549193, rel=0.05)  # thin ring


def test_prestressed_membrane_sounds_like_a_drum():
    """omega^2 = n pi^2 (1/a^2 + 1/b^2) / (rho h) with n far above the bending stiffness."""
    model, n, h = ss.Model(gravity=(0, 0, 0)), 1e4, 1e-3
    skin = ss.Material(young=1e9, density=1000.0, poisson=0.0)
    plate = model.add(ss.Shell.plate((1, 1), 24, thickness=h, material=skin, prestress=(n, n, 0.0)))
    model.add(ss.Support(plate, np.unique(plate.boundary())))
    omega = 2 * np.pi * ss.modes(model, 1).frequencies[0]
    assert omega == pytest.approx(np.pi * np.sqrt(2 * n / (1000.0 * h)), rel=3e-3)


def test_resultants_of_a_bent_strip():
    """Moment F (L - x) and shear F of a cantilever under small end shear; n = 0."""
    found = cantilever(8, 1, 1e-3, result=True)
    x = found.field.places[found.field.cells][:, :, 0].mean(axis=1)
    mean = found.resultants().mean(axis=1)
    m = np.abs(mean[:, 3:6]).max(axis=1)
    assert m == pytest.approx(1e-3 * (10.0 - x), rel=1e-4)
    assert np.linalg.norm(mean[:, 6:], axis=1) == pytest.approx(np.full(8, 1e-3), rel=1e-4)
    top = found.strain(height=0.05)
    assert np.abs(top).max() == pytest.approx(1e-3 * 9.375 / 100.0 * 0.05, rel=0.1)


def flat(**fields):
    return ss.Shell.plate((1, 1), 1, **{"material": ss.steel, "thickness": 0.01, **fields})


def test_stress_of_layers_is_that_of_their_strain():
    """Pull and bend a strip of a soft and a stiff layer: integrals of stress over both are the resultants."""
    E, t = (1.2e6, 2.4e6), 0.05
    layers = [ss.Layer(thickness=t, E1=e, E2=e, G12=0.5 * e, density=1.0) for e in E]
    model = ss.Model(gravity=(0, 0, 0))
    shell = model.add(ss.Shell.plate((10, 1), (5, 1), section=ss.Laminate(layers)))
    model.add(ss.Support(shell, shell.nodes_where(lambda x, y, z: x == 0), directors=True))
    edge = shell.boundary(lambda x, y, z: x == 10)
    model.add(ss.EdgeLoad(shell, edge, force=(1e-3, 0, 0), moment=(0, 2e-3, 0)))
    series = ss.solve_static(model)[shell]
    found = series.resultants()
    x, w = np.polynomial.legendre.leggauss(3)
    n, m = np.zeros(found[..., :3].shape), np.zeros(found[..., :3].shape)
    for middle in (-0.5 * t, 0.5 * t):
        for height, weight in zip(middle + 0.5 * t * x, 0.5 * t * w, strict=True):
            n += weight * series.stress(height=height)
            m += weight * height * series.stress(height=height)
    assert n == pytest.approx(found[..., :3], abs=1e-12)
    assert m == pytest.approx(found[..., 3:6], abs=1e-12)
    assert series.stress(height=1e-9) == pytest.approx(2 * series.stress(height=-1e-9), abs=1e-6)
    with pytest.raises(ss.StickslipError, match="no layer at the height"):
        series.stress(height=0.2)


def test_arc_length_follows_a_shallow_roof_through_its_snap(tmp_path):
    """A hinged cylindrical panel under a point load (Sze, Liu, Lo 2004, sec. 3.7): the load rises, falls and rises."""
    R, L, angle = 2540.0, 254.0, 0.1
    model = ss.Model(gravity=(0, 0, 0))
    material = ss.Material(young=3102.75, density=1.0, poisson=0.3)
    roof = model.add(tube(R, L, angle, 8, 1, material=material, thickness=12.7))
    hold(model, roof, lambda x, y, z: zero(x), "x", "x")
    hold(model, roof, lambda x, y, z: zero(y), "y", "y")
    side = R * np.sin(angle)
    hold(model, roof, lambda x, y, z: abs(x - side) < 1e-6, "xz")
    hold(model, roof, lambda x, y, z: (abs(x - side) < 1e-6) & ~zero(y), "y")
    top = roof.nearest((0, 0, R))
    model.add(ss.PointForce(top, (0, 0, -0.25 * 3000.0)))
    result = ss.solve_static(model, method="arc-length", steps=30, max_points=200)
    load, w = 3000.0 * result.time, -result[roof].displacement[:, top.node, 2]
    assert result.time[-1] == pytest.approx(1.0)
    assert (np.diff(w) > 0).all()
    peak = int(np.argmax((np.diff(load) < 0) & (w[1:] > 5)))
    assert load[peak] == pytest.approx(2200.0, rel=0.05) and 9.0 < w[peak] < 13.0
    assert load[peak:].min() < 0.5 * load[peak]
    assert all(path.exists() for path in result.to_vtk(tmp_path))


SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]


def of(nodes, cells):
    return ss.Shell(nodes, cells, material=ss.steel, thickness=0.1)


@pytest.mark.parametrize(
    "make, words", [
        (lambda: of(SQUARE, [(0, 1, 2, 4)]), "element 0"),
        (lambda: of(SQUARE, [(0, 2, 1, 3)]), "folded onto itself"),
        (lambda: of([*SQUARE, (2, 0, 0), (2, 1, 0)], [(0, 1, 2, 3), (1, 2, 5, 4)]), "elements 0 and 1"),
        (lambda: of([*SQUARE, (1, 0, 1), (1, 1, 1)], [(0, 1, 2, 3), (1, 4, 5, 2)]), "20 degrees"),
        (lambda: flat(directors=[(1, 0, 0)] * 4), "60 degrees"),
        (lambda: flat(direction=(0, 0, 1)), "no projection"),
        (lambda: flat(material=None), "material with a thickness"),
        (lambda: flat(prestress=(1, 2)), "prestress"),
        (lambda: ss.Support(flat(), [0], directors="z"), "cannot turn towards z"),
        (lambda: ss.Support(flat(), [0], components=None), "needs directors"),
        (lambda: ss.Support(ss.SolidBody.box((1, 1), 1, ss.steel, plane="stress"), [0], directors=True), "directors"),
        (lambda: flat().add(ss.Sphere(radius=0.1)), "no contact yet"),
        (lambda: flat().node(9), "node 9 does not exist"),
        (lambda: ss.EdgeLoad(flat(), [(0, 3)], force=(0, 0, 1)), "no side"),
        (lambda: ss.EdgeLoad(flat(), [(0, 1), (1, 0)], force=(0, 0, 1)), "given twice"),
        (lambda: ss.EdgeLoad(flat(), [(0, 1)]), "force or a moment"),
        (lambda: ss.SurfaceLoad(flat(), [(1, 0, 2, 3)], pressure=1.0), "no element"),
        (lambda: ss.Shell.sphere(1.0, 2, thickness=-1, material=ss.steel), "thickness"),
    ],
)  # fmt: skip
def test_what_is_no_shell_is_refused_by_name(make, words):
    with pytest.raises(ss.ModelError, match=words):
        make()


def test_torques_and_levers_on_nodes_are_refused_by_name():
    model = ss.Model()
    plate = model.add(flat(name="plate"))
    model.add(ss.Torque(plate.node(0), (0, 0, 1.0)))
    with pytest.raises(ss.ModelError, match="a node of a shell has no orientation"):
        ss.solve_static(model)


@pytest.mark.parametrize("elements", [4, 8, 16])
def test_a_fold_of_welded_plates_bends_like_a_frame_of_beams(elements):
    """Two strips at a right angle on rigid nodes: F (a^3/3D + a^3/D + a/kGA + a/EA); error of second order."""
    found, exact = fold(elements)
    assert found == pytest.approx(exact, rel=0.08 / elements**2)


def test_a_weld_holds_place_and_director():
    """A rigid body on the edge of a plate turns with it, and its weight bends the plate like a force and a moment."""
    lever, mass = 0.3, 1e-4
    tips = []
    for welded in (True, False):
        model = ss.Model(gravity=(0, 0, -9.81 if welded else 0.0))
        material = ss.Material(young=1.2e6, density=1e-9, poisson=0.0)
        shell = model.add(ss.Shell.plate((2, 1), (8, 1), material=material, thickness=0.1))
        model.add(ss.Support(shell, shell.nodes_where(lambda x, y, z: x == 0), directors=True))
        edge = shell.boundary(lambda x, y, z: x == 2)
        if welded:
            body = model.add(ss.RigidBody(mass, 1e-6, position=(2 + lever, 0.5, 0.1), name="body"))
            for k in np.unique(edge):
                model.add(ss.Fixed(shell.node(int(k)), body) if k % 2 else ss.Fixed(body, shell.node(int(k))))
        else:
            model.add(ss.EdgeLoad(shell, edge, force=(0, 0, -9.81 * mass), moment=(0, 9.81 * mass * lever, 0)))
        result = ss.solve_static(model, tolerance=1e-13)
        tips.append(result[shell].displacement[-1, 8])
        if welded:
            d = result[shell].director[-1, 8]
            assert result["body"].rotation[-1][:, 2] == pytest.approx(d, abs=1e-14)
    assert tips[0][2] == pytest.approx(tips[1][2], rel=1e-5)
