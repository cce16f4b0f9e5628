"""All benchmarks in one run, beside the peers that are installed, as ratios (above 1: stickslip is faster).

Exudyn and MuJoCo come from their own environment (.venv-bench), Siconos from the system's Python where its package is
installed; a peer that is absent is left out and named. Timings are minima of three runs, in CPU seconds per step, of
the stepping alone: assembly is counted neither here nor for the peers.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from flexible_crank import crank_table
from lines import line_speeds
from solids import solid_table

import stickslip as ss
from stickslip.examples import box_tower, dice_bowl, slope_block, woodpecker
from stickslip.integrators.run import Run
from stickslip.system.assemble import assemble

HERE = Path(__file__).parent
PEERS = HERE.parent / ".venv-bench"


class Nowhere:
    """A store that keeps nothing."""

    def append(self, chunk) -> None:
        """Forget what was recorded."""

    def checkpoint(self, state) -> None:
        """Forget the state."""


def start(model, integrator, record_every: int) -> Run:
    """Return a run at its start."""
    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": False, "max_halvings": 5}
    run = integrator.new_run(assemble(model), settings, record_every)
    run.start(project=False)
    return run


def steps_per_second(model, steps: int, dt: float, integrator, record_every: int = 1000) -> float:
    """Return the best of three runs."""
    best = 0.0
    for _ in range(3):
        run = start(model, integrator, min(record_every, steps))
        begin = time.process_time()
        run.advance(dt, steps, Nowhere())  # type: ignore[arg-type]
        best = max(best, steps / (time.process_time() - begin))
    return best


def chain(bodies: int) -> ss.Model:
    """Return a hanging chain of rods, released horizontally, joined by spherical joints."""
    model = ss.Model(gravity=(0, 0, -9.81), name=f"chain{bodies}")
    before: ss.Body = model.ground
    for k in range(bodies):
        rod = model.add(ss.RigidBody(mass=1.0, inertia=(0.01, 0.1, 0.1), position=(k + 0.5, 0, 0)))
        model.add(ss.Spherical(before, rod, at=(k, 0, 0)))
        before = rod
    return model


def peer(script: str, python: Path | str, *arguments: str) -> dict[str, Any]:
    """Run a peer's script and return what it printed, or nothing when it is not installed."""
    if not Path(python).exists():
        return {}
    done = subprocess.run([str(python), str(HERE / script), *arguments], capture_output=True, text=True, timeout=1800)
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "no message"
        print(f"  ({script}: {last})")
        return {}
    return json.loads(done.stdout.splitlines()[-1])


def install_peers() -> None:
    """Make the environment of the peers, once."""
    if not PEERS.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        pip = [str(PEERS / "bin/python"), "-m", "pip", "install", "-q"]
        subprocess.run([*pip, "exudyn", "mujoco", "numpy"], check=False)


def dice_fit() -> str:
    """Return how the time of a step grows with closed contacts while the dice land (0.6 s).

    Batches of 50 steps are collected in classes of 20 contacts; the fit is through the means of the classes, since
    single steps differ by how hard their contact problem is. The power is that of a fit in logarithms.
    """
    run, store = start(dice_bowl.model(), ss.SemiExplicit(), 1 << 40), Nowhere()
    closed, cost = [], []
    for _ in range(240):
        begin = time.process_time()
        run.advance(5e-5, 50, store)  # type: ignore[arg-type]
        cost.append((time.process_time() - begin) / 50)
        closed.append(run.work.groups.count[0])
    x, y = np.array(closed, dtype=float), np.array(cost)
    classes = [(x >= low) & (x < low + 20) for low in range(0, int(x.max()) + 1, 20)]
    mean_x, mean_y = (np.array([v[mask].mean() for mask in classes if mask.sum() > 1]) for v in (x, y))
    slope, base = np.polyfit(mean_x, mean_y, 1)
    spread = 1.0 - ((mean_y - base - slope * mean_x) ** 2).sum() / ((mean_y - mean_y.mean()) ** 2).sum()
    power = np.polyfit(np.log(mean_x[1:]), np.log(mean_y[1:]), 1)[0]
    fit = f"{1e6 * base:.0f} us + {1e6 * slope:.2f} us per closed contact (R^2 = {spread:.3f}, power {power:.2f})"
    return f"dice-bowl, one step: {fit}, up to {int(x.max())} closed"


def main() -> None:
    """Print the table and write it to docs/benchmarks.md."""
    install_peers()
    ours = {
        "slope-block": steps_per_second(slope_block.model(np.deg2rad(10), 0.5), 5000, 2e-3, ss.MoreauMidpoint()),
        "box-tower": steps_per_second(box_tower.model(), 2000, 2e-3, ss.MoreauMidpoint()),
        "woodpecker": steps_per_second(woodpecker.model(), 100_000, 2.5e-6, ss.Theta()),
    }
    for n in (3, 10, 20, 200):
        ours[f"chain-{n}"] = steps_per_second(chain(n), 2000 if n < 100 else 300, 1e-3, ss.Theta())
    ours |= line_speeds(steps_per_second)
    theirs = {
        "exudyn": peer("peer_exudyn.py", PEERS / "bin/python"),
        "mujoco": peer("peer_mujoco.py", PEERS / "bin/python"),
        "siconos": peer("peer_siconos.py", "/usr/bin/python3"),
    }
    lines = ["| problem | stickslip steps/s | " + " | ".join(f"{p} steps/s (ratio)" for p in theirs) + " |"]
    lines.append("|---|---|" + "---|" * len(theirs))
    for name, speed in ours.items():
        row = [f"{found[name]:.0f} ({speed / found[name]:.2f})" if name in found else "-" for found in theirs.values()]
        lines.append(f"| {name} | {speed:.0f} | " + " | ".join(row) + " |")
    cost = [1e6 / ours[f"beam3d-{n}"] / n for n in (100, 1000, 10_000)]
    spread = max(cost) / min(cost) - 1.0
    lines += ["", "cost per element and step of 100, 1 000, 10 000 elements: "]
    lines[-1] += ", ".join(f"{x:.2f}" for x in cost) + f" us ({spread:.0%} between the largest and the smallest)"
    lines += ["", dice_fit()]
    lines += ["", *crank_table(start, Nowhere(), peer("peer_exudyn_crank.py", PEERS / "bin/python"))]
    lines += ["", *solid_table(start)]
    text = "\n".join(lines)
    print(text)
    (HERE.parent / "docs" / "benchmarks.md").write_text("# Benchmarks\n\nWritten by `make bench`.\n\n" + text + "\n")


if __name__ == "__main__":
    main()
