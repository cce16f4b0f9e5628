"""Floating solids in models: rigid limit, pure spin, free flight, reductions, attachments, matrices from files."""

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import stickslip as ss
from stickslip.analysis.linearization import Evaluator
from stickslip.floating.solid.mesh import FloatingSolidMesh, reduced, solid_mass, solid_stiffness

MATERIAL = ss.Material(young=2e7, density=1000.0, poisson=0.3)
SCHEMES = (ss.MoreauMidpoint(), ss.Theta(0.5), ss.GeneralizedAlpha(0.9), ss.Bathe(), ss.EDAlpha(0.5), ss.HalfExplicit())


def bar(dim, material=MATERIAL, **fields):
    """Return a bar 1 m long about the origin."""
    lengths, divisions = ((1.0, 0.1), (8, 1)) if dim == 2 else ((1.0, 0.1, 0.05), (4, 1, 1))
    fields = {"plane": "stress", "thickness": 0.05, **fields} if dim == 2 else fields
    kind = "quad8" if dim == 2 else "hexahedron20"
    return ss.SolidBody.box(lengths, divisions, material, kind=kind, origin=-0.5 * np.array(lengths), **fields)


def ends(solid):
    x = solid.nodes[:, 0]
    return {"left": np.flatnonzero(x < x.min() + 1e-9), "right": np.flatnonzero(x > x.max() - 1e-9)}


def flight(dim, body, gravity=True):
    model = ss.Model(dim=dim, gravity=(0.0, -9.81, 0.0)[:dim] if gravity else None)
    model.add(body)
    return model


START = {
    2: {"position": (0.1, 0.2), "rotation": 0.7, "velocity": (1.0, 3.0), "angular_velocity": 4.0},
    3: {"position": (0.1, 0.2, 0.3), "rotation": (0.7, 0.2, -0.4), "velocity": (1.0, 3.0, 0.5),
        "angular_velocity": (0.5, 4.0, 0.3)},
}  # fmt: skip
DIMS = (2, 3)


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("scheme", (ss.MoreauMidpoint(), ss.Theta(0.5), ss.Bathe()), ids=lambda s: type(s).__name__)
def test_rigid_limit(dim, scheme):
    """Without elastic coordinates a body is the rigid body of its mass and inertia, to round-off."""
    body = ss.FloatingSolid(bar(dim), modes=0, **START[dim], name="body")
    of = reduced(body)
    J = FloatingSolidMesh(body, []).second_moment
    inertia = float(np.trace(J)) if dim == 2 else np.trace(J) * np.eye(3) - J
    rigid = ss.RigidBody(of.mass, inertia, **START[dim], name="body")  # the bar is about the origin
    a, b = (ss.simulate(flight(dim, x), 0.2, 1e-3, integrator=scheme)["body"] for x in (body, rigid))
    assert abs(a.frame_position - b.position).max() < 1e-12
    assert abs(a.frame_rotation - b.rotation).max() < 1e-12


@pytest.mark.parametrize("dim", DIMS)
def test_stiff_body_moves_like_a_rigid_one(dim):
    """Deformations fall with 1/E: so does the difference of the motion."""
    stiff = ss.Material(young=2e11, density=1000.0, poisson=0.3)
    fields = {**START[dim], "modes": 2, "name": "body"}
    a = ss.simulate(flight(dim, ss.FloatingSolid(bar(dim, stiff), **fields)), 0.2, 1e-3, integrator=ss.Bathe())["body"]
    fields["modes"] = 0
    b = ss.simulate(flight(dim, ss.FloatingSolid(bar(dim, stiff), **fields)), 0.2, 1e-3, integrator=ss.Bathe())["body"]
    assert abs(a.position - b.position).max() < 1e-6


