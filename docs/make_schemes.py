"""Run examples under every scheme and write docs/schemes.md: error, energy, cost, diagrams of work over precision."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

import stickslip as ss
from stickslip.analysis import WorkPrecision
from stickslip.errors import SimulationError
from stickslip.examples import bar_impact, bouncing_ball, slider_crank, woodpecker

HERE = Path(__file__).parent
SCHEMES = ("SemiExplicit", "MoreauMidpoint", "Theta", "GeneralizedAlpha", "Bathe", "EDAlpha", "HalfExplicit")


def ball(scheme: str):
    """Return result and error of the first three apexes."""
    result, found = bouncing_ball.run(integrator=scheme, dt=1e-3, t_end=2.5)
    return result, float(abs(found["apexes"][1:4] / found["apexes_exact"][1:4] - 1.0).max())


def bar(scheme: str):
    """Return result and error of the mean contact force."""
    result, found = bar_impact.run(integrator=scheme)
    return result, abs(found["contact_force"] / found["contact_force_exact"] - 1.0)


def bird(scheme: str):
    """Return result and change of the picking frequency against Moreau's rule with a fifth of the step."""
    result, found = woodpecker.run(integrator=scheme, dt=2.5e-5, t_end=1.2)
    return result, abs(found["picking_frequency"] / REFERENCE - 1.0)


REFERENCE = woodpecker.run(integrator="MoreauMidpoint", dt=5e-6, t_end=1.2)[1]["picking_frequency"]


def row(scheme: str, run) -> str:
    """Return one line of a table; the first run loads the kernels, the second is timed."""
    try:
        run(scheme)
        begin = time.process_time()
        result, error = run(scheme)
    except SimulationError as failure:
        return f"| `{scheme}` | rejected: {str(failure).split(';')[0]} | | |"
    if not error < 1.0:
        return f"| `{scheme}` | unstable at this step | | |"
    cost = 1e6 * (time.process_time() - begin) / result.timing["steps"]
    energy = result.energy
    share = float(energy.integrator[-1] / energy.scale)
    return f"| `{scheme}` | {error:.1e} | {share:+.1e} | {cost:.1f} |"


POSITIONS = """## Positions corrected or not (`stabilise`)

A sphere of 50 mm is dropped from 0.25 m at 1 ms: depth at rest beside the radius, error of the speed at which it rolls.
A rod swings about a revolute joint for 0.5 s at 2 ms: error of its place [m] and order, drift of the joint [m, rad],
change of its energy beside the largest, error of the force in the joint at the end (of
some schemes it is the mean over the last step).

| scheme | corrected | depth | rolling speed | place, order | drift | energy | force |
|---|---|---|---|---|---|---|---|"""

POSITIONS_SAY = """
* Depths at rest and drifts of joints go to round-off. The ball then rolls at 5/7 of its speed; sunk in, it rolls on a
  shorter lever arm.
* The order stays. Of the first-order schemes, the error of the place falls by factors of 1.6 (semi-explicit), 3
  (Moreau) and 18 (theta), that of the energy by two to six. Those of second order change little, ED-alpha
  excepted (12).
* Forces do not change: they follow from velocities.
* `EnergyMomentum` has joints at position level whatever the switch says; it moves bodies in contact only.
"""

CONCLUSION = """Heights of the ball at 20 instants are compared with exact ones, rod angles of the slider-crank at five
instants with their reference. Adaptive runs have rtol = atol = 1e-2 to 1e-8 (ball), 1e-4 to 1e-9 (slider-crank). Solved
steps include those of rejected attempts and of error estimates. Times are those of small models on one core.

* Adaptive steps win where errors come from impacts. Constant steps miss each impact by a part of dt: in the end their
  errors fall only with the first power of the work, and not evenly, half the step can have the larger error. Adaptive
  steps end at the impact and keep the second order. Between the impacts of the ball there is nothing to resolve, and
  their number hardly depends on the tolerance.
* Constant steps win where motion is smooth and even: without play the slider-crank needs about as many solved steps
  either way, and an adaptive run takes 1.5 to 3 times as long, because its steps are started from Python (some 20 us
  each, which matters less the larger the model is).
* With play, adaptive steps save solved steps at all errors below 1e-3, and time where the error is small: factors 2.8
  to 4.5 at 3e-5, about 2 at 1e-4, and hardly any with generalized-alpha, whose steps are cheap and less exact.
* At an error of 1 % the fastest run of the slider-crank is one with constant steps, with play and without.
"""


def sphere() -> ss.Model:
    """Return a sphere that falls 0.25 m while it moves at 0.3 m/s, and rolls at 5/7 of it in the end."""
    model = ss.Model(gravity=(0, 0, -9.81))
    floor = model.ground.add(ss.Plane(normal=(0, 0, 1)))
    ball = model.add(
        ss.RigidBody(mass=2.0, inertia=0.4 * 2.0 * 0.05**2, position=(0, 0, 0.3), velocity=(0.3, 0, 0), name="ball")
    )
    model.add(ss.Contact(ball.add(ss.Sphere(radius=0.05)), floor, friction=0.3))
    return model


