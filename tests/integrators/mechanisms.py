"""Mechanisms that tests of several integrators move."""

import numpy as np

import stickslip as ss

G = 9.81


def driven_slider():
    """2 kg on a rail, driven as x = 1.5 t^2: return model, slider and driven joint."""
    model = ss.Model()
    slider = model.add(ss.RigidBody(2.0, 0.1, position=(0.3, 0, 0)))
    drive = model.add(ss.Prismatic(model.ground, slider, axis=(1, 0, 0), motion=ss.Polynomial((0.0, 0.0, 1.5))))
    return model, slider, drive


def bouncing_slider():
    """1 kg at 2 m/s between stops 1 m apart with e = 1/2: return model, slider and joint."""
    model = ss.Model()
    slider = model.add(ss.RigidBody(1.0, 0.1, velocity=(2.0, 0, 0)))
    joint = model.add(ss.Prismatic(model.ground, slider, axis=(1, 0, 0), stops=(-0.5, 0.5), stop_restitution=0.5))
    return model, slider, joint


def spin_with_friction(scheme, torque, omega):
    """A wheel of 0.5 kg m^2 in a bearing with friction of 2 N m for 1 s: return result and wheel."""
    model = ss.Model()
    wheel = model.add(ss.RigidBody(1.0, (0.3, 0.3, 0.5), angular_velocity=(0, 0, omega)))
    model.add(ss.Revolute(model.ground, wheel, axis=(0, 0, 1), friction=2.0, effort=torque))
    return ss.simulate(model, t_end=1.0, dt=1e-2, integrator=scheme), wheel


def tumbling(boxes):
    """Boxes that fall on each other and a pendulum with friction: contacts come and go, the state is sensitive."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    skins = []
    for k in range(boxes):
        place, inertia = (0.05 * k, 0, 0.2 + 0.4 * k), (0.01, 0.012, 0.014)
        box = model.add(ss.RigidBody(1.0, inertia, position=place, angular_velocity=(1, 2, 3), name=f"box{k}"))
        skins.append(box.add(ss.Cuboid(lengths=(0.2, 0.3, 0.25))))
    model.add(ss.Contact(skins, floor, friction=0.4, restitution=0.3))
    model.add(ss.Contact(skins, skins, friction=0.4))
    arm = model.add(ss.RigidBody(1.0, 0.1, position=(2.5, 0, 1)))
    model.add(ss.Revolute(model.ground, arm, at=(2, 0, 1), axis=(0, 1, 0), friction=0.05))
    return model


def rolling_disc():
    """LeSaux, Leine, Glocker 2005: r = 0.05, circle of R = 0.5, inclination 5 deg."""
    r, R, beta, m = 0.05, 0.5, np.deg2rad(5.0), 0.3048
    rho = r / R
    spin = np.sqrt(4.0 * G / r * np.sin(beta) / ((6.0 - 5.0 * rho * np.sin(beta)) * rho * np.cos(beta)))
    lap = 2.0 * np.pi / (rho * spin)
    # body axes: e1 along the path, e2 the disc's axis, e3 in its plane upwards and inclined inwards
    centre = np.array([0.0, -R + r * np.sin(beta), r * np.cos(beta)])  # leans towards the centre of the circle at 0
    e3 = np.array([0.0, np.sin(beta), np.cos(beta)])
    e1 = np.array([1.0, 0.0, 0.0])
    A = np.column_stack([e1, np.cross(e3, e1), e3])
    rate = 2.0 * np.pi / lap  # about +z, against the clock seen from above: moves along +x at y < 0
    speed = rate * (R - r * np.sin(beta))
    omega = A.T @ np.array([0.0, 0.0, rate]) + np.array([0.0, rate * R / r, 0.0])
    model = ss.Model(gravity=(0, 0, -G))
    inertia = (0.25 * m * r * r, 0.5 * m * r * r, 0.25 * m * r * r)
    disc = model.add(
        ss.RigidBody(m, inertia, position=centre, rotation=A.tolist(), velocity=(speed, 0, 0), angular_velocity=omega)
    )
    wheel = disc.add(ss.Cylinder(radius=r, axis=(0, 1, 0)))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    model.add(ss.Rolling(wheel, floor))
    return model, disc, lap
