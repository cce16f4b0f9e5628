"""Overconstrained linkages that move, and the same with joints of which each row counts."""

import math

import numpy as np

import stickslip as ss


def link(model, a, b, mass, velocity, name):
    """A slender bar from a to b with the velocities (v, omega) of its centre."""
    a, b = np.array(a), np.array(b)
    along = (b - a) / np.linalg.norm(b - a)
    length = float(np.linalg.norm(b - a))
    inertia = mass * length**2 * ((np.eye(3) - np.outer(along, along)) / 12 + 1e-3 * np.eye(3))
    v, omega = velocity[:3], velocity[3:]
    return model.add(
        ss.RigidBody(
            mass, inertia, position=tuple((a + b) / 2), velocity=tuple(v), angular_velocity=tuple(omega), name=name
        )
    )


def rates(centres, hinges, drive):
    """Velocities (n, 6) of the bodies, where the first hinge turns at ``drive``: all rows of all hinges, by numpy."""
    rows, right = [], []

    def add(own, value=0.0):
        rows.append(own)
        right.append(value)

    for a, b, at, axis in hinges:
        across = np.linalg.svd(np.array(axis)[None])[2][1:]
        for i in range(3):
            own = np.zeros((len(centres), 6))
            for sign, body in ((-1, a), (1, b)):
                if body >= 0:
                    own[body, i] += sign
                    own[body, 3:] += sign * np.cross(at - centres[body], np.eye(3)[i])
            add(own.ravel())
        for direction in across:
            own = np.zeros((len(centres), 6))
            for sign, body in ((-1, a), (1, b)):
                if body >= 0:
                    own[body, 3:] += sign * direction
            add(own.ravel())
    _, body, _, axis = hinges[0]
    own = np.zeros((len(centres), 6))
    own[body, 3:] = axis
    add(own.ravel(), drive)
    return np.linalg.lstsq(np.array(rows), np.array(right), rcond=1e-9)[0].reshape(-1, 6)


def linkage(bars, masses, hinges, drive, gravity, loose, motion=None):
    """Bars and hinges (a, b, place, axis), -1 the ground; ``loose`` gives another class for some hinges."""
    model = ss.Model(gravity=gravity)
    centres = [(np.array(a) + np.array(b)) / 2 for a, b in bars]
    velocity = rates(centres, hinges, drive)
    bodies = [link(model, *bars[k], masses[k], velocity[k], f"link{k}") for k in range(len(bars))]
    for k, (a, b, at, axis) in enumerate(hinges):
        pair = (model.ground if a < 0 else bodies[a], model.ground if b < 0 else bodies[b])
        kind = loose.get(k, ss.Revolute)
        axis = np.array(axis) / np.linalg.norm(axis)
        fields = {} if kind is ss.Spherical else {"axis": tuple(axis)}
        if kind is ss.Universal:
            fields = {"axis_a": tuple(axis), "axis_b": tuple(np.cross(axis, (0, 1, 0)))}
        if k == 0 and motion is not None:
            fields["motion"] = motion
        model.add(kind(*pair, at=tuple(at), name=f"hinge{k}", **fields))
    return model


def bennett(loose=None, drive=3.0):
    """Bennett's linkage, four hinges, a / sin(alpha) = b / sin(beta), moves although 20 rows hold 18 freedoms."""
    a, b, alpha, turn = 1.0, 0.7, math.radians(40.0), 1.2
    beta = math.asin(b * math.sin(alpha) / a)
    other = 2 * math.atan(math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2) / math.tan(turn / 2))
    frame, frames = np.eye(4), [np.eye(4)]
    for angle, length, twist in zip(
        (turn, other, -turn, -other), (a, b, a, b), (alpha, beta, alpha, beta), strict=True
    ):
        c, s, ct, st = math.cos(angle), math.sin(angle), math.cos(twist), math.sin(twist)
        about_z = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
        along_x = np.array([[1, 0, 0, length], [0, ct, -st, 0], [0, st, ct, 0], [0, 0, 0, 1]])
        frame = frame @ about_z @ along_x
        frames.append(frame)
    assert abs(frames[4] - np.eye(4)).max() < 1e-12
    at, axis = [f[:3, 3] for f in frames], [f[:3, 2] for f in frames]
    bars = [(at[0], at[1]), (at[1], at[2]), (at[2], at[3])]
    hinges = [(-1, 0, at[0], axis[0]), (0, 1, at[1], axis[1]), (1, 2, at[2], axis[2]), (2, -1, at[3], axis[3])]
    return linkage(bars, [1.0, 2.0, 1.5], hinges, drive, (1.0, 2.0, -9.81), loose or {})


def sarrus(loose=None, drive=1.0):
    """Sarrus' linkage: a table on two pairs of hinged legs in planes across each other goes straight up and down."""
    leg, height = 0.5, 0.6
    out = math.sqrt(leg**2 - (height / 2) ** 2)
    bars, hinges = [], []
    for direction, axis in ((np.array([1.0, 0, 0]), (0, 1.0, 0)), (np.array([0, 1.0, 0]), (1.0, 0, 0))):
        foot, k = 0.4 * direction, len(bars)
        knee, top = foot + out * direction + (0, 0, height / 2), foot + np.array([0, 0, height])
        bars += [(foot, knee), (knee, top)]
        hinges += [(-1, k, foot, axis), (k, k + 1, knee, axis), (k + 1, 4, top, axis)]
    bars.append((np.array([-0.3, -0.25, height]), np.array([0.3, 0.35, height])))
    return linkage(bars, [1.0, 1.0, 1.0, 1.0, 3.0], hinges, drive, (0, 0, -9.81), loose or {})


def four_bar(tilt=0.0, drive=4.0, motion=None, gravity=(0, -9.81, 0)):
    """A planar four-bar with hinges in space; one axis is tilted by ``tilt`` degrees, and then nothing can move."""
    points = [np.array(x) for x in ((0, 0, 0.0), (0, 0.3, 0), (0.8, 0.6, 0), (0.7, 0, 0))]
    axes = [np.array((0, 0, 1.0))] * 4
    axes[2] = np.array((math.sin(math.radians(tilt)), 0, math.cos(math.radians(tilt))))
    bars = [(points[0], points[1]), (points[1], points[2]), (points[2], points[3])]
    hinges = [
        (-1, 0, points[0], axes[0]),
        (0, 1, points[1], axes[1]),
        (1, 2, points[2], axes[2]),
        (2, -1, points[3], axes[3]),
    ]
    return linkage(bars, [1.0, 2.0, 1.5], hinges, drive, gravity, {}, motion)


def parallelogram(cranks, drive=3.0):
    """A coupler on two or more equal cranks in the plane: each crank beyond the second adds a dependent row."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    crank, angle = 0.5, 0.9
    arm = crank * np.array([math.sin(angle), -math.cos(angle)])
    v = drive * np.array([-arm[1], arm[0]])
    coupler = model.add(ss.RigidBody(2.0, 0.2, position=(arm[0] + 0.5, arm[1]), velocity=tuple(v), name="coupler"))
    for k in range(cranks):
        pivot, mass = np.array([k / (cranks - 1), 0.0]), 2.0 / cranks
        body = model.add(
            ss.RigidBody(mass, mass * crank**2 / 12, position=tuple(pivot + arm / 2), velocity=tuple(v / 2),
                         angular_velocity=drive, name=f"crank{k}")
        )  # fmt: skip
        model.add(ss.Revolute(model.ground, body, at=tuple(pivot)))
        model.add(ss.Revolute(body, coupler, at=tuple(pivot + arm)))
    return model