def rod() -> ss.Model:
    """Return a rod that swings about a revolute joint."""
    model = ss.Model(gravity=(0, 0, -9.81))
    body = model.add(ss.RigidBody(mass=1.0, inertia=(0.01, 0.1, 0.1), position=(0.5, 0, 0), name="rod"))
    model.add(ss.Revolute(model.ground, body, at=(0, 0, 0), axis=(0, 1, 0), name="pin"))
    return model


def positions() -> list[str]:
    """Return the table of all schemes with and without correction of positions."""
    lines = [POSITIONS]
    exact = ss.simulate(rod(), 0.5, 2e-5, integrator=ss.EDAlpha(0.6))
    for name in (*SCHEMES, "EnergyMomentum"):
        for stabilise in (True, False):
            kind = getattr(ss, name)
            scheme = kind(0.5, stabilise=stabilise) if name == "Theta" else kind(stabilise=stabilise)
            ball = ss.simulate(sphere(), 0.5, 1e-3, integrator=scheme)["ball"]
            cells = [f"{1 - ball.position[-1, 2] / 0.05:.1e}", f"{ball.velocity[-1, 0] / (0.3 * 5 / 7) - 1:+.1e}"]
            runs = [ss.simulate(rod(), 0.5, dt, integrator=scheme) for dt in (4e-3, 2e-3)]
            error = [np.linalg.norm(run["rod"].position[-1] - exact["rod"].position[-1]) for run in runs]
            energy, force = runs[1].energy, runs[1]["pin"].reaction[-1]
            wanted = exact["pin"].reaction[-1]
            cells += [
                f"{error[1]:.1e}, {np.log2(error[0] / error[1]):.1f}",
                f"{runs[1].certificate.position_drift:.0e}",
            ]
            cells += [f"{(energy.total[-1] - energy.total[0]) / energy.scale:+.1e}"]
            cells += [f"{np.linalg.norm(force - wanted) / np.linalg.norm(wanted):.1e}"]
            lines.append(f"| `{name}` | {'yes' if stabilise else 'no'} | {' | '.join(cells)} |")
            print(lines[-1], flush=True)
    return [*lines, POSITIONS_SAY]


def diagram(file: str, study: WorkPrecision, errors: tuple[float, ...]) -> list[str]:
    """Draw a diagram; return it with a table of the work at equal errors."""
    study.plot().savefig(HERE / file, dpi=110)
    print(study.table(), flush=True)
    lines = [
        f"![error over work]({file})",
        "",
        "| scheme | error | constant: solved steps, ms | adaptive: solved steps, ms | gain in steps | gain in time |",
        "|---|---|---|---|---|---|",
    ]
    for label in study.adaptive:
        for error in errors:
            cells = []
            for curve in (study.constant[label], study.adaptive[label]):
                solutions, wall = curve.work_at(error), curve.work_at(error, "wall")
                cells.append(f"{solutions:.0f}, {1e3 * wall:.0f}" if solutions > 0.0 else "not reached")
            gains = [study.gain(label, error, work) for work in ("solutions", "wall")]
            cells += [f"{gain:.1f}" if gain > 0.0 else "" for gain in gains]
            lines.append(f"| {label} | {error:.0e} | {' | '.join(cells)} |")
    return [*lines, ""]


def constant_or_adaptive() -> list[str]:
    """Return the part on steps of changing size."""
    lines = ["## Constant or adaptive steps", "", CONCLUSION, "### bouncing-ball", ""]
    lines += diagram("work-precision-ball.png", bouncing_ball.work_precision(repeat=3), (1e-2, 1e-3, 1e-6))
    lines += ["### slider-crank with play", ""]
    lines += diagram("work-precision-play.png", slider_crank.work_precision(repeat=3), (1e-3, 1e-4, 3e-5, 1e-5))
    lines += ["### slider-crank without play", ""]
    smooth = slider_crank.work_precision(bilateral=True, repeat=3)
    return lines + diagram("work-precision-smooth.png", smooth, (1e-3, 1e-4, 3e-5))


def main() -> None:
    """Write one table per example."""
    lines = ["# Examples under every scheme", "", "Written by `python docs/make_schemes.py`.", ""]
    for title, run in (
        ("bouncing-ball, dt = 1 ms: error of three apexes", ball),
        ("bar-impact: error of the contact force", bar),
        ("woodpecker, rigid, dt = 25 us: error of the picking frequency", bird),
    ):
        lines += [
            f"## {title}",
            "",
            "| scheme | error | energy the scheme made, relative | CPU run time per step [us] |",
            "|---|---|---|---|",
        ]
        for scheme in SCHEMES:
            lines.append(row(scheme, run))
            print(title, lines[-1], flush=True)
        lines.append("")
    lines += positions()
    lines += constant_or_adaptive()
    (HERE / "schemes.md").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
