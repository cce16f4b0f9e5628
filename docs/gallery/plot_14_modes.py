"""
Frequencies of a hanging beam
=============================

Modes about a static equilibrium: a steel strip bends under its weight, then vibrates about that shape.
"""

import matplotlib.pyplot as plt

import stickslip as ss

model = ss.Model(dim=2, gravity=(0, -9.81))
strip = model.add(
    ss.PlanarBeam.straight((0, 0), (1, 0), 20, section=ss.Rectangle(0.02, 0.001), material=ss.steel, name="strip")
)
model.add(ss.Fixed(model.ground, strip.start))
static = ss.solve_static(model, steps=10)
modes = ss.modes(model, 4, about=static)

rest = static["strip"].position[-1]
figure, axis = plt.subplots(figsize=(7, 3.6), layout="constrained")
axis.plot(*rest.T, "k", lw=2, label="equilibrium")
for frequency, shape in zip(modes.frequencies, modes.shapes):
    moved = rest + 0.15 * shape.reshape(-1, 3)[:, :2] / abs(shape.reshape(-1, 3)[:, :2]).max()
    axis.plot(*moved.T, lw=1, label=f"{frequency:.2f} Hz")
axis.set_aspect("equal")
axis.set(xlabel="x [m]", ylabel="y [m]")
axis.legend(loc="lower left")
