"""Run three examples under every scheme and write docs/schemes.md: error, energy behaviour and cost."""

from __future__ import annotations

import time
from pathlib import Path

from stickslip.errors import SimulationError
from stickslip.examples import bar_impact, bouncing_ball, woodpecker

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
        return f"| `{scheme}` | refused: {str(failure).split(';')[0]} | | |"
    if not error < 1.0:
        return f"| `{scheme}` | unstable at this step | | |"
    cost = 1e6 * (time.process_time() - begin) / result.timing["steps"]
    energy = result.energy
    share = float(energy.integrator[-1] / energy.scale)
    return f"| `{scheme}` | {error:.1e} | {share:+.1e} | {cost:.1f} |"


def main() -> None:
    """Write one table per example."""
    lines = ["# Three examples under every scheme", "", "Written by `python docs/make_schemes.py`.", ""]
    for title, run in (
        ("bouncing-ball, dt = 1 ms: error of three apexes", ball),
        ("bar-impact: error of the contact force", bar),
        ("woodpecker, rigid, dt = 25 us: error of the picking frequency", bird),
    ):
        lines += [
            f"## {title}",
            "",
            "| scheme | error | energy the scheme made, relative | CPU time of the run per step [us] |",
            "|---|---|---|---|",
        ]
        for scheme in SCHEMES:
            lines.append(row(scheme, run))
            print(title, lines[-1], flush=True)
        lines.append("")
    (Path(__file__).parent / "schemes.md").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
