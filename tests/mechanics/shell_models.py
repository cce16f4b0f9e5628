"""Benchmarks of shells: each function solves one and returns its numbers."""

import numpy as np
from scipy.sparse import bmat
from scipy.sparse.linalg import spsolve

import stickslip as ss
from stickslip.analysis.linearization import Evaluator


def surface(u, v, n, place, order=1, triangles=False, normal=None, **fields):
    """Return the shell of places (and normals) of parameters 0..u, 0..v."""
    plate = ss.Shell.plate((u, v), n, order=order, material=ss.steel, thickness=1.0)
    a, b, cells = plate.nodes[:, 0], plate.nodes[:, 1], plate.cells
    if triangles:
        cells = np.concatenate([cells[:, [0, 1, 2]], cells[:, [0, 2, 3]]])
    more = {} if normal is None else {"directors": np.column_stack(normal(a, b))}
    return ss.Shell(np.column_stack(place(a, b)), cells, **more, **fields)


def hold(model, shell, condition, components="xyz", directors=()):
    """Add a support of the nodes with a condition."""
    model.add(ss.Support(shell, shell.nodes_where(condition), components=components, directors=directors))


def zero(x):
    return abs(x) < 1e-9


def linear(shell, model):
    """Return the displacements (nodes, 3) of the linear problem at the declared shape."""
    evaluator = Evaluator(model)
    q, system = evaluator.assembly.q, evaluator.system
    evaluator.evaluate(q, None, 1.0)
    f = evaluator.force()
    K, G = evaluator.stiffness(q, 0.0)
    none = np.zeros(G.shape[0])
    x = spsolve(bmat([[K, G.T], [G, None]], format="csc"), np.concatenate([f, none]))
    first = system.nodes.u_off[evaluator.assembly.bodies.node_of[shell]]
    return x[first[:, None] + np.arange(3)]


def displaced(shell, model, steps=1):
    """Return the displacements (nodes, 3) at full load."""
    return ss.solve_static(model, steps=steps)[shell].displacement[-1]


def tube(R, length, angle, n, order, **fields):
    """Return a part of a cylinder about y that begins at the top."""
    return surface(
        angle, length, n, lambda a, b: (R * np.sin(a), b, R * np.cos(a)), order,
        normal=lambda a, b: (np.sin(a), 0 * a, np.cos(a)), **fields,
    )  # fmt: skip


def roof(n, order):
    """Return the mid-side deflection of a quarter of the roof of Scordelis and Lo; weight 90 per area."""
    R, L, half = 25.0, 50.0, np.radians(40.0)
    model = ss.Model(gravity=(0, 0, -90.0))
    material = ss.Material(young=4.32e8, density=4.0, poisson=0.0)
    shell = model.add(tube(R, 0.5 * L, half, n, order, material=material, thickness=0.25))
    hold(model, shell, lambda x, y, z: zero(y), "xz")
    hold(model, shell, lambda x, y, z: zero(y - 0.5 * L), "y", "y")
    hold(model, shell, lambda x, y, z: zero(x) & ~zero(y), "x")
    hold(model, shell, lambda x, y, z: zero(x), None, "x")
    tip = shell.nearest((R * np.sin(half), 0.5 * L, R * np.cos(half))).node
    return -linear(shell, model)[tip, 2]


def cylinder_pinched(n, order):
    """Return the deflection (1e-5) under a unit load of an eighth of a cylinder with end diaphragms."""
    R, L = 300.0, 600.0
    model = ss.Model(gravity=(0, 0, 0))
    material = ss.Material(young=3e6, density=1.0, poisson=0.3)
    shell = model.add(tube(R, 0.5 * L, 0.5 * np.pi, n, order, material=material, thickness=3.0))
    hold(model, shell, lambda x, y, z: zero(y), "y", "y")
    hold(model, shell, lambda x, y, z: zero(y - 0.5 * L), "xz")
    for axis, k in (("x", 0), ("z", 2)):
        hold(model, shell, lambda *r, k=k: zero(r[k]) & ~zero(r[1] - 0.5 * L), axis)
        hold(model, shell, lambda *r, k=k: zero(r[k]), None, axis)
    top = shell.nearest((0, 0, R))
    model.add(ss.PointForce(top, (0, 0, -0.25)))
    return -linear(shell, model)[top.node, 2] * 1e5


