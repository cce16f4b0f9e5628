"""MuJoCo (soft contact): a block on a slope and a tower of ten boxes; prints steps/s as JSON."""

import json
import time

import mujoco
import numpy as np


def speed(xml: str, steps: int) -> float:
    model = mujoco.MjModel.from_xml_string(xml)
    best = 0.0
    for _ in range(3):
        data = mujoco.MjData(model)
        begin = time.process_time()
        for _ in range(steps):
            mujoco.mj_step(model, data)
        best = max(best, steps / (time.process_time() - begin))
    return best


def box(name: str, z: float, half: str) -> str:
    geom = f'<geom type="box" size="{half}" mass="1" friction="0.5"/>'
    return f'<body name="{name}" pos="0 0 {z}"><freejoint/>{geom}</body>'


def world(gravity: str, bodies: str) -> str:
    floor = '<geom type="plane" size="5 5 0.1" friction="0.5"/>'
    return f'<mujoco><option timestep="0.002" gravity="{gravity}"/><worldbody>{floor}{bodies}</worldbody></mujoco>'


a = np.deg2rad(10)
slope = world(f"{9.81 * np.sin(a)} 0 {-9.81 * np.cos(a)}", box("block", 0.1, "0.2 0.15 0.1"))
tower = world("0 0 -9.81", "".join(box(f"b{k}", 0.1 + 0.2 * k, "0.1 0.1 0.1") for k in range(10)))
print(json.dumps({"slope-block": speed(slope, 5000), "box-tower": speed(tower, 2000)}))