def steady_spin(solid, omega, **fields):
    """Return q of a steady turn about z through the centre of mass: K q = omega^2 int Phi (radius from the axis)."""
    mesh = FloatingSolidMesh(ss.FloatingSolid(solid, **fields), [])
    M, shapes = mesh.of.M, mesh.components[:2]  # radii are in the plane of x and y
    centred = [part - M.sum(axis=0) @ part / M.sum() for part in shapes]  # displacements from the centre of mass
    stiff = mesh.K - omega**2 * sum(part.T @ (M @ part) for part in centred)
    q = np.linalg.solve(stiff, omega**2 * sum(centred[i].T @ (M @ solid.nodes[:, i]) for i in range(2)))
    return q, mesh.S @ q / mesh.of.mass


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("reference", ("tisserand", "attached", "clamped"))
def test_pure_spin(dim, reference):
    """A steady turn is a constant state in the frame; without Poisson's effect half the bar has u(l) = tan(kl)/k - l.

    k = w sqrt(rho/E) solves u" + k^2 (x + u) = 0, held at the middle and free at the end.
    """
    plain = ss.Material(young=MATERIAL.young, density=MATERIAL.density, poisson=0.0)
    solid, omega, central = bar(dim, plain), 3.0, reference == "tisserand"  # below the first frequency in all frames
    fields = {"interfaces": ends(solid), "reference": reference, "frame_at": None if central else "left"}
    q, shift = steady_spin(solid, omega, **fields)
    rate = (omega * np.array([shift[1], -shift[0], 0.0]))[:dim]
    spin = omega if dim == 2 else (0.0, 0.0, omega)
    fields |= {"elastic": q, "angular_velocity": spin, "position": -shift, "velocity": rate}
    model = flight(dim, ss.FloatingSolid(solid, **fields, name="body"), False)
    # the velocity of a frame beside the centre of mass turns, which a linearly implicit step follows to first order
    result = ss.simulate(model, 0.5, 1e-3, integrator=ss.Theta(0.5) if central else ss.Bathe())["body"]
    assert abs(result.elastic - q).max() < 1e-8 * abs(q).max()
    radius = np.linalg.norm(result.position[:, ends(solid)["right"]].mean(axis=1), axis=1)
    assert np.ptp(radius) < (1e-10 if central else 1e-6)
    k = omega * np.sqrt(plain.density / plain.young)
    exact = np.tan(0.5 * k) / k - 0.5
    assert radius[0] - 0.5 == pytest.approx(exact, rel=1e-3 if reference == "clamped" else 1e-6)  # its end is rigid


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda s: type(s).__name__)
def test_free_flight(dim, scheme):
    """Momentum, angular momentum and energy stay, with an error of second order (Theta: first, its mass is old)."""
    solid, errors = bar(dim), []
    fields = {**START[dim], "interfaces": ends(solid), "reference": "attached", "frame_at": "left", "modes": 3}
    explicit = isinstance(scheme, ss.HalfExplicit)  # stable below 2 / omega of the last mode
    for dt in (4e-5, 2e-5) if explicit else (2e-4, 1e-4):
        model = flight(dim, ss.FloatingSolid(solid, **fields, name="body"), False)
        result = ss.simulate(model, 0.02 if explicit else 0.1, dt, integrator=scheme)
        series, energy = result["body"], result.energy.kinetic + result.energy.potential
        p, L = series.momentum, series.angular_momentum
        errors.append([abs(x - x[0]).max() / abs(x[0]).max() for x in (p, L, energy)])
    first, second = np.array(errors)
    assert (second < 2e-4).all()
    assert (np.log2(first / second)[second > 1e-10] > (0.9 if isinstance(scheme, ss.Theta) else 1.8)).all()


@pytest.mark.parametrize("dim", DIMS)
def test_frequencies_are_those_of_the_solid(dim):
    """All modes: the frequencies of the linear SolidBody. Reductions: from above, the closer the more modes."""
    solid, model = bar(dim), ss.Model(dim=dim)
    model.add(bar(dim, law="linear"))
    rigid = 3 if dim == 2 else 6
    exact = ss.modes(model, rigid + 4).frequencies[rigid:]
    alone = ss.Model(dim=dim)
    alone.add(ss.FloatingSolid(solid))
    assert ss.modes(alone, rigid + 4).frequencies[rigid:] == pytest.approx(exact, rel=1e-6)
    for reduction in ("craig-bampton", "free-interface"):
        last = np.full(2, np.inf)
        for modes in (0, 4, 12):
            body = ss.FloatingSolid(solid, interfaces=ends(solid), reduction=reduction, modes=modes)
            error = body.frequencies[:2] / exact[:2] - 1.0
            assert (error > -1e-6).all() and (error < last + 1e-9).all()
            last = error
        assert (last < 5e-3).all()


def matrices(solid):
    M = sp.kron(solid_mass(solid), sp.eye_array(solid.dim))
    return ss.ElasticMatrices(coordinates=solid.nodes, mass=M, stiffness=solid_stiffness(solid))


