"""A ball dropped from a height: Newton's impact law, geometric decay, rest after a finite time.

After impact n the apex is h e^(2n); all impacts are over after t = (1 + e)/(1 - e) sqrt(2 h / g).
"""

from __future__ import annotations

import numpy as np

import stickslip as ss


def model(restitution: float = 0.8, height: float = 1.0, gravity: float = 9.81) -> ss.Model:
    """Return a ball of radius 0.1 m whose lowest point is ``height`` above the floor."""
    model = ss.Model(gravity=(0.0, 0.0, -gravity), name="bouncing-ball")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    ball = model.add(ss.RigidBody(mass=1.0, inertia=0.004, position=(0, 0, height + 0.1), name="ball"))
    skin = ball.add(ss.Sphere(radius=0.1, name="skin"))
    model.add(ss.Contact(skin, floor, friction=0.3, restitution=restitution))
    return model


def run(
    *,
    restitution=0.8,
    height=1.0,
    gravity=9.81,
    dt=1e-4,
    t_end=5.0,
    integrator="MoreauMidpoint",
    out=None,
    progress=None,
):
    """Drop the ball and measure its apexes and when it comes to rest."""
    scheme = getattr(ss, integrator)()
    result = ss.simulate(model(restitution, height, gravity), t_end, dt, scheme, out=out, progress=progress)
    z, v = result["ball"].position[:, 2] - 0.1, result["ball"].velocity[:, 2]
    top = np.flatnonzero((v[:-1] > 0.0) & (v[1:] <= 0.0))
    apexes = np.array([z[0], *(max(z[k], z[k + 1]) for k in top)])
    moving = np.flatnonzero(abs(v) > gravity * dt)
    rest_time = float(result.time[moving[-1]]) if len(moving) else 0.0
    quantities = {
        "apexes": apexes[:8],
        "apexes_exact": height * restitution ** (2 * np.arange(8)),
        "rest_time": rest_time,
        "rest_time_exact": (1 + restitution) / (1 - restitution) * float(np.sqrt(2 * height / gravity)),
    }
    return result, quantities
