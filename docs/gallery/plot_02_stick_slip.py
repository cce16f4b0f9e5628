"""
Stick and slip on a belt
========================

A block on a moving belt, held by a spring. Friction falls with the slip speed, a Python function that is compiled to native code;
sticking is exact sticking. The block sticks, breaks loose where the spring reaches the static bound, slips back and is caught again.
"""

import math

import matplotlib.pyplot as plt

import stickslip as ss


def stribeck(speed):
    return 0.2 + 0.2 * math.exp(-speed / 0.05)


belt_speed = 0.1
model = ss.Model(dim=2, gravity=(0, -10.0))
belt = model.add(ss.PrescribedBody(motion=(ss.Polynomial((0, belt_speed)),), name="belt"))
top = belt.add(ss.Plane(normal=(0, 1), name="top"))
block = model.add(ss.RigidBody(mass=1.0, inertia=1.0, name="block"))
model.add(ss.Contact(top, block.add(ss.Point(name="foot")), friction=stribeck))
model.add(ss.SpringDamper(model.ground, block, stiffness=100.0, rest_length=0.0))
result = ss.simulate(model, t_end=5.0, dt=2e-4)

x, v = result["block"].position[:, 0], result["block"].velocity[:, 0]
stuck = abs(v - belt_speed) < 1e-9

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
left.plot(result.time, 1e3 * x)
left.fill_between(result.time, 0, 1, where=stuck, transform=left.get_xaxis_transform(), alpha=0.15, label="sticks")
left.set(xlabel="t [s]", ylabel="spring [mm]")
left.legend(loc="lower right")
right.plot(1e3 * x, v, lw=1)
right.axhline(belt_speed, color="grey", ls="--", lw=1)
right.set(xlabel="spring [mm]", ylabel="velocity [m/s]")