def hemisphere(n, order, force, steps=0, triangles=False):
    """Return inward and outward displacement of a quarter of the hemisphere with an 18 degree hole."""
    model = ss.Model(gravity=(0, 0, 0))
    shell = model.add(surface(
        0.5 * np.pi, np.radians(72.0), n,
        lambda a, b: (10 * np.cos(a) * np.cos(b), 10 * np.sin(a) * np.cos(b), 10 * np.sin(b)), order, triangles,
        lambda a, b: (np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)),
        material=ss.Material(young=6.825e7, density=1.0, poisson=0.3), thickness=0.04,
    ))  # fmt: skip
    hold(model, shell, lambda x, y, z: zero(x), "x", "x")
    hold(model, shell, lambda x, y, z: zero(y), "y", "y")
    out, back = shell.nearest((10, 0, 0)), shell.nearest((0, 10, 0))
    model.add(ss.Support(shell, [out.node], components="z"))
    model.add(ss.PointForce(out, (force, 0, 0)))
    model.add(ss.PointForce(back, (0, -force, 0)))
    x = displaced(shell, model, steps) if steps else linear(shell, model)
    return -x[back.node, 1], x[out.node, 0]


def spread(shell, condition, along):
    """Return nodes of an edge along an axis and the shares of a uniform load on them."""
    nodes = shell.nodes_where(condition)
    nodes = nodes[np.argsort(shell.nodes[nodes, along])]
    n = len(nodes)
    if shell.cells.shape[1] == 9:
        share = np.where(np.arange(n) % 2, 4.0, 2.0)
        share[[0, -1]] = 1.0
    else:
        share = np.full(n, 2.0)
        share[[0, -1]] = 1.0
    return nodes, share / share.sum()


def cantilever(n, order, force, result=False):
    """Return (-u, w) of the tip of a strip 10 x 1 x 0.1 under an end shear force, or its result."""
    model = ss.Model(gravity=(0, 0, 0))
    material = ss.Material(young=1.2e6, density=1.0, poisson=0.0)
    shell = model.add(ss.Shell.plate((10, 1), (n, 1), order=order, material=material, thickness=0.1))
    hold(model, shell, lambda x, y, z: zero(x), directors=True)
    nodes, share = spread(shell, lambda x, y, z: zero(x - 10), 1)
    for k, part in zip(nodes, share, strict=True):
        model.add(ss.PointForce(shell.node(int(k)), (0, 0, force * part)))
    found = ss.solve_static(model, steps=1 if result else 4)[shell]
    tip = found.displacement[-1][nodes[0]]
    return found if result else (-tip[0], tip[2])


def roll_up(n, order, load):
    """Return (-u, w) of the tip of a strip 12 x 1 x 0.1 under a part of the edge moment of a full circle."""
    model = ss.Model(gravity=(0, 0, 0))
    material = ss.Material(young=1.2e6, density=1.0, poisson=0.0)
    shell = model.add(ss.Shell.plate((12, 1), (n, 1), order=order, material=material, thickness=0.1))
    hold(model, shell, lambda x, y, z: zero(x), directors=True)
    edge = shell.boundary(lambda x, y, z: zero(x - 12))
    model.add(ss.EdgeLoad(shell, edge, moment=(0, -50 * np.pi / 3, 0)))
    found = ss.solve_static(model, steps=8, load=load)[shell].displacement[-1]
    tip = found[shell.nearest((12, 0, 0)).node]
    return np.array([-tip[0], tip[2]])