@pytest.mark.parametrize("dim", DIMS)
def test_matrices_from_files_are_the_mesh(dim, tmp_path):
    """The same run from a mesh, from .npz (entries, dense) and from Matrix Market files, to round-off."""
    solid = bar(dim)
    given, fields = matrices(solid), {"modes": 4, **START[dim], "interfaces": ends(solid), "name": "body"}
    given.save(tmp_path / "body.npz")
    dense = {"mass": given.mass_of_points.toarray(), "stiffness": given.stiffness.matrix.toarray()}
    np.savez(tmp_path / "dense.npz", coordinates=solid.nodes, **dense)
    scipy.io.mmwrite(tmp_path / "M.mtx", given.mass.matrix, symmetry="symmetric", precision=17)
    scipy.io.mmwrite(tmp_path / "K.mtx", given.stiffness.matrix, symmetry="symmetric", precision=17)
    np.savetxt(tmp_path / "x.csv", solid.nodes, delimiter=",", header="places", fmt="%.17g")
    market = (tmp_path / "M.mtx", tmp_path / "K.mtx", tmp_path / "x.csv")
    bodies = [ss.FloatingSolid(solid, **fields)]
    bodies += [ss.FloatingSolid.read(tmp_path / name, **fields) for name in ("body.npz", "dense.npz")]
    bodies.append(ss.FloatingSolid.read(*market, **fields))
    runs = [ss.simulate(flight(dim, body), 0.05, 1e-3, integrator=ss.Bathe()) for body in bodies]
    for run in runs[1:]:
        assert abs(run["body"].position - runs[0]["body"].position).max() < 1e-9
        again = ss.Model.from_yaml(run.model.to_yaml())
        assert (
            abs(ss.simulate(again, 0.05, 1e-3, integrator=ss.Bathe())["body"].position - run["body"].position).max()
            < 1e-12
        )
    with pytest.raises(ss.StickslipError, match="matrices"):
        runs[1]["body"].stress()


@pytest.mark.parametrize("dim", DIMS)
def test_cantilever(dim):
    """A tip load on a clamped bar: the linear solid, through all frames and reductions; they have the static shapes."""
    solid = bar(dim)
    force = (0.0, 1e-3, 0.0)[:dim]
    linear = ss.Model(dim=dim)
    body = linear.add(bar(dim, law="linear"))
    linear.add(ss.Support(body, ends(solid)["left"]))
    for node in ends(solid)["right"]:
        linear.add(ss.PointForce(body.node(int(node)), tuple(np.array(force) / len(ends(solid)["right"]))))
    exact = ss.solve_static(linear)[body].displacement[-1][ends(solid)["right"]].mean(axis=0)
    for reference, reduction in (("clamped", "craig-bampton"), ("clamped", "free-interface")):
        model = ss.Model(dim=dim)
        fields = {"interfaces": ends(solid), "modes": 1, "reference": reference, "frame_at": "left"}
        body = model.add(ss.FloatingSolid(solid, **fields, reduction=reduction, name="bar"))
        model.add(ss.Fixed(model.ground, body.interface("left"), name="clamp"))
        model.add(ss.PointForce(body.interface("right"), force))
        result = ss.solve_static(model)
        tip = (result["bar"].position[-1] - solid.nodes)[ends(solid)["right"]].mean(axis=0)
        assert tip == pytest.approx(exact, abs=1e-6 * abs(exact).max())
        assert abs(result["clamp"].reaction[-1]).max() == pytest.approx(1e-3, rel=1e-6)
        assert result["bar at right"].reaction[-1][:dim] == pytest.approx([-x for x in force], abs=1e-9)


def pendulum(dim, kind):
    """Return a bar that falls from rest about the middle of its left end: as a solid, floating solid or beam."""
    firm = ss.Material(young=2e8, density=1000.0, poisson=0.0)
    model = ss.Model(dim=dim, gravity=(0.0, -9.81, 2.0)[:dim])
    solid = bar(dim, firm)
    left = ends(solid)["left"]
    if dim == 3:  # cells without a node in the middle of a facet
        pin = int(left[np.argmin(abs(solid.nodes[left, 1]) + abs(solid.nodes[left, 2] + 0.025))])
    else:
        pin = int(left[np.argmin(abs(solid.nodes[left, 1]))])
    if kind == "beam":
        I = 0.05 * 0.1**3 / 12.0
        section = ss.Section(EA=2e8 * 0.005, EI=2e8 * I, GA=1.0, GJ=1.0, mass_per_length=5.0, inertia=1000.0 * I)
        body = model.add(
            ss.FloatingBeam(1.0, 8, section=section, position=(-0.5, 0.0), reference="pinned", name="body")
        )
        model.add(ss.Revolute(model.ground, body.start))
        return model, None
    if kind != "solid":
        groups = {"pin": [pin], "tip": ends(solid)["right"]}
        fields = {"interfaces": groups, "reduction": kind, "modes": 8}
        solid = ss.FloatingSolid(solid, **fields)
    solid.name = "body"
    body = model.add(solid)
    model.add((ss.Revolute if dim == 2 else ss.Spherical)(model.ground, body.node(pin)))
    return model, ends(bar(dim))["right"]


