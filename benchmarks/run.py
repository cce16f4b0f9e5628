"""All benchmarks in one run, beside the peers that are installed, as ratios (above 1: stickslip is faster).

Exudyn and MuJoCo come from their own environment (.venv-bench), Siconos from the system's Python where its package is
installed; a peer that is absent is left out and named. Timings are minima of three runs, in CPU seconds per step.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import stickslip as ss
from stickslip.examples import box_tower, dice_bowl, slope_block, woodpecker

HERE = Path(__file__).parent
PEERS = HERE.parent / ".venv-bench"


def steps_per_second(model, steps: int, dt: float, integrator, record_every: int = 1000) -> float:
    """Return the best of three runs."""
    best = 0.0
    for _ in range(3):
        result = ss.simulate(model, steps * dt, dt, integrator, record_every=min(record_every, steps))
        best = max(best, result.store.timing["steps_per_s"])
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


def peer(script: str, python: Path | str, *arguments: str) -> dict[str, float]:
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


def dice_fit() -> tuple[float, float, float]:
    """Return (base, per contact, R^2) of the step time against closed contacts while the first dice land (0.3 s)."""
    from stickslip.integrators.run import Run
    from stickslip.system.assemble import assemble

    settings = {"tolerance": 1e-10, "gap_tolerance": 1e-9, "record_open_contacts": False, "max_halvings": 5}
    run = Run(assemble(dice_bowl.model()), ss.SemiExplicit(), settings, 1 << 40)
    run.start(False)

    class Nowhere:
        def append(self, chunk) -> None: ...
        def checkpoint(self, state) -> None: ...

    store = Nowhere()
    closed, cost = [], []
    for _ in range(120):
        begin = time.process_time()
        run.advance(5e-5, 50, store)  # type: ignore[arg-type]
        cost.append((time.process_time() - begin) / 50)
        closed.append(run.work.groups.count[0])
    x, y = np.array(closed, dtype=float), np.array(cost)
    design = np.column_stack([np.ones_like(x), x])
    coefficients, *_ = np.linalg.lstsq(design, y, rcond=None)
    spread = 1.0 - ((y - design @ coefficients) ** 2).sum() / ((y - y.mean()) ** 2).sum()
    return float(coefficients[0]), float(coefficients[1]), float(spread)


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
    base, slope, spread = dice_fit()
    lines.append("")
    cost = f"{1e6 * base:.0f} us + {1e6 * slope:.2f} us per closed contact"
    lines.append(f"dice-bowl, one step: {cost} (R^2 = {spread:.3f})")
    text = "\n".join(lines)
    print(text)
    (HERE.parent / "docs" / "benchmarks.md").write_text("# Benchmarks\n\nWritten by `make bench`.\n\n" + text + "\n")


if __name__ == "__main__":
    main()
