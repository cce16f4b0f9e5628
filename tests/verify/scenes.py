"""Small scenes for the checker: what touches, what joints hold."""

import numpy as np

import stickslip as ss


def falling_bodies(restitution=0.4):
    """Two boxes and two balls that fall on a plane and on each other."""
    model, rng = ss.Model(gravity=(0, 0, -9.81)), np.random.default_rng(1)
    skins = [model.ground.add(ss.Plane(normal=(0, 0, 1)))]
    for k in range(4):
        body = model.add(
            ss.RigidBody(
                mass=1.0,
                inertia=0.01,
                position=(*rng.uniform(-0.1, 0.1, 2), 0.2 + 0.3 * k),
                rotation=tuple(rng.normal(size=3)),
                velocity=(0.3, 0, 0),
                angular_velocity=tuple(rng.normal(size=3)),
            )
        )
        skins.append(body.add(ss.Sphere(radius=0.1) if k % 2 else ss.Cuboid(lengths=(0.2, 0.2, 0.2))))
    model.add(ss.Contact(skins, skins, friction=0.3, restitution=restitution))
    return model


def linkage():
    """A spatial chain of three bodies: hinge, cardan joint, slider with a spring."""
    model = ss.Model(gravity=(0, 0, -9.81))
    inertia = (0.01, 0.02, 0.025)
    a = model.add(ss.RigidBody(mass=1.0, inertia=inertia, position=(0.5, 0, 0)))
    b = model.add(ss.RigidBody(mass=0.5, inertia=inertia, position=(1.0, 0.5, 0), rotation=(0.1, 0.2, 0.3)))
    c = model.add(ss.RigidBody(mass=0.5, inertia=inertia, position=(1.5, 0.5, 0), rotation=(0.1, 0.2, 0.3)))
    model.add(ss.Revolute(model.ground, a, at=(0, 0, 0), axis=(0, 1, 0)))
    model.add(ss.Universal(a, b, at=(1, 0, 0), axis_a=(1, 0, 0), axis_b=(0, 1, 0)))
    model.add(ss.Prismatic(b, c, axis=(1, 0, 0), at=(1.5, 0.5, 0)))
    model.add(ss.SpringDamper(b, c, stiffness=100.0, damping=0.1))
    return model


def rubbing_joints():
    """A driven slider that rubs, an arm with friction and a spring, and a flap that hits its stops."""
    model = ss.Model(dim=2, gravity=(0, -9.81))
    slider = model.add(ss.RigidBody(mass=2.0, inertia=0.02, name="slider"))
    arm = model.add(ss.RigidBody(mass=1.0, inertia=0.03, position=(0.4, 0.0), name="arm"))
    flap = model.add(ss.RigidBody(mass=0.5, inertia=0.01, position=(1.0, 0.0), name="flap"))
    push = ss.Sine(amplitude=30.0, frequency=1.0)
    model.add(ss.Prismatic(model.ground, slider, at=(0, 0), axis=(1, 0), effort=push, friction=4.0, name="way"))
    elbow = model.add(ss.Revolute(slider, arm, at=(0, 0), friction=0.5, name="elbow"))
    model.add(ss.TorsionalSpring(elbow, stiffness=20.0, damping=0.1))
    stops = {"stops": (-0.3, 0.2), "stop_restitution": 0.4}
    model.add(ss.Revolute(arm, flap, at=(0.8, 0), friction=0.1, name="hinge", **stops))
    return model


def bushed_bodies(dim=3, stiffness=50.0):
    """Two bodies on soft bushings that swing and turn by about a radian."""
    model = ss.Model(dim=dim, gravity=(0, 0, -9.81)[-dim:])
    k, c = np.array((1.0, 2.0, 1.5, 0.02, 0.03, 0.04)), np.array((0.0, 0.1, 0.0, 1e-3, 0.0, 2e-3))
    chosen = [0, 1, 5] if dim == 2 else list(range(6))
    spin = 8.0 if dim == 2 else (3.0, -4.0, 6.0)
    inertia = 0.01 if dim == 2 else (0.01, 0.012, 0.015)
    low = model.add(ss.RigidBody(1.0, inertia, position=(0.2, 0.1, 0.3)[:dim], angular_velocity=spin, name="low"))
    high = model.add(ss.RigidBody(0.5, inertia, position=(0.1, 0.4, 0.2)[:dim], name="high"))
    model.add(ss.Bushing(model.ground, low, stiffness=tuple(stiffness * k[chosen]), damping=tuple(c[chosen])))
    model.add(ss.Bushing(low.point("tip", (0.1, 0.05, 0.0)[:dim]), high, stiffness=tuple(20.0 * k[chosen])))
    return model