@pytest.mark.parametrize("dim", DIMS)
def test_pendulum_is_that_of_the_solid(dim):
    """Small deformations on a large turn: St. Venant-Kirchhoff's solid, both reductions, and a beam agree."""
    tips = {}
    for kind in ("solid", "craig-bampton", "free-interface", *(("beam",) if dim == 2 else ())):
        model, right = pendulum(dim, kind)
        series = ss.simulate(model, 0.6, 2e-3, integrator=ss.Bathe(), record=ss.Record(every=10))["body"]
        tips[kind] = series.position[:, -1] if kind == "beam" else series.position[:, right].mean(axis=1)
    exact = tips.pop("solid")
    assert abs(exact - exact[0]).max() > 1.0
    for kind, tip in tips.items():
        assert abs(tip - exact).max() < (1e-3 if kind == "beam" else 2e-4)


@pytest.mark.parametrize("dim", DIMS)
def test_hinge_at_an_interface(dim):
    """A stiff bar hinged at an interface swings like the rigid bar; the reaction is that of the rigid bar."""
    stiff = ss.Material(young=2e11, density=1000.0, poisson=0.3)
    results = []
    for modes in (2, None):
        model = ss.Model(dim=dim, gravity=(0.0, -9.81, 0.0)[:dim])
        solid = bar(dim, stiff)
        body = ss.FloatingSolid(solid, interfaces=ends(solid), modes=2, reduction="craig-bampton", name="body")
        place = body.interface("left")
        if modes is None:
            J = FloatingSolidMesh(body, []).second_moment
            inertia = float(np.trace(J)) if dim == 2 else np.trace(J) * np.eye(3) - J
            body = place = ss.RigidBody(reduced(body).mass, inertia, name="body")
        model.add(body)
        hinge = {"axis": (0, 0, 1)} if dim == 3 else {}
        model.add(ss.Revolute(model.ground, place, at=(-0.5, 0.0, 0.0)[:dim], **hinge, name="hinge"))
        result = ss.simulate(model, 0.5, 1e-3, integrator=ss.Bathe())
        frame = result["body"].frame_rotation if modes else result["body"].rotation
        results.append((frame, result["hinge"].reaction, result["hinge"].coordinate))
    for a, b in zip(*results, strict=True):  # the vibration of the start is gone after some steps
        assert abs(a - b)[50:].max() < 1e-4 * max(1.0, abs(b).max())


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("place", ("node", "interface"))
def test_bounce(dim, place):
    """A stiff bar falls on its two ends: Newton's restitution at nodes and interfaces, and it comes to rest."""
    stiff = ss.Material(young=2e11, density=1000.0, poisson=0.3)
    solid, model = bar(dim, stiff), ss.Model(dim=dim, gravity=(0.0, -9.81, 0.0)[:dim])
    fields = {"interfaces": ends(solid), "modes": 2, "retardation": 1e-4}
    body = model.add(ss.FloatingSolid(solid, **fields, position=(0.0, 0.3, 0.0)[:dim], name="body"))
    floor = model.ground.add(ss.Plane(normal=(0.0, 1.0, 0.0)[:dim]))
    shape = (lambda: ss.Circle(radius=0.1)) if dim == 2 else (lambda: ss.Sphere(radius=0.1))
    corners = solid.nodes_where(lambda x, y, *z: (abs(x) > 0.5 - 1e-9) & (y < -0.05 + 1e-9))
    for item in corners if place == "node" else ("left", "right"):
        contour = body.add(shape(), **({"node": int(item)} if place == "node" else {"interface": item}))
        model.add(ss.Contact(contour, floor))
    result = ss.simulate(model, 0.6, 1e-3, integrator=ss.Theta(1.0))
    height = 0.15 if place == "node" else 0.1
    assert result["body"].frame_position[-1, 1] == pytest.approx(height, abs=2e-3)
    assert abs(result["body"].velocity[-1]).max() < 1e-2


def test_a_node_does_not_turn():
    model = ss.Model()
    body = model.add(ss.FloatingSolid(bar(3), modes=1))
    model.add(ss.Fixed(model.ground, body.node(0)))
    with pytest.raises(ss.ModelError, match="no orientation"):
        ss.simulate(model, 0.1, 1e-2)


@pytest.mark.parametrize("scheme", (ss.EnergyMomentum(), ss.BDF(), ss.Newmark()), ids=lambda s: type(s).__name__)
def test_other_schemes_name_what_they_cannot_do(scheme):
    model = flight(2, ss.FloatingSolid(bar(2), modes=1, name="body"))
    with pytest.raises(ss.ModelError, match="FloatingSolid 'body'"):
        ss.simulate(model, 0.1, 1e-2, integrator=scheme)


