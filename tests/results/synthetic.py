"""Analytic bouncing ball as a recorded run, for tests of everything behind the time stepper."""

from __future__ import annotations

import numpy as np

import stickslip as ss
from stickslip.codes import CERTIFICATE, CONTACT, LEDGER, MOMENTUM, OPEN, SLIP
from stickslip.results.columns import Chunk

G, RADIUS, MASS, E_N, HEIGHT, SPEED = 9.81, 0.05, 1.0, 0.8, 0.4, 1.0


def model() -> ss.Model:
    model = ss.Model(gravity=(0, 0, -G), name="bouncing ball")
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1), name="floor"))
    ball = model.add(
        ss.RigidBody(
            MASS, 0.4 * MASS * RADIUS**2, position=(0, 0, HEIGHT + RADIUS), velocity=(SPEED, 0, 0), name="ball"
        )
    )
    skin = ball.add(ss.Sphere(radius=RADIUS, name="skin"))
    model.add(ss.Contact(skin, floor, restitution=E_N))
    return model


def header(dt: float = 1e-3, t_end: float = 2.0) -> dict:
    return {
        "format": 1,
        "version": ss.__version__,
        "dim": 3,
        "dt": dt,
        "t_start": 0.0,
        "t_end": t_end,
        "record_every": 1,
        "integrator": {"type": "MoreauMidpoint", "theta": 0.5},
        "model_name": "bouncing ball",
        "model_yaml": None,
        "bodies": [
            {"name": "ground", "kind": "ground", "q_off": 0, "nq": 0, "u_off": 0, "nu": 0, "mass": 0.0},
            {"name": "ball", "kind": "rigid", "q_off": 0, "nq": 12, "u_off": 0, "nu": 6, "mass": MASS},
        ],
        "joints": [{"name": "hinge", "kind": "Revolute", "row": 0, "rows": 2, "coordinate": "angle"}],
        "contours": [
            {"name": "floor", "body": "ground", "kind": "Plane", "size": [0.0], "position": [0, 0, 0], "rotation": 0.0},
            {
                "name": "skin",
                "body": "ball",
                "kind": "Sphere",
                "size": [RADIUS],
                "position": [0, 0, 0],
                "rotation": 0.0,
            },
        ],
        "laws": [{"contact": "contact1", "friction": 0.0, "restitution": E_N}],
        "settings": {},
    }


def height(t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return gap, velocity and number of impacts so far: flights of length 2 v_k / g with v_k = e^k v_0."""
    t = np.asarray(t, float)
    v = np.sqrt(2 * G * HEIGHT)
    start, gap, rate, hits = v / G, HEIGHT - 0.5 * G * t**2, -G * t, np.zeros(t.shape, int)
    for k in range(1, 30):
        v *= E_N
        inside = t >= start
        s = t[inside] - start
        gap[inside], rate[inside], hits[inside] = np.maximum(v * s - 0.5 * G * s**2, 0.0), v - G * s, k
        start += 2 * v / G
    return gap, rate, hits


def chunk(first: int, count: int, dt: float = 1e-3) -> Chunk:
    """Return the instants first ... first + count - 1."""
    t = dt * np.arange(first, first + count)
    gap, rate, hits = height(t)
    q = np.zeros((count, 12))
    q[:, 0], q[:, 2] = SPEED * t, gap + RADIUS
    q[:, 3:] = np.eye(3).ravel()
    u = np.zeros((count, 6))
    u[:, 0], u[:, 2] = SPEED, rate
    energy = np.zeros((count, len(LEDGER)))
    energy[:, 0] = 0.5 * MASS * (SPEED**2 + rate**2)
    energy[:, 1] = MASS * G * (gap + RADIUS)
    energy[:, LEDGER.index("impacts")] = -MASS * G * HEIGHT * (1 - E_N ** (2 * hits))
    energy[:, LEDGER.index("remainder")] = (
        energy[:, 0] + energy[:, 1] - 0.5 * MASS * SPEED**2 - MASS * G * (HEIGHT + RADIUS) - energy[:, 4]
    )
    certificate = np.zeros((count, len(CERTIFICATE)))
    certificate[:, 0] = 1e-14 * (1 + np.sin(t))
    near = gap < 0.1
    rows = np.zeros((int(near.sum()), len(CONTACT)))
    put = {
        "b": 1,
        "gap": gap[near],
        "gamma_T1": SPEED,
        "gamma_N": rate[near],
        "x": SPEED * t[near],
        "n_z": 1,
        "t1_x": 1,
    }
    put["P_N"] = np.where(gap[near] < 1e-3, MASS * G * dt, 0.0)
    put["status"] = np.where(gap[near] < 1e-3, SLIP, OPEN)
    for name, value in put.items():
        rows[:, CONTACT.index(name)] = value
    reaction = np.stack([t, 2 * t], axis=1)
    momentum = np.zeros((count, len(MOMENTUM)))
    momentum[:, 0], momentum[:, 2] = MASS * SPEED, MASS * rate
    momentum[:, 4] = q[:, 2] * momentum[:, 0] - q[:, 0] * momentum[:, 2]
    momentum[:, 8], momentum[:, 10] = momentum[:, 2], momentum[:, 4] - (HEIGHT + RADIUS) * MASS * SPEED
    drift, coordinate, closed = 1e-9 * reaction, np.sin(t)[:, None], near.astype(np.int64)
    return Chunk(t, q, u, energy, certificate, reaction, drift, coordinate, momentum, closed, rows)


def fill(store, n: int = 2001, piece: int = 100, dt: float = 1e-3):
    """Write the run in pieces, with a checkpoint after each, and finish it."""
    for first in range(0, n, piece):
        store.append(chunk(first, min(piece, n - first), dt))
        store.checkpoint({"step": first + piece, "u": np.arange(6.0) + first})
    store.finish("finished", "reached t_end", {"steps": n - 1, "wall_s": 0.5, "compile_s": 0.0})
    return store