def sphere(n):
    """Return the least and the largest stretch at the nodes of a sphere under pressure from inside."""
    R = 0.0303
    model = ss.Model(gravity=(0, 0, 0))
    material = ss.Material(young=9e6, density=1000.0, poisson=0.45)
    shell = model.add(ss.Shell.sphere(R, n, material=material, thickness=0.0045))
    model.add(ss.SurfaceLoad(shell, shell.cells, pressure=-5e4, follower=True))
    ends = [shell.nearest(place).node for place in ((R, 0, 0), (-R, 0, 0), (0, R, 0), (0, -R, 0))]
    model.add(ss.Support(shell, ends[:2], components="yz"))
    model.add(ss.Support(shell, ends[2:], components="x"))
    model.add(ss.Support(shell, ends[2:3], components="z"))
    found = ss.solve_static(model, steps=4)[shell].position[-1]
    stretch = np.linalg.norm(found, axis=1) / R
    return stretch.min(), stretch.max()


def fold(n):
    """Return the deflection of the top of a wall on a strip by a unit force, and that of a frame of beams; linear."""
    E, h, a = 1.2e6, 0.1, 2.0
    material = ss.Material(young=E, density=1000.0, poisson=0.0)
    model = ss.Model(gravity=(0, 0, 0))
    flat = model.add(ss.Shell.plate((a, 1.0), (n, 2), material=material, thickness=h))
    x, y, z = flat.nodes.T
    wall = model.add(ss.Shell(np.column_stack([a + z, y, x]), flat.cells, material=material, thickness=h))
    hold(model, flat, lambda x, y, z: x == 0, directors=True)
    for k in flat.nodes_where(lambda x, y, z: x == a):
        place = flat.nodes[k]
        link = model.add(ss.RigidBody(1e-3, 1e-6, position=tuple(place)))
        model.add(ss.Fixed(link, flat.node(int(k))))
        model.add(ss.Fixed(wall.nearest(place), link))
    top = wall.boundary(lambda x, y, z: z == a)
    model.add(ss.EdgeLoad(wall, top, force=(1.0, 0, 0)))
    tip = linear(wall, model)[wall.nearest((a, 0.5, a)).node]
    D = E * h**3 / 12
    return tip[0], a**3 / 3 / D + a**3 / D + a / (5 / 12 * E * h) + a / (E * h)


def two_layers():
    """Return u and |w| of the tip of a strip of two layers under a unit axial force, linear."""
    model = ss.Model(gravity=(0, 0, 0))
    layers = [
        ss.Layer(thickness=0.05, E1=E, E2=E, nu12=0.0, G12=0.5 * E, density=1.0) for E in (1.2e6, 2.4e6)
    ]  # fmt: skip
    shell = model.add(ss.Shell.plate((10, 1), (7, 2), section=ss.Laminate(layers)))
    hold(model, shell, lambda x, y, z: zero(x), directors=True)
    nodes, share = spread(shell, lambda x, y, z: zero(x - 10), 1)
    for k, part in zip(nodes, share, strict=True):
        model.add(ss.PointForce(shell.node(int(k)), (part, 0, 0)))
    tip = linear(shell, model)[nodes[0]]
    return tip[0], abs(tip[2])


def plate_modes(n, h=0.01):
    """Return omega sqrt(rho h / D) of the first four modes of a square plate on hard simple supports."""
    model = ss.Model(gravity=(0, 0, 0))
    material = ss.Material(young=1.0, density=1.0, poisson=0.3)
    shell = model.add(ss.Shell.plate((1, 1), n, material=material, thickness=h))
    hold(model, shell, lambda x, y, z: zero(x * (1 - x) * y * (1 - y)))
    hold(model, shell, lambda x, y, z: zero(x * (1 - x)) & ~zero(y * (1 - y)), None, "y")
    hold(model, shell, lambda x, y, z: zero(y * (1 - y)) & ~zero(x * (1 - x)), None, "x")
    hold(model, shell, lambda x, y, z: zero(y * (1 - y)) & zero(x * (1 - x)), None, True)
    omega = 2 * np.pi * ss.modes(model, 4).frequencies
    return omega * np.sqrt(h / (h**3 / 12 / (1 - 0.3**2)))