@pytest.mark.parametrize("scheme", (ss.MoreauMidpoint(), ss.GeneralizedAlpha(1.0)), ids=lambda s: type(s).__name__)
def test_tumbling(scheme):
    """About the middle axis a body flips over; angular momentum and energy stay, with errors of second order."""
    errors, flips = [], 0
    for dt in (2e-3, 1e-3):
        body = ss.FloatingSolid(bar(3), modes=4, angular_velocity=(0.05, 5.0, 0.0), name="body")
        result = ss.simulate(flight(3, body, False), 8.0, dt, integrator=scheme, record=ss.Record(every=10))
        series, energy = result["body"], result.energy.kinetic + result.energy.potential
        flips = np.count_nonzero(np.diff(np.sign(series.frame_angular_velocity[:, 1])))
        errors.append([abs(x - x[0]).max() / abs(x[0]).max() for x in (series.angular_momentum, energy)])
    first, second = np.array(errors)
    assert flips >= 1
    assert (second < 2e-3).all() and (np.log2(first / second) > 1.7).all()


@pytest.mark.parametrize("dim", DIMS)
def test_chain_of_two(dim):
    """Two bars with a joint between interfaces fly freely: it holds, momentum, angular momentum and energy stay."""
    solid, model = bar(dim), ss.Model(dim=dim)
    omega = np.array([0.0, 0.0, 3.0]) if dim == 2 else np.array([0.5, 1.0, 3.0])
    names, fields = ("first", "second"), {"interfaces": ends(solid), "reduction": "craig-bampton", "modes": 3}
    for name, shift in zip(names, (-0.5, 0.5), strict=True):
        place = np.array([shift, 0.0, 0.0])
        start = {"position": place[:dim], "velocity": np.cross(omega, place)[:dim], "name": name}
        model.add(ss.FloatingSolid(solid, **fields, **start, angular_velocity=omega[2] if dim == 2 else omega))
    sides = model["first"].interface("right"), model["second"].interface("left")
    model.add((ss.Revolute if dim == 2 else ss.Spherical)(*sides, at=(0.0,) * dim, name="pin"))
    result = ss.simulate(model, 0.3, 2e-4, integrator=ss.GeneralizedAlpha(0.95), record=ss.Record(every=10))
    both = [result[name] for name in names]
    for total in (sum(s.momentum for s in both), sum(s.angular_momentum for s in both), result.energy.total):
        assert abs(total - total[0]).max() < 2e-4 * abs(total).max() + 1e-9
    gap = [s.position[:, ends(solid)[e]].mean(axis=1) for s, e in zip(both, ("right", "left"), strict=True)]
    assert abs(gap[0] - gap[1]).max() < 1e-5
    assert max(abs(s.displacement).max() for s in both) > 1e-6
    modes = both[0].elastic.shape[1]
    assert ss.inventory(model).coordinates == dict.fromkeys(names, modes + (3 if dim == 2 else 6))
    assert ss.inventory(model).constraints == {"pin": dim}


@pytest.mark.parametrize("dim", DIMS)
@pytest.mark.parametrize("scheme", (ss.SemiExplicit(), ss.MoreauMidpoint(), ss.Bathe()), ids=lambda s: type(s).__name__)
def test_rigid_limit_beside_the_centre_of_mass(dim, scheme):
    """The frame of a body without modes may be anywhere: all nodes move as with a frame at the centre of mass."""
    solid, paths = bar(dim), []
    for fields in ({}, {"reference": "clamped", "frame_at": ends(bar(dim))["left"]}):
        body = ss.FloatingSolid(solid, modes=0, **fields, **START[dim], name="body")
        paths.append(ss.simulate(flight(dim, body), 0.1, 1e-4, integrator=scheme)["body"].position)
    assert abs(paths[0] - paths[1]).max() < (2e-3 if isinstance(scheme, ss.SemiExplicit) else 2e-6)


@pytest.mark.parametrize("dim", DIMS)
def test_stiffness_at_several_configurations(dim):
    """The mass changes with the configuration: K = (M + K) - M must not use that of another one."""
    model = flight(dim, ss.FloatingSolid(bar(dim), modes=2, name="body"))
    used, fresh = Evaluator(model), Evaluator(model)
    used.stiffness(used.assembly.q)
    q = used.move(used.assembly.q, np.full(used.n, 0.3))
    np.testing.assert_array_equal(used.stiffness(q)[0].toarray(), fresh.stiffness(q)[0].toarray())
