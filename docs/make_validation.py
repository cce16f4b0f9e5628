"""Run every example at full length and write docs/validation.md: each computed number against its reference.

Names given on the command line are left out (dice-bowl takes minutes) and said to be so. After ``--only`` they are the
only ones that are run; the sections of all others stay as they are.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from stickslip import examples

HERE = Path(__file__).parent
HEAD = (
    "Written by `make validate`; every number comes from `stickslip run NAME`. The figures of the sources, computed",
    "anew, are on the page [](figures.md).",
)
RANDOM, SCENES = "random-scenes", 5000
ABOUT_RANDOM = (
    "Random scenes of all sizes, masses and schemes (`tests/campaign`), each judged by its own certificate and by",
    "[`stickslip verify`](verify.md): *right* if both agree that it is, *unchecked* if the run is proven and the check",
    "knows no law of mechanics for anything in it, *flagged* if the run says that it is not",
    "proven and the check finds fault too or cannot tell, *rejected* by an error of the package, *silently wrong* if",
    "the run is proven and the check finds fault, *wrongly flagged* if only the run doubts itself, *endless*",
    "after five minutes.",
)
VARIANTS: dict[str, list[dict]] = {
    "slope-block": [{}, {"angle_deg": 35.0, "t_end": 2.0}, {"integrator": "Theta"}, {"integrator": "SemiExplicit"}],
    "newton-cradle": [{}, {"gap": 1e-3}],
    "rocking-rod": [{}, *({"variant": "elastic", "elements": n, "dt": 1e-6, "t_end": 0.36} for n in (1, 2, 4, 8))],
    "woodpecker": [{}, {"variant": "planar", "t_end": 1.0}, {"variant": "spatial", "t_end": 1.0}],
    "disk-on-string": [{"t_end": 12.0}, {"v_ref": 0.02, "t_end": 12.0, "dt": 1e-4}, {"case": 2, "t_end": 2.0}],
    "roll-up": [{}, {"turns": 2}, {"dim": 2}],
    "rod-locality": [{}, {"n": 32}],
    "catenary": [{}, {"variant": "neo-hookean"}],
    "bar-impact": [{}, {"integrator": "SemiExplicit"}, {"integrator": "Theta"}],
    "push-belt": [{}, {"variant": "relative"}, {"dt": 5e-6}, {"variant": "relative", "dt": 5e-6}],
    "mass-chain": [
        {"variant": "spring", "rho_inf": 0.8},
        {"variant": "spring", "rho_inf": 0.0},
        {"variant": "spring", "integrator": "Bathe"},
        *({"rho_inf": rho, "consistent_start": False} for rho in (1.0, 0.8, 0.5, 0.0)),
        {"integrator": "Bathe", "consistent_start": False},
        {},
    ],
    "slider-crank": [
        {},
        {"integrator": "Bathe"},
        {"after_impact": "reinit"},
        {"integrator": "MoreauMidpoint"},
        {"bilateral": True},
        {"bilateral": True, "integrator": "Bathe"},
        {"variant": "flexible", "young": 1e15, "elements": 2, "integrator": "Bathe"},
        *({"variant": "flexible", "driven": True, "rho_inf": rho} for rho in (0.8, 0.5, 0.0)),
        *({"variant": v, "driven": True, "integrator": "Bathe"} for v in ("flexible", "modal")),
        *(
            {"variant": "flexible", "driven": True, "integrator": name, "dt": 1e-4, "t_end": 0.5}
            for name in ("Bathe", "EDAlpha")
        ),
    ],
    "patch-tests": [{"law": law} for law in ("linear", "st-venant-kirchhoff", "neo-hookean")],
    "cook-membrane": [
        {},
        {"kind": "triangle6"},
        {"plane": "strain"},
        {"plane": "strain", "kind": "quad8"},
        {"plane": "strain", "kind": "triangle6", "grade": 1.0},
    ],
    "pinched-hemisphere": [{"elements": n} for n in (8, 16, 32)],
    "slit-plate": [{"elements": n} for n in (5, 10, 16)],
    "scordelis-lo": [{}, {"elements": 8, "order": 2}],
    "twisted-strip": [{}, {"thin": True}],
    "shell-pull-out": [{}],
    "cantilever-block": [{}, {"variant": "large"}, {"variant": "large", "law": "neo-hookean"}],
    "rotating-bar": [{}, {"integrator": "EDAlpha"}],
    "spinning-solid": [{}, {"variant": "tumbling"}],
    "elastic-block": [
        {"constraint": c, "integrator": name} for c in ("dirichlet", "weak") for name in ("BDF-2", "Newmark")
    ],
    "two-body-joint": [
        *({"model": name} for name in ("weak", "observer", "intermediate", "angle", "frame", "meshed")),
        {"model": "observer", "predict_only": True},
        {"whole_side": True},
        {"integrator": "IDA"},
    ],
    "l-shaped-block": [{}, {"integrator": "trapezoidal"}],
    "pantograph": [{"integrator": name} for name in ("theta", "generalized-alpha", "energy-momentum")],
    "spacecraft": [{"torque_rule": rule, "steps": n} for rule in ("contravariant", "covariant") for n in (5, 100)],
}


def text(value: object) -> str:
    """Return a number or an array with nine digits."""
    if isinstance(value, bool | str | int):
        return str(value)
    array = np.atleast_1d(np.asarray(value, dtype=float))
    return ", ".join(f"{x:.9g}" for x in array.ravel()[:6])


def section(name: str, settings: dict) -> list[str]:
    """Run an example and return its table."""
    module, begin = examples.get(name), time.perf_counter()
    _, found = module.run(**settings)
    chosen = " ".join(f"{key}={value}" for key, value in settings.items())
    lines = [f"## {name} {chosen}".rstrip(), "", examples.title(module) + ".", ""]
    lines += ["| quantity | computed | oracle |", "|---|---|---|"]
    for key, value in found.items():
        if not key.endswith("_exact"):
            oracle = text(found[f"{key}_exact"]) if f"{key}_exact" in found else ""
            lines.append(f"| `{key}` | {text(value)} | {oracle} |")
    print(f"{name} {chosen}: {time.perf_counter() - begin:.1f} s", flush=True)
    return [*lines, "", f"{time.perf_counter() - begin:.1f} s", ""]


def random_scenes() -> list[str]:
    """Judge random scenes by the independent checker and return how many ended how."""
    sys.path.insert(0, str(HERE.parent / "tests" / "campaign"))
    from campaign import campaign, report

    begin = time.perf_counter()
    outcomes = campaign(range(SCENES), processes=2)
    lines = [f"## {RANDOM}", "", *ABOUT_RANDOM, "", report(outcomes)]
    print(f"{RANDOM}: {time.perf_counter() - begin:.1f} s", flush=True)
    return [*lines, f"{time.perf_counter() - begin:.1f} s", ""]


def written(name: str) -> list[str]:
    """Return the sections of an example as they stand in the file."""
    parts = (HERE / "validation.md").read_text().split("\n## ")[1:]
    return [line for part in parts if part.split()[0] == name for line in f"## {part.rstrip()}\n".split("\n")]


def main() -> None:
    """Write one section per example."""
    only, named = sys.argv[1:2] == ["--only"], sys.argv[1:]
    lines = ["# Validation", "", *HEAD, ""]
    for name in [*examples.names(), RANDOM]:
        if only and name not in named:
            lines += written(name)
        elif not only and name in named:
            title = "Random scenes" if name == RANDOM else examples.title(examples.get(name))
            lines += [f"## {name}", "", f"{title}.", "", "Not run for this table.", ""]
        elif name == RANDOM:
            lines += random_scenes()
        else:
            for settings in VARIANTS.get(name, [{}]):
                lines += section(name, settings)
    (HERE / "validation.md").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
