"""Mechanisms that tests of several integrators move."""

import stickslip as ss


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
